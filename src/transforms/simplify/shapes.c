/* Operations that move elements: those that move none, and several that are one. */
#include "transforms/simplify/simplify.h"

/* Those with the type of their operand that do nothing. */
static bool drop(struct rewriting *rewriting, struct op *op) {
    struct value *operand = op_operand(op, 0);
    return operand->type == op_result(op, 0)->type && replace_merging(rewriting, op, operand);
}

static bool equal_counts(const struct type *a, const struct type *b) {
    return type_is_static(a) && type_is_static(b) && type_count(a) == type_count(b);
}

/* --- broadcasts ------------------------------------------------------------------------------- */

static bool is_reshape(const struct op *op) {
    return dims_are_sorted(op_ints(op, "broadcast_dimensions")) &&
           equal_counts(op_operand(op, 0)->type, op_result(op, 0)->type);
}

/* The broadcast of a broadcast, where that is not better a reshape. */
static bool merge_broadcasts(struct rewriting *rewriting, struct op *op) {
    struct op *inner = defined_by(op_operand(op, 0), OP_BROADCAST_IN_DIM);
    int64_t merged[MAX_RANK];
    if (!inner || is_reshape(inner)) {
        return false;
    }
    uint32_t count = merge_broadcast_dims(inner, op, merged);
    struct builder at = builder_before(rewriting->module, op);
    return replace_merging(
        rewriting, op,
        build_broadcast_in_dim(&at, op_operand(inner, 0), op_result(op, 0)->type, count, merged));
}

static bool simplify_broadcast(struct rewriting *rewriting, struct op *op) {
    struct value *operand = op_operand(op, 0);
    const struct type *type = op_result(op, 0)->type;
    struct int_list dims = op_ints(op, "broadcast_dimensions");
    struct builder at = builder_before(rewriting->module, op);
    int64_t permutation[MAX_RANK];
    if (dims_are_iota(dims) && drop(rewriting, op)) {
        return true;
    }
    if (merge_broadcasts(rewriting, op)) {
        return true;
    }
    if (is_reshape(op)) {
        return replace_merging(rewriting, op, build_unary(&at, OP_RESHAPE, operand, type));
    }
    if (!equal_counts(operand->type, type) || operand->type->rank != type->rank) {
        return false;
    }
    for (uint32_t i = 0; i < dims.count; i++) {
        permutation[dims.items[i]] = i;
    }
    return replace_merging(rewriting, op, build_transpose(&at, operand, permutation));
}

/* --- reshapes and transposes ------------------------------------------------------------------ */

static bool simplify_reshape(struct rewriting *rewriting, struct op *op) {
    const struct op *inner = defined_by(op_operand(op, 0), OP_RESHAPE);
    if (drop(rewriting, op)) {
        return true;
    }
    if (!inner) {
        return false;
    }
    op_set_operand(op, 0, op_operand(inner, 0));
    return true;
}

/* Dimensions of more than one element keep their order. */
static bool keeps_order(struct int_list permutation, const struct type *from) {
    int64_t last = -1;
    for (uint32_t i = 0; i < permutation.count; i++) {
        int64_t dim = permutation.items[i];
        if (from->dims[dim] != 1 && dim < last) {
            return false;
        }
        last = from->dims[dim] != 1 ? dim : last;
    }
    return true;
}

static bool simplify_transpose(struct rewriting *rewriting, struct op *op) {
    struct value *operand = op_operand(op, 0);
    const struct type *type = op_result(op, 0)->type;
    struct op *inner = defined_by(operand, OP_TRANSPOSE);
    struct int_list permutation = op_ints(op, "permutation");
    int64_t merged[MAX_RANK];
    if (dims_are_iota(permutation) && drop(rewriting, op)) {
        return true;
    }
    if (inner) {
        struct int_list before = op_ints(inner, "permutation");
        for (uint32_t i = 0; i < permutation.count; i++) {
            merged[i] = before.items[permutation.items[i]];
        }
        op_set_operand(op, 0, op_operand(inner, 0));
        op_set_property(rewriting->module, op, "permutation",
                        attr_i64_array(rewriting->context, permutation.count, merged));
        return true;
    }
    struct builder at = builder_before(rewriting->module, op);
    return type_is_static(type) && type_is_static(operand->type) &&
           keeps_order(permutation, operand->type) &&
           replace_by(rewriting, op, build_unary(&at, OP_RESHAPE, operand, type));
}

static bool simplify_reverse(struct rewriting *rewriting, struct op *op) {
    struct value *operand = op_operand(op, 0);
    const struct type *type = operand->type;
    struct int_list dims = op_ints(op, "dimensions");
    bool idle = dims.count == 0 || splat_of(operand) ||
                (type_is_static(type) && type_count(type) == 0),
         ones = type_is_static(type);
    for (uint32_t i = 0; ones && i < dims.count; i++) {
        ones = type->dims[dims.items[i]] == 1;
    }
    return (idle || ones) && type == op_result(op, 0)->type && replace_by(rewriting, op, operand);
}

/* --- concatenations --------------------------------------------------------------------------- */

/* Operands without elements go, and those that are concatenated for this one alone stand for
 * themselves. */
