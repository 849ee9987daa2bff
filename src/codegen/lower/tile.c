/* Cuts kernels into tasks by their shape and cost, never by the number of threads: that would
 * change the order of sums. Counts the flops and bytes of each kernel on the way. */
#include "codegen/emit/runtime_calls.h"
#include "codegen/lower/lower.h"
#include "gemm_tile.h"

enum {
    TASK_WORK = 1 << 16,   /* element operations that are worth a task of their own */
    TASKS_WANTED = 64,     /* of a large kernel */
    STRIP = 1024,          /* elements of the innermost dimension stay together */
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

/* --- cost --------------------------------------------------------------------------------------
 */

struct cost {
    double operations, loads; /* per point */
    int32_t stamp;
};

static void expr_cost(struct expr *expr, struct cost *cost) {
    if (expr->note == cost->stamp) {
        return;
    }
    expr->note = cost->stamp;
    if (expr->kind == EXPR_SCALAR) {
        cost->operations += scalar_cost(expr->op);
    } else if (expr->kind == EXPR_LOAD) {
        cost->loads += element_info[expr->type].bytes;
    }
    for (uint32_t i = 0; i < expr->arg_count; i++) {
        expr_cost(expr->args[i], cost);
    }
}

static struct cost statements_cost(struct statement *statements, uint32_t count, int32_t stamp) {
    struct cost cost = {.stamp = stamp};
    for (uint32_t i = 0; i < count; i++) {
        expr_cost(statements[i].value, &cost);
        cost.loads += element_info[statements[i].store.buffer->element].bytes;
    }
    return cost;
}

static void count_cost(struct kernel *kernel) {
    double points = product(kernel->extent, 0, kernel->parallel_count);
    double all = product(kernel->extent, 0, kernel->dim_count);
    struct cost results = statements_cost(kernel->results, kernel->result_count, -2);
    struct cost body = statements_cost(kernel->body, kernel->body_count, -3);
    kernel->flops = points * results.operations + all * body.operations;
    kernel->bytes = points * results.loads + all * body.loads;
    if (kernel->kind == KERNEL_GEMM) {
        kernel->flops += 2 * all;
    } else if (kernel->kind == KERNEL_CONVOLUTION) {
        const struct convolution *c = &kernel->convolution;
        kernel->flops +=
            2 * points * product(c->kernel_size, 0, c->spatial) * (double)c->input_features;
    } else if (kernel->reduction) {
        struct cost term = {.stamp = -4};
        for (uint32_t i = 0; i < kernel->reduction->count; i++) {
            expr_cost(kernel->reduction->term[i], &term);
        }
        kernel->flops += all * (term.operations + kernel->reduction->count);
        kernel->bytes += all * term.loads;
    }
}

/* --- tiles -------------------------------------------------------------------------------------
 */

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

static double kernel_work(const struct kernel *kernel) {
    return kernel->flops + kernel->bytes / 4;
}

static void tile_loop(struct kernel *kernel) {
    double points = product(kernel->extent, 0, kernel->parallel_count);
    double work = kernel_work(kernel);
    double target = work / TASKS_WANTED > TASK_WORK ? work / TASKS_WANTED : TASK_WORK;
    double per_point = points > 0 ? work / points : 0;
    for (uint32_t d = 0; d < kernel->parallel_count; d++) {
        double inner = product(kernel->extent, d + 1, kernel->parallel_count) * per_point;
        int64_t extent = kernel->extent[d];
        int64_t tile = inner >= target ? 1 : (int64_t)(target / (inner > 0 ? inner : 1)) + 1;
        if (d + 1 == kernel->parallel_count) {
            tile = ceil_div(tile, STRIP) * STRIP;
        }
        kernel->tile[d] = tile < extent ? tile : extent;
        if (tile > 1) {
            for (uint32_t rest = d + 1; rest < kernel->parallel_count; rest++) {
                kernel->tile[rest] = kernel->extent[rest];
            }
            break;
        }
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

void program_tile(struct program *program) {
    double work = 0;
    for (uint32_t i = 0; i < program->kernel_count; i++) {
        struct kernel *kernel = program->kernels[i];
        count_cost(kernel);
        if (kernel->kind == KERNEL_LOOP) {
            tile_loop(kernel);
        }
        count_tasks(kernel);
        work += kernel_work(kernel);
    }
    program->useful_threads = useful_threads(work);
}
