/*
 * Rows combined into a strip, and rows reduced to one value each: sums[r] = op(sums[r], what reduce
 * makes of row r); a part of strips_impl.h. Where vectors have 64 bytes, maxima and minima of
 * floats are combined by vectors, and the lanes of sixteen rows (of f64: eight) are halved
 * together, in the order of a single one, so that a short row costs little more than its loads.
 * Strips of maxima and minima are made here too.
 */

#define REDUCE_PLAIN(op, t)     SDYRT_SCALAR_REDUCE(strip_reduce_##op##_##t, op, t)
#define STRIP_REDUCE_add(op, t) REDUCE_PLAIN(op, t)
#define STRIP_REDUCE_mul(op, t) REDUCE_PLAIN(op, t)
#define STRIP_REDUCE_and(op, t) REDUCE_PLAIN(op, t)
#define STRIP_REDUCE_or(op, t)  REDUCE_PLAIN(op, t)
#define STRIP_REDUCE_xor(op, t) REDUCE_PLAIN(op, t)
#define STRIP_REDUCE_max(op, t) REDUCE_EXTREME_##t(op)
#define STRIP_REDUCE_min(op, t) REDUCE_EXTREME_##t(op)
#define REDUCE_EXTREME_i1(op)   REDUCE_PLAIN(op, i1)
#define REDUCE_EXTREME_i8(op)   REDUCE_PLAIN(op, i8)
#define REDUCE_EXTREME_i16(op)  REDUCE_PLAIN(op, i16)
#define REDUCE_EXTREME_i32(op)  REDUCE_PLAIN(op, i32)
#define REDUCE_EXTREME_i64(op)  REDUCE_PLAIN(op, i64)
#define REDUCE_EXTREME_u8(op)   REDUCE_PLAIN(op, u8)
#define REDUCE_EXTREME_u16(op)  REDUCE_PLAIN(op, u16)
#define REDUCE_EXTREME_u32(op)  REDUCE_PLAIN(op, u32)
#define REDUCE_EXTREME_u64(op)  REDUCE_PLAIN(op, u64)

/* One by one. An emitted program may have strips, and none of these. */
#define REDUCE_EACH_ROW(op, s, S, t)                                                               \
    __attribute__((unused)) static void strip_reduce_rows_##op##_##s(                              \
        TYPE(t) * sums, const S *a, int64_t rows, int64_t stride, int64_t n) {                     \
        for (int64_t r = 0; r < rows; r++) {                                                       \
            sums[r] = sdyrt_##op##_##t(sums[r], strip_reduce_##op##_##s(a + r * stride, n));       \
        }                                                                                          \
    }
#define SDYRT_REDUCE_ROWS_NARROW(op, s) REDUCE_EACH_ROW(op, s, uint16_t, f32)

#if defined(SDYRT_WITH_AVX512)
#include <immintrin.h>

typedef float rows_f32 __attribute__((vector_size(64)));
typedef double rows_f64 __attribute__((vector_size(64)));
typedef int32_t rows_i32 __attribute__((vector_size(64)));
typedef int64_t rows_i64 __attribute__((vector_size(64)));
typedef rows_f32 rows_bf16;

/* ---- operations ---- */

#define ROWS_add_f32(a, b)  ((a) + (b))
#define ROWS_add_bf16(a, b) ((a) + (b))
#define ROWS_add_f64(a, b)  ((a) + (b))
#define ROWS_add_i32(a, b)  ((a) + (b))
#define ROWS_max_f32(a, b)  extreme_f32(a, b, false)
#define ROWS_min_f32(a, b)  extreme_f32(a, b, true)
#define ROWS_max_f64(a, b)  extreme_f64(a, b, false)
#define ROWS_min_f64(a, b)  extreme_f64(a, b, true)
#define ROWS_max_i32(a, b)  ((rows_i32)_mm512_max_epi32((__m512i)(a), (__m512i)(b)))
#define ROWS_min_i32(a, b)  ((rows_i32)_mm512_min_epi32((__m512i)(a), (__m512i)(b)))

