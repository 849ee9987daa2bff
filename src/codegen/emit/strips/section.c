/* A section: statements and a step of a reduction, over the points of one strip. */
#include "codegen/emit/internal.h"

#include "runs.h"
#include "symbols.h"

#include <inttypes.h>

/* Runs the step where the reduction's guards hold. */
struct guarded_step {
    bool cut, tested;
    struct clip clip;
    size_t scope;
};

static struct guarded_step open_step(struct emitter *e, const struct reduction *reduction) {
    struct guarded_step step = {0};
    step.cut = emit_guards_strip(e, reduction->guards, reduction->guard_count);
    if (step.cut) {
        emit_clip(e, reduction->guards, reduction->guard_count, &step.clip);
        emit_open_clip(e, &step.clip);
    } else {
        const char *condition = emit_condition(e, reduction->guards, reduction->guard_count);
        step.tested = condition != NULL;
        if (step.tested) {
            emit_open(e, "if (%s)", condition);
        }
    }
    step.scope = emit_scope(e);
    return step;
}

static void close_step(struct emitter *e, const struct guarded_step *step) {
    emit_leave(e, step->scope);
    if (step->cut) {
        emit_close_clip(e, &step->clip);
    } else if (step->tested) {
        emit_close(e);
    }
}

/* --- strips --- */

static const char *accumulator_here(struct emitter *e, uint32_t i) {
    return e->strip.shift == NULL
               ? e->reduction.accumulators[i]
               : emit_text(e, "%s + %s", e->reduction.accumulators[i], e->strip.shift);
}

static void round_accumulator(struct emitter *e, enum element type, const char *accumulator) {
    struct conversion rounding = emit_conversion(e, compute_type(type), type);
    if (rounding.count == 1) {
        emit_line(e, "%s(%s, %s, %s);", emit_symbol(e, "sdyrt_%s_v", rounding.names[0]),
                  accumulator, accumulator, e->strip.n.text);
    }
}

/* Whether the runtime reduces strips of a storage format, or folds rows, without a widened copy. */
static bool reduces_narrow(const struct emitter *e, enum scalar_op op, enum element from) {
    bool is_extreme = op == SCALAR_MAXIMUM || op == SCALAR_MINIMUM;
    bool has =
        from == ELEMENT_BF16 ? is_extreme || op == SCALAR_ADD : from == ELEMENT_F16 && is_extreme;
    return e->by_strips && has;
}

/* The load of which the reduction, where its guards hold, does no more with a strip than to read it
 * from where it lies in memory; else NULL. `by_rows`: or rows of a strip of several. */
static const struct expr *guarded_load(struct emitter *e, bool by_rows) {
    const struct kernel *kernel = e->kernel;
    const struct reduction *reduction = kernel->reduction;
    if (e->strip.count == 0 || reduction == NULL || kernel->body_count > 0 || e->copy_loads ||
        (e->reduction.argmax.op == SCALAR_NONE &&
         (reduction->count != 1 || reduction->next != NULL))) {
        return NULL;
    }
    enum element type = reduction->types[0];
    const struct expr *term = emit_value_of(e, reduction->term[0]);
    if (term->kind == EXPR_SCALAR && term->op == SCALAR_CONVERT && term->type == ELEMENT_F32) {
        term = emit_value_of(e, term->args[0]);
    }
    bool is_plain =
        term == emit_value_of(e, reduction->term[0]) && term->type == type && !is_narrow(type);
    bool is_read =
        is_plain || (type == ELEMENT_F32 && reduces_narrow(e, reduction->simple, term->type));
    struct rows rows = {0};
    bool reads = term->kind == EXPR_LOAD && is_read &&
                 emit_conversion(e, compute_type(type), type).count == 0 &&
                 term->access.indirect_count == 0 && term->access.buffer->kind != BUFFER_TILE &&
                 (emit_is_run(e, &term->access, &rows) ||
                  (by_rows && emit_rows(e, &term->access, &rows) && rows.inner_stride == 1 &&
                   rows.inner >= SDYRT_LINE_FLOATS));
    return reads ? term : NULL;
}

/* The same of a reduction without guards. */
static const struct expr *reduced_load(struct emitter *e) {
    const struct reduction *reduction = e->kernel->reduction;
    return reduction != NULL && reduction->guard_count > 0 ? NULL : guarded_load(e, false);
}

