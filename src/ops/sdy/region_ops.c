/* sdy.return, sdy.manual_computation, sdy.named_computation */
#include "ops/hooks.h"
#include "ops/sdy/canonicalize.h"
#include "ops/sdy/check_shardings.h"

/* One side of a computation: values outside, values inside, the shardings between them. */
struct boundary {
    const char *what; /* "operand", "result" */
    uint32_t outer_count, inner_count;
    const struct type **outer, **inner;
    const struct attr *shardings;
};

static struct boundary operands_of(const struct op *op, struct arena *arena) {
    const struct block *block = op->regions[0].first;
    struct boundary side = {.what = "operand", .shardings = op_attr(op, "in_shardings")};
    side.outer_count = op->operand_count;
    side.inner_count = block ? block->argument_count : 0;
    side.outer = ARENA_ARRAY(arena, const struct type *, side.outer_count + 1);
    side.inner = ARENA_ARRAY(arena, const struct type *, side.inner_count + 1);
    for (uint32_t i = 0; i < side.outer_count; i++) {
        side.outer[i] = op_operand(op, i)->type;
    }
    for (uint32_t i = 0; i < side.inner_count; i++) {
        side.inner[i] = block->arguments[i]->type;
    }
    return side;
}

static struct boundary results_of(const struct op *op, struct arena *arena) {
    const struct block *block = op->regions[0].first;
    const struct op *end = block ? block_terminator(block) : NULL;
    struct boundary side = {.what = "result", .shardings = op_attr(op, "out_shardings")};
    side.outer_count = op->result_count;
    side.inner_count = end ? end->operand_count : 0;
    side.outer = ARENA_ARRAY(arena, const struct type *, side.outer_count + 1);
    side.inner = ARENA_ARRAY(arena, const struct type *, side.inner_count + 1);
    for (uint32_t i = 0; i < side.outer_count; i++) {
        side.outer[i] = op_result(op, i)->type;
    }
    for (uint32_t i = 0; i < side.inner_count; i++) {
        side.inner[i] = op_operand(end, i)->type;
    }
    return side;
}

static bool check_manual_first(const struct op *op, struct context *context,
                               const struct boundary *side, uint32_t index, uint32_t dim,
                               struct axis_list axes, const struct axis_list *manual) {
    for (uint32_t i = 1; i < axes.count; i++) {
        if (axes_contain_name(*manual, axes.items[i].name) &&
            !axes_contain_name(*manual, axes.items[i - 1].name)) {
            return op_fault(op, context,
                            "%s sharding at index %u must have all manual axes come before free "
                            "axes in its dimension sharding at index %u. Saw manual axis %s after "
                            "free axis %s",
                            side->what, index, dim, axis_spell(context->arena, axes.items[i]),
                            axis_spell(context->arena, axes.items[i - 1]));
        }
    }
    return true;
}

static bool check_local_type(const struct op *op, struct context *context,
                             const struct boundary *side, uint32_t index,
                             const struct axis_list *manual) {
    const struct sharding *sharding =
        attr_as_sharding(attr_as_shardings(side->shardings)->items[index]);
    const struct mesh *mesh = sharding_mesh(op, sharding);
    const struct type *outer = side->outer[index], *inner = side->inner[index];
    int64_t dims[MAX_RANK];
    for (uint32_t d = 0; d < sharding->rank; d++) {
        if (!check_manual_first(op, context, side, index, d, sharding->dims[d].axes, manual)) {
            return false;
        }
    }
    if (outer->kind != TYPE_TENSOR) {
        return true;
    }
    for (uint32_t d = 0; d < outer->rank; d++) {
        int64_t parts = 1;
        struct axis_list axes = d < sharding->rank ? sharding->dims[d].axes : (struct axis_list){0};
        for (uint32_t i = 0; i < axes.count; i++) {
            if (axes_contain_name(*manual, axes.items[i].name)) {
                parts *= axis_size(mesh, axes.items[i]);
            }
        }
        dims[d] = outer->dims[d];
        if (dims[d] == DIM_DYNAMIC) {
            continue;
        }
        if (dims[d] % parts != 0) {
            return op_fault(op, context,
                            "%s dimension size %lld is not divisible by the manual axes size %lld",
                            side->what, (long long)dims[d], (long long)parts);
        }
        dims[d] /= parts;
    }
    const struct type *local = type_tensor(context, outer->element, outer->rank, dims, NULL);
    if (local != inner) {
        return op_fault(op, context,
                        "%s shape, corresponding sharding, and region %s shape at index %u must "
                        "match. Expected local shape '%s', actual local shape '%s'",
                        side->what, side->what, index, say_type(context, local),
                        say_type(context, inner));
    }
    return true;
}

