/* Large elements of constants: one copy for all attributes, types and programs that have the same
 * bytes. */
#include "ir/ir.h"

struct held_bytes {
    struct held_bytes *next;
    struct shared *shared;
};

static void release(void *block) {
    struct held_bytes *held = block;
    if (held->shared) {
        shared_release(held->shared);
    }
}

const void *context_hold_bytes(struct context *context, const void *bytes, size_t size) {
    uint64_t hash = hash_bytes(bytes, size, 0);
    for (const struct held_bytes *held = context->held; held; held = held->next) {
        if (shared_is(held->shared, bytes, size, hash)) {
            return shared_data(held->shared);
        }
    }
    struct held_bytes *held = memory_owner(sizeof *held, release);
    held->shared = shared_get(context->constants, bytes, size, hash);
    if (!held->shared) {
        memory_fail(size);
    }
    held->next = context->held;
    context->held = held;
    return shared_data(held->shared);
}

void context_note_place(struct context *context, const struct attr *attr, size_t offset) {
    *vector_push(&context->places) = (struct element_place){attr, offset};
}

void context_drop_bytes(struct context *context) {
    while (context->held) {
        struct held_bytes *held = context->held;
        context->held = held->next;
        memory_free(held);
    }
    vector_free(&context->places);
}
