/* Operations that take shapes as operands, where the shapes are known after all. */
#include "ops/verify/compat.h"
#include "transforms/dynamism/dynamism.h"
#include "transforms/simplify/simplify.h"

/* Those with constant sizes become those with attributes. */
static bool make_static(struct rewriting *rewriting, struct op *op) {
    struct op *made = static_stand_in(rewriting->module, op);
    if (made) {
        op_replace(op, made);
    }
    return made != NULL;
}

/* --- broadcasts ------------------------------------------------------------------------------- */

/* Other dialects see the type that the value had. */
static struct value *as_it_was(struct builder *at, const struct op *op, struct value *value) {
    const struct value *result = &op->results[0];
    bool is_seen = false;
    FOR_EACH_USE (use, result) {
        is_seen = is_seen || !is_stablehlo(use->user);
    }
    return is_seen && value->type != result->type ? build_unary(at, OP_CONVERT, value, result->type)
                                                  : value;
}

static bool broadcast_as_static(struct rewriting *rewriting, struct op *op) {
    struct value *operand = op_operand(op, 0);
    const struct type *type = op_result(op, 0)->type;
    struct int_list dims = op_ints(op, "broadcast_dimensions"), shape;
    struct builder at = builder_before(rewriting->module, op);
    if (!type_is_static(operand->type)) {
        return false;
    }
    if (type_is_static(type)) {
        return replace_by(rewriting, op,
                          build_broadcast_in_dim(&at, operand, type, dims.count, dims.items));
    }
    if (!constant_integers(op_operand(op, 1), &shape) || shape.count != type->rank) {
        return false;
    }
    const struct type *known =
        type_tensor(rewriting->context, type->element, shape.count, shape.items, NULL);
    struct value *made = build_broadcast_in_dim(&at, operand, known, dims.count, dims.items);
    return replace_by(rewriting, op, as_it_was(&at, op, made));
}

static bool merge_broadcasts(struct rewriting *rewriting, struct op *op) {
    struct op *inner = defined_by(op_operand(op, 0), OP_DYNAMIC_BROADCAST_IN_DIM);
    int64_t merged[MAX_RANK];
    if (!inner) {
        return false;
    }
    uint32_t count = merge_broadcast_dims(inner, op, merged);
    struct builder at = builder_before(rewriting->module, op);
    struct value *made = build_dynamic_broadcast_in_dim(
        &at, op_operand(inner, 0), op_operand(op, 1), op_result(op, 0)->type, count, merged);
    /* Which dimensions expand is not known of both together. */
    const struct attr *none = attr_i64_array(rewriting->context, 0, NULL);
    op_set_property(rewriting->module, made->op, "known_expanding_dimensions", none);
    op_set_property(rewriting->module, made->op, "known_nonexpanding_dimensions", none);
    return replace_merging(rewriting, op, made);
}

/* To the shape that the value has. */
static bool broadcast_to_itself(struct rewriting *rewriting, struct op *op) {
    struct value *operand = op_operand(op, 0), *shape = op_operand(op, 1);
    const struct type *type = op_result(op, 0)->type;
    const struct op *reshape = defined_by(operand, OP_DYNAMIC_RESHAPE);
    const struct op *shape_of = defined_by(shape, OP_SHAPE_SHAPE_OF);
    struct builder at = builder_before(rewriting->module, op);
    if (!dims_are_iota(op_ints(op, "broadcast_dimensions"))) {
        return false;
    }
    if (reshape && op_operand(reshape, 1) == shape) {
        return replace_merging(rewriting, op,
                               build_dynamic_reshape(&at, op_operand(reshape, 0), shape, type));
    }
    if (shape_of && op_operand(shape_of, 0) == operand && operand->type == type) {
        return replace_merging(rewriting, op, operand);
    }
    const struct attr *stay = op_property(op, "known_nonexpanding_dimensions");
    return stay && op_ints(op, "known_nonexpanding_dimensions").count == type->rank &&
           replace_merging(rewriting, op, build_unary(&at, OP_CONVERT, operand, type));
}

