/* stablehlo.dynamic_slice, stablehlo.dynamic_update_slice */
#include "ops/bound_builder.h"
#include "ops/build.h"
#include "ops/fill_builder.h"
#include "ops/hooks.h"

static bool check_indices(const struct op *op, struct context *context, uint32_t from) {
    for (uint32_t i = from + 1; i < op->operand_count; i++) {
        if (op_operand(op, i)->type != op_operand(op, from)->type) {
            return fault(op, context, "start indices must have same element type");
        }
    }
    return true;
}

static bool dynamic_slice_verify(const struct op *op, struct context *context) {
    const struct type *operand = operand_type(op, 0);
    struct int_list sizes = op_ints(op, "slice_sizes");
    uint32_t indices = op->operand_count - 1;
    if (sizes.count != indices) {
        return fault(op, context,
                     "has mismatched number of slice sizes (%u) and number of start indices (%u)",
                     sizes.count, indices);
    }
    if (indices != operand->rank) {
        return fault(op, context,
                     "has mismatched number of start indices (%u) and the rank of operand (%u)",
                     indices, operand->rank);
    }
    if (!check_indices(op, context, 1)) {
        return false;
    }
    for (uint32_t i = 0; i < sizes.count; i++) {
        int64_t size = sizes.items[i], extent = operand->dims[i];
        if (size < 0) {
            return fault(op, context, "has negative size index to dynamic slice: %lld",
                         (long long)size);
        }
        if (extent != DIM_DYNAMIC && size > extent) {
            return fault(op, context,
                         "has slice size %lld greater than dimension size %lld in dimension %u of "
                         "operand",
                         (long long)size, (long long)extent, i);
        }
    }
    return true;
}

static bool dynamic_slice_infer(const struct op *op, struct context *context,
                                const struct type **types) {
    struct int_list sizes = op_ints(op, "slice_sizes");
    types[0] = type_tensor(context, operand_type(op, 0)->element, sizes.count, sizes.items, NULL);
    return true;
}

static bool dynamic_update_slice_verify(const struct op *op, struct context *context) {
    const struct type *operand = operand_type(op, 0), *update = op_operand(op, 1)->type;
    uint32_t indices = op->operand_count - 2;
    if (update->rank != operand->rank) {
        return fault(op, context, "update rank does not match operand rank: %u vs %u.",
                     update->rank, operand->rank);
    }
    if (indices != operand->rank) {
        return fault(op, context,
                     "expects number of start_indices to match operand rank: %u vs %u.", indices,
                     operand->rank);
    }
    if (!check_indices(op, context, 2)) {
        return false;
    }
    for (uint32_t i = 0; i < operand->rank; i++) {
        int64_t size = update->dims[i], extent = operand->dims[i];
        if (size != DIM_DYNAMIC && extent != DIM_DYNAMIC && size > extent) {
            return fault(op, context,
                         "expects size at dimension %u of update to be in range [0, %lld]. Got: "
                         "%lld.",
                         i, (long long)extent, (long long)size);
        }
    }
    return true;
}

/* --- emission --- */

enum { ROLLED_RUN = 64 }; /* bytes that lie together: less is not worth an index of its own */

/* The tensor of which `value` is two copies, one behind the other along a dimension, or NULL. */
static const struct value *rolled(const struct value *value, uint32_t *along) {
    const struct op *op = value->op;
    if (op == NULL || !op_is(op, OP_CONCATENATE) || op->operand_count != 2 ||
        op_operand(op, 0) != op_operand(op, 1)) {
        return NULL;
    }
    *along = (uint32_t)op_int(op, "dimension", 0);
    return op_operand(op, 0);
}