static bool check_boundary(const struct op *op, struct context *context,
                           const struct boundary *side, const struct axis_list *manual) {
    const struct sharding_list *list = attr_as_shardings(side->shardings);
    if (side->outer_count == 0 && side->inner_count == 0 && list && list->count == 0) {
        return true;
    }
    if (!check_shardings(op, context, side->what, side->shardings, side->outer_count,
                         side->outer)) {
        return false;
    }
    if (side->outer_count != side->inner_count) {
        return op_fault(op, context,
                        "number of op %ss and region %ss must match. Op has %u op %ss and %u "
                        "region %ss",
                        side->what, side->what, side->outer_count, side->what, side->inner_count,
                        side->what);
    }
    for (uint32_t i = 0; i < side->outer_count; i++) {
        if (!check_local_type(op, context, side, i, manual)) {
            return false;
        }
    }
    return true;
}

/* Meshes without axes go with any other; the rest must be one. */
static const struct mesh *common_mesh(const struct op *op, const struct attr *const *lists,
                                      bool *differ) {
    const struct mesh *common = NULL;
    *differ = false;
    for (uint32_t k = 0; k < 2; k++) {
        const struct sharding_list *list = attr_as_shardings(lists[k]);
        for (uint32_t i = 0; list && i < list->count; i++) {
            const struct mesh *mesh = sharding_mesh(op, attr_as_sharding(list->items[i]));
            if (!mesh || (common && mesh_is_empty(mesh))) {
                continue;
            }
            *differ =
                *differ || (common && !mesh_is_empty(common) && !mesh_equal(common, mesh, false));
            common = mesh;
        }
    }
    return *differ ? NULL : common;
}

static bool check_not_bound(const struct op *op, struct context *context,
                            const struct axis_list *manual) {
    for (const struct op *parent = op_parent(op); parent; parent = op_parent(parent)) {
        const struct axis_list *bound = attr_as_axes(op_property(parent, "manual_axes"));
        for (uint32_t i = 0; bound && i < manual->count; i++) {
            if (axes_contain_name(*bound, manual->items[i].name)) {
                op_fault(op, context,
                         "operates on axis \"%s\" which is already bound by a parent "
                         "sdy.manual_computation op",
                         manual->items[i].name);
                return diag_note(context->diagnostics, parent->location,
                                 "parent bounding this axis as manual");
            }
        }
    }
    return true;
}

static bool manual_computation_verify(const struct op *op, struct context *context) {
    const struct axis_list *manual = attr_as_axes(op_attr(op, "manual_axes"));
    struct arena *scratch = arena_new();
    struct boundary in = operands_of(op, scratch), out = results_of(op, scratch);
    bool good = check_not_bound(op, context, manual) && check_boundary(op, context, &in, manual) &&
                check_boundary(op, context, &out, manual);
    const struct attr *lists[2] = {in.shardings, out.shardings};
    bool any = attr_as_shardings(in.shardings)->count + attr_as_shardings(out.shardings)->count > 0;
    if (good && any) {
        bool differ;
        const struct mesh *mesh = common_mesh(op, lists, &differ);
        if (differ && manual->count > 0) {
            good = op_fault(op, context,
                            "all in and out shardings must be bound to the same mesh "
                            "or an empty mesh.");
        }
        for (uint32_t i = 0; good && mesh && i < manual->count; i++) {
            if (mesh_axis_size(mesh, manual->items[i].name) == 0) {
                good = op_fault(op, context, "unknown manual axis: \"%s\"", manual->items[i].name);
            }
        }
    }
    arena_free(scratch);
    return good;
}

