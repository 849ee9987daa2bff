/* Rows of runs against plain copies: any number of sources and runs, steps of both signs and none,
   sources between pages that must not be touched, places that begin anywhere, every width. */
#include "rt_block.h"
#include "weave_plan.h"

#include <stdlib.h>

static uint64_t seed = 29;

static int64_t between(int64_t low, int64_t high) {
    return low + (int64_t)(test_random(&seed) % (uint64_t)(high - low + 1));
}

/* Where a source is read, from its first byte on. */
static int64_t place(const struct sdyrt_weave *what, int64_t run, int64_t row, int64_t outer) {
    int64_t source = what->source[run];
    return what->from[run] + row * what->step[source] + outer * what->outer_step[source];
}

static void reference(const struct sdyrt_weave *what, char *const *operands, char *to) {
    for (int64_t o = 0; o < what->outer; o++) {
        for (int64_t r = 0; r < what->rows; r++) {
            char *out = to + o * what->outer_to + r * what->row;
            for (int64_t k = 0; k < what->runs; k++) {
                memcpy(out, operands[what->source[k]] + place(what, k, r, o),
                       (size_t)what->bytes[k]);
                out += what->bytes[k];
            }
        }
    }
}

/* Makes the least place of each source its first byte; how many bytes each spans. */
static void set_origins(struct sdyrt_weave *what, int64_t *span) {
    for (int64_t i = 0; i < what->sources; i++) {
        int64_t least = INT64_MAX, most = 0;
        for (int64_t k = 0; k < what->runs; k++) {
            for (int64_t corner = 0; what->source[k] == i && corner < 4; corner++) {
                int64_t at =
                    place(what, k, corner % 2 * (what->rows - 1), corner / 2 * (what->outer - 1));
                least = at < least ? at : least;
                most = at + what->bytes[k] > most ? at + what->bytes[k] : most;
            }
        }
        for (int64_t k = 0; k < what->runs; k++) {
            what->from[k] -= what->source[k] == i ? least : 0;
        }
        span[i] = least == INT64_MAX ? 1 : most - least;
    }
}

/* By each route that this processor has, and that accepts. */
static void check(struct sdyrt_weave *what) {
    struct sdyrt_machine_class class = sdyrt_machine_of_set(sdyrt_cpu_set());
    class.has_vbmi = sdyrt_cpu_has_avx512_vbmi();
    int64_t span[SDYRT_WEAVE_SOURCES];
    struct block sources[SDYRT_WEAVE_SOURCES];
    char *operands[SDYRT_WEAVE_SOURCES + 1];
    set_origins(what, span);
    for (int64_t i = 0; i < what->sources; i++) {
        sources[i] = block_new(span[i], between(0, 1) == 0, between(0, 63), &seed);
        operands[i] = sources[i].first;
    }
    int64_t bytes = (what->outer - 1) * what->outer_to + what->rows * what->row;
    struct block to = block_new(bytes, between(0, 1) == 0, between(0, 63), &seed);
    struct block wanted = block_new(bytes, false, 0, &seed);
    for (int64_t route = 0; route < SDYRT_WEAVE_ROUTE_COUNT; route++) {
        struct sdyrt_weave_plan plan;
        if (!sdyrt_weave_plan_by(route, what, &class, &plan)) {
            continue;
        }
        char *scratch = malloc(sdyrt_weave_scratch(what, &plan) + 1);
        memset(to.first, 0x5a, to.bytes);
        memset(wanted.first, 0x5a, to.bytes);
        operands[what->sources] = to.first;
        for (int64_t task = sdyrt_weave_tasks(what); task-- > 0;) {
            sdyrt_weave(what, &plan, operands, task, scratch);
        }
        free(scratch);
        reference(what, operands, wanted.first);
        assert_memory_equal(to.first, wanted.first, to.bytes);
    }
    for (int64_t i = 0; i < what->sources; i++) {
        block_free(&sources[i]);
    }
    block_free(&to);
    block_free(&wanted);
}

