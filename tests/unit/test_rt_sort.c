/* Sorts of every form against an insertion sort: keys of all sizes and orders, several of them,
   lines along any dimension, short and long, whole and the first few, by keys and by a function. */
#include "rt_test.h"
#include "sort_plan.h"

#include <stdlib.h>
#include <string.h>

static uint64_t seed = 5;

static int64_t between(int64_t low, int64_t high) {
    uint64_t count = (uint64_t)high - (uint64_t)low + 1;
    return (int64_t)((uint64_t)low + test_random(&seed) % count);
}

/* What a test sorts: keys[k][line][i], and the numbers of the elements as values. */
struct lines {
    struct sdyrt_sort what;
    int64_t count;
    char *keys[SDYRT_SORT_KEYS];
    int64_t *values, *results;
};

static int64_t place(const struct lines *lines, int64_t operand, int64_t line, int64_t i) {
    return lines->what.outer[operand * SDYRT_RANK] * line + lines->what.along[operand] * i;
}

static int64_t key_at(const struct lines *lines, int64_t key, int64_t line, int64_t i) {
    int64_t bytes = lines->what.bytes[key];
    const char *at = lines->keys[key] + place(lines, key, line, i) * bytes;
    uint64_t bits = 0;
    memcpy(&bits, at, (size_t)bytes);
    int shift = 64 - 8 * (int)bytes;
    int64_t number = (int64_t)(bits << shift) >> shift;
    switch (lines->what.order[key]) {
    case SDYRT_SORT_UNSIGNED:
        return (int64_t)(bits ^ UINT64_C(1) << 63); /* as a signed number of the same order */
    case SDYRT_SORT_SIGNED:
        return number;
    default: /* a negative float is the greater the smaller its magnitude is */
        return number < 0 ? number ^ INT64_MAX : number;
    }
}

static int is_before(const struct lines *lines, int64_t line, int64_t a, int64_t b) {
    for (int64_t k = 0; k < lines->what.keys; k++) {
        int64_t x = key_at(lines, k, line, a), y = key_at(lines, k, line, b);
        if (x != y) {
            return lines->what.descending[k] ? x > y : x < y;
        }
    }
    return 0;
}

/* Whether the results are the numbers of the elements in order, each once, the smaller number first
   where neither is before the other, and none that is left out comes before the last of them. */
static void check_line(const struct lines *lines, int64_t line, int64_t to, char *seen) {
    int64_t n = lines->what.size, keep = lines->what.keep, last = -1;
    memset(seen, 0, (size_t)n);
    for (int64_t i = 0; i < keep; i++) {
        int64_t item = lines->results[place(lines, to, line, i)];
        assert_true(item >= 0 && item < n && !seen[item]);
        seen[item] = 1;
        if (i > 0) {
            assert_false(is_before(lines, line, item, last));
            assert_true(is_before(lines, line, last, item) || last < item);
        }
        last = item;
    }
    for (int64_t i = 0; i < n; i++) {
        assert_true(seen[i] || !is_before(lines, line, i, last));
        assert_true(seen[i] || i > last || is_before(lines, line, last, i));
    }
}

static void check_lines(const struct lines *lines) {
    char *seen = malloc((size_t)lines->what.size);
    for (int64_t line = 0; line < lines->count; line++) {
        check_line(lines, line, lines->what.keys + 1, seen);
    }
    free(seen);
}

static const struct lines *current; /* of the function below */

static int function_before(char *const *buf, const int64_t *line, int64_t a, int64_t b) {
    assert_null(buf);
    return is_before(current, line[0], a, b);
}

