/* The implementations of the strips that the processor can run, and their names: for tests of each. */
#ifndef SDYC_TESTS_STRIPS_AT_H
#define SDYC_TESTS_STRIPS_AT_H

#include "strips.h"

#include <stddef.h>

/* Worst first; NULL past the last. */
static inline const struct sdyrt_strips *strips_at(int index) {
    const struct sdyrt_processor processor = sdyrt_cpu_processor();
    const int permutes = processor.kind == SDYRT_SET_COUNT;
    const int last = permutes ? SDYRT_STRIPS_VBMI : processor.isa;
    return index <= last ? sdyrt_strips_at(index) : NULL;
}

/* "avx2"; NULL past the last. */
static inline const char *strips_name(int index) {
    return strips_at(index) == NULL     ? NULL
           : index == SDYRT_STRIPS_VBMI ? "vbmi"
                                        : sdyrt_isa_name((enum sdyrt_isa)index);
}

#endif
