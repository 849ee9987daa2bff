/* What the layout pass chooses from. Every value with several dimensions has some orders: that of
 * the given layout, those that operations ask for, and what becomes of these through the reads
 * between values. Its state is one of them as its own and the set of those that it is copied to.
 * Costs are bytes: a conversion reads and writes its value, once for however many readers; a read
 * across the order of its reader moves no bytes more, but in the wrong order; an operation that
 * prefers an order says itself what it loses without. */
#include <string.h>

#include "codegen/lower/layout/layout.h"
#include "codegen/lower/lower_thresholds.h"
#include "support/limits.h"

#include "caches.h"

static const double NEVER = 1e30;

/* Bytes that its conversion moves: those read, and those written. */
static double converted_bytes(const struct layout_value *value) {
    return 2 * value->bytes;
}

/* --- states ----------------------------------------------------------------------------------- */

static uint32_t copy_states(const struct layout_value *value) {
    return value->may_copy ? 1u << (value->count - 1) : 1;
}

static uint32_t state_count(const struct layout_value *value) {
    return (value->is_fixed ? 1 : value->count) * copy_states(value);
}

uint32_t layout_own(const struct layout_value *value, uint32_t state) {
    return state / copy_states(value);
}

/* The bits of a set of copies are those of the other orders, in turn. */
uint32_t layout_available(const struct layout_value *value, uint32_t state) {
    uint32_t own = layout_own(value, state), others = state % copy_states(value);
    uint32_t below = others & ((1u << own) - 1), above = others >> own;
    return below | 1u << own | above << (own + 1);
}

int32_t layout_find(const struct layout_value *value, const uint8_t *order) {
    for (uint32_t i = 0; i < value->count; i++) {
        if (order_same(value->node, value->orders[i].dims, order)) {
            return (int32_t)i;
        }
    }
    return -1;
}

struct node *layout_source(struct node *node) {
    while (node->layout.is_relayout) {
        node = node->term->node;
    }
    return node;
}

/* --- the values ------------------------------------------------------------------------------- */

static bool has_wishes(const struct node *node) {
    return node->kind == NODE_LIBRARY && node->library->dislikes;
}

/* Nodes whose memory is what another kind of kernel makes it. */
static bool is_fixed(const struct node *node) {
    const struct node *maker = node->kind == NODE_RESULT ? node->results.owner : node;
    return (node->kind == NODE_INPUT && !node->layout.is_any) ||
           (maker->kind == NODE_LIBRARY && !has_wishes(maker) && !node_sums_products(maker) &&
            !maker->library->follows);
}

/* The value that a library kernel's result lies as, or NULL. */
static struct layout_value *followed(const struct node *node) {
    bool follows = node->kind == NODE_LIBRARY && node->library->follows;
    return follows ? layout_source(node->operands[0]->node)->layout.value : NULL;
}

double layout_turns(const struct subgraph *subgraph) {
    double turns = 1;
    for (; subgraph; subgraph = subgraph->outer) {
        turns *= subgraph->repeats ? LAYOUT_TURNS : 1;
    }
    return turns;
}

/* Whether a copy of it in another order is made in the first run alone. */
static bool is_once(const struct node *node) {
    return node->kind == NODE_CONSTANT || node->facts.is_kept;
}

static void take_order(const struct seen_read *seen, void *data) {
    const struct layout_value *value = seen->read->node->layout.value;
    uint8_t dims[KERNEL_DIMS];
    if (value && read_order_of_reader(seen, value->orders[0].dims, dims)) {
        memcpy(data, dims, sizeof dims);
    }
}

