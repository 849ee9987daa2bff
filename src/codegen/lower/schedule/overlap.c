/* What begins early and is waited for late: exchanges between ranks, and computation beside them.
 *
 * The steps of a list are looked at in their order. One that needs what is under way, or that must
 * come after such a one, stands back; the others are done at once, so that an exchange begins as
 * soon as what it sends is there. Only when no step can be done any more is the exchange waited for
 * that began first, and what can be done then follows in its order. So the order is the same for
 * all ranks, and an exchange has the time of all that does not need it.
 *
 * What is under way, and what steps that stand back will read, is in memory all the while: there
 * are limits to both. */
#include "codegen/library/library.h"
#include "codegen/lower/lower_thresholds.h"
#include "codegen/lower/schedule/schedule.h"
#include "codegen/program/visit.h"
#include "support/limits.h"

#include "caches.h"
#include "ranks.h"

/* Bytes of values that are under way together. */
enum { MOST_BYTES = SDYRT_FAR_CACHE * 2 };

/* Steps that stay together: the links of a chain, else one. */
struct unit {
    uint32_t step, steps; /* the first in the list, and how many */
    size_t first, count;  /* of what they touch */
    bool begins, waits;   /* it is one half of an exchange, of so many bytes */
    double bytes;
    bool is_last; /* before it all that is under way is waited for */
};
struct touched {
    uint32_t memory; /* the number of the buffer that it is of */
    bool writes;
};
/* A list in a loop or branch, and what may be under way in it. */
struct inner_list {
    struct step_list *list;
    uint32_t most;
};
struct overlap {
    struct program *program;
    struct uses uses;
    uint32_t walk, *read, *written; /* by memory: `walk` where what stands back does so */
    VECTOR(struct touched) touched;
    VECTOR(struct unit) back; /* the first waits for what began first */
    VECTOR(struct inner_list) inner;
    const struct step_list *list; /* at hand */
    struct step *done;
    uint32_t done_count;
    uint32_t most, under_way; /* exchanges, within the list and those in it; of the list's own */
    double bytes;             /* of them */
};

/* --- what steps touch ------------------------------------------------------------------------- */

static void touch(struct overlap *overlap, const struct kernel_buffer *buffer, bool writes) {
    if (buffer->kind != BUFFER_TILE && buffer->kind != BUFFER_CONSTANT) {
        const struct kernel_buffer *memory = buffer->same ? buffer->same : buffer;
        *vector_push(&overlap->touched) = (struct touched){memory->id, writes};
    }
}

static void touch_uses(struct overlap *overlap, const struct kernel *kernel, struct unit *unit) {
    const struct library *library = kernel->library;
    bool is_half = library && (library->effect.begins || library->effect.waits);
    kernel_uses(kernel, &overlap->uses);
    for (size_t i = 0; i < overlap->uses.accesses.count; i++) {
        const struct used_access *used = &overlap->uses.accesses.items[i];
        touch(overlap, used->buffer, used->stores);
        if (is_half && used->stores) {
            unit->bytes +=
                (double)used->buffer->elements * element_info[used->buffer->element].bytes;
        }
    }
    unit->is_last |= library && library->effect.alone && !is_half; /* the program may end there */
}

static void touch_step(struct overlap *overlap, const struct step *step, struct unit *unit) {
    if (step->kind == STEP_KERNEL) {
        touch_uses(overlap, step->kernel, unit);
        return;
    }
    struct unit inner = {0};
    touch(overlap, step->selector, false);
    for (uint32_t p = 0; p < step->part_count; p++) {
        for (uint32_t i = 0; i < step->parts[p].count; i++) {
            touch_step(overlap, &step->parts[p].items[i], &inner);
        }
    }
    unit->is_last |= inner.is_last || (inner.bytes > 0 && overlap->most < 2);
}

static struct unit unit_at(struct overlap *overlap, uint32_t step) {
    const struct step_list *list = overlap->list;
    const struct kernel *kernel = list->items[step].kernel;
    const struct library *library = kernel ? kernel->library : NULL;
    struct unit unit = {.step = step,
                        .first = overlap->touched.count,
                        .begins = library && library->effect.begins,
                        .waits = library && library->effect.waits};
    do {
        touch_step(overlap, &list->items[step + unit.steps++], &unit);
    } while (step + unit.steps < list->count && list->items[step + unit.steps].follows);
    unit.count = overlap->touched.count - unit.first;
    return unit;
}

/* --- one after the other ---------------------------------------------------------------------- */

