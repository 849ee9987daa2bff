#include "support/support.h"

#include <string.h>

struct interned {
    uint32_t hash, length; /* of the hash the low bits */
    const char *text;
};

/* As many as a small program has; the arena's. */
enum { FIRST_SLOTS = 64 };

struct interner {
    struct arena *arena;
    struct interned *slots;
    size_t count, capacity;
    struct interned first[FIRST_SLOTS];
};

struct interner *interner_new(struct arena *arena) {
    struct interner *interner = ARENA_NEW(arena, struct interner);
    interner->arena = arena;
    interner->capacity = FIRST_SLOTS;
    interner->slots = interner->first;
    return interner;
}

static void free_slots(struct interner *interner) {
    if (interner->slots != interner->first) {
        memory_free(interner->slots);
    }
    interner->slots = NULL;
}

void interner_free(struct interner *interner) {
    if (interner) {
        free_slots(interner);
    }
}

static struct interned *find_slot(struct interned *slots, size_t capacity, uint32_t hash,
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
    size_t capacity = interner->capacity * 4;
    struct interned *slots = memory_array(capacity, sizeof *slots);
    for (size_t i = 0; i < interner->capacity; i++) {
        const struct interned *old = &interner->slots[i];
        if (old->text) {
            *find_slot(slots, capacity, old->hash, old->text, old->length) = *old;
        }
    }
    free_slots(interner);
    interner->slots = slots;
    interner->capacity = capacity;
}

const char *intern_bytes(struct interner *interner, const char *text, size_t length) {
    if (length > UINT32_MAX) { /* no source is so long */
        memory_fail(length);
    }
    uint32_t hash = (uint32_t)hash_bytes(text, length, 0);
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
    *slot = (struct interned){.hash = hash, .text = copy, .length = (uint32_t)length};
    interner->count++;
    return copy;
}

const char *intern(struct interner *interner, const char *text) {
    return intern_bytes(interner, text, strlen(text));
}