/* The order of the given layout. A view is read where its operand lies, and has that one's. */
static void set_given(struct graph *graph, const struct node *node, struct layout_order *given) {
    memcpy(given->dims, node->place.order, sizeof given->dims);
    given->reason = node->layout.reason;
    if (has_wishes(node)) {
        node_order_with_axes(node, NULL, given->dims);
        given->reason = NULL;
    } else if (node_is_view(node) && !node->border.is_output && !node->layout.is_relayout) {
        node_element_reads(graph, node, take_order, given->dims);
    } else if (node->kind == NODE_PARTS && node->written.base &&
               layout_source(node->written.base)->layout.value &&
               node->written.base->axes == node->axes && node->written.base->rank == node->rank) {
        memcpy(given->dims, layout_source(node->written.base)->layout.value->orders[0].dims,
               sizeof given->dims);
    }
}

/* A relayout that is only wished for is no value, but a question to the one it is of. */
static bool is_value(const struct node *node) {
    return !node->regions && !(node->layout.is_relayout && !node->layout.is_required) &&
           !node_has_one_order(node) && node->elements > 1 && node->elements != INT64_MAX;
}

/* What a loop carries and gives is one value, as are the results of one reduction. */
static struct layout_value *shared_value(const struct node *node) {
    const struct node *owner = node->kind == NODE_RESULT ? node->results.owner : NULL;
    if (owner && owner->kind == NODE_LOOP) {
        return owner->regions->carried[node->results.number]->layout.value;
    }
    return owner && owner->kind == NODE_REDUCE ? owner->layout.value : NULL;
}

static void add_value(struct layout_model *model, struct node *node) {
    struct layout_value *value = shared_value(node);
    if (!is_value(node) || value) {
        node->layout.value = value;
        return;
    }
    value = ARENA_NEW(model->graph->arena, struct layout_value);
    value->node = node;
    value->number = (uint32_t)model->values.count;
    value->count = 1;
    value->is_fixed = is_fixed(node);
    value->bytes = node_bytes(node) * layout_turns(node->in);
    value->conversion = is_once(node) ? 2 * LAYOUT_TIE * node_bytes(node) : converted_bytes(value);
    set_given(model->graph, node, &value->orders[0]);
    value->orders[0].is_format =
        node->kind == NODE_INPUT && !order_is_row_major(node, value->orders[0].dims);
    node->layout.value = value;
    *vector_push(&model->values) = value;
}

/* Every node in order, those of regions at the place of their loop or branch. */
static void add_nodes(struct layout_model *model, const struct subgraph *subgraph) {
    for (size_t i = 0; i < subgraph->nodes.count; i++) {
        struct node *node = subgraph->nodes.items[i];
        for (uint32_t r = 0; node->regions && r < node->regions->count; r++) {
            add_nodes(model, node->regions->subgraphs[r]);
        }
        add_value(model, node);
        *vector_push(&model->nodes) = node;
    }
}

/* --- orders to choose from -------------------------------------------------------------------- */

/* Whether a value can have an order at all. */
static bool allows(const struct layout_value *value, const uint8_t *order) {
    const struct node *node = value->node;
    return !node->layout.is_relayout ||
           (node->layout.taken_by && read_groups_lie_together(node->layout.taken_by, node, order));
}

/* The order of what follows its operand: what this one lacks comes first. */
static void lacked_first(const struct node *node, const uint8_t *order, uint8_t *dims) {
    uint32_t count = 0;
    for (uint32_t pass = 0; pass < 2; pass++) {
        for (uint32_t i = 0; i < node->rank; i++) {
            if (node_adds_dim(node, order[i]) == (pass == 0)) {
                dims[count++] = order[i];
            }
        }
    }
}

static bool add_order(struct layout_value *value, const uint8_t *asked, const char *reason,
                      const struct node *asker, bool is_format) {
    uint8_t dims[KERNEL_DIMS];
    lacked_first(value->node, asked, dims);
    if (value->count == LAYOUT_ORDERS || layout_find(value, dims) >= 0 || !allows(value, dims)) {
        return false;
    }
    struct layout_order *order = &value->orders[value->count++];
    memcpy(order->dims, dims, sizeof order->dims);
    order->reason = reason;
    order->asker = asker;
    order->is_format = is_format;
    return true;
}

