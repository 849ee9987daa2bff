/* stablehlo.collective_permute */
#include "ops/hooks.h"

const struct op_def op_collective_permute = {
.name = "stablehlo.collective_permute",
.summary = "sends from process to process",
.traits = OP_COLLECTIVE | OP_SAME_ELEMENTS,
.operands = OPERANDS({"operand", VALUE_TENSOR, OP_ONE}),
.results = RESULTS({"result", VALUE_TENSOR, OP_ONE}),
.regions = {0, 0},
.attrs = ATTRS({.name = "source_target_pairs", .kind = OP_ATTR_INT_MATRIX, .required = true}, {.name = "channel_handle", .kind = OP_ATTR_DIALECT, .dialect_attr = "stablehlo.channel_handle"}),
.parse = parse_generic_only,
.print = print_generic_only,
.verify = verify_nothing,
.infer = infer_first_operand,
.rule = rule_none,
.partition = partition_by_rule,
.emit = emit_unsupported,
.canonicalize = canonicalize_nothing,
};
