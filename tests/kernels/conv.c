/* Convolutions against sums by definition: every route, type and order in memory, strides, padding,
   dilation, reversal and groups; tasks in any order, and kernels that were packed before. */
#include "families.h"

#include <math.h>
#include <string.h>

#include "conv.h"
#include "conv_plan.h"
#include "cpu.h"
#include "scale.h"

enum {
    RANK = SDYRT_CONV_RANK,
    MOST_WORK = 100000,
    ROUTES = SDYRT_CONV_ROUTE_COUNT,
    BLOCK_TERMS = 800,
    MOST_PLANS = 64
};

static const char *route_name(int route) {
    return sdyrt_conv_route_name(route);
}

static bool must_take(int route, enum sdyrt_set set) {
    const bool by_amx =
        route == SDYRT_CONV_TILES || route == SDYRT_CONV_SPLIT || route == SDYRT_CONV_SPLIT_BATCH;
    return !by_amx || sdyrt_machine_of_set(set).has_amx;
}

static const struct {
    int64_t type;
    enum element operand, result;
} types[] = {{SDYRT_PRODUCT_F32, ELEMENT_F32, ELEMENT_F32},
             {SDYRT_PRODUCT_F64, ELEMENT_F64, ELEMENT_F64},
             {SDYRT_PRODUCT_I32, ELEMENT_I32, ELEMENT_I32},
             {SDYRT_PRODUCT_I64, ELEMENT_I64, ELEMENT_I64},
             {SDYRT_PRODUCT_BF16_F32, ELEMENT_BF16, ELEMENT_F32},
             {SDYRT_PRODUCT_F16_F32, ELEMENT_F16, ELEMENT_F32},
             {SDYRT_PRODUCT_I8_I32, ELEMENT_I8, ELEMENT_I32},
             {SDYRT_PRODUCT_U8_I32, ELEMENT_U8, ELEMENT_I32},
             {SDYRT_PRODUCT_PRED, ELEMENT_I1, ELEMENT_I1},
             {SDYRT_PRODUCT_C64, ELEMENT_C64, ELEMENT_C64}};
enum {
    TYPES = sizeof types / sizeof types[0],
    NUMBERS = 2, /* the last of f32, f64 and i32 */
    BF16 = 4
};

struct problem {
    struct sdyrt_conv what;
    enum element operand, result;
    struct layout in, kernel, out; /* batch, channel, d, h, w; of the kernel: out, in, d, h, w */
    char *memory[3], *operands[3];
    struct number *of_in, *of_kernel; /* dense */
    unsigned char *reported;          /* how often each element of the result was */
    bool is_rounded;
    double scale[2]; /* of the input and the kernel; one of both is 1 */
    enum sdyrt_conv_route forced;
    struct sdyrt_conv_plan *plans;
};

/* --- descriptors --- */

static int64_t output_size(const struct sdyrt_conv *c, int dim, int64_t pad_high) {
    const int64_t in = (c->in_size[dim] - 1) * c->in_dilation[dim] + 1 + c->pad_low[dim] + pad_high;
    const int64_t window = (c->kernel_size[dim] - 1) * c->kernel_dilation[dim] + 1;
    return in < window ? 0 : (in - window) / c->stride[dim] + 1;
}

/* What networks have: square kernels of odd size, the same padding. */
static void describe_usual(struct dice *dice, struct sdyrt_conv *c) {
    const int64_t size = dice_between(dice, 3, 20);
    const int64_t kernel = 2 * dice_between(dice, 0, dice_one_in(dice, 5) ? 3 : 1) + 1;
    const int64_t stride = dice_one_in(dice, 4) ? 2 : 1;
    c->batch = dice_between(dice, 1, 3);
    c->in_channels = dice_extent(dice, 70);
    c->out_channels = dice_extent(dice, 100);
    for (int dim = 1; dim < RANK; dim++) {
        c->in_size[dim] = size + dice_between(dice, 0, 2) * (dim - 1);
        c->kernel_size[dim] = kernel;
        c->stride[dim] = stride;
        c->pad_low[dim] = kernel / 2;
        c->out_size[dim] = output_size(c, dim, kernel / 2);
    }
}

/* Kernels that meet no padding, of channels that fill registers: what is read as it lies. */
static void describe_unpadded(struct dice *dice, struct sdyrt_conv *c) {
    describe_usual(dice, c);
    c->in_channels = 32 * dice_between(dice, 1, 4);
    for (int dim = 1; dim < RANK; dim++) {
        c->kernel_size[dim] = dice_one_in(dice, 3) ? 3 : 1;
        c->pad_low[dim] = 0;
        c->out_size[dim] = output_size(c, dim, 0);
    }
}

