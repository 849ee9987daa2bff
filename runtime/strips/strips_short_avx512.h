/*
 * Rows of few elements by AVX-512, a part of strips_short.h.
 */

/* ---- truths: a bit for each element ---- */

/* Which of n bytes, at most 64, are true, or, of `all`, which are not. */
static inline uint64_t truth_bits(const uint8_t *a, int64_t n, bool all) {
    __mmask64 k = n < 64 ? ((__mmask64)1 << n) - 1 : ~(__mmask64)0;
    __m512i x = n < 64 ? _mm512_maskz_loadu_epi8(k, a) : _mm512_loadu_si512(a);
    return all ? _mm512_mask_testn_epi8_mask(k, x, x) : _mm512_mask_test_epi8_mask(k, x, x);
}

/* Whether one of n elements is true; of `all`, whether one is not. */
static inline bool row_bit(const uint8_t *a, int64_t n, bool all) {
    uint64_t bits = 0;
    for (; n > 0 && bits == 0; a += 64, n -= 64) {
        bits = truth_bits(a, n, all);
    }
    return bits != 0;
}

static inline void combine_truths(uint8_t *sums, uint64_t bits, int64_t rows, bool all) {
    __mmask64 k = rows < 64 ? ((__mmask64)1 << rows) - 1 : ~(__mmask64)0;
    __m512i old = _mm512_maskz_loadu_epi8(k, sums);
    __m512i one = _mm512_maskz_set1_epi8((__mmask64)(all ? ~bits : bits), 1);
    __m512i both = all ? _mm512_and_si512(old, one) : _mm512_or_si512(old, one);
    _mm512_mask_storeu_epi8(sums, k, both);
}

/* Rows that lie in 64 bytes, as fields of bits: the sum of a field, without its last bit, and of
 * ones reaches that bit where one is set. */
struct row_fields {
    int64_t rows, stride, n;
    uint64_t valid, low, last;
};

static inline struct row_fields fields_of(int64_t stride, int64_t n) {
    struct row_fields fields = {.rows = 1, .stride = stride, .n = n};
    if (n > 0 && stride >= n && stride <= 32) {
        fields.rows = 64 / stride;
        for (int64_t r = 0; r < fields.rows; r++) {
            fields.valid |= (((uint64_t)1 << n) - 1) << r * stride;
            fields.last |= (uint64_t)1 << (r * stride + stride - 1);
            fields.low |= (((uint64_t)1 << (stride - 1)) - 1) << r * stride;
        }
    }
    return fields;
}

static inline uint64_t bits_of_fields(const struct row_fields *fields, uint64_t bits) {
    bits &= fields->valid;
    return _pext_u64(((bits & fields->low) + fields->low) | bits, fields->last);
}

/* A bit of each of at most 64 rows. */
static inline uint64_t rows_bits(const struct row_fields *fields, const uint8_t *a, int64_t rows,
                                 bool all) {
    const int64_t step = fields->rows * fields->stride;
    const int64_t tail = fields->stride - fields->n;
    uint64_t bits = 0;
    int64_t r = 0;
    for (; fields->rows > 1 && (rows - r) * fields->stride - tail >= 64; r += fields->rows) {
        bits |= bits_of_fields(fields, truth_bits(a, 64, all)) << r;
        a += step;
    }
    for (; r < rows; r += fields->rows, a += step) {
        int64_t some = rows - r < fields->rows ? rows - r : fields->rows;
        bits |= (fields->rows > 1
                     ? bits_of_fields(fields, truth_bits(a, some * fields->stride - tail, all))
                     : (uint64_t)row_bit(a, fields->n, all))
                << r;
    }
    return bits;
}

#define REDUCE_ROWS_OF_TRUTHS(op, is_all)                                                          \
    static void strip_reduce_rows_##op##_i1(uint8_t *sums, const uint8_t *a, int64_t rows,         \
                                            int64_t stride, int64_t n) {                           \
        const struct row_fields fields = fields_of(stride, n);                                     \
        const int64_t most = (int64_t)sizeof(__m512i) / fields.rows * fields.rows;                 \
        for (; rows > 0; rows -= most, sums += most, a += most * stride) {                         \
            int64_t count = rows < most ? rows : most;                                             \
            combine_truths(sums, rows_bits(&fields, a, count, is_all), count, is_all);             \
        }                                                                                          \
    }
#define REDUCE_ROWS_OF_TRUTHS_or  REDUCE_ROWS_OF_TRUTHS(or, false)
#define REDUCE_ROWS_OF_TRUTHS_and REDUCE_ROWS_OF_TRUTHS(and, true)

/* ---- places: rows as columns ---- */

