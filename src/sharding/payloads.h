/* Between sharding.c, rule.c and their texts: how the words of an attribute become its struct. */
#ifndef SDYC_SHARDING_PAYLOADS_H
#define SDYC_SHARDING_PAYLOADS_H

#include "sharding/sharding.h"

/* Hooks of attr_def: the struct that `words`, as the attribute keeps them, stand for; in memory of
 * the arena. */
const void *mesh_payload(struct arena *arena, const int64_t *words, uint32_t count);
const void *sharding_payload(struct arena *arena, const int64_t *words, uint32_t count);
const void *shardings_payload(struct arena *arena, const int64_t *words, uint32_t count);
const void *axes_payload(struct arena *arena, const int64_t *words, uint32_t count);
const void *axis_lists_payload(struct arena *arena, const int64_t *words, uint32_t count);
const void *all_to_all_payload(struct arena *arena, const int64_t *words, uint32_t count);
const void *rule_payload(struct arena *arena, const int64_t *words, uint32_t count);

/* The name of a factor: i, j, ..., z, z_1, z_2, ... */
#define FACTOR_TEXT 16
const char *factor_spell(char text[FACTOR_TEXT], uint32_t factor);

#endif
