/* What the packing of pairs (product_pairs.inc) is made of; internal to the runtime. */
#ifndef SDYRT_PRODUCT_PAIRS_H
#define SDYRT_PRODUCT_PAIRS_H

#include "product_micro.h"
#include "sizes.h"

#include <string.h>

enum {
    COLS = SDYRT_PANEL_BYTES / (int)sizeof(uint32_t), /* of a panel */
    STRETCH = 16,    /* pairs of a strided panel that are packed at a time */
    SPELLED_OUT = 16 /* elements for which vectors pay */
};

/* A loop over so many elements, by vectors where their stride is one and there are enough. */
#define SPELL_OUT_UNIT(stride, count, loop)                                                        \
    if ((stride) == 1 && (count) >= SPELLED_OUT) {                                                 \
        const int64_t step = 1;                                                                    \
        _Pragma("omp simd") loop;                                                                  \
    } else if ((stride) == 1) {                                                                    \
        const int64_t step = 1;                                                                    \
        loop;                                                                                      \
    } else {                                                                                       \
        const int64_t step = stride;                                                               \
        loop;                                                                                      \
    }

#define PAIR(low, high) ((uint32_t)(uint16_t)(low) | (uint32_t)(uint16_t)(high) << 16)

#endif
