/* Rows of elements of 32 and 64 bits by vectors of 64 bytes; scatter_rows.c has them for all types
 * and processors. */
#include "cpu.h"
#include "scatter_by_place.h"
#include "sizes.h"

#if defined(__x86_64__)
#include <immintrin.h>

/* ---- what two vectors give: the results of scalar.h ---- */

typedef int32_t vector_i32 __attribute__((vector_size(64)));
typedef int64_t vector_i64 __attribute__((vector_size(64)));
typedef uint32_t vector_u32 __attribute__((vector_size(64)));
typedef uint64_t vector_u64 __attribute__((vector_size(64)));
typedef float vector_f32 __attribute__((vector_size(64)));
typedef double vector_f64 __attribute__((vector_size(64)));

#define ADDED(t, a, b)     (__m512i)((vector_##t)(a) + (vector_##t)(b))
#define TIMES(t, a, b)     (__m512i)((vector_##t)(a) * (vector_##t)(b))
#define GREATEST(t, a, b)  GREATEST_##t(a, b)
#define LEAST(t, a, b)     LEAST_##t(a, b)
#define GREATEST_i32(a, b) _mm512_max_epi32(a, b)
#define GREATEST_i64(a, b) _mm512_max_epi64(a, b)
#define GREATEST_u32(a, b) _mm512_max_epu32(a, b)
#define GREATEST_u64(a, b) _mm512_max_epu64(a, b)
#define GREATEST_f32(a, b) EXTREME(ps, 5, a, b)
#define GREATEST_f64(a, b) EXTREME(pd, 5, a, b)
#define LEAST_i32(a, b)    _mm512_min_epi32(a, b)
#define LEAST_i64(a, b)    _mm512_min_epi64(a, b)
#define LEAST_u32(a, b)    _mm512_min_epu32(a, b)
#define LEAST_u64(a, b)    _mm512_min_epu64(a, b)
#define LEAST_f32(a, b)    EXTREME(ps, 4, a, b)
#define LEAST_f64(a, b)    EXTREME(pd, 4, a, b)

/* Zeros by sign; what is no number wins, the older one first. */
#define EXTREME(suffix, which, a, b) extreme_##suffix(a, b, which)
#define EXTREME_OF(suffix, V)                                                                      \
    AVX512_TARGET static inline __attribute__((always_inline))                                     \
    __m512i extreme_##suffix(__m512i old, __m512i new, const int which) {                          \
        V a = (V)old, b = (V) new;                                                                 \
        V best = which == 5 ? _mm512_range_##suffix(a, b, 5) : _mm512_range_##suffix(a, b, 4);     \
        best = _mm512_mask_mov_##suffix(best, _mm512_cmp_##suffix##_mask(b, b, _CMP_UNORD_Q), b);  \
        best = _mm512_mask_mov_##suffix(best, _mm512_cmp_##suffix##_mask(a, a, _CMP_UNORD_Q), a);  \
        return (__m512i)best;                                                                      \
    }
EXTREME_OF(ps, __m512)
EXTREME_OF(pd, __m512d)

/* ---- rows ---- */

/* As many vectors of a row of `columns` as there are from `at` on, at most a block; the last one
 * may be a part. */
#define VECTORS_OF(at, lanes) minimum(pieces(columns - (at), lanes), SCATTER_BLOCK)
#define LAST_OF(at, vectors, lanes, mask_type)                                                     \
    (mask_type)((1u << minimum(columns - (at) - ((vectors)-1) * (lanes), lanes)) - 1)

/* Calls a function for so many vectors, which the compiler knows where it is inlined. */
#define BY_COUNT(function, vectors, ...)                                                           \
    switch (vectors) {                                                                             \
    case 1:                                                                                        \
        function(1, __VA_ARGS__);                                                                  \
        break;                                                                                     \
    case 2:                                                                                        \
        function(2, __VA_ARGS__);                                                                  \
        break;                                                                                     \
    case 3:                                                                                        \
        function(3, __VA_ARGS__);                                                                  \
        break;                                                                                     \
    default:                                                                                       \
        function(SCATTER_BLOCK, __VA_ARGS__);                                                      \
        break;                                                                                     \
    }

