/* Into how many tasks work is cut: one while it is little, more in proportion, and no more than so
   many; never fewer for more work. */
#include "rt_test.h"
#include "tasks.h"

#include <math.h>

static void little_work_is_one_task(void **state) {
    (void)state;
    assert_int_equal(sdyrt_tasks_wanted(0), 1);
    assert_int_equal(sdyrt_tasks_wanted(-1), 1);
    assert_int_equal(sdyrt_tasks_wanted(NAN), 1);
    assert_int_equal(sdyrt_tasks_wanted(2.0 * SDYRT_TASK_WORK - 1), 1);
}

static void every_task_is_worth_it(void **state) {
    (void)state;
    int64_t before = 1;
    for (double work = 1; work < 1e12; work *= 1.01) {
        const int64_t tasks = sdyrt_tasks_wanted(work);
        assert_true(tasks >= before && tasks <= SDYRT_TASKS_MOST);
        assert_true(tasks == 1 || work / (double)tasks >= SDYRT_TASK_WORK);
        before = tasks;
    }
    assert_int_equal(sdyrt_tasks_wanted(100.0 * SDYRT_TASK_WORK), 100);
}

static void there_are_not_too_many(void **state) {
    (void)state;
    assert_int_equal(sdyrt_tasks_wanted(1e30), SDYRT_TASKS_MOST);
    assert_int_equal(sdyrt_tasks_wanted(INFINITY), SDYRT_TASKS_MOST);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(little_work_is_one_task),
                                       cmocka_unit_test(every_task_is_worth_it),
                                       cmocka_unit_test(there_are_not_too_many)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
