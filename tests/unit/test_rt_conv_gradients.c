/* Gradients of convolutions, as programs state them: convolutions too, of other shapes. */
#include "conv_problem.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

#include "product.h"

/* Of the image, where the convolution moved by several pixels: the input is dilated, and the pixels
   of the result take turns at the taps, some at none. */
static void depthwise_input_gradients(void **state) {
    static const int64_t types[] = {SDYRT_PRODUCT_F32, SDYRT_PRODUCT_F64, SDYRT_PRODUCT_I32};
    (void)state;
    for (int i = 0; i < 6; i++) {
        struct sdyrt_conv c = plain(3, 7, 1, i < 3 ? 3 : 2, 1, 102);
        c.type = types[i % 3];
        c.feature_groups = 102;
        c.in_dilation[1] = 2;
        c.in_dilation[2] = i < 3 ? 2 : 3;
        c.reversed[1] = c.reversed[2] = 1;
        c.out_size[1] = natural_size(&c, 1, 2);
        c.out_size[2] = natural_size(&c, 2, 1);
        check(&c, channels_last, batch_last, channels_last);
        check(&c, channels_first, channels_first, channels_first);
    }
}

/* Of the kernel: groups of one image and one channel of the result each. */
static void depthwise_gradients(void **state) {
    (void)state;
    for (int64_t stride = 1; stride <= 2; stride++) {
        struct sdyrt_conv c = plain(1, 9, 3, 3, 1, 70);
        c.batch_groups = 70;
        for (int i = 0; i < 3; i++) {
            c.kernel_size[i] = i == 0 ? 1 : 9 / stride;
            c.kernel_dilation[i] = i == 0 ? 1 : stride;
            c.out_size[i] = i == 0 ? 1 : 3;
        }
        check(&c, batch_last, batch_last, channels_last);
        check(&c, batch_last, channels_last, channels_last);
        check(&c, swapped, swapped, swapped);
        c.type = SDYRT_PRODUCT_F64;
        check(&c, batch_last, swapped, channels_last);
        check(&c, swapped, swapped, swapped);
    }
}

/* The gradients of y = conv(x, k), as a program states them. */
static void gradients(void **state) {
    (void)state;
    for (int64_t stride = 1; stride <= 2; stride++) {
        struct sdyrt_conv y = plain(3, 14, 18, 3, stride, 35);
        struct sdyrt_conv dx = y, dk = y;
        int64_t size = y.out_size[1];
        dx.in_channels = 35;
        dx.out_channels = 18;
        dk.batch = 18;
        dk.in_channels = 3;
        for (int i = 1; i < 3; i++) {
            dx.in_size[i] = size;
            dx.out_size[i] = 14;
            dx.stride[i] = 1;
            dx.in_dilation[i] = stride;
            dx.reversed[i] = 1;
            dk.kernel_size[i] = size;
            dk.kernel_dilation[i] = stride;
            dk.stride[i] = 1;
            dk.out_size[i] = 3;
        }
        check(&dx, channels_last, channels_last, channels_last);
        check(&dk, batch_last, batch_last, channels_last);
        check(&dk, batch_last, batch_last, batch_last);
        check(&dk, swapped, swapped, swapped);
        dk.type = SDYRT_PRODUCT_F64;
        check(&dk, swapped, swapped, swapped);
        dk.kernel_size[0] = dk.in_size[0] = 9; /* far more taps than the pixels' steps */
        check(&dk, swapped, channels_last, swapped);
    }
}

/* Of kernels of few channels: a kernel of rows as long as an image, by more taps than a pass takes,
   was once one product for each of its taps, or rows of one image. */
static void gradients_of_few_channels(void **state) {
    static const int64_t types[] = {SDYRT_PRODUCT_F32, SDYRT_PRODUCT_F64, SDYRT_PRODUCT_I32};
    (void)state;
    for (int64_t form = 0; form < 6; form++) {
        struct sdyrt_conv c = plain(form % 3 + 1, 47, form < 3 ? 2 : 19, 5, 1, 33);
        c.type = types[form % 3];
        for (int i = 1; i < 3; i++) {
            c.kernel_dilation[i] = form % 2 + 1;
            c.kernel_size[i] = form % 2 == 0 ? 44 : 24;
            c.pad_low[i] = 2;
            c.out_size[i] = natural_size(&c, i, form % 3);
        }
        c.in_size[0] = c.kernel_size[0] = form == 5 ? 3 : 1;
        const int *order = orders[(form + form / 3) % 3];
        check(&c, order, order, order);
        check(&c, batch_last, order, channels_last);
        check(&c, swapped, swapped, swapped);
    }
}

/* Of kernels of several sizes, strides and dilations, with what is copied for a pass: all of an
   image, some of its rows or of a row; with a copy for each column of the result or one for all,
   whose columns are one product where the channels are few; in tasks of channels and of pixels. */
