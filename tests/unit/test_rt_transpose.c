/* Permutations of every form against plain loops: ranks, element sizes, strides of both signs,
   gaps, and shapes at which tasks divide blocks. */
#include "rt_test.h"
#include "transpose_plan.h"

#include <stdio.h>
#include <stdlib.h>

static uint64_t seed = 11;

static int64_t between(int64_t low, int64_t high) {
    return low + (int64_t)(test_random(&seed) % (uint64_t)(high - low + 1));
}

/* Element strides for the dimensions in the given order, slowest first, some of them negative,
   some with gaps; returns how many elements that spans, and which of them comes first. */
static int64_t lay_out(const struct sdyrt_transpose *what, const int64_t *order, int plain,
                       int64_t *strides, int64_t *offset) {
    int64_t span = 1;
    *offset = 0;
    for (int64_t k = what->rank - 1; k >= 0; k--) {
        int64_t d = order[k], gap = plain || between(0, 4) ? 0 : between(1, 3);
        strides[d] = span;
        span = span * what->size[d] + gap;
        if (!plain && between(0, 5) == 0) {
            *offset += (what->size[d] - 1) * strides[d];
            strides[d] = -strides[d];
        }
    }
    return span;
}

static void shuffle(int64_t *order, int64_t rank) {
    for (int64_t k = 0; k < rank; k++) {
        order[k] = k;
    }
    for (int64_t k = rank - 1; k > 0; k--) {
        int64_t other = between(0, k), index = order[k];
        order[k] = order[other];
        order[other] = index;
    }
}

/* The definition: every index, one element at a time. */
static void reference(const struct sdyrt_transpose *what, const char *in, char *out) {
    int64_t count = 1;
    for (int64_t k = 0; k < what->rank; k++) {
        count *= what->size[k];
    }
    for (int64_t i = 0; i < count; i++) {
        int64_t from = what->from_offset, to = what->to_offset;
        for (int64_t k = 0, rest = i; k < what->rank; k++) {
            from += rest % what->size[k] * what->from[k];
            to += rest % what->size[k] * what->to[k];
            rest /= what->size[k];
        }
        memcpy(out + to * what->bytes, in + from * what->bytes, (size_t)what->bytes);
    }
}

/* Of a description whose strides and offsets count elements. */
static struct sdyrt_transpose normal_form(const struct sdyrt_transpose *what) {
    struct sdyrt_transpose asked = *what;
    asked.from_offset *= what->bytes;
    asked.to_offset *= what->bytes;
    for (int64_t k = 0; k < what->rank; k++) {
        asked.from[k] *= what->bytes;
        asked.to[k] *= what->bytes;
    }
    return sdyrt_transpose_normal(&asked);
}

static struct sdyrt_transpose_plan choose(const struct sdyrt_transpose *normal) {
    const struct sdyrt_machine_class class = sdyrt_machine_of_set(sdyrt_cpu_set());
    return sdyrt_transpose_choose(normal, &class);
}

static int64_t tasks_of(const struct sdyrt_transpose *what) {
    const struct sdyrt_transpose normal = normal_form(what);
    const struct sdyrt_transpose_plan plan = choose(&normal);
    return sdyrt_transpose_tasks(&normal, &plan);
}

/* Spans are in elements; everything around the result must stay as it was. The operands begin
   `skew` elements behind a cache line. */
static void check(const struct sdyrt_transpose *what, int64_t in_span, int64_t out_span,
                  int64_t skew) {
    size_t in_bytes = (size_t)((in_span + skew) * what->bytes);
    size_t out_bytes = (size_t)((out_span + skew) * what->bytes);
    char *in = aligned_alloc(64, (in_bytes + 63) / 64 * 64);
    char *out = aligned_alloc(64, (out_bytes + 63) / 64 * 64), *want = malloc(out_bytes);
    size_t start = (size_t)(skew * what->bytes);
    assert_true(in != NULL && out != NULL && want != NULL);
    for (size_t i = 0; i < in_bytes; i++) {
        in[i] = (char)test_random(&seed);
    }
    memset(out, 0x5a, out_bytes);
    memset(want, 0x5a, out_bytes);
    reference(what, in + start, want + start);
    char *operands[] = {in + start, out + start};
    const struct sdyrt_transpose normal = normal_form(what);
    const struct sdyrt_transpose_plan plan = choose(&normal);
    for (int64_t task = sdyrt_transpose_tasks(&normal, &plan) - 1; task >= 0; task--) {
        sdyrt_transpose(&normal, &plan, operands, task, NULL);
    }
    if (memcmp(out, want, out_bytes) != 0) {
        for (int64_t k = 0; k < what->rank; k++) {
            print_error("size %ld from %ld to %ld\n", (long)what->size[k], (long)what->from[k],
                        (long)what->to[k]);
        }
        fail_msg("%ld bytes an element", (long)what->bytes);
    }
    free(in);
    free(out);
    free(want);
}

