/* Calls of the host: they happen in the order of the program, once each, whoever reads what they
 * give. */
#include "host.h"
#include "codegen/graph/graph.h"
#include "codegen/library/library.h"
#include "codegen/lower/lower.h"

LIBRARY(host);

struct host_call { /* what struct node's `call` is */
    int64_t number;
    bool reads; /* an operand; else it gives the result */
};

/* The argument of the program that is the host, or NULL. */
static struct node *host_of(const struct kernel_builder *builder) {
    const struct graph *graph = builder->graph;
    for (uint32_t i = 0; i < graph->input_count; i++) {
        if (func_argument_attr(graph->func, i, "sdyc.host")) {
            return graph->inputs[i];
        }
    }
    return NULL;
}

/* In a manual computation every device asks for itself. */
static uint32_t asking_axes(struct kernel_builder *builder, const struct op *op) {
    uint32_t axes = 0;
    for (const struct op *outer = op; outer->block; outer = op_parent(outer)) {
        const struct axis_list *manual = attr_as_axes(op_property(outer, "manual_axes"));
        const struct sharding_list *list = attr_as_shardings(op_property(outer, "in_shardings"));
        list =
            list && list->count > 0 ? list : attr_as_shardings(op_property(outer, "out_shardings"));
        const struct mesh *mesh =
            list && list->count > 0 ? sharding_mesh(outer, attr_as_sharding(list->items[0])) : NULL;
        if (manual && mesh) {
            struct instance_axes own = kernel_axes(builder, mesh, *manual);
            axes |= instance_axes_mask(&own);
        }
    }
    return axes;
}

struct node *node_host_call(struct kernel_builder *builder, const struct op *op,
                            struct node *operand, const struct type *type) {
    struct node *host = host_of(builder);
    const struct attr *number = op_attr(op, "sdyc.host_call");
    if (!host || !number) {
        kernel_unsupported(builder, op,
                           "needs the library to run it: a program on its own has nobody to call");
        return NULL;
    }
    struct affine first = affine_constant(0);
    struct host_call *call = ARENA_NEW(builder->graph->arena, struct host_call);
    *call = (struct host_call){number->integer, operand != NULL};
    uint32_t axes = asking_axes(builder, op);
    if (operand && (operand->axes & axes) != axes) {
        operand = node_copy(builder, operand);
        node_set_axes(builder->graph, operand, operand->axes | axes);
    }
    /* What only reads has a result that nobody needs. */
    const struct type *pred = type_integer(builder->context, 1, SIGNLESS);
    const struct type *made =
        operand ? type_with_element(builder->context, operand->type, pred) : type;
    struct node *node = node_library(builder, &library_host, made, term_read(builder, host, &first),
                                     operand ? term_same(builder, operand) : NULL);
    node_set_axes(builder->graph, node, operand ? operand->axes : axes);
    node->call = call;
    node->op = op;
    node->border.is_output = true; /* it is done whether or not its result is used */
    return node;
}

static void host_lower(struct lowering *lowering) {
    const struct kernel *kernel = lowering->kernel;
    const struct node *node = lowering->group->anchor;
    const struct host_call *call = node->call;
    struct access host = library_operand(lowering, 0);
    struct access data = call->reads ? library_operand(lowering, 1) : library_result(node);
    struct sdyrt_host_call what = {.number = call->number,
                                   .bytes = element_info[data.buffer->element].bytes,
                                   .lead = node->lead,
                                   .rank = node->rank};
    for (uint32_t d = 0; d < node->rank && d < SDYRT_RANK; d++) {
        what.size[d] = kernel->extent[d];
        what.stride[d] = data.at.stride[d];
    }
    struct access begin = {.buffer = data.buffer, .at = affine_constant(data.at.offset)};
    struct call_operand operands[2] = {
        {.access = host, .loads = true, .stores = true}, /* so calls wait for each other */
        {.access = begin, .loads = call->reads, .stores = !call->reads}};
    struct library_call *made =
        library_call_new(lowering, &library_host, &what, sizeof what, 2, operands);
    made->tasks = 1;
    made->cost.bytes = (double)node->elements * (double)what.bytes;
}

const struct library library_host = {
    .name = "host",
    .symbol = "sdyrt_host_call",
    .header = "host.h",
    .lower = host_lower,
    LIBRARY_CALL,
};
