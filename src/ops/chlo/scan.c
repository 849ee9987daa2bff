/* chlo.scan */
#include "ops/hooks.h"

static bool parse_chlo_scan(struct asm_parser *parser, struct op_state *state) {
    return parse_generic_only(parser, state);
}

static void print_chlo_scan(struct asm_printer *printer, const struct op *op) {
    print_generic_only(printer, op);
}

const struct op_def op_chlo_scan = {
.name = "chlo.scan",
.summary = "folds along a dimension and keeps the steps",
.traits = OP_SEGMENTS | OP_ISOLATED,
.operands = OPERANDS({"inputs", VALUE_ANY_TENSOR, OP_MANY}, {"inits", VALUE_ANY_TENSOR, OP_MANY}),
.results = RESULTS({"outputs", VALUE_ANY_TENSOR, OP_MANY}, {"carries", VALUE_ANY_TENSOR, OP_MANY}),
.regions = {1, 1},
.attrs = ATTRS({.name = "dimension", .kind = OP_ATTR_INT, .required = true, .limit = OP_ATTR_NON_NEGATIVE}, {.name = "scan_dim_size", .kind = OP_ATTR_INT, .limit = OP_ATTR_NON_NEGATIVE}, {.name = "is_reverse", .kind = OP_ATTR_BOOL, .otherwise = OP_ATTR_DEFAULT_FALSE}, {.name = "is_associative", .kind = OP_ATTR_BOOL}, {.name = "operandSegmentSizes", .kind = OP_ATTR_ANY}, {.name = "resultSegmentSizes", .kind = OP_ATTR_ANY}),
.parse = parse_chlo_scan,
.print = print_chlo_scan,
.verify = verify_nothing,
.infer = infer_nothing,
.rule = rule_none,
.partition = partition_replicate,
.emit = emit_unsupported,
.canonicalize = canonicalize_nothing,
};
