/* func.func: a function, with attributes on arguments and results. */
#include <string.h>

#include "ops/hooks.h"
#include "ops/verify/fault.h"

/* --- reading ---------------------------------------------------------------------------------- */

struct func_header {
    VECTOR(struct block_argument_ref) arguments;
    VECTOR(const struct type *) results;
    VECTOR(const struct attr *) argument_attrs, result_attrs; /* dictionaries */
    bool has_argument_attrs, has_result_attrs, has_names;
};

/* ` {name = value}` of an argument or result, as a dictionary. */
static bool parse_dictionary(struct asm_parser *parser, const struct attr **dictionary,
                             bool *present) {
    struct attr_list list = {0};
    if (!optional_attr_dict(parser, &list)) {
        return false;
    }
    *present |= list.count > 0;
    *dictionary = attr_dict(asm_context(parser), list.count, list.items);
    return true;
}

static bool parse_argument(struct asm_parser *parser, void *data) {
    struct func_header *signature = (struct func_header *)data;
    struct block_argument_ref argument = {.location = asm_location(parser)};
    struct operand_ref ref;
    bool first = signature->arguments.count == 0;
    if (optional_operand(parser, &ref)) {
        argument.name = ref.name;
        if (!parse_token(parser, ":")) {
            return false;
        }
    }
    if (!first && signature->has_names != (argument.name != NULL)) {
        return asm_error_at(parser, argument.location,
                            signature->has_names ? "expected SSA identifier"
                                                 : "expected type instead of SSA identifier");
    }
    signature->has_names = argument.name != NULL;
    const struct attr *attrs = NULL;
    if (!parse_type(parser, &argument.type) ||
        !parse_dictionary(parser, &attrs, &signature->has_argument_attrs) ||
        !optional_location(parser, &argument.explicit_location)) {
        return false;
    }
    *vector_push(&signature->arguments) = argument;
    *vector_push(&signature->argument_attrs) = attrs;
    return true;
}

static bool parse_result(struct asm_parser *parser, void *data) {
    struct func_header *signature = (struct func_header *)data;
    const struct type *type;
    const struct attr *attrs = NULL;
    if (!parse_type(parser, &type) ||
        !parse_dictionary(parser, &attrs, &signature->has_result_attrs)) {
        return false;
    }
    *vector_push(&signature->results) = type;
    *vector_push(&signature->result_attrs) = attrs;
    return true;
}

static bool parse_results(struct asm_parser *parser, struct func_header *signature) {
    if (!optional_token(parser, "->")) {
        return true;
    }
    if (peek_token(parser, "(")) {
        return parse_list(parser, "(", ")", parse_result, signature);
    }
    const struct type *type;
    if (!parse_type(parser, &type)) {
        return false;
    }
    *vector_push(&signature->results) = type;
    *vector_push(&signature->result_attrs) = attr_dict(asm_context(parser), 0, NULL);
    return true;
}

static void set_signature(struct asm_parser *parser, struct op_state *state,
                          const struct func_header *signature) {
    struct context *context = asm_context(parser);
    const struct type **inputs =
        ARENA_ARRAY(asm_arena(parser), const struct type *, signature->arguments.count + 1);
    for (size_t i = 0; i < signature->arguments.count; i++) {
        inputs[i] = signature->arguments.items[i].type;
    }
    const struct type *type =
        type_function(context, (uint32_t)signature->arguments.count, inputs,
                      (uint32_t)signature->results.count, signature->results.items);
    form_set(state, parser, "function_type", attr_type(context, type));
    if (signature->has_argument_attrs) {
        form_set(state, parser, "arg_attrs",
                 attr_array(context, (uint32_t)signature->argument_attrs.count,
                            signature->argument_attrs.items));
    }
    if (signature->has_result_attrs) {
        form_set(state, parser, "res_attrs",
                 attr_array(context, (uint32_t)signature->result_attrs.count,
                            signature->result_attrs.items));
    }
}

