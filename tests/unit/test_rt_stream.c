/* Copies of runs against plain loops: ranks, element sizes, gaps, repeated and turned dimensions of
   the source, runs that begin anywhere, and tasks that divide them. */
#include "rt_test.h"
#include "stream.h"

#include <stdlib.h>

enum { MARGIN = 64 };

static uint64_t seed = 23;

static int64_t between(int64_t low, int64_t high) {
    return low + (int64_t)(test_random(&seed) % (uint64_t)(high - low + 1));
}

/* Strides for the dimensions in the given order, slowest first; returns how many elements that
   spans. */
static int64_t lay_out(const struct sdyrt_stream *what, const int64_t *order, int64_t *strides) {
    int64_t span = 1;
    for (int64_t k = what->rank - 1; k >= 0; k--) {
        int64_t d = order[k], gap = between(0, 2) == 0 ? between(1, 3) : 0;
        strides[d] = span;
        span = span * what->size[d] + gap;
    }
    return span;
}

static int64_t place(const struct sdyrt_stream *what, const int64_t *strides, int64_t index) {
    int64_t at = 0;
    for (int64_t k = what->rank - 1; k >= 0; k--) {
        at += index % what->size[k] * strides[k];
        index /= what->size[k];
    }
    return at;
}

static void check(const struct sdyrt_stream *what, int64_t first, int64_t from_span,
                  int64_t to_span) {
    size_t bytes = (size_t)what->bytes, from_bytes = (size_t)from_span * bytes;
    size_t to_bytes = (size_t)to_span * bytes + 2 * MARGIN;
    unsigned char *in = malloc(from_bytes), *out = malloc(to_bytes), *wanted = malloc(to_bytes);
    assert_non_null(in);
    assert_non_null(out);
    assert_non_null(wanted);
    for (size_t i = 0; i < from_bytes; i++) {
        in[i] = (unsigned char)test_random(&seed);
    }
    memset(out, 0xa5, to_bytes);
    memset(wanted, 0xa5, to_bytes);
    int64_t count = 1, skip = between(0, MARGIN - 1);
    for (int64_t k = 0; k < what->rank; k++) {
        count *= what->size[k];
    }
    for (int64_t i = 0; i < count; i++) {
        memcpy(wanted + skip + place(what, what->to, i) * what->bytes,
               in + (first + place(what, what->from, i)) * what->bytes, bytes);
    }
    char *operands[2] = {(char *)in + first * what->bytes, (char *)out + skip};
    for (int64_t task = sdyrt_stream_tasks(what); task-- > 0;) {
        sdyrt_stream(what, operands, task, NULL);
    }
    assert_memory_equal(out, wanted, to_bytes);
    free(in);
    free(out);
    free(wanted);
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

static void every_form(void **state) {
    (void)state;
    for (int round = 0; round < 600; round++) {
        struct sdyrt_stream what = {.bytes = (int64_t)1 << between(0, 4), .rank = between(0, 4)};
        int64_t order[4], first = 0;
        for (int64_t k = 0; k < what.rank; k++) {
            what.size[k] = between(1, k == 0 ? 300 : 9);
        }
        shuffle(order, what.rank);
        int64_t from_span = lay_out(&what, order, what.from);
        if (between(0, 2) > 0) {
            shuffle(order, what.rank);
        }
        int64_t to_span = lay_out(&what, order, what.to);
        for (int64_t k = 0; k < what.rank; k++) {
            int64_t kind = between(0, 9);
            if (kind == 0) { /* repeated */
                what.from[k] = 0;
            } else if (kind == 1) { /* turned */
                first += (what.size[k] - 1) * what.from[k];
                what.from[k] = -what.from[k];
            }
        }
        check(&what, first, from_span, to_span);
    }
}

static void nothing(void **state) {
    (void)state;
    struct sdyrt_stream what = {
        .bytes = 4, .rank = 2, .size = {3, 0}, .from = {1, 1}, .to = {1, 1}};
    assert_int_equal(sdyrt_stream_tasks(&what), 0);
}

static void larger_than_a_task(void **state) {
    (void)state;
    enum { TASK = SDYRT_STREAM_TASK_BYTES };
    struct sdyrt_stream run = {
        .bytes = 1, .rank = 1, .size = {3 * TASK + 77}, .from = {1}, .to = {1}};
    assert_int_equal(sdyrt_stream_tasks(&run), 4);
    check(&run, 0, run.size[0], run.size[0]);
    struct sdyrt_stream rows = {
        .bytes = 4, .rank = 2, .size = {700, 1001}, .from = {1003, 1}, .to = {1001, 1}};
    check(&rows, 0, 700 * 1003, 700 * 1001);
    struct sdyrt_stream turned = {
        .bytes = 8, .rank = 3, .size = {30, 50, 64}, .from = {64, 1920, 1}, .to = {3200, 64, 1}};
    check(&turned, 0, 96000, 96000);
}

static void moves(void **state) {
    (void)state;
    enum { SIZE = 1000 };
    char from[SIZE], to[SIZE];
    for (int i = 0; i < SIZE; i++) {
        from[i] = (char)test_random(&seed);
    }
    for (int round = 0; round < 200; round++) {
        int64_t first = between(0, SIZE), bytes = between(0, SIZE - first);
        memset(to, 0, SIZE);
        sdyrt_move(to + first, from + SIZE - bytes, bytes, round % 2);
        assert_memory_equal(to + first, from + SIZE - bytes, (size_t)bytes);
        assert_true(first == 0 || to[first - 1] == 0);
        assert_true(first + bytes == SIZE || to[first + bytes] == 0);
    }
}

/* Rows of any length that begin anywhere, each some way behind the one before. */
static void moves_rows(void **state) {
    (void)state;
    enum { SIZE = 4000 };
    static char from[SIZE], to[SIZE], wanted[SIZE];
    for (int i = 0; i < SIZE; i++) {
        from[i] = (char)test_random(&seed);
    }
    for (int round = 0; round < 300; round++) {
        int64_t rows = between(0, 6), bytes = between(0, 600), stride = bytes + between(0, 60);
        int64_t first = between(0, 100), skip = between(0, 100);
        memset(to, 0, SIZE);
        memset(wanted, 0, SIZE);
        for (int64_t r = 0; r < rows; r++) {
            memcpy(wanted + first + r * stride, from + skip + r * bytes, (size_t)bytes);
        }
        sdyrt_move_rows(to + first, stride, from + skip, rows, bytes);
        assert_memory_equal(to, wanted, SIZE);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_form),         cmocka_unit_test(nothing),
        cmocka_unit_test(larger_than_a_task), cmocka_unit_test(moves),
        cmocka_unit_test(moves_rows),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
