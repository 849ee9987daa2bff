/* Reductions over few points, as windows are: what they fold is written as an expression, so that
 * it is read and folded in registers and no accumulator is stored. Where guards keep windows from
 * looking over the edges, the inside of the domain, which needs none, becomes a kernel of its own.
 */
#include <string.h>

#include "codegen/lower/merge/merge.h"
#include "codegen/program/share.h"
#include "codegen/program/steps.h"
#include "codegen/program/strips.h"
#include "codegen/program/visit.h"
#include "support/limits.h"

#include "caches.h"

/* --- copies ----------------------------------------------------------------------------------- */

/* Copies of a kernel's expressions as they are `shift` further on in its domain; along the fixed
 * dimensions they stand still. */
struct copier {
    struct arena *arena;
    const struct uses *uses;
    int64_t shift[KERNEL_DIMS];
    uint32_t fixed;
    struct pointer_map copies;
};

static struct affine shifted(const struct copier *copier, struct affine at) {
    for (uint32_t d = 0; d < KERNEL_DIMS; d++) {
        at.offset += at.stride[d] * copier->shift[d];
        at.stride[d] = copier->fixed & 1u << d ? 0 : at.stride[d];
    }
    return at;
}

static struct guard *copy_guards(const struct copier *copier, const struct guard *from,
                                 uint32_t count) {
    struct guard *guards = ARENA_ARRAY(copier->arena, struct guard, count + 1);
    for (uint32_t i = 0; i < count; i++) {
        guards[i] = (struct guard){shifted(copier, from[i].at), from[i].bound};
    }
    return guards;
}

static struct expr *copy_of(const struct copier *copier, struct expr *expr) {
    struct expr *copy = expr != NULL ? pointer_map_get(&copier->copies, expr) : NULL;
    return copy != NULL ? copy : expr;
}

static void copy_access(const struct copier *copier, struct access *access) {
    uint32_t count = access->indirect_count;
    struct indirect *indirect = ARENA_ARRAY(copier->arena, struct indirect, count + 1);
    for (uint32_t i = 0; i < count; i++) {
        indirect[i] = access->indirect[i];
        indirect[i].index = copy_of(copier, indirect[i].index);
    }
    access->indirect = indirect;
    access->at = shifted(copier, access->at);
}

static void copy_exprs(struct copier *copier) {
    for (size_t i = 0; i < copier->uses->exprs.count; i++) {
        struct expr *from = copier->uses->exprs.items[i].expr;
        struct expr *to = arena_copy(copier->arena, from, sizeof *from);
        for (uint32_t k = 0; k < from->arg_count; k++) {
            to->args[k] = copy_of(copier, from->args[k]);
        }
        copy_access(copier, &to->access);
        to->affine = shifted(copier, from->affine);
        to->guards = copy_guards(copier, from->guards, from->guard_count);
        pointer_map_put(&copier->copies, from, to);
    }
}

/* --- which reductions ------------------------------------------------------------------------- */

static int64_t window_points(const struct kernel *kernel) {
    int64_t points = 1;
    for (uint32_t d = kernel->parallel_count; d < kernel->dim_count; d++) {
        points *= kernel->extent[d];
        if (points == 0 || points > SDYRT_CACHE_WAYS) {
            return 0;
        }
    }
    return points;
}

static bool is_window(const struct kernel *kernel, struct uses *uses) {
    const struct reduction *reduction = kernel->reduction;
    if (kernel->kind != KERNEL_LOOP || reduction == NULL || reduction->count != 1 ||
        reduction->next != NULL || kernel->body_count > 0 || window_points(kernel) == 0) {
        return false;
    }
    int64_t terms = 0;
    kernel_uses(kernel, uses);
    for (size_t i = 0; i < uses->exprs.count; i++) {
        terms += uses->exprs.items[i].place == PLACE_REDUCTION;
    }
    struct tile_shape whole = whole_tile(kernel);
    struct strip_shape strip = choose_strip(kernel, uses, &whole);
    return terms * window_points(kernel) <= LIMIT_FUNCTION && strip.count > 0 && !strip.sequential;
}

/* --- one expression --------------------------------------------------------------------------- */

