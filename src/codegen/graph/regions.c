/* The kernel builder: loops and branches (ops/kernel_builder.h).
 *
 * A region becomes a subgraph. It reads nodes outside of it like its own; what a loop carries has a
 * buffer that condition and body read, and that receives the body's results at the end of a turn.
 * A condition that varies by instance keeps the loop going until no instance goes on; instances
 * that have ended keep what they carry. */
#include <string.h>

#include "codegen/graph/graph.h"

static struct subgraph *subgraph_new(struct kernel_builder *builder, bool repeats) {
    struct subgraph *subgraph = ARENA_NEW(builder->graph->arena, struct subgraph);
    subgraph->outer = builder->current;
    subgraph->repeats = repeats;
    return subgraph;
}

void subgraph_free(struct subgraph *subgraph) {
    for (size_t i = 0; i < subgraph->nodes.count; i++) {
        struct node *node = subgraph->nodes.items[i];
        vector_free(&node->fusion.evaluations);
        for (uint32_t r = 0; node->regions && r < node->regions->count; r++) {
            subgraph_free(node->regions->subgraphs[r]);
        }
    }
    vector_free(&subgraph->nodes);
}

/* The node as one that varies on at least `axes`. */
static struct node *widened(struct kernel_builder *builder, struct node *node, uint32_t axes) {
    if ((node->axes & axes) == axes) {
        return node;
    }
    struct node *copy = node_copy(builder, node);
    node_set_axes(builder->graph, copy, node->axes | axes);
    return copy;
}

static void set_outputs(struct kernel_builder *builder, struct subgraph *subgraph, uint32_t count,
                        struct node *const *outputs) {
    subgraph->output_count = count;
    subgraph->outputs = ARENA_ARRAY(builder->graph->arena, struct node *, count + 1);
    for (uint32_t i = 0; i < count; i++) {
        subgraph->outputs[i] = node_as_output(builder, outputs[i]);
    }
}

/* --- loops ------------------------------------------------------------------------------------ */

struct loop {
    const struct op *op;
    const struct region *condition, *body;
    uint32_t count;
    bool *passes;   /* the body gives back what it got: no need to carry it */
    uint32_t *axes; /* that each carried value varies on */
    struct node **init, **carried;
    struct node *pred; /* per instance, where the condition varies */
    struct subgraph *condition_graph, *body_graph;
};

static void bind_carried(struct kernel_builder *builder, const struct loop *loop,
                         const struct region *region) {
    const struct block *block = region->first;
    for (uint32_t i = 0; i < loop->count; i++) {
        kernel_bind(builder, block->arguments[i],
                    loop->passes[i] ? loop->init[i] : loop->carried[i]);
    }
}

static void add_carried(struct kernel_builder *builder, struct loop *loop) {
    for (uint32_t i = 0; i < loop->count; i++) {
        const struct value *argument = loop->body->first->arguments[i];
        if (loop->passes[i]) {
            continue;
        }
        struct node *node = node_new(builder, NODE_CARRIED, argument->type, loop->axes[i]);
        node->results.number = i;
        node->value = argument;
        node->op = loop->op;
        node_follow(node, loop->init[i]);
        loop->carried[i] = node;
    }
}

static bool build_condition(struct kernel_builder *builder, struct loop *loop) {
    struct subgraph *outer = builder->current;
    loop->condition_graph = builder->current = subgraph_new(builder, true);
    add_carried(builder, loop);
    bind_carried(builder, loop, loop->condition);
    const struct block *block = loop->condition->first;
    bool good = kernel_block(builder, block);
    if (good) {
        struct node *pred = kernel_operand(builder, block_terminator(block), 0);
        loop->pred = pred->axes ? pred : NULL;
        if (pred->axes) {
            struct instance_axes axes = instance_axes_of_mask(builder->graph, pred->axes);
            pred = node_fold_instances(builder, pred->type, pred, axes, NULL, SCALAR_OR, NULL);
        }
        set_outputs(builder, loop->condition_graph, 1, &pred);
    }
    builder->current = outer;
    return good;
}