/* --- reshapes --------------------------------------------------------------------------------- */

static bool reshape_as_static(struct rewriting *rewriting, struct op *op) {
    const struct type *type = op_result(op, 0)->type;
    struct builder at = builder_before(rewriting->module, op);
    return type_is_static(type) &&
           replace_by(rewriting, op, build_unary(&at, OP_RESHAPE, op_operand(op, 0), type));
}

static bool merge_reshapes(struct rewriting *rewriting, struct op *op) {
    const struct op *inner = defined_by(op_operand(op, 0), OP_DYNAMIC_RESHAPE);
    (void)rewriting;
    if (!inner) {
        return false;
    }
    op_set_operand(op, 0, op_operand(inner, 0));
    return true;
}

/* To the shape that a value of the same shape was given before. */
static bool drop_reshape(struct rewriting *rewriting, struct op *op) {
    struct value *operand = op_operand(op, 0);
    const struct op *between = operand->op;
    uint32_t keeps = OP_SAME_SHAPE | OP_SAME_TYPES | OP_COMPATIBLE_TYPES | OP_SHAPE_FIRST;
    if (!between || !(between->def->traits & keeps) || between->operand_count == 0) {
        return false;
    }
    const struct op *before = defined_by(op_operand(between, 0), OP_DYNAMIC_RESHAPE);
    return before && op_operand(before, 1) == op_operand(op, 1) &&
           operand->type == op_result(op, 0)->type && replace_by(rewriting, op, operand);
}

static bool simplify_shape_of(struct rewriting *rewriting, struct op *op) {
    const struct op *reshape = defined_by(op_operand(op, 0), OP_DYNAMIC_RESHAPE);
    return reshape && op_operand(reshape, 1)->type == op_result(op, 0)->type &&
           replace_merging(rewriting, op, op_operand(reshape, 1));
}

/* --- iotas ------------------------------------------------------------------------------------ */

static bool simplify_iota(struct rewriting *rewriting, struct op *op) {
    const struct type *type = op_result(op, 0)->type;
    struct value *shape = op_operand(op, 0);
    int64_t dim = op_int(op, "iota_dimension", 0), limit = dim + 1;
    struct builder at = builder_before(rewriting->module, op);
    if (type_is_static(type)) {
        return replace_by(rewriting, op, build_iota(&at, type, dim));
    }
    if (type->rank < 2) {
        return false;
    }
    const struct type *i64 = type_integer(rewriting->context, 64, SIGNLESS);
    struct value *wide = shape->type->element == i64 ? shape
                         : shape->type->element->kind == TYPE_INDEX
                             ? build_unary(&at, OP_ARITH_INDEX_CAST, shape,
                                           type_with_element(rewriting->context, shape->type, i64))
                             : build_convert(&at, shape, i64);
    struct value *size = build_slice(&at, wide, &dim, &limit);
    const struct type *line =
        type_tensor(rewriting->context, type->element, 1, &type->dims[dim], NULL);
    struct value *iota = build_dynamic_iota(&at, line, size, 0);
    return replace_by(rewriting, op,
                      build_dynamic_broadcast_in_dim(&at, iota, shape, type, 1, &dim));
}

const struct patterns dynamic_patterns =
    PATTERNS({OP_DYNAMIC_BROADCAST_IN_DIM, merge_broadcasts},
             {OP_DYNAMIC_BROADCAST_IN_DIM, broadcast_to_itself},
             {OP_DYNAMIC_BROADCAST_IN_DIM, broadcast_as_static},
             {OP_DYNAMIC_RESHAPE, merge_reshapes}, {OP_DYNAMIC_RESHAPE, reshape_as_static},
             {OP_DYNAMIC_RESHAPE, drop_reshape}, {OP_SHAPE_SHAPE_OF, simplify_shape_of},
             {OP_DYNAMIC_IOTA, simplify_iota}, {OP_DYNAMIC_GATHER, make_static},
             {OP_DYNAMIC_PAD, make_static}, {OP_REAL_DYNAMIC_SLICE, make_static});
