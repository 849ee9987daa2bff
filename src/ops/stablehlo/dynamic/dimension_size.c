/* stablehlo.get_dimension_size, stablehlo.set_dimension_size */
#include "ops/hooks.h"

const struct op_def op_get_dimension_size = {
.name = "stablehlo.get_dimension_size",
.summary = "the size of a dimension",
.traits = OP_PURE,
.operands = OPERANDS({"operand", VALUE_TENSOR_PER_AXIS, OP_ONE}),
.results = RESULTS({"result", VALUE_I32, OP_ONE}),
.regions = {0, 0},
.attrs = ATTRS({.name = "dimension", .kind = OP_ATTR_INT, .required = true, .limit = OP_ATTR_NON_NEGATIVE}),
.form = "$operand , dim = $dimension @attrs : @function_type",
.parse = parse_by_form,
.print = print_by_form,
.verify = verify_nothing,
.infer = infer_nothing,
.rule = rule_none,
.partition = partition_replicate,
.emit = emit_unsupported,
.canonicalize = canonicalize_nothing,
};

const struct op_def op_set_dimension_size = {
.name = "stablehlo.set_dimension_size",
.summary = "changes the size of a dimension",
.traits = 0,
.operands = OPERANDS({"operand", VALUE_TENSOR, OP_ONE}, {"size", VALUE_I32, OP_ONE}),
.results = RESULTS({"result", VALUE_TENSOR, OP_ONE}),
.regions = {0, 0},
.attrs = ATTRS({.name = "dimension", .kind = OP_ATTR_INT, .required = true, .limit = OP_ATTR_NON_NEGATIVE}),
.form = "$operand , $size , dim = $dimension @attrs : @function_type",
.parse = parse_by_form,
.print = print_by_form,
.verify = verify_nothing,
.infer = infer_nothing,
.rule = rule_none,
.partition = partition_replicate,
.emit = emit_unsupported,
.canonicalize = canonicalize_nothing,
};
