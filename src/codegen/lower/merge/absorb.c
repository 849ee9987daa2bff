/* Reductions take up the loops that make what they reduce: differences from a mean that are stored
 * and whose squares are summed, or a gradient whose sum is that of a bias. The values are stored
 * and reduced in one go, and need not be read again. */
#include "codegen/lower/merge/merge.h"
#include "codegen/lower/schedule/schedule.h"
#include "codegen/program/steps.h"
#include "codegen/program/strips.h"
#include "support/limits.h"

#include <string.h>

/* How a point of the reduction is one of the loop: along dimension d it moves by `step` points of
 * the loop's dimension `dim`. */
struct point_map {
    uint32_t dim[KERNEL_DIMS];
    int64_t step[KERNEL_DIMS];
};

/* Whether the kernel computes elements by themselves, and does no more than to store them. */
static bool is_loop(const struct program *program, const struct kernel *kernel) {
    return kernel->kind == KERNEL_LOOP && !kernel->is_move && kernel->reduction == NULL &&
           kernel->body_count == 0 && kernel->result_count > 0 &&
           kernel->dim_count == kernel->parallel_count && kernel_stores_plainly(program, kernel);
}

/* The dimension of the loop that a stride in memory belongs to: that of the largest stride which is
 * no larger. */
static uint32_t dimension_of(const struct kernel *loop, const struct affine *store,
                             int64_t stride) {
    uint32_t found = KERNEL_DIMS;
    for (uint32_t d = 0; d < loop->dim_count; d++) {
        bool fits = loop->extent[d] > 1 && store->stride[d] > 0 && store->stride[d] <= stride;
        if (fits && (found == KERNEL_DIMS || store->stride[d] > store->stride[found])) {
            found = d;
        }
    }
    return found;
}

/* Whether the points along one dimension of the loop are those of the dimensions of the reduction
 * that belong to it, in some order: each moves as far as all before it together. */
static bool covers(const struct kernel *loop, uint32_t dim, const struct kernel *kernel,
                   const struct point_map *map) {
    int64_t points = 1;
    for (uint32_t d = 0; d < kernel->dim_count; d++) {
        if (kernel->extent[d] > 1 && map->dim[d] == dim && map->step[d] == points) {
            points *= kernel->extent[d];
            d = UINT32_MAX; /* from the first one again */
        }
    }
    return points == loop->extent[dim];
}

/* Whether the points that `load` reaches are those that the loop stores, each once; and which. */
static bool map_points(const struct kernel *loop, const struct affine *store,
                       const struct kernel *kernel, const struct affine *load,
                       struct point_map *map) {
    int64_t points = 1, stored = 1;
    memset(map, 0, sizeof *map);
    for (uint32_t d = 0; d < kernel->dim_count; d++) {
        const int64_t stride = load->stride[d];
        if (kernel->extent[d] == 1) {
            continue;
        }
        map->dim[d] = stride > 0 ? dimension_of(loop, store, stride) : KERNEL_DIMS;
        if (map->dim[d] == KERNEL_DIMS || stride % store->stride[map->dim[d]] != 0) {
            return false;
        }
        map->step[d] = stride / store->stride[map->dim[d]];
        points *= kernel->extent[d];
    }
    for (uint32_t d = 0; d < loop->dim_count; d++) {
        stored *= loop->extent[d];
        if (loop->extent[d] > 1 && !covers(loop, d, kernel, map)) {
            return false;
        }
    }
    return points == stored && load->offset == store->offset;
}

static void map_affine(const struct kernel *kernel, const struct point_map *map,
                       struct affine *at) {
    struct affine to = {.offset = at->offset};
    for (uint32_t d = 0; d < kernel->dim_count; d++) {
        to.stride[d] = kernel->extent[d] > 1 ? at->stride[map->dim[d]] * map->step[d] : 0;
    }
    *at = to;
}

/* Whether the loop's expressions can be those of another kernel: plain loads and what is computed
 * of them. */
static bool is_movable(const struct uses *uses) {
    for (size_t i = 0; i < uses->exprs.count; i++) {
        const struct expr *expr = uses->exprs.items[i].expr;
        if (expr->kind == EXPR_GUARD || expr->access.indirect_count > 0) {
            return false;
        }
    }
    return uses->guards.count == 0;
}

/* Whether the loop takes a value that is the same for all results of the reduction: one of each row
 * where the reduction sums columns. It goes on with what goes row by row then (chain.c). */
static bool takes_rows(const struct uses *uses, const struct kernel *kernel,
                       const struct point_map *map) {
    bool takes = false;
    for (size_t i = 0; i < uses->accesses.count; i++) {
        bool varies[2] = {false, false}; /* along the reduction, along its results */
        for (uint32_t d = 0; d < kernel->dim_count; d++) {
            const struct access *access = uses->accesses.items[i].access;
            varies[d < kernel->parallel_count] |=
                kernel->extent[d] > 1 && access->at.stride[map->dim[d]] != 0;
        }
        takes = takes || (varies[0] && !varies[1]);
    }
    return takes;
}

/* The place where the kernel loads all that it does of the buffer; NULL: there are several. */
static const struct affine *only_load(const struct uses *uses, const struct kernel_buffer *buffer) {
    const struct affine *at = NULL;
    for (size_t i = 0; i < uses->accesses.count; i++) {
        const struct used_access *used = &uses->accesses.items[i];
        if (used->buffer != buffer) {
            continue;
        }
        bool is_other = used->access == NULL || used->access->indirect_count > 0 ||
                        used->access->as_bits || used->place != PLACE_REDUCTION ||
                        (at != NULL && !affine_equal(at, &used->access->at));
        if (is_other) {
            return NULL;
        }
        at = &used->access->at;
    }
    return at;
}

