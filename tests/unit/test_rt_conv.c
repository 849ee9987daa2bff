/* Convolutions of every form against the definition. Values are small integers, so that sums are
   exact in every type. */
#include "conv.h"
#include "gemm.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "scalar.h"

static uint32_t random_state = 7;

static int64_t random_between(int64_t low, int64_t high) {
    random_state = random_state * 1664525u + 1013904223u;
    return low + (int64_t)((random_state >> 8) % (uint32_t)(high - low + 1));
}

static void *aligned(size_t bytes) {
    void *memory = aligned_alloc(64, (bytes + 127) / 64 * 64);
    assert_non_null(memory);
    return memory;
}

static void store(int64_t type, void *base, int64_t index, int64_t value) {
    switch (type) {
    case SDYRT_GEMM_F32:
        ((float *)base)[index] = (float)value;
        break;
    case SDYRT_GEMM_F64:
        ((double *)base)[index] = (double)value;
        break;
    case SDYRT_GEMM_BF16_F32: /* the result */
        ((float *)base)[index] = (float)value;
        break;
    default:
        ((int32_t *)base)[index] = (int32_t)value;
        break;
    }
}

/* Orders of the dimensions batch, channel, d, h, w (for kernels: out, in, d, h, w) in memory,
 * outermost first. */
static const int channels_last[5] = {0, 2, 3, 4, 1};
static const int channels_first[5] = {0, 1, 2, 3, 4};
static const int batch_last[5] = {1, 2, 3, 4, 0};
static const int swapped[5] = {1, 0, 2, 3,
                               4}; /* what a kernel's gradient makes of channels first */
static const int taps_first[5] = {2, 3, 4, 0, 1}; /* of the gradient of a kernel, channels last */
static const int *const orders[3] = {channels_last, channels_first, batch_last};

/* Dense strides, but for a gap after the outermost dimension's elements. */
static int64_t set_strides(const int64_t size[5], const int order[5], int64_t *batch,
                           int64_t *channel, int64_t spatial[3]) {
    int64_t strides[5], stride = 1;
    for (int i = 4; i >= 0; i--) {
        strides[order[i]] = stride;
        stride *= size[order[i]];
        if (i == 1) {
            stride += 3;
        }
    }
    *batch = strides[0];
    *channel = strides[1];
    memcpy(spatial, strides + 2, 3 * sizeof *spatial);
    return stride;
}

struct problem {
    struct sdyrt_conv conv;
    int64_t in_count, kernel_count, out_count;
    int8_t *in, *kernel; /* the values */
    int64_t *seen;       /* how often the epilogue reported an element: [pixel][channel] */
};

static void lay_out(struct problem *p, const int *in_order, const int *kernel_order,
                    const int *out_order) {
    struct sdyrt_conv *c = &p->conv;
    int64_t in[5] = {c->batch * c->batch_groups, c->in_channels * c->feature_groups};
    int64_t kernel[5] = {c->out_channels, c->in_channels};
    int64_t out[5] = {c->batch, c->out_channels};
    memcpy(in + 2, c->in_size, sizeof c->in_size);
    memcpy(kernel + 2, c->kernel_size, sizeof c->kernel_size);
    memcpy(out + 2, c->out_size, sizeof c->out_size);
    p->in_count = set_strides(in, in_order, &c->in_batch, &c->in_channel, c->in_spatial);
    p->kernel_count =
        set_strides(kernel, kernel_order, &c->kernel_out, &c->kernel_in, c->kernel_spatial);
    p->out_count = set_strides(out, out_order, &c->out_batch, &c->out_channel, c->out_spatial);
}

/* Which element of an operand a tap reads along one dimension; -1: padding. */
static int64_t source(const struct sdyrt_conv *c, int dim, int64_t position, int64_t tap) {
    int64_t at = position * c->stride[dim] + tap * c->kernel_dilation[dim] - c->pad_low[dim];
    int inside =
        at >= 0 && at % c->in_dilation[dim] == 0 && at / c->in_dilation[dim] < c->in_size[dim];
    return inside ? at / c->in_dilation[dim] : -1;
}

