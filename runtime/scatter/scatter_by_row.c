/* All rows, one after the other; those for one place in turn are combined in registers. */
#include "caches.h"
#include "runs.h"
#include "scatter_kernels.h"
#include "sizes.h"

#include <stdbool.h>

#define THRESHOLD(name, value, unit, why, how) enum { name = value };
#include "scatter_thresholds.def"

static void fetch(const char *from, int64_t bytes) {
    for (int64_t i = 0; i < minimum(bytes, SDYRT_SHORT_RUN); i += SDYRT_LINE_BYTES) {
        __builtin_prefetch(from + i);
    }
}

void sdyrt_scatter_row_by_row(const struct sdyrt_scatter *what,
                              const struct sdyrt_scatter_plan *plan,
                              const struct scatter_updates *updates, scatter_row_fn *update) {
    const int64_t bytes = scatter_memory_bytes(what->type),
                  columns = scatter_columns_of_parts(what);
    const int64_t size = what->columns * bytes;
    const int64_t step = what->columns * scatter_value_bytes(what->type);
    const int64_t rows = updates->count, most = plan->together;
    const void *const offset = updates->offset;
    const uint8_t *const keep = updates->keep;
    const int wide = (int)what->wide;
    for (int64_t r = 0; r < rows;) {
        int64_t at = scatter_offset(offset, wide, r), first = r++,
                end = minimum(rows, first + most);
        const char *from = updates->values + first * step;
        if (keep != NULL && !keep[first]) {
            continue;
        }
        while (r < end && scatter_offset(offset, wide, r) == at && (keep == NULL || keep[r])) {
            r++;
        }
        bool goes_on = r < rows && scatter_offset(offset, wide, r) == at;
        if (!goes_on && r - first == 1 && r + SCATTER_AHEAD < rows &&
            (keep == NULL || keep[r + SCATTER_AHEAD])) {
            fetch(updates->memory + scatter_offset(offset, wide, r + SCATTER_AHEAD) * bytes, size);
            fetch(from + SCATTER_BEHIND, step);
        }
        update(updates->memory + at * bytes, from, r - first, columns);
    }
}
