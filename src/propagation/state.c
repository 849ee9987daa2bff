/* The state of propagation: the slots of values and the nodes of operations, read from the IR and
 * written back to it. */
#include <string.h>

#include "ops/op_def.h"
#include "ops/verify/fault.h"
#include "propagation/edit.h"
#include "propagation/propagation.h"
#include "transforms/transforms.h"

/* --- slots ------------------------------------------------------------------------------------ */

uint32_t value_slot(const struct value *value) {
    return value->note > 0 ? (uint32_t)value->note - 1 : SLOT_NONE;
}

static bool has_shape(const struct type *type) {
    return type->kind == TYPE_TENSOR || type->kind == TYPE_MEMREF;
}

static void add_slot(struct propagation *state, struct value *value) {
    struct value *owner = value_shardable(value);
    value->note = 0;
    if (owner == value) {
        struct sharding_slot *slot = vector_push(&state->slots);
        slot->value = value;
        slot->initial = slot->sharding = value_sharding(state->context, value);
        slot->owner = (uint32_t)value_owner(value)->note - 1;
        bool is_flow = value->op && op_has(value->op, OP_FLOW_EDGE);
        slot->first_user = is_flow ? 0 : UINT32_MAX;
        slot->last_user = is_flow ? UINT32_MAX : 0;
        value->note = (int32_t)state->slots.count;
    } else {
        *vector_push(&state->sharing) = value;
    }
}

/* A target of a flow shares the slot of what carries the flow's sharding. */
static void share_slot(struct value *value) {
    const struct value *owner = value_shardable(value);
    value->note = owner ? owner->note : 0;
}

/* Of its results and of the arguments of its regions. */
static void add_slots(struct propagation *state, struct op *op) {
    for (uint32_t r = 0; r < op->region_count; r++) {
        FOR_EACH_BLOCK (block, &op->regions[r]) {
            for (uint32_t i = 0; i < block->argument_count; i++) {
                add_slot(state, block->arguments[i]);
            }
        }
    }
    for (uint32_t i = 0; i < op->result_count; i++) {
        add_slot(state, &op->results[i]);
    }
}

/* --- nodes ------------------------------------------------------------------------------------ */

static bool operands_have_one_use(const struct op *op) {
    for (uint32_t i = 0; i < op->operand_count; i++) {
        const struct value *operand = op_operand(op, i);
        if (!value_has_one_use(operand) && !value_is_scalar(operand)) {
            return false;
        }
    }
    return true;
}

void node_count_uses(struct flow_node *node) {
    node->is_dead = op_is_dead(node->op);
    node->operands_have_one_use = operands_have_one_use(node->op);
}

static enum node_kind node_kind(const struct op *op) {
    if (op_is(op, OP_SDY_PROPAGATION_BARRIER)) {
        return NODE_BARRIER;
    }
    if (op_is(op, OP_SDY_FUNC_DATA_FLOW_EDGE)) {
        return NODE_FUNC_EDGE;
    }
    if (op_has(op, OP_FLOW_EDGE)) {
        return NODE_EDGE;
    }
    bool no_rule = op->result_count == 0 || op->operand_count == 0 || op_has(op, OP_TERMINATOR) ||
                   op->def->flow != OP_FLOW_NONE;
    return no_rule ? NODE_NONE : NODE_RULE;
}

/* Reports what propagation does not take. */
static bool check_types(const struct op *op, struct context *context) {
    for (uint32_t i = 0; i < op->result_count; i++) {
        const struct type *type = op->results[i].type;
        const char *fault = NULL;
        if (type->kind == TYPE_UNRANKED || (type->kind == TYPE_TENSOR && !type_is_static(type))) {
            fault = "only supports ranked tensors with a static shape. type";
        } else if (type->kind == TYPE_TUPLE) {
            fault = "doesn't support tuples";
        }
        if (fault) {
            return diag_error(context->diagnostics, op->location,
                              "'%s' op Shardy propagation %s: '%s'", op->name, fault,
                              say_type(context, type));
        }
    }
    return true;
}

static bool add_op(struct op *op, void *data) {
    struct propagation *state = data;
    if (!check_types(op, state->context)) {
        return false;
    }
    struct flow_node *node = vector_push(&state->nodes);
    node->op = op;
    node->first_slot = (uint32_t)state->slots.count;
    op->note = (int32_t)state->nodes.count;
    add_slots(state, op);
    node->kind = (uint8_t)node_kind(op);
    if (op_has(op, OP_CALL)) {
        const struct attr *callee = op_property(op, "callee");
        struct op *func = callee ? symbol_lookup_from(op, callee) : NULL;
        struct call_sites *list = func ? pointer_map_get(&state->calls, func) : NULL;
        if (func && !list) {
            list = ARENA_NEW(state->arena, struct call_sites);
            pointer_map_put(&state->calls, func, list);
        }
        if (list) {
            *vector_push(list) = op;
        }
    }
    return true;
}

