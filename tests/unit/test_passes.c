/* The passes of code generation as data: the table is sound, what must hold between passes is
 * looked at, and a program without a pass that may be left out computes the same. */
#include "codegen/check.h"
#include "codegen/jit/jit.h"
#include "codegen/program/program.h"
#include "compile.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* --- the table -------------------------------------------------------------------------------- */

/* What a pass needs has been left by one before it that no program does without. */
static void test_needs(void **state) {
    (void)state;
    uint32_t facts = 0, all = 0;
    for (size_t i = 0; codegen_pass_at(i); i++) {
        const struct codegen_pass *pass = codegen_pass_at(i);
        assert_int_equal(pass->needs & ~facts, 0);
        assert_int_equal(!pass->graph + !pass->lower + !pass->program, 2);
        facts |= pass->may_be_left_out ? 0 : pass->leaves;
        all |= pass->leaves;
    }
    assert_int_equal(all, (1u << FACT_COUNT) - 1);
}

/* Rows of one name can be left out together. */
static void test_names(void **state) {
    (void)state;
    for (size_t i = 0; codegen_pass_at(i); i++) {
        for (size_t k = 0; k < i; k++) {
            const struct codegen_pass *a = codegen_pass_at(i), *b = codegen_pass_at(k);
            assert_true(strcmp(a->name, b->name) != 0 || a->may_be_left_out == b->may_be_left_out);
        }
    }
}

/* --- programs --------------------------------------------------------------------------------- */

struct compiled {
    struct compilation compilation;
    struct program *program;
};

/* The program of a test, without a pass (NULL: with all of them), checked after each. */
static void compile(struct compiled *compiled, const char *path, const char *without) {
    const struct codegen_options options = {0};
    struct compilation *compilation = &compiled->compilation;
    compilation_open(compilation, stderr);
    compilation->codegen.without = &without;
    compilation->codegen.without_count = without ? 1 : 0;
    compilation->codegen.checks = true;
    assert_null(codegen_driver_fault(&compilation->codegen, compilation->arena));
    assert_true(compilation_read(compilation, path) && compilation_parse(compilation) &&
                compilation_lower(compilation, &options));
    compiled->program = compilation_kernels(compilation, &options);
    assert_non_null(compiled->program);
}

static size_t bytes_of(const struct argument *argument) {
    return (size_t)argument->elements * element_info[argument->element].bytes;
}

/* Values between -1 and 1; integers, which may be indices, are zero. */
static void *make_input(const struct argument *argument) {
    char *bytes = calloc(1, bytes_of(argument) + 1);
    uint64_t seed = 11;
    for (int64_t i = 0; argument->element == ELEMENT_F32 && i < argument->elements; i++) {
        seed = seed * 6364136223846793005u + 1442695040888963407u;
        ((float *)(void *)bytes)[i] = (float)((double)(seed >> 33) / (double)(1u << 30) - 1);
    }
    return bytes;
}

enum { MOST_ARGUMENTS = 16 };

static void run(const struct compiled *compiled, void *outputs[MOST_ARGUMENTS]) {
    const struct program *program = compiled->program;
    struct diagnostics *diagnostics = (struct diagnostics *)&compiled->compilation.diagnostics;
    const struct jit_options options = {.threads = 2};
    struct executable *executable = executable_new(program, &options, diagnostics, NULL);
    void *inputs[MOST_ARGUMENTS];
    assert_non_null(executable);
    assert_true(program->input_count <= MOST_ARGUMENTS && program->output_count <= MOST_ARGUMENTS);
    for (uint32_t i = 0; i < program->input_count; i++) {
        inputs[i] = make_input(&program->inputs[i]);
    }
    for (uint32_t i = 0; i < program->output_count; i++) {
        outputs[i] = calloc(1, bytes_of(&program->outputs[i]) + 1);
    }
    assert_true(executable_run(executable, (const void *const *)inputs, outputs));
    for (uint32_t i = 0; i < program->input_count; i++) {
        free(inputs[i]);
    }
    executable_free(executable);
}

/* Sums may be cut otherwise; all else is equal to the bit. */
static void compare(const struct argument *argument, const void *a, const void *b) {
    if (argument->element != ELEMENT_F32) {
        assert_memory_equal(a, b, bytes_of(argument));
        return;
    }
    for (int64_t i = 0; i < argument->elements; i++) {
        float x = ((const float *)a)[i], y = ((const float *)b)[i];
        assert_true(fabsf(x - y) <= 1e-3f * (1 + fabsf(x)));
    }
}

static void compare_without(const char *path, const char *without, void *const *expected,
                            const struct program *program) {
    struct compiled compiled;
    void *outputs[MOST_ARGUMENTS];
    compile(&compiled, path, without);
    run(&compiled, outputs);
    for (uint32_t i = 0; i < program->output_count; i++) {
        compare(&program->outputs[i], expected[i], outputs[i]);
        free(outputs[i]);
    }
    compilation_close(&compiled.compilation);
}

static void test_left_out(void **state) {
    (void)state;
    static const char *const files[] = {"siblings", "absorbed", "joined",  "windows",
                                        "chain",    "softmax",  "in_place"};
    for (size_t f = 0; f < sizeof files / sizeof *files; f++) {
        struct compiled whole;
        void *expected[MOST_ARGUMENTS];
        char path[512];
        snprintf(path, sizeof path, "%s/tests/codegen/%s.mlir", SOURCE_ROOT, files[f]);
        compile(&whole, path, NULL);
        run(&whole, expected);
        for (size_t i = 0; codegen_pass_at(i); i++) {
            if (codegen_pass_at(i)->may_be_left_out) {
                compare_without(path, codegen_pass_at(i)->name, expected, whole.program);
            }
        }
        for (uint32_t i = 0; i < whole.program->output_count; i++) {
            free(expected[i]);
        }
        compilation_close(&whole.compilation);
    }
}

/* --- checks ----------------------------------------------------------------------------------- */

static void expect_fault(const struct program *program, enum codegen_fact fact) {
    const char *fault = program_fault(program, (1u << FACT_COUNT) - 1);
    assert_non_null(fault);
    assert_string_equal(fault, codegen_fact_meaning(fact));
}

/* A program that is broken after the last pass: the fact that holds no longer is named. */
static void test_faults(void **state) {
    (void)state;
    struct compiled compiled;
    compile(&compiled, SOURCE_ROOT "/tests/codegen/siblings.mlir", NULL);
    struct program *program = compiled.program;
    struct kernel *kernel = program->kernels[0];
    assert_null(program_fault(program, (1u << FACT_COUNT) - 1));
    kernel->id++;
    expect_fault(program, FACT_stepped);
    kernel->id--;
    kernel->tasks++;
    expect_fault(program, FACT_tiled);
    kernel->tasks--;
    program->buffers[0]->id++;
    expect_fault(program, FACT_shared);
    program->buffers[0]->id--;
    int64_t bytes = program->arena_bytes;
    program->arena_bytes = 0;
    expect_fault(program, FACT_placed);
    program->arena_bytes = bytes;
    program->steps.items[0].follows = true;
    expect_fault(program, FACT_timed);
    program->steps.items[0].follows = false;
    assert_null(program_fault(program, (1u << FACT_COUNT) - 1));
    compilation_close(&compiled.compilation);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_needs),
        cmocka_unit_test(test_names),
        cmocka_unit_test(test_left_out),
        cmocka_unit_test(test_faults),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
