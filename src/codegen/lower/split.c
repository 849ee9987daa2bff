/* Reductions of many points to few results, in two kernels: one reduces chunks of fixed length,
 * each a task, into partial results; the other reduces these. */
#include <string.h>

#include "codegen/lower/tile.h"
#include "codegen/program/strips.h"

enum {
    ENOUGH_TASKS = 16,
    CHUNK_POINTS = 64, /* least points of a chunk for each partial result */
};

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

/* Partial results can be combined as terms are: by the operation, or by a step that works on its
 * accumulators and terms alone. One accumulator whose step is a plain operation is not `simple`
 * only where the order matters. */
static bool can_combine(const struct kernel *kernel, const struct uses *uses) {
    const struct reduction *reduction = kernel->reduction;
    if (reduction->in_order || reduction->next == NULL) {
        return !reduction->in_order;
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

/* Chunks that the reduction should be cut into; 1: none. */
static int64_t chunks_wanted(const struct kernel *kernel) {
    if (kernel->kind != KERNEL_LOOP || kernel->reduction == NULL || kernel->body_count > 0 ||
        kernel->tasks == 0 || kernel->tasks >= ENOUGH_TASKS) {
        return 1;
    }
    double by_work = kernel_work(kernel) / TASK_WORK;
    int64_t tasks = by_work < TASKS_WANTED ? (int64_t)by_work : TASKS_WANTED;
    int64_t chunks = tasks / kernel->tasks, most = sequential_points(kernel) / CHUNK_POINTS;
    /* Steps that are no plain operation run in strips along the results or, where these are few,
     * the chunks. */
    bool along_chunks = kernel->reduction->next != NULL && parallel_points(kernel) < STRIP_LEAST;
    chunks *= along_chunks ? STRIP_LEAST : 1;
    return chunks < most ? chunks : most;
}

/* --- where --- */

/* A sequential dimension in chunks, the last of which may be shorter. */
struct cut {
    uint32_t dim;
    int64_t chunks, length;
};
struct cuts {
    uint32_t count;
    int64_t chunks; /* of all together */
    struct cut list[KERNEL_DIMS];
};

/* About so many chunks: fewer where that leaves no rest. */
static struct cut cut_dimension(uint32_t dim, int64_t extent, int64_t wanted) {
    int64_t chunks = wanted < extent ? wanted : extent;
    for (int64_t fewer = chunks; 2 * fewer > chunks; fewer--) {
        if (extent % fewer == 0) {
            return (struct cut){dim, fewer, extent / fewer};
        }
    }
    int64_t length = (extent + chunks - 1) / chunks;
    return (struct cut){dim, (extent + length - 1) / length, length};
}

/* The outermost sequential dimensions first. */
static struct cuts find_cuts(const struct kernel *kernel, int64_t wanted) {
    struct cuts cuts = {.chunks = 1};
    for (uint32_t d = kernel->parallel_count; d < kernel->dim_count && wanted > 1; d++) {
        struct cut cut = cut_dimension(d, kernel->extent[d], wanted);
        if (cut.chunks > 1) {
            cuts.list[cuts.count++] = cut;
            cuts.chunks *= cut.chunks;
            wanted /= cut.chunks;
        }
    }
    return cuts;
}

/* --- the kernel of partial results --- */

/* Copies of a kernel's expressions for one whose first dimensions number chunks. */
struct copier {
    struct arena *arena;
    const struct kernel *from;
    const struct cuts *cuts;
    struct pointer_map copies;
};

static struct affine copy_affine(const struct copier *copier, const struct affine *from) {
    uint32_t count = copier->cuts->count;
    struct affine to = {.offset = from->offset};
    for (uint32_t d = 0; d < copier->from->dim_count; d++) {
        to.stride[count + d] = from->stride[d];
    }
    for (uint32_t i = 0; i < count; i++) {
        const struct cut *cut = &copier->cuts->list[i];
        to.stride[i] = from->stride[cut->dim] * cut->length;
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

static struct expr *new_expr(struct arena *arena, enum expr_kind kind, enum element type) {
    struct expr *expr = ARENA_NEW(arena, struct expr);
    expr->kind = kind;
    expr->type = type;
    return expr;
}

/* The value that changes nothing. */
static struct expr *identity(struct arena *arena, enum scalar_op op, enum element type) {
    struct expr *expr = new_expr(arena, EXPR_CONSTANT, type);
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
        to->init = ARENA_NEW(copier->arena, struct expr *);
        to->init[0] = identity(copier->arena, from->simple, from->types[0]);
    }
    struct guard *guards =
        copy_guards(copier, from->guards, from->guard_count, copier->cuts->count);
    for (uint32_t i = 0; i < copier->cuts->count; i++) {
        const struct cut *cut = &copier->cuts->list[i];
        int64_t extent = copier->from->extent[cut->dim];
        if (cut->chunks * cut->length > extent) {
            struct guard *guard = &guards[to->guard_count++];
            *guard = (struct guard){.bound = extent};
            guard->at.stride[i] = cut->length;
            guard->at.stride[copier->cuts->count + cut->dim] = 1;
        }
    }
    to->guards = guards;
    return to;
}

static void copy_domain(const struct copier *copier, struct kernel *part) {
    const struct kernel *from = copier->from;
    uint32_t count = copier->cuts->count;
    part->parallel_count = from->parallel_count + count;
    part->dim_count = from->dim_count + count;
    memcpy(part->extent + count, from->extent, from->dim_count * sizeof *part->extent);
    for (uint32_t i = 0; i < count; i++) {
        const struct cut *cut = &copier->cuts->list[i];
        part->extent[i] = cut->chunks;
        part->extent[count + cut->dim] = cut->length;
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

static struct kernel_buffer *add_partial(struct program *program, enum element element,
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

static struct kernel *make_part(struct program *program, const struct kernel *kernel,
                                const struct uses *uses, const struct cuts *cuts) {
    struct arena *arena = program->arena;
    struct copier copier = {.arena = arena, .from = kernel, .cuts = cuts};
    for (size_t i = 0; i < uses->exprs.count; i++) {
        enum place place = uses->exprs.items[i].place;
        if (place == PLACE_REDUCTION || place == PLACE_STEP || place == PLACE_INIT) {
            copy_expr(&copier, uses->exprs.items[i].expr);
        }
    }
    struct kernel *part = ARENA_NEW(arena, struct kernel);
    part->kind = KERNEL_LOOP;
    part->first = kernel->first;
    part->last = kernel->last;
    part->origin = kernel->origin;
    part->comment = arena_printf(arena, "%s, in parts", kernel->comment ? kernel->comment : "");
    copy_domain(&copier, part);
    part->reduction = copy_reduction(&copier);
    part->result_count = part->reduction->count;
    part->results = ARENA_ARRAY(arena, struct statement, part->result_count);
    for (uint32_t i = 0; i < part->result_count; i++) {
        enum element type = part->reduction->types[i];
        struct statement *statement = &part->results[i];
        statement->value = new_expr(arena, EXPR_REDUCED, type);
        statement->value->number = i;
        statement->store.at = dense(part, part->parallel_count);
        statement->store.buffer = add_partial(program, type, parallel_points(part));
    }
    pointer_map_free(&copier.copies);
    return part;
}

/* --- the kernel that combines them --- */

/* Its dimensions are the old parallel ones, then the chunk. */
static void combine_parts(struct arena *arena, struct kernel *kernel, const struct kernel *part,
                          int64_t chunks) {
    struct reduction *reduction = arena_copy(arena, kernel->reduction, sizeof *kernel->reduction);
    uint32_t chunk = kernel->parallel_count;
    reduction->guard_count = 0;
    reduction->term = ARENA_ARRAY(arena, struct expr *, reduction->count);
    for (uint32_t i = 0; i < reduction->count; i++) {
        struct expr *load = new_expr(arena, EXPR_LOAD, reduction->types[i]);
        load->access.buffer = part->results[i].store.buffer;
        load->access.at = dense(kernel, chunk);
        load->access.at.stride[chunk] = parallel_points(kernel);
        reduction->term[i] = load;
    }
    kernel->reduction = reduction;
    kernel->dim_count = chunk + 1;
    kernel->extent[chunk] = chunks;
}

/* The kernel to run before this one, which from then on combines its results; or NULL. */
static struct kernel *split_kernel(struct program *program, struct kernel *kernel) {
    int64_t wanted = chunks_wanted(kernel);
    struct cuts cuts = find_cuts(kernel, wanted);
    if (cuts.chunks == 1 || kernel->dim_count + cuts.count > KERNEL_DIMS) {
        return NULL;
    }
    struct uses uses = {0};
    struct kernel *part = NULL;
    kernel_uses(kernel, &uses);
    if (can_combine(kernel, &uses)) {
        part = make_part(program, kernel, &uses, &cuts);
        combine_parts(program->arena, kernel, part, cuts.chunks);
        kernel_tile(part);
        kernel_tile(kernel);
    }
    uses_free(&uses);
    return part;
}

/* Puts each part before the step of the kernel that combines it. */
static void insert_parts(struct program *program, struct step_list *list,
                         const struct pointer_map *parts) {
    uint32_t count = 0;
    struct step *items = ARENA_ARRAY(program->arena, struct step, 2 * (size_t)list->count + 1);
    for (uint32_t i = 0; i < list->count; i++) {
        struct step step = list->items[i];
        struct kernel *part = step.kernel ? pointer_map_get(parts, step.kernel) : NULL;
        if (part != NULL) {
            items[count++] = (struct step){.kind = STEP_KERNEL, .kernel = part};
        }
        for (uint32_t p = 0; p < step.part_count; p++) {
            insert_parts(program, &step.parts[p], parts);
        }
        items[count++] = step;
    }
    list->items = items;
    list->count = count;
}

/* Room for a buffer per accumulator. */
static void reserve_buffers(struct program *program) {
    uint32_t partials = 0, count = program->buffer_count;
    for (uint32_t i = 0; i < program->kernel_count; i++) {
        const struct reduction *reduction = program->kernels[i]->reduction;
        partials += reduction != NULL ? reduction->count : 0;
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
        insert_parts(program, &program->steps, &parts);
    }
    program->kernel_count = total;
    for (uint32_t i = 0; i < total; i++) {
        program->kernels[i]->id = i;
    }
    pointer_map_free(&parts);
}