static void take(struct overlap *overlap, const struct unit *unit) {
    for (uint32_t i = 0; i < unit->steps; i++) {
        const struct step *step = &overlap->list->items[unit->step + i];
        overlap->done[overlap->done_count++] = *step;
        for (uint32_t p = 0; p < step->part_count; p++) {
            *vector_push(&overlap->inner) =
                (struct inner_list){&step->parts[p], overlap->most - overlap->under_way};
        }
    }
    if (unit->begins) {
        overlap->under_way++;
        overlap->bytes += unit->bytes;
    } else if (unit->waits) {
        overlap->under_way--;
        overlap->bytes -= unit->bytes;
    }
}

static bool must_stand_back(const struct overlap *overlap, const struct unit *unit) {
    for (size_t i = 0; i < unit->count; i++) {
        const struct touched *touched = &overlap->touched.items[unit->first + i];
        if (overlap->written[touched->memory] == overlap->walk ||
            (touched->writes && overlap->read[touched->memory] == overlap->walk)) {
            return true;
        }
    }
    return unit->waits;
}

static void stand_back(struct overlap *overlap, const struct unit *unit) {
    for (size_t i = 0; i < unit->count; i++) {
        const struct touched *touched = &overlap->touched.items[unit->first + i];
        (touched->writes ? overlap->written : overlap->read)[touched->memory] = overlap->walk;
    }
    *vector_push(&overlap->back) = *unit;
}

/* Half of what may be under way is left to the lists inside of this one. */
static bool has_number(const struct overlap *overlap, const struct unit *unit) {
    return !unit->begins || overlap->under_way == 0 || overlap->under_way < overlap->most / 2;
}

/* Waits for the exchange that began first, and does what can be done then. */
static void wait_for_first(struct overlap *overlap) {
    struct unit *units = overlap->back.items;
    size_t count = overlap->back.count;
    take(overlap, &units[0]);
    overlap->walk++;
    overlap->back.count = 0;
    for (size_t i = 1; i < count; i++) {
        struct unit unit = units[i];
        if (must_stand_back(overlap, &unit) || !has_number(overlap, &unit)) {
            stand_back(overlap, &unit); /* at its place, or before */
        } else {
            take(overlap, &unit);
        }
    }
}

static void wait_for_all(struct overlap *overlap) {
    while (overlap->back.count > 0) {
        wait_for_first(overlap);
    }
}

static bool has_room(const struct overlap *overlap, const struct unit *unit) {
    return has_number(overlap, unit) &&
           (!unit->begins || overlap->under_way == 0 ||
            overlap->bytes + unit->bytes <= MOST_BYTES) &&
           overlap->back.count < LIMIT_LOOKED;
}

static void look_at(struct overlap *overlap, const struct unit *unit) {
    if (unit->is_last) {
        wait_for_all(overlap);
    }
    while (overlap->back.count > 0 && !has_room(overlap, unit)) {
        wait_for_first(overlap);
    }
    if (must_stand_back(overlap, unit)) {
        stand_back(overlap, unit);
    } else {
        take(overlap, unit);
    }
}

static void overlap_list(struct overlap *overlap, struct step_list *list, uint32_t most) {
    overlap->list = list;
    overlap->most = most;
    overlap->done = ARENA_ARRAY(overlap->program->arena, struct step, list->count + 1);
    overlap->done_count = 0;
    overlap->touched.count = 0;
    overlap->walk++;
    for (uint32_t i = 0; i < list->count;) {
        struct unit unit = unit_at(overlap, i);
        look_at(overlap, &unit);
        i += unit.steps;
    }
    wait_for_all(overlap);
    list->items = overlap->done;
}

void program_overlap(struct program *program) {
    struct overlap overlap = {.program = program};
    if (program->exchange_count == 0) {
        return;
    }
    overlap.read = ARENA_ARRAY(program->arena, uint32_t, program->buffer_count + 1);
    overlap.written = ARENA_ARRAY(program->arena, uint32_t, program->buffer_count + 1);
    *vector_push(&overlap.inner) = (struct inner_list){&program->steps, SDYRT_UNDER_WAY};
    while (overlap.inner.count > 0) {
        struct inner_list last = overlap.inner.items[--overlap.inner.count];
        overlap_list(&overlap, last.list, last.most);
    }
    uses_free(&overlap.uses);
    vector_free(&overlap.touched);
    vector_free(&overlap.back);
    vector_free(&overlap.inner);
}
