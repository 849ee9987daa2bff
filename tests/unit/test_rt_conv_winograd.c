/* Winograd's convolutions and gradients of kernels, and their errors. */
#include "conv_problem.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

#include "product.h"

/* Kernels of 3x3 that move by one pixel: by Winograd's tiles where there are enough of them, whole
   ones or not, of images and of their rows, with several passes over the channels. */
static void winograd(void **state) {
    static const int64_t sizes[][4] = {{9, 7, 96, 80},   {1, 15, 32, 48},  {2, 30, 144, 32},
                                       {1, 13, 64, 160}, {3, 230, 32, 32}, {1, 8, 32, 32}};
    (void)state;
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        struct sdyrt_conv c = plain(sizes[i][0], sizes[i][1], sizes[i][2], 3, 1, sizes[i][3]);
        c.in_size[1] = sizes[i][1] > 200 ? 5 : sizes[i][1] + 1;
        c.pad_low[2] = (int64_t)i % 3 - 1;
        c.out_size[1] = natural_size(&c, 1, 1);
        c.out_size[2] = natural_size(&c, 2, 2);
        c.reversed[1] = i % 2;
        check(&c, channels_last, channels_last, channels_last);
        check(&c, channels_first, channels_first, channels_first);
        check(&c, channels_last, batch_last, batch_last);
        c.type = SDYRT_PRODUCT_BF16_F32;
        check(&c, channels_last, channels_last, channels_last);
        check(&c, channels_first, channels_first, channels_first);
        check(&c, channels_last, batch_last, batch_last);
        c.type = SDYRT_PRODUCT_F32;
        c.direct = 1;
        check(&c, channels_last, batch_last, channels_last);
    }
}

/* The gradients of such kernels: images of several tiles, whole ones or not, several images or a
   part of a row in a pass; as many channels as tasks share. */
static void winograd_gradients(void **state) {
    static const int64_t sizes[][4] = {{17, 7, 48, 32}, {4, 15, 32, 48},  {4, 17, 80, 32},
                                       {6, 13, 48, 48}, {1, 150, 32, 32}, {64, 4, 32, 32}};
    (void)state;
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        struct sdyrt_conv c = plain(sizes[i][2], sizes[i][1], sizes[i][0], 1, 1, sizes[i][3]);
        c.in_size[1] = sizes[i][1] > 100 ? 7 : sizes[i][1] + 1;
        for (int dim = 1; dim < 3; dim++) {
            c.pad_low[dim] = dim == 2 ? (int64_t)i % 3 - 1 : 1;
            c.kernel_size[dim] = c.in_size[dim] + c.pad_low[dim] - 1;
            c.out_size[dim] = 3;
        }
        c.reversed[1] = i % 2;
        check(&c, batch_last, batch_last, taps_first);
        check(&c, batch_last, channels_last, channels_last);
        check(&c, swapped, swapped, swapped);
        c.direct = 1;
        check(&c, batch_last, batch_last, taps_first);
    }
}

/* The error of Winograd's convolutions is at most twice that of those that multiply elements: for
   kernels and images around zero, and for both above it. */
static void winograd_errors(void **state) {
    (void)state;
    for (int form = 0; form < 4; form++) {
        struct sdyrt_conv c = plain(1, 14, form < 2 ? 64 : 256, 3, 1, 64);
        const double fast = greatest_error(&c, form % 2 == 0 ? -1 : 0);
        c.direct = 1;
        assert_true(fast <= 2 * greatest_error(&c, form % 2 == 0 ? -1 : 0));
    }
}

/* The greatest error of the gradient of a kernel, taps and channels last: random numbers, from
   `low` to 1. */
static double gradient_error(const struct sdyrt_conv *conv, int64_t low) {
    struct problem p = {.conv = *conv};
    lay_out(&p, batch_last, batch_last, taps_first);
    const struct sdyrt_conv *c = &p.conv;
    float *in = aligned((size_t)p.in_count * 4), *out = aligned((size_t)p.out_count * 4);
    float *kernel = aligned((size_t)p.kernel_count * 4), *operands[2] = {in, kernel};
    void *scratch = aligned(SDYRT_KERNEL_SCRATCH);
    double worst = 0;
    random_from_start();
    for (int64_t i = 0; i < p.in_count + p.kernel_count; i++) {
        int which = i >= p.in_count;
        operands[which][i - which * p.in_count] = (float)random_between(low, 1 << 20) * 0x1p-20f;
    }
    convolve(c, in, kernel, out, NULL, NULL, scratch);
    for (int64_t i = 0; i < 9 * c->batch * c->out_channels; i += 29) {
        int64_t tap = i % 9, b = i / 9 % c->batch, o = i / 9 / c->batch;
        double sum = 0;
        for (int64_t k = 0; k < c->in_channels * c->kernel_size[1] * c->kernel_size[2]; k++) {
            int64_t w = k % c->kernel_size[2], h = k / c->kernel_size[2] % c->kernel_size[1];
            int64_t image = k / c->kernel_size[2] / c->kernel_size[1];
            int64_t row = source(c, 1, tap / 3, h), column = source(c, 2, tap % 3, w);
            if (row >= 0 && column >= 0) {
                sum += (double)in[image * c->in_channel + row * c->in_spatial[1] +
                                  column * c->in_spatial[2] + b] *
                       (double)kernel[image * c->kernel_in + h * c->kernel_spatial[1] +
                                      w * c->kernel_spatial[2] + o];
            }
        }
        double error = fabs(sum - (double)out[tap / 3 * c->out_spatial[1] +
                                              tap % 3 * c->out_spatial[2] + b * c->out_batch + o]);
        worst = error > worst ? error : worst;
    }
    free(in);
    free(out);
    free(kernel);
    free(scratch);
    return worst;
}

/* The same of Winograd's gradients. */
static void winograd_gradient_errors(void **state) {
    (void)state;
    for (int form = 0; form < 4; form++) {
        struct sdyrt_conv c = plain(32, form < 2 ? 14 : 30, 6, 3, 1, 32);
        int64_t low = form % 2 == 0 ? -(1 << 20) : 0;
        for (int dim = 1; dim < 3; dim++) {
            c.kernel_size[dim] = c.in_size[dim];
            c.out_size[dim] = 3;
        }
        double fast = gradient_error(&c, low);
        c.direct = 1;
        double plainly = gradient_error(&c, low);
        assert_true(fast <= 2 * plainly);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(winograd),
        cmocka_unit_test(winograd_gradients),
        cmocka_unit_test(winograd_errors),
        cmocka_unit_test(winograd_gradient_errors),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
