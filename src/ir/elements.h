/* Large elements of constants that are held in another form than bytecode has them. */
#ifndef SDYC_ELEMENTS_H
#define SDYC_ELEMENTS_H

#include "ir/ir.h"

/* Elements of an attribute in another order: where each of them lies, by its indices. */
struct element_order {
    const struct attr *attr;
    const void *data;
    uint32_t rank;
    const int64_t *extents, *strides; /* in elements */
};

/* A copy of the elements of an attribute in another order, held as those of attributes are. */
const void *context_hold_order(struct context *context, const struct element_order *order);
/* Lets go of elements that are held in another order, too, where nobody `reads` the first: the
 * order tells how they stood. Nobody may look at such attributes from then on. */
void context_drop_originals(struct context *context,
                            bool (*reads)(const void *data, const void *elements),
                            const void *data);

/* Where the elements of constant `index` stand in bytecode, how many bytes they are there (of truth
 * values eight are one), and what is held of them; NULL: they are held in another form. False past
 * the last. */
bool context_place(const struct context *context, int index, size_t *offset, size_t *bytes,
                   const void **data);
/* Those bytes, from `from` on, as they stand there. */
void context_read_place(const struct context *context, int index, size_t from, size_t bytes,
                        void *to);

#endif
