#include "gemm_few.h"

#include "cpu.h"
#include "parts.h"

#include <string.h>

#include "fused.h"

/* Of a block of B whose rows are read side by side; the next row of A finds it in the cache. */
enum { BLOCK_DEPTH = 8, BLOCK_COLS = 1024 };

#if SDYRT_HAS_GEMM_F32

#define REAL         float
#define VECTOR_BYTES 16
#define MAX_SUMS     8
#define TARGET       BASELINE_TARGET
#define NAME(x)      x##_f32_baseline
#include "gemm_few.inc"

#if defined(__x86_64__)

#define REAL         float
#define VECTOR_BYTES 32
#define MAX_SUMS     8
#define TARGET       AVX2_TARGET
#define NAME(x)      x##_f32_avx2
#include "gemm_few.inc"

#define REAL         float
#define VECTOR_BYTES 64
#define MAX_SUMS     16
#define TARGET       AVX512_TARGET
#define NAME(x)      x##_f32_avx512
#include "gemm_few.inc"

#endif
#endif

#if SDYRT_HAS_GEMM_F64

#define REAL         double
#define VECTOR_BYTES 16
#define MAX_SUMS     8
#define TARGET       BASELINE_TARGET
#define NAME(x)      x##_f64_baseline
#include "gemm_few.inc"

#if defined(__x86_64__)

#define REAL         double
#define VECTOR_BYTES 32
#define MAX_SUMS     8
#define TARGET       AVX2_TARGET
#define NAME(x)      x##_f64_avx2
#include "gemm_few.inc"

#define REAL         double
#define VECTOR_BYTES 64
#define MAX_SUMS     16
#define TARGET       AVX512_TARGET
#define NAME(x)      x##_f64_avx512
#include "gemm_few.inc"

#endif
#endif

#define KERNELS(isa)                                                                               \
    {                                                                                              \
        SDYRT_OR_NULL(GEMM_F32, dots_f32_##isa), SDYRT_OR_NULL(GEMM_F64, dots_f64_##isa),          \
            SDYRT_OR_NULL(GEMM_F32, rows_f32_##isa), SDYRT_OR_NULL(GEMM_F64, rows_f64_##isa)       \
    }
static const struct gemm_few kernels[SDYRT_ISA_COUNT] = {
    [SDYRT_ISA_BASELINE] = KERNELS(baseline),
#if defined(__x86_64__)
    [SDYRT_ISA_AVX2] = KERNELS(avx2),
    [SDYRT_ISA_AVX512] = KERNELS(avx512),
#endif
};

const struct gemm_few *sdyrt_gemm_few(void) {
    return &kernels[sdyrt_cpu_isa()];
}