/* What networks have, of few pixels whose sums are long: several taps of the kernel, and more terms
   than are multiplied at a time. */
static void describe_long(struct dice *dice, struct sdyrt_conv *c) {
    c->batch = dice_between(dice, 1, 2);
    c->in_channels = dice_between(dice, 20, 120);
    c->out_channels = dice_extent(dice, 40);
    for (int dim = 1; dim < RANK; dim++) {
        c->in_size[dim] = dice_between(dice, 2, 5);
        c->kernel_size[dim] = 3;
        c->pad_low[dim] = dice_between(dice, 0, 1);
        c->out_size[dim] = output_size(c, dim, 1);
    }
}

/* Gradients of kernels: the batch is what channels were, the kernel is as large as the image. */
static void describe_gradient(struct dice *dice, struct sdyrt_conv *c) {
    const int64_t out = dice_one_in(dice, 3)   ? 1
                        : dice_one_in(dice, 2) ? 3
                                               : dice_between(dice, 1, 5);
    const int64_t size = dice_between(dice, 3, 14);
    c->batch = dice_extent(dice, 60);
    c->in_channels = dice_between(dice, 1, 8);
    c->out_channels = dice_extent(dice, 60);
    const int64_t pad = out / 2 * dice_between(dice, 0, 1);
    const bool is_line = dice_one_in(dice, 3); /* more taps than a pass has */
    for (int dim = 1; dim < RANK; dim++) {
        c->in_size[dim] = !is_line ? size : dim == 1 ? 1 : dice_between(dice, 300, 1500);
        c->pad_low[dim] = pad;
        c->kernel_size[dim] = c->in_size[dim] + 2 * pad - out + 1;
        c->kernel_size[dim] = c->kernel_size[dim] < 1 ? 1 : c->kernel_size[dim];
        c->out_size[dim] = output_size(c, dim, pad);
    }
}

/* Of so many images and channels that splitting numbers pays. */
static void describe_large_gradient(struct dice *dice, struct sdyrt_conv *c) {
    c->batch = dice_between(dice, 100, 130);
    c->out_channels = dice_between(dice, 100, 130);
    c->in_channels = dice_between(dice, 5, 7);
    for (int dim = 1; dim < RANK; dim++) {
        c->in_size[dim] = c->kernel_size[dim] = dice_between(dice, 13, 17);
    }
}

static void describe_depthwise(struct dice *dice, struct sdyrt_conv *c) {
    describe_usual(dice, c);
    c->feature_groups = dice_extent(dice, 150);
    c->feature_groups = c->feature_groups < 1 ? 1 : c->feature_groups;
    c->in_channels = 1;
    c->out_channels = c->feature_groups * (dice_one_in(dice, 4) ? 2 : 1);
    if (dice_one_in(dice, 2)) { /* several pixels side by side, of the same taps */
        c->in_size[2] += dice_between(dice, 8, 20);
        c->out_size[2] = output_size(c, 2, c->pad_low[2]);
    } else if (dice_one_in(dice, 2)) { /* sums of more taps than are added one after the other */
        c->in_size[1] = c->in_size[2] = dice_between(dice, 7, 9);
        c->kernel_size[1] = c->kernel_size[2] = dice_between(dice, 6, 7);
        c->stride[1] = c->stride[2] = 1;
        c->out_size[1] = output_size(c, 1, 1);
        c->out_size[2] = output_size(c, 2, 1);
    }
}

/* One image, and one channel of the result. */
static void describe_dots(struct dice *dice, struct sdyrt_conv *c) {
    describe_usual(dice, c);
    c->batch = 1;
    c->out_channels = 1;
    c->in_channels = dice_extent(dice, 40);
    for (int dim = 1; dim < RANK; dim++) {
        c->in_size[dim] = dice_between(dice, 16, 60);
        c->out_size[dim] = dice_between(dice, 1, 4);
        c->stride[dim] = 1;
        c->pad_low[dim] = dice_between(dice, 0, 1);
        c->kernel_size[dim] = c->in_size[dim] + c->pad_low[dim] - c->out_size[dim] + 1;
        c->kernel_size[dim] = c->kernel_size[dim] < 1 ? 1 : c->kernel_size[dim];
        c->out_size[dim] = output_size(c, dim, 0);
    }
}

