/* Watches a pass for the debug options: which axes are new in each step, and where from. */
#include "propagation/debug/notes.h"

#include "propagation/edit.h"

bool is_in_module(const struct op *op, const struct module *module) {
    while (op && op != module->op) {
        op = op_parent(op);
    }
    return op != NULL;
}

/* --- the new axes of a step ------------------------------------------------------------------- */

static struct new_axis *find(const struct new_axes *axes, uint32_t tensor, struct axis_ref axis) {
    for (size_t i = 0; i < axes->count; i++) {
        if (axes->items[i].tensor == tensor && axis_equal(axes->items[i].axis, axis)) {
            return &axes->items[i];
        }
    }
    return NULL;
}

static void add(struct new_axes *axes, uint32_t tensor, uint32_t source, struct axis_ref axis) {
    if (!find(axes, tensor, axis)) {
        *vector_push(axes) = (struct new_axis){tensor, source, axis};
    }
}

static void drop(struct new_axes *axes, uint32_t tensor, struct axis_ref axis) {
    struct new_axis *item = find(axes, tensor, axis);
    if (item) {
        for (axes->count--; item < axes->items + axes->count; item++) {
            item[0] = item[1];
        }
    }
}

/* Sub-axes of two factors that meet in one dimension are noted as the axis they make together. */
static void collect_dim(const struct sharding_step *step, uint32_t tensor,
                        const struct rule_dim *dim, struct new_axes *axes) {
    const struct axis_ref *previous = NULL;
    for (uint32_t i = 0; i < dim->count; i++) {
        uint32_t factor = dim->factors[i];
        struct axis_list old = step->before->tensors[tensor].factors[factor].axes;
        struct axis_list new = step->after->tensors[tensor].factors[factor].axes;
        if (new.count == 0 || axes_equal(old, new)) {
            continue;
        }
        const struct axis_ref *last = &new.items[new.count - 1];
        struct axis_ref merged = *last;
        if (previous && axis_can_merge(*previous, *last)) {
            drop(axes, tensor, *previous);
            merged = axis_merge(step->before->mesh, *previous, *last);
        }
        previous = last;
        uint32_t source = step_source(step, tensor, factor);
        /* The last axis of before may have become longer. */
        for (uint32_t k = old.count == 0 ? 0 : old.count - 1;
             source != TENSOR_NONE && k < new.count; k++) {
            struct axis_ref axis = k + 1 == new.count ? merged : new.items[k];
            if (k >= old.count || !axis_equal(axis, old.items[k])) {
                add(axes, tensor, source, axis);
            }
        }
    }
}

static void watch_step(void *data, const struct sharding_step *step) {
    const struct debug_notes *notes = data;
    const struct sharding_rule *rule = step->before->rule;
    struct new_axes axes = {0};
    for (uint32_t t = 0; t < rule_tensor_count(rule); t++) {
        for (uint32_t d = 0; d < rule->tensors[t].rank; d++) {
            collect_dim(step, t, &rule->tensors[t].dims[d], &axes);
        }
    }
    if (notes->edges) {
        debug_edges_step(notes->edges, step, &axes);
    }
    if (notes->origins) {
        debug_origins_step(notes->origins, step, &axes);
    }
    vector_free(&axes);
}

/* --- begin and end ---------------------------------------------------------------------------- */

void debug_notes_begin(struct debug_notes *notes, struct module *module, bool origins, bool edges) {
    *notes = (struct debug_notes){.module = module};
    if (!origins && !edges) {
        return;
    }
    notes->origins = origins ? debug_origins_new(module) : NULL;
    notes->edges = edges ? debug_edges_new(module) : NULL;
    notes->observer = (struct sharding_observer){.step = watch_step, .data = notes};
    module->observer = &notes->observer;
}

void debug_notes_end(struct debug_notes *notes, bool done) {
    if (notes->module->observer == &notes->observer) {
        notes->module->observer = NULL;
    }
    if (notes->origins && done) {
        debug_origins_write(notes->origins);
    }
    if (notes->edges && done) {
        debug_edges_write(notes->edges);
    }
    debug_origins_free(notes->origins);
    debug_edges_free(notes->edges);
}

/* --- data flow edges -------------------------------------------------------------------------- */

static void sink(struct module *module, struct op *op, struct value *const *owners, uint32_t count,
                 const char *from, const char *to) {
    struct arena *scratch = arena_new();
    const struct attr **notes = ARENA_ARRAY(scratch, const struct attr *, count);
    uint32_t noted = 0;
    for (uint32_t i = 0; i < count; i++) {
        const struct op *edge = flow_edge(owners[i]);
        const struct attr *note = edge ? op_attr(edge, from) : NULL;
        if (note) {
            notes[noted++] = note;
        }
    }
    op_set_attr(module, op, to, attr_array(module->context, noted, notes));
    arena_free(scratch);
}

void debug_notes_sink(struct module *module, struct op *op, struct value *const *owners,
                      uint32_t count, bool is_result, bool origins, bool edges) {
    if (origins) {
        sink(module, op, owners, count, "sdy.sharding_origins",
             is_result ? "sdy.result_sharding_origins" : "sdy.block_arg_sharding_origins");
    }
    if (edges) {
        sink(module, op, owners, count, "sdy.propagation_edges",
             is_result ? "sdy.result_propagation_edges" : "sdy.block_arg_propagation_edges");
    }
}
