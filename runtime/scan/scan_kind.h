/* What scans do with elements, by type and operation; internal to the runtime. */
#ifndef SDYRT_SCAN_KIND_H
#define SDYRT_SCAN_KIND_H

#include "caches.h"
#include "scan_prefix.h"

#include <stddef.h>

/* Parts of a state of a logarithm of a sum: none has more (scan_special.c). */
enum scan_plane { SCAN_GREATEST, SCAN_REST, SCAN_LOST, SCAN_PLANES };

/* Bytes of a state at most, and elements that are worked on at a time: a plane of a strip takes a
   quarter of the near cache. */
enum {
    SCAN_STATE_BYTES = SCAN_PLANES * sizeof(double),
    SCAN_STRIP = SDYRT_NEAR_CACHE / 4 / sizeof(double)
};

/* How results are found on the way: each has a state of one to three numbers (planes) of `bytes`
   bytes. The states of a strip have one plane after the other, SCAN_STRIP numbers apart; those of
   a single element follow each other. */
struct scan_arithmetic {
    size_t bytes;
    int planes;
    const void *identity; /* a state that changes nothing */
    const void *empty;    /* the result of no elements */
    /* result = state op element, state op state, and states = single state op states. The
       result may be the first operand. */
    void (*append)(void *result, const void *states, const void *elements, int64_t n);
    void (*merge)(void *result, const void *states, const void *others, int64_t n);
    void (*merge_single)(const void *single, void *states, int64_t n);
    /* From states to results; null where states are results. */
    void (*finish)(void *result, const void *states, int64_t n);
    scan_prefix_fn *prefix[2]; /* a strip of elements to states, forward and backward; null: */
    size_t prefix_field;       /* the pair of that offset in struct scan_prefixes */
    size_t rows_field;         /* the function for rows at that offset; 0: there is none */
};

typedef void scan_convert_fn(void *result, const void *source, int64_t n);

struct scan_kind {
    const struct scan_arithmetic *arithmetic;
    scan_prefix_fn *prefix[2];
    const struct scan_prefixes *prefixes; /* what these are given */
    scan_rows_fn *rows; /* of sums of floats, whose rounding errors are kept small; else null */
    size_t bytes;       /* of an element in the operands */
    /* To and from the numbers of the arithmetic; null where elements are these. */
    scan_convert_fn *widen, *narrow;
    unsigned char empty[16]; /* the result of no elements, as the operands have it */
};

/* The kind for a type and an operation, by an instruction set (enum sdyrt_isa); for scans across
   lines (columns) or along them. */
struct scan_kind sdyrt_scan_kind(int64_t type, int64_t op, int columns, int64_t isa);

/* Bytes of an element of the type; and of the state of a chunk: of one line, or of a strip of
   columns. */
size_t sdyrt_scan_element_bytes(int64_t type);
size_t sdyrt_scan_total_bytes(int64_t type, int64_t op, int columns);

/* Logarithms of sums of exponentials, and products of complex numbers: scan_special.c. */
extern const struct scan_arithmetic sdyrt_scan_logsumexp_f32, sdyrt_scan_logsumexp_f64;
extern const struct scan_arithmetic sdyrt_scan_mul_c64, sdyrt_scan_mul_c128;

#endif