/* A kernel that covers the image. */
static void describe_whole(struct dice *dice, struct sdyrt_conv *c) {
    describe_usual(dice, c);
    c->batch = dice_extent(dice, 40);
    for (int dim = 1; dim < RANK; dim++) {
        c->in_size[dim] = c->kernel_size[dim] = dice_between(dice, 1, 7);
        c->pad_low[dim] = 0;
        c->out_size[dim] = 1;
    }
}

/* Volumes, whose dimensions are each of their own. */
static void describe_volume(struct dice *dice, struct sdyrt_conv *c) {
    c->batch = dice_between(dice, 1, 3);
    c->in_channels = dice_extent(dice, 30);
    c->out_channels = dice_extent(dice, 40);
    for (int dim = 0; dim < RANK; dim++) {
        c->in_size[dim] = dice_between(dice, 3, 8);
        c->kernel_size[dim] = dice_between(dice, 1, 3);
        c->stride[dim] = dice_between(dice, 1, 3);
        c->kernel_dilation[dim] = dice_between(dice, 1, 2);
        c->pad_low[dim] = dice_between(dice, 0, 2);
        c->out_size[dim] = output_size(c, dim, dice_between(dice, 0, 2));
    }
}

/* Anything that StableHLO allows. */
static void describe_any(struct dice *dice, struct sdyrt_conv *c) {
    c->batch = dice_between(dice, 0, 5);
    c->in_channels = dice_between(dice, 1, 20);
    const int64_t groups = dice_one_in(dice, 2) ? 1 : dice_between(dice, 2, 4);
    c->feature_groups = dice_one_in(dice, 2) ? groups : 1;
    c->batch_groups = c->feature_groups == 1 ? groups : 1;
    c->out_channels = groups * dice_between(dice, 1, 20);
    for (int dim = 0; dim < RANK; dim++) {
        if (dim == 0 && !dice_one_in(dice, 3)) {
            continue;
        }
        c->in_size[dim] = dice_between(dice, 1, 9);
        c->kernel_size[dim] = dice_between(dice, 1, 4);
        c->stride[dim] = dice_between(dice, 1, 3);
        c->in_dilation[dim] = dice_between(dice, 1, 3);
        c->kernel_dilation[dim] = dice_between(dice, 1, 2);
        c->reversed[dim] = dice_one_in(dice, 3);
        c->pad_low[dim] = dice_between(dice, -1, 3);
        c->out_size[dim] = output_size(c, dim, dice_between(dice, -1, 3));
    }
}

/* 3x3 kernels of enough channels and pixels that fewer multiplications pay. */
static void describe_winograd(struct dice *dice, struct sdyrt_conv *c) {
    describe_usual(dice, c);
    c->batch = 1;
    c->in_channels = 16 * dice_between(dice, 2, 5);
    c->out_channels = 16 * dice_between(dice, 2, 5);
    for (int dim = 1; dim < RANK; dim++) {
        c->in_size[dim] = dice_between(dice, 10, 19);
        c->kernel_size[dim] = 3;
        c->stride[dim] = 1;
        c->pad_low[dim] = dice_between(dice, 0, 1);
        c->out_size[dim] = output_size(c, dim, dice_between(dice, 0, 1));
    }
}

/* The gradient of a 3x3 kernel: images of the batch are the channels that there were. */
static void describe_winograd_gradient(struct dice *dice, struct sdyrt_conv *c) {
    describe_gradient(dice, c);
    c->batch = 16 * dice_between(dice, 2, 3);
    c->out_channels = 16 * dice_between(dice, 2, 3);
    c->in_channels = dice_between(dice, 6, 9);
    for (int dim = 1; dim < RANK; dim++) {
        c->in_size[dim] = c->kernel_size[dim] = dice_between(dice, 12, 15);
        c->pad_low[dim] = 1;
        c->out_size[dim] = 3;
    }
    if (dice_one_in(dice, 2)) { /* so wide that a row of tiles takes several passes */
        c->batch = c->out_channels = 16;
        c->in_channels = 2;
        c->in_size[RANK - 2] = c->kernel_size[RANK - 2] = 4;
        c->in_size[RANK - 1] = c->kernel_size[RANK - 1] = dice_between(dice, 130, 200);
    }
}

typedef void describe_fn(struct dice *dice, struct sdyrt_conv *c);
static describe_fn *const forms[] = {describe_usual,
                                     describe_usual,
                                     describe_unpadded,
                                     describe_gradient,
                                     describe_whole,
                                     describe_depthwise,
                                     describe_dots,
                                     describe_volume,
                                     describe_depthwise,
                                     describe_any,
                                     describe_long,
                                     describe_winograd,
                                     describe_winograd_gradient,
                                     describe_large_gradient};
