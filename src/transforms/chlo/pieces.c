#include "transforms/chlo/pieces.h"

#include <string.h>

#include "transforms/chlo/numpy.h"

static struct context *context_of(const struct builder *at) {
    return at->module->context;
}

const struct type *i64_tensor(struct builder *at, uint32_t rank, const int64_t *dims) {
    return type_tensor(context_of(at), type_integer(context_of(at), 64, SIGNLESS), rank, dims,
                       NULL);
}

struct value *build_unary(struct builder *at, const char *name, struct value *operand,
                          const struct type *type) {
    return op_result(build_op(at, name, 1, &operand, 1, &type, 0), 0);
}

static void set_ints(struct builder *at, struct value *result, const char *name, uint32_t count,
                     const int64_t *values) {
    op_set_property(at->module, result->op, name, attr_i64_array(context_of(at), count, values));
}

static void set_int(struct builder *at, struct value *result, const char *name, int64_t value) {
    op_set_property(at->module, result->op, name, attr_i64(context_of(at), value));
}

/* --- constants -------------------------------------------------------------------------------- */

struct value *build_constant(struct builder *at, const struct attr *dense) {
    struct op *op = build_op(at, "stablehlo.constant", 0, NULL, 1, &dense->type, 0);
    op_set_property(at->module, op, "value", dense);
    return op_result(op, 0);
}

struct value *build_zeros(struct builder *at, const struct type *tensor) {
    static const uint8_t none[64];
    return build_constant(
        at, attr_dense(context_of(at), tensor, none, type_bytes(tensor->element), true));
}

struct value *build_i64_scalar(struct builder *at, int64_t value) {
    return build_constant(
        at, attr_dense(context_of(at), i64_tensor(at, 0, NULL), &value, sizeof value, true));
}

struct value *build_i64_splat(struct builder *at, uint32_t count, int64_t value) {
    const int64_t extent = count;
    return build_constant(
        at, attr_dense(context_of(at), i64_tensor(at, 1, &extent), &value, sizeof value, true));
}

struct value *build_i64_list(struct builder *at, uint32_t count, const int64_t *values) {
    const int64_t extent = count;
    bool splat = true;
    for (uint32_t i = 1; i < count; i++) {
        splat = splat && values[i] == values[0];
    }
    return build_constant(at, attr_dense(context_of(at), i64_tensor(at, 1, &extent), values,
                                         (splat ? 1 : count) * sizeof *values, splat));
}

struct value *build_constant_like(struct builder *at, const struct attr *scalar,
                                  struct value *like) {
    const struct type *type = like->type;
    const struct type *wanted = type_with_element(context_of(at), type, scalar->type->element);
    if (type_is_static(type)) {
        return build_constant(
            at, attr_dense(context_of(at), wanted, scalar->data, scalar->length, true));
    }
    struct value *constant = build_constant(at, scalar);
    if (is_bounded(type)) {
        struct shape shape = numpy_shape_of(like);
        return numpy_broadcast_to(at, constant, &shape);
    }
    return build_dynamic_broadcast_in_dim(at, constant, build_shape_of(at, like), wanted, 0, NULL);
}

/* --- shapes ----------------------------------------------------------------------------------- */

bool is_bounded(const struct type *type) {
    const struct bounds *bounds = type_is_tensor(type) ? attr_as_bounds(type->encoding) : NULL;
    if (!bounds) {
        return false;
    }
    for (uint32_t i = 0; i < type->rank; i++) {
        if (type->dims[i] == DIM_DYNAMIC && bounds->dims.items[i] == DIM_DYNAMIC) {
            return false;
        }
    }
    return true;
}

bool is_static_or_bounded(const struct type *type) {
    return type_is_static(type) || is_bounded(type);
}

struct value *build_shape_of(struct builder *at, struct value *value) {
    const int64_t extent = value->type->rank;
    return build_unary(at, "shape.shape_of", value,
                       type_tensor(context_of(at), type_index(context_of(at)), 1, &extent, NULL));
}

struct value *build_dimension_size(struct builder *at, struct value *value, int64_t dim) {
    const struct type *i32 = type_integer(context_of(at), 32, SIGNLESS);
    struct value *size = build_unary(at, "stablehlo.get_dimension_size", value,
                                     type_tensor(context_of(at), i32, 0, NULL, NULL));
    set_int(at, size, "dimension", dim);
    return size;
}

struct value *build_dimension_size_i64(struct builder *at, struct value *value, int64_t dim) {
    return build_convert(at, build_dimension_size(at, value, dim),
                         i64_tensor(at, 0, NULL)->element);
}

struct value *build_dimension_size_1xi64(struct builder *at, struct value *value, int64_t dim) {
    return build_as_1xi64(at, build_dimension_size_i64(at, value, dim));
}

/* --- folding ---------------------------------------------------------------------------------- */

void build_binary_body(struct builder *at, struct region *region, const char *name,
                       const struct type *element) {
    struct module *module = at->module;
    const struct type *scalar = type_tensor(module->context, element, 0, NULL, NULL);
    struct block *body = block_new(module, region);
    struct value *arguments[2];
    for (int i = 0; i < 2; i++) {
        arguments[i] = block_add_argument(module, body, scalar, at->location);
    }
    struct builder inside = builder_at_end(module, body);
    inside.location = at->location;
    struct value *result = op_result(build_op(&inside, name, 2, arguments, 1, &scalar, 0), 0);
    build_op(&inside, "stablehlo.return", 1, &result, 0, NULL, 0);
}

