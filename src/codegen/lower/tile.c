/* Cuts kernels into tasks by their shape and cost, never by the number of threads: that would
 * change the order of sums. Counts the flops and bytes of each kernel on the way. */
#include "codegen/lower/tile.h"
#include "codegen/emit/runtime_calls.h"
#include "codegen/lower/lower.h"
#include "codegen/program/strips.h"
#include "gemm_tile.h"

enum {
    THREAD_WORK = 1 << 19, /* element operations that are worth waking a thread for, all kernels */
    MOST_THREADS = 4096,
};

static int64_t ceil_div(int64_t a, int64_t b) {
    return (a + b - 1) / b;
}

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
    double operations, bytes;
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
    kernel->flops = kernel->bytes = 0;
    count_uses(kernel, costs);
    if (kernel->reduction) {
        costs[PLACE_REDUCTION].operations += kernel->reduction->count;
    }
    for (enum place place = PLACE_BODY; place < PLACE_LIBRARY; place++) {
        double times = is_at_every_point(place) ? all : points;
        kernel->flops += times * costs[place].operations;
        kernel->bytes += times * costs[place].bytes;
    }
    if (kernel->kind == KERNEL_GEMM) {
        kernel->flops += 2 * all;
    } else if (kernel->kind == KERNEL_CONVOLUTION) {
        const struct convolution *c = &kernel->convolution;
        kernel->flops +=
            2 * points * product(c->kernel_size, 0, c->spatial) * (double)c->input_features;
    }
}

/* --- tiles ------------------------------------------------------------------------------------ */

static void count_tasks(struct kernel *kernel) {
    if (kernel->kind == KERNEL_CONVOLUTION) {
        struct sdyrt_conv conv = describe_convolution(&kernel->convolution);
        kernel->tasks = kernel->convolution.instances * sdyrt_conv_tasks(&conv);
        return;
    }
    kernel->tasks = 1;
    for (uint32_t d = 0; d < kernel->parallel_count; d++) {
        kernel->tile[d] = kernel->tile[d] > 0 ? kernel->tile[d] : 1; /* of an empty tensor */
        kernel->tasks *= ceil_div(kernel->extent[d], kernel->tile[d]);
    }
}

double kernel_work(const struct kernel *kernel) {
    return kernel->flops + kernel->bytes / 4;
}

/* Points of each parallel dimension that stay together: those of a strip. A strip that lies along a
 * reduction leaves them all free, and one that takes many steps is worth its calls when it is
 * short. */
static void find_least(const struct kernel *kernel, int64_t least[KERNEL_DIMS]) {
    for (uint32_t d = 0; d < kernel->parallel_count; d++) {
        least[d] = 1;
    }
    if (product(kernel->extent, 0, kernel->dim_count) < 1) {
        return; /* of an empty tensor */
    }
    struct tile_shape whole = whole_tile(kernel);
    struct uses uses = {0};
    kernel_uses(kernel, &uses);
    struct strip_shape strip = choose_strip(kernel, &uses, &whole);
    uses_free(&uses);
    bool is_stepped = kernel->reduction != NULL && kernel->reduction->next != NULL;
    int64_t points = is_stepped ? STRIP_SHORT : STRIP_ELEMENTS;
    for (uint32_t i = 0; i < strip.count && !strip.sequential; i++) {
        uint32_t d = strip.dims[i];
        least[d] = points < kernel->extent[d] ? points : kernel->extent[d];
        points = ceil_div(points, kernel->extent[d]);
    }
}

/* The outermost dimensions are cut first, until what is left of them has about the work of a task.
 */
static void tile_loop(struct kernel *kernel) {
    double points = product(kernel->extent, 0, kernel->parallel_count);
    double work = kernel_work(kernel);
    double target = work / TASKS_WANTED > TASK_WORK ? work / TASKS_WANTED : TASK_WORK;
    double per_point = points > 0 ? work / points : 0;
    int64_t least[KERNEL_DIMS];
    find_least(kernel, least);
    for (uint32_t d = 0; d < kernel->parallel_count; d++) {
        double inner = product(kernel->extent, d + 1, kernel->parallel_count) * per_point;
        double most = (double)kernel->extent[d], wanted = inner > 0 ? target / inner : most;
        int64_t tile = wanted < most ? (int64_t)wanted + (wanted < 1 ? 1 : 0) : kernel->extent[d];
        tile = ceil_div(tile, least[d]) * least[d];
        kernel->tile[d] = tile < kernel->extent[d] ? tile : kernel->extent[d];
        target /= (double)(kernel->tile[d] > 0 ? kernel->tile[d] : 1);
    }
}

void kernel_tile_gemm(struct kernel *kernel) {
    uint32_t n = kernel->parallel_count - 1, m = n - 1, k = kernel->dim_count - 1;
    int64_t batch = 1;
    for (uint32_t d = 0; d < m; d++) {
        kernel->tile[d] = 1;
        batch *= kernel->extent[d];
    }
    sdyrt_gemm_tile(product_type(kernel->gemm.a.buffer, kernel->gemm.c.buffer), batch,
                    kernel->extent[m], kernel->extent[n], kernel->extent[k], &kernel->tile[m],
                    &kernel->tile[n]);
}

/* A thread per THREAD_WORK: the bits do not depend on it, and a small program on one thread never
 * waits for another that the system has not started. */
static int useful_threads(double work) {
    return work < (double)THREAD_WORK * MOST_THREADS ? 1 + (int)(work / THREAD_WORK) : MOST_THREADS;
}

void kernel_tile(struct kernel *kernel) {
    count_cost(kernel);
    if (kernel->kind == KERNEL_LOOP) {
        tile_loop(kernel);
    }
    count_tasks(kernel);
}

void program_tile(struct program *program) {
    for (uint32_t i = 0; i < program->kernel_count; i++) {
        kernel_tile(program->kernels[i]);
    }
    program_split(program);
    double work = 0;
    for (uint32_t i = 0; i < program->kernel_count; i++) {
        work += kernel_work(program->kernels[i]);
    }
    program->useful_threads = useful_threads(work);
}
