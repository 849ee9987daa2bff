/* sdy.all_gather, sdy.all_slice, sdy.all_to_all, sdy.collective_permute, sdy.all_reduce,
 * sdy.reduce_scatter, sdy.sharded_to_unreduced, sdy.replicated_to_unreduced */
#include "ops/hooks.h"
#include "ops/sdy/canonicalize.h"
#include "ops/sdy/check_shardings.h"
#include "ops/sdy/local.h"
#include "ops/sdy/transfer.h"
#include "ops/traffic_builder.h"
#include "sharding/sharding.h"

static bool all_gather_verify(const struct op *op, struct context *context) {
    struct transfer transfer;
    return transfer_read(op, context, NEEDS_OPERAND_SHARDING, &transfer) &&
           transfer_check_per_dim(op, context, &transfer, "gathering_axes", "gathering") &&
           transfer_check_types(op, context, &transfer);
}

static bool all_slice_verify(const struct op *op, struct context *context) {
    struct transfer transfer;
    return transfer_read(op, context, 0, &transfer) &&
           transfer_check_per_dim(op, context, &transfer, "slicing_axes", NULL) &&
           transfer_check_types(op, context, &transfer);
}

static bool reduce_scatter_verify(const struct op *op, struct context *context) {
    struct transfer transfer;
    return transfer_read(op, context, 0, &transfer) &&
           check_unreduced(op, context, transfer.from, transfer.to, -1,
                           (int)op_int(op, "reduction_op", REDUCTION_SUM)) &&
           transfer_check_per_dim(op, context, &transfer, "reduce_scatter_axes", NULL) &&
           transfer_check_types(op, context, &transfer);
}

static bool check_move_dims(const struct op *op, struct context *context,
                            const struct all_to_all_moves *moves, int64_t rank) {
    bool seen[MAX_RANK] = {false};
    int64_t previous = -1;
    for (uint32_t i = 0; i < moves->count; i++) {
        const int64_t dims[2] = {moves->items[i].source, moves->items[i].target};
        for (uint32_t k = 0; k < 2; k++) {
            if (dims[k] < 0 || dims[k] >= rank) {
                return op_fault(op, context, "%s dimension %lld is out of range [0, %lld)",
                                k ? "target" : "source", (long long)dims[k], (long long)rank);
            }
        }
        for (uint32_t k = 0; k < 2; k++) {
            if (seen[dims[k]]) {
                return op_fault(op, context,
                                "overlapping source/target dimensions in all-to-all params: %lld",
                                (long long)dims[k]);
            }
            seen[dims[k]] = true;
        }
        if (previous >= dims[0]) {
            return op_fault(op, context,
                            "source dimensions are not sorted in ascending order: %lld appears "
                            "after %lld",
                            (long long)dims[0], (long long)previous);
        }
        previous = dims[0];
    }
    return true;
}

static bool check_moves(const struct op *op, struct context *context,
                        const struct transfer *transfer, const struct all_to_all_moves *moves) {
    bool moved[MAX_RANK] = {false}, good = true;
    struct arena *scratch = arena_new();
    for (uint32_t i = 0; good && i < moves->count; i++) {
        struct axis_vector left = {.arena = scratch}, all = {.arena = scratch};
        uint32_t source = (uint32_t)moves->items[i].source;
        uint32_t target = (uint32_t)moves->items[i].target;
        moved[source] = moved[target] = true;
        good = transfer_take_off(op, context, transfer, source, moves->items[i].axes, "all-to-all",
                                 &left) &&
               transfer_check_dim(op, context, transfer, source, axes_of(&left));
        transfer_put_on(transfer, target, moves->items[i].axes, &all);
        good = good && transfer_check_dim(op, context, transfer, target, axes_of(&all));
    }
    for (uint32_t dim = 0; good && dim < transfer->to->rank; dim++) {
        good = moved[dim] ||
               transfer_check_dim(op, context, transfer, dim, transfer->from->dims[dim].axes);
    }
    arena_free(scratch);
    return good;
}

