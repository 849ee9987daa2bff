#include "gemm_micro.h"

#include "cpu.h"

/* Multiply and add are fused here, whatever the rest of the program is compiled with. */
#if defined(__clang__)
#pragma clang fp contract(fast)
#elif defined(__GNUC__)
#pragma GCC optimize("fp-contract=fast")
#endif

/* Eight rows of two vectors are the sixteen independent sums that hide the latency of two
   multiply-adds a cycle, and need fewer loads than two a cycle. Where there are only sixteen
   registers, six rows fit. */

#define BASELINE_TARGET

#define REAL         float
#define VECTOR_BYTES 16
#define MAX_ROWS     6
#define TARGET       BASELINE_TARGET
#define NAME(x)      x##_f32_baseline
#include "gemm_micro.inc"

#define REAL         double
#define VECTOR_BYTES 16
#define MAX_ROWS     6
#define TARGET       BASELINE_TARGET
#define NAME(x)      x##_f64_baseline
#include "gemm_micro.inc"

#if defined(__x86_64__)

#define AVX2_TARGET   __attribute__((target("avx2,fma")))
#define AVX512_TARGET __attribute__((target("avx512f,avx512dq,avx512vl,avx2,fma")))

#define REAL          float
#define VECTOR_BYTES  32
#define MAX_ROWS      6
#define TARGET        AVX2_TARGET
#define NAME(x)       x##_f32_avx2
#include "gemm_micro.inc"

#define REAL         double
#define VECTOR_BYTES 32
#define MAX_ROWS     6
#define TARGET       AVX2_TARGET
#define NAME(x)      x##_f64_avx2
#include "gemm_micro.inc"

#define REAL         float
#define VECTOR_BYTES 64
#define MAX_ROWS     8
#define TARGET       AVX512_TARGET
#define NAME(x)      x##_f32_avx512
#include "gemm_micro.inc"

#define REAL         double
#define VECTOR_BYTES 64
#define MAX_ROWS     8
#define TARGET       AVX512_TARGET
#define NAME(x)      x##_f64_avx512
#include "gemm_micro.inc"

#endif

static const struct gemm_micro kernels[SDYRT_ISA_COUNT] = {
    [SDYRT_ISA_BASELINE] = {panel_f32_baseline, panel_f64_baseline},
#if defined(__x86_64__)
    [SDYRT_ISA_AVX2] = {panel_f32_avx2, panel_f64_avx2},
    [SDYRT_ISA_AVX512] = {panel_f32_avx512, panel_f64_avx512},
#endif
};

const struct gemm_micro *sdyrt_gemm_micro(void) {
    return &kernels[sdyrt_cpu_isa()];
}
