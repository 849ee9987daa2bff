/* Values of a strip: one call of a vector primitive per operation, results in scratch. */
#include "codegen/emit/internal.h"

#include <inttypes.h>

/* A strip of scratch for the node's value, declared. */
const char *emit_new_strip(struct emitter *e, int32_t index, enum element type) {
    size_t bytes = (size_t)e->strip.most * compute_bytes(type);
    size_t slot = emit_scratch(e, bytes);
    const char *name = emit_temporary(e), *c_type = compute_c_type(type);
    emit_line(e, "%s *%s = %s;", c_type, name, emit_scratch_text(e, c_type, slot));
    emit_remember(e, index, name, true);
    e->values.nodes.items[index].slot = slot;
    e->values.nodes.items[index].bytes = bytes;
    return name;
}

const char *emit_strip_target(struct emitter *e, int32_t index, enum element type,
                              const char *target) {
    if (target == NULL) {
        return emit_new_strip(e, index, type);
    }
    emit_remember(e, index, target, true);
    return target;
}

/* Complex numbers are passed by address. */
static void fill_complex(struct emitter *e, const char *target, enum element type,
                         const char *value) {
    const char *name = emit_temporary(e);
    emit_line(e, "const %s %s = %s;", compute_c_type(type), name, value);
    emit_line(e, "%s(%s, &%s, %s, 0);", emit_symbol(e, "sdyrt_load_%u", 8 * compute_bytes(type)),
              target, name, e->strip.n.text);
}

void emit_fill(struct emitter *e, const char *target, enum element type, const char *value) {
    if (is_complex(type)) {
        fill_complex(e, target, type, value);
        return;
    }
    emit_line(e, "%s(%s, %s, %s);", emit_symbol(e, "sdyrt_fill_%s_s", compute_tag(type)), target,
              value, e->strip.n.text);
}

void emit_copy(struct emitter *e, const char *target, enum element type, const char *source) {
    emit_line(e, "%s(%s, %s, %s, 1);", emit_symbol(e, "sdyrt_load_%u", 8 * compute_bytes(type)),
              target, source, e->strip.n.text);
}

/* The operand itself, or a strip filled with it. */
struct operand emit_as_strip(struct emitter *e, struct operand operand, enum element type) {
    if (operand.strip) {
        return operand;
    }
    int32_t index = emit_new_node(e);
    const char *name = emit_new_strip(e, index, type);
    emit_fill(e, name, type, operand.text);
    emit_consume(e, operand);
    return (struct operand){.text = name, .strip = true, .node = index};
}

static bool is_dead(const struct printed *node) {
    return node->uses <= 0 && node->pins <= 0 && node->bytes != 0 && !node->kept;
}

/* Where the result of an operation goes: the target, else the strip of an operand that is read for
 * the last time (*taken is set), else a new one. */
static const char *result_strip(struct emitter *e, int32_t result, enum element type,
                                const struct operand *args, uint32_t count, const char *target,
                                bool *taken) {
    *taken = false;
    for (uint32_t i = 0; i < count; i++) {
        if (args[i].node >= 0) {
            e->values.nodes.items[args[i].node].pins--;
            e->values.nodes.items[args[i].node].uses--;
        }
    }
    if (target != NULL) {
        emit_remember(e, result, target, true);
        return target;
    }
    for (uint32_t i = 0; i < count; i++) {
        if (args[i].node < 0 || !args[i].strip) {
            continue;
        }
        struct printed *node = &e->values.nodes.items[args[i].node];
        enum element operand_type = node->expr != NULL ? node->expr->type : ELEMENT_COUNT;
        if (is_dead(node) && node->shift == e->strip.shift && operand_type != ELEMENT_COUNT &&
            compute_type(operand_type) == compute_type(type)) {
            const char *name = node->text;
            size_t slot = node->slot, bytes = node->bytes;
            node->bytes = 0;
            node->text = NULL;
            *taken = true;
            emit_remember(e, result, name, true);
            e->values.nodes.items[result].slot = slot;
            e->values.nodes.items[result].bytes = bytes;
            return name;
        }
    }
    return emit_new_strip(e, result, type);
}

static void release_args(struct emitter *e, const struct operand *args, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        if (args[i].node >= 0 && is_dead(&e->values.nodes.items[args[i].node])) {
            struct printed *node = &e->values.nodes.items[args[i].node];
            emit_release(e, node->slot);
            node->bytes = 0;
            node->text = NULL;
        }
    }
}