/* Zeros by sign, and NaN where there is one. */
static inline rows_f32 extreme_f32(rows_f32 a, rows_f32 b, bool least) {
    rows_f32 best = least ? _mm512_range_ps(a, b, 4) : _mm512_range_ps(a, b, 5);
    return _mm512_mask_add_ps(best, _mm512_cmp_ps_mask(a, b, _CMP_UNORD_Q), a, b);
}
static inline rows_f64 extreme_f64(rows_f64 a, rows_f64 b, bool least) {
    rows_f64 best = least ? _mm512_range_pd(a, b, 4) : _mm512_range_pd(a, b, 5);
    return _mm512_mask_add_pd(best, _mm512_cmp_pd_mask(a, b, _CMP_UNORD_Q), a, b);
}

/* The same of numbers that are no NaN, and whether some element of two vectors is one. */
#define BEST_max_f32(a, b)   ((rows_f32)_mm512_range_ps(a, b, 5))
#define BEST_min_f32(a, b)   ((rows_f32)_mm512_range_ps(a, b, 4))
#define BEST_max_f64(a, b)   ((rows_f64)_mm512_range_pd(a, b, 5))
#define BEST_min_f64(a, b)   ((rows_f64)_mm512_range_pd(a, b, 4))
#define BEST_max_bf16(a, b)  BEST_max_f32(a, b)
#define BEST_min_bf16(a, b)  BEST_min_f32(a, b)
#define UNORDERED_f32(a, b)  _mm512_cmp_ps_mask(a, b, _CMP_UNORD_Q)
#define UNORDERED_f64(a, b)  _mm512_cmp_pd_mask(a, b, _CMP_UNORD_Q)
#define UNORDERED_bf16(a, b) UNORDERED_f32(a, b)

/* Whole vectors, the elements under a mask, and those of `b` under one, else of `a`. */
#define ROWS_LOAD_f32(at)         ((rows_f32)_mm512_loadu_ps(at))
#define ROWS_PART_f32(at, k)      ((rows_f32)_mm512_maskz_loadu_ps(k, at))
#define ROWS_CHOOSE_f32(k, a, b)  ((rows_f32)_mm512_mask_blend_ps(k, a, b))
#define ROWS_LOAD_f64(at)         ((rows_f64)_mm512_loadu_pd(at))
#define ROWS_PART_f64(at, k)      ((rows_f64)_mm512_maskz_loadu_pd((__mmask8)(k), at))
#define ROWS_CHOOSE_f64(k, a, b)  ((rows_f64)_mm512_mask_blend_pd((__mmask8)(k), a, b))
#define ROWS_LOAD_i32(at)         ((rows_i32)_mm512_loadu_si512(at))
#define ROWS_PART_i32(at, k)      ((rows_i32)_mm512_maskz_loadu_epi32(k, at))
#define ROWS_CHOOSE_i32(k, a, b)  ((rows_i32)_mm512_mask_blend_epi32(k, (__m512i)(a), (__m512i)(b)))
#define ROWS_WIDE_bf16(halves)    ((rows_f32)_mm512_slli_epi32(_mm512_cvtepu16_epi32(halves), 16))
#define ROWS_LOAD_bf16(at)        ROWS_WIDE_bf16(_mm256_loadu_si256((const void *)(at)))
#define ROWS_PART_bf16(at, k)     ROWS_WIDE_bf16(_mm256_maskz_loadu_epi16(k, at))
#define ROWS_CHOOSE_bf16(k, a, b) ROWS_CHOOSE_f32(k, a, b)

