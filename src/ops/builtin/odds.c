/* builtin.unrealized_conversion_cast, arith.constant, tensor.cast, shape.shape_of, shape.const_shape */
#include "ops/hooks.h"

const struct op_def op_unrealized_conversion_cast = {
.name = "builtin.unrealized_conversion_cast",
.summary = "a cast between types, kept as it is",
.traits = OP_PURE,
.operands = OPERANDS({"inputs", VALUE_ANY, OP_MANY}),
.results = RESULTS({"outputs", VALUE_ANY, OP_MANY}),
.regions = {0, 0},
.attrs = no_attrs,
.parse = parse_generic_only,
.print = print_generic_only,
.verify = verify_nothing,
.infer = infer_nothing,
.rule = rule_none,
.partition = partition_replicate,
.emit = emit_unsupported,
.canonicalize = canonicalize_nothing,
};

static bool parse_arith_constant(struct asm_parser *parser, struct op_state *state) {
    return parse_generic_only(parser, state);
}

static void print_arith_constant(struct asm_printer *printer, const struct op *op) {
    print_generic_only(printer, op);
}

const struct op_def op_arith_constant = {
.name = "arith.constant",
.summary = "a constant, result types as written",
.traits = OP_PURE | OP_CONSTANT_LIKE,
.operands = no_values,
.results = RESULTS({"result", VALUE_ANY, OP_ONE}),
.regions = {0, 0},
.attrs = ATTRS({.name = "value", .kind = OP_ATTR_ANY, .required = true}),
.parse = parse_arith_constant,
.print = print_arith_constant,
.verify = verify_nothing,
.infer = infer_nothing,
.rule = rule_none,
.partition = partition_replicate,
.emit = emit_unsupported,
.canonicalize = canonicalize_nothing,
};

const struct op_def op_tensor_cast = {
.name = "tensor.cast",
.summary = "a cast between tensor types of one element type",
.traits = OP_PURE,
.operands = OPERANDS({"source", VALUE_ANY, OP_ONE}),
.results = RESULTS({"dest", VALUE_ANY, OP_ONE}),
.regions = {0, 0},
.attrs = no_attrs,
.form = "$source @attrs : @type:source to @type:dest",
.parse = parse_by_form,
.print = print_by_form,
.verify = verify_nothing,
.infer = infer_nothing,
.rule = rule_none,
.partition = partition_replicate,
.emit = emit_unsupported,
.canonicalize = canonicalize_nothing,
};

const struct op_def op_shape_shape_of = {
.name = "shape.shape_of",
.summary = "the shape of a tensor as a tensor",
.traits = OP_PURE,
.operands = OPERANDS({"arg", VALUE_ANY, OP_ONE}),
.results = RESULTS({"result", VALUE_ANY, OP_ONE}),
.regions = {0, 0},
.attrs = no_attrs,
.form = "$arg @attrs : @type:arg -> @type:result",
.parse = parse_by_form,
.print = print_by_form,
.verify = verify_nothing,
.infer = infer_nothing,
.rule = rule_none,
.partition = partition_replicate,
.emit = emit_unsupported,
.canonicalize = canonicalize_nothing,
};

static bool parse_shape_const_shape(struct asm_parser *parser, struct op_state *state) {
    return parse_generic_only(parser, state);
}

static void print_shape_const_shape(struct asm_printer *printer, const struct op *op) {
    print_generic_only(printer, op);
}

const struct op_def op_shape_const_shape = {
.name = "shape.const_shape",
.summary = "a constant shape",
.traits = OP_PURE | OP_CONSTANT_LIKE,
.operands = no_values,
.results = RESULTS({"result", VALUE_ANY, OP_ONE}),
.regions = {0, 0},
.attrs = ATTRS({.name = "shape", .kind = OP_ATTR_ANY, .required = true}),
.parse = parse_shape_const_shape,
.print = print_shape_const_shape,
.verify = verify_nothing,
.infer = infer_nothing,
.rule = rule_none,
.partition = partition_replicate,
.emit = emit_unsupported,
.canonicalize = canonicalize_nothing,
};
