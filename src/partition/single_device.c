/* Reshards around operations that are on one device: what they read comes from the whole mesh,
 * replicated, and what they give goes back there. */
#include "partition/single_device.h"

#include "ops/build.h"
#include "ops/verify/fault.h"
#include "partition/reshard_op.h"

const struct op *module_global_mesh(const struct module *module) {
    FOR_EACH_OP (op, module->op->regions[0].first) {
        const struct mesh *mesh =
            op_is(op, OP_SDY_MESH) ? attr_as_mesh(op_property(op, "mesh")) : NULL;
        if (mesh && mesh->axis_count > 0) {
            return op;
        }
    }
    return NULL;
}

const struct attr *replicated_on_mesh(struct context *context, const struct op *mesh,
                                      uint32_t rank) {
    struct sharding like = {.mesh_name = intern(context->strings, symbol_name(mesh))};
    return sharding_closed(context, &like, rank);
}

const struct mesh *single_device_mesh(const struct op *op, const struct attr *sharding) {
    const struct sharding *on = attr_as_sharding(sharding);
    const struct mesh *mesh = on ? sharding_mesh(op, on) : NULL;
    return mesh && mesh_is_maximal(mesh) ? mesh : NULL;
}

const struct attr *single_device_sharding(struct context *context, const struct op *op,
                                          bool *failed) {
    const struct attr *found = NULL;
    const struct mesh *device = NULL;
    for (uint32_t i = 0; i < op->result_count; i++) {
        const struct attr *sharding = value_sharding(context, &op->results[i]);
        const struct mesh *mesh = single_device_mesh(op, sharding);
        if (!mesh) {
            continue;
        }
        if (device && device->device_ids[0] != mesh->device_ids[0]) {
            op_fault(op, context, "has conflicting single-device result shardings");
            *failed = true;
            return NULL;
        }
        found = sharding;
        device = mesh;
    }
    return found;
}

bool check_function_on_all_devices(struct module *module, const struct op *func) {
    static const char *const words[] = {"argument", "result"};
    for (int results = 0; results <= 1; results++) {
        uint32_t count = results ? func_result_count(func) : func_input_count(func);
        for (uint32_t i = 0; i < count; i++) {
            const struct attr *sharding = results ? func_result_sharding(func, i)
                                                  : func_argument_attr(func, i, "sdy.sharding");
            if (single_device_mesh(func, sharding)) {
                return op_fault(func, module->context,
                                "function %s %u cannot have a single-device (maximal) sharding "
                                "attribute",
                                words[results], i);
            }
        }
    }
    return true;
}

/* --- around one operation --------------------------------------------------------------------- */

static void reshard_operand(struct module *module, struct op *op, uint32_t index,
                            const struct attr *sharding, const struct op *global) {
    struct context *context = module->context;
    struct value *operand = op_operand(op, index);
    if (!type_is_tensor(operand->type)) {
        return;
    }
    struct builder before = builder_before(module, op);
    before.location = value_location(operand);
    const struct attr *replicated = replicated_on_mesh(context, global, operand->type->rank);
    const struct attr *present = value_sharding(context, operand);
    if (present == sharding) {
        return;
    }
    const struct sharding *from = attr_as_sharding(present ? present : replicated);
    if (!sharding_is_replicated(from) ||
        from->mesh_name != attr_as_sharding(replicated)->mesh_name) {
        operand = build_reshard(&before, operand, replicated);
    }
    op_set_operand(op, index, build_reshard(&before, operand, sharding));
}

/* Puts reshards behind `after`, which they follow in order; returns the last. */
static struct op *reshard_result(struct module *module, struct op *op, struct op *after,
                                 uint32_t index, const struct op *global) {
    struct context *context = module->context;
    struct value *result = &op->results[index];
    const struct attr *replicated = replicated_on_mesh(context, global, result->type->rank);
    const struct attr *target = value_sharding(context, result);
    if (!target || single_device_mesh(op, target)) {
        target = replicated;
    }
    struct builder behind = builder_after(module, after);
    behind.location = op->location;
    struct value *value = build_reshard(&behind, result, replicated);
    struct op *first = value->op;
    if (target != replicated) {
        behind = builder_after(module, first);
        behind.location = op->location;
        value = build_reshard(&behind, value, target);
    }
    replace_other_uses(result, value, first);
    return value->op;
}

/* A reshard of a whole value to the device whose users are there or take it back: an earlier run of
 * the pass may have put it there, and nothing else is asked for. */
static bool feeds_device(struct module *module, const struct op *op, const struct attr *sharding) {
    if (!op_is(op, OP_SDY_RESHARD)) {
        return false;
    }
    const struct sharding *from =
        attr_as_sharding(value_sharding(module->context, op_operand(op, 0)));
    bool feeds = (!from || sharding_is_replicated(from)) && op->results[0].first_use;
    FOR_EACH_USE (use, &op->results[0]) {
        const struct op *user = use->user;
        feeds = feeds && user->result_count > 0 &&
                (op_is(user, OP_SDY_RESHARD) ||
                 value_sharding(module->context, &user->results[0]) == sharding);
    }
    return feeds;
}

void reshard_around_single_device(struct module *module, struct op *op,
                                  const struct attr *sharding) {
    const struct op *global = module_global_mesh(module);
    if (!global || feeds_device(module, op, sharding)) {
        return;
    }
    for (uint32_t i = 0; i < op->operand_count; i++) {
        reshard_operand(module, op, i, sharding, global);
    }
    struct op *after = op;
    for (uint32_t i = 0; i < op->result_count && !ends_unused(op); i++) {
        if (type_is_tensor(op->results[i].type)) {
            after = reshard_result(module, op, after, i, global);
        }
    }
    for (uint32_t i = 0; i < op->result_count; i++) {
        struct value *result = &op->results[i];
        if (type_is_tensor(result->type)) {
            value_set_sharding(module, result, sharding);
        } else if (result->type->kind == TYPE_TOKEN) {
            value_set_sharding(module, result, replicated_on_mesh(module->context, global, 0));
        }
    }
}

void spread_from_single_device(struct module *module, struct op *op) {
    const struct op *global = module_global_mesh(module);
    for (uint32_t i = 0; global && i < op->result_count; i++) {
        struct value *result = &op->results[i];
        if (single_device_mesh(op, value_sharding(module->context, result))) {
            value_set_sharding(
                module, result,
                replicated_on_mesh(module->context, global,
                                   type_is_tensor(result->type) ? result->type->rank : 0));
        }
    }
}
