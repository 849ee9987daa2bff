/* Buffers that share memory, so that moves between them do nothing, and large results that are
 * computed element by element take no more of it.
 *
 * Lowering moves whole buffers where a value is carried into the next turn of a loop, leaves a
 * branch, or is updated in part. Here the two sides of a move become one piece of memory wherever
 * no reader of one would then find what the other holds, and the move goes. That is how a loop's
 * carried value is computed in place and a cache grows at the cost of its new row.
 *
 * The test of a set of buffers follows the steps in order and keeps which of the buffers'
 * values the memory holds: all after a move among them, the one that is written after a
 * write. A read of one that is not held is a conflict. The body of a loop is followed
 * twice: what its first turn leaves, the second finds. (Chaitin's coalescing of copies in
 * register allocation, on a tree of steps.) */
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "codegen/lower/merge/merge.h"
#include "codegen/program/steps.h"
#include "codegen/program/visit.h"
#include "support/limits.h"

#include "caches.h"
#include "runs.h"

enum {
    MOST_MEMBERS = sizeof(uint64_t) * CHAR_BIT, /* a bit each */
    LEAST_IN_PLACE = SDYRT_MIDDLE_CACHE / 4,    /* bytes of results computed where an operand was */
};

/* What the kernel at a position does to a buffer. */
struct event {
    int32_t position;
    bool reads, writes;
};

/* A loop or branch: positions first to end (past the last), cut into parts. */
struct span {
    enum step_kind kind;
    int32_t outer; /* the span around it, or -1 */
    int32_t first, end;
    uint32_t part_count;
    int32_t *part_end;
};

struct timeline {
    struct program *program;
    VECTOR(struct kernel *) kernels; /* by position; NULL: the selector of a span is read */
    VECTOR(int32_t) innermost;       /* the span of each position, or -1 */
    VECTOR(struct span) spans;
    struct events {
        struct event *items;
        size_t count, capacity;
    } * events;                 /* by buffer */
    struct kernel_buffer **set; /* by buffer: the one that stands for its set */
    struct member {
        struct kernel_buffer **items;
        size_t count, capacity;
    } * members; /* of those that stand for a set */
};

/* --- the timeline ----------------------------------------------------------------------------- */

static void add_event(struct timeline *timeline, const struct kernel_buffer *buffer,
                      int32_t position, bool reads, bool writes) {
    struct events *events = &timeline->events[buffer->id];
    struct event *last = events->count ? &events->items[events->count - 1] : NULL;
    if (last && last->position == position) {
        last->reads |= reads;
        last->writes |= writes;
        return;
    }
    *vector_push(events) = (struct event){position, reads, writes};
}

static int32_t add_position(struct timeline *timeline, struct kernel *kernel, int32_t span) {
    *vector_push(&timeline->kernels) = kernel;
    *vector_push(&timeline->innermost) = span;
    return (int32_t)timeline->kernels.count - 1;
}

static void add_kernel(struct timeline *timeline, struct kernel *kernel, int32_t span,
                       struct uses *uses) {
    int32_t position = add_position(timeline, kernel, span);
    kernel_uses(kernel, uses);
    for (size_t i = 0; i < uses->accesses.count; i++) {
        const struct used_access *used = &uses->accesses.items[i];
        if (used->buffer->kind != BUFFER_TILE) {
            add_event(timeline, used->buffer, position, used->loads, used->stores);
        }
    }
}

static void add_steps(struct timeline *timeline, const struct step_list *list, int32_t span,
                      struct uses *uses);

static void add_span(struct timeline *timeline, const struct step *step, int32_t outer,
                     struct uses *uses) {
    int32_t number = (int32_t)timeline->spans.count;
    int32_t *ends = ARENA_ARRAY(timeline->program->arena, int32_t, (size_t)step->part_count + 1);
    *vector_push(&timeline->spans) = (struct span){.kind = step->kind,
                                                   .outer = outer,
                                                   .first = (int32_t)timeline->kernels.count,
                                                   .part_count = step->part_count,
                                                   .part_end = ends};
    if (step->kind == STEP_BRANCH) { /* read before the span: it belongs to what is around */
        timeline->spans.items[number].first++;
        add_event(timeline, step->selector, add_position(timeline, NULL, outer), true, false);
    }
    for (uint32_t p = 0; p < step->part_count; p++) {
        add_steps(timeline, &step->parts[p], number, uses);
        if (step->kind == STEP_LOOP && p == 0) {
            add_event(timeline, step->selector, add_position(timeline, NULL, number), true, false);
        }
        ends[p] = (int32_t)timeline->kernels.count;
    }
    timeline->spans.items[number].end = (int32_t)timeline->kernels.count;
}