static bool named_computation_verify(const struct op *op, struct context *context) {
    struct arena *scratch = arena_new();
    struct boundary in = operands_of(op, scratch), out = results_of(op, scratch);
    bool good = true;
    if (in.inner_count != in.outer_count) {
        good = fault(op, context,
                     "number of block arguments must match the number of operands: %u != %u",
                     in.inner_count, in.outer_count);
    }
    for (uint32_t i = 0; good && i < in.outer_count; i++) {
        if (in.inner[i] != in.outer[i]) {
            good = fault(op, context,
                         "expected the type of the %u'th block argument to match the type of the "
                         "corresponding operand: '%s' vs '%s'",
                         i, say_type(context, in.inner[i]), say_type(context, in.outer[i]));
        }
    }
    if (good && out.inner_count != out.outer_count) {
        op_fault(op, context,
                 "inferred type(s) %s are incompatible with return type(s) of operation %s",
                 say_types(context, out.inner_count, out.inner),
                 say_types(context, out.outer_count, out.outer));
        good = op_fault(op, context, "failed to infer returned types");
    }
    if (good && in.shardings) {
        good = check_shardings(op, context, "in_shardings", in.shardings, in.outer_count, in.outer);
    }
    if (good && out.shardings) {
        good = check_shardings(op, context, "out_shardings", out.shardings, out.outer_count,
                               out.outer);
    }
    arena_free(scratch);
    return good;
}

/* What the body returns. */
static bool named_computation_infer(const struct op *op, struct context *context,
                                    const struct type **types) {
    const struct op *end = block_terminator(op->regions[0].first);
    (void)context;
    for (uint32_t i = 0; i < op->result_count; i++) {
        types[i] = op_operand(end, i)->type;
    }
    return true;
}

const struct op_def op_sdy_return = {
    .name = "sdy.return",
    .summary = "ends the body of an sdy operation",
    .traits = OP_PURE | OP_TERMINATOR,
    .operands = OPERANDS({"results", VALUE_ANY, OP_MANY}),
    .results = no_values,
    .regions = {0, 0},
    .attrs = no_attrs,
    .form = "@attrs (? $results : @type:results ?)",
    .parse = parse_by_form,
    .print = print_by_form,
    .verify = verify_nothing,
    .infer = infer_nothing,
    .rule = rule_none,
    .needs = needs_nothing,
    .emit = emit_structure,
    .canonicalize = canonicalize_nothing,
    COMMON_HOOKS,
};

/* Axes of a sharding that are manual, dimension by dimension. */
static struct instance_axes *manual_axes_of(struct kernel_builder *builder, const struct op *op,
                                            const struct sharding *sharding) {
    const struct axis_list *manual = attr_as_axes(op_property(op, "manual_axes"));
    const struct mesh *mesh = sharding_mesh(op, sharding);
    struct arena *arena = kernel_arena(builder);
    struct instance_axes *axes =
        ARENA_ARRAY(arena, struct instance_axes, (size_t)sharding->rank + 1);
    for (uint32_t d = 0; d < sharding->rank && mesh; d++) {
        struct axis_vector cut = {.arena = arena};
        for (uint32_t i = 0; i < sharding->dims[d].axes.count; i++) {
            struct axis_ref axis = sharding->dims[d].axes.items[i];
            if (axes_contain_name(*manual, axis.name)) {
                axes_push(&cut, axis);
            }
        }
        axes[d] = kernel_axes(builder, mesh, axes_of(&cut));
    }
    return axes;
}

