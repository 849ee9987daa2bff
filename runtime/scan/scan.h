/* Scans: running sums, products, maxima, minima and logarithms of sums of exponentials along one
   dimension of operands of any strides.

   The work is one phase, or three where lines are long and few: totals of chunks, their
   exclusive scan, and the chunks again, each beginning with what came before it. The tasks of a
   phase are a function of the description alone and independent; a phase may begin when all tasks
   of the one before have ended. The bits of a result do not depend on threads, and of sums,
   products, maxima and minima not on the instruction set either.

   A running sum of floats is made in blocks, to each of which what came before is added
   (docs/reference/numbers.md), and that of numbers that are not negative never falls. 16- and 8-bit
   floats are scanned in f32 and each result is rounded once. */
#ifndef SDYRT_SCAN_H
#define SDYRT_SCAN_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum sdyrt_scan_type {
    SDYRT_SCAN_F32,
    SDYRT_SCAN_F64,
    SDYRT_SCAN_BF16,
    SDYRT_SCAN_F16,
    SDYRT_SCAN_F8E4M3FN,
    SDYRT_SCAN_F8E5M2,
    SDYRT_SCAN_I1, /* a byte of 0 or 1; the sum is or, the product and */
    SDYRT_SCAN_I8, /* integers wrap around */
    SDYRT_SCAN_I16,
    SDYRT_SCAN_I32,
    SDYRT_SCAN_I64,
    SDYRT_SCAN_U8,
    SDYRT_SCAN_U16,
    SDYRT_SCAN_U32,
    SDYRT_SCAN_U64,
    SDYRT_SCAN_C64, /* complex of two f32; sums and products alone */
    SDYRT_SCAN_C128,
    SDYRT_SCAN_TYPE_COUNT
};

/* Maxima and minima are NaN from the first NaN on, and -0 is less than +0. */
enum sdyrt_scan_op {
    SDYRT_SCAN_SUM,
    SDYRT_SCAN_PROD,
    SDYRT_SCAN_MAX,
    SDYRT_SCAN_MIN,
    SDYRT_SCAN_LOGSUMEXP, /* of floats alone */
    SDYRT_SCAN_OP_COUNT
};

enum { SDYRT_SCAN_RANK = 8, SDYRT_SCAN_TASK_BYTES = 256 << 10 };

/* One scan: line by line, out[i] = op(in[0], ..., in[i]). Lines are the indices of the outer
   dimensions, in any order; strides count elements, in `from` of the source and in `to` of the
   result, and may be negative. Strides of the result give every index an element of its own. */
struct sdyrt_scan {
    int64_t type;      /* enum sdyrt_scan_type */
    int64_t op;        /* enum sdyrt_scan_op */
    int64_t reverse;   /* 1: from the last element to the first */
    int64_t exclusive; /* 1: without the element itself; the first result is that of no elements */
    int64_t in_order;  /* 1: element by element, so that no line's bits depend on other lines */
    int64_t phase;     /* 0 to sdyrt_scan_phases - 1 */
    int64_t size, from, to; /* the scanned dimension */
    int64_t rank;           /* of the outer dimensions, at most SDYRT_SCAN_RANK */
    int64_t outer_size[SDYRT_SCAN_RANK];
    int64_t outer_from[SDYRT_SCAN_RANK];
    int64_t outer_to[SDYRT_SCAN_RANK];
};

/* How many phases the scan has (1 or 3), and bytes of the buffer of totals that these share (0
   if there is one). Neither looks at `phase`. */
int64_t sdyrt_scan_phases(const struct sdyrt_scan *what);
size_t sdyrt_scan_totals(const struct sdyrt_scan *what);

/* The number of tasks of the phase; 0 where there is nothing to scan. */
int64_t sdyrt_scan_tasks(const struct sdyrt_scan *what);

/* Bytes of scratch that a task needs, aligned to 64. */
size_t sdyrt_scan_scratch(const struct sdyrt_scan *what);

/* Runs one task of the phase on the calling thread. operands: in, out, and with three phases
   totals, aligned to 64. Operands are aligned to their elements and do not overlap. */
void sdyrt_scan(const struct sdyrt_scan *what, char *const *operands, int64_t task, char *scratch);

#ifdef __cplusplus
}
#endif
#endif
