/* Cheap values that are made again, instead of being kept. Where the most memory is in use, some
 * values are neither read nor written, but kept for later: a gradient will read them. One that is
 * computed element by element of what is kept as well need not be there all the while: a kernel
 * that makes it again stands right in front of the next reader, and in between its memory is
 * others'. The buffer stays the same one, so that its readers know nothing of it.
 *
 * Each round looks where the most is in use, and takes the value that frees most bytes a cycle of
 * making it again. All kernels that do so take but a small part of the program's time. (Chen and
 * others 2016 drop values of layers; Kirisame and others 2020 compare what a value costs with what
 * it frees.) */
#include "codegen/lower/merge/merge.h"
#include "codegen/lower/schedule/schedule.h"
#include "codegen/lower/schedule/units.h"
#include "codegen/program/steps.h"
#include "support/limits.h"

#include "caches.h"
#include "machine_rates.h"
#include "runs.h"

#include <stdlib.h>
#include <string.h>

/* A unit that touches a memory. */
struct toucher {
    uint32_t unit;
    bool writes;
};

/* A value that can be made again. */
struct remade {
    struct kernel_buffer *buffer;
    const struct kernel *maker; /* first, in this unit */
    uint32_t first;
    struct kernel *kernel; /* that makes it again, in so many cycles */
    double cycles;
    uint32_t unit; /* in front of which it would, or does */
    int64_t bytes; /* that are free then at the peak; 0: it cannot be */
    bool is_kept;  /* for good: it is made again, or what another is made of */
};

struct remaking {
    struct program *program;
    struct step_list *list;
    struct list_units units;
    uint32_t
        *touchers_at; /* by memory: where its touchers begin, in order; they end at the next's */
    struct toucher *touchers;
    uint32_t *last;     /* by memory: the last unit that touches it */
    int64_t *in_use;    /* by unit: bytes */
    uint32_t *value_of; /* by memory: the number of its value, and one more; 0: it has none */
    VECTOR(struct remade) values;
    VECTOR(struct remade *) done; /* in order */
    size_t useful; /* so many at the beginning: later ones have not lowered the peak */
    int64_t least; /* bytes in use at the peak, with these */
    double cycles; /* that may be spent yet */
};

/* --- time ------------------------------------------------------------------------------------- */

/* Whether an access before this one is of the same elements. */
static bool is_counted(const struct uses *uses, size_t number) {
    const struct used_access *used = &uses->accesses.items[number];
    bool is = false;
    for (size_t i = 0; i < number && i < LIMIT_AHEAD && !is; i++) {
        const struct used_access *before = &uses->accesses.items[i];
        is = before->buffer == used->buffer && before->access != NULL && used->access != NULL &&
             affine_equal(&before->access->at, &used->access->at);
    }
    return is;
}

/* Bytes that a kernel's loops move, each element of a buffer once: what is the same for many points
 * stays in a cache. */
static double moved_bytes(const struct kernel *kernel) {
    struct uses uses = {0};
    double points = 1, bytes = 0;
    for (uint32_t d = 0; d < kernel->dim_count; d++) {
        points *= (double)kernel->extent[d];
    }
    kernel_uses(kernel, &uses);
    for (size_t i = 0; i < uses.accesses.count; i++) {
        const struct kernel_buffer *buffer = uses.accesses.items[i].buffer;
        const double elements =
            (double)buffer->elements < points ? (double)buffer->elements : points;
        bytes += is_counted(&uses, i) ? 0 : elements * element_info[buffer->element].bytes;
    }
    uses_free(&uses);
    return bytes;
}

/* About how many cycles of one core the kernel takes, by its operations and its bytes. Strips of a
 * loop come to the core before it computes with them. */
static double kernel_cycles(const struct kernel *kernel) {
    const bool is_loop = kernel->kind == KERNEL_LOOP;
    const double computes = kernel->flops / ((is_loop ? 1 : 2 * FMAS) * SDYRT_LINE_FLOATS);
    const double moves = (is_loop ? moved_bytes(kernel) : kernel->bytes) / MEMORY_BYTES;
    return is_loop ? computes + moves : computes > moves ? computes : moves;
}

