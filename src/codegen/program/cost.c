/* The cost model. Its numbers are cycles of a processor of today, rounded; what counts is their
 * order. */
#include "codegen/program/cost.h"
#include "codegen/program/argmax.h"
#include "codegen/program/program_thresholds.h"
#include "codegen/program/strips.h"

#include "caches.h"
#include "machine_rates.h"
#include "runs.h"

#include <stdlib.h>

bool operation_is_transcendental(enum scalar_op op) {
    switch (op) {
    case SCALAR_POWER:
    case SCALAR_ATAN2:
    case SCALAR_EXPONENTIAL:
    case SCALAR_EXPONENTIAL_MINUS_ONE:
    case SCALAR_LOG:
    case SCALAR_LOG_PLUS_ONE:
    case SCALAR_LOGISTIC:
    case SCALAR_TANH:
    case SCALAR_TAN:
    case SCALAR_SINE:
    case SCALAR_COSINE:
    case SCALAR_CBRT:
    case SCALAR_ACOS:
    case SCALAR_ACOSH:
    case SCALAR_ASIN:
    case SCALAR_ASINH:
    case SCALAR_ATAN:
    case SCALAR_ATANH:
    case SCALAR_COSH:
    case SCALAR_ERF:
    case SCALAR_ERFC:
    case SCALAR_SINH:
    case SCALAR_SQRT:
    case SCALAR_RSQRT:
        return true;
    default:
        return false;
    }
}

double operation_cost(enum scalar_op op) {
    switch (op) {
    case SCALAR_DIVIDE:
    case SCALAR_REMAINDER:
    case SCALAR_SQRT:
    case SCALAR_RSQRT:
        return 3;
    default:
        return operation_is_transcendental(op) ? 10 : 1;
    }
}

/* --- the loops of a task --- */

struct loop {
    uint32_t dim;
    double points;
    int64_t step; /* points of the dimension from one pass to the next */
};
struct nest {
    const struct kernel *kernel;
    const struct uses *uses;
    const struct strip_shape *strip;
    struct loop loops[2 * KERNEL_DIMS]; /* innermost first */
    uint32_t count, strip_loops;        /* the first cover one strip */
    double points, results;             /* of all loops; of the parallel ones */
    double length;                      /* elements of a strip, on average */
    uint32_t fixed; /* dimensions that the strip covers whole, and those of one point */
    bool has_rows;  /* that are stored at computed places: what varies from row to row alone is
                       computed once a row */
};

static void add_loop(struct nest *nest, uint32_t dim, double points, int64_t step) {
    if (points > 1) {
        nest->loops[nest->count++] = (struct loop){dim, points, step};
    }
    nest->points *= points;
    nest->results *= dim < nest->kernel->parallel_count ? points : 1;
}

static void add_loops(struct nest *nest, const struct tile_shape *tile, uint32_t first,
                      uint32_t end) {
    for (uint32_t d = end; d-- > first;) {
        if ((nest->strip->mask & (1u << d)) == 0 && d != nest->strip->next) {
            add_loop(nest, d, (double)tile->size[d], 1);
        }
    }
}

/* The loops as the emitter opens them: strips along parallel dimensions take the sequential ones
 * inside the loop over their pieces, strips along sequential dimensions have it inside. */