static struct expr *expr_scalar(struct arena *arena, enum scalar_op op, enum element type,
                                struct expr *a, struct expr *b) {
    struct expr *expr = ARENA_NEW(arena, struct expr);
    *expr = (struct expr){.kind = EXPR_SCALAR,
                          .type = type,
                          .op = op,
                          .arg_count = b != NULL ? 2 : 1,
                          .args = {a, b}};
    return expr;
}

static struct expr *as_type(struct arena *arena, struct expr *expr, enum element type) {
    return expr->type == type ? expr : expr_scalar(arena, SCALAR_CONVERT, type, expr, NULL);
}

static bool is_identity(const struct expr *expr, enum scalar_op op) {
    double real;
    int64_t integer;
    element_identity(expr->type, op, &real, &integer);
    bool same = element_is_integer(expr->type) ? expr->integer == integer
                                               : memcmp(&expr->real, &real, sizeof real) == 0;
    return expr->kind == EXPR_CONSTANT && same;
}

/* The term at the point of the window that the copier's shift says. */
static struct expr *term_here(struct copier *copier, const struct reduction *reduction) {
    copy_exprs(copier);
    struct expr *term = copy_of(copier, reduction->term[0]);
    pointer_map_free(&copier->copies);
    copier->copies = (struct pointer_map){0};
    return as_type(copier->arena, term, reduction->types[0]);
}

/* Goes on to the next point of the window; false behind the last. */
static bool next_point(const struct kernel *kernel, int64_t *shift) {
    for (uint32_t d = kernel->dim_count; d-- > kernel->parallel_count;) {
        if (++shift[d] < kernel->extent[d]) {
            return true;
        }
        shift[d] = 0;
    }
    return false;
}

static struct expr *folded(struct arena *arena, const struct kernel *kernel,
                           const struct uses *uses) {
    const struct reduction *reduction = kernel->reduction;
    enum element type = reduction->types[0];
    enum scalar_op op = reduction->simple;
    if (type == ELEMENT_I1) { /* sums are ors */
        op = op == SCALAR_ADD ? SCALAR_OR : op == SCALAR_MULTIPLY ? SCALAR_AND : op;
    }
    struct copier copier = {.arena = arena, .uses = uses};
    struct expr *init = reduction->init[0];
    struct expr *value = is_identity(init, op) ? NULL : as_type(arena, init, type);
    copier.fixed = first_dims(kernel->dim_count) & ~first_dims(kernel->parallel_count);
    do {
        struct expr *term = term_here(&copier, reduction);
        value = value == NULL ? term : expr_scalar(arena, op, type, value, term);
    } while (next_point(kernel, copier.shift));
    return value;
}

static struct expr *replaced(struct arena *arena, struct expr *expr, struct expr *value) {
    return expr != NULL && expr->kind == EXPR_REDUCED ? as_type(arena, value, expr->type) : expr;
}

/* Writes the reduction as an expression. */
static void unroll(struct arena *arena, struct kernel *kernel, const struct uses *uses) {
    struct expr *value = folded(arena, kernel, uses);
    for (size_t i = 0; i < uses->exprs.count; i++) {
        struct expr *expr = uses->exprs.items[i].expr;
        for (uint32_t k = 0; k < expr->arg_count; k++) {
            expr->args[k] = replaced(arena, expr->args[k], value);
        }
    }
    for (uint32_t i = 0; i < kernel->result_count; i++) {
        struct statement *statement = &kernel->results[i];
        statement->value = replaced(arena, statement->value, value);
        statement->condition = replaced(arena, statement->condition, value);
    }
    kernel->reduction = NULL;
    kernel->dim_count = kernel->parallel_count;
}

/* --- dimensions that have become one --- */

struct affines {
    VECTOR(struct affine *) list;
};

static struct affines affines_of(struct kernel *kernel, const struct uses *uses) {
    struct affines affines = {0};
    for (size_t i = 0; i < uses->exprs.count; i++) {
        struct expr *expr = uses->exprs.items[i].expr;
        if (expr->kind == EXPR_LOAD) {
            *vector_push(&affines.list) = &expr->access.at;
        } else if (expr->kind == EXPR_INDEX || expr->kind == EXPR_GUARD) {
            *vector_push(&affines.list) = &expr->affine;
        }
    }
    for (uint32_t i = 0; i < kernel->result_count; i++) {
        *vector_push(&affines.list) = &kernel->results[i].store.at;
    }
    return affines;
}

