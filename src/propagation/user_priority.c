/* Priorities of the user's shardings. Before priority p is reached, a dimension with priority p is
 * empty and closed, and its axes are taken for replicated, so that no one else takes them. */
#include <stdlib.h>

#include "propagation/observer.h"
#include "propagation/propagation.h"

/* A sharding with priorities: of a slot, or of a result of the main function. */
struct prioritized {
    uint32_t slot, result;
    const struct attr *original;
};
struct priority_list {
    struct prioritized *items;
    size_t count, capacity;
    VECTOR(int64_t) levels; /* all priorities above 0 */
};

static int64_t priority_of(const struct dim_sharding *dim) {
    return dim->priority == PRIORITY_NONE ? 0 : dim->priority;
}

static void sort_axes(const struct mesh *mesh, struct axis_vector *axes) {
    for (uint32_t i = 1; i < axes->count; i++) {
        struct axis_ref axis = axes->items[i];
        uint32_t j = i;
        for (; j > 0 && axis_compare_in_mesh(mesh, axis, axes->items[j - 1]) < 0; j--) {
            axes->items[j] = axes->items[j - 1];
        }
        axes->items[j] = axis;
    }
}

/* The sharding for priority 0: dimensions of later priorities are put by. */
static const struct attr *put_by(struct propagation *state, const struct sharding *original) {
    const struct mesh *mesh = propagation_mesh(state, original);
    struct dim_sharding dims[MAX_RANK];
    struct axis_vector replicated = {.arena = state->arena};
    if (!mesh) {
        return NULL;
    }
    axes_append(&replicated, original->replicated);
    for (uint32_t i = 0; i < original->rank; i++) {
        dims[i] = original->dims[i];
        dims[i].priority = PRIORITY_NONE;
        if (priority_of(&original->dims[i]) != 0) {
            axes_append(&replicated, dims[i].axes);
            dims[i] = (struct dim_sharding){.is_closed = true, .priority = PRIORITY_NONE};
        }
    }
    sort_axes(mesh, &replicated);
    struct sharding sharding = *original;
    sharding.dims = dims;
    sharding.replicated = axes_of(&replicated);
    return sharding_attr(state->context, &sharding);
}

/* What other dimensions than `dim` are sharded by, once those of `priority` are back. */
static struct axis_list axes_of_others(struct propagation *state, const struct sharding *now,
                                       const struct sharding *original, int64_t priority,
                                       uint32_t dim) {
    struct axis_vector axes = {.arena = state->arena};
    for (uint32_t i = 0; i < now->rank; i++) {
        if (i != dim && priority_of(&original->dims[i]) != priority) {
            axes_append(&axes, now->dims[i].axes);
        }
    }
    return axes_of(&axes);
}

/* `now` with the dimensions of `priority` as the user gave them. An axis that shards another
 * dimension by now (of a data flow edge: what is put by there is not kept from others) stays so. */
static const struct attr *bring_back(struct propagation *state, const struct sharding *now,
                                     const struct sharding *original, int64_t priority) {
    struct dim_sharding dims[MAX_RANK];
    struct axis_vector replicated = {.arena = state->arena};
    struct axis_vector returned = {.arena = state->arena};
    for (uint32_t i = 0; i < now->rank; i++) {
        dims[i] = now->dims[i];
        if (priority_of(&original->dims[i]) == priority) {
            dims[i] = original->dims[i];
            dims[i].priority = PRIORITY_NONE;
            struct axis_vector axes = {.arena = state->arena};
            axes_append(&axes, dims[i].axes);
            axes_truncate_at_overlap(&axes, axes_of_others(state, now, original, priority, i));
            dims[i].axes = axes_of(&axes);
            axes_append(&returned, dims[i].axes);
        }
    }
    for (uint32_t i = 0; i < now->replicated.count; i++) {
        if (!axes_have(axes_of(&returned), now->replicated.items[i])) {
            axes_push(&replicated, now->replicated.items[i]);
        }
    }
    struct sharding sharding = *now;
    sharding.dims = dims;
    sharding.replicated = axes_of(&replicated);
    return sharding_attr(state->context, &sharding);
}

static bool has_priorities(const struct sharding *sharding) {
    for (uint32_t i = 0; sharding && i < sharding->rank; i++) {
        if (sharding->dims[i].priority != PRIORITY_NONE) {
            return true;
        }
    }
    return false;
}

