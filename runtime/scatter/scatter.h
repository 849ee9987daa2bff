/*
 * Updates at places that are computed: value i goes to memory[offset[i]], or is combined with what
 * stands there, one after the other; where keep[i] is 0 nothing happens, and a `keep` of NULL keeps
 * all. A value is an element, or a row of them.
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

/* What is asked. Emitted programs keep these as constants. */
struct sdyrt_scatter {
    int64_t op;      /* enum sdyrt_scatter_op */
    int64_t type;    /* enum sdyrt_scatter_type */
    int64_t wide;    /* 1: offsets are int64_t; 0: int32_t */
    int64_t columns; /* of a row, whose elements lie side by side; 0: each element has its place */
};

/* How it is done: a row of scatter_routes.def, and how many rows that follow on each other at one
 * place the kernel combines before it stores them. */
struct sdyrt_scatter_plan {
    int64_t route; /* enum sdyrt_scatter_route */
    int64_t together;
};

enum sdyrt_scatter_route {
#define ROUTE(name, NAME, ...) SDYRT_SCATTER_BY_##NAME,
#include "scatter_routes.def"
    SDYRT_SCATTER_ROUTE_COUNT
};

/* Makes `count` updates, by a plan that was made for this description, for a class that the
 * processor belongs to. Offsets count elements; `values` are dense. */
void sdyrt_scatter(const struct sdyrt_scatter *what, const struct sdyrt_scatter_plan *plan,
                   void *memory, const void *offset, const uint8_t *keep, const void *values,
                   int64_t count);

#ifdef __cplusplus
}
#endif
#endif
