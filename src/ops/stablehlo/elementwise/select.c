/* stablehlo.select */
#include "ops/hooks.h"

/* The predicate may be a scalar. */
static bool select_rule(const struct op *op, struct rule_builder *builder) {
    const struct type *type = op->results[0].type;
    rule_add_dims(builder, type, type->rank);
    return true;
}

const struct op_def op_select = {
    .name = "stablehlo.select",
    .summary = "chooses elements by a predicate",
    .traits = OP_PURE | OP_ELEMENTWISE | OP_INFERRED,
    .operands = OPERANDS({"pred", VALUE_PRED, OP_ONE}, {"on_true", VALUE_TENSOR, OP_ONE},
                         {"on_false", VALUE_TENSOR, OP_ONE}),
    .results = RESULTS({"result", VALUE_TENSOR, OP_ONE}),
    .regions = {0, 0},
    .attrs = no_attrs,
    .form = "@operands @attrs : @select_type",
    .parse = parse_by_form,
    .print = print_by_form,
    .verify = verify_select,
    .infer = infer_select,
    .rule = select_rule,
    .partition = partition_by_rule,
    .emit = emit_pointwise,
    .canonicalize = canonicalize_nothing,
    .scalar = SCALAR_SELECT,
};