/* What the reduction loads of the buffer it finds in a statement of the loop; those of its own
 * count behind the loop's. */
static void take_values(const struct uses *uses, const struct kernel_buffer *buffer,
                        uint32_t statement, uint32_t statements) {
    for (size_t i = 0; i < uses->exprs.count; i++) {
        struct expr *expr = uses->exprs.items[i].expr;
        if (expr->kind == EXPR_VALUE) {
            expr->number += statements;
        } else if (expr->kind == EXPR_LOAD && expr->access.buffer == buffer) {
            expr->kind = EXPR_VALUE;
            expr->number = statement;
        }
    }
}

/* The loop's statements become the reduction's body. */
static void absorb(struct arena *arena, struct kernel *loop, struct uses *loop_uses,
                   struct kernel *kernel, const struct uses *uses, uint32_t statement,
                   const struct point_map *map) {
    take_values(uses, loop->results[statement].store.buffer, statement, loop->result_count);
    for (size_t i = 0; i < loop_uses->exprs.count; i++) {
        struct expr *expr = loop_uses->exprs.items[i].expr;
        map_affine(kernel, map, &expr->access.at);
        map_affine(kernel, map, &expr->affine);
    }
    for (uint32_t i = 0; i < loop->result_count; i++) {
        map_affine(kernel, map, &loop->results[i].store.at);
    }
    kernel->body = loop->results;
    kernel->body_count = loop->result_count;
    kernel->comment = arena_printf(arena, "%s; %s", loop->comment, kernel->comment);
    kernel->first = loop->first;
    loop->result_count = 0;
    kernel_share(kernel);
}

/* The statement of the loop whose values the reduction takes, as the map says; or that there is
 * none. */
static bool find_taken(const struct kernel *loop, const struct kernel *kernel,
                       const struct uses *uses, uint32_t *statement, struct point_map *map) {
    for (uint32_t i = 0; i < loop->result_count; i++) {
        const struct access *store = &loop->results[i].store;
        const struct affine *load = only_load(uses, store->buffer);
        enum element element = store->buffer->element;
        if (load != NULL && element_info[element].compute == element &&
            store->buffer->elements * element_info[element].bytes >= LEAST_STORED &&
            map_points(loop, &store->at, kernel, load, map)) {
            *statement = i;
            return true;
        }
    }
    return false;
}

/* Whether strips along the results are long enough to be made of calls for each point of the
 * reduction: the loop by itself would have longer ones. Rows of 32 took half as long again. */
static bool has_long_strips(const struct kernel *kernel) {
    int64_t results = 1;
    for (uint32_t d = 0; d < kernel->parallel_count; d++) {
        results *= kernel->extent[d];
    }
    return results >= STRIP_LEAST;
}

/* How a reduction takes up a loop: by which of the loop's statements, and how their points
 * correspond. */
struct absorption {
    uint32_t statement;
    struct point_map map;
};

/* Whether the reduction of a step can take up the loop of an earlier one, and how. `loop_uses` and
 * `uses` are the two kernels'. */
static bool can_absorb(const struct program *program, const struct step_list *list, uint32_t first,
                       uint32_t step, const struct uses *loop_uses, struct uses *uses,
                       struct absorption *how) {
    const struct kernel *loop = list->items[first].kernel, *kernel = list->items[step].kernel;
    if (!kernel_is_sum(program, kernel) || !has_long_strips(kernel)) {
        return false;
    }
    kernel_uses(kernel, uses);
    return is_movable(loop_uses) && find_taken(loop, kernel, uses, &how->statement, &how->map) &&
           !takes_rows(loop_uses, kernel, &how->map) && kernel_lies_across(kernel, uses) &&
           kernel_cuts_evenly(kernel) &&
           step_may_move(list, first, step, loop->results[how->statement].store.buffer, uses);
}

/* Lets the first reduction behind a loop that takes what it stores take it up. */
static bool absorb_loop(struct program *program, struct step_list *list, uint32_t first) {
    struct kernel *loop = list->items[first].kernel;
    struct uses ours = {0}, theirs = {0};
    struct absorption how;
    bool absorbed = false;
    kernel_uses(loop, &ours);
    for (uint32_t i = first + 1; i < list->count && i <= first + LIMIT_AHEAD && !absorbed; i++) {
        struct kernel *kernel = list->items[i].kernel;
        if (list->items[i].kind != STEP_KERNEL) {
            break;
        }
        if (can_absorb(program, list, first, i, &ours, &theirs, &how)) {
            absorb(program->arena, loop, &ours, kernel, &theirs, how.statement, &how.map);
            list->items[first].kernel = kernel;
            list->items[i].kernel = loop; /* which does nothing any more */
            absorbed = true;
        }
    }
    uses_free(&ours);
    uses_free(&theirs);
    return absorbed;
}

struct absorbing {
    struct program *program;
    bool changed;
};

static void absorb_list(struct step_list *list, void *data) {
    struct absorbing *absorbing = data;
    for (uint32_t i = 0; i < list->count; i++) {
        const struct step *step = &list->items[i];
        if (step->kind == STEP_KERNEL && is_loop(absorbing->program, step->kernel)) {
            absorbing->changed |= absorb_loop(absorbing->program, list, i);
        }
    }
}

void program_absorb(struct program *program) {
    struct absorbing absorbing = {.program = program};
    step_lists_visit(&program->steps, absorb_list, &absorbing);
    if (absorbing.changed) {
        program_drop(program);
    }
}
