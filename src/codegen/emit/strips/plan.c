/* The strip of the kernel at hand, as the emitter prints it. */
#include "codegen/emit/internal.h"

#include "caches.h"
#include "runs.h"

#include <inttypes.h>
#include <string.h>

struct strip emit_one_point(void) {
    struct integer one = {"1", true, 1};
    return (struct strip){
        .next = NO_DIMENSION, .inner = 1, .rows = one, .n = one, .most = 1, .limit = 1};
}

static struct tile_shape current_tile(const struct emitter *e) {
    struct tile_shape tile = {.ragged = 0};
    for (uint32_t d = 0; d < e->kernel->dim_count; d++) {
        tile.size[d] = e->dims[d].size;
        tile.ragged |= e->dims[d].ragged ? 1u << d : 0;
    }
    return tile;
}

/* Whether strips store to computed places, at which two points may meet: compilers make no vectors
 * of such loops. */
static bool scatters(const struct kernel *kernel, uint32_t mask) {
    return kernel->body_count == 1 && (statement_scatters(&kernel->body[0]) & mask) != 0;
}

static bool stores_past(const struct kernel *kernel) {
    bool past = false;
    for (uint32_t i = 0; i < kernel->result_count; i++) {
        past |= kernel->results[i].past;
    }
    return past;
}

/* Rows of a strip. Where many statements store pieces of the same rows, these are so few that they
 * stay near until the last statement has stored its piece of them: 64 rows of 4 KB took a third
 * longer. */
static int64_t rows_at_a_time(const struct kernel *kernel, const struct strip_shape *shape) {
    if (shape->count != 2 || kernel->reduction != NULL || kernel->body_count > 0 ||
        kernel->result_count < SDYRT_CACHE_WAYS) {
        return shape->rows;
    }
    int64_t rows = shape->rows;
    for (uint32_t i = 0; i < kernel->result_count; i++) {
        const struct access *store = &kernel->results[i].store;
        int64_t bytes = element_info[store->buffer->element].bytes;
        int64_t apart = store->at.stride[shape->dims[1]] * bytes;
        if (store->buffer != kernel->results[0].store.buffer || apart <= 0) {
            return shape->rows;
        }
        int64_t fit = 2 * SDYRT_NEAR_CACHE / apart;
        rows = rows > fit ? fit : rows;
    }
    return rows > 1 ? rows : 1;
}

/* Chooses the strip of the kernel: no dimension at all where none will do. A loop that a compiler
 * makes of a whole dimension needs no pieces, and it finds places point by point. */
void emit_plan(struct emitter *e) {
    struct tile_shape tile = current_tile(e);
    struct strip_shape shape = choose_strip(e->kernel, &e->uses, &tile);
    struct strip *strip = &e->strip;
    *strip = emit_one_point();
    struct argmax argmax = kernel_argmax(e->kernel);
    e->reduction.argmax = (struct argmax){.op = SCALAR_NONE};
    if (!e->by_strips && argmax.op != SCALAR_NONE && shape.sequential) {
        return;
    }
    bool moves = stores_past(e->kernel) && emit_is_light(e);
    bool whole = !e->by_strips && e->kernel->reduction == NULL && !moves;
    strip->unrolled = whole && shape.count > 1 && tile.size[shape.dims[0]] <= SDYRT_VECTOR_FLOATS;
    uint32_t count = !whole ? shape.count : strip->unrolled ? 2 : 1, mask = 0;
    for (uint32_t i = 0; i < count; i++) {
        mask |= 1u << shape.dims[i];
    }
    if (shape.count == 0 || (!e->by_strips && scatters(e->kernel, mask))) {
        return;
    }
    if (e->by_strips && argmax_fits(e->kernel, &argmax, shape.mask, shape.sequential)) {
        e->reduction.argmax = argmax;
    }
    strip->count = count;
    memcpy(strip->dims, shape.dims, sizeof strip->dims);
    strip->mask = mask;
    strip->next = shape.next;
    strip->sequential = shape.sequential && (!whole || shape.dims[0] >= e->kernel->parallel_count);
    strip->batch = e->by_strips ? shape.batch : 0;
    strip->across = shape.across;
    strip->chunked = !whole;
    strip->limit = whole ? INT64_MAX : rows_at_a_time(e->kernel, &shape);
    strip->inner = whole ? 1 : shape.inner;
    int64_t outer = e->dims[strip->dims[strip->count - 1]].size;
    outer = outer < strip->limit ? outer : strip->limit;
    strip->most = whole ? 1 : outer * strip->inner;
}

/* Points of the outermost dimension of a strip that is not cut into pieces. */
static struct integer whole_rows(struct emitter *e, uint32_t d) {
    const struct dimension *dim = &e->dims[d];
    if (!dim->ragged) {
        return emit_known_integer(e, dim->size);
    }
    const char *rows = emit_text(e, "n%" PRIu32, d);
    emit_line(e, "const int64_t %s = %s - %s;", rows, dim->high, emit_low(dim));
    return emit_unknown_integer(rows);
}

/* Elements of the strip, from its rows. */
static struct integer strip_elements(struct emitter *e) {
    const struct strip *strip = &e->strip;
    if (strip->inner == 1) {
        return strip->rows;
    }
    if (strip->rows.known) {
        return emit_known_integer(e, strip->inner * strip->rows.value);
    }
    if (e->form == EMIT_LOOPS) { /* not every loop asks for it */
        return emit_unknown_integer(
            emit_text(e, "(%s * %" PRId64 ")", strip->rows.text, strip->inner));
    }
    emit_line(e, "const int64_t n = %s * %" PRId64 ";", strip->rows.text, strip->inner);
    return emit_unknown_integer("n");
}

int32_t emit_open_strip(struct emitter *e) {
    struct strip *strip = &e->strip;
    strip->shift = NULL;
    strip->rows = strip->n = emit_known_integer(e, 1);
    for (uint32_t i = 0; i + 1 < strip->count; i++) {
        e->dims[strip->dims[i]].at = e->dims[strip->dims[i]].low;
    }
    if (strip->count == 0) {
        return 0;
    }
    uint32_t d = strip->dims[strip->count - 1];
    struct dimension *dim = &e->dims[d];
    dim->at = dim->low;
    if (!strip->chunked) {
        return 0;
    }
    int32_t opened = 0;
    if (dim->size <= strip->limit) {
        strip->rows = whole_rows(e, d);
    } else {
        const char *at = emit_text(e, "i%" PRIu32, d);
        emit_open(e, "for (int64_t %s = %s; %s < %s; %s += %" PRId64 ")", at, emit_low(dim), at,
                  dim->high, at, strip->limit);
        dim->at = at;
        opened = 1;
        strip->rows = emit_known_integer(e, strip->limit);
        if (dim->ragged || dim->size % strip->limit != 0) {
            const char *left = emit_text(e, "%s - %s", dim->high, at);
            const char *rows = emit_text(e, "n%" PRIu32, d);
            emit_line(e, "const int64_t %s = %s < %" PRId64 " ? %s : %" PRId64 ";", rows, left,
                      strip->limit, left, strip->limit);
            strip->rows = emit_unknown_integer(rows);
        }
    }
    strip->n = strip_elements(e);
    return opened;
}
