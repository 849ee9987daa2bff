#include "ir/uniquer.h"

void uniquer_free(struct uniquer *uniquer) {
    if (uniquer) {
        memory_free(uniquer->items);
        memory_free(uniquer->hashes);
        uniquer->items = NULL;
        uniquer->hashes = NULL;
    }
}

const void *uniquer_find(const struct uniquer *uniquer, const void *key, uint64_t hash) {
    if (!uniquer->capacity) {
        return NULL;
    }
    size_t mask = uniquer->capacity - 1;
    for (size_t slot = (size_t)hash & mask; uniquer->items[slot]; slot = (slot + 1) & mask) {
        if (uniquer->hashes[slot] == hash && uniquer->equal(uniquer->items[slot], key)) {
            return uniquer->items[slot];
        }
    }
    return NULL;
}

static void insert(struct uniquer *uniquer, const void *item, uint64_t hash) {
    size_t mask = uniquer->capacity - 1;
    size_t slot = (size_t)hash & mask;
    while (uniquer->items[slot]) {
        slot = (slot + 1) & mask;
    }
    uniquer->items[slot] = item;
    uniquer->hashes[slot] = hash;
}

static void grow(struct uniquer *uniquer) {
    struct uniquer old = *uniquer;
    uniquer->capacity = old.capacity ? old.capacity * 2 : 128;
    uniquer->items = memory_array(uniquer->capacity, sizeof *uniquer->items);
    uniquer->hashes = memory_array(uniquer->capacity, sizeof *uniquer->hashes);
    for (size_t i = 0; i < old.capacity; i++) {
        if (old.items[i]) {
            insert(uniquer, old.items[i], old.hashes[i]);
        }
    }
    memory_free(old.items);
    memory_free(old.hashes);
}

void uniquer_add(struct uniquer *uniquer, const void *item, uint64_t hash) {
    if ((uniquer->count + 1) * 2 > uniquer->capacity) {
        grow(uniquer);
    }
    insert(uniquer, item, hash);
    uniquer->count++;
}
