/* A module as it is at one point of a pipeline, in a file. */
#include <errno.h>
#include <string.h>
#include <sys/stat.h>

#include "transforms/pass.h"
#include "transforms/transforms.h"

bool save_module(const struct module *module, const char *directory, const char *name) {
    struct buffer path = {0}, text = {0};
    mkdir(directory, 0777); /* where it fails, the file has the error */
    buffer_printf(&path, "%s/%s.mlir", directory, name);
    print_module(&text, module, &(struct print_options){0});
    FILE *file = fopen(path.text, "wb");
    bool done = file && fwrite(text.text, 1, text.length, file) == text.length;
    done = file && fclose(file) == 0 && done;
    done = done || diag_error(module->context->diagnostics, module->op->location,
                              "cannot write '%s': %s", path.text, strerror(errno));
    buffer_free(&path);
    buffer_free(&text);
    return done;
}

bool pass_save_module(struct module *module, const struct pass_options *options) {
    const char *directory = pass_string(options, "directory");
    return *directory == '\0' || save_module(module, directory, pass_string(options, "name"));
}
