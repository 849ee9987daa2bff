#include "fft_lanes.h"

#include "caches.h"
#include "cpu.h"
#include "parts.h"
#include "product_tile.h"
#include "transpose_tile.h"

#include <string.h>

#if defined(__x86_64__)
#include "fft_lanes_avx512.h"
#endif

#include "fused.h"

size_t sdyrt_fft_lanes_scratch(const struct fft_short *size) {
    return (size_t)FFT_ROOM(size) * 2 * 2 * SDYRT_LINE_BYTES;
}

/* ---- shuffles -------------------------------------------------------------------------------- */

#ifdef __clang__
#define SHUFFLE(a, b, bits, ...) __builtin_shufflevector(a, b, __VA_ARGS__)
#else
#define SHUFFLE(a, b, bits, ...) __builtin_shuffle(a, b, bits)
#endif

/* The numbers of lanes in two vectors, one behind the other. */
#define SELECT(what, lanes)  SELECT_(what, lanes)
#define SELECT_(what, lanes) what##_##lanes
#define EVEN_2               0, 2
#define EVEN_4               EVEN_2, 4, 6
#define EVEN_8               EVEN_4, 8, 10, 12, 14
#define EVEN_16              EVEN_8, 16, 18, 20, 22, 24, 26, 28, 30
#define ODD_2                1, 3
#define ODD_4                ODD_2, 5, 7
#define ODD_8                ODD_4, 9, 11, 13, 15
#define ODD_16               ODD_8, 17, 19, 21, 23, 25, 27, 29, 31
#define LOW_2                0, 2
#define LOW_4                0, 4, 1, 5
#define LOW_8                0, 8, 1, 9, 2, 10, 3, 11
#define LOW_16               0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23
#define HIGH_2               1, 3
#define HIGH_4               2, 6, 3, 7
#define HIGH_8               4, 12, 5, 13, 6, 14, 7, 15
#define HIGH_16              8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31

/* ---- instruction sets ------------------------------------------------------------------------ */

#if SDYRT_HAS_FFT_F32

#define REAL         float
#define BITS         int32_t
#define VECTOR_BYTES 16
#define LANES        4
#define TARGET       BASELINE_TARGET
#define NAME(x)      x##_f32_baseline
#include "fft_lanes.inc"

#if defined(__x86_64__)

#define REAL         float
#define BITS         int32_t
#define VECTOR_BYTES 32
#define LANES        8
#define TARGET       AVX2_TARGET
#define NAME(x)      x##_f32_avx2
#include "fft_lanes.inc"

#define REAL                        float
#define BITS                        int32_t
#define VECTOR_BYTES                64
#define LANES                       16
#define TARGET                      AVX512_TARGET
#define PART_LOAD(count, from)      LOAD_PART_F32(count, from)
#define PART_STORE(to, count, part) STORE_PART_F32(to, count, part)
#define NAME(x)                     x##_f32_avx512
#include "fft_lanes.inc"

#endif
#endif

#if SDYRT_HAS_FFT_F64

#define REAL         double
#define BITS         int64_t
#define VECTOR_BYTES 16
#define LANES        2
#define TARGET       BASELINE_TARGET
#define NAME(x)      x##_f64_baseline
#include "fft_lanes.inc"

#if defined(__x86_64__)

#define REAL         double
#define BITS         int64_t
#define VECTOR_BYTES 32
#define LANES        4
#define TARGET       AVX2_TARGET
#define NAME(x)      x##_f64_avx2
#include "fft_lanes.inc"

#define REAL                        double
#define BITS                        int64_t
#define VECTOR_BYTES                64
#define LANES                       8
#define TARGET                      AVX512_TARGET
#define PART_LOAD(count, from)      LOAD_PART_F64(count, from)
#define PART_STORE(to, count, part) STORE_PART_F64(to, count, part)
#define NAME(x)                     x##_f64_avx512
#include "fft_lanes.inc"

#endif
#endif

#define GROUPS(isa)                                                                                \
    { SDYRT_OR_NULL(FFT_F32, group_f32_##isa), SDYRT_OR_NULL(FFT_F64, group_f64_##isa) }
static fft_group_fn *const groups[SDYRT_ISA_COUNT][2] = {
    [SDYRT_ISA_BASELINE] = GROUPS(baseline),
#if defined(__x86_64__)
    [SDYRT_ISA_AVX2] = GROUPS(avx2),
    [SDYRT_ISA_AVX512] = GROUPS(avx512),
#endif
};

fft_group_fn *sdyrt_fft_group(int64_t isa, int64_t type) {
    return groups[isa][type == SDYRT_PRODUCT_C128];
}