/* The operation of a simple reduction: on i1, sums are ors. */
static enum scalar_op reducing(const struct reduction *reduction) {
    enum scalar_op op = reduction->simple;
    if (reduction->types[0] == ELEMENT_I1) {
        op = op == SCALAR_ADD ? SCALAR_OR : op == SCALAR_MULTIPLY ? SCALAR_AND : op;
    }
    return op;
}

/* The sum of a strip of complex numbers, which is returned by address. */
static struct operand complex_sum(struct emitter *e, enum element type, const char *function,
                                  const char *strip) {
    struct operand part = emit_named(emit_temporary(e));
    emit_line(e, "%s %s;", compute_c_type(type), part.text);
    emit_line(e, "%s(&%s, %s, %s);", function, part.text, strip, e->strip.n.text);
    return part;
}

/* The function that reduces a strip, or rows, of elements `from`. */
static const char *sum_function(struct emitter *e, const struct reduction *reduction,
                                enum element from, bool rows) {
    enum scalar_op op = reducing(reduction);
    return is_narrow(from) ? emit_symbol(e, "sdyrt_%s_%s_%s", rows ? "fold" : "reduce",
                                         scalar_names[op], storage_tag(from))
                           : emit_strip_sum(e, op, reduction->types[0], rows);
}

/* accumulator = op(accumulator, reduced strip of elements `from`) */
static void horizontal_step(struct emitter *e, const struct reduction *reduction, const char *strip,
                            enum element from) {
    enum element type = reduction->types[0];
    enum scalar_op op = reducing(reduction);
    const char *function = sum_function(e, reduction, from, false);
    struct operand part;
    if (is_complex(type)) {
        part = complex_sum(e, type, function, strip);
    } else if (e->form == EMIT_LOOPS) {
        part = emit_expression(e, "%s(%s, %s)", function, strip, e->strip.n.text);
    } else {
        part = emit_named(emit_temporary(e));
        emit_line(e, "const %s %s = %s(%s, %s);", compute_c_type(type), part.text, function, strip,
                  e->strip.n.text);
    }
    struct operand sum = emit_named(e->reduction.accumulators[0]);
    emit_line(e, "%s = %s;", sum.text, emit_scalar_binary(e, op, type, sum, part).text);
}

/* accumulator += sum of products, where the term is the product of two strips that nothing else
 * reads; false where it is not. */
static bool dot_step(struct emitter *e, const struct reduction *reduction) {
    const struct expr *term = emit_value_of(e, reduction->term[0]);
    enum element type = reduction->types[0];
    bool is_float = type == ELEMENT_F32 || type == ELEMENT_F64;
    if (!is_float || reduction->simple != SCALAR_ADD || term->kind != EXPR_SCALAR ||
        term->op != SCALAR_MULTIPLY || term->type != type || emit_node_of(e, term)->uses > 1 ||
        !emit_is_strip(e, term->args[0]) || !emit_is_strip(e, term->args[1])) {
        return false;
    }
    struct operand factors[2];
    for (uint32_t i = 0; i < 2; i++) {
        factors[i] = emit_value(e, term->args[i]);
        emit_pin(e, factors[i]);
    }
    struct operand part = emit_named(emit_temporary(e));
    emit_line(e, "const %s %s = %s(%s, %s, %s);", compute_c_type(type), part.text,
              emit_symbol(e, "sdyrt_dot_%s", compute_tag(type)), factors[0].text, factors[1].text,
              e->strip.n.text);
    struct operand sum = emit_named(e->reduction.accumulators[0]);
    emit_line(e, "%s = %s;", sum.text, emit_scalar_binary(e, SCALAR_ADD, type, sum, part).text);
    for (uint32_t i = 0; i < 2; i++) {
        emit_unpin(e, factors[i]);
        emit_consume(e, factors[i]);
    }
    return true;
}

/* accumulator += what a function of machine code sums */
static bool sum_step(struct emitter *e, const struct reduction *reduction) {
    if (reduction->simple != SCALAR_ADD || reduction->types[0] != ELEMENT_F32) {
        return false;
    }
    const char *part = emit_fused_sum(e, reduction->term[0]);
    if (part == NULL) {
        return false;
    }
    struct operand sum = emit_named(e->reduction.accumulators[0]);
    emit_line(e, "%s = %s + %s;", sum.text, sum.text, part);
    return true;
}

