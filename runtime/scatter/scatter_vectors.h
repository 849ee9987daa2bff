/* Rows of elements of 32 and 64 bits by vectors of 64 bytes; scatter_rows.c has them for all types
 * and processors. */
#ifndef SDYRT_SCATTER_VECTORS_H
#define SDYRT_SCATTER_VECTORS_H

#include <stddef.h>
#include <stdint.h>

enum { SDYRT_SCATTER_NARROW = 64 }; /* most bytes of a row that is one vector */

/* Combines `count` rows of values, which are dense, with the one in memory, in their order. */
typedef void sdyrt_scatter_row(char *memory, const char *values, int64_t count, int64_t columns);
/* Rows and where they go, as sdyrt_scatter_rows is given them; `bytes`: of what offsets count. */
struct sdyrt_scatter_updates {
    char *memory;
    const void *offset;
    const uint8_t *keep;
    const char *values;
    int64_t rows, bytes;
    int wide;
};
/* Combines rows of `size` bytes, each with what stands at its place. */
typedef void sdyrt_scatter_narrow(struct sdyrt_scatter_updates updates, int64_t size);

enum { SDYRT_SCATTER_COMING = 16 }; /* rows, whose places are fetched before they are used */

/* Also of a row that goes nowhere, whose offset may be anything: numbers wrap, pointers may not. */
static inline char *sdyrt_scatter_place(const struct sdyrt_scatter_updates *updates, int64_t row) {
    int64_t at = updates->wide ? ((const int64_t *)updates->offset)[row]
                               : ((const int32_t *)updates->offset)[row];
    return (char *)((uintptr_t)updates->memory + (uintptr_t)at * (uintptr_t)updates->bytes);
}

/* NULL: the row goes nowhere. */
static inline char *sdyrt_scatter_next(const struct sdyrt_scatter_updates *updates, int64_t row) {
    if (row + SDYRT_SCATTER_COMING < updates->rows) {
        __builtin_prefetch(sdyrt_scatter_place(updates, row + SDYRT_SCATTER_COMING));
    }
    if (updates->keep != NULL && !updates->keep[row]) {
        return NULL;
    }
    return sdyrt_scatter_place(updates, row);
}

/* Goes through narrow rows, `to` and `values` being where one goes and what it is: rows that follow
 * on each other at one place are loaded from it and stored to it once. The last three are
 * statements. */
#define SDYRT_SCATTER_BY_PLACE(updates, size, load, store, combine)                                \
    const char *values = (updates).values;                                                         \
    char *to = NULL;                                                                               \
    for (int64_t r = 0; r < (updates).rows; r++, values += (size)) {                               \
        char *at = sdyrt_scatter_next(&(updates), r);                                              \
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

/* By the numbers of scatter.h; NULL: the processor has no such vectors, or there is none for the
 * type. */
sdyrt_scatter_row *sdyrt_scatter_row_of(int op, int type);
sdyrt_scatter_narrow *sdyrt_scatter_narrow_of(int op, int type);

#endif