#define ROW(op, t, bits, mask_type, UPDATE)                                                        \
    AVX512_TARGET static inline __attribute__((always_inline)) void block_##op##_##t(              \
        const int vectors, char *to, const char *from, mask_type last, int64_t count,              \
        int64_t size) {                                                                            \
        __m512i sum[SCATTER_BLOCK];                                                                \
        for (int k = 0; k < vectors; k++) {                                                        \
            sum[k] = k < vectors - 1 ? _mm512_loadu_si512(to + (int64_t)k * 64)                    \
                                     : _mm512_maskz_loadu_epi##bits(last, to + (int64_t)k * 64);   \
        }                                                                                          \
        for (int64_t r = 0; r < count; r++, from += size) {                                        \
            for (int k = 0; k < vectors; k++) {                                                    \
                const char *at = from + (int64_t)k * 64;                                           \
                __m512i next = k < vectors - 1 ? _mm512_loadu_si512(at)                            \
                                               : _mm512_maskz_loadu_epi##bits(last, at);           \
                sum[k] = UPDATE(t, sum[k], next);                                                  \
            }                                                                                      \
        }                                                                                          \
        for (int k = 0; k < vectors - 1; k++) {                                                    \
            _mm512_storeu_si512(to + (int64_t)k * 64, sum[k]);                                     \
        }                                                                                          \
        _mm512_mask_storeu_epi##bits(to + (int64_t)(vectors - 1) * 64, last, sum[vectors - 1]);    \
    }                                                                                              \
    AVX512_TARGET static void row_##op##_##t(char *memory, const char *values, int64_t count,      \
                                             int64_t columns) {                                    \
        enum { SIZE = (bits) / 8, LANES = sizeof(__m512i) / SIZE };                                \
        for (int64_t at = 0; at < columns; at += SCATTER_BLOCK * LANES) {                          \
            const int64_t vectors = VECTORS_OF(at, LANES);                                         \
            const mask_type last = LAST_OF(at, vectors, LANES, mask_type);                         \
            BY_COUNT(block_##op##_##t, vectors, memory + at * SIZE, values + at * SIZE, last,      \
                     count, columns * SIZE)                                                        \
        }                                                                                          \
    }

/* Moves of as few bytes as will do: those of a whole vector would be of two lines. */
#define LOAD_16(bits, part, at) _mm512_zextsi128_si512(_mm_maskz_loadu_epi##bits(part, at))
#define LOAD_32(bits, part, at) _mm512_zextsi256_si512(_mm256_maskz_loadu_epi##bits(part, at))
#define LOAD_64(bits, part, at) _mm512_maskz_loadu_epi##bits(part, at)
/* Hidden from the compiler, which makes a masked store of a vector's lower part an extraction to
 * memory: that ends a program where what the mask leaves out lies on a page that is not there. */
#define STORE_LOWER(prefix, vector, bits, at, part, sum)                                           \
    {                                                                                              \
        vector lower = sum;                                                                        \
        __asm__("" : "+v"(lower));                                                                 \
        prefix##_mask_storeu_epi##bits(at, part, lower);                                           \
    }
#define STORE_16(bits, at, part, sum)                                                              \
    STORE_LOWER(_mm, __m128i, bits, at, part, _mm512_castsi512_si128(sum))
#define STORE_32(bits, at, part, sum)                                                              \
    STORE_LOWER(_mm256, __m256i, bits, at, part, _mm512_castsi512_si256(sum))
#define STORE_64(bits, at, part, sum) _mm512_mask_storeu_epi##bits(at, part, sum)