/* One call per step of the conversion; values in between have strips of their own. */
static void convert_steps(struct emitter *e, const struct conversion *conversion, const char *dst,
                          const char *source, enum element type) {
    size_t slots[3];
    uint32_t slot_count = 0;
    for (uint32_t i = 0; i < conversion->count; i++) {
        enum element to_type = conversion->types[i];
        const char *to = dst, *c_type = element_info[to_type].c_type;
        if (i + 1 < conversion->count && to_type != compute_type(type)) {
            size_t bytes = (size_t)e->strip.most * element_info[to_type].bytes;
            to = emit_temporary(e);
            slots[slot_count++] = emit_scratch(e, bytes);
            emit_line(e, "%s *%s = %s;", c_type, to,
                      emit_scratch_text(e, c_type, slots[slot_count - 1]));
        }
        emit_line(e, "%s(%s, %s, %s);", emit_symbol(e, "sdyrt_%s_v", conversion->names[i]), to,
                  source, e->strip.n.text);
        source = to;
    }
    while (slot_count > 0) {
        emit_release(e, slots[--slot_count]);
    }
}

/* The strip `source` in the type of `expr`. */
static void convert_strip(struct emitter *e, const struct expr *expr, struct operand source,
                          struct conversion conversion, const char *target) {
    int32_t result = emit_node(e, expr);
    bool taken;
    const char *dst = result_strip(e, result, expr->type, &source, 1, target, &taken);
    if (conversion.count > 0) {
        convert_steps(e, &conversion, dst, source.text, expr->type);
    } else if (!taken) {
        emit_copy(e, dst, expr->type, source.text);
    }
    release_args(e, &source, 1);
}

/* dst = op(args) where each may be a strip or a scalar, at least one a strip. */
static void call_operation(struct emitter *e, const struct expr *expr, const char *dst,
                           const struct operand *args) {
    const char *name = scalar_names[expr->op], *n = e->strip.n.text;
    const char *tag = compute_tag(
        expr->op == SCALAR_SELECT || expr->op == SCALAR_CLAMP ? expr->type : expr->args[0]->type);
    if (expr->op == SCALAR_SELECT) {
        emit_line(e, "%s(%s, %s, %s, %s, %s);",
                  emit_symbol(e, "sdyrt_select_%s_%c%c", tag, operand_form(&args[1]),
                              operand_form(&args[2])),
                  dst, args[0].text, args[1].text, args[2].text, n);
    } else if (expr->op == SCALAR_CLAMP) {
        emit_line(e, "%s(%s, %s, %s, %s, %s);",
                  emit_symbol(e, "sdyrt_clamp_%s_%s", tag, args[0].strip ? "vvv" : "svs"), dst,
                  args[0].text, args[1].text, args[2].text, n);
    } else if (expr->arg_count == 2) {
        emit_line(e, "%s(%s, %s, %s, %s);",
                  emit_symbol(e, "sdyrt_%s_%s_%c%c", name, tag, operand_form(&args[0]),
                              operand_form(&args[1])),
                  dst, args[0].text, args[1].text, n);
    } else {
        emit_line(e, "%s(%s, %s, %s);", emit_symbol(e, "sdyrt_%s_%s_v", name, tag), dst,
                  args[0].text, n);
    }
}

/* Scalars that the primitive wants as strips become strips: those on complex numbers take no
 * scalars. */
static void fit_operands(struct emitter *e, const struct expr *expr, struct operand *args) {
    bool all = expr->op == SCALAR_CLAMP && (args[0].strip || args[2].strip || !args[1].strip);
    for (uint32_t i = 0; i < expr->arg_count; i++) {
        bool wanted =
            all || (expr->op == SCALAR_SELECT && i == 0) || is_complex(expr->args[i]->type);
        if (wanted && !args[i].strip) {
            emit_unpin(e, args[i]);
            args[i] = emit_as_strip(e, args[i], expr->args[i]->type);
            emit_pin(e, args[i]);
        }
    }
}

static void operation(struct emitter *e, const struct expr *expr, const char *target) {
    if (emit_fused(e, expr, target)) {
        return;
    }
    struct operand args[3];
    const struct expr *unrounded = e->unrounded;
    for (uint32_t i = 0; i < expr->arg_count; i++) {
        args[i] = emit_value(e, expr->args[i]);
        emit_pin(e, args[i]);
    }
    if (expr->op == SCALAR_CONVERT) {
        struct conversion conversion = emit_conversion(e, expr->args[0]->type, expr->type);
        bool is_rounded_later = conversion.rounds && conversion.count > 1 && expr == unrounded;
        conversion.count -= is_rounded_later ? 1 : 0;
        convert_strip(e, expr, args[0], conversion, target);
        return;
    }
    if (expr->op == SCALAR_BITCAST) {
        convert_strip(e, expr, args[0], emit_bitcast(e, expr->args[0]->type, expr->type), target);
        return;
    }
    fit_operands(e, expr, args);
    bool taken;
    const char *dst =
        result_strip(e, emit_node(e, expr), expr->type, args, expr->arg_count, target, &taken);
    call_operation(e, expr, dst, args);
    e->unrounded = unrounded;
    const char *rounding = emit_rounding(e, expr);
    if (rounding != NULL) {
        emit_line(e, "%s(%s, %s, %s);", emit_symbol(e, "sdyrt_%s_v", rounding), dst, dst,
                  e->strip.n.text);
    }
    release_args(e, args, expr->arg_count);
}