/* Sums, under a mask. */
#define ROWS_SUMS_f32(at, k)      ROWS_PART_f32(at, k)
#define ROWS_STORE_f32(at, k, a)  _mm512_mask_storeu_ps(at, k, a)
#define ROWS_SUMS_bf16(at, k)     ROWS_PART_f32(at, k)
#define ROWS_STORE_bf16(at, k, a) _mm512_mask_storeu_ps(at, k, a)
#define ROWS_SUMS_f64(at, k)      ROWS_PART_f64(at, k)
#define ROWS_STORE_f64(at, k, a)  _mm512_mask_storeu_pd(at, (__mmask8)(k), a)
#define ROWS_SUMS_i32(at, k)      ROWS_PART_i32(at, k)
#define ROWS_STORE_i32(at, k, a)  _mm512_mask_storeu_epi32(at, k, (__m512i)(a))

/* ---- the lanes of a row: one vector, of f64 two ---- */

/* What is combined fast, what says of four vectors whether a NaN was lost in that, and the lanes
 * with a NaN if it was. */
#define BEST_add_f32(a, b)        ROWS_add_f32(a, b)
#define BEST_add_f64(a, b)        ROWS_add_f64(a, b)
#define BEST_add_bf16(a, b)       ROWS_add_bf16(a, b)
#define BEST_add_i32(a, b)        ROWS_add_i32(a, b)
#define BEST_max_i32(a, b)        ROWS_max_i32(a, b)
#define BEST_min_i32(a, b)        ROWS_min_i32(a, b)
#define UNORDERED_i32(a, b)       0
#define NANS_add(t, nans, x)      (nans)
#define NANS_max(t, nans, x)      (nans) | UNORDERED_##t(x[0], x[1]) | UNORDERED_##t(x[2], x[3])
#define NANS_min(t, nans, x)      NANS_max(t, nans, x)
#define WITH_NANS_add(t, nans, a) (a)
#define WITH_NANS_max(t, nans, a) ((nans) != 0 ? (rows_##t){0} + LOST_##t : (a))
#define WITH_NANS_min(t, nans, a) WITH_NANS_max(t, nans, a)
#define LOST_f32                  NAN
#define LOST_f64                  (double)NAN
#define LOST_i32                  0

/* Lane by lane, a vector of each group of sixteen, `half` elements in. */
#define LANES_OF(op, t, S, width)                                                                  \
    static inline rows_##t lanes_##op##_##t(const S *a, int64_t n, int64_t half) {                 \
        rows_##t lanes = (rows_##t){0} + SDYRT_IDENTITY_##op(t);                                   \
        int64_t at = half;                                                                         \
        if (n >= SDYRT_REDUCE_MANY) {                                                              \
            rows_##t many[4] = {lanes, lanes, lanes, lanes}, x[4];                                 \
            __mmask16 nans = 0;                                                                    \
            for (; at - half + SDYRT_REDUCE_MANY <= n; at += SDYRT_REDUCE_MANY) {                  \
                for (int i = 0; i < 4; i++) {                                                      \
                    x[i] = ROWS_LOAD_##t(a + at + 16 * i);                                         \
                    many[i] = BEST_##op##_##t(many[i], x[i]);                                      \
                }                                                                                  \
                nans = (__mmask16)(NANS_##op(t, nans, x));                                         \
            }                                                                                      \
            rows_##t even = BEST_##op##_##t(many[0], many[2]);                                     \
            rows_##t odd = BEST_##op##_##t(many[1], many[3]);                                      \
            lanes = WITH_NANS_##op(t, nans, BEST_##op##_##t(even, odd));                           \
        }                                                                                          \
        for (; at - half + SDYRT_REDUCE_LANES <= n; at += SDYRT_REDUCE_LANES) {                    \
            lanes = ROWS_##op##_##t(lanes, ROWS_LOAD_##t(a + at));                                 \
        }                                                                                          \
        if (at < n) {                                                                              \
            int64_t left = n - at < (width) ? n - at : (width);                                    \
            __mmask16 k = (__mmask16)((1u << left) - 1);                                           \
            rows_##t both = ROWS_##op##_##t(lanes, ROWS_PART_##t(a + at, k));                      \
            lanes = ROWS_CHOOSE_##t(k, lanes, both);                                               \
        }                                                                                          \
        return lanes;                                                                              \
    }