/* Runs of `unit` bytes or some times as many, of sources whose rows may be further apart. */
static void describe(struct sdyrt_weave *what, int64_t runs, int64_t sources, int64_t unit,
                     int64_t most) {
    *what = (struct sdyrt_weave){.sources = sources, .runs = runs};
    for (int64_t k = 0; k < runs; k++) {
        what->source[k] = k < sources ? k : between(0, sources - 1);
        what->bytes[k] = unit * between(1, most);
        what->from[k] = unit * between(0, most);
        what->row += what->bytes[k];
    }
    for (int64_t i = 0; i < sources; i++) {
        what->step[i] = unit * between(-3 * most, 3 * most) * (between(0, 3) > 0);
        what->outer_step[i] = unit * between(-100, 100);
    }
}

static void any(void **state) {
    (void)state;
    struct sdyrt_weave what;
    for (int round = 0; round < 1500; round++) {
        int64_t runs = between(1, 9);
        describe(&what, runs, between(1, runs), (int64_t)1 << between(0, 3), between(1, 7));
        what.rows = between(1, 200);
        what.outer = between(1, 3);
        what.outer_to = what.rows * what.row + between(0, 1) * between(0, 40);
        check(&what);
    }
}

/* Many columns of one element. */
static void columns(void **state) {
    (void)state;
    struct sdyrt_weave what;
    for (int round = 0; round < 300; round++) {
        int64_t runs = between(9, SDYRT_WEAVE_RUNS), unit = (int64_t)1 << between(0, 3);
        describe(&what, runs, between(1, runs), unit, 1);
        for (int64_t i = 0; i < what.sources; i++) {
            what.step[i] = unit;
        }
        what.rows = between(1, 300);
        what.outer = between(1, 3);
        what.outer_to = what.rows * what.row;
        assert_true(sdyrt_weave_has_columns(&what));
        check(&what);
    }
}

/* Narrow operands side by side, each row of a source behind the other. */
static void check_side_by_side(int64_t sources, int64_t bytes) {
    struct sdyrt_weave what = {
        .rows = between(100, 160), .outer = 1, .sources = sources, .runs = sources};
    for (int64_t i = 0; i < sources; i++) {
        what.source[i] = i;
        what.step[i] = what.bytes[i] = bytes;
    }
    what.row = bytes * sources;
    check(&what);
}

static void side_by_side(void **state) {
    (void)state;
    for (int64_t sources = 1; sources <= SDYRT_WEAVE_SOURCES; sources += sources < 9 ? 1 : 11) {
        for (int64_t bytes = 1; bytes * sources <= SDYRT_WEAVE_ROW; bytes += bytes < 8 ? 1 : 13) {
            check_side_by_side(sources, bytes);
        }
        for (int64_t bytes = 8; bytes * sources <= SDYRT_WEAVE_ROW && bytes <= 256; bytes *= 2) {
            check_side_by_side(sources, bytes);
        }
    }
}

static void nothing(void **state) {
    (void)state;
    struct sdyrt_weave what = {
        .outer = 3, .row = 4, .sources = 1, .runs = 1, .step = {4}, .bytes = {4}};
    assert_int_equal(sdyrt_weave_tasks(&what), 0);
}

/* Tasks divide rows, and take blocks together; so large a result is written past the caches. */
static void larger_than_a_task(void **state) {
    (void)state;
    struct sdyrt_weave what = {.rows = (17 << 20) / 12 + 5,
                               .outer = 1,
                               .row = 12,
                               .sources = 3,
                               .runs = 3,
                               .step = {4, 4, 4},
                               .source = {0, 1, 2},
                               .bytes = {4, 4, 4}};
    assert_true(sdyrt_weave_tasks(&what) > 40);
    check(&what);
    what.rows = 1001;
    what.outer = 77;
    what.outer_to = 12 * 1001;
    what.outer_step[0] = what.outer_step[1] = what.outer_step[2] = 4 * 1001;
    assert_int_equal(sdyrt_weave_tasks(&what), 3);
    check(&what);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(any),
        cmocka_unit_test(columns),
        cmocka_unit_test(side_by_side),
        cmocka_unit_test(nothing),
        cmocka_unit_test(larger_than_a_task),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