/* A start held within 0 and `most`, of an integer type, `*element`, that has `reach`. */
static struct term *clamped(struct kernel_builder *builder, struct node *start, int64_t most,
                            int64_t reach, const struct type **element) {
    *element = node_element(start);
    struct term *position = term_position(builder, term_same(builder, start), element, reach);
    struct term *args[3] = {term_integer(builder, *element, 0), position,
                            term_integer(builder, *element, most)};
    return term_scalar(builder, *element, SCALAR_CLAMP, 3, args);
}

/* The position in a tensor of each element of a slice of two copies of it. */
static struct term *rolled_position(struct kernel_builder *builder, struct node *start,
                                    uint32_t along, int64_t extent) {
    const struct type *truth = type_integer(kernel_context(builder), 1, SIGNLESS), *element;
    struct term *first = clamped(builder, start, extent, 2 * extent, &element);
    struct term *size = term_integer(builder, element, extent);
    struct term *sum[2] = {first, term_index(builder, element, affine_dim(0, 1, 0))};
    struct term *both[2] = {term_scalar(builder, element, SCALAR_ADD, 2, sum), size};
    struct term *either[3] = {term_scalar(builder, truth, SCALAR_GE, 2, both),
                              term_scalar(builder, element, SCALAR_SUBTRACT, 2, both), both[0]};
    const struct type *type = type_tensor(kernel_context(builder), element, 1, &extent, NULL);
    struct node *positions =
        node_compute(builder, type, term_scalar(builder, element, SCALAR_SELECT, 3, either));
    struct affine map = affine_dim(along, 1, 0);
    return term_read(builder, positions, &map);
}

/* A slice, as long as a tensor, of two copies of it: the tensor's rows, from one of them on and
 * round. Where rows are short, they are found faster in the two copies. */
static bool emit_rolled(const struct op *op, struct kernel_builder *builder) {
    const struct type *type = op_result(op, 0)->type;
    uint32_t along = 0;
    const struct value *tensor = rolled(op_operand(op, 0), &along);
    int64_t run = type_bytes(type_element(type));
    for (uint32_t d = along + 1; d < type->rank; d++) {
        run *= type->dims[d];
    }
    if (tensor == NULL || tensor->type != type || run < ROLLED_RUN) {
        return false;
    }
    struct affine map[KERNEL_DIMS];
    struct term *start[KERNEL_DIMS] = {0};
    int64_t most[KERNEL_DIMS] = {0};
    for (uint32_t d = 0; d < type->rank; d++) {
        map[d] = affine_dim(d, 1, 0);
    }
    map[along] = affine_constant(0);
    most[along] = type->dims[along] - 1;
    start[along] =
        rolled_position(builder, kernel_operand(builder, op, 1 + along), along, type->dims[along]);
    struct term *term = term_read_dynamic(builder, kernel_value(builder, tensor), map, start, most);
    kernel_result(builder, op, 0, node_compute(builder, type, term));
    return true;
}

static bool dynamic_slice_emit(const struct op *op, struct kernel_builder *builder) {
    if (emit_rolled(op, builder)) {
        return true;
    }
    struct node *operand = kernel_operand(builder, op, 0);
    const struct type *type = op_result(op, 0)->type;
    struct affine map[KERNEL_DIMS];
    struct term *start[KERNEL_DIMS];
    int64_t most[KERNEL_DIMS];
    for (uint32_t d = 0; d < type->rank; d++) {
        map[d] = affine_dim(d, 1, 0);
        struct node *index = kernel_operand(builder, op, 1 + d);
        const struct type *element = node_element(index);
        most[d] = node_extent(operand, d) - type->dims[d];
        start[d] = term_position(builder, term_same(builder, index), &element, most[d]);
    }
    struct term *term = term_read_dynamic(builder, operand, map, start, most);
    kernel_result(builder, op, 0, node_compute(builder, type, term));
    return true;
}

