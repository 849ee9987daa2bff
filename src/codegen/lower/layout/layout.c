/* Physical orders of dimensions (as PyTorch's memory formats; here any permutation). Which orders
 * there are to choose from and what they cost is the model's (model.c), the choice is the
 * least sum over the whole graph (solve.c). Here it is carried out: values get their orders,
 * those that are wanted in a second one a copy right behind them, readers read the one that suits
 * them, and relayouts, which are questions, are read through. What remains are loops' and branches'
 * shared buffers and the program's results, whose orders are given. */
#include <string.h>

#include "codegen/lower/layout/layout.h"

/* --- conversions ------------------------------------------------------------------------------ */

static void move_last_to(struct subgraph *subgraph, size_t to) {
    struct node **nodes = subgraph->nodes.items;
    struct node *last = nodes[subgraph->nodes.count - 1];
    memmove(nodes + to + 1, nodes + to, (subgraph->nodes.count - 1 - to) * sizeof *nodes);
    nodes[to] = last;
}

static size_t place_of(const struct subgraph *subgraph, const struct node *node) {
    size_t at = 0;
    while (subgraph->nodes.items[at] != node) {
        at++;
    }
    return at;
}

/* A copy of the node in an order, the last node of a subgraph for now. */
static struct node *new_copy(struct graph *graph, struct subgraph *subgraph, struct node *node,
                             const uint8_t *order, const char *reason) {
    struct kernel_builder builder = {.graph = graph, .current = subgraph};
    struct node *copy = node_copy(&builder, node);
    memcpy(copy->place.order, order, node->rank);
    copy->layout.is_conversion = true;
    copy->layout.reason = reason;
    return copy;
}

/* The region of the loop that a node in it stands in, however deep. */
static struct subgraph *region_around(struct subgraph *inner, const struct node *carried) {
    while (inner->outer != carried->in->outer) {
        inner = inner->outer;
    }
    return inner;
}

/* The node in order number `order` of its value: itself, or the copy, which is made once, right
 * behind the node; of what a loop carries, where the region of the reader begins. */
static struct node *in_wanted_order(struct graph *graph, struct node *node, uint32_t order,
                                    const struct node *reader) {
    struct layout_value *value = node->layout.value;
    if (order == value->own || !(value->available >> order & 1)) {
        return node;
    }
    bool is_carried = node->kind == NODE_CARRIED;
    struct subgraph *in = is_carried ? region_around(reader->in, node) : node->in;
    for (const struct layout_copy *made = value->made; made; made = made->next) {
        if (made->of == node && made->order == order && made->in == in) {
            return made->node;
        }
    }
    const struct layout_order *wanted = &value->orders[order];
    struct node *copy = new_copy(graph, in, node, wanted->dims, wanted->reason);
    copy->layout.asker = wanted->asker;
    size_t place = is_carried ? 0 : place_of(in, node) + 1;
    while (is_carried && in->nodes.items[place]->kind == NODE_CARRIED) {
        place++;
    }
    move_last_to(in, place);
    struct layout_copy *made = ARENA_NEW(graph->arena, struct layout_copy);
    *made = (struct layout_copy){node, order, in, copy, value->made};
    value->made = made;
    return copy;
}

/* --- readers ---------------------------------------------------------------------------------- */

/* An order in which the value is there and the read is along its reader's; its own where none is,
 * with *along false. */
static uint32_t suiting_order(const struct seen_read *seen, bool *along) {
    const struct layout_value *value = seen->read->node->layout.value;
    for (uint32_t i = 0; i <= value->count; i++) {
        uint32_t order = i == 0 ? value->own : i - 1; /* its own first */
        *along = value->available >> order & 1 &&
                 read_is_along(seen, seen->reader->place.order, value->orders[order].dims);
        if (*along) {
            return order;
        }
    }
    return value->own;
}

static void suit_read(const struct seen_read *seen, void *data) {
    struct graph *graph = data;
    struct node *reader = (struct node *)seen->reader, *node = seen->read->node;
    bool along = true;
    if (!reader->layout.value || !node->layout.value) {
        return;
    }
    uint32_t order = suiting_order(seen, &along);
    if (!along && node_is_view(reader) && !reader->border.is_output) {
        reader->layout.is_conversion = true;
    }
    if (!node->layout.is_relayout) {
        ((struct term *)seen->read)->node = in_wanted_order(graph, node, order, reader);
    }
}

