/*
 * Rows reduced by AVX-512, a part of strips_rows.h: the lanes of sixteen rows (of elements of 64
 * bits: eight) are halved together, in the order of a single one, so that a short row costs little
 * more than its loads.
 */

/* ---- the lanes of a row: one vector, of f64 two ---- */

/* What is combined fast, what says of four vectors whether a NaN was lost in that, and the lanes
 * with a NaN if it was. */
#define NANS_add(t, nans, x)      (nans)
#define NANS_max(t, nans, x)      (nans) | UNORDERED_##t(x[0], x[1]) | UNORDERED_##t(x[2], x[3])
#define NANS_min(t, nans, x)      NANS_max(t, nans, x)
#define WITH_NANS_add(t, nans, a) (a)
#define WITH_NANS_max(t, nans, a) ((nans) != 0 ? (rows_##t){0} + LOST_##t : (a))
#define WITH_NANS_min(t, nans, a) WITH_NANS_max(t, nans, a)
#define SDYRT_LOWEST_bf16         SDYRT_LOWEST_f32
#define SDYRT_LOWEST_f16          SDYRT_LOWEST_f32
#define SDYRT_HIGHEST_bf16        SDYRT_HIGHEST_f32
#define SDYRT_HIGHEST_f16         SDYRT_HIGHEST_f32
#define LOST_f32                  NAN
#define LOST_f64                  (double)NAN
#define LOST_bf16                 NAN
#define LOST_f16                  NAN
#define LOST_i8                   0
#define LOST_i16                  0
#define LOST_i32                  0
#define LOST_i64                  0
#define LOST_u8                   0
#define LOST_u16                  0
#define LOST_u32                  0
#define LOST_u64                  0

/* Of as many elements as SDYRT_REDUCE_MANY goes into a row. */
#define MANY_LANES(op, t)                                                                          \
    {                                                                                              \
        rows_##t many[4] = {lanes, lanes, lanes, lanes}, x[4];                                     \
        __mmask16 nans = 0;                                                                        \
        for (; at - half + SDYRT_REDUCE_MANY <= n; at += SDYRT_REDUCE_MANY) {                      \
            for (int i = 0; i < 4; i++) {                                                          \
                x[i] = ROWS_LOAD_##t(a + at + 16 * i);                                             \
                many[i] = BEST_##op##_##t(many[i], x[i]);                                          \
            }                                                                                      \
            nans = (__mmask16)(NANS_##op(t, nans, x));                                             \
        }                                                                                          \
        rows_##t even = BEST_##op##_##t(many[0], many[2]);                                         \
        rows_##t odd = BEST_##op##_##t(many[1], many[3]);                                          \
        lanes = WITH_NANS_##op(t, nans, BEST_##op##_##t(even, odd));                               \
    }
/* Integers may come in any order, and are widened where few are left. */
#define MANY_BYTES(op, t, suffix)                                                                  \
    {                                                                                              \
        __m512i all = _mm512_loadu_si512(a + at);                                                  \
        for (at += 64; at + 64 <= n; at += 64) {                                                   \
            all = _mm512_##op##_##suffix(all, _mm512_loadu_si512(a + at));                         \
        }                                                                                          \
        __m256i half_of = _mm512_extracti64x4_epi64(all, 1);                                       \
        half_of = _mm256_##op##_##suffix(_mm512_castsi512_si256(all), half_of);                    \
        __m128i few = _mm256_extracti128_si256(half_of, 1);                                        \
        few = _mm_##op##_##suffix(_mm256_castsi256_si128(half_of), few);                           \
        int8_t element[16];                                                                        \
        memcpy(element, &few, sizeof element);                                                     \
        lanes = ROWS_LOAD_##t(element);                                                            \
    }
#define MANY_WORDS(op, t, suffix)                                                                  \
    {                                                                                              \
        __m512i all = _mm512_loadu_si512(a + at);                                                  \
        for (at += 32; at + 32 <= n; at += 32) {                                                   \
            all = _mm512_##op##_##suffix(all, _mm512_loadu_si512(a + at));                         \
        }                                                                                          \
        __m256i few = _mm512_extracti64x4_epi64(all, 1);                                           \
        few = _mm256_##op##_##suffix(_mm512_castsi512_si256(all), few);                            \
        int16_t element[16];                                                                       \
        memcpy(element, &few, sizeof element);                                                     \
        lanes = ROWS_LOAD_##t(element);                                                            \
    }
#define EPI_add(signed, bits)               epi##bits
#define EPI_max(signed, bits)               signed##bits
#define EPI_min(signed, bits)               signed##bits
#define MANY_LANES_OF(op, t, suffix, many)  MANY_LANES_OF_(op, t, suffix, many)
#define MANY_LANES_OF_(op, t, suffix, many) many(op, t, suffix)
#define MANY_LANES_i8(op)                   MANY_LANES_OF(op, i8, EPI_##op(epi, 8), MANY_BYTES)
#define MANY_LANES_u8(op)                   MANY_LANES_OF(op, u8, EPI_##op(epu, 8), MANY_BYTES)
#define MANY_LANES_i16(op)                  MANY_LANES_OF(op, i16, EPI_##op(epi, 16), MANY_WORDS)
#define MANY_LANES_u16(op)                  MANY_LANES_OF(op, u16, EPI_##op(epu, 16), MANY_WORDS)
#define MANY_LANES_i32(op)                  MANY_LANES(op, i32)
#define MANY_LANES_u32(op)                  MANY_LANES(op, u32)
#define MANY_LANES_i64(op)                  MANY_LANES(op, i64)
#define MANY_LANES_u64(op)                  MANY_LANES(op, u64)
#define MANY_LANES_f32(op)                  MANY_LANES(op, f32)
#define MANY_LANES_f64(op)                  MANY_LANES(op, f64)
#define MANY_LANES_bf16(op)                 MANY_LANES(op, bf16)
#define MANY_LANES_f16(op)                  MANY_LANES(op, f16)

/* Lane by lane, a vector of each group of sixteen, `half` elements in; from `at` on. */
#define LANES_OF(op, t, S, width)                                                                  \
    static inline rows_##t rest_##op##_##t(rows_##t lanes, const S *a, int64_t at, int64_t n,      \
                                           int64_t half) {                                         \
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
    }                                                                                              \
    static inline rows_##t lanes_##op##_##t(const S *a, int64_t n, int64_t half) {                 \
        rows_##t lanes = (rows_##t){0} + SDYRT_IDENTITY_##op(t);                                   \
        int64_t at = half;                                                                         \
        if (n >= SDYRT_REDUCE_MANY) {                                                              \
            MANY_LANES_##t(op)                                                                     \
        }                                                                                          \
        return rest_##op##_##t(lanes, a, at, n, half);                                             \
    }

