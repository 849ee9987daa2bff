/* What has no elements needs nobody's: a value of none is a constant, and a pad of one is what it
 * pads with. Operations that look at other devices' elements then always find some. */
#include "ops/build.h"
#include "partition/partition.h"
#include "transforms/transforms.h"

static bool is_empty(const struct value *value) {
    return type_is_tensor(value->type) && type_is_static(value->type) &&
           type_element(value->type)->kind != TYPE_QUANTIZED && type_is_empty(value->type);
}

static void replace(struct module *module, struct op *op, uint32_t index, struct value *value) {
    const struct attr *sharding = value_sharding(module->context, &op->results[index]);
    if (sharding) {
        value_set_sharding(module, value, sharding);
    }
    value_replace_uses(&op->results[index], value);
}

static bool is_pad_of_nothing(const struct op *op) {
    return op_is(op, OP_PAD) && is_empty(op_operand(op, 0));
}

static bool fold(struct module *module, struct op *op) {
    bool pads = is_pad_of_nothing(op);
    for (uint32_t i = 0; i < op->result_count && !pads; i++) {
        if (!is_empty(&op->results[i])) {
            return false;
        }
    }
    if (op->result_count == 0 || op->def->flow != OP_FLOW_NONE || op_has(op, OP_CONSTANT_LIKE) ||
        op_has(op, OP_TERMINATOR) || !op_is_pure_inside(op)) {
        return false;
    }
    struct builder at = builder_before(module, op);
    at.location = op->location;
    for (uint32_t i = 0; i < op->result_count; i++) {
        const struct type *type = op->results[i].type;
        replace(module, op, i,
                pads ? build_broadcast(&at, op_operand(op, 1), type) : build_zeros(&at, type));
    }
    op_erase(op);
    return true;
}

static void fold_region(struct module *module, struct region *region) {
    FOR_EACH_BLOCK (block, region) {
        FOR_EACH_OP_SAFE (op, block) {
            if (fold(module, op)) {
                continue;
            }
            for (uint32_t i = 0; i < op->region_count; i++) {
                fold_region(module, &op->regions[i]);
            }
        }
    }
}

bool pass_fold_empty_values(struct module *module, const struct pass_options *options) {
    (void)options;
    fold_region(module, &module->op->regions[0]);
    return true;
}
