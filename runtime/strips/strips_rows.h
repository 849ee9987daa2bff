/*
 * Rows reduced to one value each: sums[r] = op(sums[r], what reduce makes of row r); a part of
 * strips_impl.h. Where vectors have 64 bytes, the lanes of sixteen rows (of elements of 64 bits:
 * eight) are halved together, in the order of a single one, so that a short row costs little more
 * than its loads; sums of f32 elsewhere, eight rows together.
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
#include "strips_rows_lanes.h"
#define REDUCE_ROWS_f32(op)             REDUCE_ROWS_f32_##op
#define REDUCE_ROWS_f32_add             ADD_UP_EACH_ROW
#define REDUCE_ROWS_f32_max             REDUCE_EACH_ROW(max, f32, float, f32)
#define REDUCE_ROWS_f32_min             REDUCE_EACH_ROW(min, f32, float, f32)
#define REDUCE_ROWS_i8(op)              REDUCE_EACH_ROW(op, i8, TYPE(i8), i8)
#define REDUCE_ROWS_i16(op)             REDUCE_EACH_ROW(op, i16, TYPE(i16), i16)
#define REDUCE_ROWS_i32(op)             REDUCE_EACH_ROW(op, i32, TYPE(i32), i32)
#define REDUCE_ROWS_i64(op)             REDUCE_EACH_ROW(op, i64, TYPE(i64), i64)
#define REDUCE_ROWS_u8(op)              REDUCE_EACH_ROW(op, u8, TYPE(u8), u8)
#define REDUCE_ROWS_u16(op)             REDUCE_EACH_ROW(op, u16, TYPE(u16), u16)
#define REDUCE_ROWS_u32(op)             REDUCE_EACH_ROW(op, u32, TYPE(u32), u32)
#define REDUCE_ROWS_u64(op)             REDUCE_EACH_ROW(op, u64, TYPE(u64), u64)
#define REDUCE_ROWS_i1(op)              REDUCE_EACH_ROW(op, i1, TYPE(i1), i1)
#define REDUCE_ROWS_f64(op)             REDUCE_EACH_ROW(op, f64, TYPE(f64), f64)
#define SDYRT_REDUCE_ROWS(op, t)        REDUCE_ROWS_##t(op)
#define SDYRT_REDUCE_ROWS_NARROW(op, s) REDUCE_EACH_ROW(op, s, uint16_t, f32)
#endif
