/* Convolutions: a constant that describes one, a call of the runtime per task, and where results
 * follow, a function that the runtime calls with each part it has finished. */
#include "codegen/emit/internal.h"

#include "codegen/emit/runtime_calls.h"

#include <inttypes.h>

static void print_three(struct emitter *e, const int64_t *three, const char *name) {
    emit_line(e, "    {%" PRId64 ", %" PRId64 ", %" PRId64 "}, /* %s */", three[0], three[1],
              three[2], name);
}

static void print_strides(struct emitter *e, int64_t first, int64_t second, const int64_t *three,
                          const char *name) {
    emit_line(e, "    %" PRId64 ", %" PRId64 ", {%" PRId64 ", %" PRId64 ", %" PRId64 "}, /* %s */",
              first, second, three[0], three[1], three[2], name);
}

static void print_description(struct emitter *e, const struct convolution *convolution) {
    struct sdyrt_conv conv = describe_convolution(convolution);
    emit_line(e, "static const struct sdyrt_conv phase%" PRIu32 "_convolution = {", e->kernel->id);
    emit_line(e, "    %s,", emit_product_type(convolution->input, convolution->output));
    emit_line(e,
              "    %" PRId64 ", %" PRId64 ", %" PRId64 ", %" PRId64 ", %" PRId64
              ", /* batch, channels in and out, groups */",
              conv.batch, conv.in_channels, conv.out_channels, conv.feature_groups,
              conv.batch_groups);
    print_three(e, conv.in_size, "input");
    print_three(e, conv.kernel_size, "kernel");
    print_three(e, conv.out_size, "output");
    print_three(e, conv.stride, "strides");
    print_three(e, conv.pad_low, "padding");
    print_three(e, conv.in_dilation, "dilation of the input");
    print_three(e, conv.kernel_dilation, "dilation of the kernel");
    print_three(e, conv.reversed, "reversed");
    print_strides(e, conv.in_batch, conv.in_channel, conv.in_spatial,
                  "strides of input: batch, channel, spatial");
    print_strides(e, conv.kernel_in, conv.kernel_out, conv.kernel_spatial,
                  "of kernel: channel in, out, spatial");
    print_strides(e, conv.out_batch, conv.out_channel, conv.out_spatial,
                  "of output: batch, channel, spatial");
    emit_line(e, "};");
}

/* The last spatial dimension, or the batch where there is none: a run of pixels lies along it. */
static uint32_t run_dimension(const struct convolution *conv) {
    return conv->spatial > 0 ? conv->result_dim[1 + conv->spatial] : conv->result_dim[0];
}

/* The dimensions of a run of pixels, for the plan: their numbers come with decode_pixels. */
static void set_pixel_dimensions(struct emitter *e, const struct convolution *conv) {
    uint32_t run = run_dimension(conv);
    for (uint32_t d = 0; d < e->kernel->dim_count; d++) {
        if (d == run) {
            e->dims[d] = (struct dimension){.size = e->kernel->extent[d], .ragged = true};
            e->dims[d].low = e->dims[d].at = emit_text(e, "i%" PRIu32 "_low", d);
            e->dims[d].high = emit_text(e, "i%" PRIu32 "_high", d);
        } else if (d != conv->result_dim[1]) {
            const char *at = e->kernel->extent[d] > 1 ? emit_text(e, "i%" PRIu32, d) : NULL;
            e->dims[d] = (struct dimension){1, false, at, at, at};
        }
    }
}

/* Pixels of the result are numbered row by row; a run of them lies in one row. */
static void decode_pixels(struct emitter *e, const struct convolution *conv) {
    const struct dimension *run = &e->dims[run_dimension(conv)];
    int64_t after = run->size;
    emit_line(e, "const int64_t %s = p %% %" PRId64 ";", run->low, run->size);
    emit_line(e, "run = pixel + pixels - p;");
    emit_line(e, "run = run < %" PRId64 " - %s ? run : %" PRId64 " - %s;", run->size, run->low,
              run->size, run->low);
    emit_line(e, "const int64_t %s = %s + run;", run->high, run->low);
    for (uint32_t i = conv->spatial; i-- > 0;) {
        /* From the next to last spatial dimension outwards, then the batch. */
        uint32_t d = i == 0 ? conv->result_dim[0] : conv->result_dim[1 + i];
        int64_t size = e->kernel->extent[d];
        if (size > 1) {
            emit_line(e,
                      i == 0 ? "const int64_t %s = p / %" PRId64 ";"
                             : "const int64_t %s = p / %" PRId64 " %% %" PRId64 ";",
                      e->dims[d].at, after, size);
        }
        after *= size;
    }
}