static double list_cycles(const struct step_list *list) {
    double cycles = 0;
    for (uint32_t i = 0; i < list->count; i++) {
        const struct step *step = &list->items[i];
        cycles += step->kind == STEP_KERNEL ? kernel_cycles(step->kernel) : 0;
        for (uint32_t p = 0; p < step->part_count; p++) {
            cycles += list_cycles(&step->parts[p]);
        }
    }
    return cycles;
}

/* --- memory ----------------------------------------------------------------------------------- */

static void find_touchers(struct remaking *remaking) {
    const struct list_units *units = &remaking->units;
    uint32_t *at = remaking->touchers_at;
    for (size_t i = 0; i < units->touches.count; i++) {
        at[units->touches.items[i].memory + 2]++;
    }
    for (uint32_t m = 2; m < units->memory_count + 2; m++) {
        at[m] += at[m - 1];
    }
    for (uint32_t u = 0; u < units->units.count; u++) {
        for (size_t i = 0; i < units->units.items[u].count; i++) {
            const struct unit_touch *touch = &units->touches.items[units->units.items[u].first + i];
            remaking->touchers[at[touch->memory + 1]++] = (struct toucher){u, touch->writes};
            remaking->last[touch->memory] = u;
        }
    }
}

static void find_use(struct remaking *remaking) {
    const struct list_units *units = &remaking->units;
    for (uint32_t m = 0; m < units->memory_count; m++) {
        const uint32_t at = remaking->touchers_at[m];
        if (at < remaking->touchers_at[m + 1]) {
            remaking->in_use[remaking->touchers[at].unit] += units->bytes[m];
            remaking->in_use[remaking->last[m] + 1] -= units->bytes[m];
        }
    }
    for (size_t u = 1; u < units->units.count; u++) {
        remaking->in_use[u] += remaking->in_use[u - 1];
    }
}

/* The unit at which most bytes are in use. */
static uint32_t find_peak(const struct remaking *remaking) {
    uint32_t peak = 0;
    for (uint32_t u = 1; u < remaking->units.units.count; u++) {
        peak = remaking->in_use[u] > remaking->in_use[peak] ? u : peak;
    }
    return peak;
}

static void begin_list(struct remaking *remaking, struct step_list *list) {
    struct program *program = remaking->program;
    remaking->list = list;
    remaking->units = units_of(program, program_count_users(program), list);
    const size_t memories = remaking->units.memory_count, units = remaking->units.units.count;
    remaking->touchers_at = memory_array(memories + 2, sizeof *remaking->touchers_at);
    remaking->touchers =
        memory_array(remaking->units.touches.count + 1, sizeof *remaking->touchers);
    remaking->last = memory_array(memories + 1, sizeof *remaking->last);
    remaking->in_use = memory_array(units + 1, sizeof *remaking->in_use);
    remaking->value_of = memory_array(memories + 1, sizeof *remaking->value_of);
    remaking->values.count = remaking->done.count = remaking->useful = 0;
    remaking->least = INT64_MAX;
    remaking->cycles = REMAKE_MOST * list_cycles(list);
    find_touchers(remaking);
    find_use(remaking);
}

static void end_list(struct remaking *remaking) {
    units_free(&remaking->units);
    memory_free(remaking->touchers_at);
    memory_free(remaking->touchers);
    memory_free(remaking->last);
    memory_free(remaking->in_use);
    memory_free(remaking->value_of);
}

/* --- values that can be made again ------------------------------------------------------------ */

/* The kernel of the list that alone writes the buffer, and by which statement; NULL: none does. */
static struct kernel *maker_of(const struct remaking *remaking, const struct kernel_buffer *buffer,
                               const struct statement **made) {
    const struct list_unit *unit =
        &remaking->units.units.items[remaking->touchers[remaking->touchers_at[buffer->id]].unit];
    struct kernel *maker = NULL;
    for (uint32_t i = 0; i < unit->steps; i++) {
        const struct step *step = &remaking->list->items[unit->step + i];
        struct kernel *kernel = step->kernel;
        const uint32_t count = kernel != NULL ? kernel->body_count + kernel->result_count : 0;
        for (uint32_t k = 0; k < count; k++) {
            const struct statement *statement = k < kernel->body_count
                                                    ? &kernel->body[k]
                                                    : &kernel->results[k - kernel->body_count];
            if (statement->store.buffer == buffer) {
                if (maker != NULL) {
                    return NULL;
                }
                maker = kernel;
                *made = statement;
            }
        }
    }
    return maker;
}