/* Makes one of neighbouring dimensions that everything moves through in step. */
static void merge_dims(struct kernel *kernel, const struct uses *uses) {
    struct affines affines = affines_of(kernel, uses);
    for (uint32_t d = uses->guards.count > 0 ? 0 : kernel->dim_count; d-- > 1;) {
        bool in_step = true;
        for (size_t i = 0; i < affines.list.count; i++) {
            const int64_t *stride = affines.list.items[i]->stride;
            in_step = in_step && stride[d - 1] == stride[d] * kernel->extent[d];
        }
        if (!in_step) {
            continue;
        }
        kernel->devices[d - 1] = devices_along(kernel, d - 1) * devices_along(kernel, d);
        kernel->extent[d - 1] *= kernel->extent[d];
        kernel->dim_count--;
        kernel->parallel_count--;
        for (uint32_t k = d; k < kernel->dim_count; k++) {
            kernel->extent[k] = kernel->extent[k + 1];
            kernel->devices[k] = kernel->devices[k + 1];
        }
        for (size_t i = 0; i < affines.list.count; i++) {
            int64_t *stride = affines.list.items[i]->stride;
            stride[d - 1] = stride[d];
            for (uint32_t k = d; k < kernel->dim_count; k++) {
                stride[k] = stride[k + 1];
            }
            stride[kernel->dim_count] = 0;
        }
    }
    vector_free(&affines.list);
}

/* --- the inside of the domain ----------------------------------------------------------------- */

/* A part of the domain, of the parallel dimensions. */
struct box {
    int64_t low[KERNEL_DIMS], high[KERNEL_DIMS];
};

/* Cuts off where the guard does not hold for all of the window; false where several dimensions
 * decide. */
static bool cut_to_guard(const struct kernel *kernel, const struct guard *guard, struct box *box) {
    int64_t least = guard->at.offset, most = guard->at.offset;
    uint32_t dim = kernel->parallel_count;
    for (uint32_t d = 0; d < kernel->dim_count; d++) {
        int64_t stride = guard->at.stride[d], reach = stride * (kernel->extent[d] - 1);
        if (d >= kernel->parallel_count) {
            *(reach < 0 ? &least : &most) += reach;
        } else if (stride != 0 && kernel->extent[d] > 1) {
            if (stride < 0 || dim < kernel->parallel_count) {
                return false;
            }
            dim = d;
        }
    }
    if (dim == kernel->parallel_count) {
        return least >= 0 && most < guard->bound;
    }
    int64_t stride = guard->at.stride[dim];
    int64_t low = -divide_down(least, stride),
            high = divide_down(guard->bound - 1 - most, stride) + 1;
    box->low[dim] = low > box->low[dim] ? low : box->low[dim];
    box->high[dim] = high < box->high[dim] ? high : box->high[dim];
    return true;
}

/* The box in which all guards hold; false where there is none, or too little of the domain. */
static bool find_inside(const struct kernel *kernel, struct box *box) {
    double part = 1;
    for (uint32_t d = 0; d < kernel->parallel_count; d++) {
        box->low[d] = 0;
        box->high[d] = kernel->extent[d];
    }
    for (uint32_t i = 0; i < kernel->reduction->guard_count; i++) {
        if (!cut_to_guard(kernel, &kernel->reduction->guards[i], box)) {
            return false;
        }
    }
    for (uint32_t d = 0; d < kernel->parallel_count; d++) {
        part *= (double)(box->high[d] - box->low[d]) / (double)kernel->extent[d];
        if (box->high[d] <= box->low[d]) {
            return false;
        }
    }
    return part > 0.5;
}

static struct reduction *copy_reduction(const struct copier *copier, const struct reduction *from) {
    struct reduction *to = arena_copy(copier->arena, from, sizeof *from);
    to->init = ARENA_NEW(copier->arena, struct expr *);
    to->term = ARENA_NEW(copier->arena, struct expr *);
    to->init[0] = copy_of(copier, from->init[0]);
    to->term[0] = copy_of(copier, from->term[0]);
    to->guards = copy_guards(copier, from->guards, from->guard_count);
    return to;
}