enum { FORMS = sizeof forms / sizeof forms[0], LARGE = 4 /* the last of them */ };

static int64_t work_of(const struct sdyrt_conv *c) {
    int64_t work = c->batch * c->in_channels * c->out_channels;
    for (int dim = 0; dim < RANK; dim++) {
        work *= c->kernel_size[dim] * c->out_size[dim];
    }
    return work;
}

static struct sdyrt_conv random_conv(struct dice *dice, bool is_large) {
    struct sdyrt_conv c = {.feature_groups = 1, .batch_groups = 1};
    for (int dim = 0; dim < RANK; dim++) {
        c.in_size[dim] = c.kernel_size[dim] = c.out_size[dim] = c.stride[dim] = 1;
        c.in_dilation[dim] = c.kernel_dilation[dim] = 1;
    }
    forms[dice_between(dice, is_large ? FORMS - LARGE : 0,
                       is_large ? FORMS - 1 : FORMS - LARGE - 1)](dice, &c);
    while (work_of(&c) > MOST_WORK && c.in_channels > 1 && !is_large) {
        c.in_channels = (c.in_channels + 1) / 2;
    }
    while (work_of(&c) > MOST_WORK && c.batch > 1 && !is_large) {
        c.batch = (c.batch + 1) / 2;
    }
    c.in_order = dice_one_in(dice, 6);
    c.direct = dice_one_in(dice, is_large ? 9 : 3);
    return c;
}

/* --- operands --- */

/* The order of the dimensions, slowest first: that of channels last most of the time. */
static struct layout lay_out(struct dice *dice, const int64_t *size, bool is_kernel) {
    static const int orders[][5] = {{0, 2, 3, 4, 1}, {2, 3, 4, 1, 0}, {0, 1, 2, 3, 4},
                                    {1, 2, 3, 4, 0}, {1, 0, 2, 3, 4}, {2, 3, 4, 0, 1}};
    const int *order = orders[dice_one_in(dice, 2) ? is_kernel : dice_between(dice, 0, 5)];
    struct layout layout = {.rank = 5, .span = 1};
    int64_t step = 1;
    for (int k = 4; k >= 0; k--) {
        const int d = order[k];
        layout.size[d] = size[d];
        layout.stride[d] = step;
        layout.span = size[d] > 0 && layout.span > 0 ? layout.span + step * (size[d] - 1) : 0;
        step = step * (size[d] > 0 ? size[d] : 1) + (k == 1 && dice_one_in(dice, 3) ? 3 : 0);
    }
    return layout;
}

static void arrange(struct dice *dice, struct problem *p) {
    struct sdyrt_conv *c = &p->what;
    int64_t in[5] = {c->batch * c->batch_groups, c->in_channels * c->feature_groups};
    int64_t kernel[5] = {c->out_channels, c->in_channels}, out[5] = {c->batch, c->out_channels};
    memcpy(in + 2, c->in_size, sizeof c->in_size);
    memcpy(kernel + 2, c->kernel_size, sizeof c->kernel_size);
    memcpy(out + 2, c->out_size, sizeof c->out_size);
    p->in = lay_out(dice, in, false);
    p->kernel = lay_out(dice, kernel, true);
    p->out = lay_out(dice, out, false);
    c->in_batch = p->in.stride[0], c->in_channel = p->in.stride[1];
    c->kernel_out = p->kernel.stride[0], c->kernel_in = p->kernel.stride[1];
    c->out_batch = p->out.stride[0], c->out_channel = p->out.stride[1];
    memcpy(c->in_spatial, p->in.stride + 2, sizeof c->in_spatial);
    memcpy(c->kernel_spatial, p->kernel.stride + 2, sizeof c->kernel_spatial);
    memcpy(c->out_spatial, p->out.stride + 2, sizeof c->out_spatial);
}

/* The operand's numbers, those of the channels at a place side by side. */
static struct number *fill(struct kernel_case *test, struct problem *p, int which,
                           const struct layout *layout) {
    const int64_t count = layout_count(layout);
    struct number *numbers = case_numbers(test, count);
    p->operands[which] = case_tensor(test, layout, element_bytes(p->operand), &p->memory[which]);
    for (int64_t i = 0; i < layout->span; i++) {
        struct number value = element_random(&test->dice, p->operand, 3);
        if (p->is_rounded) {
            value.re = dice_real(&test->dice), value.im = dice_real(&test->dice);
        }
        value.re *= p->scale[which], value.im *= p->scale[which];
        element_store(p->operand, p->memory[which], i, value);
    }
    const int64_t channels = layout->size[1];
    const int64_t places = layout->size[2] * layout->size[3] * layout->size[4];
    for (int64_t i = 0; i < count; i++) {
        const int64_t image = i / (channels * places), place = i % places;
        numbers[(image * places + place) * channels + i / places % channels] =
            element_load(p->operand, p->memory[which], layout_place(layout, i));
    }
    case_protect(test, p->memory[which]);
    return numbers;
}

