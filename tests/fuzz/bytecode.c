/* Bytecode: any bytes give a module or one located error; what is a valid module prints as text
 * that is read as the same module. */
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
        }
        module_free(module);
    }
    fuzz_close(&input);
}
