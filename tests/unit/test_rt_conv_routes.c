/* Every way of convolving, wherever it can be taken, against the definition: small integers, so
   that every type is exact. The processor's instruction set is that of the process: SDYRT_ISA. */
#include "conv_problem.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "cpu.h"
#include "rt_test.h"

/* How often each route was taken. */
static int taken[SDYRT_CONV_ROUTE_COUNT];

/* Whether some part of it goes by the forced route, as these orders lie. */
static int takes(const struct sdyrt_conv *conv, const int *in, const int *kernel, const int *out) {
    struct problem p = {.conv = *conv};
    lay_out(&p, in, kernel, out);
    const struct plans plans = plans_of(&p.conv);
    int takes = 0;
    for (const struct sdyrt_conv_plan *plan = plans.of;; plan++) {
        takes |= plan->route == (int64_t)forced && plan->tasks > 0;
        if (!plan->more) {
            return takes;
        }
    }
}

/* By each route that accepts it, in each order of dimensions. */
static void check_routes(const struct sdyrt_conv *conv) {
    static const int *const arrangements[][3] = {{channels_last, batch_last, channels_last},
                                                 {channels_first, channels_first, channels_first},
                                                 {batch_last, batch_last, taps_first},
                                                 {swapped, swapped, swapped},
                                                 {channels_last, channels_first, channels_first}};
    for (int route = 0; route < SDYRT_CONV_ROUTE_COUNT; route++) {
        forced = (enum sdyrt_conv_route)route;
        for (size_t i = 0; i < sizeof arrangements / sizeof *arrangements; i++) {
            const int *const *order = arrangements[i];
            if (takes(conv, order[0], order[1], order[2])) {
                taken[route]++;
                check(conv, order[0], order[1], order[2]);
            }
        }
    }
    forced = SDYRT_CONV_ROUTE_COUNT;
}

static const int64_t types[] = {SDYRT_PRODUCT_F32,    SDYRT_PRODUCT_F64,    SDYRT_PRODUCT_I32,
                                SDYRT_PRODUCT_I8_I32, SDYRT_PRODUCT_U8_I32, SDYRT_PRODUCT_BF16_F32};
enum { TYPES = sizeof types / sizeof *types };

static void check_types(struct sdyrt_conv conv) {
    for (int i = 0; i < TYPES; i++) {
        conv.type = types[i];
        check_routes(&conv);
    }
}

/* Whether this processor has what the route needs. */
static int is_here(int route) {
    const int needs_amx =
        route == SDYRT_CONV_TILES || route == SDYRT_CONV_SPLIT || route == SDYRT_CONV_SPLIT_BATCH;
    return !needs_amx || sdyrt_cpu_set() == SDYRT_SET_AMX;
}

/* Forms that random ones seldom have. */
static void every_route(void **state) {
    struct sdyrt_conv depthwise = plain(2, 9, 1, 3, 1, 20), covering = plain(34, 5, 3, 5, 1, 40);
    struct sdyrt_conv gradient = plain(16, 9, 5, 3, 1, 32), lines = plain(2, 20, 2, 20, 1, 5);
    struct sdyrt_conv row = plain(1, 12, 3, 3, 1, 1), large = plain(100, 15, 5, 15, 1, 124);
    struct sdyrt_conv valid = plain(2, 9, 64, 3, 1, 32);
    (void)state;
    depthwise.feature_groups = 20;
    covering.pad_low[1] = covering.pad_low[2] = 0;
    covering.out_size[1] = covering.out_size[2] = 1;
    large.pad_low[1] = large.pad_low[2] = 0;
    valid.pad_low[1] = valid.pad_low[2] = 0;
    valid.out_size[1] = valid.out_size[2] = 7;
    large.out_size[1] = large.out_size[2] = 1;
    for (int dim = 1; dim < 3; dim++) {
        gradient.kernel_size[dim] = gradient.in_size[dim];
        gradient.out_size[dim] = 3;
        gradient.pad_low[dim] = 1;
        lines.out_size[dim] = 3;
        lines.pad_low[dim] = 1;
    }
    check_types(depthwise);
    check_types(covering);
    check_types(gradient);
    check_types(lines);
    check_types(row);
    if (is_here(SDYRT_CONV_SPLIT_BATCH)) {
        check_routes(&large); /* of so many images that splitting numbers pays */
    }
    check_types(valid);
    check_types(plain(2, 7, 40, 1, 1, 33));
    check_types(plain(2, 7, 128, 1, 2, 16));
    check_types(plain(1, 3, 600, 1, 1, 16));
    check_types(plain(3, 7, 64, 3, 1, 17));
    check_types(plain(1, 9, 32, 3, 1, 48));
    check_types(plain(2, 6, 33, 3, 2, 3));
}

