/* `sdyc emit`: writes a program as a folder of C sources. */
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/programs/inputs.h"
#include "cli/programs/program.h"
#include "cli/programs/samples.h"
#include "cli/proofs/proof.h"
#include "codegen/folder/directory.h"
#include "codegen/handlers.h"

struct emit {
    struct input_values inputs;
    struct text_list calls;
    struct common_flags common;
    const char *output, *name, *march, *ranks;
    int target, constants;
    bool blas, with_test, python, lines, verify;
};
static const char *const constants_choices[] = {"linked", "file", NULL};
static const char *const target_choices[] = {"openmp", "mpi", NULL};

/* Stands for the functions that the caller of the emitted program will have. */
static struct sdyrt_ffi_error *absent(struct sdyrt_ffi_frame *frame) {
    (void)frame;
    return NULL;
}

static struct call_handler *handlers_of(const struct text_list *targets, struct arena *arena) {
    struct call_handler *handlers = NULL;
    for (size_t i = 0; i < targets->texts.count; i++) {
        struct call_handler *handler = ARENA_NEW(arena, struct call_handler);
        *handler = (struct call_handler){
            .target = targets->texts.items[i], .handler = absent, .next = handlers};
        handlers = handler;
    }
    return handlers;
}

/* "1,2,4", which --target=mpi alone may have. */
static bool read_rank_counts(const struct emit *emit, struct rank_counts *counts) {
    enum { MOST = 1 << 20 };
    if (emit->target == 0 && emit->ranks) {
        return cli_error("--ranks is for --target=mpi");
    }
    for (const char *at = emit->ranks; at && *at != '\0';) {
        char *end;
        long count = strtol(at, &end, 10);
        if (end == at || count < 1 || count > MOST || (*end != ',' && *end != '\0')) {
            return cli_error("--ranks=%s: not a list of numbers of ranks, 1,2,4", emit->ranks);
        }
        *vector_push(&counts->list) = count;
        at = *end == ',' ? end + 1 : end;
    }
    return true;
}

/* The programs: of ranks, or for one process. */
static bool compile_entries(const struct emit *emit, struct compilation *compilation,
                            const struct codegen_options *options, const struct input_shape *shapes,
                            struct compiled_entries *entries) {
    struct rank_counts counts = {0};
    uint32_t count = (uint32_t)emit->inputs.given.texts.count;
    bool done = read_rank_counts(emit, &counts);
    if (done && emit->target > 0) {
        done = compilation_rank_entries(compilation, options, &counts, count, shapes, entries);
    } else if (done) {
        done = compilation_entries(compilation, options, count, shapes, entries);
    }
    vector_free(&counts.list);
    return done;
}

static bool emit(const struct emit *emit, const char *file) {
    struct arena *arena = arena_new();
    struct codegen_options codegen_options;
    const struct emit_directory_options options = {.path = emit->output,
                                                   .prefix = emit->name,
                                                   .march = emit->march,
                                                   .plain = emit->common.threads == 0,
                                                   .blas = emit->blas,
                                                   .constants_apart = emit->constants == 1,
                                                   .python = emit->python,
                                                   .lines = emit->lines};
    struct compilation compilation;
    struct compiled_entries entries = {0};
    struct samples samples = {0};
    const struct input_shape *shapes = input_shapes_of(&emit->inputs.given, arena);
    compilation_open(&compilation, stderr);
    compilation.context->allow_unregistered_dialects = emit->common.allow_unregistered;
    compilation.driver.verify_each |= emit->common.verify_each;
    compilation.driver.print_before = emit->common.print_before;
    compilation.driver.print_after = emit->common.print_after;
    bool done = shapes && common_codegen_options(&emit->common, arena, &codegen_options);
    codegen_options.handlers = handlers_of(&emit->calls, arena);
    done =
        done && compilation_read(&compilation, file) &&
        compile_entries(emit, &compilation, &codegen_options, shapes, &entries) &&
        (!emit->with_test ||
         samples_make(&samples, &compilation.source, &emit->common, &emit->inputs,
                      entries.list.count, entries.list.items, arena)) &&
        emit_directory(entries.list.count, entries.list.items, &options, &compilation.diagnostics);
    if (done && emit->common.timing) {
        stage_times_print(&compilation.times, stderr);
    }
    samples_free(&samples);
    compiled_entries_free(&entries);
    compilation_close(&compilation);
    arena_free(arena);
    return done;
}