/* --- what it should be --- */

/* Where the tap of the kernel reads for this pixel; -1: between elements or beside them. */
static int64_t source(const struct sdyrt_conv *c, int dim, int64_t pixel, int64_t tap) {
    const int64_t at = pixel * c->stride[dim] + tap * c->kernel_dilation[dim] - c->pad_low[dim];
    if (c->in_dilation[dim] == 1) { /* divisions would take most of the time */
        return at >= 0 && at < c->in_size[dim] ? at : -1;
    }
    const int64_t in = at / c->in_dilation[dim];
    return at >= 0 && at % c->in_dilation[dim] == 0 && in < c->in_size[dim] ? in : -1;
}

/* The most frequent ones by themselves, to be quick, and so in registers of their own: products of a
 * tap's channels. */
static __attribute__((noinline)) void add_floats(const struct number *x, const struct number *y,
                                                 int64_t count, double *sum, double *magnitude) {
    double total = *sum, size = *magnitude;
    for (int64_t i = 0; i < count; i++) {
        const double product = x[i].re * y[i].re;
        total += product;
        size += fabs(product);
    }
    *sum = total;
    *magnitude = size;
}

/* Adds the products of all channels at one tap. */
static void add_tap(const struct problem *p, int64_t in, int64_t kernel, struct number *sum,
                    double *magnitude) {
    const struct sdyrt_conv *c = &p->what;
    const struct number *x = p->of_in + in, *y = p->of_kernel + kernel;
    if (element_is_float(p->result)) {
        add_floats(x, y, c->in_channels, &sum->re, magnitude);
        return;
    }
    for (int64_t i = 0; i < c->in_channels; i++, x++, y++) {
        if (p->result == ELEMENT_I1) {
            sum->bits |= x->bits & y->bits;
        } else if (!element_is_complex(p->result)) {
            sum->bits += x->bits * y->bits;
        } else {
            *sum = number_add(*sum, number_multiply(*x, *y));
            *magnitude += (fabs(x->re) + fabs(x->im)) * (fabs(y->re) + fabs(y->im));
        }
    }
}

static int64_t tap_at(const struct sdyrt_conv *c, int dim, int64_t tap) {
    return c->reversed[dim] ? c->kernel_size[dim] - 1 - tap : tap;
}

static struct number element_of(const struct problem *p, const int64_t *at, double *magnitude) {
    const struct sdyrt_conv *c = &p->what;
    const int64_t groups = c->feature_groups * c->batch_groups;
    const int64_t group = at[1] / (c->out_channels / groups);
    const int64_t image = c->batch_groups > 1 ? group * c->batch + at[0] : at[0];
    const int64_t channel = c->feature_groups > 1 ? group * c->in_channels : 0;
    const int64_t *in = c->in_size, *taps = c->kernel_size;
    struct number sum = {0, 0, 0};
    *magnitude = 0;
    for (int64_t t0 = 0; t0 < taps[0]; t0++) {
        const int64_t d = source(c, 0, at[2], t0);
        for (int64_t t1 = 0; d >= 0 && t1 < taps[1]; t1++) {
            const int64_t h = source(c, 1, at[3], t1);
            const int64_t row = (image * in[0] + d) * in[1] + h;
            const int64_t row_of_taps =
                (at[1] * taps[0] + tap_at(c, 0, t0)) * taps[1] + tap_at(c, 1, t1);
            for (int64_t t2 = 0; h >= 0 && t2 < taps[2]; t2++) {
                const int64_t w = source(c, 2, at[4], t2);
                if (w >= 0) {
                    add_tap(p, (row * in[2] + w) * c->in_channels * c->feature_groups + channel,
                            (row_of_taps * taps[2] + tap_at(c, 2, t2)) * c->in_channels, &sum,
                            magnitude);
                }
            }
        }
    }
    return sum;
}

