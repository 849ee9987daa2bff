#include "product_micro.h"

#include "cpu.h"
#include "parts.h"

#include <string.h>

#if defined(__x86_64__)
#include <immintrin.h>
#elif defined(__aarch64__)
#include <arm_neon.h>
#endif

#include "fused.h"

#ifndef __has_feature
#define __has_feature(name) 0 /* gcc says it with macros */
#endif

/* Eight rows of two vectors are the sixteen independent sums that hide the latency of two
   multiply-adds a cycle, and need fewer loads than two a cycle. Where there are only sixteen
   registers, six rows fit. Where there are 32 of 64 bytes, twelve rows do, and a panel that comes
   from the second-level cache is read less often. */
#if defined(__aarch64__)
#define BASELINE_ROWS 8
#else
#define BASELINE_ROWS 6
#endif

/* Sums of pairs: what the vectors of 32-bit integers are called is the instance's business. */
#if defined(__x86_64__)
#define MADD_BASELINE(sum, value, b)                                                               \
    ((sum) + (vector_pairs_baseline)_mm_madd_epi16(_mm_set1_epi32((int)(value)), (__m128i)(b)))
#define MADD_AVX2(sum, value, b)                                                                   \
    ((sum) + (vector_pairs_avx2)_mm256_madd_epi16(_mm256_set1_epi32((int)(value)), (__m256i)(b)))
#define MADD_AVX512(sum, value, b)                                                                 \
    ((sum) + (vector_pairs_avx512)_mm512_madd_epi16(_mm512_set1_epi32((int)(value)), (__m512i)(b)))
#else
#if defined(__aarch64__)
typedef int16x8_t signed_pairs;
static inline __attribute__((always_inline)) int32x4_t madd_pairs(int16x8_t a, int16x8_t b) {
    return vpaddq_s32(vmull_s16(vget_low_s16(a), vget_low_s16(b)), vmull_high_s16(a, b));
}
#else
typedef int32_t signed_pairs __attribute__((vector_size(16), may_alias));
#define LOW(v)  (((v) << 16) >> 16)
#define HIGH(v) ((v) >> 16)
static inline __attribute__((always_inline)) signed_pairs madd_pairs(signed_pairs a,
                                                                     signed_pairs b) {
    return LOW(a) * LOW(b) + HIGH(a) * HIGH(b);
}
#endif
typedef int32_t both_halves __attribute__((vector_size(16)));
#define MADD_BASELINE(sum, value, b)                                                               \
    ((sum) + (vector_pairs_baseline)madd_pairs(                                                    \
                 (signed_pairs)((both_halves){0} + (int32_t)(value)), (signed_pairs)(b)))
#endif
#define MADD_PLAIN(sum, value, b) ((sum) + (value) * (b))
#define PLUS_PLAIN(a, b)          ((a) + (b))

#define VECTOR_BYTES              16
#define MAX_ROWS                  BASELINE_ROWS
#define MADD_PAIRS                MADD_BASELINE
#define TARGET                    BASELINE_TARGET
#define ISA(x)                    x##_baseline
#include "product_micro_isa.inc"

#if defined(__x86_64__)

#define VECTOR_BYTES 32
#define MAX_ROWS     6
#define MADD_PAIRS   MADD_AVX2
#define TARGET       AVX2_TARGET
#define ISA(x)       x##_avx2
#include "product_micro_isa.inc"

#define VECTOR_BYTES 64
#define MAX_ROWS     12
#define MADD_PAIRS   MADD_AVX512
#define TARGET       AVX512_TARGET
#define ISA(x)       x##_avx512
/* A sanitizer sees what C's loops read, and not what instructions do. */
#if !defined(__SANITIZE_ADDRESS__) && !__has_feature(address_sanitizer)
#define BLOCK_IS_WRITTEN
#endif
#include "product_micro_isa.inc"

#endif

#if defined(__x86_64__) && SDYRT_HAS_MICRO_BF16

/* Bits of sums of 32 bits; what vectors of them are called is the instance's business. */
static inline uint32_t add_floats(uint32_t a, uint32_t b) {
    float x, y;
    memcpy(&x, &a, sizeof x);
    memcpy(&y, &b, sizeof y);
    x += y;
    memcpy(&a, &x, sizeof a);
    return a;
}

#define REAL         uint32_t
#define VECTOR_BYTES 64
#define MAX_ROWS     8
#define MADD(sum, value, b)                                                                        \
    ((vector_bf16)_mm512_dpbf16_ps((__m512)(sum), (__m512bh)_mm512_set1_epi32((int)(value)),       \
                                   (__m512bh)(b)))
#define PLUS         add_floats
#define PLUS_V(a, b) ((vector_bf16)_mm512_add_ps((__m512)(a), (__m512)(b)))
#define TARGET       AVX512_BF16_TARGET
#define NAME(x)      x##_bf16
#include "product_micro.inc"

#undef VECTOR_BYTES
#undef MAX_ROWS
#undef TARGET

panel_kernel *sdyrt_product_micro_bf16_pairs(void) {
    return panel_bf16;
}

#else

panel_kernel *sdyrt_product_micro_bf16_pairs(void) {
    return NULL;
}

#endif

#if defined(__x86_64__) && SDYRT_HAS_MICRO_QUADS

#define REAL         uint32_t
#define VECTOR_BYTES 64
#define MAX_ROWS     8
#define MADD(sum, value, b)                                                                        \
    ((vector_quads_i8)_mm512_dpbusd_epi32((__m512i)(sum), _mm512_set1_epi32((int)(value)),         \
                                          (__m512i)(b)))
#define PLUS    PLUS_PLAIN
#define PLUS_V  PLUS_PLAIN
#define TARGET  AVX512_VNNI_TARGET
#define NAME(x) x##_quads_i8
#include "product_micro.inc"

#define REAL uint32_t
#define MADD(sum, value, b)                                                                        \
    ((vector_quads_u8)_mm512_dpbusd_epi32((__m512i)(sum), (__m512i)(b),                            \
                                          _mm512_set1_epi32((int)(value))))
#define PLUS    PLUS_PLAIN
#define PLUS_V  PLUS_PLAIN
#define NAME(x) x##_quads_u8
#include "product_micro.inc"

#undef VECTOR_BYTES
#undef MAX_ROWS
#undef TARGET

panel_kernel *sdyrt_product_micro_quads(int is_unsigned) {
    return is_unsigned ? panel_quads_u8 : panel_quads_i8;
}

#else

panel_kernel *sdyrt_product_micro_quads(int is_unsigned) {
    (void)is_unsigned;
    return NULL;
}

#endif

static const struct product_micro *const kernels[SDYRT_ISA_COUNT] = {
    [SDYRT_ISA_BASELINE] = &kernels_baseline,
#if defined(__x86_64__)
    [SDYRT_ISA_AVX2] = &kernels_avx2,
    [SDYRT_ISA_AVX512] = &kernels_avx512,
#endif
};

const struct product_micro *sdyrt_product_micro_of(int64_t isa) {
    return kernels[isa];
}
