/* What operations that are shorthands stand for. A hook `expand` puts other operations in the place
 * of `formula->op` and erases it, or returns false: after an error that it has reported, or where
 * it has no expansion for it. The stage writes formulas (transforms/chlo/expression.h). */
#ifndef SDYC_OPS_EXPAND_BUILDER_H
#define SDYC_OPS_EXPAND_BUILDER_H

#include <stdbool.h>

struct formula;

/* Of collectives: groups that are given by axes of a mesh become lists of devices. */
bool expand_groups(struct formula *formula);

/* What is computed asynchronously is computed where it is waited for. */
bool expand_async_done(struct formula *formula);
bool expand_batch_norm_grad(struct formula *formula);
bool expand_batch_norm_inference(struct formula *formula);
bool expand_batch_norm_training(struct formula *formula);
/* Of the targets that are known to stand for operations. */
bool expand_custom_call(struct formula *formula);
/* Of one operand or two: products, transposes and sums. */
bool expand_einsum(struct formula *formula);
/* A constant where the size is known. */
bool expand_get_dimension_size(struct formula *formula);
/* What the tuple was made of. */
bool expand_get_tuple_element(struct formula *formula);
bool expand_reduce_window(struct formula *formula);
bool expand_rng(struct formula *formula);
bool expand_rng_bit_generator(struct formula *formula);
bool expand_select(struct formula *formula);
bool expand_select_and_scatter(struct formula *formula);
/* A gather. */
bool expand_torch_index_select(struct formula *formula);

#endif