/* Whether the list's arena has the buffer by itself, large, and only the unit that is the first to
 * touch it writes it. */
static bool has_one_writer(const struct remaking *remaking, const struct kernel_buffer *buffer) {
    const uint32_t at = remaking->touchers_at[buffer->id];
    const uint32_t end = remaking->touchers_at[buffer->id + 1];
    bool is = buffer_has_arena(buffer) && end - at > 1 &&
              remaking->units.bytes[buffer->id] >= LEAST_STORED && remaking->touchers[at].writes;
    for (uint32_t i = at + 1; i < end && is; i++) {
        is = !remaking->touchers[i].writes;
    }
    return is;
}

static void add_value(struct remaking *remaking, struct kernel_buffer *buffer) {
    const struct statement *made = NULL;
    const struct kernel *maker = maker_of(remaking, buffer, &made);
    const bool may = maker != NULL && statement_is_plain(made) && !maker->is_once &&
                     !maker->is_disjoint && !maker->is_repeated && !maker->is_move;
    struct kernel *kernel = may ? kernel_again(remaking->program->arena, maker, made) : NULL;
    if (kernel != NULL) {
        *vector_push(&remaking->values) =
            (struct remade){.buffer = buffer,
                            .maker = maker,
                            .first = remaking->touchers[remaking->touchers_at[buffer->id]].unit,
                            .kernel = kernel,
                            .cycles = kernel_cycles(kernel)};
        remaking->value_of[buffer->id] = (uint32_t)remaking->values.count;
    }
}

static void find_values(struct remaking *remaking) {
    const struct program *program = remaking->program;
    bool *is_shared = memory_array(program->buffer_count + 1, sizeof *is_shared);
    for (uint32_t i = 0; i < program->buffer_count; i++) {
        if (program->buffers[i]->same != NULL) {
            is_shared[program->buffers[i]->same->id] = true;
        }
    }
    for (uint32_t i = 0; i < program->buffer_count; i++) {
        if (!is_shared[i] && has_one_writer(remaking, program->buffers[i])) {
            add_value(remaking, program->buffers[i]);
        }
    }
    memory_free(is_shared);
}

static bool writes(const struct kernel *kernel, const struct kernel_buffer *buffer) {
    struct uses uses = {0};
    bool found = false;
    kernel_uses(kernel, &uses);
    for (size_t i = 0; i < uses.accesses.count && !found; i++) {
        const struct used_access *used = &uses.accesses.items[i];
        found = used->stores && buffers_meet(used->buffer, buffer);
    }
    uses_free(&uses);
    return found;
}

/* Whether a link of the maker's chain that comes behind it writes the buffer. */
static bool is_overwritten(const struct remaking *remaking, const struct remade *remade,
                           const struct kernel_buffer *buffer) {
    const struct list_unit *unit = &remaking->units.units.items[remade->first];
    bool is_behind = false, found = false;
    for (uint32_t i = 0; i < unit->steps && !found; i++) {
        const struct kernel *kernel = remaking->list->items[unit->step + i].kernel;
        found = is_behind && writes(kernel, buffer);
        is_behind |= kernel == remade->maker;
    }
    return found;
}