void graph_narrow_active(struct kernel_builder *builder, struct term *is_active) {
    const struct type *truth = type_integer(builder->context, 1, SIGNLESS);
    if (builder->active) {
        struct term *both[2] = {term_same(builder, builder->active), is_active};
        is_active = term_scalar(builder, truth, SCALAR_AND, 2, both);
    }
    const struct type *type = type_tensor(builder->context, truth, 0, NULL, NULL);
    builder->active = node_compute(builder, type, is_active);
}

/* What instance that has ended keeps. */
static struct node *kept(struct kernel_builder *builder, const struct loop *loop, uint32_t i,
                         struct node *next) {
    struct term *args[3] = {
        term_read(builder, loop->pred, NULL),
        term_same(builder, next),
        term_same(builder, loop->carried[i]),
    };
    struct term *term = term_scalar(builder, type_element(next->type), SCALAR_SELECT, 3, args);
    return node_compute(builder, next->type, term);
}

static bool build_body(struct kernel_builder *builder, struct loop *loop, bool *grown) {
    struct subgraph *outer = builder->current;
    const struct block *block = loop->body->first;
    struct node **outputs = ARENA_ARRAY(builder->graph->arena, struct node *, loop->count + 1);
    uint32_t count = 0;
    loop->body_graph = builder->current = subgraph_new(builder, true);
    bind_carried(builder, loop, loop->body);
    struct node *active = builder->active;
    if (loop->pred) {
        graph_narrow_active(builder, term_read(builder, loop->pred, NULL));
    }
    bool good = kernel_block(builder, block);
    builder->active = active;
    for (uint32_t i = 0; i < loop->count && good; i++) {
        if (loop->passes[i]) {
            continue;
        }
        struct node *next = kernel_operand(builder, block_terminator(block), i);
        next = loop->pred ? kept(builder, loop, i, next) : next;
        *grown |= (next->axes & ~loop->axes[i]) != 0;
        loop->axes[i] |= next->axes;
        outputs[count++] = widened(builder, next, loop->axes[i]);
    }
    if (good && !*grown) {
        set_outputs(builder, loop->body_graph, count, outputs);
    }
    builder->current = outer;
    return good;
}

/* Builds condition and body until what is carried varies on all that it comes to vary on. */
static bool build_regions(struct kernel_builder *builder, struct loop *loop) {
    for (;;) {
        bool grown = false;
        bool good = build_condition(builder, loop);
        good = good && build_body(builder, loop, &grown);
        if (good && !grown) {
            return true;
        }
        subgraph_free(loop->condition_graph);
        if (loop->body_graph) {
            subgraph_free(loop->body_graph);
        }
        loop->body_graph = NULL;
        if (!good) {
            return false;
        }
    }
}

static void add_loop(struct kernel_builder *builder, struct loop *loop) {
    struct arena *arena = builder->graph->arena;
    struct node_regions *regions = ARENA_NEW(arena, struct node_regions);
    regions->count = 2;
    regions->subgraphs = ARENA_ARRAY(arena, struct subgraph *, 2);
    regions->subgraphs[0] = loop->condition_graph;
    regions->subgraphs[1] = loop->body_graph;
    regions->init = ARENA_ARRAY(arena, struct node *, loop->count + 1);
    regions->carried = ARENA_ARRAY(arena, struct node *, loop->count + 1);
    for (uint32_t i = 0; i < loop->count; i++) {
        if (!loop->passes[i]) {
            struct node *init = widened(builder, loop->init[i], loop->axes[i]);
            regions->init[regions->carried_count] = node_as_output(builder, init);
            regions->carried[regions->carried_count++] = loop->carried[i];
        }
    }
    const struct type *pred = type_integer(builder->context, 1, SIGNLESS);
    struct node *node = node_new(builder, NODE_LOOP, pred, 0);
    node->op = loop->op;
    node->regions = regions;
    node->results.count = regions->carried_count;
    node->results.items = ARENA_ARRAY(arena, struct node *, regions->carried_count + 1);
    for (uint32_t i = 0, next = 0; i < loop->count; i++) {
        if (loop->passes[i]) {
            kernel_result(builder, loop->op, i, loop->init[i]);
            continue;
        }
        const struct node *carried = loop->carried[i];
        struct node *result = node_result_of(builder, node, next, carried->type, carried->axes);
        memcpy(result->place.order, carried->place.order, sizeof result->place.order);
        node->results.items[next++] = result;
        kernel_result(builder, loop->op, i, result);
    }
}

