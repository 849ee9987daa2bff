/* Reshards around one operation: before it for operands, after it for results. */
#include "partition/reshard_op.h"

#include "ops/hooks.h"
#include "ops/op_def.h"
#include "ops/sdy/barrier.h"
#include "ops/stablehlo/calls/call.h"
#include "partition/collectives/collectives.h"
#include "propagation/propagation.h"

/* --- what is known ---------------------------------------------------------------------------- */

static const struct attr *const *collect_shardings(const struct op_context *context) {
    const struct op *op = context->op;
    struct context *ir = context->module->context;
    const struct attr **shardings =
        ARENA_ARRAY(context->arena, const struct attr *, op->operand_count + op->result_count);
    for (uint32_t i = 0; i < op->operand_count; i++) {
        shardings[i] = sharding_before_barriers(ir, op_operand(op, i));
    }
    for (uint32_t i = 0; i < op->result_count; i++) {
        shardings[op->operand_count + i] = value_sharding(ir, &op->results[i]);
    }
    return shardings;
}

static bool same_mesh(const struct sharding *a, const struct sharding *b) {
    return a->mesh_name == b->mesh_name && a->mesh == b->mesh;
}

/* A sharding whose mesh all shardings have, but for the order of its devices: the last one without
 * device ids. Empty meshes are placeholders for any. NULL: none, or meshes differ. */
static const struct sharding *common_sharding(const struct op_context *context, uint32_t count) {
    const struct sharding *common = NULL;
    const struct mesh *mesh = NULL;
    for (uint32_t i = 0; i < count; i++) {
        const struct sharding *sharding = attr_as_sharding(context->shardings[i]);
        if (sharding && common && same_mesh(sharding, common)) {
            continue;
        }
        const struct mesh *other = sharding ? sharding_mesh(context->op, sharding) : NULL;
        if (!other || (mesh && !mesh_is_empty(mesh) && mesh_is_empty(other))) {
            continue;
        }
        bool first = !mesh || mesh_is_empty(mesh);
        if (!first && !mesh_equal(mesh, other, true)) {
            return NULL;
        }
        if (first || other->device_id_count == 0) {
            common = sharding;
            mesh = other;
        }
    }
    return common;
}

/* How many of the first `count` tensors are sharded on the mesh that `like` names. */
static uint32_t count_on_mesh(const struct op_context *context, uint32_t count,
                              const struct sharding *like) {
    uint32_t found = 0;
    for (uint32_t i = 0; i < count; i++) {
        const struct sharding *sharding = attr_as_sharding(context->shardings[i]);
        found += sharding && !sharding_is_replicated(sharding) && same_mesh(sharding, like);
    }
    return found;
}

/* The mesh that most tensors are sharded on, the first to be so by that many. */
static void choose_mesh(struct op_context *context) {
    uint32_t count = context->op->operand_count + context->op->result_count, most = 0;
    const struct sharding *like = common_sharding(context, count);
    if (!like || mesh_is_maximal(sharding_mesh(context->op, like))) {
        return;
    }
    for (uint32_t i = 0; i < count; i++) {
        const struct sharding *sharding = attr_as_sharding(context->shardings[i]);
        if (sharding && !sharding_is_replicated(sharding) &&
            count_on_mesh(context, i + 1, sharding) > most) {
            most++;
            like = sharding;
        }
    }
    context->like = like;
    context->mesh = sharding_mesh(context->op, like);
}

struct op_context op_context_of(struct module *module, struct arena *arena, struct op *op) {
    struct op_context context = {.module = module, .arena = arena, .op = op};
    context.shardings = collect_shardings(&context);
    choose_mesh(&context);
    if (context.mesh) {
        context.rule = attr_as_rule(custom_call_knows_parts(op)
                                        ? op_build_rule(module->context, op, false)
                                        : op_sharding_rule(module->context, op, false));
    }
    return context;
}

