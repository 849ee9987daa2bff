/* `sdyc emit`: writes a program as a folder of C sources. */
#include <string.h>

#include "cli/cli.h"
#include "codegen/emit/directory.h"

struct emit {
    struct common_flags common;
    const char *output, *name;
    int target;
};
static const char *const target_choices[] = {"openmp", NULL};

static bool emit(const struct emit *emit, const char *file) {
    const struct codegen_options codegen_options = {
        .entry = emit->common.entry,
        .storage = (enum storage_model)emit->common.storage,
        .layout = (enum layout_choice)emit->common.layout,
        .reduce = (enum reduce_order)emit->common.reduce,
    };
    const struct emit_directory_options options = {.path = emit->output, .prefix = emit->name};
    struct compilation compilation;
    compilation_open(&compilation, stderr);
    compilation.driver.verify_each |= emit->common.verify_each;
    compilation.driver.print_before = emit->common.print_before;
    compilation.driver.print_after = emit->common.print_after;
    bool done = compilation_read(&compilation, file) && compilation_parse(&compilation) &&
                compilation_lower(&compilation, &codegen_options);
    struct program *program = done ? compilation_kernels(&compilation, &codegen_options) : NULL;
    done = program && emit_directory(program, &options, &compilation.diagnostics);
    if (done && emit->common.timing) {
        stage_times_print(&compilation.times, stderr);
    }
    compilation_close(&compilation);
    return done;
}

int command_emit(int count, char **words) {
    struct emit flags = {0};
    struct flag common[COMMON_GROUP_SIZE];
    common_flags_init(&flags.common, common);
    const struct flag group[] = {
        {"o", FLAG_TEXT, &flags.output, "DIR", "The folder to write: new, or empty.", NULL},
        {"name", FLAG_TEXT, &flags.name, "NAME", "Prefix of all C names (model).", NULL},
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
    return !emit(&flags, line.file);
}
