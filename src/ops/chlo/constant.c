/* chlo.constant, chlo.constant_like */
#include "ops/hooks.h"

const struct op_def op_chlo_constant = {
.name = "chlo.constant",
.summary = "a constant",
.traits = OP_PURE | OP_CONSTANT_LIKE,
.operands = no_values,
.results = RESULTS({"output", VALUE_TENSOR | VALUE_STATIC, OP_ONE}),
.regions = {0, 0},
.attrs = ATTRS({.name = "value", .kind = OP_ATTR_DENSE, .required = true}),
.form = "@attrs $value @result_of_value",
.parse = parse_by_form,
.print = print_by_form,
.verify = verify_nothing,
.infer = infer_nothing,
.rule = rule_none,
.partition = partition_replicate,
.emit = emit_unsupported,
.canonicalize = canonicalize_nothing,
};

const struct op_def op_chlo_constant_like = {
.name = "chlo.constant_like",
.summary = "a constant of the operand's shape",
.traits = OP_PURE | OP_SAME_SHAPE,
.operands = OPERANDS({"operand", VALUE_ANY_TENSOR, OP_ONE}),
.results = RESULTS({"result", VALUE_ANY_TENSOR, OP_ONE}),
.regions = {0, 0},
.attrs = ATTRS({.name = "value", .kind = OP_ATTR_ANY, .required = true}),
.parse = parse_generic_only,
.print = print_generic_only,
.verify = verify_nothing,
.infer = infer_nothing,
.rule = rule_none,
.partition = partition_replicate,
.emit = emit_unsupported,
.canonicalize = canonicalize_nothing,
};
