/* A readable dump of a graph: a line a node, what it is made of, what has been decided of it. */
#include "codegen/program/print.h"
#include "codegen/graph/graph.h"

#include <inttypes.h>

enum { DEPTH = 8 }; /* of a term; what is deeper is not written out */

/* --- terms ------------------------------------------------------------------------------------ */

static void print_term(struct buffer *out, const struct term *term, uint32_t depth);

static void print_read(struct buffer *out, const struct term *read, uint32_t depth) {
    buffer_printf(out, "%%%" PRId32 "[", read->node->id);
    for (uint32_t i = 0; i < read->coordinate_count; i++) {
        const struct read_coordinate *coordinate = &read->coordinates[i];
        buffer_add(out, i > 0 ? ", " : "");
        print_affine(out, &coordinate->at);
        if (coordinate->dynamic != NULL) {
            buffer_add(out, " + ");
            print_term(out, coordinate->dynamic, depth - 1);
        }
    }
    buffer_add_char(out, ']');
}

static void print_operation(struct buffer *out, const struct term *term, uint32_t depth) {
    buffer_printf(out, "%s(", term->kind == TERM_GUARD ? "where" : scalar_word(term->op));
    for (uint32_t i = 0; i < term->arg_count; i++) {
        buffer_add(out, i > 0 ? ", " : "");
        print_term(out, term->args[i], depth - 1);
    }
    buffer_add_char(out, ')');
}

static void print_term(struct buffer *out, const struct term *term, uint32_t depth) {
    if (depth == 0) {
        buffer_add(out, "...");
        return;
    }
    switch (term->kind) {
    case TERM_READ:
        print_read(out, term, depth);
        break;
    case TERM_CONSTANT:
        if (element_is_integer(term->element)) {
            buffer_printf(out, "%" PRId64, term->integer);
        } else {
            buffer_printf(out, "%.9g", term->real);
        }
        break;
    case TERM_INDEX:
        buffer_add(out, "index(");
        print_affine(out, &term->affine);
        buffer_add_char(out, ')');
        break;
    case TERM_SCALAR:
    case TERM_GUARD:
        print_operation(out, term, depth);
        break;
    case TERM_ACCUMULATOR:
        buffer_printf(out, "acc%" PRIu32, term->number);
        break;
    case TERM_INCOMING:
        buffer_printf(out, "term%" PRIu32, term->number);
        break;
    }
}

static void print_terms(struct buffer *out, struct term *const *terms, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        buffer_add(out, i > 0 ? ", " : " ");
        print_term(out, terms[i], DEPTH);
    }
}

/* --- nodes ------------------------------------------------------------------------------------ */

/* What the node is computed of. */
static void print_source(struct buffer *out, const struct node *node) {
    switch (node->kind) {
    case NODE_INPUT:
        buffer_printf(out, "input %" PRIu32, node->border.input);
        break;
    case NODE_CONSTANT:
        buffer_add(out, "constant");
        break;
    case NODE_RANK:
        buffer_add(out, "rank");
        break;
    case NODE_COMPUTE:
        buffer_add(out, node->layout.is_relayout ? "relayout" : "compute");
        print_terms(out, &node->term, 1);
        break;
    case NODE_REDUCE:
        buffer_printf(out, "reduce %s",
                      node->reduce->next == NULL ? scalar_word(node->reduce->simple) : "");
        print_terms(out, node->reduce->term, node->reduce->operands);
        break;
    case NODE_LIBRARY:
        buffer_add(out, node->library->name);
        print_terms(out, node->operands, node->operand_count);
        break;
    case NODE_PARTS:
        buffer_add(out, "parts");
        for (uint32_t p = 0; p < node->written.count; p++) {
            print_terms(out, &node->written.parts[p].term, 1);
        }
        break;
    case NODE_CARRIED:
        buffer_printf(out, "carried %" PRIu32, node->results.number);
        break;
    case NODE_LOOP:
        buffer_add(out, "loop");
        break;
    case NODE_BRANCH:
        buffer_add(out, "branch");
        break;
    case NODE_RESULT:
        buffer_printf(out, "result %" PRIu32 " of %%%" PRId32, node->results.number,
                      node->results.owner->id);
        break;
    }
}

static void print_order(struct buffer *out, const struct node *node) {
    bool is_row_major = true;
    for (uint32_t d = 0; d < node->rank; d++) {
        is_row_major = is_row_major && node->place.order[d] == d;
    }
    for (uint32_t d = 0; d < node->rank && !is_row_major; d++) {
        buffer_printf(out, "%s%u", d == 0 ? ", order [" : " ", node->place.order[d]);
    }
    buffer_add(out, is_row_major ? "" : "]");
}

static void print_decisions(struct buffer *out, const struct node *node) {
    print_order(out, node);
    buffer_add(out, node->layout.is_conversion ? ", conversion" : "");
    buffer_add(out, node->facts.is_kept ? ", kept" : "");
    buffer_add(out, node->fusion.materialised ? ", stored" : "");
    if (node->fusion.anchor != NULL) {
        buffer_printf(out, ", begins with %%%" PRId32, node->fusion.anchor->id);
    }
    if (node->fusion.host != NULL) {
        buffer_printf(out, ", on tiles of which %%%" PRId32 " is computed", node->fusion.host->id);
    }
}

static void print_subgraph(struct buffer *out, const struct subgraph *subgraph, int32_t depth) {
    for (size_t i = 0; i < subgraph->nodes.count; i++) {
        const struct node *node = subgraph->nodes.items[i];
        buffer_printf(out, "%*s%%%" PRId32 " = ", 2 * depth, "", node->id);
        print_source(out, node);
        buffer_add(out, ": ");
        print_type(out, node->type);
        print_decisions(out, node);
        buffer_add_char(out, '\n');
        for (uint32_t r = 0; node->regions != NULL && r < node->regions->count; r++) {
            buffer_printf(out, "%*sregion %" PRIu32 "\n", 2 * depth + 2, "", r);
            print_subgraph(out, node->regions->subgraphs[r], depth + 2);
        }
    }
    buffer_printf(out, "%*sgives", 2 * depth, "");
    for (uint32_t i = 0; i < subgraph->output_count; i++) {
        buffer_printf(out, "%s%%%" PRId32, i > 0 ? ", " : " ", subgraph->outputs[i]->id);
    }
    buffer_add_char(out, '\n');
}

void graph_print(struct buffer *out, const struct graph *graph) {
    print_subgraph(out, graph->main, 1);
}
