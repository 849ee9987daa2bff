/* Convolutions of every form against the definition. */
#include "conv_problem.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "product.h"
#include "scalar.h"

static struct sdyrt_conv random_conv(int64_t type) {
    struct sdyrt_conv c = {.type = type,
                           .batch = random_between(1, 12),
                           .in_channels = random_between(1, 20),
                           .feature_groups = 1,
                           .batch_groups = 1,
                           .in_order = random_between(0, 3) == 0};
    int64_t groups = random_between(0, 3) == 0 ? random_between(2, 3) : 1;
    int64_t rank = random_between(0, 3);
    *(random_between(0, 1) ? &c.feature_groups : &c.batch_groups) = groups;
    c.out_channels = groups * random_between(1, 40);
    for (int i = 0; i < 3; i++) {
        int used = i >= 3 - rank, odd = used && random_between(0, 2) == 0;
        c.in_size[i] = used ? random_between(1, 9) : 1;
        c.kernel_size[i] = used ? random_between(1, 5) : 1;
        c.stride[i] = used ? random_between(1, 3) : 1;
        c.pad_low[i] = used ? random_between(-1, 3) : 0;
        c.in_dilation[i] = odd ? random_between(1, 3) : 1;
        c.kernel_dilation[i] = odd ? random_between(1, 3) : 1;
        c.reversed[i] = odd ? random_between(0, 1) : 0;
        c.out_size[i] = used ? natural_size(&c, i, random_between(-1, 3)) : 1;
    }
    return c;
}

static void random_forms(void **state) {
    static const int64_t types[] = {
        SDYRT_PRODUCT_F32,      SDYRT_PRODUCT_F32,     SDYRT_PRODUCT_F32,    SDYRT_PRODUCT_F64,
        SDYRT_PRODUCT_F64,      SDYRT_PRODUCT_I32,     SDYRT_PRODUCT_I8_I32, SDYRT_PRODUCT_U8_I32,
        SDYRT_PRODUCT_BF16_F32, SDYRT_PRODUCT_BF16_F32};
    (void)state;
    for (int i = 0; i < 1000; i++) {
        struct sdyrt_conv c = random_conv(types[i % 10]);
        check(&c, orders[random_between(0, 2)], orders[random_between(0, 2)],
              orders[random_between(0, 2)]);
    }
}

/* Sizes at which tasks divide rows, channels and images, and several passes are made. */
static void divided_tasks(void **state) {
    (void)state;
    for (int order = 0; order < 2; order++) {
        struct sdyrt_conv stem = plain(1, 61, 3, 7, 2, 64), small = plain(9, 7, 160, 3, 1, 40);
        struct sdyrt_conv large = plain(1, 48, 64, 3, 1, 33), point = plain(3, 9, 900, 1, 2, 70);
        check(&stem, orders[order], batch_last, orders[order]);
        check(&small, orders[order], batch_last, orders[order]);
        check(&large, orders[order], batch_last, orders[order]);
        check(&point, orders[order], batch_last, orders[order]);
        large.type = SDYRT_PRODUCT_F64;
        check(&large, orders[order], batch_last, orders[order]);
        small.type = large.type = SDYRT_PRODUCT_I8_I32;
        small.in_channels = 161;
        check(&small, orders[order], batch_last, orders[order]);
        check(&large, orders[order], batch_last, orders[order]);
        stem.type = small.type = large.type = point.type = SDYRT_PRODUCT_BF16_F32;
        check(&stem, orders[order], batch_last, orders[order]);
        check(&small, orders[order], batch_last, orders[order]);
        check(&large, orders[order], batch_last, orders[order]);
        check(&point, orders[order], batch_last, orders[order]);
    }
}

/* To so few channels that scalar products make them, from channels that fill vectors or nearly do;
   several passes over channels and taps. */