/* Of four rows of vectors, in each quarter, the columns. */
static inline void quarters(rows_u32 *v) {
    __m512i even = _mm512_unpacklo_epi32((__m512i)v[0], (__m512i)v[1]);
    __m512i odd = _mm512_unpackhi_epi32((__m512i)v[0], (__m512i)v[1]);
    __m512i next_even = _mm512_unpacklo_epi32((__m512i)v[2], (__m512i)v[3]);
    __m512i next_odd = _mm512_unpackhi_epi32((__m512i)v[2], (__m512i)v[3]);
    v[0] = (rows_u32)_mm512_unpacklo_epi64(even, next_even);
    v[1] = (rows_u32)_mm512_unpackhi_epi64(even, next_even);
    v[2] = (rows_u32)_mm512_unpacklo_epi64(odd, next_odd);
    v[3] = (rows_u32)_mm512_unpackhi_epi64(odd, next_odd);
}

/* Columns of sixteen rows of 8: each vector has a row and the fourth after it. */
static inline void columns_of_8(rows_u32 *v) {
    quarters(v);
    quarters(v + 4);
    for (int i = 0; i < 4; i++) {
        __m512i a = (__m512i)v[i], b = (__m512i)v[i + 4];
        v[i] = (rows_u32)_mm512_shuffle_i32x4(a, b, 0x88);
        v[i + 4] = (rows_u32)_mm512_shuffle_i32x4(a, b, 0xdd);
    }
}

static inline void columns_of_16(rows_u32 *v) {
    for (int i = 0; i < 16; i += 4) {
        quarters(v + i);
    }
    for (int i = 0; i < 4; i++) {
        __m512i a = (__m512i)v[i], b = (__m512i)v[i + 4];
        __m512i c = (__m512i)v[i + 8], d = (__m512i)v[i + 12];
        __m512i low = _mm512_shuffle_i32x4(a, b, 0x44), high = _mm512_shuffle_i32x4(a, b, 0xee);
        __m512i low_2 = _mm512_shuffle_i32x4(c, d, 0x44), high_2 = _mm512_shuffle_i32x4(c, d, 0xee);
        v[i] = (rows_u32)_mm512_shuffle_i32x4(low, low_2, 0x88);
        v[i + 4] = (rows_u32)_mm512_shuffle_i32x4(low, low_2, 0xdd);
        v[i + 8] = (rows_u32)_mm512_shuffle_i32x4(high, high_2, 0x88);
        v[i + 12] = (rows_u32)_mm512_shuffle_i32x4(high, high_2, 0xdd);
    }
}

/* Columns of sixteen rows of n, 2 to 4, which lie dense in v; the others are `none`. */
static inline void columns_of_4(rows_u32 *v, int64_t n, __m512i none) {
    static const int32_t iota[16] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
    __m512i a = (__m512i)v[0], b = (__m512i)v[1], c = (__m512i)v[2], d = (__m512i)v[3];
    __m512i at = _mm512_mullo_epi32(_mm512_loadu_si512(iota), _mm512_set1_epi32((int)n));
    for (int i = 0; i < 4; i++) {
        __mmask16 later = _mm512_test_epi32_mask(at, _mm512_set1_epi32(32));
        __m512i column = _mm512_permutex2var_epi32(a, at, b);
        column = _mm512_mask_mov_epi32(column, later, _mm512_permutex2var_epi32(c, at, d));
        v[i] = (rows_u32)(i < n ? column : none);
        at = _mm512_add_epi32(at, _mm512_set1_epi32(1));
    }
}

#define BETTER_LANES_max_f32(a, b) _mm512_cmp_ps_mask((__m512)(a), (__m512)(b), _CMP_GT_OQ)
#define BETTER_LANES_min_f32(a, b) _mm512_cmp_ps_mask((__m512)(a), (__m512)(b), _CMP_LT_OQ)
#define BETTER_LANES_max_i32(a, b) _mm512_cmpgt_epi32_mask((__m512i)(a), (__m512i)(b))
#define BETTER_LANES_min_i32(a, b) _mm512_cmplt_epi32_mask((__m512i)(a), (__m512i)(b))
#define BETTER_LANES_max_u32(a, b) _mm512_cmpgt_epu32_mask((__m512i)(a), (__m512i)(b))
#define BETTER_LANES_min_u32(a, b) _mm512_cmplt_epu32_mask((__m512i)(a), (__m512i)(b))
#define NAN_LANES_f32(a)           _mm512_cmp_ps_mask((__m512)(a), (__m512)(a), _CMP_UNORD_Q)
#define NAN_LANES_i32(a)           0
#define NAN_LANES_u32(a)           0

/* The best of each of sixteen rows of at most sixteen elements, and its place, the columns one
 * after the other; false where there is a NaN. `lanes`: the type of elements in vectors, of 32
 * bits. */
