/*
 * Updates of a strip at places that are computed: element i of `values` goes to
 * memory[offset[i]], or is combined with what stands there, one after the other; where keep[i] is 0
 * nothing happens, and a `keep` of NULL keeps all. Offsets are int32_t, or int64_t where `wide`.
 */
#ifndef SDYRT_SCATTER_H
#define SDYRT_SCATTER_H

#include "types.h"

#ifdef __cplusplus
extern "C" {
#endif

enum sdyrt_scatter_op {
    SDYRT_SCATTER_SET, /* whatever the type, elements are moved as they are */
    SDYRT_SCATTER_ADD,
    SDYRT_SCATTER_MUL,
    SDYRT_SCATTER_MAX,
    SDYRT_SCATTER_MIN,
};
/* Of the memory; values of bf16 and f16 are given as f32. SET takes the unsigned ones, and
 * BITS_128. Complex numbers, pairs of f32 and of f64, are only added, and so are the last ones,
 * numbers of f32 to sums of f64. */
enum sdyrt_scatter_type {
    SDYRT_SCATTER_I8,
    SDYRT_SCATTER_I16,
    SDYRT_SCATTER_I32,
    SDYRT_SCATTER_I64,
    SDYRT_SCATTER_U8,
    SDYRT_SCATTER_U16,
    SDYRT_SCATTER_U32,
    SDYRT_SCATTER_U64,
    SDYRT_SCATTER_F32,
    SDYRT_SCATTER_F64,
    SDYRT_SCATTER_BF16,
    SDYRT_SCATTER_F16,
    SDYRT_SCATTER_C64,
    SDYRT_SCATTER_C128,
    SDYRT_SCATTER_BITS_128,
    SDYRT_SCATTER_F64_OF_F32,
    SDYRT_SCATTER_TYPES,
};

void sdyrt_scatter(int op, int type, int wide, void *memory, const void *offset,
                   const uint8_t *keep, const void *values, int64_t n);

/* The same of rows: row r of `values`, which are dense, goes to memory[offset[r]] and the columns
 * behind it. */
void sdyrt_scatter_rows(int op, int type, int wide, void *memory, const void *offset,
                        const uint8_t *keep, const void *values, int64_t rows, int64_t columns);

#ifdef __cplusplus
}
#endif
#endif
