/* Parts of convolutions: pixels that are reported before others, packed kernels, rows that another
   convolution reads. */
#include "conv_problem.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "conv_places.h"
#include "product.h"

/* What follows on a convolution adds so much to each element when it is reported. */
enum { FOLLOWED = 1 << 20 };
struct followed {
    struct problem *problem;
    float *out;
};

static void add_to_pixels(float *out, const struct sdyrt_conv *c, int64_t pixel, int64_t pixels,
                          int64_t channel, int64_t channels, float value) {
    for (int64_t i = pixel; i < pixel + pixels; i++) {
        const int64_t w = i % c->out_size[2], line = i / c->out_size[2];
        const int64_t h = line % c->out_size[1], plane = line / c->out_size[1];
        float *to = out + plane / c->out_size[0] * c->out_batch +
                    plane % c->out_size[0] * c->out_spatial[0] + h * c->out_spatial[1] +
                    w * c->out_spatial[2];
        for (int64_t j = channel; j < channel + channels; j++) {
            to[j * c->out_channel] += value;
        }
    }
}

static void follow(void *context, int64_t pixel, int64_t pixels, int64_t channel,
                   int64_t channels) {
    const struct followed *followed = context;
    count_reported(followed->problem, pixel, pixels, channel, channels);
    add_to_pixels(followed->out, &followed->problem->conv, pixel, pixels, channel, channels,
                  FOLLOWED);
}

/* An element is reported when it is there, and left alone then. */
static void check_followed(const struct sdyrt_conv *conv, const int *order) {
    struct problem p = problem_of(conv, order, batch_last, order);
    const int64_t pixels = conv->batch * conv->out_size[0] * conv->out_size[1] * conv->out_size[2];
    void *in = operand(&p, p.in, p.in_count), *kernel = operand(&p, p.kernel, p.kernel_count);
    float *out = aligned((size_t)p.out_count * sizeof *out);
    char *scratch = aligned(SDYRT_KERNEL_SCRATCH);
    struct followed followed = {&p, out};
    memset(out, 0xff, (size_t)p.out_count * sizeof *out);
    memset(scratch, 0xff, SDYRT_KERNEL_SCRATCH);
    convolve(&p.conv, in, kernel, out, follow, &followed, scratch);
    add_to_pixels(out, &p.conv, 0, pixels, 0, conv->out_channels, -FOLLOWED);
    compare(&p, out);
    problem_free(&p);
    free(in);
    free(kernel);
    free(out);
    free(scratch);
}

/* Tasks report some pixels after the others: rows of an image, images, all of them; with all panels
   of the kernel packed before, and with too many for that. */
static void followed_by_others(void **state) {
    static const int64_t sizes[] = {1, 3, 7, 14, 28, 57, 130};
    (void)state;
    for (int order = 0; order < 2; order++) {
        for (int i = 0; i < 7; i++) {
            struct sdyrt_conv point = plain(5, sizes[i], 40, 1, 1, 70);
            struct sdyrt_conv wide = plain(2, sizes[i], 20, 3, 2, 33);
            struct sdyrt_conv depthwise = plain(3, sizes[i], 1, 3, 1, 37);
            depthwise.feature_groups = 37;
            check_followed(&point, orders[order]);
            check_followed(&wide, orders[order]);
            check_followed(&depthwise, orders[order]);
        }
        struct sdyrt_conv deep = plain(2, 14, 1100, 1, 1, 256), tiles = plain(1, 20, 32, 3, 1, 32);
        check_followed(&deep, orders[order]);
        check_followed(&tiles, orders[order]);
    }
}

static int are_alike(const struct sdyrt_conv *a, const struct sdyrt_conv *b) {
    const struct plans one = plans_of(a), other = plans_of(b);
    return sdyrt_conv_lie_alike(a, b) && sdyrt_conv_pack_alike(one.of, other.of);
}

/* Kernels of images of other sizes that are said to be packed alike are, and some are not: by
   Winograd's tiles and by pixels, to few channels and to more, in one pass and in several. */