static bool all_to_all_verify(const struct op *op, struct context *context) {
    const struct all_to_all_moves *moves = attr_as_all_to_all(op_attr(op, "params"));
    struct transfer transfer;
    if (!transfer_read(op, context, NEEDS_OPERAND_SHARDING, &transfer)) {
        return false;
    }
    if (moves->count == 0) {
        return op_fault(op, context, "parameter list is empty");
    }
    struct axis_list *lists = ARENA_ARRAY(context->arena, struct axis_list, moves->count);
    for (uint32_t i = 0; i < moves->count; i++) {
        lists[i] = moves->items[i].axes;
    }
    return axis_lists_verify((struct axis_lists){moves->count, lists}, transfer.mesh, NULL,
                             transfer_opening(op, context), op->location, context->diagnostics) &&
           check_move_dims(op, context, moves, transfer.to->rank) &&
           check_moves(op, context, &transfer, moves) &&
           transfer_check_types(op, context, &transfer);
}

static bool same_axes(const struct mesh *a, const struct mesh *b) {
    bool same = a->axis_count == b->axis_count;
    for (uint32_t i = 0; same && i < a->axis_count; i++) {
        same = a->axes[i].name == b->axes[i].name && a->axes[i].size == b->axes[i].size;
    }
    return same;
}

static bool collective_permute_verify(const struct op *op, struct context *context) {
    struct transfer transfer;
    if (!transfer_read(op, context, NEEDS_OPERAND_SHARDING | MAY_CHANGE_MESH, &transfer)) {
        return false;
    }
    const struct mesh *operand_mesh = sharding_mesh(op, transfer.from);
    if (!same_axes(transfer.mesh, operand_mesh)) {
        op_fault(op, context, "result mesh has different axes than operand mesh");
        return transfer_note_mesh(op, context, operand_mesh);
    }
    bool same_name = transfer.from->mesh_name == transfer.to->mesh_name &&
                     transfer.from->mesh == transfer.to->mesh;
    if (!same_name && mesh_equal(transfer.mesh, operand_mesh, false)) {
        op_fault(op, context, "result mesh name is different but same device ids as operand");
        return transfer_note_mesh(op, context, operand_mesh);
    }
    for (uint32_t dim = 0; dim < transfer.to->rank; dim++) {
        int64_t from = dim_sharding_size(transfer.mesh, &transfer.from->dims[dim]);
        int64_t to = dim_sharding_size(transfer.mesh, &transfer.to->dims[dim]);
        if (from != to) {
            return op_fault(op, context,
                            "sharded size of result doesn't match operand on dimension %u: %lld != "
                            "%lld",
                            dim, (long long)to, (long long)from);
        }
    }
    return true;
}

static bool all_reduce_verify(const struct op *op, struct context *context) {
    const struct axis_list *axes = attr_as_axes(op_attr(op, "reduction_axes"));
    struct transfer transfer;
    if (!transfer_read(op, context, 0, &transfer)) {
        return false;
    }
    if (!dims_equal(transfer.from, transfer.to, false)) {
        return op_fault(op, context, "operand and result shardings are not equivalent");
    }
    if (!axis_lists_verify((struct axis_lists){1, axes}, transfer.mesh, "reduction",
                           transfer_opening(op, context), op->location, context->diagnostics)) {
        return false;
    }
    for (uint32_t i = 0; i < axes->count; i++) {
        struct axis_list axis = {1, &axes->items[i]};
        if (dims_overlap(transfer.from, axis) || axes_overlap(transfer.from->replicated, axis)) {
            return op_fault(op, context,
                            "reduction axis %s overlaps with operand dimension sharding or "
                            "replicated axes",
                            axis_spell(context->arena, axes->items[i]));
        }
        if (axes_overlap(transfer.to->unreduced, axis)) {
            return op_fault(op, context, "reduction axis %s overlaps with result unreduced axes",
                            axis_spell(context->arena, axes->items[i]));
        }
    }
    return check_unreduced(op, context, transfer.from, transfer.to, -1,
                           (int)op_int(op, "reduction_op", REDUCTION_SUM));
}

