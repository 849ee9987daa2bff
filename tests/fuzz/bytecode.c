/* Bytecode: any bytes give a module or one located error; what is a valid module prints as text
 * that is read as the same module, and is written as bytecode that is. */
#include "fuzz.h"

#include <string.h>

static void check_text(struct fuzz_input *input, const struct module *module) {
    const struct print_options generic = {.generic = true};
    struct buffer first = {0}, second = {0};
    print_module(&first, module, &generic);
    struct source source = {
        .name = "printed.mlir", .text = first.text, .length = first.length, .first_line = 1};
    struct module *again = fuzz_parse(input, &source);
    if (!again) {
        fprintf(stderr, "--- printed\n%s\n", first.text);
        fuzz_fail(input, "what was printed does not parse");
    }
    print_module(&second, again, &generic);
    if (first.length != second.length || memcmp(first.text, second.text, first.length) != 0) {
        fprintf(stderr, "--- first\n%s\n--- second\n%s\n", first.text, second.text);
        fuzz_fail(input, "the text means another module");
    }
    module_free(again);
    buffer_free(&first);
    buffer_free(&second);
}

/* What is written is read as the same module. An artifact may leave out what says nothing, and may
 * be refused. */
static void check_written(struct fuzz_input *input, struct module *module, const char *target) {
    const struct print_options generic = {.generic = true};
    const struct bytecode_options options = {.target = target, .allow_other_dialects = true};
    struct buffer first = {0}, second = {0}, bytes = {0};
    print_module(&first, module, &generic);
    int32_t errors = input->diagnostics.errors;
    if (write_bytecode(&bytes, module, &options)) {
        struct source source = {.name = "written.mlirbc",
                                .text = bytes.text,
                                .length = bytes.length,
                                .is_bytecode = true};
        struct module *again = fuzz_parse(input, &source);
        if (!again) {
            fuzz_fail(input, "what was written cannot be read");
        }
        print_module(&second, again, &generic);
        bool same =
            first.length == second.length && memcmp(first.text, second.text, first.length) == 0;
        if (!target && !same) {
            fprintf(stderr, "--- first\n%s\n--- second\n%s\n", first.text, second.text);
            fuzz_fail(input, "what was written is another module");
        }
        module_free(again);
    } else if (!target || input->diagnostics.errors == errors) {
        fuzz_fail(input, "a valid module cannot be written");
    }
    buffer_free(&first);
    buffer_free(&second);
    buffer_free(&bytes);
}

void fuzz_one(const uint8_t *data, size_t size) {
    struct fuzz_input input;
    if (size < 4) {
        return;
    }
    fuzz_open(&input, data, size);
    input.source.is_bytecode = true;
    struct module *module = fuzz_parse(&input, &input.source);
    if (module) {
        if (fuzz_verify(&input, module)) {
            check_text(&input, module);
            check_written(&input, module, NULL);
            check_written(&input, module, "1.0.0");
            check_written(&input, module, "current");
        }
        module_free(module);
    }
    fuzz_close(&input);
}
