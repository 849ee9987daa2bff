/* The pass: one function, operation by operation, from operands to users. */
#include "partition/bounded/bounded.h"

#include <string.h>

#include "ops/fill_builder.h"
#include "ops/op_def.h"
#include "partition/reshard_op.h"
#include "propagation/propagation.h"
#include "transforms/dynamism/dynamism.h"
#include "transforms/pass.h"

/* --- results ---------------------------------------------------------------------------------- */

/* What follows from the operands, which have their static types, for a result; NULL: nothing. */
static const struct type *inferred_type(struct bound_builder *bounder, const struct op *op,
                                        uint32_t index) {
    uint32_t most = op->result_count > op->operand_count ? op->result_count : op->operand_count;
    const struct type **types =
        ARENA_ARRAY(bounder->asking.scratch, const struct type *, (size_t)most + 1);
    bool known = op->def->flow == OP_FLOW_NONE && !op_has(op, OP_CONSTANT_LIKE) &&
                 op->def->infer(op, bounder->module->context, types);
    return known && types[index] && type_is_static(types[index]) ? types[index] : NULL;
}

/* The static type of a result: that of its bound, or, where it has none, what follows from the
 * operands. NULL after an error. */
static const struct type *storage_of_result(struct bound_builder *bounder, const struct op *op,
                                            uint32_t index) {
    const struct type *type = bound_storage(bounder->module->context, op_result(op, index)->type);
    type = type ? type : inferred_type(bounder, op, index);
    if (!type) {
        bound_fails(bounder, op, "has a result with a dimension that is open and has no bound");
    }
    return type;
}

struct value *bound_fitted(struct bound_builder *bounder, struct value *value,
                           const struct type *type) {
    struct builder *at = &bounder->at;
    int64_t zeros[MAX_RANK] = {0}, limit[MAX_RANK], high[MAX_RANK];
    for (uint32_t dim = 0; dim < type->rank; dim++) {
        int64_t from = value->type->dims[dim], to = type->dims[dim];
        limit[dim] = from < to ? from : to;
        high[dim] = to - limit[dim];
    }
    value = build_slice(at, value, zeros, limit);
    struct value *zero =
        build_constant(at, fill_zero(bounder->module->context, value->type->element));
    return build_pad(at, value, zero, zeros, high, zeros);
}

/* Gives a result, of the static type `stored`, the type that follows from the operands; what uses
 * it gets the value fitted to `stored`. */
static struct value *settled(struct bound_builder *bounder, struct op *op, uint32_t index,
                             const struct type *stored) {
    struct value *result = op_result(op, index);
    const struct type *inferred = inferred_type(bounder, op, index);
    if (!inferred || !type_is_tensor(inferred) || inferred->rank != stored->rank ||
        memcmp(inferred->dims, stored->dims, stored->rank * sizeof *stored->dims) == 0) {
        return result;
    }
    struct builder outer = bounder->at;
    result->type = type_with_element(bounder->module->context, inferred, stored->element);
    bounder->at = builder_after(bounder->module, op);
    struct value *value = bound_fitted(bounder, result, stored);
    replace_other_uses(result, value, op_operand(value->op, 0)->op);
    bounder->at = outer;
    return value;
}

bool bound_in_place(struct bound_builder *bounder, struct op *op, struct value *const *sizes) {
    struct value *result = op_result(op, 0);
    const struct type *original = result->type, *type = storage_of_result(bounder, op, 0);
    if (!type) {
        return false;
    }
    result->type = type;
    bound_note(bounder, settled(bounder, op, 0, type), original, sizes);
    return true;
}

bool bound_replace(struct bound_builder *bounder, struct op *op, struct value *value,
                   struct value *const *sizes) {
    struct context *context = bounder->module->context;
    struct value *result = op_result(op, 0);
    const struct attr *sharding = value_sharding(context, result);
    const struct type *type = storage_of_result(bounder, op, 0);
    if (!type) {
        return false;
    }
    value = value->type == type ? build_reshape(&bounder->at, value, type->rank, type->dims)
                                : bound_fitted(bounder, value, type);
    bound_note(bounder, value, result->type, sizes);
    if (sharding) {
        value_set_sharding(bounder->module, value, sharding);
    }
    value_replace_uses(result, value);
    op_erase(op);
    return true;
}

