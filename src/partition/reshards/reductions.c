/* What sharded reductions leave in parts: how partial results are combined, and the sdy.all_reduce
 * that does so. */
#include "ops/op_def.h"
#include "ops/scalar.h"
#include "partition/builder.h"
#include "partition/collectives/collectives.h"
#include "partition/reshards/common_axes.h"
#include "partition/reshards/explicit_reshards.h"
#include "propagation/propagation.h"

static bool is_zero(const struct value *value) {
    const struct op *source = value_defining_op(value);
    const struct attr *data =
        source && op_has(source, OP_CONSTANT_LIKE) ? op_property(source, "value") : NULL;
    if (!data || data->kind != ATTR_DENSE || data->type->rank != 0) {
        return false;
    }
    const struct type *element = data->type->element;
    if (element->kind == TYPE_FLOAT) {
        return attr_dense_real(data, 0) == 0;
    }
    return element->kind == TYPE_INTEGER && attr_dense_integer(data, 0) == 0;
}

/* Whether what result `index` begins with, the scalars among the operands, is zero. */
static bool begins_with_zero(const struct op *op, uint32_t index) {
    bool paired = op->operand_count == 2 * op->result_count;
    for (uint32_t i = 0; i < op->operand_count; i++) {
        const struct value *operand = op_operand(op, i);
        bool concerns = !paired || i % op->result_count == index;
        if (concerns && operand->type->rank == 0 && !is_zero(operand)) {
            return false;
        }
    }
    return true;
}

/* How partial results `index` of an operation add up; false: they cannot be combined, or the value
 * that the reduction begins with would count once per device. */
static bool reduction_of(const struct op *op, uint32_t index, enum reduction_kind *kind) {
    *kind = REDUCTION_SUM;
    if (op->region_count == 0) {
        return true;
    }
    bool truth = type_is_integer(type_element(op->results[index].type), 1);
    switch (body_operation(op, index)) {
    case SCALAR_MAXIMUM:
        *kind = REDUCTION_MAX;
        return true;
    case SCALAR_MINIMUM:
        *kind = REDUCTION_MIN;
        return true;
    case SCALAR_OR: /* the sum of truth values, which counts nothing twice */
        return truth;
    case SCALAR_AND:
        *kind = REDUCTION_MIN;
        return truth;
    case SCALAR_ADD:
        return truth || begins_with_zero(op, index);
    default:
        return false;
    }
}

bool is_reducible(const struct op *op) {
    enum reduction_kind kind;
    for (uint32_t i = 0; i < op->result_count; i++) {
        if (!reduction_of(op, i, &kind)) {
            return false;
        }
    }
    return true;
}

/* Whether the operation sums its operand over axes that this is not declared unreduced over: the
 * end of a reduction over sharded dimensions. */
static bool ends_reduction(struct inserter *inserter, const struct op *op,
                           const struct sharding *declared) {
    struct axis_vector summed = {.arena = inserter->scratch}, ends = {.arena = inserter->scratch};
    if (op_is(op, OP_SDY_ALL_REDUCE)) {
        axes_append(&summed, *attr_as_axes(op_property(op, "reduction_axes")));
    } else if (op_is(op, OP_SDY_REDUCE_SCATTER)) {
        const struct axis_lists *lists = attr_as_axis_lists(op_property(op, "reduce_scatter_axes"));
        for (uint32_t i = 0; i < lists->count; i++) {
            axes_append(&summed, lists->items[i]);
        }
    }
    if (summed.count == 0) {
        return false;
    }
    const struct sharding *out = attr_as_sharding(op_property(op, "out_sharding"));
    axes_difference(sharding_mesh(op, out), axes_of(&summed),
                    declared ? declared->unreduced : (struct axis_list){0}, &ends);
    return ends.count != 0;
}

static bool reduces(struct inserter *inserter, struct op *op) {
    const struct sharding_rule *rule =
        attr_as_rule(op_sharding_rule(inserter->module->context, op, false));
    for (uint32_t i = 0; rule && i < rule->factor_count; i++) {
        if (rule->factors[i].kind == FACTOR_REDUCTION) {
            return is_reducible(op);
        }
    }
    return false;
}

void absorb_sums(struct inserter *inserter, struct op *op) {
    struct context *context = inserter->module->context;
    for (uint32_t i = 0; i < op->result_count; i++) {
        struct value *result = &op->results[i];
        const struct attr *sharding = value_sharding(context, result);
        const struct sharding *declared = attr_as_sharding(sharding);
        bool again = inserter->full || (declared && declared->unreduced.count != 0);
        struct use *next;
        for (struct use *use = again ? result->first_use : NULL; use; use = next) {
            struct op *user = use->user;
            next = use->next;
            if (!ends_reduction(inserter, user, declared) || !reduces(inserter, op)) {
                continue;
            }
            const struct attr *out = op_property(user, "out_sharding");
            struct builder before = builder_before(inserter->module, user);
            struct value *value = result;
            if (!sharding_equivalent(sharding, out)) {
                value = build_reshard(&before, result, out);
            }
            value_replace_uses(&user->results[0], value);
            op_erase(user);
            next = result->first_use;
        }
    }
}

