/* `sdyc layouts`: which physical order each value has, why, and which permutes move bytes. */
#include "cli/cli.h"

static bool report(const char *file, const struct common_flags *flags) {
    struct codegen_options options;
    struct compilation compilation;
    struct buffer text = {0};
    compilation_open(&compilation, stderr);
    bool done = common_codegen_options(flags, compilation.arena, &options) &&
                compilation_read(&compilation, file) && compilation_parse(&compilation) &&
                compilation_lower(&compilation, &options) &&
                codegen_layout_report(compilation.module, &options, &text) &&
                write_text("-", text.text ? text.text : "", text.length);
    buffer_free(&text);
    compilation_close(&compilation);
    return done;
}

int command_layouts(int count, char **words) {
    struct common_flags flags = {0};
    struct flag common[COMMON_GROUP_SIZE];
    common_flags_init(&flags, common);
    struct command_line line = {
        .usage = "sdyc layouts FILE [--layout=auto|nchw|nhwc] [FLAG]...",
        .about = "Prints the physical order of every value and the reason, and every permute that "
                 "moves\nbytes, with the bytes.",
        .groups = (const struct flag *const[]){common, NULL},
    };
    enum flags_result result = flags_parse(&line, count, words);
    if (result != FLAGS_RUN) {
        return flags_status(result);
    }
    return !(line.file ? report(line.file, &flags) : cli_error("sdyc layouts needs a file"));
}
