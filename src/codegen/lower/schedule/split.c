/* Reductions in two kernels: one reduces chunks of fixed length into partial results, the other
 * reduces these; and library kernels whose kind does so. Reductions of many points to few results
 * have a chunk for each task; reductions over several dimensions that memory would be read across
 * for have one for each point of one of them, so that the first kernel goes through memory as it
 * lies. */
#include <math.h>
#include <string.h>

#include "codegen/library/library.h"
#include "codegen/lower/schedule/schedule.h"
#include "codegen/program/argmax.h"
#include "codegen/program/share.h"
#include "codegen/program/steps.h"
#include "codegen/program/strips.h"

#include "caches.h"
#include "tasks.h"

/* --- whether --- */

static bool is_step_operand(const struct pointer_map *steps, const struct expr *expr) {
    return expr->kind == EXPR_CONSTANT || pointer_map_get(steps, expr) != NULL;
}

/* Whether the steps are computed of accumulators, terms and constants alone. */
static bool steps_stand_alone(const struct reduction *reduction, const struct uses *uses) {
    struct pointer_map steps = {0};
    bool alone = true;
    for (size_t i = 0; i < uses->exprs.count; i++) {
        struct expr *expr = uses->exprs.items[i].expr;
        if (uses->exprs.items[i].place != PLACE_STEP) {
            continue;
        }
        pointer_map_put(&steps, expr, expr);
        alone = alone && expr->kind != EXPR_LOAD && expr->kind != EXPR_INDEX &&
                expr->kind != EXPR_GUARD;
        for (uint32_t k = 0; k < expr->arg_count; k++) {
            alone = alone && is_step_operand(&steps, expr->args[k]);
        }
    }
    for (uint32_t i = 0; i < reduction->count; i++) {
        alone = alone && is_step_operand(&steps, reduction->next[i]);
    }
    pointer_map_free(&steps);
    return alone;
}

static bool is_number(const struct expr *expr, enum expr_kind kind, uint32_t number) {
    return expr->kind == kind && expr->number == number;
}

/* Whether one accumulator may begin at its first value in each chunk and again behind them: it is
 * a sum that begins at zero, a maximum, ... */
static bool begins_often(const struct reduction *reduction, uint32_t i) {
    const struct expr *next = reduction->next[i], *init = reduction->init[i];
    if (next->kind != EXPR_SCALAR || next->arg_count != 2 || next->type != init->type ||
        init->type >= ELEMENT_C64) {
        return false;
    }
    const struct expr *a = next->args[0], *b = next->args[1];
    if (!(is_number(a, EXPR_ACCUMULATOR, i) && is_number(b, EXPR_TERM, i)) &&
        !(is_number(a, EXPR_TERM, i) && is_number(b, EXPR_ACCUMULATOR, i))) {
        return false;
    }
    double real;
    int64_t integer;
    element_identity(init->type, next->op, &real, &integer);
    bool is_integer = element_is_integer(init->type);
    bool begins_with_nothing =
        init->kind == EXPR_CONSTANT && (is_integer ? init->integer == integer : init->real == real);
    return next->op == SCALAR_MAXIMUM || next->op == SCALAR_MINIMUM ||
           (begins_with_nothing && (next->op == SCALAR_ADD || next->op == SCALAR_MULTIPLY));
}

/* Whether nothing tells how often the accumulators begin at their first values. */
static bool all_begin_often(const struct kernel *kernel) {
    const struct reduction *reduction = kernel->reduction;
    if (reduction->next == NULL || kernel_argmax(kernel).op != SCALAR_NONE) {
        return true;
    }
    for (uint32_t i = 0; i < reduction->count; i++) {
        if (!begins_often(reduction, i)) {
            return false;
        }
    }
    return true;
}

/* Partial results can be combined as terms are: by the operation, or by a step that works on its
 * accumulators and terms alone. One accumulator whose step is a plain operation is not `simple`
 * only where the order matters. */
