/* What an operation's results are in a proof by relations, of what its operands are: a hook
 * `relate` is one of the rules that the proof knows (docs/reference/verify.md), which are in
 * verify/relations. */
#ifndef SDYC_OPS_RELATION_BUILDER_H
#define SDYC_OPS_RELATION_BUILDER_H

#include "ir/ir.h"

struct relating; /* the proof */
struct view;     /* what is known of a value; NULL: nothing */

/* A hook. Results are NULL before; a rule leaves them so where it finds nothing. */
typedef void relation_rule(struct relating *r, const struct op *op,
                           const struct view *const *operands, const struct view **results);

/* Nothing is known of the results, and nothing else happens. */
relation_rule relate_nothing;
/* The results are the operands; only in the global program, where it says how they lie. */
relation_rule relate_same, relate_global;

/* Element by element: what relate_elementwise, the rule of all others, does not know. */
relation_rule relate_elementwise_scalars, relate_map, relate_bitcast, relate_reduce_precision,
    relate_compare, relate_select;
relation_rule relate_constant, relate_iota, relate_broadcast, relate_reshape, relate_transpose,
    relate_slice, relate_reverse, relate_pad, relate_concatenate, relate_dynamic_slice,
    relate_dynamic_update_slice, relate_dimension_size;
relation_rule relate_dot, relate_reduce, relate_convolution, relate_reduce_window, relate_gather,
    relate_scatter, relate_select_and_scatter;
relation_rule relate_all_reduce, relate_all_gather, relate_all_to_all, relate_reduce_scatter,
    relate_permute, relate_collective_broadcast, relate_partition_id, relate_replica_id;
/* Functions of whole rows, of which nothing else is known. */
relation_rule relate_custom_call, relate_whole, relate_sort, relate_fft, relate_cholesky,
    relate_triangular_solve;

#endif
