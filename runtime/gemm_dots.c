#include "gemm_dots.h"

#include "cpu.h"

#include <string.h>

/* Multiply and add are fused here, whatever the rest of the program is compiled with. */
#if defined(__clang__)
#pragma clang fp contract(fast)
#elif defined(__GNUC__)
#pragma GCC optimize("fp-contract=fast")
#endif

#define BASELINE_TARGET

#define REAL         float
#define VECTOR_BYTES 16
#define MAX_SUMS     8
#define TARGET       BASELINE_TARGET
#define NAME(x)      x##_f32_baseline
#include "gemm_dots.inc"

#define REAL         double
#define VECTOR_BYTES 16
#define MAX_SUMS     8
#define TARGET       BASELINE_TARGET
#define NAME(x)      x##_f64_baseline
#include "gemm_dots.inc"

#if defined(__x86_64__)

#define AVX2_TARGET   __attribute__((target("avx2,fma")))
#define AVX512_TARGET __attribute__((target("avx512f,avx512dq,avx512vl,avx2,fma")))

#define REAL          float
#define VECTOR_BYTES  32
#define MAX_SUMS      8
#define TARGET        AVX2_TARGET
#define NAME(x)       x##_f32_avx2
#include "gemm_dots.inc"

#define REAL         double
#define VECTOR_BYTES 32
#define MAX_SUMS     8
#define TARGET       AVX2_TARGET
#define NAME(x)      x##_f64_avx2
#include "gemm_dots.inc"

#define REAL         float
#define VECTOR_BYTES 64
#define MAX_SUMS     16
#define TARGET       AVX512_TARGET
#define NAME(x)      x##_f32_avx512
#include "gemm_dots.inc"

#define REAL         double
#define VECTOR_BYTES 64
#define MAX_SUMS     16
#define TARGET       AVX512_TARGET
#define NAME(x)      x##_f64_avx512
#include "gemm_dots.inc"

#endif

static const struct gemm_dots kernels[SDYRT_ISA_COUNT] = {
    [SDYRT_ISA_BASELINE] = {dots_f32_baseline, dots_f64_baseline},
#if defined(__x86_64__)
    [SDYRT_ISA_AVX2] = {dots_f32_avx2, dots_f64_avx2},
    [SDYRT_ISA_AVX512] = {dots_f32_avx512, dots_f64_avx512},
#endif
};

const struct gemm_dots *sdyrt_gemm_dots(void) {
    return &kernels[sdyrt_cpu_isa()];
}
