/* New operations, by their rows in the table: passes and stages name operations through this header
 * and op_is() alone. Each function makes its operation at once, at the builder's place, and returns
 * its result (or the operation, where it has none or several). */
#ifndef SDYC_OPS_BUILD_H
#define SDYC_OPS_BUILD_H

#include "ops/attrs/attrs.h"
#include "ops/op_def.h"
#include "sharding/axes.h"
#include "sharding/sharding.h"

/* --- any operation ---------------------------------------------------------------------------- */

/* With operands and result types of the caller's, which are copied, and empty regions. */
struct op *build_row(struct builder *at, enum op_id id, uint32_t operand_count,
                     struct value *const *operands, uint32_t result_count,
                     const struct type *const *result_types, uint32_t region_count);
/* Of one result and no regions. */
struct value *build_value(struct builder *at, enum op_id id, uint32_t operand_count,
                          struct value *const *operands, const struct type *type);
/* A new operation of the row `id` before `op` with its operands, result types, discardable
 * attributes and place in the source. */
struct op *op_stand_in(struct module *module, struct op *op, enum op_id id, uint32_t region_count);
/* The same, of a row by its name. */
struct op *op_stand_in_named(struct module *module, struct op *op, const char *name,
                             uint32_t region_count);
struct value *build_unary(struct builder *at, enum op_id id, struct value *operand,
                          const struct type *type);
/* The result has the type of `a`. */
struct value *build_binary(struct builder *at, enum op_id id, struct value *a, struct value *b);
/* A terminator: OP_RETURN, OP_SDY_RETURN, OP_FUNC_RETURN, ... */
struct op *build_end(struct builder *at, enum op_id id, uint32_t count,
                     struct value *const *values);

/* --- constants -------------------------------------------------------------------------------- */

/* The type of a tensor of i64. */
const struct type *i64_tensor(struct builder *at, uint32_t rank, const int64_t *dims);
/* Of the type that the attribute has. */
struct value *build_constant(struct builder *at, const struct attr *dense);
/* Of numbers or truth values, of static shape. */
struct value *build_zeros(struct builder *at, const struct type *tensor);
/* What changes no number that it is added to, not even the sign of a zero: minus zero of floats, of
 * both parts of complex numbers; zero of all else. */
struct value *build_minus_zeros(struct builder *at, const struct type *tensor);
/* Of integers of any width, all alike. */
struct value *build_integers(struct builder *at, const struct type *tensor, int64_t value);
struct value *build_i64_scalar(struct builder *at, int64_t value);
/* A list of equals. */
struct value *build_i64_splat(struct builder *at, uint32_t count, int64_t value);

/* --- elements --------------------------------------------------------------------------------- */

/* The operands are of one type, which is that of the result. */
struct value *build_add(struct builder *at, struct value *a, struct value *b);
struct value *build_subtract(struct builder *at, struct value *a, struct value *b);
/* i1 in the shape of `a`. COMPARE_NO_TYPE: as the element type says. */
struct value *build_compare(struct builder *at, struct value *a, struct value *b,
                            enum comparison_direction direction, enum comparison_type type);
struct value *build_convert(struct builder *at, struct value *value, const struct type *element);
struct value *build_select(struct builder *at, struct value *condition, struct value *then,
                           struct value *otherwise);
/* The precision is the operation's default. */
struct op *build_dot_general(struct builder *at, struct value *lhs, struct value *rhs,
                             const struct dot_dims *dims, const struct type *type);

/* --- folding ---------------------------------------------------------------------------------- */

/* Gives the region the body of one operation on two scalars of this element type. */
void build_binary_body(struct builder *at, struct region *region, enum op_id id,
                       const struct type *element);
/* One operation folds dimensions, which go, beginning with the scalar `start`. */
struct value *build_reduce(struct builder *at, enum op_id id, struct value *value,
                           struct value *start, uint32_t count, const int64_t *dims);
/* The sum over dimensions, without them. */
struct value *build_sum(struct builder *at, struct value *value, uint32_t count,
                        const int64_t *dims);

/* --- shapes ----------------------------------------------------------------------------------- */