static bool sharded_to_unreduced_verify(const struct op *op, struct context *context) {
    struct transfer transfer;
    if (!transfer_read(op, context, NEEDS_OPERAND_SHARDING, &transfer)) {
        return false;
    }
    if (transfer.to->unreduced_kind != REDUCTION_SUM) {
        return op_fault(op, context, "out_sharding reduction_op must be SUM");
    }
    return transfer_check_per_dim(op, context, &transfer, "axes", "shard-to-unreduce") &&
           transfer_check_unreduced(op, context, &transfer,
                                    *attr_as_axis_lists(op_attr(op, "axes")),
                                    "sharded_to_unreduced_axes") &&
           transfer_check_types(op, context, &transfer);
}

static bool replicated_to_unreduced_verify(const struct op *op, struct context *context) {
    const struct axis_list *axes = attr_as_axes(op_attr(op, "axes"));
    struct transfer transfer;
    if (!transfer_read(op, context, NEEDS_OPERAND_SHARDING, &transfer)) {
        return false;
    }
    if (transfer.to->unreduced_kind != REDUCTION_SUM) {
        return op_fault(op, context, "out_sharding reduction_op must be SUM");
    }
    if (!dims_equal(transfer.from, transfer.to, true)) {
        return op_fault(op, context, "input and output must share the same dimension shardings");
    }
    if (axes->count == 0) {
        return op_fault(op, context, "r2u axes must not be empty");
    }
    if (!axis_lists_verify((struct axis_lists){1, axes}, transfer.mesh, "r2u",
                           transfer_opening(op, context), op->location, context->diagnostics)) {
        return false;
    }
    for (uint32_t i = 0; i < axes->count; i++) {
        struct axis_list axis = {1, &axes->items[i]};
        if (dims_overlap(transfer.from, axis)) {
            return op_fault(op, context, "r2u axis %s overlaps with operand dimension sharding",
                            axis_spell(context->arena, axes->items[i]));
        }
        if (axes_overlap(transfer.from->unreduced, axis)) {
            return op_fault(op, context, "r2u axis %s overlaps with operand unreduced axes",
                            axis_spell(context->arena, axes->items[i]));
        }
    }
    return transfer_check_unreduced(op, context, &transfer, (struct axis_lists){1, axes},
                                    "r2u_axes");
}

/* --- emission ----------------------------------------------------------------------------------
 *
 * On global types, what moves data changes nothing: the shards of a value lie side by side. On
 * local types the instances of a value do, and a collective is another way to read them. */

/* Lists of axes, one for each dimension; NULL: none. */
static struct instance_axes *per_dim(struct kernel_builder *builder, const struct op *op,
                                     const char *property) {
    const struct axis_lists *lists = attr_as_axis_lists(op_property(op, property));
    uint32_t rank = op_result(op, 0)->type->rank;
    struct instance_axes *axes =
        ARENA_ARRAY(kernel_arena(builder), struct instance_axes, (size_t)rank + 1);
    for (uint32_t d = 0; d < rank; d++) {
        axes[d] = kernel_axes(builder, op_out_mesh(op), lists->items[d]);
    }
    return axes;
}

/* The axes that shard each dimension. */
static struct instance_axes *sharding_axes(struct kernel_builder *builder, const struct op *op,
                                           const struct sharding *sharding) {
    uint32_t rank = op_result(op, 0)->type->rank;
    struct instance_axes *axes =
        ARENA_ARRAY(kernel_arena(builder), struct instance_axes, (size_t)rank + 1);
    const struct mesh *mesh = sharding ? sharding_mesh(op, sharding) : NULL;
    for (uint32_t d = 0; d < rank && mesh; d++) {
        axes[d] = kernel_axes(builder, mesh, sharding->dims[d].axes);
    }
    return axes;
}