/* A sharded dimension is taken as a whole. */
static void dynamic_slice_needs(const struct op *op, const struct partition_builder *builder,
                                struct need_list *needs) {
    (void)builder;
    struct int_list sizes = op_ints(op, "slice_sizes");
    for (uint32_t dim = 0; dim < sizes.count; dim++) {
        if (sizes.items[dim] != op_operand(op, 0)->type->dims[dim]) {
            need_operand(needs, NEED_WHOLE, 0, dim);
            need_result(needs, NEED_WHOLE, op, 0, dim);
        }
    }
}

static bool dynamic_slice_localize(struct op *op, struct partition_builder *builder) {
    const struct type *type = partition_local_type(builder, 0);
    if (type) {
        struct module *module = partition_at(builder)->module;
        op_set_property(module, op, "slice_sizes",
                        attr_i64_array(module->context, type->rank, type->dims));
    }
    return type && partition_in_place(op, builder);
}

/* A dimension that is cut is needed whole. */
static bool dynamic_slice_rule(const struct op *op, struct rule_builder *builder) {
    rule_add_dims_unless_equal(builder, op_operand(op, 0)->type, op->results[0].type,
                               FACTOR_NEED_REPLICATION, true);
    return true;
}

/* The places as numbers at least as wide as sizes. */
static void widen_starts(struct bound_builder *bounder, struct op *op, uint32_t first) {
    const struct type *i32 = type_integer(bound_context(bounder), 32, SIGNLESS);
    for (uint32_t i = first; i < op->operand_count; i++) {
        struct value *start = op_operand(op, i);
        if (type_bits(start->type->element) < 32) {
            op_set_operand(op, i, build_convert(bound_at(bounder), start, i32));
        }
    }
}

/* A place from which `part` elements are left in the dimension. */
static struct value *held_start(struct bound_builder *bounder, struct value *start,
                                struct value *size, struct value *part) {
    struct value *most = size_by(bounder, OP_SUBTRACT, size, part);
    most = size_by(bounder, OP_MAXIMUM, most, size_of(bounder, 0));
    struct value *operands[3] = {build_zeros(bound_at(bounder), start->type), start,
                                 build_convert(bound_at(bounder), most, start->type->element)};
    return build_value(bound_at(bounder), OP_CLAMP, 3, operands, start->type);
}

static bool dynamic_slice_bound(struct op *op, struct bound_builder *bounder) {
    struct value *from = op_operand(op, 0), *sizes[MAX_RANK];
    struct int_list parts = op_ints(op, "slice_sizes");
    widen_starts(bounder, op, 1);
    for (uint32_t dim = 0; dim < parts.count; dim++) {
        sizes[dim] = size_of(bounder, parts.items[dim]);
        if (bound_dims(bounder, from) & dim_set_of(dim)) {
            struct value *size = bound_size(bounder, from, dim);
            op_set_operand(op, 1 + dim,
                           held_start(bounder, op_operand(op, 1 + dim), size, sizes[dim]));
        }
    }
    return bound_in_place(bounder, op, sizes);
}

/* An index that a longer dimension would let pass, held back to what the shorter one allows. */
static struct value *held_index(struct fill_builder *padder, struct value *index, int64_t most) {
    struct context *context = fill_context(padder);
    uint64_t bits = most < 0 ? 0 : (uint64_t)most;
    const struct type *scalar = type_with_dims(context, index->type, 0, NULL);
    uint32_t bytes = type_bytes(scalar->element);
    if (bytes < 8 && bits >> (8 * bytes - 1) != 0) {
        return index; /* no index is as large */
    }
    struct value *last =
        build_constant(fill_at(padder), attr_dense(context, scalar, &bits, bytes, true));
    struct value *first = build_zeros(fill_at(padder), scalar);
    struct value *held = build_value(fill_at(padder), OP_CLAMP, 3,
                                     (struct value *const[]){first, index, last}, index->type);
    fill_note(padder, held, fill_original(padder, index), NULL);
    return held;
}

