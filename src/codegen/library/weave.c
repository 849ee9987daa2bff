/* Rows of short runs: parts of a concatenation or a pad along the fastest dimensions, and copies
 * within which groups of a few elements are repeated, turned round or laid side by side. What is
 * wide, or computed on the way, stays with others. */
#include "codegen/library/library.h"
#include "codegen/library/route.h"
#include "codegen/lower/lower.h"
#include "codegen/program/visit.h"
#include "weave_plan.h"

#include "caches.h"
#include "runs.h"

#include <string.h>

LIBRARY(weave);

enum { LEAST_BYTES = SDYRT_NEAR_CACHE }; /* fewer stay in the first cache, whatever the order */

/* One byte of a row, so to speak: an element. */
struct origin {
    int32_t source; /* -1: none came yet */
    int64_t from;   /* bytes */
};

struct weaving {
    struct kernel *const *kernels;
    uint32_t count, outside; /* of kernels; of dimensions outside of the rows */
    int64_t bytes, first;    /* of an element; the least place in the result, in elements */
    struct sdyrt_weave what;
    struct call_operand operands[SDYRT_WEAVE_SOURCES + 1];
    const struct statement *fill[SDYRT_WEAVE_SOURCES]; /* where a source is a constant */
    struct origin place[SDYRT_WEAVE_ROW];
};

/* --- what a kernel stores --- */

/* The only statement of a kernel that stores a constant, or copies; or NULL. */
static const struct statement *source_of(const struct kernel *kernel) {
    const struct statement *copy = library_copy_of(kernel);
    if (copy != NULL || kernel->kind != KERNEL_LOOP || kernel->reduction != NULL ||
        kernel->body_count > 0 || kernel->result_count != 1) {
        return copy;
    }
    const struct statement *fill = &kernel->results[0];
    enum element type = fill->value->type;
    bool is_plain = fill->combine == SCALAR_NONE && fill->condition == NULL &&
                    fill->store.indirect_count == 0 && fill->value->kind == EXPR_CONSTANT &&
                    access_element(&fill->store) == type;
    return is_plain && (element_is_integer(type) || type == ELEMENT_F32 || type == ELEMENT_F64)
               ? fill
               : NULL;
}

static void constant_bytes(const struct expr *value, void *bytes) {
    float single = (float)value->real;
    if (value->type == ELEMENT_F32) {
        memcpy(bytes, &single, sizeof single);
    } else if (value->type == ELEMENT_F64) {
        memcpy(bytes, &value->real, sizeof value->real);
    } else {
        memcpy(bytes, &value->integer, element_info[value->type].bytes);
    }
}

/* A row of the constant, which all rows read. */
static struct kernel_buffer *constant_row(struct lowering *lowering, const struct statement *fill,
                                          int64_t row) {
    enum element element = fill->store.buffer->element;
    int64_t bytes = element_info[element].bytes;
    char *data = ARENA_ARRAY(lowering->program->arena, char, (size_t)row);
    for (int64_t i = 0; i < row; i += bytes) {
        constant_bytes(fill->value, data + i);
    }
    return lowering_add_constant(lowering, element, row / bytes, data, "a row of a pad");
}

/* --- rows --- */

/* Whether all kernels have the same dimensions outside of the rows, and one behind the other. */
static bool same_outside(const struct weaving *w, const struct kernel *kernel) {
    const struct affine *first = &w->kernels[0]->results[0].store.at;
    const struct affine *to = &kernel->results[0].store.at;
    for (uint32_t d = 0; d < w->outside; d++) {
        if (d >= kernel->dim_count || kernel->extent[d] != w->kernels[0]->extent[d] ||
            to->stride[d] != first->stride[d] || to->stride[d] <= 0) {
            return false;
        }
    }
    return kernel->results[0].store.buffer == w->kernels[0]->results[0].store.buffer;
}

/* The number of the source that the statement reads, a new one if need be; -1: there is no room. */
static int32_t source_number(struct weaving *w, const struct statement *from) {
    const struct kernel *kernel = w->kernels[0];
    bool is_load = from->value->kind == EXPR_LOAD;
    struct kernel_buffer *buffer = is_load ? from->value->access.buffer : NULL;
    int64_t step[2] = {0};
    for (uint32_t d = 0; is_load && d < w->outside; d++) {
        step[d] = from->value->access.at.stride[w->outside - 1 - d] * w->bytes;
    }
    if (buffer == kernel->results[0].store.buffer) {
        return -1;
    }
    for (int64_t i = 0; is_load && i < w->what.sources; i++) {
        if (w->operands[i].access.buffer == buffer && w->what.step[i] == step[0] &&
            w->what.outer_step[i] == step[1]) {
            return (int32_t)i;
        }
    }
    if (w->what.sources == SDYRT_WEAVE_SOURCES) {
        return -1;
    }
    int64_t i = w->what.sources++;
    w->what.step[i] = step[0];
    w->what.outer_step[i] = step[1];
    w->operands[i] = (struct call_operand){.access = {.buffer = buffer}, .loads = true};
    return (int32_t)i;
}

