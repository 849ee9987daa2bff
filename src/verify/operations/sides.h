/* Values that are whole on one side of an operation and in parts on the other. */
#ifndef SDYC_VERIFY_SIDES_H
#define SDYC_VERIFY_SIDES_H

#include "verify/border/parts.h"
#include "verify/evaluation/evaluate.h"

/* One operand or result, whole and in parts. */
struct cut_value {
    const struct type *whole, *part;
    const struct mesh *mesh;
    const struct axis_list *axes; /* of each dimension, those that cut it here */
    struct axis_list unreduced;
};

/* Reads the axes of a sharding that are in `manual`; `side` has its whole type. False: stopped. */
bool side_read(struct evaluator *e, const struct op *op, const struct attr *sharding,
               struct axis_list manual, struct cut_value *side);
/* What each device has of wholes that they hold; of a sum the first device has all. */
struct lanes side_cut(struct evaluator *e, const struct cut_value *side, struct lanes whole);
/* Puts parts together among devices that differ along the manual axes alone: they get one tensor.
 * Of parts that should be equal, those of the first device's place count. */
void side_join(struct evaluator *e, const struct cut_value *side, struct axis_list manual,
               struct lanes parts, struct lanes *whole);
/* Of each device the first of those that differ from it along these axes alone; to be freed with
 * memory_free. */
int64_t *leaders_along(const struct evaluator *e, const struct mesh *mesh, struct axis_list axes);

#endif
