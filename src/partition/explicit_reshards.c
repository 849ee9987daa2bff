/* Makes operands and results of every operation agree (sdy.reshard), and sums what a sharded
 * reduction leaves in parts (sdy.all_reduce). Without enable-full-version only what cannot wait is
 * done: unreduced values are reduced, and calls get what their callees expect. */
#include "partition/partition.h"

#include <string.h>

#include "ops/op_def.h"
#include "ops/scalar.h"
#include "partition/collectives.h"
#include "partition/common_axes.h"
#include "partition/reshard_op.h"
#include "propagation/propagation.h"

struct inserter {
    struct module *module;
    struct arena *scratch;
    bool full;
    struct partition_builder builder; /* asks operations what they need */
};

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
    for (uint32_t i = 0; i < flow_source_count(owner); i++) {
        reshard_use_early(inserter, flow_source(owner, i), target);
    }
}

static void process_flow(struct inserter *inserter, struct op *op) {
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

static void process_call(struct inserter *inserter, struct op *call) {
    struct op *func = symbol_lookup_from(call, op_property(call, "callee"));
    if (!func || func->regions[0].first == NULL) {
        return;
    }
    struct context *context = inserter->module->context;
    for (uint32_t i = 0; i < call->operand_count; i++) {
        struct use *use = &call->operands[i];
        reshard_use(inserter, use, value_sharding(context, func->regions[0].first->arguments[i]),
                    builder_behind_value(inserter->module, use->value), true);
    }
}

static void process_return(struct inserter *inserter, struct op *terminator, struct op *func) {
    for (uint32_t i = 0; i < terminator->operand_count; i++) {
        struct builder builder = builder_before(inserter->module, terminator);
        builder.location = value_location(op_operand(terminator, i));
        reshard_use(inserter, &terminator->operands[i], func_result_sharding(func, i), builder,
                    inserter->full);
    }
}

/* --- reductions ------------------------------------------------------------------------------- */

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

/* How the body of a reduction with `count` results combines those numbered `index`: one binary
 * operation on its two arguments of that number. SCALAR_NONE: otherwise. */
static int32_t body_operation(const struct op *op, uint32_t index, uint32_t count) {
    const struct block *body = op->regions[op->region_count - 1].first;
    const struct op *last = body ? body->last : NULL;
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
    switch (body_operation(op, index, op->result_count)) {
    case SCALAR_MAXIMUM:
        *kind = REDUCTION_MAX;
        return true;
    case SCALAR_MINIMUM:
        *kind = REDUCTION_MIN;
        return true;
    case SCALAR_OR:
        *kind = REDUCTION_MAX;
        return truth;
    case SCALAR_AND:
        *kind = REDUCTION_MIN;
        return truth;
    case SCALAR_ADD:
        return !truth && begins_with_zero(op, index);
    default:
        return false;
    }
}

static bool is_reducible(const struct op *op) {
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

/* What a reduction over sharded dimensions leaves in parts does not show in its sharding, only in
 * the sum that stands behind it. Where an earlier run of the pass put one it goes, for this run
 * decides anew; what else it did becomes a reshard. */
static void absorb_sums(struct inserter *inserter, struct op *op) {
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

static void reduce_over(struct inserter *inserter, const struct op_context *context,
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

/* Over which the operation reduces, given the axes of each factor. */
static struct axis_vector reduced_axes(const struct op_context *context,
                                       const struct axis_list *axes) {
    struct axis_vector all = {.arena = context->arena};
    for (uint32_t factor = 0; factor < context->rule->factor_count; factor++) {
        if (context->rule->factors[factor].kind == FACTOR_REDUCTION) {
            axes_append(&all, axes[factor]);
        }
    }
    return all;
}

/* A result may be declared unreduced over more axes than the operation leaves it in parts for:
 * where it had to work on whole dimensions, say. It becomes so behind the operation. */
static void keep_declared(struct inserter *inserter, const struct op_context *context,
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

/* Where reductions are not made yet: results that are to stay unreduced over some axes have to be
 * reduced over all others now. */
static void reduce_unreduced_results(struct inserter *inserter, const struct op_context *context) {
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

/* --- one operation ---------------------------------------------------------------------------- */

static int64_t *tensor_sizes(struct inserter *inserter, const struct op *op) {
    int64_t *sizes = ARENA_ARRAY(inserter->scratch, int64_t, op->operand_count + op->result_count);
    for (uint32_t i = 0; i < op->operand_count + op->result_count; i++) {
        const struct type *type = i < op->operand_count ? op_operand(op, i)->type
                                                        : op->results[i - op->operand_count].type;
        sizes[i] = type_is_static(type) ? type_count(type) : 0;
    }
    return sizes;
}

static const struct need_list *ask_needs(struct inserter *inserter,
                                         const struct op_context *context) {
    return partition_ask(&inserter->builder, context->op, context->shardings, context->rule);
}

/* The rule with what cannot be done in parts marked as such. */
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
    const struct need_list *needs = ask_needs(inserter, context);
    for (size_t i = 0; i < needs->items.count; i++) {
        struct need need = needs->items.items[i];
        const struct rule_dim *dim = &rule.tensors[need.tensor].dims[need.dim];
        for (uint32_t j = 0; need.kind == NEED_WHOLE && j < dim->count; j++) {
            factors[dim->factors[j]].kind = FACTOR_NEED_REPLICATION;
        }
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

static void make_compatible(struct inserter *inserter, struct op_context *context) {
    struct sharding_rule rule = restricted_rule(inserter, context);
    context->rule = &rule;
    struct projection projection =
        project(&rule, context->mesh, context->shardings, true, inserter->scratch);
    struct axis_list *axes = common_axes(&projection, tensor_sizes(inserter, context->op));
    bool *changed = update_projection(inserter, &projection, axes);
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

/* The collectives of sdy say themselves how their results differ from their operands. */
static bool is_sdy_collective(const struct op *op) {
    return op_has(op, OP_COLLECTIVE) && op->def->sharding_place == OP_SHARDING_OUT;
}

static void process_op(struct inserter *inserter, struct op *op) {
    if (op_has(op, OP_TERMINATOR) || op_has(op, OP_FUNCTION) || is_sdy_collective(op)) {
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
    if (op_is(op, OP_SDY_RESHARD) &&
        unreduce_use(inserter, &op->operands[0],
                     value_sharding(inserter->module->context, op->results),
                     builder_before(inserter->module, op))) {
        value_replace_uses(&op->results[0], op_operand(op, 0));
        op_erase(op);
        return;
    }
    reduce_operands(inserter, op);
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
    } else if (inserter->full) {
        reshard_to_whole(&context, ask_needs(inserter, &context));
        if (op->operand_count == 0) {
            keep_declared(inserter, &context, &(struct axis_vector){.arena = inserter->scratch});
        }
    }
}

/* Propagation is over: its barriers go. */
static bool drop_barrier(struct op *op) {
    if (!op_is(op, OP_SDY_PROPAGATION_BARRIER)) {
        return false;
    }
    value_replace_uses(&op->results[0], op_operand(op, 0));
    op_erase(op);
    return true;
}

static void process_region(struct inserter *inserter, struct region *region) {
    FOR_EACH_BLOCK (block, region) {
        struct op *next;
        for (struct op *op = block->first; op; op = next) {
            absorb_sums(inserter, op);
            next = op->next;
            if (inserter->full && drop_barrier(op)) {
                continue;
            }
            for (uint32_t i = 0; i < op->region_count; i++) {
                process_region(inserter, &op->regions[i]);
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
    process_region(&inserter, &module->op->regions[0]);
    vector_free(&inserter.builder.needs.items);
    arena_free(inserter.scratch);
    return true;
}
