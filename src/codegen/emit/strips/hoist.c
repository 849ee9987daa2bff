/* Strips that are the same in every pass of the loops around a section, such as a bias that is
 * added to each row, are made once, before the loops. */
#include "codegen/emit/internal.h"
#include "codegen/program/program_thresholds.h"

/* Strips that are kept: more would not stay in the near cache. */
enum { MOST_KEPT = SDYRT_NEAR_CACHE / STRIP_BYTES };

/* Dimensions that stand where they stand now in every pass: of the strip, and those of a point but
 * where a loop around the section goes through points. */
static uint32_t fixed_dimensions(const struct emitter *e, bool repeated) {
    const struct strip *strip = &e->strip;
    uint32_t points = 0;
    for (uint32_t d = 0; d < e->kernel->dim_count && !repeated; d++) {
        points |= e->dims[d].size == 1 ? 1u << d : 0;
    }
    uint32_t outermost = strip->dims[strip->count - 1];
    const struct dimension *dim = &e->dims[outermost];
    bool moves = dim->size > strip->limit || (dim->ragged && (strip->count > 1 || !dim->stays));
    return points | (moves ? strip->mask & ~(1u << outermost) : strip->mask);
}

/* Keeps the largest parts of the expression that vary along `fixed` dimensions alone. */
static void keep_parts(struct emitter *e, const struct expr *expr, uint32_t fixed, uint32_t *kept) {
    expr = emit_value_of(e, expr);
    if (!emit_first_visit(e, expr)) {
        return;
    }
    uint32_t varies = expr->varies;
    if (expr->kind == EXPR_TERM) {
        keep_parts(e, e->kernel->reduction->term[expr->number], fixed, kept);
        return;
    }
    bool in_place =
        expr->kind == EXPR_LOAD && !is_narrow(expr->type) && emit_contiguous(e, &expr->access);
    bool is_strip = (varies & e->strip.mask) != 0;
    if (is_strip && (varies & ~fixed) == 0 && !in_place && emit_node_of(e, expr)->plain) {
        if (*kept == MOST_KEPT) {
            return;
        }
        emit_begin_section(e);
        emit_count_uses(e, expr);
        emit_strip_value(e, expr);
        emit_node_of(e, expr)->kept = true;
        (*kept)++;
        return;
    }
    for (uint32_t i = expr->kind == EXPR_GUARD ? 1 : 0; i < expr->arg_count; i++) {
        keep_parts(e, expr->args[i], fixed, kept);
    }
}

void emit_keep_strips(struct emitter *e, bool repeated) {
    const struct kernel *kernel = e->kernel;
    struct strip *strip = &e->strip;
    uint32_t fixed = strip->count > 0 ? fixed_dimensions(e, repeated) : 0;
    for (uint32_t d = 0; d < kernel->dim_count; d++) {
        repeated |= (strip->mask & (1u << d)) == 0 && e->dims[d].size > 1;
    }
    if (strip->count > 0) {
        repeated |= e->dims[strip->dims[strip->count - 1]].size > strip->limit;
    }
    if (!e->by_strips || fixed == 0 || !repeated) {
        return;
    }
    uint32_t kept = 0;
    emit_begin_walk(e);
    for (uint32_t i = 0; i < strip->count; i++) {
        struct dimension *dim = &e->dims[strip->dims[i]];
        dim->at = dim->low;
    }
    strip->shift = NULL;
    strip->rows = emit_known_integer(e, strip->most / strip->inner);
    strip->n = emit_known_integer(e, strip->most);
    const struct dimension *only = &e->dims[strip->dims[0]];
    if (strip->count == 1 && only->ragged && only->stays) {
        strip->rows = strip->n =
            emit_unknown_integer(emit_text(e, "(%s - %s)", only->high, emit_low(only)));
    }
    for (uint32_t i = 0; i < kernel->body_count; i++) {
        if (kernel->body[i].condition == NULL) {
            keep_parts(e, kernel->body[i].value, fixed, &kept);
        }
    }
    /* What guards protect is not read ahead of them: it may lie outside of its buffer. */
    const struct reduction *reduction = kernel->reduction;
    bool free = reduction != NULL && reduction->guard_count == 0;
    for (uint32_t i = 0; free && i < emit_step_count(e, reduction); i++) {
        keep_parts(e, emit_step(e, reduction, i), fixed, &kept);
    }
    for (uint32_t i = 0; i < kernel->result_count; i++) {
        keep_parts(e, kernel->results[i].value, fixed, &kept);
    }
}
