/* A walk over all shardings of a program. */
#include "partition/prepare/shardings.h"

#include "ops/op_def.h"
#include "sharding/sharding.h"

struct changes {
    struct module *module;
    sharding_change *change;
    void *data;
};

static void change_value(struct changes *changes, const struct op *op, struct value *value) {
    if (value_shardable(value) != value) {
        return;
    }
    const struct attr *old = value_sharding(changes->module->context, value);
    const struct attr *sharding = changes->change(changes->data, op, value->type, old);
    if (sharding) {
        value_set_sharding(changes->module, value, sharding);
    }
}

static bool change_op(struct op *op, void *data) {
    struct changes *changes = data;
    for (uint32_t i = 0; i < op->result_count; i++) {
        change_value(changes, op, &op->results[i]);
    }
    for (uint32_t i = 0; i < op->region_count; i++) {
        FOR_EACH_BLOCK (block, &op->regions[i]) {
            for (uint32_t j = 0; j < block->argument_count; j++) {
                change_value(changes, op, block->arguments[j]);
            }
        }
    }
    for (uint32_t i = 0; op_has(op, OP_FUNCTION) && i < func_result_count(op); i++) {
        const struct attr *sharding = changes->change(changes->data, op, func_result_type(op, i),
                                                      func_result_sharding(op, i));
        if (sharding) {
            func_set_result_sharding(changes->module, op, i, sharding);
        }
    }
    return true;
}

void change_shardings(struct module *module, sharding_change *change, void *data) {
    struct changes changes = {.module = module, .change = change, .data = data};
    op_walk(module->op, change_op, &changes);
}