void bound_become(struct bound_builder *bounder, struct op *op, struct op *made) {
    struct module *module = bounder->module;
    const struct attr *sharding = value_sharding(module->context, op_result(op, 0));
    if (sharding) {
        value_set_sharding(module, op_result(made, 0), sharding);
    }
    value_replace_uses(op_result(op, 0), op_result(made, 0));
    op_erase(op);
    bounder->at = builder_before(module, made);
}

void bound_sizes_by_place(struct bound_builder *bounder, const struct op *op, uint32_t count,
                          struct value **sizes) {
    uint32_t rank = op_result(op, 0)->type->rank;
    for (uint32_t dim = 0; dim < rank; dim++) {
        const struct value *from = op_operand(op, 0);
        for (uint32_t i = count; i-- > 0;) {
            bool has_size = bound_dims(bounder, op_operand(op, i)) & dim_set_of(dim);
            from = has_size ? op_operand(op, i) : from;
        }
        sizes[dim] = bound_size(bounder, from, dim);
    }
}

/* --- by rule ---------------------------------------------------------------------------------- */

struct ruled {
    struct op *op;
    const struct sharding_rule *rule;
    const struct need_list *needs;
    const dim_set *handled;
};

static bool is_handled(const struct ruled *ruled, uint32_t operand, uint32_t dim) {
    return ruled->handled && ruled->handled[operand] & dim_set_of(dim);
}

/* The one factor of a dimension; -1: it has several. */
static int64_t factor_of(const struct sharding_rule *rule, uint32_t tensor, uint32_t dim) {
    const struct rule_dim *factors = &rule->tensors[tensor].dims[dim];
    return factors->count == 1 ? (int64_t)factors->factors[0] : -1;
}

/* Whether the elements along the dimension have nothing to do with each other, but that they are
 * folded. */
static bool is_plain(const struct ruled *ruled, uint32_t operand, uint32_t dim) {
    int64_t factor = factor_of(ruled->rule, operand, dim);
    if (factor < 0) {
        return false;
    }
    const struct rule_factor *what = &ruled->rule->factors[factor];
    bool plain = what->kind == FACTOR_PASS_THROUGH || what->kind == FACTOR_REDUCTION;
    for (size_t i = 0; i < ruled->needs->items.count; i++) {
        const struct need *need = &ruled->needs->items.items[i];
        plain = plain && (need->tensor != operand || need->dim != dim || need->kind == NEED_PADDED);
    }
    return plain && what->size == op_operand(ruled->op, operand)->type->dims[dim];
}

static bool check_dims(struct bound_builder *bounder, const struct ruled *ruled) {
    const struct op *op = ruled->op;
    for (uint32_t i = 0; i < op->operand_count; i++) {
        dim_set dims = bound_dims(bounder, op_operand(op, i));
        for (uint32_t dim = 0; dims >> dim; dim++) {
            if (!(dims & dim_set_of(dim)) || is_handled(ruled, i, dim) ||
                (ruled->rule && is_plain(ruled, i, dim))) {
                continue;
            }
            return diag_error(bounder->module->context->diagnostics, op->location,
                              "'%s' op cannot be run: the size of dimension %u of operand %u is "
                              "known at run time only, and the operation works on whole ones",
                              op->name, dim, i);
        }
    }
    return true;
}