bool kernel_loop(struct kernel_builder *builder, const struct op *op,
                 const struct region *condition, const struct region *body) {
    struct arena *arena = builder->graph->arena;
    const struct op *end = block_terminator(body->first);
    struct loop loop = {.op = op, .condition = condition, .body = body};
    loop.count = op->operand_count;
    loop.passes = ARENA_ARRAY(arena, bool, loop.count + 1);
    loop.axes = ARENA_ARRAY(arena, uint32_t, loop.count + 1);
    loop.init = ARENA_ARRAY(arena, struct node *, loop.count + 1);
    loop.carried = ARENA_ARRAY(arena, struct node *, loop.count + 1);
    for (uint32_t i = 0; i < loop.count; i++) {
        loop.init[i] = kernel_operand(builder, op, i);
        loop.axes[i] = loop.init[i]->axes;
        loop.passes[i] = op_operand(end, i) == body->first->arguments[i];
    }
    if (!build_regions(builder, &loop)) {
        return false;
    }
    add_loop(builder, &loop);
    return true;
}

/* --- branches --------------------------------------------------------------------------------- */

/* The number of the case as an integer: a boolean takes the first of two where it is true. */
static struct term *case_number(struct kernel_builder *builder, struct node *selector) {
    struct term *index = term_read(builder, selector, NULL);
    if (selector->element != ELEMENT_I1) {
        return index;
    }
    const struct type *i32 = type_integer(builder->context, 32, SIGNLESS);
    struct term *args[3] = {index, term_integer(builder, i32, 0), term_integer(builder, i32, 1)};
    return term_scalar(builder, i32, SCALAR_SELECT, 3, args);
}

/* Whether an instance takes case `r`; the last stands for all numbers that there are not. */
static struct term *takes_case(struct kernel_builder *builder, const struct op *op,
                               struct node *selector, uint32_t r) {
    const struct type *i32 = type_integer(builder->context, 32, SIGNLESS);
    const struct type *truth = type_integer(builder->context, 1, SIGNLESS);
    struct term *is_it[2] = {case_number(builder, selector), term_integer(builder, i32, r)};
    if (r + 1 < op->region_count) {
        return term_scalar(builder, truth, SCALAR_EQ, 2, is_it);
    }
    struct term *below[2] = {case_number(builder, selector), term_integer(builder, i32, 0)};
    struct term *either[2] = {term_scalar(builder, truth, SCALAR_GE, 2, is_it),
                              term_scalar(builder, truth, SCALAR_LT, 2, below)};
    return term_scalar(builder, truth, SCALAR_OR, 2, either);
}