bool is_alike_pointwise(struct context *context, const struct op *op) {
    if (op->def->rule != rule_pointwise || op->operand_count == 0 || op->result_count == 0 ||
        (op->attrs.count > 0 && op_attr(op, "sdy.sharding_rule"))) {
        return false;
    }
    const struct attr *first = value_sharding(context, &op->results[0]);
    for (uint32_t i = 0; i < op->operand_count; i++) {
        if (sharding_before_barriers(context, op_operand(op, i)) != first) {
            return false;
        }
    }
    for (uint32_t i = 1; i < op->result_count; i++) {
        if (value_sharding(context, &op->results[i]) != first) {
            return false;
        }
    }
    return true;
}

/* --- reshards --------------------------------------------------------------------------------- */

void replace_other_uses(struct value *value, struct value *replacement, const struct op *except) {
    struct use *next;
    for (struct use *use = value->first_use; use; use = next) {
        next = use->next;
        if (use->user != except) {
            op_set_operand(use->user, use_index(use), replacement);
        }
    }
}

bool ends_unused(const struct op *op) {
    for (uint32_t i = 0; i < op->result_count; i++) {
        if (op->results[i].first_use) {
            return false;
        }
    }
    return !op->next;
}

const struct attr *closed_on_mesh(const struct op_context *context, uint32_t rank) {
    return sharding_closed(context->module->context, context->like, rank);
}

/* The factors of the dimensions that a sharding changes, a bit each. */
static uint64_t changed_factors(const struct op_context *context, uint32_t tensor,
                                const struct attr *to) {
    const struct sharding *old = attr_as_sharding(context->shardings[tensor]);
    const struct sharding *now = attr_as_sharding(to);
    uint64_t factors = 0;
    for (uint32_t d = 0; context->rule && d < now->rank; d++) {
        const struct rule_dim *dim = &context->rule->tensors[tensor].dims[d];
        struct axis_list before = old && old->rank ? old->dims[d].axes : (struct axis_list){0};
        bool changed = !axes_equal(before, now->dims[d].axes);
        for (uint32_t i = 0; i < dim->count && changed; i++) {
            factors |= dim->factors[i] < 64 ? UINT64_C(1) << dim->factors[i] : 0;
        }
    }
    return factors;
}

static void reshard_operand(const struct op_context *context, uint32_t index,
                            const struct attr *sharding) {
    struct value *operand = op_operand(context->op, index);
    struct builder before = builder_before(context->module, context->op);
    before.location = value_location(operand);
    reason_set(context->module, REASON_OPERAND, context->op, index,
               changed_factors(context, index, sharding));
    op_set_operand(context->op, index, build_reshard(&before, operand, sharding));
}

/* Where it is a constraint of the text that gives a result another sharding than the operation
 * makes: that. NULL: it is the operation. */
static const struct op *constraint_on(const struct value *result, const struct attr *wanted) {
    FOR_EACH_USE (use, result) {
        const struct op *user = use->user;
        if (op_is(user, OP_SDY_RESHARD) && user->reason &&
            user->reason->kind == REASON_CONSTRAINT &&
            sharding_equivalent(op_property(user, "sharding"), wanted)) {
            return user;
        }
    }
    return NULL;
}

static void note_result(const struct op_context *context, uint32_t index, const struct attr *wanted,
                        const struct attr *made) {
    const struct op *constraint = constraint_on(&context->op->results[index], wanted);
    if (constraint) {
        reason_follow(context->module, constraint);
    } else {
        reason_set(context->module, REASON_RESULT, context->op, index,
                   changed_factors(context, context->op->operand_count + index, made));
    }
}

static struct op *reshard_result(const struct op_context *context, struct op *after, uint32_t index,
                                 const struct attr *sharding) {
    struct value *result = &context->op->results[index];
    const struct attr *old = context->shardings[context->op->operand_count + index];
    if (!old) {
        /* Setting the sharding of another result may have given this one an open sharding. */
        old = value_sharding(context->module->context, result);
    }
    if (!old) {
        old = closed_on_mesh(context, result->type->rank);
    }
    value_set_sharding(context->module, result, sharding);
    if (ends_unused(context->op)) {
        return after;
    }
    struct builder behind = builder_after(context->module, after);
    note_result(context, index, old, sharding);
    struct value *reshard = build_reshard(&behind, result, old);
    replace_other_uses(result, reshard, reshard->op);
    return reshard->op;
}