struct value *build_shape_of(struct builder *at, struct value *value); /* of the dialect shape */
/* The size of a dimension: tensor<i32>; tensor<i64>; tensor<1xi64>. */
struct value *build_dimension_size(struct builder *at, struct value *value, int64_t dim);
struct value *build_dimension_size_i64(struct builder *at, struct value *value, int64_t dim);
struct value *build_dimension_size_1xi64(struct builder *at, struct value *value, int64_t dim);
/* Of `type`: the value with a dimension, whose bound stays, of another size. */
struct value *build_set_dimension_size(struct builder *at, struct value *value, struct value *size,
                                       int64_t dim, const struct type *type);

/* --- moving elements -------------------------------------------------------------------------- */

/* Of as many elements as the value. */
struct value *build_reshape(struct builder *at, struct value *value, uint32_t rank,
                            const int64_t *dims);
struct value *build_as_1xi64(struct builder *at, struct value *scalar); /* tensor<1xi64> */
struct value *build_dynamic_reshape(struct builder *at, struct value *value, struct value *shape,
                                    const struct type *type);
struct value *build_transpose(struct builder *at, struct value *value, const int64_t *permutation);
/* The part from `start` to `limit`, every element. */
struct value *build_slice(struct builder *at, struct value *value, const int64_t *start,
                          const int64_t *limit);
struct value *build_pad(struct builder *at, struct value *value, struct value *padding,
                        const int64_t *low, const int64_t *high, const int64_t *interior);
struct value *build_strided_slice(struct builder *at, struct value *value, const int64_t *start,
                                  const int64_t *limit, const int64_t *strides,
                                  const struct type *type);
/* The part of the shape of `type` from `starts`, a scalar a dimension. */
struct value *build_dynamic_slice(struct builder *at, struct value *value,
                                  struct value *const *starts, const struct type *type);
struct value *build_dynamic_update_slice(struct builder *at, struct value *value,
                                         struct value *update, struct value *const *starts);
struct value *build_real_dynamic_slice(struct builder *at, struct value *value, struct value *start,
                                       struct value *limit, struct value *strides,
                                       const struct type *type);
struct value *build_broadcast_in_dim(struct builder *at, struct value *value,
                                     const struct type *type, uint32_t count, const int64_t *dims);
struct value *build_dynamic_broadcast_in_dim(struct builder *at, struct value *value,
                                             struct value *shape, const struct type *type,
                                             uint32_t count, const int64_t *dims);
struct value *build_concatenate(struct builder *at, uint32_t count, struct value *const *values,
                                int64_t dim);
/* `scalar` in every place. */
struct value *build_broadcast(struct builder *at, struct value *scalar, const struct type *type);
struct value *build_iota(struct builder *at, const struct type *type, int64_t dim);
struct value *build_dynamic_iota(struct builder *at, const struct type *type, struct value *shape,
                                 int64_t dim);

/* --- shardings -------------------------------------------------------------------------------- */

/* The value itself with a sharding (NULL: to be set by the caller): an operation on one value that
 * has the property `sharding`: OP_SDY_RESHARD, OP_SDY_SHARDING_CONSTRAINT or
 * OP_SDY_DATA_FLOW_EDGE. */
struct op *build_sharded(struct builder *at, enum op_id id, struct value *value,
                         const struct attr *sharding);
struct value *build_reshard(struct builder *at, struct value *input, const struct attr *sharding);

/* --- build_collectives.c: the collectives of sdy ---------------------------------------------- */

/* On global types: operand and result are alike. `axes` of several dimensions: one list each. */
struct value *build_all_gather(struct builder *at, struct value *input, struct axis_lists axes,
                               const struct attr *out_sharding);
struct value *build_all_slice(struct builder *at, struct value *input, struct axis_lists axes,
                              const struct attr *out_sharding);
struct value *build_all_to_all(struct builder *at, struct value *input, struct axis_list axes,
                               int64_t source_dim, int64_t target_dim,
                               const struct attr *out_sharding);
struct value *build_collective_permute(struct builder *at, struct value *input,
                                       const struct attr *out_sharding);
struct value *build_all_reduce(struct builder *at, struct value *input, struct axis_list axes,
                               enum reduction_kind kind, const struct attr *out_sharding);
struct value *build_replicated_to_unreduced(struct builder *at, struct value *input,
                                            struct axis_list axes, const struct attr *out_sharding);
struct value *build_sharded_to_unreduced(struct builder *at, struct value *input,
                                         struct axis_lists axes, const struct attr *out_sharding);

#endif
