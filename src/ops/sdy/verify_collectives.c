/* Verifiers of sdy's collectives: what each makes of the operand's sharding is its out_sharding. */
#include "ops/sdy/local.h"
#include "ops/sdy/verify.h"

/* The two shardings of a collective and their mesh. */
struct transfer {
    const struct sharding *from, *to; /* from: without axes where the operand has none */
    const struct mesh *mesh;
    const struct attr *from_attr;
};

enum transfer_flags { NEEDS_OPERAND_SHARDING = 1, MAY_CHANGE_MESH = 2 };

/* Points to where the operand comes from. */
static bool note_mesh(const struct op *op, struct context *context, const struct mesh *mesh) {
    return diag_note(context->diagnostics, value_location(op_operand(op, 0)), "operand mesh: %s",
                     say_attr(context, mesh_attr(context, mesh)));
}

static bool read_transfer(const struct op *op, struct context *context, uint32_t flags,
                          struct transfer *transfer) {
    const struct attr *out = op_attr(op, "out_sharding");
    const struct attr *in = value_sharding(context, op_operand(op, 0));
    transfer->to = attr_as_sharding(out);
    if (!in && (flags & NEEDS_OPERAND_SHARDING)) {
        return op_fault(op, context, "collective on operand without sharding");
    }
    if (!check_sharding(op, context, out, op_result(op, 0)->type)) {
        return false;
    }
    transfer->mesh = sharding_mesh(op, transfer->to);
    if (!in) {
        in = sharding_empty_like(context, transfer->to, true);
    }
    transfer->from_attr = in;
    transfer->from = attr_as_sharding(in);
    const struct mesh *operand_mesh = sharding_mesh(op, transfer->from);
    if (!operand_mesh) {
        return false; /* reported where it is written */
    }
    if (!(flags & MAY_CHANGE_MESH) && !mesh_equal(transfer->mesh, operand_mesh, false)) {
        op_fault(op, context, "result mesh does not match operand mesh");
        return note_mesh(op, context, operand_mesh);
    }
    if (transfer->from->rank != transfer->to->rank) {
        return op_fault(op, context, "result sharding has rank %u but operand sharding has rank %u",
                        transfer->to->rank, transfer->from->rank);
    }
    return true;
}

static const char *opening(const struct op *op, struct context *context) {
    return arena_printf(context->arena, "'%s' op ", op->name);
}

static const char *say_axes(struct context *context, struct axis_list axes) {
    struct buffer text = {0};
    buffer_add(&text, "[");
    for (uint32_t i = 0; i < axes.count; i++) {
        buffer_printf(&text, "%s%s", i ? ", " : "", axis_spell(context->arena, axes.items[i]));
    }
    buffer_add(&text, "]");
    const char *kept = intern(context->strings, text.text);
    buffer_free(&text);
    return kept;
}

static bool check_dim(const struct op *op, struct context *context, const struct transfer *transfer,
                      uint32_t dim, struct axis_list expected) {
    return axes_equal(expected, transfer->to->dims[dim].axes) ||
           op_fault(op, context,
                    "result sharding doesn't match expected sharding %s on dimension "
                    "%u",
                    say_axes(context, expected), dim);
}

/* Takes `axes` off the end of a dimension's; NULL `kind`: never reported. */
static bool take_off(const struct op *op, struct context *context, const struct transfer *transfer,
                     uint32_t dim, struct axis_list axes, const char *kind,
                     struct axis_vector *left) {
    axes_append(left, transfer->from->dims[dim].axes);
    for (uint32_t i = axes.count; i-- > 0;) {
        struct axis_ref axis = axes.items[i], last, rest;
        if (left->count > 0) {
            last = left->items[left->count - 1];
        }
        if (left->count == 0 || !axis_is_suffix(transfer->mesh, axis, last)) {
            return op_fault(op, context,
                            "can't apply %s axis %s to operand sharding on dimension %u", kind,
                            axis_spell(context->arena, axis), dim);
        }
        left->count--;
        if (!axis_equal(axis, last) && axis_prefix_without(last, axis, &rest)) {
            axes_push(left, rest);
        }
    }
    return true;
}

static void put_on(const struct transfer *transfer, uint32_t dim, struct axis_list axes,
                   struct axis_vector *all) {
    axes_append(all, transfer->from->dims[dim].axes);
    for (uint32_t i = 0; i < axes.count; i++) {
        axes_push_merge(transfer->mesh, all, axes.items[i]);
    }
}

/* Axes per dimension: valid together, and off or on the operand's they give the result's. `kind`:
 * taken off, by that name; NULL: put on. */
