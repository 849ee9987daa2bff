/* What a statement stores of a strip: by the last operation itself, by a move, or combined with
 * what was there; through the caches or past them. */
#include "codegen/emit/internal.h"

#include <inttypes.h>

/* Whether the last operation can write to memory itself. */
static bool is_direct(struct emitter *e, const struct statement *statement) {
    const struct access *store = &statement->store;
    enum element element = access_element(store), type = statement->value->type;
    return statement->combine == SCALAR_NONE && !is_narrow(element) &&
           compute_type(type) == compute_type(element) &&
           (type == element || emit_conversion(e, type, element).count == 0) &&
           emit_contiguous(e, store);
}

static void store_direct(struct emitter *e, const struct statement *statement) {
    const struct expr *value = emit_resolved(e, statement->value);
    const char *target = emit_pointer(e, &statement->store).text;
    if (emit_is_strip(e, value) && value->kind == EXPR_SCALAR) {
        /* Read again by later statements: give it a name. */
        if (emit_node_of(e, value)->uses > 1) {
            const char *name = emit_temporary(e);
            emit_line(e, "%s *%s = %s;", compute_c_type(value->type), name, target);
            target = name;
        }
    }
    emit_strip_into(e, value, target);
}

/* name of the primitive combine(old, value) */
static const char *combine_symbol(struct emitter *e, const struct statement *statement,
                                  const struct operand *value) {
    return emit_symbol(e, "sdyrt_%s_%s_v%c", scalar_names[statement->combine],
                       compute_tag(statement->store.buffer->element), operand_form(value));
}

static void wrap_combined(struct emitter *e, const struct statement *statement, const char *strip) {
    const char *wrapping = emit_wrapping(e, statement->combine, statement->store.buffer->element);
    if (wrapping != NULL) {
        emit_line(e, "%s(%s, %s, %s);", emit_symbol(e, "sdyrt_%s_v", wrapping), strip, strip,
                  e->strip.n.text);
    }
}

/* The value, as the primitives that combine it with another take it. */
static struct operand combined_value(struct emitter *e, const struct statement *statement) {
    struct operand value = emit_value(e, statement->value);
    enum element type = statement->value->type;
    return is_complex(type) ? emit_as_strip(e, value, type) : value;
}

/* memory = combine(memory, value), where that needs no copy. */
static bool combine_direct(struct emitter *e, const struct statement *statement) {
    const struct access *store = &statement->store;
    if (statement->combine == SCALAR_NONE || is_narrow(store->buffer->element) ||
        !emit_contiguous(e, store)) {
        return false;
    }
    struct operand value = combined_value(e, statement);
    const char *memory = emit_pointer(e, store).text;
    emit_line(e, "%s(%s, %s, %s, %s);", combine_symbol(e, statement, &value), memory, memory,
              value.text, e->strip.n.text);
    wrap_combined(e, statement, memory);
    emit_consume(e, value);
    return true;
}

/* Strip of combine(old, value). */
static struct operand combined(struct emitter *e, const struct statement *statement,
                               struct operand value) {
    struct expr *old = ARENA_NEW(e->arena, struct expr);
    *old = (struct expr){.kind = EXPR_LOAD,
                         .type = statement->store.buffer->element,
                         .access = statement->store,
                         .varies = access_varies(e->kernel, &statement->store)};
    emit_node_of(e, old)->uses = 1;
    emit_pin(e, value);
    struct operand before = emit_strip_load(e, old, NULL);
    emit_pin(e, before);
    int32_t result = emit_new_node(e);
    const char *dst = emit_new_strip(e, result, old->type);
    emit_line(e, "%s(%s, %s, %s, %s);", combine_symbol(e, statement, &value), dst, before.text,
              value.text, e->strip.n.text);
    wrap_combined(e, statement, dst);
    emit_unpin(e, before);
    emit_unpin(e, value);
    emit_consume(e, before);
    emit_consume(e, value);
    return (struct operand){.text = dst, .strip = true, .node = result};
}

/* A value that is stored, as memory has it, by the function that computes it. */
static bool store_fused(struct emitter *e, const struct statement *statement,
                        const struct expr *value, const char *strip) {
    return statement->combine == SCALAR_NONE && value->type == access_element(&statement->store) &&
           emit_known(e, value).text == NULL &&
           emit_fused_store(e, value, &statement->store, emit_goes_past(e, statement), strip);
}

