/* Slices put together again in another order, along a dimension that is sharded: a roll. Each slice
 * would have a size of its own, and be sharded otherwise or not at all. It becomes the whole tensor
 * shifted to its place, of which its range is selected: one sharding for all, and a halo for each.
 */
#include "partition/partition.h"

#include "ops/build.h"

struct roll {
    struct op *op;
    uint32_t dim;
    const struct attr *sharding; /* of the result */
};

/* Takes a range of one dimension, and all of the others, of a tensor as large and as sharded as the
 * result. */
static bool is_range(const struct roll *roll, const struct value *value, struct context *context) {
    const struct op *slice = value->op;
    if (!slice || !op_is(slice, OP_SLICE)) {
        return false;
    }
    const struct value *source = op_operand(slice, 0);
    const struct sharding *sharding = attr_as_sharding(value_sharding(context, source));
    const struct sharding *result = attr_as_sharding(roll->sharding);
    if (source->type != roll->op->results[0].type || !sharding ||
        sharding->mesh_name != result->mesh_name || sharding->mesh != result->mesh ||
        !axes_equal(sharding->dims[roll->dim].axes, result->dims[roll->dim].axes)) {
        return false;
    }
    for (uint32_t dim = 0; dim < source->type->rank; dim++) {
        if (op_ints(slice, "strides").items[dim] != 1 ||
            (dim != roll->dim && value->type->dims[dim] != source->type->dims[dim])) {
            return false;
        }
    }
    return true;
}

static bool is_roll(struct roll *roll, struct context *context) {
    struct op *op = roll->op;
    if (!op_is(op, OP_CONCATENATE)) {
        return false;
    }
    roll->dim = (uint32_t)op_int(op, "dimension", 0);
    roll->sharding = value_sharding(context, &op->results[0]);
    const struct sharding *sharding = attr_as_sharding(roll->sharding);
    const struct type *type = op->results[0].type;
    if (!sharding || sharding->dims[roll->dim].axes.count == 0 || !type_is_static(type) ||
        type_element(type)->kind == TYPE_QUANTIZED) {
        return false;
    }
    for (uint32_t i = 0; i < op->operand_count; i++) {
        if (!is_range(roll, op_operand(op, i), context)) {
            return false;
        }
    }
    return op->operand_count > 1;
}

static struct value *shard(const struct roll *roll, struct builder *at, struct value *value) {
    value_set_sharding(at->module, value, roll->sharding);
    return value;
}

/* The tensor that the operand is a range of, moved so that the range begins at `place`. */
static struct value *shifted(const struct roll *roll, struct builder *at, uint32_t operand,
                             int64_t place) {
    const struct op *slice = op_operand(roll->op, operand)->op;
    struct value *source = op_operand(slice, 0);
    int64_t low[MAX_RANK] = {0}, high[MAX_RANK] = {0}, none[MAX_RANK] = {0};
    low[roll->dim] = place - op_ints(slice, "start_indices").items[roll->dim];
    high[roll->dim] = -low[roll->dim];
    if (low[roll->dim] == 0) {
        return source;
    }
    struct value *zero =
        build_zeros(at, type_with_dims(at->module->context, source->type, 0, NULL));
    return shard(roll, at, build_pad(at, source, zero, low, high, none));
}

/* With the slices that nothing else uses. */
static void drop(struct op *op) {
    while (op->operand_count > 0) {
        struct op *slice = op_operand(op, op->operand_count - 1)->op;
        op_erase_operand(op, op->operand_count - 1);
        if (!slice->results[0].first_use) {
            op_erase(slice);
        }
    }
    op_erase(op);
}

static void unroll(const struct roll *roll, struct module *module) {
    struct op *op = roll->op;
    struct builder at = builder_before(module, op);
    at.location = op->location;
    const struct type *type = op->results[0].type;
    const struct type *numbers =
        type_with_element(module->context, type, type_integer(module->context, 64, SIGNLESS));
    struct value *number = shard(roll, &at, build_iota(&at, numbers, roll->dim));
    int64_t place = type->dims[roll->dim];
    struct value *result = NULL;
    for (uint32_t i = op->operand_count; i-- > 0;) {
        int64_t end = place;
        place -= op_operand(op, i)->type->dims[roll->dim];
        struct value *whole = shifted(roll, &at, i, place);
        if (result) {
            struct value *limit = build_i64_scalar(&at, end);
            limit = shard(roll, &at, build_broadcast_in_dim(&at, limit, numbers, 0, NULL));
            struct value *before =
                shard(roll, &at, build_compare(&at, number, limit, COMPARE_LT, COMPARE_SIGNED));
            whole = build_value(&at, OP_SELECT, 3, (struct value *const[]){before, whole, result},
                                type);
            shard(roll, &at, whole);
        }
        result = whole;
    }
    value_replace_uses(&op->results[0], result);
    drop(op);
}

bool pass_shift_rolls(struct module *module, const struct pass_options *options) {
    (void)options;
    struct op_list ops = module_ops_of(module, op_table[OP_CONCATENATE]);
    for (size_t i = 0; i < ops.count; i++) {
        struct roll roll = {.op = ops.items[i]};
        if (is_roll(&roll, module->context)) {
            unroll(&roll, module);
        }
    }
    vector_free(&ops);
    return true;
}