static bool regroup_emit(const struct op *op, struct kernel_builder *builder,
                         const struct instance_axes *gathered, const struct instance_axes *sliced) {
    struct regrouping regrouping = {.gathered = gathered, .sliced = sliced};
    kernel_result(
        builder, op, 0,
        node_regroup(builder, op_result(op, 0)->type, kernel_operand(builder, op, 0), &regrouping));
    return true;
}

static bool all_gather_emit(const struct op *op, struct kernel_builder *builder) {
    if (!kernel_is_local(builder)) {
        return emit_identity(op, builder);
    }
    return regroup_emit(op, builder, per_dim(builder, op, "gathering_axes"), NULL);
}

static bool all_slice_emit(const struct op *op, struct kernel_builder *builder) {
    if (!kernel_is_local(builder)) {
        return emit_identity(op, builder);
    }
    return regroup_emit(op, builder, NULL, per_dim(builder, op, "slicing_axes"));
}

static bool all_to_all_emit(const struct op *op, struct kernel_builder *builder) {
    if (!kernel_is_local(builder)) {
        return emit_identity(op, builder);
    }
    const struct all_to_all_moves *moves = attr_as_all_to_all(op_property(op, "params"));
    uint32_t rank = op_result(op, 0)->type->rank;
    struct arena *arena = kernel_arena(builder);
    struct instance_axes *from = ARENA_ARRAY(arena, struct instance_axes, (size_t)rank + 1);
    struct instance_axes *to = ARENA_ARRAY(arena, struct instance_axes, (size_t)rank + 1);
    for (uint32_t i = 0; i < moves->count; i++) {
        const struct all_to_all_move *move = &moves->items[i];
        from[move->source] = to[move->target] = kernel_axes(builder, op_out_mesh(op), move->axes);
    }
    return regroup_emit(op, builder, from, to);
}

/* Put together by the axes that sharded each dimension, cut by those that do now. */
static bool collective_permute_emit(const struct op *op, struct kernel_builder *builder) {
    if (!kernel_is_local(builder)) {
        return emit_identity(op, builder);
    }
    const struct attr *from = value_sharding(kernel_context(builder), op_operand(op, 0));
    const struct sharding *to = attr_as_sharding(op_property(op, "out_sharding"));
    return regroup_emit(op, builder, sharding_axes(builder, op, attr_as_sharding(from)),
                        sharding_axes(builder, op, to));
}

static enum scalar_op reduction_op(const struct op *op) {
    int64_t kind = op_int(op, "reduction_op", REDUCTION_SUM);
    return kind == REDUCTION_SUM   ? SCALAR_ADD
           : kind == REDUCTION_MAX ? SCALAR_MAXIMUM
                                   : SCALAR_MINIMUM;
}

static bool all_reduce_emit(const struct op *op, struct kernel_builder *builder) {
    const struct axis_list *axes = attr_as_axes(op_property(op, "reduction_axes"));
    struct node *operand = kernel_operand(builder, op, 0);
    struct node *sum = kernel_is_local(builder)
                           ? node_fold_instances(builder, op_result(op, 0)->type, operand,
                                                 kernel_axes(builder, op_out_mesh(op), *axes), NULL,
                                                 reduction_op(op), NULL)
                           : node_device_sum(builder, operand, *axes);
    kernel_result(builder, op, 0, sum);
    return true;
}

/* All axes of the lists, those of the first dimension first. */
static struct instance_axes joined(const struct instance_axes *lists, uint32_t rank) {
    struct instance_axes all = {0};
    for (uint32_t d = 0; d < rank; d++) {
        for (uint32_t i = 0; i < lists[d].count; i++) {
            all.items[all.count++] = lists[d].items[i];
        }
    }
    return all;
}

static bool reduce_scatter_emit(const struct op *op, struct kernel_builder *builder) {
    const struct axis_lists *lists = attr_as_axis_lists(op_property(op, "reduce_scatter_axes"));
    struct node *sum = kernel_operand(builder, op, 0);
    const struct type *type = op_result(op, 0)->type;
    if (kernel_is_local(builder)) {
        const struct instance_axes *sliced = per_dim(builder, op, "reduce_scatter_axes");
        sum = node_fold_instances(builder, type, sum, joined(sliced, type->rank), NULL,
                                  reduction_op(op), sliced);
    }
    for (uint32_t d = 0; d < lists->count && !kernel_is_local(builder); d++) {
        if (lists->items[d].count > 0) {
            sum = node_device_sum(builder, sum, lists->items[d]);
        }
    }
    kernel_result(builder, op, 0, sum);
    return true;
}

