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

/* How elements go to another order. */
struct moving {
    const struct element_order *order;
    uint32_t across; /* the dimension that lies side by side in the new order */
    size_t size;     /* of an element */
};

/* Along a dimension of the old order, in bytes. */
static size_t old_stride(const struct moving *moving, uint32_t dim) {
    size_t stride = moving->size;
    for (uint32_t d = dim + 1; d < moving->order->rank; d++) {
        stride *= (size_t)moving->order->extents[d];
    }
    return stride;
}

/* A block of the two dimensions that lie side by side, in the old and in the new order: what is
 * read and written of it stays in the first-level cache. */
static void move_block(const struct moving *moving, const char *from, char *to, int64_t rows,
                       int64_t columns) {
    const uint32_t last = moving->order->rank - 1;
    const size_t step = old_stride(moving, moving->across), size = moving->size;
    const size_t place = (size_t)moving->order->strides[last] * size;
    for (int64_t column = 0; column < columns; column++) {
        for (int64_t row = 0; row < rows; row++) {
            memcpy(to + (size_t)column * place + (size_t)row * size,
                   from + (size_t)row * step + (size_t)column * size, size);
        }
    }
}

static void move_plane(const struct moving *moving, const char *from, char *to) {
    enum { BLOCK = 32 };
    const struct element_order *order = moving->order;
    const uint32_t last = order->rank - 1, across = moving->across;
    const int64_t rows = across == last ? 1 : order->extents[across];
    const int64_t columns = order->extents[last];
    const size_t step = old_stride(moving, across);
    for (int64_t row = 0; row < rows; row += BLOCK) {
        for (int64_t column = 0; column < columns; column += BLOCK) {
            move_block(moving, from + (size_t)row * step + (size_t)column * moving->size,
                       to + (size_t)(row + column * order->strides[last]) * moving->size,
                       rows - row < BLOCK ? rows - row : BLOCK,
                       columns - column < BLOCK ? columns - column : BLOCK);
        }
    }
}

/* From a dimension on; the last one and the one across are those of a plane. */
static void move_from(const struct moving *moving, uint32_t dim, const char *from, char *to) {
    if (dim + 1 >= moving->order->rank) {
        move_plane(moving, from, to);
        return;
    }
    const int64_t extent = dim == moving->across ? 1 : moving->order->extents[dim];
    for (int64_t i = 0; i < extent; i++) {
        move_from(moving, dim + 1, from + (size_t)i * old_stride(moving, dim),
                  to + (size_t)(i * moving->order->strides[dim]) * moving->size);
    }
}

static uint32_t dim_across(const struct element_order *order) {
    for (uint32_t d = order->rank; d-- > 0;) {
        if (order->strides[d] == 1 && order->extents[d] > 1) {
            return d;
        }
    }
    return order->rank - 1;
}

const void *context_hold_order(struct context *context, const struct element_order *order) {
    size_t bytes = order->attr->length, dims = order->rank * sizeof *order->extents;
    struct held_bytes *held = add_form(context, order->attr->data, bytes);
    held->order = *order;
    held->order.extents = arena_copy(context->arena, order->extents, dims);
    held->order.strides = arena_copy(context->arena, order->strides, dims);
    const struct moving moving = {.order = order,
                                  .across = dim_across(order),
                                  .size = type_bytes(type_element(order->attr->type))};
    move_from(&moving, 0, order->attr->data, shared_room(held->shared));
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
