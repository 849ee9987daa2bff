/* Global to local: every value gets the type of the part that one device holds. The sdy collectives
 * stay, and so do meshes and shardings: this is the form that code generation reads. What differs
 * from device to device (where an iota begins, which device is the first) is an sdy.all_slice of a
 * small constant, so that values vary on those axes only on which they do. */
#include "partition/partition.h"

#include "ops/build.h"
#include "ops/stablehlo/calls/call.h"
#include "partition/builder.h"
#include "partition/halos/halo.h"
#include "partition/linear.h"
#include "partition/parts.h"
#include "partition/reshard_op.h"
#include "partition/reshards/common_axes.h"
#include "propagation/propagation.h"
#include "sharding/devices.h"

struct localizer {
    struct module *module;
    struct partition_builder builder;
    /* By value->note: shardings are asked of the IR before anything changes. */
    VECTOR(const struct attr *) shardings;
    VECTOR(const struct attr *) present; /* of the operation at hand: operands, results */
    VECTOR(struct op *) manual;          /* computations whose bodies move out at the end */
    bool drops;           /* slices that take all of their part, and pads that add nothing */
    struct value *latest; /* that replaced a result */
    bool failed;          /* an operation needs what is not so; reported */
    /* Shardings of values that replace others, and of the operands of operations that look at them;
     * NULL: on the values. */
    struct pointer_map *apart;
};

/* --- shardings of all values, by number ------------------------------------------------------- */

static void number_value(struct localizer *localizer, struct value *value) {
    value->note = (int32_t)localizer->shardings.count;
    *vector_push(&localizer->shardings) = value_sharding(localizer->module->context, value);
}

static bool number_values(struct op *op, void *data) {
    for (uint32_t i = 0; i < op->result_count; i++) {
        number_value(data, &op->results[i]);
    }
    for (uint32_t i = 0; i < op->region_count; i++) {
        FOR_EACH_BLOCK (block, &op->regions[i]) {
            for (uint32_t j = 0; j < block->argument_count; j++) {
                number_value(data, block->arguments[j]);
            }
        }
    }
    return true;
}

static const struct attr *sharding_of(const struct localizer *localizer,
                                      const struct value *value) {
    return localizer->shardings.items[value->note];
}

static void note_replacement(struct partition_builder *builder, struct value *value,
                             const struct attr *sharding) {
    struct localizer *localizer = builder->data;
    localizer->latest = value;
    value->note = (int32_t)localizer->shardings.count;
    *vector_push(&localizer->shardings) = sharding;
    if (localizer->apart) {
        pointer_map_put(localizer->apart, value, (void *)sharding);
    } else if (sharding && value->op && value->op->def->sharding_place == OP_SHARDING_OF_RESULTS) {
        value_set_sharding(builder->module, value, sharding);
    }
}

static void collect_present(struct localizer *localizer, const struct op *op) {
    localizer->present.count = 0;
    for (uint32_t i = 0; i < op->operand_count; i++) {
        *vector_push(&localizer->present) = sharding_of(localizer, op_operand(op, i));
    }
    for (uint32_t i = 0; i < op->result_count; i++) {
        *vector_push(&localizer->present) = sharding_of(localizer, &op->results[i]);
    }
}

/* --- what operations need ------------------------------------------------------------------------
 *
 * Asked before any type changes: the sharding rule is one of whole tensors. */

/* What has equal local types may still hold other parts: of two axes of one size, or of a reshaped
 * dimension. */
static bool tensors_agree(struct localizer *localizer, const struct op_context *context) {
    struct partition_builder *builder = &localizer->builder;
    struct projection projection =
        project(context->rule, context->mesh, context->shardings, true, builder->scratch);
    struct axis_list axes;
    for (uint32_t factor = 0; factor < context->rule->factor_count; factor++) {
        if (!agreed_axes(&projection, factor, &axes) && !agreed_parts(&projection, factor)) {
            return partition_error(builder,
                                   "has operands and results that are sharded unlike each other: "
                                   "sdy-insert-explicit-reshards comes first");
        }
    }
    return true;
}

static struct axis_list axes_of_dim(const struct partition_builder *builder, uint32_t tensor,
                                    uint32_t dim) {
    const struct sharding *sharding = attr_as_sharding(builder->shardings[tensor]);
    return sharding ? sharding->dims[dim].axes : (struct axis_list){0};
}

