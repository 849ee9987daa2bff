/* The convolutions of ResNet-50 (batch 8 unless told otherwise, f32) by this runtime and by oneDNN,
   in one interleaved run on the same threads: GF/s per shape, and in total with each shape as
   often as the network has it. Everything that a call does is counted, the packing of the kernel
   too; oneDNN's "any" may keep all its tensors in formats of its own, reordered beforehand.

   usage: conv_shapes [BATCH [REPETITIONS]] */
#include "conv_plan.h"
#include "cpu.h"
#include "dnnl_conv.h"
#include "strips.h"

#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* Ways to compute, in the order of the columns. */
enum way { NHWC, NCHW, NCHW_PERMUTED, DNNL_ANY, DNNL_NHWC, DNNL_NCHW, WAYS };
static const char *const way_names[WAYS] = {"nhwc",     "nchw",      "permuted",
                                            "dnnl any", "dnnl nhwc", "dnnl nchw"};
enum { MAX_REPETITIONS = 101 };

static double seconds(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static float *floats(int64_t count) {
    float *memory = aligned_alloc(64, ((size_t)count * sizeof *memory + 4159) / 64 * 64);
    if (memory == NULL) {
        fprintf(stderr, "out of memory\n");
        exit(1);
    }
    for (int64_t i = 0; i < count; i++) {
        memory[i] = (float)(i * 2654435761u % 1000) / 1000 - 0.5f;
    }
    return memory;
}

/* --- this runtime ----------------------------------------------------------------------------- */

static struct sdyrt_conv describe(const struct shape *s, int64_t batch, int channels_last) {
    int64_t pad = s->kernel / 2, out = (s->size + 2 * pad - s->kernel) / s->stride + 1;
    int64_t size = s->size, kernel = s->kernel, in_pixels = size * size, out_pixels = out * out;
    struct sdyrt_conv c = {.type = SDYRT_PRODUCT_F32,
                           .batch = batch,
                           .in_channels = s->in,
                           .out_channels = s->out,
                           .feature_groups = 1,
                           .batch_groups = 1,
                           .in_size = {1, size, size},
                           .kernel_size = {1, kernel, kernel},
                           .out_size = {1, out, out},
                           .stride = {1, s->stride, s->stride},
                           .pad_low = {0, pad, pad},
                           .in_dilation = {1, 1, 1},
                           .kernel_dilation = {1, 1, 1},
                           .in_batch = in_pixels * s->in,
                           .out_batch = out_pixels * s->out};
    int64_t in_column = channels_last ? s->in : 1, out_column = channels_last ? s->out : 1;
    c.in_channel = channels_last ? 1 : in_pixels;
    c.out_channel = channels_last ? 1 : out_pixels;
    c.kernel_in = channels_last ? s->out : kernel * kernel; /* HWIO or OIHW */
    c.kernel_out = channels_last ? 1 : s->in * kernel * kernel;
    int64_t tap = channels_last ? s->in * s->out : 1;
    for (int i = 2; i >= 0; i--) {
        c.in_spatial[i] = in_column * (i == 2 ? 1 : size);
        c.out_spatial[i] = out_column * (i == 2 ? 1 : out);
        c.kernel_spatial[i] = tap * (i == 2 ? 1 : kernel);
    }
    return c;
}

static void convolve(const struct sdyrt_conv *c, const float *in, const float *kernel, float *out,
                     char *const *scratch) {
    const struct conv_planner planner = sdyrt_conv_planner(sdyrt_cpu_set());
    struct sdyrt_conv_plan plan; /* they have one part */
    sdyrt_conv_plans(c, &planner, &plan, 1);
    const struct sdyrt_conv_call call = {c, &plan, in, kernel, out, NULL, NULL, NULL};
    const int64_t tasks = sdyrt_conv_tasks(c, &plan);
#pragma omp parallel for schedule(dynamic, 1)
    for (int64_t task = 0; task < tasks; task++) {
        sdyrt_conv_run(&call, task, scratch[omp_get_thread_num()]);
    }
}

/* to[batch][cols][rows] = from[batch][rows][cols], by bands of 64 rows */
static void permute(int64_t batch, int64_t rows, int64_t cols, const float *from, float *to) {
#pragma omp parallel for collapse(2)
    for (int64_t b = 0; b < batch; b++) {
        for (int64_t row = 0; row < rows; row += 64) {
            int64_t count = rows - row < 64 ? rows - row : 64;
            sdyrt_strips()->transpose_32(to + b * rows * cols + row, rows,
                                         from + (b * rows + row) * cols, cols, count, cols);
        }
    }
}

/* --- the comparison --------------------------------------------------------------------------- */

static int by_value(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double difference(const float *a, const float *b, int64_t count) {
    double worst = 0;
    for (int64_t i = 0; i < count; i++) {
        double d = (double)a[i] - (double)b[i];
        worst = d > worst ? d : -d > worst ? -d : worst;
    }
    return worst;
}

/* Fills median[way]; returns the largest difference between our NHWC result and oneDNN's. */
static double measure(const struct shape *s, int batch, int repetitions, dnnl_engine_t engine,
                      dnnl_stream_t stream, char *const *scratch, double *median) {
    static double times[WAYS][MAX_REPETITIONS];
    static const dnnl_format_tag_t tags[3] = {dnnl_format_tag_any, dnnl_nhwc, dnnl_nchw};
    struct sdyrt_conv nhwc = describe(s, batch, 1), nchw = describe(s, batch, 0);
    int64_t in_pixels = (int64_t)s->size * s->size;
    int64_t out_pixels = nhwc.out_size[1] * nhwc.out_size[2], out_count = batch * nhwc.out_batch;
    float *in = floats(batch * nhwc.in_batch), *other_in = floats(batch * nhwc.in_batch);
    float *kernel = floats((int64_t)s->kernel * s->kernel * s->in * s->out);
    float *out = floats(out_count), *other_out = floats(out_count);
    struct dnnl_conv theirs[3];
    for (int i = 0; i < 3; i++) {
        theirs[i] = prepare(engine, stream, s, batch, tags[i], in, kernel);
    }
    for (int repetition = -1; repetition < repetitions; repetition++) {
        for (int way = 0; way < WAYS; way++) {
            double start = seconds();
            if (way >= DNNL_ANY) {
                execute(&theirs[way - DNNL_ANY], stream);
            } else if (way == NHWC) {
                convolve(&nhwc, in, kernel, out, scratch);
            } else if (way == NCHW) {
                convolve(&nchw, other_in, kernel, other_out, scratch);
            } else {
                permute(batch, s->in, in_pixels, in, other_in);
                convolve(&nhwc, other_in, kernel, other_out, scratch);
                permute(batch, out_pixels, s->out, other_out, out);
            }
            if (repetition >= 0) {
                times[way][repetition] = seconds() - start;
            }
        }
    }
    for (int way = 0; way < WAYS; way++) {
        qsort(times[way], (size_t)repetitions, sizeof(double), by_value);
        median[way] = times[way][repetitions / 2];
    }
    convolve(&nhwc, in, kernel, out, scratch);
    void *result;
    check(dnnl_memory_get_data_handle(theirs[1].memory[2], &result), "result");
    double worst = difference(out, result, out_count);
    for (int i = 0; i < 3; i++) {
        release(&theirs[i]);
    }
    free(in);
    free(other_in);
    free(kernel);
    free(out);
    free(other_out);
    return worst;
}

int main(int argc, char **argv) {
    int batch = argc > 1 ? atoi(argv[1]) : 8, repetitions = argc > 2 ? atoi(argv[2]) : 9;
    char *scratch[256];
    double flops = 0, total[WAYS] = {0};
    if (batch < 1 || repetitions < 1 || repetitions > MAX_REPETITIONS ||
        omp_get_max_threads() > 256) {
        fprintf(stderr, "usage: conv_shapes [BATCH [REPETITIONS]]\n");
        return 2;
    }
    struct dnnl_here here = dnnl_open();
    for (int i = 0; i < omp_get_max_threads(); i++) {
        scratch[i] = (char *)floats((int64_t)(SDYRT_KERNEL_SCRATCH / sizeof(float)));
    }
    printf("GF/s on %d threads, ours: %s\n%-26s", omp_get_max_threads(),
           sdyrt_isa_name(sdyrt_cpu_isa()), "shape");
    for (int way = 0; way < WAYS; way++) {
        printf("%10s", way_names[way]);
    }
    printf("   nhwc/any difference\n");
    for (int i = 0; i < SHAPES; i++) {
        const struct shape *s = &shapes[i];
        double out = (s->size + 2 * (s->kernel / 2) - s->kernel) / s->stride + 1, median[WAYS];
        double work = 2.0 * batch * out * out * s->out * s->in * s->kernel * s->kernel;
        double worst = measure(s, batch, repetitions, here.engine, here.stream, scratch, median);
        printf("%d x %3d^2 %4d>%4d %dx%d /%d", s->count, s->size, s->in, s->out, s->kernel,
               s->kernel, s->stride);
        for (int way = 0; way < WAYS; way++) {
            printf("%10.1f", work / median[way] * 1e-9);
            total[way] += s->count * median[way];
        }
        printf("%10.2f %g\n", median[DNNL_ANY] / median[NHWC], worst);
        fflush(stdout);
        flops += s->count * work;
    }
    printf("%-26s", "total");
    for (int way = 0; way < WAYS; way++) {
        printf("%10.1f", flops / total[way] * 1e-9);
    }
    printf("\n%-26s", "of dnnl any");
    for (int way = 0; way < WAYS; way++) {
        printf("%10.2f", total[DNNL_ANY] / total[way]);
    }
    printf("\n%-26s", "of dnnl in that order");
    const enum way same[WAYS] = {DNNL_NHWC, DNNL_NCHW, DNNL_NCHW, DNNL_ANY, DNNL_NHWC, DNNL_NCHW};
    for (int way = 0; way < WAYS; way++) {
        printf("%10.2f", total[same[way]] / total[way]);
    }
    printf("\n");
    for (int i = 0; i < omp_get_max_threads(); i++) {
        free(scratch[i]);
    }
    dnnl_close(&here);
    return 0;
}