static int64_t tap_at(const struct sdyrt_conv *c, int dim, int64_t tap) {
    return (c->reversed[dim] ? c->kernel_size[dim] - 1 - tap : tap) * c->kernel_spatial[dim];
}

static int64_t reference(const struct problem *p, int64_t b, int64_t o, const int64_t at[3]) {
    const struct sdyrt_conv *c = &p->conv;
    int64_t groups = c->feature_groups * c->batch_groups, group = o / (c->out_channels / groups);
    int64_t first_channel = c->feature_groups > 1 ? group * c->in_channels : 0;
    int64_t image = c->batch_groups > 1 ? group * c->batch + b : b;
    int64_t sum = 0;
    for (int64_t d = 0; d < c->kernel_size[0]; d++) {
        for (int64_t h = 0; h < c->kernel_size[1]; h++) {
            for (int64_t w = 0; w < c->kernel_size[2]; w++) {
                int64_t from[3] = {source(c, 0, at[0], d), source(c, 1, at[1], h),
                                   source(c, 2, at[2], w)};
                if (from[0] < 0 || from[1] < 0 || from[2] < 0) {
                    continue;
                }
                int64_t in = image * c->in_batch + from[0] * c->in_spatial[0] +
                             from[1] * c->in_spatial[1] + from[2] * c->in_spatial[2] +
                             first_channel * c->in_channel;
                int64_t kernel =
                    o * c->kernel_out + tap_at(c, 0, d) + tap_at(c, 1, h) + tap_at(c, 2, w);
                for (int64_t i = 0; i < c->in_channels; i++) {
                    sum += p->in[in + i * c->in_channel] * p->kernel[kernel + i * c->kernel_in];
                }
            }
        }
    }
    return sum;
}

static void count_reported(void *context, int64_t pixel, int64_t pixels, int64_t channel,
                           int64_t channels) {
    struct problem *p = context;
    for (int64_t i = pixel; i < pixel + pixels; i++) {
        for (int64_t j = channel; j < channel + channels; j++) {
            p->seen[i * p->conv.out_channels + j]++;
        }
    }
}

static void *operand(const struct problem *p, int8_t *values, int64_t count) {
    size_t size = sdyrt_gemm_operand_size(p->conv.type);
    void *memory = aligned((size_t)count * size);
    bool is_unsigned = p->conv.type == SDYRT_GEMM_U8_I32;
    for (int64_t i = 0; i < count; i++) {
        values[i] = (int8_t)random_between(is_unsigned ? 0 : -3, 3);
        if (size == 1) {
            ((int8_t *)memory)[i] = values[i];
        } else if (size == 2) {
            ((uint16_t *)memory)[i] = sdyrt_convert_f32_bf16((float)values[i]);
        } else {
            store(p->conv.type, memory, i, values[i]);
        }
    }
    return memory;
}

static void describe(const struct sdyrt_conv *c) {
    fprintf(stderr, "type %ld batch %ld*%ld in %ld*%ld out %ld\n", (long)c->type, (long)c->batch,
            (long)c->batch_groups, (long)c->in_channels, (long)c->feature_groups,
            (long)c->out_channels);
    for (int i = 0; i < 3; i++) {
        fprintf(stderr, "  in %ld kernel %ld out %ld stride %ld pad %ld dilation %ld %ld%s\n",
                (long)c->in_size[i], (long)c->kernel_size[i], (long)c->out_size[i],
                (long)c->stride[i], (long)c->pad_low[i], (long)c->in_dilation[i],
                (long)c->kernel_dilation[i], c->reversed[i] ? " reversed" : "");
    }
}