/* Manual axes that a value is unreduced over. */
static struct instance_axes manual_unreduced(struct kernel_builder *builder, const struct op *op,
                                             const struct sharding *sharding) {
    const struct axis_list *manual = attr_as_axes(op_property(op, "manual_axes"));
    const struct mesh *mesh = sharding_mesh(op, sharding);
    struct axis_vector axes = {.arena = kernel_arena(builder)};
    for (uint32_t i = 0; i < sharding->unreduced.count && mesh; i++) {
        if (axes_contain_name(*manual, sharding->unreduced.items[i].name)) {
            axes_push(&axes, sharding->unreduced.items[i]);
        }
    }
    return mesh ? kernel_axes(builder, mesh, axes_of(&axes)) : (struct instance_axes){0};
}

static enum scalar_op reduction_scalar(enum reduction_kind kind) {
    return kind == REDUCTION_MAX   ? SCALAR_MAXIMUM
           : kind == REDUCTION_MIN ? SCALAR_MINIMUM
                                   : SCALAR_ADD;
}

/* Whole outside, a value that is unreduced is a sum inside: the first instance has all of it. A
 * maximum or minimum all may have. */
static struct node *split_sum(struct kernel_builder *builder, const struct op *op,
                              const struct sharding *sharding, const struct type *type,
                              struct node *node) {
    struct instance_axes axes = manual_unreduced(builder, op, sharding);
    return axes.count > 0 && sharding->unreduced_kind == REDUCTION_SUM
               ? node_unreduced(builder, type, node, NULL, &axes)
               : node;
}

/* The other way: whole outside, it is what the instances add up to. */
static struct node *join_sum(struct kernel_builder *builder, const struct op *op,
                             const struct sharding *sharding, const struct type *type,
                             struct node *node) {
    struct instance_axes axes = manual_unreduced(builder, op, sharding);
    return axes.count > 0 ? node_fold_instances(builder, type, node, axes, NULL,
                                                reduction_scalar(sharding->unreduced_kind), NULL)
                          : node;
}

static void enter_body(const struct op *op, struct kernel_builder *builder,
                       const struct block *body) {
    const struct sharding_list *in = attr_as_shardings(op_property(op, "in_shardings"));
    for (uint32_t i = 0; i < body->argument_count; i++) {
        const struct sharding *sharding = attr_as_sharding(in->items[i]);
        const struct type *type = body->arguments[i]->type;
        struct regrouping parts = {.sliced = manual_axes_of(builder, op, sharding)};
        struct node *part = node_regroup(builder, type, kernel_operand(builder, op, i), &parts);
        kernel_bind(builder, body->arguments[i], split_sum(builder, op, sharding, type, part));
    }
}

/* The result is the same along the manual axes that do not shard it. Axes of a computation around
 * this one stay what the result varies on. */
static void leave_body(const struct op *op, struct kernel_builder *builder,
                       const struct block *body) {
    const struct sharding_list *out = attr_as_shardings(op_property(op, "out_shardings"));
    const struct op *end = block_terminator(body);
    for (uint32_t i = 0; i < op->result_count; i++) {
        const struct type *type = op_result(op, i)->type;
        const struct sharding *sharding = attr_as_sharding(out->items[i]);
        struct node *part = join_sum(builder, op, sharding, op_operand(end, i)->type,
                                     kernel_operand(builder, end, i));
        struct instance_axes *gathered = manual_axes_of(builder, op, sharding);
        const struct mesh *mesh = sharding_mesh(op, sharding);
        struct regrouping whole = {.gathered = gathered};
        if (mesh) {
            whole.dropped =
                kernel_axes(builder, mesh, *attr_as_axes(op_property(op, "manual_axes")));
        }
        kernel_result(builder, op, i, node_regroup(builder, type, part, &whole));
    }
}

