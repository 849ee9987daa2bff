/* Small operations on shapes and indices: what decompositions that are no formulas are built of.
 * Each makes its operation at once and returns its result. */
#ifndef SDYC_TRANSFORMS_CHLO_PIECES_H
#define SDYC_TRANSFORMS_CHLO_PIECES_H

#include "ops/attrs/attrs.h"

const struct type *i64_tensor(struct builder *at, uint32_t rank, const int64_t *dims);
/* An operation of one operand with the type of its result. */
struct value *build_unary(struct builder *at, const char *name, struct value *operand,
                          const struct type *type);

/* --- constants -------------------------------------------------------------------------------- */

struct value *build_constant(struct builder *at, const struct attr *dense);
struct value *build_zeros(struct builder *at, const struct type *tensor);
struct value *build_i64_scalar(struct builder *at, int64_t value);
struct value *build_i64_list(struct builder *at, uint32_t count, const int64_t *values);
/* A list of equals. */
struct value *build_i64_splat(struct builder *at, uint32_t count, int64_t value);
/* `scalar`, dense<...> : tensor<T>, in the shape of `like`, which has a rank. */
struct value *build_constant_like(struct builder *at, const struct attr *scalar,
                                  struct value *like);

/* --- shapes ----------------------------------------------------------------------------------- */

bool is_bounded(const struct type *type);           /* dynamic, with a bound where it is so */
bool is_static_or_bounded(const struct type *type); /* ranked, and no dimension is without limit */
struct value *build_shape_of(struct builder *at, struct value *value); /* shape.shape_of */
/* The size of a dimension: tensor<i32>; tensor<i64>; tensor<1xi64>. */
struct value *build_dimension_size(struct builder *at, struct value *value, int64_t dim);
struct value *build_dimension_size_i64(struct builder *at, struct value *value, int64_t dim);
struct value *build_dimension_size_1xi64(struct builder *at, struct value *value, int64_t dim);

/* --- folding ---------------------------------------------------------------------------------- */

/* Gives the region the body of one operation on two scalars of this element type. */
void build_binary_body(struct builder *at, struct region *region, const char *name,
                       const struct type *element);
/* The sum over dimensions, without them. */
struct value *build_sum(struct builder *at, struct value *value, uint32_t count,
                        const int64_t *dims);

/* --- moving elements -------------------------------------------------------------------------- */

struct value *build_convert(struct builder *at, struct value *value, const struct type *element);
struct value *build_reshape(struct builder *at, struct value *value, uint32_t rank,
                            const int64_t *dims);
struct value *build_transpose(struct builder *at, struct value *value, const int64_t *permutation);
struct value *build_as_1xi64(struct builder *at, struct value *scalar); /* tensor<1xi64> */
/* The part from `start` to `limit`, every element. */
struct value *build_slice(struct builder *at, struct value *value, const int64_t *start,
                          const int64_t *limit);
struct value *build_broadcast_in_dim(struct builder *at, struct value *value,
                                     const struct type *type, uint32_t count, const int64_t *dims);
struct value *build_dynamic_broadcast_in_dim(struct builder *at, struct value *value,
                                             struct value *shape, const struct type *type,
                                             uint32_t count, const int64_t *dims);
struct value *build_concatenate(struct builder *at, uint32_t count, struct value *const *values,
                                int64_t dim);
struct value *build_iota(struct builder *at, const struct type *type, int64_t dim);
struct value *build_dynamic_iota(struct builder *at, const struct type *type, struct value *shape,
                                 int64_t dim);
struct value *build_real_dynamic_slice(struct builder *at, struct value *value, struct value *start,
                                       struct value *limit, struct value *strides,
                                       const struct type *type);

#endif