/* Elements of the result in the order of pixel and channel, and what lies between them. */
static void check(struct kernel_case *test, const struct problem *p, char *expected) {
    const struct sdyrt_conv *c = &p->what;
    const double terms =
        fmin((double)(c->in_channels * c->kernel_size[0] * c->kernel_size[1] * c->kernel_size[2]),
             BLOCK_TERMS);
    const int64_t count = layout_count(&p->out);
    for (int64_t i = 0; i < count; i++) {
        int64_t at[5], rest = i;
        for (int d = 4; d >= 0; d--) {
            at[d] = rest % p->out.size[d];
            rest /= p->out.size[d];
        }
        double magnitude;
        struct number wanted = element_of(p, at, &magnitude);
        const int64_t place = layout_place(&p->out, i);
        const struct number found = element_load(p->result, p->memory[2], place);
        /* Winograd's sums are of parts of up to some times the magnitude (docs/reference/numbers.md) */
        const double bound = (terms + 32) * element_unit(p->result) * magnitude *
                                 (c->direct || c->in_order ? 1 : 4) +
                             (c->direct || c->in_order ? 0 : 64 * element_unit(p->result) * terms);
        const double error = hypot(found.re - wanted.re, found.im - wanted.im);
        if (p->is_rounded && !(error <= bound)) {
            case_fail(test, "element %lld is %.9g, not %.9g", (long long)i, found.re, wanted.re);
        }
        element_store(p->result, expected, place, p->is_rounded ? found : wanted);
        const int64_t pixel =
            ((at[0] * p->out.size[2] + at[2]) * p->out.size[3] + at[3]) * p->out.size[4] + at[4];
        if (p->reported[pixel * c->out_channels + at[1]] != 1) {
            case_fail(test, "element %lld is reported %d times", (long long)i,
                      p->reported[pixel * c->out_channels + at[1]]);
        }
    }
    case_compare(test, "the result", p->memory[2], expected,
                 (size_t)(p->out.span * element_bytes(p->result)));
}

/* --- calls --- */

static void report(void *context, int64_t pixel, int64_t pixels, int64_t channel,
                   int64_t channels) {
    struct problem *p = context;
    for (int64_t i = pixel; i < pixel + pixels; i++) {
        for (int64_t j = channel; j < channel + channels; j++) {
            p->reported[i * p->what.out_channels + j]++;
        }
    }
}

/* The plans of the convolution as it stands, by the route that is forced wherever it can be. */
static void plan(struct kernel_case *test, struct problem *p) {
    struct conv_planner planner = sdyrt_conv_planner(sdyrt_cpu_set());
    planner.forced = p->forced;
    p->plans = case_hold(test, MOST_PLANS * sizeof *p->plans);
    if (sdyrt_conv_plans(&p->what, &planner, p->plans, MOST_PLANS) > MOST_PLANS) {
        case_fail(test, "it has more than %d plans", MOST_PLANS);
    }
}

/* Routes that few convolutions can take: one of them comes first, now and then. */
static const enum sdyrt_conv_route rare[] = {SDYRT_CONV_DOTS, SDYRT_CONV_PLANES,
                                             SDYRT_CONV_SPLIT_BATCH};

static void prefer_rare(struct dice *dice, int64_t *order) {
    const int64_t first = rare[dice_between(dice, 0, (int64_t)(sizeof rare / sizeof *rare) - 1)];
    for (int i = 0; i < ROUTES; i++) {
        order[i] = order[i] == first ? order[0] : order[i];
    }
    order[0] = first;
}

/* By the first route that takes it, in a random order; by loops alone, and by the one that would be
   chosen, now and then. */
static void force(struct kernel_case *test, struct problem *p) {
    const bool is_free = dice_one_in(&test->dice, ROUTES), by_loops = dice_one_in(&test->dice, 6);
    int64_t order[ROUTES];
    dice_shuffle(&test->dice, order, ROUTES);
    if (dice_one_in(&test->dice, 3)) {
        prefer_rare(&test->dice, order);
    }
    for (int i = 0; i < ROUTES && !is_free; i++) {
        p->forced = (enum sdyrt_conv_route)order[i];
        plan(test, p);
        if ((int)p->plans->route == (int)p->forced && (by_loops || p->forced != SDYRT_CONV_PLAIN)) {
            return;
        }
    }
    p->forced = (enum sdyrt_conv_route)ROUTES;
    plan(test, p);
}

/* All tasks in a random order, each with scratch that holds nothing. */
static void compute(struct kernel_case *test, struct problem *p, const char *kernel, char *out,
                    sdyrt_conv_epilogue *epilogue) {
    const struct sdyrt_conv_call call = {&p->what, p->plans, p->operands[0], kernel, out, epilogue,
                                         p,        NULL};
    const int64_t tasks = sdyrt_conv_tasks(&p->what, p->plans);
    int64_t *order = case_hold(test, (size_t)tasks * sizeof *order);
    char *scratch = case_memory(test, SDYRT_KERNEL_SCRATCH, 64);
    dice_shuffle(&test->dice, order, tasks);
    for (int64_t i = 0; i < tasks; i++) {
        case_call(test, (kernel_function *)sdyrt_conv_run, 3,
                  (union argument[]){{&call}, {.number = order[i]}, {scratch}});
    }
}