/* Notes where each element of a row comes from that the kernel stores. */
static bool add_places(struct weaving *w, const struct kernel *kernel) {
    const struct statement *statement = &kernel->results[0];
    bool is_load = statement->value->kind == EXPR_LOAD;
    const struct affine *from = is_load ? &statement->value->access.at : NULL;
    const struct affine *to = &statement->store.at;
    int32_t source = source_number(w, statement);
    int64_t elements = 1;
    for (uint32_t d = w->outside; d < kernel->dim_count; d++) {
        elements *= kernel->extent[d];
    }
    if (source < 0 || elements * w->bytes > w->what.row) {
        return false;
    }
    w->fill[source] = is_load ? NULL : statement;
    for (int64_t i = 0; i < elements; i++) {
        int64_t at = to->offset - w->first, read = is_load ? from->offset : 0, rest = i;
        for (uint32_t d = kernel->dim_count; d-- > w->outside;) {
            at += rest % kernel->extent[d] * to->stride[d];
            read += is_load ? rest % kernel->extent[d] * from->stride[d] : 0;
            rest /= kernel->extent[d];
        }
        if (at < 0 || at * w->bytes >= w->what.row || w->place[at].source >= 0) {
            return false;
        }
        w->place[at] = (struct origin){source, (is_load ? read : at) * w->bytes};
    }
    return true;
}

/* Elements that lie side by side in the result and in a source are a run. */
static bool make_runs(struct weaving *w) {
    struct sdyrt_weave *what = &w->what;
    const struct origin *before = NULL;
    for (int64_t i = 0; i < what->row / w->bytes; i++) {
        const struct origin *place = &w->place[i];
        bool goes_on = before != NULL && before->source == place->source &&
                       before->from + w->bytes == place->from;
        if (place->source < 0 || (!goes_on && what->runs == SDYRT_WEAVE_RUNS)) {
            return false;
        }
        if (!goes_on) {
            what->source[what->runs] = place->source;
            what->from[what->runs++] = place->from;
        }
        what->bytes[what->runs - 1] += w->bytes;
        before = place;
    }
    bool is_plain = what->runs == 1 && what->step[0] == what->row;
    bool is_few = what->runs <= SDYRT_CACHE_WAYS ||
                  what->row >= what->runs * SDYRT_LINE_BYTES / SDYRT_CACHE_WAYS ||
                  sdyrt_weave_has_columns(what);
    return !is_plain && is_few && what->row <= what->runs * SDYRT_SHORT_RUN;
}

/* Whether the kernels make rows, `outside` dimensions being outside of these. */
static bool find_rows(struct weaving *w, uint32_t outside) {
    const struct kernel *first = w->kernels[0];
    const struct affine *to = &first->results[0].store.at;
    w->outside = outside;
    w->what = (struct sdyrt_weave){.outer = 1};
    if (first->dim_count < outside || outside == 0) {
        return false;
    }
    w->what.rows = first->extent[outside - 1];
    w->what.row = to->stride[outside - 1] * w->bytes;
    if (outside > 1) {
        w->what.outer = first->extent[0];
        w->what.outer_to = to->stride[0] * w->bytes;
    }
    int64_t all = w->what.rows * w->what.outer;
    if (w->what.row <= w->bytes || w->what.row > SDYRT_WEAVE_ROW ||
        w->what.rows < SDYRT_LINE_FLOATS || all * w->what.row < LEAST_BYTES) {
        return false;
    }
    w->first = to->offset;
    for (uint32_t k = 0; k < w->count; k++) {
        int64_t offset = w->kernels[k]->results[0].store.at.offset;
        w->first = offset < w->first ? offset : w->first;
    }
    for (int64_t i = 0; i < w->what.row / w->bytes; i++) {
        w->place[i].source = -1;
    }
    for (uint32_t k = 0; k < w->count; k++) {
        if (!same_outside(w, w->kernels[k]) || !add_places(w, w->kernels[k])) {
            return false;
        }
    }
    return make_runs(w);
}

/* Whether the kernels copy, and what they write is no other thing than large and narrow: the
 * quick answer, before anything is looked at element by element. */
static bool may_be_woven(struct kernel *const *kernels, uint32_t count) {
    const struct kernel *first = kernels[0];
    bool has_rows = false;
    for (uint32_t k = 0; k < count; k++) {
        if (source_of(kernels[k]) == NULL || kernels[k]->dim_count == 0) {
            return false;
        }
    }
    const struct access *to = &first->results[0].store;
    int64_t bytes = element_info[to->buffer->element].bytes;
    for (uint32_t d = 0; d < 2 && d < first->dim_count; d++) {
        has_rows |= to->at.stride[d] > 1 && to->at.stride[d] * bytes <= SDYRT_WEAVE_ROW;
    }
    return has_rows && to->buffer->elements >= LEAST_BYTES / bytes;
}

