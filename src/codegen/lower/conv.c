/* A convolution as a call of the runtime's: its numbers, in the physical orders of its operands. */
#include "codegen/lower/lower.h"

static int64_t stride_of(const struct access *access, uint32_t dim) {
    return access->at.stride[dim];
}

/* An operand's access over its own dimensions, numbered like the kernel's. */
static struct access operand_access(struct lowering *lowering, const struct term *read) {
    struct affine map[KERNEL_DIMS];
    for (uint32_t d = 0; d < KERNEL_DIMS; d++) {
        map[d] = affine_dim(d, 1, 0);
    }
    return lower_access(lowering, read, map, KERNEL_DIMS);
}

static struct access result_place(struct lowering *lowering) {
    const struct node *anchor = lowering->group->anchor;
    struct affine map[KERNEL_DIMS];
    for (uint32_t d = 0; d < anchor->rank; d++) {
        map[d] = affine_dim(d, 1, 0);
    }
    if (anchor->materialised) {
        return buffer_access(anchor, map);
    }
    return lowering->kernel->results[0].store;
}

static void set_window(struct convolution *to, const struct node_convolution *from,
                       const struct node *anchor) {
    const struct node *input = anchor->lhs->node, *kernel = anchor->rhs->node;
    for (uint32_t s = 0; s < from->spatial; s++) {
        to->input_size[s] = input->extent[from->input_spatial[s]];
        to->kernel_size[s] = kernel->extent[from->kernel_spatial[s]];
        to->output_size[s] = anchor->extent[from->output_spatial[s]];
        to->stride[s] = from->window.stride[s];
        to->pad_low[s] = from->window.pad_low[s];
        to->pad_high[s] = from->window.pad_high[s];
        to->input_dilation[s] = from->window.input_dilation[s];
        to->kernel_dilation[s] = from->window.kernel_dilation[s];
        to->reversed[s] = from->window.reversed[s];
    }
    to->spatial = from->spatial;
    to->batch = anchor->extent[from->output_batch];
    to->input_features = kernel->extent[from->kernel_input];
    to->output_features = anchor->extent[from->output_feature];
    to->feature_groups = from->feature_groups;
    to->batch_groups = from->batch_groups;
}

static void set_strides(struct convolution *to, const struct node_convolution *from,
                        const struct access *input, const struct access *kernel,
                        const struct access *output) {
    to->input = input->buffer;
    to->kernel = kernel->buffer;
    to->output = output->buffer;
    to->input_offset = input->at.offset;
    to->kernel_offset = kernel->at.offset;
    to->output_offset = output->at.offset;
    to->input_stride[0] = stride_of(input, from->input_batch);
    to->input_stride[1] = stride_of(input, from->input_feature);
    to->kernel_stride[0] = stride_of(kernel, from->kernel_input);
    to->kernel_stride[1] = stride_of(kernel, from->kernel_output);
    to->output_stride[0] = stride_of(output, from->output_batch);
    to->output_stride[1] = stride_of(output, from->output_feature);
    to->result_dim[0] = from->output_batch;
    to->result_dim[1] = from->output_feature;
    for (uint32_t s = 0; s < from->spatial; s++) {
        to->input_stride[2 + s] = stride_of(input, from->input_spatial[s]);
        to->kernel_stride[2 + s] = stride_of(kernel, from->kernel_spatial[s]);
        to->output_stride[2 + s] = stride_of(output, from->output_spatial[s]);
        to->result_dim[2 + s] = from->output_spatial[s];
    }
}

/* Whether the instances along an axis are one convolution with a larger batch. */
static bool joins_batch(const struct lowering *lowering, const struct convolution *to,
                        const struct access *kernel, uint32_t axis) {
    uint32_t batch = to->result_dim[0];
    int64_t extent = lowering->kernel->extent[batch];
    if (stride_of(kernel, axis) != 0 || to->batch_groups > 1) {
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
        if (joins_batch(lowering, to, operands[1], a)) {
            kernel->extent[to->result_dim[0]] *= extent;
            to->batch *= extent;
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

void lower_convolution(struct lowering *lowering) {
    struct kernel *kernel = lowering->kernel;
    const struct node *anchor = lowering->group->anchor;
    kernel->kind = KERNEL_CONVOLUTION;
    struct access input = operand_access(lowering, anchor->lhs);
    struct access filter = operand_access(lowering, anchor->rhs);
    struct access output = result_place(lowering);
    lowering_load_reduced(lowering, &output);
    lowering_register(lowering, &input.at);
    lowering_register(lowering, &output.at);
    set_window(&kernel->convolution, anchor->convolution, anchor);
    set_strides(&kernel->convolution, anchor->convolution, &input, &filter, &output);
    set_instances(lowering, &kernel->convolution, (struct access *[3]){&input, &filter, &output});
    for (uint32_t d = 0; d < kernel->dim_count; d++) {
        kernel->tile[d] = kernel->extent[d];
    }
}