static void run(struct lines *lines, int by_function) {
    char *operands[SDYRT_SORT_OPERANDS];
    struct sdyrt_sort what = lines->what;
    int64_t first = by_function ? what.keys : 0, count = what.keys + 2;
    for (int64_t k = 0; k < what.keys; k++) {
        operands[k] = lines->keys[k];
    }
    operands[what.keys] = (char *)lines->values;
    operands[what.keys + 1] = (char *)lines->results;
    if (by_function) { /* the keys are not the sort's business */
        what.keys = 0;
        memmove(what.bytes, what.bytes + first, (size_t)(count - first) * sizeof what.bytes[0]);
        memmove(what.along, what.along + first, (size_t)(count - first) * sizeof what.along[0]);
        memmove(what.outer, what.outer + first * SDYRT_RANK,
                (size_t)(count - first) * SDYRT_RANK * sizeof what.outer[0]);
    }
    current = lines;
    const struct sdyrt_sort_plan plan = sdyrt_sort_choose(&what, NULL);
    char *scratch = aligned_alloc(64, sdyrt_sort_scratch(&plan) + 64);
    char *shared = aligned_alloc(64, (size_t)sdyrt_sort_shared(&what, &plan) + 64);
    operands[first + what.keys + 2] = shared;
    for (what.phase = 0; what.phase < sdyrt_sort_phases(&plan); what.phase++) {
        for (int64_t task = 0; task < sdyrt_sort_tasks(&what, &plan); task++) {
            sdyrt_sort(&what, &plan, operands + first, task, scratch,
                       by_function ? function_before : NULL, NULL);
        }
    }
    free(shared);
    free(scratch);
}

static void lay_out(struct lines *lines, int64_t operand, int64_t bytes, int inner) {
    lines->what.bytes[operand] = bytes;
    lines->what.along[operand] = inner ? 1 : lines->count;
    lines->what.outer[operand * SDYRT_RANK] = inner ? lines->what.size : 1;
}

static void sort_first(int64_t keep, int64_t n, int64_t count, int64_t keys, int64_t values_most,
                       int by_function) {
    struct lines lines = {.count = count};
    size_t elements = (size_t)(n * count);
    lines.what.size = n;
    lines.what.keys = keys;
    lines.what.keep = keep;
    lines.what.values = 1;
    lines.what.places = by_function ? 0 : between(0, 1);
    lines.what.rank = 1;
    lines.what.outer_size[0] = count;
    for (int64_t k = 0; k < keys; k++) {
        int64_t bytes = INT64_C(1) << between(0, 3);
        lay_out(&lines, k, bytes, (int)between(0, 1));
        lines.what.order[k] = between(0, 2);
        lines.what.descending[k] = between(0, 1);
        lines.keys[k] = malloc(elements * (size_t)bytes);
        for (size_t i = 0; i < elements; i++) {
            int64_t key = between(-values_most, values_most);
            memcpy(lines.keys[k] + i * (size_t)bytes, &key, (size_t)bytes);
        }
    }
    lay_out(&lines, keys, 8, 1);
    lay_out(&lines, keys + 1, 8, (int)between(0, 1));
    lines.values = malloc(elements * sizeof *lines.values);
    lines.results = malloc(elements * sizeof *lines.results);
    for (size_t i = 0; i < elements; i++) {
        lines.values[i] = (int64_t)i % n;
    }
    run(&lines, by_function);
    check_lines(&lines);
    for (int64_t k = 0; k < keys; k++) {
        free(lines.keys[k]);
    }
    free(lines.values);
    free(lines.results);
}

static void sort(int64_t n, int64_t count, int64_t keys, int64_t values_most, int by_function) {
    sort_first(n, n, count, keys, values_most, by_function);
}

static void test_keys(void **state) {
    (void)state;
    for (int i = 0; i < 400; i++) {
        sort(between(1, 90), between(1, 5), between(1, 3), INT64_C(1) << between(0, 62), 0);
    }
}

static void test_long(void **state) {
    (void)state;
    sort(100000, 1, 1, INT64_C(1) << 40, 0);
    sort(40000, 3, 2, 100, 0);
    sort(400000, 2, 1, INT64_C(1) << 40, 0);
    sort(70000, 1, 8, 1, 0); /* more keys than are sorted in parts */
    sort(5, 20000, 1, 3, 0); /* several tasks of short lines */
}