static bool can_combine(const struct kernel *kernel, const struct uses *uses) {
    const struct reduction *reduction = kernel->reduction;
    if (reduction->in_order || reduction->next == NULL) {
        return !reduction->in_order;
    }
    if (reduction->guard_count > 0 && !all_begin_often(kernel)) {
        return false; /* a chunk may have no first term */
    }
    for (uint32_t i = 0; i < reduction->count; i++) {
        if (element_info[reduction->term[i]->type].compute !=
            element_info[reduction->types[i]].compute) {
            return false;
        }
    }
    return steps_stand_alone(reduction, uses);
}

static int64_t parallel_points(const struct kernel *kernel) {
    int64_t points = 1;
    for (uint32_t d = 0; d < kernel->parallel_count; d++) {
        points *= kernel->extent[d];
    }
    return points;
}

static int64_t sequential_points(const struct kernel *kernel) {
    int64_t points = 1;
    for (uint32_t d = kernel->parallel_count; d < kernel->dim_count; d++) {
        points *= kernel->extent[d];
    }
    return points;
}

/* Whether what is done at every point is but to store there: so it can be in any chunk. */
static bool has_plain_body(const struct kernel *kernel) {
    for (uint32_t i = 0; i < kernel->body_count; i++) {
        const struct statement *statement = &kernel->body[i];
        if (!statement_is_plain(statement)) {
            return false;
        }
    }
    return true;
}

/* The most chunks of so many terms: until there is one for each thread of a large machine they may
 * be short, more than these are long. */
static int64_t most_chunks(int64_t terms) {
    int64_t brief = terms / STRIP_LEAST, lengthy = terms / CHUNK_TERMS;
    int64_t wide = brief < WIDE_TASKS ? brief : WIDE_TASKS;
    return lengthy > wide ? lengthy : wide;
}

/* Chunks that the reduction should be cut into; 1: none. What one device has says how many: the
 * bits are to be the same however many devices are of one rank. */
static int64_t chunks_wanted(const struct kernel *kernel) {
    const int64_t devices = devices_in_kernel(kernel);
    int64_t own_tasks = kernel->tasks > devices ? kernel->tasks / devices : 1;
    if (kernel->kind != KERNEL_LOOP || kernel->reduction == NULL || !has_plain_body(kernel) ||
        kernel->tasks == 0 || own_tasks >= WIDE_TASKS) {
        return 1;
    }
    int64_t chunks = sdyrt_tasks_wanted(kernel_cost(kernel) / (double)devices) / own_tasks;
    int64_t most = most_chunks(sequential_points(kernel));
    /* Steps that are neither a plain operation nor find places run in strips along the results or,
     * where these are few, the chunks. */
    bool along_chunks = kernel->reduction->next != NULL &&
                        parallel_points(kernel) / devices < STRIP_LEAST &&
                        kernel_argmax(kernel).op == SCALAR_NONE;
    chunks *= along_chunks ? STRIP_LEAST : 1;
    return chunks < most ? chunks : most;
}

/* --- where --- */

/* A sequential dimension in chunks, the last of which may be shorter. The dimension that numbers
 * them stands in front of the parallel ones, or behind them if it is `inner`. */
struct cut {
    uint32_t dim;
    int64_t chunks, length;
    bool inner;
};
struct cuts {
    uint32_t count;
    struct cut list[KERNEL_DIMS];
};

/* Of those that are inner, or are not, all together. */
static int64_t chunks_of(const struct cuts *cuts, bool inner) {
    int64_t chunks = 1;
    for (uint32_t i = 0; i < cuts->count; i++) {
        chunks *= cuts->list[i].inner == inner ? cuts->list[i].chunks : 1;
    }
    return chunks;
}

