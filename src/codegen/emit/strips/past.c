/* Stores past the caches (program/past.h). Where little is computed, a strip of scratch holds what
 * memory is to hold, and is moved there at once: memory is then read and written in turn, which it
 * does faster than both at a time. Where more is computed, that would not go on beside the stores:
 * the function that computes does them, or they go through the caches. So does one that reads
 * little. */
#include "codegen/program/past.h"
#include "codegen/emit/internal.h"
#include "codegen/program/cost.h"

#include <inttypes.h>
#include <math.h>

/* Whether elements that lie apart are put side by side in what the kernel stores; or, where the
 * runtime does not fetch them ahead, rows from computed places. */
static bool is_collected(const struct emitter *e, const struct access *load) {
    const struct kernel *kernel = e->kernel;
    bool is_collected = !e->by_strips && load->indirect_count > 0;
    for (uint32_t d = 0; d < kernel->dim_count && kernel->result_count > 0; d++) {
        int64_t stride = load->at.stride[d];
        is_collected |= kernel->extent[d] > 1 && kernel->results[0].store.at.stride[d] == 1 &&
                        stride != 0 && stride != 1;
    }
    return is_collected;
}

bool emit_is_light(const struct emitter *e) {
    double work = 0;
    for (size_t i = 0; i < e->uses.exprs.count; i++) {
        const struct expr *expr = e->uses.exprs.items[i].expr;
        bool is_made = expr->kind == EXPR_SCALAR && expr->varies != 0;
        work += is_made ? operation_cost(expr->op) : 0;
        work += expr->kind == EXPR_LOAD && is_collected(e, &expr->access) ? HUGE_VAL : 0;
    }
    return work <= 2;
}

bool emit_reads_far(const struct emitter *e) {
    for (size_t i = 0; i < e->uses.exprs.count; i++) {
        const struct expr *expr = e->uses.exprs.items[i].expr;
        if (expr->kind == EXPR_LOAD && buffer_is_far(expr->access.buffer)) {
            return true;
        }
    }
    return false;
}

bool emit_goes_past(struct emitter *e, const struct statement *statement) {
    struct rows rows;
    return statement->past && e->strip.count > 0 &&
           (emit_contiguous(e, &statement->store) ||
            (emit_rows(e, &statement->store, &rows) && rows.inner_stride == 1));
}

void emit_move_past(struct emitter *e, const struct access *store, const char *strip) {
    const char *memory = emit_pointer(e, store).text;
    int64_t bytes = element_info[access_element(store)].bytes;
    struct rows rows;
    emit_header(e, "stream.h");
    if (emit_contiguous(e, store)) {
        emit_line(e, "%s(%s, %s, %s * %" PRId64 ", 1);", emit_symbol(e, "sdyrt_move"), memory,
                  strip, e->strip.n.text, bytes);
    } else if (emit_rows(e, store, &rows)) {
        emit_line(e, "%s(%s, %s, %s, %s, %" PRId64 ");", emit_symbol(e, "sdyrt_move_rows"), memory,
                  emit_integer(e, rows.stride * bytes), strip, rows.count, rows.inner * bytes);
    }
}

const char *emit_past_strip(struct emitter *e, const struct statement *statement, size_t *slot) {
    const struct element_info *info = &element_info[access_element(&statement->store)];
    const char *name = emit_temporary(e);
    *slot = emit_scratch(e, (size_t)e->strip.most * info->bytes);
    emit_line(e, "%s *%s%s = %s;", info->c_type, e->by_strips ? "" : "__restrict ", name,
              emit_scratch_text(e, info->c_type, *slot));
    return name;
}