#define NARROW_OF(op, t, bits, mask_type, UPDATE, most)                                            \
    AVX512_TARGET static void narrow_##most##_##op##_##t(struct narrow_rows updates,               \
                                                         int64_t size) {                           \
        const mask_type part = (mask_type)((1u << size / ((bits) / 8)) - 1);                       \
        __m512i sum = _mm512_setzero_si512();                                                      \
        SCATTER_BY_PLACE(updates, size, sum = LOAD_##most(bits, part, to),                         \
                         STORE_##most(bits, to, part, sum),                                        \
                         sum = UPDATE(t, sum, LOAD_##most(bits, part, values)))                    \
    }
#define NARROW(op, t, bits, mask_type, UPDATE)                                                     \
    NARROW_OF(op, t, bits, mask_type, UPDATE, 16)                                                  \
    NARROW_OF(op, t, bits, mask_type, UPDATE, 32)                                                  \
    NARROW_OF(op, t, bits, mask_type, UPDATE, 64)                                                  \
    static void narrow_##op##_##t(struct narrow_rows updates, int64_t size) {                      \
        if (size <= 16) {                                                                          \
            narrow_16_##op##_##t(updates, size);                                                   \
        } else if (size <= 32) {                                                                   \
            narrow_32_##op##_##t(updates, size);                                                   \
        } else {                                                                                   \
            narrow_64_##op##_##t(updates, size);                                                   \
        }                                                                                          \
    }

#define WORDS(op, t, UPDATE)                                                                       \
    ROW(op, t, 32, __mmask16, UPDATE)                                                              \
    NARROW(op, t, 32, __mmask16, UPDATE)
#define LONG_WORDS(op, t, UPDATE)                                                                  \
    ROW(op, t, 64, __mmask8, UPDATE)                                                               \
    NARROW(op, t, 64, __mmask8, UPDATE)
#define SUMS(op, UPDATE)                                                                           \
    WORDS(op, u32, UPDATE)                                                                         \
    WORDS(op, f32, UPDATE) LONG_WORDS(op, u64, UPDATE) LONG_WORDS(op, f64, UPDATE)
#define EXTREMES(op, UPDATE) SUMS(op, UPDATE) WORDS(op, i32, UPDATE) LONG_WORDS(op, i64, UPDATE)
SUMS(add, ADDED)
SUMS(mul, TIMES)
EXTREMES(max, GREATEST)
EXTREMES(min, LEAST)

/* ---- sums of more digits than their terms ---- */

AVX512_TARGET static inline __attribute__((always_inline)) __m512d
added_widened(__m512d sum, __mmask8 part, const char *from) {
    return _mm512_add_pd(sum, _mm512_cvtps_pd(_mm256_maskz_loadu_ps(part, from)));
}

AVX512_TARGET static inline __attribute__((always_inline)) void
block_add_widened(const int vectors, char *to, const char *from, __mmask8 last, int64_t count,
                  int64_t size) {
    enum { TO = sizeof(__m512d), FROM = sizeof(__m256) };
    __m512d sum[SCATTER_BLOCK];
    for (int k = 0; k < vectors; k++) {
        const char *at = to + (int64_t)k * TO;
        sum[k] = k < vectors - 1 ? _mm512_loadu_pd(at) : _mm512_maskz_loadu_pd(last, at);
    }
    for (int64_t r = 0; r < count; r++, from += size) {
        for (int k = 0; k < vectors; k++) {
            const __mmask8 part = k < vectors - 1 ? (__mmask8)-1 : last;
            sum[k] = added_widened(sum[k], part, from + (int64_t)k * FROM);
        }
    }
    for (int k = 0; k < vectors - 1; k++) {
        _mm512_storeu_pd(to + (int64_t)k * TO, sum[k]);
    }
    _mm512_mask_storeu_pd(to + (int64_t)(vectors - 1) * TO, last, sum[vectors - 1]);
}

static AVX512_TARGET void row_add_widened_f32(char *memory, const char *values, int64_t count,
                                              int64_t columns) {
    enum { SIZE = sizeof(double), FROM = sizeof(float), LANES = sizeof(__m512d) / SIZE };
    for (int64_t at = 0; at < columns; at += SCATTER_BLOCK * LANES) {
        const int64_t vectors = VECTORS_OF(at, LANES);
        const __mmask8 last = LAST_OF(at, vectors, LANES, __mmask8);
        BY_COUNT(block_add_widened, vectors, memory + at * SIZE, values + at * FROM, last, count,
                 columns * FROM)
    }
}

static AVX512_TARGET void narrow_add_widened_f32(struct narrow_rows updates, int64_t size) {
    const __mmask8 part = (__mmask8)((1u << size / 8) - 1);
    __m512d sum = _mm512_setzero_pd();
    SCATTER_BY_PLACE(updates, size / 2, sum = _mm512_maskz_loadu_pd(part, to),
                     _mm512_mask_storeu_pd(to, part, sum), sum = added_widened(sum, part, values))
}

/* ---- functions by operation and type ---- */

#define FUNCTIONS(kind, op, i32, i64, ...)                                                         \
    {                                                                                              \
        [SDYRT_SCATTER_I32] = kind##_##op##_##i32, [SDYRT_SCATTER_I64] = kind##_##op##_##i64,      \
        [SDYRT_SCATTER_U32] = kind##_##op##_u32, [SDYRT_SCATTER_U64] = kind##_##op##_u64,          \
        [SDYRT_SCATTER_F32] = kind##_##op##_f32, [SDYRT_SCATTER_F64] = kind##_##op##_f64,          \
        __VA_ARGS__                                                                                \
    }
#define TABLE(kind, widened)                                                                       \
    {                                                                                              \
        {NULL}, FUNCTIONS(kind, add, u32, u64, [SDYRT_SCATTER_F64_OF_F32] = widened),              \
            FUNCTIONS(kind, mul, u32, u64, ), FUNCTIONS(kind, max, i32, i64, ),                    \
            FUNCTIONS(kind, min, i32, i64, ),                                                      \
    }
static scatter_row_fn *const rows_of[][SDYRT_SCATTER_TYPES] = TABLE(row, row_add_widened_f32);
static scatter_narrow_fn *const narrow_of[][SDYRT_SCATTER_TYPES] =
    TABLE(narrow, narrow_add_widened_f32);

void sdyrt_scatter_by_wide_rows(const struct sdyrt_scatter *what,
                                const struct sdyrt_scatter_plan *plan,
                                const struct scatter_updates *updates) {
    sdyrt_scatter_row_by_row(what, plan, updates,
                             rows_of[what->op][scatter_type_of_parts(what->type)]);
}

void sdyrt_scatter_by_vectors(const struct sdyrt_scatter *what,
                              const struct sdyrt_scatter_plan *plan,
                              const struct scatter_updates *updates) {
    (void)plan;
    narrow_of[what->op][scatter_type_of_parts(what->type)](
        narrow_rows_of(what, updates), what->columns * scatter_memory_bytes(what->type));
}
#endif
