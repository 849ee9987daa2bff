/* Operations of VHLO as definitions of the IR, made of their rows when a context first meets them.
 * They say how many operands, results and regions there are, and no more: VHLO keeps programs, it
 * asks nothing of them. */
#include <string.h>

#include "ops/hooks.h"
#include "ops/vhlo/attrs.h"

/* A definition, and the row that it was made of. */
struct vhlo_def {
    struct op_def def;
    const struct vhlo_op *row;
    uint32_t version;
};

/* --- vhlo.func_v1 @name(%arg0: T) -> (T) { ... } {attributes} --------------------------------- */

struct header {
    VECTOR(struct block_argument_ref) arguments;
    VECTOR(const struct type *) inputs;
    uint32_t result_count;
    const struct type *const *results;
};

static bool parse_argument(struct asm_parser *parser, void *data) {
    struct header *header = data;
    struct block_argument_ref *argument = vector_push(&header->arguments);
    *argument = (struct block_argument_ref){0};
    if (!parse_block_argument(parser, argument)) {
        return false;
    }
    *vector_push(&header->inputs) = argument->type;
    return true;
}

static bool parse_header(struct asm_parser *parser, struct header *header) {
    return parse_list(parser, "(", ")", parse_argument, header) && parse_token(parser, "->") &&
           parse_type_list(parser, &header->result_count, &header->results);
}

/* The type of VHLO that stands for the function's; NULL after an error. */
static const struct type *function_type(struct asm_parser *parser, struct location location,
                                        const struct header *header) {
    struct context *context = asm_context(parser);
    uint32_t inputs = (uint32_t)header->inputs.count, count = inputs + header->result_count;
    const struct type **items = ARENA_ARRAY(asm_scratch(parser), const struct type *, count);
    for (uint32_t i = 0; i < count; i++) {
        const struct type *type =
            i < inputs ? header->inputs.items[i] : header->results[i - inputs];
        items[i] = vhlo_type_meaning(type);
        if (!items[i]) {
            asm_error_at(parser, location, "expected VHLO types");
            return NULL;
        }
    }
    return vhlo_type_of(
        context, type_function(context, inputs, items, header->result_count, items + inputs));
}

static bool parse_after_name(struct asm_parser *parser, struct op_state *state,
                             struct header *header) {
    struct context *context = asm_context(parser);
    struct location location = asm_location(parser);
    if (!parse_header(parser, header)) {
        return false;
    }
    const struct type *type = function_type(parser, location, header);
    if (!type) {
        return false;
    }
    form_set(state, parser, "function_type",
             vhlo_attr_holding(context, &attr_vhlo_type, attr_type(context, type)));
    return parse_region(parser, state, (uint32_t)header->arguments.count,
                        header->arguments.items) &&
           optional_attr_dict(parser, &state->attrs);
}

static bool parse_func(struct asm_parser *parser, struct op_state *state) {
    struct context *context = asm_context(parser);
    struct header header = {0};
    const char *name;
    if (!parse_symbol(parser, &name)) {
        return false;
    }
    form_set(state, parser, "sym_name",
             vhlo_attr_of(context, attr_string(context, name, strlen(name))));
    bool parsed = parse_after_name(parser, state, &header);
    vector_free(&header.arguments);
    vector_free(&header.inputs);
    return parsed;
}

static void print_results(struct asm_printer *printer, const struct type *function) {
    asm_text(printer, ") -> (");
    for (uint32_t i = function->input_count; i < function->count; i++) {
        asm_text(printer, i > function->input_count ? ", " : "");
        vhlo_add_type(asm_out(printer), function->items[i]);
    }
    asm_text(printer, ") ");
}

/* The type of the function, where its properties and arguments fit together; else NULL. */
static const struct type *printed_type(const struct op *op) {
    const struct attr *name = op_property(op, "sym_name");
    const struct attr *type = op_property(op, "function_type");
    const struct block *body = op->regions[0].first;
    if (!name || name->def != &attr_vhlo_string || !type || type->def != &attr_vhlo_type) {
        return NULL;
    }
    const struct type *function = vhlo_type_meaning(vhlo_attr_held(type)->type);
    bool fits = function->kind == TYPE_FUNCTION &&
                (body ? body->argument_count : 0) == function->input_count;
    return fits ? function : NULL;
}

