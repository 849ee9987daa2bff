/* The processor widens and rounds numbers of f16, which takes many instructions without it. */
#include "cpu.h"
#include "scatter_kernels.h"

#if defined(__x86_64__)
#include <immintrin.h>

enum { LANES = sizeof(__m512) / sizeof(float) };

/* ---- what two vectors give: the results of scalar.h, rounded to f16 ---- */

#define ADDED(a, b)    _mm512_add_ps(a, b)
#define TIMES(a, b)    _mm512_mul_ps(a, b)
#define GREATEST(a, b) number_or_nan(a, b, _mm512_range_ps(a, b, 5))
#define LEAST(a, b)    number_or_nan(a, b, _mm512_range_ps(a, b, 4))

/* What is no number wins, the older one first. */
AVX512_TARGET static inline __attribute__((always_inline)) __m512
number_or_nan(__m512 old, __m512 value, __m512 best) {
    best = _mm512_mask_mov_ps(best, _mm512_cmp_ps_mask(value, value, _CMP_UNORD_Q), value);
    return _mm512_mask_mov_ps(best, _mm512_cmp_ps_mask(old, old, _CMP_UNORD_Q), old);
}

AVX512_TARGET static inline __attribute__((always_inline)) __m256i rounded(__m512 a) {
    return _mm512_cvtps_ph(a, _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC);
}

#define HALF(op, UPDATE)                                                                           \
    AVX512_TARGET static void half_##op(int wide, uint16_t *memory, const void *offset,            \
                                        const uint8_t *keep, const float *values, int64_t n) {     \
        for (int64_t i = 0; i < n; i++) {                                                          \
            if (keep != NULL && !keep[i]) {                                                        \
                continue;                                                                          \
            }                                                                                      \
            int64_t at = wide ? ((const int64_t *)offset)[i] : ((const int32_t *)offset)[i];       \
            __m256i half = _mm256_castsi128_si256(_mm_cvtsi32_si128(memory[at]));                  \
            __m512 old = _mm512_cvtph_ps(half);                                                    \
            half = rounded(UPDATE(old, _mm512_castps128_ps512(_mm_load_ss(values + i))));          \
            memory[at] = (uint16_t)_mm_cvtsi128_si32(_mm256_castsi256_si128(half));                \
        }                                                                                          \
    }

#define ROW(op, UPDATE)                                                                            \
    AVX512_TARGET static void row_##op(char *memory, const char *values, int64_t count,            \
                                       int64_t columns) {                                          \
        for (int64_t at = 0; at < columns; at += SCATTER_BLOCK * LANES) {                          \
            __m256i sum[SCATTER_BLOCK];                                                            \
            __mmask16 part[SCATTER_BLOCK];                                                         \
            uint16_t *to = (uint16_t *)(void *)memory + at;                                        \
            const float *from = (const float *)(const void *)values + at;                          \
            for (int k = 0; k < SCATTER_BLOCK; k++) {                                              \
                int64_t left = columns - at - k * LANES;                                           \
                part[k] = (__mmask16)(left >= LANES ? -1 : left > 0 ? (1 << left) - 1 : 0);        \
                sum[k] = _mm256_maskz_loadu_epi16(part[k], to + k * LANES);                        \
            }                                                                                      \
            for (int64_t r = 0; r < count; r++, from += columns) {                                 \
                for (int k = 0; k < SCATTER_BLOCK; k++) {                                          \
                    __m512 old = _mm512_cvtph_ps(sum[k]);                                          \
                    __m512 value = _mm512_maskz_loadu_ps(part[k], from + k * LANES);               \
                    sum[k] = rounded(UPDATE(old, value));                                          \
                }                                                                                  \
            }                                                                                      \
            for (int k = 0; k < SCATTER_BLOCK; k++) {                                              \
                _mm256_mask_storeu_epi16(to + k * LANES, part[k], sum[k]);                         \
            }                                                                                      \
        }                                                                                          \
    }

#define BOTH(op, UPDATE) HALF(op, UPDATE) ROW(op, UPDATE)
BOTH(add, ADDED)
BOTH(mul, TIMES)
BOTH(max, GREATEST)
BOTH(min, LEAST)

typedef void half_fn(int wide, uint16_t *memory, const void *offset, const uint8_t *keep,
                     const float *values, int64_t n);
static half_fn *const halves[] = {NULL, half_add, half_mul, half_max, half_min};
static scatter_row_fn *const rows[] = {NULL, row_add, row_mul, row_max, row_min};

void sdyrt_scatter_by_half_elements(const struct sdyrt_scatter *what,
                                    const struct sdyrt_scatter_plan *plan,
                                    const struct scatter_updates *updates) {
    (void)plan;
    halves[what->op]((int)what->wide, (uint16_t *)(void *)updates->memory, updates->offset,
                     updates->keep, (const float *)(const void *)updates->values, updates->count);
}

void sdyrt_scatter_by_half_rows(const struct sdyrt_scatter *what,
                                const struct sdyrt_scatter_plan *plan,
                                const struct scatter_updates *updates) {
    sdyrt_scatter_row_by_row(what, plan, updates, rows[what->op]);
}
#endif
