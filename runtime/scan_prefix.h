/* Scans of dense strips in registers; internal to the runtime. */
#ifndef SDYRT_SCAN_PREFIX_H
#define SDYRT_SCAN_PREFIX_H

#include <stdint.h>

/* Scans n elements onto *carry, which then is the last result. The result may be the source.
   Sixteen elements at a time, from the end where the scan is reversed, are scanned as a balanced
   tree and then joined to the carry; what remains follows one by one. */
typedef void scan_prefix_fn(void *result, const void *source, int64_t n, void *carry);

/* The functions of an operation on one type, by direction: [1] is reversed. */
typedef scan_prefix_fn *scan_prefix_pair[2];

/* Element types and operations that have one; sums and products of signed integers are those of
   the unsigned. */
#define SCAN_PREFIXES(ROW)                                                                         \
    ROW(add, f32)                                                                                  \
    ROW(mul, f32) ROW(max, f32) ROW(min, f32) ROW(add, f64) ROW(mul, f64) ROW(max, f64)            \
        ROW(min, f64) ROW(add, u32) ROW(mul, u32) ROW(max, u32) ROW(min, u32) ROW(add, u64)        \
            ROW(mul, u64) ROW(max, u64) ROW(min, u64) ROW(max, i32) ROW(min, i32) ROW(max, i64)    \
                ROW(min, i64)

struct scan_prefixes {
#define SCAN_FIELD(op, t) scan_prefix_pair op##_##t;
    SCAN_PREFIXES(SCAN_FIELD)
#undef SCAN_FIELD
};

/* The functions for this processor. */
const struct scan_prefixes *sdyrt_scan_prefixes(void);

#endif
