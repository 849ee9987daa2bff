/* Dimensions of values that go together, in two programs. */
#ifndef SDYC_VERIFY_CLASSES_H
#define SDYC_VERIFY_CLASSES_H

#include "ops/op_def.h"
#include "verify/border/border.h"

/* One dimension of one value. */
struct sized_dim {
    const struct value *value;
    uint32_t dim, parent; /* of its class, a slot that stands for all */
    /* Of the one that stands for a class: its sizes matter; places along it are counted. */
    bool is_fixed, is_counted;
};

struct classes {
    VECTOR(struct sized_dim) slots;
    struct pointer_map bases; /* value -> its first slot, counted from 1 */
};

/* Finds the classes of both programs. */
void classes_find(struct classes *classes, const struct op *global, const struct op *partitioned,
                  const struct border *border);
void classes_free(struct classes *classes);
/* The slot that stands for the class of a slot. */
uint32_t class_of(const struct classes *classes, uint32_t slot);

#endif
