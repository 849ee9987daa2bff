/* Masks that follow from where a point is: a triangle of a matrix, a diagonal. An element that is
 * chosen by the comparison of two positions, and that is copied either way, is guarded: strips are
 * cut where the mask's border is, and nothing is compared. */
#include "codegen/lower/lower.h"
#include "codegen/program/program_thresholds.h"

/* The least and the greatest value over the kernel's domain. */
static void range_of(const struct kernel *kernel, const struct affine *at, int64_t *least,
                     int64_t *most) {
    *least = *most = at->offset;
    for (uint32_t d = 0; d < kernel->dim_count; d++) {
        int64_t reach = at->stride[d] * (kernel->extent[d] - 1);
        *(reach < 0 ? least : most) += reach;
    }
}

/* Whether all values are numbers of the type, which wraps around. */
static bool fits(const struct kernel *kernel, const struct affine *at, enum element type) {
    int64_t least, most;
    range_of(kernel, at, &least, &most);
    return (type == ELEMENT_I32 || type == ELEMENT_I64) && least >= INT32_MIN && most <= INT32_MAX;
}

static struct affine difference(const struct affine *a, const struct affine *b) {
    struct affine result = {.offset = a->offset - b->offset};
    for (uint32_t d = 0; d < KERNEL_DIMS; d++) {
        result.stride[d] = a->stride[d] - b->stride[d];
    }
    return result;
}

/* The integer as a function of the point, if it is one. */
static bool is_position(const struct kernel *kernel, const struct expr *expr, struct affine *at) {
    static const struct affine zero;
    if (expr->kind == EXPR_INDEX) {
        *at = expr->affine;
    } else if (expr->kind == EXPR_CONSTANT && element_is_integer(expr->type) &&
               expr->integer >= INT32_MIN && expr->integer <= INT32_MAX) {
        *at = (struct affine){.offset = expr->integer};
    } else if (expr->kind == EXPR_SCALAR &&
               (expr->op == SCALAR_ADD || expr->op == SCALAR_SUBTRACT)) {
        struct affine a, b;
        if (!is_position(kernel, expr->args[0], &a) || !is_position(kernel, expr->args[1], &b)) {
            return false;
        }
        struct affine minus = difference(&zero, &b);
        *at = difference(&a, expr->op == SCALAR_ADD ? &minus : &b);
    } else {
        return false;
    }
    return fits(kernel, at, expr->type);
}

static bool is_copied(const struct expr *expr) {
    return expr->kind == EXPR_CONSTANT ||
           (expr->kind == EXPR_LOAD && expr->access.indirect_count == 0);
}

/* The comparison as 0 <= at < bound; `*negated`: where that is not so. */
static bool as_guard(const struct kernel *kernel, const struct expr *compare, struct guard *guard,
                     bool *negated) {
    struct affine a, b;
    int64_t least, most;
    if (compare->kind != EXPR_SCALAR || compare->op < SCALAR_EQ || compare->op > SCALAR_GE ||
        !is_position(kernel, compare->args[0], &a) || !is_position(kernel, compare->args[1], &b)) {
        return false;
    }
    bool is_less = compare->op == SCALAR_LT || compare->op == SCALAR_LE;
    guard->at = is_less ? difference(&b, &a) : difference(&a, &b);
    guard->at.offset -= compare->op == SCALAR_LT || compare->op == SCALAR_GT ? 1 : 0;
    range_of(kernel, &guard->at, &least, &most);
    bool is_line = compare->op == SCALAR_EQ || compare->op == SCALAR_NE;
    guard->bound = is_line || most < 0 ? 1 : most + 1;
    *negated = compare->op == SCALAR_NE;
    return true;
}

static bool has_long_lines(const struct kernel *kernel, const struct access *store) {
    for (uint32_t d = 0; d < kernel->parallel_count; d++) {
        if (store->at.stride[d] == 1 && kernel->extent[d] >= STRIP_SHORT) {
            return true;
        }
    }
    return false;
}

void kernel_guard_masks(struct lowering *lowering) {
    struct kernel *kernel = lowering->kernel;
    for (uint32_t i = 0; i < kernel->result_count && kernel->reduction == NULL; i++) {
        struct expr *value = kernel->results[i].value;
        struct guard guard;
        bool negated;
        if (value->kind != EXPR_SCALAR || value->op != SCALAR_SELECT ||
            !is_copied(value->args[1]) || !is_copied(value->args[2]) ||
            !has_long_lines(kernel, &kernel->results[i].store) ||
            !as_guard(kernel, value->args[0], &guard, &negated)) {
            continue;
        }
        struct guard *kept = arena_copy(lowering->graph->arena, &guard, sizeof guard);
        lowering_register(lowering, &kept->at);
        *value = (struct expr){.kind = EXPR_GUARD,
                               .type = value->type,
                               .arg_count = 2,
                               .args = {value->args[negated ? 2 : 1], value->args[negated ? 1 : 2]},
                               .guard_count = 1,
                               .guards = kept};
    }
}
