/* Convolutions whose numbers are split where there is AMX, and their errors. */
#include "conv_problem.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "product.h"

/* Whether it is on a processor with AMX, channels last. */
static int is_split(const struct sdyrt_conv *conv) {
    struct problem p = {.conv = *conv};
    const struct conv_planner planner = sdyrt_conv_planner(SDYRT_SET_AMX);
    struct sdyrt_conv_plan plan;
    lay_out(&p, channels_last, batch_last, channels_last);
    sdyrt_conv_plans(&p.conv, &planner, &plan, 1);
    return plan.route == SDYRT_CONV_SPLIT;
}

/* Channels that fill steps and panels, or nearly do; several stretches of the contraction, several
   tasks and blocks; steps, dilation, padding, taps from behind, groups, a third dimension. */
static void forms(void **state) {
    static const int64_t channels[][2] = {{128, 160}, {136, 150}, {260, 129}};
    int count = 0;
    (void)state;
    for (int i = 0; i < 12; i++) {
        const int64_t *of = channels[i % 3], kernel = 1 + i % 4 * 2 % 3;
        const int64_t size = kernel == 1 ? 61 : 28;
        struct sdyrt_conv c = plain(random_between(1, 2), size, of[0], kernel, 1 + i % 2, of[1]);
        c.kernel_dilation[2] = random_between(1, 2);
        c.pad_low[1] = random_between(-1, 2);
        c.reversed[2] = i % 3 == 0;
        c.in_dilation[1] = i == 7 ? 2 : 1;
        c.feature_groups = i == 5 ? 2 : 1;
        c.out_channels *= c.feature_groups;
        if (i == 4) {
            c.in_size[0] = c.kernel_size[0] = 3;
            c.out_size[0] = natural_size(&c, 0, 1);
        }
        for (int dim = 1; dim < 3; dim++) {
            c.out_size[dim] = natural_size(&c, dim, 1);
        }
        count += is_split(&c);
        check(&c, channels_last, i % 2 ? batch_last : channels_first, channels_last);
    }
    assert_true(count >= 6);
}

/* It is at most that of the multiplication of elements, or little more. */
static void errors(void **state) {
    (void)state;
    for (int form = 0; form < 8; form++) {
        struct sdyrt_conv c = plain(1, 49, form < 4 ? 128 : 256, 3, 2, 128);
        c.kernel_dilation[1] = 1 + form / 2 % 2;
        c.out_size[1] = natural_size(&c, 1, 0);
        assert_true(is_split(&c));
        const double split = greatest_error(&c, form % 2 == 0 ? -1 : 0);
        c.direct = 1;
        assert_true(!is_split(&c));
        assert_true(split <= 1.2 * greatest_error(&c, form % 2 == 0 ? -1 : 0));
    }
}

static void compare_floats(const float *got, const float *want, int64_t count) {
    for (int64_t i = 0; i < count; i++) {
        assert_true(isfinite(want[i]) ? fabsf(got[i] - want[i]) <= 1e-3f
                                      : got[i] == want[i] || (isnan(got[i]) && isnan(want[i])));
    }
}

/* An infinite pixel or tap, or a NaN, gives what it gives where elements are multiplied, and so do
   very small numbers; whether the kernel is packed ahead or not. */
static void numbers_that_cannot_be_split(void **state) {
    (void)state;
    for (int form = 0; form < 12; form++) {
        struct sdyrt_conv c =
            plain(2, form % 2 ? 35 : 71, form % 2 ? 128 : 256, form % 2 ? 3 : 1, 2, 160);
        struct problem p = {.conv = c};
        lay_out(&p, channels_last, batch_last, channels_last);
        c = p.conv;
        float *in = some_floats(p.in_count), *kernel = some_floats(p.kernel_count);
        float *got = aligned((size_t)p.out_count * 4), *want = aligned((size_t)p.out_count * 4);
        void *scratch = aligned(SDYRT_KERNEL_SCRATCH);
        const float odd = form / 2 % 3 == 0 ? INFINITY : form / 2 % 3 == 1 ? NAN : 0x1p-90f;
        float *operand = form < 6 ? in : kernel;
        const int64_t count = form < 6 ? p.in_count : p.kernel_count;
        for (int64_t i = odd < 1 ? 0 : count / 3; i < (odd < 1 ? count : count / 3 + 1); i++) {
            operand[i] = odd;
        }
        assert_true(is_split(&c));
        memset(got, 0, (size_t)p.out_count * 4);
        memset(want, 0, (size_t)p.out_count * 4);
        convolve(&c, in, kernel, got, NULL, NULL, scratch);
        c.direct = 1;
        convolve(&c, in, kernel, want, NULL, NULL, scratch);
        compare_floats(got, want, p.out_count);
        c.direct = 0;
        char *packed = packed_kernel(&c, kernel, NULL, scratch);
        c.packed = 1;
        convolve(&c, in, packed, got, NULL, NULL, scratch);
        compare_floats(got, want, p.out_count);
        free(packed);
        free(in);
        free(kernel);
        free(got);
        free(want);
        free(scratch);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(forms),
        cmocka_unit_test(errors),
        cmocka_unit_test(numbers_that_cannot_be_split),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
