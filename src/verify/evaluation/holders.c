/* Classes of devices are compared by their addresses: equal ones are one, and what two of them have
 * in common is kept. */
#include "verify/evaluation/holders.h"

#include "verify/values/alike.h"

/* What two classes have in common. */
struct meeting {
    const struct holders *a, *b, *both;
    const struct meeting *next;
};

void holder_table_free(struct holder_table *table) {
    pointer_map_free(&table->known);
    pointer_map_free(&table->met);
    if (table->arena) {
        arena_free(table->arena);
    }
    *table = (struct holder_table){0};
}

/* A hash as a key of a map, which is no NULL. */
static const void *key_of(uint64_t hash) {
    return (const void *)(uintptr_t)(hash | 1);
}

static const struct holders *keep(struct holder_table *table, int64_t devices, int64_t count,
                                  const int32_t *number) {
    size_t bytes = (size_t)devices * sizeof *number;
    uint64_t hash = hash_bytes(number, bytes, 0);
    const struct holders *first = pointer_map_get(&table->known, key_of(hash));
    for (const struct holders *at = first; at; at = at->next) {
        if (at->hash == hash && memcmp(at->number, number, bytes) == 0) {
            return at;
        }
    }
    int32_t *leaders = ARENA_ARRAY(table->arena, int32_t, (size_t)count + 1);
    for (int64_t d = devices; d-- > 0;) {
        leaders[number[d]] = (int32_t)d;
    }
    struct holders *own = ARENA_NEW(table->arena, struct holders);
    *own = (struct holders){count, arena_copy(table->arena, number, bytes), leaders, hash, first};
    pointer_map_put(&table->known, key_of(hash), own);
    return own;
}

const struct holders *holders_of_keys(struct holder_table *table, int64_t devices, const void *keys,
                                      size_t bytes) {
    struct alike alike;
    int32_t *number = memory_array((size_t)devices + 1, sizeof *number), count = 0;
    const char *text = keys;
    table->arena = table->arena ? table->arena : arena_new();
    alike_open(&alike, devices, keys, bytes);
    for (int64_t d = 0; d < devices; d++) {
        bool as_before =
            d > 0 && memcmp(text + (size_t)d * bytes, text + (size_t)(d - 1) * bytes, bytes) == 0;
        int64_t first = as_before ? d - 1 : alike_first(&alike, d);
        number[d] = first == d ? count++ : number[first];
    }
    alike_close(&alike);
    const struct holders *classes = keep(table, devices, count, number);
    memory_free(number);
    return classes;
}

const struct holders *holders_meet(struct holder_table *table, int64_t devices,
                                   const struct holders *a, const struct holders *b) {
    if (a == b || b->count == 1) {
        return a;
    }
    if (a->count == 1) {
        return b;
    }
    const struct holders *words[2] = {a, b};
    const void *key = key_of(hash_bytes(words, sizeof words, 0));
    const struct meeting *first = pointer_map_get(&table->met, key);
    for (const struct meeting *at = first; at; at = at->next) {
        if (at->a == a && at->b == b) {
            return at->both;
        }
    }
    int64_t *pairs = memory_array((size_t)devices + 1, sizeof *pairs);
    for (int64_t d = 0; d < devices; d++) {
        pairs[d] = a->number[d] * b->count + b->number[d];
    }
    struct meeting *own = ARENA_NEW(table->arena, struct meeting);
    *own = (struct meeting){a, b, holders_of_keys(table, devices, pairs, sizeof *pairs), first};
    pointer_map_put(&table->met, key, own);
    memory_free(pairs);
    return own->both;
}
