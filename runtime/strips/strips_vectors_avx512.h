/*
 * Vectors of AVX-512, by the type of the elements that they are read from: what reductions are
 * made of in strips_rows.h and strips_reduce.h. Elements of fewer than 32 bits are widened on the
 * way.
 */
#include <immintrin.h>
#include <stdbool.h>

typedef float rows_f32 __attribute__((vector_size(64)));
typedef double rows_f64 __attribute__((vector_size(64)));
typedef int32_t rows_i32 __attribute__((vector_size(64)));
typedef uint32_t rows_u32 __attribute__((vector_size(64)));
typedef int64_t rows_i64 __attribute__((vector_size(64)));
typedef uint64_t rows_u64 __attribute__((vector_size(64)));
typedef rows_f32 rows_bf16, rows_f16;
typedef rows_i32 rows_i8, rows_i16, rows_u8, rows_u16;

/* Bytes from what is reduced to what comes next from memory: the processor's own guess is too near
 * where there is little to do for each line. */
enum { AHEAD = SDYRT_PAGE_BYTES };

/* ---- operations ---- */

#define ROWS_add_f32(a, b)  ((a) + (b))
#define ROWS_add_bf16(a, b) ((a) + (b))
#define ROWS_add_f64(a, b)  ((a) + (b))
#define ROWS_max_f32(a, b)  extreme_f32(a, b, false)
#define ROWS_min_f32(a, b)  extreme_f32(a, b, true)
#define ROWS_max_f64(a, b)  extreme_f64(a, b, false)
#define ROWS_min_f64(a, b)  extreme_f64(a, b, true)
#define ROWS_max_bf16(a, b) extreme_f32(a, b, false)
#define ROWS_min_bf16(a, b) extreme_f32(a, b, true)
#define ROWS_max_f16(a, b)  extreme_f32(a, b, false)
#define ROWS_min_f16(a, b)  extreme_f32(a, b, true)
#define ROWS_OF(t, a)       ((rows_##t)(a))
#define ROWS_add_i8(a, b)   ((a) + (b))
#define ROWS_max_i8(a, b)   ROWS_max_i32(a, b)
#define ROWS_min_i8(a, b)   ROWS_min_i32(a, b)
#define ROWS_add_i16(a, b)  ((a) + (b))
#define ROWS_max_i16(a, b)  ROWS_max_i32(a, b)
#define ROWS_min_i16(a, b)  ROWS_min_i32(a, b)
#define ROWS_add_i32(a, b)  ((a) + (b))
#define ROWS_max_i32(a, b)  ROWS_OF(i32, _mm512_max_epi32((__m512i)(a), (__m512i)(b)))
#define ROWS_min_i32(a, b)  ROWS_OF(i32, _mm512_min_epi32((__m512i)(a), (__m512i)(b)))
#define ROWS_add_i64(a, b)  ((a) + (b))
#define ROWS_max_i64(a, b)  ROWS_OF(i64, _mm512_max_epi64((__m512i)(a), (__m512i)(b)))
#define ROWS_min_i64(a, b)  ROWS_OF(i64, _mm512_min_epi64((__m512i)(a), (__m512i)(b)))
#define ROWS_add_u8(a, b)   ((a) + (b))
#define ROWS_max_u8(a, b)   ROWS_max_i32(a, b)
#define ROWS_min_u8(a, b)   ROWS_min_i32(a, b)
#define ROWS_add_u16(a, b)  ((a) + (b))
#define ROWS_max_u16(a, b)  ROWS_max_i32(a, b)
#define ROWS_min_u16(a, b)  ROWS_min_i32(a, b)
#define ROWS_add_u32(a, b)  ((a) + (b))
#define ROWS_max_u32(a, b)  ROWS_OF(u32, _mm512_max_epu32((__m512i)(a), (__m512i)(b)))
#define ROWS_min_u32(a, b)  ROWS_OF(u32, _mm512_min_epu32((__m512i)(a), (__m512i)(b)))
#define ROWS_add_u64(a, b)  ((a) + (b))
#define ROWS_max_u64(a, b)  ROWS_OF(u64, _mm512_max_epu64((__m512i)(a), (__m512i)(b)))
#define ROWS_min_u64(a, b)  ROWS_OF(u64, _mm512_min_epu64((__m512i)(a), (__m512i)(b)))

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
#define BEST_max_f16(a, b)   BEST_max_f32(a, b)
#define BEST_min_f16(a, b)   BEST_min_f32(a, b)
#define UNORDERED_f32(a, b)  _mm512_cmp_ps_mask(a, b, _CMP_UNORD_Q)
#define UNORDERED_f64(a, b)  _mm512_cmp_pd_mask(a, b, _CMP_UNORD_Q)
#define UNORDERED_bf16(a, b) UNORDERED_f32(a, b)
#define UNORDERED_f16(a, b)  UNORDERED_f32(a, b)
#define UNORDERED_i8(a, b)   0
#define UNORDERED_i16(a, b)  0
#define UNORDERED_i32(a, b)  0
#define UNORDERED_i64(a, b)  0
#define UNORDERED_u8(a, b)   0
#define UNORDERED_u16(a, b)  0
#define UNORDERED_u32(a, b)  0
#define UNORDERED_u64(a, b)  0
#define BEST_max_i8(a, b)    ROWS_max_i8(a, b)
#define BEST_min_i8(a, b)    ROWS_min_i8(a, b)
#define BEST_max_i16(a, b)   ROWS_max_i16(a, b)
#define BEST_min_i16(a, b)   ROWS_min_i16(a, b)
#define BEST_max_i32(a, b)   ROWS_max_i32(a, b)
#define BEST_min_i32(a, b)   ROWS_min_i32(a, b)
#define BEST_max_i64(a, b)   ROWS_max_i64(a, b)
#define BEST_min_i64(a, b)   ROWS_min_i64(a, b)
#define BEST_max_u8(a, b)    ROWS_max_u8(a, b)
#define BEST_min_u8(a, b)    ROWS_min_u8(a, b)
#define BEST_max_u16(a, b)   ROWS_max_u16(a, b)
#define BEST_min_u16(a, b)   ROWS_min_u16(a, b)
#define BEST_max_u32(a, b)   ROWS_max_u32(a, b)
#define BEST_min_u32(a, b)   ROWS_min_u32(a, b)
#define BEST_max_u64(a, b)   ROWS_max_u64(a, b)
#define BEST_min_u64(a, b)   ROWS_min_u64(a, b)
#define BEST_add_i8(a, b)    ROWS_add_i8(a, b)
#define BEST_add_i16(a, b)   ROWS_add_i16(a, b)
#define BEST_add_i32(a, b)   ROWS_add_i32(a, b)
#define BEST_add_i64(a, b)   ROWS_add_i64(a, b)
#define BEST_add_u8(a, b)    ROWS_add_u8(a, b)
#define BEST_add_u16(a, b)   ROWS_add_u16(a, b)
#define BEST_add_u32(a, b)   ROWS_add_u32(a, b)
#define BEST_add_u64(a, b)   ROWS_add_u64(a, b)
#define BEST_add_f32(a, b)   ROWS_add_f32(a, b)
#define BEST_add_f64(a, b)   ROWS_add_f64(a, b)
#define BEST_add_bf16(a, b)  ROWS_add_bf16(a, b)

