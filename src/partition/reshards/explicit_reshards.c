/* Makes operands and results of every operation agree (sdy.reshard), and sums what a sharded
 * reduction leaves in parts (sdy.all_reduce). Without enable-full-version only what cannot wait is
 * done: unreduced values are reduced, and calls get what their callees expect. */
#include "partition/reshards/explicit_reshards.h"

#include "ops/op_def.h"
#include "partition/collectives/collectives.h"
#include "partition/partition.h"
#include "partition/reshards/common_axes.h"
#include "partition/single_device.h"
#include "propagation/edit.h"
#include "propagation/propagation.h"

/* --- one use to a sharding it shall have ------------------------------------------------------ */

static struct builder builder_behind_value(struct module *module, struct value *value) {
    struct builder builder;
    if (value->op) {
        builder = builder_after(module, value->op);
    } else if (value->block->first) {
        builder = builder_before(module, value->block->first);
    } else {
        builder = builder_at_end(module, value->block);
    }
    builder.location = value_location(value);
    return builder;
}

/* Reduces, before a use, over the axes that the value is unreduced on and the target is not. */
static void reduce_use(struct inserter *inserter, struct use *use, const struct attr *target,
                       struct builder builder) {
    struct context *context = inserter->module->context;
    const struct sharding *source = attr_as_sharding(value_sharding(context, use->value));
    if (!source || source->unreduced.count == 0) {
        return;
    }
    const struct mesh *mesh = sharding_mesh(use->user, source);
    const struct sharding *wanted = attr_as_sharding(target);
    struct axis_vector axes = {.arena = inserter->scratch}, rest = {.arena = inserter->scratch};
    axes_difference(mesh, source->unreduced, wanted ? wanted->unreduced : (struct axis_list){0},
                    &axes);
    if (axes.count == 0) {
        return;
    }
    axes_difference(mesh, source->unreduced, axes_of(&axes), &rest);
    struct sharding reduced = *source;
    reduced.unreduced = axes_of(&rest);
    struct value *sum = build_all_reduce(&builder, use->value, axes_of(&axes),
                                         source->unreduced_kind, sharding_attr(context, &reduced));
    op_set_operand(use->user, use_index(use), sum);
}

/* Makes the value unreduced, before a use,
 * over the axes that the target is and the value is not. */
static bool unreduce_use(struct inserter *inserter, struct use *use, const struct attr *target,
                         struct builder builder) {
    const struct sharding *wanted = attr_as_sharding(target);
    const struct sharding *source =
        attr_as_sharding(value_sharding(inserter->module->context, use->value));
    if (!source || !wanted || wanted->unreduced.count == 0) {
        return false;
    }
    const struct mesh *mesh = sharding_mesh(use->user, source);
    const struct mesh *other = sharding_mesh(use->user, wanted);
    if (!mesh || !other || !mesh_equal(mesh, other, false)) {
        return false;
    }
    struct value *unreduced =
        build_unreduced(&builder, inserter->scratch, use->value, source, target, mesh);
    if (unreduced) {
        op_set_operand(use->user, use_index(use), unreduced);
    }
    return unreduced != NULL;
}

/* `target` NULL: replicated. */
static void reshard_use(struct inserter *inserter, struct use *use, const struct attr *target,
                        struct builder builder, bool reshard) {
    struct context *context = inserter->module->context;
    reduce_use(inserter, use, target, builder);
    unreduce_use(inserter, use, target, builder);
    const struct attr *present = value_sharding(context, use->value);
    if (!reshard || sharding_equivalent(present, target)) {
        return;
    }
    if (!target) {
        target = sharding_empty_like(context, attr_as_sharding(present), true);
    }
    if (use->value->op && builder.before != use->user) {
        builder = builder_behind_value(inserter->module, use->value);
    }
    op_set_operand(use->user, use_index(use), build_reshard(&builder, use->value, target));
}

static void reshard_use_early(struct inserter *inserter, struct use *use,
                              const struct attr *target) {
    reshard_use(inserter, use, target, builder_behind_value(inserter->module, use->value),
                inserter->full);
}

