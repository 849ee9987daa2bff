/* Types of quantized tensors, of what they store and of what they express. */
#include "transforms/quantized/quantized.h"

const struct quantized *quantized_of(const struct type *type) {
    return type_as_quantized(type_element(type));
}

const struct type *quantized_storage(struct context *context, const struct quantized *quantized) {
    return type_integer(context, quantized->storage->width,
                        quantized->is_signed ? SIGNLESS : UNSIGNED);
}

static const struct type *quantized_expressed(struct context *context,
                                              const struct quantized *quantized) {
    (void)context;
    return quantized->expressed;
}

typedef const struct type *element_function(struct context *context,
                                            const struct quantized *quantized);

static const struct type *with_items(struct context *context, const struct type *type,
                                     element_function *element);

/* The type with other elements in the place of quantized ones. */
static const struct type *with_elements(struct context *context, const struct type *type,
                                        element_function *element) {
    if (type->kind == TYPE_TUPLE || type->kind == TYPE_FUNCTION) {
        return with_items(context, type, element);
    }
    const struct quantized *quantized = quantized_of(type);
    return quantized ? type_with_element(context, type, element(context, quantized)) : type;
}

static const struct type *with_items(struct context *context, const struct type *type,
                                     element_function *element) {
    struct arena *scratch = arena_new();
    const struct type **items = ARENA_ARRAY(scratch, const struct type *, type->count);
    for (uint32_t i = 0; i < type->count; i++) {
        items[i] = with_elements(context, type->items[i], element);
    }
    uint32_t inputs = type->input_count;
    const struct type *made =
        type->kind == TYPE_TUPLE
            ? type_tuple(context, type->count, items)
            : type_function(context, inputs, items, type->count - inputs, items + inputs);
    arena_free(scratch);
    return made;
}

const struct type *stored_type(struct context *context, const struct type *type) {
    return with_elements(context, type, quantized_storage);
}

static const struct type *plain_storage(struct context *context,
                                        const struct quantized *quantized) {
    (void)context;
    return quantized->storage;
}

const struct type *plain_stored_type(struct context *context, const struct type *type) {
    return with_elements(context, type, plain_storage);
}

const struct type *expressed_type(struct context *context, const struct type *type) {
    return with_elements(context, type, quantized_expressed);
}

bool op_touches_quantized(const struct op *op) {
    for (uint32_t i = 0; i < op->operand_count; i++) {
        if (quantized_of(op_operand(op, i)->type)) {
            return true;
        }
    }
    for (uint32_t i = 0; i < op->result_count; i++) {
        if (quantized_of(op_result(op, i)->type)) {
            return true;
        }
    }
    return false;
}
