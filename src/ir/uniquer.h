/* A set of immutable objects of one kind, each kept once: what makes types and attributes equal by
 * pointer. Private to ir/. */
#ifndef SDYC_IR_UNIQUER_H
#define SDYC_IR_UNIQUER_H

#include "support/support.h"

struct uniqued {
    uint64_t hash;
    const void *item;
};
struct uniquer {
    struct uniqued *slots, *first; /* the first ones are the arena's */
    size_t count, capacity;
    bool (*equal)(const void *a, const void *b);
};
/* `capacity`, a power of two, is twice what a small program has. */
struct uniquer *uniquer_new(struct arena *arena, size_t capacity,
                            bool (*equal)(const void *a, const void *b));
void uniquer_free(struct uniquer *uniquer);
/* The item equal to `key`, or NULL. */
const void *uniquer_find(const struct uniquer *uniquer, const void *key, uint64_t hash);
/* Adds an item that is not there yet. */
void uniquer_add(struct uniquer *uniquer, const void *item, uint64_t hash);

#endif
