/* Operations that move elements. */
#ifndef SDYC_VERIFY_MOVES_H
#define SDYC_VERIFY_MOVES_H

#include "verify/evaluation/evaluate.h"

local_rule local_broadcast_in_dim, local_concatenate, local_constant, local_dynamic_slice,
    local_dynamic_update_slice, local_get_dimension_size, local_iota, local_pad, local_reshape,
    local_reverse, local_slice, local_token, local_transpose;

/* Tensors one behind the other along a dimension. */
struct tensor *tensor_concatenate(const struct type *type, uint32_t count,
                                  struct tensor *const *parts, int64_t dim);
/* An index held between 0 and `most`. */
int64_t clamp_start(struct kind kind, uint64_t index, int64_t most);

#endif