static void to_few_channels(void **state) {
    static const int64_t types[] = {SDYRT_PRODUCT_F32, SDYRT_PRODUCT_F64, SDYRT_PRODUCT_I32,
                                    SDYRT_PRODUCT_BF16_F32};
    static const int64_t channels[] = {11, 16, 33, 64, 100, 900};
    (void)state;
    for (int i = 0; i < 48; i++) {
        struct sdyrt_conv c = plain(2, 19, channels[i % 6], 2 * random_between(0, 2) + 1,
                                    random_between(1, 2), random_between(1, 5));
        c.type = types[i % 4];
        check(&c, orders[i % 2], orders[random_between(0, 2)], orders[random_between(0, 1)]);
    }
}

/* Bytes and bf16: channels that fill groups of four bytes and registers of 64, or nearly do, rows
   of pixels that are several blocks of registers, taps side by side and apart. */
static void registers_of_groups(void **state) {
    static const int64_t types[] = {SDYRT_PRODUCT_I8_I32, SDYRT_PRODUCT_BF16_F32,
                                    SDYRT_PRODUCT_U8_I32};
    static const int64_t channels[] = {1, 3, 4, 5, 8, 16, 21, 32, 63, 64, 65, 100, 128, 260};
    enum { CHANNELS = sizeof channels / sizeof *channels };
    (void)state;
    for (int i = 0; i < 210; i++) {
        int64_t kernel = random_between(1, 4), stride = random_between(1, 2);
        struct sdyrt_conv c = plain(random_between(1, 2), 5, channels[i % CHANNELS], kernel, stride,
                                    random_between(1, 70));
        c.type = types[i % 3];
        c.in_size[2] = random_between(4, 70);
        c.kernel_dilation[2] = random_between(1, 2);
        for (int dim = 1; dim < 3; dim++) {
            c.out_size[dim] = natural_size(&c, dim, kernel / 2);
        }
        check(&c, orders[random_between(0, 1)], orders[random_between(0, 2)],
              orders[random_between(0, 1)]);
    }
}

/* Of a convolution of ones but for infinite pixels in a column: what it reaches is infinite. */
static void compare_infinities(const struct problem *p, int64_t column, const float *out) {
    const struct sdyrt_conv *c = &p->conv;
    for (int64_t i = 0; i < c->out_size[1] * c->out_size[2] * c->out_channels; i++) {
        int64_t first = i / c->out_channels % c->out_size[2] * c->stride[2] - c->pad_low[2];
        bool reached = first <= column && column < first + c->kernel_size[2];
        assert_true(isfinite(out[i]) ? !reached : reached && out[i] > 0);
    }
}

/* A column of infinite pixels of bf16 is seen in those pixels of the result alone that it reaches,
   however many channels there are. */
static void infinities_stay_where_they_are(void **state) {
    static const int64_t channels[] = {1, 2, 3, 8, 21, 32, 37, 48, 100};
    enum { COLUMN = 11 };
    const uint16_t one = sdyrt_convert_f32_bf16(1), infinite = sdyrt_convert_f32_bf16(INFINITY);
    void *scratch = aligned(SDYRT_KERNEL_SCRATCH);
    (void)state;
    for (int i = 0; i < 36; i++) {
        struct problem p = {.conv = plain(1, 20, channels[i % 9], i / 9 + 1, 1 + i % 2, 33)};
        p.conv.type = SDYRT_PRODUCT_BF16_F32;
        lay_out(&p, channels_last, batch_last, channels_last);
        uint16_t *in = aligned((size_t)p.in_count * 2);
        uint16_t *kernel = aligned((size_t)p.kernel_count * 2);
        float *out = aligned((size_t)p.out_count * 4);
        for (int64_t j = 0; j < p.in_count; j++) {
            in[j] = j / p.conv.in_channels % p.conv.in_size[2] == COLUMN ? infinite : one;
        }
        for (int64_t j = 0; j < p.kernel_count; j++) {
            kernel[j] = one;
        }
        memset(scratch, 0xff, SDYRT_KERNEL_SCRATCH);
        convolve(&p.conv, in, kernel, out, NULL, NULL, scratch);
        compare_infinities(&p, COLUMN, out);
        free(in);
        free(kernel);
        free(out);
    }
    free(scratch);
}

