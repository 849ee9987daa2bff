/* The node of a convolution: its operands in the physical orders that the runtime convolves best,
 * and what other orders would lose. */
#include <string.h>

#include "caches.h"
#include "codegen/library/convolution.h"
#include "codegen/library/product.h"

LIBRARY(convolution);

/* The dimension `first`, spatial dimensions, the dimension `last`. */
static void spatial_between(const struct node *node, uint32_t first, uint32_t spatial,
                            const uint32_t *dims, uint32_t last, uint8_t *order) {
    uint8_t wanted[KERNEL_DIMS];
    wanted[0] = (uint8_t)first;
    for (uint32_t s = 0; s < spatial; s++) {
        wanted[1 + s] = (uint8_t)dims[s];
    }
    wanted[1 + spatial] = (uint8_t)last;
    node_order_with_axes(node, wanted, order);
}

static void kernel_order(const struct node *node, const struct node_convolution *convolution,
                         uint8_t *order) {
    uint8_t wanted[KERNEL_DIMS];
    uint32_t spatial = convolution->spatial;
    for (uint32_t s = 0; s < spatial; s++) {
        wanted[s] = (uint8_t)convolution->kernel_spatial[s];
    }
    wanted[spatial] = (uint8_t)convolution->kernel_input;
    wanted[spatial + 1] = (uint8_t)convolution->kernel_output;
    node_order_with_axes(node, wanted, order);
}

void convolution_set_sizes(struct sdyrt_conv *what, const struct node_convolution *from,
                           const int64_t *input, const int64_t *kernel, const int64_t *result) {
    for (uint32_t i = 0; i < SDYRT_CONV_RANK; i++) {
        what->in_size[i] = what->kernel_size[i] = what->out_size[i] = what->stride[i] = 1;
        what->in_dilation[i] = what->kernel_dilation[i] = 1;
    }
    for (uint32_t s = 0; s < from->spatial; s++) {
        uint32_t i = SDYRT_CONV_RANK - from->spatial + s;
        what->in_size[i] = input[from->input_spatial[s]];
        what->kernel_size[i] = kernel[from->kernel_spatial[s]];
        what->out_size[i] = result[from->output_spatial[s]];
        what->stride[i] = from->window.stride[s];
        what->pad_low[i] = from->window.pad_low[s];
        what->in_dilation[i] = from->window.input_dilation[s];
        what->kernel_dilation[i] = from->window.kernel_dilation[s];
        what->reversed[i] = from->window.reversed[s];
    }
    what->batch = result[from->output_batch];
    what->in_channels = kernel[from->kernel_input];
    what->out_channels = result[from->output_feature];
    what->feature_groups = from->feature_groups;
    what->batch_groups = from->batch_groups;
    what->direct = from->direct;
}

/* The convolution of a node to be, dense, with its channels last. */
static struct sdyrt_conv channels_last(const struct type *type, const struct node *input,
                                       const struct node *kernel,
                                       const struct node_convolution *convolution) {
    struct sdyrt_conv what = {.in_channel = 1, .kernel_out = 1, .out_channel = 1};
    convolution_set_sizes(&what, convolution, input->extent + input->lead,
                          kernel->extent + kernel->lead, type->dims);
    what.kernel_in = what.out_channels;
    int64_t in = what.in_channels * what.feature_groups, out = what.out_channels;
    int64_t weights = what.in_channels * what.kernel_in;
    for (uint32_t i = SDYRT_CONV_RANK; i-- > 0;) {
        what.in_spatial[i] = in;
        what.kernel_spatial[i] = weights;
        what.out_spatial[i] = out;
        in *= what.in_size[i];
        weights *= what.kernel_size[i];
        out *= what.out_size[i];
    }
    what.in_batch = in;
    what.out_batch = out;
    return what;
}

static struct node *input_relayout(struct kernel_builder *builder, struct node *input,
                                   const struct node_convolution *of, bool is_gradient) {
    uint8_t order[KERNEL_DIMS];
    uint32_t batch = of->input_batch, feature = of->input_feature;
    spatial_between(input, is_gradient ? feature : batch, of->spatial, of->input_spatial,
                    is_gradient ? batch : feature, order);
    return node_relayout(builder, input, order,
                         is_gradient ? "input of a kernel's gradient: its features last"
                                     : "input of a convolution: channels last");
}

static struct node *kernel_relayout(struct kernel_builder *builder, struct node *kernel,
                                    const struct node_convolution *of, bool is_gradient) {
    uint8_t order[KERNEL_DIMS];
    if (is_gradient) {
        spatial_between(kernel, of->kernel_input, of->spatial, of->kernel_spatial,
                        of->kernel_output, order);
        return node_relayout(builder, kernel, order,
                             "result's gradient, for that of a kernel: its features last");
    }
    kernel_order(kernel, of, order);
    return node_relayout(builder, kernel, order, "weights of a convolution: output channels last");
}

/* Dimension numbers as the node has them, behind the instance axes. */
static struct node_convolution *lifted_convolution(struct kernel_builder *builder,
                                                   const struct node_convolution *convolution) {
    struct node_convolution *copy =
        arena_copy(builder->graph->arena, convolution, sizeof *convolution);
    uint32_t lead = builder->graph->instances.count;
    copy->input_batch += lead;
    copy->input_feature += lead;
    copy->kernel_input += lead;
    copy->kernel_output += lead;
    copy->output_batch += lead;
    copy->output_feature += lead;
    for (uint32_t s = 0; s < convolution->spatial; s++) {
        copy->input_spatial[s] += lead;
        copy->kernel_spatial[s] += lead;
        copy->output_spatial[s] += lead;
    }
    return copy;
}

