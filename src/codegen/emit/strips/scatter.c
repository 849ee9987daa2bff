/* Stores of a strip to places that are computed: offsets, values and conditions are strips, and the
 * runtime makes the updates one after the other. */
#include "codegen/emit/internal.h"

#include "scatter.h"

#include <inttypes.h>

static enum sdyrt_scatter_op update_of(enum scalar_op op) {
    switch (op) {
    case SCALAR_NONE:
        return SDYRT_SCATTER_SET;
    case SCALAR_ADD:
        return SDYRT_SCATTER_ADD;
    case SCALAR_MULTIPLY:
        return SDYRT_SCATTER_MUL;
    case SCALAR_MAXIMUM:
        return SDYRT_SCATTER_MAX;
    case SCALAR_MINIMUM:
        return SDYRT_SCATTER_MIN;
    default:
        sdyc_bug("no strip is scattered by operation %d", (int)op);
    }
}

/* Elements that are only moved are so many bytes. */
static enum sdyrt_scatter_type type_of(enum scalar_op op, enum element element) {
    static const enum sdyrt_scatter_type types[ELEMENT_COUNT] = {
        [ELEMENT_I8] = SDYRT_SCATTER_I8,     [ELEMENT_I16] = SDYRT_SCATTER_I16,
        [ELEMENT_I32] = SDYRT_SCATTER_I32,   [ELEMENT_I64] = SDYRT_SCATTER_I64,
        [ELEMENT_U8] = SDYRT_SCATTER_U8,     [ELEMENT_U16] = SDYRT_SCATTER_U16,
        [ELEMENT_U32] = SDYRT_SCATTER_U32,   [ELEMENT_U64] = SDYRT_SCATTER_U64,
        [ELEMENT_F32] = SDYRT_SCATTER_F32,   [ELEMENT_F64] = SDYRT_SCATTER_F64,
        [ELEMENT_BF16] = SDYRT_SCATTER_BF16, [ELEMENT_F16] = SDYRT_SCATTER_F16,
        [ELEMENT_C64] = SDYRT_SCATTER_C64,   [ELEMENT_C128] = SDYRT_SCATTER_C128,
    };
    if (op != SCALAR_NONE) {
        return types[element];
    }
    switch (element_info[element].bytes) {
    case 1:
        return SDYRT_SCATTER_U8;
    case 2:
        return SDYRT_SCATTER_U16;
    case 4:
        return SDYRT_SCATTER_U32;
    case 8:
        return SDYRT_SCATTER_U64;
    default:
        return SDYRT_SCATTER_BITS_128;
    }
}

/* Where numbers of f32 are added to sums of f64: the number, which the runtime converts on the way.
 * NULL: there is none. */
static const struct expr *added_number(const struct statement *statement) {
    const struct expr *value = statement->value;
    bool is_widened = statement->combine == SCALAR_ADD && value->kind == EXPR_SCALAR &&
                      value->op == SCALAR_CONVERT && value->type == ELEMENT_F64 &&
                      value->args[0]->type == ELEMENT_F32;
    return is_widened ? value->args[0] : NULL;
}

/* The condition as a strip, or 0 where all elements are kept. */
static struct operand kept(struct emitter *e, const struct expr *condition) {
    struct operand keep = {.text = "0", .node = -1};
    if (condition != NULL) {
        keep = emit_as_strip(e, emit_value(e, condition), condition->type);
        emit_pin(e, keep);
    }
    return keep;
}

static void drop_kept(struct emitter *e, const struct expr *condition, struct operand keep) {
    if (condition != NULL) {
        emit_unpin(e, keep);
        emit_consume(e, keep);
    }
}

/* `columns`: of rows, each of which has one place; 0: elements have. */
static void call_scatter(struct emitter *e, const struct statement *statement,
                         const struct expr *condition, const char *values, int64_t columns) {
    const struct access *store = &statement->store;
    enum sdyrt_scatter_op op = update_of(statement->combine);
    enum sdyrt_scatter_type type = type_of(statement->combine, access_element(store));
    if (added_number(statement) != NULL) {
        type = SDYRT_SCATTER_F64_OF_F32;
    }
    struct operand keep = kept(e, condition);
    const char *memory = emit_pointer(e, store).text;
    struct offsets offsets = emit_offsets(e, store);
    const char *count = e->strip.n.text;
    if (columns > 0) {
        count = emit_text(e, "%s, %" PRId64, count, columns);
    }
    emit_header(e, "scatter.h");
    emit_line(e, "%s(%d, %d, %d, %s, %s, %s, %s, %s);",
              emit_symbol(e, columns > 0 ? "sdyrt_scatter_rows" : "sdyrt_scatter"), (int)op,
              (int)type, offsets.type == ELEMENT_I64, memory, offsets.value.text, keep.text, values,
              count);
    emit_consume(e, offsets.value);
    drop_kept(e, condition, keep);
}

/* Whole rows, of which each has its place: offsets and conditions have one element a row. */
static bool scatter_rows(struct emitter *e, const struct statement *statement,
                         const struct expr *condition, const char *values) {
    const struct access *store = &statement->store;
    struct strip whole = e->strip;
    if (!scatters_rows(statement, whole.count, whole.dims) || whole.shift != NULL ||
        emit_has_printed(e, store, condition)) {
        return false;
    }
    size_t scope = emit_scope(e);
    emit_take_rows(e);
    call_scatter(e, statement, condition, values, whole.inner);
    emit_leave(e, scope);
    e->strip = whole;
    return true;
}

static void scatter_values(struct emitter *e, const struct statement *statement,
                           const struct expr *condition) {
    enum element element = access_element(&statement->store);
    const struct expr *added = added_number(statement);
    const struct expr *number = added != NULL ? added : statement->value;
    struct operand value = emit_as_strip(e, emit_value(e, number), number->type);
    emit_pin(e, value);
    const char *values = value.text;
    bool is_narrowed = statement->combine == SCALAR_NONE && is_narrow(element);
    size_t slot = 0;
    if (is_narrowed) {
        values = emit_narrowed(e, element, values, &slot);
    }
    if (!scatter_rows(e, statement, condition, values)) {
        call_scatter(e, statement, condition, values, 0);
    }
    if (is_narrowed) {
        emit_release(e, slot);
    }
    emit_unpin(e, value);
    emit_consume(e, value);
}

void emit_strip_scatter(struct emitter *e, const struct statement *statement) {
    const struct expr *condition = statement->condition;
    if (condition == NULL || emit_is_strip(e, condition)) {
        scatter_values(e, statement, condition);
        return;
    }
    emit_open(e, "if (%s)", emit_scalar(e, condition).text);
    size_t scope = emit_scope(e);
    scatter_values(e, statement, NULL);
    emit_leave(e, scope);
    emit_close(e);
}
