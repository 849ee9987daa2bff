/* The team: every task once, phases that end when their tasks have, whatever the workers do. */
#include "rt_test.h"
#include "sdyrt.h"

#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

enum { TASKS = 500, ROUNDS = 300 };

static const int team_sizes[] = {1, 2, 7};

/* What one team works on: buf[0]. Plain memory, so that thread sanitizers see what is not ordered.
 */
struct data {
    int64_t first[TASKS], second[TASKS];
    int64_t total; /* the leader's */
};

static struct data *data_of(char *const *buf) {
    return (struct data *)(void *)buf[0];
}

static void write_first(char *const *buf, int64_t task, char *scratch) {
    scratch[0] = (char)task; /* its own: no other thread writes here */
    data_of(buf)->first[task] += task + 1;
}

/* Reads what other threads wrote in the phase before. */
static void write_second(char *const *buf, int64_t task, char *scratch) {
    (void)scratch;
    data_of(buf)->second[task] += data_of(buf)->first[TASKS - 1 - task];
}

/* What a program may be: a loop with a branch, small work of the leader between phases. */
static void phases(struct sdyrt_thread *thread, char *const *buf) {
    struct data *data = data_of(buf);
    for (int round = 0; data->total < ROUNDS; round++) {
        if (round % 3 == 0) {
            sdyrt_run(thread, write_first, TASKS - 1, buf);
        } else if (round % 3 == 1) {
            write_first(buf, TASKS - 1, sdyrt_thread_scratch(thread));
        } else {
            sdyrt_run(thread, write_second, TASKS, buf);
            data->total++;
        }
    }
}

static void check_phases(struct sdyrt_team *team) {
    static const struct data none;
    struct data *data = malloc(sizeof *data);
    assert_non_null(data);
    char *buf[] = {(char *)data};
    *data = none;
    sdyrt_team_execute(team, phases, buf);
    for (int64_t task = 0; task < TASKS; task++) {
        int64_t sum = (int64_t)(TASKS - task) * ROUNDS * (ROUNDS + 1) / 2;
        assert_int_equal(data->first[task], (task + 1) * ROUNDS);
        assert_int_equal(data->second[task], sum);
    }
    assert_int_equal(data->total, ROUNDS);
    free(data);
}

static void test_phases(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof team_sizes / sizeof team_sizes[0]; i++) {
        struct sdyrt_team *team = sdyrt_team_new(team_sizes[i], 1000, 100);
        assert_int_equal(sdyrt_team_threads(team), team_sizes[i]);
        check_phases(team);
        check_phases(team);
        sdyrt_team_free(team);
    }
}

static void count_call(void *calls) {
    ++*(int64_t *)calls;
}

/* The leader does it after each task of its own; all are where there is no other thread. */
static void test_between(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof team_sizes / sizeof team_sizes[0]; i++) {
        struct sdyrt_team *team = sdyrt_team_new(team_sizes[i], 1000, 100);
        int64_t calls = 0;
        sdyrt_team_between(team, count_call, &calls);
        check_phases(team);
        assert_true(calls <= (2 * TASKS - 1) * ROUNDS);
        assert_true(calls == (2 * TASKS - 1) * ROUNDS || team_sizes[i] > 1);
        sdyrt_team_free(team);
    }
}

static void *borrow(void *lender) {
    struct sdyrt_team *team = sdyrt_team_new(1, 1000, 100);
    bool good = sdyrt_team_borrow(team, lender, 100);
    for (int i = 0; i < 3 && good; i++) {
        check_phases(team);
    }
    sdyrt_team_free(team);
    return good ? lender : NULL;
}

/* Teams of one thread with the workers of another: in turn, at once, more scratch than before. */
static void test_lender(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof team_sizes / sizeof team_sizes[0]; i++) {
        struct sdyrt_team *lender = sdyrt_team_new(team_sizes[i], 1000, 0);
        pthread_t thread;
        void *other;
        assert_ptr_equal(borrow(lender), lender);
        assert_int_equal(pthread_create(&thread, NULL, borrow, lender), 0);
        assert_ptr_equal(borrow(lender), lender);
        pthread_join(thread, &other);
        assert_ptr_equal(other, lender);
        struct sdyrt_team *more = sdyrt_team_new(1, 1000, 100000);
        assert_int_equal(sdyrt_team_borrow(more, lender, 100000), 1);
        assert_ptr_equal(borrow(lender), lender);
        check_phases(more);
        assert_int_equal(sdyrt_team_borrow(more, lender, SIZE_MAX), 0);
        check_phases(more); /* alone */
        sdyrt_team_free(more);
        sdyrt_team_free(lender);
    }
}