/* accumulators = op(accumulators, rows), of memory or of terms */
static void rows_step(struct emitter *e, const struct reduction *reduction) {
    enum element type = reduction->types[0];
    const struct expr *load = reduced_load(e);
    struct rows rows = {.stride = e->strip.inner};
    struct operand term = {.node = -1};
    if (load != NULL) {
        emit_is_run(e, &load->access, &rows);
        type = load->type;
        term.text = emit_pointer(e, &load->access).text;
    } else {
        term = emit_as_strip(e, emit_value(e, reduction->term[0]), type);
    }
    const char *op = scalar_names[reducing(reduction)];
    emit_line(e, "%s(%s, %s, %s, %" PRId64 ", %" PRId64 ");",
              emit_symbol(e, "sdyrt_reduce_rows_%s_%s", op, storage_tag(type)),
              e->reduction.accumulators[0], term.text, e->strip.rows.text, rows.stride,
              e->strip.inner);
    emit_consume(e, term);
}

/* accumulator = op(accumulator, term), where a reduced strip is one value. */
static void sequential_step(struct emitter *e, const struct reduction *reduction) {
    enum element type = reduction->types[0];
    const struct expr *load = reduced_load(e);
    if (load != NULL && is_narrow(load->type)) {
        horizontal_step(e, reduction, emit_pointer(e, &load->access).text, load->type);
        return;
    }
    if (sum_step(e, reduction) || dot_step(e, reduction)) {
        return;
    }
    struct operand term = emit_as_strip(e, emit_value(e, reduction->term[0]), type);
    horizontal_step(e, reduction, term.text, compute_type(type));
    emit_consume(e, term);
}

/* The same of a strip of accumulators, by a function of machine code that makes the terms, too, of
 * what it reads where it lies; false where there is none. */
static bool fused_step(struct emitter *e, const struct reduction *reduction, uint32_t i) {
    const struct expr *term = emit_resolved(e, reduction->term[i]);
    if (!emit_is_strip(e, term) || emit_known(e, term).text != NULL) {
        return false;
    }
    struct expr *before = expr_new(e->arena, EXPR_ACCUMULATOR, reduction->types[i]);
    struct expr *after = expr_new(e->arena, EXPR_SCALAR, reduction->types[i]);
    before->number = i;
    before->varies = after->varies = term->varies;
    after->op = reduction->simple;
    after->args[after->arg_count++] = before;
    after->args[after->arg_count++] = reduction->term[i];
    emit_node_of(e, before)->uses = emit_node_of(e, after)->uses = 1;
    return emit_may_fuse(e, after) && emit_fused(e, after, accumulator_here(e, i));
}

/* By that, or by a primitive. */
static void parallel_step(struct emitter *e, const struct reduction *reduction, uint32_t i) {
    enum element type = reduction->types[i];
    const char *accumulator = accumulator_here(e, i);
    if (fused_step(e, reduction, i)) {
        return;
    }
    struct operand term = emit_value(e, reduction->term[i]);
    term = is_complex(type) ? emit_as_strip(e, term, type) : term;
    emit_line(e, "%s(%s, %s, %s, %s);",
              emit_symbol(e, "sdyrt_%s_%s_v%c", scalar_names[reduction->simple], compute_tag(type),
                          term.strip ? 'v' : 's'),
              accumulator, accumulator, term.text, e->strip.n.text);
    round_accumulator(e, type, accumulator);
    emit_consume(e, term);
}

static void strip_simple_step(struct emitter *e, const struct reduction *reduction) {
    if (e->strip.batch > 0) {
        rows_step(e, reduction);
    } else if (e->strip.sequential) {
        sequential_step(e, reduction);
    } else {
        for (uint32_t i = 0; i < reduction->count; i++) {
            parallel_step(e, reduction, i);
        }
    }
}

/* The accumulator that an expression is, or -1. */
static int64_t accumulator_number(struct emitter *e, const struct expr *expr) {
    const struct expr *value = emit_value_of(e, expr);
    bool is_one = value->kind == EXPR_ACCUMULATOR &&
                  value->type == e->kernel->reduction->types[value->number];
    return is_one ? (int64_t)value->number : -1;
}

/* A copy of another accumulator as it was before the step. */
static struct operand copy_accumulator(struct emitter *e, enum element type,
                                       struct operand accumulator) {
    struct operand copy = {.strip = true, .node = emit_new_node(e)};
    copy.text = emit_new_strip(e, copy.node, type);
    emit_copy(e, copy.text, type, accumulator.text);
    return copy;
}

