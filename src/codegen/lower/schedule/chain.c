/* Chains: kernels that follow each other and whose tasks, cut along the same rows, need nothing of
 * each other's. Then one thread takes a task through all of them: what one kernel of the chain
 * reads or writes is still in the cache for the next, and no thread waits for another in between.
 *
 * A row is one of so many equal parts that the outermost dimensions of every kernel of the chain
 * are cut into. All that a kernel touches of memory that another one writes must lie row by row:
 * row r from r * bytes on, as many bytes in every kernel. */
#include "codegen/lower/lower_thresholds.h"
#include "codegen/lower/schedule/schedule.h"
#include "codegen/program/steps.h"
#include "codegen/program/visit.h"
#include "support/limits.h"

#include "caches.h"
#include "tasks.h"

enum {
    /* Bytes that kernels have in common: less stays in a cache anyway. */
    LEAST_SHARED = SDYRT_MIDDLE_CACHE / 4,
    /* Bytes of a row, and of a task where rows are shorter: more would not stay in the first cache,
     * and the second one is no faster than a stream of memory is. */
    MOST_OF_ROW = SDYRT_NEAR_CACHE,
    WANTED_OF_TASK = SDYRT_NEAR_CACHE / 4 * 3,
};

/* Memory that kernels of the chain touch. */
struct row_memory {
    const struct kernel_buffer *buffer;
    int64_t row;            /* bytes; 0: not row by row */
    uint32_t kernels, last; /* that touch it, and the number of the last */
    bool loaded, written;
};
struct chain {
    int64_t rows;
    uint32_t count; /* kernels */
    VECTOR(struct row_memory) memory;
    struct uses uses; /* of the kernel at hand */
};

/* --- rows of a kernel --- */

/* Along which dimension rows cut the kernel: those outside are cut into single points, this one
 * into parts of `points`. */
struct row_cut {
    uint32_t dim;
    int64_t points;
};

static bool cut_into_rows(const struct kernel *kernel, int64_t rows, struct row_cut *cut) {
    for (uint32_t d = 0; d < kernel->parallel_count; d++) {
        if (kernel->extent[d] % rows == 0) {
            *cut = (struct row_cut){d, kernel->extent[d] / rows};
            return true;
        }
        if (rows % kernel->extent[d] != 0) {
            return false;
        }
        rows /= kernel->extent[d];
    }
    return false;
}

/* Bytes from one row to the next where the access keeps to its row; else 0. */
static int64_t row_bytes(const struct kernel *kernel, const struct access *access,
                         const struct row_cut *cut) {
    const struct affine *at = &access->at;
    int64_t row = 0, rows = 1, least = at->offset, most = at->offset;
    for (uint32_t d = cut->dim + 1; d-- > 0;) {
        int64_t points = d == cut->dim ? cut->points : 1, parts = kernel->extent[d] / points;
        if (parts > 1 && row == 0) {
            row = at->stride[d] * points;
        }
        if (parts > 1 && at->stride[d] * points != row * rows) {
            return 0;
        }
        rows *= parts;
    }
    for (uint32_t d = cut->dim; d < kernel->dim_count; d++) {
        int64_t points = d == cut->dim ? cut->points : kernel->extent[d];
        int64_t reach = at->stride[d] * (points - 1);
        *(reach < 0 ? &least : &most) += reach;
    }
    bool keeps = access->indirect_count == 0 && least >= 0 && most < row;
    return keeps ? row * (int64_t)element_info[access->buffer->element].bytes : 0;
}

/* --- what a chain touches --- */

static struct row_memory *find_memory(struct chain *chain, const struct kernel_buffer *buffer) {
    for (size_t i = 0; i < chain->memory.count; i++) {
        if (chain->memory.items[i].buffer == buffer_memory(buffer)) {
            return &chain->memory.items[i];
        }
    }
    return NULL;
}

static int64_t used_row(const struct kernel *kernel, const struct used_access *used,
                        const struct row_cut *cut) {
    return used->access != NULL ? row_bytes(kernel, used->access, cut) : 0;
}

