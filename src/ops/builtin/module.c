/* builtin.module. */
#include <string.h>

#include "ops/hooks.h"
#include "ops/verify/fault.h"

static bool parse_module_op(struct asm_parser *parser, struct op_state *state) {
    const char *name;
    if (optional_symbol(parser, &name)) {
        form_set(state, parser, "sym_name", attr_string(asm_context(parser), name, strlen(name)));
    }
    return optional_attr_dict_with_keyword(parser, &state->attrs) &&
           parse_region(parser, state, 0, NULL);
}

static void print_module_op(struct asm_printer *printer, const struct op *op) {
    static const char *const elided[] = {"sym_name"};
    const struct attr *name = op_property(op, "sym_name");
    if (name) {
        asm_text(printer, " ");
        asm_symbol(printer, name->text);
    }
    form_print_attrs(printer, op, 1, elided, true);
    asm_text(printer, " ");
    asm_region(printer, &op->regions[0], false, true);
}

/* What hangs on a module belongs to some dialect. */
static bool verify_module_op(const struct op *op, struct context *context) {
    for (uint32_t i = 0; i < op->attrs.count; i++) {
        if (!strchr(op->attrs.items[i].name, '.')) {
            return op_fault(op, context,
                            "can only contain attributes with dialect-prefixed names, found: '%s'",
                            op->attrs.items[i].name);
        }
    }
    if (op->regions[0].first->argument_count) {
        return op_fault(op, context, "region #0 should have no arguments");
    }
    return true;
}

const struct op_def op_module = {
    .name = "builtin.module",
    .summary = "the outermost operation: functions, meshes",
    .traits = OP_SYMBOL_TABLE | OP_ISOLATED | OP_SINGLE_BLOCK | OP_NO_TERMINATOR | OP_SYMBOL,
    .operands = no_values,
    .results = no_values,
    .regions = {1, 1},
    .attrs = ATTRS({.name = "sym_name", .kind = OP_ATTR_STRING},
                   {.name = "sym_visibility", .kind = OP_ATTR_STRING}),
    .parse = parse_module_op,
    .print = print_module_op,
    .verify = verify_module_op,
    .infer = infer_nothing,
    .rule = rule_none,
    .needs = needs_nothing,
    .emit = emit_structure,
    .canonicalize = canonicalize_nothing,
    COMMON_HOOKS,
    .default_dialect = "builtin",
};
