/* The module as it is after each priority, in files: what `module-dump-directory` asks for. */
#include "propagation/propagation.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>

static bool write_text(struct propagation *state, const char *path, const struct buffer *text) {
    FILE *file = fopen(path, "wb");
    bool done = file && fwrite(text->text, 1, text->length, file) == text->length;
    done = file && fclose(file) == 0 && done;
    return done || diag_error(state->context->diagnostics, state->module->op->location,
                              "cannot write '%s': %s", path, strerror(errno));
}

bool dump_priority(struct propagation *state) {
    if (*state->dump_directory == '\0') {
        return true;
    }
    struct buffer path = {0}, text = {0};
    mkdir(state->dump_directory, 0777); /* where it fails, the file has the error */
    buffer_printf(&path, "%s/00.propagation_after_user_priority_%lld.mlir", state->dump_directory,
                  (long long)state->user_priority);
    propagation_write(state);
    print_module(&text, state->module, &(struct print_options){0});
    bool done = write_text(state, path.text, &text);
    buffer_free(&path);
    buffer_free(&text);
    return done;
}
