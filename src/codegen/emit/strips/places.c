/* Steps of reductions to an extreme and its first place, which the runtime makes: along the strip,
 * for each row of several, or for each column. */
#include "codegen/emit/internal.h"

#include <inttypes.h>

enum element emit_accumulator_type(const struct emitter *e, uint32_t i) {
    return e->reduction.argmax.op != SCALAR_NONE && i == 1 ? ELEMENT_I32
                                                           : e->kernel->reduction->types[i];
}

uint32_t emit_step_count(const struct emitter *e, const struct reduction *reduction) {
    return e->reduction.argmax.op != SCALAR_NONE ? 1 : reduction->count;
}

struct expr *emit_step(const struct emitter *e, const struct reduction *reduction, uint32_t i) {
    return reduction->next != NULL && e->reduction.argmax.op == SCALAR_NONE ? reduction->next[i]
                                                                            : reduction->term[i];
}

/* "sdyrt_place_rows_max_f32" */
static const char *function(struct emitter *e, const char *kind) {
    return emit_symbol(e, "sdyrt_place%s_%s_%s", kind, scalar_names[e->reduction.argmax.op],
                       compute_tag(e->kernel->reduction->types[0]));
}

/* The place of the current point. */
static const char *place_here(struct emitter *e) {
    return emit_affine(e, &e->kernel->reduction->term[1]->affine, false).text;
}

/* An accumulator, from where the current part of the strip begins. */
static const char *accumulator(struct emitter *e, uint32_t i) {
    return e->strip.shift == NULL
               ? e->reduction.accumulators[i]
               : emit_text(e, "%s + %s", e->reduction.accumulators[i], e->strip.shift);
}

/* Each of several rows by itself: of memory, or of terms that are made together. */
static void rows_step(struct emitter *e, const struct reduction *reduction,
                      const struct expr *load) {
    struct rows rows = {.stride = e->strip.inner};
    struct operand term = {.node = -1};
    if (load != NULL) {
        emit_is_run(e, &load->access, &rows);
        term.text = emit_pointer(e, &load->access).text;
    } else {
        term = emit_as_strip(e, emit_value(e, reduction->term[0]), reduction->types[0]);
    }
    emit_line(e, "%s(%s, %s, %s, %s, %" PRId64 ", %" PRId64 ");", function(e, "_rows"),
              e->reduction.accumulators[0], e->reduction.accumulators[1], term.text,
              e->strip.rows.text, rows.stride, e->strip.inner);
    emit_consume(e, term);
}

void emit_places_step(struct emitter *e, const struct reduction *reduction,
                      const struct expr *load) {
    if (e->strip.batch > 0) {
        rows_step(e, reduction, load);
        return;
    }
    struct operand term = emit_as_strip(e, emit_value(e, reduction->term[0]), reduction->types[0]);
    const char *n = e->strip.n.text;
    if (e->strip.sequential) {
        emit_line(e, "%s(&%s, &%s, %s, %s, %" PRId64 ", %s);", function(e, ""),
                  e->reduction.accumulators[0], e->reduction.accumulators[1], term.text,
                  place_here(e), e->reduction.argmax.step, n);
    } else {
        emit_line(e, "%s(%s, %s, %s, 1, 0, %s, 0, %s);", function(e, "_fold"), accumulator(e, 0),
                  accumulator(e, 1), term.text, place_here(e), n);
    }
    emit_consume(e, term);
}

void emit_places_fold(struct emitter *e, const struct expr *load, uint32_t d) {
    emit_line(e, "%s(%s, %s, %s, %" PRId64 ", %s, %s, %" PRId64 ", %s);", function(e, "_fold"),
              e->reduction.accumulators[0], e->reduction.accumulators[1],
              emit_pointer(e, &load->access).text, e->dims[d].size,
              emit_integer(e, load->access.at.stride[d]), place_here(e), e->reduction.argmax.step,
              e->strip.n.text);
}
