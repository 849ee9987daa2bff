/* New operations, by their rows in the table. */
#include "ops/build.h"

#include <string.h>

#include "ops/verify/compat.h"

static struct context *context_of(const struct builder *at) {
    return at->module->context;
}

const struct type *i64_tensor(struct builder *at, uint32_t rank, const int64_t *dims) {
    return type_tensor(context_of(at), type_integer(context_of(at), 64, SIGNLESS), rank, dims,
                       NULL);
}

static void set_ints(struct builder *at, struct value *result, const char *name, uint32_t count,
                     const int64_t *values) {
    op_set_property(at->module, result->op, name, attr_i64_array(context_of(at), count, values));
}

static void set_int(struct builder *at, struct value *result, const char *name, int64_t value) {
    op_set_property(at->module, result->op, name, attr_i64(context_of(at), value));
}

/* --- any operation ---------------------------------------------------------------------------- */

struct op *build_row(struct builder *at, enum op_id id, uint32_t operand_count,
                     struct value *const *operands, uint32_t result_count,
                     const struct type *const *result_types, uint32_t region_count) {
    return build_op(at, op_table[id]->name, operand_count, operands, result_count, result_types,
                    region_count);
}

struct value *build_value(struct builder *at, enum op_id id, uint32_t operand_count,
                          struct value *const *operands, const struct type *type) {
    return op_result(build_row(at, id, operand_count, operands, 1, &type, 0), 0);
}

struct op *op_stand_in_named(struct module *module, struct op *op, const char *name,
                             uint32_t region_count) {
    struct builder at = builder_before(module, op);
    struct arena *scratch = arena_new();
    struct value **operands = ARENA_ARRAY(scratch, struct value *, op->operand_count);
    const struct type **types = ARENA_ARRAY(scratch, const struct type *, op->result_count);
    for (uint32_t i = 0; i < op->operand_count; i++) {
        operands[i] = op_operand(op, i);
    }
    for (uint32_t i = 0; i < op->result_count; i++) {
        types[i] = op_result(op, i)->type;
    }
    struct op *made =
        build_op(&at, name, op->operand_count, operands, op->result_count, types, region_count);
    made->explicit_location = op->explicit_location;
    made->attrs = op->attrs;
    arena_free(scratch);
    return made;
}

struct op *op_stand_in(struct module *module, struct op *op, enum op_id id, uint32_t region_count) {
    return op_stand_in_named(module, op, op_table[id]->name, region_count);
}

struct value *build_unary(struct builder *at, enum op_id id, struct value *operand,
                          const struct type *type) {
    return build_value(at, id, 1, &operand, type);
}

struct value *build_binary(struct builder *at, enum op_id id, struct value *a, struct value *b) {
    return build_value(at, id, 2, (struct value *const[]){a, b}, a->type);
}

struct op *build_end(struct builder *at, enum op_id id, uint32_t count,
                     struct value *const *values) {
    return build_row(at, id, count, values, 0, NULL, 0);
}

/* --- constants -------------------------------------------------------------------------------- */

struct value *build_constant(struct builder *at, const struct attr *dense) {
    struct op *op = build_row(at, OP_CONSTANT, 0, NULL, 1, &dense->type, 0);
    op_set_property(at->module, op, "value", dense);
    return op_result(op, 0);
}

struct value *build_zeros(struct builder *at, const struct type *tensor) {
    static const uint8_t none[64];
    return build_constant(
        at, attr_dense(context_of(at), tensor, none, type_bytes(tensor->element), true));
}

/* Some narrow floats have none. */
static void store_minus_zero(enum float_kind kind, uint8_t *data) {
    if (float_from_bits(kind, float_to_bits(kind, -0.0)) == 0) {
        float_store(kind, -0.0, data);
    }
}

struct value *build_minus_zeros(struct builder *at, const struct type *tensor) {
    const struct type *element = tensor->element;
    bool is_complex = element->kind == TYPE_COMPLEX;
    const struct type *part = is_complex ? element->element : element;
    uint8_t data[64] = {0};
    if (part->kind == TYPE_FLOAT) {
        store_minus_zero(part->float_kind, data);
    }
    if (part->kind == TYPE_FLOAT && is_complex) {
        store_minus_zero(part->float_kind, data + type_bytes(part));
    }
    return build_constant(at, attr_dense(context_of(at), tensor, data, type_bytes(element), true));
}