/* About so many chunks: fewer where that leaves no rest, however few where there must be none. */
static struct cut cut_dimension(uint32_t dim, int64_t extent, int64_t wanted, bool evenly) {
    int64_t chunks = wanted < extent ? wanted : extent;
    for (int64_t fewer = chunks; fewer > 0 && (evenly || 2 * fewer > chunks); fewer--) {
        if (extent % fewer == 0) {
            return (struct cut){dim, fewer, extent / fewer, false};
        }
    }
    int64_t length = (extent + chunks - 1) / chunks;
    return (struct cut){dim, (extent + length - 1) / length, length, false};
}

static bool is_cut(const struct cuts *cuts, uint32_t dim) {
    for (uint32_t i = 0; i < cuts->count; i++) {
        if (cuts->list[i].dim == dim) {
            return true;
        }
    }
    return false;
}

/* Adds cuts of the outermost sequential dimensions first. */
static void find_cuts(const struct kernel *kernel, int64_t wanted, struct cuts *cuts) {
    for (uint32_t d = kernel->parallel_count; d < kernel->dim_count && wanted > 1; d++) {
        struct cut cut = cut_dimension(d, kernel->extent[d], wanted, kernel->body_count > 0);
        if (cut.chunks > 1 && !is_cut(cuts, d)) {
            cuts->list[cuts->count++] = cut;
            wanted /= cut.chunks;
        }
    }
}

bool kernel_cuts_evenly(const struct kernel *kernel) {
    int64_t wanted = WIDE_TASKS;
    for (uint32_t d = kernel->parallel_count; d < kernel->dim_count && wanted > 1; d++) {
        wanted /= cut_dimension(d, kernel->extent[d], wanted, true).chunks;
    }
    return wanted <= WIDE_TASKS / ENOUGH_TASKS;
}

/* --- the kernel of partial results --- */

/* Copies of a kernel's expressions for one in which other dimensions number chunks. */
struct copier {
    struct arena *arena;
    const struct kernel *from;
    const struct cuts *cuts;
    uint32_t dims[KERNEL_DIMS], chunks[KERNEL_DIMS]; /* where the old ones are, and those of cuts */
    uint32_t parallel_count;
    bool at_first; /* copies are of the first point of a chunk */
    struct pointer_map copies;
};

static void number_dimensions(struct copier *copier) {
    const struct kernel *from = copier->from;
    const struct cuts *cuts = copier->cuts;
    uint32_t next = 0;
    for (uint32_t i = 0; i < cuts->count; i++) {
        next += cuts->list[i].inner ? 0 : 1;
    }
    for (uint32_t i = 0, outer = 0, inner = next + from->parallel_count; i < cuts->count; i++) {
        copier->chunks[i] = cuts->list[i].inner ? inner++ : outer++;
    }
    copier->parallel_count = from->parallel_count + cuts->count;
    for (uint32_t d = 0; d < from->dim_count; d++) {
        copier->dims[d] = d < from->parallel_count ? next + d : cuts->count + d;
    }
}

static struct affine copy_affine(const struct copier *copier, const struct affine *from) {
    struct affine to = {.offset = from->offset};
    uint32_t count = copier->at_first ? copier->from->parallel_count : copier->from->dim_count;
    for (uint32_t d = 0; d < count; d++) {
        to.stride[copier->dims[d]] = from->stride[d];
    }
    for (uint32_t i = 0; i < copier->cuts->count; i++) {
        const struct cut *cut = &copier->cuts->list[i];
        to.stride[copier->chunks[i]] = from->stride[cut->dim] * cut->length;
    }
    return to;
}

static struct guard *copy_guards(const struct copier *copier, const struct guard *from,
                                 uint32_t count, uint32_t more) {
    struct guard *guards = ARENA_ARRAY(copier->arena, struct guard, count + more + 1);
    for (uint32_t i = 0; i < count; i++) {
        guards[i] = (struct guard){copy_affine(copier, &from[i].at), from[i].bound};
    }
    return guards;
}

static struct expr *copy_of(const struct copier *copier, const struct expr *expr) {
    return pointer_map_get(&copier->copies, expr);
}

