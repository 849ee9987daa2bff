/* The verifier: any module that parses is valid, or there are located errors. */
#include "fuzz.h"

void fuzz_one(const uint8_t *data, size_t size) {
    struct fuzz_input input;
    fuzz_open(&input, data, size);
    struct module *module = fuzz_parse(&input, &input.source);
    if (module) {
        fuzz_verify(&input, module);
        module_free(module);
    }
    fuzz_close(&input);
}