struct value *build_integers(struct builder *at, const struct type *tensor, int64_t value) {
    return build_constant(
        at, attr_dense(context_of(at), tensor, &value, type_bytes(tensor->element), true));
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

/* --- elements --------------------------------------------------------------------------------- */

struct value *build_add(struct builder *at, struct value *a, struct value *b) {
    return build_binary(at, OP_ADD, a, b);
}

struct value *build_subtract(struct builder *at, struct value *a, struct value *b) {
    return build_binary(at, OP_SUBTRACT, a, b);
}

struct value *build_compare(struct builder *at, struct value *a, struct value *b,
                            enum comparison_direction direction, enum comparison_type type) {
    struct context *context = context_of(at);
    const struct type *truth =
        type_with_element(context, a->type, type_integer(context, 1, SIGNLESS));
    struct value *result = build_value(at, OP_COMPARE, 2, (struct value *const[]){a, b}, truth);
    op_set_property(at->module, result->op, "comparison_direction",
                    attr_enum(context, &attr_comparison_direction, direction));
    if (type != COMPARE_NO_TYPE) {
        op_set_property(at->module, result->op, "compare_type",
                        attr_enum(context, &attr_comparison_type, type));
    }
    return result;
}

struct value *build_convert(struct builder *at, struct value *value, const struct type *element) {
    return build_unary(at, OP_CONVERT, value,
                       type_with_element(context_of(at), value->type, element));
}

struct value *build_select(struct builder *at, struct value *condition, struct value *then,
                           struct value *otherwise) {
    struct value *operands[3] = {condition, then, otherwise};
    return build_value(at, OP_SELECT, 3, operands, then->type);
}

struct op *build_dot_general(struct builder *at, struct value *lhs, struct value *rhs,
                             const struct dot_dims *dims, const struct type *type) {
    struct value *operands[2] = {lhs, rhs};
    struct op *op = build_row(at, OP_DOT_GENERAL, 2, operands, 1, &type, 0);
    op_set_property(at->module, op, "dot_dimension_numbers", attr_dot_dims(context_of(at), dims));
    return op;
}

/* --- folding ---------------------------------------------------------------------------------- */

void build_binary_body(struct builder *at, struct region *region, enum op_id id,
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
    struct value *result = build_binary(&inside, id, arguments[0], arguments[1]);
    build_end(&inside, OP_RETURN, 1, &result);
}

struct value *build_reduce(struct builder *at, enum op_id id, struct value *value,
                           struct value *start, uint32_t count, const int64_t *dims) {
    const struct type *type = value->type;
    int64_t kept[MAX_RANK], bounds[MAX_RANK];
    uint32_t rank = 0;
    for (uint32_t d = 0; d < type->rank; d++) {
        bool is_folded = false;
        for (uint32_t i = 0; i < count; i++) {
            is_folded = is_folded || dims[i] == d;
        }
        if (!is_folded) {
            bounds[rank] = bound_of(type, d);
            kept[rank++] = type->dims[d];
        }
    }
    const struct type *result = type_with_bounds(context_of(at), type->element, rank, kept, bounds);
    struct value *operands[2] = {value, start};
    struct op *reduce = build_row(at, OP_REDUCE, 2, operands, 1, &result, 1);
    build_binary_body(at, &reduce->regions[0], id, type->element);
    set_ints(at, op_result(reduce, 0), "dimensions", count, dims);
    return op_result(reduce, 0);
}

struct value *build_sum(struct builder *at, struct value *value, uint32_t count,
                        const int64_t *dims) {
    struct value *zero =
        build_zeros(at, type_tensor(context_of(at), value->type->element, 0, NULL, NULL));
    return build_reduce(at, OP_ADD, value, zero, count, dims);
}

/* --- shapes ----------------------------------------------------------------------------------- */

struct value *build_shape_of(struct builder *at, struct value *value) {
    const int64_t extent = value->type->rank;
    return build_unary(at, OP_SHAPE_SHAPE_OF, value,
                       type_tensor(context_of(at), type_index(context_of(at)), 1, &extent, NULL));
}

struct value *build_dimension_size(struct builder *at, struct value *value, int64_t dim) {
    const struct type *i32 = type_integer(context_of(at), 32, SIGNLESS);
    struct value *size = build_unary(at, OP_GET_DIMENSION_SIZE, value,
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

struct value *build_set_dimension_size(struct builder *at, struct value *value, struct value *size,
                                       int64_t dim, const struct type *type) {
    struct value *operands[2] = {value, size};
    struct value *result = build_value(at, OP_SET_DIMENSION_SIZE, 2, operands, type);
    set_int(at, result, "dimension", dim);
    return result;
}

/* --- moving elements -------------------------------------------------------------------------- */

struct value *build_reshape(struct builder *at, struct value *value, uint32_t rank,
                            const int64_t *dims) {
    return build_unary(at, OP_RESHAPE, value,
                       type_with_dims(context_of(at), value->type, rank, dims));
}

struct value *build_as_1xi64(struct builder *at, struct value *scalar) {
    const int64_t one = 1;
    return build_unary(at, OP_RESHAPE, scalar, i64_tensor(at, 1, &one));
}

struct value *build_dynamic_reshape(struct builder *at, struct value *value, struct value *shape,
                                    const struct type *type) {
    return build_value(at, OP_DYNAMIC_RESHAPE, 2, (struct value *const[]){value, shape}, type);
}

struct value *build_transpose(struct builder *at, struct value *value, const int64_t *permutation) {
    uint32_t rank = value->type->rank;
    int64_t dims[MAX_RANK];
    for (uint32_t i = 0; i < rank; i++) {
        dims[i] = value->type->dims[permutation[i]];
    }
    struct value *result = build_unary(at, OP_TRANSPOSE, value,
                                       type_with_dims(context_of(at), value->type, rank, dims));
    set_ints(at, result, "permutation", rank, permutation);
    return result;
}

struct value *build_slice(struct builder *at, struct value *value, const int64_t *start,
                          const int64_t *limit) {
    uint32_t rank = value->type->rank;
    int64_t dims[MAX_RANK], strides[MAX_RANK];
    for (uint32_t i = 0; i < rank; i++) {
        dims[i] = limit[i] - start[i];
        strides[i] = 1;
    }
    return build_strided_slice(at, value, start, limit, strides,
                               type_with_dims(context_of(at), value->type, rank, dims));
}

struct value *build_strided_slice(struct builder *at, struct value *value, const int64_t *start,
                                  const int64_t *limit, const int64_t *strides,
                                  const struct type *type) {
    struct value *part = build_unary(at, OP_SLICE, value, type);
    set_ints(at, part, "start_indices", type->rank, start);
    set_ints(at, part, "limit_indices", type->rank, limit);
    set_ints(at, part, "strides", type->rank, strides);
    return part;
}

struct value *build_pad(struct builder *at, struct value *value, struct value *padding,
                        const int64_t *low, const int64_t *high, const int64_t *interior) {
    uint32_t rank = value->type->rank;
    int64_t dims[MAX_RANK];
    for (uint32_t i = 0; i < rank; i++) {
        int64_t size = value->type->dims[i];
        dims[i] = low[i] + size + (size > 0 ? size - 1 : 0) * interior[i] + high[i];
    }
    struct value *operands[2] = {value, padding};
    struct value *padded = build_value(at, OP_PAD, 2, operands,
                                       type_with_dims(context_of(at), value->type, rank, dims));
    set_ints(at, padded, "edge_padding_low", rank, low);
    set_ints(at, padded, "edge_padding_high", rank, high);
    set_ints(at, padded, "interior_padding", rank, interior);
    return padded;
}

struct value *build_dynamic_slice(struct builder *at, struct value *value,
                                  struct value *const *starts, const struct type *type) {
    struct value *operands[MAX_RANK + 1] = {value};
    memcpy(operands + 1, starts, type->rank * sizeof *starts);
    struct value *part = build_value(at, OP_DYNAMIC_SLICE, type->rank + 1, operands, type);
    set_ints(at, part, "slice_sizes", type->rank, type->dims);
    return part;
}

struct value *build_dynamic_update_slice(struct builder *at, struct value *value,
                                         struct value *update, struct value *const *starts) {
    uint32_t rank = value->type->rank;
    struct value *operands[MAX_RANK + 2] = {value, update};
    memcpy(operands + 2, starts, rank * sizeof *starts);
    return build_value(at, OP_DYNAMIC_UPDATE_SLICE, rank + 2, operands, value->type);
}

struct value *build_real_dynamic_slice(struct builder *at, struct value *value, struct value *start,
                                       struct value *limit, struct value *strides,
                                       const struct type *type) {
    struct value *operands[4] = {value, start, limit, strides};
    return build_value(at, OP_REAL_DYNAMIC_SLICE, 4, operands, type);
}

struct value *build_broadcast_in_dim(struct builder *at, struct value *value,
                                     const struct type *type, uint32_t count, const int64_t *dims) {
    struct value *result = build_unary(at, OP_BROADCAST_IN_DIM, value, type);
    set_ints(at, result, "broadcast_dimensions", count, dims);
    return result;
}

struct value *build_broadcast(struct builder *at, struct value *scalar, const struct type *type) {
    return build_broadcast_in_dim(at, scalar, type, 0, NULL);
}

struct value *build_dynamic_broadcast_in_dim(struct builder *at, struct value *value,
                                             struct value *shape, const struct type *type,
                                             uint32_t count, const int64_t *dims) {
    struct value *operands[2] = {value, shape};
    struct value *result = build_value(at, OP_DYNAMIC_BROADCAST_IN_DIM, 2, operands, type);
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
    struct value *result = build_value(at, OP_CONCATENATE, count, values, type);
    set_int(at, result, "dimension", dim);
    return result;
}

struct value *build_iota(struct builder *at, const struct type *type, int64_t dim) {
    struct value *result = build_value(at, OP_IOTA, 0, NULL, type);
    set_int(at, result, "iota_dimension", dim);
    return result;
}

struct value *build_dynamic_iota(struct builder *at, const struct type *type, struct value *shape,
                                 int64_t dim) {
    struct value *result = build_unary(at, OP_DYNAMIC_IOTA, shape, type);
    set_int(at, result, "iota_dimension", dim);
    return result;
}

/* --- shardings -------------------------------------------------------------------------------- */

struct op *build_sharded(struct builder *at, enum op_id id, struct value *value,
                         const struct attr *sharding) {
    struct op *op = build_row(at, id, 1, &value, 1, &value->type, 0);
    if (sharding) {
        op_set_property(at->module, op, "sharding", sharding);
    }
    return op;
}

struct value *build_reshard(struct builder *at, struct value *input, const struct attr *sharding) {
    return op_result(build_sharded(at, OP_SDY_RESHARD, input, sharding), 0);
}