static void test_function(void **state) {
    (void)state;
    for (int i = 0; i < 100; i++) {
        sort(between(1, 90), between(1, 3), between(1, 3), INT64_C(1) << between(0, 62), 1);
    }
    sort(100000, 2, 1, INT64_C(1) << 40, 1); /* in parts */
    sort(100000, 1, 1, 1, 1);
    sort_first(50000, 100000, 1, 1, 100, 1);
}

static void test_first(void **state) {
    (void)state;
    for (int i = 0; i < 300; i++) {
        int64_t n = between(1, 3000), keep = between(1, n / (i % 2 ? 8 : 1) + 1);
        sort_first(keep < n ? keep : n, n, between(1, 3), between(1, 2),
                   INT64_C(1) << between(0, 62), 0);
    }
    sort_first(3, 70, 2, 1, 100, 1); /* by a function */
    sort_first(1, 100000, 1, 1, INT64_C(1) << 60, 0);
    sort_first(3, 200000, 2, 1, 100, 0); /* of parts */
    sort_first(17, 1000000, 1, 2, 2, 0);
    sort_first(500, 100000, 1, 1, 1, 0); /* nearly all keys tie */
    sort_first(500, 100000, 1, 2, 1, 0);
}

static void test_very_first(void **state) {
    (void)state;
    for (int i = 0; i < 2000; i++) {
        int64_t keep = between(1, 18), n = between(keep, 150);
        sort_first(keep, n, between(1, 3), 1, INT64_C(1) << between(0, 62), 0);
    }
}

static int64_t tasks_of(const struct sdyrt_sort *what) {
    const struct sdyrt_sort_plan plan = sdyrt_sort_choose(what, NULL);
    return sdyrt_sort_tasks(what, &plan);
}

static void test_empty(void **state) {
    (void)state;
    struct sdyrt_sort what = {.size = 0, .values = 1, .rank = 1, .outer_size = {4}};
    assert_int_equal(tasks_of(&what), 0);
    what.size = 4; /* none of which is kept */
    assert_int_equal(tasks_of(&what), 0);
    what.keep = 4;
    what.outer_size[0] = 0;
    assert_int_equal(tasks_of(&what), 0);
}

/* A few of a long line are found without room for all of it: 16 bytes for each of its elements were
   16 MB for one of a million. */
static void test_scratch(void **state) {
    (void)state;
    struct sdyrt_sort what = {.size = 1 << 20, .keep = 1, .keys = 1, .bytes = {4}};
    struct sdyrt_sort_plan plan = sdyrt_sort_choose(&what, NULL);
    assert_string_equal(sdyrt_sort_route_name(plan.route), "leaders");
    assert_true(sdyrt_sort_scratch(&plan) <= 1024);
    what.keep = 100;
    plan = sdyrt_sort_choose(&what, NULL);
    assert_string_equal(sdyrt_sort_route_name(plan.route), "candidates");
    assert_true(sdyrt_sort_scratch(&plan) <= 16384);
    assert_true(sdyrt_sort_shared(&what, &plan) <= 16384);
}

/* A long line was one task by any route. */
static void test_parts(void **state) {
    (void)state;
    struct sdyrt_sort what = {
        .size = 4 << 20, .keep = 4 << 20, .keys = 1, .values = 1, .bytes = {4, 4, 4}};
    assert_int_equal(tasks_of(&what), 128);
    what.keys = 0;
    assert_int_equal(sdyrt_sort_choose(&what, NULL).parts, 128);
    what.keys = what.keep = 1;
    assert_int_equal(tasks_of(&what), 128);
    what.keep = 100;
    assert_int_equal(tasks_of(&what), 2);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_keys),       cmocka_unit_test(test_long),
        cmocka_unit_test(test_function),   cmocka_unit_test(test_first),
        cmocka_unit_test(test_very_first), cmocka_unit_test(test_empty),
        cmocka_unit_test(test_scratch),    cmocka_unit_test(test_parts)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
