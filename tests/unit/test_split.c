/* Reductions cut into chunks: what they compute, and how many tasks they are. */
#include "codegen/graph/graph.h"
#include "codegen/lower/lower.h"
#include "codegen/lower/schedule/schedule.h"
#include "interpret.h"
#include "maker.h"

#include <math.h>
#include <setjmp.h>
#include <stdlib.h>

#include <cmocka.h>

static char *random_bytes(const struct argument *argument) {
    char *data = calloc((size_t)argument->elements, element_info[argument->element].bytes);
    for (int64_t i = 0; i < argument->elements; i++) {
        int32_t value = (int32_t)((uint32_t)i * 2654435761u >> 16) % 2000 - 1000;
        if (argument->element == ELEMENT_F32) {
            ((float *)data)[i] = (float)value / 500;
        } else {
            ((int32_t *)data)[i] = value;
        }
    }
    return data;
}

static double result_at(const struct argument *argument, const char *data, int64_t i) {
    return argument->element == ELEMENT_F32 ? ((const float *)data)[i] : ((const int32_t *)data)[i];
}

/* What the interpreter makes of the program: the first output, and the second if there is one. */
static void evaluate(const struct program *program, const char *input, char *outputs[2]) {
    char *arena = calloc(1, (size_t)program->arena_bytes + 64);
    interpret(program, arena, (const void *[]){input}, (void **)outputs);
    free(arena);
}

/* Interprets the program as it is and cut, which must make `kernels` kernels, and runs it. */
static void check(struct maker *m, uint32_t kernels) {
    struct program *program = &m->program;
    char *input = random_bytes(&program->inputs[0]), *whole[2] = {0}, *cut[2] = {0};
    for (uint32_t i = 0; i < program->output_count; i++) {
        whole[i] = calloc((size_t)program->outputs[i].elements, 8);
        cut[i] = calloc((size_t)program->outputs[i].elements, 8);
    }
    evaluate(program, input, whole);
    program_tile(program);
    program_split(program);
    program_plan_arena(program);
    program_place_waits(program);
    assert_int_equal(program->kernel_count, kernels);
    if (kernels > 1) {
        assert_true(program->kernels[0]->tasks >= 8);
        assert_true(program->steps.items[1].waits);
    }
    evaluate(program, input, cut);
    for (uint32_t i = 0; i < program->output_count; i++) {
        const struct argument *output = &program->outputs[i];
        for (int64_t k = 0; k < output->elements; k++) {
            double a = result_at(output, whole[i], k), b = result_at(output, cut[i], k);
            assert_true(fabs(a - b) <= 1e-5 * (1 + fabs(a)));
        }
        free(whole[i]);
        free(cut[i]);
    }
    free(input);
    check_forms(m, true);
}

/* Over `points` of each of `rows` rows (the last dimension where `rows` lie together). */
static void reduce(enum scalar_op op, enum element type, double init, int64_t rows, int64_t points,
                   bool together, uint32_t kernels) {
    struct maker m;
    maker_init(&m);
    struct kernel_buffer *x = new_buffer(&m, BUFFER_INPUT, type, rows * points);
    struct kernel_buffer *y = new_buffer(&m, BUFFER_OUTPUT, type, rows);
    struct kernel *kernel = new_kernel(&m, 1, DIMS(rows, points), DIMS(rows));
    struct affine at = {0, {together ? 1 : points, together ? rows : 1}};
    struct expr *load = load_of(&m, x, at);
    kernel->reduction = simple_reduction(&m, op, init, load);
    struct expr *sum = numbered(&m, EXPR_REDUCED, type, 0);
    kernel->results[kernel->result_count++] =
        store_to(y, (struct affine)STRIDES(1), scalar(&m, SCALAR_ADD, type, sum, sum, NULL));
    check(&m, kernels);
}

static void test_simple(void **state) {
    (void)state;
    reduce(SCALAR_ADD, ELEMENT_F32, 5, 1, 1 << 19, false, 2); /* the first value counts once */
    reduce(SCALAR_MAXIMUM, ELEMENT_F32, -1, 3, 1 << 18, false, 2);
    reduce(SCALAR_MINIMUM, ELEMENT_I32, 7, 3, 1 << 18, true, 2);
    reduce(SCALAR_XOR, ELEMENT_I32, 1, 1, 1 << 19, false, 2);
    reduce(SCALAR_AND, ELEMENT_I32, -1, 2, 1 << 18, false, 2);
}

