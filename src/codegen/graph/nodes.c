/* The kernel builder: nodes (ops/kernel_builder.h). */
#include <string.h>

#include "codegen/graph/graph.h"

/* Extents and the number of elements (INT64_MAX: too many for any memory), behind the device
 * dimension if there is one. */
static void node_set_extents(struct node *node, const struct type *type) {
    uint32_t rank = type_is_tensor(type) ? type->rank : 0;
    node->rank = node->device_dims + rank;
    for (uint32_t d = 0; d < rank; d++) {
        node->extent[node->device_dims + d] = type->dims[d];
    }
    node->elements = 1;
    for (uint32_t d = 0; d < node->rank; d++) {
        if (!multiply_checked(node->elements, node->extent[d], &node->elements)) {
            node->elements = INT64_MAX;
        }
        node->order[d] = (uint8_t)d;
    }
}

static struct node *graph_new_node(struct graph *graph, enum node_kind kind,
                                   const struct type *type) {
    struct node *node = ARENA_NEW(graph->arena, struct node);
    node->kind = kind;
    node->id = (int32_t)graph->nodes.count;
    node->type = type;
    node->element = element_or_bug(type);
    node->output_number = -1;
    bool is_whole = kind == NODE_INPUT || kind == NODE_CONSTANT;
    node->device_dims = graph->devices > 0 && !is_whole ? 1 : 0;
    node->extent[0] = graph->devices;
    node_set_extents(node, type);
    *vector_push(&graph->nodes) = node;
    return node;
}

struct node *node_new(struct kernel_builder *builder, enum node_kind kind,
                      const struct type *type) {
    return graph_new_node(builder->graph, kind, type);
}

struct node *graph_add_copy(struct graph *graph, struct node *node) {
    struct kernel_builder builder = {.graph = graph};
    struct node *copy = graph_new_node(graph, NODE_COMPUTE, node->type);
    copy->device_dims = node->device_dims;
    copy->extent[0] = graph->devices;
    node_set_extents(copy, node->type);
    copy->term = term_same(&builder, node);
    copy->value = node->value;
    copy->op = node->op;
    return copy;
}

/* Asks for `node` in a physical order (NULL: row-major), whatever its own turns out to be. */
static struct node *node_relayout(struct kernel_builder *builder, struct node *node,
                                  const uint8_t *order, const char *reason) {
    struct node *relayout = graph_add_copy(builder->graph, node);
    relayout->is_relayout = true;
    relayout->order_reason = reason;
    if (order) {
        memcpy(relayout->order, order, node->rank);
    }
    return relayout;
}

struct node *node_compute(struct kernel_builder *builder, const struct type *type,
                          struct term *term) {
    struct node *node = node_new(builder, NODE_COMPUTE, type);
    node->term = term;
    return node;
}

struct node *node_constant(struct kernel_builder *builder, const struct attr *dense) {
    if (dense->splat || type_count(dense->type) == 1) {
        struct term *term = term_new(builder, TERM_CONSTANT, element_or_bug(dense->type));
        const struct type *element = type_element(dense->type);
        if (element->kind == TYPE_FLOAT) {
            term->real = attr_dense_real(dense, 0);
        } else if (element->kind == TYPE_INTEGER) {
            term->integer = attr_dense_integer(dense, 0);
            term->real = (double)term->integer;
        }
        if (element->kind != TYPE_COMPLEX) {
            return node_compute(builder, dense->type, term);
        }
    }
    struct node *node = node_new(builder, NODE_CONSTANT, dense->type);
    node->constant = dense;
    return builder->graph->devices > 0
               ? node_compute(builder, dense->type, term_same(builder, node))
               : node;
}

/* How many dimensions, from `from` on, of one side make up the same product as the other side's. */
struct reshape_groups {
    uint32_t count;
    uint32_t in_size[KERNEL_DIMS + 1], out_first[KERNEL_DIMS + 1], out_size[KERNEL_DIMS + 1];
};

