/* stablehlo.all_to_all */
#include "ops/hooks.h"

const struct op_def op_all_to_all = {
.name = "stablehlo.all_to_all",
.summary = "splits and exchanges over a group of processes",
.traits = OP_COLLECTIVE | OP_PAIRWISE_ELEMENTS,
.operands = OPERANDS({"operands", VALUE_TENSOR, OP_MANY}),
.results = RESULTS({"results", VALUE_TENSOR, OP_MANY}),
.regions = {0, 0},
.attrs = ATTRS({.name = "split_dimension", .kind = OP_ATTR_INT, .required = true, .limit = OP_ATTR_NON_NEGATIVE}, {.name = "concat_dimension", .kind = OP_ATTR_INT, .required = true, .limit = OP_ATTR_NON_NEGATIVE}, {.name = "split_count", .kind = OP_ATTR_INT, .required = true, .limit = OP_ATTR_POSITIVE}, {.name = "replica_groups", .kind = OP_ATTR_ANY, .required = true}, {.name = "channel_handle", .kind = OP_ATTR_DIALECT, .dialect_attr = "stablehlo.channel_handle"}),
.parse = parse_generic_only,
.print = print_generic_only,
.verify = verify_nothing,
.infer = infer_nothing,
.rule = rule_none,
.partition = partition_by_rule,
.emit = emit_unsupported,
.canonicalize = canonicalize_nothing,
};
