#include "amx_weights.h"

#if defined(__x86_64__) && defined(__linux__)

#include "amx_registers.h"

/* Sums of one block of rows are registers 0 to 3, of two blocks 0 and 1, 2 and 3, of three 0 and 1,
   2 and 3, 4 and 5. */
AMX_TARGET void sdyrt_amx_weights_clear(int64_t tall) {
    _tile_zero(0);
    _tile_zero(1);
    _tile_zero(2);
    _tile_zero(3);
    if (tall == AMX_TALL) {
        _tile_zero(4);
        _tile_zero(5);
    }
}

static inline AMX_TARGET ALWAYS void add_one(const char *rows, const char *columns) {
    _tile_loadd(4, rows, AMX_LINE);
    _tile_loadd(6, columns, AMX_LINE);
    _tile_dpbf16ps(0, 4, 6);
    _tile_loadd(7, columns + AMX_TILE, AMX_LINE);
    _tile_dpbf16ps(1, 4, 7);
    _tile_loadd(6, columns + 2 * AMX_TILE, AMX_LINE);
    _tile_dpbf16ps(2, 4, 6);
    _tile_loadd(7, columns + 3 * AMX_TILE, AMX_LINE);
    _tile_dpbf16ps(3, 4, 7);
}

static inline AMX_TARGET ALWAYS void add_two(const char *rows, int64_t to_next,
                                             const char *columns) {
    _tile_loadd(4, rows, AMX_LINE);
    _tile_loadd(6, columns, AMX_LINE);
    _tile_dpbf16ps(0, 4, 6);
    _tile_loadd(7, columns + AMX_TILE, AMX_LINE);
    _tile_dpbf16ps(1, 4, 7);
    _tile_loadd(5, rows + to_next, AMX_LINE);
    _tile_dpbf16ps(2, 5, 6);
    _tile_dpbf16ps(3, 5, 7);
}

/* There is a register left for rows, and one for columns. */
static inline AMX_TARGET ALWAYS void add_three(const char *rows, int64_t to_next,
                                               const char *columns) {
    _tile_loadd(7, columns, AMX_LINE);
    _tile_loadd(6, rows, AMX_LINE);
    _tile_dpbf16ps(0, 6, 7);
    _tile_loadd(6, rows + to_next, AMX_LINE);
    _tile_dpbf16ps(2, 6, 7);
    _tile_loadd(6, rows + 2 * to_next, AMX_LINE);
    _tile_dpbf16ps(4, 6, 7);
    _tile_loadd(7, columns + AMX_TILE, AMX_LINE);
    _tile_dpbf16ps(5, 6, 7);
    _tile_loadd(6, rows + to_next, AMX_LINE);
    _tile_dpbf16ps(3, 6, 7);
    _tile_loadd(6, rows, AMX_LINE);
    _tile_dpbf16ps(1, 6, 7);
}

AMX_TARGET void sdyrt_amx_weights_add(int64_t tall, const char *rows, int64_t to_next,
                                      const char *columns) {
    MEMORY_IS_WRITTEN(rows);
    MEMORY_IS_WRITTEN(columns);
    if (tall == 1) {
        add_one(rows, columns);
    } else if (tall == 2) {
        add_two(rows, to_next, columns);
    } else {
        add_three(rows, to_next, columns);
    }
}

AMX_TARGET void sdyrt_amx_weights_store(int64_t tall, float *sums) {
    const int64_t row = AMX_SUM_ROW * (int64_t)sizeof *sums;
    char *to = (char *)sums;
    _tile_stored(0, to, row);
    _tile_stored(1, to + AMX_LINE, row);
    if (tall == 1) {
        _tile_stored(2, to + 2 * AMX_LINE, row);
        _tile_stored(3, to + 3 * AMX_LINE, row);
    } else {
        to += AMX_LINES * row;
        _tile_stored(2, to, row);
        _tile_stored(3, to + AMX_LINE, row);
    }
    if (tall == AMX_TALL) {
        to += AMX_LINES * row;
        _tile_stored(4, to, row);
        _tile_stored(5, to + AMX_LINE, row);
    }
    MEMORY_IS_WRITTEN(sums);
}

#endif
