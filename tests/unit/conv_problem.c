#include "conv_problem.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "product.h"
#include "scalar.h"

enum { SEED = 7 };
static uint32_t random_state = SEED;

void random_from_start(void) {
    random_state = SEED;
}

int64_t random_between(int64_t low, int64_t high) {
    random_state = random_state * 1664525u + 1013904223u;
    return low + (int64_t)((random_state >> 8) % (uint32_t)(high - low + 1));
}

void *aligned(size_t bytes) {
    void *memory = aligned_alloc(64, (bytes + 127) / 64 * 64);
    assert_non_null(memory);
    return memory;
}

static void store(int64_t type, void *base, int64_t index, int64_t value) {
    switch (type) {
    case SDYRT_PRODUCT_F32:
        ((float *)base)[index] = (float)value;
        break;
    case SDYRT_PRODUCT_F64:
        ((double *)base)[index] = (double)value;
        break;
    case SDYRT_PRODUCT_BF16_F32: /* the result */
        ((float *)base)[index] = (float)value;
        break;
    default:
        ((int32_t *)base)[index] = (int32_t)value;
        break;
    }
}

const int channels_last[5] = {0, 2, 3, 4, 1};
const int channels_first[5] = {0, 1, 2, 3, 4};
const int batch_last[5] = {1, 2, 3, 4, 0};
const int swapped[5] = {1, 0, 2, 3, 4};
const int taps_first[5] = {2, 3, 4, 0, 1};
const int *const orders[3] = {channels_last, channels_first, batch_last};

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