struct value *build_sum(struct builder *at, struct value *value, uint32_t count,
                        const int64_t *dims) {
    const struct type *type = value->type;
    int64_t kept[MAX_RANK];
    uint32_t rank = 0;
    for (uint32_t d = 0; d < type->rank; d++) {
        bool is_folded = false;
        for (uint32_t i = 0; i < count; i++) {
            is_folded = is_folded || dims[i] == d;
        }
        if (!is_folded) {
            kept[rank++] = type->dims[d];
        }
    }
    const struct type *result = type_with_dims(context_of(at), type, rank, kept);
    const struct type *scalar = type_with_dims(context_of(at), type, 0, NULL);
    struct value *operands[2] = {value, build_zeros(at, scalar)};
    struct op *reduce = build_op(at, "stablehlo.reduce", 2, operands, 1, &result, 1);
    build_binary_body(at, &reduce->regions[0], "stablehlo.add", type->element);
    set_ints(at, op_result(reduce, 0), "dimensions", count, dims);
    return op_result(reduce, 0);
}

/* --- moving elements -------------------------------------------------------------------------- */

struct value *build_convert(struct builder *at, struct value *value, const struct type *element) {
    return build_unary(at, "stablehlo.convert", value,
                       type_with_element(context_of(at), value->type, element));
}

struct value *build_reshape(struct builder *at, struct value *value, uint32_t rank,
                            const int64_t *dims) {
    return build_unary(at, "stablehlo.reshape", value,
                       type_with_dims(context_of(at), value->type, rank, dims));
}

struct value *build_transpose(struct builder *at, struct value *value, const int64_t *permutation) {
    uint32_t rank = value->type->rank;
    int64_t dims[MAX_RANK];
    for (uint32_t d = 0; d < rank; d++) {
        dims[d] = value->type->dims[permutation[d]];
    }
    struct value *result = build_unary(at, "stablehlo.transpose", value,
                                       type_with_dims(context_of(at), value->type, rank, dims));
    set_ints(at, result, "permutation", rank, permutation);
    return result;
}

struct value *build_as_1xi64(struct builder *at, struct value *scalar) {
    const int64_t one = 1;
    return build_unary(at, "stablehlo.reshape", scalar, i64_tensor(at, 1, &one));
}

struct value *build_slice(struct builder *at, struct value *value, const int64_t *start,
                          const int64_t *limit) {
    uint32_t rank = value->type->rank;
    int64_t dims[MAX_RANK], strides[MAX_RANK];
    for (uint32_t i = 0; i < rank; i++) {
        dims[i] = limit[i] - start[i];
        strides[i] = 1;
    }
    struct value *part = build_unary(at, "stablehlo.slice", value,
                                     type_with_dims(context_of(at), value->type, rank, dims));
    set_ints(at, part, "start_indices", rank, start);
    set_ints(at, part, "limit_indices", rank, limit);
    set_ints(at, part, "strides", rank, strides);
    return part;
}

struct value *build_broadcast_in_dim(struct builder *at, struct value *value,
                                     const struct type *type, uint32_t count, const int64_t *dims) {
    struct value *result = build_unary(at, "stablehlo.broadcast_in_dim", value, type);
    set_ints(at, result, "broadcast_dimensions", count, dims);
    return result;
}

struct value *build_dynamic_broadcast_in_dim(struct builder *at, struct value *value,
                                             struct value *shape, const struct type *type,
                                             uint32_t count, const int64_t *dims) {
    struct value *operands[2] = {value, shape};
    struct value *result =
        op_result(build_op(at, "stablehlo.dynamic_broadcast_in_dim", 2, operands, 1, &type, 0), 0);
    set_ints(at, result, "broadcast_dimensions", count, dims);
    return result;
}

struct value *build_concatenate(struct builder *at, uint32_t count, struct value *const *values,
                                int64_t dim) {
    const struct type *part = values[0]->type;
    int64_t dims[MAX_RANK];
    memcpy(dims, part->dims, part->rank * sizeof *dims);
    dims[dim] = 0;
    for (uint32_t i = 0; i < count; i++) {
        dims[dim] += values[i]->type->dims[dim];
    }
    const struct type *type = type_with_dims(context_of(at), part, part->rank, dims);
    struct value *result =
        op_result(build_op(at, "stablehlo.concatenate", count, values, 1, &type, 0), 0);
    set_int(at, result, "dimension", dim);
    return result;
}

struct value *build_iota(struct builder *at, const struct type *type, int64_t dim) {
    struct value *result = op_result(build_op(at, "stablehlo.iota", 0, NULL, 1, &type, 0), 0);
    set_int(at, result, "iota_dimension", dim);
    return result;
}

struct value *build_dynamic_iota(struct builder *at, const struct type *type, struct value *shape,
                                 int64_t dim) {
    struct value *result = build_unary(at, "stablehlo.dynamic_iota", shape, type);
    set_int(at, result, "iota_dimension", dim);
    return result;
}

struct value *build_real_dynamic_slice(struct builder *at, struct value *value, struct value *start,
                                       struct value *limit, struct value *strides,
                                       const struct type *type) {
    struct value *operands[4] = {value, start, limit, strides};
    return op_result(build_op(at, "stablehlo.real_dynamic_slice", 4, operands, 1, &type, 0), 0);
}