#define LOAD_128(at)         _mm_loadu_si128((const void *)(at))
#define LOAD_256(at)         _mm256_loadu_si256((const void *)(at))
#define PART_256(at, k)      _mm256_maskz_loadu_epi16(k, at)
#define BLEND_32(k, a, b)    _mm512_mask_blend_epi32(k, (__m512i)(a), (__m512i)(b))
#define BLEND_64(k, a, b)    _mm512_mask_blend_epi64((__mmask8)(k), (__m512i)(a), (__m512i)(b))

/* Whole vectors, the elements under a mask, and those of `b` under one, else of `a`. */
#define ROWS_LOAD_f32(at)         ((rows_f32)_mm512_loadu_ps(at))
#define ROWS_PART_f32(at, k)      ((rows_f32)_mm512_maskz_loadu_ps(k, at))
#define ROWS_CHOOSE_f32(k, a, b)  ((rows_f32)_mm512_mask_blend_ps(k, a, b))
#define ROWS_LOAD_f64(at)         ((rows_f64)_mm512_loadu_pd(at))
#define ROWS_PART_f64(at, k)      ((rows_f64)_mm512_maskz_loadu_pd((__mmask8)(k), at))
#define ROWS_CHOOSE_f64(k, a, b)  ((rows_f64)_mm512_mask_blend_pd((__mmask8)(k), a, b))
#define ROWS_LOAD_i8(at)          ROWS_OF(i8, _mm512_cvtepi8_epi32(LOAD_128(at)))
#define ROWS_PART_i8(at, k)       ROWS_OF(i8, _mm512_cvtepi8_epi32(_mm_maskz_loadu_epi8(k, at)))
#define ROWS_CHOOSE_i8(k, a, b)   ROWS_CHOOSE_i32(k, a, b)
#define ROWS_LOAD_i16(at)         ROWS_OF(i16, _mm512_cvtepi16_epi32(LOAD_256(at)))
#define ROWS_PART_i16(at, k)      ROWS_OF(i16, _mm512_cvtepi16_epi32(PART_256(at, k)))
#define ROWS_CHOOSE_i16(k, a, b)  ROWS_CHOOSE_i32(k, a, b)
#define ROWS_LOAD_i32(at)         ROWS_OF(i32, _mm512_loadu_si512(at))
#define ROWS_PART_i32(at, k)      ROWS_OF(i32, _mm512_maskz_loadu_epi32(k, at))
#define ROWS_CHOOSE_i32(k, a, b)  ROWS_OF(i32, BLEND_32(k, a, b))
#define ROWS_LOAD_i64(at)         ROWS_OF(i64, _mm512_loadu_si512(at))
#define ROWS_PART_i64(at, k)      ROWS_OF(i64, _mm512_maskz_loadu_epi64((__mmask8)(k), at))
#define ROWS_CHOOSE_i64(k, a, b)  ROWS_OF(i64, BLEND_64(k, a, b))
#define ROWS_LOAD_u8(at)          ROWS_OF(u8, _mm512_cvtepu8_epi32(LOAD_128(at)))
#define ROWS_PART_u8(at, k)       ROWS_OF(u8, _mm512_cvtepu8_epi32(_mm_maskz_loadu_epi8(k, at)))
#define ROWS_CHOOSE_u8(k, a, b)   ROWS_CHOOSE_i32(k, a, b)
#define ROWS_LOAD_u16(at)         ROWS_OF(u16, _mm512_cvtepu16_epi32(LOAD_256(at)))
#define ROWS_PART_u16(at, k)      ROWS_OF(u16, _mm512_cvtepu16_epi32(PART_256(at, k)))
#define ROWS_CHOOSE_u16(k, a, b)  ROWS_CHOOSE_i32(k, a, b)
#define ROWS_LOAD_u32(at)         ROWS_OF(u32, _mm512_loadu_si512(at))
#define ROWS_PART_u32(at, k)      ROWS_OF(u32, _mm512_maskz_loadu_epi32(k, at))
#define ROWS_CHOOSE_u32(k, a, b)  ROWS_OF(u32, BLEND_32(k, a, b))
#define ROWS_LOAD_u64(at)         ROWS_OF(u64, _mm512_loadu_si512(at))
#define ROWS_PART_u64(at, k)      ROWS_OF(u64, _mm512_maskz_loadu_epi64((__mmask8)(k), at))
#define ROWS_CHOOSE_u64(k, a, b)  ROWS_OF(u64, BLEND_64(k, a, b))
#define ROWS_WIDE_bf16(halves)    ((rows_f32)_mm512_slli_epi32(_mm512_cvtepu16_epi32(halves), 16))
#define ROWS_LOAD_bf16(at)        ROWS_WIDE_bf16(LOAD_256(at))
#define ROWS_PART_bf16(at, k)     ROWS_WIDE_bf16(PART_256(at, k))
#define ROWS_CHOOSE_bf16(k, a, b) ROWS_CHOOSE_f32(k, a, b)
#define ROWS_WIDE_f16(halves)     ((rows_f32)_mm512_cvtph_ps(halves))
#define ROWS_LOAD_f16(at)         ROWS_WIDE_f16(LOAD_256(at))
#define ROWS_PART_f16(at, k)      ROWS_WIDE_f16(PART_256(at, k))
#define ROWS_CHOOSE_f16(k, a, b)  ROWS_CHOOSE_f32(k, a, b)