/* Results of other functions than main take no part: their priorities only go. */
static void drop_result_priorities(struct propagation *state) {
    FOR_EACH_OP (func, state->module->op->regions[0].first) {
        if (!op_has(func, OP_FUNCTION) || func == state->main) {
            continue;
        }
        for (uint32_t i = 0; i < func_result_count(func); i++) {
            const struct sharding *old = attr_as_sharding(func_result_sharding(func, i));
            if (!has_priorities(old)) {
                continue;
            }
            struct dim_sharding dims[MAX_RANK];
            for (uint32_t j = 0; j < old->rank; j++) {
                dims[j] = old->dims[j];
                dims[j].priority = PRIORITY_NONE;
            }
            struct sharding sharding = *old;
            sharding.dims = dims;
            func_set_result_sharding(state->module, func, i,
                                     sharding_attr(state->context, &sharding));
        }
    }
}

static void note_level(struct priority_list *list, int64_t priority) {
    for (size_t i = 0; i < list->levels.count; i++) {
        if (list->levels.items[i] == priority) {
            return;
        }
    }
    *vector_push(&list->levels) = priority;
}

/* Gives a slot, or a result of the main function, a sharding. */
static void assign(struct propagation *state, uint32_t slot, uint32_t result,
                   enum assignment_reason reason, int64_t priority, const struct attr *sharding) {
    bool of_value = slot != SLOT_NONE;
    const struct attr **place =
        of_value ? &state->slots.items[slot].sharding : &state->result_shardings[result];
    observe_assignment(state->module, &(struct sharding_assignment){
                                          .reason = reason,
                                          .value = of_value ? state->slots.items[slot].value : NULL,
                                          .op = of_value ? NULL : state->main,
                                          .result = result,
                                          .priority = priority,
                                          .before = *place,
                                          .after = sharding,
                                      });
    *place = sharding;
}

static bool add(struct propagation *state, struct priority_list *list, uint32_t slot,
                uint32_t result, const struct attr *sharding) {
    const struct sharding *original = attr_as_sharding(sharding);
    if (!has_priorities(original)) {
        return true;
    }
    bool later = false;
    for (uint32_t i = 0; i < original->rank; i++) {
        if (priority_of(&original->dims[i]) > 0) {
            note_level(list, priority_of(&original->dims[i]));
            later = true;
        }
    }
    if (later) {
        *vector_push(list) = (struct prioritized){slot, result, sharding};
    }
    const struct attr *initial = put_by(state, original);
    if (initial) {
        assign(state, slot, result, ASSIGNED_FOR_LATER, 0, initial);
    }
    return initial != NULL;
}

static int compare_levels(const void *left, const void *right) {
    int64_t a = *(const int64_t *)left, b = *(const int64_t *)right;
    return a < b ? -1 : a > b;
}

static bool collect(struct propagation *state, struct priority_list *list) {
    bool ok = true;
    for (uint32_t i = 0; i < state->slots.count; i++) {
        ok = add(state, list, i, SLOT_NONE, state->slots.items[i].sharding) && ok;
    }
    for (uint32_t i = 0; state->main && i < func_result_count(state->main); i++) {
        ok = add(state, list, SLOT_NONE, i, state->result_shardings[i]) && ok;
    }
    if (list->levels.count > 1) {
        qsort(list->levels.items, list->levels.count, sizeof(int64_t), compare_levels);
    }
    return ok;
}

static void begin_level(struct propagation *state, const struct priority_list *list,
                        int64_t priority) {
    for (size_t i = 0; i < list->count; i++) {
        const struct prioritized *item = &list->items[i];
        const struct attr *now = item->slot != SLOT_NONE ? state->slots.items[item->slot].sharding
                                                         : state->result_shardings[item->result];
        now = bring_back(state, attr_as_sharding(now), attr_as_sharding(item->original), priority);
        assign(state, item->slot, item->result, ASSIGNED_BY_PRIORITY, priority, now);
    }
}

bool propagate_by_user_priority(struct propagation *state) {
    struct priority_list list = {0};
    bool ok = collect(state, &list);
    drop_result_priorities(state);
    if (ok) {
        propagate_by_op_priority(state);
    }
    for (size_t i = 0; ok && i < list.levels.count; i++) {
        ok = dump_priority(state);
        state->user_priority = list.levels.items[i];
        begin_level(state, &list, list.levels.items[i]);
        propagate_by_op_priority(state);
    }
    vector_free(&list.levels);
    vector_free(&list);
    return ok;
}
