/* Large elements of constants: one copy for all attributes, types and programs that have the same
 * bytes. */
#include "ir/elements.h"

#include "support/shared.h"

struct held_bytes {
    struct held_bytes *next;
    struct shared *shared;
    /* Which attribute's elements these are in another form; NULL: they are its own. In that form
     * they have the order, if it has a rank, and are moved then, if there are moves. */
    const void *original;
    struct element_order order;
    struct element_moves moves;
    bool stands; /* the attribute's own are no more */
};

static void release(void *block) {
    struct held_bytes *held = block;
    if (held->shared) {
        shared_release(held->shared);
    }
}

static struct held_bytes *add(struct context *context) {
    struct held_bytes *held = memory_owner(sizeof *held, release);
    held->next = context->held;
    context->held = held;
    return held;
}

static struct held_bytes *hold(struct context *context, const void *bytes, size_t size,
                               uint64_t hash) {
    struct held_bytes *held = add(context);
    held->shared = shared_get(context->constants, bytes, size, hash);
    if (!held->shared) {
        memory_fail(size);
    }
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

/* --- other forms ------------------------------------------------------------------------------ */

/* Room for another form of the elements that lie at `original`. */
static struct held_bytes *add_form(struct context *context, const void *original, size_t bytes) {
    struct held_bytes *held = add(context);
    held->shared = shared_new(bytes);
    if (!held->shared) {
        memory_fail(bytes);
    }
    held->original = original;
    return held;
}

static const void *settle(struct context *context, struct held_bytes *held, size_t bytes) {
    uint64_t hash = hash_bytes(shared_room(held->shared), bytes, 0);
    held->shared = shared_settle(held->shared, context->constants, hash);
    return shared_data(held->shared);
}

static int64_t place_in_order(const struct element_order *order, int64_t number) {
    int64_t place = 0;
    for (uint32_t d = order->rank; d-- > 0;) {
        place += number % order->extents[d] * order->strides[d];
        number /= order->extents[d];
    }
    return place;
}

const void *context_hold_order(struct context *context, const struct element_order *order) {
    size_t bytes = order->attr->length, dims = order->rank * sizeof *order->extents;
    size_t size = type_bytes(type_element(order->attr->type));
    struct held_bytes *held = add_form(context, order->attr->data, bytes);
    held->order = *order;
    held->order.extents = arena_copy(context->arena, order->extents, dims);
    held->order.strides = arena_copy(context->arena, order->strides, dims);
    char *to = shared_room(held->shared);
    for (size_t i = 0; i < bytes / size; i++) {
        memcpy(to + (size_t)place_in_order(order, (int64_t)i) * size,
               (const char *)order->attr->data + i * size, size);
    }
    return settle(context, held, bytes);
}

static struct held_bytes *find(const struct context *context, const void *data) {
    struct held_bytes *held = context->held;
    while (held && shared_data(held->shared) != data) {
        held = held->next;
    }
    return held;
}

const void *context_hold_moved(struct context *context, const void *from,
                               const struct element_moves *moves) {
    const struct held_bytes *source = find(context, from);
    if (!source || source->moves.place) {
        return NULL;
    }
    struct held_bytes *held =
        add_form(context, source->original ? source->original : from, moves->bytes);
    held->order = source->order;
    held->moves = *moves;
    moves->make(moves->how, from, shared_room(held->shared));
    return settle(context, held, moves->bytes);
}

/* Lets go of what is held of an attribute's elements in forms that nobody reads, but for `kept`. */
static void let_go(struct context *context, struct held_bytes *kept,
                   bool (*reads)(const void *data, const void *elements), const void *data) {
    bool is_original_read = reads(data, kept->original);
    for (struct held_bytes **at = &context->held; *at;) {
        struct held_bytes *held = *at;
        const void *elements = shared_data(held->shared);
        bool is_original = !held->original && elements == kept->original;
        bool is_form = held->original == kept->original && held != kept;
        if (is_original_read || !(is_original || is_form) || reads(data, elements)) {
            at = &held->next;
            continue;
        }
        *at = held->next;
        memory_free(held);
    }
    kept->stands = !is_original_read;
}

void context_drop_originals(struct context *context,
                            bool (*reads)(const void *data, const void *elements),
                            const void *data) {
    for (struct held_bytes *held = context->held; held; held = held->next) {
        if (held->original && reads(data, shared_data(held->shared))) {
            let_go(context, held, reads, data);
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

/* The form that stands for elements which are no more; NULL: they are there. */
static const struct held_bytes *form_of(const struct context *context,
                                        const struct element_place *place) {
    const struct held_bytes *held = context->held;
    while (held && !(held->stands && held->original == place->attr->data)) {
        held = held->next;
    }
    return held;
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
    *data = in_bits || form_of(context, place) ? NULL : place->attr->data;
    return true;
}

static const char *element_at(const struct element_place *place, const struct held_bytes *form,
                              size_t number) {
    size_t size = type_bytes(type_element(place->attr->type));
    if (!form) {
        return (const char *)place->attr->data + number * size;
    }
    int64_t at = (int64_t)number;
    at = form->order.rank > 0 ? place_in_order(&form->order, at) : at;
    at = form->moves.place ? form->moves.place(form->moves.how, at) : at;
    return (const char *)shared_data(form->shared) + (size_t)at * size;
}

static char eight_at(const struct element_place *place, const struct held_bytes *form,
                     size_t byte) {
    unsigned bits = 0;
    for (size_t i = 8 * byte; i < 8 * byte + 8 && i < place->attr->length; i++) {
        bits |= (unsigned)(*element_at(place, form, i) != 0) << i % 8;
    }
    return (char)bits;
}

void context_read_place(const struct context *context, int index, size_t from, size_t bytes,
                        void *to) {
    const struct element_place *place = &context->places.items[index];
    const struct held_bytes *form = form_of(context, place);
    size_t size = type_bytes(type_element(place->attr->type)), count = 1;
    char *out = to;
    for (size_t i = 0; i < bytes; i += count) {
        size_t within = (from + i) % size;
        if (is_in_bits(place)) {
            out[i] = eight_at(place, form, from + i);
        } else if (form) {
            count = size - within < bytes - i ? size - within : bytes - i;
            memcpy(out + i, element_at(place, form, (from + i) / size) + within, count);
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