/* What operations and the border ask for. */
static void add_wishes(const struct layout_model *model, struct node *node) {
    bool wishes = has_wishes(node) && model->graph->options->layout != LAYOUT_NCHW;
    for (uint32_t i = 0; wishes && i < node->operand_count; i++) {
        const struct node *wish = node->operands[i]->node;
        struct node *source = layout_source(node->operands[i]->node);
        if (wish->layout.is_relayout && source->layout.value) {
            source->layout.value->may_copy = true;
            add_order(source->layout.value, wish->place.order, wish->layout.reason, node, true);
        }
    }
    if (wishes && node->layout.value) {
        add_order(node->layout.value, node->place.order, node->layout.reason, NULL, true);
    }
    if (node->layout.is_relayout && node->layout.value) {
        struct node *source = layout_source(node);
        source->layout.value->may_copy = true;
        add_order(source->layout.value, node->layout.value->orders[0].dims, node->layout.reason,
                  NULL, false);
        if (layout_find(source->layout.value, node->layout.value->orders[0].dims) < 0) {
            node->layout.value = NULL; /* too many ask: this one gets a copy of its own */
            node->layout.is_conversion = true;
        }
    }
    if (node->border.output >= 0 && node->layout.value && node->layout.border) {
        add_order(node->layout.value, node->layout.border, "asked for by the program's border",
                  NULL, true);
    }
}

struct sweep {
    bool forward, grown;
};

static void carry_orders(const struct seen_read *seen, void *data) {
    struct sweep *sweep = data;
    struct layout_value *reader = seen->reader->layout.value,
                        *operand = seen->read->node->layout.value;
    uint8_t dims[KERNEL_DIMS];
    if (!reader || !operand) {
        return;
    }
    struct layout_value *from = sweep->forward ? operand : reader;
    struct layout_value *to = sweep->forward ? reader : operand;
    for (uint32_t i = 0; i < from->count; i++) {
        const struct layout_order *order = &from->orders[i];
        bool found = sweep->forward ? read_order_of_reader(seen, order->dims, dims)
                                    : read_order_of_operand(seen, order->dims, dims);
        if (found && !to->is_fixed) {
            sweep->grown |=
                add_order(to, dims, sweep->forward ? "follows its operand" : "as its reader goes",
                          from->node, order->is_format);
        }
    }
}

static void carry_same(struct sweep *sweep, struct layout_value *a, struct layout_value *b) {
    struct layout_value *from = sweep->forward ? a : b, *to = sweep->forward ? b : a;
    for (uint32_t i = 0; a && b && a != b && !to->is_fixed && i < from->count; i++) {
        const struct layout_order *order = &from->orders[i];
        sweep->grown |= add_order(to, order->dims,
                                  sweep->forward ? "follows its operand" : "as its reader goes",
                                  from->node, order->is_format);
    }
}

static void carry_through(struct layout_model *model, struct node *node, struct sweep *sweep) {
    const struct node_regions *regions = node->regions;
    node_element_reads(model->graph, node, carry_orders, sweep);
    if (node->layout.is_relayout && node->layout.value) {
        carry_same(sweep, layout_source(node)->layout.value, node->layout.value);
    }
    carry_same(sweep, followed(node), node->layout.value);
    if (node->written.base && node->written.base->axes == node->axes) {
        carry_same(sweep, layout_source(node->written.base)->layout.value, node->layout.value);
    }
    for (uint32_t i = 0; regions && i < regions->carried_count; i++) {
        carry_same(sweep, regions->init[i]->layout.value, regions->carried[i]->layout.value);
    }
    for (uint32_t r = 0; regions && r < regions->count; r++) {
        const struct subgraph *subgraph = regions->subgraphs[r];
        for (uint32_t i = 0; i < subgraph->output_count && i < node->results.count; i++) {
            carry_same(sweep, subgraph->outputs[i]->layout.value,
                       node->results.items[i]->layout.value);
        }
    }
}