/* Whether the kernel whose uses are at hand touches nothing of other tasks, and something of the
 * same ones. */
static bool can_follow(struct chain *chain, const struct kernel *kernel,
                       const struct row_cut *cut) {
    bool is_connected = chain->count == 0;
    for (size_t i = 0; i < chain->uses.accesses.count; i++) {
        const struct used_access *used = &chain->uses.accesses.items[i];
        const struct row_memory *memory = find_memory(chain, used->buffer);
        if (memory == NULL) {
            continue;
        }
        int64_t row = used_row(kernel, used, cut);
        if ((memory->written || used->stores) && (row == 0 || row != memory->row)) {
            return false;
        }
        is_connected |= row > 0 && row == memory->row;
    }
    return is_connected;
}

static void touch(struct chain *chain, const struct kernel *kernel, const struct row_cut *cut) {
    for (size_t i = 0; i < chain->uses.accesses.count; i++) {
        const struct used_access *used = &chain->uses.accesses.items[i];
        int64_t row = used_row(kernel, used, cut);
        struct row_memory *memory = find_memory(chain, used->buffer);
        if (used->buffer->kind == BUFFER_TILE) {
            continue;
        }
        if (memory == NULL) {
            memory = vector_push(&chain->memory);
            *memory = (struct row_memory){.buffer = buffer_memory(used->buffer), .row = row};
        }
        memory->kernels += memory->kernels == 0 || memory->last < chain->count;
        memory->last = chain->count;
        memory->row = memory->row == row ? row : 0;
        memory->loaded |= used->loads;
        memory->written |= used->stores;
    }
    chain->count++;
}

/* Adds kernels for as long as they can follow. */
static void grow(struct chain *chain, int64_t rows, const struct step *steps, uint32_t count) {
    chain->rows = rows;
    chain->count = 0;
    chain->memory.count = 0;
    for (uint32_t i = 0; i < count && i < LIMIT_AHEAD; i++) {
        const struct kernel *kernel = steps[i].kernel;
        struct row_cut cut;
        if (steps[i].kind != STEP_KERNEL || kernel->kind != KERNEL_LOOP || kernel->is_move ||
            kernel->tasks == 0 || !cut_into_rows(kernel, rows, &cut)) {
            return;
        }
        kernel_uses(kernel, &chain->uses);
        if (!can_follow(chain, kernel, &cut)) {
            return;
        }
        touch(chain, kernel, &cut);
    }
}

/* Bytes of a row of all memory that at least so many kernels touch; one that several of them write
 * and none reads is no gain. */
static int64_t bytes_of_row(const struct chain *chain, uint32_t kernels) {
    int64_t bytes = 0;
    for (size_t i = 0; i < chain->memory.count; i++) {
        const struct row_memory *memory = &chain->memory.items[i];
        bool counts = memory->kernels >= kernels && (kernels == 1 || memory->loaded);
        bytes += counts ? memory->row : 0;
    }
    return bytes;
}

/* --- tasks --- */

/* Whether most of the work is in kernels whose strips fit into the tasks. */
static bool strips_fit(const struct step *steps, uint32_t count, int64_t tasks) {
    double work = 0, unfit = 0;
    for (uint32_t i = 0; i < count; i++) {
        const struct kernel *kernel = steps[i].kernel;
        struct row_cut cut;
        int64_t least[KERNEL_DIMS];
        bool is_fit = cut_into_rows(kernel, tasks, &cut);
        kernel_least_tile(kernel, least);
        for (uint32_t d = 0; is_fit && d <= cut.dim; d++) {
            is_fit = least[d] <= (d < cut.dim ? 1 : cut.points);
        }
        work += kernel_work(kernel);
        unfit += is_fit ? 0 : kernel_work(kernel);
    }
    return 2 * unfit <= work;
}

static bool are_cut(const struct step *steps, uint32_t count, int64_t tasks) {
    struct row_cut cut;
    for (uint32_t i = 0; i < count; i++) {
        if (!cut_into_rows(steps[i].kernel, tasks, &cut)) {
            return false;
        }
    }
    return true;
}

