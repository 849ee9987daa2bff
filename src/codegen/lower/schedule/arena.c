/* One arena for all that lives between kernels, where a buffer's bytes are used again when its last
 * reader is done. */
#include <stdlib.h>

#include "codegen/lower/schedule/schedule.h"
#include "codegen/lower/schedule/units.h"
#include "support/limits.h"

#include "caches.h"

/* --- liveness --------------------------------------------------------------------------------- */

/* The end of so many bytes from an offset; where 64 bits cannot count them, there is no memory. */
static int64_t end_of(int64_t offset, int64_t bytes) {
    int64_t end;
    if (__builtin_add_overflow(offset, bytes, &end)) {
        memory_fail(SIZE_MAX);
    }
    return end;
}

/* Steps: of a buffer that is made again those in which it holds nothing. None: first > last. */
struct idle {
    int32_t first, last;
};

struct liveness {
    struct program *program;
    struct touches touches;
    struct idle *idle; /* by buffer */
    int32_t steps;     /* so far */
};

static struct kernel_buffer *memory_of(const struct liveness *liveness,
                                       const struct kernel_buffer *buffer) {
    struct kernel_buffer *own = liveness->program->buffers[buffer->id];
    return own->same ? own->same : own;
}

static void live_at(const struct liveness *liveness, const struct kernel_buffer *named,
                    const struct kernel *kernel, int32_t step) {
    struct kernel_buffer *buffer = memory_of(liveness, named);
    if (buffer->first_step < 0) {
        buffer->first_step = step;
        liveness->idle[buffer->id] = (struct idle){step, step - 1};
    }
    if (kernel != NULL && buffer->made_again == kernel) {
        liveness->idle[buffer->id] = (struct idle){buffer->last_step + 1, step - 1};
    }
    buffer->last_step = step;
}

static void live_list(struct liveness *liveness, const struct step_list *list);

/* What a loop finds when it begins is read again in its next turn. */
static void live_through(const struct liveness *liveness, const struct step_list *list,
                         int32_t first, struct touches *touches) {
    for (uint32_t i = 0; i < list->count; i++) {
        const struct step *step = &list->items[i];
        for (uint32_t p = 0; p < step->part_count; p++) {
            live_through(liveness, &step->parts[p], first, touches);
        }
        if (step->kind != STEP_KERNEL) {
            continue;
        }
        touch_kernel(touches, step->kernel);
        for (size_t k = 0; k < touches->list.count; k++) {
            struct kernel_buffer *buffer = memory_of(liveness, touches->list.items[k].buffer);
            if (buffer->first_step < first) {
                buffer->last_step = liveness->steps;
            }
        }
    }
}

static void live_step(struct liveness *liveness, const struct step *step) {
    liveness->steps -= step->follows; /* the tasks of a chain are at all its kernels at once */
    int32_t first = liveness->steps;
    if (step->kind == STEP_KERNEL) {
        touch_kernel(&liveness->touches, step->kernel);
        for (size_t k = 0; k < liveness->touches.list.count; k++) {
            live_at(liveness, liveness->touches.list.items[k].buffer, step->kernel, first);
        }
    }
    if (step->kind == STEP_BRANCH) {
        live_at(liveness, step->selector, NULL, first);
    }
    liveness->steps++;
    for (uint32_t p = 0; p < step->part_count; p++) {
        live_list(liveness, &step->parts[p]);
        if (step->kind == STEP_LOOP && p == 0) {
            live_at(liveness, step->selector, NULL, liveness->steps++);
        }
    }
    if (step->kind == STEP_LOOP) {
        for (uint32_t p = 0; p < step->part_count; p++) {
            live_through(liveness, &step->parts[p], first, &liveness->touches);
        }
        liveness->steps++;
    }
}

static void live_list(struct liveness *liveness, const struct step_list *list) {
    for (uint32_t i = 0; i < list->count; i++) {
        live_step(liveness, &list->items[i]);
    }
}

/* What is found besides the first and last step of each buffer: steps in all, and by buffer when it
 * is idle. */
static struct liveness find_liveness(struct program *program) {
    struct liveness liveness = {.program = program};
    liveness.idle = ARENA_ARRAY(program->arena, struct idle, program->buffer_count + 1);
    live_list(&liveness, &program->steps);
    touches_free(&liveness.touches);
    return liveness;
}

/* --- the arena -------------------------------------------------------------------------------- */

/* Free bytes of the arena, in order, neighbours merged. */
struct hole {
    int64_t offset, bytes;
};
struct holes {
    VECTOR(struct hole) list;
    int64_t end; /* of the arena so far */
};

