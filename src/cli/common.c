#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "cli/cli.h"

static const char *const storage_choices[] = {"shared", "private", NULL};
static const char *const layout_choices[] = {"auto", "nchw", "nhwc", NULL};
static const char *const reduce_choices[] = {"fused", "device-order", NULL};
static const char *const jit_choices[] = {"tcc", "cc", NULL};

void common_flags_init(struct common_flags *flags, struct flag group[COMMON_GROUP_SIZE]) {
    const struct flag all[COMMON_GROUP_SIZE] = {
        {"entry", FLAG_TEXT, &flags->entry, "NAME", "The function to run (main).", NULL},
        {"threads", FLAG_NUMBER, &flags->threads, "N", "Threads of the team (all cores).", NULL},
        {"storage", FLAG_CHOICE, &flags->storage, "MODEL",
         "shared: one buffer per distinct shard; private: one per device.", storage_choices},
        {"layout", FLAG_CHOICE, &flags->layout, "ORDER",
         "auto, nchw or nhwc: the physical order of image dimensions.", layout_choices},
        {"reduce", FLAG_CHOICE, &flags->reduce, "ORDER",
         "fused, or device-order: sums as the distributed program adds.", reduce_choices},
        {"jit", FLAG_CHOICE, &flags->jit, "COMPILER",
         "tcc: at once, in memory; cc: the system's optimising compiler.", jit_choices},
        {"timing", FLAG_SWITCH, &flags->timing, NULL, "Print the time of every stage.", NULL},
        {"verify-each", FLAG_SWITCH, &flags->verify_each, NULL, "Verify after every pass.", NULL},
        {"print-before", FLAG_TEXT, &flags->print_before, "PASS", "Dump the module before.", NULL},
        {"print-after", FLAG_TEXT, &flags->print_after, "PASS", "Dump it after PASS, or all.",
         NULL},
    };
    memcpy(group, all, sizeof all);
}

/* A name beside `path` that no other process uses. */
static void temporary_name(char *name, size_t size, const char *path) {
    snprintf(name, size, "%s.%ld.part", path, (long)getpid());
}

bool write_text(const char *path, const char *text, size_t length) {
    bool is_stdout = strcmp(path, "-") == 0;
    char temporary[4096];
    temporary_name(temporary, sizeof temporary, path);
    FILE *stream = is_stdout ? stdout : fopen(temporary, "wb");
    bool written = stream && fwrite(text, 1, length, stream) == length && fflush(stream) == 0;
    int error = errno;
    if (stream && !is_stdout) {
        written = fclose(stream) == 0 && written;
        if (written && rename(temporary, path) != 0) {
            error = errno;
            written = false;
        }
        if (!written) {
            remove(temporary);
        }
    }
    if (!written) {
        cli_error("cannot write '%s': %s", is_stdout ? "standard output" : path, strerror(error));
    }
    return written;
}
