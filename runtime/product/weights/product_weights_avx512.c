#include "product_weights_kernels.h"

#include "sizes.h"

#include <math.h>
#include <string.h>

#include "cpu.h"

#if defined(__x86_64__)

#include "fused.h"
#include "weights_loads_avx512.inc"

#define TARGET  AVX512_TARGET
#define LANES   16
#define KERNELS sdyrt_weights_avx512
enum { STRIP_SUMS = SDYRT_WEIGHTS_FEW * 4 }; /* vectors that registers have room for */
#define INLINE TARGET static inline __attribute__((always_inline))

/* --- packed weights --- */

/* What numbers of 4 bits are, without a sign and with one: all of them by their bits; and of those
   in the upper half of a byte, 16 times as large, what makes of it the bits of a number of f32, and
   what that is too large by. */
struct numbers {
    vector all;
    integers flip;
    vector less;
};
#define SAME(x)                                                                                    \
    { x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x }
static const struct numbers nibbles[] = {
    {{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15}, SAME(MAGIC_BITS), SAME(MAGIC)},
    {{0, 1, 2, 3, 4, 5, 6, 7, -8, -7, -6, -5, -4, -3, -2, -1},
     SAME(MAGIC_BITS + UPPER_SIGN),
     SAME(MAGIC + UPPER_SIGN)}};
#undef SAME

INLINE integers hold_x2(const struct numbers *n, const uint8_t *p) {
    (void)n;
    return (integers)_mm512_cvtepu8_epi32(bytes(p));
}

INLINE integers hold_x8(const struct numbers *n, const uint32_t *p) {
    (void)n;
    return (integers)_mm512_loadu_si512(p);
}

/* Of an index the look-up takes no more than these bits. */
INLINE vector look_up(const struct numbers *n, integers held) {
    return (vector)_mm512_permutexvar_ps((__m512i)held, (__m512)n->all);
}

INLINE vector part_x2(const struct numbers *n, integers held, const int part) {
    if (part == 0) {
        return look_up(n, held);
    }
    return (vector)((held & UPPER) ^ n->flip) - n->less;
}

INLINE vector part_x8(const struct numbers *n, integers held, const int part) {
    return look_up(n, (integers)((naturals)held >> part * WEIGHTS_PART_BITS));
}

#include "product_weights.inc"

#endif
