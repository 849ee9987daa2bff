/*
 * ResNet-50's convolutions as modules of one convolution each, through the whole compiler, with
 * NHWC and NCHW operands, beside oneDNN in formats of its own choice: interleaved in one run.
 * GF/s of each shape, and in total with each shape as often as the network has it.
 *
 * usage: layout [BATCH [REPETITIONS]]
 */
#include "dnnl_conv.h"
#include "sdyc/sdyc.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum way { NHWC, NCHW_AUTO, NCHW_AS_NHWC, NCHW_AS_NCHW, DNNL, WAYS };
static const char *const way_names[WAYS] = {"nhwc", "nchw auto", "as nhwc", "as nchw", "oneDNN"};
static const enum sdyc_layout way_layouts[] = {SDYC_LAYOUT_AUTO, SDYC_LAYOUT_AUTO, SDYC_LAYOUT_NHWC,
                                               SDYC_LAYOUT_NCHW};
enum { MAX_REPETITIONS = 101 };

static double seconds(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static float *floats(size_t bytes) {
    float *memory = aligned_alloc(64, (bytes + 63) / 64 * 64);
    if (!memory) {
        fprintf(stderr, "out of memory\n");
        exit(1);
    }
    for (size_t i = 0; i < bytes / sizeof *memory; i++) {
        memory[i] = (float)(i * 2654435761u % 1000) / 1000 - 0.5f;
    }
    return memory;
}

static int out_size(const struct shape *s) {
    return (s->size + 2 * (s->kernel / 2) - s->kernel) / s->stride + 1;
}

/* The type of an image in NHWC or NCHW. */
static void image_type(char *to, size_t size, int is_nhwc, int batch, int pixels, int features) {
    if (is_nhwc) {
        snprintf(to, size, "tensor<%dx%dx%dx%dxf32>", batch, pixels, pixels, features);
    } else {
        snprintf(to, size, "tensor<%dx%dx%dx%dxf32>", batch, features, pixels, pixels);
    }
}

static struct sdyc_program *compile(const struct shape *s, int batch, enum way way) {
    char text[2048], in[64], kernel[64], out[64];
    struct sdyc_error *error;
    int is_nhwc = way == NHWC, pad = s->kernel / 2;
    image_type(in, sizeof in, is_nhwc, batch, s->size, s->in);
    image_type(out, sizeof out, is_nhwc, batch, out_size(s), s->out);
    int first = is_nhwc ? s->kernel : s->out, third = is_nhwc ? s->in : s->kernel;
    snprintf(kernel, sizeof kernel, "tensor<%dx%dx%dx%dxf32>", first, is_nhwc ? s->kernel : s->in,
             third, is_nhwc ? s->out : s->kernel);
    int length = snprintf(
        text, sizeof text,
        "func.func @main(%%x: %s, %%w: %s) -> %s {\n"
        "  %%y = stablehlo.convolution(%%x, %%w) dim_numbers = %s, window = {stride = [%d, %d], "
        "pad = [[%d, %d], [%d, %d]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} "
        ": (%s, %s) -> %s\n"
        "  return %%y : %s\n}\n",
        in, kernel, out,
        is_nhwc ? "[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]"
                : "[b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1]",
        s->stride, s->stride, pad, pad, pad, pad, in, kernel, out, out);
    struct sdyc_options options = SDYC_OPTIONS_INIT;
    options.layout = way_layouts[way];
    struct sdyc_program *program = sdyc_compile(text, (size_t)length, "layout", &options, &error);
    if (program == NULL) {
        fputs(sdyc_error_text(error), stderr);
        exit(1);
    }
    return program;
}

static int by_value(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

struct figures {
    double median[WAYS], least[WAYS];
};

static struct figures measure(const struct shape *s, int batch, int repetitions,
                              dnnl_engine_t engine, dnnl_stream_t stream) {
    static double times[WAYS][MAX_REPETITIONS];
    struct sdyc_program *programs[DNNL];
    struct figures figures;
    for (int way = 0; way < DNNL; way++) {
        programs[way] = compile(s, batch, (enum way)way);
    }
    float *in = floats(sdyc_input(programs[0], 0).bytes),
          *kernel = floats(sdyc_input(programs[0], 1).bytes);
    float *out = floats(sdyc_output(programs[0], 0).bytes);
    struct dnnl_conv theirs = prepare(engine, stream, s, batch, dnnl_format_tag_any, in, kernel);
    const void *inputs[] = {in, kernel};
    void *outputs[] = {out};
    for (int repetition = -1; repetition < repetitions; repetition++) {
        for (int way = 0; way < WAYS; way++) {
            double start = seconds();
            if (way == DNNL) {
                execute(&theirs, stream);
            } else if (sdyc_run(programs[way], inputs, outputs) != SDYC_OK) {
                fprintf(stderr, "%s\n", sdyc_error_text(sdyc_run_error(programs[way])));
                exit(1);
            }
            if (repetition >= 0) {
                times[way][repetition] = seconds() - start;
            }
        }
    }
    for (int way = 0; way < WAYS; way++) {
        qsort(times[way], (size_t)repetitions, sizeof(double), by_value);
        figures.median[way] = times[way][repetitions / 2];
        figures.least[way] = times[way][0];
    }
    for (int way = 0; way < DNNL; way++) {
        sdyc_free(programs[way]);
    }
    release(&theirs);
    free(in);
    free(kernel);
    free(out);
    return figures;
}

static void print_row(const char *name, const double *values, double scale) {
    printf("%-26s", name);
    for (int way = 0; way < WAYS; way++) {
        printf("%11.2f", values[way] * scale);
    }
    printf("\n");
    fflush(stdout);
}

static void print_totals(const char *name, const double *total) {
    double ratio[WAYS];
    for (int way = 0; way < WAYS; way++) {
        ratio[way] = total[DNNL] / total[way];
    }
    print_row(name, ratio, 1);
}

int main(int argc, char **argv) {
    int batch = argc > 1 ? atoi(argv[1]) : 8, repetitions = argc > 2 ? atoi(argv[2]) : 9;
    double median[WAYS] = {0}, least[WAYS] = {0};
    if (batch < 1 || repetitions < 1 || repetitions > MAX_REPETITIONS) {
        fprintf(stderr, "usage: layout [BATCH [REPETITIONS]]\n");
        return 2;
    }
    struct dnnl_here here = dnnl_open();
    printf("%-26s", "GF/s");
    for (int way = 0; way < WAYS; way++) {
        printf("%11s", way_names[way]);
    }
    printf("\n");
    for (int i = 0; i < SHAPES; i++) {
        const struct shape *s = &shapes[i];
        double speed[WAYS], pixels = out_size(s);
        double work = 2.0 * batch * pixels * pixels * s->out * s->in * s->kernel * s->kernel;
        struct figures figures = measure(s, batch, repetitions, here.engine, here.stream);
        char name[64];
        for (int way = 0; way < WAYS; way++) {
            speed[way] = work / figures.median[way];
            median[way] += s->count * figures.median[way];
            least[way] += s->count * figures.least[way];
        }
        snprintf(name, sizeof name, "%d x %3d^2 %4d>%4d %dx%d /%d", s->count, s->size, s->in,
                 s->out, s->kernel, s->kernel, s->stride);
        print_row(name, speed, 1e-9);
    }
    print_row("total, ms", median, 1e3);
    print_totals("of oneDNN, medians", median);
    print_totals("of oneDNN, least", least);
    dnnl_close(&here);
    return 0;
}
