#include "amx_weights.h"

#if defined(__x86_64__) && defined(__linux__)

#include "amx_registers.h"

/* Sums are the registers 0 to 3, rows 4 to 6, columns 7. */
void sdyrt_amx_weights_set(int64_t rows) {
    sdyrt_amx_set_lines((const int64_t[]){rows, rows, rows, rows, rows, rows, rows, AMX_LINES},
                        AMX_LINE);
}

AMX_TARGET void sdyrt_amx_weights_clear(void) {
    _tile_zero(0);
    _tile_zero(1);
    _tile_zero(2);
    _tile_zero(3);
}

/* A register of columns by all rows. */
#define ADD(sums, parts, columns)                                                                  \
    do {                                                                                           \
        _tile_loadd(7, columns, AMX_LINE);                                                         \
        _tile_dpbf16ps(sums, 4, 7);                                                                \
        if ((parts) > 1) {                                                                         \
            _tile_dpbf16ps(sums, 5, 7);                                                            \
            _tile_dpbf16ps(sums, 6, 7);                                                            \
        }                                                                                          \
    } while (0)

static inline AMX_TARGET ALWAYS void add_parts(const int parts, const char *columns) {
    ADD(0, parts, columns);
    ADD(1, parts, columns + AMX_TILE);
    ADD(2, parts, columns + 2 * AMX_TILE);
    ADD(3, parts, columns + 3 * AMX_TILE);
}

AMX_TARGET void sdyrt_amx_weights_add(int64_t parts, const char *rows, int64_t to_next,
                                      const char *columns) {
    MEMORY_IS_WRITTEN(rows);
    MEMORY_IS_WRITTEN(columns);
    _tile_loadd(4, rows, AMX_LINE);
    if (parts == 1) {
        add_parts(1, columns);
        return;
    }
    _tile_loadd(5, rows + to_next, AMX_LINE);
    _tile_loadd(6, rows + 2 * to_next, AMX_LINE);
    add_parts(AMX_PARTS, columns);
}

AMX_TARGET void sdyrt_amx_weights_store(float *sums) {
    const int64_t row = AMX_SUM_ROW * (int64_t)sizeof *sums;
    char *to = (char *)sums;
    _tile_stored(0, to, row);
    _tile_stored(1, to + AMX_LINE, row);
    _tile_stored(2, to + 2 * AMX_LINE, row);
    _tile_stored(3, to + 3 * AMX_LINE, row);
    MEMORY_IS_WRITTEN(sums);
}

#endif