/* Both halves of each group, of which a vector holds one, in the order of memory. */
#define BOTH_LANES(op, t, T)                                                                       \
    static inline rows_##t both_lanes_##op##_##t(const T *a, int64_t n) {                          \
        rows_##t many[8], x[8], half[2];                                                           \
        __mmask16 nans = 0;                                                                        \
        int64_t at = 0;                                                                            \
        for (int i = 0; i < 8; i++) {                                                              \
            many[i] = (rows_##t){0} + SDYRT_IDENTITY_##op(t);                                      \
        }                                                                                          \
        for (; at + SDYRT_REDUCE_MANY <= n; at += SDYRT_REDUCE_MANY) {                             \
            for (int i = 0; i < 8; i++) {                                                          \
                x[i] = ROWS_LOAD_##t(a + at + 8 * i);                                              \
                many[i] = BEST_##op##_##t(many[i], x[i]);                                          \
            }                                                                                      \
            nans = (__mmask16)(NANS_##op(t, nans, x));                                             \
            nans = (__mmask16)(NANS_##op(t, nans, (x + 4)));                                       \
        }                                                                                          \
        for (int h = 0; h < 2; h++) {                                                              \
            rows_##t even = BEST_##op##_##t(many[h], many[h + 4]);                                 \
            rows_##t odd = BEST_##op##_##t(many[h + 2], many[h + 6]);                              \
            half[h] = WITH_NANS_##op(t, nans, BEST_##op##_##t(even, odd));                         \
            half[h] = rest_##op##_##t(half[h], a, at + 8 * h, n, 8 * h);                           \
        }                                                                                          \
        return ROWS_##op##_##t(half[0], half[1]);                                                  \
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

/* The sums of sixteen rows from their lanes. Of 16 lanes, vector 4 k + j has those of row 4 j + k;
 * of 8, vectors have those of rows r and r + 4, the first rows being 0, 8, 1, 9 and so on; of 4,
 * vector j has those of every fourth row from j on. */
#define ROWS_16(op, t)                                                                             \
    static inline rows_##t joined_of_4_##op##_##t(rows_##t *v) {                                   \
        for (int i = 0; i < 2; i++) {                                                              \
            HALVE(op, t, v[i], v[2 * i], v[2 * i + 1], i32, HALF_2_LOW, HALF_2_HIGH);              \
        }                                                                                          \
        HALVE(op, t, v[0], v[0], v[1], i32, HALF_1_LOW, HALF_1_HIGH);                              \
        return v[0];                                                                               \
    }                                                                                              \
    static inline rows_##t joined_of_8_##op##_##t(rows_##t *v) {                                   \
        for (int i = 0; i < 4; i++) {                                                              \
            HALVE(op, t, v[i], v[2 * i], v[2 * i + 1], i32, HALF_4_LOW, HALF_4_HIGH);              \
        }                                                                                          \
        return joined_of_4_##op##_##t(v);                                                          \
    }                                                                                              \
    static inline rows_##t joined_##op##_##t(rows_##t *v) {                                        \
        for (int i = 0; i < 8; i++) {                                                              \
            HALVE(op, t, v[i], v[2 * i], v[2 * i + 1], i32, HALF_8_LOW, HALF_8_HIGH);              \
        }                                                                                          \
        return joined_of_8_##op##_##t(v);                                                          \
    }
