/* `sdyc kernels`: the steps, kernels and buffers that a program becomes. */
#include "cli/cli.h"
#include "codegen/jit/jit.h"
#include "sdyc/sdyc.h"

static bool print(const char *file, const struct common_flags *flags, int64_t ranks) {
    struct codegen_options options;
    struct compilation compilation;
    struct buffer text = {0};
    compilation_open(&compilation, stderr);
    compilation.context->allow_unregistered_dialects = flags->allow_unregistered;
    bool done = common_codegen_options(flags, compilation.arena, &options);
    if (ranks > 0) {
        options.ranks = ranks;
        options.storage = STORAGE_PRIVATE;
    }
    done = done && compilation_read(&compilation, file) && compilation_parse(&compilation) &&
           compilation_lower(&compilation, &options);
    struct program *program = done ? compilation_kernels(&compilation, &options) : NULL;
    if (program) {
        const struct jit_options jit = {.compiler = flags->jit ? JIT_CC : JIT_TCC,
                                        .threads = (int)flags->threads};
        program_print(&text, program);
        struct footprint own = program_footprint(program, &jit);
        add_program_memory(&text, &(struct sdyc_memory){.arena = own.arena,
                                                        .kept = own.kept,
                                                        .scratch = own.scratch,
                                                        .constants = own.constants,
                                                        .threads = own.threads});
    }
    done = program && write_text("-", text.text, text.length);
    buffer_free(&text);
    compilation_close(&compilation);
    return done;
}

int command_kernels(int count, char **words) {
    struct common_flags flags = {0};
    struct flag common[COMMON_GROUP_SIZE];
    int64_t ranks = 0;
    const struct flag group[] = {
        {"ranks", FLAG_NUMBER, &ranks, "N",
         "What one of N ranks runs, of which each has as many devices (docs/mpi.md).", NULL},
        {0},
    };
    common_flags_init(&flags, common);
    struct command_line line = {
        .usage = "sdyc kernels FILE [--storage=shared|private] [FLAG]...",
        .about = "Prints what is compiled to C: how many kernels, phases and copies there are, the "
                 "steps in\norder, the buffers with their layouts and places, and what each kernel "
                 "computes.",
        .groups = (const struct flag *const[]){group, common, NULL},
    };
    enum flags_result result = flags_parse(&line, count, words);
    int status = flags_status(result);
    if (result == FLAGS_RUN) {
        status =
            !(line.file ? print(line.file, &flags, ranks) : cli_error("sdyc kernels needs a file"));
    }
    common_flags_free(&flags);
    return status;
}