/* The batch of the result is cut by what cuts that of the input, its features by what cuts those
 * of the kernel. */
static void place_convolution(struct node *node, const struct node *input,
                              const struct node *kernel,
                              const struct node_convolution *convolution) {
    struct placement placement = {{0}};
    for (uint32_t a = 0; a < node->lead; a++) {
        if (node_stands_before(input, a, convolution->input_batch)) {
            placement.dim[a] = (uint8_t)convolution->output_batch;
        } else if (node_stands_before(kernel, a, convolution->kernel_output)) {
            placement.dim[a] = (uint8_t)convolution->output_feature;
        }
    }
    node_apply_placement(node, &placement);
}

/* The type in which a result of this type is summed, of those that the runtime convolves: of 32 or
 * 64 bits, but for booleans. */
static const struct type *convolution_result(struct kernel_builder *builder,
                                             const struct type *type) {
    const struct type *element = type_element(type);
    if (element->kind == TYPE_COMPLEX || type_bits(element) >= 32 || type_bits(element) == 1) {
        return type;
    }
    element = element->kind == TYPE_FLOAT ? type_float(builder->context, FLOAT_F32)
                                          : type_integer(builder->context, 32, element->signedness);
    return type_with_element(builder->context, type, element);
}

/* Whether the operands are bf16 and stay so: the runtime has ways for such convolutions, of which
 * those that lie as for the gradient of a kernel, or whose sums have an order, take none. */
static bool stays_narrow(const struct kernel_builder *builder, const struct sdyrt_conv *what,
                         const struct type *type, const struct node *input,
                         const struct node *kernel) {
    return input->element == ELEMENT_BF16 && kernel->element == ELEMENT_BF16 &&
           element_or_bug(type) == ELEMENT_F32 &&
           builder->graph->options->reduce != REDUCE_DEVICE && !sdyrt_conv_wants_images(what) &&
           sdyrt_conv_takes_bf16(what);
}

/* Other floats are widened before, for each of them meets many others. */
static void fit_operands(struct kernel_builder *builder, const struct sdyrt_conv *what,
                         const struct type *type, struct node **input, struct node **kernel) {
    if (stays_narrow(builder, what, type, *input, *kernel)) {
        return;
    }
    if (type_element(type)->kind == TYPE_FLOAT) {
        *input = product_convert(builder, *input, type_element(type));
        *kernel = product_convert(builder, *kernel, type_element(type));
    } else {
        product_fit_operands(builder, type, input, kernel);
    }
}

struct node *node_convolve(struct kernel_builder *builder, const struct type *type,
                           struct node *input, struct node *kernel,
                           const struct node_convolution *convolution) {
    uint8_t order[KERNEL_DIMS];
    if (input->elements == 0 || kernel->elements == 0 || type_is_empty(type)) {
        return node_compute(builder, type, term_integer(builder, type_element(type), 0));
    }
    const struct type *complex = product_complex_type(builder, type, input, kernel);
    if (complex != NULL) {
        struct node *result = node_convolve(builder, complex, input, kernel, convolution);
        return product_convert(builder, result, type_element(type));
    }
    const struct type *wide = convolution_result(builder, type);
    const struct sdyrt_conv what = channels_last(type, input, kernel, convolution);
    bool gradient = sdyrt_conv_wants_images(&what);
    fit_operands(builder, &what, wide, &input, &kernel);
    struct node *wanted = input_relayout(builder, input, convolution, gradient);
    struct node *weights = kernel_relayout(builder, kernel, convolution, gradient);
    struct node *node = node_library(builder, &library_convolution, wide,
                                     term_same(builder, wanted), term_same(builder, weights));
    node->call = lifted_convolution(builder, convolution);
    place_convolution(node, input, kernel, node->call);
    spatial_between(node, convolution->output_batch, convolution->spatial,
                    convolution->output_spatial, convolution->output_feature, order);
    memcpy(node->place.order, order, node->rank);
    node->layout.reason = "result of a convolution: channels last";
    return product_convert(builder, node, type_element(type));
}

static int64_t bytes_of_element(const struct node *node) {
    return (int64_t)element_info[node->element].bytes;
}

/* The weights are packed anew by each task. */
static double weights_lost(const struct node *node, const struct node_convolution *convolution) {
    const struct node *kernel = node->operands[1]->node;
    const double pixels = (double)(node->elements / node->extent[convolution->output_feature]);
    return sdyrt_conv_turned(bytes_of_element(kernel)) * sdyrt_conv_packings(pixels) *
           node_bytes(kernel);
}

/* Channels that have nothing to do with each other are worked on side by side where they lie side
 * by side, in all three; else one by one. Channels that do not fill a line are gathered one by
 * one. */
double convolution_dislikes(const struct node *node, uint32_t number) {
    const struct node_convolution *convolution = node->call;
    const struct node *input = node->operands[0]->node, *kernel = node->operands[1]->node;
    const double bytes = node_bytes(number == 0 ? input : node);
    const int64_t size = bytes_of_element(input);
    if (convolution->feature_groups > 1 && kernel->extent[convolution->kernel_input] == 1) {
        return sdyrt_conv_gathered(size) * bytes;
    }
    if (number == 1) {
        return weights_lost(node, convolution);
    }
    const bool is_gathered =
        number == 0 && input->extent[convolution->input_feature] * size < SDYRT_LINE_BYTES;
    return is_gathered ? sdyrt_conv_gathered(size) * bytes : bytes;
}
