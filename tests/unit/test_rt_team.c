/* The team: every task once, barriers that order, programs of many runs without barriers. */
#include "rt_test.h"
#include "sdyrt.h"

#include <stdatomic.h>
#include <stdlib.h>

enum { TASKS = 500, ROUNDS = 300 };

static const int team_sizes[] = {1, 2, 7};

static int64_t first[TASKS], second[TASKS];
static atomic_int executions, members;

static void write_first(char *const *buf, int64_t task, char *scratch) {
    (void)buf;
    scratch[0] = (char)task; /* its own: no other thread writes here */
    first[task] += task + 1;
}

/* Reads what other threads wrote in the phase before. */
static void write_second(char *const *buf, int64_t task, char *scratch) {
    (void)buf;
    (void)scratch;
    second[task] += first[TASKS - 1 - task];
}

static void two_phases(struct sdyrt_thread *thread, char *const *buf) {
    for (int round = 0; round < ROUNDS; round++) {
        sdyrt_run(thread, write_first, TASKS, buf);
        sdyrt_barrier(thread);
        sdyrt_run(thread, write_second, TASKS, buf);
        sdyrt_barrier(thread);
    }
}

static void test_phases(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof team_sizes / sizeof team_sizes[0]; i++) {
        memset(first, 0, sizeof first);
        memset(second, 0, sizeof second);
        struct sdyrt_team *team = sdyrt_team_new(team_sizes[i], 1000, 100);
        assert_int_equal(sdyrt_team_threads(team), team_sizes[i]);
        sdyrt_team_execute(team, two_phases, NULL);
        for (int64_t task = 0; task < TASKS; task++) {
            int64_t sum = (int64_t)(TASKS - task) * ROUNDS * (ROUNDS + 1) / 2;
            assert_int_equal(first[task], (task + 1) * ROUNDS);
            assert_int_equal(second[task], sum);
        }
        sdyrt_team_free(team);
    }
}

static void count(char *const *buf, int64_t task, char *scratch) {
    (void)scratch;
    atomic_fetch_add((atomic_int *)(void *)buf[task % 2], 1);
}

/* Runs follow each other without barriers, so threads are many runs apart. */
static void many_runs(struct sdyrt_thread *thread, char *const *buf) {
    for (int round = 0; round < 5000; round++) {
        sdyrt_run(thread, count, round % 5, buf);
    }
    sdyrt_run(thread, count, 0, buf);
}

static void test_runs_without_barriers(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof team_sizes / sizeof team_sizes[0]; i++) {
        static atomic_int even, odd;
        atomic_store(&even, 0);
        atomic_store(&odd, 0);
        char *buf[] = {(char *)&even, (char *)&odd};
        struct sdyrt_team *team = sdyrt_team_new(team_sizes[i], 1000, 0);
        sdyrt_team_execute(team, many_runs, buf);
        sdyrt_team_execute(team, many_runs, buf);
        assert_int_equal(atomic_load(&even), 2 * 1000 * (0 + 1 + 1 + 2 + 2));
        assert_int_equal(atomic_load(&odd), 2 * 1000 * (0 + 0 + 1 + 1 + 2));
        sdyrt_team_free(team);
    }
}

static void look_around(struct sdyrt_thread *thread, char *const *buf) {
    char *scratch = sdyrt_thread_scratch(thread);
    memset(scratch, sdyrt_thread_index(thread), 1000);
    assert_int_equal((uintptr_t)scratch % 64, 0);
    atomic_fetch_add(&executions, 1);
    atomic_fetch_or(&members, 1 << sdyrt_thread_index(thread));
    sdyrt_barrier(thread);
    assert_int_equal(scratch[999], sdyrt_thread_index(thread));
    assert_int_equal(*(int *)(void *)buf[0], 42); /* written before the execution */
}

static void test_members(void **state) {
    (void)state;
    int answer = 42;
    char *buf[] = {(char *)&answer};
    for (size_t i = 0; i < sizeof team_sizes / sizeof team_sizes[0]; i++) {
        atomic_store(&executions, 0);
        atomic_store(&members, 0);
        struct sdyrt_team *team = sdyrt_team_new(team_sizes[i], 1000, 1000);
        sdyrt_team_execute(team, look_around, buf);
        assert_int_equal(atomic_load(&executions), team_sizes[i]);
        assert_int_equal(atomic_load(&members), (1 << team_sizes[i]) - 1);
        sdyrt_team_free(team);
    }
}

static void test_limits(void **state) {
    (void)state;
    struct sdyrt_team *team = sdyrt_team_new(0, 1000, 0);
    assert_true(sdyrt_team_threads(team) >= 1);
    sdyrt_team_free(team);
    sdyrt_team_free(NULL);
    assert_null(sdyrt_team_new(2, 1000, SIZE_MAX));
}

/* The symbol table knows the team and the strips, and finds nothing else. */
static void test_symbols(void **state) {
    (void)state;
    const struct sdyrt_symbol *add = sdyrt_find_symbol("sdyrt_add_f32_vv");
    assert_non_null(add);
    assert_ptr_equal(add->address, (void *)sdyrt_strips()->add_f32_vv);
    assert_string_equal(add->prototype, "void sdyrt_add_f32_vv (float *dst, const float *a, "
                                        "const float *b, int64_t n);");
    assert_ptr_equal(sdyrt_find_symbol("sdyrt_run")->address, (void *)sdyrt_run);
    assert_null(sdyrt_find_symbol("sdyrt_add_f32"));
    assert_null(sdyrt_find_symbol(""));
    int symbols = 0;
    for (; sdyrt_symbol_at(symbols) != NULL; symbols++) {
        const struct sdyrt_symbol *symbol = sdyrt_symbol_at(symbols);
        assert_ptr_equal(sdyrt_find_symbol(symbol->name), symbol);
        assert_non_null(strstr(symbol->prototype, symbol->name));
        assert_non_null(symbol->address);
    }
    assert_true(symbols > 1000);
    assert_null(sdyrt_symbol_at(-1));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_phases),  cmocka_unit_test(test_runs_without_barriers),
        cmocka_unit_test(test_members), cmocka_unit_test(test_limits),
        cmocka_unit_test(test_symbols),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
