#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/cli.h"

static const char *const storage_choices[] = {"shared", "private", NULL};
static const char *const layout_choices[] = {"auto", "nchw", "nhwc", NULL};
static const char *const reduce_choices[] = {"fused", "device-order", NULL};
static const char *const jit_choices[] = {"tcc", "cc", NULL};

void common_flags_init(struct common_flags *flags, struct flag group[COMMON_GROUP_SIZE]) {
    const struct flag all[COMMON_GROUP_SIZE] = {
        {"entry", FLAG_TEXT, &flags->entry, "NAME", "The function to run (main, or the only one).",
         NULL},
        {"threads", FLAG_NUMBER, &flags->threads, "N",
         "Threads of the team (all cores; fewer for small programs).", NULL},
        {"storage", FLAG_CHOICE, &flags->storage, "MODEL",
         "shared: one buffer per distinct shard; private: one per device.", storage_choices},
        {"layout", FLAG_CHOICE, &flags->layout, "ORDER",
         "auto, nchw or nhwc: the physical order of image dimensions.", layout_choices},
        {"input-format", FLAG_LIST, &flags->input_layouts, "N:LAYOUT",
         "How input N lies in memory: contiguous, channels_last, packed, nChw8c, nChw16c, any, "
         "[0, 2, 3, 1].",
         NULL},
        {"output-format", FLAG_LIST, &flags->output_layouts, "N:LAYOUT", "The same for a result.",
         NULL},
        {"reduce", FLAG_CHOICE, &flags->reduce, "ORDER",
         "fused, or device-order: sums as the distributed program adds.", reduce_choices},
        {"jit", FLAG_CHOICE, &flags->jit, "COMPILER",
         "tcc: at once, in memory; cc: the system's optimising compiler.", jit_choices},
        {"timing", FLAG_SWITCH, &flags->timing, NULL, "Print the time of every stage.", NULL},
        {"verify-each", FLAG_SWITCH, &flags->verify_each, NULL, "Verify after every pass.", NULL},
        {"allow-unregistered-dialect", FLAG_SWITCH, &flags->allow_unregistered, NULL,
         "Leave alone what sdyc does not know, unless the function runs it.", NULL},
        {"print-before", FLAG_TEXT, &flags->print_before, "PASS", "Dump the module before.", NULL},
        {"print-after", FLAG_TEXT, &flags->print_after, "PASS", "Dump it after PASS, or all.",
         NULL},
    };
    memcpy(group, all, sizeof all);
}

void common_flags_free(struct common_flags *flags) {
    vector_free(&flags->load.texts);
    vector_free(&flags->input_layouts.texts);
    vector_free(&flags->output_layouts.texts);
}

bool layout_texts_read(struct arena *arena, const struct text_list *list, const char *flag,
                       struct layout_texts *texts) {
    enum { MOST = 100000 };
    const char **items = NULL;
    *texts = (struct layout_texts){0};
    for (size_t pass = 0; pass < 2; pass++) {
        items = pass ? ARENA_ARRAY(arena, const char *, texts->count + 1) : NULL;
        for (size_t i = 0; i < list->texts.count; i++) {
            char *end;
            const char *text = list->texts.items[i];
            long number = strtol(text, &end, 10);
            if (end == text || *end != ':' || number < 0 || number >= MOST) {
                return cli_error("--%s=%s: not of the form NUMBER:LAYOUT, 0:channels_last", flag,
                                 text);
            }
            texts->count = (uint32_t)number < texts->count ? texts->count : (uint32_t)number + 1;
            if (pass) {
                items[number] = end + 1;
            }
        }
    }
    texts->items = items;
    return true;
}

bool common_codegen_options(const struct common_flags *flags, struct arena *arena,
                            struct codegen_options *options) {
    struct layout_texts inputs, outputs;
    if (!layout_texts_read(arena, &flags->input_layouts, "input-format", &inputs) ||
        !layout_texts_read(arena, &flags->output_layouts, "output-format", &outputs)) {
        return false;
    }
    *options = (struct codegen_options){
        .entry = flags->entry,
        .storage = (enum storage_model)flags->storage,
        .layout = (enum layout_choice)flags->layout,
        .reduce = (enum reduce_order)flags->reduce,
        .input_layouts = inputs.items,
        .output_layouts = outputs.items,
        .input_layout_count = inputs.count,
        .output_layout_count = outputs.count,
        .packs = true,
    };
    return true;
}

static bool write_stream(FILE *stream, const char *text, size_t length) {
    return fwrite(text, 1, length, stream) == length && fflush(stream) == 0;
}

/* To a name beside `path` first, then renamed: the file appears complete or not at all. */
static bool write_file(const char *path, const char *text, size_t length) {
    char temporary[4096];
    int printed = snprintf(temporary, sizeof temporary, "%s.%ld.part", path, (long)getpid());
    if (printed >= (int)sizeof temporary) {
        errno = ENAMETOOLONG;
        return false;
    }
    FILE *stream = fopen(temporary, "wb");
    if (!stream) {
        return false;
    }
    bool written = write_stream(stream, text, length);
    written = fclose(stream) == 0 && written && rename(temporary, path) == 0;
    if (!written) {
        int error = errno;
        remove(temporary);
        errno = error;
    }
    return written;
}

/* A device or pipe, which a rename would replace. */
static bool write_special(const char *path, const char *text, size_t length) {
    FILE *stream = fopen(path, "wb");
    bool written = stream && write_stream(stream, text, length);
    return (!stream || fclose(stream) == 0) && written;
}

bool write_text(const char *path, const char *text, size_t length) {
    struct stat status;
    bool written;
    if (strcmp(path, "-") == 0) {
        path = "standard output";
        written = write_stream(stdout, text, length);
    } else if (stat(path, &status) == 0 && !S_ISREG(status.st_mode)) {
        written = write_special(path, text, length);
    } else {
        written = write_file(path, text, length);
    }
    return written || cli_error("cannot write '%s': %s", path, strerror(errno));
}
