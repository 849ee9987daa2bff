/* stablehlo.complex */
#include "ops/hooks.h"

static bool complex_verify(const struct op *op, struct context *context) {
    return operand_type(op, 0)->element == operand_type(op, 1)->element ||
           op_fault(op, context, "requires the same element type for all operands");
}

static bool complex_infer(const struct op *op, struct context *context, const struct type **types) {
    const struct type *operand = operand_type(op, 0);
    types[0] = type_with_element(context, operand, type_complex(context, operand->element));
    return true;
}

const struct op_def op_complex = {
    .name = "stablehlo.complex",
    .summary = "makes complex numbers",
    .traits = OP_ELEMENTWISE | OP_PURE | OP_SAME_SHAPE | OP_SHAPE_FIRST,
    .operands = OPERANDS({"lhs", VALUE_FLOAT_32_64, OP_ONE}, {"rhs", VALUE_FLOAT_32_64, OP_ONE}),
    .results = RESULTS({"result", VALUE_COMPLEX, OP_ONE}),
    .regions = {0, 0},
    .attrs = no_attrs,
    .form = "@operands @attrs : @complex_type",
    .parse = parse_by_form,
    .print = print_by_form,
    .verify = complex_verify,
    .infer = complex_infer,
    .speculatable = speculatable_if_static,
    .rule = rule_pointwise,
    .emit = emit_pointwise,
    .canonicalize = canonicalize_nothing,
    .bound = bound_by_rule,
    .fill = fill_in_place,
    .reify = reify_first,
    .fold = fold_by_scalar,
    .flops = flops_by_scalar,
    .traffic = traffic_none,
    .scalar = SCALAR_COMPLEX,
};