static void add_steps(struct timeline *timeline, const struct step_list *list, int32_t span,
                      struct uses *uses) {
    for (uint32_t i = 0; i < list->count; i++) {
        const struct step *step = &list->items[i];
        if (step->kind == STEP_KERNEL) {
            add_kernel(timeline, step->kernel, span, uses);
        } else {
            add_span(timeline, step, span, uses);
        }
    }
}

/* --- whether one kernel may read and write the same memory ------------------------------------ */

/* Whether computing an expression reads the buffer anew: what an earlier statement stored is at
 * hand. */
static bool reads_buffer(const struct expr *expr, const struct kernel_buffer *buffer,
                         struct pointer_map *seen) {
    if (expr->kind == EXPR_VALUE || pointer_map_get(seen, expr)) {
        return false;
    }
    pointer_map_put(seen, expr, (void *)(uintptr_t)expr);
    bool found = expr->kind == EXPR_LOAD && expr->access.buffer == buffer;
    for (uint32_t i = 0; i < expr->arg_count; i++) {
        found = reads_buffer(expr->args[i], buffer, seen) || found;
    }
    for (uint32_t i = 0; i < expr->access.indirect_count; i++) {
        found = reads_buffer(expr->access.indirect[i].index, buffer, seen) || found;
    }
    return found;
}

/* Whether a statement after result `number` reads the buffer. */
static bool is_read_later(const struct kernel *kernel, uint32_t number,
                          const struct kernel_buffer *buffer) {
    struct pointer_map seen = {0};
    bool found = false;
    for (uint32_t i = number + 1; i < kernel->result_count && !found; i++) {
        const struct statement *statement = &kernel->results[i];
        found = reads_buffer(statement->value, buffer, &seen) ||
                (statement->condition && reads_buffer(statement->condition, buffer, &seen));
        for (uint32_t k = 0; k < statement->store.indirect_count && !found; k++) {
            found = reads_buffer(statement->store.indirect[k].index, buffer, &seen);
        }
    }
    pointer_map_free(&seen);
    return found;
}

/* Whether all that the kernel reads of `from` is the element that it then writes to `to`. */
static bool works_in_place(const struct kernel *kernel, const struct kernel_buffer *from,
                           const struct kernel_buffer *to) {
    uint32_t number = 0;
    while (number < kernel->result_count && kernel->results[number].store.buffer != to) {
        number++;
    }
    if (kernel->kind != KERNEL_LOOP || number == kernel->result_count || kernel->body_count > 0) {
        return false;
    }
    const struct access *store = &kernel->results[number].store;
    struct uses uses = {0};
    bool good = store->indirect_count == 0;
    kernel_uses(kernel, &uses);
    for (size_t i = 0; i < uses.accesses.count; i++) {
        const struct used_access *used = &uses.accesses.items[i];
        if (used->buffer == from && used->loads) {
            good = good && used->place == PLACE_RESULTS && used->access &&
                   used->access->indirect_count == 0 && affine_equal(&used->access->at, &store->at);
        }
    }
    uses_free(&uses);
    return good && !is_read_later(kernel, number, from);
}

/* --- whether a set of buffers can be one memory ----------------------------------------------- */

struct trial_event {
    int32_t position;
    uint64_t reads, writes; /* members */
};

struct trial {
    const struct timeline *timeline;
    uint32_t count;
    struct kernel_buffer *members[MOST_MEMBERS];
    VECTOR(struct trial_event) events; /* by position */
    uint64_t held;                     /* members whose value the memory holds */
    bool conflict;
};

