/* Large elements of constants that are held in another form than bytecode has them. */
#ifndef SDYC_ELEMENTS_H
#define SDYC_ELEMENTS_H

#include "ir/ir.h"

/* Elements of an attribute in another order: where each of them lies, by its indices. */
struct element_order {
    const struct attr *attr;
    uint32_t rank;
    const int64_t *extents, *strides; /* in elements */
};

/* A copy of the elements of an attribute in another order, held as those of attributes are. */
const void *context_hold_order(struct context *context, const struct element_order *order);

/* What moves held elements to other places, among which there may be some of zeros. */
struct element_moves {
    void (*make)(const void *how, const void *from, void *to);
    int64_t (*place)(const void *how, int64_t place); /* where that element is then */
    const void *how;                                  /* as long as the context is there */
    size_t bytes;                                     /* of what is made */
};
/* The elements held at `from` after these moves, held in the same way; NULL: none are held there.
 */
const void *context_hold_moved(struct context *context, const void *from,
                               const struct element_moves *moves);

/* Lets go of elements of which another form is held, where somebody `reads` that form, and not
 * these: the form tells how they stood. Nobody may look at such attributes from then on. */
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
