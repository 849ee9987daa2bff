/* Large elements of constants: one copy for all attributes, types and programs that have the same
 * bytes. */
#include "ir/elements.h"

struct held_bytes {
    struct held_bytes *next;
    struct shared *shared;
    /* In which order they are those of an attribute, if that is not its own. */
    struct element_order order;
    const void *dropped; /* where the attribute's own were; NULL: they are still there */
};

static void release(void *block) {
    struct held_bytes *held = block;
    if (held->shared) {
        shared_release(held->shared);
    }
}

static struct held_bytes *hold(struct context *context, const void *bytes, size_t size,
                               uint64_t hash) {
    struct held_bytes *held = memory_owner(sizeof *held, release);
    held->shared = shared_get(context->constants, bytes, size, hash);
    if (!held->shared) {
        memory_fail(size);
    }
    held->next = context->held;
    context->held = held;
    return held;
}

const void *context_hold_bytes(struct context *context, const void *bytes, size_t size) {
    uint64_t hash = hash_bytes(bytes, size, 0);
    for (const struct held_bytes *held = context->held; held; held = held->next) {
        if (shared_is(held->shared, bytes, size, hash)) {
            return shared_data(held->shared);
        }
    }
    return shared_data(hold(context, bytes, size, hash)->shared);
}

/* --- other orders ----------------------------------------------------------------------------- */

const void *context_hold_order(struct context *context, const struct element_order *order) {
    size_t bytes = order->attr->length, dims = order->rank * sizeof *order->extents;
    struct held_bytes *held = hold(context, order->data, bytes, hash_bytes(order->data, bytes, 0));
    held->order = *order;
    held->order.data = shared_data(held->shared);
    held->order.extents = arena_copy(context->arena, order->extents, dims);
    held->order.strides = arena_copy(context->arena, order->strides, dims);
    return held->order.data;
}

/* False: they are nobody's, or of another attribute in another order. */
static bool let_go(struct context *context, const void *data) {
    struct held_bytes **at = &context->held;
    while (*at && (shared_data((*at)->shared) != data || (*at)->order.attr)) {
        at = &(*at)->next;
    }
    struct held_bytes *held = *at;
    if (held) {
        *at = held->next;
        memory_free(held);
    }
    return held != NULL;
}

void context_drop_originals(struct context *context,
                            bool (*reads)(const void *data, const void *elements),
                            const void *data) {
    for (struct held_bytes *held = context->held; held; held = held->next) {
        const void *elements = held->order.attr ? held->order.attr->data : NULL;
        if (elements && !reads(data, elements) && let_go(context, elements)) {
            held->dropped = elements;
        }
    }
}

/* --- what stood in bytecode ------------------------------------------------------------------- */

void context_note_place(struct context *context, const struct attr *attr, size_t offset) {
    *vector_push(&context->places) = (struct element_place){attr, offset};
}

static bool is_in_bits(const struct element_place *place) {
    return type_is_integer(type_element(place->attr->type), 1);
}

/* The order in which elements are held whose own has been dropped; NULL: it has not. */
static const struct element_order *order_of(const struct context *context,
                                            const struct element_place *place) {
    const struct held_bytes *held = context->held;
    while (held && held->dropped != place->attr->data) {
        held = held->next;
    }
    return held ? &held->order : NULL;
}

bool context_place(const struct context *context, int index, size_t *offset, size_t *bytes,
                   const void **data) {
    if (index < 0 || (size_t)index >= context->places.count) {
        return false;
    }
    const struct element_place *place = &context->places.items[index];
    bool in_bits = is_in_bits(place);
    *offset = place->offset;
    *bytes = in_bits ? (place->attr->length + 7) / 8 : place->attr->length;
    *data = in_bits || order_of(context, place) ? NULL : place->attr->data;
    return true;
}

static const char *element_at(const struct element_place *place, const struct element_order *order,
                              size_t number) {
    size_t size = type_bytes(type_element(place->attr->type));
    if (!order) {
        return (const char *)place->attr->data + number * size;
    }
    int64_t at = 0, rest = (int64_t)number;
    for (uint32_t d = order->rank; d-- > 0;) {
        at += rest % order->extents[d] * order->strides[d];
        rest /= order->extents[d];
    }
    return (const char *)order->data + (size_t)at * size;
}

static char eight_at(const struct element_place *place, const struct element_order *order,
                     size_t byte) {
    unsigned bits = 0;
    for (size_t i = 8 * byte; i < 8 * byte + 8 && i < place->attr->length; i++) {
        bits |= (unsigned)(*element_at(place, order, i) != 0) << i % 8;
    }
    return (char)bits;
}

void context_read_place(const struct context *context, int index, size_t from, size_t bytes,
                        void *to) {
    const struct element_place *place = &context->places.items[index];
    const struct element_order *order = order_of(context, place);
    size_t size = type_bytes(type_element(place->attr->type)), count = 1;
    char *out = to;
    for (size_t i = 0; i < bytes; i += count) {
        size_t within = (from + i) % size;
        if (is_in_bits(place)) {
            out[i] = eight_at(place, order, from + i);
        } else if (order) {
            count = size - within < bytes - i ? size - within : bytes - i;
            memcpy(out + i, element_at(place, order, (from + i) / size) + within, count);
        } else {
            count = bytes;
            memcpy(out, (const char *)place->attr->data + from, count);
        }
    }
}

void context_drop_bytes(struct context *context) {
    while (context->held) {
        struct held_bytes *held = context->held;
        context->held = held->next;
        memory_free(held);
    }
    vector_free(&context->places);
}
