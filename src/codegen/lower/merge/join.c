/* Neighbouring kernels that write parts of one tensor become one: from the same operands, as both
 * halves of a rotation do, so that what they read comes from memory once; or copies of short rows
 * that lie side by side, so that memory is written line by line. */
#include "codegen/lower/merge/merge.h"
#include "codegen/program/steps.h"
#include "codegen/program/visit.h"
#include "support/limits.h"

#include "caches.h"
#include "runs.h"

#include <string.h>

static bool is_simple(const struct kernel *kernel) {
    if (kernel->kind != KERNEL_LOOP || kernel->is_move || kernel->reduction != NULL ||
        kernel->body_count > 0 || kernel->result_count == 0) {
        return false;
    }
    for (uint32_t i = 0; i < kernel->result_count; i++) {
        const struct statement *statement = &kernel->results[i];
        if (!statement_is_plain(statement)) {
            return false;
        }
    }
    return true;
}

/* The same points in the same order, stores the same distance apart. */
static bool same_domain(const struct kernel *a, const struct kernel *b) {
    const struct access *to_a = &a->results[0].store, *to_b = &b->results[0].store;
    return a->dim_count == b->dim_count && a->dim_count > 0 &&
           memcmp(a->extent, b->extent, a->dim_count * sizeof *a->extent) == 0 &&
           to_a->buffer == to_b->buffer &&
           memcmp(to_a->at.stride, to_b->at.stride, sizeof to_a->at.stride) == 0;
}

/* Whether a store to `to` may change what is loaded: arguments may lie where a result does. */
static bool may_change(const struct program *program, const struct kernel_buffer *loaded,
                       const struct kernel_buffer *to) {
    return buffer_is_donated(program, loaded) || buffer_memory(loaded) == buffer_memory(to);
}

/* Whether one reads a buffer that the other reads too, and neither what is stored. */
static bool shares_loads(const struct program *program, const struct uses *a, const struct uses *b,
                         const struct kernel_buffer *to) {
    bool shares = false;
    for (size_t i = 0; i < a->accesses.count; i++) {
        const struct used_access *one = &a->accesses.items[i];
        if (one->loads && may_change(program, one->buffer, to)) {
            return false;
        }
        for (size_t k = 0; k < b->accesses.count; k++) {
            const struct used_access *other = &b->accesses.items[k];
            shares |= one->loads && other->loads && one->buffer == other->buffer;
        }
    }
    return shares;
}

/* Whether the kernel only copies rows of a few lines, so that those of other kernels lie right
 * behind them. */
static bool copies_short_rows(const struct program *program, const struct kernel *kernel) {
    const struct access *store = &kernel->results[0].store;
    int64_t bytes = element_info[store->buffer->element].bytes, row = bytes;
    for (uint32_t d = 0; d < kernel->dim_count; d++) {
        row = store->at.stride[d] == 1 ? kernel->extent[d] * bytes : row;
    }
    for (uint32_t i = 0; i < kernel->result_count; i++) {
        const struct expr *value = kernel->results[i].value;
        if (value->kind != EXPR_LOAD || value->access.indirect_count > 0 ||
            may_change(program, value->access.buffer, store->buffer)) {
            return false;
        }
    }
    return row >= SDYRT_LINE_BYTES && row < SDYRT_LONG_RUN;
}

static bool joins(const struct program *program, const struct kernel *kernel,
                  const struct kernel *next) {
    if (!is_simple(kernel) || !is_simple(next) || !next->is_disjoint || next->result_count != 1 ||
        !same_domain(kernel, next)) {
        return false;
    }
    if (kernel->result_count < LIMIT_AHEAD && copies_short_rows(program, kernel) &&
        copies_short_rows(program, next)) {
        return true;
    }
    if (kernel->result_count >= SDYRT_CACHE_WAYS) {
        return false;
    }
    struct uses ours = {0}, theirs = {0};
    kernel_uses(kernel, &ours);
    kernel_uses(next, &theirs);
    const struct kernel_buffer *to = kernel->results[0].store.buffer;
    bool result =
        shares_loads(program, &ours, &theirs, to) && shares_loads(program, &theirs, &ours, to);
    uses_free(&ours);
    uses_free(&theirs);
    return result;
}

/* --- what several statements compute ---------------------------------------------------------- */

/* Whether expressions of equal operands that none of the statements changes are the same. */
static bool is_comparable(const struct expr *expr) {
    return expr->guard_count == 0 &&
           (expr->kind == EXPR_SCALAR || expr->kind == EXPR_CONSTANT || expr->kind == EXPR_INDEX ||
            (expr->kind == EXPR_LOAD && expr->access.indirect_count == 0));
}

