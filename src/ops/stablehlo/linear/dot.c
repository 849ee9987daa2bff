/* stablehlo.dot */
#include "ops/hooks.h"

/* ([i, k], [k, j])->([i, j]), where the operands are matrices. */
static bool dot_rule(const struct op *op, struct rule_builder *builder) {
    const struct type *lhs = op_operand(op, 0)->type, *rhs = op_operand(op, 1)->type;
    int64_t result = 0;
    if (lhs->rank == 2) {
        rule_add_binary(builder, 0, NO_DIM, result++, lhs->dims[0], FACTOR_PASS_THROUGH);
    }
    if (rhs->rank == 2) {
        rule_add_binary(builder, NO_DIM, 1, result, rhs->dims[1], FACTOR_PASS_THROUGH);
    }
    rule_add_binary(builder, lhs->rank - 1, 0, NO_DIM, rhs->dims[0], FACTOR_REDUCTION);
    return true;
}

const struct op_def op_dot = {
    .name = "stablehlo.dot",
    .summary = "product of vectors and matrices",
    .traits = OP_PURE,
    .operands = OPERANDS({"lhs", VALUE_TENSOR, OP_ONE}, {"rhs", VALUE_TENSOR_PER_AXIS, OP_ONE}),
    .results = RESULTS({"result", VALUE_TENSOR_PER_AXIS, OP_ONE}),
    .regions = {0, 0},
    .attrs = ATTRS({.name = "precision_config",
                    .kind = OP_ATTR_ARRAY,
                    .dialect_attr = "stablehlo.precision",
                    .words = "Precision Config attribute"}),
    .form = "$lhs , $rhs @precision @attrs : @function_type",
    .parse = parse_by_form,
    .print = print_by_form,
    .verify = verify_dot,
    .infer = infer_nothing,
    .rule = dot_rule,
    .partition = partition_by_rule,
    .emit = emit_unsupported,
    .canonicalize = canonicalize_nothing,
};
