/* Hashing, and an open-addressing table with linear probing. */
#include "support/support.h"

#include <string.h>

static uint64_t mix(uint64_t a, uint64_t b) {
    __uint128_t product = (__uint128_t)a * b;
    return (uint64_t)product ^ (uint64_t)(product >> 64);
}

#define HASH_SECRET_A UINT64_C(0x9e3779b97f4a7c15)
#define HASH_SECRET_B UINT64_C(0xd1b54a32d192ed03)

/* The last bytes, at most 15: all of them, some twice, where that takes fewer steps. */
static void load_tail(const unsigned char *bytes, size_t left, uint64_t *tail) {
    uint32_t low, high;
    tail[0] = tail[1] = 0;
    if (left >= 8) {
        memcpy(&tail[0], bytes, 8);
        memcpy(&tail[1], bytes + left - 8, 8);
    } else if (left >= 4) {
        memcpy(&low, bytes, 4);
        memcpy(&high, bytes + left - 4, 4);
        tail[0] = (uint64_t)high << 32 | low;
    } else if (left) {
        tail[0] =
            (uint64_t)bytes[0] | (uint64_t)bytes[left / 2] << 8 | (uint64_t)bytes[left - 1] << 16;
    }
}

uint64_t hash_bytes(const void *data, size_t size, uint64_t seed) {
    const unsigned char *bytes = data;
    uint64_t hash = seed ^ HASH_SECRET_A;
    size_t left = size;
    while (left >= 16) {
        uint64_t words[2];
        memcpy(words, bytes, 16);
        hash = mix(words[0] ^ HASH_SECRET_B, words[1] ^ hash);
        bytes += 16;
        left -= 16;
    }
    uint64_t tail[2];
    load_tail(bytes, left, tail);
    hash = mix(tail[0] ^ HASH_SECRET_B, tail[1] ^ hash);
    return mix(hash ^ size, HASH_SECRET_A);
}

static size_t slot_of(const struct pointer_map *map, const void *key) {
    return (size_t)mix((uint64_t)(uintptr_t)key, HASH_SECRET_A) & (map->capacity - 1);
}

/* The slot that holds the key, or the free one where it belongs. */
static size_t find_slot(const struct pointer_map *map, const void *key) {
    size_t slot = slot_of(map, key);
    while (map->keys[slot] && map->keys[slot] != key) {
        slot = (slot + 1) & (map->capacity - 1);
    }
    return slot;
}

void *pointer_map_get(const struct pointer_map *map, const void *key) {
    if (!map->count || !key) {
        return NULL;
    }
    size_t slot = find_slot(map, key);
    return map->keys[slot] ? map->values[slot] : NULL;
}

static void grow(struct pointer_map *map) {
    struct pointer_map old = *map;
    map->capacity = old.capacity ? old.capacity * 2 : 16;
    map->keys = memory_array(map->capacity, sizeof *map->keys + sizeof *map->values);
    map->values = (void **)(map->keys + map->capacity);
    for (size_t i = 0; i < old.capacity; i++) {
        if (old.keys[i]) {
            size_t slot = find_slot(map, old.keys[i]);
            map->keys[slot] = old.keys[i];
            map->values[slot] = old.values[i];
        }
    }
    memory_free(old.keys);
}

void pointer_map_put(struct pointer_map *map, const void *key, void *value) {
    if (!key) {
        sdyc_bug("a NULL key");
    }
    if ((map->count + 1) * 2 > map->capacity) {
        grow(map);
    }
    size_t slot = find_slot(map, key);
    if (!map->keys[slot]) {
        map->keys[slot] = key;
        map->count++;
    }
    map->values[slot] = value;
}

void pointer_map_remove(struct pointer_map *map, const void *key) {
    if (!map->count || !key) {
        return;
    }
    size_t hole = find_slot(map, key);
    if (!map->keys[hole]) {
        return;
    }
    map->count--;
    /* Later entries of the run move back, so that no search ends early at the hole. */
    size_t mask = map->capacity - 1;
    for (size_t slot = (hole + 1) & mask; map->keys[slot]; slot = (slot + 1) & mask) {
        size_t home = slot_of(map, map->keys[slot]);
        if (((slot - home) & mask) >= ((slot - hole) & mask)) {
            map->keys[hole] = map->keys[slot];
            map->values[hole] = map->values[slot];
            hole = slot;
        }
    }
    map->keys[hole] = NULL;
    map->values[hole] = NULL;
}

void pointer_map_free(struct pointer_map *map) {
    memory_free(map->keys);
    *map = (struct pointer_map){0};
}