static void reshape_groups(const struct node *in, const struct node *result,
                           struct reshape_groups *groups) {
    uint32_t out_rank = result->rank;
    const int64_t *out = result->extent;
    uint32_t i = 0, o = 0;
    groups->count = 0;
    while (i < in->rank) {
        uint32_t i0 = i, o0 = o;
        int64_t in_product = in->extent[i++], out_product = 1;
        while (out_product != in_product) {
            if (out_product < in_product && o < out_rank) {
                out_product *= out[o++];
            } else {
                in_product *= in->extent[i++];
            }
        }
        /* Dimensions of one element go with the group before them. */
        while (i == in->rank && o < out_rank) {
            o++;
        }
        groups->in_size[groups->count] = i - i0;
        groups->out_first[groups->count] = o0;
        groups->out_size[groups->count++] = o - o0;
    }
}

struct node *node_reshape(struct kernel_builder *builder, const struct type *type,
                          struct node *node) {
    if (node->elements == 0) {
        return node_compute(builder, type, term_integer(builder, type_element(type), 0));
    }
    struct arena *arena = builder->graph->arena;
    struct reshape_groups groups;
    if (node->is_reshape) {
        node = node->term->node;
    }
    struct node shape = {.device_dims = node->device_dims, .extent = {node->extent[0]}};
    node_set_extents(&shape, type);
    reshape_groups(node, &shape, &groups);
    if (groups.count < node->rank) {
        node = node_relayout(builder, node, NULL, "read in row-major order by a reshape");
    }
    struct term *term = term_new(builder, TERM_READ, node->element);
    term->node = node;
    term->group_count = groups.count;
    term->coordinates = ARENA_ARRAY(arena, struct coordinate, groups.count + 1);
    uint32_t *sizes = ARENA_ARRAY(arena, uint32_t, groups.count + 1);
    bool all_single = true;
    for (uint32_t g = 0; g < groups.count; g++) {
        sizes[g] = groups.in_size[g];
        all_single = all_single && sizes[g] == 1;
        int64_t stride = 1;
        for (uint32_t k = groups.out_size[g]; k-- > 0;) {
            uint32_t out = groups.out_first[g] + k;
            term->coordinates[g].at.stride[out] = stride;
            stride *= shape.extent[out];
        }
    }
    term->group_size = all_single ? NULL : sizes;
    struct node *result = node_compute(builder, type, term);
    result->is_reshape = true;
    return result;
}

/* A part of a per-device tensor: its space and its result begin with the device. */
static void part_lift(struct kernel_builder *builder, struct node_part *part, uint32_t rank) {
    for (uint32_t d = rank; d-- > 0;) {
        part->store[d + 1] = affine_lifted(builder, part->store[d]);
        part->dynamic[d + 1] = part->dynamic[d];
    }
    part->store[0] = affine_dim(0, 1, 0);
    part->dynamic[0] = NULL;
    memmove(part->extent + 1, part->extent, part->rank * sizeof *part->extent);
    part->extent[0] = builder->graph->devices;
    part->rank++;
    part->parallel_rank++;
}

struct node *node_parts(struct kernel_builder *builder, const struct type *type, uint32_t count,
                        const struct node_part *parts) {
    struct node *node = node_new(builder, NODE_PARTS, type);
    node->part_count = count;
    node->parts = arena_copy(builder->graph->arena, parts, count * sizeof *parts);
    for (uint32_t p = 0; p < count && node->device_dims > 0; p++) {
        part_lift(builder, &node->parts[p], node_rank(node));
    }
    return node;
}

struct node *node_whole_parts(struct kernel_builder *builder, const struct type *type,
                              struct node_part *part) {
    struct node *node = node_new(builder, NODE_PARTS, type);
    node->device_dims = 0;
    node_set_extents(node, type);
    node->part_count = 1;
    node->parts = part;
    return node;
}

static void reduce_next(struct kernel_builder *builder, const struct node_reduction *reduction,
                        struct reduce_spec *spec) {
    uint32_t n = reduction->operands;
    struct term **arguments = ARENA_ARRAY(builder->graph->arena, struct term *, 2 * n);
    for (uint32_t i = 0; i < n; i++) {
        arguments[i] = term_new(builder, TERM_ACCUMULATOR, reduction->init[i]->element);
        arguments[n + i] = term_new(builder, TERM_INCOMING, reduction->init[i]->element);
        arguments[i]->number = arguments[n + i]->number = i;
    }
    spec->next = ARENA_ARRAY(builder->graph->arena, struct term *, n);
    for (uint32_t i = 0; i < n; i++) {
        spec->next[i] = term_region(builder, reduction->region, arguments, i);
    }
}