/* ---- rows together ---- */

/* z = what is even of x and y, combined with what is odd; indices of the elements of both. */
#define HALVE(op, t, z, x, y, I, even, odd)                                                        \
    z = ROWS_##op##_##t(__builtin_shuffle(x, y, (rows_##I)even),                                   \
                        __builtin_shuffle(x, y, (rows_##I)odd))

#define HALF_8_LOW                                                                                 \
    { 0, 1, 2, 3, 4, 5, 6, 7, 16, 17, 18, 19, 20, 21, 22, 23 }
#define HALF_8_HIGH                                                                                \
    { 8, 9, 10, 11, 12, 13, 14, 15, 24, 25, 26, 27, 28, 29, 30, 31 }
#define HALF_4_LOW                                                                                 \
    { 0, 1, 2, 3, 8, 9, 10, 11, 16, 17, 18, 19, 24, 25, 26, 27 }
#define HALF_4_HIGH                                                                                \
    { 4, 5, 6, 7, 12, 13, 14, 15, 20, 21, 22, 23, 28, 29, 30, 31 }
#define HALF_2_LOW                                                                                 \
    { 0, 1, 16, 17, 4, 5, 20, 21, 8, 9, 24, 25, 12, 13, 28, 29 }
#define HALF_2_HIGH                                                                                \
    { 2, 3, 18, 19, 6, 7, 22, 23, 10, 11, 26, 27, 14, 15, 30, 31 }
#define HALF_1_LOW                                                                                 \
    { 0, 2, 16, 18, 4, 6, 20, 22, 8, 10, 24, 26, 12, 14, 28, 30 }
#define HALF_1_HIGH                                                                                \
    { 1, 3, 17, 19, 5, 7, 21, 23, 9, 11, 25, 27, 13, 15, 29, 31 }
#define WIDE_4_LOW                                                                                 \
    { 0, 1, 2, 3, 8, 9, 10, 11 }
#define WIDE_4_HIGH                                                                                \
    { 4, 5, 6, 7, 12, 13, 14, 15 }
#define WIDE_2_LOW                                                                                 \
    { 0, 1, 4, 5, 8, 9, 12, 13 }
#define WIDE_2_HIGH                                                                                \
    { 2, 3, 6, 7, 10, 11, 14, 15 }
#define WIDE_1_LOW                                                                                 \
    { 0, 8, 2, 10, 4, 12, 6, 14 }
#define WIDE_1_HIGH                                                                                \
    { 1, 9, 3, 11, 5, 13, 7, 15 }

/* The sums of `count` rows, at most sixteen, from their lanes; vector 4 k + j has those of row
 * 4 j + k. */
#define ROWS_16(op, t)                                                                             \
    static inline rows_##t joined_##op##_##t(rows_##t *v) {                                        \
        for (int i = 0; i < 8; i++) {                                                              \
            HALVE(op, t, v[i], v[2 * i], v[2 * i + 1], i32, HALF_8_LOW, HALF_8_HIGH);              \
        }                                                                                          \
        for (int i = 0; i < 4; i++) {                                                              \
            HALVE(op, t, v[i], v[2 * i], v[2 * i + 1], i32, HALF_4_LOW, HALF_4_HIGH);              \
        }                                                                                          \
        for (int i = 0; i < 2; i++) {                                                              \
            HALVE(op, t, v[i], v[2 * i], v[2 * i + 1], i32, HALF_2_LOW, HALF_2_HIGH);              \
        }                                                                                          \
        HALVE(op, t, v[0], v[0], v[1], i32, HALF_1_LOW, HALF_1_HIGH);                              \
        return v[0];                                                                               \
    }
/* Of eight; vector 4 k + j has those of row 2 j + k. */
#define ROWS_8(op, t)                                                                              \
    static inline rows_##t joined_##op##_##t(rows_##t *v) {                                        \
        for (int i = 0; i < 4; i++) {                                                              \
            HALVE(op, t, v[i], v[2 * i], v[2 * i + 1], i64, WIDE_4_LOW, WIDE_4_HIGH);              \
        }                                                                                          \
        for (int i = 0; i < 2; i++) {                                                              \
            HALVE(op, t, v[i], v[2 * i], v[2 * i + 1], i64, WIDE_2_LOW, WIDE_2_HIGH);              \
        }                                                                                          \
        HALVE(op, t, v[0], v[0], v[1], i64, WIDE_1_LOW, WIDE_1_HIGH);                              \
        return v[0];                                                                               \
    }