static void parse_visibility(struct asm_parser *parser, struct op_state *state) {
    static const char *const words[] = {"private", "public", "nested"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        if (optional_keyword(parser, words[i])) {
            form_set(state, parser, "sym_visibility",
                     attr_string(asm_context(parser), words[i], strlen(words[i])));
            return;
        }
    }
}

static bool parse_rest(struct asm_parser *parser, struct op_state *state,
                       struct func_header *signature) {
    if (!parse_list(parser, "(", ")", parse_argument, signature) ||
        !parse_results(parser, signature) ||
        !optional_attr_dict_with_keyword(parser, &state->attrs)) {
        return false;
    }
    set_signature(parser, state, signature);
    if (peek_token(parser, "{")) {
        uint32_t count = signature->has_names ? (uint32_t)signature->arguments.count : 0;
        struct location location = asm_location(parser);
        return parse_region(parser, state, count, signature->arguments.items) &&
               (state->regions.items[0]->first ||
                asm_error_at(parser, location, "expected non-empty function body"));
    }
    *vector_push(&state->regions) = ARENA_NEW(asm_arena(parser), struct region);
    return true;
}

static bool parse_func_func(struct asm_parser *parser, struct op_state *state) {
    struct func_header signature = {0};
    const char *name;
    parse_visibility(parser, state);
    if (!parse_symbol(parser, &name)) {
        return false;
    }
    form_set(state, parser, "sym_name", attr_string(asm_context(parser), name, strlen(name)));
    bool good = parse_rest(parser, state, &signature);
    vector_free(&signature.arguments);
    vector_free(&signature.results);
    vector_free(&signature.argument_attrs);
    vector_free(&signature.result_attrs);
    return good;
}

/* --- writing ---------------------------------------------------------------------------------- */

static void print_dictionary(struct asm_printer *printer, const struct attr *list, uint32_t index) {
    if (!list || index >= list->count || list->items[index]->count == 0) {
        return;
    }
    const struct attr *dictionary = list->items[index];
    asm_text(printer, " {");
    for (uint32_t i = 0; i < dictionary->count; i++) {
        asm_text(printer, "%s", i ? ", " : "");
        asm_attr_entry(printer, dictionary->names[i], dictionary->items[i]);
    }
    asm_text(printer, "}");
}

static void print_arguments(struct asm_printer *printer, const struct op *op,
                            const struct type *type) {
    const struct attr *attrs = op_property(op, "arg_attrs");
    const struct block *entry = op->regions[0].first;
    asm_text(printer, "(");
    for (uint32_t i = 0; i < type->input_count; i++) {
        asm_text(printer, "%s", i ? ", " : "");
        if (entry) {
            asm_block_argument(printer, entry->arguments[i], true);
        } else {
            asm_type(printer, type->items[i]);
        }
        if (!entry || !asm_looks_for_aliases(printer)) { /* MLIR does not look at these */
            print_dictionary(printer, attrs, i);
        }
        if (entry) {
            asm_argument_location(printer, entry->arguments[i]);
        }
    }
    asm_text(printer, ")");
}

static void print_results(struct asm_printer *printer, const struct op *op,
                          const struct type *type) {
    const struct attr *attrs = op_property(op, "res_attrs");
    uint32_t count = type->count - type->input_count;
    if (count == 0) {
        return;
    }
    const struct type *first = type->items[type->input_count];
    bool has_attrs = attrs && attrs->count > 0 && attrs->items[0]->count > 0;
    bool wrapped = count > 1 || first->kind == TYPE_FUNCTION || has_attrs;
    asm_text(printer, wrapped ? " -> (" : " -> ");
    for (uint32_t i = 0; i < count; i++) {
        asm_text(printer, "%s", i ? ", " : "");
        asm_type(printer, type->items[type->input_count + i]);
        print_dictionary(printer, attrs, i);
    }
    asm_text(printer, "%s", wrapped ? ")" : "");
}

