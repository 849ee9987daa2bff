/* Expressions whose parts are read twice at every level, and long chains: printing is linear in
 * their size. It was exponential: 25 levels took seconds. */
#include "codegen/jit/jit.h"
#include "maker.h"

#include <math.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

enum { ROWS = 6, COLUMNS = 40 };

/* x / 2 + x / 2, `levels` deep: x itself. */
static struct expr *ladder(struct maker *m, struct expr *x, int levels) {
    for (int i = 0; i < levels; i++) {
        struct expr *half = constant(m, ELEMENT_F32, 0.5);
        x = scalar(m, SCALAR_ADD, ELEMENT_F32,
                   scalar(m, SCALAR_MULTIPLY, ELEMENT_F32, x, half, NULL),
                   scalar(m, SCALAR_MULTIPLY, ELEMENT_F32, x, half, NULL), NULL);
    }
    return x;
}

static struct expr *chain(struct maker *m, struct expr *x, int length) {
    for (int i = 0; i < length; i++) {
        x = scalar(m, SCALAR_NEGATE, ELEMENT_F32, x, NULL, NULL);
    }
    return x;
}

static void run(struct maker *m, enum jit_compiler compiler, const float *input, float *output) {
    struct diagnostics diagnostics;
    diagnostics_init(&diagnostics, m->arena, stderr);
    struct jit_options options = {.compiler = compiler, .threads = 1};
    struct executable *executable = executable_new(&m->program, &options, &diagnostics, NULL);
    assert_non_null(executable);
    executable_run(executable, (const void *[]){input}, (void *[]){output});
    executable_free(executable);
    diagnostics_free(&diagnostics);
}

/* `sums`: the outputs are sums of rows, else the elements themselves. The system's compiler takes
 * seconds for each and is asked about the latter only. */
static void check(struct maker *m, bool sums) {
    float input[ROWS * COLUMNS], output[ROWS * COLUMNS];
    for (int i = 0; i < ROWS * COLUMNS; i++) {
        input[i] = (float)(i % 7) - 3.0f;
    }
    for (int form = 0; form < (sums ? 1 : 2); form++) {
        run(m, form == 0 ? JIT_TCC : JIT_CC, input, output);
        float sum = 0;
        for (int i = 0; i < ROWS * COLUMNS; i++) {
            sum = i % COLUMNS == 0 ? input[i] : sum + input[i];
            if (!sums) {
                assert_true(output[i] == input[i]);
            } else if ((i + 1) % COLUMNS == 0) {
                assert_true(output[i / COLUMNS] == sum);
            }
        }
    }
    struct buffer text = {0};
    program_print(&text, &m->program);
    assert_true(text.length < 1000 * 1000);
    buffer_free(&text);
    arena_free(m->arena);
}

static void elementwise(struct expr *(*deep)(struct maker *, struct expr *, int), int levels,
                        struct affine at) {
    struct maker m;
    maker_init(&m);
    struct kernel_buffer *x = new_buffer(&m, BUFFER_INPUT, ELEMENT_F32, ROWS * COLUMNS);
    struct kernel_buffer *y = new_buffer(&m, BUFFER_OUTPUT, ELEMENT_F32, ROWS * COLUMNS);
    struct kernel *kernel = new_kernel(&m, 2, DIMS(ROWS, COLUMNS), DIMS(ROWS, COLUMNS));
    struct expr *value = deep(&m, load_of(&m, x, at), levels);
    kernel->body[kernel->body_count++] = store_to(y, at, value);
    check(&m, false);
}

static void test_elementwise(void **state) {
    (void)state;
    elementwise(ladder, 1000, (struct affine)STRIDES(COLUMNS, 1));
    elementwise(chain, 3000, (struct affine)STRIDES(COLUMNS, 1));
}

/* Sum over columns of what is computed; as a step of a reduction where `general`. */
static void reduced(struct expr *(*deep)(struct maker *, struct expr *, int), int levels,
                    bool general) {
    struct maker m;
    maker_init(&m);
    struct kernel_buffer *x = new_buffer(&m, BUFFER_INPUT, ELEMENT_F32, ROWS * COLUMNS);
    struct kernel_buffer *y = new_buffer(&m, BUFFER_OUTPUT, ELEMENT_F32, ROWS);
    struct kernel *kernel = new_kernel(&m, 1, DIMS(ROWS, COLUMNS), DIMS(ROWS));
    struct expr *term = load_of(&m, x, (struct affine)STRIDES(COLUMNS, 1));
    if (!general) {
        term = deep(&m, term, levels);
    }
    kernel->reduction = simple_reduction(&m, general ? SCALAR_NONE : SCALAR_ADD, 0, term);
    struct expr *next[1];
    if (general) {
        next[0] = scalar(&m, SCALAR_ADD, ELEMENT_F32,
                         deep(&m, numbered(&m, EXPR_TERM, ELEMENT_F32, 0), levels),
                         numbered(&m, EXPR_ACCUMULATOR, ELEMENT_F32, 0), NULL);
        kernel->reduction->next = next;
    }
    kernel->results[kernel->result_count++] =
        store_to(y, (struct affine)STRIDES(1), numbered(&m, EXPR_REDUCED, ELEMENT_F32, 0));
    check(&m, true);
}

static void test_reduced(void **state) {
    (void)state;
    reduced(ladder, 1000, false);
    reduced(ladder, 1000, true);
    reduced(chain, 3000, true);
}

/* What varies along the strips alone is kept for all rows: the search for it was exponential. */
static void test_kept(void **state) {
    (void)state;
    struct maker m;
    maker_init(&m);
    struct kernel_buffer *x = new_buffer(&m, BUFFER_INPUT, ELEMENT_F32, ROWS * COLUMNS);
    struct kernel_buffer *y = new_buffer(&m, BUFFER_OUTPUT, ELEMENT_F32, ROWS * COLUMNS);
    struct kernel *kernel = new_kernel(&m, 2, DIMS(ROWS, COLUMNS), DIMS(ROWS, COLUMNS));
    struct affine at = STRIDES(COLUMNS, 1), row = STRIDES(0, 1);
    struct expr *bias = ladder(&m, load_of(&m, x, row), 1000);
    struct expr *none = scalar(&m, SCALAR_SUBTRACT, ELEMENT_F32, bias, load_of(&m, x, row), NULL);
    struct expr *sum = scalar(&m, SCALAR_ADD, ELEMENT_F32, load_of(&m, x, at), none, NULL);
    kernel->body[kernel->body_count++] = store_to(y, at, ladder(&m, sum, 1000));
    check(&m, false);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_elementwise),
        cmocka_unit_test(test_reduced),
        cmocka_unit_test(test_kept),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
