/* Convolutions: the numbers of one in the physical orders of its operands, a call of the runtime
 * per task, and where results follow, a function that the runtime calls with each part that it has
 * finished. */
#include "codegen/library/convolution.h"

#include <inttypes.h>
#include <string.h>

#include "codegen/emit/internal.h"
#include "codegen/library/product.h"
#include "codegen/lower/lower.h"
#include "codegen/program/print.h"

LIBRARY(convolution);

static struct convolution *convolution_of(const struct kernel *kernel) {
    return kernel->call;
}

/* --- lowering --- */

static int64_t stride_of(const struct access *access, uint32_t dim) {
    return access->at.stride[dim];
}

static struct access result_place(struct lowering *lowering) {
    const struct node *anchor = lowering->group->anchor;
    if (anchor->fusion.materialised) {
        return library_result(anchor);
    }
    return lowering->kernel->results[0].store;
}

static void set_strides(struct convolution *to, const struct node_convolution *from,
                        const struct access *input, const struct access *kernel,
                        const struct access *output) {
    struct sdyrt_conv *what = &to->what;
    what->in_batch = stride_of(input, from->input_batch);
    what->in_channel = stride_of(input, from->input_feature);
    what->kernel_in = stride_of(kernel, from->kernel_input);
    what->kernel_out = stride_of(kernel, from->kernel_output);
    what->out_batch = stride_of(output, from->output_batch);
    what->out_channel = stride_of(output, from->output_feature);
    to->result_dim[0] = from->output_batch;
    to->result_dim[1] = from->output_feature;
    for (uint32_t s = 0; s < from->spatial; s++) {
        uint32_t i = SDYRT_CONV_RANK - from->spatial + s;
        what->in_spatial[i] = stride_of(input, from->input_spatial[s]);
        what->kernel_spatial[i] = stride_of(kernel, from->kernel_spatial[s]);
        what->out_spatial[i] = stride_of(output, from->output_spatial[s]);
        to->result_dim[2 + s] = from->output_spatial[s];
    }
}

static void set_places(struct convolution *to, const struct access *input,
                       const struct access *kernel, const struct access *output) {
    to->input = input->buffer;
    to->kernel = kernel->buffer;
    to->output = output->buffer;
    to->input_offset = input->at.offset;
    to->kernel_offset = kernel->at.offset;
    to->output_offset = output->at.offset;
    to->what.type = product_type(to->input, to->output);
}

/* Whether the instances along an axis are one convolution with a larger batch. The dimensions of
 * the input are its own, all others are those of the result. */
static bool joins_batch(const struct lowering *lowering, const struct convolution *to,
                        const struct access *input, const struct access *kernel, uint32_t axis) {
    uint32_t batch = to->result_dim[0];
    int64_t extent = lowering->kernel->extent[batch];
    if (stride_of(kernel, axis) != 0 || to->what.batch_groups > 1 ||
        stride_of(input, axis) != to->what.in_batch * extent) {
        return false;
    }
    for (size_t i = 0; i < lowering->affines.count; i++) {
        const int64_t *stride = lowering->affines.items[i]->stride;
        if (stride[axis] != stride[batch] * extent) {
            return false;
        }
    }
    return true;
}

/* Instance axes become part of the batch where they can, from minor to major; the others are
 * convolutions of their own. */
static void set_instances(struct lowering *lowering, struct convolution *to,
                          struct access *operands[3]) {
    struct kernel *kernel = lowering->kernel;
    uint32_t lead = lowering->graph->instances.count;
    to->instances = 1;
    for (uint32_t a = lead; a-- > 0;) {
        int64_t extent = kernel->extent[a];
        if (extent == 1) {
            continue;
        }
        if (joins_batch(lowering, to, operands[0], operands[1], a)) {
            kernel->extent[to->result_dim[0]] *= extent;
            to->what.batch *= extent;
            kernel->extent[a] = 1;
            continue;
        }
        struct instance_dim *dim = &to->instance[to->instance_count++];
        dim->dim = a;
        dim->size = extent;
        dim->input = stride_of(operands[0], a);
        dim->kernel = stride_of(operands[1], a);
        dim->output = stride_of(operands[2], a);
        to->instances *= extent;
    }
}

