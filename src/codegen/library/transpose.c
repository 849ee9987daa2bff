/* Permutations of dimensions: copies whose two sides run along different dimensions, in blocks that
 * both like, and copies of runs that are too short for a strip. Transpositions, copies between
 * layouts and parts of concatenations become one where they are more than a cache holds; what
 * computes on the way stays a loop. */
#include "codegen/library/library.h"
#include "codegen/library/route.h"
#include "codegen/lower/lower.h"

#include "caches.h"
#include "runs.h"
#include "transpose_plan.h"

#include <stdlib.h>

LIBRARY(transpose);

enum { LEAST_BYTES = SDYRT_NEAR_CACHE }; /* fewer stay in the first cache, whatever the order */

/* The dimension with several elements that the access runs along element by element, or -1. */
static int32_t run_of(const struct kernel *kernel, const struct affine *at) {
    for (uint32_t d = 0; d < kernel->dim_count; d++) {
        if ((at->stride[d] == 1 || at->stride[d] == -1) &&
            kernel->extent[d] >= SDYRT_VECTOR_FLOATS) {
            return (int32_t)d;
        }
    }
    return -1;
}

/* Whether both sides run along dimensions of their own. */
static bool is_turned(const struct kernel *kernel, const struct affine *from,
                      const struct affine *to) {
    int32_t from_run = run_of(kernel, from), to_run = run_of(kernel, to);
    bool repeats =
        to_run >= 0 && from->stride[to_run] == 0 && kernel->extent[to_run] >= SDYRT_LINE_FLOATS;
    return from_run >= 0 && to_run >= 0 && from_run != to_run && !repeats;
}

/* Whether the elements lie in short runs on both sides, with others between those of one; that of
 * the source may be reversed. */
static bool has_short_runs(const struct kernel *kernel, const struct affine *from,
                           const struct affine *to, int64_t bytes) {
    for (uint32_t d = 0; d < kernel->dim_count; d++) {
        if (llabs(from->stride[d]) == 1 && to->stride[d] == 1 && kernel->extent[d] > 1) {
            return kernel->dim_count > 1 && kernel->extent[d] * bytes <= 2 * SDYRT_LINE_BYTES;
        }
    }
    return false;
}

/* Whether rows lie side by side with those of other kernels: these are joined to one. */
static bool has_neighbours(const struct kernel *kernel, const struct affine *from,
                           const struct affine *to, int64_t bytes) {
    bool has_rows = false;
    for (uint32_t d = 0; d < kernel->dim_count; d++) {
        has_rows |= from->stride[d] == 1 && to->stride[d] == 1 &&
                    kernel->extent[d] * bytes >= SDYRT_LINE_BYTES;
    }
    return has_rows && kernel->is_repeated;
}

ROUTE_FAMILY(sdyrt_transpose_plan, sdyrt_transpose_plan_by, sdyrt_transpose_choose,
             .name = "transpose", .routes = SDYRT_TRANSPOSE_ROUTE_COUNT,
             .route_name = sdyrt_transpose_route_name, .sentence = sdyrt_transpose_route_sentence);

static void make_call(struct lowering *lowering, const struct sdyrt_transpose *asked,
                      const struct call_operand *operands, double bytes) {
    const struct sdyrt_transpose what = sdyrt_transpose_normal(asked);
    lowering->kernel->result_count = 0;
    struct library_call *call =
        library_call_new(lowering, &library_transpose, &what, sizeof what, 2, operands);
    call->plans = route_plans_make(lowering->program->arena, &family, &what);
    /* Those of all processors have the same tasks. */
    call->tasks = sdyrt_transpose_tasks(
        &what, (const struct sdyrt_transpose_plan *)call->plans->of[SDYRT_SET_BASELINE]);
    call->cost = (struct library_cost){.bytes = bytes};
}

static bool transpose_take(struct lowering *lowering) {
    const struct kernel *kernel = lowering->kernel;
    const struct statement *copy = library_copy_of(kernel);
    if (copy == NULL) {
        return false;
    }
    const struct access *from = &copy->value->access, *to = &copy->store;
    struct sdyrt_transpose what = {.bytes = element_info[to->buffer->element].bytes,
                                   .rank = kernel->dim_count};
    double bytes = 2 * (double)what.bytes;
    for (uint32_t d = 0; d < kernel->dim_count; d++) {
        what.size[d] = kernel->extent[d];
        what.from[d] = from->at.stride[d] * what.bytes;
        what.to[d] = to->at.stride[d] * what.bytes;
        bytes *= (double)kernel->extent[d];
    }
    if (bytes < LEAST_BYTES || has_neighbours(kernel, &from->at, &to->at, what.bytes) ||
        (!is_turned(kernel, &from->at, &to->at) &&
         !has_short_runs(kernel, &from->at, &to->at, what.bytes))) {
        return false;
    }
    struct call_operand operands[2] = {{.access = *from, .loads = true},
                                       {.access = *to, .stores = true}};
    make_call(lowering, &what, operands, bytes);
    return true;
}

static const char *transpose_parts(const void *what) {
    switch (((const struct sdyrt_transpose *)what)->bytes) {
    case 1:
        return "TRANSPOSE_8";
    case 2:
        return "TRANSPOSE_16";
    case 4:
        return "TRANSPOSE_32";
    case 8:
        return "TRANSPOSE_64";
    default:
        return "TRANSPOSE_128";
    }
}

const struct library library_transpose = {
    .name = "transpose",
    .symbol = "sdyrt_transpose",
    .header = "transpose.h",
    .parts = transpose_parts,
    .lower = library_never_lowered,
    .take = transpose_take,
    LIBRARY_CALL,
};
