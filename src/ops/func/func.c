/* func.func */
#include "ops/hooks.h"

static bool parse_func_func(struct asm_parser *parser, struct op_state *state) {
    return parse_generic_only(parser, state);
}

static void print_func_func(struct asm_printer *printer, const struct op *op) {
    print_generic_only(printer, op);
}

const struct op_def op_func_func = {
.name = "func.func",
.summary = "a function",
.traits = OP_SYMBOL | OP_FUNCTION | OP_ISOLATED,
.operands = no_values,
.results = no_values,
.regions = {1, 1},
.attrs = ATTRS({.name = "sym_name", .kind = OP_ATTR_SYMBOL_NAME, .required = true}, {.name = "function_type", .kind = OP_ATTR_TYPE, .required = true}, {.name = "sym_visibility", .kind = OP_ATTR_STRING}, {.name = "arg_attrs", .kind = OP_ATTR_ARRAY}, {.name = "res_attrs", .kind = OP_ATTR_ARRAY}, {.name = "no_inline", .kind = OP_ATTR_UNIT}),
.parse = parse_func_func,
.print = print_func_func,
.verify = verify_nothing,
.infer = infer_nothing,
.sharding_place = OP_SHARDING_FUNCTION,
.rule = rule_none,
.partition = partition_as_typed,
.emit = emit_unsupported,
.canonicalize = canonicalize_nothing,
};