/* --- flows, calls, returns -------------------------------------------------------------------- */

/* What feeds an owner gets the owner's sharding: outside of a manual computation that is the whole
 * one, inside it lacks the manual axes. */
static const struct attr *flow_target(struct inserter *inserter, struct op *op,
                                      const struct value *owner) {
    struct context *context = inserter->module->context;
    const struct axis_list *manual = attr_as_axes(op_property(op, "manual_axes"));
    if (!manual) {
        return value_sharding(context, owner);
    }
    const struct sharding_list *list =
        attr_as_shardings(op_property(op, owner->op ? "out_shardings" : "in_shardings"));
    const struct attr *outer = list->items[owner->index];
    return owner->op ? sharding_without_manual(context, outer, manual) : outer;
}

static void reshard_sources(struct inserter *inserter, struct op *op, const struct value *owner) {
    const struct attr *target = flow_target(inserter, op, owner);
    reason_set(inserter->module, REASON_FLOW, op, owner->index, 0);
    for (uint32_t i = 0; i < flow_source_count(owner); i++) {
        reshard_use_early(inserter, flow_source(owner, i), target);
    }
}

static void process_flow(struct inserter *inserter, struct op *op) {
    if (inserter->builder.narrow_halos) { /* nobody behind it asks where values are otherwise */
        spread_from_single_device(inserter->module, op);
    }
    for (uint32_t i = 0; i < op->result_count; i++) {
        reshard_sources(inserter, op, &op->results[i]);
    }
    if (op->def->flow == OP_FLOW_BODY) {
        const struct block *body = op->regions[0].first;
        for (uint32_t i = 0; i < body->argument_count; i++) {
            reshard_sources(inserter, op, body->arguments[i]);
        }
    }
}

/* Replicated on the mesh of the first operand that has one of several devices; NULL: none has. */
static const struct attr *closed_like_operands(struct inserter *inserter, const struct op *call,
                                               uint32_t index) {
    struct context *context = inserter->module->context;
    for (uint32_t i = 0; i < call->operand_count; i++) {
        const struct sharding *sharding =
            attr_as_sharding(value_sharding(context, op_operand(call, i)));
        const struct mesh *mesh = sharding ? sharding_mesh(call, sharding) : NULL;
        if (mesh && !mesh_is_maximal(mesh)) {
            const struct type *type = op_operand(call, index)->type;
            return sharding_closed(context, sharding, type_is_tensor(type) ? type->rank : 0);
        }
    }
    return NULL;
}

static void process_call(struct inserter *inserter, struct op *call) {
    struct op *func = symbol_lookup_from(call, op_property(call, "callee"));
    if (!func || func->regions[0].first == NULL) {
        return;
    }
    const struct sharding_list *list =
        attr_as_shardings(function_argument_shardings(inserter->module, func));
    for (uint32_t i = 0; i < call->operand_count; i++) {
        struct use *use = &call->operands[i];
        const struct attr *target = list ? list->items[i] : closed_like_operands(inserter, call, i);
        if (!target) {
            return;
        }
        reason_set(inserter->module, REASON_CALL, call, i, 0);
        reshard_use(inserter, use, target, builder_behind_value(inserter->module, use->value),
                    true);
    }
}

static void process_return(struct inserter *inserter, struct op *terminator, struct op *func) {
    for (uint32_t i = 0; i < terminator->operand_count; i++) {
        struct builder builder = builder_before(inserter->module, terminator);
        builder.location = value_location(op_operand(terminator, i));
        reason_set(inserter->module, REASON_RETURN, func, i, 0);
        reshard_use(inserter, &terminator->operands[i], func_result_sharding(func, i), builder,
                    inserter->full);
    }
}

/* --- one operation ---------------------------------------------------------------------------- */

static int64_t *tensor_sizes(struct inserter *inserter, const struct op *op) {
    int64_t *sizes = ARENA_ARRAY(inserter->scratch, int64_t, op->operand_count + op->result_count);
    for (uint32_t i = 0; i < op->operand_count + op->result_count; i++) {
        const struct type *type = op_tensor_type(op, i);
        sizes[i] = type_is_static(type) ? type_count(type) : 0;
    }
    return sizes;
}