static int by_position(const void *a, const void *b) {
    const struct trial_event *x = a, *y = b;
    return x->position < y->position ? -1 : x->position > y->position;
}

static void gather_events(struct trial *trial) {
    for (uint32_t m = 0; m < trial->count; m++) {
        const struct events *events = &trial->timeline->events[trial->members[m]->id];
        for (size_t i = 0; i < events->count; i++) {
            const struct event *event = &events->items[i];
            *vector_push(&trial->events) =
                (struct trial_event){event->position, event->reads ? UINT64_C(1) << m : 0,
                                     event->writes ? UINT64_C(1) << m : 0};
        }
    }
    struct trial_event *items = trial->events.items;
    if (trial->events.count == 0) {
        return;
    }
    qsort(items, trial->events.count, sizeof *items, by_position);
    size_t kept = 0;
    for (size_t i = 1; i < trial->events.count; i++) {
        if (items[i].position == items[kept].position) {
            items[kept].reads |= items[i].reads;
            items[kept].writes |= items[i].writes;
        } else {
            items[++kept] = items[i];
        }
    }
    trial->events.count = kept + 1;
}

static bool kernel_works_in_place(const struct trial *trial, const struct kernel *kernel,
                                  const struct trial_event *event) {
    for (uint32_t from = 0; from < trial->count; from++) {
        for (uint32_t to = 0; to < trial->count; to++) {
            if (from != to && event->reads & UINT64_C(1) << from &&
                event->writes & UINT64_C(1) << to &&
                !works_in_place(kernel, trial->members[from], trial->members[to])) {
                return false;
            }
        }
    }
    return true;
}

static void try_event(struct trial *trial, const struct trial_event *event) {
    const struct kernel *kernel = trial->timeline->kernels.items[event->position];
    bool is_inner_move = kernel && kernel->is_move && event->reads && event->writes;
    trial->conflict |= (event->reads & ~trial->held) != 0;
    if (is_inner_move) {
        trial->held |= event->writes;
    } else if (event->writes) {
        bool writes_one = (event->writes & (event->writes - 1)) == 0;
        trial->conflict |= !writes_one || !kernel_works_in_place(trial, kernel, event);
        trial->held = event->writes;
    }
}

static size_t try_range(struct trial *trial, size_t next, int32_t end, int32_t span);

/* Follows the events of a loop or branch; returns the first one behind it. */
static size_t try_span(struct trial *trial, size_t next, const struct span *span, int32_t number) {
    if (span->kind == STEP_LOOP) {
        size_t after_condition = try_range(trial, next, span->part_end[0], number);
        uint64_t held = trial->held;
        for (int32_t turn = 0; turn < 2; turn++) {
            try_range(trial, after_condition, span->end, number);
            try_range(trial, next, span->part_end[0], number);
        }
        trial->held &= held;
    } else {
        uint64_t before = trial->held, after = ~UINT64_C(0);
        size_t at = next;
        for (uint32_t p = 0; p < span->part_count; p++) {
            trial->held = before;
            at = try_range(trial, at, span->part_end[p], number);
            after &= trial->held;
        }
        trial->held = after;
    }
    while (next < trial->events.count && trial->events.items[next].position < span->end) {
        next++;
    }
    return next;
}

/* Follows the events from `next` on that stand before `end`, all inside of `span`. */
static size_t try_range(struct trial *trial, size_t next, int32_t end, int32_t span) {
    const struct timeline *timeline = trial->timeline;
    while (!trial->conflict && next < trial->events.count &&
           trial->events.items[next].position < end) {
        const struct trial_event *event = &trial->events.items[next];
        int32_t inner = timeline->innermost.items[event->position];
        if (inner == span) {
            try_event(trial, event);
            next++;
            continue;
        }
        while (timeline->spans.items[inner].outer != span) {
            inner = timeline->spans.items[inner].outer;
        }
        next = try_span(trial, next, &timeline->spans.items[inner], inner);
    }
    return next;
}

static bool is_member(const struct trial *trial, const struct kernel_buffer *buffer) {
    for (uint32_t m = 0; m < trial->count; m++) {
        if (trial->members[m] == buffer) {
            return true;
        }
    }
    return false;
}