/* Whose NaN it is makes no difference: that of reduce. */
#define SAME_NAN_add(t, a) a
#define SAME_NAN_max(t, a) SAME_NAN_##t(a)
#define SAME_NAN_min(t, a) SAME_NAN_##t(a)
#define SAME_NAN_i32(a)    a
#define SAME_NAN_f32(a)                                                                            \
    ROWS_CHOOSE_f32(_mm512_cmp_ps_mask(a, a, _CMP_UNORD_Q), a, _mm512_set1_ps(NAN))
#define SAME_NAN_f64(a)                                                                            \
    ROWS_CHOOSE_f64(_mm512_cmp_pd_mask(a, a, _CMP_UNORD_Q), a, _mm512_set1_pd((double)NAN))

/* The lanes of as many short rows as there are vectors: all of them stay in registers. Rows are
 * read in the order of memory. */
#define SHORT_LANES(op, t, S)                                                                      \
    static inline void short_lanes_##op##_##t(rows_##t *v, const S *a, int64_t stride,             \
                                              int64_t n) {                                         \
        int64_t at = 0;                                                                            \
        for (int i = 0; i < 16; i++) {                                                             \
            v[i] = (rows_##t){0} + SDYRT_IDENTITY_##op(t);                                         \
        }                                                                                          \
        for (; at + SDYRT_REDUCE_LANES <= n; at += SDYRT_REDUCE_LANES) {                           \
            _Pragma("GCC unroll 16") for (int r = 0; r < 16; r++) {                                \
                rows_##t *to = &v[r % 4 * 4 + r / 4];                                              \
                *to = ROWS_##op##_##t(*to, ROWS_LOAD_##t(a + r * stride + at));                    \
            }                                                                                      \
        }                                                                                          \
        __mmask16 k = (__mmask16)((1u << (n - at)) - 1);                                           \
        _Pragma("GCC unroll 16") for (int r = 0; at < n && r < 16; r++) {                          \
            rows_##t *to = &v[r % 4 * 4 + r / 4];                                                  \
            rows_##t both = ROWS_##op##_##t(*to, ROWS_PART_##t(a + r * stride + at, k));           \
            *to = ROWS_CHOOSE_##t(k, *to, both);                                                   \
        }                                                                                          \
    }

/* Row 4 j + k (or 2 j + k) is vector 4 k + j. */
#define LANES_OF_EACH(op, t, count, across, lanes)                                                 \
    for (int r = 0; r < (count); r++) {                                                            \
        int64_t row = first + r;                                                                   \
        v[r % (across)*4 + r / (across)] =                                                         \
            row < rows ? lanes(op, t, a + row * stride) : (rows_##t){0};                           \
    }

#define REDUCE_ROWS(op, t, S, T, count, make_lanes)                                                \
    static void strip_reduce_rows_##op##_##t(T *sums, const S *a, int64_t rows, int64_t stride,    \
                                             int64_t n) {                                          \
        for (int64_t first = 0; first < rows; first += (count)) {                                  \
            rows_##t v[count];                                                                     \
            make_lanes(op, t) rows_##t joined = joined_##op##_##t(v);                              \
            joined = SAME_NAN_##op(t, joined);                                                     \
            int64_t left = rows - first < (count) ? rows - first : (count);                        \
            __mmask16 k = (__mmask16)((1u << left) - 1);                                           \
            joined = ROWS_##op##_##t(ROWS_SUMS_##t(sums + first, k), joined);                      \
            ROWS_STORE_##t(sums + first, k, joined);                                               \
        }                                                                                          \
    }

#define ONE_VECTOR(op, t, row) lanes_##op##_##t(row, n, 0)
#define TWO_VECTORS(op, t, row)                                                                    \
    ROWS_##op##_##t(lanes_##op##_##t(row, n, 0), lanes_##op##_##t(row, n, 8))

#define LANES_OF_16(op, t)                                                                         \
    if (n < SDYRT_REDUCE_MANY && first + 16 <= rows) {                                             \
        short_lanes_##op##_##t(v, a + first * stride, stride, n);                                  \
    } else {                                                                                       \
        LANES_OF_EACH(op, t, 16, 4, ONE_VECTOR)                                                    \
    }
#define LANES_OF_8(op, t)    LANES_OF_EACH(op, t, 8, 2, TWO_VECTORS)

#define REDUCE_ROWS_f32(op)  REDUCE_ROWS_16(op, f32, float, float)
#define REDUCE_ROWS_i32(op)  REDUCE_ROWS_16(op, i32, int32_t, int32_t)
#define REDUCE_ROWS_bf16(op) REDUCE_ROWS_16(op, bf16, uint16_t, float)
#define REDUCE_ROWS_16(op, t, S, T)                                                                \
    LANES_OF(op, t, S, 16)                                                                         \
    SHORT_LANES(op, t, S)                                                                          \
    ROWS_16(op, t)                                                                                 \
    REDUCE_ROWS(op, t, S, T, 16, LANES_OF_16)
#define REDUCE_ROWS_f64(op)                                                                        \
    LANES_OF(op, f64, double, 8)                                                                   \
    ROWS_8(op, f64)                                                                                \
    REDUCE_ROWS(op, f64, double, double, 8, LANES_OF_8)

#define SDYRT_REDUCE_ROWS(op, t)   REDUCE_ROWS_##t(op)
#define SDYRT_REDUCE_ROWS_SUM_BF16 REDUCE_ROWS_bf16(add)

/* ---- maxima and minima of a strip ---- */

/* Bytes from what is added to what comes next from memory: the processor's own guess is too near
 * where there is little to do for each line. */
enum { AHEAD = 4096 };

#define EXTREME_BY_VECTORS(op, t, T, count)                                                        \
    static T strip_reduce_##op##_##t(const T *a, int64_t n) {                                      \
        rows_##t best[4], x[4];                                                                    \
        __mmask16 nans = 0;                                                                        \
        int64_t at = 0;                                                                            \
        for (int i = 0; i < 4; i++) {                                                              \
            best[i] = (rows_##t){0} + SDYRT_IDENTITY_##op(t);                                      \
        }                                                                                          \
        for (; at + 4 * (count) <= n; at += 4 * (count)) {                                         \
            for (int i = 0; i < 4; i++) {                                                          \
                _mm_prefetch((const char *)(a + at + i * (count)) + AHEAD, _MM_HINT_T0);           \
                x[i] = ROWS_LOAD_##t(a + at + i * (count));                                        \
                best[i] = BEST_##op##_##t(best[i], x[i]);                                          \
            }                                                                                      \
            nans = _kor_mask16(nans, UNORDERED_##t(x[0], x[1]));                                   \
            nans = _kor_mask16(nans, UNORDERED_##t(x[2], x[3]));                                   \
        }                                                                                          \
        for (; at < n; at += (count)) {                                                            \
            int64_t left = n - at < (count) ? n - at : (count);                                    \
            __mmask16 k = (__mmask16)((1u << left) - 1);                                           \
            x[0] = ROWS_CHOOSE_##t(k, best[0], ROWS_PART_##t(a + at, k));                          \
            best[0] = BEST_##op##_##t(best[0], x[0]);                                              \
            nans |= UNORDERED_##t(x[0], x[0]);                                                     \
        }                                                                                          \
        if (nans != 0) {                                                                           \
            return (T)NAN;                                                                         \
        }                                                                                          \
        best[0] = BEST_##op##_##t(best[0], best[1]);                                               \
        best[2] = BEST_##op##_##t(best[2], best[3]);                                               \
        best[0] = BEST_##op##_##t(best[0], best[2]);                                               \
        T lane[count];                                                                             \
        memcpy(lane, &best[0], sizeof lane);                                                       \
        for (int half = (count) / 2; half > 0; half /= 2) {                                        \
            SDYRT_REDUCE_LANES_OF(op, t, lane, (lane + half), half)                                \
        }                                                                                          \
        return lane[0];                                                                            \
    }
#define REDUCE_EXTREME_f32(op) EXTREME_BY_VECTORS(op, f32, float, 16)
#define REDUCE_EXTREME_f64(op) EXTREME_BY_VECTORS(op, f64, double, 8)

/* ---- maxima and minima of rows, element by element ---- */

/* So many rows at a time: their streams hide the latency of memory. */
enum { FOLDED_ROWS = 8 };

/* As if there were no NaN; where there is one, again. */
#define FOLD_BY_VECTORS(op, t, S, T, count)                                                        \
    static inline rows_##t fold_vector_##op##_##t(rows_##t sums, const S *a, int64_t rows,         \
                                                  int64_t stride) {                                \
        rows_##t v = sums;                                                                         \
        __mmask16 nans = UNORDERED_##t(v, v);                                                      \
        for (int64_t r = 0; r + 2 <= rows; r += 2) {                                               \
            rows_##t x = ROWS_LOAD_##t(a + r * stride), y = ROWS_LOAD_##t(a + (r + 1) * stride);   \
            v = BEST_##op##_##t(v, x);                                                             \
            v = BEST_##op##_##t(v, y);                                                             \
            nans = _kor_mask16(nans, UNORDERED_##t(x, y));                                         \
        }                                                                                          \
        if (__builtin_expect(nans != 0, 0)) {                                                      \
            v = sums;                                                                              \
            for (int64_t r = 0; r < rows; r++) {                                                   \
                v = ROWS_##op##_##t(v, ROWS_LOAD_##t(a + r * stride));                             \
            }                                                                                      \
        } else if (rows % 2 != 0) {                                                                \
            v = ROWS_##op##_##t(v, ROWS_LOAD_##t(a + (rows - 1) * stride));                        \
        }                                                                                          \
        return v;                                                                                  \
    }                                                                                              \
    static inline void fold_some_##op##_##t(T *sums, const S *a, int64_t rows, int64_t stride,     \
                                            int64_t n) {                                           \
        int64_t i = 0;                                                                             \
        for (; i + (count) <= n; i += (count)) {                                                   \
            rows_##t v;                                                                            \
            memcpy(&v, sums + i, sizeof v);                                                        \
            v = fold_vector_##op##_##t(v, a + i, rows, stride);                                    \
            memcpy(sums + i, &v, sizeof v);                                                        \
        }                                                                                          \
        __mmask16 k = (__mmask16)((1u << (n - i)) - 1);                                            \
        rows_##t v = ROWS_SUMS_##t(sums + i, k);                                                   \
        for (int64_t r = 0; i < n && r < rows; r++) {                                              \
            v = ROWS_##op##_##t(v, ROWS_PART_##t(a + r * stride + i, k));                          \
        }                                                                                          \
        ROWS_STORE_##t(sums + i, k, v);                                                            \
    }                                                                                              \
    __attribute__((unused)) static void strip_fold_##op##_##t(T *sums, const S *a, int64_t rows,   \
                                                              int64_t stride, int64_t n) {         \
        int64_t row = 0;                                                                           \
        for (; row + FOLDED_ROWS <= rows; row += FOLDED_ROWS) {                                    \
            fold_some_##op##_##t(sums, a + row * stride, FOLDED_ROWS, stride, n);                  \
        }                                                                                          \
        fold_some_##op##_##t(sums, a + row * stride, rows - row, stride, n);                       \
    }
#define FOLD_EXTREME_f32(op)   FOLD_BY_VECTORS(op, f32, float, float, 16)
#define FOLD_EXTREME_f64(op)   FOLD_BY_VECTORS(op, f64, double, double, 8)
#define FOLD_NARROW_max(op, s) FOLD_BY_VECTORS(op, s, uint16_t, float, 16)
#define FOLD_NARROW_min(op, s) FOLD_BY_VECTORS(op, s, uint16_t, float, 16)
#define ROWS_max_bf16(a, b)    extreme_f32(a, b, false)
#define ROWS_min_bf16(a, b)    extreme_f32(a, b, true)
#else
#define SDYRT_REDUCE_ROWS(op, t) REDUCE_EACH_ROW(op, t, TYPE(t), t)
#define REDUCE_EXTREME_f32(op)   REDUCE_PLAIN(op, f32)
#define REDUCE_EXTREME_f64(op)   REDUCE_PLAIN(op, f64)
#define FOLD_EXTREME_f32(op)     FOLD_PLAIN(op, f32)
#define FOLD_EXTREME_f64(op)     FOLD_PLAIN(op, f64)
#define FOLD_NARROW_max(op, s)   FOLD_WIDE(op, s)
#define FOLD_NARROW_min(op, s)   FOLD_WIDE(op, s)
#endif

#define FOLD_PLAIN(op, t)        SDYRT_SCALAR_FOLD(strip_fold_##op##_##t, op, t)
#define FOLD_add(op, t)          FOLD_PLAIN(op, t)
#define FOLD_mul(op, t)          FOLD_PLAIN(op, t)
#define FOLD_and(op, t)          FOLD_PLAIN(op, t)
#define FOLD_or(op, t)           FOLD_PLAIN(op, t)
#define FOLD_xor(op, t)          FOLD_PLAIN(op, t)
#define FOLD_max(op, t)          FOLD_EXTREME_##t(op)
#define FOLD_min(op, t)          FOLD_EXTREME_##t(op)
#define FOLD_EXTREME_i1(op)      FOLD_PLAIN(op, i1)
#define FOLD_EXTREME_i8(op)      FOLD_PLAIN(op, i8)
#define FOLD_EXTREME_i16(op)     FOLD_PLAIN(op, i16)
#define FOLD_EXTREME_i32(op)     FOLD_PLAIN(op, i32)
#define FOLD_EXTREME_i64(op)     FOLD_PLAIN(op, i64)
#define FOLD_EXTREME_u8(op)      FOLD_PLAIN(op, u8)
#define FOLD_EXTREME_u16(op)     FOLD_PLAIN(op, u16)
#define FOLD_EXTREME_u32(op)     FOLD_PLAIN(op, u32)
#define FOLD_EXTREME_u64(op)     FOLD_PLAIN(op, u64)
#define SDYRT_FOLD_NARROW(op, s) FOLD_NARROW_##op(op, s)
#define FOLD_NARROW_add(op, s)   FOLD_WIDE(op, s)
#define WIDE_bf16(a)             sdyrt_convert_bf16_f32(a)

/* Widened on the way. */
#define FOLD_WIDE(op, s) SDYRT_SCALAR_FOLD_OF(strip_fold_##op##_##s, op, f32, uint16_t, WIDE_##s)
