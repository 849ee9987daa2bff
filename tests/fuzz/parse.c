/* Lexer and parser: any bytes give a module or located errors; so do chunks between `// -----`. */
#include "fuzz.h"

void fuzz_one(const uint8_t *data, size_t size) {
    struct fuzz_input input;
    fuzz_open(&input, data, size);
    struct source chunk = {0};
    while (next_chunk(&input.source, &chunk)) {
        struct module *module = fuzz_parse(&input, &chunk);
        if (module) {
            module_free(module);
        }
    }
    fuzz_close(&input);
}