/* The rule with the reductions that cannot be done in parts marked as such. */
static struct sharding_rule restricted_rule(struct inserter *inserter,
                                            const struct op_context *context) {
    struct sharding_rule rule = *context->rule;
    struct rule_factor *factors =
        ARENA_ARRAY(inserter->scratch, struct rule_factor, rule.factor_count);
    bool reducible = is_reducible(context->op);
    for (uint32_t i = 0; i < rule.factor_count; i++) {
        factors[i] = rule.factors[i];
        if (factors[i].kind == FACTOR_REDUCTION && !reducible) {
            factors[i].kind = FACTOR_NEED_REPLICATION;
        }
    }
    const struct need_list *needs =
        partition_ask(&inserter->builder, context->op, context->shardings, context->rule);
    for (size_t i = 0; i < needs->items.count; i++) {
        struct need need = needs->items.items[i];
        const struct rule_dim *dim = &rule.tensors[need.tensor].dims[need.dim];
        bool whole = need.kind == NEED_WHOLE || need.kind == NEED_CHOSEN_WHOLE;
        for (uint32_t j = 0; whole && j < dim->count; j++) {
            if (factors[dim->factors[j]].kind == FACTOR_REDUCTION) {
                factors[dim->factors[j]].kind = FACTOR_NEED_REPLICATION;
            }
        }
    }
    rule.factors = factors;
    return rule;
}

/* The rule of a concatenation that leaves its dimension in parts. */
static struct sharding_rule rule_in_parts(struct inserter *inserter,
                                          const struct op_context *context) {
    struct sharding_rule rule = *context->rule;
    struct rule_factor *factors =
        ARENA_ARRAY(inserter->scratch, struct rule_factor, rule.factor_count);
    for (uint32_t i = 0; i < rule.factor_count; i++) {
        bool joined = rule.factors[i].kind == FACTOR_NEED_REPLICATION;
        factors[i] = rule.factors[i];
        factors[i].kind = joined ? FACTOR_PERMUTATION : factors[i].kind;
    }
    rule.factors = factors;
    return rule;
}

/* Sets every factor of the projection to the common axes; marks the tensors that change. */
static bool *update_projection(struct inserter *inserter, struct projection *projection,
                               const struct axis_list *axes) {
    uint32_t tensor_count = rule_tensor_count(projection->rule);
    bool *changed = ARENA_ARRAY(inserter->scratch, bool, tensor_count);
    for (uint32_t tensor = 0; tensor < tensor_count; tensor++) {
        for (uint32_t factor = 0; factor < projection->rule->factor_count; factor++) {
            struct factor_sharding *sharding = &projection->tensors[tensor].factors[factor];
            if (sharding->is_mapped &&
                (sharding->overflow.count > 0 || !axes_equal(sharding->axes, axes[factor]))) {
                sharding->axes = axes[factor];
                sharding->overflow = (struct axis_list){0};
                changed[tensor] = true;
            }
        }
    }
    return changed;
}

/* A reshape whose axes were dealt out anew may have what it had: only what differs is resharded. */
static void drop_unchanged(const struct op_context *context, const struct projection *projection,
                           bool *changed) {
    struct context *ir = context->module->context;
    for (uint32_t tensor = 0; tensor < rule_tensor_count(projection->rule); tensor++) {
        const struct attr *now = project_back(ir, projection, tensor, context->like);
        changed[tensor] = !sharding_equivalent(context->shardings[tensor], now);
    }
}

/* Whether the axes shard a factor that is reduced in the rule; with `restricted`, one that it marks
 * otherwise. */
static bool shards_reduction(const struct sharding_rule *rule,
                             const struct sharding_rule *restricted, const struct axis_list *axes) {
    for (uint32_t factor = 0; factor < rule->factor_count; factor++) {
        if (axes[factor].count > 0 && rule->factors[factor].kind == FACTOR_REDUCTION &&
            (!restricted || restricted->factors[factor].kind != FACTOR_REDUCTION)) {
            return true;
        }
    }
    return false;
}

