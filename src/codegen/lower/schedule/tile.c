/* Cuts kernels into tasks by their shape and cost, never by the number of threads: that would
 * change the order of sums. Counts the flops and bytes of each kernel on the way. */
#include "codegen/library/library.h"
#include "codegen/lower/schedule/schedule.h"
#include "codegen/program/strips.h"

#include "bounds.h"
#include "caches.h"
#include "runs.h"
#include "tasks.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Elements along a side of a block that is transposed, and the work of all kernels that is worth
 * waking a thread for. */
enum { TRANSPOSED_SIDE = SDYRT_LINE_FLOATS * 2, THREAD_WORK = ENOUGH_TASKS / 2 * SDYRT_TASK_WORK };

static double product(const int64_t *extent, uint32_t first, uint32_t end) {
    double points = 1;
    for (uint32_t d = first; d < end; d++) {
        points *= (double)extent[d];
    }
    return points;
}

/* --- cost ------------------------------------------------------------------------------------- */

/* Operations, and bytes loaded and stored, of what stands in one place; per point. */
struct cost {
    double operations, transcendentals, bytes;
};

static double used_bytes(const struct used_access *access) {
    uint32_t times = (access->loads ? 1u : 0u) + (access->stores ? 1u : 0u);
    return (double)times * element_info[access->buffer->element].bytes;
}

static void count_uses(const struct kernel *kernel, struct cost costs[PLACE_LIBRARY + 1]) {
    struct uses uses = {0};
    kernel_uses(kernel, &uses);
    for (size_t i = 0; i < uses.exprs.count; i++) {
        const struct used_expr *used = &uses.exprs.items[i];
        if (used->expr->kind == EXPR_SCALAR) {
            costs[used->place].operations += operation_cost(used->expr->op);
            costs[used->place].transcendentals += operation_is_transcendental(used->expr->op);
        }
    }
    for (size_t i = 0; i < uses.accesses.count; i++) {
        const struct used_access *used = &uses.accesses.items[i];
        costs[used->place].bytes += used_bytes(used);
    }
    uses_free(&uses);
}

static void count_cost(struct kernel *kernel) {
    double points = product(kernel->extent, 0, kernel->parallel_count);
    double all = product(kernel->extent, 0, kernel->dim_count);
    struct cost costs[PLACE_LIBRARY + 1] = {0};
    kernel->flops = kernel->transcendentals = kernel->bytes = 0;
    count_uses(kernel, costs);
    if (kernel->reduction) {
        costs[PLACE_REDUCTION].operations += kernel->reduction->count;
    }
    for (enum place place = PLACE_BODY; place < PLACE_LIBRARY; place++) {
        double times = is_at_every_point(place) ? all : points;
        kernel->flops += times * costs[place].operations;
        kernel->transcendentals += times * costs[place].transcendentals;
        kernel->bytes += times * costs[place].bytes;
    }
    if (kernel->library != NULL) {
        struct library_cost cost = kernel->library->cost(kernel);
        kernel->flops += cost.flops;
        kernel->bytes += cost.bytes;
    }
}

/* --- tiles ------------------------------------------------------------------------------------ */

int64_t kernel_count_tiles(const struct kernel *kernel) {
    int64_t tiles = 1;
    for (uint32_t d = 0; d < kernel->parallel_count; d++) {
        tiles *= divide_up(kernel->extent[d], kernel->tile[d]);
    }
    return tiles;
}

void kernel_count_tasks(struct kernel *kernel) {
    for (uint32_t d = 0; d < kernel->parallel_count; d++) {
        kernel->tile[d] = kernel->tile[d] > 0 ? kernel->tile[d] : 1; /* of an empty tensor */
    }
    const struct library *library = kernel->library;
    kernel->tasks = library != NULL ? library->tasks(kernel) : kernel_count_tiles(kernel);
    kernel->together = library != NULL && library->joins != NULL ? library->joins(kernel) : 0;
}

double kernel_work(const struct kernel *kernel) {
    return kernel->flops + kernel->bytes / 4;
}

