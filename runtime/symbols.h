/*
 * The symbol table: everything that emitted code may call, by name.
 *
 * A just-in-time compiler binds the names it used to their addresses and prints only their
 * prototypes. Strip primitives come with the implementation chosen for this processor.
 */
#ifndef SDYRT_SYMBOLS_H
#define SDYRT_SYMBOLS_H

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

struct sdyrt_symbol {
    const char *name;      /* "sdyrt_add_f32_vv" */
    void *address;         /* of the function for this processor */
    const char *part;      /* of the runtime (runtime.def) that it is in; of a strip, its row */
    const char *prototype; /* "void sdyrt_add_f32_vv (float *dst, ...);" in C99, needs <stdint.h> */
};

/* Whether it is a row of strips.def. */
bool sdyrt_symbol_is_strip(const struct sdyrt_symbol *symbol);

/* The symbol called `name`, or NULL. The result is constant and lives as long as the process. */
const struct sdyrt_symbol *sdyrt_find_symbol(const char *name);

/* All symbols, for listings and tests: the i-th, or NULL at the end. */
const struct sdyrt_symbol *sdyrt_symbol_at(int index);

#ifdef __cplusplus
}
#endif
#endif