/* Of eight rows: vector 4 k + j has those of row 2 j + k; of 4 lanes, vectors have those of rows r
 * and r + 2, the first rows being 0, 4, 1, 5. */
#define ROWS_8(op, t)                                                                              \
    static inline rows_##t joined_of_4_##op##_##t(rows_##t *v) {                                   \
        for (int i = 0; i < 2; i++) {                                                              \
            HALVE(op, t, v[i], v[2 * i], v[2 * i + 1], i64, WIDE_2_LOW, WIDE_2_HIGH);              \
        }                                                                                          \
        HALVE(op, t, v[0], v[0], v[1], i64, WIDE_1_LOW, WIDE_1_HIGH);                              \
        return v[0];                                                                               \
    }                                                                                              \
    static inline rows_##t joined_##op##_##t(rows_##t *v) {                                        \
        for (int i = 0; i < 4; i++) {                                                              \
            HALVE(op, t, v[i], v[2 * i], v[2 * i + 1], i64, WIDE_4_LOW, WIDE_4_HIGH);              \
        }                                                                                          \
        return joined_of_4_##op##_##t(v);                                                          \
    }

/* Whose NaN it is makes no difference: that of reduce. */
#define SAME_NAN_add(t, a) a
#define SAME_NAN_max(t, a) SAME_NAN_##t(a)
#define SAME_NAN_min(t, a) SAME_NAN_##t(a)
#define SAME_NAN_bf16(a)   SAME_NAN_f32(a)
#define SAME_NAN_f16(a)    SAME_NAN_f32(a)
#define SAME_NAN_i8(a)     a
#define SAME_NAN_i16(a)    a
#define SAME_NAN_i32(a)    a
#define SAME_NAN_i64(a)    a
#define SAME_NAN_u8(a)     a
#define SAME_NAN_u16(a)    a
#define SAME_NAN_u32(a)    a
#define SAME_NAN_u64(a)    a
#define SAME_NAN_f32(a)                                                                            \
    ROWS_CHOOSE_f32(_mm512_cmp_ps_mask(a, a, _CMP_UNORD_Q), a, _mm512_set1_ps(NAN))
#define SAME_NAN_f64(a)                                                                            \
    ROWS_CHOOSE_f64(_mm512_cmp_pd_mask(a, a, _CMP_UNORD_Q), a, _mm512_set1_pd((double)NAN))

/* An element where a row begins is combined with the identity: that makes no difference to any but
 * zeros of floats. */
#define FIRST_add(t, a) ((rows_##t){0} + (a))
#define FIRST_max(t, a) (a)
#define FIRST_min(t, a) (a)

/* The lanes of sixteen short rows: all of them stay in registers. Rows are read in the order of
 * memory. */
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

/* The sums of sixteen rows of at most 8 elements, two of which are a vector. */
#define SHORT_PAIRS(op, t, S)                                                                      \
    static inline rows_##t short_pairs_##op##_##t(const S *a, int64_t stride, int64_t n) {         \
        rows_##t v[8];                                                                             \
        const __mmask16 k = (__mmask16)((1u << n) - 1), both = (__mmask16)(k | k << 8);            \
        _Pragma("GCC unroll 8") for (int i = 0; i < 8; i++) {                                      \
            const S *at = a + (i / 2 + i % 2 * 8) * stride;                                        \
            __m512i low = (__m512i)ROWS_PART_##t(at, k);                                           \
            __m256i high = _mm512_castsi512_si256((__m512i)ROWS_PART_##t(at + 4 * stride, k));     \
            rows_##t pair = (rows_##t)_mm512_inserti64x4(low, high, 1);                            \
            rows_##t none = (rows_##t){0} + SDYRT_IDENTITY_##op(t);                                \
            v[i] = ROWS_CHOOSE_##t(both, none, FIRST_##op(t, pair));                               \
        }                                                                                          \
        return joined_of_8_##op##_##t(v);                                                          \
    }

