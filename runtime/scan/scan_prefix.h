/* Scans of dense strips in registers; internal to the runtime. */
#ifndef SDYRT_SCAN_PREFIX_H
#define SDYRT_SCAN_PREFIX_H

#include "parts.h"

#include <stdint.h>

/* Scans n elements onto *carry, which then is the last result. The result may be the source.
   Sixteen elements at a time, from the end where the scan is reversed, are scanned as a balanced
   tree and then joined to the carry; what remains follows one by one. */
typedef void scan_prefix_fn(void *result, const void *source, int64_t n, void *carry);

/* The functions of an operation on one type, by direction: [1] is reversed. */
typedef scan_prefix_fn *scan_prefix_pair[2];

struct scan_prefixes {
    scan_prefix_pair none; /* at offset 0 */
#define SCAN_PREFIX(op, t) scan_prefix_pair op##_##t;
#include "scan_prefix.def"
};

/* The functions for this processor. */
const struct scan_prefixes *sdyrt_scan_prefixes(void);

#endif
