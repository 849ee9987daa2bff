/*
 * Vector primitives on strips: contiguous runs of n elements, n from 0 to about a thousand, that
 * stay in the first-level cache between one primitive and the next.
 *
 * strips.def lists them, scalar.h defines what each does to an element. `dst` may equal a source
 * exactly (same address, same element size) but must not overlap it otherwise. Any alignment of
 * the element type will do. Each result is rounded to its type: nothing is fused across calls.
 *
 * Strips are compiled once per instruction set. Whoever runs a program picks those of the processor
 * when it begins (sdyrt_strips_pick; the environment variable SDYRT_ISA=baseline|avx2|avx512 lowers
 * what the processor is said to be); before that they are the baseline's, with the same results.
 * A program built for one machine needs no choice: with -DSDYRT_ONE_ISA -march=native there is one
 * implementation, for that machine.
 *
 * Reductions: where there are 64 elements, lane l of 64 combines the elements l, l + 64, l + 128
 * and so on of all whole groups of 64 in that order, starting with the identity; then lanes l and
 * l + 32 are combined, and l and l + 16. Lane l of those 16 (of identities, in a shorter strip)
 * goes on with every sixteenth of the elements that are left; then lanes l and l + 8 are combined,
 * l and l + 4, l and l + 2, l and l + 1. The order does not depend on the instruction set or the
 * number of threads. An empty strip gives the identity: 0 for add, or, xor; 1 for mul; all ones
 * for and; the lowest value (-inf) for max, the highest for min. `dot` sums products in the same
 * order, each rounded before it is added. `fold` combines each element of a strip with those below
 * it in `rows` rows of memory, from the first row to the last. scalar_reduce.h has the same for
 * inlined code. Sums of complex numbers are those of their parts.
 *
 * Places: `place` takes a strip whose elements have the numbers first, first + step, ..., and
 * leaves in *best and *place the greatest (least) element and the number of the first such one;
 * what they held before stays unless an element is better. A NaN is better than any number, and the
 * first stays. `place_fold` does so for each element of a strip with those below it in rows of
 * memory, which have these numbers; `place_rows` for each of several rows, whose elements are
 * numbered from 0: each best[r] must be what reduce gives of an empty strip.
 *
 * Moving (bits: 8, 16, 32, 64, 128 per element; strides are counted in elements and may be zero or
 * negative for sources; dst and src must not overlap):
 *     load(dst, src, n, stride)                        dst[i] = src[i * stride]
 *     store(dst, src, n, stride)                       dst[i * stride] = src[i]
 *     load2(dst, src, rows, rs, columns, cs)           dst[r * columns + c] = src[r * rs + c * cs]
 *     store2(dst, src, rows, rs, columns, cs)          dst[r * rs + c * cs] = src[r * columns + c]
 *     transpose(dst, ds, src, ss, rows, columns)       dst[c * ds + r] = src[r * ss + c]
 *     gather_<bits>_<index type>(dst, src, offset, n)  dst[i] = src[offset[i]]
 *     gather2_<bits>_<index type>(dst, src, offset, rows, columns)
 *                                                      dst[r * columns + c] = src[offset[r] + c]
 */
#ifndef SDYRT_STRIPS_H
#define SDYRT_STRIPS_H

#include "cpu.h"
#include "types.h"

#ifdef __cplusplus
extern "C" {
#endif

#define SDYRT_STRIP(result, name, parameters, arguments) result sdyrt_##name parameters;
#include "strips.def"

/* One implementation of every strip. Only tests and benchmarks need to name one. */
struct sdyrt_strips {
#define SDYRT_STRIP(result, name, parameters, arguments) result(*name) parameters;
#include "strips.def"
};

/* The implementations, worst first: those of enum sdyrt_isa, and behind them that of AVX-512 with
   bytes permuted; NULL past the last. A processor may not be able to run all. */
enum { SDYRT_STRIPS_VBMI = SDYRT_ISA_COUNT };
const struct sdyrt_strips *sdyrt_strips_at(int index);

/* From now on strips are those of this processor, for all threads. */
void sdyrt_strips_pick(const struct sdyrt_processor *processor);

/* The implementation in use. */
const struct sdyrt_strips *sdyrt_strips(void);

#ifdef __cplusplus
}
#endif
#endif
