/* The numbers of program_thresholds.def, by their names, and those that follow from them and from
 * the machine. */
#ifndef SDYC_PROGRAM_THRESHOLDS_H
#define SDYC_PROGRAM_THRESHOLDS_H

#include "caches.h"

#define THRESHOLD(name, value, unit, why, how) enum { name = value };
/* Not every file asks for all of them. */
#define COST(name, value, unit, why, how) __attribute__((unused)) static const double name = value;
#include "codegen/program/program_thresholds.def"

enum {
    /* Elements of the shortest strip that is worth its calls. */
    STRIP_LEAST = STRIP_SHORT / 2,
    /* Bytes of the widest type of a strip, so that several fit in the near cache; and of the sums
     * of rows that are reduced together, beside what is added to them. */
    STRIP_BYTES = SDYRT_NEAR_CACHE / 8,
    STRIP_SUMS = STRIP_BYTES / 2,
    /* Elements of a row that is reduced with others; one that is read from memory and kept nowhere
     * is longer, but there are several in a strip; and bytes of a piece of such a row. */
    STRIP_ROW = STRIP_SUMS / sizeof(float),
    STRIP_MEMORY_ROW = STRIP_MEMORY / 8,
    STRIP_PIECE = SDYRT_NEAR_CACHE,
    /* Elements of strips of which a compiled loop keeps both factors in the near cache. */
    STRIP_PRODUCTS = SDYRT_NEAR_CACHE / 2 / sizeof(float),
};

#endif