/* What a relayout has found. A custom call takes whole buffers, so that a view becomes one. */
static struct node *answer(struct graph *graph, struct node *relayout, const struct node *reader) {
    struct node *source = layout_source(relayout);
    if (relayout->layout.is_required && !relayout->layout.taken_by && node_is_view(source)) {
        source->layout.is_conversion = true;
    }
    if (!source->layout.value) {
        return source;
    }
    int32_t wanted = layout_find(source->layout.value, relayout->place.order);
    return wanted < 0 ? source : in_wanted_order(graph, source, (uint32_t)wanted, reader);
}

struct reader {
    struct graph *graph;
    const struct node *node;
};

static void read_through(struct term *read, void *data) {
    const struct reader *reader = data;
    if (read->node->layout.is_relayout && !read->node->layout.is_conversion) {
        read->node = answer(reader->graph, read->node, reader->node);
    }
}

/* --- buffers that are shared, and results ----------------------------------------------------- */

/* The output, or a copy of it in the order that is wanted. */
static struct node *in_order(struct graph *graph, struct node *node, const uint8_t *order,
                             const char *reason) {
    if (order_same(node, node->place.order, order)) {
        memcpy(node->place.order, order, node->rank);
        return node;
    }
    struct node *copy = new_copy(graph, node->in, node, order, reason);
    copy->border.is_output = true;
    copy->border.output = node->border.output;
    node->border.is_output = false;
    node->border.output = -1;
    return copy;
}

/* What goes into a buffer that regions share has that buffer's order. */
static void order_regions(struct graph *graph, const struct node *node) {
    const struct node_regions *regions = node->regions;
    for (uint32_t i = 0; i < regions->carried_count; i++) {
        size_t before = node->in->nodes.count;
        regions->init[i] = in_order(graph, regions->init[i], regions->carried[i]->place.order,
                                    "carried by a loop");
        if (node->in->nodes.count > before) {
            move_last_to(node->in, place_of(node->in, node));
        }
    }
    for (uint32_t r = node->kind == NODE_LOOP ? 1 : 0; r < regions->count; r++) {
        struct subgraph *subgraph = regions->subgraphs[r];
        for (uint32_t i = 0; i < subgraph->output_count; i++) {
            subgraph->outputs[i] =
                in_order(graph, subgraph->outputs[i], node->results.items[i]->place.order,
                         "carried by a loop, or result of a branch");
        }
    }
}

static void order_outputs(struct graph *graph) {
    for (uint32_t i = 0; i < graph->main->output_count; i++) {
        struct node *node = graph->main->outputs[i];
        if (node->layout.border) {
            graph->main->outputs[i] =
                in_order(graph, node, node->layout.border, "result of the program");
        }
    }
}

/* --- all together ----------------------------------------------------------------------------- */

static void set_order(struct node *node) {
    const struct layout_value *value = node->layout.value;
    if (value) {
        const struct layout_order *own = &value->orders[value->own];
        memcpy(node->place.order, own->dims, sizeof node->place.order);
        node->layout.reason = own->reason;
        node->layout.asker = own->asker;
    }
}

static void carry_out(const struct layout_model *model) {
    struct graph *graph = model->graph;
    for (size_t i = 0; i < model->nodes.count; i++) {
        set_order(model->nodes.items[i]);
    }
    for (size_t i = 0; i < model->nodes.count; i++) {
        struct node *node = model->nodes.items[i];
        struct reader reader = {graph, node};
        node_element_reads(graph, node, suit_read, graph);
        node_reads(graph, node, read_through, &reader);
        node->written.base = node->written.base ? layout_source(node->written.base) : NULL;
    }
    for (size_t i = 0; i < model->nodes.count; i++) {
        if (model->nodes.items[i]->regions) {
            order_regions(graph, model->nodes.items[i]);
        }
    }
    order_outputs(graph);
}

void graph_layout(struct graph *graph) {
    struct layout_model model;
    layout_model_init(&model, graph);
    uint8_t *states = arena_array(graph->arena, model.values.count + 1, 1);
    choices_solve(&model.choices, states);
    for (size_t i = 0; i < model.values.count; i++) {
        struct layout_value *value = model.values.items[i];
        value->own = layout_own(value, states[i]);
        value->available = layout_available(value, states[i]);
    }
    carry_out(&model);
    layout_model_free(&model);
}