static const uint32_t *operand_and_result_slots(struct propagation *state, const struct op *op) {
    uint32_t *slots = ARENA_ARRAY(state->arena, uint32_t, op->operand_count + op->result_count);
    for (uint32_t i = 0; i < op->operand_count; i++) {
        slots[i] = value_slot(op_operand(op, i));
    }
    for (uint32_t i = 0; i < op->result_count; i++) {
        slots[op->operand_count + i] = value_slot(&op->results[i]);
    }
    return slots;
}

static void make_edge(struct propagation *state, struct flow_node *node) {
    const struct value *owner = op_operand(node->op, 0);
    uint32_t count = flow_source_count(owner);
    uint32_t *slots = ARENA_ARRAY(state->arena, uint32_t, (size_t)count + 1);
    for (uint32_t i = 0; i < count; i++) {
        slots[i] = value_slot(flow_source(owner, i)->value);
    }
    slots[count] = value_slot(&node->op->results[0]);
    node->slots = slots;
    node->tensor_count = count + 1;
}

/* The sources of a function's edge: what its calls pass, or what the callee returns. */
static void make_func_edge(struct propagation *state, struct flow_node *node) {
    const struct value *value = op_operand(node->op, 0);
    const struct call_sites *calls = NULL;
    const struct op *returns = NULL;
    if (!value->op) {
        calls = pointer_map_get(&state->calls, value_owner(value));
    } else {
        const struct attr *callee = op_property(value->op, "callee");
        const struct op *func = callee ? symbol_lookup_from(value->op, callee) : NULL;
        returns = func ? func_return(func) : NULL;
    }
    uint32_t count = calls ? (uint32_t)calls->count : returns ? 1 : 0;
    uint32_t *slots = ARENA_ARRAY(state->arena, uint32_t, (size_t)count + 1);
    for (uint32_t i = 0; i < count; i++) {
        slots[i] = value_slot(calls ? op_operand(calls->items[i], value->index)
                                    : op_operand(returns, value->index));
    }
    slots[count] = value_slot(&node->op->results[0]);
    node->slots = slots;
    node->tensor_count = count + 1;
    node->kind = count == 0 ? NODE_NONE : NODE_FUNC_EDGE;
}

/* Changes of what flows, is returned or goes to a call concern others than the user. */
static void note_uses(struct propagation *state, const struct op *op) {
    bool goes_on =
        op_has(op, OP_TERMINATOR) || op_has(op, OP_CALL) || op->def->flow != OP_FLOW_NONE;
    uint32_t number = (uint32_t)op->note - 1;
    for (uint32_t i = 0; i < op->operand_count; i++) {
        uint32_t number_of_slot = value_slot(op_operand(op, i));
        if (number_of_slot == SLOT_NONE) {
            continue;
        }
        struct sharding_slot *slot = &state->slots.items[number_of_slot];
        uint32_t first = goes_on ? 0 : number, last = goes_on ? UINT32_MAX : number;
        slot->first_user = first < slot->first_user ? first : slot->first_user;
        slot->last_user = last > slot->last_user ? last : slot->last_user;
    }
}

static void make_node(struct propagation *state, struct flow_node *node) {
    struct op *op = node->op;
    note_uses(state, op);
    node_count_uses(node);
    if (node->kind == NODE_NONE) {
        return;
    }
    node->schedule = (uint8_t)op_propagation_schedule(op);
    node->elementwise = op_is_elementwise(op);
    if (node->kind == NODE_EDGE || node->kind == NODE_FUNC_EDGE) {
        if (!has_shape(op->results[0].type)) {
            node->kind = NODE_NONE;
        } else if (node->kind == NODE_EDGE) {
            make_edge(state, node);
        } else {
            make_func_edge(state, node);
        }
        node->rule_is_known = true;
        node->rule = node->kind == NODE_NONE ? NULL
                                             : identity_rule(state->context, op->results[0].type,
                                                             node->tensor_count - 1);
        return;
    }
    node->slots = operand_and_result_slots(state, op);
    node->tensor_count = op->operand_count + op->result_count;
    if (node->kind == NODE_BARRIER) {
        node->rule_is_known = true;
        node->rule = identity_rule(state->context, op->results[0].type, 1);
    }
}

/* --- groups: members of one group always have one sharding ------------------------------------ */

static void add_to_group(struct propagation *state, const struct op *op) {
    uint32_t slot = value_slot(op_operand(op, 0));
    if (slot == SLOT_NONE) {
        return;
    }
    const struct attr *id = op_property(op, "group_id");
    struct slot_list *members = pointer_map_get(&state->groups, id);
    if (!members) {
        members = ARENA_NEW(state->arena, struct slot_list);
        pointer_map_put(&state->groups, id, members);
    }
    state->slots.items[slot].group = members;
    *vector_push(members) = slot;
}

/* --- begin and end ---------------------------------------------------------------------------- */