static void check_order(struct sdyrt_transpose *what, const int64_t *in_order,
                        const int64_t *out_order, int plain) {
    int64_t in_span = lay_out(what, in_order, plain, what->from, &what->from_offset);
    int64_t out_span = lay_out(what, out_order, plain, what->to, &what->to_offset);
    check(what, in_span, out_span, plain ? 0 : between(0, 3));
}

static void random_forms(void **state) {
    static const int64_t limit[] = {1, 5000, 150, 40, 14, 9, 6};
    (void)state;
    for (int i = 0; i < 3000; i++) {
        struct sdyrt_transpose what = {.bytes = (int64_t)1 << i % 5, .rank = between(0, 6)};
        int64_t in_order[SDYRT_RANK], out_order[SDYRT_RANK];
        for (int64_t k = 0; k < what.rank; k++) {
            what.size[k] = between(0, 3) == 0 ? between(1, 4) : between(1, limit[what.rank]);
        }
        shuffle(in_order, what.rank);
        shuffle(out_order, what.rank);
        check_order(&what, in_order, out_order, i % 2);
    }
}

/* Shapes beyond one task, in both directions, and large enough to be written past the caches. */
static void many_tasks(void **state) {
    static const int64_t sizes[][3] = {{1, 1030, 517}, {3, 256, 1024}, {700, 3, 411},
                                       {411, 700, 3},  {64, 2, 5000},  {2, 300000, 1}};
    static const int64_t orders[][3] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {2, 1, 0}, {1, 2, 0}};
    (void)state;
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        for (size_t k = 0; k < sizeof orders / sizeof orders[0]; k++) {
            struct sdyrt_transpose what = {.bytes = (int64_t)1 << (i + k) % 5, .rank = 3};
            memcpy(what.size, sizes[i], sizeof sizes[i]);
            check_order(&what, orders[0], orders[k], 1);
            assert_true(tasks_of(&what) > 1 || what.bytes < 4);
        }
    }
    struct sdyrt_transpose large = {.bytes = 8, .rank = 2, .size = {1024, 2056}};
    check_order(&large, orders[0], (const int64_t[]){1, 0}, 1);
}

/* All dimensions, some of two indices, turned over; dimensions of size one; rows that are far
   apart. */
static void extremes(void **state) {
    int64_t forward[SDYRT_RANK], backward[SDYRT_RANK];
    struct sdyrt_transpose what = {.bytes = 2, .rank = SDYRT_RANK};
    (void)state;
    for (int k = 0; k < SDYRT_RANK; k++) {
        forward[k] = k;
        backward[k] = SDYRT_RANK - 1 - k;
        what.size[k] = k % 5 > 1 ? 1 : 2;
    }
    check_order(&what, forward, backward, 1);
    struct sdyrt_transpose far = {
        .bytes = 4, .rank = 2, .size = {32, 20}, .from = {1 << 18, 1}, .to = {1, 32}};
    check(&far, (31 << 18) + 20, 640, 0);
    struct sdyrt_transpose empty = {
        .bytes = 4, .rank = 2, .size = {3, 0}, .from = {0, 1}, .to = {0, 1}};
    assert_int_equal(tasks_of(&empty), 0);
}

/* Few channels were once cut apart, one task for each. */
static void channels_stay_together(void **state) {
    (void)state;
    struct sdyrt_transpose what = {.bytes = 4,
                                   .rank = 3,
                                   .size = {8, 50176, 3},
                                   .from = {3 * 50176, 1, 50176},
                                   .to = {3 * 50176, 3, 1}};
    assert_int_equal(tasks_of(&what), 8 * 3);
    what.to[1] = 1;
    what.to[2] = 50176;
    what.from[1] = 3;
    what.from[2] = 1;
    assert_int_equal(tasks_of(&what), 8 * 3);
}