/* Whether the buffer holds in front of the value's unit what it held when the maker had run. */
static bool holds(const struct remaking *remaking, const struct remade *remade,
                  const struct kernel_buffer *buffer) {
    const uint32_t memory = units_memory(remaking->program, buffer);
    bool is_same = !buffer_is_of_task(buffer);
    if (buffer->kind == BUFFER_CONSTANT || buffer->kind == BUFFER_RANK || !is_same) {
        return is_same;
    }
    for (uint32_t i = remaking->touchers_at[memory]; i < remaking->touchers_at[memory + 1]; i++) {
        const struct toucher *toucher = &remaking->touchers[i];
        if (toucher->writes && toucher->unit >= remade->first && toucher->unit < remade->unit) {
            is_same = is_same && toucher->unit == remade->first &&
                      !is_overwritten(remaking, remade, buffer);
        }
    }
    return is_same;
}

/* The bytes that are free at the peak when the value is made again in front of the unit, less those
 * that are then kept for it; 0: it cannot be. */
static int64_t free_bytes(const struct remaking *remaking, const struct remade *remade) {
    struct uses uses = {0};
    int64_t bytes = remaking->units.bytes[remade->buffer->id];
    kernel_uses(remade->kernel, &uses);
    for (size_t i = 0; i < uses.accesses.count && bytes > 0; i++) {
        const struct used_access *used = &uses.accesses.items[i];
        const uint32_t memory = units_memory(remaking->program, used->buffer);
        if (!used->loads) {
            continue;
        }
        if (buffer_memory(used->buffer)->made_again != NULL ||
            !holds(remaking, remade, used->buffer)) {
            bytes = 0;
        } else if (used->buffer->kind == BUFFER_ARENA && remaking->last[memory] < remade->unit) {
            bytes -= remaking->units.all_bytes[memory];
        }
    }
    uses_free(&uses);
    return bytes > 0 ? bytes : 0;
}

/* --- rounds ----------------------------------------------------------------------------------- */

