/* stablehlo.torch_index_select */
#include "ops/expand_builder.h"
#include "ops/hooks.h"

const struct op_def op_torch_index_select = {
    .name = "stablehlo.torch_index_select",
    .summary = "takes slices along a dimension",
    .traits = OP_PURE,
    .operands = OPERANDS({"operand", VALUE_TENSOR, OP_ONE}, {"index", VALUE_TENSOR, OP_ONE}),
    .results = RESULTS({"result", VALUE_TENSOR, OP_ONE}),
    .regions = {0, 0},
    .attrs = ATTRS({.name = "dim", .kind = OP_ATTR_INT, .required = true},
                   {.name = "batch_dims", .kind = OP_ATTR_INT, .required = true}),
    .parse = parse_generic_only,
    .print = print_generic_only,
    .verify = verify_nothing,
    .infer = infer_nothing,
    .rule = rule_none,
    .needs = needs_all_whole,
    .emit = emit_expanded,
    .expand = expand_torch_index_select,
    .canonicalize = canonicalize_nothing,
    COMMON_HOOKS,
};
