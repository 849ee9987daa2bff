#include "product_few.h"

#include "cpu.h"
#include "parts.h"
#include "product_micro.h"
#include "product_native.h"
#include "sizes.h"

#include <string.h>

#include "fused.h"

/* Memory gives most where it is read as a few streams in pages of their own. So of a matrix that no
   near cache holds some long rows at a time are added to sums that one does hold, and short columns
   are read from a few places at a time. */
enum { STREAMS = 8, STEPS_AHEAD = 4 };

#if defined(__clang__)
#define SHUFFLE(a, b, bits, ...) __builtin_shufflevector(a, b, __VA_ARGS__)
#else
#define SHUFFLE(a, b, bits, ...) __builtin_shuffle(a, b, (bits){__VA_ARGS__})
#endif

/* Of two vectors side by side, seen as runs of `width` lanes: the first half of each run, and the
   second. */
#define FIRST(i, width)  ((i) / ((width) / 2) * (width) + (i) % ((width) / 2))
#define SECOND(i, width) (FIRST(i, width) + (width) / 2)
/* The lane that is so many behind, from the last one on to the first. */
#define BEHIND(i, count)        (((i) + (count)) % LANES)
#define EACH_2(f, from, width)  f(from, width), f((from) + 1, width)
#define EACH_4(f, from, width)  EACH_2(f, from, width), EACH_2(f, (from) + 2, width)
#define EACH_8(f, from, width)  EACH_4(f, from, width), EACH_4(f, (from) + 4, width)
#define EACH_16(f, from, width) EACH_8(f, from, width), EACH_8(f, (from) + 8, width)

#define VECTOR_BYTES            16
#define EACH_4_BYTES            EACH_4
#define EACH_8_BYTES            EACH_2
#define MAX_SUMS                8
#define TARGET                  BASELINE_TARGET
#define ISA(x)                  x##_baseline
#include "product_few_isa.inc"

#if defined(__x86_64__)

#define VECTOR_BYTES 32
#define EACH_4_BYTES EACH_8
#define EACH_8_BYTES EACH_4
#define MAX_SUMS     8
#define TARGET       AVX2_TARGET
#define ISA(x)       x##_avx2
#include "product_few_isa.inc"

#define VECTOR_BYTES 64
#define EACH_4_BYTES EACH_16
#define EACH_8_BYTES EACH_8
#define MAX_SUMS     16
#define TARGET       AVX512_TARGET
#define ISA(x)       x##_avx512
#include "product_few_isa.inc"

#endif

static const struct product_few *const kernels[SDYRT_ISA_COUNT] = {
    [SDYRT_ISA_BASELINE] = &kernels_baseline,
#if defined(__x86_64__)
    [SDYRT_ISA_AVX2] = &kernels_avx2,
    [SDYRT_ISA_AVX512] = &kernels_avx512,
#endif
};

const struct product_few *sdyrt_product_few_of(int64_t isa) {
    return kernels[isa];
}

/* --- the routes --- */

enum {
    MANY_BYTES = 32 << 10, /* columns of B that are read, and then held in a near cache */
    MANY_COLS = 16,        /* at a time at least */
    SUMS_BYTES = 16 << 10  /* of sums that are added to C */
};

#if SDYRT_HAS_PRODUCT_F32
#define REAL    float
#define NAME(x) x##_f32
#include "product_few_run.inc"
#endif

#if SDYRT_HAS_PRODUCT_F64
#define REAL    double
#define NAME(x) x##_f64
#include "product_few_run.inc"
#endif

#if SDYRT_HAS_PRODUCT_U32
#define REAL    uint32_t
#define NAME(x) x##_u32
#include "product_few_run.inc"
#endif

#if SDYRT_HAS_PRODUCT_U64
#define REAL    uint64_t
#define NAME(x) x##_u64
#include "product_few_run.inc"
#endif