/* Cuts the factors of one dimension: where one is cut less than it was, nothing behind it is a part
 * of the dimension any more. */
static void cut_dim_evenly(const struct projection *projection, const struct rule_dim *factors,
                           struct axis_list *axes) {
    const struct sharding_rule *rule = projection->rule;
    for (uint32_t i = 0; i < factors->count; i++) {
        const struct rule_factor *factor = &rule->factors[factors->factors[i]];
        struct axis_list *own = &axes[factors->factors[i]];
        uint32_t before = own->count;
        while (factor->kind != FACTOR_PERMUTATION && own->count > 0 &&
               factor->size % axes_size(projection->mesh, *own) != 0) {
            own->count--;
        }
        for (uint32_t j = i + 1; own->count < before && j < factors->count; j++) {
            axes[factors->factors[j]].count = 0;
        }
    }
}

/* A factor that shares a dimension with others is cut evenly, as far as it can be: padding stands
 * at the end of a dimension, and that of a factor would be in its midst. */
static void cut_evenly(const struct projection *projection, struct axis_list *axes) {
    const struct sharding_rule *rule = projection->rule;
    for (uint32_t tensor = 0; tensor < rule_tensor_count(rule); tensor++) {
        for (uint32_t dim = 0; dim < rule->tensors[tensor].rank; dim++) {
            const struct rule_dim *factors = &rule->tensors[tensor].dims[dim];
            if (factors->count > 1) {
                cut_dim_evenly(projection, factors, axes);
            }
        }
    }
}

/* Of sums over devices: groups of parts of an axis that do not nest with other parts, as 2 of 6 and
 * the other 2 of 6, hold different parts of the result. No sum is made over these. */
static void drop_sums_across(const struct sharding_rule *rule, struct axis_list *axes) {
    for (uint32_t factor = 0; factor < rule->factor_count; factor++) {
        struct axis_list *own = &axes[factor];
        bool is_sum = rule->factors[factor].kind == FACTOR_REDUCTION;
        for (uint32_t other = 0; is_sum && other < rule->factor_count; other++) {
            uint32_t kept = 0;
            while (other != factor && kept < own->count &&
                   axes_can_coexist((struct axis_list){.count = 1, .items = &own->items[kept]},
                                    axes[other])) {
                kept++;
            }
            own->count = other == factor ? own->count : kept;
        }
    }
}

static void make_compatible(struct inserter *inserter, struct op_context *context) {
    struct sharding_rule restricted, parted;
    if (inserter->builder.narrow_halos && op_is(context->op, OP_CONCATENATE) &&
        joins_in_parts(inserter, context)) {
        parted = rule_in_parts(inserter, context);
        context->rule = &parted;
    }
    const int64_t *sizes = tensor_sizes(inserter, context->op);
    struct projection projection =
        project(context->rule, context->mesh, context->shardings, true, inserter->scratch);
    bool dealt = op_is(context->op, OP_RESHAPE) && is_overflowing(&projection);
    struct axis_list *axes =
        dealt ? reshape_axes(context, &projection) : common_axes(&projection, sizes);
    if (shards_reduction(context->rule, NULL, axes)) {
        restricted = restricted_rule(inserter, context);
        if (shards_reduction(context->rule, &restricted, axes)) {
            context->rule = projection.rule = &restricted;
            axes = common_axes(&projection, sizes);
        }
    }
    if (!op_is(context->op, OP_RESHAPE)) { /* which finds a way later */
        cut_evenly(&projection, axes);
    }
    drop_sums_across(projection.rule, axes);
    bool *changed = update_projection(inserter, &projection, axes);
    if (dealt) {
        drop_unchanged(context, &projection, changed);
    }
    reshard_to_projection(context, &projection, changed);
    struct axis_vector reduced = reduced_axes(context, axes);
    keep_declared(inserter, context, &reduced);
    reduce_over(inserter, context, axes_of(&reduced));
}

