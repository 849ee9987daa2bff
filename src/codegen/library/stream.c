/* Copies of runs to results that do not stay in the caches: parts of concatenations, slices and
 * permutations that leave the fastest dimensions together. What else is copied stays a loop. */
#include "stream.h"
#include "codegen/library/library.h"
#include "codegen/lower/lower.h"
#include "codegen/program/past.h"

LIBRARY(stream);

/* The bytes that lie side by side in both places. */
static int64_t run_of(const struct kernel *kernel, const struct affine *from,
                      const struct affine *to, int64_t element) {
    for (uint32_t d = 0; d < kernel->dim_count; d++) {
        if (from->stride[d] == 1 && to->stride[d] == 1 && kernel->extent[d] > 1) {
            return kernel->extent[d] * element;
        }
    }
    return element;
}

static bool stream_take(struct lowering *lowering) {
    const struct kernel *kernel = lowering->kernel;
    const struct statement *copy = library_copy_of(kernel);
    if (copy == NULL || !buffer_is_streamed(copy->store.buffer) ||
        copy->value->access.buffer == copy->store.buffer) {
        return false;
    }
    const struct access *from = &copy->value->access, *to = &copy->store;
    struct sdyrt_stream what = {.bytes = element_info[to->buffer->element].bytes,
                                .rank = kernel->dim_count};
    int64_t bytes = what.bytes, run = run_of(kernel, &from->at, &to->at, bytes);
    for (uint32_t d = 0; d < kernel->dim_count; d++) {
        what.size[d] = kernel->extent[d];
        what.from[d] = from->at.stride[d];
        what.to[d] = to->at.stride[d];
        bytes *= kernel->extent[d];
    }
    if (!store_has_lines(kernel, to, run) || bytes < PAST_LEAST_BYTES) {
        return false;
    }
    struct call_operand operands[2] = {{.access = *from, .loads = true},
                                       {.access = *to, .stores = true}};
    lowering->kernel->result_count = 0;
    struct library_call *call =
        library_call_new(lowering, &library_stream, &what, sizeof what, 2, operands);
    call->tasks = sdyrt_stream_tasks(&what);
    call->scratch = sdyrt_stream_scratch(&what);
    call->cost = (struct library_cost){.bytes = 2 * (double)bytes};
    return true;
}

const struct library library_stream = {
    .name = "stream",
    .symbol = "sdyrt_stream",
    .header = "stream.h",
    .lower = library_never_lowered,
    .take = stream_take,
    LIBRARY_CALL,
};