#define FIRST_LANES(op, t, T)                                                                      \
    static inline rows_##t first_lanes_##op##_##t(const T *a, int64_t n) {                         \
        const __mmask16 k = (__mmask16)((1u << n) - 1);                                            \
        rows_##t none = (rows_##t){0} + SDYRT_IDENTITY_##op(t);                                    \
        return ROWS_CHOOSE_##t(k, none, FIRST_##op(t, ROWS_PART_##t(a, k)));                       \
    }

/* The sums of sixteen (of elements of 64 bits: eight) rows that lie dense and of which two or four
 * are a vector, by the function that joins so many lanes; these are in the order of vectors. */
#define DENSE_ROWS(op, t, S, lanes, vectors, I, order)                                             \
    static inline rows_##t dense_rows_of_##lanes##_##op##_##t(const S *a) {                        \
        rows_##t v[vectors];                                                                       \
        _Pragma("GCC unroll 8") for (int i = 0; i < (vectors); i++) {                              \
            rows_##t x = ROWS_LOAD_##t(a + i * (int64_t)(sizeof v[0] / sizeof v[0][0]));           \
            v[i] = FIRST_##op(t, x);                                                               \
        }                                                                                          \
        return __builtin_shuffle(joined_of_##lanes##_##op##_##t(v), (rows_##I)order);              \
    }
#define BY_VECTORS_16                                                                              \
    { 0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15 }
#define BY_VECTORS_8                                                                               \
    { 0, 2, 4, 6, 1, 3, 5, 7 }

/* Row 4 j + k (or 2 j + k) is vector 4 k + j. */
#define LANES_OF_EACH(op, t, count, across, lanes)                                                 \
    for (int r = 0; r < (count); r++) {                                                            \
        int64_t row = first + r;                                                                   \
        v[r % (across)*4 + r / (across)] =                                                         \
            row < rows ? lanes(op, t, a + row * stride) : (rows_##t){0};                           \
    }

#define REDUCE_ROWS(op, t, S, T, count, join)                                                      \
    static void strip_reduce_rows_##op##_##t(T *sums, const S *a, int64_t rows, int64_t stride,    \
                                             int64_t n) {                                          \
        for (int64_t first = 0; first < rows; first += (count)) {                                  \
            rows_##t joined;                                                                       \
            join(op, t) joined = SAME_NAN_##op(t, joined);                                         \
            int64_t left = rows - first < (count) ? rows - first : (count);                        \
            __mmask16 k = (__mmask16)((1u << left) - 1);                                           \
            joined = ROWS_##op##_##t(ROWS_SUMS_##t(sums + first, k), joined);                      \
            ROWS_STORE_##t(sums + first, k, joined);                                               \
        }                                                                                          \
    }

