/*
 * Strips of bf16 that do more than a scalar function, a part of strips_impl.h: sums that widen on
 * the way, and by AVX-512 rounding.
 */

typedef float bf16_floats __attribute__((vector_size(4 * SDYRT_REDUCE_LANES)));
typedef uint32_t bf16_words __attribute__((vector_size(4 * SDYRT_REDUCE_LANES)));
typedef uint16_t bf16_halves __attribute__((vector_size(2 * SDYRT_REDUCE_LANES)));

/* What four vectors are added to may be lanes in another order, of which IN_ORDER_BF16 makes the
 * right one. */
#if defined(SDYRT_WITH_AVX512)
#include "strips_bf16_avx512.h"
#else
#define BF16_WORDS(halves) __builtin_convertvector(halves, bf16_words)
#define ADD_MANY_BF16(to, from)                                                                    \
    for (int i = 0; i < 4; i++) {                                                                  \
        ADD_BF16(to[i], (from) + i * SDYRT_REDUCE_LANES);                                          \
    }
#define IN_ORDER_BF16(many) ((void)(many))
#endif

/* to += as many numbers as it has lanes */
#define ADD_BF16(to, from)                                                                         \
    do {                                                                                           \
        bf16_halves halves;                                                                        \
        memcpy(&halves, from, sizeof halves);                                                      \
        (to) += (bf16_floats)(BF16_WORDS(halves) << 16);                                           \
    } while (0)

/* In the order of reduce_add_f32. An emitted program may have strips, and none of them this. */
__attribute__((unused)) static float strip_reduce_add_bf16(const uint16_t *a, int64_t n) {
    bf16_floats many[4] = {{0}}, lanes = {0};
    int64_t at = 0;
    for (; at + SDYRT_REDUCE_MANY <= n; at += SDYRT_REDUCE_MANY) {
        ADD_MANY_BF16(many, a + at);
    }
    IN_ORDER_BF16(many);
    lanes = (many[0] + many[2]) + (many[1] + many[3]);
    for (; at + SDYRT_REDUCE_LANES <= n; at += SDYRT_REDUCE_LANES) {
        ADD_BF16(lanes, a + at);
    }
    float lane[SDYRT_REDUCE_LANES];
    memcpy(lane, &lanes, sizeof lane);
    for (int l = 0; at + l < n; l++) {
        lane[l] += sdyrt_convert_bf16_f32(a[at + l]);
    }
    for (int half = SDYRT_REDUCE_LANES / 2; half > 0; half /= 2) {
        SDYRT_REDUCE_LANES_OF(add, f32, lane, (lane + half), half)
    }
    return lane[0];
}
