/* From a program to one that gives all values of its main function as results. */
#include "cli/proofs/diff.h"
#include "ops/op_def.h"
#include "sharding/sharding.h"
#include "verify/answers/match.h"

#include <string.h>

/* What a run can give: tensors of numbers whose sizes are known. */
static bool is_telling(const struct op *op, const struct type *type) {
    bool constant = op_is(op, OP_CONSTANT) || op_is(op, OP_SDY_CONSTANT);
    return !constant && type_is_tensor(type) && type_is_static(type) && !type->encoding &&
           (type->element->kind == TYPE_FLOAT || type->element->kind == TYPE_INTEGER ||
            type->element->kind == TYPE_COMPLEX);
}

static void collect(struct exposed *exposed, const struct op *func) {
    const struct op *last = func_return(func);
    for (uint32_t i = 0; i < last->operand_count; i++) {
        *vector_push(&exposed->values) = op_operand(last, i);
    }
    exposed->own_count = last->operand_count;
    FOR_EACH_OP (op, func->regions[0].first) {
        for (uint32_t i = 0; op != last && i < op->result_count; i++) {
            if (is_telling(op, op_result(op, i)->type)) {
                *vector_push(&exposed->values) = op_result(op, i);
            }
        }
    }
}

/* Results that are added have no attributes. */
static void extend_attributes(struct module *module, struct op *func, uint32_t count) {
    const struct attr *attrs = op_property(func, "res_attrs");
    struct context *context = module->context;
    if (!attrs) {
        return;
    }
    const struct attr **items = ARENA_ARRAY(context->arena, const struct attr *, count + 1);
    for (uint32_t i = 0; i < count; i++) {
        items[i] = i < attrs->count ? attrs->items[i] : attr_dict(context, 0, NULL);
    }
    op_set_property(module, func, "res_attrs", attr_array(context, count, items));
}

static void return_all(struct exposed *exposed, struct op *func) {
    struct module *module = exposed->compilation.module;
    uint32_t count = (uint32_t)exposed->values.count, inputs = func_input_count(func);
    struct value **values = ARENA_ARRAY(module->context->arena, struct value *, count + 1);
    const struct type **types = ARENA_ARRAY(module->context->arena, const struct type *, count + 1);
    for (uint32_t i = 0; i < count; i++) {
        values[i] = (struct value *)exposed->values.items[i];
        types[i] = values[i]->type;
    }
    const struct type *own = op_property(func, "function_type")->type;
    extend_attributes(module, func, count);
    op_set_property(module, func, "function_type",
                    attr_type(module->context,
                              type_function(module->context, inputs, own->items, count, types)));
    op_set_operands(module, (struct op *)func_return(func), count, values);
}

static bool expose(struct exposed *exposed, const char *entry) {
    struct compilation *compilation = &exposed->compilation;
    struct op *func = entry_function(compilation->module, entry);
    if (!func || !func_return(func)) {
        return diag_error(&compilation->diagnostics, compilation->module->op->location,
                          "has no main function of one block");
    }
    struct buffer text = {0};
    collect(exposed, func);
    return_all(exposed, func);
    print_module(&text, compilation->module, &(struct print_options){0});
    exposed->source = (struct source){
        .name = compilation->source.name,
        .text = arena_printf(compilation->arena, "%s", text.text),
        .length = text.length,
    };
    buffer_free(&text);
    return true;
}

bool exposed_open(struct exposed *exposed, const char *file, const char *entry, uint32_t count,
                  const struct input_shape *shapes) {
    *exposed = (struct exposed){0};
    compilation_open(&exposed->compilation, stderr);
    return compilation_read(&exposed->compilation, file) &&
           compilation_parse_lines(&exposed->compilation) &&
           compilation_set_inputs(&exposed->compilation, entry, count, shapes) &&
           compilation_run(&exposed->compilation, "inline", NULL) && expose(exposed, entry);
}

void exposed_close(struct exposed *exposed) {
    vector_free(&exposed->values);
    compilation_close(&exposed->compilation);
}

/* The exposed program, with shorthands written out for the evaluation. */
static bool parse_exposed(const struct exposed *exposed, struct compilation *compilation,
                          const struct op **entry) {
    const struct source *source = &exposed->source;
    compilation_open(compilation, stderr);
    bool done = compilation_take_text(compilation, source->name, source->text, source->length) &&
                compilation_parse(compilation) &&
                compilation_run(compilation, "sdyc-import-gspmd", NULL) &&
                compilation_run(compilation, "sdyc-expand-pipeline", NULL);
    *entry = done ? entry_function(compilation->module, NULL) : NULL;
    return *entry != NULL;
}

uint32_t *exposed_match(const struct exposed *first, const struct exposed *second,
                        struct arena *arena) {
    enum { SECONDS = 40 };
    struct compilation programs[2];
    const struct op *entries[2] = {NULL, NULL};
    uint32_t *matches = ARENA_ARRAY(arena, uint32_t, second->values.count + 1);
    bool parsed = parse_exposed(first, &programs[0], &entries[0]);
    parsed = parse_exposed(second, &programs[1], &entries[1]) && parsed;
    char why[320] = "";
    const struct match_side sides[2] = {{programs[0].module, entries[0]},
                                        {programs[1].module, entries[1]}};
    bool done = parsed && verify_match(sides, SECONDS, matches, why, sizeof why);
    if (parsed && !done) {
        cli_error("the values of the two programs cannot be matched: %s", why);
    }
    compilation_close(&programs[0]);
    compilation_close(&programs[1]);
    return done ? matches : NULL;
}