static bool sharded_to_unreduced_emit(const struct op *op, struct kernel_builder *builder) {
    if (!kernel_is_local(builder)) {
        return emit_identity(op, builder);
    }
    kernel_result(builder, op, 0,
                  node_unreduced(builder, op_result(op, 0)->type, kernel_operand(builder, op, 0),
                                 per_dim(builder, op, "axes"), NULL));
    return true;
}

static bool replicated_to_unreduced_emit(const struct op *op, struct kernel_builder *builder) {
    if (!kernel_is_local(builder)) {
        return emit_identity(op, builder);
    }
    const struct axis_list *axes = attr_as_axes(op_property(op, "axes"));
    struct instance_axes first = kernel_axes(builder, op_out_mesh(op), *axes);
    kernel_result(builder, op, 0,
                  node_unreduced(builder, op_result(op, 0)->type, kernel_operand(builder, op, 0),
                                 NULL, &first));
    return true;
}

static void all_gather_traffic(const struct op *op, struct traffic_builder *builder) {
    traffic_along_lists(op, builder, TRAFFIC_ALL_GATHER, "gathering_axes");
}

const struct op_def op_sdy_all_gather = {
    .name = "sdy.all_gather",
    .summary = "removes axes from the sharding of dimensions",
    .traits = OP_COLLECTIVE | OP_VERIFIES_CONTEXT,
    .operands = OPERANDS({"tensor", VALUE_SHAPED, OP_ONE}),
    .results = RESULTS({"result", VALUE_SHAPED, OP_ONE}),
    .regions = {0, 0},
    .attrs = ATTRS({.name = "gathering_axes",
                    .kind = OP_ATTR_DIALECT,
                    .required = true,
                    .dialect_attr = "sdy.list_of_axis_ref_lists"},
                   {.name = "out_sharding",
                    .kind = OP_ATTR_DIALECT,
                    .required = true,
                    .dialect_attr = "sdy.sharding"}),
    .form = "$gathering_axes $tensor out_sharding ~ = ~ $out_sharding @attrs : @same_type",
    .parse = parse_by_form,
    .print = print_by_form,
    .verify = all_gather_verify,
    .infer = infer_nothing,
    .sharding_place = OP_SHARDING_OUT,
    .rule = rule_none,
    .needs = needs_nothing,
    .emit = all_gather_emit,
    .canonicalize = canonicalize_sdy_all_gather,
    .bound = bound_by_rule,
    .fill = fill_all_gather,
    .reify = reify_elementwise,
    .fold = fold_by_scalar,
    .flops = flops_by_scalar,
    .traffic = all_gather_traffic,
};

const struct op_def op_sdy_all_slice = {
    .name = "sdy.all_slice",
    .summary = "adds axes to the sharding of dimensions",
    .traits = OP_COLLECTIVE | OP_VERIFIES_CONTEXT,
    .operands = OPERANDS({"tensor", VALUE_SHAPED, OP_ONE}),
    .results = RESULTS({"result", VALUE_SHAPED, OP_ONE}),
    .regions = {0, 0},
    .attrs = ATTRS({.name = "slicing_axes",
                    .kind = OP_ATTR_DIALECT,
                    .required = true,
                    .dialect_attr = "sdy.list_of_axis_ref_lists"},
                   {.name = "out_sharding",
                    .kind = OP_ATTR_DIALECT,
                    .required = true,
                    .dialect_attr = "sdy.sharding"}),
    .form = "$slicing_axes $tensor out_sharding ~ = ~ $out_sharding @attrs : @same_type",
    .parse = parse_by_form,
    .print = print_by_form,
    .verify = all_slice_verify,
    .infer = infer_nothing,
    .sharding_place = OP_SHARDING_OUT,
    .rule = rule_none,
    .needs = needs_nothing,
    .emit = all_slice_emit,
    .canonicalize = canonicalize_sdy_all_slice,
    .bound = bound_by_rule,
    .fill = fill_all_slice,
    .reify = reify_elementwise,
    .fold = fold_by_scalar,
    .flops = flops_by_scalar,
    .traffic = traffic_none,
};

