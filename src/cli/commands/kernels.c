/* `sdyc kernels`: the steps, kernels and buffers that a program becomes. */
#include "cli/cli.h"
#include "codegen/jit/jit.h"
#include "codegen/library/exchanges.h"
#include "sdyc/sdyc.h"

struct kernels_flags {
    struct common_flags common;
    struct text_list without;
    int64_t ranks, rank;
    bool list_passes, json;
};

static void list_passes(void) {
    for (size_t i = 0; codegen_pass_at(i); i++) {
        const struct codegen_pass *pass = codegen_pass_at(i);
        printf("%-12s %s\n", pass->name, pass->sentence);
        for (uint32_t fact = 0; fact < FACT_COUNT; fact++) {
            if (pass->needs >> fact & 1) {
                printf("%12s   needs: %s\n", "", codegen_fact_meaning(fact));
            }
            if (pass->leaves >> fact & 1) {
                printf("%12s   leaves: %s\n", "", codegen_fact_meaning(fact));
            }
        }
    }
}

/* What is to be dumped and left out; false after an error. */
static bool set_driver(struct compilation *compilation, const struct kernels_flags *flags) {
    struct codegen_driver *driver = &compilation->codegen;
    driver->print_before = flags->common.print_before;
    driver->print_after = flags->common.print_after;
    driver->without = flags->without.texts.items;
    driver->without_count = flags->without.texts.count;
    driver->checks |= flags->common.verify_each;
    compilation->driver.verify_each |= flags->common.verify_each;
    const char *fault = codegen_driver_fault(driver, compilation->arena);
    return fault == NULL || cli_error("%s", fault);
}

/* The whole dump, with what a run has in memory. */
static void print_program(struct buffer *text, const struct program *program,
                          const struct common_flags *flags) {
    const struct jit_options jit = {.compiler = flags->jit ? JIT_CC : JIT_TCC,
                                    .threads = (int)flags->threads};
    program_print(text, program);
    struct footprint own = program_footprint(program, &jit);
    add_program_memory(text, &(struct sdyc_memory){.arena = own.arena,
                                                   .kept = own.kept,
                                                   .scratch = own.scratch,
                                                   .constants = own.constants,
                                                   .threads = own.threads});
}

static bool are_good(const struct kernels_flags *flags) {
    if (flags->json && flags->ranks == 0) {
        return cli_error("--json lists what ranks send: it goes with --ranks");
    }
    return flags->rank == 0 || flags->rank < flags->ranks ||
           cli_error("--rank counts from 0 and is less than --ranks");
}

static bool print(const char *file, const struct kernels_flags *all) {
    const struct common_flags *flags = &all->common;
    struct codegen_options options;
    struct compilation compilation;
    struct buffer text = {0};
    compilation_open(&compilation, stderr);
    compilation.context->allow_unregistered_dialects = all->common.allow_unregistered;
    bool done =
        set_driver(&compilation, all) && common_codegen_options(flags, compilation.arena, &options);
    if (done && all->ranks > 0) {
        options.ranks = all->ranks;
        options.storage = STORAGE_PRIVATE;
    }
    done = done && compilation_read(&compilation, file) && compilation_parse(&compilation) &&
           compilation_lower(&compilation, &options);
    struct program *program = done ? compilation_kernels(&compilation, &options) : NULL;
    if (program && all->json) {
        program_messages_json(&text, program, all->rank);
    } else if (program) {
        print_program(&text, program, flags);
    }
    done = program && write_text("-", text.text, text.length);
    if (done && flags->timing) {
        stage_times_print(&compilation.times, stderr);
    }
    buffer_free(&text);
    compilation_close(&compilation);
    return done;
}

int command_kernels(int count, char **words) {
    struct kernels_flags flags = {0};
    struct flag common[COMMON_GROUP_SIZE];
    const struct flag group[] = {
        {"ranks", FLAG_NUMBER, &flags.ranks, "N",
         "What one of N ranks runs, of which each has as many devices (docs/how-to/mpi.md).", NULL},
        {"json", FLAG_SWITCH, &flags.json, NULL,
         "With --ranks: what a rank sends and receives, message by message, as JSON.", NULL},
        {"rank", FLAG_NUMBER, &flags.rank, "N", "Which rank --json is about: 0, if not given.",
         NULL},
        {"without", FLAG_LIST, &flags.without, "PASS",
         "Leave out a pass of code generation; may be given several times.", NULL},
        {"list-passes", FLAG_SWITCH, &flags.list_passes, NULL,
         "List the passes of code generation in order.", NULL},
        {0},
    };
    common_flags_init(&flags.common, common);
    struct command_line line = {
        .usage = "sdyc kernels FILE [--print-after=PASS|all] [--without=PASS] [FLAG]...",
        .about = "Prints what is compiled to C: how many kernels, phases and copies there are, the "
                 "steps in\norder, the buffers with their layouts and places, and what each kernel "
                 "computes. With\n--print-before and --print-after the graph or the kernels around "
                 "a pass of code generation.",
        .groups = (const struct flag *const[]){group, common, NULL},
    };
    enum flags_result result = flags_parse(&line, count, words);
    int status = flags_status(result);
    if (result == FLAGS_RUN && flags.list_passes) {
        list_passes();
    } else if (result == FLAGS_RUN && line.file) {
        status = !(are_good(&flags) && print(line.file, &flags));
    } else if (result == FLAGS_RUN) {
        cli_error("sdyc kernels needs a file");
        status = flags_status(FLAGS_WRONG);
    }
    common_flags_free(&flags.common);
    vector_free(&flags.without.texts);
    return status;
}