/* What the expression is computed of has been copied. */
static void copy_expr(struct copier *copier, const struct expr *from) {
    struct expr *to = arena_copy(copier->arena, from, sizeof *from);
    for (uint32_t i = 0; i < from->arg_count; i++) {
        to->args[i] = copy_of(copier, from->args[i]);
    }
    to->access.at = copy_affine(copier, &from->access.at);
    to->affine = copy_affine(copier, &from->affine);
    to->guards = copy_guards(copier, from->guards, from->guard_count, 0);
    uint32_t count = from->access.indirect_count;
    struct indirect *indirect = ARENA_ARRAY(copier->arena, struct indirect, count + 1);
    for (uint32_t i = 0; i < count; i++) {
        indirect[i] = from->access.indirect[i];
        indirect[i].index = copy_of(copier, indirect[i].index);
    }
    to->access.indirect = indirect;
    pointer_map_put(&copier->copies, from, to);
}

static struct expr **copy_list(const struct copier *copier, struct expr **from, uint32_t count) {
    struct expr **to = ARENA_ARRAY(copier->arena, struct expr *, count);
    for (uint32_t i = 0; i < count; i++) {
        to[i] = copy_of(copier, from[i]);
    }
    return to;
}

/* The value that changes nothing. */
static struct expr *identity(struct arena *arena, enum scalar_op op, enum element type) {
    struct expr *expr = expr_new(arena, EXPR_CONSTANT, type);
    element_identity(type, op, &expr->real, &expr->integer);
    return expr;
}

static struct reduction *copy_reduction(struct copier *copier) {
    const struct reduction *from = copier->from->reduction;
    struct reduction *to = arena_copy(copier->arena, from, sizeof *from);
    to->term = copy_list(copier, from->term, from->count);
    if (from->next != NULL) {
        to->next = copy_list(copier, from->next, from->count);
        to->init = copy_list(copier, from->init, from->count);
    } else {
        to->init = ARENA_ARRAY(copier->arena, struct expr *, from->count);
        for (uint32_t i = 0; i < from->count; i++) {
            to->init[i] = identity(copier->arena, from->simple, from->types[i]);
        }
    }
    struct guard *guards =
        copy_guards(copier, from->guards, from->guard_count, copier->cuts->count);
    for (uint32_t i = 0; i < copier->cuts->count; i++) {
        const struct cut *cut = &copier->cuts->list[i];
        int64_t extent = copier->from->extent[cut->dim];
        if (cut->chunks * cut->length > extent) {
            struct guard *guard = &guards[to->guard_count++];
            *guard = (struct guard){.bound = extent};
            guard->at.stride[copier->chunks[i]] = cut->length;
            guard->at.stride[copier->dims[cut->dim]] = 1;
        }
    }
    to->guards = guards;
    return to;
}

static struct statement *copy_body(const struct copier *copier) {
    const struct kernel *from = copier->from;
    struct statement *to = ARENA_ARRAY(copier->arena, struct statement, from->body_count + 1);
    for (uint32_t i = 0; i < from->body_count; i++) {
        to[i] = from->body[i];
        to[i].value = copy_of(copier, from->body[i].value);
        to[i].store.at = copy_affine(copier, &from->body[i].store.at);
    }
    return to;
}

static void copy_domain(const struct copier *copier, struct kernel *part) {
    const struct kernel *from = copier->from;
    part->parallel_count = copier->parallel_count;
    part->dim_count = from->dim_count + copier->cuts->count;
    for (uint32_t d = 0; d < from->dim_count; d++) {
        part->extent[copier->dims[d]] = from->extent[d];
        part->devices[copier->dims[d]] = from->devices[d];
    }
    for (uint32_t i = 0; i < copier->cuts->count; i++) {
        const struct cut *cut = &copier->cuts->list[i];
        part->extent[copier->chunks[i]] = cut->chunks;
        part->extent[copier->dims[cut->dim]] = cut->length;
    }
}