static void copied_gradients(void **state) {
    static const int64_t forms[][7] = {
        /* channels, of the result, image, kernel, stride, dilation, images */
        {3, 40, 66, 7, 2, 1, 1},  {70, 33, 12, 3, 2, 1, 9}, {130, 70, 7, 1, 1, 1, 11},
        {40, 300, 9, 1, 2, 1, 7}, {9, 36, 40, 5, 3, 1, 2},  {33, 40, 23, 3, 1, 2, 1},
        {20, 35, 21, 3, 2, 3, 2}, {8, 33, 300, 3, 1, 1, 1}, {8, 34, 13, 11, 1, 1, 1},
        {24, 40, 62, 2, 2, 1, 1}};
    (void)state;
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
        const int64_t *f = forms[i], reach = (f[3] - 1) * f[5] + 1;
        struct sdyrt_conv c = plain(f[0], f[2], f[6], 1, 1, f[1]);
        for (int dim = 1; dim < 3; dim++) {
            c.kernel_size[dim] = (f[2] + 2 * (f[3] / 2) - reach) / f[4] + 1;
            c.kernel_dilation[dim] = f[4];
            c.stride[dim] = f[5];
            c.pad_low[dim] = f[3] / 2;
            c.out_size[dim] = f[3];
        }
        c.in_size[1] = f[2] > 200 ? 5 : f[2];
        c.kernel_size[1] = f[2] > 200 ? 5 : c.kernel_size[1];
        check(&c, batch_last, batch_last, taps_first);
        check(&c, batch_last, channels_last, channels_last);
        check(&c, swapped, swapped, swapped);
        c.type = i % 2 == 0 ? SDYRT_PRODUCT_F64 : SDYRT_PRODUCT_I32;
        c.in_size[0] = c.kernel_size[0] = c.out_size[0] = 2;
        c.pad_low[0] = 1;
        check(&c, batch_last, batch_last, taps_first);
    }
}

/* Few results, each a sum over many images: several tasks, whose kernels are packed. */
static void long_sums(void **state) {
    (void)state;
    struct sdyrt_conv c = plain(2, 36, 90, 5, 1, 12);
    for (int i = 1; i < 3; i++) {
        c.kernel_size[i] = 36;
        c.pad_low[i] = 2;
        c.out_size[i] = 4;
    }
    assert_true(tasks_of(&c) > 1);
    check(&c, batch_last, batch_last, channels_last);
}

/* The gradient of a 1x1 kernel of so many channels, of images of so many pixels across. */
static struct problem gradient_of_pixels(int64_t in, int64_t out, int64_t size, int64_t images,
                                         int64_t step) {
    struct problem p = {.conv = plain(in, size, images, 1, 1, out)};
    for (int dim = 1; dim < 3; dim++) {
        p.conv.kernel_size[dim] = (size + step - 1) / step;
        p.conv.kernel_dilation[dim] = step;
        p.conv.out_size[dim] = 1;
    }
    lay_out(&p, batch_last, taps_first, taps_first);
    return p;
}

static int64_t pieces_of(int64_t in, int64_t out, int64_t size, int64_t images, int64_t step) {
    const struct problem p = gradient_of_pixels(in, out, size, images, step);
    return sdyrt_conv_pieces(&p.conv);
}

/* Long sums of large operands are made in pieces, as long as these are equal, their results are few
   and none has an order; each piece is one task, of however many channels. */
static void pieces_of_gradients(void **state) {
    static const int64_t forms[][3] = {{130, 70, 21}, {512, 33, 5}, {40, 512, 30}};
    (void)state;
    assert_int_equal(pieces_of(256, 128, 56, 8, 1), 8);
    assert_int_equal(pieces_of(256, 128, 56, 12, 2), 6);
    assert_int_equal(pieces_of(256, 128, 56, 11, 1), 1);
    assert_int_equal(pieces_of(64, 64, 28, 8, 1), 1);
    assert_int_equal(pieces_of(1024, 2048, 14, 8, 1), 1);
    struct problem ordered = gradient_of_pixels(256, 128, 56, 8, 1);
    ordered.conv.in_order = 1;
    assert_int_equal(sdyrt_conv_pieces(&ordered.conv), 1);
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
        const int64_t *f = forms[i];
        struct sdyrt_conv c = gradient_of_pixels(f[0], f[1], f[2], (int64_t)i + 1, 2).conv;
        c.pieces = 8;
        check(&c, batch_last, taps_first, taps_first);
        assert_int_equal(tasks_of(&c), 1);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(depthwise_input_gradients),
        cmocka_unit_test(depthwise_gradients),
        cmocka_unit_test(gradients),
        cmocka_unit_test(gradients_of_few_channels),
        cmocka_unit_test(copied_gradients),
        cmocka_unit_test(long_sums),
        cmocka_unit_test(pieces_of_gradients),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