static void strip_general_step(struct emitter *e, const struct reduction *reduction) {
    struct operand *next = ARENA_ARRAY(e->arena, struct operand, reduction->count);
    for (uint32_t i = 0; i < reduction->count; i++) {
        next[i] = emit_value(e, reduction->next[i]);
        emit_pin(e, next[i]);
        int64_t number = accumulator_number(e, reduction->next[i]);
        if (number >= 0 && number != i) {
            next[i] = copy_accumulator(e, reduction->types[i], next[i]);
            emit_pin(e, next[i]);
        }
    }
    for (uint32_t i = 0; i < reduction->count; i++) {
        const char *accumulator = accumulator_here(e, i);
        if (!next[i].strip) {
            emit_fill(e, accumulator, reduction->types[i], next[i].text);
        } else if (accumulator_number(e, reduction->next[i]) != i) {
            emit_copy(e, accumulator, reduction->types[i], next[i].text);
        }
        emit_unpin(e, next[i]);
        emit_consume(e, next[i]);
    }
}

static void strip_section(struct emitter *e, const struct statement *statements, uint32_t count,
                          const struct reduction *reduction) {
    for (uint32_t i = 0; i < count;) {
        uint32_t woven = emit_woven(e, statements + i, count - i);
        if (woven == 0) {
            emit_strip_statement(e, &statements[i]);
        }
        i += woven > 0 ? woven : 1;
    }
    if (reduction == NULL) {
        return;
    }
    struct guarded_step step = open_step(e, reduction);
    if (e->reduction.argmax.op != SCALAR_NONE) {
        emit_places_step(e, reduction, reduced_load(e));
    } else if (reduction->next == NULL) {
        strip_simple_step(e, reduction);
    } else {
        strip_general_step(e, reduction);
    }
    close_step(e, &step);
}

/* --- loops, and single points --- */

static const char *scalar_accumulator(struct emitter *e, uint32_t i) {
    return e->element == NULL ? e->reduction.accumulators[i]
                              : emit_text(e, "%s[%s]", e->reduction.accumulators[i], e->element);
}

/* The accumulator's value after the step. */
static struct operand scalar_next(struct emitter *e, const struct reduction *reduction,
                                  uint32_t i) {
    if (reduction->next != NULL) {
        return emit_scalar(e, reduction->next[i]);
    }
    enum element type = reduction->types[i];
    struct operand old = {.text = scalar_accumulator(e, i), .is_name = true, .node = -1};
    struct operand sum =
        emit_scalar_binary(e, reduction->simple, type, old, emit_scalar(e, reduction->term[i]));
    struct conversion rounding = emit_conversion(e, compute_type(type), type);
    if (rounding.count != 1) {
        return sum;
    }
    const char *exact = emit_temporary(e);
    emit_line(e, "%s %s = %s;", compute_c_type(type), exact, sum.text);
    if (e->form == EMIT_LOOPS) {
        return emit_expression(e, "sdyrt_%s(%s)", rounding.names[0], exact);
    }
    emit_line(e, "%s(&%s, &%s, 1);", emit_symbol(e, "sdyrt_%s_v", rounding.names[0]), exact, exact);
    return emit_named(exact);
}

static void scalar_step(struct emitter *e, const struct reduction *reduction) {
    const char **next = ARENA_ARRAY(e->arena, const char *, reduction->count);
    if (e->strip.sequential && e->strip.count > 0) {
        emit_line(e, "terms[%s] = %s;", e->element, emit_scalar(e, reduction->term[0]).text);
        return;
    }
    for (uint32_t i = 0; i < reduction->count; i++) {
        next[i] = scalar_next(e, reduction, i).text;
        if (reduction->count > 1) {
            const char *name = emit_temporary(e);
            emit_line(e, "const %s %s = %s;", compute_c_type(reduction->types[i]), name, next[i]);
            next[i] = name;
        }
    }
    for (uint32_t i = 0; i < reduction->count; i++) {
        emit_line(e, "%s = %s;", scalar_accumulator(e, i), next[i]);
    }
}

