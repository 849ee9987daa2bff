/* The walk over a kernel, and what overlaps. */
#include "codegen/program/visit.h"
#include "maker.h"

#include <setjmp.h>

#include <cmocka.h>

static void free_maker(struct maker *maker) {
    arena_free(maker->arena);
}

/* x = x * x + 1, 1,000 deep: 2^1000 ways from the root to the load. */
static void test_ladder(void **state) {
    (void)state;
    struct maker m;
    maker_init(&m);
    struct kernel_buffer *x = new_buffer(&m, BUFFER_INPUT, ELEMENT_F32, 64);
    struct expr *value = load_of(&m, x, (struct affine)STRIDES(1)), *one;
    one = constant(&m, ELEMENT_F32, 1);
    for (int i = 0; i < 1000; i++) {
        struct expr *square = scalar(&m, SCALAR_MULTIPLY, ELEMENT_F32, value, value, NULL);
        value = scalar(&m, SCALAR_ADD, ELEMENT_F32, square, one, NULL);
    }
    struct kernel *kernel = new_kernel(&m, 1, DIMS(64), DIMS(64));
    kernel->body[kernel->body_count++] = store_to(x, (struct affine)STRIDES(1), value);
    struct uses uses = {0};
    kernel_uses(kernel, &uses);
    assert_int_equal(uses.exprs.count, 2002);
    assert_int_equal(uses.accesses.count, 2);
    assert_ptr_equal(uses.exprs.items[2001].expr, value);
    assert_int_equal(value->varies, 1);
    assert_int_equal(one->varies, 0);
    kernel_uses(kernel, &uses); /* a walk leaves no marks */
    assert_int_equal(uses.exprs.count, 2002);
    uses_free(&uses);
    free_maker(&m);
}

/* A chain too deep for recursion. */
static void test_chain(void **state) {
    (void)state;
    struct maker m;
    maker_init(&m);
    struct kernel_buffer *x = new_buffer(&m, BUFFER_INPUT, ELEMENT_F32, 64);
    struct expr *value = load_of(&m, x, (struct affine)STRIDES(1));
    for (int i = 0; i < 1000000; i++) {
        value = scalar(&m, SCALAR_NEGATE, ELEMENT_F32, value, NULL, NULL);
    }
    struct kernel *kernel = new_kernel(&m, 1, DIMS(64), DIMS(64));
    kernel->body[kernel->body_count++] = store_to(x, (struct affine)STRIDES(1), value);
    struct uses uses = {0};
    kernel_uses(kernel, &uses);
    assert_int_equal(uses.exprs.count, 1000001);
    uses_free(&uses);
    free_maker(&m);
}

static const struct used_access *use_of(const struct uses *uses, const struct kernel_buffer *of) {
    const struct used_access *found = NULL;
    for (size_t i = 0; i < uses->accesses.count; i++) {
        if (uses->accesses.items[i].buffer == of) {
            assert_null(found);
            found = &uses->accesses.items[i];
        }
    }
    assert_non_null(found);
    return found;
}

/* Buffers that are read only by a condition, an index, a step of a reduction or its start: the
 * walks that there were each forgot some of these. */
static void test_places(void **state) {
    (void)state;
    struct maker m;
    maker_init(&m);
    struct kernel_buffer *buffers[8];
    for (uint32_t i = 0; i < 6; i++) {
        buffers[i] = new_buffer(&m, BUFFER_INPUT, ELEMENT_I32, 64);
    }
    buffers[6] = new_buffer(&m, BUFFER_OUTPUT, ELEMENT_I32, 64);
    struct affine at = STRIDES(1);
    struct expr *loads[6];
    for (uint32_t i = 0; i < 6; i++) {
        loads[i] = load_of(&m, buffers[i], at);
    }
    struct kernel *kernel = new_kernel(&m, 1, DIMS(8, 8), DIMS(8));
    kernel->reduction = simple_reduction(&m, SCALAR_NONE, 0, loads[0]);
    kernel->reduction->init[0] = loads[1];
    struct expr *next[1] = {scalar(&m, SCALAR_ADD, ELEMENT_I32, loads[2],
                                   numbered(&m, EXPR_ACCUMULATOR, ELEMENT_I32, 0), NULL)};
    kernel->reduction->next = next;
    const struct guard guard = {at, 4};
    kernel->reduction->guards = &guard;
    kernel->reduction->guard_count = 1;
    struct statement *statement = &kernel->results[kernel->result_count++];
    *statement = store_to(buffers[6], at, loads[3]);
    statement->condition = loads[4];
    statement->combine = SCALAR_ADD;
    const struct indirect indirect = {loads[5], 1, 7};
    statement->store.indirect = &indirect;
    statement->store.indirect_count = 1;

    static const enum place places[6] = {PLACE_REDUCTION, PLACE_INIT,    PLACE_STEP,
                                         PLACE_RESULTS,   PLACE_RESULTS, PLACE_RESULTS};
    struct uses uses = {0};
    kernel_uses(kernel, &uses);
    for (uint32_t i = 0; i < 6; i++) {
        const struct used_access *use = use_of(&uses, buffers[i]);
        assert_int_equal(use->place, places[i]);
        assert_true(use->loads && !use->stores);
    }
    assert_true(use_of(&uses, buffers[6])->stores && use_of(&uses, buffers[6])->loads);
    assert_ptr_equal(use_of(&uses, buffers[6])->statement, statement);
    assert_int_equal(uses.guards.count, 1);
    assert_int_equal(uses.guards.items[0].place, PLACE_REDUCTION);
    uses_free(&uses);
    free_maker(&m);
}

static void test_overlap(void **state) {
    (void)state;
    struct kernel_buffer a = {.kind = BUFFER_ARENA, .element = ELEMENT_F32, .elements = 16};
    struct kernel_buffer b = a, c = a, tile = a, other_tile = a;
    b.offset = 64;
    c.offset = 32;
    tile.kind = other_tile.kind = BUFFER_TILE;
    assert_true(buffers_overlap(&a, &a));
    assert_false(buffers_overlap(&a, &b));
    assert_true(buffers_overlap(&a, &c));
    assert_true(buffers_overlap(&c, &b));
    assert_false(buffers_overlap(&tile, &other_tile));
    assert_false(buffers_overlap(&tile, &a));
    struct kernel_buffer input = {.kind = BUFFER_INPUT, .number = 1}, output = input;
    output.kind = BUFFER_OUTPUT;
    assert_false(buffers_overlap(&input, &output));

    struct kernel kernel = {.dim_count = 1, .parallel_count = 1, .extent = {4}};
    struct access low = {.buffer = &a, .at = {0, {1}}}, high = {.buffer = &a, .at = {4, {1}}};
    struct access back = {.buffer = &a, .at = {4, {-1}}};
    assert_false(accesses_overlap(&kernel, &low, &high));
    assert_true(accesses_overlap(&kernel, &low, &back));
    assert_true(accesses_overlap(&kernel, &high, &back));
    const struct indirect anywhere = {NULL, 1, -1};
    high.indirect = &anywhere;
    high.indirect_count = 1;
    assert_true(accesses_overlap(&kernel, &low, &high));
    struct access beside = {.buffer = &c, .at = {0, {1}}}; /* elements 8 to 11 of a */
    assert_false(accesses_overlap(&kernel, &low, &beside));
    low.at.offset = 6;
    assert_true(accesses_overlap(&kernel, &low, &beside));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_ladder),
        cmocka_unit_test(test_chain),
        cmocka_unit_test(test_places),
        cmocka_unit_test(test_overlap),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