static void convolution_lower(struct lowering *lowering) {
    struct kernel *kernel = lowering->kernel;
    const struct node *anchor = lowering->group->anchor;
    const struct node_convolution *node = anchor->call;
    struct convolution *to = kernel->call = ARENA_NEW(lowering->program->arena, struct convolution);
    struct access input = library_operand(lowering, 0);
    struct access filter = library_operand(lowering, 1);
    struct access output = result_place(lowering);
    lowering_load_reduced(lowering, &output);
    lowering_register(lowering, &output.at);
    convolution_set_sizes(&to->what, node, anchor->operands[0]->node->extent,
                          anchor->operands[1]->node->extent, anchor->extent);
    to->spatial = node->spatial;
    to->what.in_order = lowering->graph->options->reduce == REDUCE_DEVICE;
    set_strides(to, node, &input, &filter, &output);
    set_places(to, &input, &filter, &output);
    set_instances(lowering, to, (struct access *[3]){&input, &filter, &output});
    for (uint32_t d = 0; d < kernel->dim_count; d++) {
        kernel->tile[d] = kernel->extent[d];
    }
    convolution_plan(lowering->program->arena, &to->what, &to->plans);
    convolution_pack(lowering, to);
}

/* --- the kernel --- */

static void convolution_touch(struct walk *walk, const struct kernel *kernel) {
    const struct convolution *conv = convolution_of(kernel), *each = conv;
    if (conv->first != NULL) {
        visit_first(walk, conv->first);
    }
    for (; each->first != NULL; each = convolution_of(each->first)) {
        visit_buffer(walk, each->kernel, true, false);
    }
    visit_buffer(walk, each->input, true, false);
    visit_buffer(walk, each->kernel, true, false);
    if (conv->block_bytes == 0) {
        visit_buffer(walk, conv->output, false, true);
    }
}

static struct library_cost convolution_cost(const struct kernel *kernel) {
    const struct sdyrt_conv *what = &convolution_of(kernel)->what;
    double flops = 2 * (double)what->in_channels;
    for (uint32_t d = 0; d < kernel->parallel_count; d++) {
        flops *= (double)kernel->extent[d];
    }
    for (uint32_t i = 0; i < SDYRT_CONV_RANK; i++) {
        flops *= (double)what->kernel_size[i];
    }
    return (struct library_cost){.flops = flops};
}

/* Of a task; one that makes rows for itself first is left whole. */
static int64_t share_count(const struct convolution *conv) {
    return conv->first == NULL ? convolution_plan_shares(&conv->what, &conv->plans) : 1;
}

static int64_t convolution_tasks(const struct kernel *kernel) {
    const struct convolution *conv = convolution_of(kernel);
    return conv->instances * convolution_plan_tasks(&conv->what, &conv->plans) * share_count(conv);
}

static int64_t convolution_joins(const struct kernel *kernel) {
    const int64_t shares = share_count(convolution_of(kernel));
    return shares > 1 ? shares : 0;
}

/* What a task needs besides its rows and blocks, and where these begin. */
static size_t rows_begin(const struct kernel *kernel) {
    return SDYRT_KERNEL_SCRATCH + (size_t)convolution_of(kernel)->block_bytes;
}

static size_t convolution_scratch(const struct kernel *kernel) {
    size_t bytes = rows_begin(kernel);
    const struct convolution *conv = convolution_of(kernel);
    for (; conv->first != NULL; conv = convolution_of(conv->first)) {
        bytes += (size_t)conv->row_bytes;
    }
    return bytes;
}

static void convolution_print(struct printer *printer, const struct kernel *kernel) {
    const struct convolution *conv = convolution_of(kernel);
    if (conv->first != NULL) {
        convolution_print(printer, conv->first);
    }
    buffer_printf(printer->out, "      b%" PRIu32 " = b%" PRIu32 " convolved with b%" PRIu32 "\n",
                  conv->output->id, conv->input->id, conv->kernel->id);
    convolution_print_routes(printer, &conv->what, &conv->plans);
}

/* --- emission --- */

/* The last spatial dimension, or the batch where there is none: a run of pixels lies along it. */
static uint32_t run_dimension(const struct convolution *conv) {
    return conv->spatial > 0 ? conv->result_dim[1 + conv->spatial] : conv->result_dim[0];
}

/* The dimensions of a run of pixels, for the plan: their numbers come with decode_pixels. One of a
 * single pixel has none, for what is made ahead of the loop over runs may lie along it. */
