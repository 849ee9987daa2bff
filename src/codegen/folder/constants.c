#include "codegen/folder/constants.h"

#include "codegen/folder/directory.h"

#include "caches.h"

#include <string.h>

size_t constant_pool_add(struct constant_pool *pool, const struct kernel_buffer *constant) {
    size_t bytes = (size_t)constant->elements * element_info[constant->element].bytes;
    uint64_t hash = hash_bytes(constant->data, bytes, 0);
    for (size_t i = 0; i < pool->count; i++) {
        const struct pooled_constant *known = &pool->items[i];
        if (known->hash == hash && known->bytes == bytes &&
            (bytes == 0 || memcmp(known->data, constant->data, bytes) == 0)) {
            return known->offset;
        }
    }
    size_t offset = pool->bytes;
    *vector_push(pool) = (struct pooled_constant){constant->data, bytes, offset, hash};
    pool->bytes += sdyrt_whole_lines(bytes);
    return offset;
}

uint64_t constant_pool_hash(const struct constant_pool *pool) {
    uint64_t hash = pool->bytes;
    for (size_t i = 0; i < pool->count; i++) {
        hash = hash_bytes(&pool->items[i].hash, sizeof pool->items[i].hash, hash);
    }
    return hash;
}

bool constant_pool_write(const struct constant_pool *pool, FILE *file) {
    static const char padding[SDYRT_LINE_BYTES];
    bool written = true;
    for (size_t i = 0; i < pool->count && written; i++) {
        const struct pooled_constant *constant = &pool->items[i];
        written = folder_write(file, constant->data, constant->bytes) &&
                  folder_write(file, padding, sdyrt_whole_lines(constant->bytes) - constant->bytes);
    }
    return written;
}
