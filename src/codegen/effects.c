#include "codegen/effects.h"

#include <string.h>

#include "codegen/graph/graph.h"
#include "ops/op_def.h"
#include "sharding/sharding.h"

#include "caches.h"

struct extraction {
    struct module *module;
    struct effect_list *list;
};

static bool number_effect(struct op *op, void *data) {
    struct extraction *extraction = data;
    struct effect effect = {.kind = op->def->effect, .name = ""};
    if (effect.kind == OP_EFFECT_NONE) {
        return true;
    }
    bool gives = effect.kind == OP_EFFECT_INFEED;
    const struct value *value = gives ? op_result(op, 0) : op_operand(op, 0);
    const struct attr *probe = op_attr(op, "probe_id");
    effect.type = value->type;
    const char *name = value->name ? value->name : "value";
    effect.name = probe ? probe->text : intern(extraction->module->context->strings, name);
    op_set_attr(extraction->module, op, "sdyc.host_call",
                attr_i64(extraction->module->context, (int64_t)extraction->list->count));
    *vector_push(extraction->list) = effect;
    return true;
}

/* The host is the last argument: a line of bytes that only calls of it look at. */
static void add_argument(struct module *module, struct op *function) {
    struct context *context = module->context;
    const int64_t bytes = SDYRT_LINE_BYTES;
    const struct type *host =
        type_tensor(context, type_integer(context, 8, UNSIGNED), 1, &bytes, NULL);
    const struct type *old = op_property(function, "function_type")->type;
    const struct type **types =
        ARENA_ARRAY(module->arena, const struct type *, (size_t)old->input_count + 1);
    memcpy(types, old->items, old->input_count * sizeof *types);
    types[old->input_count] = host;
    const struct type *type =
        type_function(context, old->input_count + 1, types, old->count - old->input_count,
                      old->items + old->input_count);
    const struct attr *attrs = op_property(function, "arg_attrs");
    block_add_argument(module, function->regions[0].first, host, function->location);
    op_set_property(module, function, "function_type", attr_type(context, type));
    if (attrs) {
        const struct attr **items =
            ARENA_ARRAY(module->arena, const struct attr *, (size_t)attrs->count + 1);
        memcpy(items, attrs->items, attrs->count * sizeof *items);
        items[attrs->count] = attr_dict(context, 0, NULL);
        op_set_property(module, function, "arg_attrs",
                        attr_array(context, attrs->count + 1, items));
    }
    func_set_argument_attr(module, function, old->input_count, "sdyc.host", attr_unit(context));
}

void effects_extract(struct module *module, const char *entry, struct effect_list *list) {
    struct op *function = entry_function(module, entry);
    struct extraction extraction = {module, list};
    if (!function) {
        return; /* code generation says what is wrong */
    }
    op_walk(function, number_effect, &extraction);
    if (list->count > 0) {
        add_argument(module, function);
    }
}