static void make_nest(struct nest *nest, const struct tile_shape *tile) {
    const struct strip_shape *strip = nest->strip;
    nest->has_rows = nest->kernel->body_count == 1 &&
                     scatters_rows(&nest->kernel->body[0], strip->count, strip->dims);
    uint32_t parallel = nest->kernel->parallel_count, all = nest->kernel->dim_count;
    double pieces = 1;
    int64_t step = 1; /* points of a piece */
    nest->points = nest->results = nest->length = 1;
    for (uint32_t i = 0; i < strip->count; i++) {
        double points = (double)tile->size[strip->dims[i]];
        if (i + 1 == strip->count && points > (double)strip->rows) {
            pieces = (double)((tile->size[strip->dims[i]] + strip->rows - 1) / strip->rows);
            points /= pieces;
            step = (int64_t)points;
        }
        add_loop(nest, strip->dims[i], points, 1);
        nest->length *= points;
        nest->fixed |= pieces > 1 ? 0 : 1u << strip->dims[i];
    }
    for (uint32_t d = 0; d < all; d++) {
        nest->fixed |= tile->size[d] == 1 ? 1u << d : 0;
    }
    nest->strip_loops = nest->count;
    uint32_t outermost = strip->count > 0 ? strip->dims[strip->count - 1] : 0;
    if (strip->sequential) {
        add_loop(nest, outermost, pieces, step);
    }
    add_loops(nest, tile, parallel, all);
    if (strip->next != NO_DIMENSION) {
        add_loop(nest, strip->next, (double)tile->size[strip->next], 1);
    }
    if (!strip->sequential) {
        add_loop(nest, outermost, pieces, step);
    }
    add_loops(nest, tile, 0, parallel);
}

/* --- cache lines --- */

/* Bytes from one pass of the loop to the next; INT64_MAX: to an address that is read. */
static int64_t loop_stride(const struct access *access, const struct loop *loop) {
    for (uint32_t i = 0; i < access->indirect_count; i++) {
        if ((access->indirect[i].index->varies & (1u << loop->dim)) != 0) {
            return INT64_MAX;
        }
    }
    int64_t bytes = element_info[access->buffer->element].bytes;
    return llabs(access->at.stride[loop->dim]) * loop->step * bytes;
}

/* Cache lines that an access touches: `runs` of so many, `stride` bytes apart. */
struct touched {
    double runs, lines;
    int64_t stride;
};

/* A loop, and how far an access moves with it. */
struct movement {
    int64_t stride;
    uint32_t loop;
};

/* The first `count` loops by rising stride; the inner one first where strides are equal. */
static void sort_loops(const struct nest *nest, const struct access *access, uint32_t count,
                       struct movement *sorted) {
    for (uint32_t i = 0; i < count; i++) {
        struct movement own = {loop_stride(access, &nest->loops[i]), i};
        uint32_t place = i;
        for (; place > 0 && sorted[place - 1].stride > own.stride; place--) {
            sorted[place] = sorted[place - 1];
        }
        sorted[place] = own;
    }
}

/* Those of the first `count` loops, of the last of which only `part` passes are made. */
static struct touched touched_lines(const struct nest *nest, const struct access *access,
                                    uint32_t count, double part) {
    double bytes = element_info[access->buffer->element].bytes, span = bytes;
    struct touched touched = {.runs = 1};
    struct movement sorted[2 * KERNEL_DIMS];
    sort_loops(nest, access, count, sorted);
    for (uint32_t i = 0; i < count; i++) {
        int64_t stride = sorted[i].stride;
        double points = sorted[i].loop + 1 == count ? part : nest->loops[sorted[i].loop].points;
        if (stride == 0) {
            continue;
        }
        if (touched.runs == 1 && (double)stride < span + SDYRT_LINE_BYTES) {
            span += (double)stride * (points - 1);
        } else {
            touched.stride = touched.runs == 1 ? stride : touched.stride;
            touched.runs *= points;
        }
    }
    touched.lines = span <= SDYRT_LINE_BYTES ? 1 : span / SDYRT_LINE_BYTES;
    double most = (double)access->buffer->elements * bytes / SDYRT_LINE_BYTES + 1;
    if (access->buffer->elements > 0 && touched.runs * touched.lines > most) {
        touched = (struct touched){.runs = 1, .lines = most};
    }
    return touched;
}

/* The strip as runs that move by one stride: how many of its loops the innermost one covers. */
static uint32_t run_loops(const struct nest *nest, const struct affine *at, double *run) {
    int64_t stride = at->stride[nest->strip->dims[0]];
    uint32_t i = 0;
    *run = 1;
    while (i < nest->strip_loops &&
           (double)at->stride[nest->loops[i].dim] == (double)stride * *run) {
        *run *= nest->loops[i++].points;
    }
    return i;
}

