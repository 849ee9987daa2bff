/* sdyc-sink-reshards: less is moved. Of a value that is only cut once it is resharded, the cuts are
 * taken before, where the dimensions that they cut are whole. What each device makes of nothing
 * that others have, numbers that are counted out or one number everywhere, is made as it is wanted.
 * Of a sum over devices, which is transposed or converted before each keeps a part of it, the part
 * is taken behind the sum. */
#include "ops/build.h"
#include "ops/hooks.h"
#include "partition/partition.h"
#include "partition/reshard_op.h"

struct sinking {
    struct module *module;
    VECTOR(struct op *) reshards;
};

/* Takes a range of dimensions that are whole in this sharding, and all of the others. */
static bool cuts_whole_dims(const struct op *slice, const struct sharding *sharding) {
    const struct type *from = op_operand(slice, 0)->type, *to = slice->results[0].type;
    for (uint32_t dim = 0; dim < to->rank; dim++) {
        if (from->dims[dim] != to->dims[dim] && sharding->dims[dim].axes.count > 0) {
            return false;
        }
    }
    return true;
}

static bool is_only_cut(const struct value *value, const struct sharding *before,
                        struct context *context) {
    FOR_EACH_USE (use, value) {
        if (!op_is(use->user, OP_SLICE) || !cuts_whole_dims(use->user, before) ||
            !value_sharding(context, &use->user->results[0])) {
            return false;
        }
    }
    return value->first_use != NULL;
}

static void cut_before(struct sinking *sinking, struct op *reshard) {
    struct module *module = sinking->module;
    struct value *input = op_operand(reshard, 0);
    const struct attr *before = value_sharding(module->context, input);
    while (reshard->results[0].first_use) {
        struct op *slice = reshard->results[0].first_use->user;
        struct value *cut = &slice->results[0];
        const struct attr *wanted = value_sharding(module->context, cut);
        reason_follow(module, reshard);
        op_set_operand(slice, 0, input);
        value_set_sharding(module, cut, before);
        struct builder behind = builder_after(module, slice);
        behind.location = slice->location;
        struct value *moved = build_reshard(&behind, cut, wanted);
        replace_other_uses(cut, moved, moved->op);
    }
    op_erase(reshard);
}

/* --- what is made of nothing ------------------------------------------------------------------ */

static bool is_of_nothing(const struct op *op) {
    if (op == NULL) {
        return false;
    }
    const bool is_constant = op_is(op, OP_CONSTANT) || op_is(op, OP_SDY_CONSTANT);
    return op_is(op, OP_IOTA) || (is_constant && op_property(op, "value")->splat) ||
           (op_is(op, OP_BROADCAST_IN_DIM) && op_operand(op, 0)->type->rank == 0);
}

static void make_as_wanted(struct sinking *sinking, struct op *reshard) {
    struct module *module = sinking->module;
    struct pointer_map map = {0};
    struct op *made = op_clone(module, op_operand(reshard, 0)->op, &map);
    op_insert_before(reshard, made);
    value_set_sharding(module, &made->results[0], op_property(reshard, "sharding"));
    value_replace_uses(&reshard->results[0], &made->results[0]);
    op_erase(reshard);
    pointer_map_free(&map);
}

/* --- parts of sums ---------------------------------------------------------------------------- */

/* Whether each element of the result is made of one of the operand: what takes a part of the one
 * may take it of the other. */
static bool is_one_to_one(const struct op *op) {
    bool is_unary = op->def->rule == rule_pointwise && op->def->scalar != SCALAR_NONE &&
                    !op_attr(op, "sdy.sharding_rule");
    return op->operand_count == 1 && op->result_count == 1 && (is_unary || op_is(op, OP_TRANSPOSE));
}

/* A reshard to what there is. */
static bool moves_nothing(const struct op *op, struct context *context) {
    return op_is(op, OP_SDY_RESHARD) &&
           sharding_equivalent(value_sharding(context, op_operand(op, 0)),
                               op_property(op, "sharding"));
}