/* Whether the value has no other readers, which would want it rounded: it is narrowed as it is. */
static bool is_narrowed(struct emitter *e, const struct statement *statement,
                        const struct expr *value) {
    enum element element = access_element(&statement->store);
    return emit_node_of(e, value)->uses == 1 && is_narrow(element) && value->type == element &&
           statement->combine == SCALAR_NONE;
}

static void store_strip(struct emitter *e, const struct statement *statement) {
    const struct expr *value = emit_resolved(e, statement->value);
    enum element element = access_element(&statement->store);
    if (emit_node_of(e, value)->uses == 1 && store_fused(e, statement, value, NULL)) {
        return;
    }
    if (is_narrowed(e, statement, value)) {
        e->unrounded = value;
    }
    struct operand operand =
        statement->combine != SCALAR_NONE ? combined_value(e, statement) : emit_value(e, value);
    e->unrounded = NULL;
    if (statement->combine != SCALAR_NONE) {
        operand = combined(e, statement, operand);
    } else if (compute_type(value->type) != compute_type(element)) {
        sdyc_bug("%s is stored as %s", element_info[value->type].name, element_info[element].name);
    }
    operand = emit_as_strip(e, operand, value->type);
    emit_strip_store(e, &statement->store, operand);
    emit_consume(e, operand);
}

/* Makes a strip of numbers as they are stored, and moves it past the caches. */
static void store_past_narrow(struct emitter *e, const struct statement *statement,
                              const struct expr *value) {
    enum element element = access_element(&statement->store);
    size_t slot;
    const char *raw = emit_past_strip(e, statement, &slot);
    if (emit_node_of(e, value)->uses > 1 || !store_fused(e, statement, value, raw)) {
        e->unrounded = is_narrowed(e, statement, value) ? value : NULL;
        struct operand operand = emit_value(e, value);
        e->unrounded = NULL;
        operand = emit_as_strip(e, operand, value->type);
        emit_line(
            e, "%s(%s, %s, %s);",
            emit_symbol(e, "sdyrt_convert_%s_%s_v", compute_tag(element), storage_tag(element)),
            raw, operand.text, e->strip.n.text);
        emit_consume(e, operand);
    }
    emit_move_past(e, &statement->store, raw);
    emit_release(e, slot);
}

/* Makes a strip of scratch, which is moved past the caches. */
static void store_past(struct emitter *e, const struct statement *statement) {
    const struct expr *value = emit_resolved(e, statement->value);
    if (is_narrow(access_element(&statement->store))) {
        store_past_narrow(e, statement, value);
        return;
    }
    struct operand operand = emit_as_strip(e, emit_value(e, value), value->type);
    emit_move_past(e, &statement->store, operand.text);
    emit_consume(e, operand);
}

/* Past the caches, by the function that computes the value. */
static bool compute_past(struct emitter *e, const struct statement *statement) {
    const struct expr *value = emit_resolved(e, statement->value);
    return emit_node_of(e, value)->uses == 1 && store_fused(e, statement, value, NULL);
}

static void store_through_caches(struct emitter *e, const struct statement *statement) {
    if (is_direct(e, statement)) {
        store_direct(e, statement);
    } else if (!combine_direct(e, statement)) {
        store_strip(e, statement);
    }
}

void emit_strip_statement(struct emitter *e, const struct statement *statement) {
    size_t scope = 0;
    if ((statement_scatters(statement) & e->strip.mask) != 0) {
        emit_strip_scatter(e, statement);
        return;
    }
    if (statement->condition != NULL) {
        emit_open(e, "if (%s)", emit_scalar(e, statement->condition).text);
        scope = emit_scope(e);
    }
    bool past = emit_goes_past(e, statement), in_turn = past && emit_is_light(e);
    bool computed = past && !(in_turn && emit_reads_far(e)) && compute_past(e, statement);
    if (!computed && in_turn) {
        store_past(e, statement);
    } else if (!computed) {
        store_through_caches(e, statement);
    }
    if (statement->condition != NULL) {
        emit_leave(e, scope);
        emit_close(e);
    }
}
