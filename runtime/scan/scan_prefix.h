/* Scans of dense strips in registers; internal to the runtime. */
#ifndef SDYRT_SCAN_PREFIX_H
#define SDYRT_SCAN_PREFIX_H

#include "caches.h"
#include "parts.h"

#include <stdint.h>

/* Scans n elements onto *carry, which then is the last result. The result may be the source.
   Sixteen elements at a time, from the end where the scan is reversed, are scanned as a balanced
   tree and then joined to the carry; what remains follows one by one. Sums of floats begin anew,
   and the carry joins each of them. `all`: those of the same instruction set, for scans that are
   made of others. */
struct scan_prefixes;
typedef void scan_prefix_fn(void *result, const void *source, int64_t n, void *carry,
                            const struct scan_prefixes *all);

/* Vectors of columns that stay in registers while rows are summed, of AVX-512. */
enum { SCAN_GROUP = 8, SCAN_GROUP_BYTES = SCAN_GROUP * SDYRT_LINE_BYTES };

/* Some rows of a running sum of floats across lines, onto the sums of the rows before them:
   to[k] = before + (base + (sums + the sum of the rows up to k)). `to` may be null, and so may
   `before`; all are of `width` columns. */
struct scan_rows {
    const char *from;
    char *to;
    int64_t from_step, to_step; /* bytes from a row to the next one of the scan */
    int64_t rows, width;
    const char *before, *base, *sums;
    char *next_sums; /* with these rows; not where `sums` are */
};
typedef void scan_rows_fn(const struct scan_rows *what);

/* The functions of an operation on one type, by direction: [1] is reversed. */
typedef scan_prefix_fn *scan_prefix_pair[2];

struct scan_prefixes {
    scan_prefix_pair none; /* at offset 0 */
#define SCAN_PREFIX(op, t) scan_prefix_pair op##_##t;
#include "scan_prefix.def"
    scan_rows_fn *no_rows; /* where there are none of these */
#if SDYRT_HAS_PREFIX_F32
    scan_rows_fn *rows_f32;
#endif
#if SDYRT_HAS_PREFIX_F64
    scan_rows_fn *rows_f64;
#endif
};

/* The functions of an instruction set (enum sdyrt_isa). */
const struct scan_prefixes *sdyrt_scan_prefixes(int64_t isa);

#endif