/* Chunks that do not divide the points: 524309 is a prime. */
static void test_rest(void **state) {
    (void)state;
    reduce(SCALAR_ADD, ELEMENT_F32, 0, 1, 524309, false, 2);
    reduce(SCALAR_OR, ELEMENT_I32, 0, 2, 300007, true, 2);
}

/* Small ones, and those with tasks enough, stay as they are. */
static void test_whole(void **state) {
    (void)state;
    reduce(SCALAR_ADD, ELEMENT_F32, 0, 1, 1 << 14, false, 1);
    reduce(SCALAR_ADD, ELEMENT_F32, 0, 64, 1 << 14, false, 1);
}

/* Two sequential dimensions, the outer shorter than the chunks wanted. */
static void test_nested(void **state) {
    (void)state;
    struct maker m;
    maker_init(&m);
    struct kernel_buffer *x = new_buffer(&m, BUFFER_INPUT, ELEMENT_F32, 3 * 2 * (1 << 17));
    struct kernel_buffer *y = new_buffer(&m, BUFFER_OUTPUT, ELEMENT_F32, 2);
    struct kernel *kernel = new_kernel(&m, 1, DIMS(2, 3, 1 << 17), DIMS(2));
    struct affine at = STRIDES(1 << 17, 2 << 17, 1);
    kernel->reduction = simple_reduction(&m, SCALAR_ADD, 0, load_of(&m, x, at));
    kernel->results[kernel->result_count++] =
        store_to(y, (struct affine)STRIDES(1), numbered(&m, EXPR_REDUCED, ELEMENT_F32, 0));
    check(&m, 2);
}

/* The greatest and where it is; `plain`: one accumulator that must be added to in order. */
static void steps(bool plain, uint32_t kernels) {
    struct maker m;
    maker_init(&m);
    int64_t points = 1 << 19;
    struct kernel_buffer *x = new_buffer(&m, BUFFER_INPUT, ELEMENT_F32, points);
    struct kernel_buffer *y = new_buffer(&m, BUFFER_OUTPUT, ELEMENT_F32, 1);
    struct kernel *kernel = new_kernel(&m, 1, DIMS(1, points), DIMS(1));
    struct expr *term = load_of(&m, x, (struct affine)STRIDES(0, 1));
    struct expr *value = numbered(&m, EXPR_TERM, ELEMENT_F32, 0);
    struct expr *best = numbered(&m, EXPR_ACCUMULATOR, ELEMENT_F32, 0);
    struct expr *greater = scalar(&m, SCALAR_GT, ELEMENT_I1, value, best, NULL), *lists[6];
    enum element types[2] = {ELEMENT_F32, ELEMENT_I32};
    struct reduction reduction = {.count = plain ? 1 : 2,
                                  .in_order = plain,
                                  .init = lists,
                                  .term = lists + 2,
                                  .next = lists + 4,
                                  .types = types};
    lists[0] = constant(&m, ELEMENT_F32, plain ? 0 : -1e30);
    lists[1] = constant(&m, ELEMENT_I32, 0);
    lists[2] = term;
    lists[3] = new_expr(&m, EXPR_INDEX, ELEMENT_I32);
    lists[3]->affine = (struct affine)STRIDES(0, 1);
    lists[4] = plain ? scalar(&m, SCALAR_ADD, ELEMENT_F32, best, value, NULL)
                     : scalar(&m, SCALAR_SELECT, ELEMENT_F32, greater, value, best);
    lists[5] =
        scalar(&m, SCALAR_SELECT, ELEMENT_I32, greater, numbered(&m, EXPR_TERM, ELEMENT_I32, 1),
               numbered(&m, EXPR_ACCUMULATOR, ELEMENT_I32, 1));
    kernel->reduction = &reduction;
    kernel->results[kernel->result_count++] =
        store_to(y, (struct affine)STRIDES(1), numbered(&m, EXPR_REDUCED, ELEMENT_F32, 0));
    if (!plain) {
        struct kernel_buffer *where = new_buffer(&m, BUFFER_OUTPUT, ELEMENT_I32, 1);
        kernel->results[kernel->result_count++] =
            store_to(where, (struct affine)STRIDES(1), numbered(&m, EXPR_REDUCED, ELEMENT_I32, 1));
    }
    check(&m, kernels);
}

static void test_steps(void **state) {
    (void)state;
    steps(false, 2);
    steps(true, 1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_simple), cmocka_unit_test(test_rest),  cmocka_unit_test(test_whole),
        cmocka_unit_test(test_nested), cmocka_unit_test(test_steps),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
