/* What has no elements needs nobody's: a value of none is a constant, a pad of one is what it pads
 * with, a product of one is zero, a concatenation is the same without it. Operations that look at
 * other devices' elements then always find some. */
#include "ops/build.h"
#include "ops/verify/value_type.h"
#include "partition/partition.h"
#include "partition/parts.h"
#include "transforms/transforms.h"

/* Of a type that a constant can have: tensors of `index` and of quantized elements stay. */
static bool is_constant_type(const struct type *type) {
    return value_type_accepts(VALUE_PLAIN | VALUE_STATIC, type);
}

static bool is_empty(const struct value *value) {
    return is_constant_type(value->type) && type_is_empty(value->type);
}

/* The sharding of a sum over devices as that of what is no sum. */
static const struct attr *reduced(struct module *module, const struct attr *attr) {
    const struct sharding *sharding = attr_as_sharding(attr);
    if (!sharding || sharding->unreduced.count == 0) {
        return attr;
    }
    struct sharding whole = *sharding;
    whole.unreduced = (struct axis_list){0};
    return sharding_attr(module->context, &whole);
}

static void replace(struct module *module, struct op *op, uint32_t index, struct value *value) {
    const struct attr *sharding =
        reduced(module, value_sharding(module->context, &op->results[index]));
    if (sharding) {
        value_set_sharding(module, value, sharding);
    }
    value_replace_uses(&op->results[index], value);
}

/* What a result is that has elements and comes of operands of none: what a pad pads with, or the
 * sum of nothing. NULL: of another operation. */
static struct value *made_of_nothing(struct builder *at, const struct op *op) {
    bool is_product = op_is(op, OP_CONVOLUTION) || op_is(op, OP_DOT_GENERAL);
    if (op_is(op, OP_PAD) && is_empty(op_operand(op, 0))) {
        return build_broadcast(at, op_operand(op, 1), op->results[0].type);
    }
    if (is_product && is_constant_type(op->results[0].type) &&
        (is_empty(op_operand(op, 0)) || is_empty(op_operand(op, 1)))) {
        return build_zeros(at, op->results[0].type);
    }
    return NULL;
}

/* Operands of no elements leave a concatenation. */
static void shorten(struct op *op) {
    for (uint32_t i = op->operand_count; op_is(op, OP_CONCATENATE) && i-- > 0;) {
        if (is_empty(op_operand(op, i))) {
            op_erase_operand(op, i);
        }
    }
}

/* What its first operand is: a concatenation of nothing else, a slice of all of it. */
static bool stays(const struct op *op) {
    bool alone = op_is(op, OP_CONCATENATE) && op->operand_count == 1;
    return (alone && op_operand(op, 0)->type == op->results[0].type) || parts_stay(op);
}

static bool all_empty(const struct op *op) {
    for (uint32_t i = 0; i < op->result_count; i++) {
        if (!is_empty(&op->results[i])) {
            return false;
        }
    }
    return op->result_count > 0;
}

static bool fold(struct module *module, struct op *op) {
    struct builder at = builder_before(module, op);
    at.location = op->location;
    if (all_empty(op)) {
        if (op->def->flow != OP_FLOW_NONE || op_has(op, OP_CONSTANT_LIKE) ||
            op_has(op, OP_TERMINATOR) || !op_is_pure_inside(op)) {
            return false;
        }
        for (uint32_t i = 0; i < op->result_count; i++) {
            replace(module, op, i, build_zeros(&at, op->results[i].type));
        }
        op_erase(op);
        return true;
    }
    shorten(op);
    struct value *value = made_of_nothing(&at, op);
    if (value) {
        replace(module, op, 0, value);
    } else if (stays(op)) {
        value = parts_sharded_like(&at, op_operand(op, 0), &op->results[0]);
        value_replace_uses(&op->results[0], value);
    } else {
        return false;
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
