/*
 * The whole way of an elementwise kernel, in one run: a fused GELU of 64 x 1,024 and of 512 x 4,096
 * elements, emitted as strips for tcc and as loops for the system's compiler with
 * -O3 -march=native; and the time from program to function.
 */
#include "codegen/jit/jit.h"

#include <stdlib.h>
#include <string.h>

enum { REPEATS = 40 };

static struct expr *make(struct arena *arena, enum scalar_op op, struct expr *a, struct expr *b) {
    struct expr *expr = ARENA_NEW(arena, struct expr);
    expr->kind = EXPR_SCALAR;
    expr->type = ELEMENT_F32;
    expr->op = op;
    expr->args[0] = a;
    expr->args[1] = b;
    expr->arg_count = b != NULL ? 2 : 1;
    return expr;
}

static struct expr *number(struct arena *arena, double value) {
    struct expr *expr = ARENA_NEW(arena, struct expr);
    expr->kind = EXPR_CONSTANT;
    expr->type = ELEMENT_F32;
    expr->real = value;
    return expr;
}

/* x (0.5 (1 + tanh(0.79788 (x + 0.044715 x x x)))) */
static struct expr *gelu(struct arena *arena, struct expr *x) {
    struct expr *cube = make(arena, SCALAR_MULTIPLY, make(arena, SCALAR_MULTIPLY, x, x), x);
    struct expr *sum =
        make(arena, SCALAR_ADD, x, make(arena, SCALAR_MULTIPLY, number(arena, 0.044715), cube));
    struct expr *tanh = make(arena, SCALAR_TANH,
                             make(arena, SCALAR_MULTIPLY, number(arena, 0.797884583), sum), NULL);
    struct expr *half = make(arena, SCALAR_MULTIPLY, number(arena, 0.5),
                             make(arena, SCALAR_ADD, number(arena, 1), tanh));
    return make(arena, SCALAR_MULTIPLY, x, half);
}

static struct program *gelu_program(struct arena *arena, int64_t rows, int64_t columns) {
    struct kernel_buffer *buffers = ARENA_ARRAY(arena, struct kernel_buffer, 2);
    struct program *program = ARENA_NEW(arena, struct program);
    struct kernel *kernel = ARENA_NEW(arena, struct kernel);
    struct expr *x = ARENA_NEW(arena, struct expr);
    *program = (struct program){
        .arena = arena, .name = "gelu", .kernel_count = 1, .input_count = 1, .output_count = 1};
    for (uint32_t i = 0; i < 2; i++) {
        buffers[i] = (struct kernel_buffer){.kind = i == 0 ? BUFFER_INPUT : BUFFER_OUTPUT,
                                            .element = ELEMENT_F32,
                                            .id = i,
                                            .elements = rows * columns};
    }
    struct affine at = {0, {columns, 1}};
    *x = (struct expr){
        .kind = EXPR_LOAD, .type = ELEMENT_F32, .access = {.buffer = &buffers[0], .at = at}};
    *kernel = (struct kernel){.dim_count = 2,
                              .parallel_count = 2,
                              .extent = {rows, columns},
                              .tile = {16, columns},
                              .tasks = rows / 16,
                              .body_count = 1};
    kernel->body = ARENA_NEW(arena, struct statement);
    *kernel->body =
        (struct statement){.store = {.buffer = &buffers[1], .at = at}, .value = gelu(arena, x)};
    program->kernels = ARENA_NEW(arena, struct kernel *);
    program->kernels[0] = kernel;
    program->steps = (struct step_list){1, ARENA_NEW(arena, struct step)};
    program->steps.items[0].kernel = kernel;
    return program;
}

static double best_run(struct executable *executable, const void *const *inputs,
                       void *const *outputs) {
    double best = 1e9;
    for (int i = 0; i < REPEATS; i++) {
        double start = seconds_now();
        executable_run(executable, inputs, outputs);
        double seconds = seconds_now() - start;
        best = seconds < best ? seconds : best;
    }
    return best;
}

static bool measure(int64_t rows, int64_t columns) {
    struct arena *arena = arena_new();
    struct diagnostics diagnostics;
    diagnostics_init(&diagnostics, arena, stderr);
    struct program *program = gelu_program(arena, rows, columns);
    size_t bytes = (size_t)(rows * columns) * sizeof(float);
    float *x = aligned_alloc(64, bytes), *y = aligned_alloc(64, bytes);
    const void *inputs[] = {x};
    void *outputs[] = {y};
    double each[2] = {0};
    for (int64_t i = 0; i < rows * columns; i++) {
        x[i] = (float)(i % 1000) / 125.0f - 4.0f;
    }
    for (int i = 0; i < 2; i++) {
        struct jit_options options = {.compiler = i == 0 ? JIT_TCC : JIT_CC, .threads = 1};
        struct jit_times times;
        struct executable *executable = executable_new(program, &options, &diagnostics, &times);
        if (executable != NULL) {
            each[i] = 1e9 * best_run(executable, inputs, outputs) / (double)(rows * columns);
            printf("%4d x %4d  %-24s %6.3f ns per element, compiled in %8.3f ms\n", (int)rows,
                   (int)columns, i == 0 ? "tcc and strips" : "cc -O3 -march=native", each[i],
                   1e3 * (times.emit + times.compile));
        }
        executable_free(executable);
    }
    printf("             ratio %.2f\n", each[0] / each[1]);
    free(x);
    free(y);
    diagnostics_free(&diagnostics);
    arena_free(arena);
    return each[0] > 0 && each[1] > 0;
}

int main(void) {
    return measure(64, 1024) && measure(512, 4096) ? 0 : 1;
}
