/* Integers without a sign of their own in the place of unsigned and signed ones. */
#include "ops/build.h"
#include "transforms/pass.h"

static const struct type *signless(struct context *context, const struct type *type);

static const struct type *signless_function(struct context *context, const struct type *type) {
    struct arena *scratch = arena_new();
    uint32_t inputs = type->input_count;
    const struct type **items = ARENA_ARRAY(scratch, const struct type *, type->count);
    for (uint32_t i = 0; i < type->count; i++) {
        items[i] = signless(context, type->items[i]);
    }
    const struct type *made =
        type_function(context, inputs, items, type->count - inputs, items + inputs);
    arena_free(scratch);
    return made;
}

/* Of integers, of tensors of them, and of functions on these. */
static const struct type *signless(struct context *context, const struct type *type) {
    if (type->kind == TYPE_INTEGER) {
        return type_integer(context, type->width, SIGNLESS);
    }
    if (type->kind == TYPE_FUNCTION) {
        return signless_function(context, type);
    }
    const struct type *element = type->element;
    bool is_sign = element && element->kind == TYPE_INTEGER && element->signedness != SIGNLESS;
    return is_sign && type->kind == TYPE_TENSOR
               ? type_with_element(context, type, signless(context, element))
           : is_sign && type->kind == TYPE_UNRANKED
               ? type_unranked(context, signless(context, element))
               : type;
}

/* The same bits. */
static void convert_constant(struct module *module, struct op *op) {
    struct context *context = module->context;
    const struct attr *value = op_property(op, "value");
    if (op_has(op, OP_CONSTANT_LIKE) && value && value->kind == ATTR_DENSE) {
        op_set_property(module, op, "value",
                        attr_dense(context, signless(context, value->type), value->data,
                                   value->length, value->splat));
    }
}

static bool convert(struct op *op, void *data) {
    struct module *module = data;
    struct context *context = module->context;
    for (uint32_t i = 0; i < op->result_count; i++) {
        op->results[i].type = signless(context, op->results[i].type);
    }
    for (uint32_t i = 0; i < op->region_count; i++) {
        FOR_EACH_BLOCK (block, &op->regions[i]) {
            for (uint32_t k = 0; k < block->argument_count; k++) {
                block->arguments[k]->type = signless(context, block->arguments[k]->type);
            }
        }
    }
    const struct attr *type = op_has(op, OP_FUNCTION) ? op_property(op, "function_type") : NULL;
    if (type) {
        op_set_property(module, op, "function_type",
                        attr_type(context, signless(context, type->type)));
    }
    convert_constant(module, op);
    return true;
}

bool pass_convert_to_signless(struct module *module, const struct pass_options *options) {
    (void)options;
    op_walk(module->op, convert, module);
    return pass_verify_ops(module, 0);
}
