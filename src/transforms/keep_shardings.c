/* Shardings of operations that others take the place of. */
#include "ops/build.h"
#include "transforms/transforms.h"

/* While the operation is replaced, constraints stand for what its results are to be. */
struct op **hold_shardings(struct module *module, struct arena *arena, struct op *op) {
    struct context *context = module->context;
    bool any = op->attrs.count > 0 && op_attr(op, "sdy.sharding");
    struct op **held = any ? ARENA_ARRAY(arena, struct op *, op->result_count + 1) : NULL;
    uint32_t count = 0;
    for (uint32_t i = 0; any && i < op->result_count; i++) {
        struct value *result = &op->results[i];
        const struct attr *sharding = value_sharding(context, result);
        if (!sharding || !type_is_tensor(result->type) || !result->first_use) {
            continue;
        }
        struct builder behind = builder_after(module, count > 0 ? held[count - 1] : op);
        behind.location = op->location;
        struct op *constraint =
            build_sharded(&behind, OP_SDY_SHARDING_CONSTRAINT, result, sharding);
        value_replace_uses(result, &constraint->results[0]);
        op_set_operand(constraint, 0, result);
        held[count++] = constraint;
    }
    return held;
}

void release_shardings(struct module *module, struct op **held) {
    for (; held && *held; held++) {
        struct value *value = op_operand(*held, 0);
        const struct attr *sharding = op_property(*held, "sharding");
        const struct attr *present = value_sharding(module->context, value);
        bool takes = value->op && value->op->def->sharding_place == OP_SHARDING_OF_RESULTS;
        if (present ? present != sharding : !takes) {
            continue; /* another value of the program: asked for where the operation was */
        }
        if (!present) {
            value_set_sharding(module, value, sharding);
        }
        value_replace_uses(&(*held)->results[0], value);
        op_erase(*held);
    }
}