static void *check_other_team(void *team) {
    check_phases(team);
    return NULL;
}

static void test_two_teams_at_once(void **state) {
    (void)state;
    struct sdyrt_team *one = sdyrt_team_new(3, 1000, 100), *other = sdyrt_team_new(2, 1000, 100);
    pthread_t thread;
    assert_int_equal(pthread_create(&thread, NULL, check_other_team, other), 0);
    check_phases(one);
    pthread_join(thread, NULL);
    sdyrt_team_free(one);
    sdyrt_team_free(other);
}

static void count(char *const *buf, int64_t task, char *scratch) {
    (void)scratch;
    atomic_fetch_add((atomic_int *)(void *)buf[task % 2], 1);
}

/* Short phases: workers come when others have taken everything. */
static void many_runs(struct sdyrt_thread *thread, char *const *buf) {
    for (int round = 0; round < 5000; round++) {
        sdyrt_run(thread, count, round % 5, buf);
    }
    sdyrt_run(thread, count, 0, buf);
}

static void test_short_phases(void **state) {
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

/* Does three tasks at a time, where there are as many. */
static int64_t count_joined(char *const *buf, int64_t task, int64_t most, char *scratch) {
    const int64_t done = most < 3 ? most : 3;
    for (int64_t i = 0; i < done; i++) {
        count(buf, task + i, scratch);
    }
    return done;
}

static void joined_runs(struct sdyrt_thread *thread, char *const *buf) {
    for (int round = 0; round < 300; round++) {
        sdyrt_run_joined(thread, count_joined, 2 * round, round % 7, buf);
    }
}

/* From the end to the beginning, by all workers. */
static void backwards(void *user, int64_t tasks, int workers, sdyrt_share_fn *share, void *data) {
    (void)user;
    for (int64_t task = tasks; task-- > 0;) {
        share(data, task, (int)(task % workers));
    }
}

/* Tasks that are joined are done once each, on own threads and on lent ones. */
static void test_joined_tasks(void **state) {
    (void)state;
    for (size_t i = 0; i < 2 * sizeof team_sizes / sizeof team_sizes[0]; i++) {
        static atomic_int even, odd;
        atomic_store(&even, 0);
        atomic_store(&odd, 0);
        char *buf[] = {(char *)&even, (char *)&odd};
        struct sdyrt_team *team = sdyrt_team_new(team_sizes[i / 2], 1000, 0);
        if (i % 2 != 0) {
            sdyrt_team_lend(team, backwards, NULL);
        }
        sdyrt_team_execute(team, joined_runs, buf);
        assert_int_equal(atomic_load(&even), 300 * 299 / 2);
        assert_int_equal(atomic_load(&odd), 300 * 299 / 2);
        sdyrt_team_free(team);
    }
}

/* ---- more tasks than one hand-out holds ------------------------------------------------------ */

enum { MANY = (1 << 24) + 1000 }; /* more than the 2^24 - 1 of a hand-out */

static void mark(char *const *buf, int64_t task, char *scratch) {
    (void)scratch;
    buf[0][task]++;
}

static void mark_many(struct sdyrt_thread *thread, char *const *buf) {
    sdyrt_run(thread, mark, MANY, buf);
}

static void test_many_tasks(void **state) {
    (void)state;
    char *marks = calloc(MANY, 1);
    assert_non_null(marks);
    char *buf[] = {marks};
    struct sdyrt_team *team = sdyrt_team_new(2, 1000, 0);
    sdyrt_team_execute(team, mark_many, buf);
    int64_t once = 0;
    for (int64_t i = 0; i < MANY; i++) {
        once += marks[i] == 1;
    }
    assert_int_equal(once, MANY);
    sdyrt_team_free(team);
    free(marks);
}

/* ---- all threads take part ------------------------------------------------------------------- */

static atomic_int met;

/* As many tasks as threads, each waiting for the others: every thread executes one of them. */
static void meet(char *const *buf, int64_t task, char *scratch) {
    int threads = ((const int *)(void *)buf[0])[1];
    (void)task;
    memset(scratch, 7, 1000);
    assert_int_equal((uintptr_t)scratch % 64, 0);
    assert_int_equal(*(const int *)(void *)buf[0], 42); /* written before the execution */
    atomic_fetch_add(&met, 1);
    while (atomic_load(&met) < threads) {
        sched_yield();
    }
}

static void all_meet(struct sdyrt_thread *thread, char *const *buf) {
    atomic_store(&met, 0);
    sdyrt_run(thread, meet, ((const int *)(void *)buf[0])[1], buf);
}

static void test_members(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof team_sizes / sizeof team_sizes[0]; i++) {
        int facts[] = {42, team_sizes[i]};
        char *buf[] = {(char *)facts};
        struct sdyrt_team *team = sdyrt_team_new(team_sizes[i], 1000, 1000);
        sdyrt_team_execute(team, all_meet, buf);
        usleep(2000); /* the workers sleep by now, and have to be woken */
        sdyrt_team_execute(team, all_meet, buf);
        assert_int_equal(atomic_load(&met), team_sizes[i]);
        sdyrt_team_free(team);
    }
}

