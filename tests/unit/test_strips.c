/* The choice of strips on cases whose every choice was measured: the chosen one was the fastest, or
 * within a tenth of it. What is compared is the choice, not the time. */
#include "codegen/program/strips.h"
#include "maker.h"

#include <setjmp.h>

#include <cmocka.h>

enum { NONE = NO_DIMENSION };

/* store = sum of what is loaded, or the sum over the sequential dimensions of exp of it */
struct strip_case {
    const char *name;
    uint32_t parallel;
    int64_t extent[5]; /* 0 ends them */
    int64_t store[4], load[3][4];
    uint32_t loads;
    bool exponential;
    uint32_t dim;      /* the innermost dimension wanted */
    uint32_t count;    /* of dimensions of the strip */
    uint32_t next;     /* the loop next to it */
    int64_t most_rows; /* 0: any */
};

static const struct strip_case cases[] = {
    /* 5.4 ms along the channels, 0.55 along the pixels: three operands are contiguous along the
     * channels, but small, two along the pixels, and large. */
    {"scale and shift, channels first",
     3,
     {16, 64, 3136},
     {200704, 3136, 1},
     {{200704, 3136, 1}, {0, 1, 0}, {0, 1, 0}},
     3,
     false,
     2,
     1,
     NONE,
     0},
    {"scale and shift, channels last",
     2,
     {50176, 64},
     {64, 1},
     {{64, 1}, {0, 1}, {0, 1}},
     3,
     false,
     1,
     2,
     NONE,
     0},
    /* 0.19 ms for strips of many rows, 1 for the columns */
    {"bias of three channels", 2, {500000, 3}, {3, 1}, {{3, 1}, {0, 1}}, 2, false, 1, 2, NONE, 0},
    /* 54 ms in long strips, 15 in short ones whose lines stay in the cache for the next row */
    {"transposition", 2, {2048, 2048}, {2048, 1}, {{1, 2048}}, 1, false, 1, 1, 0, 64},
    {"channels first to last",
     3,
     {16, 3136, 64},
     {200704, 64, 1},
     {{200704, 1, 3136}},
     1,
     false,
     2,
     2,
     NONE,
     0},
    {"sum of rows", 1, {2048, 2048}, {1}, {{2048, 1}}, 1, false, 1, 1, NONE, 0},
    {"sum of columns", 1, {2048, 2048}, {1}, {{1, 2048}}, 1, false, 0, 1, NONE, 0},
    /* the shortest rows: side by side... */
    {"sum of rows of 3", 1, {200000, 3}, {1}, {{3, 1}}, 1, false, 0, 1, NONE, 0},
    /* ...and longer ones many at a time: rows of 8 in 0.22 ms, 0.55 side by side; exponentials of
     * 16 in 0.4 ms, 1.1 side by side */
    {"sum of rows of 8", 1, {200000, 8}, {1}, {{8, 1}}, 1, false, 1, 1, NONE, 0},
    {"sum of exp of rows of 16", 1, {100000, 16}, {1}, {{16, 1}}, 1, true, 1, 1, NONE, 0},
    {"sum of rows of 64", 1, {30000, 64}, {1}, {{64, 1}}, 1, false, 1, 1, NONE, 0},
    {"sum of exp of rows of 64", 1, {30000, 64}, {1}, {{64, 1}}, 1, true, 1, 1, NONE, 0},
    {"sum over first and last",
     1,
     {256, 64, 512},
     {1},
     {{512, 131072, 1}},
     1,
     false,
     2,
     1,
     NONE,
     0},
    {"sum over the middle",
     2,
     {64, 512, 256},
     {512, 1},
     {{131072, 1, 512}},
     1,
     false,
     1,
     1,
     NONE,
     0},
    {"statistics of groups, channels last",
     2,
     {8, 8, 3136, 8},
     {8, 1},
     {{200704, 8, 64, 1}},
     1,
     false,
     3,
     2,
     NONE,
     0},
};