/* Sums, under a mask. */
#define ROWS_SUMS_f32(at, k)      ROWS_PART_f32(at, k)
#define ROWS_STORE_f32(at, k, a)  _mm512_mask_storeu_ps(at, k, a)
#define ROWS_SUMS_bf16(at, k)     ROWS_PART_f32(at, k)
#define ROWS_STORE_bf16(at, k, a) _mm512_mask_storeu_ps(at, k, a)
#define ROWS_SUMS_f64(at, k)      ROWS_PART_f64(at, k)
#define ROWS_STORE_f64(at, k, a)  _mm512_mask_storeu_pd(at, (__mmask8)(k), a)
#define ROWS_SUMS_f16(at, k)      ROWS_PART_f32(at, k)
#define ROWS_STORE_f16(at, k, a)  _mm512_mask_storeu_ps(at, k, a)
#define ROWS_SUMS_i8(at, k)       ROWS_PART_i8(at, k)
#define ROWS_STORE_i8(at, k, a)   _mm512_mask_cvtepi32_storeu_epi8(at, k, (__m512i)(a))
#define ROWS_SUMS_i16(at, k)      ROWS_PART_i16(at, k)
#define ROWS_STORE_i16(at, k, a)  _mm512_mask_cvtepi32_storeu_epi16(at, k, (__m512i)(a))
#define ROWS_SUMS_i32(at, k)      ROWS_PART_i32(at, k)
#define ROWS_STORE_i32(at, k, a)  _mm512_mask_storeu_epi32(at, k, (__m512i)(a))
#define ROWS_SUMS_i64(at, k)      ROWS_PART_i64(at, k)
#define ROWS_STORE_i64(at, k, a)  _mm512_mask_storeu_epi64(at, (__mmask8)(k), (__m512i)(a))
#define ROWS_SUMS_u8(at, k)       ROWS_PART_u8(at, k)
#define ROWS_STORE_u8(at, k, a)   _mm512_mask_cvtepi32_storeu_epi8(at, k, (__m512i)(a))
#define ROWS_SUMS_u16(at, k)      ROWS_PART_u16(at, k)
#define ROWS_STORE_u16(at, k, a)  _mm512_mask_cvtepi32_storeu_epi16(at, k, (__m512i)(a))
#define ROWS_SUMS_u32(at, k)      ROWS_PART_u32(at, k)
#define ROWS_STORE_u32(at, k, a)  _mm512_mask_storeu_epi32(at, k, (__m512i)(a))
#define ROWS_SUMS_u64(at, k)      ROWS_PART_u64(at, k)
#define ROWS_STORE_u64(at, k, a)  _mm512_mask_storeu_epi64(at, (__mmask8)(k), (__m512i)(a))