/* Fills the target by one of two expressions, or by both where the guards cut the strip. */
static void guarded(struct emitter *e, const struct expr *expr, const char *target) {
    const char *dst = emit_strip_target(e, emit_node(e, expr), expr->type, target);
    if (!emit_guards_strip(e, expr->guards, expr->guard_count)) {
        const char *condition = emit_condition(e, expr->guards, expr->guard_count);
        if (condition == NULL) {
            emit_strip_into(e, expr->args[0], dst);
            return;
        }
        emit_open(e, "if (%s)", condition);
        size_t scope = emit_scope(e);
        emit_strip_into(e, expr->args[0], dst);
        emit_leave(e, scope);
        e->indent--;
        emit_open(e, "} else");
        emit_strip_into(e, expr->args[1], dst);
        emit_leave(e, scope);
        emit_close(e);
        return;
    }
    struct clip clip;
    emit_clip(e, expr->guards, expr->guard_count, &clip);
    emit_open(e, "if (%s > 0 || %s < %s)", clip.low, clip.high, e->strip.n.text);
    size_t scope = emit_scope(e);
    emit_strip_into(e, expr->args[1], dst);
    emit_leave(e, scope);
    emit_close(e);
    emit_open_clip(e, &clip);
    scope = emit_scope(e);
    emit_strip_into(e, expr->args[0], emit_text(e, "%s + %s", dst, clip.low));
    emit_leave(e, scope);
    emit_close_clip(e, &clip);
}

static const char *accumulator_strip(struct emitter *e, const struct expr *expr) {
    const char *name = e->reduction.accumulators[expr->number];
    return e->strip.shift == NULL ? name : emit_text(e, "%s + %s", name, e->strip.shift);
}

static void reduced(struct emitter *e, const struct expr *expr, const char *target) {
    enum element type = emit_accumulator_type(e, expr->number);
    const char *source = accumulator_strip(e, expr);
    int32_t index = emit_node(e, expr);
    if (type == expr->type && target == NULL) {
        emit_remember(e, index, source, true);
        return;
    }
    convert_strip(e, expr, (struct operand){.text = source, .strip = true, .node = -1},
                  emit_conversion(e, type, expr->type), target);
}

/* Prints the expression's value, into `target` or where it falls. */
static struct operand print_strip(struct emitter *e, const struct expr *expr, const char *target) {
    int32_t index = emit_node(e, expr);
    switch (expr->kind) {
    case EXPR_LOAD:
        return emit_strip_load(e, expr, target);
    case EXPR_INDEX:
        return emit_strip_index(e, expr, target);
    case EXPR_SCALAR:
        operation(e, expr, target);
        break;
    case EXPR_GUARD:
        guarded(e, expr, target);
        break;
    case EXPR_REDUCED:
    case EXPR_ACCUMULATOR:
        reduced(e, expr, target);
        break;
    default:
        sdyc_bug("expression of kind %d varies along a strip", (int)expr->kind);
    }
    return (struct operand){
        .text = e->values.nodes.items[index].text, .strip = true, .node = index};
}

const struct expr *emit_resolved(struct emitter *e, const struct expr *expr) {
    expr = emit_value_of(e, expr);
    while (expr->kind == EXPR_TERM) {
        expr = emit_value_of(e, e->kernel->reduction->term[expr->number]);
    }
    return expr;
}

struct operand emit_strip_value(struct emitter *e, const struct expr *expr) {
    expr = emit_resolved(e, expr);
    struct operand known = emit_known(e, expr);
    return known.text != NULL ? known : print_strip(e, expr, NULL);
}

/* Scalar, or strip. */
struct operand emit_value(struct emitter *e, const struct expr *expr) {
    expr = emit_resolved(e, expr);
    return emit_is_strip(e, expr) ? emit_strip_value(e, expr) : emit_scalar(e, expr);
}

/* The value at `target`, a pointer expression of the compute type. */
void emit_strip_into(struct emitter *e, const struct expr *expr, const char *target) {
    expr = emit_resolved(e, expr);
    if (!emit_is_strip(e, expr)) {
        emit_fill(e, target, expr->type, emit_scalar(e, expr).text);
        return;
    }
    struct operand known = emit_known(e, expr);
    if (known.text == NULL) {
        print_strip(e, expr, target);
    } else {
        emit_copy(e, target, expr->type, known.text);
        emit_consume(e, known);
    }
}
