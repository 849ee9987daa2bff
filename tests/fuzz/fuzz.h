/* What the fuzz targets share. Each target is one file that defines `fuzz_one`; it is linked with
 * libFuzzer (engine.c, mutate.c) or with a program that replays files (replay.c). Targets abort
 * where a promise is broken. */
#ifndef SDYC_TESTS_FUZZ_H
#define SDYC_TESTS_FUZZ_H

#include "frontend/frontend.h"
#include "ir/ir.h"

/* What one input may use: context, diagnostics, and everything that is freed with them. */
struct fuzz_input {
    struct arena *arena;
    FILE *messages; /* where diagnostics are printed: nowhere */
    struct diagnostics diagnostics;
    struct context *context;
    char *text; /* of just the input's length and a NUL: reading beyond it is found */
    struct source source;
};

void fuzz_open(struct fuzz_input *input, const uint8_t *data, size_t size);
void fuzz_close(struct fuzz_input *input);
/* NULL after errors; aborts where a failure came without an error,
 * or an error without a failure. */
struct module *fuzz_parse(struct fuzz_input *input, const struct source *source);
bool fuzz_verify(struct fuzz_input *input, struct module *module);
/* Says what is wrong and aborts. */
_Noreturn void fuzz_fail(const struct fuzz_input *input, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* The target: takes one input. */
void fuzz_one(const uint8_t *data, size_t size);

#endif