static void read_results(struct propagation *state) {
    state->main = main_function(state->module);
    uint32_t count = state->main ? func_result_count(state->main) : 0;
    state->result_shardings = ARENA_ARRAY(state->arena, const struct attr *, count);
    state->initial_results = ARENA_ARRAY(state->arena, const struct attr *, count);
    for (uint32_t i = 0; i < count; i++) {
        state->result_shardings[i] = func_result_sharding(state->main, i);
        state->initial_results[i] = state->result_shardings[i];
    }
}

bool propagation_init(struct propagation *state, struct module *module) {
    memset(state, 0, sizeof *state);
    state->module = module;
    state->context = module->context;
    state->arena = arena_new();
    state->op_priority = OP_PRIORITY_ALL;
    if (!meshes_are_of(module) || !op_walk(module->op, add_op, state)) {
        return false;
    }
    for (size_t i = 0; i < state->sharing.count; i++) {
        share_slot(state->sharing.items[i]);
    }
    for (size_t i = 0; i < state->nodes.count; i++) {
        const struct op *op = op_fetch_ahead(state->nodes.items[i].op);
        make_node(state, &state->nodes.items[i]);
        if (op_is(op, OP_SDY_SHARDING_GROUP)) {
            add_to_group(state, op);
        }
    }
    read_results(state);
    return true;
}

const struct mesh *propagation_mesh(struct propagation *state, const struct sharding *sharding) {
    if (sharding->mesh) {
        return attr_as_mesh(sharding->mesh);
    }
    const struct mesh *mesh = pointer_map_get(&state->meshes, sharding->mesh_name);
    if (!mesh) {
        mesh = sharding_mesh(state->module->op, sharding);
        if (mesh) {
            pointer_map_put(&state->meshes, sharding->mesh_name, (void *)mesh);
        }
    }
    return mesh;
}

/* Arguments of a function are written all at once: one attribute holds them. */
static void write_arguments(struct propagation *state, struct op *func) {
    const struct block *block = func->regions[0].first;
    if (!block) {
        return;
    }
    const struct attr **shardings =
        ARENA_ARRAY(state->arena, const struct attr *, block->argument_count);
    bool changed = false;
    for (uint32_t i = 0; i < block->argument_count; i++) {
        struct sharding_slot *slot = &state->slots.items[value_slot(block->arguments[i])];
        shardings[i] = slot->sharding;
        changed |= slot->sharding != slot->initial;
        slot->initial = slot->sharding;
    }
    if (changed) {
        func_set_argument_attrs(state->module, func, "sdy.sharding", shardings);
    }
}

/* The slots from `first` to `end` are those of the values of the node. */
static void write_node(struct propagation *state, const struct flow_node *node, size_t first,
                       size_t end) {
    if (op_has(node->op, OP_FUNCTION)) {
        write_arguments(state, node->op);
    }
    if (state->keep_rules && node->rule && node->kind == NODE_RULE) {
        op_set_attr(state->module, node->op, "sdy.sharding_rule", node->rule);
    }
    for (size_t i = first; i < end; i++) {
        struct sharding_slot *slot = &state->slots.items[i];
        if (slot->sharding != slot->initial) {
            value_set_sharding(state->module, slot->value, slot->sharding);
            slot->initial = slot->sharding;
        }
    }
}

void propagation_write(struct propagation *state) {
    size_t count = state->nodes.count;
    for (size_t i = 0; i < count; i++) {
        const struct flow_node *node = &state->nodes.items[i];
        size_t end = i + 1 < count ? node[1].first_slot : state->slots.count;
        if (op_fetch_ahead(node->op)) {
            write_node(state, node, node->first_slot, end);
        }
    }
    for (uint32_t i = 0; state->main && i < func_result_count(state->main); i++) {
        if (state->result_shardings[i] != state->initial_results[i]) {
            func_set_result_attrs(state->module, state->main, "sdy.sharding",
                                  state->result_shardings);
            break;
        }
    }
    for (uint32_t i = 0; state->main && i < func_result_count(state->main); i++) {
        state->initial_results[i] = state->result_shardings[i];
    }
}

void propagation_finish(struct propagation *state) {
    if (state->nodes.count != 0) {
        propagation_write(state);
    }
    for (size_t i = 0; i < state->groups.capacity; i++) {
        struct slot_list *members = state->groups.keys[i] ? state->groups.values[i] : NULL;
        if (members) {
            vector_free(members);
        }
    }
    for (size_t i = 0; i < state->calls.capacity; i++) {
        struct call_sites *list = state->calls.keys[i] ? state->calls.values[i] : NULL;
        if (list) {
            vector_free(list);
        }
    }
    pointer_map_free(&state->calls);
    pointer_map_free(&state->meshes);
    through_cache_free(state->cache);
    pointer_map_free(&state->groups);
    vector_free(&state->slots);
    vector_free(&state->sharing);
    vector_free(&state->nodes);
    vector_free(&state->worklist);
    arena_free(state->arena);
}