/* There and back, until nothing is new. */
static void carry_all(struct layout_model *model) {
    bool grown = true;
    size_t count = model->nodes.count;
    for (int i = 0; i < LIMIT_ROUNDS && grown; i++) {
        struct sweep sweep = {.forward = i % 2 == 0};
        for (size_t k = 0; k < count; k++) {
            carry_through(model, model->nodes.items[sweep.forward ? k : count - 1 - k], &sweep);
        }
        grown = sweep.grown || i == 0;
    }
}

/* --- costs ------------------------------------------------------------------------------------ */

static double *alone(struct layout_model *model, const struct layout_value *value) {
    return model->choices.alone[value->number];
}

/* Of the orders themselves: conversions, and where nothing else counts the given one, but for a
 * format that somebody asked for. */
static void cost_states(struct layout_model *model, const struct layout_value *value) {
    for (uint32_t s = 0; s < state_count(value); s++) {
        uint32_t own = layout_own(value, s), set = layout_available(value, s);
        double cost = own == 0 ? LAYOUT_TIE : value->orders[own].is_format ? 0 : 2 * LAYOUT_TIE;
        for (uint32_t i = 0; i < value->count; i++) {
            cost += set >> i & 1 && i != own ? value->conversion + LAYOUT_TIE : 0;
        }
        alone(model, value)[s] = cost;
    }
}

/* A cost of every state in which none of the orders `wanted` is there. */
static void cost_missing(struct layout_model *model, const struct layout_value *value,
                         uint32_t wanted, double cost) {
    for (uint32_t s = 0; s < state_count(value); s++) {
        alone(model, value)[s] += layout_available(value, s) & wanted ? 0 : cost;
    }
}

/* A table for two values, by the own order of `a` and the orders that `b` is there in. */
static double *add_pair(struct layout_model *model, const struct layout_value *a,
                        const struct layout_value *b) {
    double *cost =
        ARENA_ARRAY(model->graph->arena, double, (size_t)state_count(a) * state_count(b));
    *vector_push(&model->choices.pairs) = (struct choice_pair){a->number, b->number, cost};
    return cost;
}

static double bytes_read(const struct seen_read *seen) {
    const struct node *node = seen->read->node;
    double points = 1;
    uint32_t rank = seen->part ? seen->part->rank : seen->reader->rank + seen->reader->sequential;
    const int64_t *extent = seen->part ? seen->part->extent : seen->reader->extent;
    for (uint32_t d = 0; d < rank; d++) {
        points *= (double)extent[d];
    }
    points = points < (double)node->elements ? points : (double)node->elements;
    return points * element_info[node->element].bytes * layout_turns(seen->reader->in);
}

static void cost_read(const struct seen_read *seen, void *data) {
    struct layout_model *model = data;
    const struct layout_value *reader = seen->reader->layout.value,
                              *operand = seen->read->node->layout.value;
    if (!reader || !operand || reader == operand) {
        return;
    }
    bool is_read_through = node_is_view(seen->reader) && !seen->reader->border.is_output;
    double cost = is_read_through         ? reader->conversion
                  : is_once(seen->reader) ? LAYOUT_TIE * bytes_read(seen)
                                          : bytes_read(seen);
    uint32_t along[LAYOUT_ORDERS] = {0}, columns = state_count(operand);
    bool matters = false;
    for (uint32_t i = 0; i < reader->count; i++) {
        for (uint32_t k = 0; k < operand->count; k++) {
            bool is_along = read_is_along(seen, reader->orders[i].dims, operand->orders[k].dims);
            along[i] |= is_along ? 1u << k : 0;
            matters = matters || !is_along;
        }
    }
    double *costs = matters ? add_pair(model, reader, operand) : NULL;
    for (uint32_t s = 0; costs && s < state_count(reader); s++) {
        for (uint32_t t = 0; t < columns; t++) {
            bool good = along[layout_own(reader, s)] & layout_available(operand, t);
            costs[s * columns + t] = good ? 0 : cost;
        }
    }
}

