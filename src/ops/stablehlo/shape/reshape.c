/* stablehlo.reshape */
#include "ops/hooks.h"

static bool reshape_emit(const struct op *op, struct kernel_builder *builder) {
    struct node *operand = kernel_operand(builder, op, 0);
    kernel_result(builder, op, 0, node_reshape(builder, op_result(op, 0)->type, operand));
    return true;
}

const struct op_def op_reshape = {
    .name = "stablehlo.reshape",
    .summary = "another shape of the same elements",
    .traits = OP_PURE | OP_COMPATIBLE_ELEMENTS,
    .operands = OPERANDS({"operand", VALUE_TENSOR_PER_AXIS, OP_ONE}),
    .results = RESULTS({"result", VALUE_STATIC_OR_BOUNDED, OP_ONE}),
    .regions = {0, 0},
    .attrs = no_attrs,
    .form = "@operands @attrs : @function_type",
    .parse = parse_by_form,
    .print = print_by_form,
    .verify = verify_reshape,
    .infer = infer_nothing,
    .rule = rule_none,
    .partition = partition_by_rule,
    .emit = reshape_emit,
    .canonicalize = canonicalize_nothing,
};