static bool dynamic_slice_fill(struct op *op, struct fill_builder *padder) {
    const struct type *type = fill_result_type(padder, op);
    const struct type *from = fill_original(padder, op_operand(op, 0));
    for (uint32_t dim = 0; dim < type->rank; dim++) {
        if (from->dims[dim] != op_operand(op, 0)->type->dims[dim]) {
            int64_t most = from->dims[dim] - op->results[0].type->dims[dim];
            op_set_operand(op, 1 + dim, held_index(padder, op_operand(op, 1 + dim), most));
        }
    }
    fill_set_ints(padder, op, "slice_sizes", type->rank, type->dims);
    return fill_in_place(op, padder);
}

/* A part of a tensor whose elements are alike. */
static bool dynamic_slice_fold(struct op *op, struct fold_builder *builder) {
    return fold_read_operand(op, builder, 0) && fold_become_splat(op, builder);
}

const struct op_def op_dynamic_slice = {
    .name = "stablehlo.dynamic_slice",
    .summary = "takes a part of a tensor at run-time indices",
    .traits = OP_PURE | OP_INFERRED,
    .operands = OPERANDS({"operand", VALUE_TENSOR, OP_ONE},
                         {"start_indices", VALUE_INT | VALUE_RANK_0, OP_MANY}),
    .results = RESULTS({"result", VALUE_TENSOR, OP_ONE}),
    .regions = {0, 0},
    .attrs = ATTRS({.name = "slice_sizes", .kind = OP_ATTR_INT_ARRAY, .required = true}),
    .agreements = AGREEMENTS({{"operand", "result"}, OP_AGREE_ELEMENT_TYPE}),
    .form = "$operand @start_indices sizes = $slice_sizes @attrs : @function_type",
    .parse = parse_by_form,
    .print = print_by_form,
    .verify = dynamic_slice_verify,
    .infer = dynamic_slice_infer,
    .schedule = OP_SCHEDULE_FORWARD_FIRST,
    .rule = dynamic_slice_rule,
    .needs = dynamic_slice_needs,
    .localize = dynamic_slice_localize,
    .emit = dynamic_slice_emit,
    .relate = relate_dynamic_slice,
    .canonicalize = canonicalize_nothing,
    .bound = dynamic_slice_bound,
    .fill = dynamic_slice_fill,
    .reify = reify_elementwise,
    .fold = dynamic_slice_fold,
    .flops = flops_by_scalar,
    .traffic = traffic_none,
    .memory = OP_MEMORY_RESULT,
};

static bool dynamic_update_slice_emit(const struct op *op, struct kernel_builder *builder) {
    struct node *operand = kernel_operand(builder, op, 0);
    struct node *update = kernel_operand(builder, op, 1);
    uint32_t rank = node_rank(operand);
    const struct type *element;
    struct node_part part = {.rank = rank, .parallel_rank = rank, .overlaps = true};
    for (uint32_t d = 0; d < rank; d++) {
        part.extent[d] = node_extent(update, d);
        part.store[d] = affine_dim(d, 1, 0);
        int64_t most = node_extent(operand, d) - node_extent(update, d);
        part.dynamic[d] =
            clamped(builder, kernel_operand(builder, op, 2 + d), most, most, &element);
    }
    part.term = term_same(builder, update);
    kernel_result(builder, op, 0, node_parts(builder, op_result(op, 0)->type, operand, 1, &part));
    return true;
}

/* Where a dimension is updated in part, each device updates what lies in its own; for that the
 * update is whole. */
static void dynamic_update_slice_needs(const struct op *op, const struct partition_builder *builder,
                                       struct need_list *needs) {
    (void)builder;
    const struct type *whole = op_operand(op, 0)->type, *update = op_operand(op, 1)->type;
    for (uint32_t dim = 0; dim < whole->rank; dim++) {
        if (whole->dims[dim] != update->dims[dim]) {
            need_operand(needs, NEED_WHOLE, 1, dim);
        }
    }
}

