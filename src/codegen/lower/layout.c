/* Physical orders of dimensions (seeds: PyTorch's memory formats; here any permutation). Everything
 * is row-major in its logical dimensions, as the caller's tensors are, but for what convolutions
 * ask: with --layout=nhwc they take and give channels last, elementwise neighbours follow, and a
 * relayout becomes a copy where the order it asks for is not the one its operand has. With
 * --layout=nchw nothing is permuted: convolutions work on the strides they are given. Auto is the
 * first where the permuted inputs and results are less than half of what convolutions touch, else
 * the second. */
#include <string.h>

#include "codegen/graph/graph.h"

typedef void node_function(struct graph *graph, struct node *node, void *data);

/* Every node in order, those of regions at the place of their loop or branch. */
static void each_node(struct graph *graph, struct subgraph *subgraph, node_function *function,
                      void *data) {
    for (size_t i = 0; i < subgraph->nodes.count; i++) { /* the function may add nodes */
        struct node *node = subgraph->nodes.items[i];
        for (uint32_t r = 0; node->regions && r < node->regions->count; r++) {
            each_node(graph, node->regions->subgraphs[r], function, data);
        }
        function(graph, node, data);
    }
}

/* Dimensions of one element take no part in an order. */
static bool same_order(const struct node *node, const uint8_t *a, const uint8_t *b) {
    uint32_t i = 0, k = 0;
    while (i < node->rank && k < node->rank) {
        if (node->extent[a[i]] == 1) {
            i++;
        } else if (node->extent[b[k]] == 1) {
            k++;
        } else if (a[i++] != b[k++]) {
            return false;
        }
    }
    return true;
}

static bool is_row_major(const struct node *node) {
    uint8_t order[KERNEL_DIMS];
    node_order_with_axes(node, NULL, order);
    return same_order(node, node->order, order);
}

/* --- elementwise neighbours follow ------------------------------------------------------------ */

struct follower {
    const struct node *node;
    const struct node *leader;
};

/* Reads at its own point, or in a window around it. */
static void find_leader(struct term *read, void *data) {
    struct follower *follower = data;
    const struct node *node = follower->node;
    if (follower->leader || !read->node->order_chosen || read->groups ||
        read->node->rank != node->rank || read->node->axes != node->axes) {
        return;
    }
    for (uint32_t d = 0; d < node->rank; d++) {
        for (uint32_t k = 0; k < node->rank; k++) {
            bool moves = read->coordinates[d].at.stride[k] != 0;
            if (moves != (k == d) && node->extent[k] > 1) {
                return;
            }
        }
    }
    follower->leader = read->node;
}

static void follow(struct graph *graph, struct node *node) {
    if ((node->kind != NODE_COMPUTE && node->kind != NODE_REDUCE) || node->is_relayout ||
        node->result_count > 0) {
        return;
    }
    struct follower follower = {.node = node};
    node_reads(graph, node, find_leader, &follower);
    if (follower.leader) {
        memcpy(node->order, follower.leader->order, sizeof node->order);
        node->order_chosen = true;
        node->order_reason = "follows its operand";
    }
}

/* --- relayouts -------------------------------------------------------------------------------- */

static struct node *source_of(struct node *node) {
    while (node->is_relayout && !node->order_chosen) {
        node = node->term->node;
    }
    return node;
}

/* A relayout whose operand has the order asked for is read through. */
static void bypass_read(struct term *read, void *data) {
    (void)data;
    read->node = source_of(read->node);
}

static void bypass(struct graph *graph, struct node *node, void *data) {
    (void)data;
    node_reads(graph, node, bypass_read, NULL);
    if (node->base) {
        node->base = source_of(node->base);
    }
}

/* Whether the operand, which nobody has asked for an order yet, can take the one asked for. */
static bool takes_order(const struct node *operand, bool is_required) {
    bool is_elementwise = operand->kind == NODE_COMPUTE && !node_is_view(operand);
    bool is_product = node_sums_products(operand) || operand->kind == NODE_REDUCE;
    return !operand->order_chosen && !operand->is_output && operand->result_count == 0 &&
           (is_elementwise || (is_required && is_product));
}

/* Until fusion an operand that is a view has no order of its own: what it reads decides. */
static void settle(struct node *relayout, bool permutes) {
    struct node *operand = source_of(relayout->term->node);
    bool has_buffer = operand->kind != NODE_COMPUTE || !node_is_view(operand);
    if (!relayout->is_required && !permutes) {
        return;
    }
    bool is_same = same_order(operand, operand->order, relayout->order);
    if (!is_same && takes_order(operand, relayout->is_required) &&
        !(relayout->is_required && is_row_major(relayout))) {
        memcpy(operand->order, relayout->order, sizeof operand->order);
        operand->order_reason = relayout->order_reason;
        operand->order_chosen = is_same = true;
    }
    relayout->order_chosen = !has_buffer || !is_same;
    operand->order_chosen |= has_buffer && is_same && relayout->is_required;
}

/* --- outputs ---------------------------------------------------------------------------------- */

