/* Numbers of f8E4M3FN are looked up, 64 at a time: the two bytes that each is as bf16. */
#include "product_weights_kernels.h"

#include "sizes.h"

#include <math.h>
#include <string.h>

#include "cpu.h"

#if defined(__x86_64__)

#include "fused.h"
#include "weights_loads_avx512.inc"

#define TARGET        AVX512_VBMI_TARGET
#define LANES         16
#define KERNELS       sdyrt_weights_vbmi
#define ALL_LOOKED_UP 1
#define INLINE        TARGET static inline __attribute__((always_inline))

enum { STRIP_SUMS = SDYRT_WEIGHTS_FEW * 4 }; /* vectors that registers have room for */

/* Of the bytes of f8 without their signs, the lower and the upper byte of bf16. */
struct numbers {
    uint8_t low[1 << 7], high[1 << 7];
};

static struct numbers numbers_of(int64_t type) {
    struct numbers all;
    for (int i = 0; i < 1 << 7; i++) {
        const uint8_t byte = (uint8_t)i;
        const float number = sdyrt_weights_one(type, (const char *)&byte, 0, 0);
        uint32_t bits;
        memcpy(&bits, &number, sizeof bits);
        all.low[i] = (uint8_t)(bits >> 16);
        all.high[i] = (uint8_t)(bits >> 24);
    }
    return all;
}

/* Bytes in the order in which the halves of lanes, put side by side with others, make vectors of
   what lies side by side. */
#define FOUR(x) x, 16 + x, 1 + x, 17 + x, 2 + x, 18 + x, 3 + x, 19 + x
static const uint8_t order[WEIGHTS_STRIP] = {FOUR(0), FOUR(32), FOUR(4),  FOUR(36),
                                             FOUR(8), FOUR(40), FOUR(12), FOUR(44)};
#undef FOUR

/* As vectors, of which there are four or none. */
INLINE void look_up(const struct numbers *all, const uint8_t *b, const int vectors, vector *to) {
    if (vectors == 0) {
        return;
    }
    const __m512i held = _mm512_permutexvar_epi8(_mm512_loadu_si512(order), _mm512_loadu_si512(b));
    const __m512i low = _mm512_permutex2var_epi8(_mm512_loadu_si512(all->low), held,
                                                 _mm512_loadu_si512(all->low + WEIGHTS_STRIP));
    const __m512i size = _mm512_permutex2var_epi8(_mm512_loadu_si512(all->high), held,
                                                  _mm512_loadu_si512(all->high + WEIGHTS_STRIP));
    const __m512i high =
        _mm512_or_si512(size, _mm512_and_si512(held, _mm512_set1_epi8((char)0x80)));
    const naturals first = (naturals)_mm512_unpacklo_epi8(low, high);
    const naturals second = (naturals)_mm512_unpackhi_epi8(low, high);
    to[0] = (vector)(first << 16);
    to[1] = (vector)(first & 0xffff0000);
    to[2] = (vector)(second << 16);
    to[3] = (vector)(second & 0xffff0000);
}

#include "product_weights.inc"

#endif
