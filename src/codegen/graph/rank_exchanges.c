/* Exchanges that readers at other ranks ask for: one for all that want the same of a value. */
#include <string.h>

#include "codegen/graph/rank_exchanges.h"
#include "codegen/library/exchanges.h"

LIBRARY(exchange);

struct node *node_taken_out(struct node *node) {
    node->in->nodes.count--;
    return node;
}

/* The region around a reader that a loop's carried value is read in. */
static struct subgraph *region_of(const struct node *node, const struct node *reader) {
    struct subgraph *region = node->in;
    if (node->kind == NODE_CARRIED) {
        region = reader->in;
        while (region->outer != node->in->outer) {
            region = region->outer;
        }
    }
    return region;
}

static bool same_sources(const struct taking *taking, const struct exchange_asked *asked,
                         const int64_t *sources) {
    size_t count = (size_t)taking->graph->instances.devices;
    return asked && sources ? memcmp(asked->sources, sources, count * sizeof *sources) == 0
                            : !asked && !sources;
}

/* The axes that an exchange has: those along which other ranks are shown, and the own ones. */
static uint32_t exchanged_axes(const struct taking *taking, const struct node *of,
                               const struct rank_window *window) {
    return window->sources ? window->axes : (of->axes & ~taking->axes) | window->axes;
}

/* Whether an exchange gives what the window shows. */
static bool shows(const struct taking *taking, const struct node *of, const struct node *exchange,
                  const struct rank_window *window) {
    const struct read_coordinate *from = exchange->operands[0]->coordinates;
    if (exchange->axes != exchanged_axes(taking, of, window) ||
        !same_sources(taking, exchange->call, window->sources)) {
        return false;
    }
    for (uint32_t d = exchange->lead; d < exchange->rank; d++) {
        struct affine begin = from[d].at;
        begin.stride[d] = 0;
        if (exchange->extent[d] != window->extent[d] ||
            memcmp(&begin, &window->begin[d], sizeof begin) != 0) {
            return false;
        }
    }
    return true;
}

/* An exchange of what the window shows. */
static struct node *find_exchange(const struct taking *taking, const struct node *of,
                                  const struct subgraph *in, const struct rank_window *window) {
    for (size_t i = 0; i < taking->made.count; i++) {
        const struct made *made = &taking->made.items[i];
        if (made->of == of && made->in == in && made->node->library == &library_exchange &&
            shows(taking, of, made->node, window)) {
            return made->node;
        }
    }
    return NULL;
}

/* A relayout of an exchange to that order. */
static struct node *find_relayout(const struct taking *taking, const struct node *of,
                                  const uint8_t *order) {
    for (size_t i = 0; i < taking->made.count; i++) {
        const struct made *made = &taking->made.items[i];
        if (made->of == of && memcmp(made->node->place.order, order, of->rank) == 0) {
            return made->node;
        }
    }
    return NULL;
}

static struct node *keep_made(struct taking *taking, struct node *of, struct node *node) {
    node->op = taking->reader->op ? taking->reader->op : of->op;
    *vector_push(&taking->made) = (struct made){of, node_taken_out(node), node->in};
    return node;
}

/* The order of a node with the exchanged axes in front: what each rank gives then lies together. */
static void axes_first(struct node *node, const uint8_t *order, uint32_t axes) {
    uint32_t count = 0;
    for (uint32_t pass = 0; pass < 2; pass++) {
        for (uint32_t i = 0; i < node->rank; i++) {
            bool is_axis = order[i] < node->lead && axes >> order[i] & 1;
            if (is_axis == (pass == 0)) {
                node->place.order[count++] = order[i];
            }
        }
    }
}

/* What a rank gives of a node to the one that reads: what its own devices have of it, and of that
 * what the reader's window shows. */
static struct term *given(struct taking *taking, struct node *node,
                          const struct rank_window *window) {
    struct term *own = term_same(&taking->builder, node);
    for (uint32_t d = 0; d < node->rank; d++) {
        if (d < node->lead && taking->axes >> d & 1) {
            own->coordinates[d].at = affine_constant(0);
        }
        if (d >= node->lead) {
            own->coordinates[d].at = window->begin[d];
            own->coordinates[d].at.stride[d] = 1;
        }
    }
    own->mark = taking->walk;
    return own;
}

static const struct exchange_asked *asked_of(const struct taking *taking,
                                             const struct rank_window *window) {
    if (!window->sources) {
        return NULL;
    }
    struct exchange_asked *asked = ARENA_NEW(taking->graph->arena, struct exchange_asked);
    asked->kind = SDYRT_PERMUTE;
    asked->sources = window->sources;
    return asked;
}

/* What other ranks have of a node, as far as the window shows it; in an order, if one is wanted. */
static struct node *exchange_of(struct taking *taking, struct node *node,
                                const struct rank_window *window, const uint8_t *order) {
    struct kernel_builder *builder = &taking->builder;
    struct subgraph *region = region_of(node, taking->reader);
    struct node *made = find_exchange(taking, node, region, window);
    if (made) {
        return made;
    }
    builder->current = region;
    const struct type *type = type_tensor(builder->context, type_element(node->type),
                                          node_rank(node), window->extent + node->lead, NULL);
    made = node_new(builder, NODE_LIBRARY, type, exchanged_axes(taking, node, window));
    made->library = &library_exchange;
    made->operand_count = 1;
    made->operands = ARENA_NEW(taking->graph->arena, struct term *);
    made->operands[0] = given(taking, node, window);
    made->call = asked_of(taking, window);
    if (order) {
        memcpy(made->place.order, order, sizeof made->place.order);
    } else {
        axes_first(made, node->place.order, window->axes);
    }
    return keep_made(taking, node, made);
}

/* What a read at other ranks finds instead of its node. A relayout is one of what is exchanged. */
struct node *rank_read_instead(struct taking *taking, struct node *node,
                               const struct rank_window *window) {
    struct node *source = node;
    while (source->layout.is_relayout) {
        source = source->term->node;
    }
    struct node *exchange =
        exchange_of(taking, source, window, source == node ? NULL : node->place.order);
    if (source == node) {
        return exchange;
    }
    struct node *relayout = find_relayout(taking, exchange, node->place.order);
    if (!relayout) {
        taking->builder.current = exchange->in;
        relayout =
            node_relayout(&taking->builder, exchange, node->place.order, node->layout.reason);
        relayout->layout.is_required = node->layout.is_required;
        relayout->term->mark = taking->walk;
        keep_made(taking, exchange, relayout);
    }
    return relayout;
}
