/* sdy.propagation_edges: between which operands and results of an operation
 * axes travelled, step by step. */
#include <stdlib.h>

#include "ops/op_def.h"
#include "propagation/debug/notes.h"
#include "sharding/edges.h"

#define NOTE "sdy.propagation_edges"

struct noted_edge {
    struct axis_ref axis;
    struct edge_value source, target;
    int64_t step;
};
struct op_edges {
    struct op *op;
    VECTOR(struct noted_edge) edges;
};
struct debug_edges {
    struct module *module;
    struct arena *arena;
    struct pointer_map by_op; /* operation -> struct op_edges */
    VECTOR(struct op_edges *) all;
    int64_t next_step;
};

static bool count_steps(struct op *op, void *data) {
    struct debug_edges *edges = data;
    const struct propagation_edges *noted = attr_as_edges(op_attr(op, NOTE));
    for (uint32_t i = 0; noted && i < noted->step_count; i++) {
        if (noted->steps[i].index >= edges->next_step) {
            edges->next_step = noted->steps[i].index + 1;
        }
    }
    return true;
}

struct debug_edges *debug_edges_new(struct module *module) {
    struct arena *arena = arena_new();
    struct debug_edges *edges = ARENA_NEW(arena, struct debug_edges);
    edges->module = module;
    edges->arena = arena;
    op_walk(module->op, count_steps, edges);
    return edges;
}

static struct edge_value edge_value(const struct sharding_rule *rule, uint32_t tensor) {
    bool is_result = tensor >= rule->operand_count;
    return (struct edge_value){is_result, is_result ? tensor - rule->operand_count : tensor};
}

void debug_edges_step(struct debug_edges *edges, const struct sharding_step *step,
                      const struct new_axes *axes) {
    const struct sharding_rule *rule = step->before->rule;
    int64_t number = edges->next_step++;
    struct op_edges *of = pointer_map_get(&edges->by_op, step->op);
    if (!of) {
        of = ARENA_NEW(edges->arena, struct op_edges);
        of->op = step->op;
        pointer_map_put(&edges->by_op, step->op, of);
        *vector_push(&edges->all) = of;
    }
    for (size_t i = 0; i < axes->count; i++) {
        *vector_push(&of->edges) = (struct noted_edge){
            .axis = axes->items[i].axis,
            .source = edge_value(rule, axes->items[i].source),
            .target = edge_value(rule, axes->items[i].tensor),
            .step = number,
        };
    }
}

/* --- the attribute ---------------------------------------------------------------------------- */

static int compare_numbers(int64_t a, int64_t b) {
    return a < b ? -1 : a > b;
}

static int compare_values(struct edge_value a, struct edge_value b) {
    return a.is_result != b.is_result ? (a.is_result ? 1 : -1) : compare_numbers(a.index, b.index);
}

/* By axis and source: what one entry is made of. */
static int compare_entries(const struct noted_edge *a, const struct noted_edge *b) {
    int order = axis_compare(a->axis, b->axis);
    return order != 0 ? order : compare_values(a->source, b->source);
}

static int by_way(const void *left, const void *right) {
    const struct noted_edge *a = left;
    const struct noted_edge *b = right;
    int order = compare_entries(a, b);
    order = order != 0 ? order : compare_values(a->target, b->target);
    return order != 0 ? order : compare_numbers(a->step, b->step);
}

static int by_step(const void *left, const void *right) {
    const struct noted_edge *a = left;
    const struct noted_edge *b = right;
    int order = compare_numbers(a->step, b->step);
    return order != 0 ? order : by_way(left, right);
}

/* Keeps the first step of each way, in the order of the attribute. */
static void sort_and_unite(struct op_edges *of) {
    struct noted_edge *items = of->edges.items;
    size_t kept = 0;
    qsort(items, of->edges.count, sizeof *items, by_way);
    for (size_t i = 0; i < of->edges.count; i++) {
        if (kept == 0 || compare_entries(&items[kept - 1], &items[i]) != 0 ||
            compare_values(items[kept - 1].target, items[i].target) != 0) {
            items[kept++] = items[i];
        }
    }
    of->edges.count = kept;
    qsort(items, kept, sizeof *items, by_step);
}

/* The attribute of sorted edges. */
static const struct attr *note_attr(struct debug_edges *edges, const struct op_edges *of) {
    size_t count = of->edges.count;
    struct edge_step *steps = ARENA_ARRAY(edges->arena, struct edge_step, count);
    struct edge_entry *entries = ARENA_ARRAY(edges->arena, struct edge_entry, count);
    struct edge_value *targets = ARENA_ARRAY(edges->arena, struct edge_value, count);
    uint32_t step_count = 0, entry_count = 0;
    for (size_t i = 0; i < count; i++) {
        const struct noted_edge *edge = &of->edges.items[i];
        bool same_step = i > 0 && edge[-1].step == edge->step;
        if (!same_step) {
            steps[step_count++] =
                (struct edge_step){.index = edge->step, .entries = &entries[entry_count]};
        }
        if (!same_step || compare_entries(&edge[-1], edge) != 0) {
            entries[entry_count++] = (struct edge_entry){
                .axis = edge->axis, .source = edge->source, .targets = &targets[i]};
            steps[step_count - 1].entry_count++;
        }
        targets[i] = edge->target;
        entries[entry_count - 1].target_count++;
    }
    const struct propagation_edges all = {.step_count = step_count, .steps = steps};
    return propagation_edges_attr(edges->module->context, &all);
}

void debug_edges_write(struct debug_edges *edges) {
    for (size_t i = 0; i < edges->all.count; i++) {
        struct op_edges *of = edges->all.items[i];
        if (of->edges.count == 0 || !is_in_module(of->op, edges->module)) {
            continue;
        }
        sort_and_unite(of);
        if (op_has(of->op, OP_FUNCTION)) {
            /* Each result is a step of its own; Shardy notes them all at the first. */
            func_set_result_attr(edges->module, of->op, 0, NOTE, note_attr(edges, of));
        } else {
            op_set_attr(edges->module, of->op, NOTE, note_attr(edges, of));
        }
    }
}

void debug_edges_free(struct debug_edges *edges) {
    if (!edges) {
        return;
    }
    for (size_t i = 0; i < edges->all.count; i++) {
        vector_free(&edges->all.items[i]->edges);
    }
    vector_free(&edges->all);
    pointer_map_free(&edges->by_op);
    arena_free(edges->arena);
}