static bool is_same(const struct expr *a, const struct expr *b) {
    return a->kind == b->kind && a->type == b->type && a->op == b->op && a->number == b->number &&
           a->arg_count == b->arg_count &&
           memcmp(a->args, b->args, a->arg_count * sizeof *a->args) == 0 &&
           memcmp(&a->real, &b->real, sizeof a->real) == 0 && a->integer == b->integer &&
           a->access.buffer == b->access.buffer && a->access.as_bits == b->access.as_bits &&
           affine_equal(&a->access.at, &b->access.at) && affine_equal(&a->affine, &b->affine);
}

static uint64_t hash_expr(const struct expr *expr) {
    uint64_t hash = hash_bytes(expr->args, expr->arg_count * sizeof *expr->args, expr->op);
    hash = hash_bytes(&expr->real, sizeof expr->real, hash);
    hash = hash_bytes(&expr->access.at.offset, sizeof expr->access.at.offset, hash);
    hash = hash_bytes(&expr->access.buffer, sizeof expr->access.buffer, hash);
    return hash_bytes(&expr->integer, sizeof expr->integer, hash);
}

/* What stands for the expression, whose operands stand for themselves: itself, or the first of
 * those that are the same. */
static struct expr *first_of(struct pointer_map *first, struct expr *expr) {
    const void *key = (const void *)(uintptr_t)(hash_expr(expr) | 1);
    struct expr *found = is_comparable(expr) ? pointer_map_get(first, key) : expr;
    if (found == NULL) {
        pointer_map_put(first, key, expr);
    }
    return found != NULL && is_same(found, expr) ? found : expr;
}

void kernel_share(struct kernel *kernel) {
    struct uses uses = {0};
    struct pointer_map first[2] = {{0}}, same = {0}; /* by whether at every point */
    kernel_uses(kernel, &uses);
    for (size_t i = 0; i < uses.exprs.count; i++) { /* operands first */
        struct expr *expr = uses.exprs.items[i].expr;
        for (uint32_t a = 0; a < expr->arg_count; a++) {
            expr->args[a] = pointer_map_get(&same, expr->args[a]);
        }
        const bool at_points = is_at_every_point(uses.exprs.items[i].place);
        pointer_map_put(&same, expr, first_of(&first[at_points], expr));
    }
    for (uint32_t i = 0; kernel->reduction != NULL && i < kernel->reduction->count; i++) {
        struct expr **term = &kernel->reduction->term[i];
        *term = pointer_map_get(&same, *term);
    }
    for (uint32_t i = 0; i < kernel->result_count; i++) {
        kernel->results[i].value = pointer_map_get(&same, kernel->results[i].value);
    }
    pointer_map_free(&first[0]);
    pointer_map_free(&first[1]);
    pointer_map_free(&same);
    uses_free(&uses);
}

static void join(struct program *program, struct kernel *kernel, struct kernel *next) {
    uint32_t count = kernel->result_count;
    struct statement *results = ARENA_ARRAY(program->arena, struct statement, count + 1);
    memcpy(results, kernel->results, count * sizeof *results);
    results[count] = next->results[0];
    kernel->results = results;
    kernel->result_count = count + 1;
    kernel->is_disjoint = kernel->is_disjoint && next->is_disjoint;
    next->result_count = 0; /* it is dropped */
}

struct joining {
    struct program *program;
    bool changed;
};

static void join_step(struct step_vector *out, const struct step *step, void *data) {
    struct joining *joining = data;
    const struct step *last = out->list.count > 0 ? &out->list.items[out->list.count - 1] : NULL;
    if (last != NULL && last->kind == STEP_KERNEL &&
        joins(joining->program, last->kernel, step->kernel)) {
        join(joining->program, last->kernel, step->kernel);
        kernel_share(last->kernel);
        joining->changed = true;
    } else {
        *vector_push(&out->list) = *step;
    }
}

static bool does_nothing(const struct kernel *kernel, const void *data) {
    (void)data;
    return kernel->kind == KERNEL_LOOP && kernel->body_count == 0 && kernel->reduction == NULL &&
           kernel->result_count == 0;
}

void program_drop(struct program *program) {
    program_drop_kernels(program, does_nothing, NULL);
}

void program_join(struct program *program) {
    struct joining joining = {.program = program};
    steps_rewrite(program->arena, &program->steps, join_step, &joining);
    if (joining.changed) {
        program_drop(program);
    }
}