/* Prints what does not vary along the strip ahead of its loop, but for what a guard protects. */
static void hoist(struct emitter *e, const struct expr *expr) {
    expr = emit_value_of(e, expr);
    const struct printed *node = emit_node_of(e, expr);
    if (node->text != NULL || expr->kind == EXPR_CONSTANT || !emit_first_visit(e, expr)) {
        return;
    }
    if ((expr->varies & e->strip.mask) == 0) {
        emit_scalar(e, expr);
        return;
    }
    if (expr->kind == EXPR_TERM) {
        hoist(e, e->kernel->reduction->term[expr->number]);
    }
    for (uint32_t i = 0; i < expr->access.indirect_count; i++) {
        hoist(e, expr->access.indirect[i].index);
    }
    for (uint32_t i = expr->kind == EXPR_GUARD ? 1 : 0; i < expr->arg_count; i++) {
        hoist(e, expr->args[i]);
    }
}

/* Opens the loops over the strip's elements and sets e->element. */
static int32_t open_elements(struct emitter *e, const char **saved) {
    struct strip *strip = &e->strip;
    const char *element = NULL;
    const char **parts = ARENA_ARRAY(e->arena, const char *, KERNEL_DIMS);
    int64_t inner = 1;
    for (uint32_t i = 0; i < strip->count; i++) {
        parts[i] = i == 0 ? "" : emit_text(e, " * %" PRId64, inner);
        inner *= e->dims[strip->dims[i]].size;
    }
    for (uint32_t i = strip->count; i-- > 0;) {
        uint32_t d = strip->dims[i];
        struct dimension *dim = &e->dims[d];
        saved[i] = dim->at;
        const char *first = dim->at, *low = first == NULL ? "0" : first, *high = dim->high;
        const char *at = emit_text(e, strip->chunked ? "j%" PRIu32 : "i%" PRIu32, d);
        if (strip->chunked) {
            const char *rows =
                i + 1 == strip->count ? strip->rows.text : emit_integer(e, dim->size);
            high = first == NULL ? rows : emit_text(e, "%s + %s", low, rows);
        } else if (e->strip.shift != NULL) {
            high = emit_text(e, "%s + %s", low, strip->rows.text);
        }
        if (i == (strip->unrolled ? 1 : 0)) {
            emit_line(e, "#pragma omp simd");
        } else if (i == 0) {
            emit_line(e, "#pragma GCC unroll %" PRId64, dim->size);
        }
        emit_open(e, "for (int64_t %s = %s; %s < %s; %s++)", at, low, at, high, at);
        dim->at = at;
        const char *point = first == NULL ? at : emit_text(e, "(%s - %s)", at, low);
        point = emit_text(e, "%s%s", point, parts[i]);
        element = element == NULL ? point : emit_text(e, "%s + %s", element, point);
    }
    if (strip->shift != NULL && element != NULL && !strip->sequential) {
        element = emit_text(e, "%s + %s", element, strip->shift);
    }
    e->element = strip->chunked ? element : NULL;
    return (int32_t)strip->count;
}

/* Strips for what goes past the caches; NULL for other statements. */
static const char **past_strips(struct emitter *e, const struct statement *statements,
                                uint32_t count) {
    const char **strips = ARENA_ARRAY(e->arena, const char *, count + 1);
    size_t slot;
    for (uint32_t i = 0; i < count; i++) {
        bool is_past = e->strip.chunked && emit_is_light(e) && emit_goes_past(e, &statements[i]);
        strips[i] = is_past ? emit_past_strip(e, &statements[i], &slot) : NULL;
    }
    return strips;
}

static void move_past(struct emitter *e, const struct statement *statements, uint32_t count,
                      const char *const *strips) {
    for (uint32_t i = 0; i < count; i++) {
        if (strips[i] != NULL) {
            emit_move_past(e, &statements[i].store, strips[i]);
        }
    }
}