static bool stays_local(const struct partition_builder *builder, const struct need *need,
                        struct axis_list axes) {
    const struct op *op = builder->op;
    const struct need_window *window = &need->window;
    if (need->kind != NEED_HALO ||
        !axes_equal(axes, axes_of_dim(builder, window->tensor, window->dim))) {
        return false;
    }
    struct halo halo = halo_of(window, partition_parts(builder, axes),
                               op_tensor_type(op, need->tensor)->dims[need->dim],
                               op_tensor_type(op, window->tensor)->dims[window->dim]);
    return window->by_device ? halo_is_empty(&halo) : halo_is_local(&halo);
}

static bool is_met(const struct partition_builder *builder, const struct need *need) {
    struct axis_list axes = axes_of_dim(builder, need->tensor, need->dim);
    return need_keeps_parts(need->kind) || partition_parts(builder, axes) == 1 ||
           stays_local(builder, need, axes);
}

/* Of operations that nothing is known of Shardy's pass supposes that they work on parts. */
static bool is_taken_at_its_word(const struct op_context *context, const struct need *need) {
    const struct op *op = context->op;
    bool unknown = !context->rule && (op->def == &op_unregistered || op_is(op, OP_CUSTOM_CALL));
    unknown =
        unknown || (context->rule && context->rule->is_custom && !custom_call_knows_whole(op));
    return need->kind == NEED_CHOSEN_WHOLE || unknown;
}

/* `at_word`: becomes whether the operation is to be taken at its word, which is said. */
static bool needs_are_met(struct localizer *localizer, const struct op_context *context,
                          bool *at_word) {
    struct partition_builder *builder = &localizer->builder;
    const struct op *op = context->op;
    const struct need_list *needs =
        partition_ask(builder, context->op, context->shardings, context->rule);
    *at_word = false;
    for (size_t i = 0; i < needs->items.count; i++) {
        struct need need = needs->items.items[i];
        bool is_result = need.tensor >= op->operand_count;
        const char *what = is_result ? "result" : "operand";
        uint32_t number = is_result ? need.tensor - op->operand_count : need.tensor;
        if (*at_word || is_met(builder, &need)) {
            continue;
        }
        if (!is_taken_at_its_word(context, &need)) {
            return partition_error(
                builder, "needs data of other devices: dimension %u of its %s %u is sharded",
                need.dim, what, number);
        }
        *at_word = true;
        diag_warning(localizer->module->context->diagnostics, op->location,
                     "'%s' on each device uses its part of dimension %u of its %s %u alone",
                     op->name, need.dim, what, number);
    }
    return true;
}

static bool uses_are_summed(const struct value *value, struct axis_list axes,
                            const struct mesh *mesh, struct arena *arena);

/* Whether a sum over these axes takes the value up, at once or once it has moved or is padded. */
static bool is_summed(const struct op *user, struct axis_list axes, const struct mesh *mesh,
                      struct arena *arena) {
    struct axis_vector summed = {.arena = arena}, rest = {.arena = arena};
    if (op_is(user, OP_SDY_ALL_REDUCE)) {
        axes_append(&summed, *attr_as_axes(op_property(user, "reduction_axes")));
    } else if (op_is(user, OP_SDY_REDUCE_SCATTER)) {
        const struct axis_lists *lists =
            attr_as_axis_lists(op_property(user, "reduce_scatter_axes"));
        for (uint32_t i = 0; i < lists->count; i++) {
            axes_append(&summed, lists->items[i]);
        }
    } else if (op_is(user, OP_PAD) || op_is(user, OP_SLICE) || op_is_sdy_collective(user)) {
        return uses_are_summed(&user->results[0], axes, mesh, arena);
    }
    axes_difference(mesh, axes, axes_of(&summed), &rest);
    return rest.count == 0;
}

static bool uses_are_summed(const struct value *value, struct axis_list axes,
                            const struct mesh *mesh, struct arena *arena) {
    const struct use *only = value->first_use;
    while (only && !only->next && is_linear_in(only->user, use_index(only))) { /* before the sum */
        value = &only->user->results[0];
        only = value->first_use;
    }
    FOR_EACH_USE (use, value) {
        if (!is_summed(use->user, axes, mesh, arena)) {
            return false;
        }
    }
    return true;
}

/* The axes over which an operation leaves sums in parts. */
static struct axis_list summed_axes(struct localizer *localizer, const struct op_context *context) {
    struct arena *arena = localizer->builder.scratch;
    struct projection projection =
        project(context->rule, context->mesh, context->shardings, true, arena);
    struct axis_vector summed = {.arena = arena};
    for (uint32_t factor = 0; factor < context->rule->factor_count; factor++) {
        struct axis_list axes;
        if (context->rule->factors[factor].kind == FACTOR_REDUCTION &&
            agreed_axes(&projection, factor, &axes) && axes_size(context->mesh, axes) > 1) {
            axes_append(&summed, axes);
        }
    }
    return axes_of(&summed);
}