/* Whether a strip of several runs is dense from run to run: the runtime transposes it by squares,
 * and is done with a line before it comes to the next. */
static bool is_transposed(const struct nest *nest, const struct affine *at) {
    if (nest->strip->count == 0) {
        return false;
    }
    int64_t stride = at->stride[nest->strip->dims[0]];
    double run;
    uint32_t i = run_loops(nest, at, &run);
    return stride != 1 && i < nest->strip_loops && at->stride[nest->loops[i].dim] == 1;
}

/* How much of a cache the lines take: those that are a multiple of many lines apart share few of
 * its sets. */
static double taken_lines(const struct touched *touched, uint32_t sets) {
    int64_t apart =
                touched->stride % SDYRT_LINE_BYTES == 0 ? touched->stride / SDYRT_LINE_BYTES : 1,
            shared = 1;
    while (touched->runs > SDYRT_CACHE_WAYS && shared < sets && apart % (2 * shared) == 0 &&
           apart > 0) {
        shared *= 2;
    }
    double lines = touched->lines < (double)shared ? (double)shared : touched->lines;
    return touched->runs * lines;
}

static const struct access *counted(const struct used_access *used) {
    return used->place == PLACE_LIBRARY ? NULL : used->access;
}

static double all_taken(const struct nest *nest, uint32_t count, double part, uint32_t sets) {
    double lines = 0;
    for (size_t i = 0; i < nest->uses->accesses.count; i++) {
        const struct access *access = counted(&nest->uses->accesses.items[i]);
        if (access != NULL) {
            struct touched touched = touched_lines(nest, access, count, part);
            lines += taken_lines(&touched, is_transposed(nest, &access->at) ? 1 : sets);
        }
    }
    return lines;
}

/* A cache, and the cycles that a line takes to come into it. */
struct cache {
    double lines; /* that a task's data may take */
    uint32_t sets;
    double gap;                 /* bytes between lines that still follow each other */
    double streamed, scattered; /* lines that follow others, and that do not */
    double start;               /* of lines that follow each other */
};
static const struct cache near = {448, 64, SDYRT_LINE_BYTES, 0.25, 4, 0};
static const struct cache far = {10240, 1024, 8 * SDYRT_LINE_BYTES, 9, 16, 300};

/* Lines that follow each other closely enough for the cache, in the order of the loops, before the
 * access goes elsewhere or over the same lines again. */
static double lines_in_order(const struct nest *nest, const struct access *access,
                             const struct cache *cache) {
    double span = element_info[access->buffer->element].bytes;
    for (uint32_t i = 0; i < nest->count; i++) {
        double stride = (double)loop_stride(access, &nest->loops[i]);
        if (stride > span + cache->gap || stride < span) {
            break;
        }
        span += stride * (nest->loops[i].points - 1);
    }
    return span < SDYRT_LINE_BYTES ? 1 : span / SDYRT_LINE_BYTES;
}

/* Bringing in lines that come in runs of so many. */
static double line_cycles(const struct cache *cache, double lines, double run) {
    double streamed = cache->start / run + cache->streamed;
    bool follow = run >= 2 && streamed < cache->scattered;
    return lines * (follow ? streamed : cache->scattered);
}

/* Whether the loop goes over what is folded: results come after it, once. */
static bool is_fold(const struct nest *nest, uint32_t loop) {
    return nest->loops[loop].dim >= nest->kernel->parallel_count;
}

/* The traffic into a cache: as many of the inner loops as fit touch each of their lines once; the
 * loops outside bring them in again, but for results those over what is folded. */
