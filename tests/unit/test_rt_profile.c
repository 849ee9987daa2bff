/* Profiles: every task once, by the thread that executed it, within the run. */
#include "profile.h"
#include "rt_test.h"

#include <stdlib.h>
#include <unistd.h>

enum { TASKS = 200, PHASES = 3 };

struct data {
    struct sdyrt_profile *profile;
    int64_t sums[TASKS];
};

static struct data *data_of(char *const *buf) {
    return (struct data *)(void *)buf[0];
}

static void add(char *const *buf, int64_t task, char *scratch) {
    (void)scratch;
    data_of(buf)->sums[task] += task;
}

static void timed0(char *const *buf, int64_t task, char *scratch) {
    sdyrt_profile_task(data_of(buf)->profile, 0, add, buf, task, scratch);
}

/* Does two tasks at a time, where there are two. */
static int64_t add_joined(char *const *buf, int64_t task, int64_t most, char *scratch) {
    const int64_t done = most < 2 ? most : 2;
    for (int64_t i = 0; i < done; i++) {
        add(buf, task + i, scratch);
    }
    return done;
}

static int64_t timed1(char *const *buf, int64_t task, int64_t most, char *scratch) {
    return sdyrt_profile_joined(data_of(buf)->profile, 1, add_joined, buf, task, most, scratch);
}

static void timed2(char *const *buf, int64_t task, char *scratch) {
    sdyrt_profile_task(data_of(buf)->profile, 2, add, buf, task, scratch);
}

static void phases(struct sdyrt_thread *thread, char *const *buf) {
    sdyrt_run(thread, timed0, TASKS, buf);
    sdyrt_run_joined(thread, timed1, TASKS, 1, buf);
    for (int64_t task = 0; task < TASKS; task++) {
        timed2(buf, task, sdyrt_thread_scratch(thread));
    }
}

/* Each task once; a phase begins when the one before it has ended; threads have two names each. */
static void check_spans(const struct sdyrt_profile *profile, int threads) {
    bool seen[PHASES][TASKS] = {{false}};
    int64_t ended[PHASES + 1] = {0}, ids[8] = {0};
    assert_int_equal(sdyrt_profile_count(profile), PHASES * TASKS);
    assert_int_equal(sdyrt_profile_dropped(profile), 0);
    for (int64_t i = 0; i < sdyrt_profile_count(profile); i++) {
        const struct sdyrt_span *span = sdyrt_profile_span(profile, i);
        assert_in_range(span->phase, 0, PHASES - 1);
        assert_in_range(span->thread, 0, threads - 1);
        assert_false(seen[span->phase][span->task]);
        seen[span->phase][span->task] = true;
        assert_true(span->begin >= ended[span->phase] && span->end >= span->begin);
        if (span->end > ended[span->phase + 1]) {
            ended[span->phase + 1] = span->end;
        }
        assert_true(span->phase < 2 || span->thread == 0);
        assert_true(ids[span->thread] == 0 || ids[span->thread] == span->thread_id);
        ids[span->thread] = span->thread_id;
    }
    assert_true(ids[0] == gettid());
    assert_true(sdyrt_profile_start(profile) > 0);
}

static void tasks_are_noted(void **state) {
    (void)state;
    static const int sizes[] = {1, 2, 7};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        struct data data = {.profile = sdyrt_profile_new(PHASES * TASKS)};
        char *buf[] = {(char *)&data};
        struct sdyrt_team *team = sdyrt_team_new(sizes[i], 64, 64);
        assert_non_null(data.profile);
        assert_non_null(team);
        for (int run = 0; run < 5; run++) {
            sdyrt_profile_begin(data.profile);
            sdyrt_team_execute(team, phases, buf);
            check_spans(data.profile, sizes[i]);
        }
        assert_int_equal(data.sums[TASKS - 1], 5 * PHASES * (TASKS - 1));
        sdyrt_team_free(team);
        sdyrt_profile_free(data.profile);
    }
}

/* What there is no room for is executed and counted. */
static void room_ends(void **state) {
    (void)state;
    struct data data = {.profile = sdyrt_profile_new(10)};
    char *buf[] = {(char *)&data};
    struct sdyrt_team *team = sdyrt_team_new(2, 64, 64);
    assert_non_null(data.profile);
    assert_non_null(team);
    sdyrt_profile_begin(data.profile);
    sdyrt_team_execute(team, phases, buf);
    assert_int_equal(sdyrt_profile_count(data.profile), 10);
    assert_int_equal(sdyrt_profile_dropped(data.profile), PHASES * TASKS - 10);
    assert_int_equal(data.sums[TASKS - 1], PHASES * (TASKS - 1));
    sdyrt_profile_begin(data.profile);
    assert_int_equal(sdyrt_profile_count(data.profile), 0);
    sdyrt_team_free(team);
    sdyrt_profile_free(data.profile);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tasks_are_noted),
        cmocka_unit_test(room_ends),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