/* One dimension of an update of parts. */
struct part_update {
    bool is_cut;
    int64_t size;         /* of the update */
    int64_t room;         /* of the update that fits into the part */
    struct value *start;  /* of that room, within the part */
    struct value *behind; /* the update's start behind `start`; NULL: not cut */
};

static struct value *clamp_between(struct builder *at, struct value *start, int64_t most) {
    struct value *first = build_integers(at, start->type, 0);
    struct value *last = build_integers(at, start->type, most);
    struct value *operands[3] = {first, start, last};
    return build_value(at, OP_CLAMP, 3, operands, start->type);
}

/* The start as the whole update has it, at most so far that the update fits: an i64. */
static struct value *start_of(struct builder *at, struct value *start, int64_t most) {
    struct context *context = at->module->context;
    const struct type *i32 = type_integer(context, 32, SIGNLESS);
    if (type_bits(start->type->element) < type_bits(i32)) {
        start = build_convert(at, start, i32);
    }
    return build_convert(at, clamp_between(at, start, most), type_integer(context, 64, SIGNLESS));
}

static struct part_update update_along(const struct op *op, struct partition_builder *builder,
                                       uint32_t dim) {
    struct builder *at = partition_at(builder);
    struct axis_list axes = partition_operand_axes(builder, 0, dim);
    int64_t size = op_operand(op, 1)->type->dims[dim], part = op_operand(op, 0)->type->dims[dim];
    int64_t whole = part * partition_parts(builder, axes);
    /* In step with the parts of the operand: no part of another is met. */
    bool in_step = partition_parts(builder, partition_operand_axes(builder, 1, dim)) > 1;
    struct part_update update = {.is_cut = whole != part && !in_step, .size = size};
    update.room = size < part ? size : part;
    update.start = start_of(at, op_operand(op, 2 + dim), in_step ? 0 : whole - size);
    if (update.is_cut) {
        struct value *begin = partition_offset(builder, axes, part);
        struct value *start = build_subtract(at, update.start, begin);
        update.start = clamp_between(at, start, part - update.room);
        update.behind = build_subtract(at, start, update.start);
    }
    return update;
}

static bool is_shifted(const struct part_update *update) {
    return update->is_cut && update->size > 1;
}

/* The update moved to where its room begins. What is moved in is anything: it is masked. */
static struct value *moved_update(const struct op *op, struct builder *at,
                                  const struct part_update *updates, const struct type *room) {
    struct value *update = op_operand(op, 1), *starts[MAX_RANK];
    int64_t around[MAX_RANK], none[MAX_RANK] = {0};
    bool any = false;
    for (uint32_t dim = 0; dim < room->rank; dim++) {
        around[dim] = is_shifted(&updates[dim]) ? updates[dim].room : 0;
        any = any || is_shifted(&updates[dim]);
    }
    if (!any) {
        return update;
    }
    struct value *zero = build_zeros(at, type_with_dims(at->module->context, room, 0, NULL));
    update = build_pad(at, update, zero, around, around, none);
    for (uint32_t dim = 0; dim < room->rank; dim++) {
        starts[dim] = build_i64_scalar(at, around[dim]);
        if (is_shifted(&updates[dim])) {
            starts[dim] = build_subtract(at, starts[dim], updates[dim].behind);
        }
    }
    return build_dynamic_slice(at, update, starts, room);
}

/* Whether each element of the room is one of the update along a dimension. */
static struct value *mask_along(struct builder *at, const struct part_update *update, uint32_t dim,
                                const struct type *numbers) {
    struct value *place = build_iota(at, numbers, dim);
    place = build_subtract(at, place, build_broadcast(at, update->behind, numbers));
    struct value *begin = build_zeros(at, numbers);
    struct value *above = build_compare(at, place, begin, COMPARE_GE, COMPARE_NO_TYPE);
    struct value *end = build_integers(at, numbers, update->size);
    struct value *below = build_compare(at, place, end, COMPARE_LT, COMPARE_NO_TYPE);
    return build_binary(at, OP_AND, above, below);
}