/* Extents of 0 and 1, odd ones, those of a block and more; strides, dilations, padding of either
   sign, groups. */
static struct sdyrt_conv drawn(void) {
    static const int64_t channels[] = {1, 2, 3, 16, 17, 32, 48, 70};
    struct sdyrt_conv c =
        plain(random_between(1, 20), random_between(1, 12), channels[random_between(0, 7)],
              random_between(1, 4), 1, channels[random_between(0, 7)]);
    c.feature_groups = random_between(0, 5) == 0 ? random_between(2, 3) : 1;
    c.out_channels *= c.feature_groups;
    for (int dim = random_between(0, 3) == 0 ? 0 : 1; dim < 3; dim++) {
        c.in_size[dim] = random_between(1, dim == 0 ? 3 : 12);
        c.kernel_size[dim] = random_between(1, dim == 0 ? 2 : 4);
        c.pad_low[dim] = random_between(-1, 2);
        c.stride[dim] = random_between(0, 1) == 0 ? 1 : random_between(1, 3);
        c.kernel_dilation[dim] = random_between(0, 3) == 0 ? 2 : 1;
        c.in_dilation[dim] = random_between(0, 5) == 0 ? random_between(2, 3) : 1;
        c.reversed[dim] = random_between(0, 4) == 0;
        c.out_size[dim] = natural_size(&c, dim, random_between(-1, 2));
    }
    return c;
}

static void random_descriptors(void **state) {
    (void)state;
    random_from_start();
    for (int i = 0; i < 120; i++) {
        struct sdyrt_conv c = drawn();
        c.type = types[i % TYPES];
        if (test_takes(i / TYPES)) {
            check_routes(&c);
        }
    }
}

static void none_is_left_out(void **state) {
    (void)state;
    for (int route = 0; route < SDYRT_CONV_ROUTE_COUNT; route++) {
        print_message("%s: %d\n", sdyrt_conv_route_name(route), taken[route]);
        assert_true(taken[route] > 0 || !is_here(route));
    }
}

/* A plan for each set of instructions has the same tasks: a program has one list of them. */
static void sets_have_the_same_tasks(void **state) {
    (void)state;
    random_from_start();
    for (int i = 0; i < 400; i++) {
        struct problem p = {.conv = drawn()};
        struct plans plans;
        p.conv.type = types[i % TYPES];
        lay_out(&p, orders[i % 3], orders[i / 3 % 3], orders[i % 3]);
        const int64_t tasks = tasks_of(&p.conv);
        for (enum sdyrt_set set = 0; set < SDYRT_SET_COUNT; set++) {
            const struct conv_planner planner = sdyrt_conv_planner(set);
            assert_true(sdyrt_conv_plans(&p.conv, &planner, plans.of, 64) <= 64);
            assert_int_equal(sdyrt_conv_tasks(&p.conv, plans.of), tasks);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_route),
        cmocka_unit_test(random_descriptors),
        cmocka_unit_test(none_is_left_out),
        cmocka_unit_test(sets_have_the_same_tasks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