int command_emit(int count, char **words) {
    struct emit flags = {.inputs = {.command = "emit", .word_count = count, .words = words},
                         .common.threads = -1};
    struct flag common[COMMON_GROUP_SIZE];
    common_flags_init(&flags.common, common);
    const struct flag group[] = {
        {"input", FLAG_LIST, &flags.inputs.given, "VALUE",
         "2x3xf32 or @FILE.npy: its shape, where the module leaves it open; its value for "
         "--with-test; once per input of main.",
         NULL},
        {"o", FLAG_TEXT, &flags.output, "DIR", "The folder to write: new, or empty.", NULL},
        {"name", FLAG_TEXT, &flags.name, "NAME", "Prefix of all C names (model).", NULL},
        {"call", FLAG_LIST, &flags.calls, "TARGET",
         "Custom calls of this target call a function of the program's caller.", NULL},
        {"march", FLAG_TEXT, &flags.march, "CPU",
         "Compile for this processor alone, as gcc names it (native); else for all of a family.",
         NULL},
        {"blas", FLAG_SWITCH, &flags.blas, NULL,
         "Multiply matrices by OpenBLAS on processors without AVX2, where it is found.", NULL},
        {"verify", FLAG_SWITCH, &flags.verify, NULL,
         "Write nothing whose partition is not proved (docs/how-to/verify.md).", NULL},
        {"with-test", FLAG_SWITCH, &flags.with_test, NULL,
         "Add inputs, what each function gives for them, and a test that compares: make test.",
         NULL},
        {"python", FLAG_SWITCH, &flags.python, NULL,
         "Add NAME.py, a module of Python by ctypes, and the library that it loads: make "
         "libNAME.so.",
         NULL},
        {"constants", FLAG_CHOICE, &flags.constants, "WHERE",
         "linked: a section of the library; file: model.data, which a context is given.",
         constants_choices},
        {"lines", FLAG_SWITCH, &flags.lines, NULL,
         "#line directives: debuggers and profilers show the lines of FILE.", NULL},
        {"target", FLAG_CHOICE, &flags.target, "TARGET",
         "openmp: threads of one machine; mpi: ranks of several (docs/how-to/mpi.md).",
         target_choices},
        {"ranks", FLAG_TEXT, &flags.ranks, "N,...",
         "With --target=mpi: how many ranks may run it (every number that divides the devices).",
         NULL},
        {0},
    };
    struct command_line line = {
        .needs = "a file and -o DIR",
        .usage = "sdyc emit FILE -o DIR [FLAG]...",
        .about =
            "Writes the public functions of a module, or that of --entry, as C: sources, a "
            "header,\nwhat they need of the runtime, files for make, meson and cmake. `make -C "
            "DIR` builds\nDIR/run, which takes the same --input and --output as `sdyc run`.",
        .groups = (const struct flag *const[]){group, common, NULL},
    };
    enum flags_result result = flags_parse(&line, count, words);
    if (result != FLAGS_RUN) {
        return flags_status(result);
    }
    if (!flags.output) {
        cli_error("sdyc emit needs a file and -o DIR");
        return flags_status(FLAGS_WRONG);
    }
    inputs_begin(&flags.inputs);
    bool is_private = flags.target > 0 || flags.common.storage == STORAGE_PRIVATE;
    bool done = (!flags.verify || proof_of_lowered(line.file, &flags.common, is_private,
                                                   &flags.inputs.given, true)) &&
                emit(&flags, line.file);
    common_flags_free(&flags.common);
    vector_free(&flags.inputs.given.texts);
    vector_free(&flags.calls.texts);
    return !done;
}
