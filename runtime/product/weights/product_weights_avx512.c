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

/* --- packed weights --- */

#define HOLDS(name, type)                                                                          \
    TARGET static inline __attribute__((always_inline)) integers name(const type *p)

HOLDS(raw_u4x2, uint8_t) {
    return (integers)_mm512_cvtepu8_epi32(bytes(p));
}

HOLDS(raw_i4x2, uint8_t) {
    return (integers)_mm512_cvtepi8_epi32(bytes(p));
}

HOLDS(raw_x8, uint32_t) {
    return (integers)_mm512_loadu_si512(p);
}

/* Of an index the look-up takes no more than these bits. */
TARGET static inline __attribute__((always_inline)) vector low_u4(integers held) {
    const vector all = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
    return (vector)_mm512_permutexvar_ps((__m512i)held, (__m512)all);
}

TARGET static inline __attribute__((always_inline)) vector low_i4(integers held) {
    const vector all = {0, 1, 2, 3, 4, 5, 6, 7, -8, -7, -6, -5, -4, -3, -2, -1};
    return (vector)_mm512_permutexvar_ps((__m512i)held, (__m512)all);
}

/* --- lanes --- */

TARGET static inline __attribute__((always_inline)) float sum_of_lanes(vector sum) {
    return _mm512_reduce_add_ps((__m512)sum);
}

TARGET static inline __attribute__((always_inline)) vector one_of_two(vector a, vector b,
                                                                      const int number) {
    const integers first = {0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30};
    return (vector)_mm512_permutex2var_ps((__m512)a, (__m512i)(first + number), (__m512)b);
}

#include "product_weights.inc"

#endif