static bool sums_are_completed(struct localizer *localizer, const struct op_context *context) {
    struct arena *arena = localizer->builder.scratch;
    struct axis_list summed = summed_axes(localizer, context);
    for (uint32_t i = 0; i < context->op->result_count && summed.count > 0; i++) {
        const struct sharding *declared =
            attr_as_sharding(context->shardings[context->op->operand_count + i]);
        struct axis_vector rest = {.arena = arena};
        axes_difference(context->mesh, summed,
                        declared ? declared->unreduced : (struct axis_list){0}, &rest);
        if (!uses_are_summed(&context->op->results[i], axes_of(&rest), context->mesh, arena)) {
            return false;
        }
    }
    return true;
}

/* What an operation sums up over sharded dimensions has to be added over the devices. Shardy asks
 * this of products and gathers; of others it is a warning, for it takes them at their word. */
static bool check_sums(struct localizer *localizer, const struct op_context *context) {
    static const char *message = "leaves sums over devices in parts that nothing adds up";
    const struct op *op = context->op;
    if (sums_are_completed(localizer, context)) {
        return true;
    }
    if (op_is(op, OP_DOT) || op_is(op, OP_DOT_GENERAL) || op_is(op, OP_CONVOLUTION) ||
        op_is(op, OP_GATHER)) {
        return partition_error(&localizer->builder, "%s: sdy-insert-explicit-reshards comes first",
                               message);
    }
    diag_warning(localizer->module->context->diagnostics, op->location, "'%s' %s", op->name,
                 message);
    return true;
}

static bool is_local_work(struct localizer *localizer, const struct op_context *context) {
    bool at_word;
    partition_start(&localizer->builder, context->op, context->shardings);
    if (!context->rule || context->rule->is_custom) {
        return needs_are_met(localizer, context, &at_word);
    }
    if (op_is(context->op, OP_RESHAPE)) { /* its needs are those of tensors that agree */
        return tensors_agree(localizer, context) && needs_are_met(localizer, context, &at_word);
    }
    return needs_are_met(localizer, context, &at_word) &&
           (at_word || (tensors_agree(localizer, context) && check_sums(localizer, context)));
}

static bool check_op(struct op *op, void *data) {
    struct localizer *localizer = data;
    if (op->def->flow != OP_FLOW_NONE ||
        (!op->def->needs && is_alike_pointwise(localizer->module->context, op))) {
        return true;
    }
    struct op_context context = op_context_of(localizer->module, localizer->builder.scratch, op);
    if (context.rule && context.rule->is_custom && !op->def->needs) {
        return true; /* taken at its word */
    }
    localizer->failed = !is_local_work(localizer, &context);
    arena_reset(localizer->builder.scratch);
    return !localizer->failed;
}

/* --- operations, from outside in -------------------------------------------------------------- */

static bool localize_op(struct localizer *localizer, struct op *op);

static bool localize_arguments(struct localizer *localizer, struct block *block) {
    localizer->builder.op = block->region->op;
    for (uint32_t i = 0; i < block->argument_count; i++) {
        struct value *argument = block->arguments[i];
        const struct type *type = local_type(&localizer->builder, argument->type,
                                             sharding_of(localizer, argument), argument->location);
        if (!type) {
            return false;
        }
        argument->type = type;
    }
    return true;
}

static bool localize_region(struct localizer *localizer, struct region *region) {
    FOR_EACH_BLOCK (block, region) {
        if (!localize_arguments(localizer, block)) {
            return false;
        }
        FOR_EACH_OP_SAFE (op, block) {
            if (!localize_op(localizer, op)) {
                return false;
            }
        }
    }
    return true;
}

