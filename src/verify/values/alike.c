/* A table of items by their keys: as many questions as there are devices cost no more than that. */
#include "verify/values/alike.h"

#include <string.h>

void alike_open(struct alike *alike, int64_t count, const void *keys, size_t bytes) {
    uint64_t size = 4;
    while (size < 2 * (uint64_t)count) {
        size *= 2;
    }
    *alike = (struct alike){.keys = keys, .bytes = bytes, .mask = size - 1};
    alike->table = memory_array(size, sizeof *alike->table);
    memset(alike->table, 0xff, size * sizeof *alike->table);
}

void alike_close(struct alike *alike) {
    memory_free(alike->table);
}

int64_t alike_first(struct alike *alike, int64_t item) {
    const char *key = alike->keys + (size_t)item * alike->bytes;
    uint64_t at = hash_bytes(key, alike->bytes, 0) & alike->mask;
    while (alike->table[at] >= 0 &&
           memcmp(alike->keys + (size_t)alike->table[at] * alike->bytes, key, alike->bytes) != 0) {
        at = (at + 1) & alike->mask;
    }
    if (alike->table[at] < 0) {
        alike->table[at] = item;
    }
    return alike->table[at];
}
