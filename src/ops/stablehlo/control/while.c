/* stablehlo.while */
#include "ops/hooks.h"

static bool parse_while(struct asm_parser *parser, struct op_state *state) {
    return parse_generic_only(parser, state);
}

static void print_while(struct asm_printer *printer, const struct op *op) {
    print_generic_only(printer, op);
}

const struct op_def op_while = {
.name = "stablehlo.while",
.summary = "repeats a region while a condition holds",
.traits = OP_SINGLE_BLOCK | OP_REGION_FLOW,
.operands = OPERANDS({"operand", VALUE_TENSOR_PER_AXIS | VALUE_TOKEN | VALUE_BUFFER, OP_MANY}),
.results = RESULTS({"results", VALUE_TENSOR_PER_AXIS | VALUE_TOKEN | VALUE_BUFFER, OP_MANY}),
.regions = {2, 2},
.attrs = no_attrs,
.parse = parse_while,
.print = print_while,
.verify = verify_nothing,
.infer = infer_nothing,
.flow = OP_FLOW_LOOP,
.rule = rule_none,
.partition = partition_as_typed,
.emit = emit_unsupported,
.canonicalize = canonicalize_nothing,
};