/* A function's type follows its arguments and the shardings of its results. */
static bool localize_function_type(struct localizer *localizer, struct op *func) {
    uint32_t input_count = func_input_count(func), result_count = func_result_count(func);
    struct arena *arena = localizer->builder.scratch;
    const struct type **inputs = ARENA_ARRAY(arena, const struct type *, input_count);
    const struct type **results = ARENA_ARRAY(arena, const struct type *, result_count);
    localizer->builder.op = func;
    const struct type *old = op_property(func, "function_type")->type;
    const struct block *body = func->regions[0].first;
    for (uint32_t i = 0; i < input_count; i++) {
        inputs[i] = body ? body->arguments[i]->type : old->items[i];
    }
    for (uint32_t i = 0; i < result_count; i++) {
        results[i] = local_type(&localizer->builder, func_result_type(func, i),
                                func_result_sharding(func, i), func->location);
        if (!results[i]) {
            return false;
        }
    }
    struct context *context = localizer->module->context;
    op_set_property(
        localizer->module, func, "function_type",
        attr_type(context, type_function(context, input_count, inputs, result_count, results)));
    return true;
}

static bool localize_op(struct localizer *localizer, struct op *op) {
    memory_at(op->location);
    for (uint32_t i = 0; i < op->region_count; i++) {
        if (!localize_region(localizer, &op->regions[i])) {
            return false;
        }
    }
    if (op_has(op, OP_FUNCTION)) {
        return localize_function_type(localizer, op);
    }
    collect_present(localizer, op);
    partition_start(&localizer->builder, op, localizer->present.items);
    if (localizer->builder.mesh &&
        !devices_can_be_listed(localizer->builder.mesh, localizer->module->context->diagnostics,
                               op->location)) {
        return false;
    }
    if (op->def->flow == OP_FLOW_BODY && op_property(op, "manual_axes")) {
        *vector_push(&localizer->manual) = op;
    }
    struct partition_builder *builder = &localizer->builder;
    bool unchanged =
        op->operand_count > 0 && op->result_count > 0 &&
        sharding_equivalent(builder->shardings[0], builder->shardings[op->operand_count]);
    bool ok = (op->def->localize ? op->def->localize : partition_in_place)(op, builder);
    struct op *made = ok && builder->removed ? localizer->latest->op : op;
    if (ok && localizer->drops && unchanged && made && parts_stay(made)) {
        value_replace_uses(&made->results[0], op_operand(made, 0));
        op_erase(made);
    }
    return ok;
}

/* --- manual computations ---------------------------------------------------------------------- */

/* Whether a value has a sharding, and that on the same mesh: what is whole is so on any mesh, and a
 * collective of another one does not take it. */
static bool is_alike(struct localizer *localizer, const struct value *value,
                     const struct attr *sharding) {
    const struct attr *own = sharding_of(localizer, value);
    const struct sharding *a = attr_as_sharding(own), *b = attr_as_sharding(sharding);
    return sharding_equivalent(own, sharding) &&
           (!a || !b || (a->mesh_name == b->mesh_name && a->mesh == b->mesh));
}

static struct value *build_copy(struct localizer *localizer, struct op *before, struct value *value,
                                const struct attr *sharding) {
    struct partition_builder *builder = &localizer->builder;
    builder->at = builder_before(localizer->module, before);
    value = build_unary(&builder->at, OP_RESHAPE, value, value->type);
    note_replacement(builder, value, sharding);
    return value;
}

/* Where values do not carry their shardings: those who look at the sharding of their operand are
 * told that of `value`, for which another will stand. */
static void tell_permutes(struct localizer *localizer, const struct value *value,
                          const struct attr *sharding) {
    FOR_EACH_USE (use, value) {
        if (op_is(use->user, OP_SDY_COLLECTIVE_PERMUTE)) {
            pointer_map_put(localizer->apart, use->user, (void *)sharding);
        }
    }
}

/* What takes the place of an argument: the operand, whose sharding names manual axes too. */
static struct value *value_inside(struct localizer *localizer, struct op *op, uint32_t index) {
    struct value *operand = op_operand(op, index);
    const struct value *argument = op->regions[0].first->arguments[index];
    const struct attr *sharding = sharding_of(localizer, argument);
    if (localizer->apart) {
        tell_permutes(localizer, argument, sharding);
        return operand;
    }
    return !value_meets_collective(argument) || is_alike(localizer, operand, sharding)
               ? operand
               : build_copy(localizer, op, operand, sharding);
}

/* What takes the place of a result: `value`, which the body handed on, with the sharding that the
 * result has outside. A value that has another one for other uses is copied. */
