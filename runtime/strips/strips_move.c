/* Rows that take two moves, which overlap where a row is shorter than both. */
#include "strips_move.h"

#include <string.h>

/* As loops they would be unrolled and joined, in several times the code. */
#define ROWS_OF_TWO_MOVES(part)                                                                    \
    if (bytes >= (part)) {                                                                         \
        _Pragma("GCC unroll 1") for (int64_t r = 0; r < rows; r++) {                               \
            memcpy(to, from, part);                                                                \
            memcpy(to + bytes - (part), from + bytes - (part), part);                              \
            to += dst_step;                                                                        \
            from += src_step;                                                                      \
        }                                                                                          \
        return 1;                                                                                  \
    }

int sdyrt_move_short_rows(void *dst, int64_t dst_step, const void *src, int64_t src_step,
                          int64_t rows, int64_t bytes) {
    char *to = dst;
    const char *from = src;
    if (bytes >= SDYRT_MOVED_ROW) {
        return 0;
    }
    ROWS_OF_TWO_MOVES(32)
    ROWS_OF_TWO_MOVES(16)
    ROWS_OF_TWO_MOVES(8)
    ROWS_OF_TWO_MOVES(4)
    ROWS_OF_TWO_MOVES(2)
    return 0;
}