static void set_pixel_dimensions(struct emitter *e, const struct convolution *conv) {
    uint32_t run = run_dimension(conv);
    for (uint32_t d = 0; d < e->kernel->dim_count; d++) {
        if (d == run && e->kernel->extent[d] > 1) {
            e->dims[d] = (struct dimension){.size = e->kernel->extent[d], .ragged = true};
            e->dims[d].low = e->dims[d].at = emit_text(e, "i%" PRIu32 "_low", d);
            e->dims[d].high = emit_text(e, "i%" PRIu32 "_high", d);
        } else if (d != conv->result_dim[1]) {
            const char *at = e->kernel->extent[d] > 1 ? emit_text(e, "i%" PRIu32, d) : NULL;
            e->dims[d] = (struct dimension){1, false, at, at, at, false};
        }
    }
}

/* Pixels of the result are numbered row by row; a run of them lies in one row. */
static void decode_pixels(struct emitter *e, const struct convolution *conv) {
    const struct dimension *run = &e->dims[run_dimension(conv)];
    int64_t after = run->size;
    if (after > 1) {
        emit_line(e, "const int64_t %s = p %% %" PRId64 ";", run->low, run->size);
        emit_line(e, "run = pixel + pixels - p;");
        emit_line(e, "run = run < %" PRId64 " - %s ? run : %" PRId64 " - %s;", run->size, run->low,
                  run->size, run->low);
        emit_line(e, "const int64_t %s = %s + run;", run->high, run->low);
    } else {
        emit_line(e, "run = 1;");
    }
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
    const struct convolution *conv = convolution_of(e->kernel);
    int64_t channels = conv->what.out_channels;
    size_t scope = emit_scope(e);
    e->dims[conv->result_dim[1]] =
        all_channels
            ? (struct dimension){channels, false, NULL, emit_integer(e, channels), NULL, true}
            : (struct dimension){channels, true, "channel", "channel_end", "channel", true};
    set_pixel_dimensions(e, conv);
    emit_plan(e);
    emit_keep_strips(e, true);
    emit_open(e, "for (int64_t p = pixel, run; p < pixel + pixels; p += run)");
    decode_pixels(e, conv);
    emit_results(e, first_dims(e->kernel->dim_count));
    emit_close(e);
    emit_leave(e, scope);
}

/* Strips of all channels of several pixels are longer than those of a few channels. */
static bool has_short_strips(const struct emitter *e) {
    const struct convolution *conv = convolution_of(e->kernel);
    return e->form == EMIT_STRIPS && conv->what.out_channels < STRIP_SHORT &&
           conv->what.out_channel == 1;
}

/* The results of a call, whose channels are all there are, or some. */
static void print_all_pixels(struct emitter *e) {
    const int64_t all = convolution_of(e->kernel)->what.out_channels;
    if (all == 1) {
        emit_line(e, "(void)channel, (void)channels;");
        print_pixels(e, true);
        return;
    }
    if (has_short_strips(e)) {
        emit_open(e, "if (channels == %" PRId64 ")", all);
        print_pixels(e, true);
        emit_line(e, "return;");
        emit_close(e);
    }
    emit_line(e, "const int64_t channel_end = channel + channels;");
    print_pixels(e, false);
}

/* The coordinates of the instance with a number. */
static void declare_instance(struct emitter *e, const char *number) {
    const struct convolution *conv = convolution_of(e->kernel);
    int64_t before = 1;
    for (uint32_t i = 0; i < conv->instance_count; i++) {
        const struct instance_dim *dim = &conv->instance[i];
        emit_line(e, "const int64_t i%" PRIu32 " = %s / %" PRId64 " %% %" PRId64 ";", dim->dim,
                  number, before, dim->size);
        before *= dim->size;
    }
}

/* Whether it makes rows for the convolution behind it, whose kernel does it first. */
static bool makes_rows(const struct convolution *conv) {
    return conv->output->kind == BUFFER_ROWS && conv->block_bytes == 0;
}

/* What belongs to the kernel at hand, or to one that it does first. */
static const char *name_of(struct emitter *e, const struct kernel *kernel, const char *what) {
    const struct convolution *conv = convolution_of(kernel);
    return makes_rows(conv) ? emit_text(e, "phase%" PRIu32 "_rows%" PRIu32 "_%s", e->kernel->id,
                                        conv->output->id, what)
                            : emit_text(e, "phase%" PRIu32 "_%s", e->kernel->id, what);
}