/* Row by row over the first `count` dimensions of the kernel. */
static struct affine dense(const struct kernel *kernel, uint32_t count) {
    struct affine at = {.offset = 0};
    int64_t stride = 1;
    for (uint32_t d = count; d-- > 0;) {
        at.stride[d] = stride;
        stride *= kernel->extent[d];
    }
    return at;
}

struct kernel_buffer *program_add_partial(struct program *program, enum element element,
                                          int64_t elements) {
    struct kernel_buffer *buffer = ARENA_NEW(program->arena, struct kernel_buffer);
    buffer->kind = BUFFER_ARENA;
    buffer->element = element;
    buffer->elements = elements;
    buffer->id = program->buffer_count;
    buffer->comment = "partial results";
    buffer->first_step = buffer->last_step = -1;
    program->buffers[program->buffer_count++] = buffer;
    return buffer;
}

static void copy_exprs(struct copier *copier, const struct uses *uses) {
    for (size_t i = 0; i < uses->exprs.count; i++) {
        enum place place = uses->exprs.items[i].place;
        if (place != PLACE_RESULTS && place != PLACE_LIBRARY) {
            copy_expr(copier, uses->exprs.items[i].expr);
        }
    }
}

/* Accumulators begin at the first term of their chunk, which is left out where terms come to them:
 * so the first values count once, where the chunks are combined. */
static void begin_at_first(struct copier *copier, const struct uses *uses, struct kernel *part) {
    const struct reduction *from = copier->from->reduction;
    struct reduction *to = part->reduction;
    struct guard *guards = ARENA_ARRAY(copier->arena, struct guard, to->guard_count + 1);
    struct guard *guard = &guards[to->guard_count];
    if (to->guard_count > 0) {
        memcpy(guards, to->guards, to->guard_count * sizeof *guards);
    }
    to->guards = guards;
    to->guard_count++;
    *guard = (struct guard){.at.offset = -1, .bound = 1};
    for (uint32_t d = part->dim_count; d-- > part->parallel_count;) {
        guard->at.stride[d] = guard->bound;
        guard->bound *= part->extent[d];
    }
    copier->copies = (struct pointer_map){0};
    copier->at_first = true;
    copy_exprs(copier, uses);
    for (uint32_t i = 0; i < from->count; i++) {
        struct expr *first = copy_of(copier, from->term[i]);
        if (first->type != from->types[i]) {
            struct expr *converted = expr_new(copier->arena, EXPR_SCALAR, from->types[i]);
            converted->op = SCALAR_CONVERT;
            converted->arg_count = 1;
            converted->args[0] = first;
            first = converted;
        }
        to->init[i] = first;
    }
    pointer_map_free(&copier->copies);
}

/* It stores nothing yet. */
static struct kernel *make_part(struct arena *arena, const struct kernel *kernel,
                                const struct uses *uses, const struct cuts *cuts) {
    struct copier copier = {.arena = arena, .from = kernel, .cuts = cuts};
    number_dimensions(&copier);
    copy_exprs(&copier, uses);
    struct kernel *part = ARENA_NEW(arena, struct kernel);
    part->kind = KERNEL_LOOP;
    part->first = kernel->first;
    part->last = kernel->last;
    part->origin = kernel->origin;
    part->is_of_devices = kernel->is_of_devices;
    part->comment = arena_printf(arena, "%s, in parts", kernel->comment ? kernel->comment : "");
    copy_domain(&copier, part);
    part->body = copy_body(&copier);
    part->body_count = kernel->body_count;
    part->reduction = copy_reduction(&copier);
    pointer_map_free(&copier.copies);
    if (!all_begin_often(kernel)) {
        begin_at_first(&copier, uses, part);
    }
    return part;
}

static void store_parts(struct program *program, struct kernel *part) {
    part->result_count = part->reduction->count;
    part->results = ARENA_ARRAY(program->arena, struct statement, part->result_count);
    for (uint32_t i = 0; i < part->result_count; i++) {
        enum element type = part->reduction->types[i];
        struct statement *statement = &part->results[i];
        statement->value = expr_new(program->arena, EXPR_REDUCED, type);
        statement->value->number = i;
        statement->store.at = dense(part, part->parallel_count);
        statement->store.buffer = program_add_partial(program, type, parallel_points(part));
    }
}

