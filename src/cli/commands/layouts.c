/* `sdyc layouts`: which physical order each value has, why, and which conversions move bytes. */
#include "cli/cli.h"

static bool report(const char *file, const struct common_flags *flags, bool is_json) {
    struct codegen_options options;
    struct compilation compilation;
    struct buffer text = {0};
    compilation_open(&compilation, stderr);
    compilation.context->allow_unregistered_dialects = flags->allow_unregistered;
    bool done = common_codegen_options(flags, compilation.arena, &options) &&
                compilation_read(&compilation, file) && compilation_parse(&compilation) &&
                compilation_lower(&compilation, &options) &&
                codegen_layout_report(compilation.module, &options, is_json, &text) &&
                write_text("-", text.text ? text.text : "", text.length);
    buffer_free(&text);
    compilation_close(&compilation);
    return done;
}

int command_layouts(int count, char **words) {
    struct common_flags flags = {0};
    struct flag common[COMMON_GROUP_SIZE];
    common_flags_init(&flags, common);
    bool is_json = false;
    const struct flag group[] = {
        {"json", FLAG_SWITCH, &is_json, NULL, "As JSON.", NULL},
        {0},
    };
    struct command_line line = {
        .needs = "a file",
        .usage = "sdyc layouts FILE [--json] [--layout=auto|nchw|nhwc] [FLAG]...",
        .about = "Prints the physical order of every value and the reason, and every conversion "
                 "between\norders: its bytes, its time by model, why it is there and what would "
                 "spare it.",
        .groups = (const struct flag *const[]){group, common, NULL},
    };
    enum flags_result result = flags_parse(&line, count, words);
    int status = flags_status(result);
    if (result == FLAGS_RUN) {
        status = !report(line.file, &flags, is_json);
    }
    common_flags_free(&flags);
    return status;
}
