/* stablehlo.collective_broadcast, stablehlo.collective_reduce */
#include "ops/hooks.h"

const struct op_def op_collective_broadcast = {
.name = "stablehlo.collective_broadcast",
.summary = "sends from one process to its group",
.traits = OP_COLLECTIVE,
.operands = OPERANDS({"operands", VALUE_TENSOR, OP_MANY}),
.results = RESULTS({"results", VALUE_TENSOR, OP_MANY}),
.regions = {0, 0},
.attrs = ATTRS({.name = "replica_groups", .kind = OP_ATTR_ANY, .required = true}, {.name = "channel_handle", .kind = OP_ATTR_DIALECT, .dialect_attr = "stablehlo.channel_handle"}, {.name = "has_dynamic_root", .kind = OP_ATTR_UNIT}),
.parse = parse_generic_only,
.print = print_generic_only,
.verify = verify_nothing,
.infer = infer_nothing,
.rule = rule_none,
.partition = partition_by_rule,
.emit = emit_unsupported,
.canonicalize = canonicalize_nothing,
};

const struct op_def op_collective_reduce = {
.name = "stablehlo.collective_reduce",
.summary = "reduces over a group to one process",
.traits = OP_COLLECTIVE | OP_SINGLE_BLOCK,
.operands = OPERANDS({"operands", VALUE_TENSOR, OP_MANY}),
.results = RESULTS({"results", VALUE_TENSOR, OP_MANY}),
.regions = {1, 1},
.attrs = ATTRS({.name = "replica_groups", .kind = OP_ATTR_ANY, .required = true}, {.name = "channel_handle", .kind = OP_ATTR_DIALECT, .dialect_attr = "stablehlo.channel_handle"}, {.name = "use_global_device_ids", .kind = OP_ATTR_UNIT}, {.name = "has_dynamic_root", .kind = OP_ATTR_UNIT}),
.parse = parse_generic_only,
.print = print_generic_only,
.verify = verify_nothing,
.infer = infer_nothing,
.rule = rule_none,
.partition = partition_replicate,
.emit = emit_unsupported,
.canonicalize = canonicalize_nothing,
};