/* Whether nothing but moves from one member to another writes the members. */
static bool only_moves(const struct trial *trial) {
    for (uint32_t m = 0; m < trial->count; m++) {
        const struct events *events = &trial->timeline->events[trial->members[m]->id];
        for (size_t i = 0; i < events->count; i++) {
            const struct kernel *kernel = trial->timeline->kernels.items[events->items[i].position];
            if (events->items[i].writes &&
                !(kernel->is_move && is_member(trial, kernel->results[0].value->access.buffer))) {
                return false;
            }
        }
    }
    return true;
}

/* What the caller gives, and constants, are held in the beginning and not written: what is only
 * moved out of them lies where they do. A set has room for one of the caller's results, and for an
 * argument where that result may lie in its memory. */
static bool fits_caller(const struct timeline *timeline, struct trial *trial) {
    const struct kernel_buffer *given = NULL, *output = NULL;
    for (uint32_t m = 0; m < trial->count; m++) {
        const struct kernel_buffer *buffer = trial->members[m];
        bool is_given = buffer->kind == BUFFER_INPUT || buffer->kind == BUFFER_CONSTANT;
        const struct kernel_buffer **side = is_given ? &given : &output;
        if (buffer->kind == BUFFER_TILE || buffer->kind == BUFFER_RANK ||
            buffer->kind == BUFFER_KEPT) {
            return false;
        }
        if (buffer->kind != BUFFER_ARENA && *side && *side != buffer) {
            return false;
        }
        if (buffer->kind != BUFFER_ARENA) {
            *side = buffer;
        }
        trial->held |= is_given ? UINT64_C(1) << m : 0;
    }
    if (!given || !output) {
        return !given || only_moves(trial);
    }
    return given->kind == BUFFER_INPUT &&
           timeline->program->inputs[given->number].donated_to == (int32_t)output->number;
}

/* The caller reads the results in the end. */
static bool results_are_held(const struct trial *trial) {
    uint64_t results = 0;
    for (uint32_t m = 0; m < trial->count; m++) {
        results |= trial->members[m]->kind == BUFFER_OUTPUT ? UINT64_C(1) << m : 0;
    }
    return (results & ~trial->held) == 0;
}

static bool can_share(const struct timeline *timeline, const struct member *a,
                      const struct member *b) {
    struct trial trial = {.timeline = timeline};
    if (a->count + b->count > MOST_MEMBERS) {
        return false;
    }
    for (size_t i = 0; i < a->count; i++) {
        trial.members[trial.count++] = a->items[i];
    }
    for (size_t i = 0; i < b->count; i++) {
        trial.members[trial.count++] = b->items[i];
    }
    if (!fits_caller(timeline, &trial)) {
        return false;
    }
    gather_events(&trial);
    try_range(&trial, 0, (int32_t)timeline->kernels.count, -1);
    vector_free(&trial.events);
    return !trial.conflict && results_are_held(&trial);
}

/* --- sets ------------------------------------------------------------------------------------- */

static void unite(struct timeline *timeline, struct kernel_buffer *a, struct kernel_buffer *b) {
    struct member *into = &timeline->members[a->id], *from = &timeline->members[b->id];
    for (size_t i = 0; i < from->count; i++) {
        timeline->set[from->items[i]->id] = a;
        *vector_push(into) = from->items[i];
    }
    vector_free(from);
}

static bool coalesce_move(struct timeline *timeline, const struct kernel *kernel) {
    struct kernel_buffer *to = timeline->set[kernel->results[0].store.buffer->id];
    struct kernel_buffer *from = timeline->set[kernel->results[0].value->access.buffer->id];
    if (to == from ||
        !can_share(timeline, &timeline->members[to->id], &timeline->members[from->id])) {
        return false;
    }
    unite(timeline, to, from);
    return true;
}

/* The buffer of a set whose place all others take: the caller's result, else what the caller gives,
 * else any. */
static struct kernel_buffer *place_of(const struct member *set) {
    struct kernel_buffer *place = set->items[0];
    for (size_t i = 0; i < set->count; i++) {
        if (set->items[i]->kind == BUFFER_OUTPUT) {
            return set->items[i];
        }
        place = set->items[i]->kind != BUFFER_ARENA ? set->items[i] : place;
    }
    return place;
}

