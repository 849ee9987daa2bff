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

static bool transpose_rule(const struct op *op, struct rule_builder *builder) {
    struct int_list permutation = op_ints(op, "permutation");
    for (uint32_t dim = 0; dim < permutation.count; dim++) {
        int64_t from = permutation.items[dim];
        rule_add_unary(builder, from, dim, op_operand(op, 0)->type->dims[from],
                       FACTOR_PASS_THROUGH);
    }
    return true;
}

const struct op_def op_transpose = {
    .name = "stablehlo.transpose",
    .summary = "permutes dimensions",
    .traits = OP_PURE | OP_COMPATIBLE_ELEMENTS | OP_INFERRED,
    .operands = OPERANDS({"operand", VALUE_TENSOR_PER_AXIS, OP_ONE}),
    .results = RESULTS({"result", VALUE_TENSOR_PER_AXIS, OP_ONE}),
    .regions = {0, 0},
    .attrs = ATTRS({.name = "permutation", .kind = OP_ATTR_INT_ARRAY, .required = true}),
    .form = "$operand , dims = $permutation @attrs : @function_type",
    .parse = parse_by_form,
    .print = print_by_form,
    .verify = verify_transpose,
    .infer = infer_transpose,
    .schedule = OP_SCHEDULE_FIRST,
    .rule = transpose_rule,
    .partition = partition_by_rule,
    .emit = transpose_emit,
    .canonicalize = canonicalize_nothing,
};
