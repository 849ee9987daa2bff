/* What operations need: the hooks that many share, and what hooks are written with. */
#include "ops/needs.h"

#include "ir/op_def.h"
#include "ops/scalar.h"
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

void need_padded(struct need_list *needs, uint32_t operand, uint32_t dim, enum need_fill fill,
                 int32_t of) {
    need_operand(needs, NEED_PADDED, operand, dim);
    struct need *need = &needs->items.items[needs->items.count - 1];
    need->fill = fill;
    need->of = of;
}

int32_t body_operation(const struct op *op, uint32_t index) {
    const struct block *body = op->regions[op->region_count - 1].first;
    const struct op *last = body ? body->last : NULL;
    uint32_t count = op->result_count;
    if (!last || body->argument_count != 2 * count || last->operand_count != count) {
        return SCALAR_NONE;
    }
    const struct op *combines = value_defining_op(op_operand(last, index));
    if (!combines || combines->operand_count != 2 || combines->result_count != 1) {
        return SCALAR_NONE;
    }
    const struct value *a = op_operand(combines, 0), *b = op_operand(combines, 1);
    const struct value *first = body->arguments[index], *second = body->arguments[count + index];
    bool on_arguments = (a == first && b == second) || (a == second && b == first);
    return on_arguments ? combines->def->scalar : SCALAR_NONE;
}

/* A body that is more than one operation makes no difference of what it begins with. */
void need_padded_for_fold(struct need_list *needs, const struct op *op, uint32_t operand,
                          uint32_t dim) {
    if (op->region_count == 0) {
        need_padded(needs, operand, dim, FILL_IDENTITY, SCALAR_ADD);
        return;
    }
    uint32_t count = op->result_count;
    int32_t fold = operand < count ? body_operation(op, operand) : SCALAR_NONE;
    if (fold != SCALAR_NONE) {
        need_padded(needs, operand, dim, FILL_IDENTITY, fold);
    } else if (operand < count && op->operand_count == 2 * count) {
        need_padded(needs, operand, dim, FILL_OPERAND, (int32_t)(count + operand));
    }
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
static bool has_factor(const struct sharding_rule *rule, const struct rule_dim *dim,
                       enum factor_kind kind) {
    for (uint32_t i = 0; i < dim->count; i++) {
        if (rule->factors[dim->factors[i]].kind == kind) {
            return true;
        }
    }
    return false;
}

static void need_of_dim(struct need_list *needs, const struct op *op,
                        const struct sharding_rule *rule, uint32_t tensor, uint32_t dim) {
    const struct rule_dim *factors = &rule->tensors[tensor].dims[dim];
    if (has_factor(rule, factors, FACTOR_PERMUTATION) ||
        has_factor(rule, factors, FACTOR_NEED_REPLICATION)) {
        need_operand(needs, NEED_EXCHANGED, tensor, dim);
    }
    if (has_factor(rule, factors, FACTOR_REDUCTION)) { /* of an operand: results have none */
        need_padded_for_fold(needs, op, tensor, dim);
    }
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
            need_of_dim(needs, op, rule, tensor, dim);
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