static void compare(const struct problem *p, const void *out) {
    const struct sdyrt_conv *c = &p->conv;
    size_t size = sdyrt_gemm_result_size(c->type);
    int64_t pixels = c->out_size[0] * c->out_size[1] * c->out_size[2];
    for (int64_t i = 0; i < c->batch * pixels; i++) {
        int64_t at[3] = {i / (c->out_size[1] * c->out_size[2]) % c->out_size[0],
                         i / c->out_size[2] % c->out_size[1], i % c->out_size[2]};
        for (int64_t o = 0; o < c->out_channels; o++) {
            int64_t index = i / pixels * c->out_batch + at[0] * c->out_spatial[0] +
                            at[1] * c->out_spatial[1] + at[2] * c->out_spatial[2] +
                            o * c->out_channel;
            char want[8];
            store(c->type, want, 0, reference(p, i / pixels, o, at));
            if (memcmp(want, (const char *)out + (size_t)index * size, size) != 0 ||
                p->seen[i * c->out_channels + o] != 1) {
                describe(c);
                fail_msg("pixel %ld channel %ld, reported %ld times", (long)i, (long)o,
                         (long)p->seen[i * c->out_channels + o]);
            }
        }
    }
}

/* A packed kernel gives the same bits. */
static void compare_packed(struct problem *p, const void *in, void *kernel, const void *out,
                           size_t out_bytes, void *scratch) {
    size_t bytes = (size_t)sdyrt_conv_packed_bytes(&p->conv);
    if (bytes == 0) {
        return;
    }
    char *operands[] = {kernel, aligned(bytes)};
    void *again = aligned(out_bytes);
    memset(operands[1], 0xff, bytes);
    memset(again, 0xee, out_bytes);
    for (int64_t task = sdyrt_conv_pack_tasks(&p->conv) - 1; task >= 0; task--) {
        sdyrt_conv_pack(&p->conv, operands, task, scratch);
    }
    p->conv.packed = 1;
    for (int64_t task = sdyrt_conv_tasks(&p->conv) - 1; task >= 0; task--) {
        sdyrt_conv_run(&p->conv, in, operands[1], again, task, NULL, NULL, scratch);
    }
    if (memcmp(out, again, out_bytes) != 0) {
        describe(&p->conv);
        fail_msg("a packed kernel gives other numbers");
    }
    free(operands[1]);
    free(again);
}

static void check(const struct sdyrt_conv *conv, const int *in_order, const int *kernel_order,
                  const int *out_order) {
    struct problem p = {.conv = *conv};
    lay_out(&p, in_order, kernel_order, out_order);
    const int64_t *size = conv->out_size;
    p.in = malloc((size_t)p.in_count + 1);
    p.kernel = malloc((size_t)p.kernel_count + 1);
    p.seen = calloc((size_t)(conv->batch * size[0] * size[1] * size[2] * conv->out_channels) + 1,
                    sizeof *p.seen);
    void *in = operand(&p, p.in, p.in_count), *kernel = operand(&p, p.kernel, p.kernel_count);
    size_t out_bytes = (size_t)p.out_count * sdyrt_gemm_result_size(conv->type);
    void *out = aligned(out_bytes), *scratch = aligned(SDYRT_KERNEL_SCRATCH);
    memset(out, 0xee, out_bytes);
    memset(scratch, 0xff, SDYRT_KERNEL_SCRATCH); /* no numbers, where these are floats */
    for (int64_t task = sdyrt_conv_tasks(&p.conv) - 1; task >= 0; task--) {
        sdyrt_conv_run(&p.conv, in, kernel, out, task, count_reported, &p, scratch);
    }
    compare(&p, out);
    compare_packed(&p, in, kernel, out, out_bytes, scratch);
    free(p.in);
    free(p.kernel);
    free(p.seen);
    free(in);
    free(kernel);
    free(out);
    free(scratch);
}

