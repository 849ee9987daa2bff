/* The library as an embedding program uses it. */
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "sdyc/sdyc.h"

static const char product[] =
    "sdy.mesh @mesh = <[\"x\"=4]>\n"
    "func.func @main(%a: tensor<4x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {\"x\"}]>},\n"
    "                %b: tensor<8x2xf32>) -> tensor<4x2xf32> {\n"
    "  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] :\n"
    "      (tensor<4x8xf32>, tensor<8x2xf32>) -> tensor<4x2xf32>\n"
    "  return %0 : tensor<4x2xf32>\n"
    "}\n";

static struct sdyc_program *compile(const char *text, struct sdyc_error **error) {
    struct sdyc_options options = SDYC_OPTIONS_INIT;
    struct sdyc_error *own;
    options.threads = 2;
    struct sdyc_program *program = sdyc_compile(text, strlen(text), "test.mlir", &options, &own);
    assert_int_equal(sdyc_error_status(own), program ? SDYC_OK : SDYC_E_INPUT);
    if (error) {
        *error = own;
    } else {
        sdyc_error_free(own);
    }
    return program;
}

static void check_product(struct sdyc_program *program) {
    float a[32], b[16], result[8];
    for (int i = 0; i < 32; i++) {
        a[i] = (float)i;
        b[i % 16] = (float)(i % 2);
    }
    const void *inputs[] = {a, b};
    void *outputs[] = {result};
    assert_int_equal(sdyc_run(program, inputs, outputs), SDYC_OK);
    for (int row = 0; row < 4; row++) {
        float sum = (float)(64 * row + 28); /* of a's row: 8 row .. 8 row + 7 */
        assert_true(result[2 * row] == 0 && result[2 * row + 1] == sum);
    }
}

static void test_compiles_and_runs(void **state) {
    (void)state;
    struct sdyc_error *error = NULL;
    struct sdyc_program *program = compile(product, &error);
    assert_non_null(program);
    assert_null(error);
    assert_int_equal(sdyc_input_count(program), 2);
    assert_int_equal(sdyc_output_count(program), 1);
    struct sdyc_tensor input = sdyc_input(program, 0);
    assert_string_equal(input.element, "f32");
    assert_int_equal(input.rank, 2);
    assert_int_equal(input.dims[1], 8);
    assert_int_equal(input.bytes, 128);
    check_product(program);
    check_product(program);
    double seconds;
    assert_string_equal(sdyc_stage(program, 0, &seconds), "parse");
    assert_null(sdyc_run_error(program));
    assert_string_equal(sdyc_error_text(NULL), "");
    sdyc_free(program);
}

/* How devices hold what a program takes and gives: parts, the whole. */
static void test_parts(void **state) {
    (void)state;
    static const char text[] =
        "sdy.mesh @mesh = <[\"x\"=2, \"y\"=2]>\n"
        "func.func @main(%a: tensor<4x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{\"y\"}, "
        "{}]>},\n"
        "    %b: tensor<3xf32> {sdy.sharding = #sdy.sharding<@mesh, [{\"x\"}]>})\n"
        "    -> (tensor<4x8xf32>, tensor<3xf32>) {\n"
        "  return %a, %b : tensor<4x8xf32>, tensor<3xf32>\n}\n";
    struct sdyc_options options = SDYC_OPTIONS_INIT;
    options.even_parts = 1;
    struct sdyc_program *program = sdyc_compile(text, strlen(text), "test.mlir", &options, NULL);
    assert_non_null(program);
    struct sdyc_parts parts = sdyc_input_parts(program, 0);
    assert_int_equal(parts.devices, 4);
    assert_int_equal(parts.counts[0], 2);
    assert_int_equal(parts.counts[1], 1);
    assert_int_equal(parts.places[2 * 2], 0);
    assert_int_equal(parts.places[3 * 2], 1);
    assert_int_equal(sdyc_output_parts(program, 0).counts[0], 2);
    assert_int_equal(sdyc_input_parts(program, 1).counts[0], 1); /* 2 does not divide 3 */
    assert_true(!sdyc_input_parts(program, 0).has_terms && sdyc_input(program, 0).rank == 2);
    sdyc_free(program);
}

