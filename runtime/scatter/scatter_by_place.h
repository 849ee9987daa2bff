/* Rows that stay in registers while the place they go to is the same. Internal to the runtime. */
#ifndef SDYRT_SCATTER_BY_PLACE_H
#define SDYRT_SCATTER_BY_PLACE_H

#include "scatter_kernels.h"

#define THRESHOLD(name, value, unit, why, how) enum { name = value };
#include "scatter_thresholds.def"

/* Rows and where they go; `bytes`: of what offsets count. */
struct narrow_rows {
    char *memory;
    const void *offset;
    const uint8_t *keep;
    const char *values;
    int64_t rows, bytes;
    int wide;
};
/* Combines rows of `size` bytes, each with what stands at its place. */
typedef void scatter_narrow_fn(struct narrow_rows updates, int64_t size);

/* Also of a row that goes nowhere, whose offset may be anything: numbers wrap, pointers may not. */
static inline char *narrow_place(const struct narrow_rows *updates, int64_t row) {
    int64_t at = updates->wide ? ((const int64_t *)updates->offset)[row]
                               : ((const int32_t *)updates->offset)[row];
    return (char *)((uintptr_t)updates->memory + (uintptr_t)at * (uintptr_t)updates->bytes);
}

/* NULL: the row goes nowhere. */
static inline char *narrow_next(const struct narrow_rows *updates, int64_t row) {
    if (row + 2 * SCATTER_AHEAD < updates->rows) {
        __builtin_prefetch(narrow_place(updates, row + 2 * SCATTER_AHEAD));
    }
    if (updates->keep != NULL && !updates->keep[row]) {
        return NULL;
    }
    return narrow_place(updates, row);
}

/* Goes through narrow rows, `to` and `values` being where one goes and what it is: rows that follow
 * on each other at one place are loaded from it and stored to it once. The last three are
 * statements. */
#define SCATTER_BY_PLACE(updates, size, load, store, combine)                                      \
    const char *values = (updates).values;                                                         \
    char *to = NULL;                                                                               \
    for (int64_t r = 0; r < (updates).rows; r++, values += (size)) {                               \
        char *at = narrow_next(&(updates), r);                                                     \
        if (at == NULL) {                                                                          \
            continue;                                                                              \
        }                                                                                          \
        if (at != to) {                                                                            \
            if (to != NULL) {                                                                      \
                store;                                                                             \
            }                                                                                      \
            to = at;                                                                               \
            load;                                                                                  \
        }                                                                                          \
        combine;                                                                                   \
    }                                                                                              \
    if (to != NULL) {                                                                              \
        store;                                                                                     \
    }

/* The updates as such rows. */
static inline struct narrow_rows narrow_rows_of(const struct sdyrt_scatter *what,
                                                const struct scatter_updates *updates) {
    return (struct narrow_rows){.memory = updates->memory,
                                .offset = updates->offset,
                                .keep = updates->keep,
                                .values = updates->values,
                                .rows = updates->count,
                                .bytes = scatter_memory_bytes(what->type),
                                .wide = (int)what->wide};
}

#endif