/* The results of some pixels: of all channels, or of those from `channel` to `channel_end`. */
static void print_pixels(struct emitter *e, bool all_channels) {
    const struct convolution *conv = &e->kernel->convolution;
    int64_t channels = conv->output_features;
    size_t scope = emit_scope(e);
    e->dims[conv->result_dim[1]] =
        all_channels ? (struct dimension){channels, false, NULL, emit_integer(e, channels), NULL}
                     : (struct dimension){channels, true, "channel", "channel_end", "channel"};
    set_pixel_dimensions(e, conv);
    emit_plan(e);
    emit_keep_strips(e, true);
    emit_open(e, "for (int64_t p = pixel, run; p < pixel + pixels; p += run)");
    decode_pixels(e, conv);
    emit_results(e, (1u << e->kernel->dim_count) - 1);
    emit_close(e);
    emit_leave(e, scope);
}

/* Strips of all channels of several pixels are longer than those of a few channels. */
static bool has_short_strips(const struct emitter *e) {
    const struct convolution *conv = &e->kernel->convolution;
    return e->form == EMIT_STRIPS && conv->output_features < STRIP_SHORT &&
           conv->output_stride[1] == 1;
}

/* The coordinates of the instance with a number. */
static void declare_instance(struct emitter *e, const char *number) {
    const struct convolution *conv = &e->kernel->convolution;
    int64_t before = 1;
    for (uint32_t i = 0; i < conv->instance_count; i++) {
        const struct instance_dim *dim = &conv->instance[i];
        emit_line(e, "const int64_t i%" PRIu32 " = %s / %" PRId64 " %% %" PRId64 ";", dim->dim,
                  number, before, dim->size);
        before *= dim->size;
    }
}

static void print_results(struct emitter *e) {
    emit_open(e,
              "static void phase%" PRIu32 "_results(void *context, int64_t pixel, int64_t pixels, "
              "int64_t channel,\n                           int64_t channels)",
              e->kernel->id);
    emit_line(e, "char *const *buf = ((struct results_context *)context)->buf;");
    emit_line(e, "char *scratch = ((struct results_context *)context)->scratch;");
    if (e->form == EMIT_LOOPS) {
        emit_line(e, "(void)scratch;");
    }
    declare_instance(e, "((struct results_context *)context)->instance");
    emit_declare_buffers(e, false, true);
    if (has_short_strips(e)) {
        emit_open(e, "if (channels == %" PRId64 ")", e->kernel->convolution.output_features);
        print_pixels(e, true);
        emit_line(e, "return;");
        emit_close(e);
    }
    emit_line(e, "const int64_t channel_end = channel + channels;");
    print_pixels(e, false);
    emit_close(e);
    emit_line(e, "%s", "");
}

void emit_convolution_parts(struct emitter *e) {
    print_description(e, &e->kernel->convolution);
    if (e->kernel->result_count > 0) {
        e->uses_results = true;
        print_results(e);
    }
}

/* Where the operand of this task's instance begins. */
static const char *operand_pointer(struct emitter *e, const struct kernel_buffer *buffer,
                                   int64_t offset, const int64_t *strides) {
    const struct convolution *conv = &e->kernel->convolution;
    const char *pointer = emit_buffer_name(e, buffer);
    if (offset != 0) {
        pointer = emit_text(e, "%s + %" PRId64, pointer, offset);
    }
    for (uint32_t i = 0; i < conv->instance_count; i++) {
        if (strides[i] != 0) {
            pointer = emit_text(e, "%s + i%" PRIu32 " * %" PRId64, pointer, conv->instance[i].dim,
                                strides[i]);
        }
    }
    return pointer;
}

void emit_convolution(struct emitter *e) {
    const struct convolution *conv = &e->kernel->convolution;
    int64_t input[KERNEL_DIMS], kernel[KERNEL_DIMS], output[KERNEL_DIMS];
    for (uint32_t i = 0; i < conv->instance_count; i++) {
        input[i] = conv->instance[i].input;
        kernel[i] = conv->instance[i].kernel;
        output[i] = conv->instance[i].output;
    }
    e->uses_products = e->uses_task = e->uses_scratch = true;
    emit_symbol(e, "sdyrt_conv_run");
    emit_header(e, "conv.h");
    emit_declare_buffers(e, true, false);
    const char *task = "task", *instance = "0";
    if (conv->instances > 1) {
        int64_t tasks = e->kernel->tasks / conv->instances;
        emit_line(e, "const int64_t instance = task / %" PRId64 ";", tasks);
        declare_instance(e, "instance");
        task = emit_text(e, "task %% %" PRId64, tasks);
        instance = "instance";
    }
    const char *after = "0, 0";
    if (e->kernel->result_count > 0) {
        emit_line(e, "struct results_context context = {buf, scratch, %s};", instance);
        after = emit_text(e, "phase%" PRIu32 "_results, &context", e->kernel->id);
    }
    emit_line(e, "sdyrt_conv_run(&phase%" PRIu32 "_convolution, %s, %s, %s, %s, %s, scratch);",
              e->kernel->id, operand_pointer(e, conv->input, conv->input_offset, input),
              operand_pointer(e, conv->kernel, conv->kernel_offset, kernel),
              operand_pointer(e, conv->output, conv->output_offset, output), task, after);
}
