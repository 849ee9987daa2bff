/* !quant.uniform types: interned by their contents. */
#include "ir/context.h"

#include <string.h>

/* The contents in one canonical text: two equal types have the same. */
static const char *key_of(struct context *context, const struct quantized *quantized) {
    struct buffer key = {0};
    buffer_printf(&key, "%p %p %d %lld %lld %d", (const void *)quantized->storage,
                  (const void *)quantized->expressed, quantized->is_signed,
                  (long long)quantized->storage_min, (long long)quantized->storage_max,
                  quantized->axis);
    for (uint32_t i = 0; i < quantized->axis_count; i++) {
        buffer_printf(&key, " a%lld:%lld", (long long)quantized->axes[i],
                      (long long)quantized->block_sizes[i]);
    }
    for (uint32_t i = 0; i < quantized->scale_rank; i++) {
        buffer_printf(&key, " x%lld", (long long)quantized->scale_shape[i]);
    }
    for (uint32_t i = 0; i < quantized->count; i++) {
        buffer_printf(&key, " %a:%lld", quantized->scales[i], (long long)quantized->zero_points[i]);
    }
    const char *text = intern_bytes(context->strings, key.text, key.length);
    buffer_free(&key);
    return text;
}

static const void *copy_array(struct arena *arena, const void *items, size_t count) {
    return arena_copy(arena, items, count * sizeof(int64_t));
}

const struct type *type_quantized(struct context *context, const struct quantized *quantized) {
    struct type key = {
        .kind = TYPE_QUANTIZED, .element = quantized->storage, .text = key_of(context, quantized)};
    const struct type *type = type_unique(context, &key);
    if (type->payload) {
        return type;
    }
    context->has_quantized = true;
    struct quantized *copy = arena_copy(context->arena, quantized, sizeof *quantized);
    copy->axes = copy_array(context->arena, quantized->axes, quantized->axis_count);
    copy->block_sizes = copy_array(context->arena, quantized->block_sizes, quantized->axis_count);
    copy->scale_shape = copy_array(context->arena, quantized->scale_shape, quantized->scale_rank);
    copy->scales = copy_array(context->arena, quantized->scales, quantized->count);
    copy->zero_points = copy_array(context->arena, quantized->zero_points, quantized->count);
    /* The payload follows from the text, which is what the type is interned by. */
    ((struct type *)type)->payload = copy;
    return type;
}

const struct quantized *type_as_quantized(const struct type *element) {
    return element->kind == TYPE_QUANTIZED ? element->payload : NULL;
}