void lay_out(struct problem *p, const int *in_order, const int *kernel_order,
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

int64_t source(const struct sdyrt_conv *c, int dim, int64_t position, int64_t tap) {
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

void count_reported(void *context, int64_t pixel, int64_t pixels, int64_t channel,
                    int64_t channels) {
    struct problem *p = context;
    for (int64_t i = pixel; i < pixel + pixels; i++) {
        for (int64_t j = channel; j < channel + channels; j++) {
            p->seen[i * p->conv.out_channels + j]++;
        }
    }
}

void *operand(const struct problem *p, int8_t *values, int64_t count) {
    size_t size = sdyrt_product_operand_size(p->conv.type);
    void *memory = aligned((size_t)count * size);
    bool is_unsigned = p->conv.type == SDYRT_PRODUCT_U8_I32;
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

void compare(const struct problem *p, const void *out) {
    const struct sdyrt_conv *c = &p->conv;
    size_t size = sdyrt_product_result_size(c->type);
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

enum sdyrt_conv_route forced = SDYRT_CONV_ROUTE_COUNT;

struct plans plans_of(const struct sdyrt_conv *conv) {
    struct conv_planner planner = sdyrt_conv_planner(sdyrt_cpu_set());
    const int64_t most = sizeof(struct plans) / sizeof(struct sdyrt_conv_plan);
    struct plans plans;
    planner.forced = forced;
    assert_true(sdyrt_conv_plans(conv, &planner, plans.of, most) <= most);
    return plans;
}

int64_t tasks_of(const struct sdyrt_conv *conv) {
    const struct plans plans = plans_of(conv);
    return sdyrt_conv_tasks(conv, plans.of);
}

void convolve(const struct sdyrt_conv *conv, const void *in, const void *kernel, void *out,
              sdyrt_conv_epilogue *epilogue, void *context, void *scratch) {
    const struct plans plans = plans_of(conv);
    const struct sdyrt_conv_call call = {conv, plans.of, in, kernel, out, epilogue, context, NULL};
    for (int64_t task = sdyrt_conv_tasks(conv, plans.of); task-- > 0;) {
        sdyrt_conv_run(&call, task, scratch);
    }
}

char *packed_kernel(const struct sdyrt_conv *conv, void *kernel, size_t *bytes, char *scratch) {
    const struct plans plans = plans_of(conv);
    const size_t room = (size_t)sdyrt_conv_packed_bytes(conv, plans.of);
    if (room == 0) {
        return NULL;
    }
    char *operands[] = {kernel, aligned(room)};
    memset(operands[1], 0xff, room);
    for (int64_t task = sdyrt_conv_pack_tasks(conv) - 1; task >= 0; task--) {
        sdyrt_conv_pack(conv, plans.of, operands, task, scratch);
    }
    if (bytes != NULL) {
        *bytes = room;
    }
    return operands[1];
}

/* Whether plans for a packed kernel read what those for the kernel pack. */
static int reads_what_is_packed(const struct sdyrt_conv *conv) {
    struct sdyrt_conv packed = *conv;
    packed.packed = 1;
    const struct plans before = plans_of(conv), after = plans_of(&packed);
    return sdyrt_conv_pack_alike(before.of, after.of);
}

/* A packed kernel gives the same bits. */
static void compare_packed(struct problem *p, const void *in, void *kernel, const void *out,
                           size_t out_bytes, void *scratch) {
    char *packed = packed_kernel(&p->conv, kernel, NULL, scratch);
    if (packed == NULL || !reads_what_is_packed(&p->conv)) {
        free(packed);
        return;
    }
    void *again = aligned(out_bytes);
    memset(again, 0xee, out_bytes);
    p->conv.packed = 1;
    convolve(&p->conv, in, packed, again, NULL, NULL, scratch);
    if (memcmp(out, again, out_bytes) != 0) {
        describe(&p->conv);
        fail_msg("a packed kernel gives other numbers");
    }
    free(packed);
    free(again);
}

struct problem problem_of(const struct sdyrt_conv *conv, const int *in_order,
                          const int *kernel_order, const int *out_order) {
    struct problem p = {.conv = *conv};
    const int64_t *size = conv->out_size;
    lay_out(&p, in_order, kernel_order, out_order);
    p.in = malloc((size_t)p.in_count + 1);
    p.kernel = malloc((size_t)p.kernel_count + 1);
    p.seen = calloc((size_t)(conv->batch * size[0] * size[1] * size[2] * conv->out_channels) + 1,
                    sizeof *p.seen);
    return p;
}

void problem_free(struct problem *p) {
    free(p->in);
    free(p->kernel);
    free(p->seen);
}

void check(const struct sdyrt_conv *conv, const int *in_order, const int *kernel_order,
           const int *out_order) {
    struct problem p = problem_of(conv, in_order, kernel_order, out_order);
    void *in = operand(&p, p.in, p.in_count), *kernel = operand(&p, p.kernel, p.kernel_count);
    size_t out_bytes = (size_t)p.out_count * sdyrt_product_result_size(conv->type);
    static void *scratch; /* kept for the next: the system gives and takes large memory */
    void *out = aligned(out_bytes);
    scratch = scratch != NULL ? scratch : aligned(SDYRT_KERNEL_SCRATCH);
    memset(out, 0xee, out_bytes);
    memset(scratch, 0xff, SDYRT_KERNEL_SCRATCH); /* no numbers, where these are floats */
    convolve(&p.conv, in, kernel, out, count_reported, &p, scratch);
    compare(&p, out);
    compare_packed(&p, in, kernel, out, out_bytes, scratch);
    problem_free(&p);
    free(in);
    free(kernel);
    free(out);
}

struct sdyrt_conv plain(int64_t batch, int64_t size, int64_t channels, int64_t kernel,
                        int64_t stride, int64_t out_channels) {
    int64_t pad = kernel / 2, out = (size + 2 * pad - kernel) / stride + 1;
    return (struct sdyrt_conv){.type = SDYRT_PRODUCT_F32,
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

struct sdyrt_conv dense(struct sdyrt_conv c) {
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

float *some_floats(int64_t count) {
    float *memory = aligned((size_t)count * sizeof *memory);
    for (int64_t i = 0; i < count; i++) {
        memory[i] = (float)random_between(-9, 9) / 7;
    }
    return memory;
}

int64_t natural_size(const struct sdyrt_conv *c, int dim, int64_t pad_high) {
    int64_t in = (c->in_size[dim] - 1) * c->in_dilation[dim] + 1 + c->pad_low[dim] + pad_high;
    int64_t window = (c->kernel_size[dim] - 1) * c->kernel_dilation[dim] + 1;
    return in < window ? 0 : (in - window) / c->stride[dim] + 1;
}

/* The greatest error of elements of a result. */
static double error_of(const struct problem *p, const float *in, const float *kernel,
                       const float *out) {
    const struct sdyrt_conv *c = &p->conv;
    double worst = 0;
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

double greatest_error(const struct sdyrt_conv *conv, int low) {
    struct problem p = {.conv = *conv};
    lay_out(&p, channels_last, batch_last, channels_last);
    p.conv.kernel_out = 1; /* output channels last */
    p.conv.kernel_in = p.conv.out_channels;
    p.conv.kernel_spatial[2] = p.conv.out_channels * p.conv.in_channels;
    p.conv.kernel_spatial[1] = 3 * p.conv.kernel_spatial[2];
    const int64_t count = 3 * p.conv.kernel_spatial[1];
    float *in = aligned((size_t)p.in_count * 4), *out = aligned((size_t)p.out_count * 4);
    float *kernel = aligned((size_t)count * 4);
    void *scratch = aligned(SDYRT_KERNEL_SCRATCH);
    random_from_start();
    for (int64_t i = 0; i < p.in_count; i++) {
        in[i] = (float)random_between(low * (1 << 20), 1 << 20) * 0x1p-20f;
    }
    for (int64_t i = 0; i < count; i++) {
        kernel[i] = (float)random_between(low * (1 << 20), 1 << 20) * 0x1p-20f;
    }
    convolve(&p.conv, in, kernel, out, NULL, NULL, scratch);
    const double worst = error_of(&p, in, kernel, out);
    free(in);
    free(out);
    free(kernel);
    free(scratch);
    return worst;
}