static void print_func(struct asm_printer *printer, const struct op *op) {
    static const char *const said[] = {"function_type", "sym_name"};
    struct context *context = asm_printer_context(printer);
    const struct type *function = printed_type(op);
    const struct block *body = op->regions[0].first;
    struct attr_list rest = {0};
    if (!function) {
        asm_decline(printer);
        return;
    }
    asm_text(printer, " ");
    asm_symbol(printer, vhlo_attr_held(op_property(op, "sym_name"))->text);
    asm_text(printer, "(");
    for (uint32_t i = 0; body && i < body->argument_count; i++) {
        asm_text(printer, i ? ", " : "");
        asm_block_argument(printer, body->arguments[i], true);
        asm_argument_location(printer, body->arguments[i]);
    }
    print_results(printer, function);
    asm_region(printer, &op->regions[0], false, true);
    struct arena *scratch = arena_new();
    for (uint32_t i = 0; i < op->properties.count + op->attrs.count; i++) {
        const struct named_attr *item = i < op->properties.count
                                            ? &op->properties.items[i]
                                            : &op->attrs.items[i - op->properties.count];
        attr_list_set(&rest, context, scratch, item->name, item->value);
    }
    asm_attr_dict(printer, &rest, 2, said);
    arena_free(scratch);
}

/* --- definitions ------------------------------------------------------------------------------ */

/* As many of each group; of any type. */
static const struct op_value_def *of_any_type(struct arena *arena,
                                              const struct op_value_def *values) {
    uint32_t count = 0;
    while (values[count].name) {
        count++;
    }
    struct op_value_def *made = ARENA_ARRAY(arena, struct op_value_def, (size_t)count + 1);
    for (uint32_t i = 0; i < count; i++) {
        made[i] = (struct op_value_def){
            .name = values[i].name, .type = VALUE_ANY, .count = values[i].count};
    }
    return made;
}

static const struct op_attr_def *attrs_of(struct context *context, const struct vhlo_op *row,
                                          uint32_t version) {
    uint32_t count;
    const struct property *properties =
        vhlo_version_properties(context->arena, context->strings, row, version, &count);
    struct op_attr_def *made = ARENA_ARRAY(context->arena, struct op_attr_def, (size_t)count + 1);
    for (uint32_t i = 0; i < count; i++) {
        made[i] =
            (struct op_attr_def){.name = properties[i].name, .kind = OP_ATTR_ANY, .required = true};
    }
    return made;
}

static const struct op_def *make_def(struct context *context, const char *name,
                                     const struct vhlo_op *row, uint32_t version) {
    const struct op_def *meaning = op_table[row->id];
    bool is_func = row->id == OP_FUNC_FUNC;
    struct vhlo_def *made = ARENA_NEW(context->arena, struct vhlo_def);
    made->row = row;
    made->version = version;
    made->def = (struct op_def){
        .name = name,
        .summary = meaning->summary,
        .traits = meaning->traits & (OP_TERMINATOR | OP_SAME_SIZES),
        .operands = of_any_type(context->arena, meaning->operands),
        .results = of_any_type(context->arena, meaning->results),
        .regions = meaning->regions,
        .attrs = attrs_of(context, row, version),
        .parse = is_func ? parse_func : parse_generic_only,
        .print = is_func ? print_func : print_generic_only,
        .verify = verify_nothing,
        .infer = infer_nothing,
        .rule = rule_none,
        .needs = needs_all_whole,
        .emit = emit_unsupported,
        .canonicalize = canonicalize_nothing,
        COMMON_HOOKS,
    };
    return &made->def;
}

const struct op_def *vhlo_def_find(struct context *context, const char *name) {
    uint32_t version;
    if (strncmp(name, "vhlo.", 5) != 0) {
        return NULL;
    }
    name = intern(context->strings, name);
    const struct op_def *known = pointer_map_get(&context->vhlo_defs, name);
    const struct vhlo_op *row = known ? NULL : vhlo_op_find(name + 5, &version);
    if (row) {
        known = make_def(context, name, row, version);
        pointer_map_put(&context->vhlo_defs, name, (void *)(uintptr_t)known);
    }
    return known;
}

const struct vhlo_op *vhlo_row_of_def(const struct op_def *def, uint32_t *version) {
    if (strncmp(def->name, "vhlo.", 5) != 0) {
        return NULL;
    }
    const struct vhlo_def *made = (const struct vhlo_def *)def;
    *version = made->version;
    return made->row;
}