static bool check_per_dim(const struct op *op, struct context *context,
                          const struct transfer *transfer, const char *attr, const char *kind) {
    const struct axis_lists *lists = attr_as_axis_lists(op_attr(op, attr));
    if (!axis_lists_verify(*lists, transfer->mesh, NULL, opening(op, context), op->location,
                           context->diagnostics)) {
        return false;
    }
    if (lists->count != transfer->to->rank) {
        return op_fault(op, context, "result sharding has rank %u but collective axes has rank %u",
                        transfer->to->rank, lists->count);
    }
    struct arena *scratch = arena_new();
    bool good = true;
    for (uint32_t dim = 0; good && dim < lists->count; dim++) {
        struct axis_vector expected = {.arena = scratch};
        if (kind) {
            good = take_off(op, context, transfer, dim, lists->items[dim], kind, &expected);
        } else {
            put_on(transfer, dim, lists->items[dim], &expected);
        }
        good = good && check_dim(op, context, transfer, dim, axes_of(&expected));
    }
    arena_free(scratch);
    return good;
}

/* On global types operand and result are alike; on local ones, after partitioning, they are parts
 * of one tensor. */
static bool check_types(const struct op *op, struct context *context,
                        const struct transfer *transfer) {
    const struct type *operand = op_operand(op, 0)->type, *result = op_result(op, 0)->type;
    return operand == result || collective_is_local(op, transfer->mesh) ||
           op_fault(op, context,
                    "requires operand and result to be parts of one tensor: found '%s' and '%s'",
                    say_type(context, operand), say_type(context, result));
}

bool verify_sdy_all_gather(const struct op *op, struct context *context) {
    struct transfer transfer;
    return read_transfer(op, context, NEEDS_OPERAND_SHARDING, &transfer) &&
           check_per_dim(op, context, &transfer, "gathering_axes", "gathering") &&
           check_types(op, context, &transfer);
}

bool verify_sdy_all_slice(const struct op *op, struct context *context) {
    struct transfer transfer;
    return read_transfer(op, context, 0, &transfer) &&
           check_per_dim(op, context, &transfer, "slicing_axes", NULL) &&
           check_types(op, context, &transfer);
}

bool verify_sdy_reduce_scatter(const struct op *op, struct context *context) {
    struct transfer transfer;
    return read_transfer(op, context, 0, &transfer) &&
           check_unreduced(op, context, transfer.from, transfer.to, -1,
                           (int)op_int(op, "reduction_op", REDUCTION_SUM)) &&
           check_per_dim(op, context, &transfer, "reduce_scatter_axes", NULL) &&
           check_types(op, context, &transfer);
}

/* --- all_to_all ------------------------------------------------------------------------------- */

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
        good = take_off(op, context, transfer, source, moves->items[i].axes, "all-to-all", &left) &&
               check_dim(op, context, transfer, source, axes_of(&left));
        put_on(transfer, target, moves->items[i].axes, &all);
        good = good && check_dim(op, context, transfer, target, axes_of(&all));
    }
    for (uint32_t dim = 0; good && dim < transfer->to->rank; dim++) {
        good = moved[dim] || check_dim(op, context, transfer, dim, transfer->from->dims[dim].axes);
    }
    arena_free(scratch);
    return good;
}

bool verify_sdy_all_to_all(const struct op *op, struct context *context) {
    const struct all_to_all_moves *moves = attr_as_all_to_all(op_attr(op, "params"));
    struct transfer transfer;
    if (!read_transfer(op, context, NEEDS_OPERAND_SHARDING, &transfer)) {
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
                             opening(op, context), op->location, context->diagnostics) &&
           check_move_dims(op, context, moves, transfer.to->rank) &&
           check_moves(op, context, &transfer, moves) && check_types(op, context, &transfer);
}

/* --- collective_permute ----------------------------------------------------------------------- */

static bool same_axes(const struct mesh *a, const struct mesh *b) {
    bool same = a->axis_count == b->axis_count;
    for (uint32_t i = 0; same && i < a->axis_count; i++) {
        same = a->axes[i].name == b->axes[i].name && a->axes[i].size == b->axes[i].size;
    }
    return same;
}

