/*
 * Rows reduced to one value each: sums[r] = op(sums[r], what reduce makes of row r); a part of
 * strips_impl.h. Where vectors have 64 bytes, the lanes of sixteen rows (of elements of 64 bits:
 * eight) are halved together, in the order of a single one, so that a short row costs little more
 * than its loads.
 */

/* One by one. An emitted program may have strips, and none of these. */
#define REDUCE_EACH_ROW(op, s, S, t)                                                               \
    __attribute__((unused)) static void strip_reduce_rows_##op##_##s(                              \
        TYPE(t) * sums, const S *a, int64_t rows, int64_t stride, int64_t n) {                     \
        for (int64_t r = 0; r < rows; r++) {                                                       \
            sums[r] = sdyrt_##op##_##t(sums[r], strip_reduce_##op##_##s(a + r * stride, n));       \
        }                                                                                          \
    }
#if defined(SDYRT_WITH_AVX512)
#include "strips_rows_avx512.h"
#else
#define SDYRT_REDUCE_ROWS(op, t)        REDUCE_EACH_ROW(op, t, TYPE(t), t)
#define SDYRT_REDUCE_ROWS_NARROW(op, s) REDUCE_EACH_ROW(op, s, uint16_t, f32)
#endif
