/* The panel kernels of bf16 by pairs and of bytes by fours: each multiplies with an instruction of
   its own, AVX512_BF16's and AVX512_VNNI's. */
#include "product_micro.h"

#include "cpu.h"
#include "parts.h"

#include <string.h>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

#include "fused.h"

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
#define PLUS(a, b) ((a) + (b))
#define PLUS_V     PLUS
#define TARGET     AVX512_VNNI_TARGET
#define NAME(x)    x##_quads_i8
#include "product_micro.inc"

#define REAL uint32_t
#define MADD(sum, value, b)                                                                        \
    ((vector_quads_u8)_mm512_dpbusd_epi32((__m512i)(sum), (__m512i)(b),                            \
                                          _mm512_set1_epi32((int)(value))))
#define PLUS(a, b) ((a) + (b))
#define PLUS_V     PLUS
#define NAME(x)    x##_quads_u8
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