/* Puts into padding what makes no difference, where the operation has a need of it. */
static void fill_for_need(struct bound_builder *bounder, struct op *op, const struct need *need) {
    struct context *context = bounder->module->context;
    struct value *operand = op_operand(op, need->tensor);
    const struct attr *fill = NULL;
    if (need->fill == FILL_OUTSIDE) {
        fill = fill_outside(context, operand->type->element);
    } else if (need->fill == FILL_IDENTITY) {
        fill = fold_identity(context, operand->type->element, (enum scalar_op)need->of);
    }
    uint32_t other =
        need->fill == FILL_OPERAND ? (uint32_t)need->of : op->operand_count / 2 + need->tensor;
    struct value *scalar = fill ? build_constant(&bounder->at, fill) : op_operand(op, other);
    op_set_operand(op, need->tensor, bound_fill(bounder, operand, dim_set_of(need->dim), scalar));
}

static void fill_for_needs(struct bound_builder *bounder, const struct ruled *ruled) {
    for (size_t i = 0; i < ruled->needs->items.count; i++) {
        const struct need *need = &ruled->needs->items.items[i];
        bool concerns =
            need->kind == NEED_PADDED && !is_handled(ruled, need->tensor, need->dim) &&
            bound_dims(bounder, op_operand(ruled->op, need->tensor)) & dim_set_of(need->dim);
        if (concerns) {
            fill_for_need(bounder, ruled->op, need);
        }
    }
}

/* The size of the operand's dimension that has the factor; NULL: all such are static. */
static struct value *size_of_factor(struct bound_builder *bounder, const struct ruled *ruled,
                                    int64_t factor) {
    for (uint32_t i = 0; i < ruled->op->operand_count; i++) {
        const struct value *operand = op_operand(ruled->op, i);
        dim_set dims = bound_dims(bounder, operand);
        for (uint32_t dim = 0; dims >> dim; dim++) {
            if (dims & dim_set_of(dim) && factor_of(ruled->rule, i, dim) == factor) {
                return bound_size(bounder, operand, dim);
            }
        }
    }
    return NULL;
}

static void note_result(struct bound_builder *bounder, const struct ruled *ruled, uint32_t index,
                        const struct type *original, struct value *const *given) {
    const struct type *stored = op_result(ruled->op, index)->type;
    struct value *sizes[MAX_RANK] = {0};
    for (uint32_t dim = 0; type_is_tensor(original) && dim < original->rank; dim++) {
        if (original->dims[dim] != DIM_DYNAMIC) {
            continue;
        }
        int64_t factor = ruled->rule ? factor_of(ruled->rule, ruled->op->operand_count + index, dim)
                                     : (int64_t)-1;
        sizes[dim] = given ? given[dim] : NULL;
        if (!sizes[dim] && factor >= 0) {
            sizes[dim] = size_of_factor(bounder, ruled, factor);
        }
        sizes[dim] = sizes[dim] ? sizes[dim] : size_of(bounder, stored->dims[dim]);
    }
    bound_note(bounder, settled(bounder, ruled->op, index, stored), original, sizes);
}

/* Elementwise, with no sharding rule: it is replaced before shardings matter. */
static bool is_alike(const struct op *op) {
    bool alike = op_has(op, OP_ELEMENTWISE) && op->result_count == 1 && op->operand_count > 0;
    for (uint32_t i = 0; i < op->operand_count && alike; i++) {
        const struct type *type = op_operand(op, i)->type, *result = op_result(op, 0)->type;
        alike = type_is_tensor(type) && type->rank == result->rank &&
                (type->rank == 0 ||
                 memcmp(type->dims, result->dims, type->rank * sizeof *type->dims) == 0);
    }
    return alike;
}

static void note_alike(struct bound_builder *bounder, struct op *op, const struct type *original) {
    struct value *sizes[MAX_RANK];
    bound_sizes_by_place(bounder, op, op->operand_count, sizes);
    bound_note(bounder, op_result(op, 0), original, sizes);
}

