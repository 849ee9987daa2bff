/* func.call */
#include "ops/hooks.h"

const struct op_def op_func_call = {
.name = "func.call",
.summary = "calls a function",
.traits = OP_CALL,
.operands = OPERANDS({"operands", VALUE_ANY, OP_MANY}),
.results = RESULTS({"results", VALUE_ANY, OP_MANY}),
.regions = {0, 0},
.attrs = ATTRS({.name = "callee", .kind = OP_ATTR_SYMBOL, .required = true}, {.name = "arg_attrs", .kind = OP_ATTR_ARRAY}, {.name = "res_attrs", .kind = OP_ATTR_ARRAY}, {.name = "no_inline", .kind = OP_ATTR_UNIT}),
.form = "$callee ( $operands ) @attrs : @function_type",
.parse = parse_by_form,
.print = print_by_form,
.verify = verify_nothing,
.infer = infer_nothing,
.rule = rule_none,
.partition = partition_as_typed,
.emit = emit_unsupported,
.canonicalize = canonicalize_nothing,
};