/* The new elements of the room: those of the update, and the old ones. */
static struct value *merge_update(const struct op *op, struct builder *at,
                                  const struct part_update *updates, struct value *old) {
    const struct type *room = old->type;
    const struct type *i64 = type_integer(at->module->context, 64, SIGNLESS);
    const struct type *numbers = type_with_element(at->module->context, room, i64);
    struct value *new = moved_update(op, at, updates, room), *mask = NULL;
    for (uint32_t dim = 0; dim < room->rank; dim++) {
        if (updates[dim].is_cut) {
            struct value *within = mask_along(at, &updates[dim], dim, numbers);
            mask = mask ? build_binary(at, OP_AND, mask, within) : within;
        }
    }
    return build_select(at, mask, new, old);
}

/* Whether a dimension in parts is updated in part. */
static bool updates_parts(const struct op *op, const struct partition_builder *builder) {
    bool any = false;
    for (uint32_t dim = 0; dim < op_operand(op, 0)->type->rank; dim++) {
        any = any || (partition_parts(builder, partition_operand_axes(builder, 0, dim)) > 1 &&
                      partition_parts(builder, partition_operand_axes(builder, 1, dim)) == 1);
    }
    return any;
}

static bool dynamic_update_slice_localize(struct op *op, struct partition_builder *builder) {
    struct builder *at = partition_at(builder);
    const struct type *whole = op_operand(op, 0)->type, *update = op_operand(op, 1)->type;
    struct part_update updates[MAX_RANK];
    struct value *starts[MAX_RANK];
    int64_t sizes[MAX_RANK];
    if (!updates_parts(op, builder)) {
        return partition_in_place(op, builder);
    }
    for (uint32_t dim = 0; dim < whole->rank; dim++) {
        updates[dim] = update_along(op, builder, dim);
        starts[dim] = updates[dim].start;
        sizes[dim] = updates[dim].is_cut ? updates[dim].room : update->dims[dim];
    }
    const struct type *room = type_with_dims(at->module->context, whole, whole->rank, sizes);
    struct value *old = build_dynamic_slice(at, op_operand(op, 0), starts, room);
    struct value *new = merge_update(op, at, updates, old);
    return partition_replace(op, builder,
                             build_dynamic_update_slice(at, op_operand(op, 0), new, starts));
}

static bool starts_are_constant(const struct op *op) {
    for (uint32_t i = 2; i < op->operand_count; i++) {
        const struct value *start = op_operand(op, i);
        if (!start->op || !op_has(start->op, OP_CONSTANT_LIKE)) {
            return false;
        }
    }
    return true;
}

/* Where a dimension is updated in part, the operand can stay sharded; the update is needed whole,
 * unless its place is known. */
static bool dynamic_update_slice_rule(const struct op *op, struct rule_builder *builder) {
    const struct type *operand = op_operand(op, 0)->type, *update = op_operand(op, 1)->type;
    bool constant = starts_are_constant(op);
    rule_looks_further(builder);
    for (uint32_t dim = 0; dim < operand->rank; dim++) {
        if (operand->dims[dim] == update->dims[dim]) {
            rule_add_everywhere(builder, dim, operand->dims[dim], FACTOR_PASS_THROUGH);
            continue;
        }
        rule_add_binary(builder, dim, NO_DIM, dim, operand->dims[dim], FACTOR_PASS_THROUGH);
        rule_add_binary(builder, NO_DIM, dim, NO_DIM, update->dims[dim],
                        constant ? FACTOR_PASS_THROUGH : FACTOR_NEED_REPLICATION);
    }
    return true;
}

/* The update with the operand's own elements in the place of its padding. `into` has room for the
 * whole update behind all places where it may begin. */