static double traffic(const struct nest *nest, const struct cache *cache) {
    uint32_t count = 0;
    double part = 1, times = 1, folds = 1;
    while (count < nest->count &&
           all_taken(nest, count + 1, nest->loops[count].points, cache->sets) <= cache->lines) {
        count++;
    }
    if (count < nest->count) {
        double points = nest->loops[count++].points;
        while (2 * part <= points &&
               all_taken(nest, count, 2 * part, cache->sets) <= cache->lines) {
            part *= 2;
        }
        times = points / part;
        folds = is_fold(nest, count - 1) ? times : 1;
    } else if (count > 0) {
        part = nest->loops[count - 1].points;
    }
    for (uint32_t i = count; i < nest->count; i++) {
        times *= nest->loops[i].points;
        folds *= is_fold(nest, i) ? nest->loops[i].points : 1;
    }
    double cycles = 0;
    for (size_t i = 0; i < nest->uses->accesses.count; i++) {
        const struct used_access *used = &nest->uses->accesses.items[i];
        const struct access *access = counted(used);
        if (access != NULL) {
            struct touched touched = touched_lines(nest, access, count, part);
            double lines = touched.runs * touched.lines;
            lines *= used->stores ? 2 : 1; /* what is written comes in and goes out */
            lines *= is_at_every_point(used->place) ? times : times / folds;
            cycles += line_cycles(cache, lines, lines_in_order(nest, access, cache));
        }
    }
    return cycles;
}

/* --- work --- */

/* How often what stands there is executed, by points and by strips. Where strips lie along the
 * reduction, its results are computed point by point. */
struct times {
    double points, strips;
    uint32_t mask; /* of the strip */
};

static struct times times_of(const struct nest *nest, enum place place) {
    const struct strip_shape *strip = nest->strip;
    bool inside = is_at_every_point(place);
    double points = inside ? nest->points : nest->results;
    bool has_strips = strip->count > 0 && (inside || !strip->sequential);
    struct times times = {points, has_strips ? points / nest->length : points,
                          has_strips ? strip->mask : 0};
    if (strip->batch > 0) {
        times.strips /= (double)strip->batch;
        times.mask |= 1u << strip->across;
    }
    return times;
}

static double words(enum element element) {
    return element_info[element_info[element].compute].bytes / 4.0;
}

/* Whether it takes a call of its own to store a value: an operation writes its result itself. */
static bool is_copy(const struct used_access *used) {
    const struct expr *value = used->statement != NULL ? used->statement->value : NULL;
    return value != NULL && used->statement->combine == SCALAR_NONE && value->kind != EXPR_SCALAR &&
           value->kind != EXPR_GUARD;
}

/* The runtime moves one run in place where it is contiguous. */
static double run_cycles(const struct nest *nest, const struct used_access *used,
                         const struct times *times) {
    const struct affine *at = &used->access->at;
    int64_t stride = at->stride[nest->strip->dims[0]];
    double run, each = used->stores ? GATHER : 1;
    run_loops(nest, at, &run);
    if (is_transposed(nest, at)) {
        return COST_CALL * times->strips + COST_TRANSPOSED * times->points;
    }
    if (stride == 1 || stride == 0) {
        each = COST_WORD * words(access_element(used->access));
    }
    bool in_place = run >= nest->length && stride == 1;
    return in_place ? each * times->points + (is_copy(used) ? COST_CALL * times->strips : 0)
                    : COST_CALL * times->strips + (each + COST_ROW / run) * times->points;
}

/* Points at which what varies along these dimensions is computed. */
static double points_of(const struct nest *nest, const struct times *times, uint32_t varies) {
    const struct strip_shape *strip = nest->strip;
    bool is_of_row = nest->has_rows && (varies & 1u << strip->dims[0]) == 0;
    return is_of_row ? times->points / (double)strip->inner : times->points;
}