/* A sum that is not made is its terms, one a device: of an input, which is doubled, and of what
 * devices held in parts. */
static void test_terms(void **state) {
    (void)state;
    static const char text[] =
        "sdy.mesh @mesh = <[\"x\"=2, \"y\"=2]>\n"
        "func.func @main(%a: tensor<2xf32> {sdy.sharding = #sdy.sharding<@mesh, [{\"y\"}],\n"
        "                                   unreduced={\"x\"}>},\n"
        "                %b: tensor<2xf32> {sdy.sharding = #sdy.sharding<@mesh, [{\"x\"}]>})\n"
        "    -> (tensor<2xf32> {sdy.sharding = #sdy.sharding<@mesh, [{\"y\"}],\n"
        "                                      unreduced={\"x\"}>},\n"
        "        tensor<2xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}], unreduced={\"x\"}>}) {\n"
        "  %0 = stablehlo.add %a, %a {sdy.sharding = #sdy.sharding_per_value<[\n"
        "      <@mesh, [{\"y\"}], unreduced={\"x\"}>]>} : tensor<2xf32>\n"
        "  return %0, %b : tensor<2xf32>, tensor<2xf32>\n}\n";
    struct sdyc_options options = SDYC_OPTIONS_INIT;
    options.even_parts = 1;
    struct sdyc_program *program = sdyc_compile(text, strlen(text), "test.mlir", &options, NULL);
    assert_non_null(program);
    struct sdyc_parts parts = sdyc_output_parts(program, 0);
    assert_true(sdyc_input_parts(program, 0).has_terms && parts.has_terms);
    assert_true(!sdyc_input_parts(program, 1).has_terms);
    assert_true(sdyc_output(program, 0).rank == 2 && sdyc_output(program, 0).dims[0] == 2);
    assert_true(parts.counts[0] == 2 && parts.counts[1] == 2);
    assert_true(parts.places[2 * 2] == 1 && parts.places[3 * 2 + 1] == 1);
    const float a[4] = {1, 2, 3, 4}, b[2] = {5, 6};
    const float sums[2][4] = {{2, 4, 6, 8}, {5, 0, 0, 6}};
    float results[2][4];
    const void *inputs[] = {a, b};
    void *outputs[] = {results[0], results[1]};
    assert_int_equal(sdyc_run(program, inputs, outputs), SDYC_OK);
    for (int i = 0; i < 8; i++) {
        assert_true(results[i / 4][i % 4] == sums[i / 4][i % 4]); /* whatever the sign of zero */
    }
    sdyc_free(program);
}

/* An image given with channels last and taken in blocks of 8 channels, of which 5 are padding. */
static void test_layouts(void **state) {
    (void)state;
    static const char text[] = "func.func @main(%a: tensor<1x3x2x2xf32>) -> tensor<1x3x2x2xf32> {\n"
                               "  %0 = stablehlo.negate %a : tensor<1x3x2x2xf32>\n"
                               "  return %0 : tensor<1x3x2x2xf32>\n}\n";
    static const int64_t strides[2][4] = {{12, 1, 6, 3}, {32, 32, 16, 8}};
    const char *input_layouts[] = {"channels_last"}, *output_layouts[] = {"nChw8c"};
    struct sdyc_options options = SDYC_OPTIONS_INIT;
    options.input_layouts = input_layouts;
    options.output_layouts = output_layouts;
    options.input_layout_count = options.output_layout_count = 1;
    struct sdyc_program *program = sdyc_compile(text, strlen(text), "test.mlir", &options, NULL);
    assert_non_null(program);
    struct sdyc_tensor input = sdyc_input(program, 0), output = sdyc_output(program, 0);
    assert_memory_equal(input.strides, strides[0], sizeof strides[0]);
    assert_memory_equal(output.strides, strides[1], sizeof strides[1]);
    assert_true(input.block == 0 && output.block == 8 && output.rank == 4);
    assert_true(input.bytes == 48 && output.bytes == 128);
    float in[12], out[32];
    for (int i = 0; i < 12; i++) {
        in[i] = (float)i;
    }
    const void *inputs[] = {in};
    void *outputs[] = {out};
    assert_int_equal(sdyc_run(program, inputs, outputs), SDYC_OK);
    for (int pixel = 0; pixel < 4; pixel++) {
        for (int c = 0; c < 8; c++) {
            assert_true(out[8 * pixel + c] == (c < 3 ? -in[3 * pixel + c] : 0));
        }
    }
    sdyc_free(program);
}

