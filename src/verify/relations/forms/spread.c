/* Tables of bytes, and whole numbers by device. */
#include "verify/relations/forms/prover.h"

static void grow(struct bytes_table *table) {
    size_t capacity = table->capacity ? 2 * table->capacity : 256;
    struct bytes_entry *entries = memory_array(capacity, sizeof *entries);
    for (size_t i = 0; i < table->capacity; i++) {
        struct bytes_entry entry = table->entries[i];
        size_t at = entry.hash & (capacity - 1);
        while (entry.bytes && entries[at].bytes) {
            at = (at + 1) & (capacity - 1);
        }
        if (entry.bytes) {
            entries[at] = entry;
        }
    }
    memory_free(table->entries);
    table->entries = entries;
    table->capacity = capacity;
}

void **bytes_table_at(struct bytes_table *table, struct arena *arena, const void *bytes,
                      size_t size) {
    if (2 * table->count >= table->capacity) {
        grow(table);
    }
    uint64_t hash = hash_bytes(bytes, size, 0);
    size_t at = hash & (table->capacity - 1);
    while (table->entries[at].bytes) {
        struct bytes_entry *entry = &table->entries[at];
        if (entry->hash == hash && entry->size == size && memcmp(entry->bytes, bytes, size) == 0) {
            return &entry->value;
        }
        at = (at + 1) & (table->capacity - 1);
    }
    table->entries[at] = (struct bytes_entry){hash, size, arena_copy(arena, bytes, size), NULL};
    table->count++;
    return &table->entries[at].value;
}

int64_t *spread_table(struct prover *p) {
    return ARENA_ARRAY(p->arena, int64_t, (size_t)p->devices);
}

/* Of a table that is 0 on device 0. */
static const struct spread *intern_table(struct prover *p, const int64_t *table) {
    int64_t least = 0, most = 0;
    for (int64_t d = 0; d < p->devices; d++) {
        least = table[d] < least ? table[d] : least;
        most = table[d] > most ? table[d] : most;
    }
    if (least == 0 && most == 0) {
        return NULL;
    }
    size_t size = (size_t)p->devices * sizeof *table;
    void **slot = bytes_table_at(&p->spreads, p->kept, table, size);
    if (!*slot) {
        struct spread *spread = ARENA_NEW(p->kept, struct spread);
        *spread = (struct spread){++p->spread_count, least, most, arena_copy(p->kept, table, size)};
        *slot = spread;
    }
    return (const struct spread *)*slot;
}

const struct spread *spread_of(struct prover *p, const int64_t *table, int64_t *constant) {
    int64_t *own = memory_array((size_t)p->devices, sizeof *own);
    *constant = table[0];
    for (int64_t d = 0; d < p->devices; d++) {
        own[d] = table[d] - table[0];
    }
    const struct spread *spread = intern_table(p, own);
    memory_free(own);
    return spread;
}

static const struct spread *mix(struct prover *p, const struct spread *a, int64_t times_a,
                                const struct spread *b, int64_t times_b) {
    int64_t *own = memory_array((size_t)p->devices, sizeof *own);
    for (int64_t d = 0; d < p->devices; d++) {
        own[d] = spread_at(a, d) * times_a + spread_at(b, d) * times_b;
    }
    const struct spread *spread = intern_table(p, own);
    memory_free(own);
    return spread;
}

const struct spread *spread_mix(struct prover *p, const struct spread *a, int64_t times_a,
                                const struct spread *b, int64_t times_b) {
    a = times_a ? a : NULL;
    b = times_b ? b : NULL;
    if ((!a && !b) || (!b && times_a == 1) || (!a && times_b == 1)) {
        return a ? a : b;
    }
    struct {
        int64_t a, times_a, b, times_b;
    } key = {a ? a->id : 0, a ? times_a : 0, b ? b->id : 0, b ? times_b : 0};
    struct mixed {
        const struct spread *spread;
    } **slot = (struct mixed **)bytes_table_at(&p->mixes, p->kept, &key, sizeof key);
    if (!*slot) {
        struct mixed *made = ARENA_NEW(p->kept, struct mixed);
        *slot = made;
        made->spread = mix(p, a, times_a, b, times_b);
        return made->spread;
    }
    return (*slot)->spread;
}
