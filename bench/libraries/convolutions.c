/* Convolutions of ResNet-50 and MobileNetV2 in NHWC beside oneDNN, which copies the kernel to
   a format of its own first, in each run, as sdyc packs it. */
#include "../dnnl_conv.h"
#include "contest.h"

#include <omp.h>
#include <stdio.h>
#include <string.h>

enum { BATCH = 4 };

/* Beside those of ResNet-50 that dnnl_conv.c lists. */
static const struct shape mobile[] = {
    {1, 224, 3, 32, 3, 2, 0},     {1, 112, 32, 32, 3, 1, 32}, {1, 112, 32, 16, 1, 1, 0},
    {1, 112, 16, 96, 1, 1, 0},    {1, 112, 96, 96, 3, 2, 96}, {1, 56, 24, 144, 1, 1, 0},
    {1, 28, 192, 192, 3, 1, 192}, {1, 28, 192, 32, 1, 1, 0},  {1, 14, 64, 384, 1, 1, 0},
    {1, 14, 576, 576, 3, 1, 576}, {1, 7, 160, 960, 1, 1, 0},  {1, 7, 320, 1280, 1, 1, 0},
};

struct onednn {
    const struct shape *shape;
    int out; /* pixels along a side of the result */
    dnnl_stream_t stream;
    struct dnnl_conv conv;
};

static void compute(const struct contest *c, const void *what) {
    const struct onednn *o = what;
    (void)c;
    execute_copy(&o->conv.copies[1], o->stream);
    execute(&o->conv, o->stream);
}

static long double reference(const struct contest *c, const void *what, size_t index) {
    const struct onednn *o = what;
    const struct shape *s = o->shape;
    const int groups = s->groups == 0 ? 1 : s->groups, inner = s->in / groups, pad = s->kernel / 2;
    const int channel = (int)(index % (size_t)s->out), group = channel / (s->out / groups);
    const int pixel = (int)(index / (size_t)s->out), image = pixel / (o->out * o->out);
    const int row = pixel / o->out % o->out, column = pixel % o->out;
    const float *in = c->in[0], *kernel = c->in[1];
    long double sum = 0;
    for (int tap = 0; tap < s->kernel * s->kernel; tap++) {
        const int y = row * s->stride + tap / s->kernel - pad;
        const int x = column * s->stride + tap % s->kernel - pad;
        for (int i = 0; i < inner && y >= 0 && y < s->size && x >= 0 && x < s->size; i++) {
            const long double weight = kernel[((long)tap * inner + i) * s->out + channel];
            sum += weight *
                   in[((image * s->size + y) * (long)s->size + x) * s->in + group * inner + i];
        }
    }
    return sum;
}

static struct contest open_convolution(const struct shape *s, int out) {
    char in[64], kernel[64], result[64];
    const int groups = s->groups == 0 ? 1 : s->groups, pad = s->kernel / 2;
    snprintf(in, sizeof in, "tensor<%dx%dx%dx%dxf32>", BATCH, s->size, s->size, s->in);
    snprintf(kernel, sizeof kernel, "tensor<%dx%dx%dx%dxf32>", s->kernel, s->kernel, s->in / groups,
             s->out);
    snprintf(result, sizeof result, "tensor<%dx%dx%dx%dxf32>", BATCH, out, out, s->out);
    return contest_open(
        "func.func @main(%%x: %s, %%w: %s) -> %s {\n"
        "  %%y = stablehlo.convolution(%%x, %%w) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->"
        "[b, 0, 1, f], window = {stride = [%d, %d], pad = [[%d, %d], [%d, %d]]} "
        "{batch_group_count = 1 : i64, feature_group_count = %d : i64} : (%s, %s) -> %s\n"
        "  return %%y : %s\n}\n",
        in, kernel, result, s->stride, s->stride, pad, pad, pad, pad, groups, in, kernel, result,
        result);
}

/* The library writes to memory of its own, which the contest compares in place of c.theirs. */
static void play(const struct shape *s, const struct dnnl_here *here, struct table *table) {
    static const struct rival rival = {compute, reference, 256, 0};
    struct onednn o = {
        s, (s->size + 2 * (s->kernel / 2) - s->kernel) / s->stride + 1, here->stream, {0}};
    struct contest c = open_convolution(s, o.out);
    char name[CONTEST_NAME];
    o.conv = prepare(here->engine, here->stream, s, BATCH, dnnl_nhwc, c.in[0], c.in[1]);
    check(dnnl_memory_set_data_handle(o.conv.memory[2], c.theirs), "result");
    snprintf(name, sizeof name, "%dx%d, %d to %d, %dx%d by %d%s", s->size, s->size, s->in, s->out,
             s->kernel, s->kernel, s->stride, s->groups == 0 ? "" : ", depthwise");
    contest_play(&c, table, name, &rival, &o);
    release(&o.conv);
}

int main(void) {
    omp_set_num_threads(1);
    struct dnnl_here here = dnnl_open();
    struct table table = table_begin("Convolutions of 4 images of f32", here.name);
    for (int i = 0; i < SHAPES; i++) {
        play(&shapes[i], &here, &table);
    }
    for (size_t i = 0; i < sizeof mobile / sizeof *mobile; i++) {
        play(&mobile[i], &here, &table);
    }
    table_end(&table);
    dnnl_close(&here);
    return 0;
}
