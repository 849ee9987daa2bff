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
    struct partition_builder builder; /* asks hooks what must be whole */
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

/* The body of a reduction that is one binary operation on its two arguments;
 * SCALAR_NONE: another. */
static int32_t body_operation(const struct op *op) {
    const struct block *body = op->regions[op->region_count - 1].first;
    const struct op *first = body ? body->first : NULL;
    if (!first || first->next != body->last || body->argument_count != 2 ||
        first->operand_count != 2 || first->result_count != 1 || body->last->operand_count != 1 ||
        op_operand(body->last, 0) != &first->results[0]) {
        return SCALAR_NONE;
    }
    const struct value *a = op_operand(first, 0), *b = op_operand(first, 1);
    bool on_arguments = a != b && a->block == body && b->block == body;
    return on_arguments ? first->def->scalar : SCALAR_NONE;
}

/* How partial results of an operation add up; false: they cannot be combined, or the value that the
 * reduction begins with would count once per device. */
static bool reduction_of(const struct op *op, enum reduction_kind *kind) {
    *kind = REDUCTION_SUM;
    if (op->region_count == 0) {
        return true;
    }
    bool truth = type_is_integer(type_element(op_operand(op, 0)->type), 1);
    switch (body_operation(op)) {
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
        break;
    default:
        return false;
    }
    for (uint32_t i = 0; i < op->operand_count; i++) {
        const struct value *operand = op_operand(op, i);
        if (operand->type->rank == 0 && !is_zero(operand)) {
            return false;
        }
    }
    return !truth;
}

static void reduce_over(struct inserter *inserter, const struct op_context *context,
                        struct axis_list axes, enum reduction_kind kind) {
    struct op *op = context->op;
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
    struct op *after = op;
    for (uint32_t i = 0; i < op->result_count; i++) {
        struct value *result = &op->results[i];
        const struct attr *sharding = value_sharding(ir, result);
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

/* `axes`: of each factor. */
static void reduce_results(struct inserter *inserter, const struct op_context *context,
                           const struct axis_list *axes, enum reduction_kind kind) {
    struct axis_vector all = {.arena = inserter->scratch};
    for (uint32_t factor = 0; factor < context->rule->factor_count; factor++) {
        if (context->rule->factors[factor].kind == FACTOR_REDUCTION) {
            axes_append(&all, axes[factor]);
        }
    }
    reduce_over(inserter, context, axes_of(&all), kind);
}

/* Where reductions are not made yet: results that are to stay unreduced over some axes have to be
 * reduced over all others now. */
static void reduce_unreduced_results(struct inserter *inserter, const struct op_context *context) {
    const struct sharding *result =
        context->op->result_count == 0
            ? NULL
            : attr_as_sharding(value_sharding(inserter->module->context, &context->op->results[0]));
    enum reduction_kind kind;
    if (!result || result->unreduced.count == 0 || !reduction_of(context->op, &kind)) {
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
    reduce_over(inserter, context, axes_of(&all), result->unreduced_kind);
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

static void ask_hook(struct inserter *inserter, const struct op_context *context) {
    partition_start(&inserter->builder, context->op, context->shardings);
    inserter->builder.has_rule = context->rule != NULL;
    context->op->def->partition(context->op, &inserter->builder);
}

/* The rule with what cannot be done in parts marked as such. */
static struct sharding_rule restricted_rule(struct inserter *inserter,
                                            const struct op_context *context,
                                            enum reduction_kind *kind) {
    struct sharding_rule rule = *context->rule;
    struct rule_factor *factors =
        ARENA_ARRAY(inserter->scratch, struct rule_factor, rule.factor_count);
    bool reducible = reduction_of(context->op, kind);
    for (uint32_t i = 0; i < rule.factor_count; i++) {
        factors[i] = rule.factors[i];
        if (factors[i].kind == FACTOR_REDUCTION && !reducible) {
            factors[i].kind = FACTOR_NEED_REPLICATION;
        }
    }
    ask_hook(inserter, context);
    for (size_t i = 0; i < inserter->builder.whole.count; i++) {
        struct tensor_dim whole = inserter->builder.whole.items[i];
        const struct rule_dim *dim = &rule.tensors[whole.tensor].dims[whole.dim];
        for (uint32_t j = 0; j < dim->count; j++) {
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
    enum reduction_kind kind;
    struct sharding_rule rule = restricted_rule(inserter, context, &kind);
    context->rule = &rule;
    struct projection projection =
        project(&rule, context->mesh, context->shardings, true, inserter->scratch);
    struct axis_list *axes = common_axes(&projection, tensor_sizes(inserter, context->op));
    bool *changed = update_projection(inserter, &projection, axes);
    reshard_to_projection(context, &projection, changed);
    reduce_results(inserter, context, axes, kind);
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

static void process_op(struct inserter *inserter, struct op *op) {
    if (op_has(op, OP_TERMINATOR) || op_has(op, OP_FUNCTION)) {
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
        ask_hook(inserter, &context);
        reshard_to_whole(&context, inserter->builder.whole.items, inserter->builder.whole.count);
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
        FOR_EACH_OP_SAFE (op, block) {
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
    inserter.builder.phase = PARTITION_CHOOSE;
    inserter.builder.module = module;
    inserter.builder.scratch = inserter.scratch;
    process_region(&inserter, &module->op->regions[0]);
    vector_free(&inserter.builder.whole);
    arena_free(inserter.scratch);
    return true;
}
