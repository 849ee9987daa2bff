/* stablehlo.concatenate */
#include "ops/hooks.h"

static bool concatenate_emit(const struct op *op, struct kernel_builder *builder) {
    const struct type *type = op_result(op, 0)->type;
    uint32_t along = (uint32_t)op_int(op, "dimension", 0);
    struct node_part *parts =
        ARENA_ARRAY(kernel_arena(builder), struct node_part, op->operand_count);
    int64_t begin = 0;
    for (uint32_t i = 0; i < op->operand_count; i++) {
        struct node *operand = kernel_operand(builder, op, i);
        parts[i].rank = parts[i].parallel_rank = type->rank;
        for (uint32_t d = 0; d < type->rank; d++) {
            parts[i].extent[d] = node_extent(operand, d);
            parts[i].store[d] = affine_dim(d, 1, d == along ? begin : 0);
        }
        parts[i].term = term_same(builder, operand);
        begin += node_extent(operand, along);
    }
    kernel_result(builder, op, 0, node_parts(builder, type, op->operand_count, parts));
    return true;
}

/* What `value` is a slice of, or itself. */
static const struct value *before_slice(const struct value *value) {
    return value->op && op_is(value->op, OP_SLICE) ? op_operand(value->op, 0) : value;
}

/* Whether the parts are slices: all of them, or of one tensor that may stand among them whole. Then
 * devices only exchange the borders of what they hold. */
static bool joins_slices(const struct op *op) {
    uint32_t slices = 0;
    bool one_tensor = true;
    for (uint32_t i = 0; i < op->operand_count; i++) {
        const struct value *part = op_operand(op, i);
        slices += before_slice(part) != part;
        one_tensor = one_tensor && before_slice(part) == before_slice(op_operand(op, 0));
    }
    return slices == op->operand_count || (one_tensor && slices != 0);
}

static bool concatenate_rule(const struct op *op, struct rule_builder *builder) {
    const struct type *type = op->results[0].type;
    int64_t along = op_int(op, "dimension", 0);
    for (uint32_t dim = 0; dim < type->rank; dim++) {
        if (dim != along) {
            rule_add_everywhere(builder, dim, type->dims[dim], FACTOR_PASS_THROUGH);
        } else if (!rule_is_conservative(builder)) {
            rule_add_everywhere(builder, dim, type->dims[dim],
                                joins_slices(op) ? FACTOR_PERMUTATION : FACTOR_NEED_REPLICATION);
        }
    }
    return true;
}

const struct op_def op_concatenate = {
    .name = "stablehlo.concatenate",
    .summary = "joins tensors along a dimension",
    .traits = OP_PURE | OP_SAME_ELEMENTS | OP_INFERRED,
    .operands = OPERANDS({"inputs", VALUE_TENSOR, OP_MANY}),
    .results = RESULTS({"result", VALUE_TENSOR, OP_ONE}),
    .regions = {0, 0},
    .attrs = ATTRS({.name = "dimension",
                    .kind = OP_ATTR_INT,
                    .required = true,
                    .limit = OP_ATTR_NON_NEGATIVE}),
    .form = "@inputs dim = $dimension @attrs : @function_type",
    .parse = parse_by_form,
    .print = print_by_form,
    .verify = verify_concatenate,
    .infer = infer_concatenate,
    .rule = concatenate_rule,
    .partition = partition_by_rule,
    .emit = concatenate_emit,
    .canonicalize = canonicalize_nothing,
};