static void loop_section(struct emitter *e, const struct statement *statements, uint32_t count,
                         const struct reduction *reduction, bool step_only) {
    emit_begin_walk(e);
    for (uint32_t i = 0; i < count && e->strip.count > 0; i++) {
        if (statements[i].condition == NULL) {
            hoist(e, statements[i].value);
        }
    }
    if (reduction != NULL && e->strip.count > 0) {
        for (uint32_t i = 0; i < reduction->count; i++) {
            hoist(e, emit_step(e, reduction, i));
        }
    }
    const char *saved[KERNEL_DIMS];
    const char **strips = past_strips(e, statements, count);
    int32_t opened = open_elements(e, saved);
    size_t scope = emit_scope(e);
    for (uint32_t i = 0; i < count; i++) {
        emit_scalar_statement(e, &statements[i], strips[i]);
    }
    if (reduction != NULL && step_only) {
        scalar_step(e, reduction);
    } else if (reduction != NULL) {
        struct guarded_step step = open_step(e, reduction);
        scalar_step(e, reduction);
        close_step(e, &step);
    }
    emit_leave(e, scope);
    while (opened-- > 0) {
        emit_close(e);
    }
    for (uint32_t i = 0; i < e->strip.count; i++) {
        e->dims[e->strip.dims[i]].at = saved[i];
    }
    e->element = NULL;
    move_past(e, statements, count, strips);
}

/* A loop that makes the terms of a strip, then the step that takes them. */
static void terms_section(struct emitter *e, const struct statement *statements, uint32_t count,
                          const struct reduction *reduction) {
    const char *c_type = compute_c_type(reduction->types[0]);
    size_t slot = emit_scratch(e, (size_t)e->strip.most * compute_bytes(reduction->types[0]));
    emit_line(e, "%s *__restrict terms = %s;", c_type, emit_scratch_text(e, c_type, slot));
    loop_section(e, statements, count, reduction, true);
    horizontal_step(e, reduction, "terms", compute_type(reduction->types[0]));
    emit_release(e, slot);
}

/* The loops form of a section; a step that guards cut or that ends in a horizontal reduction has a
 * loop of its own. */
static void loops_form(struct emitter *e, const struct statement *statements, uint32_t count,
                       const struct reduction *reduction) {
    const struct expr *load = e->strip.sequential ? reduced_load(e) : NULL;
    if (reduction != NULL && load != NULL) {
        horizontal_step(e, reduction, emit_pointer(e, &load->access).text, load->type);
        return;
    }
    bool own_loop = reduction != NULL && e->strip.count > 0 && reduction->guard_count > 0;
    if (own_loop && count > 0) {
        loop_section(e, statements, count, NULL, false);
    }
    if (own_loop) {
        struct guarded_step step = open_step(e, reduction);
        if (e->strip.sequential) {
            terms_section(e, NULL, 0, reduction);
        } else {
            loop_section(e, NULL, 0, reduction, true);
        }
        close_step(e, &step);
    } else if (reduction != NULL && e->strip.count > 0 && e->strip.sequential) {
        terms_section(e, statements, count, reduction);
    } else {
        loop_section(e, statements, count, reduction, e->strip.count > 0);
    }
}

void emit_section(struct emitter *e, const struct statement *statements, uint32_t count,
                  const struct reduction *reduction) {
    size_t scope = emit_scope(e);
    emit_begin_section(e);
    for (uint32_t i = 0; i < count; i++) {
        emit_count_uses(e, statements[i].value);
        if (statements[i].condition != NULL) {
            emit_count_uses(e, statements[i].condition);
        }
        for (uint32_t k = 0; k < statements[i].store.indirect_count; k++) {
            emit_count_uses(e, statements[i].store.indirect[k].index);
        }
    }
    for (uint32_t i = 0; reduction != NULL && i < emit_step_count(e, reduction); i++) {
        emit_count_uses(e, emit_step(e, reduction, i));
    }
    if (e->by_strips && e->strip.count > 0) {
        strip_section(e, statements, count, reduction);
    } else {
        loops_form(e, statements, count, reduction);
    }
    emit_leave(e, scope);
}

/* Accumulators at their first values: variables, or strips. */
void emit_init(struct emitter *e, const struct reduction *reduction) {
    size_t scope = emit_scope(e);
    emit_begin_section(e);
    bool strips = e->strip.count > 0 && !e->strip.sequential;
    for (uint32_t i = 0; i < reduction->count; i++) {
        emit_count_uses(e, reduction->init[i]);
        if (strips && e->by_strips) {
            enum element type = emit_accumulator_type(e, i);
            if (type != reduction->types[i]) {
                emit_fill(e, e->reduction.accumulators[i], type,
                          emit_scalar(e, reduction->init[i]).text);
                continue;
            }
            emit_strip_into(e, reduction->init[i], e->reduction.accumulators[i]);
        } else if (strips) {
            const char *saved[KERNEL_DIMS];
            emit_begin_walk(e);
            hoist(e, reduction->init[i]);
            int32_t opened = open_elements(e, saved);
            size_t inside = emit_scope(e);
            emit_line(e, "%s = %s;", scalar_accumulator(e, i),
                      emit_scalar(e, reduction->init[i]).text);
            emit_leave(e, inside);
            while (opened-- > 0) {
                emit_close(e);
            }
            for (uint32_t k = 0; k < e->strip.count; k++) {
                e->dims[e->strip.dims[k]].at = saved[k];
            }
            e->element = NULL;
        } else {
            const char *value = emit_scalar(e, reduction->init[i]).text;
            emit_line(e, "%s %s = %s;", compute_c_type(emit_accumulator_type(e, i)),
                      e->reduction.accumulators[i], value);
        }
    }
    emit_leave(e, scope);
}

