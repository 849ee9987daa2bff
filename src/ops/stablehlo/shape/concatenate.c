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

const struct op_def op_concatenate = {
    .name = "stablehlo.concatenate",
    .summary = "joins tensors along a dimension",
    .traits = OP_PURE | OP_SAME_ELEMENTS,
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
    .rule = rule_none,
    .partition = partition_by_rule,
    .emit = concatenate_emit,
    .canonicalize = canonicalize_nothing,
};