/* ---- a worker that was taken away ------------------------------------------------------------ */

static pthread_t leader, worker;
static int release[2]; /* a pipe */
static atomic_int is_held;

static void hold(int signal) {
    char byte;
    (void)signal;
    atomic_store(&is_held, 1);
    while (read(release[0], &byte, 1) != 1) {
    }
    atomic_store(&is_held, 0);
}

static void find_worker(char *const *buf, int64_t task, char *scratch) {
    if (!pthread_equal(pthread_self(), leader)) {
        worker = pthread_self();
    }
    meet(buf, task, scratch);
}

/* The worker is stopped between two phases. All phases that follow end without it; when it may go
 * on, it takes part again. */
static void without_worker(struct sdyrt_thread *thread, char *const *buf) {
    leader = pthread_self();
    atomic_store(&met, 0);
    sdyrt_run(thread, find_worker, 2, buf);
    pthread_kill(worker, SIGUSR1);
    while (!atomic_load(&is_held)) {
        sched_yield();
    }
    many_runs(thread, buf + 1);
    assert_int_equal(atomic_load(&is_held), 1);
    assert_int_equal(write(release[1], "", 1), 1);
    atomic_store(&met, 0);
    sdyrt_run(thread, meet, 2, buf);
}

static void test_worker_taken_away(void **state) {
    (void)state;
    static atomic_int even, odd;
    int facts[] = {42, 2};
    char *buf[] = {(char *)facts, (char *)&even, (char *)&odd};
    struct sigaction action = {.sa_handler = hold}, old;
    assert_int_equal(pipe(release), 0);
    sigaction(SIGUSR1, &action, &old);
    struct sdyrt_team *team = sdyrt_team_new(2, 1000, 1000);
    sdyrt_team_execute(team, without_worker, buf);
    assert_int_equal(atomic_load(&even), 1000 * (0 + 1 + 1 + 2 + 2));
    assert_int_equal(atomic_load(&odd), 1000 * (0 + 0 + 1 + 1 + 2));
    sdyrt_team_free(team);
    sigaction(SIGUSR1, &old, NULL);
    close(release[0]);
    close(release[1]);
}

/* ---- processes ------------------------------------------------------------------------------- */

#if defined(__SANITIZE_THREAD__)
#define FORKS 0 /* does not allow threads to be made after a fork with threads */
#else
#define FORKS 1
#endif

/* A forked process has the team but not its workers: it makes others, and both go on. */
static void test_fork(void **state) {
    (void)state;
    struct sdyrt_team *team = sdyrt_team_new(3, 1000, 1000);
    int facts[] = {42, 3};
    char *buf[] = {(char *)facts};
    sdyrt_team_execute(team, all_meet, buf);
    pid_t child = FORKS ? fork() : 0;
    if (FORKS && child == 0) {
        alarm(60);
        sdyrt_team_execute(team, all_meet, buf);
        sdyrt_team_free(team);
        _exit(atomic_load(&met) == 3 ? 0 : 1);
    }
    int status = 0;
    assert_true(!FORKS || waitpid(child, &status, 0) == child);
    assert_int_equal(status, 0);
    sdyrt_team_execute(team, all_meet, buf);
    sdyrt_team_free(team);
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
        cmocka_unit_test(test_phases),
        cmocka_unit_test(test_between),
        cmocka_unit_test(test_two_teams_at_once),
        cmocka_unit_test(test_lender),
        cmocka_unit_test(test_short_phases),
        cmocka_unit_test(test_joined_tasks),
        cmocka_unit_test(test_many_tasks),
        cmocka_unit_test(test_members),
        cmocka_unit_test(test_worker_taken_away),
        cmocka_unit_test(test_fork),
        cmocka_unit_test(test_limits),
        cmocka_unit_test(test_symbols),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
