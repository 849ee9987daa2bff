#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* for lgamma_r */
#endif
#include "scan_prefix.h"

#include "cpu.h"
#include "scalar.h"
#include "scalar_reduce.h"

enum { SCAN_BLOCK = SDYRT_REDUCE_LANES };

#define SCALAR(op, tag)  SCALAR_(op, tag)
#define SCALAR_(op, tag) sdyrt_##op##_##tag

/* ---- lanes ----------------------------------------------------------------------------------- */

#ifdef __clang__
#define SHUFFLE(name, a, b, ...) __builtin_shufflevector(a, b, __VA_ARGS__)
#else
#define SHUFFLE(name, a, b, ...) __builtin_shuffle(a, b, (name(bits)){__VA_ARGS__})
#endif

/* In range where a step is for longer vectors, too, and left out. */
#define INDEX(index) ((index) & (2 * LANES - 1))

/* What a function of lane and `half` gives, for all lanes of a vector. */
#define INDICES(function, half)   INDICES_(LANES, function, half)
#define INDICES_(lanes, f, half)  INDICES__(lanes, f, half)
#define INDICES__(lanes, f, half) INDICES_##lanes(f, 0, half)
#define INDICES_2(f, i, half)     INDEX(f(i, half)), INDEX(f(i + 1, half))
#define INDICES_4(f, i, half)     INDICES_2(f, i, half), INDICES_2(f, i + 2, half)
#define INDICES_8(f, i, half)     INDICES_4(f, i, half), INDICES_4(f, i + 4, half)
#define INDICES_16(f, i, half)    INDICES_8(f, i, half), INDICES_8(f, i + 8, half)

/* Of the group of 2 * half lanes that lane i is in. */
#define GROUP(i, half)         ((i) & ~(2 * (half)-1))
#define LAST_OF_FIRST(i, half) (GROUP(i, half) + (half)-1)
#define LAST_OF_NEXT(i, half)  (GROUP(i, half) + (half))
#define SECOND_IF_IN(i, half)  ((i) & (half) ? LANES + (i) : (i))
#define JOINS_NEXT(i, half)    ((i) & (half) ? LAST_OF_FIRST(i, half) : LANES + (i))
#define JOINS_FIRST(i, half)   ((i) & (half) ? LANES + (i) : LAST_OF_NEXT(i, half))
#define CONSTANT(i, lane)      (lane)

/* ---- operations on vectors ------------------------------------------------------------------- */

#define ADD(a, b) (a + b)
#define MUL(a, b) (a * b)

/* `mask` is all ones or all zeros in a lane. */
#define CHOOSE(mask, a, b)                                                                         \
    ((NAME(vector))(((NAME(bits))(a) & (mask)) | ((NAME(bits))(b) & ~(mask))))
#define MAX(a, b) CHOOSE((NAME(bits))(a > b), a, b)
#define MIN(a, b) CHOOSE((NAME(bits))(a < b), a, b)

/* Floats are compared as integers in their order, in which +0 follows -0 and NaN, which stays, is
   the last for maxima and the first for minima. `top` is the greatest integer; what turns the
   negative numbers round turns them back. */
#define TURN(x, top)               ((x) ^ (((x) < 0) & (top)))
#define KEY(x, top, infinity, nan) CHOOSE(((x) & (top)) > (infinity), (x)*0 + (nan), TURN(x, top))
#define KEY_MAX_f32(x)             KEY(x, INT32_MAX, 0x7f800000, INT32_MAX)
#define KEY_MIN_f32(x)             KEY(x, INT32_MAX, 0x7f800000, INT32_MIN)
#define KEY_MAX_f64(x)             KEY(x, INT64_MAX, 0x7ff0000000000000, INT64_MAX)
#define KEY_MIN_f64(x)             KEY(x, INT64_MAX, 0x7ff0000000000000, INT64_MIN)

/* ---- instruction sets ------------------------------------------------------------------------ */

#define BASELINE_TARGET

#define VECTOR_32 4
#define VECTOR_64 2
#define TARGET    BASELINE_TARGET
#define ISA(x)    x##_baseline
#include "scan_prefix_isa.inc"

#if defined(__x86_64__)

#define VECTOR_32 8
#define VECTOR_64 4
#define TARGET    __attribute__((target("avx2")))
#define ISA(x)    x##_avx2
#include "scan_prefix_isa.inc"

#define VECTOR_32 16
#define VECTOR_64 8
#define TARGET    __attribute__((target("avx512f,avx512bw,avx512dq,avx512vl")))
#define ISA(x)    x##_avx512
#include "scan_prefix_isa.inc"

#endif

static const struct scan_prefixes *const tables[SDYRT_ISA_COUNT] = {
    [SDYRT_ISA_BASELINE] = &prefixes_baseline,
#if defined(__x86_64__)
    [SDYRT_ISA_AVX2] = &prefixes_avx2,
    [SDYRT_ISA_AVX512] = &prefixes_avx512,
#endif
};

const struct scan_prefixes *sdyrt_scan_prefixes(int64_t isa) {
    return tables[isa];
}