/* A packed kernel gives the same bits. */
static void check_packed(struct kernel_case *test, struct problem *p, const char *before) {
    const int64_t bytes = sdyrt_conv_packed_bytes(&p->what, p->plans);
    const size_t out_bytes = (size_t)(p->out.span * element_bytes(p->result));
    if (bytes == 0) {
        return;
    }
    char *memory, *again = case_tensor(test, &p->out, element_bytes(p->result), &memory);
    char *scratch = case_memory(test, SDYRT_KERNEL_SCRATCH, 64);
    const char *operands[] = {p->operands[1],
                              case_memory(test, (size_t)(bytes + 63) / 64 * 64, 64)};
    memcpy(memory, before, out_bytes);
    const int64_t most = sdyrt_conv_pack_parts(&p->what, p->plans) > 1 ? 5 : 1;
    const int64_t parts = dice_between(&test->dice, 1, most);
    for (int64_t task = sdyrt_conv_pack_tasks(&p->what) * parts - 1; task >= 0; task--) {
        case_call(test, (kernel_function *)sdyrt_conv_pack_part, 6,
                  (union argument[]){{&p->what},
                                     {p->plans},
                                     {operands},
                                     {.number = parts},
                                     {.number = task},
                                     {scratch}});
    }
    case_protect(test, operands[1]);
    p->what.packed = 1;
    plan(test, p);
    compute(test, p, operands[1], again, NULL);
    case_compare(test, "the result by a packed kernel", memory, p->memory[2], out_bytes);
}

/* Any number of shares, by runs of any length, gives the same bits. */
static void check_shares(struct kernel_case *test, struct problem *p, const char *before) {
    const size_t out_bytes = (size_t)(p->out.span * element_bytes(p->result));
    const int64_t shares = dice_between(&test->dice, 2, 12);
    const int64_t count = shares * sdyrt_conv_tasks(&p->what, p->plans);
    char *memory, *again = case_tensor(test, &p->out, element_bytes(p->result), &memory);
    char *scratch = case_memory(test, SDYRT_KERNEL_SCRATCH, 64);
    const struct sdyrt_conv_call call = {
        &p->what, p->plans, p->operands[0], p->operands[1], again, NULL, p, NULL};
    memcpy(memory, before, out_bytes);
    for (int64_t share = 0, left = 0; share < count;) {
        left = left > 0 ? left : dice_between(&test->dice, 1, count - share);
        const int64_t done = sdyrt_conv_run_shares(&call, shares, share, left, scratch);
        share += done, left -= done;
    }
    case_compare(test, "the result by shares", memory, p->memory[2], out_bytes);
}

/* Whether rows of the input are said that hold all that these rows of the result are made of. */
static void check_rows_before(struct kernel_case *test, const struct sdyrt_conv *c,
                              const int64_t *rows) {
    int64_t before[4];
    sdyrt_conv_rows_before(c, rows, before);
    for (int64_t row = rows[2]; row < rows[3]; row++) {
        for (int64_t tap = 0; tap < c->kernel_size[1]; tap++) {
            const int64_t at = source(c, 1, row, tap);
            if (at >= 0 && (at < before[2] || at >= before[3])) {
                case_fail(test, "row %lld is made of row %lld, not of rows %lld to %lld",
                          (long long)row, (long long)at, (long long)before[2],
                          (long long)before[3]);
            }
        }
    }
    if (before[0] != rows[0] || before[1] != rows[1]) {
        case_fail(test, "rows of images %lld to %lld are made of others", (long long)rows[0],
                  (long long)rows[1]);
    }
}

/* Rows that are made alone, a few at a time, have the same bits. */
static void check_rows(struct kernel_case *test, struct problem *p, const char *before) {
    const size_t out_bytes = (size_t)(p->out.span * element_bytes(p->result));
    const struct sdyrt_conv *c = &p->what;
    if (!sdyrt_conv_has_rows(c, p->plans)) {
        return;
    }
    char *memory, *again = case_tensor(test, &p->out, element_bytes(p->result), &memory);
    char *scratch = case_memory(test, SDYRT_KERNEL_SCRATCH, 64);
    const struct sdyrt_conv_call call = {c, p->plans, p->operands[0], p->operands[1], again, NULL,
                                         p, NULL};
    memcpy(memory, before, out_bytes);
    int64_t rows[4] = {0};
    for (; rows[0] < c->batch; rows[0] = rows[1]) {
        rows[1] = dice_between(&test->dice, rows[0] + 1, c->batch);
        for (rows[2] = 0; rows[2] < c->out_size[1]; rows[2] = rows[3]) {
            rows[3] = dice_between(&test->dice, rows[2] + 1, c->out_size[1]);
            check_rows_before(test, c, rows);
            case_call(test, (kernel_function *)sdyrt_conv_make_rows, 3,
                      (union argument[]){{&call}, {rows}, {scratch}});
        }
    }
    case_compare(test, "the result by rows", memory, p->memory[2], out_bytes);
}