static struct kernel *make(struct maker *m, const struct strip_case *wanted) {
    int64_t extents[6], tiles[5];
    uint32_t count = 0;
    for (; wanted->extent[count] > 0; count++) {
        extents[count] = tiles[count] = wanted->extent[count];
    }
    extents[count] = tiles[wanted->parallel] = -1;
    struct kernel *kernel = new_kernel(m, wanted->parallel, extents, tiles);
    struct expr *value = NULL;
    for (uint32_t i = 0; i < wanted->loads; i++) {
        struct affine at = {0};
        int64_t elements = 1;
        for (uint32_t d = 0; d < count; d++) {
            at.stride[d] = wanted->load[i][d];
            elements += at.stride[d] * (extents[d] - 1);
        }
        struct expr *load = load_of(m, new_buffer(m, BUFFER_INPUT, ELEMENT_F32, elements), at);
        value = value == NULL ? load : scalar(m, SCALAR_ADD, ELEMENT_F32, value, load, NULL);
    }
    if (wanted->exponential) {
        value = scalar(m, SCALAR_EXPONENTIAL, ELEMENT_F32, value, NULL, NULL);
    }
    if (count > wanted->parallel) {
        kernel->reduction = simple_reduction(m, SCALAR_ADD, 0, value);
        value = numbered(m, EXPR_REDUCED, ELEMENT_F32, 0);
    }
    struct affine at = {0};
    int64_t elements = 1;
    for (uint32_t d = 0; d < wanted->parallel; d++) {
        at.stride[d] = wanted->store[d];
        elements += at.stride[d] * (extents[d] - 1);
    }
    kernel->results[kernel->result_count++] =
        store_to(new_buffer(m, BUFFER_OUTPUT, ELEMENT_F32, elements), at, value);
    return kernel;
}

static void test_choices(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct maker m;
        maker_init(&m);
        struct kernel *kernel = make(&m, &cases[i]);
        struct uses uses = {0};
        kernel_uses(kernel, &uses);
        struct tile_shape tile = whole_tile(kernel);
        struct strip_shape shape = choose_strip(kernel, &uses, &tile);
        print_message("%s: %u dimensions from %u, %lld rows, next %u\n", cases[i].name, shape.count,
                      shape.dims[0], (long long)shape.rows, shape.next);
        assert_int_equal(shape.dims[0], cases[i].dim);
        assert_int_equal(shape.count, cases[i].count);
        assert_int_equal(shape.next, cases[i].next);
        assert_int_equal(shape.sequential, shape.dims[0] >= kernel->parallel_count);
        assert_true(cases[i].most_rows == 0 || shape.rows <= cases[i].most_rows);
        uses_free(&uses);
        arena_free(m.arena);
    }
}

/* Rows of 16-bit floats, whose greatest the runtime finds as f32, are read where they lie, several
 * at a time: of 4,096 elements in 3.5 ms as pieces of 1,024, in 1.1 as whole rows. */
static void test_widened_rows(void **state) {
    (void)state;
    static const enum element types[] = {ELEMENT_F16, ELEMENT_BF16};
    for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
        struct maker m;
        maker_init(&m);
        struct kernel *kernel = new_kernel(&m, 1, DIMS(1024, 4096), DIMS(1024));
        struct kernel_buffer *from = new_buffer(&m, BUFFER_INPUT, types[i], 1024 * 4096);
        struct expr *load = load_of(&m, from, (struct affine)STRIDES(4096, 1));
        kernel->reduction = simple_reduction(&m, SCALAR_MAXIMUM, 0, load);
        kernel->results[kernel->result_count++] =
            store_to(new_buffer(&m, BUFFER_OUTPUT, ELEMENT_F32, 1024), (struct affine)STRIDES(1),
                     numbered(&m, EXPR_REDUCED, ELEMENT_F32, 0));
        struct uses uses = {0};
        kernel_uses(kernel, &uses);
        struct tile_shape tile = whole_tile(kernel);
        struct strip_shape shape = choose_strip(kernel, &uses, &tile);
        assert_int_equal(shape.dims[0], 1);
        assert_true(shape.rows >= 4096 && shape.batch > 1);
        uses_free(&uses);
        arena_free(m.arena);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_choices),
                                       cmocka_unit_test(test_widened_rows)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
