/* `sdyc layouts`: the physical order of every value with a buffer,
 * and each permute that moves bytes. */
#include "codegen/graph/graph.h"

/* "[0, 2, 3, 1]", slowest first, and the name PyTorch has for it. */
static void print_order(struct buffer *out, const struct node *node) {
    bool contiguous = true, channels_last = node_rank(node) >= 3 && node_rank(node) <= 5;
    buffer_add(out, "[");
    uint32_t rank = node_rank(node), i = 0;
    for (uint32_t k = 0; k < node->rank; k++) {
        if (node->order[k] < node->lead) {
            continue; /* an instance axis */
        }
        uint32_t dim = node->order[k] - node->lead;
        buffer_printf(out, "%s%u", i ? ", " : "", dim);
        contiguous = contiguous && dim == i;
        uint32_t wanted = i == 0 ? 0 : i + 1 == rank ? 1 : i + 1;
        channels_last = channels_last && dim == wanted;
        i++;
    }
    buffer_add(out, contiguous ? "] contiguous" : channels_last ? "] channels_last" : "]");
}

static void print_name(struct buffer *out, const struct graph *graph, const struct node *node) {
    if (node->output_number >= 0) {
        buffer_printf(out, "result %d", node->output_number);
    } else if (node->kind == NODE_INPUT) {
        buffer_printf(out, "%%arg%u", node->input_number);
    } else {
        buffer_printf(out, "%%%d", node->id - (int32_t)graph->input_count);
    }
    buffer_printf(out, ": %s ", node->op ? node->op->name : "argument");
    print_type(out, node->type);
}

static int64_t node_bytes(const struct node *node) {
    return node->elements * element_info[node->element].bytes;
}

static bool is_permute(const struct node *node) {
    return node->materialised && node->is_conversion;
}

static void report_values(const struct graph *graph, const struct subgraph *subgraph,
                          struct buffer *out) {
    for (size_t i = 0; i < subgraph->nodes.count; i++) {
        const struct node *node = subgraph->nodes.items[i];
        for (uint32_t r = 0; node->regions && r < node->regions->count; r++) {
            report_values(graph, node->regions->subgraphs[r], out);
        }
        if (!node->materialised || node->kind == NODE_CONSTANT || node_rank(node) < 2) {
            continue;
        }
        print_name(out, graph, node);
        buffer_add(out, "  order ");
        print_order(out, node);
        buffer_printf(out, "  (%s)\n",
                      node->order_reason         ? node->order_reason
                      : node->kind == NODE_INPUT ? "the caller's"
                                                 : "row-major");
    }
}

struct permutes {
    int64_t count, bytes;
};

static void report_permutes(const struct graph *graph, const struct subgraph *subgraph,
                            struct permutes *permutes, struct buffer *out) {
    for (size_t i = 0; i < subgraph->nodes.count; i++) {
        const struct node *node = subgraph->nodes.items[i];
        for (uint32_t r = 0; node->regions && r < node->regions->count; r++) {
            report_permutes(graph, node->regions->subgraphs[r], permutes, out);
        }
        if (!is_permute(node)) {
            continue;
        }
        buffer_add(out, "permute of ");
        print_name(out, graph, node->term->node);
        buffer_add(out, "  ");
        print_order(out, node->term->node);
        buffer_add(out, " -> ");
        print_order(out, node);
        buffer_printf(out, "  %lld bytes (%s)\n", (long long)node_bytes(node), node->order_reason);
        permutes->bytes += node_bytes(node);
        permutes->count++;
    }
}

void graph_layout_report(const struct graph *graph, struct buffer *out) {
    struct permutes permutes = {0, 0};
    report_values(graph, graph->main, out);
    report_permutes(graph, graph->main, &permutes, out);
    buffer_printf(out, "%lld permutes move %lld bytes\n", (long long)permutes.count,
                  (long long)permutes.bytes);
}
