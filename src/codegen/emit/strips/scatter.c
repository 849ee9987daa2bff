/* Stores of a strip to places that are computed: offsets, values and conditions are strips, and the
 * runtime makes the updates one after the other. */
#include "codegen/emit/internal.h"
#include "codegen/library/library.h"
#include "codegen/library/scattering.h"

#include <inttypes.h>

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
    struct operand keep = kept(e, condition);
    const char *memory = emit_pointer(e, store).text;
    struct offsets offsets = emit_offsets(e, store);
    const char *name = emit_text(e, "scatter_%s", emit_temporary(e));
    const char *plans_name = emit_text(e, "%s_plans", name);
    const struct sdyrt_scatter what =
        scatter_describe(statement, offsets.type == ELEMENT_I64, columns);
    const struct route_plans *plans = scatter_plans(e->arena, &what);
    emit_header(e, "scatter.h");
    const char *call = emit_symbol(e, "sdyrt_scatter");
    library_print_description(e, call, name, &what, sizeof what);
    route_print_plans(e, plans, plans_name);
    emit_line(e, "%s(&%s, %s, %s, %s, %s, %s, %s);", call, name,
              route_plan_text(e, plans, plans_name), memory, offsets.value.text, keep.text, values,
              e->strip.n.text);
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
    const struct expr *added = scatter_added_number(statement);
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
