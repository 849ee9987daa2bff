/* stablehlo.constant */
#include "ops/hooks.h"

static bool parse_constant(struct asm_parser *parser, struct op_state *state) {
    return parse_generic_only(parser, state);
}

static void print_constant(struct asm_printer *printer, const struct op *op) {
    print_generic_only(printer, op);
}

static bool constant_emit(const struct op *op, struct kernel_builder *builder) {
    kernel_result(builder, op, 0, node_constant(builder, op_property(op, "value")));
    return true;
}

const struct op_def op_constant = {
.name = "stablehlo.constant",
.summary = "a constant",
.traits = OP_PURE | OP_CONSTANT_LIKE,
.operands = no_values,
.results = RESULTS({"output", VALUE_TENSOR_PER_AXIS | VALUE_STATIC, OP_ONE}),
.regions = {0, 0},
.attrs = ATTRS({.name = "value", .kind = OP_ATTR_DENSE, .required = true}),
.parse = parse_constant,
.print = print_constant,
.verify = verify_nothing,
.infer = infer_nothing,
.rule = rule_none,
.partition = partition_replicate,
.emit = constant_emit,
.canonicalize = canonicalize_nothing,
};
