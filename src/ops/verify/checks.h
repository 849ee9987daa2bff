/* Constraints that many operations share.
 * Each reports its fault at the operation and returns false. */
#ifndef SDYC_OPS_VERIFY_CHECKS_H
#define SDYC_OPS_VERIFY_CHECKS_H

#include "ir/ir.h"
#include "ir/op_def.h"
#include "ops/verify/compat.h"
#include "ops/verify/fault.h"

static inline const struct type *operand_type(const struct op *op, uint32_t index) {
    return op_operand(op, index)->type;
}
static inline const struct type *result_type(const struct op *op, uint32_t index) {
    return op_result(op, index)->type;
}

/* --- lists of dimensions ---------------------------------------------------------------------- */

/* Each in [0, bound), `bound_name` saying what that is: "rank-of('operand')". */
bool check_dims_in_range(const struct op *op, struct context *context, const char *name,
                         struct int_list dims, int64_t bound, const char *bound_name);
bool check_dim_in_range(const struct op *op, struct context *context, const char *name, int64_t dim,
                        int64_t bound, const char *bound_name, bool closed);
/* No dimension twice, in the two lists together. */
bool check_dims_distinct(const struct op *op, struct context *context, struct int_list a,
                         struct int_list b, const char *a_name, const char *b_name);
bool ints_sorted(struct int_list list);
bool ints_distinct(struct int_list list);
bool ints_contain(struct int_list list, int64_t value);
int64_t ints_product(struct int_list list);
const char *say_list(struct context *context, struct int_list list); /* [1, 2] */

/* Both quantized per tensor, or both per axis: scales and zero points are the same. */
bool check_same_scales(const struct op *op, struct context *context, const struct type *a,
                       const struct type *b);

/* The two shapes in one, with the elements of `a`; NULL after a report of the first dimension that
 * keeps them apart. */
const struct type *check_join(const struct op *op, struct context *context, const struct type *a,
                              const struct type *b);

/* --- regions ---------------------------------------------------------------------------------- */

/* The terminator of a region's one block; NULL with a report where there is none. */
const struct op *check_region(const struct op *op, struct context *context, uint32_t number);
/* A terminator, or an operation of which nothing is known. */
bool may_end_block(const struct op *op);
/* A region that folds `count` pairs, elements then accumulators: parameters and results against the
 * inputs and initial values. `window`: extents that parameters may have, or none. */
struct fold {
    uint32_t region, count;
    const struct type *const *inputs, *const *inits;
    struct int_list window;
};
bool check_fold(const struct op *op, struct context *context, const struct fold *fold);
/* Tensors of compatible shapes and one element type. */
bool same_shape_and_element(const struct type *a, const struct type *b);
/* The same, where floats may differ in precision. */
bool same_but_precision(const struct type *a, const struct type *b);
/* check_fold on the variadic inputs and initial values of reduce and its kind, on scalars. */
bool check_folding_region(const struct op *op, struct context *context, uint32_t count,
                          struct int_list window);

/* --- windows ---------------------------------------------------------------------------------- */

struct window_dims {
    uint32_t rank;
    int64_t size[MAX_RANK], stride[MAX_RANK], low[MAX_RANK], high[MAX_RANK],
        base_dilation[MAX_RANK], window_dilation[MAX_RANK];
};
/* Names of the attributes a window is made of; NULL: not there. */
struct window_names {
    const char *strides, *padding, *base_dilations, *window_dilations, *reversal;
};
/* The attribute `padding` has two columns. */
bool check_padding_shape(const struct op *op, struct context *context);
bool check_window(const struct op *op, struct context *context, struct int_list sizes,
                  const struct window_names *names, struct window_dims *window);
/* Extent of a window's result over an input's. */
int64_t window_extent(const struct window_dims *window, uint32_t dim, int64_t input);
/* The extent of a dimension with padding around it and between its elements, unknown where it is;
 * false where it does not fit 64 bits. */
bool padded_extent(int64_t extent, int64_t low, int64_t high, int64_t interior, int64_t *padded);

/* --- scalars ---------------------------------------------------------------------------------- */

bool is_predicate_scalar(const struct type *type); /* tensor<i1> */

#endif
