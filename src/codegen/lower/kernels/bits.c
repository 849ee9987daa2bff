/* Kernels that only move numbers of a format that nothing is computed in, as bf16 is, move their
 * bits: what they load, choose and store are unsigned integers of that width. */
#include <string.h>

#include "codegen/lower/lower.h"
#include "codegen/program/visit.h"

static bool is_narrow_float(enum element element) {
    return element_info[element].compute == ELEMENT_F32 && element != ELEMENT_F32;
}

/* Whether all statements only store, and numbers of one format. */
static bool only_stores(const struct statement *statements, uint32_t count, enum element element) {
    bool same = true;
    for (uint32_t i = 0; i < count && same; i++) {
        const struct statement *statement = &statements[i];
        same = statement->combine == SCALAR_NONE && statement->value->type == element &&
               statement->store.buffer->element == element;
    }
    return same;
}

/* Whether the expression, if it is of that format, is loaded, a constant, or chosen of such, and
 * otherwise has nothing to do with it. */
static bool only_moves(const struct expr *expr, enum element element) {
    if (expr->type == element) {
        return (expr->kind == EXPR_LOAD && expr->access.buffer->element == element) ||
               expr->kind == EXPR_CONSTANT || expr->kind == EXPR_GUARD ||
               (expr->kind == EXPR_SCALAR && expr->op == SCALAR_SELECT);
    }
    bool computes = false;
    for (uint32_t i = 0; i < expr->arg_count; i++) {
        computes = computes || expr->args[i]->type == element;
    }
    return !computes;
}

static void take_bits(struct expr *expr, enum element element) {
    enum float_kind kind = FLOAT_F32;
    const char *name = element_info[element].name;
    if (expr->kind == EXPR_CONSTANT) {
        float_kind_find(name, strlen(name), &kind);
        expr->integer = (int64_t)float_to_bits(kind, expr->real);
    }
    expr->access.as_bits = expr->kind == EXPR_LOAD;
    expr->type = element_bits(element);
}

void kernel_move_bits(struct kernel *kernel) {
    const struct statement *first = kernel->body_count > 0     ? kernel->body
                                    : kernel->result_count > 0 ? kernel->results
                                                               : NULL;
    enum element element = first != NULL ? first->store.buffer->element : ELEMENT_F32;
    if (!is_narrow_float(element) || kernel->reduction != NULL ||
        !only_stores(kernel->body, kernel->body_count, element) ||
        !only_stores(kernel->results, kernel->result_count, element)) {
        return;
    }
    struct uses uses = {0};
    bool moves = true;
    kernel_uses(kernel, &uses);
    for (size_t i = 0; i < uses.exprs.count; i++) {
        moves = moves && only_moves(uses.exprs.items[i].expr, element);
    }
    for (size_t i = 0; moves && i < uses.exprs.count; i++) {
        if (uses.exprs.items[i].expr->type == element) {
            take_bits(uses.exprs.items[i].expr, element);
        }
    }
    for (uint32_t i = 0; moves && i < kernel->body_count; i++) {
        kernel->body[i].store.as_bits = true;
    }
    for (uint32_t i = 0; moves && i < kernel->result_count; i++) {
        kernel->results[i].store.as_bits = true;
    }
    uses_free(&uses);
}