/* A cost where the one's own order is none that the other is there in; or not its own order. */
static void cost_different(struct layout_model *model, const struct layout_value *a,
                           const struct layout_value *b, bool copies_count, double cost) {
    if (!a || !b || a == b) {
        return;
    }
    uint32_t columns = state_count(b);
    double *costs = add_pair(model, a, b);
    for (uint32_t s = 0; s < state_count(a); s++) {
        int32_t same = layout_find(b, a->orders[layout_own(a, s)].dims);
        for (uint32_t t = 0; t < columns; t++) {
            uint32_t set = copies_count ? layout_available(b, t) : 1u << layout_own(b, t);
            costs[s * columns + t] = same >= 0 && set >> same & 1 ? 0 : cost;
        }
    }
}

static uint8_t fastest_dim(const struct node *node, const uint8_t *order) {
    uint32_t i = node->rank - 1;
    while (i > 0 && node->extent[order[i]] == 1) {
        i--;
    }
    return order[i];
}

/* Orders that a library kernel reads as well as the given one. */
static uint32_t read_well(const struct node *library, const struct layout_value *value) {
    uint32_t set = 0;
    for (uint32_t i = 0; i < value->count; i++) {
        bool same_end = fastest_dim(value->node, value->orders[i].dims) ==
                        fastest_dim(value->node, value->orders[0].dims);
        set |= i == 0 || (node_sums_products(library) && same_end) ? 1u << i : 0;
    }
    return set;
}

/* Whether what follows each other in memory is less than a line: rows of a product are written that
 * long. */
static bool ends_short(const struct node *node, const uint8_t *order) {
    const int64_t line = SDYRT_LINE_BYTES / (int64_t)element_info[node->element].bytes;
    return node->extent[fastest_dim(node, order)] < line;
}

/* Orders that a product is written in as well as in the given one; where rows of that are short, in
 * any of long rows of one matrix. */
static uint32_t written_well(const struct node *product, const struct layout_value *value) {
    const bool is_short = ends_short(product, value->orders[0].dims);
    uint32_t well = read_well(product, value), longer = 0;
    for (uint32_t i = 0; i < value->count && is_short; i++) {
        const uint8_t *order = value->orders[i].dims;
        const bool is_good =
            !ends_short(product, order) && !node_is_batch_dim(product, fastest_dim(product, order));
        longer |= is_good ? 1u << i : 0;
    }
    return longer != 0 ? longer : well;
}

/* What is lost, by bytes, where the results of products follow each other along `dim`: as much as
 * for any other but the given one, or more, where each stands in a matrix of its own. */
static double far_result(const struct node *product, uint8_t dim) {
    return node_is_batch_dim(product, dim) ? LAYOUT_SCATTERED : LAYOUT_FAR;
}

/* With --layout=nhwc wishes are orders; with nchw there are none. */
static double weight_of_wishes(const struct layout_model *model) {
    return model->graph->options->layout == LAYOUT_NHWC ? 1e6 : 1;
}

static void cost_operand(struct layout_model *model, struct node *node, uint32_t index) {
    struct node *read = node->operands[index]->node;
    const struct layout_value *source = read ? layout_source(read)->layout.value : NULL;
    if (!source) { /* a comparator of sorts is no value */
        return;
    }
    if (has_wishes(node) && read->layout.is_relayout) {
        double scale = weight_of_wishes(model) * layout_turns(node->in);
        int32_t wanted = layout_find(source, read->place.order);
        uint32_t set = wanted >= 0 ? 1u << wanted : 0;
        cost_missing(model, source, set, scale * node->library->dislikes(node, index));
    } else if (!read->layout.is_relayout) {
        cost_missing(model, source, read_well(node, source), LAYOUT_FAR * source->bytes);
    }
}

