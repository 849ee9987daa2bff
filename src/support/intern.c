#include "support/support.h"

#include <string.h>

struct interned {
    uint64_t hash;
    const char *text;
    size_t length;
};

struct interner {
    struct arena *arena;
    struct interned *slots;
    size_t count, capacity;
};

struct interner *interner_new(struct arena *arena) {
    struct interner *interner = ARENA_NEW(arena, struct interner);
    interner->arena = arena;
    interner->capacity = 128;
    interner->slots = memory_array(interner->capacity, sizeof *interner->slots);
    return interner;
}

void interner_free(struct interner *interner) {
    if (interner) {
        memory_free(interner->slots);
        interner->slots = NULL;
    }
}

static struct interned *find_slot(struct interned *slots, size_t capacity, uint64_t hash,
                                  const char *text, size_t length) {
    size_t index = (size_t)hash & (capacity - 1);
    for (;; index = (index + 1) & (capacity - 1)) {
        struct interned *slot = &slots[index];
        if (!slot->text || (slot->hash == hash && slot->length == length &&
                            memcmp(slot->text, text, length) == 0)) {
            return slot;
        }
    }
}

static void grow(struct interner *interner) {
    size_t capacity = interner->capacity * 2;
    struct interned *slots = memory_array(capacity, sizeof *slots);
    for (size_t i = 0; i < interner->capacity; i++) {
        const struct interned *old = &interner->slots[i];
        if (old->text) {
            *find_slot(slots, capacity, old->hash, old->text, old->length) = *old;
        }
    }
    memory_free(interner->slots);
    interner->slots = slots;
    interner->capacity = capacity;
}

const char *intern_bytes(struct interner *interner, const char *text, size_t length) {
    uint64_t hash = hash_bytes(text, length, 0);
    struct interned *slot = find_slot(interner->slots, interner->capacity, hash, text, length);
    if (slot->text) {
        return slot->text;
    }
    if ((interner->count + 1) * 2 > interner->capacity) {
        grow(interner);
        slot = find_slot(interner->slots, interner->capacity, hash, text, length);
    }
    char *copy = arena_alloc(interner->arena, length + 1);
    if (length) {
        memcpy(copy, text, length);
    }
    *slot = (struct interned){.hash = hash, .text = copy, .length = length};
    interner->count++;
    return copy;
}

const char *intern(struct interner *interner, const char *text) {
    return intern_bytes(interner, text, strlen(text));
}
