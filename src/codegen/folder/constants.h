/* The constants of a folder: one file, in which what several entries read stands once. */
#ifndef SDYC_EMIT_CONSTANTS_H
#define SDYC_EMIT_CONSTANTS_H

#include "codegen/program/program.h"

struct constant_pool {
    struct pooled_constant {
        const void *data;
        size_t bytes, offset; /* in the file */
        uint64_t hash;
    } * items;
    size_t count, capacity; /* as VECTOR(struct pooled_constant) */
    size_t bytes;           /* of the file */
};

/* Where the constant lies in the file, a multiple of 64 bytes. Its data must live as long as the
 * pool, which is heap memory: vector_free. */
size_t constant_pool_add(struct constant_pool *pool, const struct kernel_buffer *constant);
/* What tells these constants from others. */
uint64_t constant_pool_hash(const struct constant_pool *pool);
/* Writes the file; false with errno set. */
bool constant_pool_write(const struct constant_pool *pool, FILE *file);

#endif