/* The kernel over a part of its domain. */
static struct kernel *part_of(struct arena *arena, const struct kernel *kernel,
                              const struct uses *uses, const struct box *box) {
    struct kernel *part = arena_copy(arena, kernel, sizeof *kernel);
    struct copier copier = {.arena = arena, .uses = uses};
    for (uint32_t d = 0; d < kernel->parallel_count; d++) {
        copier.shift[d] = box->low[d];
        part->extent[d] = box->high[d] - box->low[d];
    }
    copy_exprs(&copier);
    part->reduction = copy_reduction(&copier, kernel->reduction);
    part->results =
        arena_copy(arena, kernel->results, kernel->result_count * sizeof *kernel->results);
    for (uint32_t i = 0; i < kernel->result_count; i++) {
        struct statement *statement = &part->results[i];
        copy_access(&copier, &statement->store);
        statement->value = copy_of(&copier, statement->value);
        statement->condition = copy_of(&copier, statement->condition);
    }
    pointer_map_free(&copier.copies);
    part->is_disjoint = true;
    return part;
}

/* --- the program ------------------------------------------------------------------------------ */

struct rewriting {
    struct program *program;
    struct uses uses;
    VECTOR(struct kernel *) kernels;
};

static void add_kernel(struct rewriting *rewriting, struct step_vector *steps,
                       struct kernel *kernel) {
    kernel->id = (uint32_t)rewriting->kernels.count;
    *vector_push(&rewriting->kernels) = kernel;
    *vector_push(&steps->list) = (struct step){.kind = STEP_KERNEL, .kernel = kernel};
}

/* What is left of the domain around the box, and then the box itself, where no guard is needed. */
static void add_parts(struct rewriting *rewriting, struct step_vector *steps, struct kernel *kernel,
                      const struct box *inside) {
    struct arena *arena = rewriting->program->arena;
    struct box box = *inside;
    for (uint32_t d = 0; d < kernel->parallel_count; d++) {
        box.low[d] = 0;
        box.high[d] = kernel->extent[d];
    }
    for (uint32_t d = 0; d < kernel->parallel_count; d++) {
        struct box side = box;
        side.high[d] = inside->low[d];
        if (side.low[d] < side.high[d]) {
            add_kernel(rewriting, steps, part_of(arena, kernel, &rewriting->uses, &side));
        }
        side.low[d] = inside->high[d];
        side.high[d] = kernel->extent[d];
        if (side.low[d] < side.high[d]) {
            add_kernel(rewriting, steps, part_of(arena, kernel, &rewriting->uses, &side));
        }
        box.low[d] = inside->low[d];
        box.high[d] = inside->high[d];
    }
    struct kernel *part = part_of(arena, kernel, &rewriting->uses, inside);
    part->reduction->guard_count = 0;
    kernel_uses(part, &rewriting->uses);
    unroll(arena, part, &rewriting->uses);
    kernel_uses(part, &rewriting->uses);
    merge_dims(part, &rewriting->uses);
    add_kernel(rewriting, steps, part);
}

static void rewrite_step(struct step_vector *steps, const struct step *step, void *data) {
    struct rewriting *rewriting = data;
    struct kernel *kernel = step->kernel;
    struct box inside;
    if (!is_window(kernel, &rewriting->uses)) {
        add_kernel(rewriting, steps, kernel);
    } else if (kernel->reduction->guard_count == 0) {
        unroll(rewriting->program->arena, kernel, &rewriting->uses);
        add_kernel(rewriting, steps, kernel);
    } else if (find_inside(kernel, &inside)) {
        add_parts(rewriting, steps, kernel, &inside);
    } else {
        add_kernel(rewriting, steps, kernel);
    }
}

void program_unroll(struct program *program) {
    struct rewriting rewriting = {.program = program};
    steps_rewrite(program->arena, &program->steps, rewrite_step, &rewriting);
    program->kernel_count = (uint32_t)rewriting.kernels.count;
    program->kernels = program->kernel_count > 0
                           ? arena_copy(program->arena, rewriting.kernels.items,
                                        program->kernel_count * sizeof *program->kernels)
                           : NULL;
    vector_free(&rewriting.kernels);
    uses_free(&rewriting.uses);
}
