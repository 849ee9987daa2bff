/* What propagation added for itself goes: sdy-constant-or-scalar-merger, sdy-sink-data-flow-edges,
 * sdy-sink-func-data-flow-edges, sdy-remove-sharding-groups, sdy-sharding-constraint-to-reshard and
 * sdy-remove-propagation-debug-info. */
#include <string.h>

#include "ops/build.h"
#include "propagation/debug/notes.h"
#include "propagation/edit.h"
#include "propagation/passes.h"

/* --- sdy-constant-or-scalar-merger: equal constants and expansions in one region -------------- */

struct merging {
    struct pointer_map buckets; /* hash -> the operation kept first, linked by `next` */
    struct pointer_map next;    /* operation -> the next of its bucket */
};

static bool lists_equal(const struct attr_list *a, const struct attr_list *b) {
    if (a->count != b->count) {
        return false;
    }
    for (uint32_t i = 0; i < a->count; i++) {
        if (a->items[i].name != b->items[i].name || a->items[i].value != b->items[i].value) {
            return false;
        }
    }
    return true;
}

static bool is_mergeable(const struct op *op) {
    if (op_has(op, OP_CONSTANT_LIKE)) {
        return true;
    }
    const struct value *operand = op->operand_count == 1 ? op_operand(op, 0) : NULL;
    return op_is(op, OP_BROADCAST_IN_DIM) && operand->type->kind == TYPE_TENSOR &&
           operand->type->rank == 0;
}

/* Constants of either dialect are one another's equals. */
static bool same(const struct op *a, const struct op *b) {
    return (a->def == b->def || (a->operand_count == 0 && b->operand_count == 0)) &&
           a->block->region == b->block->region && a->results[0].type == b->results[0].type &&
           a->operand_count == b->operand_count &&
           (a->operand_count == 0 || op_operand(a, 0) == op_operand(b, 0)) &&
           lists_equal(&a->properties, &b->properties) && lists_equal(&a->attrs, &b->attrs);
}

static uint64_t hash_of(const struct op *op) {
    const void *words[] = {op->operand_count ? op->def : NULL, op->block->region,
                           op->results[0].type, op->operand_count ? op_operand(op, 0) : NULL};
    uint64_t hash = hash_bytes(words, sizeof words, 0);
    for (uint32_t i = 0; i < op->properties.count; i++) {
        hash = hash_bytes(&op->properties.items[i].value, sizeof(void *), hash);
    }
    for (uint32_t i = 0; i < op->attrs.count; i++) {
        hash = hash_bytes(&op->attrs.items[i].value, sizeof(void *), hash);
    }
    return hash | 1;
}

static bool merge(struct op *op, void *data) {
    struct merging *merging = data;
    if (!is_mergeable(op)) {
        return true;
    }
    const void *key = (const void *)(uintptr_t)hash_of(op);
    struct op *first = pointer_map_get(&merging->buckets, key);
    for (struct op *kept = first; kept; kept = pointer_map_get(&merging->next, kept)) {
        if (same(op, kept)) {
            replace_op(op, kept->results);
            return true;
        }
    }
    if (first) {
        pointer_map_put(&merging->next, op, first);
    }
    pointer_map_put(&merging->buckets, key, op);
    return true;
}

bool pass_constant_or_scalar_merger(struct module *module, const struct pass_options *options) {
    (void)options;
    struct merging merging = {0};
    op_walk_post(module->op, merge, &merging);
    pointer_map_free(&merging.buckets);
    pointer_map_free(&merging.next);
    return true;
}

/* --- sdy-sink-data-flow-edges ----------------------------------------------------------------- */

/* The properties of a computation are written from outside: manual axes are put back in front. */
static const struct attr *seen_from_outside(struct module *module, const struct op *op,
                                            const struct attr *inner) {
    const struct sharding_list *old = attr_as_shardings(op_property(op, "in_shardings"));
    const struct sharding_list *new = attr_as_shardings(inner);
    const struct axis_list *manual = attr_as_axes(op_property(op, "manual_axes"));
    if (!manual || !old) {
        return inner;
    }
    const struct attr **items = ARENA_ARRAY(module->arena, const struct attr *, new->count);
    for (uint32_t i = 0; i < new->count; i++) {
        items[i] = sharding_with_manual(module->context, old->items[i], new->items[i], manual);
    }
    return sharding_per_value_attr(module->context, new->count, items);
}

struct sinking {
    struct module *module;
    bool origins, edges; /* what is noted on edges is kept */
};

static void take_from_edges(const struct sinking *sinking, struct op *op) {
    struct module *module = sinking->module;
    struct value *const *owners = NULL;
    uint32_t count = flow_owners(module, op, false, &owners);
    const struct attr *shardings = shardings_of_edges(module, owners, count);
    if (shardings) {
        op_set_property(module, op, "in_shardings", seen_from_outside(module, op, shardings));
    }
    debug_notes_sink(module, op, owners, count, false, sinking->origins, sinking->edges);
    count = flow_owners(module, op, true, &owners);
    shardings = shardings_of_edges(module, owners, count);
    if (shardings && op->def->sharding_place == OP_SHARDING_IN_OUT) {
        op_set_property(module, op, "out_shardings", shardings);
    } else if (shardings) {
        op_set_attr(module, op, "sdy.sharding", shardings);
    }
    debug_notes_sink(module, op, owners, count, true, sinking->origins, sinking->edges);
}