static void print_func_func(struct asm_printer *printer, const struct op *op) {
    static const char *const elided[] = {"sym_name", "sym_visibility", "function_type", "arg_attrs",
                                         "res_attrs"};
    const struct attr *visibility = op_property(op, "sym_visibility");
    const struct type *type = op_property(op, "function_type")->type;
    if (visibility) {
        asm_text(printer, " %s", visibility->text);
    }
    asm_text(printer, " ");
    asm_symbol(printer, op_property(op, "sym_name")->text);
    print_arguments(printer, op, type);
    print_results(printer, op, type);
    form_print_attrs(printer, op, 5, elided, true);
    if (op->regions[0].first) {
        asm_text(printer, " ");
        asm_region(printer, &op->regions[0], false, true);
    }
}

/* --- verifying -------------------------------------------------------------------------------- */

/* Those of an argument or result belong to dialects. */
static bool check_names(const struct op *op, struct context *context, const char *property,
                        const char *what) {
    const struct attr *lists = op_property(op, property);
    for (uint32_t i = 0; lists && i < lists->count; i++) {
        const struct attr *list = lists->items[i];
        for (uint32_t k = 0; list->kind == ATTR_DICT && k < list->count; k++) {
            if (!strchr(list->names[k], '.')) {
                return op_fault(op, context, "%s may only have dialect attributes", what);
            }
        }
    }
    return true;
}

static bool verify_func_func(const struct op *op, struct context *context) {
    const struct type *type = op_property(op, "function_type")->type;
    const struct attr *visibility = op_property(op, "sym_visibility");
    const char *seen = visibility ? visibility->text : "public";
    const struct block *entry = op->regions[0].first;
    if (strcmp(seen, "public") != 0 && strcmp(seen, "private") != 0 &&
        strcmp(seen, "nested") != 0) {
        return op_fault(op, context,
                        "visibility expected to be one of [\"public\", \"private\", \"nested\"], "
                        "but got \"%s\"",
                        seen);
    }
    if (!check_names(op, context, "arg_attrs", "arguments") ||
        !check_names(op, context, "res_attrs", "results")) {
        return false;
    }
    if (!entry) {
        return strcmp(seen, "public") != 0 ||
               op_fault(op, context, "symbol declaration cannot have public visibility");
    }
    if (entry->argument_count != type->input_count) {
        return op_fault(op, context,
                        "entry block must have %u arguments to match function signature, but has "
                        "%u",
                        type->input_count, entry->argument_count);
    }
    for (uint32_t i = 0; i < type->input_count; i++) {
        if (entry->arguments[i]->type != type->items[i]) {
            return op_fault(op, context,
                            "type of entry block argument #%u('%s') must match the type of the "
                            "corresponding argument in function signature('%s')",
                            i, say_type(context, entry->arguments[i]->type),
                            say_type(context, type->items[i]));
        }
    }
    return true;
}

const struct op_def op_func_func = {
    .name = "func.func",
    .summary = "a function",
    .traits = OP_SYMBOL | OP_FUNCTION | OP_ISOLATED,
    .operands = no_values,
    .results = no_values,
    .regions = {1, 1},
    .attrs = ATTRS({.name = "sym_name", .kind = OP_ATTR_SYMBOL_NAME, .required = true},
                   {.name = "function_type",
                    .kind = OP_ATTR_TYPE,
                    .required = true,
                    .accepts = accepts_function_type,
                    .words = "type attribute of function type"},
                   {.name = "sym_visibility", .kind = OP_ATTR_STRING},
                   {.name = "arg_attrs",
                    .kind = OP_ATTR_ARRAY,
                    .accepts = accepts_dictionaries,
                    .words = "Array of dictionary attributes"},
                   {.name = "res_attrs",
                    .kind = OP_ATTR_ARRAY,
                    .accepts = accepts_dictionaries,
                    .words = "Array of dictionary attributes"},
                   {.name = "no_inline", .kind = OP_ATTR_UNIT}),
    .parse = parse_func_func,
    .print = print_func_func,
    .verify = verify_func_func,
    .infer = infer_nothing,
    .sharding_place = OP_SHARDING_FUNCTION,
    .rule = rule_none,
    .needs = needs_nothing,
    .emit = emit_structure,
    .canonicalize = canonicalize_nothing,
    COMMON_HOOKS,
    .default_dialect = "func",
};
