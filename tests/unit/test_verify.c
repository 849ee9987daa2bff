/* Numbers that `sdyc verify` computes with: the field against arithmetic on wide integers, its
 * order, conversions, and sums of many products. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "verify/values/field.h"
#include "verify/values/number.h"

__extension__ typedef unsigned __int128 wide;

static const struct kind of_floats = {.class = KIND_FLOAT};

static uint64_t next(uint64_t *state) {
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return *state ^ *state >> 29;
}

static void sums_and_products(void **state) {
    (void)state;
    uint64_t seed = 1;
    for (int i = 0; i < 20000; i++) {
        uint64_t x = field_cut(next(&seed)), y = field_cut(next(&seed));
        assert_true(x < FIELD_PRIME);
        assert_int_equal(field_add(x, y), (uint64_t)(((wide)x + y) % FIELD_PRIME));
        assert_int_equal(field_multiply(x, y), (uint64_t)((wide)x * y % FIELD_PRIME));
        assert_int_equal(field_add(x, field_negate(x)), 0);
        wide any = ((wide)next(&seed) << 64) | next(&seed);
        assert_int_equal(field_cut_wide(any), (uint64_t)(any % FIELD_PRIME));
    }
    assert_int_equal(field_cut_wide(~(wide)0), (uint64_t)(~(wide)0 % FIELD_PRIME));
}

static void quotients(void **state) {
    (void)state;
    uint64_t seed = 2;
    for (int i = 0; i < 500; i++) {
        uint64_t x = field_cut(next(&seed)) | 1;
        assert_int_equal(field_multiply(x, field_inverse(x)), 1);
    }
}

/* Floats are the numbers that they stand for, so that 0.5 + 0.5 is 1. */
static void floats(void **state) {
    (void)state;
    assert_int_equal(field_of_real(0), 0);
    assert_int_equal(field_of_real(-0.0), 0);
    assert_int_equal(field_of_real(7), 7);
    assert_int_equal(field_of_real(-7), FIELD_PRIME - 7);
    assert_int_equal(field_add(field_of_real(0.5), field_of_real(0.5)), 1);
    assert_int_equal(field_multiply(field_of_real(0.1), field_of_real(1024)),
                     field_of_real(0.1 * 1024));
    assert_int_equal(field_multiply(field_of_real(ldexp(1, -900)), field_of_real(ldexp(1, 900))),
                     1);
    assert_int_equal(field_of_real(-INFINITY), field_negate(field_of_real(INFINITY)));
    int64_t value;
    assert_true(field_as_integer(field_of_integer(-12), &value) && value == -12);
    assert_false(field_as_integer(field_of_real(0.5), &value));
}

static void long_sums(void **state) {
    (void)state;
    enum { COUNT = 1000 };
    uint64_t x[COUNT], y[COUNT], sum = 0, seed = 3;
    int64_t places[COUNT];
    for (int i = 0; i < COUNT; i++) {
        x[i] = i % 3 ? FIELD_PRIME - 1 : field_cut(next(&seed));
        y[i] = i % 5 ? FIELD_PRIME - 1 : field_cut(next(&seed));
        places[i] = i;
        sum = (uint64_t)((sum + (wide)x[i] * y[i]) % FIELD_PRIME);
    }
    const struct arithmetic a = {.world = WORLD_FIELD};
    assert_int_equal(word_dot(&a, COUNT, x, places, y, places), sum);
}

static struct number number(uint64_t word) {
    return (struct number){word, 0};
}

/* A total order that negation turns around; integers, and what is infinite, are in their own. */
static void order(void **state) {
    (void)state;
    struct arithmetic a = {.world = WORLD_FIELD, .key = 5};
    uint64_t seed = 4, words[40];
    for (int i = 0; i < 40; i++) {
        words[i] = i < 36 ? field_cut(next(&seed)) : field_of_integer(i - 38);
    }
    for (int i = 0; i < 40; i++) {
        for (int k = 0; k < 40; k++) {
            int own = number_order(&a, of_floats, number(words[i]), number(words[k]));
            assert_int_equal(own, -number_order(&a, of_floats, number(words[k]), number(words[i])));
            assert_int_equal(own, -number_order(&a, of_floats, number(field_negate(words[i])),
                                                number(field_negate(words[k]))));
            assert_int_equal(own == 0, words[i] == words[k]);
            for (int m = 0; m < 40; m++) {
                int after = number_order(&a, of_floats, number(words[k]), number(words[m]));
                int over = number_order(&a, of_floats, number(words[i]), number(words[m]));
                assert_false(own < 0 && after < 0 && over >= 0);
            }
        }
        assert_int_equal(number_order(&a, of_floats, number(words[i]), number(FIELD_INFINITY)), -1);
        assert_int_equal(number_order(&a, of_floats, number(words[i]), number(FIELD_MINUS)), 1);
        assert_int_equal(number_order(&a, of_floats, number(words[i]), number(FIELD_NAN)),
                         ORDER_NONE);
    }
    assert_int_equal(number_order(&a, of_floats, number(3), number(20)), -1);
}

static void integers(void **state) {
    (void)state;
    struct arithmetic a = {.world = WORLD_FIELD};
    struct kind i8 = {KIND_INTEGER, false, 8}, ui8 = {KIND_INTEGER, true, 8};
    assert_int_equal((int64_t)integer_wrap(i8, 200), -56);
    assert_int_equal(integer_wrap(ui8, 300), 44);
    assert_int_equal(
        (int64_t)number_divide(&a, i8, number((uint64_t)-128), number((uint64_t)-1)).re, -128);
    assert_int_equal((int64_t)number_divide(&a, i8, number(5), number(0)).re, -1);
    assert_int_equal(number_convert(&a, of_floats, ui8, number(field_of_integer(300))).re, 255);
    assert_int_equal(number_convert(&a, i8, of_floats, number((uint64_t)-3)).re,
                     field_of_integer(-3));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sums_and_products),
        cmocka_unit_test(quotients),
        cmocka_unit_test(floats),
        cmocka_unit_test(long_sums),
        cmocka_unit_test(order),
        cmocka_unit_test(integers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