/* Moves the last node of a subgraph to the place before `node`. */
static void move_last_before(struct subgraph *subgraph, const struct node *node) {
    size_t at = subgraph->nodes.count - 1;
    struct node *last = subgraph->nodes.items[at];
    while (at > 0 && subgraph->nodes.items[at] != node) {
        subgraph->nodes.items[at] = subgraph->nodes.items[at - 1];
        at--;
    }
    subgraph->nodes.items[at] = last;
}

/* The output, or a copy of it in the order that is wanted. */
static struct node *in_order(struct graph *graph, struct node *node, const uint8_t *order,
                             const char *reason) {
    if (same_order(node, node->order, order)) {
        memcpy(node->order, order, node->rank);
        return node;
    }
    struct kernel_builder builder = {.graph = graph, .current = node->in};
    struct node *copy = node_copy(&builder, node);
    memcpy(copy->order, order, node->rank);
    copy->order_reason = reason;
    copy->is_output = true;
    copy->output_number = node->output_number;
    node->is_output = false;
    node->output_number = -1;
    return copy;
}

/* What goes into a buffer that regions share has that buffer's order. */
static void order_regions(struct graph *graph, struct node *node, void *data) {
    (void)data;
    const struct node_regions *regions = node->regions;
    for (uint32_t i = 0; regions && i < regions->carried_count; i++) {
        size_t before = node->in->nodes.count;
        regions->init[i] =
            in_order(graph, regions->init[i], regions->carried[i]->order, "carried by a loop");
        if (node->in->nodes.count > before) {
            move_last_before(node->in, node);
        }
    }
    for (uint32_t r = 0; regions && r < regions->count; r++) {
        struct subgraph *subgraph = regions->subgraphs[r];
        bool is_condition = node->kind == NODE_LOOP && r == 0;
        for (uint32_t i = 0; i < subgraph->output_count && !is_condition; i++) {
            subgraph->outputs[i] = in_order(graph, subgraph->outputs[i], node->results[i]->order,
                                            "carried by a loop, or result of a branch");
        }
    }
}

/* The caller's results are row-major. */
static void order_outputs(struct graph *graph) {
    for (uint32_t i = 0; i < graph->main->output_count; i++) {
        struct node *node = graph->main->outputs[i];
        uint8_t order[KERNEL_DIMS];
        for (uint32_t d = 0; d < node->rank; d++) {
            order[d] = (uint8_t)d;
        }
        graph->main->outputs[i] = in_order(graph, node, order, "result of the program: row-major");
    }
}

/* --- auto ------------------------------------------------------------------------------------- */

/* Permutes are worth their while up to one byte in so many that convolutions read and write. A
 * single convolution has one in one and is no worse off without; a small network had one in two to
 * four and took half the time with permutes. */
enum { BYTES_PER_PERMUTED = 2 };

static double bytes_of(const struct node *node) {
    return (double)node->elements * element_info[node->element].bytes;
}

static bool has_wishes(const struct node *node) {
    return node->kind == NODE_LIBRARY && node->library->wishes;
}

struct weights {
    double touched, permuted;
};

static void weigh(struct graph *graph, struct node *node, void *data) {
    (void)graph;
    struct weights *weights = data;
    if (has_wishes(node)) {
        weights->touched += bytes_of(node);
        for (uint32_t i = 0; i < node->operand_count; i++) {
            weights->touched += bytes_of(node->operands[i]->node);
        }
        if (node->output_number >= 0 && !is_row_major(node)) {
            weights->permuted += bytes_of(node);
        }
    } else if (node->is_relayout && !node->is_required && !is_row_major(node) &&
               source_of(node->term->node)->kind == NODE_INPUT) {
        weights->permuted += bytes_of(node);
    }
}

/* Weighs the inputs and results that channels last would have permuted against all that the
 * convolutions touch: much in a single convolution, little in a network. */
static bool permutes_wanted(struct graph *graph) {
    struct weights weights = {0, 0};
    if (graph->options->layout == LAYOUT_AUTO) {
        each_node(graph, graph->main, weigh, &weights);
    }
    return graph->options->layout == LAYOUT_NHWC ||
           (graph->options->layout == LAYOUT_AUTO &&
            weights.touched >= weights.permuted * BYTES_PER_PERMUTED);
}

static void decide_order(struct graph *graph, struct node *node, void *data) {
    const bool *permutes = data;
    if (has_wishes(node)) {
        node->order_chosen = *permutes;
        if (!*permutes) {
            uint8_t order[KERNEL_DIMS];
            node_order_with_axes(node, NULL, order);
            memcpy(node->order, order, node->rank);
            node->order_reason = NULL;
        }
    } else if (node->is_relayout) {
        settle(node, *permutes);
    } else {
        follow(graph, node);
    }
}

void graph_layout(struct graph *graph) {
    bool permutes = permutes_wanted(graph);
    each_node(graph, graph->main, decide_order, &permutes);
    each_node(graph, graph->main, bypass, NULL);
    each_node(graph, graph->main, order_regions, NULL);
    order_outputs(graph);
}