bool verify_sdy_collective_permute(const struct op *op, struct context *context) {
    struct transfer transfer;
    if (!read_transfer(op, context, NEEDS_OPERAND_SHARDING | MAY_CHANGE_MESH, &transfer)) {
        return false;
    }
    const struct mesh *operand_mesh = sharding_mesh(op, transfer.from);
    if (!same_axes(transfer.mesh, operand_mesh)) {
        op_fault(op, context, "result mesh has different axes than operand mesh");
        return note_mesh(op, context, operand_mesh);
    }
    bool same_name = transfer.from->mesh_name == transfer.to->mesh_name &&
                     transfer.from->mesh == transfer.to->mesh;
    if (!same_name && mesh_equal(transfer.mesh, operand_mesh, false)) {
        op_fault(op, context, "result mesh name is different but same device ids as operand");
        return note_mesh(op, context, operand_mesh);
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

/* --- all_reduce, and into unreduced ----------------------------------------------------------- */

static bool overlaps_dims(const struct sharding *sharding, struct axis_list axis) {
    for (uint32_t dim = 0; dim < sharding->rank; dim++) {
        if (axes_overlap(sharding->dims[dim].axes, axis)) {
            return true;
        }
    }
    return false;
}

static bool same_dims(const struct sharding *a, const struct sharding *b, bool open_too) {
    for (uint32_t dim = 0; dim < a->rank; dim++) {
        if (!axes_equal(a->dims[dim].axes, b->dims[dim].axes) ||
            (open_too && a->dims[dim].is_closed != b->dims[dim].is_closed)) {
            return false;
        }
    }
    return true;
}

bool verify_sdy_all_reduce(const struct op *op, struct context *context) {
    const struct axis_list *axes = attr_as_axes(op_attr(op, "reduction_axes"));
    struct transfer transfer;
    if (!read_transfer(op, context, 0, &transfer)) {
        return false;
    }
    if (!same_dims(transfer.from, transfer.to, false)) {
        return op_fault(op, context, "operand and result shardings are not equivalent");
    }
    if (!axis_lists_verify((struct axis_lists){1, axes}, transfer.mesh, "reduction",
                           opening(op, context), op->location, context->diagnostics)) {
        return false;
    }
    for (uint32_t i = 0; i < axes->count; i++) {
        struct axis_list axis = {1, &axes->items[i]};
        if (overlaps_dims(transfer.from, axis) || axes_overlap(transfer.from->replicated, axis)) {
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

/* The result is unreduced over the operand's axes and the given ones. */
static bool check_added_unreduced(const struct op *op, struct context *context,
                                  const struct transfer *transfer, struct axis_lists added,
                                  const char *name) {
    struct arena *scratch = arena_new();
    struct axis_vector expected = {.arena = scratch};
    axes_append(&expected, transfer->from->unreduced);
    for (uint32_t i = 0; i < added.count; i++) {
        axes_append(&expected, added.items[i]);
    }
    axes_sort_and_merge(transfer->mesh, &expected);
    bool good = axes_equal(axes_of(&expected), transfer->to->unreduced) ||
                op_fault(op, context,
                         "out_unreduced_axes should be in_unreduced_axes + %s: expected %s, found "
                         "%s",
                         name, say_axes(context, axes_of(&expected)),
                         say_axes(context, transfer->to->unreduced));
    arena_free(scratch);
    return good;
}

bool verify_sdy_sharded_to_unreduced(const struct op *op, struct context *context) {
    struct transfer transfer;
    if (!read_transfer(op, context, NEEDS_OPERAND_SHARDING, &transfer)) {
        return false;
    }
    if (transfer.to->unreduced_kind != REDUCTION_SUM) {
        return op_fault(op, context, "out_sharding reduction_op must be SUM");
    }
    return check_per_dim(op, context, &transfer, "axes", "shard-to-unreduce") &&
           check_added_unreduced(op, context, &transfer, *attr_as_axis_lists(op_attr(op, "axes")),
                                 "sharded_to_unreduced_axes") &&
           check_types(op, context, &transfer);
}

bool verify_sdy_replicated_to_unreduced(const struct op *op, struct context *context) {
    const struct axis_list *axes = attr_as_axes(op_attr(op, "axes"));
    struct transfer transfer;
    if (!read_transfer(op, context, NEEDS_OPERAND_SHARDING, &transfer)) {
        return false;
    }
    if (transfer.to->unreduced_kind != REDUCTION_SUM) {
        return op_fault(op, context, "out_sharding reduction_op must be SUM");
    }
    if (!same_dims(transfer.from, transfer.to, true)) {
        return op_fault(op, context, "input and output must share the same dimension shardings");
    }
    if (axes->count == 0) {
        return op_fault(op, context, "r2u axes must not be empty");
    }
    if (!axis_lists_verify((struct axis_lists){1, axes}, transfer.mesh, "r2u", opening(op, context),
                           op->location, context->diagnostics)) {
        return false;
    }
    for (uint32_t i = 0; i < axes->count; i++) {
        struct axis_list axis = {1, &axes->items[i]};
        if (overlaps_dims(transfer.from, axis)) {
            return op_fault(op, context, "r2u axis %s overlaps with operand dimension sharding",
                            axis_spell(context->arena, axes->items[i]));
        }
        if (axes_overlap(transfer.from->unreduced, axis)) {
            return op_fault(op, context, "r2u axis %s overlaps with operand unreduced axes",
                            axis_spell(context->arena, axes->items[i]));
        }
    }
    return check_added_unreduced(op, context, &transfer, (struct axis_lists){1, axes}, "r2u_axes");
}
