/* What operations of stablehlo that have no code of their own are expanded into: one function each,
 * for rows of the table in expand.c. A function puts other operations in the place of `formula->op`
 * and erases it, or returns false: after an error that it has reported, or where it has no
 * expansion for it. */
#ifndef SDYC_TRANSFORMS_STABLEHLO_EXPAND_H
#define SDYC_TRANSFORMS_STABLEHLO_EXPAND_H

#include "transforms/chlo/expression.h"

/* approx_top_k.c */
bool expand_custom_call(struct formula *formula);
/* async.c */
bool expand_async_done(struct formula *formula);
/* batch_norm.c */
bool expand_batch_norm_grad(struct formula *formula);
bool expand_batch_norm_inference(struct formula *formula);
bool expand_batch_norm_training(struct formula *formula);
/* dimension_size.c */
bool expand_get_dimension_size(struct formula *formula);
/* einsum.c */
bool expand_einsum(struct formula *formula);
/* places.c */
bool expand_select(struct formula *formula);
/* ragged.c */
bool expand_ragged_all_to_all(struct formula *formula);
/* random.c */
bool expand_rng(struct formula *formula);
bool expand_rng_bit_generator(struct formula *formula);
/* torch_index_select.c */
bool expand_torch_index_select(struct formula *formula);
/* tuple.c */
bool expand_get_tuple_element(struct formula *formula);
/* windows.c */
bool expand_reduce_window(struct formula *formula);
bool expand_select_and_scatter(struct formula *formula);

#endif
