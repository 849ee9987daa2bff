/* Stores of a strip to places that are computed: offsets, values and conditions are strips, and the
 * runtime makes the updates one after the other. */
#include "codegen/emit/internal.h"

#include "scatter.h"

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

static void call_scatter(struct emitter *e, const struct statement *statement, const char *keep,
                         const char *values) {
    const struct access *store = &statement->store;
    enum sdyrt_scatter_op op = update_of(statement->combine);
    enum sdyrt_scatter_type type = type_of(statement->combine, access_element(store));
    const char *memory = emit_pointer(e, store).text;
    struct offsets offsets = emit_offsets(e, store);
    emit_line(e, "%s(%d, %d, %d, %s, %s, %s, %s, %s);", emit_symbol(e, "sdyrt_scatter"), (int)op,
              (int)type, offsets.type == ELEMENT_I64, memory, offsets.value.text, keep, values,
              e->strip.n.text);
    emit_consume(e, offsets.value);
}

void emit_strip_scatter(struct emitter *e, const struct statement *statement) {
    enum element element = access_element(&statement->store);
    bool is_tested = statement->condition != NULL;
    bool is_masked = is_tested && emit_is_strip(e, statement->condition);
    struct operand keep = {.text = "0", .node = -1};
    if (is_tested) {
        keep = emit_value(e, statement->condition);
        emit_pin(e, keep);
    }
    if (is_tested && !is_masked) {
        emit_open(e, "if (%s)", keep.text);
    }
    size_t scope = emit_scope(e);
    struct operand value =
        emit_as_strip(e, emit_value(e, statement->value), statement->value->type);
    emit_pin(e, value);
    const char *values = value.text;
    bool is_narrowed = statement->combine == SCALAR_NONE && is_narrow(element);
    size_t slot = 0;
    if (is_narrowed) {
        values = emit_narrowed(e, element, values, &slot);
    }
    call_scatter(e, statement, is_masked ? keep.text : "0", values);
    if (is_narrowed) {
        emit_release(e, slot);
    }
    emit_unpin(e, value);
    emit_consume(e, value);
    if (is_tested && !is_masked) {
        emit_leave(e, scope);
        emit_close(e);
    }
    if (is_tested) {
        emit_unpin(e, keep);
        emit_consume(e, keep);
    }
}