static void all_to_all_traffic(const struct op *op, struct traffic_builder *builder) {
    const struct all_to_all_moves *moves = attr_as_all_to_all(op_property(op, "params"));
    int64_t size = 1;
    for (uint32_t i = 0; i < moves->count; i++) {
        size *= axes_size(op_out_mesh(op), moves->items[i].axes);
    }
    traffic_along(op, builder, TRAFFIC_ALL_TO_ALL, size);
}

const struct op_def op_sdy_all_to_all = {
    .name = "sdy.all_to_all",
    .summary = "moves axes from one dimension to another",
    .traits = OP_COLLECTIVE | OP_VERIFIES_CONTEXT,
    .operands = OPERANDS({"tensor", VALUE_SHAPED, OP_ONE}),
    .results = RESULTS({"result", VALUE_SHAPED, OP_ONE}),
    .regions = {0, 0},
    .attrs = ATTRS({.name = "params",
                    .kind = OP_ATTR_DIALECT,
                    .required = true,
                    .dialect_attr = "sdy.all_to_all_param_list"},
                   {.name = "out_sharding",
                    .kind = OP_ATTR_DIALECT,
                    .required = true,
                    .dialect_attr = "sdy.sharding"}),
    .form = "$params $tensor out_sharding ~ = ~ $out_sharding @attrs : @same_type",
    .parse = parse_by_form,
    .print = print_by_form,
    .verify = all_to_all_verify,
    .infer = infer_nothing,
    .sharding_place = OP_SHARDING_OUT,
    .rule = rule_none,
    .needs = needs_nothing,
    .emit = all_to_all_emit,
    .canonicalize = canonicalize_sdy_all_to_all,
    .bound = bound_by_rule,
    .fill = fill_all_to_all,
    .reify = reify_elementwise,
    .fold = fold_by_scalar,
    .flops = flops_by_scalar,
    .traffic = all_to_all_traffic,
};

const struct op_def op_sdy_collective_permute = {
    .name = "sdy.collective_permute",
    .summary = "replaces axes by others",
    .traits = OP_SAME_TYPES | OP_COLLECTIVE | OP_VERIFIES_CONTEXT,
    .operands = OPERANDS({"tensor", VALUE_SHAPED, OP_ONE}),
    .results = RESULTS({"result", VALUE_SHAPED, OP_ONE}),
    .regions = {0, 0},
    .attrs = ATTRS({.name = "out_sharding",
                    .kind = OP_ATTR_DIALECT,
                    .required = true,
                    .dialect_attr = "sdy.sharding"}),
    .form = "$tensor out_sharding ~ = ~ $out_sharding @attrs : @same_type",
    .parse = parse_by_form,
    .print = print_by_form,
    .verify = collective_permute_verify,
    .infer = infer_first_operand,
    .sharding_place = OP_SHARDING_OUT,
    .rule = rule_none,
    .needs = needs_nothing,
    .emit = collective_permute_emit,
    .canonicalize = canonicalize_sdy_collective_permute,
    .bound = bound_by_rule,
    .fill = fill_as_operand,
    .reify = reify_elementwise,
    .fold = fold_by_scalar,
    .flops = flops_by_scalar,
    .traffic = traffic_by_shardings,
};

static void all_reduce_traffic(const struct op *op, struct traffic_builder *builder) {
    const struct axis_list *axes = attr_as_axes(op_property(op, "reduction_axes"));
    traffic_along(op, builder, TRAFFIC_ALL_REDUCE, axes_size(op_out_mesh(op), *axes));
}