static int64_t take(struct holes *holes, int64_t bytes) {
    struct hole *best = NULL;
    for (size_t i = 0; i < holes->list.count; i++) {
        struct hole *hole = &holes->list.items[i];
        if (hole->bytes >= bytes && (!best || hole->bytes < best->bytes)) {
            best = hole;
        }
    }
    if (best) {
        int64_t offset = best->offset;
        best->offset += bytes;
        best->bytes -= bytes;
        return offset;
    }
    size_t count = holes->list.count;
    struct hole *last = count ? &holes->list.items[count - 1] : NULL;
    if (last && last->offset + last->bytes == holes->end) {
        int64_t offset = last->offset; /* grow the arena by what its last hole lacks */
        holes->end = end_of(offset, bytes);
        holes->list.count--;
        return offset;
    }
    int64_t offset = holes->end;
    holes->end = end_of(offset, bytes);
    return offset;
}

static void give(struct holes *holes, int64_t offset, int64_t bytes) {
    size_t at = holes->list.count;
    (void)*vector_push(&holes->list);
    struct hole *list = holes->list.items;
    while (at > 0 && list[at - 1].offset > offset) {
        list[at] = list[at - 1];
        at--;
    }
    list[at] = (struct hole){offset, bytes};
    size_t kept = 0;
    for (size_t i = 0; i < holes->list.count; i++) {
        if (list[i].bytes == 0) {
            continue;
        }
        if (kept > 0 && list[kept - 1].offset + list[kept - 1].bytes == list[i].offset) {
            list[kept - 1].bytes += list[i].bytes;
        } else {
            list[kept++] = list[i];
        }
    }
    holes->list.count = kept;
}

static int by_first_step(const void *a, const void *b) {
    const struct kernel_buffer *x = *(struct kernel_buffer *const *)a;
    const struct kernel_buffer *y = *(struct kernel_buffer *const *)b;
    return x->first_step != y->first_step ? (x->first_step < y->first_step ? -1 : 1)
                                          : (x->id < y->id ? -1 : x->id > y->id);
}

static int by_last_step(const void *a, const void *b) {
    const struct kernel_buffer *x = *(struct kernel_buffer *const *)a;
    const struct kernel_buffer *y = *(struct kernel_buffer *const *)b;
    return x->last_step != y->last_step ? (x->last_step < y->last_step ? -1 : 1)
                                        : (x->id < y->id ? -1 : x->id > y->id);
}

/* Buffers of the arena, by the steps at which they begin and end. */
struct lifetimes {
    uint32_t count;
    struct kernel_buffer **starts, **ends;
    int32_t steps;
    const struct idle *idle; /* by number of buffer */
    bool is_any_idle;
};

static struct lifetimes lifetimes_of(struct program *program, const struct liveness *liveness) {
    struct lifetimes of = {
        .starts = ARENA_ARRAY(program->arena, struct kernel_buffer *, program->buffer_count + 1),
        .steps = liveness->steps,
        .idle = liveness->idle};
    for (uint32_t i = 0; i < program->buffer_count; i++) {
        struct kernel_buffer *buffer = program->buffers[i];
        if (buffer_has_arena(buffer) && buffer->first_step >= 0) {
            of.starts[of.count++] = buffer;
            of.is_any_idle |= of.idle[i].first <= of.idle[i].last;
        }
    }
    of.ends = arena_copy(program->arena, of.starts, (of.count + 1) * sizeof *of.starts);
    qsort(of.starts, of.count, sizeof *of.starts, by_first_step);
    qsort(of.ends, of.count, sizeof *of.ends, by_last_step);
    return of;
}

/* Places each buffer in the smallest hole that there is when it begins. Returns the arena's end. */
static int64_t place_by_time(const struct lifetimes *of) {
    struct holes holes = {0};
    for (uint32_t i = 0, ended = 0; i < of->count; i++) {
        while (of->ends[ended]->last_step < of->starts[i]->first_step) {
            give(&holes, of->ends[ended]->offset, buffer_whole_bytes(of->ends[ended]));
            ended++;
        }
        of->starts[i]->offset = take(&holes, buffer_whole_bytes(of->starts[i]));
    }
    vector_free(&holes.list);
    return holes.end;
}