/* --- the kernel that combines them --- */

/* Its dimensions are the old parallel ones, then the chunk, then the inner one. */
static void combine_parts(struct arena *arena, struct kernel *kernel, const struct kernel *part,
                          const struct cuts *cuts) {
    struct reduction *reduction = arena_copy(arena, kernel->reduction, sizeof *kernel->reduction);
    uint32_t parallel = kernel->parallel_count, next = parallel;
    int64_t outer = chunks_of(cuts, false), inner = chunks_of(cuts, true);
    struct affine at = dense(kernel, parallel);
    for (uint32_t d = 0; d < parallel; d++) {
        at.stride[d] *= inner;
    }
    if (outer > 1) {
        at.stride[next] = parallel_points(kernel) * inner;
        kernel->extent[next++] = outer;
    }
    if (inner > 1) {
        at.stride[next] = 1;
        kernel->extent[next++] = inner;
    }
    reduction->guard_count = 0;
    reduction->term = ARENA_ARRAY(arena, struct expr *, reduction->count);
    for (uint32_t i = 0; i < reduction->count; i++) {
        struct expr *load = expr_new(arena, EXPR_LOAD, reduction->types[i]);
        load->access.buffer = part->results[i].store.buffer;
        load->access.at = at;
        reduction->term[i] = load;
    }
    kernel->reduction = reduction;
    kernel->dim_count = next;
}

/* --- a dimension that is taken apart --- */

static double cheapest(const struct kernel *kernel) {
    struct uses uses = {0};
    struct device_uses own;
    struct tile_shape tile = device_tile(kernel);
    kernel_uses(kernel, &uses);
    device_uses(kernel, &uses, &own);
    const struct uses *used = kernel->is_of_devices ? &own.uses : &uses;
    struct strip_shape strip = choose_strip(kernel, used, &tile);
    double cost = strip_cost(kernel, used, &tile, &strip, HUGE_VAL);
    device_uses_free(&own);
    uses_free(&uses);
    return cost;
}

/* Whether the reduction is over two dimensions or more, and so large that it does not stay in the
 * caches. */
static bool is_over_several(const struct kernel *kernel) {
    uint32_t dims = 0;
    for (uint32_t d = kernel->parallel_count; d < kernel->dim_count; d++) {
        dims += kernel->extent[d] > 1 ? 1 : 0;
    }
    return kernel->kind == KERNEL_LOOP && kernel->reduction != NULL && has_plain_body(kernel) &&
           kernel->tasks > 0 && kernel->reduction->next == NULL && dims > 1 &&
           kernel->bytes / (double)devices_in_kernel(kernel) >= SDYRT_MIDDLE_CACHE;
}

/* The dimension of a reduction over several that is taken apart, where that costs less: the
 * innermost where rows are too short for strips, which then lie across them; or one outside, where
 * what is summed for one result lies in many places. */
static void take_apart(struct arena *arena, const struct kernel *kernel, const struct uses *uses,
                       struct cuts *cuts) {
    if (!is_over_several(kernel) || kernel->dim_count == KERNEL_DIMS) {
        return;
    }
    double least = WORTH_ANOTHER * cheapest(kernel);
    int64_t points = sequential_points(kernel);
    for (uint32_t d = kernel->parallel_count; d < kernel->dim_count; d++) {
        int64_t extent = kernel->extent[d];
        if (extent == 1 || points / extent < STRIP_LEAST) {
            continue;
        }
        for (uint32_t inner = 0; inner < 2; inner++) {
            struct cuts tried = {1, {{d, extent, 1, inner == 1}}};
            double cost = cheapest(make_part(arena, kernel, uses, &tried));
            if (cost < least) {
                least = cost;
                *cuts = tried;
            }
        }
    }
}