static void describe(struct kernel_case *test, const struct problem *p, const char *route) {
    const struct sdyrt_conv *c = &p->what;
    case_describe(
        test,
        "convolution of %s by %s: batch %lld (groups %lld), channels %lld to %lld (groups %lld), "
        "in %lldx%lldx%lld by %lldx%lldx%lld to %lldx%lldx%lld, stride %lld %lld, pad %lld %lld, "
        "dilation %lld %lld and %lld %lld%s%s%s, scaled by %g and %g",
        element_name(p->operand), route, (long long)c->batch, (long long)c->batch_groups,
        (long long)c->in_channels, (long long)c->out_channels, (long long)c->feature_groups,
        (long long)c->in_size[0], (long long)c->in_size[1], (long long)c->in_size[2],
        (long long)c->kernel_size[0], (long long)c->kernel_size[1], (long long)c->kernel_size[2],
        (long long)c->out_size[0], (long long)c->out_size[1], (long long)c->out_size[2],
        (long long)c->stride[1], (long long)c->stride[2], (long long)c->pad_low[1],
        (long long)c->pad_low[2], (long long)c->in_dilation[1], (long long)c->in_dilation[2],
        (long long)c->kernel_dilation[1], (long long)c->kernel_dilation[2],
        c->in_order ? ", in order" : "", c->direct ? ", direct" : "",
        p->is_rounded ? ", rounded" : "", p->scale[0], p->scale[1]);
}

/* f32 half of the time, or where it takes long mostly; else numbers, which most routes take, or any.
   Groups of a channel have loops of their own for bf16. */
static int random_type(struct dice *dice, bool is_large, bool has_groups) {
    if (has_groups && dice_one_in(dice, 2)) {
        return BF16;
    }
    const bool is_other = is_large ? dice_one_in(dice, 8) : dice_one_in(dice, 2);
    return is_other ? (int)dice_between(dice, 0, dice_one_in(dice, 2) ? NUMBERS : TYPES - 1) : 0;
}

static void run(struct kernel_case *test) {
    struct dice *dice = &test->dice;
    const bool is_large = dice_one_in(dice, 6); /* by the forms that are last */
    struct problem p = {.what = random_conv(dice, is_large)};
    const int form = random_type(dice, is_large, p.what.feature_groups > 1);
    p.what.type = types[form].type;
    p.operand = types[form].operand;
    p.result = types[form].result;
    p.is_rounded = element_unit(p.result) != 0 && dice_one_in(&test->dice, 3);
    p.scale[0] = p.scale[1] = 1;
    p.scale[dice_between(dice, 0, 1)] = scale_random(dice, p.operand);
    arrange(&test->dice, &p);
    force(test, &p);
    const int route = (int)p.plans->route;
    describe(test, &p, route_name(route));
    case_takes(test, route);
    case_works(test, 2 * (double)work_of(&p.what), 0);
    p.of_in = fill(test, &p, 0, &p.in);
    p.of_kernel = fill(test, &p, 1, &p.kernel);
    p.reported = case_hold(test, (size_t)layout_count(&p.out));
    memset(p.reported, 0, (size_t)layout_count(&p.out));
    const int64_t bytes = element_bytes(p.result);
    p.operands[2] = case_tensor(test, &p.out, bytes, &p.memory[2]);
    char *expected = case_copy(test, p.memory[2], (size_t)(p.out.span * bytes));
    char *before = case_copy(test, p.memory[2], (size_t)(p.out.span * bytes));
    compute(test, &p, p.operands[1], p.operands[2], report);
    check(test, &p, expected);
    check_shares(test, &p, before);
    check_rows(test, &p, before);
    check_packed(test, &p, before);
}

const struct kernel_family kernels_conv = {.name = "conv",
                                           .count = 500,
                                           .run = run,
                                           .routes = ROUTES,
                                           .route_name = route_name,
                                           .must_take = must_take};
