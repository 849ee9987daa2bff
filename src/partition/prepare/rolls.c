/* Slices put together again in another order, along a dimension that is sharded: a roll. Each slice
 * would have a size of its own, and be sharded otherwise or not at all. Of a tensor in even parts
 * whose end stands in front of its beginning, each device sends on what leaves its part, and what
 * leaves the last goes round. Other slices become the whole tensor shifted to their place, of which
 * their range is selected: one sharding for all, and a halo for each. */
#include "partition/partition.h"

#include "partition/parts.h"
#include "sharding/devices.h"

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
    roll->dim = (uint32_t)op_int(op, "dimension", 0);
    roll->sharding = value_sharding(context, &op->results[0]);
    const struct sharding *sharding = attr_as_sharding(roll->sharding);
    const struct type *type = op->results[0].type;
    if (!sharding || sharding->rank != type->rank || /* on one device */
        sharding->dims[roll->dim].axes.count == 0 || !type_is_static(type) ||
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

/* --- around ----------------------------------------------------------------------------------- */

/* One tensor from place `*by` on, and then from its first. */
static bool goes_round(const struct roll *roll, int64_t *by) {
    if (roll->op->operand_count != 2) {
        return false;
    }
    const struct op *first = op_operand(roll->op, 0)->op, *second = op_operand(roll->op, 1)->op;
    *by = op_ints(first, "start_indices").items[roll->dim];
    return op_operand(first, 0) == op_operand(second, 0) &&
           op_ints(second, "start_indices").items[roll->dim] == 0 &&
           op_operand(roll->op, 1)->type->dims[roll->dim] == *by;
}

static bool is_in_even_parts(const struct roll *roll) {
    const struct sharding *sharding = attr_as_sharding(roll->sharding);
    const struct mesh *mesh = sharding_mesh(roll->op, sharding);
    const struct type *type = roll->op->results[0].type;
    bool even = sharding->unreduced.count == 0 && mesh_device_count(mesh) <= MOST_LISTED_DEVICES;
    for (uint32_t dim = 0; dim < type->rank; dim++) {
        even = even && type->dims[dim] % dim_sharding_size(mesh, &sharding->dims[dim]) == 0;
    }
    return even;
}

/* Of the part elements `from` to `to`, as the device `hops` places further on has them. */
static struct value *fetched(const struct roll *roll, struct builder *inside,
                             struct process_ids *ids, struct arena *scratch, int64_t from,
                             int64_t to, int64_t hops) {
    const struct sharding *sharding = attr_as_sharding(roll->sharding);
    const struct mesh *mesh = sharding_mesh(roll->op, sharding);
    struct value *part = inside->block->arguments[0];
    int64_t start[MAX_RANK] = {0}, limit[MAX_RANK];
    for (uint32_t dim = 0; dim < part->type->rank; dim++) {
        limit[dim] = part->type->dims[dim];
    }
    start[roll->dim] = from;
    limit[roll->dim] = to;
    part = build_slice(inside, part, start, limit);
    return parts_rotate(inside, ids, scratch, mesh, sharding->dims[roll->dim].axes, part, -hops);
}

static void rotate(const struct roll *roll, struct module *module, struct process_ids *ids,
                   int64_t by) {
    struct op *op = roll->op;
    struct arena *scratch = arena_new();
    const struct sharding *sharding = attr_as_sharding(roll->sharding);
    const struct mesh *mesh = sharding_mesh(op, sharding);
    struct axis_vector used = {.arena = scratch};
    for (uint32_t dim = 0; dim < sharding->rank; dim++) {
        axes_append(&used, sharding->dims[dim].axes);
    }
    struct builder at = builder_before(module, op);
    at.location = op->location;
    struct value *whole = op_operand(op_operand(op, 0)->op, 0);
    const struct manual_border border = {.count = 1,
                                         .result_count = 1,
                                         .operands = &whole,
                                         .in = &roll->sharding,
                                         .results = &whole->type,
                                         .out = &roll->sharding};
    struct op *manual =
        build_manual(&at, mesh, parts_whole_axes(scratch, mesh, axes_of(&used)), &border);
    struct builder inside = parts_inside(manual, module);
    int64_t size = inside.block->arguments[0]->type->dims[roll->dim];
    int64_t hops = by / size, rest = by % size;
    struct value *pieces[2] = {fetched(roll, &inside, ids, scratch, rest, size, hops)};
    if (rest > 0) {
        pieces[1] = fetched(roll, &inside, ids, scratch, 0, rest, hops + 1);
        pieces[0] = build_concatenate(&inside, 2, pieces, roll->dim);
    }
    value_replace_uses(&op->results[0], parts_return(&inside, pieces[0]));
    drop(op);
    arena_free(scratch);
}

/* --- shifted wholes --------------------------------------------------------------------------- */

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
    struct process_ids ids = {1, 1, free_channel(module)};
    struct op_list ops = module_ops_of(module, op_table[OP_CONCATENATE]);
    for (size_t i = 0; i < ops.count; i++) {
        struct roll roll = {.op = ops.items[i]};
        int64_t by;
        if (!is_roll(&roll, module->context)) {
            continue;
        }
        if (goes_round(&roll, &by) && is_in_even_parts(&roll)) {
            rotate(&roll, module, &ids, by);
        } else {
            unroll(&roll, module);
        }
    }
    vector_free(&ops);
    return true;
}
