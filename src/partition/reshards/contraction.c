/* A product that sums over the axes which shard its result. Sharded like its operands the product
 * is cut finer, and the reshard that follows moves the smaller tensor: the sum becomes an
 * all_reduce of the parts instead of a reduce_scatter of the whole. */
#include "ir/op_def.h"
#include "partition/collectives/collectives.h"
#include "partition/reshard_op.h"

/* Two operands, one result, a factor a dimension; each passes through or is summed over. */
static bool is_contraction(const struct op_context *context) {
    const struct sharding_rule *rule = context->rule;
    if (rule->operand_count != 2 || rule->result_count != 1 || context->op->region_count != 0) {
        return false;
    }
    bool sums = false;
    for (uint32_t factor = 0; factor < rule->factor_count; factor++) {
        enum factor_kind kind = rule->factors[factor].kind;
        bool in_result = rule_tensor_has(&rule->tensors[2], factor);
        sums = sums || kind == FACTOR_REDUCTION;
        if ((kind != FACTOR_REDUCTION || in_result || !rule_tensor_has(&rule->tensors[0], factor) ||
             !rule_tensor_has(&rule->tensors[1], factor)) &&
            (kind != FACTOR_PASS_THROUGH || !in_result)) {
            return false;
        }
    }
    return sums;
}

static int64_t elements(const struct type *type) {
    return type_is_static(type) ? type_count(type) : 0;
}

struct conflict {
    bool found;
    uint32_t factor;
    struct axis_list operand_axes;
};

/* Looks at one factor; false where the product is no case for this. */
static bool look_at_factor(const struct op_context *context, const struct projection *projection,
                           uint32_t factor, struct axis_vector *summed, struct axis_vector *seen,
                           struct conflict *conflict) {
    const struct factor_sharding *lhs = &projection->tensors[0].factors[factor];
    const struct factor_sharding *rhs = &projection->tensors[1].factors[factor];
    const struct factor_sharding *result = &projection->tensors[2].factors[factor];
    struct axis_list axes = lhs->is_mapped ? lhs->axes : rhs->axes;
    int64_t lhs_size = elements(op_operand(context->op, 0)->type);
    int64_t rhs_size = elements(op_operand(context->op, 1)->type);
    int64_t most = lhs->is_mapped ? lhs_size : rhs_size;
    if (lhs->is_mapped && rhs->is_mapped) {
        if (!axes_equal(lhs->axes, rhs->axes)) {
            return false;
        }
        if (projection->rule->factors[factor].kind == FACTOR_REDUCTION) {
            axes_append(summed, axes);
            return true;
        }
        most = lhs_size > rhs_size ? lhs_size : rhs_size;
    } else {
        if (axes_overlap(axes, axes_of(seen))) {
            return false;
        }
        axes_append(seen, axes);
    }
    if (axes_equal(result->axes, axes)) {
        return true;
    }
    if (axes.count == 0 || conflict->found || elements(context->op->results[0].type) > most) {
        return false;
    }
    *conflict = (struct conflict){.found = true, .factor = factor, .operand_axes = axes};
    return true;
}

void reshard_contraction(const struct op_context *context) {
    uint32_t operand_count = context->op->operand_count;
    if (!is_contraction(context) || !context->shardings[operand_count]) {
        return;
    }
    struct projection projection =
        project(context->rule, context->mesh, context->shardings, true, context->arena);
    struct axis_vector summed = {.arena = context->arena}, seen = {.arena = context->arena};
    struct conflict conflict = {0};
    for (uint32_t factor = 0; factor < context->rule->factor_count; factor++) {
        if (!look_at_factor(context, &projection, factor, &summed, &seen, &conflict)) {
            return;
        }
    }
    if (!conflict.found) {
        return;
    }
    struct factor_sharding *result = &projection.tensors[2].factors[conflict.factor];
    if (result->axes.count == 0 || !axes_equal(result->axes, axes_of(&summed))) {
        return;
    }
    result->axes = conflict.operand_axes;
    bool changed[3] = {false, false, true};
    reshard_to_projection(context, &projection, changed);
}