/* The factors that an operation sums over, a bit each. */
static uint64_t reduced_factors(const struct sharding_rule *rule) {
    uint64_t factors = 0;
    for (uint32_t i = 0; i < rule->factor_count && i < 64; i++) {
        factors |= rule->factors[i].kind == FACTOR_REDUCTION ? UINT64_C(1) << i : 0;
    }
    return factors;
}

void reduce_over(struct inserter *inserter, const struct op_context *context,
                 struct axis_list axes) {
    struct op *op = context->op, *after = op;
    struct axis_vector rest = {.arena = inserter->scratch};
    if (axes.count == 0 || op->result_count == 0 || ends_unused(op)) {
        return;
    }
    struct context *ir = inserter->module->context;
    const struct sharding *first = attr_as_sharding(value_sharding(ir, &op->results[0]));
    axes_difference(context->mesh, axes, first ? first->unreduced : (struct axis_list){0}, &rest);
    if (rest.count == 0) {
        return;
    }
    axes_sort_and_merge(context->mesh, &rest);
    reason_set(inserter->module, REASON_SUM, op, 0, reduced_factors(context->rule));
    for (uint32_t i = 0; i < op->result_count; i++) {
        struct value *result = &op->results[i];
        const struct attr *sharding = value_sharding(ir, result);
        enum reduction_kind kind;
        reduction_of(op, i, &kind);
        if (!sharding) {
            sharding = closed_on_mesh(context, result->type->rank);
        }
        struct builder behind = builder_after(inserter->module, after);
        behind.location = value_location(result);
        struct value *sum = build_all_reduce(&behind, result, axes_of(&rest), kind, sharding);
        replace_other_uses(result, sum, sum->op);
        after = sum->op;
    }
}

struct axis_vector reduced_axes(const struct op_context *context, const struct axis_list *axes) {
    struct axis_vector all = {.arena = context->arena};
    for (uint32_t factor = 0; factor < context->rule->factor_count; factor++) {
        if (context->rule->factors[factor].kind == FACTOR_REDUCTION) {
            axes_append(&all, axes[factor]);
        }
    }
    return all;
}

void keep_declared(struct inserter *inserter, const struct op_context *context,
                   const struct axis_vector *reduced) {
    struct op *op = context->op;
    struct context *ir = inserter->module->context;
    struct axis_vector in_parts = *reduced;
    for (uint32_t i = 0; i < op->operand_count; i++) {
        const struct sharding *operand = attr_as_sharding(value_sharding(ir, op_operand(op, i)));
        axes_append(&in_parts, operand ? operand->unreduced : (struct axis_list){0});
    }
    for (uint32_t i = 0; i < op->result_count; i++) {
        struct value *result = &op->results[i];
        const struct attr *declared = value_sharding(ir, result);
        const struct sharding *sharding = attr_as_sharding(declared);
        struct axis_vector missing = {.arena = inserter->scratch},
                           rest = {.arena = inserter->scratch};
        if (!sharding || sharding->unreduced_kind != REDUCTION_SUM || !result->first_use) {
            continue;
        }
        axes_difference(context->mesh, sharding->unreduced, axes_of(&in_parts), &missing);
        if (missing.count == 0) {
            continue;
        }
        axes_difference(context->mesh, sharding->unreduced, axes_of(&missing), &rest);
        struct sharding present = *sharding;
        present.unreduced = axes_of(&rest);
        value_set_sharding(inserter->module, result, sharding_attr(ir, &present));
        struct builder behind = builder_after(inserter->module, op);
        struct value *unreduced =
            build_unreduced(&behind, inserter->scratch, result, &present, declared, context->mesh);
        replace_other_uses(result, unreduced, unreduced->op);
    }
}

void reduce_unreduced_results(struct inserter *inserter, const struct op_context *context) {
    const struct sharding *result =
        context->op->result_count == 0
            ? NULL
            : attr_as_sharding(value_sharding(inserter->module->context, &context->op->results[0]));
    if (!result || result->unreduced.count == 0 || !is_reducible(context->op)) {
        return;
    }
    struct projection projection =
        project(context->rule, context->mesh, context->shardings, true, inserter->scratch);
    struct axis_vector all = {.arena = inserter->scratch};
    for (uint32_t factor = 0; factor < context->rule->factor_count; factor++) {
        struct axis_list axes;
        if (context->rule->factors[factor].kind == FACTOR_REDUCTION &&
            agreed_axes(&projection, factor, &axes)) {
            axes_append(&all, axes);
        }
    }
    for (uint32_t i = 0; i < result->rank; i++) {
        if (axes_overlap(result->dims[i].axes, axes_of(&all))) {
            return; /* a reshard has to come first */
        }
    }
    reduce_over(inserter, context, axes_of(&all));
}