double kernel_cost(const struct kernel *kernel) {
    return kernel->flops > kernel->bytes ? kernel->flops : kernel->bytes;
}

/* Of each parallel dimension the points that stay together, and the most of a tile; of which number
 * tiles that are no smaller are best a multiple. */
struct bounds {
    int64_t least[KERNEL_DIMS], most[KERNEL_DIMS], together[KERNEL_DIMS];
};

/* Whether something lies dense along another dimension than d: a block of both dimensions is
 * transposed where a line would be put together from far apart. */
static bool is_transposed(const struct kernel *kernel, const struct uses *uses, uint32_t d) {
    for (size_t i = 0; i < uses->accesses.count; i++) {
        const struct access *access = uses->accesses.items[i].access;
        for (uint32_t e = 0; access != NULL && e < kernel->parallel_count; e++) {
            if (e != d && kernel->extent[e] > 1 && access->at.stride[e] == 1 &&
                llabs(access->at.stride[d]) > TRANSPOSED_SIDE) {
                return true;
            }
        }
    }
    return false;
}

/* Cuts the dimension that strips lie along where blocks of it and another cost less. */
static void cut_for_transposition(const struct kernel *kernel, const struct uses *uses,
                                  const struct strip_shape *strip, struct bounds *bounds) {
    uint32_t d = strip->dims[0];
    if (kernel->parallel_count < kernel->dim_count || kernel->extent[d] < 2 * TRANSPOSED_SIDE ||
        !is_transposed(kernel, uses, d)) {
        return;
    }
    struct tile_shape tile = whole_tile(kernel);
    double whole = strip_cost(kernel, uses, &tile, strip, HUGE_VAL);
    tile.size[d] = TRANSPOSED_SIDE;
    struct strip_shape block = choose_strip(kernel, uses, &tile);
    double pieces = (double)kernel->extent[d] / TRANSPOSED_SIDE;
    if (block.count > 1 && block.dims[0] == d &&
        pieces * strip_cost(kernel, uses, &tile, &block, whole) < whole) {
        bounds->least[d] = bounds->most[d] = TRANSPOSED_SIDE;
    }
}

/* The strip's other dimensions stay together for as long as it is short without them. */
static void keep_together(const struct kernel *kernel, const struct strip_shape *strip,
                          struct bounds *bounds) {
    int64_t points = kernel->extent[strip->dims[0]];
    for (uint32_t i = 1; i < strip->count && points < STRIP_SHORT; i++) {
        uint32_t d = strip->dims[i];
        int64_t wanted = divide_up(STRIP_SHORT, points);
        bounds->least[d] = wanted < kernel->extent[d] ? wanted : kernel->extent[d];
        bounds->together[d] = rows_of_lines(points);
        points *= bounds->least[d];
    }
}

/* A short dimension stays whole along which elements lie in the lines that a strip along another
 * reads: else these come from memory as often as it has points. */
static void keep_lines(const struct kernel *kernel, const struct uses *uses,
                       const struct strip_shape *strip, struct bounds *bounds) {
    for (size_t i = 0; i < uses->accesses.count; i++) {
        const struct access *access = uses->accesses.items[i].access;
        int64_t apart = access != NULL ? llabs(access->at.stride[strip->dims[0]]) : 0;
        if (apart < 2 || apart * element_info[access->buffer->element].bytes > SDYRT_LINE_BYTES) {
            continue;
        }
        for (uint32_t d = 0; d < kernel->parallel_count; d++) {
            int64_t stride = llabs(access->at.stride[d]);
            if (stride > 0 && stride * kernel->extent[d] <= apart) {
                bounds->least[d] = kernel->extent[d];
            }
        }
    }
}

/* Rows of which the strips are pieces stay together, where there are enough of them for all. */
static void keep_pieces(const struct kernel *kernel, const struct strip_shape *strip,
                        struct bounds *bounds) {
    int64_t length = strip->inner * kernel->extent[strip->dims[strip->count - 1]];
    int64_t rows = divide_up(kernel->extent[strip->across], ENOUGH_TASKS);
    if (length < product(kernel->extent, kernel->parallel_count, kernel->dim_count)) {
        bounds->least[strip->across] = rows < strip->batch ? rows : strip->batch;
    }
}