/* Whether the guards of the reduction are the same for all of the strip and all along `dims`. */
static bool guards_stay(const struct emitter *e, uint32_t dims) {
    const struct reduction *reduction = e->kernel->reduction;
    for (uint32_t i = 0; i < reduction->guard_count; i++) {
        uint32_t varies = affine_varies(e->kernel, &reduction->guards[i].at);
        if ((varies & (dims | e->strip.mask)) != 0) {
            return false;
        }
    }
    return true;
}

/* Whether the runtime folds rows of such elements: differences, say, it does not. */
static bool has_fold(const struct emitter *e, enum element from) {
    char name[64];
    const struct reduction *reduction = e->kernel->reduction;
    if (e->reduction.argmax.op != SCALAR_NONE) {
        return true;
    }
    enum element type = is_narrow(from) ? from : compute_type(reduction->types[0]);
    snprintf(name, sizeof name, "sdyrt_fold_%s_%s", scalar_names[reducing(reduction)],
             storage_tag(type));
    return sdyrt_find_symbol(name) != NULL;
}

uint32_t emit_folded_dimension(struct emitter *e, uint32_t sequence) {
    const struct expr *load = guarded_load(e, e->reduction.argmax.op == SCALAR_NONE);
    if (load == NULL || !has_fold(e, load->type)) {
        return NO_DIMENSION;
    }
    uint32_t d = e->kernel->dim_count;
    while (d-- > 0 && ((sequence & (1u << d)) == 0 || e->dims[d].size == 1)) {
    }
    return d != UINT32_MAX && guards_stay(e, 1u << d) ? d : NO_DIMENSION;
}

/* Of each row of the strip by itself, where they do not follow each other in memory. */
static void sums_fold(struct emitter *e, const struct reduction *reduction, const struct expr *load,
                      uint32_t d) {
    const char *sums = e->reduction.accumulators[0], *from = emit_pointer(e, &load->access).text;
    const char *n = e->strip.n.text;
    struct rows rows;
    bool is_one = emit_is_run(e, &load->access, &rows);
    if (!is_one && emit_rows(e, &load->access, &rows)) {
        const char *q = emit_text(e, "q%u", e->numbers.temporaries++);
        emit_open(e, "for (int64_t %s = 0; %s < %s; %s++)", q, q, rows.count, q);
        sums = emit_text(e, "%s + %s * %" PRId64, sums, q, rows.inner);
        from = emit_text(e, "%s + %s * %s", from, q, emit_integer(e, rows.stride));
        n = emit_text(e, "%" PRId64, rows.inner);
    }
    const struct dimension *dim = &e->dims[d];
    const char *count = dim->low == NULL ? dim->high : emit_text(e, "%s - %s", dim->high, dim->low);
    emit_line(e, "%s(%s, %s, %s, %s, %s);", sum_function(e, reduction, load->type, true), sums,
              from, count, emit_integer(e, load->access.at.stride[d]), n);
    if (!is_one) {
        emit_close(e);
    }
}

void emit_fold(struct emitter *e, uint32_t d) {
    const struct reduction *reduction = e->kernel->reduction;
    size_t scope = emit_scope(e);
    emit_begin_section(e);
    emit_count_uses(e, reduction->term[0]);
    const struct expr *load = guarded_load(e, e->reduction.argmax.op == SCALAR_NONE);
    struct guarded_step step = open_step(e, reduction);
    if (e->reduction.argmax.op != SCALAR_NONE) {
        emit_places_fold(e, load, d);
    } else {
        sums_fold(e, reduction, load, d);
    }
    close_step(e, &step);
    emit_leave(e, scope);
}
