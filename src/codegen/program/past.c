#include "codegen/program/past.h"
#include "codegen/program/steps.h"
#include "codegen/program/visit.h"

#include "caches.h"
#include "runs.h"
#include "stream.h"

static bool has_bytes(const struct kernel_buffer *buffer, int64_t bytes) {
    return buffer->elements >= bytes / element_info[buffer->element].bytes;
}

bool buffer_is_streamed(const struct kernel_buffer *buffer) {
    return has_bytes(buffer, SDYRT_STREAM_BYTES);
}

bool buffer_is_far(const struct kernel_buffer *buffer) {
    return has_bytes(buffer, SDYRT_MIDDLE_CACHE);
}

bool store_has_lines(const struct kernel *kernel, const struct access *store, int64_t run) {
    int64_t bytes = element_info[store->buffer->element].bytes;
    bool is_aligned =
        run % SDYRT_LINE_BYTES == 0 && store->at.offset * bytes % SDYRT_LINE_BYTES == 0;
    for (uint32_t d = 0; d < kernel->dim_count; d++) {
        int64_t step = store->at.stride[d] * bytes;
        is_aligned &=
            kernel->extent[d] == 1 || (step >= 0 && step < run) || step % SDYRT_LINE_BYTES == 0;
    }
    return run >= SDYRT_LONG_RUN || (run >= SDYRT_LINE_BYTES && is_aligned);
}

/* --- who reads what --- */

struct marking {
    struct uses uses;           /* of the kernel at hand */
    const struct kernel **user; /* of each buffer: one that touches it */
    bool *is_passed_on;         /* another one reads it, or updates it here and there */
};

static void note_uses(struct marking *marking, const struct kernel *kernel) {
    kernel_uses(kernel, &marking->uses);
    for (size_t i = 0; i < marking->uses.accesses.count; i++) {
        const struct used_access *used = &marking->uses.accesses.items[i];
        uint32_t id = buffer_memory(used->buffer)->id;
        bool updates = used->access == NULL || used->access->indirect_count > 0;
        const struct kernel *other = marking->user[id];
        marking->is_passed_on[id] |= other != NULL && other != kernel && (used->loads || updates);
        marking->user[id] = kernel;
    }
}

/* Whether the kernel itself reads where it stores: these lines are in the cache. */
static bool is_updated(const struct uses *uses, const struct kernel_buffer *buffer) {
    for (size_t i = 0; i < uses->accesses.count; i++) {
        const struct used_access *used = &uses->accesses.items[i];
        if (used->loads && buffers_overlap(used->buffer, buffer)) {
            return true;
        }
    }
    return false;
}

/* --- statements --- */

/* Bytes that a task stores side by side; dimensions of one element add none, at any stride. */
static int64_t run_of(const struct kernel *kernel, const struct access *store) {
    int64_t run = 1;
    for (uint32_t d = kernel->parallel_count; d-- > 0;) {
        if (kernel->extent[d] > 1 && store->at.stride[d] == run) {
            run *= kernel->tile[d];
            d = kernel->tile[d] == kernel->extent[d] ? kernel->parallel_count : 0;
        }
    }
    return run * element_info[store->buffer->element].bytes;
}

static bool goes_past(struct marking *marking, const struct kernel *kernel,
                      const struct statement *statement) {
    const struct access *store = &statement->store;
    const struct kernel_buffer *buffer = store->buffer;
    if (buffer_is_of_task(buffer) || !statement_is_plain(statement) ||
        kernel->bytes < PAST_LEAST_BYTES) {
        return false;
    }
    int64_t run = run_of(kernel, store);
    bool is_passed_on = marking->is_passed_on[buffer_memory(buffer)->id];
    return has_bytes(buffer, is_passed_on ? SDYRT_FAR_CACHE : SDYRT_STREAM_BYTES) &&
           run >= SDYRT_SHORT_RUN && store_has_lines(kernel, store, run) &&
           !is_updated(&marking->uses, buffer);
}

/* A step whose tasks another follows on their threads passes on what it stores at once. */
static void mark_list(struct step_list *list, void *data) {
    struct marking *marking = data;
    for (uint32_t i = 0; i < list->count; i++) {
        const struct step *step = &list->items[i];
        if (step->kind != STEP_KERNEL) {
            continue;
        }
        struct kernel *kernel = step->kernel;
        bool is_followed = i + 1 < list->count && list->items[i + 1].follows;
        kernel_uses(kernel, &marking->uses);
        for (uint32_t k = 0; k < kernel->result_count; k++) {
            const struct kernel_buffer *buffer = buffer_memory(kernel->results[k].store.buffer);
            kernel->results[k].past = !(is_followed && marking->is_passed_on[buffer->id]) &&
                                      goes_past(marking, kernel, &kernel->results[k]);
        }
    }
}

static bool has_streamed(const struct program *program) {
    bool has = false;
    for (uint32_t i = 0; i < program->buffer_count; i++) {
        has |= buffer_is_streamed(program->buffers[i]);
    }
    return has;
}

void program_mark_past(struct program *program) {
    if (!has_streamed(program)) {
        return;
    }
    struct marking marking = {
        .user = ARENA_ARRAY(program->arena, const struct kernel *, program->buffer_count + 1),
        .is_passed_on = ARENA_ARRAY(program->arena, bool, program->buffer_count + 1)};
    for (uint32_t i = 0; i < program->kernel_count; i++) {
        note_uses(&marking, program->kernels[i]);
    }
    step_lists_visit(&program->steps, mark_list, &marking);
    uses_free(&marking.uses);
}