static void packed_alike(void **state) {
    static const int64_t sizes[] = {1, 7, 30, 200};
    char *scratch = aligned(SDYRT_KERNEL_SCRATCH);
    int alike = 0, different = 0;
    (void)state;
    for (int i = 0; i < 96; i++) {
        const int64_t kernel = i % 2 * 2 + 1, channels = 32 << i % 3, out = i % 5 == 0 ? 3 : 64;
        const struct sdyrt_conv a = dense(plain(1, sizes[i % 4], channels, kernel, 1, out));
        const struct sdyrt_conv b = dense(plain(2, sizes[i / 4 % 4], channels, kernel, 1, out));
        float *weights = some_floats(kernel * a.kernel_spatial[1]);
        size_t bytes = 0, other_bytes = 0;
        char *one = packed_kernel(&a, weights, &bytes, scratch);
        char *other = packed_kernel(&b, weights, &other_bytes, scratch);
        if (one != NULL && other != NULL && are_alike(&a, &b)) {
            alike++;
            assert_int_equal(bytes, other_bytes);
            assert_memory_equal(one, other, bytes);
        } else if (one != NULL && other != NULL) {
            different++;
        }
        free(weights);
        free(one);
        free(other);
    }
    assert_true(alike > 0 && different > 0);
    free(scratch);
}

/* Every element of the kernel is packed where it is said to be. */
static int check_places(const struct sdyrt_conv *c, char *scratch) {
    const int64_t size = (int64_t)sdyrt_product_operand_size(c->type);
    const int64_t elements = c->kernel_size[0] * c->kernel_size[1] * c->kernel_size[2] *
                             c->in_channels * c->out_channels;
    const struct plans plans = plans_of(c);
    struct sdyrt_conv_places places;
    if (!sdyrt_conv_places_of(c, plans.of, &places)) {
        return 0;
    }
    float *weights = some_floats((elements * size + 3) / 4);
    size_t bytes = 0;
    char *packed = packed_kernel(c, weights, &bytes, scratch);
    int64_t wrong = 0;
    for (int64_t i = 0; i < elements; i++) {
        const int64_t place = sdyrt_conv_place(&places, i);
        wrong += place < 0 || place >= (int64_t)bytes / size ||
                 memcmp(packed + place * size, (char *)weights + i * size, (size_t)size) != 0;
    }
    assert_int_equal(wrong, 0);
    free(weights);
    free(packed);
    return 1;
}

/* Of kernels with channels of the result fastest and slowest, in one pass and in several, to few
 * channels and to more, of all types that are packed, in groups. */
static void places_of_packed(void **state) {
    static const int64_t types[] = {SDYRT_PRODUCT_F32, SDYRT_PRODUCT_F64, SDYRT_PRODUCT_I32,
                                    SDYRT_PRODUCT_I8_I32, SDYRT_PRODUCT_BF16_F32};
    char *scratch = aligned(SDYRT_KERNEL_SCRATCH);
    int moved[5] = {0};
    (void)state;
    for (int i = 0; i < 120; i++) {
        static const int64_t channels[] = {3, 40, 130, 300}, outs[] = {2, 64, 70};
        const int64_t taps = 1 + 2 * (i / 5 % 2), size = i / 15 % 2 ? 5 : 20;
        struct sdyrt_conv c = plain(1, size, channels[i / 30 % 4], taps, 1, outs[i / 60 + i % 2]);
        if (i % 7 == 3) {
            c.feature_groups = 2;
            c.in_channels += c.in_channels % 2;
            c.in_channels /= 2;
        }
        c = dense(c);
        c.type = types[i % 5];
        moved[i % 5] += check_places(&c, scratch);
        struct sdyrt_conv rows = c; /* as the kernel of OIHW lies */
        rows.kernel_spatial[2] = 1;
        rows.kernel_spatial[1] = rows.kernel_size[2];
        rows.kernel_spatial[0] = rows.kernel_size[2] * rows.kernel_size[1];
        rows.kernel_in = rows.kernel_spatial[0] * rows.kernel_size[0];
        rows.kernel_out = rows.kernel_in * rows.in_channels;
        moved[i % 5] += check_places(&rows, scratch);
    }
    for (int type = 0; type < 3; type++) {
        assert_true(moved[type] > 0);
    }
    free(scratch);
}

struct pair {
    struct sdyrt_conv first, second; /* of the first one's result, */
    float *in, *kernel, *second_kernel;
    float *between, *want; /* which is there, as is its own */
    char *scratch;
};

/* A task that makes the rows which it reads: they have the bits that the first convolution's tasks
   give them, and no others are read. */
