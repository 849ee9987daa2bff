/* sdyc-meet-on-one-mesh: the tensors of an operation may be sharded on meshes of other axes, or of
 * devices in another order, of which none says anything about the others. The operation works on
 * one of them: that on which most elements are sharded. What is sharded on another comes to it, and
 * goes back behind it. */
#include "ops/build.h"
#include "partition/partition.h"
#include "partition/reshard_op.h"
#include "propagation/propagation.h"

struct meeting {
    struct module *module;
    struct op *op;
    const struct sharding *like; /* on the mesh where they meet */
    const struct mesh *mesh;
};

/* Operands come first. */
static const struct sharding *sharding_of(const struct meeting *meeting, uint32_t tensor) {
    struct op *op = meeting->op;
    const struct value *value = tensor < op->operand_count
                                    ? op_operand(op, tensor)
                                    : &op->results[tensor - op->operand_count];
    return type_is_tensor(value->type)
               ? attr_as_sharding(value_sharding(meeting->module->context, value))
               : NULL;
}

/* The mesh of a tensor, if it has one of several devices. */
static const struct mesh *mesh_of(const struct meeting *meeting, uint32_t tensor) {
    const struct sharding *sharding = sharding_of(meeting, tensor);
    const struct mesh *mesh = sharding ? sharding_mesh(meeting->op, sharding) : NULL;
    return mesh && !mesh_is_empty(mesh) && !mesh_is_maximal(mesh) ? mesh : NULL;
}

/* How many elements are sharded on this mesh. */
static int64_t elements_on(const struct meeting *meeting, const struct mesh *mesh) {
    int64_t elements = 0;
    for (uint32_t i = 0; i < meeting->op->operand_count + meeting->op->result_count; i++) {
        const struct mesh *other = mesh_of(meeting, i);
        if (other && mesh_equal(mesh, other, false) &&
            !sharding_is_replicated(sharding_of(meeting, i))) {
            elements = extent_sum(elements, type_count(op_tensor_type(meeting->op, i)));
        }
    }
    return elements;
}

/* Whether the tensors are on several meshes; chooses one, a result's where none is better. */
static bool choose_mesh(struct meeting *meeting) {
    int64_t most = -1;
    bool several = false;
    for (uint32_t i = meeting->op->operand_count + meeting->op->result_count; i-- > 0;) {
        const struct mesh *mesh = mesh_of(meeting, i);
        several = several || (mesh && meeting->mesh && !mesh_equal(mesh, meeting->mesh, false));
        if (!mesh || (meeting->mesh && mesh_equal(mesh, meeting->mesh, false))) {
            continue;
        }
        int64_t elements = elements_on(meeting, mesh);
        if (elements > most) {
            most = elements;
            meeting->mesh = mesh;
            meeting->like = sharding_of(meeting, i);
        }
    }
    return several;
}

static bool is_elsewhere(const struct meeting *meeting, uint32_t tensor) {
    const struct mesh *mesh = mesh_of(meeting, tensor);
    return mesh && !mesh_equal(mesh, meeting->mesh, false);
}

static const struct attr *whole(const struct meeting *meeting, const struct value *value) {
    return sharding_closed(meeting->module->context, meeting->like, value->type->rank);
}

static void bring_operand(const struct meeting *meeting, uint32_t index) {
    struct op *op = meeting->op;
    struct value *operand = op_operand(op, index);
    struct builder before = builder_before(meeting->module, op);
    before.location = value_location(operand);
    reason_set(meeting->module, REASON_OPERAND, op, index, 0);
    op_set_operand(op, index, build_reshard(&before, operand, whole(meeting, operand)));
}

static struct op *send_result(const struct meeting *meeting, uint32_t index, struct op *after) {
    struct value *result = &meeting->op->results[index];
    const struct attr *wanted = value_sharding(meeting->module->context, result);
    value_set_sharding(meeting->module, result, whole(meeting, result));
    if (ends_unused(meeting->op)) {
        return after;
    }
    struct builder behind = builder_after(meeting->module, after);
    behind.location = value_location(result);
    reason_set(meeting->module, REASON_RESULT, meeting->op, index, 0);
    struct value *sent = build_reshard(&behind, result, wanted);
    replace_other_uses(result, sent, sent->op);
    return sent->op;
}

static void meet(struct meeting *meeting) {
    struct op *op = meeting->op, *after = op;
    for (uint32_t i = 0; i < op->operand_count; i++) {
        if (is_elsewhere(meeting, i)) {
            bring_operand(meeting, i);
        }
    }
    for (uint32_t i = 0; i < op->result_count; i++) {
        if (is_elsewhere(meeting, op->operand_count + i)) {
            after = send_result(meeting, i, after);
        }
    }
}

/* What only hands values on reshards them itself. */
static bool works(const struct op *op) {
    return op->def->flow == OP_FLOW_NONE && op->operand_count > 0 && op->result_count > 0 &&
           op->def->sharding_place == OP_SHARDING_OF_RESULTS && !op_has(op, OP_CALL);
}

static bool visit(struct op *op, void *data) {
    struct meeting meeting = {.module = data, .op = op};
    if (works(op) && choose_mesh(&meeting) &&
        op_sharding_rule(meeting.module->context, op, false)) {
        meet(&meeting);
    }
    return true;
}

bool pass_meet_on_one_mesh(struct module *module, const struct pass_options *options) {
    (void)options;
    struct op_list meshes = module_ops_of(module, op_table[OP_SDY_MESH]);
    if (meshes.count > 1) {
        op_walk_post(module->op, visit, module);
    }
    vector_free(&meshes);
    return true;
}
