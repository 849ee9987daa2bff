/* What a program computes of its constants alone, as weights in another order or type: it is done
 * once for each loaded program, in its first run, and kept. */
#include "codegen/graph/graph.h"
#include "codegen/program/program_thresholds.h"

struct facts {
    struct graph *graph;
    const struct node *node;
    bool is_constant; /* all that was read so far */
    double source;    /* bytes of the largest constant behind it */
};

static void learn_of(struct facts *facts, const struct node *node) {
    double source = node->kind == NODE_CONSTANT ? node_bytes(node) : node->facts.constant_bytes;
    facts->is_constant =
        facts->is_constant &&
        (node->facts.is_kept || node->kind == NODE_CONSTANT || node->kind == NODE_RANK);
    facts->source = source > facts->source ? source : facts->source;
}

static void learn_of_read(struct term *read, void *data) {
    learn_of(data, read->node);
}

/* Kinds that one kernel computes, of what they read and nothing else. */
static bool can_be_kept(const struct node *node) {
    bool is_kind = node->kind == NODE_COMPUTE || node->kind == NODE_REDUCE ||
                   node->kind == NODE_PARTS ||
                   (node->kind == NODE_LIBRARY && !node->library->effect.alone);
    return is_kind && node->results.count == 0 && !node->border.is_output &&
           node->border.output < 0;
}

/* Whether all that the node reads is there before the first run, or kept. */
static void learn(struct graph *graph, struct node *node) {
    struct facts facts = {.graph = graph, .node = node, .is_constant = can_be_kept(node)};
    node->facts.is_kept = node->facts.is_wanted = false;
    node->facts.constant_bytes = 0;
    if (!facts.is_constant) {
        return;
    }
    node_reads(graph, node, learn_of_read, &facts);
    if (node->written.base) {
        learn_of(&facts, node->written.base);
    }
    bool has_grown =
        node->fusion.materialised && node_bytes(node) > KEPT_MOST_GROWTH * facts.source;
    node->facts.is_kept = facts.is_constant && facts.source > 0 && !has_grown;
    node->facts.constant_bytes = facts.source;
}

static void learn_all(struct graph *graph, struct subgraph *subgraph) {
    for (size_t i = 0; i < subgraph->nodes.count; i++) {
        struct node *node = subgraph->nodes.items[i];
        for (uint32_t r = 0; node->regions && r < node->regions->count; r++) {
            learn_all(graph, node->regions->subgraphs[r]);
        }
        learn(graph, node);
    }
}

/* --- what is too small ------------------------------------------------------------------------ */

static void want_read(struct term *read, void *data) {
    (void)data;
    read->node->facts.is_wanted = true;
}

/* Backwards, so that of what is kept all that it is computed of stays so too. */
static void leave_small(struct graph *graph, struct subgraph *subgraph) {
    for (size_t i = subgraph->nodes.count; i-- > 0;) {
        struct node *node = subgraph->nodes.items[i];
        node->facts.is_kept =
            node->facts.is_kept && (node->facts.is_wanted || node_bytes(node) >= KEPT_LEAST_BYTES);
        if (node->facts.is_kept) {
            node_reads(graph, node, want_read, NULL);
        }
        if (node->facts.is_kept && node->written.base) {
            node->written.base->facts.is_wanted = true;
        }
        for (uint32_t r = node->regions ? node->regions->count : 0; r-- > 0;) {
            leave_small(graph, node->regions->subgraphs[r]);
        }
    }
}

void graph_find_kept(struct graph *graph) {
    learn_all(graph, graph->main);
    leave_small(graph, graph->main);
}