/* Points that stay together are those of a strip. A strip that lies along a reduction leaves them
 * all free. */
static struct bounds find_bounds(const struct kernel *kernel) {
    struct bounds bounds;
    for (uint32_t d = 0; d < kernel->parallel_count; d++) {
        bounds.least[d] = bounds.together[d] = 1;
        bounds.most[d] = kernel->extent[d];
    }
    if (product(kernel->extent, 0, kernel->dim_count) < 1) {
        return bounds; /* of an empty tensor */
    }
    struct tile_shape whole = whole_tile(kernel);
    struct uses uses = {0};
    kernel_uses(kernel, &uses);
    struct strip_shape strip = choose_strip(kernel, &uses, &whole);
    if (strip.count > 0 && !strip.sequential) {
        uint32_t d = strip.dims[0];
        int64_t points = strip.count == 1 ? strip.rows : kernel->extent[d];
        bounds.least[d] = points < kernel->extent[d] ? points : kernel->extent[d];
        keep_together(kernel, &strip, &bounds);
        keep_lines(kernel, &uses, &strip, &bounds);
        cut_for_transposition(kernel, &uses, &strip, &bounds);
    } else if (strip.count > 0 && strip.dims[0] < kernel->parallel_count) {
        bounds.least[strip.dims[0]] = kernel->extent[strip.dims[0]]; /* rows that go to places */
    } else if (strip.batch > 0) {
        bounds.together[strip.across] = SDYRT_LINE_FLOATS;
        keep_pieces(kernel, &strip, &bounds);
    }
    uses_free(&uses);
    return bounds;
}

void kernel_least_tile(const struct kernel *kernel, int64_t least[KERNEL_DIMS]) {
    struct bounds bounds = find_bounds(kernel);
    memcpy(least, bounds.least, sizeof bounds.least);
}

/* The outermost dimensions are cut first, until what is left of them has about the points of a
 * task. */
static void tile_loop(struct kernel *kernel) {
    double points = product(kernel->extent, 0, kernel->parallel_count);
    double target = points / (double)sdyrt_tasks_wanted(kernel_cost(kernel));
    struct bounds bounds = find_bounds(kernel);
    for (uint32_t d = 0; d < kernel->parallel_count; d++) {
        double inner = product(bounds.most, d + 1, kernel->parallel_count);
        int64_t extent = bounds.most[d];
        double most = (double)extent, wanted = inner > 0 ? target / inner : most;
        int64_t tile = wanted < most ? (int64_t)wanted + (wanted < 1 ? 1 : 0) : extent;
        tile = divide_up(tile, bounds.least[d]) * bounds.least[d];
        if (tile > bounds.together[d]) {
            tile = divide_up(tile, bounds.together[d]) * bounds.together[d];
        }
        kernel->tile[d] = tile < extent ? tile : extent;
        target /= (double)(kernel->tile[d] > 0 ? kernel->tile[d] : 1);
    }
}

/* A thread per THREAD_WORK: the bits do not depend on it, and a small program on one thread
 * never waits for another that the system has not started. */
static int useful_threads(double work) {
    return work < (double)THREAD_WORK * SDYRT_THREADS ? 1 + (int)(work / THREAD_WORK)
                                                      : SDYRT_THREADS;
}

void kernel_tile(struct kernel *kernel) {
    count_cost(kernel);
    if (kernel->kind == KERNEL_LOOP) {
        tile_loop(kernel);
    }
    kernel_count_tasks(kernel);
}

void program_tile(struct program *program) {
    for (uint32_t i = 0; i < program->kernel_count; i++) {
        kernel_tile(program->kernels[i]);
    }
}

void program_count_threads(struct program *program) {
    double work = 0;
    for (uint32_t i = 0; i < program->kernel_count; i++) {
        work += kernel_work(program->kernels[i]);
    }
    program->useful_threads = useful_threads(work);
}