/* --- whether it is worth it --- */

/* Whether what a row is read of lies close together, and so do rows: or it is only a few bytes. */
static bool is_near(const struct sdyrt_weave *what) {
    int64_t least = what->from[0], most = what->from[0], step = what->step[0];
    for (int64_t k = 0; k < what->runs; k++) {
        least = what->from[k] < least ? what->from[k] : least;
        most = what->from[k] + what->bytes[k] > most ? what->from[k] + what->bytes[k] : most;
    }
    bool is_long = what->outer == 1 || what->rows * what->row >= SDYRT_PAGE_BYTES;
    return is_long && (what->row <= SDYRT_VECTOR_BYTES ||
                       (most - least <= SDYRT_LINE_BYTES && step <= SDYRT_LINE_BYTES &&
                        step >= -SDYRT_LINE_BYTES));
}

static bool find_near(struct weaving *w) {
    for (uint32_t outside = 1; outside <= 2; outside++) {
        if (find_rows(w, outside) && is_near(&w->what)) {
            return true;
        }
    }
    return false;
}

static bool find_any(struct weaving *w) {
    return find_rows(w, 1) || find_rows(w, 2);
}

/* --- plans --- */

ROUTE_FAMILY(sdyrt_weave_plan, sdyrt_weave_plan_by, sdyrt_weave_choose, .name = "weave",
             .routes = SDYRT_WEAVE_ROUTE_COUNT, .route_name = sdyrt_weave_route_name,
             .sentence = sdyrt_weave_route_sentence, .part = sdyrt_weave_route_part);

static size_t most_scratch(const struct sdyrt_weave *what, const struct route_plans *plans) {
    size_t most = 0;
    for (int number = 0; number < ROUTE_CLASSES; number++) {
        const size_t bytes =
            sdyrt_weave_scratch(what, (const struct sdyrt_weave_plan *)plans->of[number]);
        most = bytes > most ? bytes : most;
    }
    return most;
}

/* --- the call --- */

static void make_call(struct lowering *lowering, struct weaving *w) {
    const struct access *to = &w->kernels[0]->results[0].store;
    for (int64_t i = 0; i < w->what.sources; i++) {
        if (w->fill[i] != NULL) {
            w->operands[i].access.buffer = constant_row(lowering, w->fill[i], w->what.row);
        }
    }
    w->operands[w->what.sources] =
        (struct call_operand){.access = {.buffer = to->buffer}, .stores = true};
    w->operands[w->what.sources].access.at.offset = w->first;
    lowering->kernel = w->kernels[0];
    lowering->kernel->result_count = 0;
    struct library_call *call = library_call_new(lowering, &library_weave, &w->what, sizeof w->what,
                                                 (uint32_t)w->what.sources + 1, w->operands);
    const struct route_plans *plans = route_plans_make(lowering->program->arena, &family, &w->what);
    call->plans = plans;
    call->tasks = sdyrt_weave_tasks(&w->what);
    call->scratch = most_scratch(&w->what, plans);
    call->cost = (struct library_cost){.bytes = 2 * (double)w->what.row * (double)w->what.rows *
                                                (double)w->what.outer};
}

static bool weave(struct lowering *lowering, struct kernel *const *kernels, uint32_t count,
                  bool (*find)(struct weaving *)) {
    if (!may_be_woven(kernels, count)) {
        return false;
    }
    struct weaving *w = memory_alloc(sizeof *w);
    w->kernels = kernels;
    w->count = count;
    w->bytes = element_info[kernels[0]->results[0].store.buffer->element].bytes;
    bool found = find(w);
    if (found) {
        make_call(lowering, w);
    }
    memory_free(w);
    return found;
}

static bool weave_parts(struct lowering *lowering, uint32_t count) {
    struct kernel **last = lowering->kernels.items + lowering->kernels.count - count;
    if (count < 2 || !weave(lowering, last, count, find_any)) {
        return false;
    }
    lowering->kernels.count -= count - 1;
    lowering->steps->count -= count - 1;
    return true;
}

static bool weave_take(struct lowering *lowering) {
    return library_copy_of(lowering->kernel) != NULL &&
           weave(lowering, &lowering->kernel, 1, find_near);
}

const struct library library_weave = {
    .name = "weave",
    .symbol = "sdyrt_weave",
    .header = "weave.h",
    .lower = library_never_lowered,
    .take = weave_take,
    .take_parts = weave_parts,
    LIBRARY_CALL,
};