/* A source whose elements repeat along some dimensions. */
static void repeated(void **state) {
    (void)state;
    for (int which = 0; which < 3; which++) {
        struct sdyrt_transpose what = {
            .bytes = 4, .rank = 3, .size = {5, 70, 66}, .from = {70 * 66, 66, 1}};
        what.from[which] = 0;
        what.to[0] = 1;
        what.to[1] = 5;
        what.to[2] = 350;
        check(&what, 5 * 70 * 66, 5 * 70 * 66, 1);
        what.to[0] = 70 * 66;
        what.to[1] = 66;
        what.to[2] = 1;
        check(&what, 5 * 70 * 66, 5 * 70 * 66, 1);
    }
}

/* Few rows or columns that lie side by side, and runs that are too short for a copy of their own,
   forwards and backwards. */
static void narrow(void **state) {
    (void)state;
    for (int64_t few = 1; few <= 17; few++) {
        for (int64_t bytes = 1; bytes <= 16; bytes *= 2) {
            struct sdyrt_transpose rows = {
                .bytes = bytes, .rank = 2, .size = {few, 203}, .from = {203, 1}, .to = {1, few}};
            struct sdyrt_transpose columns = {
                .bytes = bytes, .rank = 2, .size = {203, few}, .from = {few, 1}, .to = {1, 203}};
            struct sdyrt_transpose runs = {.bytes = bytes,
                                           .rank = 3,
                                           .size = {21, 13, few},
                                           .from = {13 * few, few, 1},
                                           .to = {few, 21 * few + 1, 1}};
            check(&rows, 203 * few, 203 * few, few % 3);
            check(&columns, 203 * few, 203 * few, few % 3);
            check(&runs, 21 * 13 * few, 13 * (21 * few + 1), few % 3);
            runs.from[2] = -1;
            runs.from_offset = few - 1;
            check(&runs, 21 * 13 * few, 13 * (21 * few + 1), few % 3);
        }
    }
}

/* Groups of a few elements turned round, groups in reverse, groups out of wider ones: nothing but
   their elements is read or written, whatever is left of a vector where they end. */
static void groups(void **state) {
    (void)state;
    for (int64_t bytes = 1; bytes <= 8; bytes *= 2) {
        for (int64_t few = 1; few * bytes <= 20; few++) {
            for (int64_t count = 30; count < 64; count++) {
                int64_t wide = few + count % 3;
                struct sdyrt_transpose what = {.bytes = bytes,
                                               .rank = 3,
                                               .size = {2, count, few},
                                               .from = {wide * count, wide, -1},
                                               .to = {few * count + 1, few, 1},
                                               .from_offset = few - 1};
                check(&what, 2 * count * wide, 2 * (few * count + 1), few % 3);
                what.from[1] = -wide;
                what.from_offset = (count - 1) * wide + few - 1;
                check(&what, 2 * count * wide, 2 * (few * count + 1), few % 3);
                what.from[2] = 1;
                what.from_offset = (count - 1) * wide;
                check(&what, 2 * count * wide, 2 * (few * count + 1), few % 3);
            }
        }
    }
}

/* What lies side by side in both operands is one item. */
static void elements(void **state) {
    (void)state;
    struct sdyrt_transpose what = {
        .bytes = 4, .rank = 3, .size = {5, 6, 2}, .from = {12, 2, 1}, .to = {2, 10, 1}};
    assert_int_equal(normal_form(&what).bytes, 8);
    what.size[2] = 4;
    assert_int_equal(normal_form(&what).bytes, 16);
    what.size[2] = 3;
    assert_int_equal(normal_form(&what).bytes, 12);
    what.to[2] = 100;
    assert_int_equal(normal_form(&what).bytes, 4);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_forms), cmocka_unit_test(many_tasks),
        cmocka_unit_test(extremes),     cmocka_unit_test(channels_stay_together),
        cmocka_unit_test(repeated),     cmocka_unit_test(narrow),
        cmocka_unit_test(groups),       cmocka_unit_test(elements),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