static void share_memory(struct timeline *timeline) {
    const struct program *program = timeline->program;
    for (uint32_t i = 0; i < program->buffer_count; i++) {
        const struct member *set = &timeline->members[i];
        struct kernel_buffer *place = set->count > 1 ? place_of(set) : NULL;
        for (size_t m = 0; place && m < set->count; m++) {
            struct kernel_buffer *buffer = set->items[m];
            if (buffer != place) {
                buffer->same = place;
            }
            if (buffer->kind == BUFFER_ARENA) {
                buffer->kind = place->kind;
                buffer->number = place->number;
                buffer->data = place->data;
            }
        }
    }
}

static bool one_memory(const struct kernel_buffer *a, const struct kernel_buffer *b) {
    return (a->same ? a->same : a) == (b->same ? b->same : b);
}

/* A move between two names of one memory. From an argument to a result it stays: their memory is
 * one only where the caller says so. */
static bool does_nothing(const struct kernel *kernel, const void *data) {
    (void)data;
    if (!kernel->is_move) {
        return false;
    }
    const struct kernel_buffer *from = kernel->results[0].value->access.buffer;
    const struct kernel_buffer *to = kernel->results[0].store.buffer;
    bool is_donation = from->kind == BUFFER_INPUT && to->kind == BUFFER_OUTPUT;
    return !is_donation && one_memory(to, from);
}

static void timeline_free(struct timeline *timeline) {
    for (uint32_t i = 0; i < timeline->program->buffer_count; i++) {
        vector_free(&timeline->events[i]);
        vector_free(&timeline->members[i]);
    }
    vector_free(&timeline->kernels);
    vector_free(&timeline->innermost);
    vector_free(&timeline->spans);
}

static void timeline_init(struct timeline *timeline, struct program *program) {
    struct uses uses = {0};
    uint32_t count = program->buffer_count;
    *timeline = (struct timeline){.program = program};
    timeline->events = ARENA_ARRAY(program->arena, struct events, (size_t)count + 1);
    timeline->members = ARENA_ARRAY(program->arena, struct member, (size_t)count + 1);
    timeline->set = ARENA_ARRAY(program->arena, struct kernel_buffer *, (size_t)count + 1);
    for (uint32_t i = 0; i < count; i++) {
        timeline->set[i] = program->buffers[i];
        *vector_push(&timeline->members[i]) = program->buffers[i];
    }
    add_steps(timeline, &program->steps, -1, &uses);
    uses_free(&uses);
}

static bool is_large(const struct kernel_buffer *buffer) {
    return buffer->elements >= LEAST_IN_PLACE / (int64_t)element_info[buffer->element].bytes;
}

static bool has_candidates(const struct program *program) {
    for (uint32_t i = 0; i < program->kernel_count; i++) {
        if (program->kernels[i]->is_move) {
            return true;
        }
    }
    for (uint32_t i = 0; i < program->buffer_count; i++) {
        if (program->buffers[i]->kind == BUFFER_ARENA && is_large(program->buffers[i])) {
            return true;
        }
    }
    for (uint32_t i = 0; i < program->input_count; i++) {
        if (program->inputs[i].donated_to >= 0) {
            return true;
        }
    }
    return false;
}

static struct kernel_buffer *caller_buffer(const struct program *program, enum buffer_kind kind,
                                           uint32_t number) {
    for (uint32_t i = 0; i < program->buffer_count; i++) {
        if (program->buffers[i]->kind == kind && program->buffers[i]->number == number) {
            return program->buffers[i];
        }
    }
    return NULL;
}