/* The body stands in the program: its values vary on the manual axes that they depend on. */
static bool manual_computation_emit(const struct op *op, struct kernel_builder *builder) {
    const struct block *body = op->regions[0].first;
    bool is_local = kernel_is_local(builder); /* outside as well */
    for (uint32_t i = 0; i < op->operand_count && is_local; i++) {
        kernel_bind(builder, body->arguments[i], kernel_operand(builder, op, i));
    }
    if (!is_local) {
        enter_body(op, builder, body);
    }
    if (!kernel_block(builder, body)) {
        return false;
    }
    for (uint32_t i = 0; i < op->result_count && is_local; i++) {
        kernel_result(builder, op, i, kernel_operand(builder, block_terminator(body), i));
    }
    if (!is_local) {
        leave_body(op, builder, body);
    }
    return true;
}

const struct op_def op_sdy_manual_computation = {
    .name = "sdy.manual_computation",
    .summary = "a body that is local along some axes",
    .traits = OP_VERIFIES_CONTEXT | OP_PURE | OP_ISOLATED | OP_SINGLE_BLOCK | OP_REGION_FLOW,
    .operands = OPERANDS({"tensors", VALUE_ANY, OP_MANY}),
    .results = RESULTS({"results", VALUE_ANY, OP_MANY}),
    .regions = {1, 1},
    .region_names = {"body"},
    .ends_with = "sdy.return",
    .attrs = ATTRS({.name = "in_shardings",
                    .kind = OP_ATTR_DIALECT,
                    .required = true,
                    .dialect_attr = "sdy.sharding_per_value"},
                   {.name = "out_shardings",
                    .kind = OP_ATTR_DIALECT,
                    .required = true,
                    .dialect_attr = "sdy.sharding_per_value"},
                   {.name = "manual_axes",
                    .kind = OP_ATTR_DIALECT,
                    .required = true,
                    .dialect_attr = "sdy.manual_axes"}),
    .form = "( @operands ) in_shardings ~ = ~ @in_shardings out_shardings ~ = ~ @out_shardings "
            "manual_axes ~ = ~ $manual_axes @body @attrs : @function_type",
    .parse = parse_by_form,
    .print = print_by_form,
    .verify = manual_computation_verify,
    .infer = infer_nothing,
    .flow = OP_FLOW_BODY,
    .sharding_place = OP_SHARDING_IN_OUT,
    .rule = rule_none,
    .needs = needs_nothing,
    .emit = manual_computation_emit,
    .per_device = true,
    .canonicalize = canonicalize_manual_computation,
    COMMON_HOOKS,
};

const struct op_def op_sdy_named_computation = {
    .name = "sdy.named_computation",
    .summary = "a named body: a function in place",
    .traits = OP_PURE | OP_ISOLATED | OP_SINGLE_BLOCK | OP_REGION_FLOW | OP_INLINE_BODY,
    .operands = OPERANDS({"operands", VALUE_ANY, OP_MANY}),
    .results = RESULTS({"results", VALUE_ANY, OP_MANY}),
    .regions = {1, 1},
    .region_names = {"body"},
    .ends_with = "sdy.return",
    .attrs = ATTRS(
        {.name = "name", .kind = OP_ATTR_STRING, .required = true},
        {.name = "in_shardings", .kind = OP_ATTR_DIALECT, .dialect_attr = "sdy.sharding_per_value"},
        {.name = "out_shardings",
         .kind = OP_ATTR_DIALECT,
         .dialect_attr = "sdy.sharding_per_value"}),
    .form = "< $name > ~ ( $operands ) (? in_shardings ~ = ~ @in_shardings ?) (? out_shardings ~ = "
            "~ @out_shardings ?) @body @attrs : @function_type",
    .parse = parse_by_form,
    .print = print_by_form,
    .verify = named_computation_verify,
    .infer = named_computation_infer,
    .flow = OP_FLOW_BODY,
    .sharding_place = OP_SHARDING_IN_OUT,
    .rule = rule_none,
    .needs = needs_nothing,
    .emit = emit_expanded,
    .canonicalize = canonicalize_nothing,
    COMMON_HOOKS,
};