bool bound_by_rule_but(struct bound_builder *bounder, struct op *op, const dim_set *handled,
                       struct value *const *given) {
    struct arena *scratch = bounder->asking.scratch;
    const struct type **originals =
        ARENA_ARRAY(bounder->arena, const struct type *, (size_t)op->result_count + 1);
    for (uint32_t i = 0; i < op->result_count; i++) {
        originals[i] = op_result(op, i)->type;
        const struct type *type = storage_of_result(bounder, op, i);
        if (!type) {
            return false;
        }
        op_result(op, i)->type = type;
    }
    const struct attr **none =
        ARENA_ARRAY(scratch, const struct attr *, (size_t)op->operand_count + op->result_count + 1);
    struct ruled ruled = {.op = op, .handled = handled};
    ruled.rule = attr_as_rule(op_build_rule(bounder->module->context, op, false));
    if (!ruled.rule && is_alike(op)) {
        note_alike(bounder, op, originals[0]);
        return true;
    }
    ruled.needs = partition_ask(&bounder->asking, op, none, ruled.rule);
    if (!check_dims(bounder, &ruled)) {
        return false;
    }
    fill_for_needs(bounder, &ruled);
    for (uint32_t i = 0; i < op->result_count; i++) {
        note_result(bounder, &ruled, i, originals[i], given);
    }
    return true;
}

/* --- operations ------------------------------------------------------------------------------- */

bool bound_by_rule(struct op *op, struct bound_builder *builder) {
    return bound_by_rule_but(builder, op, NULL, NULL);
}

static bool is_open(const struct type *type) {
    return type->kind == TYPE_UNRANKED || (type_is_tensor(type) && !type_is_static(type));
}

/* Whether sizes have anything to do with the operation. */
static bool concerns(const struct bound_builder *bounder, const struct op *op) {
    bool any = op->def->flow == OP_FLOW_LOOP || op->def->flow == OP_FLOW_BRANCHES;
    for (uint32_t i = 0; i < op->operand_count && !any; i++) {
        any = bound_dims(bounder, op_operand(op, i)) != 0;
    }
    for (uint32_t i = 0; i < op->result_count && !any; i++) {
        any = is_open(op_result(op, i)->type);
    }
    return any;
}

bool bounded_block(struct bound_builder *bounder, struct block *block) {
    FOR_EACH_OP_SAFE (op, block) {
        if (op_has(op, OP_TERMINATOR) || !concerns(bounder, op)) {
            continue;
        }
        bounder->at = builder_before(bounder->module, op);
        if (!op->def->bound(op, bounder)) {
            return false;
        }
        arena_reset(bounder->asking.scratch);
    }
    return true;
}

/* --- the pass --------------------------------------------------------------------------------- */

static bool forget_notes(struct op *op, void *data) {
    bool *any = data;
    for (uint32_t i = 0; i < op->result_count; i++) {
        op_result(op, i)->note = 0;
        *any = *any || is_open(op_result(op, i)->type);
    }
    for (uint32_t i = 0; i < op->region_count; i++) {
        FOR_EACH_BLOCK (block, &op->regions[i]) {
            for (uint32_t j = 0; j < block->argument_count; j++) {
                block->arguments[j]->note = 0;
                *any = *any || is_open(block->arguments[j]->type);
            }
        }
    }
    return true;
}

bool pass_pad_bounded(struct module *module, const struct pass_options *options) {
    struct op *func = refinement_target(module, pass_string(options, "entry"));
    bool any = false;
    if (!func) {
        return false;
    }
    op_walk(func, forget_notes, &any);
    if (!any) {
        return true;
    }
    struct bound_builder bounder = {.module = module, .arena = arena_new()};
    bounder.asking = (struct partition_builder){.module = module, .scratch = arena_new()};
    *vector_push(&bounder.values) = (struct bounded_value){0};
    bool done = bounded_arguments(&bounder, func) &&
                bounded_block(&bounder, func->regions[0].first) && bounded_results(&bounder, func);
    vector_free(&bounder.asking.needs.items);
    vector_free(&bounder.values);
    arena_free(bounder.asking.scratch);
    arena_free(bounder.arena);
    return done && pass_verify_ops(module, 0);
}