const struct op_def op_sdy_all_reduce = {
    .name = "sdy.all_reduce",
    .summary = "reduces over axes",
    .traits = OP_SAME_TYPES | OP_COLLECTIVE | OP_VERIFIES_CONTEXT,
    .operands = OPERANDS({"tensor", VALUE_SHAPED, OP_ONE}),
    .results = RESULTS({"result", VALUE_SHAPED, OP_ONE}),
    .regions = {0, 0},
    .attrs = ATTRS({.name = "reduction_axes",
                    .kind = OP_ATTR_DIALECT,
                    .required = true,
                    .dialect_attr = "sdy.axis_ref_list"},
                   {.name = "reduction_op",
                    .kind = OP_ATTR_I32,
                    .otherwise = OP_ATTR_DEFAULT_ZERO,
                    .accepts = accepts_reduction,
                    .words = "reduction op enum",
                    .always = true},
                   {.name = "out_sharding",
                    .kind = OP_ATTR_DIALECT,
                    .required = true,
                    .dialect_attr = "sdy.sharding"}),
    .form = "@reduction_op $reduction_axes $tensor out_sharding ~ = ~ $out_sharding @attrs : "
            "@same_type",
    .parse = parse_by_form,
    .print = print_by_form,
    .verify = all_reduce_verify,
    .infer = infer_first_operand,
    .sharding_place = OP_SHARDING_OUT,
    .rule = rule_none,
    .needs = needs_nothing,
    .emit = all_reduce_emit,
    .canonicalize = canonicalize_sdy_all_reduce,
    .bound = bound_by_rule,
    .fill = fill_in_place,
    .reify = reify_elementwise,
    .fold = fold_by_scalar,
    .flops = flops_by_scalar,
    .traffic = all_reduce_traffic,
};

static void reduce_scatter_traffic(const struct op *op, struct traffic_builder *builder) {
    traffic_along_lists(op, builder, TRAFFIC_REDUCE_SCATTER, "reduce_scatter_axes");
}

const struct op_def op_sdy_reduce_scatter = {
    .name = "sdy.reduce_scatter",
    .summary = "reduces over axes and slices along them",
    .traits = OP_COLLECTIVE | OP_VERIFIES_CONTEXT,
    .operands = OPERANDS({"tensor", VALUE_SHAPED, OP_ONE}),
    .results = RESULTS({"result", VALUE_SHAPED, OP_ONE}),
    .regions = {0, 0},
    .attrs = ATTRS({.name = "reduce_scatter_axes",
                    .kind = OP_ATTR_DIALECT,
                    .required = true,
                    .dialect_attr = "sdy.list_of_axis_ref_lists"},
                   {.name = "reduction_op",
                    .kind = OP_ATTR_I32,
                    .otherwise = OP_ATTR_DEFAULT_ZERO,
                    .accepts = accepts_reduction,
                    .words = "reduction op enum",
                    .always = true},
                   {.name = "out_sharding",
                    .kind = OP_ATTR_DIALECT,
                    .required = true,
                    .dialect_attr = "sdy.sharding"}),
    .form = "@reduction_op $reduce_scatter_axes $tensor out_sharding ~ = ~ $out_sharding @attrs : "
            "@same_type",
    .parse = parse_by_form,
    .print = print_by_form,
    .verify = reduce_scatter_verify,
    .infer = infer_nothing,
    .sharding_place = OP_SHARDING_OUT,
    .rule = rule_none,
    .needs = needs_nothing,
    .emit = reduce_scatter_emit,
    .canonicalize = canonicalize_sdy_reduce_scatter,
    .bound = bound_by_rule,
    .fill = fill_all_slice,
    .reify = reify_elementwise,
    .fold = fold_by_scalar,
    .flops = flops_by_scalar,
    .traffic = reduce_scatter_traffic,
};

