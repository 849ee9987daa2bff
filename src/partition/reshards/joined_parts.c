/* Concatenations along a dimension in parts. Their rule would have the dimension whole, for which
 * operands and result are exchanged or gathered; often the operands lie in their parts so that the
 * devices need few elements of each other. */
#include "ops/build.h"
#include "partition/halos/halo.h"
#include "partition/reshards/explicit_reshards.h"
#include "propagation/propagation.h"

static int64_t parts_of(const struct op_context *context, uint32_t tensor, uint32_t dim) {
    const struct sharding *sharding = attr_as_sharding(context->shardings[tensor]);
    return sharding && sharding->rank > dim ? dim_sharding_size(context->mesh, &sharding->dims[dim])
                                            : 1;
}

/* Some other dimension of the result can be cut in its place. */
static bool can_be_exchanged(const struct op_context *context, uint32_t dim, int64_t parts) {
    const struct type *type = context->op->results[0].type;
    for (uint32_t other = 0; other < type->rank; other++) {
        int64_t own = parts_of(context, context->op->operand_count, other);
        if (other != dim && type->dims[other] % (own * parts) == 0) {
            return true;
        }
    }
    return false;
}

/* The lines of elements across the dimension that all devices send, if the operands are cut like
 * the result; INT64_MAX: they cannot be. */
static int64_t sent_as_halos(const struct op_context *context, const struct need_list *needs,
                             uint32_t dim, int64_t parts) {
    int64_t sent = 0, size = context->op->results[0].type->dims[dim];
    for (size_t i = 0; i < needs->items.count; i++) {
        const struct need *need = &needs->items.items[i];
        struct halo_reach reach;
        int64_t own = op_tensor_type(context->op, need->tensor)->dims[dim];
        struct halo halo = halo_of(&need->window, parts, own, size);
        if (own == 0 || !halo_reach(&halo, &reach)) {
            return INT64_MAX;
        }
        sent = extent_sum(sent, extent_product(halo_sent(&halo, &reach), parts));
    }
    return sent;
}

/* Who uses the dimension has it whole anyway. */
static bool is_used_whole(struct context *context, const struct value *value, uint32_t dim) {
    FOR_EACH_USE (use, value) {
        const struct sharding_rule *rule =
            attr_as_rule(op_sharding_rule(context, use->user, false));
        uint32_t tensor = use_index(use);
        if (!rule || tensor >= rule_tensor_count(rule) || rule->tensors[tensor].rank <= dim) {
            continue;
        }
        const struct rule_dim *factors = &rule->tensors[tensor].dims[dim];
        for (uint32_t i = 0; i < factors->count; i++) {
            if (rule->factors[factors->factors[i]].kind == FACTOR_NEED_REPLICATION &&
                !op_is(use->user, OP_CONCATENATE)) {
                return true;
            }
        }
    }
    return false;
}

bool joins_in_parts(struct inserter *inserter, const struct op_context *context) {
    struct op *op = context->op;
    const struct type *type = op->results[0].type;
    uint32_t dim = (uint32_t)op_int(op, "dimension", 0);
    int64_t parts = parts_of(context, op->operand_count, dim), gathered = 0, moved = 0;
    if (parts == 1 || !type_is_static(type) ||
        is_used_whole(inserter->module->context, &op->results[0], dim)) {
        return false;
    }
    for (uint32_t i = 0; i < op->operand_count; i++) {
        int64_t size = op_operand(op, i)->type->dims[dim], own = parts_of(context, i, dim);
        gathered = extent_sum(gathered, extent_product(size, own - 1));
        moved += own > 1 ? size : 0;
    }
    if (can_be_exchanged(context, dim, parts)) {
        int64_t exchanged = extent_product(moved + type->dims[dim], parts - 1) / parts;
        gathered = exchanged < gathered ? exchanged : gathered;
    }
    const struct need_list *needs =
        partition_ask(&inserter->builder, op, context->shardings, context->rule);
    return sent_as_halos(context, needs, dim, parts) < gathered;
}
