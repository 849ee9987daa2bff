/* Reductions over the same points that read the same memory become one kernel, which reads it once:
 * the mean of some values and that of their squares, or the sums in the gradient of a
 * normalisation. A later one moves up to the first, past steps that have nothing to do with it.
 *
 * Each sum is made of the same terms in the same order as by itself, but for where long reductions
 * are cut (split.c), which follows from the work of all. */
#include "codegen/lower/merge/merge.h"
#include "codegen/program/steps.h"
#include "codegen/program/visit.h"
#include "support/limits.h"

#include "caches.h"

#include <string.h>

/* The same points and the same operation. */
static bool is_alike(const struct kernel *a, const struct kernel *b) {
    return a->dim_count == b->dim_count && a->parallel_count == b->parallel_count &&
           memcmp(a->extent, b->extent, a->dim_count * sizeof *a->extent) == 0 &&
           a->reduction->simple == b->reduction->simple &&
           a->reduction->types[0] == b->reduction->types[0] &&
           a->reduction->count + b->reduction->count <= SDYRT_CACHE_WAYS;
}

/* Bytes that both load of the same places. */
static int64_t shared_bytes(const struct uses *a, const struct uses *b) {
    int64_t bytes = 0;
    for (size_t i = 0; i < a->accesses.count; i++) {
        const struct used_access *one = &a->accesses.items[i];
        for (size_t k = 0; k < b->accesses.count; k++) {
            const struct used_access *other = &b->accesses.items[k];
            if (one->loads && other->loads && one->access != NULL && other->access != NULL &&
                one->buffer == other->buffer && one->access->indirect_count == 0 &&
                other->access->indirect_count == 0 &&
                affine_equal(&one->access->at, &other->access->at)) {
                bytes += one->buffer->elements * element_info[one->buffer->element].bytes;
            }
        }
    }
    return bytes;
}

/* Makes of a list another that has the items of a second one behind its own. */
#define JOIN(arena, list, count, more, more_count)                                                 \
    ((list) = joined(arena, list, count, more, more_count, sizeof *(list)))

static void *joined(struct arena *arena, const void *a, uint32_t a_count, const void *b,
                    uint32_t b_count, size_t size) {
    char *list = arena_array(arena, (size_t)a_count + b_count, size);
    memcpy(list, a, a_count * size);
    memcpy(list + a_count * size, b, b_count * size);
    return list;
}

/* Counts accumulators and statements of the later kernel behind those of the first. */
static void renumber(const struct uses *uses, uint32_t accumulators, uint32_t statements) {
    for (size_t i = 0; i < uses->exprs.count; i++) {
        struct expr *expr = uses->exprs.items[i].expr;
        expr->number += expr->kind == EXPR_REDUCED ? accumulators
                        : expr->kind == EXPR_VALUE ? statements
                                                   : 0;
    }
}

/* The first kernel does what both do, the second nothing any more. */
static void join(struct arena *arena, struct kernel *a, struct kernel *b, const struct uses *uses) {
    struct reduction *reduction = arena_copy(arena, a->reduction, sizeof *a->reduction);
    const struct reduction *more = b->reduction;
    renumber(uses, reduction->count, a->result_count);
    JOIN(arena, reduction->init, reduction->count, more->init, more->count);
    JOIN(arena, reduction->term, reduction->count, more->term, more->count);
    JOIN(arena, reduction->types, reduction->count, more->types, more->count);
    JOIN(arena, a->results, a->result_count, b->results, b->result_count);
    reduction->count += more->count;
    a->reduction = reduction;
    a->result_count += b->result_count;
    a->comment = arena_printf(arena, "%s; %s", a->comment, b->comment);
    a->last = b->last;
    b->reduction = NULL;
    b->result_count = 0;
    kernel_share(a);
}

/* Takes up siblings of the kernel of a step, among those behind it. */
static bool take_siblings(struct program *program, struct step_list *list, uint32_t first) {
    struct kernel *kernel = list->items[first].kernel;
    struct uses ours = {0}, theirs = {0};
    bool changed = false;
    kernel_uses(kernel, &ours);
    const bool may = kernel_lies_across(kernel, &ours);
    for (uint32_t i = first + 1; may && i < list->count && i <= first + LIMIT_AHEAD; i++) {
        const struct step *step = &list->items[i];
        if (step->kind != STEP_KERNEL) {
            break;
        }
        if (!kernel_is_sum(program, step->kernel) || !is_alike(kernel, step->kernel)) {
            continue;
        }
        kernel_uses(step->kernel, &theirs);
        if (shared_bytes(&ours, &theirs) >= 2 * SDYRT_NEAR_CACHE &&
            kernel_lies_across(step->kernel, &theirs) &&
            step_may_move(list, first, i, NULL, &theirs)) {
            join(program->arena, kernel, step->kernel, &theirs);
            changed = true;
            kernel_uses(kernel, &ours);
        }
    }
    uses_free(&ours);
    uses_free(&theirs);
    return changed;
}

struct joining {
    struct program *program;
    bool changed;
};

static void join_list(struct step_list *list, void *data) {
    struct joining *joining = data;
    for (uint32_t i = 0; i < list->count; i++) {
        const struct step *step = &list->items[i];
        if (step->kind == STEP_KERNEL && kernel_is_sum(joining->program, step->kernel)) {
            joining->changed |= take_siblings(joining->program, list, i);
        }
    }
}

void program_join_siblings(struct program *program) {
    struct joining joining = {.program = program};
    step_lists_visit(&program->steps, join_list, &joining);
    if (joining.changed) {
        program_drop(program);
    }
}