/* A sharding on another order of the devices than the common mesh has. */
static bool on_other_devices(const struct op_context *context, uint32_t tensor) {
    const struct sharding *sharding = attr_as_sharding(context->shardings[tensor]);
    if (!sharding || same_mesh(sharding, context->like) || sharding_is_replicated(sharding)) {
        return false;
    }
    return !mesh_equal(sharding_mesh(context->op, sharding), context->mesh, false);
}

static struct axis_list without_used(const struct op_context *context, struct axis_list axes,
                                     const struct axis_vector *used) {
    struct axis_vector rest = {.arena = context->arena};
    axes_difference(context->mesh, axes, axes_of(used), &rest);
    return axes_of(&rest);
}

/* What a tensor is to be; an axis that shards it now
 * is neither kept off it nor to be summed over. */
static const struct attr *agreed(const struct op_context *context,
                                 const struct projection *projection, uint32_t tensor) {
    struct context *ir = context->module->context;
    const struct attr *back = project_back(ir, projection, tensor, context->like);
    struct sharding sharding = *attr_as_sharding(back);
    struct axis_vector used = {.arena = context->arena};
    for (uint32_t dim = 0; dim < sharding.rank; dim++) {
        axes_append(&used, sharding.dims[dim].axes);
    }
    sharding.replicated = without_used(context, sharding.replicated, &used);
    sharding.unreduced = without_used(context, sharding.unreduced, &used);
    if (sharding.unreduced.count == 0) {
        sharding.unreduced_kind = REDUCTION_SUM;
    }
    return sharding_attr(ir, &sharding);
}

void reshard_to_projection(const struct op_context *context, const struct projection *projection,
                           const bool *changed) {
    struct op *op = context->op, *after = op;
    uint32_t operand_count = op->operand_count, result_count = op->result_count;
    for (uint32_t i = 0; i < operand_count; i++) {
        if (changed[i] || on_other_devices(context, i)) {
            reshard_operand(context, i, agreed(context, projection, i));
        }
    }
    for (uint32_t i = 0; i < result_count; i++) {
        uint32_t tensor = operand_count + i;
        if (changed[tensor] || on_other_devices(context, tensor)) {
            after = reshard_result(context, after, i, agreed(context, projection, tensor));
        }
    }
}

static bool make_whole(struct dim_sharding *dims, bool concerned, uint32_t dim) {
    if (!concerned || dims[dim].axes.count == 0) {
        return false;
    }
    dims[dim].axes = (struct axis_list){0};
    return true;
}

static const struct attr *without_dims(const struct op_context *context, uint32_t tensor,
                                       const struct need_list *needs) {
    const struct sharding *sharding = attr_as_sharding(context->shardings[tensor]);
    struct sharding changed = *sharding;
    struct dim_sharding *copy = ARENA_ARRAY(context->arena, struct dim_sharding, sharding->rank);
    for (uint32_t dim = 0; dim < sharding->rank; dim++) {
        copy[dim] = sharding->dims[dim];
    }
    bool any = false;
    for (size_t i = 0; i < needs->items.count; i++) {
        struct need need = needs->items.items[i];
        bool whole = need.tensor == tensor && !need_keeps_parts(need.kind);
        any = make_whole(copy, whole, need.dim) || any;
        bool looks = need.kind == NEED_HALO && need.window.tensor == tensor;
        any = make_whole(copy, looks, need.window.dim) || any;
    }
    changed.dims = copy;
    return any ? sharding_attr(context->module->context, &changed) : NULL;
}

void reshard_to_whole(const struct op_context *context, const struct need_list *needs) {
    struct op *op = context->op, *after = op;
    uint32_t operand_count = op->operand_count;
    for (uint32_t i = 0; i < operand_count + op->result_count; i++) {
        const struct attr *changed = context->shardings[i] ? without_dims(context, i, needs) : NULL;
        if (!changed) {
            continue;
        }
        if (i < operand_count) {
            reshard_operand(context, i, changed);
        } else {
            after = reshard_result(context, after, i - operand_count, changed);
        }
    }
}