/* Whether the value is a sum over devices, of which nobody else takes anything. */
static bool is_of_sum(const struct value *value, struct context *context) {
    while (value->op && value_has_one_use(value) &&
           (is_one_to_one(value->op) || moves_nothing(value->op, context))) {
        value = op_operand(value->op, 0);
    }
    return value->op && value_has_one_use(value) && op_is(value->op, OP_SDY_ALL_REDUCE);
}

/* Whether what is sharded as `after` is a part of what is sharded as `before`. */
static bool takes_part(const struct sharding *before, const struct sharding *after) {
    bool more = false;
    for (uint32_t dim = 0; dim < before->rank; dim++) {
        enum prefix_status status =
            axes_prefix_status(before->dims[dim].axes, after->dims[dim].axes);
        if (status == PREFIX_NONE) {
            return false;
        }
        more = more || status == PREFIX_STRICT;
    }
    return more;
}

/* The sharding of the operand that goes with one of the result. */
static const struct attr *of_operand(struct sinking *sinking, const struct op *op,
                                     const struct attr *result) {
    if (!op_is(op, OP_TRANSPOSE)) {
        return result;
    }
    struct int_list order = op_ints(op, "permutation");
    struct dim_sharding dims[MAX_RANK];
    const struct sharding *sharding = attr_as_sharding(result);
    for (uint32_t dim = 0; dim < order.count; dim++) {
        dims[order.items[dim]] = sharding->dims[dim];
    }
    return sharding_with_dims(sinking->module->context, sharding, sharding->rank, dims);
}

static void take_part_of_sum(struct sinking *sinking, struct op *reshard) {
    struct module *module = sinking->module;
    struct op *op = op_operand(reshard, 0)->op;
    while (!op_is(op, OP_SDY_ALL_REDUCE)) {
        struct value *from = op_operand(op, 0);
        if (op_is(op, OP_SDY_RESHARD)) {
            op_set_operand(reshard, 0, from);
            op_erase(op);
        } else {
            const struct attr *wanted = op_property(reshard, "sharding");
            struct builder at = builder_before(module, op);
            at.location = reshard->location;
            reason_follow(module, reshard);
            op_set_operand(op, 0, build_reshard(&at, from, of_operand(sinking, op, wanted)));
            value_set_sharding(module, &op->results[0], wanted);
            value_replace_uses(&reshard->results[0], &op->results[0]);
            op_erase(reshard);
            reshard = op_operand(op, 0)->op;
        }
        op = from->op;
    }
}

static bool collect(struct op *op, void *data) {
    struct sinking *sinking = data;
    if (op_is(op, OP_SDY_RESHARD)) {
        *vector_push(&sinking->reshards) = op;
    }
    return true;
}

static void sink(struct sinking *sinking, struct op *reshard) {
    struct context *context = sinking->module->context;
    const struct value *input = op_operand(reshard, 0);
    const struct sharding *before = attr_as_sharding(value_sharding(context, input));
    const struct sharding *after = attr_as_sharding(op_property(reshard, "sharding"));
    if (is_of_nothing(input->op) && after->unreduced.count == 0 &&
        (!before || before->unreduced.count == 0)) {
        make_as_wanted(sinking, reshard);
        return;
    }
    if (!before || before->unreduced.count > 0 || after->unreduced.count > 0 ||
        before->mesh_name != after->mesh_name || before->mesh != after->mesh) {
        return;
    }
    if (is_only_cut(&reshard->results[0], before, context)) {
        cut_before(sinking, reshard);
    } else if (takes_part(before, after) && is_of_sum(input, context)) {
        take_part_of_sum(sinking, reshard);
    }
}

bool pass_sink_reshards(struct module *module, const struct pass_options *options) {
    (void)options;
    struct sinking sinking = {.module = module};
    op_walk(module->op, collect, &sinking);
    for (size_t i = 0; i < sinking.reshards.count; i++) {
        sink(&sinking, sinking.reshards.items[i]);
    }
    vector_free(&sinking.reshards);
    return true;
}
