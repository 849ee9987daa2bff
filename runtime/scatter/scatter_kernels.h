/* What makes updates at computed places by each route; internal to the runtime. */
#ifndef SDYRT_SCATTER_KERNELS_H
#define SDYRT_SCATTER_KERNELS_H

#include "caches.h"
#include "scatter.h"

#include <stddef.h>

/* Updates as sdyrt_scatter is given them. */
struct scatter_updates {
    char *memory;
    const void *offset;
    const uint8_t *keep;
    const char *values;
    int64_t count;
};

/* Makes the updates of a description and a plan, by one route. */
typedef void scatter_route_fn(const struct sdyrt_scatter *what,
                              const struct sdyrt_scatter_plan *plan,
                              const struct scatter_updates *updates);
#define ROUTE(name, ...) scatter_route_fn sdyrt_scatter_by_##name;
#include "scatter_routes.def"

/* --- sizes --- */

/* Most bytes of a row that is one vector, and vectors of longer rows that stay in registers. */
enum { SCATTER_VECTOR_BYTES = SDYRT_LINE_BYTES, SCATTER_BLOCK = 4 };

/* Bytes of rows that `registers` is compiled for: X(bytes, of) for each. */
#define SCATTER_REGISTER_SIZES(X, of)                                                              \
    X(8, of) X(12, of) X(16, of) X(24, of) X(32, of) X(48, of) X(64, of)

/* Of an element in memory, and of one of the values. */
static inline int64_t scatter_memory_bytes(int64_t type) {
    static const unsigned char bytes[SDYRT_SCATTER_TYPES] = {1, 2, 4, 8, 1, 2,  4,  8,
                                                             4, 8, 2, 2, 8, 16, 16, 8};
    return bytes[type];
}

static inline int64_t scatter_value_bytes(int64_t type) {
    const int is_widened = type == SDYRT_SCATTER_BF16 || type == SDYRT_SCATTER_F16;
    return is_widened || type == SDYRT_SCATTER_F64_OF_F32 ? 4 : scatter_memory_bytes(type);
}

/* --- rows --- */

static inline int64_t scatter_offset(const void *offset, int wide, int64_t update) {
    return wide ? ((const int64_t *)offset)[update] : ((const int32_t *)offset)[update];
}

/* Combines `count` rows of values, which are dense, with the one in memory, in their order. */
typedef void scatter_row_fn(char *memory, const char *values, int64_t count, int64_t columns);

/* Makes all updates by a function for rows: those that follow on each other at one place are given
   to it together, as many as the plan says. */
void sdyrt_scatter_row_by_row(const struct sdyrt_scatter *what,
                              const struct sdyrt_scatter_plan *plan,
                              const struct scatter_updates *updates, scatter_row_fn *update);

/* Complex numbers are pairs of others, which are added. */
static inline int64_t scatter_type_of_parts(int64_t type) {
    return type == SDYRT_SCATTER_C64    ? SDYRT_SCATTER_F32
           : type == SDYRT_SCATTER_C128 ? SDYRT_SCATTER_F64
                                        : type;
}

static inline int64_t scatter_columns_of_parts(const struct sdyrt_scatter *what) {
    return scatter_type_of_parts(what->type) != what->type ? 2 * what->columns : what->columns;
}

#endif