/* Unreduced operands of an operation whose results are not. */
static void reduce_operands(struct inserter *inserter, struct op *op) {
    if (op->result_count == 0) {
        return;
    }
    const struct attr *target = value_sharding(inserter->module->context, &op->results[0]);
    for (uint32_t i = 0; i < op->operand_count; i++) {
        reason_set(inserter->module, REASON_OPERAND, op, i, 0);
        reduce_use(inserter, &op->operands[i], target, builder_before(inserter->module, op));
    }
}

/* Where reshards are not wanted everywhere yet: operations that gain by an early one. A
 * concatenation of tensors that are sharded unlike its result needs them in any case. */
static bool needs_reshards_early(struct inserter *inserter, const struct op *op) {
    if (!op_is(op, OP_CONCATENATE)) {
        return false;
    }
    struct context *context = inserter->module->context;
    for (uint32_t i = 0; i < op->operand_count; i++) {
        if (value_sharding(context, op_operand(op, i)) != value_sharding(context, op->results)) {
            return true;
        }
    }
    return false;
}

/* Whether the operation is on one device alone. */
static bool process_single_device(struct inserter *inserter, struct op *op) {
    const struct attr *device =
        single_device_sharding(inserter->module->context, op, &inserter->failed);
    if (device && !inserter->failed) {
        reshard_around_single_device(inserter->module, op, device);
    }
    return device || inserter->failed;
}

static void process_op(struct inserter *inserter, struct op *op) {
    if (op_has(op, OP_TERMINATOR) || op_has(op, OP_FUNCTION) || op_is_sdy_collective(op)) {
        return;
    }
    if (op->def->flow != OP_FLOW_NONE) {
        process_flow(inserter, op);
        return;
    }
    if (op_has(op, OP_CALL)) {
        process_call(inserter, op);
        return;
    }
    reason_follow(inserter->module, op);
    if (op_is(op, OP_SDY_RESHARD) &&
        unreduce_use(inserter, &op->operands[0],
                     value_sharding(inserter->module->context, op->results),
                     builder_before(inserter->module, op))) {
        value_replace_uses(&op->results[0], op_operand(op, 0));
        op_erase(op);
        return;
    }
    reduce_operands(inserter, op);
    if (process_single_device(inserter, op)) {
        return;
    }
    if (is_alike_pointwise(inserter->module->context, op)) {
        return;
    }
    struct op_context context = op_context_of(inserter->module, inserter->scratch, op);
    if (!context.mesh || (context.rule && context.rule->is_custom)) {
        return;
    }
    if (!inserter->full && !needs_reshards_early(inserter, op)) {
        if (context.rule) {
            reshard_contraction(&context);
            reduce_unreduced_results(inserter, &context);
        }
    } else if (context.rule) {
        make_compatible(inserter, &context);
    } else if (inserter->full && op->operand_count == 0) {
        keep_declared(inserter, &context, &(struct axis_vector){.arena = inserter->scratch});
    }
}

static void process_region(struct inserter *inserter, struct region *region) {
    FOR_EACH_BLOCK (block, region) {
        struct op *next;
        for (struct op *op = block->first; op && !inserter->failed; op = next) {
            absorb_sums(inserter, op);
            next = op->next;
            inserter->failed =
                op_has(op, OP_FUNCTION) && !check_function_on_all_devices(inserter->module, op);
            for (uint32_t i = 0; i < op->region_count && !inserter->failed; i++) {
                process_region(inserter, &op->regions[i]);
            }
            if (inserter->failed) {
                return;
            }
            process_op(inserter, op);
            if (op_has(op, OP_FUNCTION) && func_return(op)) {
                process_return(inserter, func_return(op), op);
            }
            arena_reset(inserter->scratch);
        }
    }
}

bool pass_insert_explicit_reshards(struct module *module, const struct pass_options *options) {
    struct inserter inserter = {.module = module,
                                .scratch = arena_new(),
                                .full = pass_bool(options, "enable-full-version")};
    inserter.builder.module = module;
    inserter.builder.scratch = inserter.scratch;
    inserter.builder.narrow_halos = pass_bool(options, "narrow-halos");
    process_region(&inserter, &module->op->regions[0]);
    vector_free(&inserter.builder.needs.items);
    arena_free(inserter.scratch);
    return !inserter.failed;
}
