/* builtin.module */
#include "ops/hooks.h"

static bool parse_module_op(struct asm_parser *parser, struct op_state *state) {
    return parse_generic_only(parser, state);
}

static void print_module_op(struct asm_printer *printer, const struct op *op) {
    print_generic_only(printer, op);
}

const struct op_def op_module = {
.name = "builtin.module",
.summary = "the outermost operation: functions, meshes",
.traits = OP_SYMBOL_TABLE | OP_ISOLATED | OP_SINGLE_BLOCK | OP_NO_TERMINATOR | OP_SYMBOL,
.operands = no_values,
.results = no_values,
.regions = {1, 1},
.attrs = ATTRS({.name = "sym_name", .kind = OP_ATTR_STRING}, {.name = "sym_visibility", .kind = OP_ATTR_STRING}),
.parse = parse_module_op,
.print = print_module_op,
.verify = verify_nothing,
.infer = infer_nothing,
.rule = rule_none,
.partition = partition_as_typed,
.emit = emit_unsupported,
.canonicalize = canonicalize_nothing,
};
