/* chlo.ragged_dot */
#include "ops/hooks.h"

const struct op_def op_chlo_ragged_dot = {
    .name = "chlo.ragged_dot",
    .summary = "products over a ragged dimension",
    .traits = OP_PURE,
    .operands = OPERANDS({"lhs", VALUE_ANY_TENSOR, OP_ONE}, {"rhs", VALUE_ANY_TENSOR, OP_ONE},
                         {"group_sizes", VALUE_INT, OP_ONE}),
    .results = RESULTS({"result", VALUE_ANY_TENSOR, OP_ONE}),
    .regions = {0, 0},
    .attrs = ATTRS({.name = "ragged_dot_dimension_numbers",
                    .kind = OP_ATTR_DIALECT,
                    .required = true,
                    .dialect_attr = "chlo.ragged_dot"},
                   {.name = "precision_config",
                    .kind = OP_ATTR_ARRAY,
                    .dialect_attr = "chlo.precision",
                    .words = "Precision Config attribute"}),
    .parse = parse_generic_only,
    .print = print_generic_only,
    .verify = verify_ragged_dot,
    .infer = infer_ragged_dot,
    .rule = rule_none,
    .partition = partition_replicate,
    .emit = emit_expanded,
    .canonicalize = canonicalize_nothing,
};
