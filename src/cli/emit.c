/* `sdyc emit`: writes a program as a folder of C sources. */
#include <string.h>

#include "cli/cli.h"
#include "cli/program.h"
#include "codegen/emit/directory.h"
#include "codegen/handlers.h"

struct emit {
    struct text_list inputs, calls;
    struct common_flags common;
    const char *output, *name, *march;
    int target;
    bool blas;
};
static const char *const target_choices[] = {"openmp", NULL};

/* Arguments of open shape get those of --input values. */
static bool set_inputs(const struct emit *emit, struct compilation *compilation) {
    uint32_t count = (uint32_t)emit->inputs.texts.count;
    struct input_shapes read = {0};
    struct input_shape *shapes = ARENA_ARRAY(compilation->arena, struct input_shape, count + 1);
    bool good = count == 0 || read_input_shapes(&read, &emit->inputs);
    for (uint32_t i = 0; good && i < count; i++) {
        shapes[i] = (struct input_shape){(uint32_t)read.tensors[i].rank, read.tensors[i].dims};
    }
    good = good &&
           (count == 0 || compilation_set_inputs(compilation, emit->common.entry, count, shapes));
    free_input_shapes(&read);
    return good;
}

/* Stands for the functions that the caller of the emitted program will have. */
static struct sdyrt_ffi_error *absent(struct sdyrt_ffi_frame *frame) {
    (void)frame;
    return NULL;
}

static struct call_handler *handlers_of(const struct text_list *targets, struct arena *arena) {
    struct call_handler *handlers = NULL;
    for (size_t i = 0; i < targets->texts.count; i++) {
        struct call_handler *handler = ARENA_NEW(arena, struct call_handler);
        *handler = (struct call_handler){targets->texts.items[i], absent, handlers};
        handlers = handler;
    }
    return handlers;
}

static bool emit(const struct emit *emit, const char *file) {
    struct arena *arena = arena_new();
    struct codegen_options codegen_options;
    struct effect_list effects = {0};
    const struct emit_directory_options options = {.path = emit->output,
                                                   .prefix = emit->name,
                                                   .march = emit->march,
                                                   .plain = emit->common.threads == 0,
                                                   .blas = emit->blas,
                                                   .effects = &effects};
    struct compilation compilation;
    compilation_open(&compilation, stderr);
    compilation.driver.verify_each |= emit->common.verify_each;
    compilation.driver.print_before = emit->common.print_before;
    compilation.driver.print_after = emit->common.print_after;
    bool done = common_codegen_options(&emit->common, arena, &codegen_options);
    codegen_options.handlers = handlers_of(&emit->calls, arena);
    done = done && compilation_read(&compilation, file) && compilation_parse(&compilation) &&
           set_inputs(emit, &compilation) && compilation_lower(&compilation, &codegen_options);
    if (done) {
        effects_extract(compilation.module, emit->common.entry, &effects);
    }
    struct program *program = done ? compilation_kernels(&compilation, &codegen_options) : NULL;
    done = program && emit_directory(program, &options, &compilation.diagnostics);
    if (done && emit->common.timing) {
        stage_times_print(&compilation.times, stderr);
    }
    vector_free(&effects);
    compilation_close(&compilation);
    arena_free(arena);
    return done;
}

int command_emit(int count, char **words) {
    struct emit flags = {.common.threads = -1};
    struct flag common[COMMON_GROUP_SIZE];
    common_flags_init(&flags.common, common);
    const struct flag group[] = {
        {"input", FLAG_LIST, &flags.inputs, "VALUE",
         "2x3xf32 or @FILE.npy: its shape, where the module leaves it open; once per input.", NULL},
        {"o", FLAG_TEXT, &flags.output, "DIR", "The folder to write: new, or empty.", NULL},
        {"name", FLAG_TEXT, &flags.name, "NAME", "Prefix of all C names (model).", NULL},
        {"call", FLAG_LIST, &flags.calls, "TARGET",
         "Custom calls of this target call a function of the program's caller.", NULL},
        {"march", FLAG_TEXT, &flags.march, "CPU",
         "Compile for this processor alone, as gcc names it (native); else for all of a family.",
         NULL},
        {"blas", FLAG_SWITCH, &flags.blas, NULL,
         "Multiply matrices by OpenBLAS on processors without AVX2, where it is found.", NULL},
        {"target", FLAG_CHOICE, &flags.target, "TARGET", "openmp: threads of one machine.",
         target_choices},
        {0},
    };
    struct command_line line = {
        .usage = "sdyc emit FILE -o DIR [FLAG]...",
        .about = "Writes a program as C: sources, a header, what they need of the runtime, a "
                 "Makefile\nand a meson.build. `make -C DIR` builds DIR/run, which takes the same "
                 "--input and\n--output as `sdyc run`.",
        .groups = (const struct flag *const[]){group, common, NULL},
    };
    enum flags_result result = flags_parse(&line, count, words);
    if (result != FLAGS_RUN) {
        return flags_status(result);
    }
    if (!line.file || !flags.output) {
        return !cli_error("sdyc emit needs a file and -o DIR");
    }
    bool done = emit(&flags, line.file);
    vector_free(&flags.inputs.texts);
    vector_free(&flags.calls.texts);
    return !done;
}