/* Strides of a tensor without elements tell its dimensions' order as those of others do. */
static void test_empty_tensors_have_an_order(void **state) {
    (void)state;
    static const int64_t strides[] = {3, 3, 1};
    struct sdyc_program *program =
        compile("func.func @main(%a: tensor<2x0x3xf32>) -> tensor<2x0x3xf32> {\n"
                "  return %a : tensor<2x0x3xf32>\n}\n",
                NULL);
    assert_non_null(program);
    assert_memory_equal(sdyc_input(program, 0).strides, strides, sizeof strides);
    assert_memory_equal(sdyc_output(program, 0).strides, strides, sizeof strides);
    sdyc_free(program);
}

static void test_errors_are_located_texts(void **state) {
    (void)state;
    struct sdyc_error *error = NULL;
    assert_null(compile("func.func @main() {\n  nonsense\n}\n", &error));
    assert_non_null(strstr(sdyc_error_text(error), "test.mlir:2:"));
    sdyc_error_free(error);
    assert_null(compile("", NULL));
    assert_null(sdyc_compile_file("/nowhere.mlir", NULL, &error));
    assert_non_null(strstr(sdyc_error_text(error), "/nowhere.mlir"));
    sdyc_error_free(error);
    sdyc_free(NULL);
}

/* The first message is an error, with its place; its notes follow, and warnings come last. */
static void test_errors_are_values(void **state) {
    (void)state;
    struct sdyc_error *error;
    struct sdyc_message message;
    assert_null(compile("func.func @main(%a: tensor<4xf32>) -> tensor<4xf32> {\n"
                        "  %0 = stablehlo.add %a, %b : tensor<4xf32>\n"
                        "  return %0 : tensor<4xf32>\n}\n",
                        &error));
    assert_int_equal(sdyc_error_status(error), SDYC_E_INPUT);
    assert_int_equal(sdyc_error_call_code(error), 0);
    assert_true(sdyc_error_message(error, 0, &message));
    assert_int_equal(message.severity, SDYC_ERROR);
    assert_string_equal(message.file, "test.mlir");
    assert_int_equal(message.line, 2);
    assert_int_equal(message.column, 26);
    assert_int_equal(message.offset, -1);
    assert_null(strchr(message.text, '\n'));
    assert_non_null(strstr(sdyc_error_text(error), message.text));
    assert_false(sdyc_error_message(error, -1, &message));
    assert_false(sdyc_error_message(error, 1000, &message));
    sdyc_error_free(error);
    assert_null(sdyc_compile_file("/nowhere.mlir", NULL, &error));
    assert_true(sdyc_error_message(error, 0, &message));
    assert_null(message.file);
    sdyc_error_free(error);
    assert_int_equal(sdyc_error_status(NULL), SDYC_OK);
    assert_false(sdyc_error_message(NULL, 0, &message));
    sdyc_error_free(NULL);
}

/* What a caller who was built for a newer library sets, and an older one does not know. */
struct grown_options {
    struct sdyc_options known;
    int added;
};

static struct sdyc_program *compile_grown(struct grown_options *options, size_t size,
                                          struct sdyc_error **error) {
    options->known.size = size;
    return sdyc_compile(product, strlen(product), "test.mlir", &options->known, error);
}

