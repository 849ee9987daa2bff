/* Physical orders of dimensions (seeds: PyTorch's memory formats; here any permutation). Everything
 * is row-major in its logical dimensions, as the caller's tensors are, but for what convolutions
 * ask: with --layout=nhwc they take and give channels last, elementwise neighbours follow, and a
 * relayout becomes a copy where the order it asks for is not the one its operand has. With
 * --layout=nchw nothing is permuted: convolutions work on the strides they are given. Auto is the
 * first where the permuted inputs and results are less than half of what convolutions touch, else
 * the second. */
#include <string.h>

#include "codegen/graph/graph.h"

static bool is_row_major(const struct node *node) {
    for (uint32_t d = 0; d < node->rank; d++) {
        if (node->order[d] != d) {
            return false;
        }
    }
    return true;
}

static void set_row_major(struct node *node) {
    for (uint32_t d = 0; d < node->rank; d++) {
        node->order[d] = (uint8_t)d;
    }
}

/* --- elementwise neighbours follow ------------------------------------------------------------ */

struct follower {
    const struct node *node;
    const struct node *leader;
};

/* Reads at its own point, or in a window around it. */
static void find_leader(const struct term *read, void *data) {
    struct follower *follower = data;
    const struct node *node = follower->node;
    if (follower->leader || !read->node->order_chosen || read->group_size ||
        read->node->rank != node->rank) {
        return;
    }
    for (uint32_t d = 0; d < node->rank; d++) {
        for (uint32_t k = 0; k < node->rank; k++) {
            bool moves = read->coordinates[d].at.stride[k] != 0;
            if (moves != (k == d)) {
                return;
            }
        }
    }
    follower->leader = read->node;
}

static void follow(struct node *node) {
    if ((node->kind != NODE_COMPUTE && node->kind != NODE_REDUCE) || node->is_relayout) {
        return;
    }
    struct follower follower = {.node = node};
    node_reads(node, find_leader, &follower);
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
static void bypass(const struct term *read, void *data) {
    (void)data;
    ((struct term *)(uintptr_t)read)->node = source_of(read->node);
}

/* Dimensions of one element take no part in an order. */
static bool same_order(const struct node *a, const struct node *b) {
    uint32_t i = 0, k = 0;
    while (i < a->rank && k < b->rank) {
        if (a->extent[a->order[i]] == 1) {
            i++;
        } else if (b->extent[b->order[k]] == 1) {
            k++;
        } else if (a->order[i++] != b->order[k++]) {
            return false;
        }
    }
    return true;
}

/* Until fusion an operand that is a view has no order of its own: what it reads decides. */
static void settle(struct node *relayout, bool permutes) {
    struct node *operand = source_of(relayout->term->node);
    bool wants_row_major = is_row_major(relayout);
    if (!wants_row_major && !permutes) {
        return;
    }
    bool has_buffer = operand->kind != NODE_COMPUTE || !node_is_view(operand);
    bool is_free = operand->kind == NODE_COMPUTE && has_buffer && !operand->order_chosen &&
                   operand->output_number < 0 && !wants_row_major;
    if (is_free) {
        memcpy(operand->order, relayout->order, sizeof operand->order);
        operand->order_chosen = true;
        operand->order_reason = relayout->order_reason;
    }
    relayout->order_chosen = !has_buffer || !same_order(operand, relayout);
}

/* The caller's results are row-major: a result of another order is copied. */
static void copy_outputs(struct graph *graph) {
    for (uint32_t i = 0; i < graph->output_count; i++) {
        struct node *node = graph->outputs[i];
        if (is_row_major(node)) {
            continue;
        }
        struct node *copy = graph_add_copy(graph, node);
        copy->output_number = node->output_number;
        copy->order_reason = "result of the program: row-major";
        node->output_number = -1;
        graph->outputs[i] = copy;
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

/* Weighs the inputs and results that channels last would have permuted against all that the
 * convolutions touch: much in a single convolution, little in a network. */
static bool permutes_pay(const struct graph *graph) {
    double touched = 0, permuted = 0;
    for (size_t i = 0; i < graph->nodes.count; i++) {
        struct node *node = graph->nodes.items[i];
        if (node->kind == NODE_CONVOLUTION) {
            touched += bytes_of(node) + bytes_of(node->lhs->node) + bytes_of(node->rhs->node);
            if (node->output_number >= 0 && !is_row_major(node)) {
                permuted += bytes_of(node);
            }
        } else if (node->is_relayout && !is_row_major(node) &&
                   source_of(node->term->node)->kind == NODE_INPUT) {
            permuted += bytes_of(node);
        }
    }
    return touched >= permuted * BYTES_PER_PERMUTED;
}

static bool permutes_wanted(const struct graph *graph) {
    return graph->options->layout == LAYOUT_NHWC ||
           (graph->options->layout == LAYOUT_AUTO && permutes_pay(graph));
}

void graph_layout(struct graph *graph) {
    bool permutes = permutes_wanted(graph);
    size_t count = graph->nodes.count;
    for (size_t i = 0; i < count; i++) {
        struct node *node = graph->nodes.items[i];
        if (node->kind == NODE_CONVOLUTION) {
            node->order_chosen = permutes;
            if (!node->order_chosen) {
                set_row_major(node);
                node->order_reason = NULL;
            }
        } else if (node->is_relayout) {
            settle(node, permutes);
        } else {
            follow(node);
        }
    }
    for (size_t i = 0; i < count; i++) {
        node_reads(graph->nodes.items[i], bypass, NULL);
    }
    copy_outputs(graph);
}