static void print_results(struct emitter *e) {
    const struct convolution *conv = convolution_of(e->kernel);
    emit_open(e,
              "static void %s(void *context, int64_t pixel, int64_t pixels, "
              "int64_t channel,\n                           int64_t channels)",
              name_of(e, e->kernel, "results"));
    if (conv->output->kind == BUFFER_ROWS) {
        emit_line(e, "char *%s = ((struct results_context *)context)->band;",
                  emit_buffer_text(e, conv->output));
    }
    emit_line(e, "char *const *buf = ((struct results_context *)context)->buf;");
    emit_line(e, "char *scratch = ((struct results_context *)context)->scratch;");
    if (e->form == EMIT_LOOPS) {
        emit_line(e, "(void)scratch;");
    }
    declare_instance(e, "((struct results_context *)context)->instance");
    emit_declare_buffers(e, false, true);
    e->before =
        (struct made_before){conv->output, convolution_plan_columns(&conv->plans),
                             run_dimension(conv), conv->what.type == SDYRT_PRODUCT_BF16_F32};
    print_all_pixels(e);
    e->before.made = NULL;
    emit_close(e);
    emit_line(e, "%s", "");
}

static void convolution_emit_before(struct emitter *e) {
    const struct convolution *conv = convolution_of(e->kernel);
    if (conv->first != NULL) {
        conv->first->id = e->kernel->id;
        emit_first(e, conv->first, convolution_emit_before);
    }
    library_print_description(e, library_convolution.symbol, name_of(e, e->kernel, "convolution"),
                              &conv->what, sizeof conv->what);
    convolution_print_plans(e, &conv->plans, name_of(e, e->kernel, "plans"));
    if (e->kernel->result_count > 0) {
        e->used.results = true;
        print_results(e);
    }
}

