/* func.return */
#include "ops/hooks.h"

const struct op_def op_func_return = {
.name = "func.return",
.summary = "ends a function",
.traits = OP_PURE | OP_TERMINATOR,
.operands = OPERANDS({"operands", VALUE_ANY, OP_MANY}),
.results = no_values,
.regions = {0, 0},
.attrs = no_attrs,
.form = "@attrs (? $operands : @type:operands ?)",
.parse = parse_by_form,
.print = print_by_form,
.verify = verify_nothing,
.infer = infer_nothing,
.rule = rule_none,
.partition = partition_as_typed,
.emit = emit_unsupported,
.canonicalize = canonicalize_nothing,
};
