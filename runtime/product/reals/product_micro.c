#include "product_micro.h"

#include "cpu.h"
#include "parts.h"
#include "product_micro_isa.h"

#include <string.h>

#include "fused.h"

#ifndef __has_feature
#define __has_feature(name) 0 /* gcc says it with macros */
#endif

/* Eight rows of two vectors are the sixteen independent sums that hide the latency of two
   multiply-adds a cycle, and need fewer loads than two a cycle. Where there are only sixteen
   registers, six rows fit. Where there are 32 of 64 bytes, twelve rows do, and a panel that comes
   from the second-level cache is read less often. */
#if defined(__aarch64__)
#define BASELINE_ROWS 8
#else
#define BASELINE_ROWS 6
#endif

#define MADD_PLAIN(sum, value, b) ((sum) + (value) * (b))
#define PLUS_PLAIN(a, b)          ((a) + (b))

#define VECTOR_BYTES              16
#define MAX_ROWS                  BASELINE_ROWS
#define MADD_PAIRS                MADD_BASELINE
#define TARGET                    BASELINE_TARGET
#define ISA(x)                    x##_baseline
#include "product_micro_isa.inc"

#if defined(__x86_64__)

#define VECTOR_BYTES 32
#define MAX_ROWS     6
#define MADD_PAIRS   MADD_AVX2
#define TARGET       AVX2_TARGET
#define ISA(x)       x##_avx2
#include "product_micro_isa.inc"

#define VECTOR_BYTES 64
#define MAX_ROWS     12
#define MADD_PAIRS   MADD_AVX512
#define TARGET       AVX512_TARGET
#define ISA(x)       x##_avx512
/* A sanitizer sees what C's loops read, and not what instructions do. */
#if !defined(__SANITIZE_ADDRESS__) && !__has_feature(address_sanitizer)
#define BLOCK_IS_WRITTEN
#endif
#include "product_micro_isa.inc"

#endif

static const struct product_micro *const kernels[SDYRT_ISA_COUNT] = {
    [SDYRT_ISA_BASELINE] = &kernels_baseline,
#if defined(__x86_64__)
    [SDYRT_ISA_AVX2] = &kernels_avx2,
    [SDYRT_ISA_AVX512] = &kernels_avx512,
#endif
};

const struct product_micro *sdyrt_product_micro_of(int64_t isa) {
    return kernels[isa];
}