/* How the kernel is cut; no cuts: it stays as it is. */
static struct cuts choose_cuts(struct arena *arena, const struct kernel *kernel,
                               const struct uses *uses) {
    struct cuts cuts = {0};
    take_apart(arena, kernel, uses, &cuts);
    if (cuts.count == 0) {
        find_cuts(kernel, chunks_wanted(kernel), &cuts);
        return cuts;
    }
    struct kernel *part = make_part(arena, kernel, uses, &cuts);
    kernel_tile(part);
    find_cuts(kernel, chunks_wanted(part), &cuts);
    return cuts;
}

/* What is done at every point is the part's; the results count their statements without it. */
static void drop_body(struct kernel *kernel, const struct uses *uses) {
    for (size_t i = 0; i < uses->exprs.count; i++) {
        const struct used_expr *used = &uses->exprs.items[i];
        if (used->place == PLACE_RESULTS && used->expr->kind == EXPR_VALUE) {
            used->expr->number -= kernel->body_count;
        }
    }
    kernel->body_count = 0;
}

/* The kernel to run before this one, which from then on combines its results; or NULL. */
static struct kernel *split_kernel(struct program *program, struct kernel *kernel) {
    if (kernel->library != NULL && kernel->library->split != NULL) {
        return kernel->library->split(program, kernel);
    }
    if (chunks_wanted(kernel) == 1 && !is_over_several(kernel)) {
        return NULL;
    }
    struct uses uses = {0};
    struct kernel *part = NULL;
    kernel_uses(kernel, &uses);
    if (can_combine(kernel, &uses)) {
        struct cuts cuts = choose_cuts(program->arena, kernel, &uses);
        if (cuts.count > 0 && kernel->dim_count + cuts.count <= KERNEL_DIMS) {
            part = make_part(program->arena, kernel, &uses, &cuts);
            store_parts(program, part);
            combine_parts(program->arena, kernel, part, &cuts);
            drop_body(kernel, &uses);
            kernel_tile(part);
            kernel_tile(kernel);
        }
    }
    uses_free(&uses);
    return part;
}

/* Puts each part before the step of the kernel that combines it. */
static void insert_part(struct step_vector *out, const struct step *step, void *parts) {
    struct kernel *part = pointer_map_get(parts, step->kernel);
    if (part != NULL) {
        *vector_push(&out->list) = (struct step){.kind = STEP_KERNEL, .kernel = part};
    }
    *vector_push(&out->list) = *step;
}

/* Room for a buffer per accumulator, and for one that a library kernel may want. */
static void reserve_buffers(struct program *program) {
    uint32_t partials = 0, count = program->buffer_count;
    for (uint32_t i = 0; i < program->kernel_count; i++) {
        const struct reduction *reduction = program->kernels[i]->reduction;
        partials += reduction != NULL ? reduction->count : 1;
    }
    struct kernel_buffer **buffers =
        ARENA_ARRAY(program->arena, struct kernel_buffer *, (size_t)count + partials + 1);
    if (count > 0) {
        memcpy(buffers, program->buffers, count * sizeof *buffers);
    }
    program->buffers = buffers;
}

void program_split(struct program *program) {
    struct pointer_map parts = {0};
    struct kernel **old = program->kernels;
    uint32_t total = 0;
    reserve_buffers(program);
    program->kernels =
        ARENA_ARRAY(program->arena, struct kernel *, 2 * (size_t)program->kernel_count + 1);
    for (uint32_t i = 0; i < program->kernel_count; i++) {
        struct kernel *part = split_kernel(program, old[i]);
        if (part != NULL) {
            program->kernels[total++] = part;
            pointer_map_put(&parts, old[i], part);
        }
        program->kernels[total++] = old[i];
    }
    if (total > program->kernel_count) {
        steps_rewrite(program->arena, &program->steps, insert_part, &parts);
    }
    program->kernel_count = total;
    for (uint32_t i = 0; i < total; i++) {
        program->kernels[i]->id = i;
    }
    pointer_map_free(&parts);
}