/* A 2-D convolution without the rarer features. */
static struct sdyrt_conv plain(int64_t batch, int64_t size, int64_t channels, int64_t kernel,
                               int64_t stride, int64_t out_channels) {
    int64_t pad = kernel / 2, out = (size + 2 * pad - kernel) / stride + 1;
    return (struct sdyrt_conv){.type = SDYRT_GEMM_F32,
                               .batch = batch,
                               .in_channels = channels,
                               .out_channels = out_channels,
                               .feature_groups = 1,
                               .batch_groups = 1,
                               .in_size = {1, size, size},
                               .kernel_size = {1, kernel, kernel},
                               .out_size = {1, out, out},
                               .stride = {1, stride, stride},
                               .pad_low = {0, pad, pad},
                               .in_dilation = {1, 1, 1},
                               .kernel_dilation = {1, 1, 1}};
}

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
    struct problem p = {.conv = *conv};
    lay_out(&p, order, batch_last, order);
    const int64_t pixels = conv->batch * conv->out_size[0] * conv->out_size[1] * conv->out_size[2];
    p.in = malloc((size_t)p.in_count);
    p.kernel = malloc((size_t)p.kernel_count);
    p.seen = calloc((size_t)(pixels * conv->out_channels), sizeof *p.seen);
    void *in = operand(&p, p.in, p.in_count), *kernel = operand(&p, p.kernel, p.kernel_count);
    float *out = aligned((size_t)p.out_count * sizeof *out);
    char *scratch = aligned(SDYRT_KERNEL_SCRATCH);
    struct followed followed = {&p, out};
    memset(out, 0xff, (size_t)p.out_count * sizeof *out);
    memset(scratch, 0xff, SDYRT_KERNEL_SCRATCH);
    for (int64_t task = sdyrt_conv_tasks(&p.conv) - 1; task >= 0; task--) {
        sdyrt_conv_run(&p.conv, in, kernel, out, task, follow, &followed, scratch);
    }
    add_to_pixels(out, &p.conv, 0, pixels, 0, conv->out_channels, -FOLLOWED);
    compare(&p, out);
    free(p.in);
    free(p.kernel);
    free(p.seen);
    free(in);
    free(kernel);
    free(out);
    free(scratch);
}

/* Channels last, without gaps. */
static struct sdyrt_conv dense(struct sdyrt_conv c) {
    const int64_t in = c.in_channels * c.feature_groups, out = c.out_channels;
    c.in_channel = c.out_channel = c.kernel_out = 1;
    c.kernel_in = out;
    c.in_spatial[2] = in;
    c.out_spatial[2] = out;
    c.kernel_spatial[2] = c.in_channels * out;
    c.in_spatial[1] = in * c.in_size[2];
    c.out_spatial[1] = out * c.out_size[2];
    c.kernel_spatial[1] = c.kernel_spatial[2] * c.kernel_size[2];
    c.in_batch = c.in_spatial[1] * c.in_size[1];
    c.out_batch = c.out_spatial[1] * c.out_size[1];
    return c;
}

static float *some_floats(int64_t count) {
    float *memory = aligned((size_t)count * sizeof *memory);
    for (int64_t i = 0; i < count; i++) {
        memory[i] = (float)random_between(-9, 9) / 7;
    }
    return memory;
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
    const int64_t row = p->first.out_spatial[1], image = p->first.out_batch;
    const size_t room = (size_t)(sdyrt_conv_rows_read(&p->second) * row) * sizeof(float);
    int64_t rows[4];
    float *band = aligned(room);
    memset(band, 0xff, room);
    sdyrt_conv_find_rows(&p->second, task, rows);
    const int64_t begin = rows[0] * image + rows[2] * row;
    const int64_t count = (rows[1] - rows[0] - 1) * image + (rows[3] - rows[2]) * row;
    assert_true((size_t)count * sizeof *band <= room);
    sdyrt_conv_make_rows(&p->first, p->in, p->kernel, band - begin, rows, NULL, NULL, p->scratch);
    assert_memory_equal(band, p->between + begin, (size_t)count * sizeof *band);
    sdyrt_conv_run(&p->second, band - begin, p->second_kernel, got, task, NULL, NULL, p->scratch);
    free(band);
}

