#include "weave_columns.h"

#include "caches.h"
#include "sizes.h"
#include "transpose_tile.h"
#include "weave_items.h"

#include <string.h>

enum {
    BLOCK_BYTES = SDYRT_NEAR_CACHE / 2, /* of rows that are transposed together */
    BLOCK_ROWS = SDYRT_VECTOR_BYTES,    /* their number is a multiple of this: tiles of bytes */
};

static int64_t block_rows(const struct sdyrt_weave *what) {
    return maximum(1, BLOCK_BYTES / (what->row * BLOCK_ROWS)) * BLOCK_ROWS;
}

size_t sdyrt_weave_columns_scratch(const struct sdyrt_weave *what) {
    return (size_t)(block_rows(what) * what->row);
}

void sdyrt_weave_block_columns(const struct sdyrt_weave *what, struct weaver *weaver,
                               const struct weave_rows *rows, char *scratch) {
    int64_t bytes = what->bytes[0], most = block_rows(what);
    transpose_matrix_fn *transpose = sdyrt_transpose_matrix(weaver->isa, bytes);
    for (int64_t first = 0; first < rows->count; first += most) {
        int64_t count = minimum(most, rows->count - first);
        for (int64_t k = 0; k < what->runs; k++) {
            memcpy(scratch + k * most * bytes,
                   rows->from[what->source[k]] + what->from[k] + first * bytes,
                   (size_t)(count * bytes));
        }
        struct transpose_matrix matrix = {.from = scratch,
                                          .to = rows->to + first * what->row,
                                          .from_row = most * bytes,
                                          .to_column = what->row,
                                          .rows = what->runs,
                                          .columns = count};
        transpose(&matrix);
    }
}
