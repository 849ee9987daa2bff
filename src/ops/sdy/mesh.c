/* sdy.mesh */
#include "ops/hooks.h"

const struct op_def op_sdy_mesh = {
    .name = "sdy.mesh",
    .summary = "names a mesh of devices",
    .traits = OP_SYMBOL,
    .operands = no_values,
    .results = no_values,
    .regions = {0, 0},
    .attrs = ATTRS(
        {.name = "sym_name", .kind = OP_ATTR_SYMBOL_NAME, .required = true},
        {.name = "mesh", .kind = OP_ATTR_DIALECT, .required = true, .dialect_attr = "sdy.mesh"}),
    .form = "$sym_name = $mesh @attrs",
    .parse = parse_by_form,
    .print = print_by_form,
    .verify = verify_nothing,
    .infer = infer_nothing,
    .rule = rule_none,
    .needs = needs_nothing,
    .emit = emit_structure,
    .canonicalize = canonicalize_nothing,
};