static void test_options_grow(void **state) {
    (void)state;
    struct grown_options options = {0};
    struct sdyc_error *error;
    struct sdyc_program *program = compile_grown(&options, sizeof options, &error);
    assert_non_null(program);
    sdyc_free(program);
    options.added = 1;
    assert_null(compile_grown(&options, sizeof options, &error));
    assert_int_equal(sdyc_error_status(error), SDYC_E_INPUT);
    assert_non_null(strstr(sdyc_error_text(error), "the caller was built for a newer one"));
    sdyc_error_free(error);
    program = compile_grown(&options, offsetof(struct grown_options, added), &error);
    assert_non_null(program);
    sdyc_free(program);
    options.known.entry = "absent"; /* behind the size, and so not looked at */
    program = compile_grown(&options, sizeof(size_t), &error);
    assert_non_null(program);
    sdyc_free(program);
    assert_null(compile_grown(&options, 0, &error));
    assert_non_null(strstr(sdyc_error_text(error), "the size of a struct sdyc_options is 0"));
    sdyc_error_free(error);
}

static void test_checks_that_fail_are_reported(void **state) {
    (void)state;
    struct sdyc_program *program =
        compile("func.func @main() {\n"
                "  %0 = stablehlo.constant dense<[1, 2]> : tensor<2xi32>\n"
                "  check.expect_eq_const %0, dense<[1, 3]> : tensor<2xi32>\n"
                "  return\n"
                "}\n",
                NULL);
    assert_non_null(program);
    assert_int_equal(sdyc_output_count(program), 0);
    assert_int_equal(sdyc_run(program, NULL, NULL), SDYC_E_CHECK);
    assert_non_null(strstr(sdyc_error_text(sdyc_run_error(program)),
                           "test.mlir:3:3: error: 'check.expect_eq_const'"));
    sdyc_free(program);
}

static void *compile_and_run_often(void *data) {
    (void)data;
    for (int i = 0; i < 5; i++) {
        struct sdyc_program *program = compile(product, NULL);
        assert_non_null(program);
        check_product(program);
        sdyc_free(program);
    }
    return NULL;
}

static void test_threads_compile_at_once(void **state) {
    (void)state;
    pthread_t threads[4];
    for (int i = 0; i < 4; i++) {
        assert_int_equal(pthread_create(&threads[i], NULL, compile_and_run_often, NULL), 0);
    }
    for (int i = 0; i < 4; i++) {
        pthread_join(threads[i], NULL);
    }
}

/* Programs of one team: sums of the rows of a matrix that is large enough for several tasks. */
enum { ROWS = 512, COLUMNS = 1024 };
static const char columns[] =
    "func.func @main(%a: tensor<512x1024xf32>) -> tensor<512xf32> {\n"
    "  %one = stablehlo.constant dense<1.0> : tensor<512x1024xf32>\n"
    "  %0 = stablehlo.add %a, %one : tensor<512x1024xf32>\n"
    "  %1 = stablehlo.constant dense<0.0> : tensor<f32>\n"
    "  %2 = stablehlo.reduce(%0 init: %1) applies stablehlo.add across dimensions = [1]\n"
    "      : (tensor<512x1024xf32>, tensor<f32>) -> tensor<512xf32>\n"
    "  return %2 : tensor<512xf32>\n"
    "}\n";

/* The same, but a product with a column that is computed of a constant, once for each program. */
static const char kept[] =
    "func.func @main(%%a: tensor<512x1024xf32>) -> tensor<512x2xf32> {\n"
    "  %%one = stablehlo.constant dense<1.0> : tensor<512x1024xf32>\n"
    "  %%0 = stablehlo.add %%a, %%one : tensor<512x1024xf32>\n"
    "  %%1 = stablehlo.constant dense<\"0x%s\"> : tensor<1024x2xi8>\n"
    "  %%2 = stablehlo.convert %%1 : (tensor<1024x2xi8>) -> tensor<1024x2xf32>\n"
    "  %%3 = stablehlo.dot_general %%0, %%2, contracting_dims = [1] x [0]\n"
    "      : (tensor<512x1024xf32>, tensor<1024x2xf32>) -> tensor<512x2xf32>\n"
    "  return %%3 : tensor<512x2xf32>\n"
    "}\n";

