/* sdy-sharding-group-import: groups that share a value become one, groups are numbered from 0 and
 * each value is in its group once. */
#include <stdlib.h>
#include <string.h>

#include "ops/op_def.h"
#include "propagation/edit.h"
#include "propagation/passes.h"

struct member {
    struct op *op;
    int64_t id;
    bool is_first; /* of its value */
};
struct group_import {
    struct context *context;
    struct member *items;
    size_t count, capacity;
};

static void collect(struct group_import *import, const struct module *module) {
    struct op_list groups = module_ops_of(module, op_table[OP_SDY_SHARDING_GROUP]);
    for (size_t i = 0; i < groups.count; i++) {
        int64_t id = op_int(groups.items[i], "group_id", 0);
        *vector_push(import) = (struct member){groups.items[i], id, false};
    }
    vector_free(&groups);
}

static const struct op *manual_computation_of(const struct op *op) {
    const struct op *parent = op_parent(op);
    while (parent && !op_is(parent, OP_SDY_MANUAL_COMPUTATION)) {
        parent = op_parent(parent);
    }
    return parent;
}

static bool same_shape(const struct type *a, const struct type *b) {
    return a->rank == b->rank &&
           (a->rank == 0 || memcmp(a->dims, b->dims, a->rank * sizeof *a->dims) == 0);
}

/* A sorted list of the group numbers, each once. */
static int compare_ids(const void *left, const void *right) {
    int64_t a = *(const int64_t *)left, b = *(const int64_t *)right;
    return a < b ? -1 : a > b;
}

static size_t sorted_ids(const struct group_import *import, int64_t *ids) {
    for (size_t i = 0; i < import->count; i++) {
        ids[i] = import->items[i].id;
    }
    qsort(ids, import->count, sizeof *ids, compare_ids);
    size_t count = 0;
    for (size_t i = 0; i < import->count; i++) {
        if (count == 0 || ids[count - 1] != ids[i]) {
            ids[count++] = ids[i];
        }
    }
    return count;
}

static size_t index_of(const int64_t *ids, size_t count, int64_t id) {
    const int64_t *found = bsearch(&id, ids, count, sizeof *ids, compare_ids);
    return (size_t)(found - ids);
}

static size_t leader(size_t *parents, size_t index) {
    while (parents[index] != index) {
        parents[index] = parents[parents[index]];
        index = parents[index];
    }
    return index;
}

/* All members of a group are in one manual computation, or none, and have one shape. */
static bool validate(const struct group_import *import, const int64_t *ids, size_t count,
                     struct arena *arena) {
    const struct op **firsts = ARENA_ARRAY(arena, const struct op *, count);
    for (size_t i = 0; i < import->count; i++) {
        const struct op *op = import->items[i].op;
        const struct op **first = &firsts[index_of(ids, count, import->items[i].id)];
        if (!*first) {
            *first = op;
        }
        if (manual_computation_of(*first) != manual_computation_of(op)) {
            return diag_error(import->context->diagnostics, op->location,
                              "ShardingGroupOps values cannot cross ManualComputationOp boundaries "
                              "for groupId: %lld",
                              (long long)import->items[i].id);
        }
        if (!same_shape(op_operand(*first, 0)->type, op_operand(op, 0)->type)) {
            return diag_error(import->context->diagnostics, op->location,
                              "ShardingGroupOps values must have the same shape for groupId: %lld",
                              (long long)import->items[i].id);
        }
    }
    return true;
}

/* Groups in the order in which values bring them together: all of the first value, and so on. A
 * union keeps the place of the group that came first in it. */
struct group_union {
    size_t *parents;
    size_t *order; /* groups by first appearance */
    bool *is_met;
    size_t met;
};

static void meet(struct group_union *groups, size_t group) {
    if (!groups->is_met[group]) {
        groups->is_met[group] = true;
        groups->order[groups->met++] = group;
    }
}

/* Links the members that have one value, in order: the next of each, or 0. */
static size_t *members_by_value(const struct group_import *import, struct arena *arena) {
    size_t *next = ARENA_ARRAY(arena, size_t, import->count);
    size_t *lasts = ARENA_ARRAY(arena, size_t, import->count);
    struct pointer_map firsts = {0}; /* value -> its first member, from 1 */
    for (size_t i = 0; i < import->count; i++) {
        const struct value *value = op_operand(import->items[i].op, 0);
        size_t first = (size_t)(uintptr_t)pointer_map_get(&firsts, value);
        if (first == 0) {
            pointer_map_put(&firsts, value, (void *)(uintptr_t)(i + 1));
            import->items[i].is_first = true;
            lasts[i] = i;
        } else {
            next[lasts[first - 1]] = i;
            lasts[first - 1] = i;
        }
    }
    pointer_map_free(&firsts);
    return next;
}

static void unite(const struct group_import *import, const int64_t *ids, size_t count,
                  struct group_union *groups, struct arena *arena) {
    const size_t *next = members_by_value(import, arena);
    for (size_t i = 0; i < import->count; i++) {
        if (!import->items[i].is_first) {
            continue;
        }
        size_t first = index_of(ids, count, import->items[i].id);
        for (size_t m = i;; m = next[m]) {
            size_t own = index_of(ids, count, import->items[m].id);
            meet(groups, first);
            meet(groups, own);
            size_t from = leader(groups->parents, own), to = leader(groups->parents, first);
            groups->parents[from] = to;
            if (next[m] == 0) {
                break;
            }
        }
    }
}

static void renumber(struct module *module, const struct group_import *import, const int64_t *ids,
                     size_t count, const struct group_union *groups, struct arena *arena) {
    int64_t *numbers = ARENA_ARRAY(arena, int64_t, count);
    int64_t next = 0;
    for (size_t i = 0; i < groups->met; i++) {
        size_t group = groups->order[i];
        numbers[group] = leader(groups->parents, group) == group ? next++ : 0;
    }
    for (size_t i = 0; i < import->count; i++) {
        struct op *op = import->items[i].op;
        if (!import->items[i].is_first) {
            op_erase(op);
            continue;
        }
        size_t group = leader(groups->parents, index_of(ids, count, import->items[i].id));
        op_set_property(module, op, "group_id", attr_i64(module->context, numbers[group]));
    }
}

bool pass_sharding_group_import(struct module *module, const struct pass_options *options) {
    (void)options;
    struct group_import import = {.context = module->context};
    collect(&import, module);
    bool ok = true;
    if (import.count != 0) {
        struct arena *arena = arena_new();
        int64_t *ids = ARENA_ARRAY(arena, int64_t, import.count);
        size_t count = sorted_ids(&import, ids);
        struct group_union groups = {
            .parents = ARENA_ARRAY(arena, size_t, count),
            .order = ARENA_ARRAY(arena, size_t, count),
            .is_met = ARENA_ARRAY(arena, bool, count),
        };
        for (size_t i = 0; i < count; i++) {
            groups.parents[i] = i;
        }
        ok = validate(&import, ids, count, arena);
        if (ok) {
            unite(&import, ids, count, &groups, arena);
            renumber(module, &import, ids, count, &groups, arena);
        }
        arena_free(arena);
    }
    vector_free(&import);
    return ok;
}