#define ONE_VECTOR(op, t, row) lanes_##op##_##t(row, n, 0)
#define TWO_VECTORS(op, t, row)                                                                    \
    (n >= SDYRT_REDUCE_MANY                                                                        \
         ? both_lanes_##op##_##t(row, n)                                                           \
         : ROWS_##op##_##t(lanes_##op##_##t(row, n, 0), lanes_##op##_##t(row, n, 8)))

/* Fetches rows of few elements that follow those at `a`: there is little to do for each line of
 * them. `size`: of an element, times the rows that are taken together. */
static inline void fetch_short_rows(const void *a, int64_t n, int64_t stride, int64_t size) {
    for (int64_t at = 0; n <= 8 && stride <= 8 && at < stride * size; at += 64) {
        _mm_prefetch((const char *)a + at + AHEAD, _MM_HINT_T0);
    }
}

/* Of at most 8 elements of 64 bits: the other vector has identities. */
#define EIGHT_LANES(op, t, row) first_lanes_##op##_##t(row, n)

#define JOIN_16(op, t)                                                                             \
    const bool is_whole = first + 16 <= rows;                                                      \
    fetch_short_rows(a + first * stride, n, stride, 16 * (int64_t)sizeof *a);                      \
    if (is_whole && n == 4 && stride == 4) {                                                       \
        joined = dense_rows_of_4_##op##_##t(a + first * stride);                                   \
    } else if (is_whole && n == 8 && stride == 8) {                                                \
        joined = dense_rows_of_8_##op##_##t(a + first * stride);                                   \
    } else if (is_whole && n <= 8) {                                                               \
        joined = short_pairs_##op##_##t(a + first * stride, stride, n);                            \
    } else {                                                                                       \
        rows_##t v[16];                                                                            \
        if (is_whole && n < SDYRT_REDUCE_MANY) {                                                   \
            short_lanes_##op##_##t(v, a + first * stride, stride, n);                              \
        } else {                                                                                   \
            LANES_OF_EACH(op, t, 16, 4, ONE_VECTOR)                                                \
        }                                                                                          \
        joined = joined_##op##_##t(v);                                                             \
    }
#define JOIN_8(op, t)                                                                              \
    fetch_short_rows(a + first * stride, n, stride, 8 * (int64_t)sizeof *a);                       \
    if (n == 4 && stride == 4 && first + 8 <= rows) {                                              \
        joined = dense_rows_of_4_##op##_##t(a + first * stride);                                   \
    } else {                                                                                       \
        rows_##t v[8];                                                                             \
        if (n <= 8) {                                                                              \
            LANES_OF_EACH(op, t, 8, 2, EIGHT_LANES)                                                \
        } else {                                                                                   \
            LANES_OF_EACH(op, t, 8, 2, TWO_VECTORS)                                                \
        }                                                                                          \
        joined = joined_##op##_##t(v);                                                             \
    }

#define REDUCE_ROWS_f32(op)  REDUCE_ROWS_16(op, f32, float, float)
#define REDUCE_ROWS_bf16(op) REDUCE_ROWS_16(op, bf16, uint16_t, float)
#define REDUCE_ROWS_f16(op)  REDUCE_ROWS_16(op, f16, uint16_t, float)
#define REDUCE_ROWS_i8(op)   REDUCE_ROWS_16(op, i8, int8_t, int8_t)
#define REDUCE_ROWS_i16(op)  REDUCE_ROWS_16(op, i16, int16_t, int16_t)
#define REDUCE_ROWS_i32(op)  REDUCE_ROWS_16(op, i32, int32_t, int32_t)
#define REDUCE_ROWS_u8(op)   REDUCE_ROWS_16(op, u8, uint8_t, uint8_t)
#define REDUCE_ROWS_u16(op)  REDUCE_ROWS_16(op, u16, uint16_t, uint16_t)
#define REDUCE_ROWS_u32(op)  REDUCE_ROWS_16(op, u32, uint32_t, uint32_t)
#define REDUCE_ROWS_f64(op)  REDUCE_ROWS_8(op, f64, double)
#define REDUCE_ROWS_i64(op)  REDUCE_ROWS_8(op, i64, int64_t)
#define REDUCE_ROWS_u64(op)  REDUCE_ROWS_8(op, u64, uint64_t)
#define REDUCE_ROWS_16(op, t, S, T)                                                                \
    LANES_OF(op, t, S, 16)                                                                         \
    SHORT_LANES(op, t, S)                                                                          \
    ROWS_16(op, t)                                                                                 \
    SHORT_PAIRS(op, t, S)                                                                          \
    DENSE_ROWS(op, t, S, 4, 4, i32, BY_VECTORS_16)                                                 \
    DENSE_ROWS(op, t, S, 8, 8, i32, BY_VECTORS_16)                                                 \
    REDUCE_ROWS(op, t, S, T, 16, JOIN_16)
#define REDUCE_ROWS_8(op, t, T)                                                                    \
    LANES_OF(op, t, T, 8)                                                                          \
    BOTH_LANES(op, t, T)                                                                           \
    ROWS_8(op, t)                                                                                  \
    FIRST_LANES(op, t, T)                                                                          \
    DENSE_ROWS(op, t, T, 4, 4, i64, BY_VECTORS_8)                                                  \
    REDUCE_ROWS(op, t, T, T, 8, JOIN_8)

#define REDUCE_ROWS_i1(op)              REDUCE_ROWS_OF_TRUTHS_##op
#define SDYRT_REDUCE_ROWS(op, t)        REDUCE_ROWS_##t(op)
#define SDYRT_REDUCE_ROWS_NARROW(op, s) REDUCE_ROWS_##s(op)