static void run_all(const struct sdyrt_conv *c, const float *in, const float *kernel, float *out,
                    char *scratch) {
    for (int64_t task = 0; task < sdyrt_conv_tasks(c); task++) {
        sdyrt_conv_run(c, in, kernel, out, task, NULL, NULL, scratch);
    }
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
    assert_true(sdyrt_conv_has_rows(&p.first));
    assert_true(sdyrt_conv_rows_read(&p.second) > 0);
    run_all(&p.first, p.in, p.kernel, p.between, p.scratch);
    run_all(&p.second, p.between, p.second_kernel, p.want, p.scratch);
    for (int64_t task = sdyrt_conv_tasks(&p.second) - 1; task >= 0; task--) {
        check_task(&p, task, got);
    }
    assert_memory_equal(got, p.want, (size_t)out * sizeof *got);
    float *all[] = {p.in, p.kernel, p.second_kernel, p.between, p.want, got};
    for (int i = 0; i < 6; i++) {
        free(all[i]);
    }
    free(p.scratch);
}

/* The output size that StableHLO gives for the rest of the description. */
static int64_t natural_size(const struct sdyrt_conv *c, int dim, int64_t pad_high) {
    int64_t in = (c->in_size[dim] - 1) * c->in_dilation[dim] + 1 + c->pad_low[dim] + pad_high;
    int64_t window = (c->kernel_size[dim] - 1) * c->kernel_dilation[dim] + 1;
    return in < window ? 0 : (in - window) / c->stride[dim] + 1;
}

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
    static const int64_t types[] = {SDYRT_GEMM_F32,     SDYRT_GEMM_F32,    SDYRT_GEMM_F32,
                                    SDYRT_GEMM_F64,     SDYRT_GEMM_F64,    SDYRT_GEMM_I32,
                                    SDYRT_GEMM_I8_I32,  SDYRT_GEMM_U8_I32, SDYRT_GEMM_BF16_F32,
                                    SDYRT_GEMM_BF16_F32};
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
        large.type = SDYRT_GEMM_F64;
        check(&large, orders[order], batch_last, orders[order]);
        small.type = large.type = SDYRT_GEMM_I8_I32;
        small.in_channels = 161;
        check(&small, orders[order], batch_last, orders[order]);
        check(&large, orders[order], batch_last, orders[order]);
        stem.type = small.type = large.type = point.type = SDYRT_GEMM_BF16_F32;
        check(&stem, orders[order], batch_last, orders[order]);
        check(&small, orders[order], batch_last, orders[order]);
        check(&large, orders[order], batch_last, orders[order]);
        check(&point, orders[order], batch_last, orders[order]);
    }
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

/* To so few channels that scalar products make them, from channels that fill vectors or nearly do;
   several passes over channels and taps. */
static void to_few_channels(void **state) {
    static const int64_t types[] = {SDYRT_GEMM_F32, SDYRT_GEMM_F64, SDYRT_GEMM_I32,
                                    SDYRT_GEMM_BF16_F32};
    static const int64_t channels[] = {11, 16, 33, 64, 100, 900};
    (void)state;
    for (int i = 0; i < 48; i++) {
        struct sdyrt_conv c = plain(2, 19, channels[i % 6], 2 * random_between(0, 2) + 1,
                                    random_between(1, 2), random_between(1, 5));
        c.type = types[i % 4];
        check(&c, orders[i % 2], orders[random_between(0, 2)], orders[random_between(0, 1)]);
    }
}

static char *packed_kernel(const struct sdyrt_conv *c, float *kernel, char *scratch) {
    const size_t bytes = (size_t)sdyrt_conv_packed_bytes(c);
    char *operands[] = {(char *)kernel, aligned(bytes)};
    memset(operands[1], 0, bytes);
    for (int64_t task = 0; task < sdyrt_conv_pack_tasks(c); task++) {
        sdyrt_conv_pack(c, operands, task, scratch);
    }
    return operands[1];
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
        if (sdyrt_conv_packed_bytes(&a) == 0 || sdyrt_conv_packed_bytes(&b) == 0) {
            continue;
        }
        if (!sdyrt_conv_packs_alike(&a, &b)) {
            different++;
            continue;
        }
        alike++;
        const size_t bytes = (size_t)sdyrt_conv_packed_bytes(&a);
        float *weights = some_floats(kernel * a.kernel_spatial[1]);
        char *one = packed_kernel(&a, weights, scratch),
             *other = packed_kernel(&b, weights, scratch);
        assert_int_equal(bytes, sdyrt_conv_packed_bytes(&b));
        assert_memory_equal(one, other, bytes);
        free(weights);
        free(one);
        free(other);
    }
    assert_true(alike > 0 && different > 0);
    free(scratch);
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
    assert_false(sdyrt_conv_has_rows(&volume));
    assert_int_equal(sdyrt_conv_rows_read(&planes), 0); /* tasks share the rows */
}

