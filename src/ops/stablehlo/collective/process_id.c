/* stablehlo.replica_id, stablehlo.partition_id */
#include "ops/hooks.h"

const struct op_def op_replica_id = {
.name = "stablehlo.replica_id",
.summary = "the replica's number",
.traits = OP_PURE,
.operands = no_values,
.results = RESULTS({"result", VALUE_UI32, OP_ONE}),
.regions = {0, 0},
.attrs = no_attrs,
.form = "@attrs : @type:result",
.parse = parse_by_form,
.print = print_by_form,
.verify = verify_nothing,
.infer = infer_nothing,
.rule = rule_none,
.partition = partition_as_typed,
.emit = emit_unsupported,
.canonicalize = canonicalize_nothing,
};

const struct op_def op_partition_id = {
.name = "stablehlo.partition_id",
.summary = "the partition's number",
.traits = OP_PURE,
.operands = no_values,
.results = RESULTS({"result", VALUE_UI32, OP_ONE}),
.regions = {0, 0},
.attrs = no_attrs,
.form = "@attrs : @type:result",
.parse = parse_by_form,
.print = print_by_form,
.verify = verify_nothing,
.infer = infer_nothing,
.rule = rule_none,
.partition = partition_as_typed,
.emit = emit_unsupported,
.canonicalize = canonicalize_nothing,
};
