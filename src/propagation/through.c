/* Propagation through one operation: project, propagate factors, project back; remembered by what
 * it depends on, for most operations of a program have been seen before. */
#include <string.h>

#include "propagation/observer.h"
#include "propagation/propagation.h"

/* A key is words: rule, mesh, flags, directions, shardings. */
struct entry {
    uint64_t hash;
    uint32_t word_count;
    const uint64_t *words;            /* NULL: free */
    const struct attr *const *result; /* NULL: nothing changes */
};
struct through_cache {
    struct entry *entries;
    size_t count, capacity; /* a power of two */
    struct arena *arena;
    uint64_t *key; /* being made */
    size_t key_capacity;
};

static struct through_cache *cache_new(struct arena *arena) {
    struct through_cache *cache = ARENA_NEW(arena, struct through_cache);
    cache->arena = arena;
    cache->capacity = 256;
    cache->entries = memory_array(cache->capacity, sizeof *cache->entries);
    return cache;
}

void through_cache_free(struct through_cache *cache) {
    if (cache) {
        memory_free(cache->entries);
        memory_free(cache->key);
    }
}

static struct entry *find(struct through_cache *cache, uint64_t hash, const uint64_t *words,
                          uint32_t word_count) {
    for (size_t i = hash;; i++) {
        struct entry *entry = &cache->entries[i & (cache->capacity - 1)];
        if (!entry->words || (entry->hash == hash && entry->word_count == word_count &&
                              memcmp(entry->words, words, word_count * sizeof *words) == 0)) {
            return entry;
        }
    }
}

static void grow(struct through_cache *cache) {
    struct entry *old = cache->entries;
    size_t capacity = cache->capacity;
    cache->capacity *= 2;
    cache->entries = memory_array(cache->capacity, sizeof *cache->entries);
    for (size_t i = 0; i < capacity; i++) {
        if (old[i].words) {
            *find(cache, old[i].hash, old[i].words, old[i].word_count) = old[i];
        }
    }
    memory_free(old);
}

static uint32_t make_key(struct through_cache *cache, const struct propagation *state,
                         const struct passage *passage) {
    const struct sharding_rule *rule = attr_as_rule(passage->rule);
    size_t most = 2 + rule->factor_count / 32 + 1 + rule_tensor_count(rule);
    if (most > cache->key_capacity) {
        cache->key_capacity = most * 2;
        cache->key = memory_resize(cache->key, cache->key_capacity, sizeof *cache->key);
    }
    uint32_t count = 0;
    cache->key[count++] = (uint64_t)(uintptr_t)passage->rule;
    cache->key[count++] = (uint64_t)state->strategy << 2 | (uint64_t)passage->conservative << 1 |
                          passage->elementwise;
    for (uint32_t f = 0; f < rule->factor_count; f += 32) {
        uint64_t word = 0;
        for (uint32_t i = f; i < rule->factor_count && i < f + 32; i++) {
            word |= (uint64_t)passage->directions[i] << (2 * (i - f));
        }
        cache->key[count++] = word;
    }
    for (uint32_t t = 0; t < rule_tensor_count(rule); t++) {
        cache->key[count++] = (uint64_t)(uintptr_t)passage->shardings[t];
    }
    return count;
}

/* The sharding whose mesh all others share; NULL: they have none in common.
 * Empty meshes give way. */
static const struct sharding *common_mesh(struct propagation *state,
                                          const struct attr *const *shardings, uint32_t count,
                                          const struct mesh **mesh) {
    const struct sharding *common = NULL;
    *mesh = NULL;
    for (uint32_t i = 0; i < count; i++) {
        const struct sharding *sharding = attr_as_sharding(shardings[i]);
        if (!sharding || (common && sharding->mesh_name == common->mesh_name &&
                          sharding->mesh == common->mesh)) {
            continue;
        }
        const struct mesh *other = propagation_mesh(state, sharding);
        if (!other) {
            return NULL;
        }
        if (!*mesh || mesh_is_empty(*mesh)) {
            *mesh = other;
            common = sharding;
        } else if (!mesh_is_empty(other) && !mesh_equal(*mesh, other, false)) {
            return NULL;
        }
    }
    return common;
}