static void cost_library(struct layout_model *model, struct node *node) {
    if (node->library->follows) {
        cost_different(model, node->layout.value, followed(node), true,
                       node->layout.value ? converted_bytes(node->layout.value) : 0);
        return;
    }
    double scale = weight_of_wishes(model) * layout_turns(node->in);
    for (uint32_t i = 0; i < node->operand_count; i++) {
        cost_operand(model, node, i);
    }
    if (!node->layout.value) {
        return;
    }
    if (has_wishes(node)) {
        int32_t wanted = layout_find(node->layout.value, node->place.order);
        double dislike = scale * node->library->dislikes(node, node->operand_count);
        for (uint32_t s = 0; s < state_count(node->layout.value); s++) {
            bool good = (int32_t)layout_own(node->layout.value, s) == wanted;
            alone(model, node->layout.value)[s] += good ? 0 : dislike;
        }
    } else if (node_sums_products(node)) {
        uint32_t well = written_well(node, node->layout.value);
        for (uint32_t s = 0; s < state_count(node->layout.value); s++) {
            uint32_t own = layout_own(node->layout.value, s);
            uint8_t fastest = fastest_dim(node, node->layout.value->orders[own].dims);
            alone(model, node->layout.value)[s] +=
                well >> own & 1 ? 0 : far_result(node, fastest) * node->layout.value->bytes;
        }
    }
}

static void cost_regions(struct layout_model *model, const struct node *node) {
    const struct node_regions *regions = node->regions;
    for (uint32_t i = 0; i < regions->carried_count; i++) {
        const struct layout_value *init = regions->init[i]->layout.value;
        cost_different(model, regions->carried[i]->layout.value, init, false,
                       init ? converted_bytes(init) : 0);
    }
    for (uint32_t r = node->kind == NODE_LOOP ? 1 : 0; r < regions->count; r++) {
        const struct subgraph *subgraph = regions->subgraphs[r];
        for (uint32_t i = 0; i < subgraph->output_count && i < node->results.count; i++) {
            const struct layout_value *output = subgraph->outputs[i]->layout.value;
            cost_different(model, node->results.items[i]->layout.value, output, false,
                           output ? converted_bytes(output) : 0);
        }
    }
}

static void cost_border(struct layout_model *model, const struct node *node) {
    const struct layout_value *value = node->layout.value;
    int32_t wanted = layout_find(value, node->layout.border);
    for (uint32_t s = 0; s < state_count(value); s++) {
        bool good = wanted == (int32_t)layout_own(value, s);
        alone(model, value)[s] += good ? 0 : converted_bytes(value);
    }
}

static void cost_node(struct layout_model *model, struct node *node) {
    node_element_reads(model->graph, node, cost_read, model);
    if (node->kind == NODE_LIBRARY) {
        cost_library(model, node);
    }
    if (node->layout.is_relayout && node->layout.value) {
        cost_different(model, node->layout.value, layout_source(node)->layout.value, true, NEVER);
    }
    if (node->written.base && node->layout.value) {
        cost_different(model, node->layout.value, layout_source(node->written.base)->layout.value,
                       false, converted_bytes(node->layout.value) + node->layout.value->bytes);
    }
    if (node->regions) {
        cost_regions(model, node);
    }
    if (node->border.output >= 0 && node->layout.value && node->layout.border) {
        cost_border(model, node);
    }
}

/* --- all together ----------------------------------------------------------------------------- */

static void add_choices(struct layout_model *model) {
    struct arena *arena = model->graph->arena;
    uint32_t count = (uint32_t)model->values.count;
    uint32_t *states = ARENA_ARRAY(arena, uint32_t, count + 1);
    double **costs = ARENA_ARRAY(arena, double *, count + 1);
    model->choices = (struct choices){.count = count, .states = states, .alone = costs};
    for (uint32_t i = 0; i < count; i++) {
        states[i] = state_count(model->values.items[i]);
        costs[i] = ARENA_ARRAY(arena, double, states[i]);
        cost_states(model, model->values.items[i]);
    }
}