/* Bytes and bf16: channels that fill groups of four bytes and registers of 64, or nearly do, rows
   of pixels that are several blocks of registers, taps side by side and apart. */
static void registers_of_groups(void **state) {
    static const int64_t types[] = {SDYRT_GEMM_I8_I32, SDYRT_GEMM_BF16_F32, SDYRT_GEMM_U8_I32};
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
        p.conv.type = SDYRT_GEMM_BF16_F32;
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
        for (int64_t task = sdyrt_conv_tasks(&p.conv) - 1; task >= 0; task--) {
            sdyrt_conv_run(&p.conv, in, kernel, out, task, NULL, NULL, scratch);
        }
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
    static const int64_t types[] = {SDYRT_GEMM_F32, SDYRT_GEMM_F64, SDYRT_GEMM_I32,
                                    SDYRT_GEMM_I8_I32, SDYRT_GEMM_BF16_F32};
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
        c.type = SDYRT_GEMM_F64;
        check(&c, channels_last, batch_last, channels_last);
        check(&c, channels_first, channels_first, channels_first);
    }
}

/* Of the image, where the convolution moved by several pixels: the input is dilated, and the pixels
   of the result take turns at the taps, some at none. */
static void depthwise_input_gradients(void **state) {
    static const int64_t types[] = {SDYRT_GEMM_F32, SDYRT_GEMM_F64, SDYRT_GEMM_I32};
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
        c.type = SDYRT_GEMM_F64;
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
        dk.type = SDYRT_GEMM_F64;
        check(&dk, swapped, swapped, swapped);
        dk.kernel_size[0] = dk.in_size[0] = 9; /* far more taps than the pixels' steps */
        check(&dk, swapped, channels_last, swapped);
    }
}

/* Kernels as large as their images, as of the gradient of a kernel of one pixel: one product where
   channels and pixels follow each other in both operands alike. */
static void whole_images(void **state) {
    static const int64_t types[] = {SDYRT_GEMM_F32, SDYRT_GEMM_F64, SDYRT_GEMM_I32,
                                    SDYRT_GEMM_I8_I32, SDYRT_GEMM_BF16_F32};
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

/* Of kernels of few channels: a kernel of rows as long as an image, by more taps than a pass takes,
   was once one product for each of its taps, or rows of one image. */
static void gradients_of_few_channels(void **state) {
    static const int64_t types[] = {SDYRT_GEMM_F32, SDYRT_GEMM_F64, SDYRT_GEMM_I32};
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
        c.type = i % 2 == 0 ? SDYRT_GEMM_F64 : SDYRT_GEMM_I32;
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
    assert_true(sdyrt_conv_tasks(&c) > 1);
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
        assert_int_equal(sdyrt_conv_tasks(&c), 1);
    }
}

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
        c.type = SDYRT_GEMM_BF16_F32;
        check(&c, channels_last, channels_last, channels_last);
        check(&c, channels_first, channels_first, channels_first);
        check(&c, channels_last, batch_last, batch_last);
        c.type = SDYRT_GEMM_F32;
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

