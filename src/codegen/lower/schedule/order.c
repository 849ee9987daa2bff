/* The order of steps, for the sake of memory: a unit that ends more memory than it begins comes as
 * early as it can. A gradient of weights reads what the way forward has kept for it, and leaves a
 * result; right behind what it reads, the kept values live no longer than they must.
 *
 * Units are looked at in their order. Each has a slot: a unit that stays has the one of its own
 * number; one that moves has the slot of the last unit that must come before it, and stands there
 * behind those that came to the slot earlier. So what must come before a unit does. */
#include "codegen/lower/merge/merge.h"
#include "codegen/lower/schedule/schedule.h"
#include "codegen/lower/schedule/units.h"
#include "codegen/program/steps.h"

#include "caches.h"

#include <string.h>

enum { LEAST_FREED = SDYRT_MIDDLE_CACHE / 4 }; /* bytes: less stays in a cache anyway */

/* Slots count from 1; 0: before all units. */
struct ordering {
    struct program *program;
    const uint32_t *users;
    struct list_units units;
    uint32_t *wrote, *touched; /* by memory: the last slot whose units write it, or touch it */
    uint32_t *left;            /* by memory: units that touch it and have no slot yet */
    bool *begun;               /* by memory: some unit has touched it */
    uint32_t *slots;           /* by unit */
};

/* The slot of the last unit that must come before this one. */
static uint32_t earliest_slot(const struct ordering *ordering, const struct list_unit *unit,
                              uint32_t barrier) {
    uint32_t slot = barrier;
    for (size_t i = 0; i < unit->count; i++) {
        const struct unit_touch *touch = &ordering->units.touches.items[unit->first + i];
        const uint32_t before =
            touch->writes ? ordering->touched[touch->memory] : ordering->wrote[touch->memory];
        slot = before > slot ? before : slot;
    }
    return slot;
}

/* Whether it is of use that the unit comes to the slot: there it ends at least the bytes that it
 * begins, in all many times as many, for while it runs both are in memory, and a good part of those
 * that it touches. */
static bool frees_in(const struct ordering *ordering, const struct list_unit *unit, uint32_t slot) {
    double begun = 0, ended = 0, ended_later = 0, touched = 0;
    for (size_t i = 0; i < unit->count; i++) {
        const uint32_t memory = ordering->units.touches.items[unit->first + i].memory;
        const double bytes = (double)ordering->units.bytes[memory];
        const bool begins = !ordering->begun[memory], ends = ordering->left[memory] == 1;
        touched += (double)ordering->units.all_bytes[memory];
        if (begins == ends) {
            continue;
        }
        *(begins ? &begun : ordering->touched[memory] <= slot ? &ended : &ended_later) += bytes;
    }
    const double freed = ended + ended_later;
    return freed >= LEAST_FREED && begun <= ended && ORDER_FREES * begun < freed &&
           touched <= ORDER_SHARE * freed;
}

static void give_slot(struct ordering *ordering, uint32_t number, uint32_t slot) {
    const struct list_unit *unit = &ordering->units.units.items[number];
    ordering->slots[number] = slot;
    for (size_t i = 0; i < unit->count; i++) {
        const struct unit_touch *touch = &ordering->units.touches.items[unit->first + i];
        const uint32_t memory = touch->memory;
        if (touch->writes && slot > ordering->wrote[memory]) {
            ordering->wrote[memory] = slot;
        }
        ordering->touched[memory] =
            slot > ordering->touched[memory] ? slot : ordering->touched[memory];
        ordering->begun[memory] = true;
        ordering->left[memory]--;
    }
}

/* Gives each unit its slot; returns whether one moves. */
static bool give_slots(struct ordering *ordering) {
    const struct list_units *units = &ordering->units;
    uint32_t barrier = 0;
    bool moves = false;
    for (size_t i = 0; i < units->touches.count; i++) {
        ordering->left[units->touches.items[i].memory]++;
    }
    for (uint32_t i = 0; i < units->units.count; i++) {
        const struct list_unit *unit = &units->units.items[i];
        uint32_t slot = earliest_slot(ordering, unit, barrier);
        while (slot < i && units->units.items[slot].begins) {
            slot++; /* an exchange is not to begin later */
        }
        const bool is_early = unit->is_kernel && slot < i && frees_in(ordering, unit, slot);
        give_slot(ordering, i, is_early ? slot : i + 1);
        barrier = unit->is_barrier ? i + 1 : barrier;
        moves |= is_early;
    }
    return moves;
}

/* Puts the steps into the order of the units' slots. */
static void put_in_order(struct ordering *ordering, struct step_list *list) {
    const struct list_units *units = &ordering->units;
    const uint32_t count = (uint32_t)units->units.count;
    uint32_t *next = memory_array(count + 2, sizeof *next);
    struct step *items = ARENA_ARRAY(ordering->program->arena, struct step, list->count);
    for (uint32_t i = 0; i < count; i++) {
        next[ordering->slots[i] + 1] += units->units.items[i].steps;
    }
    for (uint32_t slot = 1; slot <= count; slot++) {
        next[slot] += next[slot - 1];
    }
    for (uint32_t i = 0; i < count; i++) { /* the one that stays comes before those that come */
        const struct list_unit *unit = &units->units.items[i];
        memcpy(&items[next[ordering->slots[i]]], &list->items[unit->step],
               unit->steps * sizeof *items);
        next[ordering->slots[i]] += unit->steps;
    }
    list->items = items;
    memory_free(next);
}

static void order_list(struct step_list *list, void *data) {
    struct ordering *ordering = data;
    ordering->units = units_of(ordering->program, ordering->users, list);
    const size_t memories = ordering->units.memory_count + 1;
    ordering->wrote = memory_array(memories, sizeof *ordering->wrote);
    ordering->touched = memory_array(memories, sizeof *ordering->touched);
    ordering->left = memory_array(memories, sizeof *ordering->left);
    ordering->begun = memory_array(memories, sizeof *ordering->begun);
    ordering->slots = memory_array(ordering->units.units.count + 1, sizeof *ordering->slots);
    if (give_slots(ordering)) {
        put_in_order(ordering, list);
    }
    memory_free(ordering->wrote);
    memory_free(ordering->touched);
    memory_free(ordering->left);
    memory_free(ordering->begun);
    memory_free(ordering->slots);
    units_free(&ordering->units);
}

void program_order(struct program *program) {
    struct ordering ordering = {.program = program};
    if (!arena_exceeds(program, LEAST_FREED)) {
        return;
    }
    ordering.users = program_count_users(program);
    step_lists_visit(&program->steps, order_list, &ordering);
}
