/* What is interned: values by bytes. */
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
