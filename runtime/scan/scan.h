/* Scans: running sums, products, maxima, minima and logarithms of sums of exponentials along one
   dimension of operands of any strides.

   The work is one phase, or three where a line is divided into chunks: totals of chunks, their
   exclusive scan, and the chunks again, each beginning with what came before it. The tasks of a
   phase are independent; a phase may begin when all tasks of the one before have ended. The plan
   says how lines are scanned (README.md). The bits of a result do not depend on threads, and of
   sums, products, maxima and minima not on the instruction set either.

   A running sum of floats is made in blocks, to each of which what came before is added
   (docs/reference/numbers.md), and that of numbers that are not negative never falls. 16- and 8-bit
   floats are scanned in f32 and each result is rounded once. */
#ifndef SDYRT_SCAN_H
#define SDYRT_SCAN_H

#include <stddef.h>
#include <stdint.h>

#include "bounds.h"

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

/* Of a scan in normal form: what is asked may become one more, and there are always columns. */
enum { SDYRT_SCAN_DIMS = SDYRT_RANK + 2 };

/* One scan: line by line, out[i] = op(in[0], ..., in[i]). Lines are the indices of the outer
   dimensions, in any order; strides count elements, in `from` of the source and in `to` of the
   result, and may be negative. Strides of the result give every index an element of its own.

   In normal form (sdyrt_scan_normal) the result's strides are positive; the last outer dimension
   has the columns, lines that lie side by side in both operands, and is of one index where there
   are none; and there are no sums of complex numbers, which are two of real ones. */
struct sdyrt_scan {
    int64_t type;      /* enum sdyrt_scan_type */
    int64_t op;        /* enum sdyrt_scan_op */
    int64_t reverse;   /* 1: from the last element to the first */
    int64_t exclusive; /* 1: without the element itself; the first result is that of no elements */
    int64_t in_order;  /* 1: element by element, so that no line's bits depend on other lines */
    int64_t phase;     /* 0 to sdyrt_scan_phases - 1, which no plan looks at */
    int64_t size, from, to;         /* the scanned dimension */
    int64_t from_offset, to_offset; /* where the first line begins, in elements */
    int64_t rank; /* of the outer dimensions; of what is asked at most SDYRT_RANK */
    int64_t outer_size[SDYRT_SCAN_DIMS];
    int64_t outer_from[SDYRT_SCAN_DIMS];
    int64_t outer_to[SDYRT_SCAN_DIMS];
};

/* How it is done: made once, by the compiler (scan_plan.h). */
struct sdyrt_scan_plan {
    int64_t route; /* enum sdyrt_scan_route */
    int64_t isa;   /* enum sdyrt_isa: whose vectors scan strips */
    int64_t width; /* columns that are scanned together, across them; 1 along lines */
    int64_t chunk; /* elements of a line that are scanned in one task */
    int64_t group; /* lines (or groups of columns) of a task */
};

enum sdyrt_scan_route {
#define ROUTE(name, NAME, ...) SDYRT_SCAN_BY_##NAME,
#include "scan_routes.def"
    SDYRT_SCAN_ROUTE_COUNT
};

/* Runs one task of the phase on the calling thread, of a scan in normal form and by a plan that was
   made for it and for a class that the processor belongs to. operands: in, out, and with three
   phases totals, aligned to lines, as scratch is. Operands are aligned to their elements and do not
   overlap. */
void sdyrt_scan(const struct sdyrt_scan *what, const struct sdyrt_scan_plan *plan,
                char *const *operands, int64_t task, char *scratch);

#ifdef __cplusplus
}
#endif
#endif