/* Runs the text often, whose results are `count` in each row, all COLUMNS. */
static bool run_often(const char *text, int count, void *team) {
    struct sdyc_options options = SDYC_OPTIONS_INIT;
    struct sdyc_run_options how = SDYC_RUN_OPTIONS_INIT;
    options.run = &how;
    how.team = team;
    struct sdyc_program *program = sdyc_compile(text, strlen(text), "test.mlir", &options, NULL);
    float *a = calloc(ROWS * COLUMNS, sizeof *a), result[2 * ROWS] = {0};
    const void *inputs[] = {a};
    void *outputs[] = {result};
    bool good = program && a;
    for (int run = 0; run < 50 && good; run++) {
        good = sdyc_run(program, inputs, outputs) == SDYC_OK;
        for (int i = 0; i < count * ROWS; i++) {
            good = good && result[i] == COLUMNS;
            result[i] = 0;
        }
    }
    free(a);
    sdyc_free(program);
    return good;
}

static void *run_with_team(void *team) {
    return run_often(columns, 1, team) ? team : NULL;
}

static void *run_kept_with_team(void *team) {
    char digits[4 * COLUMNS + 1], text[sizeof kept + sizeof digits];
    for (int i = 0; i < 4 * COLUMNS; i++) {
        digits[i] = i % 2 == 0 ? '0' : '1';
    }
    digits[4 * COLUMNS] = 0;
    snprintf(text, sizeof text, kept, digits);
    return run_often(text, 2, team) ? team : NULL;
}

static void share_a_team(void *(*run)(void *team)) {
    struct sdyc_team *team = sdyc_team_new(3);
    pthread_t threads[3];
    assert_non_null(team);
    for (int i = 0; i < 3; i++) {
        assert_int_equal(pthread_create(&threads[i], NULL, run, team), 0);
    }
    for (int i = 0; i < 3; i++) {
        void *result;
        pthread_join(threads[i], &result);
        assert_ptr_equal(result, team);
    }
    sdyc_team_free(team);
    sdyc_team_free(NULL);
}

static void test_programs_share_a_team(void **state) {
    (void)state;
    share_a_team(run_with_team);
}

static void test_programs_keep_what_they_make_of_constants(void **state) {
    (void)state;
    share_a_team(run_kept_with_team);
}

static void test_counts_what_is_sent(void **state) {
    (void)state;
    struct sdyc_options options = SDYC_OPTIONS_INIT;
    struct sdyc_run_options how = SDYC_RUN_OPTIONS_INIT;
    struct sdyc_error *error = NULL;
    int64_t bytes = -1, all = 0;
    struct sdyc_program *program =
        sdyc_compile(product, strlen(product), "test.mlir", &options, &error);
    assert_null(sdyc_sent(program, 0, &bytes)); /* it was not asked to */
    sdyc_free(program);
    options.storage = SDYC_STORAGE_PRIVATE;
    how.count_sent = 1;
    options.run = &how;
    program = sdyc_compile(product, strlen(product), "test.mlir", &options, &error);
    for (int run = 0; run < 2; run++) { /* each counts by itself */
        check_product(program);
        all = 0;
        for (int i = 0; sdyc_sent(program, i, &bytes); i++) {
            all += bytes;
        }
        assert_int_equal(all, 2 * 3 * 32); /* an all_reduce of 32 bytes among four */
        assert_string_equal(sdyc_sent(program, 0, &bytes), "all_reduce");
        assert_int_equal(bytes, all);
    }
    sdyc_free(program);
}