/* The most bytes that live at once: no plan takes less. */
static int64_t bytes_at_once(const struct lifetimes *of) {
    int64_t *change = memory_array((size_t)of->steps + 2, sizeof *change), most = 0, now = 0;
    for (uint32_t i = 0; i < of->count; i++) {
        const struct kernel_buffer *buffer = of->starts[i];
        const struct idle *idle = &of->idle[buffer->id];
        const int64_t bytes = buffer_whole_bytes(buffer);
        change[buffer->first_step] += bytes;
        change[idle->first] -= bytes;
        change[idle->last + 1] += bytes;
        change[buffer->last_step + 1] -= bytes;
    }
    for (int32_t step = 0; step <= of->steps; step++) {
        now += change[step];
        most = now > most ? now : most;
    }
    memory_free(change);
    return most;
}

/* --- by size ---------------------------------------------------------------------------------- */

static int by_size(const void *a, const void *b) {
    const int64_t x = buffer_whole_bytes(*(struct kernel_buffer *const *)a);
    const int64_t y = buffer_whole_bytes(*(struct kernel_buffer *const *)b);
    return x != y ? (x > y ? -1 : 1) : by_first_step(a, b);
}

/* Whether a buffer is idle as long as the other one lives. */
static bool is_idle_with(const struct idle *idle, const struct kernel_buffer *other) {
    return idle->first <= other->first_step && other->last_step <= idle->last;
}

/* Whether two buffers are needed at one step. */
static bool live_together(const struct lifetimes *of, const struct kernel_buffer *a,
                          const struct kernel_buffer *b) {
    return a->first_step <= b->last_step && b->first_step <= a->last_step &&
           !is_idle_with(&of->idle[a->id], b) && !is_idle_with(&of->idle[b->id], a);
}

/* Where the buffer fits among those that are placed, which stand in the order of their offsets: in
 * the smallest hole between those that live when it does, or behind them. */
static int64_t smallest_hole(const struct lifetimes *of, struct kernel_buffer *const *placed,
                             const int64_t *offsets, uint32_t count,
                             const struct kernel_buffer *buffer) {
    const int64_t bytes = buffer_whole_bytes(buffer);
    int64_t end = 0, best = -1, least = INT64_MAX;
    for (uint32_t i = 0; i < count; i++) {
        if (!live_together(of, placed[i], buffer)) {
            continue;
        }
        const int64_t hole = offsets[i] - end,
                      behind = end_of(offsets[i], buffer_whole_bytes(placed[i]));
        if (hole >= bytes && hole < least) {
            best = end;
            least = hole;
        }
        end = behind > end ? behind : end;
    }
    return best >= 0 ? best : end;
}

/* Places the largest buffers first, and small ones in what is left between them: greedy by size
 * (Pisarchyk and Lee 2020). Gives the buffers these offsets where the arena ends before `most`, and
 * returns its end. */
static int64_t place_by_size(struct program *program, const struct lifetimes *of, int64_t most) {
    struct kernel_buffer **sized =
        arena_copy(program->arena, of->starts, (of->count + 1) * sizeof *of->starts);
    struct kernel_buffer **placed =
        ARENA_ARRAY(program->arena, struct kernel_buffer *, of->count + 1);
    int64_t *offsets = ARENA_ARRAY(program->arena, int64_t, of->count + 1), end = 0;
    qsort(sized, of->count, sizeof *sized, by_size);
    for (uint32_t i = 0; i < of->count; i++) {
        const int64_t offset = smallest_hole(of, placed, offsets, i, sized[i]);
        const int64_t behind = end_of(offset, buffer_whole_bytes(sized[i]));
        uint32_t at = i;
        for (; at > 0 && offsets[at - 1] > offset; at--) {
            offsets[at] = offsets[at - 1];
            placed[at] = placed[at - 1];
        }
        offsets[at] = offset;
        placed[at] = sized[i];
        end = behind > end ? behind : end;
    }
    for (uint32_t i = 0; i < of->count && end < most; i++) {
        placed[i]->offset = offsets[i];
    }
    return end < most ? end : most;
}

/* By time, memory is used again while it is near. By size, where that wastes more than a twentieth
 * or some buffers are idle, which it does not see; if the buffers are not so many that each cannot
 * be placed beside all others. */
void program_plan_arena(struct program *program) {
    const struct liveness liveness = find_liveness(program);
    const struct lifetimes of = lifetimes_of(program, &liveness);
    int64_t end = place_by_time(&of); /* first: 64 bits can count what it places */
    const int64_t least = bytes_at_once(&of);
    if ((of.is_any_idle || end - least > least / 20) && of.count <= (uint32_t)LIMIT_PLACED) {
        end = place_by_size(program, &of, end);
    }
    for (uint32_t i = 0; i < program->buffer_count; i++) {
        struct kernel_buffer *buffer = program->buffers[i];
        buffer->offset = buffer->same ? buffer->same->offset : buffer->offset;
    }
    program->arena_bytes = end;
}
