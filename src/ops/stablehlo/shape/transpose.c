/* stablehlo.transpose */
#include "ops/hooks.h"

static bool transpose_emit(const struct op *op, struct kernel_builder *builder) {
    struct int_list permutation = op_ints(op, "permutation");
    struct affine map[KERNEL_DIMS];
    for (uint32_t d = 0; d < permutation.count; d++) {
        map[permutation.items[d]] = affine_dim(d, 1, 0);
    }
    struct term *term = term_read(builder, kernel_operand(builder, op, 0), map);
    kernel_result(builder, op, 0, node_compute(builder, op_result(op, 0)->type, term));
    return true;
}

const struct op_def op_transpose = {
    .name = "stablehlo.transpose",
    .summary = "permutes dimensions",
    .traits = OP_PURE | OP_COMPATIBLE_ELEMENTS,
    .operands = OPERANDS({"operand", VALUE_TENSOR_PER_AXIS, OP_ONE}),
    .results = RESULTS({"result", VALUE_TENSOR_PER_AXIS, OP_ONE}),
    .regions = {0, 0},
    .attrs = ATTRS({.name = "permutation", .kind = OP_ATTR_INT_ARRAY, .required = true}),
    .form = "$operand , dims = $permutation @attrs : @function_type",
    .parse = parse_by_form,
    .print = print_by_form,
    .verify = verify_transpose,
    .infer = infer_transpose,
    .rule = rule_none,
    .partition = partition_by_rule,
    .emit = transpose_emit,
    .canonicalize = canonicalize_nothing,
};