static void check_task(const struct pair *p, int64_t task, float *got) {
    const struct plans first = plans_of(&p->first), second = plans_of(&p->second);
    const int64_t row = p->first.out_spatial[1], image = p->first.out_batch;
    const size_t room = (size_t)(sdyrt_conv_rows_read(&p->second, second.of) * row) * sizeof(float);
    int64_t rows[4];
    float *band = aligned(room);
    memset(band, 0xff, room);
    sdyrt_conv_find_rows(&p->second, second.of, task, rows);
    const int64_t begin = rows[0] * image + rows[2] * row;
    const int64_t count = (rows[1] - rows[0] - 1) * image + (rows[3] - rows[2]) * row;
    assert_true((size_t)count * sizeof *band <= room);
    const struct sdyrt_conv_call make = {&p->first,    first.of, p->in, p->kernel,
                                         band - begin, NULL,     NULL,  NULL};
    sdyrt_conv_make_rows(&make, rows, p->scratch);
    assert_memory_equal(band, p->between + begin, (size_t)count * sizeof *band);
    const struct sdyrt_conv_call call = {&p->second, second.of, band - begin, p->second_kernel,
                                         got,        NULL,      NULL,         NULL};
    sdyrt_conv_run(&call, task, p->scratch);
    free(band);
}

static int has_rows(const struct sdyrt_conv *c) {
    const struct plans plans = plans_of(c);
    return sdyrt_conv_has_rows(c, plans.of);
}

static int64_t rows_read(const struct sdyrt_conv *c) {
    const struct plans plans = plans_of(c);
    return sdyrt_conv_rows_read(c, plans.of);
}

static void check_pair(struct sdyrt_conv first, struct sdyrt_conv second) {
    struct pair p = {.first = dense(first), .second = dense(second)};
    const int64_t out = second.batch * p.second.out_batch;
    p.in = some_floats(first.batch * p.first.in_batch);
    p.kernel = some_floats(first.kernel_size[1] * p.first.kernel_spatial[1]);
    p.second_kernel = some_floats(second.kernel_size[1] * p.second.kernel_spatial[1]);
    p.between = some_floats(first.batch * p.first.out_batch);
    p.want = some_floats(out);
    p.scratch = aligned(SDYRT_KERNEL_SCRATCH);
    float *got = some_floats(out);
    assert_true(has_rows(&p.first));
    assert_true(rows_read(&p.second) > 0);
    convolve(&p.first, p.in, p.kernel, p.between, NULL, NULL, p.scratch);
    convolve(&p.second, p.between, p.second_kernel, p.want, NULL, NULL, p.scratch);
    for (int64_t task = tasks_of(&p.second) - 1; task >= 0; task--) {
        check_task(&p, task, got);
    }
    assert_memory_equal(got, p.want, (size_t)out * sizeof *got);
    float *all[] = {p.in, p.kernel, p.second_kernel, p.between, p.want, got};
    for (int i = 0; i < 6; i++) {
        free(all[i]);
    }
    free(p.scratch);
}

/* Convolutions that read rows of others', which are made by the task that reads them: with a halo
   or none, steps, padding or none; several images in a task, and rows of one. */
static void rows_of_another(void **state) {
    static const int64_t sizes[] = {5, 9, 20, 57, 113};
    (void)state;
    for (int i = 0; i < 5; i++) {
        for (int64_t kernel = 1; kernel <= 3; kernel += 2) {
            const int64_t size = sizes[i], batch = size < 20 ? 40 : 3;
            struct sdyrt_conv point = plain(batch, size, 12, 1, 1, 40);
            struct sdyrt_conv wide = plain(batch, size, 5, 3, 1, 40);
            struct sdyrt_conv depthwise = plain(batch, size, 1, kernel, 1 + i % 2, 40);
            struct sdyrt_conv next = plain(batch, size, 40, kernel, 2, 24);
            depthwise.feature_groups = 40;
            check_pair(point, depthwise);
            check_pair(wide, depthwise);
            check_pair(point, next);
            depthwise.pad_low[1] = depthwise.pad_low[2] = 0;
            depthwise.out_size[1] = depthwise.out_size[2] = natural_size(&depthwise, 1, 0);
            check_pair(point, depthwise);
        }
    }
    struct sdyrt_conv volume = plain(2, 9, 8, 3, 1, 8), planes = plain(2, 20, 8, 1, 1, 300);
    volume.in_size[0] = volume.out_size[0] = 4;
    assert_false(has_rows(&volume));
    assert_int_equal(rows_read(&planes), 0); /* tasks share the rows */
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(followed_by_others),
        cmocka_unit_test(packed_alike),
        cmocka_unit_test(places_of_packed),
        cmocka_unit_test(rows_of_another),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