/* The first toucher of the value's memory that is no earlier than the unit. */
static uint32_t toucher_from(const struct remaking *remaking, const struct remade *remade,
                             uint32_t unit) {
    uint32_t low = remaking->touchers_at[remade->buffer->id];
    uint32_t high = remaking->touchers_at[remade->buffer->id + 1];
    while (low < high) {
        const uint32_t middle = low + (high - low) / 2;
        if (remaking->touchers[middle].unit < unit) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

/* Whether the value is kept over the peak, where nobody needs it. Notes who needs it next. */
static bool is_only_kept(const struct remaking *remaking, struct remade *remade, uint32_t peak) {
    const uint32_t next = toucher_from(remaking, remade, peak);
    const uint32_t begin = remaking->touchers_at[remade->buffer->id];
    const uint32_t end = remaking->touchers_at[remade->buffer->id + 1];
    if (remade->is_kept || next == begin || next == end || remaking->touchers[next].unit == peak) {
        return false;
    }
    if (remade->unit != remaking->touchers[next].unit) {
        remade->unit = remaking->touchers[next].unit;
        remade->bytes = free_bytes(remaking, remade);
    }
    return true;
}

/* The value that frees most bytes a cycle; NULL: there is none. */
static struct remade *best_value(struct remaking *remaking, uint32_t peak) {
    struct remade *best = NULL;
    for (size_t i = 0; i < remaking->values.count; i++) {
        struct remade *value = &remaking->values.items[i];
        if (is_only_kept(remaking, value, peak) && value->cycles <= remaking->cycles &&
            (double)value->bytes * (best != NULL ? best->cycles : 1) >
                (best != NULL ? (double)best->bytes * value->cycles : 0)) {
            best = value;
        }
    }
    return best;
}

/* Keeps what the value is made of until it is. */
static void keep_operands(struct remaking *remaking, const struct remade *remade) {
    struct uses uses = {0};
    kernel_uses(remade->kernel, &uses);
    for (size_t i = 0; i < uses.accesses.count; i++) {
        const uint32_t memory = units_memory(remaking->program, uses.accesses.items[i].buffer);
        if (remaking->value_of[memory] > 0) {
            remaking->values.items[remaking->value_of[memory] - 1].is_kept = true;
        }
        for (uint32_t u = remaking->last[memory] + 1;
             u <= remade->unit && remaking->units.bytes[memory] > 0; u++) {
            remaking->in_use[u] += remaking->units.bytes[memory];
            remaking->last[memory] = u;
        }
    }
    uses_free(&uses);
}

static void make_again(struct remaking *remaking, struct remade *remade, uint32_t peak) {
    const uint32_t next = toucher_from(remaking, remade, peak);
    for (uint32_t u = remaking->touchers[next - 1].unit + 1; u < remade->unit; u++) {
        remaking->in_use[u] -= remaking->units.bytes[remade->buffer->id];
    }
    remade->buffer->made_again = remade->kernel;
    keep_operands(remaking, remade);
    remaking->cycles -= remade->cycles;
    *vector_push(&remaking->done) = remade;
}

/* Makes one more value again where most is in use; false: none is worth it. */
static bool lower_peak(struct remaking *remaking) {
    const uint32_t peak = find_peak(remaking);
    if (remaking->in_use[peak] < remaking->least) {
        remaking->least = remaking->in_use[peak];
        remaking->useful = remaking->done.count;
    }
    struct remade *best = remaking->least > SDYRT_FAR_CACHE ? best_value(remaking, peak) : NULL;
    if (best != NULL && best->bytes == free_bytes(remaking, best)) {
        make_again(remaking, best, peak);
    } else if (best != NULL) {
        best->bytes = free_bytes(remaking, best); /* others have been made again since */
    }
    return best != NULL;
}

/* --- the list --------------------------------------------------------------------------------- */

static int by_unit(const void *a, const void *b) {
    const struct remade *x = *(struct remade *const *)a, *y = *(struct remade *const *)b;
    return x->unit != y->unit ? (x->unit < y->unit ? -1 : 1)
                              : (x->buffer->id > y->buffer->id) - (x->buffer->id < y->buffer->id);
}

/* Puts each kernel in front of its unit. */
static void insert_kernels(struct remaking *remaking) {
    struct program *program = remaking->program;
    struct step_list *list = remaking->list;
    struct remade **done = remaking->done.items;
    const size_t count = remaking->useful;
    struct step *items = ARENA_ARRAY(program->arena, struct step, list->count + count);
    uint32_t at = 0, next = 0;
    qsort(done, count, sizeof *done, by_unit);
    for (uint32_t u = 0; u < remaking->units.units.count; u++) {
        const struct list_unit *unit = &remaking->units.units.items[u];
        for (; next < count && done[next]->unit == u; next++) {
            struct kernel *kernel = done[next]->kernel;
            kernel->id = program->kernel_count;
            program->kernels[program->kernel_count++] = kernel;
            items[at++] = (struct step){.kind = STEP_KERNEL, .kernel = kernel};
        }
        memcpy(&items[at], &list->items[unit->step], unit->steps * sizeof *items);
        at += unit->steps;
    }
    list->items = items;
    list->count = at;
}

static void remake_in(struct step_list *list, void *data) {
    struct remaking *remaking = data;
    begin_list(remaking, list);
    if (list->count > 0 && remaking->in_use[find_peak(remaking)] > SDYRT_FAR_CACHE) {
        find_values(remaking);
        for (uint32_t round = 0; round < LIMIT_LOOKED && lower_peak(remaking); round++) {
        }
    }
    for (size_t i = remaking->useful; i < remaking->done.count; i++) {
        remaking->done.items[i]->buffer->made_again = NULL;
    }
    if (remaking->useful > 0) {
        insert_kernels(remaking);
    }
    end_list(remaking);
}

/* The most that the program's kernels can become. */
static void reserve_kernels(struct program *program) {
    const size_t count = program->kernel_count;
    struct kernel **kernels =
        ARENA_ARRAY(program->arena, struct kernel *, count + program->buffer_count + 1);
    if (count > 0) {
        memcpy(kernels, program->kernels, count * sizeof *kernels);
    }
    program->kernels = kernels;
}

void program_remake(struct program *program) {
    struct remaking remaking = {.program = program};
    if (!arena_exceeds(program, SDYRT_FAR_CACHE)) {
        return;
    }
    reserve_kernels(program);
    step_lists_visit(&program->steps, remake_in, &remaking);
    vector_free(&remaking.values);
    vector_free(&remaking.done);
}
