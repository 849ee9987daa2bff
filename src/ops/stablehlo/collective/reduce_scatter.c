/* stablehlo.reduce_scatter */
#include "ops/hooks.h"

const struct op_def op_reduce_scatter = {
.name = "stablehlo.reduce_scatter",
.summary = "reduces over a group of processes and splits",
.traits = OP_COLLECTIVE,
.operands = OPERANDS({"operand", VALUE_TENSOR, OP_ONE}),
.results = RESULTS({"result", VALUE_TENSOR, OP_ONE}),
.regions = {1, 1},
.attrs = ATTRS({.name = "scatter_dimension", .kind = OP_ATTR_INT, .required = true, .limit = OP_ATTR_NON_NEGATIVE}, {.name = "replica_groups", .kind = OP_ATTR_ANY, .required = true}, {.name = "channel_handle", .kind = OP_ATTR_DIALECT, .dialect_attr = "stablehlo.channel_handle"}, {.name = "use_global_device_ids", .kind = OP_ATTR_UNIT}),
.parse = parse_generic_only,
.print = print_generic_only,
.verify = verify_nothing,
.infer = infer_nothing,
.rule = rule_none,
.partition = partition_by_rule,
.emit = emit_unsupported,
.canonicalize = canonicalize_nothing,
};