static struct value *update_with_rest(struct bound_builder *bounder, struct value *into,
                                      struct value *update, struct value *const *starts) {
    struct value *mask = bound_mask(bounder, update, ALL_DIMS);
    if (!mask) {
        return update;
    }
    struct value *rest = build_dynamic_slice(bound_at(bounder), into, starts, update->type);
    return build_select(bound_at(bounder), mask, update, rest);
}

static bool dynamic_update_slice_bound(struct op *op, struct bound_builder *bounder) {
    struct value *into = op_operand(op, 0), *update = op_operand(op, 1);
    const struct type *type = into->type;
    struct value *sizes[MAX_RANK], *starts[MAX_RANK];
    int64_t zeros[MAX_RANK] = {0}, high[MAX_RANK];
    dim_set shorter = bound_dims(bounder, update);
    bound_sizes_by_place(bounder, op, 1, sizes);
    widen_starts(bounder, op, 2);
    for (uint32_t dim = 0; dim < type->rank; dim++) {
        high[dim] = shorter & dim_set_of(dim) ? update->type->dims[dim] : 0;
        starts[dim] = held_start(bounder, op_operand(op, 2 + dim), sizes[dim],
                                 bound_size(bounder, update, dim));
    }
    struct value *zero = bound_zero(bounder, type);
    if (shorter) {
        into = build_pad(bound_at(bounder), into, zero, zeros, high, zeros);
    }
    update = update_with_rest(bounder, into, update, starts);
    struct value *updated = build_dynamic_update_slice(bound_at(bounder), into, update, starts);
    return bound_replace(bounder, op, build_slice(bound_at(bounder), updated, zeros, type->dims),
                         sizes);
}

static bool dynamic_update_slice_fill(struct op *op, struct fill_builder *padder) {
    const struct type *into = fill_original(padder, op_operand(op, 0));
    const struct type *update = fill_original(padder, op_operand(op, 1));
    for (uint32_t dim = 0; dim < into->rank; dim++) {
        if (into->dims[dim] != op_operand(op, 0)->type->dims[dim]) {
            int64_t most = into->dims[dim] - update->dims[dim];
            op_set_operand(op, 2 + dim, held_index(padder, op_operand(op, 2 + dim), most));
        }
    }
    return fill_in_place(op, padder);
}

const struct op_def op_dynamic_update_slice = {
    .name = "stablehlo.dynamic_update_slice",
    .summary = "replaces a part of a tensor at run-time indices",
    .traits = OP_PURE | OP_INFERRED,
    .operands = OPERANDS({"operand", VALUE_TENSOR, OP_ONE}, {"update", VALUE_TENSOR, OP_ONE},
                         {"start_indices", VALUE_INT | VALUE_RANK_0, OP_MANY}),
    .results = RESULTS({"result", VALUE_TENSOR, OP_ONE}),
    .regions = {0, 0},
    .attrs = no_attrs,
    .agreements = AGREEMENTS({{"operand", "update", "result"}, OP_AGREE_ELEMENT_TYPE}),
    .form = "@operands @attrs : @function_type",
    .parse = parse_by_form,
    .print = print_by_form,
    .verify = dynamic_update_slice_verify,
    .infer = infer_first_operand,
    .schedule = OP_SCHEDULE_FORWARD_FIRST,
    .rule = dynamic_update_slice_rule,
    .needs = dynamic_update_slice_needs,
    .localize = dynamic_update_slice_localize,
    .emit = dynamic_update_slice_emit,
    .relate = relate_dynamic_update_slice,
    .canonicalize = canonicalize_nothing,
    .bound = dynamic_update_slice_bound,
    .fill = dynamic_update_slice_fill,
    .reify = reify_elementwise,
    .fold = fold_by_scalar,
    .flops = flops_by_scalar,
    .traffic = traffic_none,
    .memory = OP_MEMORY_UPDATE,
};