/* The greatest error of a convolution of random numbers. */
static double error_of(const struct problem *p, const float *in, const float *kernel, float *out,
                       void *scratch) {
    const struct sdyrt_conv *c = &p->conv;
    double worst = 0;
    for (int64_t task = sdyrt_conv_tasks(c) - 1; task >= 0; task--) {
        sdyrt_conv_run(c, in, kernel, out, task, NULL, NULL, scratch);
    }
    for (int64_t i = 0; i < c->out_size[1] * c->out_size[2] * c->out_channels; i += 7) {
        int64_t o = i % c->out_channels, w = i / c->out_channels % c->out_size[2];
        int64_t h = i / c->out_channels / c->out_size[2];
        double sum = 0;
        for (int64_t tap = 0; tap < 9; tap++) {
            int64_t row = source(c, 1, h, tap / 3), column = source(c, 2, w, tap % 3);
            for (int64_t k = 0; k < c->in_channels && row >= 0 && column >= 0; k++) {
                sum += (double)in[row * c->in_spatial[1] + column * c->in_spatial[2] + k] *
                       (double)kernel[tap / 3 * c->kernel_spatial[1] +
                                      tap % 3 * c->kernel_spatial[2] + k * c->kernel_in + o];
            }
        }
        double error = fabs(sum - (double)out[h * c->out_spatial[1] + w * c->out_spatial[2] + o]);
        worst = error > worst ? error : worst;
    }
    return worst;
}

/* The error of Winograd's convolutions is at most twice that of those that multiply elements: for
   kernels and images around zero, and for both above it. */
static void winograd_errors(void **state) {
    (void)state;
    for (int form = 0; form < 4; form++) {
        struct problem p = {.conv = plain(1, 14, form < 2 ? 64 : 256, 3, 1, 64)};
        lay_out(&p, channels_last, batch_last, channels_last);
        p.conv.kernel_out = 1; /* output channels last */
        p.conv.kernel_in = 64;
        p.conv.kernel_spatial[2] = 64 * p.conv.in_channels;
        p.conv.kernel_spatial[1] = 3 * p.conv.kernel_spatial[2];
        float *in = aligned((size_t)p.in_count * 4), *out = aligned((size_t)p.out_count * 4);
        float *kernel = aligned((size_t)p.conv.kernel_spatial[1] * 3 * 4);
        void *scratch = aligned(SDYRT_KERNEL_SCRATCH);
        int64_t low = form % 2 == 0 ? -(1 << 20) : 0;
        for (int64_t i = 0; i < p.in_count; i++) {
            in[i] = (float)random_between(low, 1 << 20) * 0x1p-20f;
        }
        for (int64_t i = 0; i < 3 * p.conv.kernel_spatial[1]; i++) {
            kernel[i] = (float)random_between(low, 1 << 20) * 0x1p-20f;
        }
        double fast = error_of(&p, in, kernel, out, scratch);
        p.conv.direct = 1;
        assert_true(fast <= 2 * error_of(&p, in, kernel, out, scratch));
        free(in);
        free(out);
        free(kernel);
        free(scratch);
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
    random_state = 7;
    for (int64_t i = 0; i < p.in_count + p.kernel_count; i++) {
        int which = i >= p.in_count;
        operands[which][i - which * p.in_count] = (float)random_between(low, 1 << 20) * 0x1p-20f;
    }
    for (int64_t task = sdyrt_conv_tasks(c) - 1; task >= 0; task--) {
        sdyrt_conv_run(c, in, kernel, out, task, NULL, NULL, scratch);
    }
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
        cmocka_unit_test(random_forms),
        cmocka_unit_test(divided_tasks),
        cmocka_unit_test(followed_by_others),
        cmocka_unit_test(to_few_channels),
        cmocka_unit_test(packed_alike),
        cmocka_unit_test(rows_of_another),
        cmocka_unit_test(registers_of_groups),
        cmocka_unit_test(infinities_stay_where_they_are),
        cmocka_unit_test(long_rows),
        cmocka_unit_test(patches),
        cmocka_unit_test(depthwise_of_small_images),
        cmocka_unit_test(depthwise),
        cmocka_unit_test(depthwise_input_gradients),
        cmocka_unit_test(depthwise_gradients),
        cmocka_unit_test(gradients),
        cmocka_unit_test(gradients_of_few_channels),
        cmocka_unit_test(whole_images),
        cmocka_unit_test(copied_gradients),
        cmocka_unit_test(long_sums),
        cmocka_unit_test(pieces_of_gradients),
        cmocka_unit_test(winograd),
        cmocka_unit_test(winograd_errors),
        cmocka_unit_test(winograd_gradients),
        cmocka_unit_test(winograd_gradient_errors),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