#define PLACE_SHORT(op, t, lanes)                                                                  \
    static inline rows_u32 short_row_##op##_##t(const TYPE(t) * a, int64_t n) {                    \
        __mmask16 k = (__mmask16)((1u << n) - 1);                                                  \
        rows_##t none = (rows_##t){0} + SDYRT_IDENTITY_##op(t);                                    \
        return (rows_u32)ROWS_CHOOSE_##t(k, none, ROWS_PART_##t(a, k));                            \
    }                                                                                              \
    static inline __mmask16 best_of_columns_##op##_##t(const rows_u32 *v, int count,               \
                                                       rows_##t *best, rows_i32 *place) {          \
        __mmask16 nans = NAN_LANES_##lanes(v[0]);                                                  \
        rows_##t b = (rows_##t)v[0];                                                               \
        rows_i32 p = {0};                                                                          \
        _Pragma("GCC unroll 16") for (int i = 1; i < count; i++) {                                 \
            __mmask16 better = BETTER_LANES_##op##_##lanes(v[i], b);                               \
            nans |= NAN_LANES_##lanes(v[i]);                                                       \
            b = ROWS_CHOOSE_##t(better, b, (rows_##t)v[i]);                                        \
            p = ROWS_CHOOSE_i32(better, p, (rows_i32){0} + i);                                     \
        }                                                                                          \
        *best = b;                                                                                 \
        *place = p;                                                                                \
        return nans;                                                                               \
    }                                                                                              \
    static bool place_short_##op##_##t(TYPE(t) * best, int32_t * places, const TYPE(t) * a,        \
                                       int64_t stride, int64_t n) {                                \
        rows_u32 v[SHORT_ROW];                                                                     \
        rows_##t b;                                                                                \
        rows_i32 p;                                                                                \
        __mmask16 nans;                                                                            \
        if (n > 1 && n <= 4 && stride == n) {                                                      \
            _Pragma("GCC unroll 4") for (int i = 0; i < 4; i++) {                                  \
                v[i] = (rows_u32)ROWS_LOAD_##t(a + (i < n ? i : 0) * 16);                          \
            }                                                                                      \
            columns_of_4(v, n, (__m512i)((rows_##t){0} + SDYRT_IDENTITY_##op(t)));                 \
            nans = best_of_columns_##op##_##t(v, 4, &b, &p);                                       \
        } else if (n <= 8) {                                                                       \
            _Pragma("GCC unroll 8") for (int i = 0; i < 8; i++) {                                  \
                const TYPE(t) *at = a + (i % 4 + i / 4 * 8) * stride;                              \
                __m512i low = (__m512i)short_row_##op##_##t(at, n);                                \
                __m512i high = (__m512i)short_row_##op##_##t(at + 4 * stride, n);                  \
                v[i] = (rows_u32)_mm512_inserti64x4(low, _mm512_castsi512_si256(high), 1);         \
            }                                                                                      \
            columns_of_8(v);                                                                       \
            nans = best_of_columns_##op##_##t(v, 8, &b, &p);                                       \
        } else {                                                                                   \
            _Pragma("GCC unroll 16") for (int i = 0; i < 16; i++) {                                \
                v[i] = short_row_##op##_##t(a + i * stride, n);                                    \
            }                                                                                      \
            columns_of_16(v);                                                                      \
            nans = best_of_columns_##op##_##t(v, 16, &b, &p);                                      \
        }                                                                                          \
        if (nans != 0) {                                                                           \
            return false;                                                                          \
        }                                                                                          \
        ROWS_STORE_##t(best, (__mmask16)-1, b);                                                    \
        _mm512_storeu_si512(places, (__m512i)p);                                                   \
        return true;                                                                               \
    }

#define PLACE_SHORT_f32(op)   PLACE_SHORT(op, f32, f32)
#define PLACE_SHORT_i8(op)    PLACE_SHORT(op, i8, i32)
#define PLACE_SHORT_i16(op)   PLACE_SHORT(op, i16, i32)
#define PLACE_SHORT_i32(op)   PLACE_SHORT(op, i32, i32)
#define PLACE_SHORT_u8(op)    PLACE_SHORT(op, u8, i32)
#define PLACE_SHORT_u16(op)   PLACE_SHORT(op, u16, i32)
#define PLACE_SHORT_u32(op)   PLACE_SHORT(op, u32, u32)
#define PLACE_SHORT_f64(op)   PLACE_NO_SHORT(op, f64)
#define PLACE_SHORT_i64(op)   PLACE_NO_SHORT(op, i64)
#define PLACE_SHORT_u64(op)   PLACE_NO_SHORT(op, u64)
#define PLACE_SHORT_OF(op, t) PLACE_SHORT_##t(op)
