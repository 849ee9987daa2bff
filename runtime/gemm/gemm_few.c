#include "gemm_few.h"

#include "cpu.h"
#include "parts.h"

#include <string.h>

#include "fused.h"

/* Memory gives most where it is read as it lies, or as a few streams in pages of their own. So of
   a matrix that no near cache holds some long rows at a time are added to sums that one does hold,
   and short columns are read one by one. */
enum { PAGE_BYTES = 4096, STREAMS = 8 };

#if defined(__clang__)
#define SHUFFLE(a, b, bits, ...) __builtin_shufflevector(a, b, __VA_ARGS__)
#else
#define SHUFFLE(a, b, bits, ...) __builtin_shuffle(a, b, (bits){__VA_ARGS__})
#endif

/* Of two vectors side by side, seen as runs of `width` lanes: the first half of each run, and the
   second. */
#define FIRST(i, width)         ((i) / ((width) / 2) * (width) + (i) % ((width) / 2))
#define SECOND(i, width)        (FIRST(i, width) + (width) / 2)
#define EACH_2(f, from, width)  f(from, width), f((from) + 1, width)
#define EACH_4(f, from, width)  EACH_2(f, from, width), EACH_2(f, (from) + 2, width)
#define EACH_8(f, from, width)  EACH_4(f, from, width), EACH_4(f, (from) + 4, width)
#define EACH_16(f, from, width) EACH_8(f, from, width), EACH_8(f, (from) + 8, width)

#if SDYRT_HAS_GEMM_FEW_F32

#define REAL         float
#define INTEGER      int32_t
#define VECTOR_BYTES 16
#define LANES        4
#define EACH_LANE    EACH_4
#define MAX_SUMS     8
#define TARGET       BASELINE_TARGET
#define NAME(x)      x##_f32_baseline
#include "gemm_few.inc"

#if defined(__x86_64__)

#define REAL         float
#define INTEGER      int32_t
#define VECTOR_BYTES 32
#define LANES        8
#define EACH_LANE    EACH_8
#define MAX_SUMS     8
#define TARGET       AVX2_TARGET
#define NAME(x)      x##_f32_avx2
#include "gemm_few.inc"

#define REAL         float
#define INTEGER      int32_t
#define VECTOR_BYTES 64
#define LANES        16
#define EACH_LANE    EACH_16
#define MAX_SUMS     16
#define TARGET       AVX512_TARGET
#define NAME(x)      x##_f32_avx512
#include "gemm_few.inc"

#endif
#endif

#if SDYRT_HAS_GEMM_FEW_F64

#define REAL         double
#define INTEGER      int64_t
#define VECTOR_BYTES 16
#define LANES        2
#define EACH_LANE    EACH_2
#define MAX_SUMS     8
#define TARGET       BASELINE_TARGET
#define NAME(x)      x##_f64_baseline
#include "gemm_few.inc"

#if defined(__x86_64__)

#define REAL         double
#define INTEGER      int64_t
#define VECTOR_BYTES 32
#define LANES        4
#define EACH_LANE    EACH_4
#define MAX_SUMS     8
#define TARGET       AVX2_TARGET
#define NAME(x)      x##_f64_avx2
#include "gemm_few.inc"

#define REAL         double
#define INTEGER      int64_t
#define VECTOR_BYTES 64
#define LANES        8
#define EACH_LANE    EACH_8
#define MAX_SUMS     16
#define TARGET       AVX512_TARGET
#define NAME(x)      x##_f64_avx512
#include "gemm_few.inc"

#endif
#endif

#if SDYRT_HAS_GEMM_U32

#define REAL         uint32_t
#define INTEGER      int32_t
#define VECTOR_BYTES 16
#define LANES        4
#define EACH_LANE    EACH_4
#define MAX_SUMS     8
#define TARGET       BASELINE_TARGET
#define NAME(x)      x##_u32_baseline
#include "gemm_few.inc"

#if defined(__x86_64__)

#define REAL         uint32_t
#define INTEGER      int32_t
#define VECTOR_BYTES 32
#define LANES        8
#define EACH_LANE    EACH_8
#define MAX_SUMS     8
#define TARGET       AVX2_TARGET
#define NAME(x)      x##_u32_avx2
#include "gemm_few.inc"

#define REAL         uint32_t
#define INTEGER      int32_t
#define VECTOR_BYTES 64
#define LANES        16
#define EACH_LANE    EACH_16
#define MAX_SUMS     16
#define TARGET       AVX512_TARGET
#define NAME(x)      x##_u32_avx512
#include "gemm_few.inc"

#endif
#endif

#if SDYRT_HAS_GEMM_U64

#define REAL         uint64_t
#define INTEGER      int64_t
#define VECTOR_BYTES 16
#define LANES        2
#define EACH_LANE    EACH_2
#define MAX_SUMS     8
#define TARGET       BASELINE_TARGET
#define NAME(x)      x##_u64_baseline
#include "gemm_few.inc"

#if defined(__x86_64__)

#define REAL         uint64_t
#define INTEGER      int64_t
#define VECTOR_BYTES 32
#define LANES        4
#define EACH_LANE    EACH_4
#define MAX_SUMS     8
#define TARGET       AVX2_TARGET
#define NAME(x)      x##_u64_avx2
#include "gemm_few.inc"

#define REAL         uint64_t
#define INTEGER      int64_t
#define VECTOR_BYTES 64
#define LANES        8
#define EACH_LANE    EACH_8
#define MAX_SUMS     16
#define TARGET       AVX512_TARGET
#define NAME(x)      x##_u64_avx512
#include "gemm_few.inc"

#endif
#endif

#define KERNELS(isa)                                                                               \
    {                                                                                              \
        SDYRT_OR_NULL(GEMM_FEW_F32, dots_f32_##isa), SDYRT_OR_NULL(GEMM_FEW_F64, dots_f64_##isa),  \
            SDYRT_OR_NULL(GEMM_U32, dots_u32_##isa), SDYRT_OR_NULL(GEMM_U64, dots_u64_##isa),      \
            SDYRT_OR_NULL(GEMM_FEW_F32, rows_f32_##isa),                                           \
            SDYRT_OR_NULL(GEMM_FEW_F64, rows_f64_##isa), SDYRT_OR_NULL(GEMM_U32, rows_u32_##isa),  \
            SDYRT_OR_NULL(GEMM_U64, rows_u64_##isa)                                                \
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
