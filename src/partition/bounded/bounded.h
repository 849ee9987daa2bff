/* Bounded dynamism: programs with dimensions whose sizes are known at run time, but not more than a
 * bound, become static ones. A value of type tensor<?x4xf32> whose first dimension has the bound 8
 * is stored as a tensor<8x4xf32>, with its size as a tensor<i32> beside it. What lies behind the
 * size is padding, of any content: an operation for which it would make a difference has it
 * replaced before.
 *
 * Most operations are done by their sharding rule and their needs: a dimension of a result is as
 * long as those of the operands that have its factor; what NEED_PADDED asks of parts is what the
 * padding must hold. Others have a hook here. */
#ifndef SDYC_BOUNDED_H
#define SDYC_BOUNDED_H

#include "partition/builder.h"
#include "partition/padding/pad.h"

/* The type that a value had, and the size of each dimension (tensor<i32>; NULL: it is static). */
struct bounded_value {
    const struct type *original;
    struct value **sizes;
};

struct bounder {
    struct module *module;
    struct arena *arena;                 /* of all that is noted */
    struct builder at;                   /* before the operation at hand */
    VECTOR(struct bounded_value) values; /* by value->note; the first stands for what has none */
    struct partition_builder asking;
};

/* --- sizes.c: values and their sizes ---------------------------------------------------------- */

/* The static type that a bounded one is stored as; NULL: a dimension has no bound. */
const struct type *bounded_storage(struct context *context, const struct type *type);
void bounded_note(struct bounder *bounder, struct value *value, const struct type *original,
                  struct value *const *sizes);
/* What the type of a value was. */
const struct type *bounded_original(const struct bounder *bounder, const struct value *value);
/* The dimensions that may end in padding. */
dim_set bounded_dims(const struct bounder *bounder, const struct value *value);
/* The size of a dimension as a tensor<i32>; a constant where it is static. */
struct value *bounded_size(struct bounder *bounder, const struct value *value, uint32_t dim);
/* "OP: WHY", at the operation; false. */
bool bounded_fails(struct bounder *bounder, const struct op *op, const char *why);

struct value *size_of(struct bounder *bounder, int64_t size);
/* An operation on two sizes. */
struct value *size_by(struct bounder *bounder, enum op_id id, struct value *a, struct value *b);
/* A size held between 0 and a bound. */
struct value *size_held(struct bounder *bounder, struct value *size, int64_t bound);
/* Element `index` of a list of integers as a size. */
struct value *size_at(struct bounder *bounder, struct value *list, int64_t index);
/* Windows of `reach` places, `step` apart, over `size` elements, `dilation` apart, and `more`
 * places around them. */
struct value *size_of_windows(struct bounder *bounder, struct value *size, int64_t dilation,
                              int64_t more, int64_t reach, int64_t step);

/* i1 in the shape of a value: true where it holds no padding in these dimensions; NULL: none of
 * them ends in padding. */
struct value *bounded_mask(struct bounder *bounder, const struct value *value, dim_set dims);
/* The value with a scalar in the padding of these dimensions. */
struct value *bounded_fill(struct bounder *bounder, struct value *value, dim_set dims,
                           struct value *scalar);
/* The same with zeros. */
struct value *bounded_zeroed(struct bounder *bounder, struct value *value, dim_set dims);

/* --- bounded.c: operations -------------------------------------------------------------------- */

typedef bool bounded_hook(struct bounder *bounder, struct op *op);

/* An operation whose results are sized by its rule. `handled`: dimensions of operands that are
 * taken care of (NULL: none); `given`: sizes of each result's dimensions (NULL: none are). */
bool bounded_by_rule(struct bounder *bounder, struct op *op, const dim_set *handled,
                     struct value *const *given);
/* The part of a value that both types have, with zeros around it; without sizes. */
struct value *bounded_fitted(struct bounder *bounder, struct value *value, const struct type *type);
/* The one result of the operation is this value, cut or padded to what it is stored as, with
 * these sizes. */
bool bounded_replace(struct bounder *bounder, struct op *op, struct value *value,
                     struct value *const *sizes);
/* Gives the one result its static type and these sizes. */
bool bounded_in_place(struct bounder *bounder, struct op *op, struct value *const *sizes);
/* The operation, of one result, gives its place to another, which is the one at hand now. */
void bounded_become(struct bounder *bounder, struct op *op, struct op *made);
/* For operations that keep the number of dimensions: a size is that of the first of the leading
 * `count` operands that has one there. */
void bounded_sizes_by_place(struct bounder *bounder, const struct op *op, uint32_t count,
                            struct value **sizes);
/* The operations of a block, but for its terminator. */
bool bounded_block(struct bounder *bounder, struct block *block);

/* --- the hooks: moves.c, shapes.c, windows.c, linear.c, flow.c -------------------------------- */

bounded_hook bounded_set_size, bounded_get_size, bounded_concatenate, bounded_reverse,
    bounded_slice, bounded_pad, bounded_dynamic_slice, bounded_dynamic_update_slice, bounded_sort,
    bounded_gather, bounded_dynamic_gather;
bounded_hook bounded_reshape, bounded_dynamic_reshape, bounded_dynamic_broadcast,
    bounded_dynamic_iota, bounded_real_dynamic_slice, bounded_dynamic_pad;
/* The value with its gaps, put into a tensor of what it is padded with, as long as `bounds`, from
 * `low` places on; `sizes` are those of the result. */
struct value *bounded_padded(struct bounder *bounder, struct value *from, struct value *padding,
                             struct value *const *low, struct value *const *high,
                             const int64_t *interior, const int64_t *bounds, struct value **sizes);
bounded_hook bounded_reduce_window, bounded_convolution, bounded_dynamic_conv;
bounded_hook bounded_cholesky, bounded_triangular_solve, bounded_fft;
bounded_hook bounded_while, bounded_branches, bounded_pairwise, bounded_expect_equal;
/* What the function is given and returns: bounded tensors as they are stored, and behind all others
 * the sizes. */
bool bounded_arguments(struct bounder *bounder, struct op *func);
bool bounded_results(struct bounder *bounder, struct op *func);

#endif