static int64_t tasks_wanted(const struct chain *chain, const struct step *steps) {
    double cost = 0;
    for (uint32_t i = 0; i < chain->count; i++) {
        cost += kernel_cost(steps[i].kernel);
    }
    return sdyrt_tasks_wanted(cost);
}

/* So many tasks that the rows of one stay in the cache, and that there are enough; 0: none will do.
 */
static int64_t count_tasks(const struct chain *chain, const struct step *steps) {
    int64_t fitting = WANTED_OF_TASK / bytes_of_row(chain, 1);
    int64_t enough = chain->rows / tasks_wanted(chain, steps);
    int64_t rows = fitting < enough ? fitting : enough;
    for (rows = rows > 1 ? rows : 1; rows > 0; rows--) {
        if (chain->rows % rows == 0 && are_cut(steps, chain->count, chain->rows / rows)) {
            return strips_fit(steps, chain->count, chain->rows / rows) ? chain->rows / rows : 0;
        }
    }
    return 0;
}

static void cut_kernel(struct kernel *kernel, int64_t tasks) {
    struct row_cut cut;
    if (!cut_into_rows(kernel, tasks, &cut)) {
        sdyc_bug("a kernel of a chain has no rows");
    }
    for (uint32_t d = 0; d < kernel->parallel_count; d++) {
        kernel->tile[d] = d < cut.dim ? 1 : d == cut.dim ? cut.points : kernel->extent[d];
    }
    kernel->tasks = tasks;
}

/* --- which chain --- */

/* The best of the rows that the kernel's dimensions offer, where it shares more than `best`. */
static void try_rows_of(const struct kernel *kernel, const struct step *steps, uint32_t count,
                        struct chain *chain, int64_t *best_rows, double *best) {
    int64_t rows = 1;
    for (uint32_t d = 0; d < kernel->parallel_count; d++) {
        if (__builtin_mul_overflow(rows, kernel->extent[d], &rows)) {
            return;
        }
        if (rows < ENOUGH_TASKS || kernel->extent[d] == 1) {
            continue;
        }
        grow(chain, rows, steps, count);
        double shared = (double)bytes_of_row(chain, 2) * (double)rows;
        if (chain->count > 1 && shared > *best && bytes_of_row(chain, 1) <= MOST_OF_ROW) {
            *best = shared;
            *best_rows = rows;
        }
    }
}

/* Makes a chain of the first steps where that is worth it; returns how many it has, or 1. */
static uint32_t make_chain(struct step *steps, uint32_t count, struct chain *chain) {
    double best = LEAST_SHARED;
    int64_t rows = 0;
    for (uint32_t i = 0; i < 2 && i < count; i++) {
        const struct kernel *kernel = steps[i].kernel;
        if (steps[i].kind == STEP_KERNEL && kernel->kind == KERNEL_LOOP && kernel->tasks > 0) {
            try_rows_of(kernel, steps, count, chain, &rows, &best);
        }
    }
    if (rows == 0) {
        return 1;
    }
    grow(chain, rows, steps, count);
    int64_t tasks = count_tasks(chain, steps);
    if (tasks == 0) {
        return 1;
    }
    for (uint32_t i = 0; i < chain->count; i++) {
        cut_kernel(steps[i].kernel, tasks);
        steps[i].follows = i > 0;
    }
    return chain->count;
}

static void chain_list(struct step_list *list, void *chain) {
    for (uint32_t i = 0; i < list->count;) {
        struct step *step = &list->items[i];
        bool may_be_first = step->kind == STEP_KERNEL && i + 1 < list->count &&
                            step->kernel->kind == KERNEL_LOOP &&
                            step->kernel->bytes > 2 * SDYRT_NEAR_CACHE;
        i += may_be_first ? make_chain(step, list->count - i, chain) : 1;
    }
}

void program_chain(struct program *program) {
    struct chain chain = {.rows = 0};
    step_lists_visit(&program->steps, chain_list, &chain);
    vector_free(&chain.memory);
    uses_free(&chain.uses);
}
