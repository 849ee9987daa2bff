#include "ir/uniquer.h"

struct uniquer *uniquer_new(struct arena *arena, size_t capacity,
                            bool (*equal)(const void *a, const void *b)) {
    struct uniquer *uniquer = ARENA_NEW(arena, struct uniquer);
    uniquer->equal = equal;
    uniquer->first = ARENA_ARRAY(arena, struct uniqued, capacity);
    uniquer->slots = uniquer->first;
    uniquer->capacity = capacity;
    return uniquer;
}

void uniquer_free(struct uniquer *uniquer) {
    if (uniquer && uniquer->slots != uniquer->first) {
        memory_free(uniquer->slots);
        uniquer->slots = NULL;
    }
}

const void *uniquer_find(const struct uniquer *uniquer, const void *key, uint64_t hash) {
    size_t mask = uniquer->capacity - 1, slot = (size_t)hash & mask;
    for (; uniquer->slots[slot].item; slot = (slot + 1) & mask) {
        const struct uniqued *uniqued = &uniquer->slots[slot];
        if (uniqued->hash == hash && uniquer->equal(uniqued->item, key)) {
            return uniqued->item;
        }
    }
    return NULL;
}

static void insert(struct uniquer *uniquer, const void *item, uint64_t hash) {
    size_t mask = uniquer->capacity - 1;
    size_t slot = (size_t)hash & mask;
    while (uniquer->slots[slot].item) {
        slot = (slot + 1) & mask;
    }
    uniquer->slots[slot] = (struct uniqued){hash, item};
}

static void grow(struct uniquer *uniquer) {
    struct uniqued *old = uniquer->slots;
    size_t count = uniquer->capacity;
    uniquer->capacity = 4 * count;
    uniquer->slots = memory_array(uniquer->capacity, sizeof *uniquer->slots);
    for (size_t i = 0; i < count; i++) {
        if (old[i].item) {
            insert(uniquer, old[i].item, old[i].hash);
        }
    }
    if (old != uniquer->first) {
        memory_free(old);
    }
}

void uniquer_add(struct uniquer *uniquer, const void *item, uint64_t hash) {
    if ((uniquer->count + 1) * 2 > uniquer->capacity) {
        grow(uniquer);
    }
    insert(uniquer, item, hash);
    uniquer->count++;
}
