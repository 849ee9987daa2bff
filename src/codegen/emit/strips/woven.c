/* Statements whose elements lie side by side in the result, as those of a pair of columns do. Each
 * makes its strip in scratch, and one call lays them side by side: by themselves they would each
 * store to every few elements. */
#include "codegen/emit/internal.h"

#include <inttypes.h>
#include <string.h>

enum { MOST_WOVEN = 4 };

/* Whether the statement does no more than to store values as memory has them. */
static bool is_plain(struct emitter *e, const struct statement *statement) {
    enum element element = access_element(&statement->store);
    return statement->combine == SCALAR_NONE && statement->condition == NULL &&
           statement->store.indirect_count == 0 && !is_narrow(element) && !is_complex(element) &&
           emit_resolved(e, statement->value)->type == element;
}

/* Whether the statement stores right behind the other one, at the same strides. */
static bool is_behind(const struct access *store, const struct access *other) {
    return store->buffer == other->buffer && store->at.offset == other->at.offset + 1 &&
           memcmp(store->at.stride, other->at.stride, sizeof store->at.stride) == 0;
}

/* Whether what is read may lie in the result. */
static bool reads_result(const struct emitter *e, const struct access *store) {
    for (size_t i = 0; i < e->uses.exprs.count; i++) {
        const struct expr *expr = e->uses.exprs.items[i].expr;
        if (expr->kind == EXPR_LOAD && buffers_overlap(expr->access.buffer, store->buffer)) {
            return true;
        }
    }
    return false;
}

/* How many statements, of which elements follow each other in memory; 0: they do not, or the first
 * stands alone. */
static uint32_t woven_count(struct emitter *e, const struct statement *statements, uint32_t count) {
    const struct access *store = &statements[0].store;
    if (e->strip.count != 1 || e->strip.shift != NULL || reads_result(e, store)) {
        return 0;
    }
    int64_t stride = store->at.stride[e->strip.dims[0]];
    bool are_woven = stride > 1 && stride <= MOST_WOVEN && stride <= count;
    for (int64_t k = 0; k < stride && are_woven; k++) {
        are_woven = is_plain(e, &statements[k]) &&
                    (k == 0 || is_behind(&statements[k].store, &statements[k - 1].store));
    }
    return are_woven ? (uint32_t)stride : 0;
}

uint32_t emit_woven(struct emitter *e, const struct statement *statements, uint32_t count) {
    uint32_t woven = count > 1 ? woven_count(e, statements, count) : 0;
    if (woven == 0) {
        return 0;
    }
    enum element element = access_element(&statements[0].store);
    const char *c_type = compute_c_type(element), *strips = emit_temporary(e);
    size_t slot = emit_scratch(e, (size_t)woven * (size_t)e->strip.most * compute_bytes(element));
    bool is_last = true;
    emit_line(e, "%s *%s = %s;", c_type, strips, emit_scratch_text(e, c_type, slot));
    for (uint32_t k = 0; k < woven; k++) {
        const char *strip = emit_temporary(e);
        const struct expr *value = emit_resolved(e, statements[k].value);
        is_last &= !emit_is_strip(e, value) || emit_node_of(e, value)->uses == 1;
        emit_line(e, "%s *%s = %s + %" PRId64 ";", c_type, strip, strips, k * e->strip.most);
        emit_strip_into(e, value, strip);
    }
    emit_line(e, "%s(%s, %s, %s, 1, %" PRIu32 ", %" PRId64 ");",
              emit_symbol(e, "sdyrt_load2_%" PRIu32, 8 * compute_bytes(element)),
              emit_pointer(e, &statements[0].store).text, strips, e->strip.n.text, woven,
              e->strip.most);
    if (is_last) { /* no later statement reads one of the strips */
        emit_release(e, slot);
    }
    return woven;
}
