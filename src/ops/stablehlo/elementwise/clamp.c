/* stablehlo.clamp */
#include "ops/hooks.h"

/* The bounds may be scalars. */
static bool clamp_rule(const struct op *op, struct rule_builder *builder) {
    const struct type *type = op_operand(op, 1)->type;
    rule_add_dims(builder, type, type->rank);
    return true;
}

const struct op_def op_clamp = {
    .name = "stablehlo.clamp",
    .summary = "limits elements",
    .traits = OP_PURE | OP_ELEMENTWISE | OP_COMPATIBLE_ELEMENTS | OP_INFERRED,
    .operands = OPERANDS({"min", VALUE_TENSOR, OP_ONE}, {"operand", VALUE_TENSOR, OP_ONE},
                         {"max", VALUE_TENSOR, OP_ONE}),
    .results = RESULTS({"result", VALUE_TENSOR, OP_ONE}),
    .regions = {0, 0},
    .attrs = no_attrs,
    .form = "@operands @attrs : @same_type",
    .parse = parse_by_form,
    .print = print_by_form,
    .verify = verify_clamp,
    .infer = infer_clamp,
    .rule = clamp_rule,
    .partition = partition_by_rule,
    .emit = emit_pointwise,
    .canonicalize = canonicalize_nothing,
    .scalar = SCALAR_CLAMP,
};