const struct sharding *passage_mesh(struct propagation *state, const struct passage *passage,
                                    const struct mesh **mesh) {
    uint32_t count = rule_tensor_count(attr_as_rule(passage->rule));
    return common_mesh(state, passage->shardings, count, mesh);
}

/* Tells who watches what has moved. */
static void report(const struct propagation *state, const struct passage *passage,
                   const struct projection *after, const struct attr *const *changed) {
    uint32_t count = rule_tensor_count(after->rule);
    const struct projection before =
        project(after->rule, after->mesh, passage->shardings, false, after->arena);
    struct value **values = ARENA_ARRAY(after->arena, struct value *, count);
    for (uint32_t t = 0; t < count; t++) {
        uint32_t slot = passage->slots[t];
        values[t] = slot == SLOT_NONE ? NULL : state->slots.items[slot].value;
    }
    const struct sharding_step step = {
        .op = passage->op,
        .result = passage->result,
        .values = values,
        .before = &before,
        .after = after,
        .changed = changed,
        .directions = passage->directions,
        .is_aggressive = state->strategy == STRATEGY_AGGRESSIVE,
        .op_priority = state->op_priority,
        .user_priority = state->user_priority,
    };
    state->module->observer->step(state->module->observer->data, &step);
}

static const struct attr *const *compute(struct propagation *state, const struct passage *passage) {
    const struct sharding_rule *rule = attr_as_rule(passage->rule);
    const struct attr *const *shardings = passage->shardings;
    const struct mesh *mesh;
    uint32_t count = rule_tensor_count(rule);
    const struct sharding *like = common_mesh(state, shardings, count, &mesh);
    /* Maximal meshes hold the places of operations such as send: they do not travel. */
    if (!like || mesh_is_maximal(mesh)) {
        return NULL;
    }
    struct arena *scratch = arena_new();
    struct projection projection = project(rule, mesh, shardings, false, scratch);
    bool *updated = ARENA_ARRAY(scratch, bool, count);
    const struct factor_step step = {passage->directions, passage->conservative,
                                     passage->elementwise};
    if (state->strategy == STRATEGY_AGGRESSIVE) {
        propagate_factors_aggressive(&projection, &step, updated);
    } else {
        propagate_factors_basic(&projection, &step, updated);
    }
    const struct attr **result = NULL;
    for (uint32_t t = 0; t < count; t++) {
        if (!updated[t]) {
            continue;
        }
        const struct attr *sharding = project_back(state->context, &projection, t, like);
        if (sharding == shardings[t] ||
            (!shardings[t] && sharding_has_no_axes(attr_as_sharding(sharding)))) {
            continue;
        }
        if (!result) {
            result = ARENA_ARRAY(state->arena, const struct attr *, count);
        }
        result[t] = sharding;
    }
    if (result && state->module->observer) {
        report(state, passage, &projection, result);
    }
    arena_free(scratch);
    return result;
}

const struct attr *const *propagate_through(struct propagation *state,
                                            const struct passage *passage) {
    if (state->module->observer) {
        return compute(state, passage);
    }
    if (!state->cache) {
        state->cache = cache_new(state->arena);
    }
    struct through_cache *cache = state->cache;
    uint32_t count = make_key(cache, state, passage);
    uint64_t hash = hash_bytes(cache->key, count * sizeof *cache->key, 0);
    struct entry *entry = find(cache, hash, cache->key, count);
    if (entry->words) {
        return entry->result;
    }
    *entry = (struct entry){
        .hash = hash,
        .word_count = count,
        .words = arena_copy(cache->arena, cache->key, count * sizeof *cache->key),
        .result = compute(state, passage),
    };
    const struct attr *const *result = entry->result;
    if (++cache->count * 2 > cache->capacity) {
        grow(cache);
    }
    return result;
}