/* Each device adds its part to zeros everywhere else. */
static bool sharded_to_unreduced_localize(struct op *op, struct partition_builder *builder) {
    const struct axis_lists *lists = attr_as_axis_lists(op_property(op, "axes"));
    struct value *part = op_operand(op, 0), *operands[2 + MAX_RANK] = {NULL, part};
    const struct type *type = partition_local_type(builder, 0);
    if (!type) {
        return false;
    }
    operands[0] = partition_nothing(builder, partition_at(builder), type);
    for (uint32_t dim = 0; dim < lists->count; dim++) {
        operands[2 + dim] = partition_offset(builder, lists->items[dim], part->type->dims[dim]);
    }
    struct op *update = build_op(partition_at(builder), "stablehlo.dynamic_update_slice",
                                 2 + lists->count, operands, 1, &type, 0);
    return partition_replace(op, builder, op_result(update, 0));
}

const struct op_def op_sdy_sharded_to_unreduced = {
    .name = "sdy.sharded_to_unreduced",
    .summary = "axes that shard become axes the value is unreduced over",
    .traits = OP_COLLECTIVE | OP_VERIFIES_CONTEXT,
    .operands = OPERANDS({"tensor", VALUE_SHAPED, OP_ONE}),
    .results = RESULTS({"result", VALUE_SHAPED, OP_ONE}),
    .regions = {0, 0},
    .attrs = ATTRS({.name = "axes",
                    .kind = OP_ATTR_DIALECT,
                    .required = true,
                    .dialect_attr = "sdy.list_of_axis_ref_lists"},
                   {.name = "out_sharding",
                    .kind = OP_ATTR_DIALECT,
                    .required = true,
                    .dialect_attr = "sdy.sharding"}),
    .form = "$axes $tensor out_sharding ~ = ~ $out_sharding @attrs : @same_type",
    .parse = parse_by_form,
    .print = print_by_form,
    .verify = sharded_to_unreduced_verify,
    .infer = infer_nothing,
    .sharding_place = OP_SHARDING_OUT,
    .rule = rule_none,
    .needs = needs_nothing,
    .localize = sharded_to_unreduced_localize,
    .emit = sharded_to_unreduced_emit,
    .canonicalize = canonicalize_nothing,
    .bound = bound_by_rule,
    .fill = fill_sharded_to_unreduced,
    .reify = reify_elementwise,
    .fold = fold_by_scalar,
    .flops = flops_by_scalar,
    .traffic = traffic_none,
};

/* The first of the devices that hold the value gives it, the others zeros. */
static bool replicated_to_unreduced_localize(struct op *op, struct partition_builder *builder) {
    const struct axis_list *axes = attr_as_axes(op_property(op, "axes"));
    return partition_replace(op, builder, partition_first_only(builder, op_operand(op, 0), *axes));
}

const struct op_def op_sdy_replicated_to_unreduced = {
    .name = "sdy.replicated_to_unreduced",
    .summary = "replicated axes become axes the value is unreduced over",
    .traits = OP_SAME_TYPES | OP_COLLECTIVE | OP_VERIFIES_CONTEXT,
    .operands = OPERANDS({"tensor", VALUE_SHAPED, OP_ONE}),
    .results = RESULTS({"result", VALUE_SHAPED, OP_ONE}),
    .regions = {0, 0},
    .attrs = ATTRS({.name = "axes",
                    .kind = OP_ATTR_DIALECT,
                    .required = true,
                    .dialect_attr = "sdy.axis_ref_list"},
                   {.name = "out_sharding",
                    .kind = OP_ATTR_DIALECT,
                    .required = true,
                    .dialect_attr = "sdy.sharding"}),
    .form = "$axes $tensor out_sharding ~ = ~ $out_sharding @attrs : @same_type",
    .parse = parse_by_form,
    .print = print_by_form,
    .verify = replicated_to_unreduced_verify,
    .infer = infer_first_operand,
    .sharding_place = OP_SHARDING_OUT,
    .rule = rule_none,
    .needs = needs_nothing,
    .localize = replicated_to_unreduced_localize,
    .emit = replicated_to_unreduced_emit,
    .canonicalize = canonicalize_nothing,
    COMMON_HOOKS,
};