static void test_bytecode_is_written(void **state) {
    void *bytes = NULL;
    size_t size = 0;
    struct sdyc_error *error = NULL;
    (void)state;
    assert_int_equal(
        sdyc_bytecode(product, strlen(product), "test.mlir", NULL, &bytes, &size, &error), SDYC_OK);
    assert_null(error);
    assert_true(size > 4 && memcmp(bytes, "ML\xEFR", 4) == 0);
    struct sdyc_program *program = sdyc_compile(bytes, size, "test.mlirbc", NULL, &error);
    assert_non_null(program);
    sdyc_free(program);
    free(bytes);
    struct sdyc_bytecode_options options = SDYC_BYTECODE_OPTIONS_INIT;
    options.target = "1.0.0";
    assert_int_equal(
        sdyc_bytecode(product, strlen(product), "test.mlir", &options, &bytes, &size, &error),
        SDYC_E_INPUT);
    assert_null(bytes);
    assert_non_null(strstr(sdyc_error_text(error), "--allow-other-dialects"));
    sdyc_error_free(error);
    options.other_dialects = 1;
    assert_int_equal(
        sdyc_bytecode(product, strlen(product), "test.mlir", &options, &bytes, &size, NULL),
        SDYC_OK);
    assert_memory_equal((const char *)bytes + 5, "StableHLO_v1.0.0", 17);
    free(bytes);
}

/* Bytecode with a constant of 256 KB, the caller's. */
static char *bytecode_with_constant(const char *name, size_t *size) {
    enum { ELEMENTS = 1 << 16 };
    const size_t room = 2 * 4 * ELEMENTS + 1024;
    char *text = malloc(room);
    struct sdyc_error *error;
    void *bytes = NULL;
    int length = sprintf(text,
                         "module @%s {\n"
                         "func.func @main(%%a: tensor<%dxi32>) -> tensor<%dxi32> {\n"
                         "  %%w = stablehlo.constant dense<\"0x",
                         name, ELEMENTS, ELEMENTS);
    for (uint32_t i = 0; i < ELEMENTS; i++) {
        length += sprintf(text + length, "%02X%02X0000", (unsigned)(i & 255), (unsigned)(i >> 8));
    }
    sprintf(text + length,
            "\"> : tensor<%dxi32>\n"
            "  %%0 = stablehlo.add %%a, %%w : tensor<%dxi32>\n"
            "  return %%0 : tensor<%dxi32>\n}\n}\n",
            ELEMENTS, ELEMENTS, ELEMENTS);
    struct sdyc_bytecode_options options = SDYC_BYTECODE_OPTIONS_INIT;
    options.target = "current";
    assert_int_equal(sdyc_bytecode(text, strlen(text), "test.mlir", &options, &bytes, size, &error),
                     SDYC_OK);
    free(text);
    return bytes;
}

/* Programs with the same constants held a copy each, or several. */
static void test_programs_share_constants(void **state) {
    (void)state;
    struct sdyc_options options = SDYC_OPTIONS_INIT;
    struct sdyc_run_options how = SDYC_RUN_OPTIONS_INIT;
    options.run = &how;
    struct sdyc_program *programs[3];
    struct sdyc_place places[3], none;
    struct sdyc_constants *constants = sdyc_constants_new();
    static int32_t input[1 << 16], output[1 << 16];
    for (int i = 0; i < 3; i++) {
        size_t size;
        char *bytes = bytecode_with_constant(i == 0 ? "first" : "other", &size);
        how.constants = i < 2 ? constants : NULL;
        programs[i] = sdyc_compile(bytes, size, "test.mlir", &options, NULL);
        assert_non_null(programs[i]);
        assert_string_equal(sdyc_name(programs[i]), i == 0 ? "first" : "other");
        assert_true(sdyc_place(programs[i], 0, &places[i]));
        assert_false(sdyc_place(programs[i], 1, &none));
        assert_int_equal(places[i].bytes, sizeof input);
        assert_memory_equal(bytes + places[i].offset, places[i].data, sizeof input);
        free(bytes);
    }
    assert_ptr_equal(places[0].data, places[1].data);
    assert_ptr_not_equal(places[0].data, places[2].data);
    sdyc_free(programs[0]);
    for (int i = 1; i < 3; i++) {
        const void *inputs[] = {input};
        void *outputs[] = {output};
        assert_int_equal(sdyc_run(programs[i], inputs, outputs), SDYC_OK);
        assert_int_equal(output[65535], 65535);
        sdyc_free(programs[i]);
    }
    sdyc_constants_free(constants);
}