/* All cases are computed, and each instance takes its own. */
static bool select_cases(struct kernel_builder *builder, const struct op *op,
                         struct node *selector) {
    struct node **chosen = ARENA_ARRAY(builder->graph->arena, struct node *, op->result_count + 1);
    for (uint32_t r = op->region_count; r-- > 0;) {
        const struct block *block = op->regions[r].first;
        struct node *active = builder->active;
        graph_narrow_active(builder, takes_case(builder, op, selector, r));
        bool good = kernel_block(builder, block);
        builder->active = active;
        if (!good) {
            return false;
        }
        for (uint32_t i = 0; i < op->result_count; i++) {
            struct node *value = kernel_operand(builder, block_terminator(block), i);
            if (r + 1 < op->region_count) {
                struct term *args[3] = {takes_case(builder, op, selector, r),
                                        term_same(builder, value), term_same(builder, chosen[i])};
                value = node_compute(
                    builder, value->type,
                    term_scalar(builder, type_element(value->type), SCALAR_SELECT, 3, args));
            }
            chosen[i] = value;
        }
    }
    for (uint32_t i = 0; i < op->result_count; i++) {
        kernel_result(builder, op, i, chosen[i]);
    }
    return true;
}

/* A subgraph per case, its outputs not yet set. */
static bool build_cases(struct kernel_builder *builder, const struct op *op,
                        struct node_regions *regions, struct node **values) {
    struct subgraph *outer = builder->current;
    bool good = true;
    for (uint32_t r = 0; r < op->region_count && good; r++) {
        regions->subgraphs[r] = subgraph_new(builder, false);
        regions->count = r + 1;
        builder->current = regions->subgraphs[r];
        const struct block *block = op->regions[r].first;
        good = kernel_block(builder, block);
        for (uint32_t i = 0; i < op->result_count && good; i++) {
            values[r * op->result_count + i] = kernel_operand(builder, block_terminator(block), i);
        }
        builder->current = outer;
    }
    return good;
}

static void finish_cases(struct kernel_builder *builder, const struct op *op,
                         const struct node_regions *regions, struct node **values, uint32_t *axes) {
    struct subgraph *outer = builder->current;
    uint32_t count = op->result_count;
    for (uint32_t i = 0; i < count; i++) {
        for (uint32_t r = 0; r < regions->count; r++) {
            axes[i] |= values[r * count + i]->axes;
        }
    }
    for (uint32_t r = 0; r < regions->count; r++) {
        builder->current = regions->subgraphs[r];
        for (uint32_t i = 0; i < count; i++) {
            values[r * count + i] = widened(builder, values[r * count + i], axes[i]);
        }
        set_outputs(builder, regions->subgraphs[r], count, values + r * count);
        builder->current = outer;
    }
}

bool kernel_branch(struct kernel_builder *builder, const struct op *op) {
    struct arena *arena = builder->graph->arena;
    struct node *selector = kernel_operand(builder, op, 0);
    if (selector->axes) {
        return select_cases(builder, op, selector);
    }
    struct node_regions *regions = ARENA_NEW(arena, struct node_regions);
    regions->subgraphs = ARENA_ARRAY(arena, struct subgraph *, op->region_count + 1);
    struct node **values =
        ARENA_ARRAY(arena, struct node *, (size_t)op->region_count * op->result_count + 1);
    uint32_t *axes = ARENA_ARRAY(arena, uint32_t, op->result_count + 1);
    const struct type *i32 = type_integer(builder->context, 32, SIGNLESS);
    if (!build_cases(builder, op, regions, values)) {
        for (uint32_t r = 0; r < regions->count; r++) {
            subgraph_free(regions->subgraphs[r]);
        }
        return false;
    }
    finish_cases(builder, op, regions, values, axes);
    regions->selector =
        node_as_output(builder, node_compute(builder, i32, case_number(builder, selector)));
    struct node *node = node_new(builder, NODE_BRANCH, i32, 0);
    node->op = op;
    node->regions = regions;
    node->results.count = op->result_count;
    node->results.items = ARENA_ARRAY(arena, struct node *, op->result_count + 1);
    for (uint32_t i = 0; i < op->result_count; i++) {
        struct node *result = node_result_of(builder, node, i, op_result(op, i)->type, axes[i]);
        node_follow(result, regions->subgraphs[0]->outputs[i]);
        node->results.items[i] = result;
        kernel_result(builder, op, i, result);
    }
    return true;
}
