/* A run is cancelled by another thread or a signal handler, and the program is run again. */
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/time.h>
#include <unistd.h>

#include <cmocka.h>

#include "sdyc/sdyc.h"

/* So many products; for ever where n is negative. */
static const char products[] =
    "func.func @main(%n: tensor<i32>, %a: tensor<256x256xf32>) -> tensor<256x256xf32> {\n"
    "  %zero = stablehlo.constant dense<0> : tensor<i32>\n"
    "  %one = stablehlo.constant dense<1> : tensor<i32>\n"
    "  %r:2 = stablehlo.while(%i = %zero, %x = %a) : tensor<i32>, tensor<256x256xf32>\n"
    "    cond {\n"
    "      %c = stablehlo.compare NE, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>\n"
    "      stablehlo.return %c : tensor<i1>\n"
    "    } do {\n"
    "      %j = stablehlo.add %i, %one : tensor<i32>\n"
    "      %k = stablehlo.maximum %j, %zero : tensor<i32>\n"
    "      %y = stablehlo.dot_general %x, %a, contracting_dims = [1] x [0] :\n"
    "        (tensor<256x256xf32>, tensor<256x256xf32>) -> tensor<256x256xf32>\n"
    "      stablehlo.return %k, %y : tensor<i32>, tensor<256x256xf32>\n"
    "    }\n"
    "  return %r#1 : tensor<256x256xf32>\n"
    "}\n";

enum { COUNT = 256 * 256 };
static float a[COUNT], result[COUNT], expected[COUNT];

static enum sdyc_status run(struct sdyc_program *program, int32_t turns, float *into) {
    const void *inputs[] = {&turns, a};
    void *outputs[] = {into};
    return sdyc_run(program, inputs, outputs);
}

static struct sdyc_program *compile(const struct sdyc_options *options) {
    struct sdyc_error *error = NULL;
    for (int i = 0; i < COUNT; i++) {
        a[i] = (float)(i % 7 - 3) / 256;
    }
    struct sdyc_program *program = sdyc_compile(products, strlen(products), "p", options, &error);
    assert_non_null(program);
    assert_int_equal(run(program, 3, expected), SDYC_OK);
    return program;
}

static void check_runs(struct sdyc_program *program) {
    assert_int_equal(run(program, 3, result), SDYC_OK);
    assert_null(sdyc_run_error(program));
    assert_memory_equal(result, expected, sizeof result);
}

struct canceller {
    struct sdyc_program *program;
    int wait; /* us */
};

static void *cancel(void *data) {
    const struct canceller *canceller = data;
    usleep((useconds_t)canceller->wait);
    sdyc_cancel(canceller->program);
    return NULL;
}

static void check_threads(int threads) {
    struct sdyc_options options = SDYC_OPTIONS_INIT;
    options.threads = threads;
    struct sdyc_program *program = compile(&options);
    for (int i = 0; i < 20; i++) {
        struct canceller canceller = {program, 500 * i};
        pthread_t thread;
        assert_int_equal(pthread_create(&thread, NULL, cancel, &canceller), 0);
        assert_int_equal(run(program, -1, result), SDYC_E_CANCELLED);
        pthread_join(thread, NULL);
        assert_non_null(strstr(sdyc_error_text(sdyc_run_error(program)), "cancelled"));
        check_runs(program);
    }
    sdyc_free(program);
}

static void test_threads(void **state) {
    (void)state;
    check_threads(1);
    check_threads(4);
}

/* One that comes when nothing runs ends the next run, unless it is forgotten. */
static void test_before(void **state) {
    (void)state;
    struct sdyc_program *program = compile(NULL);
    assert_false(sdyc_cancelled(program));
    sdyc_cancel(program);
    assert_int_equal(run(program, -1, result), SDYC_E_CANCELLED);
    check_runs(program);
    sdyc_cancel(program);
    assert_true(sdyc_cancelled(program));
    assert_false(sdyc_cancelled(program));
    check_runs(program);
    sdyc_free(program);
}

static struct sdyc_program *volatile watched;

static void on_alarm(int number) {
    (void)number;
    sdyc_cancel(watched);
}

static void test_signal(void **state) {
    (void)state;
    struct itimerval soon = {.it_value = {.tv_usec = 20000}};
    watched = compile(NULL);
    signal(SIGALRM, on_alarm);
    setitimer(ITIMER_REAL, &soon, NULL);
    assert_int_equal(run(watched, -1, result), SDYC_E_CANCELLED);
    check_runs(watched);
    sdyc_free(watched);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_threads),
        cmocka_unit_test(test_before),
        cmocka_unit_test(test_signal),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