/* What is said of memory are the numbers that the program was made with. */
static void test_says_its_memory(void **state) {
    (void)state;
    static const char text[] =
        "func.func @main(%a: tensor<512x512xf32>) -> tensor<512x512xf32> {\n"
        "  %0 = stablehlo.dot_general %a, %a, contracting_dims = [1] x [0] :\n"
        "      (tensor<512x512xf32>, tensor<512x512xf32>) -> tensor<512x512xf32>\n"
        "  %1 = stablehlo.dot_general %0, %0, contracting_dims = [1] x [0] :\n"
        "      (tensor<512x512xf32>, tensor<512x512xf32>) -> tensor<512x512xf32>\n"
        "  %w = stablehlo.constant dense<[[1.0, 2.0]]> : tensor<1x2xf32>\n"
        "  %z = stablehlo.constant dense<0.0> : tensor<f32>\n"
        "  %2 = stablehlo.pad %w, %z, low = [0, 0], high = [511, 510], interior = [0, 0] :\n"
        "      (tensor<1x2xf32>, tensor<f32>) -> tensor<512x512xf32>\n"
        "  %3 = stablehlo.add %1, %2 : tensor<512x512xf32>\n"
        "  return %3 : tensor<512x512xf32>\n"
        "}\n";
    struct sdyc_error *error = NULL;
    struct sdyc_program *program = compile(text, &error);
    struct sdyc_memory memory;
    assert_non_null(program);
    sdyc_memory(program, &memory);
    assert_int_equal(memory.arena, 2 * 512 * 512 * 4); /* both products */
    assert_int_equal(memory.kept, 0);
    assert_int_equal(memory.constants, 8);
    assert_int_equal(memory.threads, 2);
    assert_true(memory.scratch > 0);
    sdyc_free(program);
}

static void test_reports(void **state) {
    (void)state;
    char *report = NULL;
    struct sdyc_error *error = NULL;
    assert_int_equal(
        sdyc_report(product, strlen(product), "test.mlir", NULL, SDYC_REPORT_TEXT, &report, &error),
        SDYC_OK);
    assert_null(error);
    assert_non_null(strstr(report, "stablehlo.dot_general (line 4) sums over what is sharded"));
    free(report);
    assert_int_equal(
        sdyc_report(product, strlen(product), "test.mlir", NULL, SDYC_REPORT_JSON, &report, &error),
        SDYC_OK);
    assert_non_null(strstr(report, "\"each\":48,\"all\":192"));
    free(report);
    enum sdyc_status status =
        sdyc_report("func.func", 9, "bad.mlir", NULL, SDYC_REPORT_TEXT, &report, &error);
    assert_int_equal(status, SDYC_E_INPUT);
    assert_null(report);
    assert_non_null(strstr(sdyc_error_text(error), "bad.mlir:1:"));
    sdyc_error_free(error);
    assert_int_equal(sdyc_report_file("/nowhere.mlir", NULL, SDYC_REPORT_TEXT, &report, NULL),
                     SDYC_E_INPUT);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_compiles_and_runs),
        cmocka_unit_test(test_parts),
        cmocka_unit_test(test_terms),
        cmocka_unit_test(test_layouts),
        cmocka_unit_test(test_empty_tensors_have_an_order),
        cmocka_unit_test(test_errors_are_located_texts),
        cmocka_unit_test(test_errors_are_values),
        cmocka_unit_test(test_options_grow),
        cmocka_unit_test(test_checks_that_fail_are_reported),
        cmocka_unit_test(test_threads_compile_at_once),
        cmocka_unit_test(test_programs_share_a_team),
        cmocka_unit_test(test_programs_keep_what_they_make_of_constants),
        cmocka_unit_test(test_counts_what_is_sent),
        cmocka_unit_test(test_bytecode_is_written),
        cmocka_unit_test(test_bytecode_is_written),
        cmocka_unit_test(test_programs_share_constants),
        cmocka_unit_test(test_says_its_memory),
        cmocka_unit_test(test_reports),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
