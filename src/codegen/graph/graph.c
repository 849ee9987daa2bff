/* Questions about terms and nodes. */
#include "codegen/graph/graph.h"
#include "codegen/program/cost.h"

bool node_sums_products(const struct node *node) {
    return node->kind == NODE_LIBRARY && node->library->sums;
}

static bool moves_along(const struct term *read, uint32_t dim) {
    bool moves = false;
    for (uint32_t i = 0; i < read->coordinate_count; i++) {
        moves = moves || read->coordinates[i].at.stride[dim] != 0;
    }
    return moves;
}

bool node_is_batch_dim(const struct node *product, uint32_t dim) {
    return moves_along(product->operands[0], dim) && moves_along(product->operands[1], dim);
}

bool node_is_view(const struct node *node) {
    if (node->kind != NODE_COMPUTE || node->term->kind != TERM_READ) {
        return false;
    }
    for (uint32_t i = 0; i < node->term->coordinate_count; i++) {
        if (node->term->coordinates[i].dynamic) {
            return false;
        }
    }
    return true;
}

bool term_is_uniform(const struct term *term) {
    if (term->kind == TERM_CONSTANT) {
        return true;
    }
    if (term->kind != TERM_SCALAR) {
        return false;
    }
    for (uint32_t i = 0; i < term->arg_count; i++) {
        if (!term_is_uniform(term->args[i])) {
            return false;
        }
    }
    return true;
}

/* --- walks ------------------------------------------------------------------------------------ */

uint32_t graph_walk(struct graph *graph) {
    return ++graph->walks;
}

static double cost_in_walk(struct term *term, uint32_t walk) {
    if (term->mark == walk) {
        return 0;
    }
    term->mark = walk;
    double cost = term->kind == TERM_SCALAR ? operation_cost(term->op) : 0;
    for (uint32_t i = 0; i < term->arg_count; i++) {
        cost += cost_in_walk(term->args[i], walk);
    }
    return cost;
}

double term_cost(struct graph *graph, struct term *term) {
    return cost_in_walk(term, graph_walk(graph));
}

/* One walk over the reads of terms, each once. */
struct reads {
    uint32_t walk;
    read_visitor *visit;
    void *data;
};

static void reads_in_walk(const struct reads *reads, struct term *term) {
    if (term->mark == reads->walk) {
        return;
    }
    term->mark = reads->walk;
    if (term->kind == TERM_READ) {
        reads->visit(term, reads->data);
        for (uint32_t i = 0; i < term->coordinate_count; i++) {
            if (term->coordinates[i].dynamic) {
                reads_in_walk(reads, term->coordinates[i].dynamic);
            }
        }
    }
    for (uint32_t i = 0; i < term->arg_count; i++) {
        reads_in_walk(reads, term->args[i]);
    }
}

void term_reads(struct graph *graph, struct term *term, read_visitor *visit, void *data) {
    struct reads reads = {graph_walk(graph), visit, data};
    reads_in_walk(&reads, term);
}

static void part_reads(const struct reads *reads, const struct node_part *part, uint32_t rank) {
    reads_in_walk(reads, part->term);
    if (part->condition) {
        reads_in_walk(reads, part->condition);
    }
    for (uint32_t d = 0; d < rank; d++) {
        if (part->dynamic[d]) {
            reads_in_walk(reads, part->dynamic[d]);
        }
    }
}

static void reduce_reads(const struct reads *reads, const struct reduce_spec *spec) {
    for (uint32_t i = 0; i < spec->operands; i++) {
        reads_in_walk(reads, spec->init[i]);
        reads_in_walk(reads, spec->term[i]);
        if (spec->next) {
            reads_in_walk(reads, spec->next[i]);
        }
    }
}

void node_reads(struct graph *graph, const struct node *node, read_visitor *visit, void *data) {
    struct reads reads = {graph_walk(graph), visit, data};
    switch (node->kind) {
    case NODE_COMPUTE:
        reads_in_walk(&reads, node->term);
        return;
    case NODE_REDUCE:
        reduce_reads(&reads, node->reduce);
        return;
    case NODE_LIBRARY:
        for (uint32_t i = 0; i < node->operand_count; i++) {
            reads_in_walk(&reads, node->operands[i]);
        }
        return;
    case NODE_PARTS:
        for (uint32_t p = 0; p < node->written.count; p++) {
            part_reads(&reads, &node->written.parts[p], node->rank);
        }
        return;
    case NODE_INPUT:
    case NODE_CONSTANT:
    case NODE_RANK:
    case NODE_CARRIED:
    case NODE_LOOP:
    case NODE_BRANCH:
    case NODE_RESULT:
        return;
    }
}