/* Where the operand of this task's instance begins. */
static const char *operand_pointer(struct emitter *e, const struct kernel_buffer *buffer,
                                   int64_t offset, const int64_t *strides) {
    const struct convolution *conv = convolution_of(e->kernel);
    const char *pointer =
        buffer->kind == BUFFER_ROWS ? emit_buffer_text(e, buffer) : emit_buffer_name(e, buffer);
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

/* What is called with the results of a convolution, its context, which is declared, and what of it
 * says where a block's results are. */
static const char *declare_context(struct emitter *e, const struct kernel *kernel,
                                   const char *instance) {
    const struct convolution *conv = convolution_of(kernel);
    const bool by_blocks = conv->block_bytes > 0, is_rows = makes_rows(conv);
    if (kernel->result_count == 0) {
        return "0, 0, 0";
    }
    const char *name = is_rows ? emit_text(e, "context%" PRIu32, conv->output->id) : "context";
    emit_line(e, "struct results_context %s = {buf, scratch, %s, %s};", name, instance,
              is_rows ? emit_buffer_text(e, conv->output) : "0");
    return emit_text(e, "%s, &%s, %s", name_of(e, kernel, "results"), name,
                     by_blocks ? emit_text(e, "&%s.band", name) : "0");
}

/* The first plan of a convolution. */
static const char *plans_of(struct emitter *e, const struct kernel *kernel) {
    return convolution_plans_text(e, name_of(e, kernel, "plans"));
}

/* Declares what is convolved and how, and returns its name. */
static const char *declare_call(struct emitter *e, const struct kernel *kernel, const char *input,
                                const char *filter, const char *output, const char *after) {
    const struct convolution *conv = convolution_of(kernel);
    const char *name = makes_rows(conv) ? emit_text(e, "call%" PRIu32, conv->output->id) : "call";
    emit_line(e, "const struct sdyrt_conv_call %s = {&%s, %s, %s, %s, %s, %s};", name,
              name_of(e, kernel, "convolution"), plans_of(e, kernel), input, filter, output, after);
    return name;
}

/* Makes the rows that are read, which are known, in scratch from `offset` on; before that the rows
 * that they are made of. */
static void make_rows(struct emitter *e, const struct convolution *of, size_t offset) {
    const struct kernel *first = of->first;
    const struct convolution *conv = convolution_of(first);
    const struct sdyrt_conv *what = &conv->what;
    const uint32_t id = conv->output->id;
    if (conv->first != NULL) {
        const uint32_t before = conv->input->id;
        emit_line(e, "int64_t rows%" PRIu32 "[4];", before);
        emit_line(e, "%s(&%s, rows%" PRIu32 ", rows%" PRIu32 ");",
                  emit_symbol(e, "sdyrt_conv_rows_before"), name_of(e, first, "convolution"), id,
                  before);
        make_rows(e, conv, offset + (size_t)of->row_bytes);
    }
    emit_line(e,
              "char *band%" PRIu32 " = scratch + %zu - (rows%" PRIu32 "[0] * %" PRId64
              " + rows%" PRIu32 "[2] * %" PRId64 ") * %" PRIu32 ";",
              id, offset, id, what->out_batch, id, what->out_spatial[SDYRT_CONV_RANK - 2],
              element_info[conv->output->element].bytes);
    const char *after = declare_context(e, first, "0");
    const char *band = emit_text(e, "band%" PRIu32, id);
    const char *call =
        declare_call(e, first, operand_pointer(e, conv->input, conv->input_offset, NULL),
                     operand_pointer(e, conv->kernel, conv->kernel_offset, NULL), band, after);
    emit_line(e, "%s(&%s, rows%" PRIu32 ", scratch);", emit_symbol(e, "sdyrt_conv_make_rows"), call,
              id);
}

static void convolution_emit(struct emitter *e) {
    const struct convolution *conv = convolution_of(e->kernel);
    int64_t input[KERNEL_DIMS], kernel[KERNEL_DIMS], output[KERNEL_DIMS];
    for (uint32_t i = 0; i < conv->instance_count; i++) {
        input[i] = conv->instance[i].input;
        kernel[i] = conv->instance[i].kernel;
        output[i] = conv->instance[i].output;
    }
    e->used.products = e->used.task = e->used.scratch = true;
    convolution_symbol(e);
    emit_header(e, "conv.h");
    emit_part(e, convolution_part((enum sdyrt_product_type)conv->what.type));
    emit_declare_buffers(e, true, false);
    const bool is_joined = e->kernel->together > 0;
    const char *task = is_joined ? "first" : "task", *instance = "0";
    if (conv->instances > 1) {
        const int64_t tasks = e->kernel->tasks / conv->instances;
        emit_line(e, "const int64_t instance = %s / %" PRId64 ";", task, tasks);
        declare_instance(e, "instance");
        task = emit_text(e, "%s %% %" PRId64, task, tasks);
        instance = "instance";
    }
    if (conv->first != NULL) {
        const uint32_t id = conv->input->id;
        emit_line(e, "int64_t rows%" PRIu32 "[4];", id);
        emit_line(e, "%s(&%s, %s, task, rows%" PRIu32 ");", emit_symbol(e, "sdyrt_conv_find_rows"),
                  name_of(e, e->kernel, "convolution"), plans_of(e, e->kernel), id);
        make_rows(e, conv, rows_begin(e->kernel));
    }
    const char *after = declare_context(e, e->kernel, instance);
    const char *made = conv->block_bytes > 0
                           ? emit_text(e, "scratch + %" PRId64, (int64_t)SDYRT_KERNEL_SCRATCH)
                           : operand_pointer(e, conv->output, conv->output_offset, output);
    const char *call =
        declare_call(e, e->kernel, operand_pointer(e, conv->input, conv->input_offset, input),
                     operand_pointer(e, conv->kernel, conv->kernel_offset, kernel), made, after);
    if (is_joined) {
        emit_line(e, "return %s(&%s, %" PRId64 ", %s, most, scratch);",
                  emit_symbol(e, "sdyrt_conv_run_shares"), call, share_count(conv), task);
    } else {
        emit_line(e, "%s(&%s, %s, scratch);", emit_symbol(e, "sdyrt_conv_run"), call, task);
    }
}

const struct library library_convolution = {
    .name = "convolution",
    .symbol = "sdyrt_conv_run",
    .header = "conv.h",
    .hosts = true,
    .in_place = true,
    .dislikes = convolution_dislikes,
    .lower = convolution_lower,
    .split = convolution_split,
    .rows = {convolution_take_first, convolution_keep_within},
    .touch = convolution_touch,
    .cost = convolution_cost,
    .tasks = convolution_tasks,
    .joins = convolution_joins,
    .scratch = convolution_scratch,
    .emit_before = convolution_emit_before,
    .emit = convolution_emit,
    .print = convolution_print,
};