bool pass_sink_data_flow_edges(struct module *module, const struct pass_options *options) {
    struct sinking sinking = {
        .module = module,
        .origins = pass_bool(options, "sink-debug-sharding-origins"),
        .edges = pass_bool(options, "sink-debug-propagation-edge-sharding"),
    };
    struct op_list flows = module_ops_with_flow(module);
    for (size_t i = 0; i < flows.count; i++) {
        take_from_edges(&sinking, flows.items[i]);
    }
    vector_free(&flows);
    struct op_list edges = module_ops_with(module, OP_FLOW_EDGE);
    for (size_t i = 0; i < edges.count; i++) {
        replace_op(edges.items[i], op_operand(edges.items[i], 0));
    }
    vector_free(&edges);
    return true;
}

/* --- sdy-sink-func-data-flow-edges ------------------------------------------------------------ */

static void sink_func_edge(struct module *module, struct op *op) {
    struct value *value = op_operand(op, 0);
    const struct attr *own = value_sharding(module->context, value);
    const struct attr *sharding = value_sharding(module->context, &op->results[0]);
    if (!sharding && own) {
        sharding = sharding_empty_like(module->context, attr_as_sharding(own), false);
    }
    if (sharding) {
        value_set_sharding(module, value, sharding);
    }
    replace_op(op, value);
}

bool pass_sink_func_data_flow_edges(struct module *module, const struct pass_options *options) {
    (void)options;
    struct op_list edges = module_ops_of(module, op_table[OP_SDY_FUNC_DATA_FLOW_EDGE]);
    for (size_t i = 0; i < edges.count; i++) {
        sink_func_edge(module, edges.items[i]);
    }
    vector_free(&edges);
    return true;
}

/* --- sdy-remove-sharding-groups, sdy-sharding-constraint-to-reshard --------------------------- */

bool pass_remove_sharding_groups(struct module *module, const struct pass_options *options) {
    (void)options;
    struct op_list groups = module_ops_of(module, op_table[OP_SDY_SHARDING_GROUP]);
    for (size_t i = 0; i < groups.count; i++) {
        op_erase(groups.items[i]);
    }
    vector_free(&groups);
    return true;
}

static void constraint_to_reshard(struct module *module, struct op *op) {
    struct builder builder = builder_before(module, op);
    builder.location = op->location;
    struct value *input = op_operand(op, 0);
    reason_set(module, REASON_CONSTRAINT, op, 0, 0);
    struct op *reshard = build_sharded(&builder, OP_SDY_RESHARD, input, NULL);
    reshard->explicit_location = op->explicit_location;
    reshard->properties = op->properties;
    reshard->attrs = op->attrs;
    replace_op(op, reshard->results);
}

bool pass_sharding_constraint_to_reshard(struct module *module,
                                         const struct pass_options *options) {
    (void)options;
    struct op_list constraints = module_ops_of(module, op_table[OP_SDY_SHARDING_CONSTRAINT]);
    for (size_t i = 0; i < constraints.count; i++) {
        constraint_to_reshard(module, constraints.items[i]);
    }
    vector_free(&constraints);
    return true;
}

/* --- sdy-remove-propagation-debug-info -------------------------------------------------------- */

static const char *const debug_attrs[] = {
    "sdy.propagation_edges", "sdy.block_arg_propagation_edges", "sdy.result_propagation_edges",
    "sdy.sharding_origins",  "sdy.block_arg_sharding_origins",  "sdy.result_sharding_origins",
};
enum { DEBUG_ATTR_COUNT = sizeof debug_attrs / sizeof *debug_attrs };

static bool remove_debug_attrs(struct op *op, void *data) {
    struct module *module = data;
    for (uint32_t a = 0; a < DEBUG_ATTR_COUNT; a++) {
        if (!op_has(op, OP_FUNCTION)) {
            op_set_attr(module, op, debug_attrs[a], NULL);
            continue;
        }
        for (uint32_t i = 0; i < func_input_count(op); i++) {
            if (func_argument_attr(op, i, debug_attrs[a])) {
                func_set_argument_attr(module, op, i, debug_attrs[a], NULL);
            }
        }
        for (uint32_t i = 0; i < func_result_count(op); i++) {
            if (func_result_attr(op, i, debug_attrs[a])) {
                func_set_result_attr(module, op, i, debug_attrs[a], NULL);
            }
        }
    }
    return true;
}

bool pass_remove_propagation_debug_info(struct module *module, const struct pass_options *options) {
    (void)options;
    op_walk(module->op, remove_debug_attrs, module);
    return true;
}