/* Results that are computed where the argument was. */
static void coalesce_donations(struct timeline *timeline) {
    struct program *program = timeline->program;
    for (uint32_t i = 0; i < program->input_count; i++) {
        struct argument *input = &program->inputs[i];
        if (input->donated_to < 0) {
            continue;
        }
        const struct argument *output = &program->outputs[input->donated_to];
        struct kernel_buffer *from = caller_buffer(program, BUFFER_INPUT, i);
        struct kernel_buffer *to =
            caller_buffer(program, BUFFER_OUTPUT, (uint32_t)input->donated_to);
        bool fits =
            from && to && input->element == output->element && input->elements == output->elements;
        if (fits && timeline->set[from->id] != timeline->set[to->id] &&
            can_share(timeline, &timeline->members[timeline->set[to->id]->id],
                      &timeline->members[timeline->set[from->id]->id])) {
            unite(timeline, timeline->set[to->id], timeline->set[from->id]);
        }
        if (!fits || timeline->set[from->id] != timeline->set[to->id]) {
            input->donated_to = -1;
        }
    }
}

/* Whether a kernel's result may take the place of what it reads: as many elements of its type. */
static bool fits_place(const struct kernel_buffer *from, const struct kernel_buffer *to) {
    return from->kind == BUFFER_ARENA && (to->kind == BUFFER_ARENA || to->kind == BUFFER_OUTPUT) &&
           from->element == to->element && from->elements == to->elements && is_large(to);
}

/* Whether rows are long, or end with a vector: a processor lets the first load of the next one wait
 * for a store of which it keeps the end under a mask. Rows of ten took three times as long. */
static bool has_plain_rows(const struct kernel *kernel, const struct kernel_buffer *to) {
    int64_t bytes = element_info[to->element].bytes;
    uint32_t d = kernel->parallel_count;
    while (d-- > 0 && kernel->extent[d] == 1) {
    }
    for (uint32_t outer = 0; d != UINT32_MAX && outer < d; outer++) {
        if (kernel->extent[outer] > 1) {
            return kernel->extent[d] * bytes >= SDYRT_LONG_RUN ||
                   kernel->extent[d] * bytes % SDYRT_LINE_BYTES == 0;
        }
    }
    return true; /* there is but one */
}

/* A large result that a kernel computes element by element from what nobody reads after it lies
 * where that was: it is less memory, and lines that are in a cache already. Of several results the
 * first would be stored before the others are computed, from copies of what it overwrites. */
static void coalesce_result(struct timeline *timeline, const struct kernel *kernel,
                            struct uses *uses) {
    struct kernel_buffer *to = kernel->results[0].store.buffer;
    kernel_uses(kernel, uses);
    for (size_t i = 0; i < uses->accesses.count; i++) {
        const struct used_access *used = &uses->accesses.items[i];
        if (!used->loads || !fits_place(used->buffer, to) ||
            !works_in_place(kernel, used->buffer, to)) {
            continue;
        }
        struct kernel_buffer *a = timeline->set[to->id], *b = timeline->set[used->buffer->id];
        if (a != b && can_share(timeline, &timeline->members[a->id], &timeline->members[b->id])) {
            unite(timeline, a, b);
        }
    }
}

static void coalesce_results(struct timeline *timeline) {
    struct uses uses = {0};
    for (size_t i = timeline->kernels.count; i-- > 0;) {
        const struct kernel *kernel = timeline->kernels.items[i];
        if (kernel && !kernel->is_move && kernel->kind == KERNEL_LOOP && kernel->body_count == 0 &&
            kernel->result_count == 1 && has_plain_rows(kernel, kernel->results[0].store.buffer)) {
            coalesce_result(timeline, kernel, &uses);
        }
    }
    uses_free(&uses);
}

void program_coalesce(struct program *program) {
    struct timeline timeline;
    if (!has_candidates(program)) {
        return;
    }
    timeline_init(&timeline, program);
    bool changed = true;
    for (int32_t round = 0; round < LIMIT_ROUNDS && changed; round++) {
        changed = false;
        for (size_t i = timeline.kernels.count; i-- > 0;) { /* the ends of loops first */
            const struct kernel *kernel = timeline.kernels.items[i];
            if (kernel && kernel->is_move) {
                changed |= coalesce_move(&timeline, kernel);
            }
        }
    }
    coalesce_donations(&timeline);
    coalesce_results(&timeline);
    share_memory(&timeline);
    program_drop_kernels(program, does_nothing, NULL);
    timeline_free(&timeline);
}