struct node *node_reduce(struct kernel_builder *builder, const struct node_reduction *reduction) {
    struct arena *arena = builder->graph->arena;
    struct reduce_spec *spec = ARENA_NEW(arena, struct reduce_spec);
    spec->operands = reduction->operands;
    spec->number = reduction->number;
    spec->init = arena_copy(arena, reduction->init, reduction->operands * sizeof *spec->init);
    spec->term = arena_copy(arena, reduction->term, reduction->operands * sizeof *spec->term);
    if (reduction->operands == 1 && !reduction->in_order) {
        spec->simple = region_scalar_op(reduction->region);
    }
    if (spec->simple == SCALAR_NONE) {
        reduce_next(builder, reduction, spec);
    }
    spec->guard_count = reduction->guard_count;
    spec->guards = ARENA_ARRAY(arena, struct guard, reduction->guard_count + 1);
    for (uint32_t i = 0; i < reduction->guard_count; i++) {
        spec->guards[i] =
            (struct guard){affine_lifted(builder, reduction->guard[i]), reduction->guard_bound[i]};
    }
    struct node *node = node_new(builder, NODE_REDUCE, reduction->type);
    node->reduce = spec;
    node->sequential = reduction->count;
    memcpy(node->extent + node->rank, reduction->extent, reduction->count * sizeof(int64_t));
    return node;
}

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
    struct node *node = node_new(builder, NODE_CONTRACT, type);
    node->lhs = left;
    node->rhs = right;
    node->sequential = count;
    memcpy(node->extent + node->rank, extent, count * sizeof(int64_t));
    return node;
}

/* The order of dimensions `first`, spatial ones, `before_last` (where given) and `last`, behind the
 * device. */
static void channels_last(const struct node *node, uint32_t first, uint32_t spatial,
                          const uint32_t *dims, uint32_t last, uint8_t *order) {
    uint32_t lead = node->device_dims;
    order[0] = 0;
    order[lead] = (uint8_t)(lead + first);
    for (uint32_t s = 0; s < spatial; s++) {
        order[lead + 1 + s] = (uint8_t)(lead + dims[s]);
    }
    order[lead + 1 + spatial] = (uint8_t)(lead + last);
}

static void kernel_order(const struct node *node, const struct node_convolution *convolution,
                         uint8_t *order) {
    uint32_t lead = node->device_dims, spatial = convolution->spatial;
    order[0] = 0;
    for (uint32_t s = 0; s < spatial; s++) {
        order[lead + s] = (uint8_t)(lead + convolution->kernel_spatial[s]);
    }
    order[lead + spatial] = (uint8_t)(lead + convolution->kernel_input);
    order[lead + spatial + 1] = (uint8_t)(lead + convolution->kernel_output);
}

/* Dimension numbers as the node has them, behind the device. */
static struct node_convolution *lifted_convolution(struct kernel_builder *builder,
                                                   const struct node_convolution *convolution) {
    struct node_convolution *copy =
        arena_copy(builder->graph->arena, convolution, sizeof *convolution);
    uint32_t lead = builder->graph->devices > 0 ? 1 : 0;
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

struct node *node_convolve(struct kernel_builder *builder, const struct type *type,
                           struct node *input, struct node *kernel,
                           const struct node_convolution *convolution) {
    uint8_t order[KERNEL_DIMS];
    fit_operands(builder, type, &input, &kernel);
    channels_last(input, convolution->input_batch, convolution->spatial, convolution->input_spatial,
                  convolution->input_feature, order);
    input = node_relayout(builder, input, order, "input of a convolution: channels last");
    kernel_order(kernel, convolution, order);
    kernel =
        node_relayout(builder, kernel, order, "weights of a convolution: output channels last");
    struct term *left = term_same(builder, input), *right = term_same(builder, kernel);
    struct node *node = node_new(builder, NODE_CONVOLUTION, type);
    channels_last(node, convolution->output_batch, convolution->spatial,
                  convolution->output_spatial, convolution->output_feature, node->order);
    node->order_reason = "result of a convolution: channels last";
    node->lhs = left;
    node->rhs = right;
    node->convolution = lifted_convolution(builder, convolution);
    return node;
}