static uint32_t gather_operands(const struct op *op, struct value **to) {
    int64_t dim = op_int(op, "dimension", 0);
    uint32_t count = 0;
    for (uint32_t i = 0; i < op->operand_count; i++) {
        struct value *operand = op_operand(op, i);
        const struct op *inner = defined_by(operand, OP_CONCATENATE);
        if (inner && value_has_one_use(operand) && op_int(inner, "dimension", 0) == dim) {
            for (uint32_t k = 0; k < inner->operand_count; k++) {
                to[count++] = op_operand(inner, k);
            }
        } else if (operand->type->dims[dim] != 0) {
            to[count++] = operand;
        }
    }
    return count;
}

static bool simplify_concatenate(struct rewriting *rewriting, struct op *op) {
    uint32_t most = op->operand_count;
    bool changes = false;
    if (op->operand_count == 1) {
        struct value *only = op_operand(op, 0);
        return only->type == op_result(op, 0)->type && replace_by(rewriting, op, only);
    }
    for (uint32_t i = 0; i < op->operand_count; i++) {
        const struct op *inner = defined_by(op_operand(op, i), OP_CONCATENATE);
        most += inner ? inner->operand_count : 0;
    }
    struct value **operands = ARENA_ARRAY(rewriting->scratch, struct value *, most);
    uint32_t count = gather_operands(op, operands);
    changes = count != op->operand_count;
    for (uint32_t i = 0; !changes && i < count; i++) {
        changes = operands[i] != op_operand(op, i);
    }
    if (!changes || count == 0) {
        return false;
    }
    op_set_operands(rewriting->module, op, count, operands);
    return true;
}

/* --- pads ------------------------------------------------------------------------------------- */

static bool all_zero(struct int_list list) {
    bool zero = true;
    for (uint32_t i = 0; i < list.count; i++) {
        zero = zero && list.items[i] == 0;
    }
    return zero;
}

/* Nothing with something around it is all padding. */
static bool simplify_pad(struct rewriting *rewriting, struct op *op) {
    const struct type *from = op_operand(op, 0)->type, *type = op_result(op, 0)->type;
    if (all_zero(op_ints(op, "edge_padding_low")) && all_zero(op_ints(op, "edge_padding_high")) &&
        all_zero(op_ints(op, "interior_padding")) && from == type) {
        return replace_by(rewriting, op, op_operand(op, 0));
    }
    struct builder at = builder_before(rewriting->module, op);
    return type_is_static(from) && type_count(from) == 0 && type_is_static(type) &&
           replace_by(rewriting, op, build_broadcast_in_dim(&at, op_operand(op, 1), type, 0, NULL));
}

/* --- iotas and sizes -------------------------------------------------------------------------- */

/* Along one dimension, then everywhere. */
static bool simplify_iota(struct rewriting *rewriting, struct op *op) {
    const struct type *type = op_result(op, 0)->type;
    int64_t dim = op_int(op, "iota_dimension", 0);
    if (!type_is_static(type)) {
        return false;
    }
    if (type->dims[dim] == 1) {
        return replace_by_zeros(rewriting, op);
    }
    if (type->rank < 2) {
        return false;
    }
    struct builder at = builder_before(rewriting->module, op);
    const struct type *line =
        type_tensor(rewriting->context, type->element, 1, &type->dims[dim], NULL);
    struct value *iota = build_iota(&at, line, 0);
    return replace_by(rewriting, op, build_broadcast_in_dim(&at, iota, type, 1, &dim));
}

static bool simplify_size(struct rewriting *rewriting, struct op *op) {
    int64_t size = op_operand(op, 0)->type->dims[op_int(op, "dimension", 0)];
    struct builder at = builder_before(rewriting->module, op);
    return size != DIM_DYNAMIC &&
           replace_by(rewriting, op, build_integers(&at, op_result(op, 0)->type, size));
}

/* --- no elements ------------------------------------------------------------------------------ */

static bool is_empty(const struct value *value) {
    return type_is_tensor(value->type) && type_is_static(value->type) &&
           type_count(value->type) == 0;
}

static struct value *empty_constant(struct rewriting *rewriting, struct op *op,
                                    const struct value *value) {
    struct builder at = builder_before(rewriting->module, op);
    return build_constant(&at, attr_dense(rewriting->context, value->type, NULL, 0, false));
}

/* Results and operands without elements are constants. */
bool simplify_empty(struct rewriting *rewriting, struct op *op) {
    bool changed = false;
    if (!is_stablehlo(op) || op_has(op, OP_CONSTANT_LIKE) || declares_effect(op)) {
        return false;
    }
    for (uint32_t i = 0; i < op->result_count; i++) {
        struct value *result = op_result(op, i);
        if (is_empty(result) && result->first_use) {
            value_replace_uses(result, empty_constant(rewriting, op, result));
            changed = true;
        }
    }
    for (uint32_t i = 0; i < op->operand_count; i++) {
        struct value *operand = op_operand(op, i);
        if (is_empty(operand) && !elements_of(operand)) {
            op_set_operand(op, i, empty_constant(rewriting, op, operand));
            changed = true;
        }
    }
    return changed;
}

const struct patterns shape_patterns =
    PATTERNS({OP_BROADCAST_IN_DIM, simplify_broadcast}, {OP_RESHAPE, simplify_reshape},
             {OP_TRANSPOSE, simplify_transpose}, {OP_REVERSE, simplify_reverse},
             {OP_CONCATENATE, simplify_concatenate}, {OP_PAD, simplify_pad},
             {OP_IOTA, simplify_iota}, {OP_GET_DIMENSION_SIZE, simplify_size});