/* Rows so long that they are cut into pieces, alone and in groups, with steps and dilation. */
static void long_rows(void **state) {
    (void)state;
    for (int form = 0; form < 6; form++) {
        struct sdyrt_conv c = plain(2, 1, 3, 1, 1, 6);
        c.in_size[2] = 2611;
        c.kernel_size[2] = form == 5 ? 300 : 5;
        c.pad_low[2] = 2;
        c.stride[2] = form == 1 ? 2 : 1;
        c.in_dilation[2] = form == 2 ? 3 : 1;
        c.kernel_dilation[2] = form == 3 ? 4 : 1;
        c.feature_groups = form == 4 ? 2 : 1;
        c.out_size[2] = natural_size(&c, 2, 2);
        for (int order = 0; order < 2; order++) {
            check(&c, orders[order], orders[order], orders[order]);
        }
    }
}

/* Patches of an image that follow each other: a row of a patch is one stretch of the input. */
static void patches(void **state) {
    static const int64_t types[] = {SDYRT_PRODUCT_F32, SDYRT_PRODUCT_F64, SDYRT_PRODUCT_I32,
                                    SDYRT_PRODUCT_I8_I32, SDYRT_PRODUCT_BF16_F32};
    (void)state;
    for (int64_t size = 4; size <= 32; size *= 2) {
        struct sdyrt_conv c = plain(2, 96, 3, size, size, 20);
        c.pad_low[1] = c.pad_low[2] = 0;
        c.out_size[1] = c.out_size[2] = natural_size(&c, 1, 0);
        for (int i = 0; i < 5; i++) {
            c.type = types[i];
            check(&c, channels_last, channels_last, channels_last);
            check(&c, channels_first, channels_first, channels_first);
        }
    }
}

/* A kernel larger than the result is no gradient where channels have kernels of their own: their
   images were moved side by side, and each channel was a task. */
static void depthwise_of_small_images(void **state) {
    struct sdyrt_conv c = plain(8, 4, 1, 3, 2, 96);
    (void)state;
    assert_true(sdyrt_conv_wants_images(&c));
    c.feature_groups = 96;
    assert_false(sdyrt_conv_wants_images(&c));
    check(&c, channels_last, batch_last, channels_last);
}

static void depthwise(void **state) {
    (void)state;
    for (int64_t stride = 1; stride <= 2; stride++) {
        struct sdyrt_conv c = plain(2, 9, 1, 3, stride, 70);
        c.feature_groups = 70;
        c.kernel_dilation[2] = stride;
        c.reversed[1] = stride == 2;
        check(&c, channels_last, batch_last, channels_last);
        c.type = SDYRT_PRODUCT_F64;
        check(&c, channels_last, batch_last, channels_last);
        check(&c, channels_first, channels_first, channels_first);
    }
}

/* Kernels as large as their images, as of the gradient of a kernel of one pixel: one product where
   channels and pixels follow each other in both operands alike. */
static void whole_images(void **state) {
    static const int64_t types[] = {SDYRT_PRODUCT_F32, SDYRT_PRODUCT_F64, SDYRT_PRODUCT_I32,
                                    SDYRT_PRODUCT_I8_I32, SDYRT_PRODUCT_BF16_F32};
    static const int64_t batches[] = {35, 64, 300, 7};
    (void)state;
    for (int i = 0; i < 5; i++) {
        for (int form = 0; form < 4; form++) {
            struct sdyrt_conv c = plain(batches[form], 6, form == 3 ? 1 : 9, 6, 1, 150);
            c.type = types[i];
            for (int dim = 1; dim < 3; dim++) {
                c.pad_low[dim] = 0;
                c.out_size[dim] = 1;
                c.reversed[dim] = form == 1;
            }
            check(&c, channels_last, swapped, channels_last);
            check(&c, channels_first, channels_first, channels_first);
            check(&c, batch_last, batch_last, channels_last);
            check(&c, swapped, swapped, swapped);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_forms),
        cmocka_unit_test(divided_tasks),
        cmocka_unit_test(to_few_channels),
        cmocka_unit_test(registers_of_groups),
        cmocka_unit_test(infinities_stay_where_they_are),
        cmocka_unit_test(long_rows),
        cmocka_unit_test(patches),
        cmocka_unit_test(depthwise_of_small_images),
        cmocka_unit_test(depthwise),
        cmocka_unit_test(whole_images),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