/* What lies at the program's border in any order. */
static bool is_free(const struct node *node) {
    return node->layout.is_any || (node->border.output >= 0 && !node->layout.border);
}

/* Whether a result is a copy of what was put together of parts, which may be written as it is. */
static bool is_copy_of_parts(const struct node *node) {
    bool is_copy = node->border.is_output && node_is_view(node);
    while (node_is_view(node)) {
        node = node->term->node;
    }
    return is_copy && node->kind == NODE_PARTS;
}

/* Whether it is computed, and lies as its reader likes: views of an input are where that is, and
 * what a loop has put together piece by piece lies as the pieces do. */
static bool is_computed(const struct node *node) {
    while (node_is_view(node)) {
        node = node->term->node;
    }
    bool is_pieces = node->kind == NODE_RESULT && node->results.owner->kind == NODE_LOOP;
    return node->layout.value && !node->layout.value->is_fixed && !is_pieces;
}

static void find_across(const struct seen_read *seen, void *data) {
    const struct layout_value *operand = seen->read->node->layout.value,
                              *reader = seen->reader->layout.value;
    bool *across = data;
    *across |= operand && is_computed(seen->read->node) &&
               !read_is_along(seen, reader->orders[0].dims, operand->orders[0].dims);
}

/* Whether a result is a transposition of what may lie in that order itself. */
static bool is_transposed(struct graph *graph, const struct node *node) {
    bool across = false;
    if (node->layout.value && node->border.is_output && node_is_view(node)) {
        node_element_reads(graph, node, find_across, &across);
    }
    return across;
}

static void find_product_across(const struct seen_read *seen, void *data) {
    const struct node *node = seen->read->node;
    while (node_is_view(node)) {
        node = node->term->node;
    }
    if (node_sums_products(node)) {
        find_across(seen, data);
    }
}

/* Whether it reads what a product computes, in another order than that is written in. */
static bool reads_product_across(struct graph *graph, const struct node *node) {
    bool across = false;
    if (node->layout.value && !node_is_view(node)) {
        node_element_reads(graph, node, find_product_across, &across);
    }
    return across;
}

/* Whether the given layout costs anything that another could spare. */
static bool asks_for_more(struct graph *graph, const struct node *node) {
    const struct layout_value *value = node->layout.value;
    const struct layout_value *source =
        node->layout.is_relayout ? layout_source(node->term->node)->layout.value : NULL;
    return has_wishes(node) || followed(node) || is_copy_of_parts(node) ||
           is_transposed(graph, node) || reads_product_across(graph, node) ||
           (value && (value->orders[0].is_format || is_free(node))) ||
           (value && source && !order_same(node, value->orders[0].dims, source->orders[0].dims)) ||
           (value && node->border.output >= 0 && node->layout.border &&
            !order_same(node, value->orders[0].dims, node->layout.border));
}

void layout_model_init(struct layout_model *model, struct graph *graph) {
    bool is_needed = false;
    *model = (struct layout_model){.graph = graph};
    add_nodes(model, graph->main);
    for (size_t i = 0; i < model->nodes.count; i++) {
        is_needed = is_needed || asks_for_more(graph, model->nodes.items[i]);
    }
    for (size_t i = 0; i < model->nodes.count && is_needed; i++) {
        add_wishes(model, model->nodes.items[i]);
    }
    if (is_needed) {
        carry_all(model);
    }
    add_choices(model);
    for (size_t i = 0; i < model->nodes.count && is_needed; i++) {
        cost_node(model, model->nodes.items[i]);
    }
}

void layout_model_free(struct layout_model *model) {
    vector_free(&model->choices.pairs);
    vector_free(&model->values);
    vector_free(&model->nodes);
}