static struct value *value_outside(struct localizer *localizer, struct op *op,
                                   const struct value *result, struct value *value,
                                   const struct attr *sharding, bool from_body) {
    if (localizer->apart) {
        tell_permutes(localizer, result, sharding);
        return value;
    }
    /* The sharding of what a loop carries is its body's, too. */
    bool is_carried = from_body && value->op->def->flow != OP_FLOW_NONE;
    bool is_equal = sharding_equivalent(sharding_of(localizer, value), sharding);
    if (is_alike(localizer, value, sharding) ||
        ((is_equal || is_carried) && !value_meets_collective(result))) {
        return value;
    }
    if (!from_body || is_carried || !value_has_one_use(value) ||
        value->op->def->sharding_place != OP_SHARDING_OF_RESULTS) {
        return build_copy(localizer, op, value, sharding);
    }
    note_replacement(&localizer->builder, value, sharding);
    return value;
}

/* The body of a manual computation is local already: it takes the place of the operation. */
static void move_out_body(struct localizer *localizer, struct op *op) {
    struct block *body = op->regions[0].first;
    const struct sharding_list *list = attr_as_shardings(op_property(op, "out_shardings"));
    struct op *terminator = block_terminator(body);
    bool *from_body = ARENA_ARRAY(localizer->builder.scratch, bool, op->result_count);
    for (uint32_t i = 0; i < op->result_count; i++) {
        const struct op *source = value_defining_op(op_operand(terminator, i));
        from_body[i] = source && source->block == body;
    }
    for (uint32_t i = 0; i < body->argument_count; i++) {
        value_replace_uses(body->arguments[i], value_inside(localizer, op, i));
    }
    while (body->first != terminator) {
        struct op *first = body->first;
        op_unlink(first);
        op_insert_before(op, first);
    }
    for (uint32_t i = 0; i < op->result_count; i++) {
        struct value *result = &op->results[i];
        struct value *value = value_outside(localizer, op, result, op_operand(terminator, i),
                                            list->items[i], from_body[i]);
        value_replace_uses(result, value);
    }
    op_erase(op);
}

/* Gives every value its local type. New values carry shardings like all others; given `apart`, they
 * do not: it receives them (value -> sharding attribute). */
static bool localize(struct module *module, bool signed_zeros, bool drops,
                     struct pointer_map *apart) {
    struct localizer localizer = {.module = module, .drops = drops, .apart = apart};
    struct partition_builder *builder = &localizer.builder;
    builder->module = module;
    builder->signed_zeros = signed_zeros;
    builder->scratch = arena_new();
    builder->replaced = note_replacement;
    builder->data = &localizer;
    op_walk(module->op, number_values, &localizer);
    op_walk(module->op, check_op, &localizer);
    bool ok = !localizer.failed && localize_region(&localizer, &module->op->regions[0]);
    for (size_t i = 0; ok && i < localizer.manual.count; i++) {
        move_out_body(&localizer, localizer.manual.items[i]);
    }
    vector_free(&localizer.shardings);
    vector_free(&localizer.present);
    vector_free(&localizer.manual);
    vector_free(&builder->needs.items);
    arena_free(builder->scratch);
    return ok;
}

bool pass_localize(struct module *module, const struct pass_options *options) {
    (void)options;
    return localize(module, true, true, NULL) && pass_verify_ops(module, 0);
}

bool pass_convert_global_to_local(struct module *module, const struct pass_options *options) {
    struct collective_lowering lowering = {
        .per_dim_all_gather = pass_bool(options, "per-dim-all-gather"),
        .combine_reduce_scatter = pass_bool(options, "combine-multi-dimension-reduce-scatter"),
        .name_axes = pass_bool(options, "enable-rgv3"),
        .short_forms = pass_bool(options, "short-forms"),
        .replica_count = pass_int(options, "replica-count"),
        .partition_count = pass_int(options, "partition-count")};
    if (lowering.replica_count > 1 && lowering.partition_count > 1) {
        return diag_error(module->context->diagnostics, module->op->location,
                          "Shardy partitioner convert_global_to_local does not support both "
                          "replica_count > 1 and partition_count > 1 yet.");
    }
    struct pointer_map shardings = {0};
    bool ok =
        all_have_local_form(module) &&
        localize(module, pass_bool(options, "signed-zeros"), lowering.short_forms, &shardings) &&
        partition_lower(module, &lowering, &shardings) && pass_verify_ops(module, 0);
    pointer_map_free(&shardings);
    return ok;
}

bool pass_lower_collectives(struct module *module, const struct pass_options *options) {
    (void)options;
    struct collective_lowering lowering = {
        .short_forms = true, .replica_count = 1, .partition_count = 1};
    struct pointer_map shardings = {0};
    bool ok = partition_lower(module, &lowering, &shardings) && pass_verify_ops(module, 0);
    pointer_map_free(&shardings);
    return ok;
}
