/* The kernel builder: products and convolutions (ops/kernel_builder.h). */
#include <string.h>

#include "codegen/graph/graph.h"

/* Whether the runtime multiplies these elements as they are (runtime/gemm_tile.h). */
static bool multiplies(enum element operand, enum element result) {
    if (operand == result) {
        return operand != ELEMENT_F8E4M3FN && operand != ELEMENT_F8E5M2 && operand != ELEMENT_I4 &&
               operand != ELEMENT_U4;
    }
    return (result == ELEMENT_F32 && (operand == ELEMENT_BF16 || operand == ELEMENT_F16)) ||
           (result == ELEMENT_I32 && (operand == ELEMENT_I8 || operand == ELEMENT_U8)) ||
           (result == ELEMENT_U32 && operand == ELEMENT_U8);
}

static struct node *node_convert(struct kernel_builder *builder, struct node *node,
                                 const struct type *element) {
    struct term *term = term_same(builder, node);
    const struct type *type = type_with_element(builder->context, node->type, element);
    return node_compute(builder, type, term_scalar(builder, element, SCALAR_CONVERT, 1, &term));
}

/* Operands that the runtime cannot multiply as they are take the type of the result. */
static void fit_operands(struct kernel_builder *builder, const struct type *type, struct node **lhs,
                         struct node **rhs) {
    enum element element = element_or_bug(type);
    if ((*lhs)->element == (*rhs)->element && multiplies((*lhs)->element, element)) {
        return;
    }
    if ((*lhs)->element != element) {
        *lhs = node_convert(builder, *lhs, type_element(type));
    }
    if ((*rhs)->element != element) {
        *rhs = node_convert(builder, *rhs, type_element(type));
    }
}

struct node *node_contract(struct kernel_builder *builder, const struct type *type, uint32_t count,
                           const int64_t *extent, struct node *lhs, const struct affine *lhs_map,
                           struct node *rhs, const struct affine *rhs_map) {
    fit_operands(builder, type, &lhs, &rhs);
    struct term *left = term_read(builder, lhs, lhs_map), *right = term_read(builder, rhs, rhs_map);
    struct node *node = node_new(builder, NODE_CONTRACT, type, lhs->axes | rhs->axes);
    node->lhs = left;
    node->rhs = right;
    node->sequential = count;
    memcpy(node->extent + node->rank, extent, count * sizeof(int64_t));
    node_place(node);
    return node;
}

/* Batch, spatial dimensions, features. */
static void channels_last(const struct node *node, uint32_t batch, uint32_t spatial,
                          const uint32_t *dims, uint32_t feature, uint8_t *order) {
    uint8_t wanted[KERNEL_DIMS];
    wanted[0] = (uint8_t)batch;
    for (uint32_t s = 0; s < spatial; s++) {
        wanted[1 + s] = (uint8_t)dims[s];
    }
    wanted[1 + spatial] = (uint8_t)feature;
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

struct node *node_convolve(struct kernel_builder *builder, const struct type *type,
                           struct node *input, struct node *kernel,
                           const struct node_convolution *convolution) {
    uint8_t order[KERNEL_DIMS];
    fit_operands(builder, type, &input, &kernel);
    channels_last(input, convolution->input_batch, convolution->spatial, convolution->input_spatial,
                  convolution->input_feature, order);
    struct node *wanted =
        node_relayout(builder, input, order, "input of a convolution: channels last");
    kernel_order(kernel, convolution, order);
    struct node *weights =
        node_relayout(builder, kernel, order, "weights of a convolution: output channels last");
    struct node *node = node_new(builder, NODE_CONVOLUTION, type, input->axes | kernel->axes);
    node->convolution = lifted_convolution(builder, convolution);
    node->lhs = term_same(builder, wanted);
    node->rhs = term_same(builder, weights);
    place_convolution(node, input, kernel, node->convolution);
    channels_last(node, convolution->output_batch, convolution->spatial,
                  convolution->output_spatial, convolution->output_feature, order);
    memcpy(node->order, order, node->rank);
    node->order_reason = "result of a convolution: channels last";
    return node;
}
