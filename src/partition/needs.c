/* What operations need: the hooks that many share, and what hooks are written with. */
#include "ops/needs.h"

#include "ir/op_def.h"
#include "partition/builder.h"

static uint32_t rank_of(const struct type *type) {
    return type_is_tensor(type) ? type->rank : 0;
}

void need_operand(struct need_list *needs, enum need_kind kind, uint32_t operand, uint32_t dim) {
    *vector_push(&needs->items) = (struct need){.kind = kind, .tensor = operand, .dim = dim};
}

void need_result(struct need_list *needs, enum need_kind kind, const struct op *op, uint32_t result,
                 uint32_t dim) {
    need_operand(needs, kind, op->operand_count + result, dim);
}

void need_everywhere(struct need_list *needs, enum need_kind kind, const struct op *op,
                     uint32_t dim) {
    for (uint32_t i = 0; i < op->operand_count; i++) {
        if (dim < rank_of(op_operand(op, i)->type)) {
            need_operand(needs, kind, i, dim);
        }
    }
    for (uint32_t i = 0; i < op->result_count; i++) {
        if (dim < rank_of(op->results[i].type)) {
            need_result(needs, kind, op, i, dim);
        }
    }
}

void need_halo(struct need_list *needs, uint32_t operand, uint32_t dim, struct need_window window) {
    *vector_push(&needs->items) =
        (struct need){.kind = NEED_HALO, .tensor = operand, .dim = dim, .window = window};
}

/* --- hooks that many operations share --------------------------------------------------------- */

void needs_nothing(const struct op *op, const struct partition_builder *builder,
                   struct need_list *needs) {
    (void)op;
    (void)builder;
    (void)needs;
}

void needs_all_whole(const struct op *op, const struct partition_builder *builder,
                     struct need_list *needs) {
    (void)builder;
    for (uint32_t dim = 0; dim < MAX_RANK; dim++) {
        need_everywhere(needs, NEED_WHOLE, op, dim);
    }
}

/* What a rule calls a permutation may need replication once reshards stand between the operation
 * and what it looked at. */
static bool moves_elements(const struct sharding_rule *rule, const struct rule_dim *dim) {
    for (uint32_t i = 0; i < dim->count; i++) {
        enum factor_kind kind = rule->factors[dim->factors[i]].kind;
        if (kind == FACTOR_PERMUTATION || kind == FACTOR_NEED_REPLICATION) {
            return true;
        }
    }
    return false;
}

void needs_by_rule(const struct op *op, const struct partition_builder *builder,
                   struct need_list *needs) {
    const struct sharding_rule *rule = builder->rule;
    if (!rule) {
        needs_all_whole(op, builder, needs);
        return;
    }
    for (uint32_t tensor = 0; tensor < rule_tensor_count(rule); tensor++) {
        for (uint32_t dim = 0; dim < rule->tensors[tensor].rank; dim++) {
            if (moves_elements(rule, &rule->tensors[tensor].dims[dim])) {
                need_operand(needs, NEED_EXCHANGED, tensor, dim);
            }
        }
    }
}

struct need_list *partition_ask(struct partition_builder *builder, struct op *op,
                                const struct attr *const *shardings,
                                const struct sharding_rule *rule) {
    partition_start(builder, op, shardings);
    builder->rule = rule;
    (op->def->needs ? op->def->needs : needs_by_rule)(op, builder, &builder->needs);
    return &builder->needs;
}