/* Moving a strip between memory and where it is computed with. */
static double move_cost(const struct nest *nest, const struct used_access *used) {
    const struct access *access = used->access;
    struct times times = times_of(nest, used->place);
    times.points = points_of(nest, &times, access_varies(nest->kernel, access));
    enum element element = access_element(access);
    bool is_narrow = element_info[element].compute != element;
    double conversion = is_narrow ? COST_CALL * times.strips + COST_WORD * times.points : 0;
    if ((access_varies(nest->kernel, access) & times.mask) == 0) {
        return COST_POINT * times.strips + (is_narrow ? COST_CALL * times.strips : 0);
    }
    for (uint32_t i = 0; i < access->indirect_count; i++) {
        if ((access->indirect[i].index->varies & times.mask) != 0) {
            const struct strip_shape *strip = nest->strip;
            if (gathers_rows(access, strip->count, strip->dims)) {
                return conversion + 4 * COST_CALL * times.strips +
                       (COST_WORD * words(element) + LATENCY / (double)strip->inner) * times.points;
            }
            return conversion + 4 * COST_CALL * times.strips + 2 * times.points;
        }
    }
    double cycles = conversion + run_cycles(nest, used, &times);
    bool is_kept = used->loads && (access_varies(nest->kernel, access) & ~nest->fixed) == 0;
    return is_kept ? cycles / times.strips : cycles;
}

static double operation_cycles(const struct nest *nest, const struct used_expr *used) {
    const struct expr *expr = used->expr;
    struct times times = times_of(nest, used->place);
    times.points = points_of(nest, &times, expr->varies);
    double weight = expr->kind == EXPR_SCALAR ? operation_cost(expr->op) : 1;
    bool is_counted =
        expr->kind == EXPR_SCALAR || expr->kind == EXPR_GUARD || expr->kind == EXPR_INDEX;
    if (!is_counted) {
        return 0;
    }
    if ((expr->varies & times.mask) == 0) {
        return (COST_POINT + weight) * times.strips;
    }
    if ((expr->varies & ~nest->fixed) == 0) {
        return COST_CALL +
               COST_WORD * words(expr->type) * weight * nest->length; /* kept for all strips */
    }
    return (COST_CALL + weight) * times.strips +
           COST_WORD * words(expr->type) * weight * times.points;
}

static double reduction_cycles(const struct nest *nest, bool finds_places) {
    const struct reduction *reduction = nest->kernel->reduction;
    if (reduction == NULL) {
        return 0;
    }
    struct times times = times_of(nest, PLACE_REDUCTION);
    double cycles = 0;
    for (uint32_t i = 0; i < (finds_places ? 1 : reduction->count); i++) {
        enum element type = reduction->types[i];
        double width = COST_WORD * words(type) * (finds_places ? 2 : 1);
        cycles += nest->strip->count == 0 ? COST_POINT * times.points
                                          : COST_CALL * times.strips + width * times.points;
        if (nest->strip->batch > 0) {
            bool is_short = finds_places && nest->length <= SDYRT_LINE_FLOATS && words(type) <= 1;
            double end = is_short ? nest->length / SDYRT_LINE_FLOATS : width / COST_WORD;
            cycles += LATENCY * end * times.points / nest->length;
        } else {
            cycles += nest->strip->sequential ? 2 * COST_CALL * times.strips : width * times.points;
        }
    }
    return cycles;
}

double strip_cost(const struct kernel *kernel, const struct uses *uses,
                  const struct tile_shape *tile, const struct strip_shape *strip, double enough) {
    struct nest nest = {.kernel = kernel, .uses = uses, .strip = strip};
    make_nest(&nest, tile);
    struct argmax argmax = kernel_argmax(kernel);
    bool finds_places = argmax_fits(kernel, &argmax, strip->mask, strip->sequential);
    double cycles = reduction_cycles(&nest, finds_places);
    for (size_t i = 0; i < uses->exprs.count; i++) {
        const struct used_expr *used = &uses->exprs.items[i];
        bool is_part =
            finds_places && (used->place == PLACE_STEP || used->expr == kernel->reduction->term[1]);
        cycles += is_part ? 0 : operation_cycles(&nest, used);
    }
    for (size_t i = 0; i < uses->accesses.count; i++) {
        if (counted(&uses->accesses.items[i]) != NULL) {
            cycles += move_cost(&nest, &uses->accesses.items[i]);
        }
    }
    const struct cache *const caches[] = {&near, &far};
    for (int i = 0; i < 2 && cycles < enough; i++) {
        cycles += traffic(&nest, caches[i]);
    }
    return cycles;
}
