/* stablehlo.return */
#include "ops/hooks.h"

const struct op_def op_return = {
    .name = "stablehlo.return",
    .summary = "ends a region",
    .traits = OP_PURE | OP_TERMINATOR,
    .operands = OPERANDS({"results", VALUE_TENSOR_PER_AXIS | VALUE_TOKEN | VALUE_BUFFER, OP_MANY}),
    .results = no_values,
    .regions = {0, 0},
    .attrs = no_attrs,
    .form = "$results @attrs (? : @type:results ?)",
    .parse = parse_by_form,
    .print = print_by_form,
    .verify = verify_nothing,
    .infer = infer_nothing,
    .rule = rule_none,
    .needs = needs_nothing,
    .emit = emit_structure,
    .canonicalize = canonicalize_nothing,
    COMMON_HOOKS,
};
