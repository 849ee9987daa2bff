/* stablehlo.gather, stablehlo.dynamic_gather */
#include "ops/attrs/attrs.h"
#include "ops/bound_builder.h"
#include "ops/build.h"
#include "ops/fill_builder.h"
#include "ops/hooks.h"
#include "ops/reify_builder.h"
#include "ops/stablehlo/dynamic/known_sizes.h"
#include "ops/stablehlo/gather/indexing.h"
#include "ops/stablehlo/gather/parts.h"
#include "ops/stablehlo/gather/rule.h"

static bool check_offset_order(const struct op *op, struct context *context,
                               const struct gather_dims *dims) {
    if (!ints_sorted(dims->offset)) {
        return fault(op, context, "expects offset_dims to be sorted, got: %s",
                     say_list(context, dims->offset));
    }
    return ints_distinct(dims->offset) ||
           fault(op, context, "expects offset_dims to not repeat, got: %s",
                 say_list(context, dims->offset));
}

static bool check_gather_dims(const struct op *op, struct context *context,
                              const struct gather_dims *dims, int64_t slice_count) {
    const struct type *operand = op_operand(op, 0)->type, *start = op_operand(op, 1)->type;
    uint32_t rank = dims->offset.count + dims->collapsed_slice.count + dims->operand_batching.count;
    if (rank != operand->rank) {
        return fault(op, context,
                     "offset_dims size (%u) plus collapse_slice_dims size (%u) plus "
                     "operand_batching_dims size (%u) is not equal to operand rank (%u)",
                     dims->offset.count, dims->collapsed_slice.count, dims->operand_batching.count,
                     operand->rank);
    }
    struct indexing indexing = {
        .indices = start,
        .data = operand,
        .vector_dim = dims->index_vector_dim,
        .index_map = dims->start_index_map,
        .collapsed = dims->collapsed_slice,
        .batching = dims->operand_batching,
        .indices_batching = dims->start_indices_batching,
        .map_name = "start_index_map",
        .collapsed_name = "collapsed_slice_dims",
        .batching_name = "operand_batching_dims",
        .indices_batching_name = "start_indices_batching_dims",
        .data_name = "rank-of('operand')",
        .indices_name = "start_indices",
        .indices_rank_name = "rank-of('start_indices')",
    };
    if (!check_dim_in_range(op, context, "index_vector_dim", dims->index_vector_dim, start->rank,
                            "rank-of('start_indices')", true) ||
        !check_index_vector(op, context, &indexing) || !check_offset_order(op, context, dims) ||
        !check_indexing(op, context, &indexing)) {
        return false;
    }
    if (slice_count != DIM_DYNAMIC && slice_count != (int64_t)operand->rank) {
        return fault(op, context, "slice_sizes size (%lld) not equal to operand rank (%u)",
                     (long long)slice_count, operand->rank);
    }
    return true;
}

static bool check_single(const struct op *op, struct context *context, const char *name,
                         struct int_list dims, struct int_list sizes) {
    for (uint32_t i = 0; i < dims.count; i++) {
        if (sizes.items[dims.items[i]] > 1) {
            return fault(op, context,
                         "Expects that for each dim in %s, slice_sizes[dim] should be <= 1, but "
                         "got %lld",
                         name, (long long)sizes.items[dims.items[i]]);
        }
    }
    return true;
}

static bool check_slice_sizes(const struct op *op, struct context *context,
                              const struct gather_dims *dims, struct int_list sizes) {
    const struct type *operand = op_operand(op, 0)->type;
    if (!check_single(op, context, "collapsed_slice_dims", dims->collapsed_slice, sizes) ||
        !check_single(op, context, "operand_batching_dims", dims->operand_batching, sizes)) {
        return false;
    }
    for (uint32_t i = 0; i < sizes.count; i++) {
        int64_t size = sizes.items[i], extent = operand->dims[i];
        if (size < 0 || (extent != DIM_DYNAMIC && size > extent)) {
            return fault(op, context,
                         "slice size (%lld) is out of bounds for operand dimension (%lld) at index "
                         "%u",
                         (long long)size, (long long)extent, i);
        }
    }
    return true;
}

static bool check_offset_dims(const struct op *op, struct context *context,
                              const struct gather_dims *dims) {
    const struct type *start = op_operand(op, 1)->type;
    bool implicit = dims->index_vector_dim == (int64_t)start->rank;
    int64_t rank = (int64_t)dims->offset.count + start->rank - (implicit ? 0 : 1);
    return check_dims_in_range(op, context, "offset_dims", dims->offset, rank,
                               "implied-result-rank");
}

/* Batch dimensions are those of the indices without the index vector;
 * the others are slice sizes. */
static bool gather_type(const struct op *op, struct context *context,
                        const struct gather_dims *dims, struct int_list sizes,
                        const struct type **type) {
    const struct type *operand = op_operand(op, 0)->type, *start = op_operand(op, 1)->type;
    int64_t shape[MAX_RANK], bounds[MAX_RANK];
    uint32_t batch = 0, slice = 0;
    bool implicit = dims->index_vector_dim == (int64_t)start->rank;
    uint32_t rank = dims->offset.count + start->rank - (implicit ? 0 : 1);
    if (rank > MAX_RANK) {
        return false;
    }
    for (uint32_t i = 0; i < rank; i++) {
        bounds[i] = DIM_DYNAMIC;
        if (ints_contain(dims->offset, i)) {
            while (ints_contain(dims->collapsed_slice, slice) ||
                   ints_contain(dims->operand_batching, slice)) {
                slice++;
            }
            shape[i] = slice < sizes.count ? sizes.items[slice] : DIM_DYNAMIC;
            slice++;
        } else {
            batch += batch == dims->index_vector_dim;
            shape[i] = batch < start->rank ? start->dims[batch] : DIM_DYNAMIC;
            bounds[i] = bound_of(start, batch);
            batch++;
        }
    }
    *type = type_with_bounds(context, operand->element, rank, shape, bounds);
    return true;
}

static bool gather_verify(const struct op *op, struct context *context) {
    const struct gather_dims *dims = attr_as_gather(op_attr(op, "dimension_numbers"));
    struct int_list sizes = op_ints(op, "slice_sizes");
    const struct attr *attr = op_attr(op, "slice_sizes");
    if (attr->type && attr->type->kind == TYPE_TENSOR && attr->type->rank != 1) {
        return fault(op, context, "slice_sizes.rank != 1 (got %u)", attr->type->rank);
    }
    return check_gather_dims(op, context, dims, sizes.count) &&
           check_slice_sizes(op, context, dims, sizes) && check_offset_dims(op, context, dims);
}

static bool gather_infer(const struct op *op, struct context *context, const struct type **types) {
    const struct gather_dims *dims = attr_as_gather(op_attr(op, "dimension_numbers"));
    return gather_type(op, context, dims, op_ints(op, "slice_sizes"), &types[0]);
}

static bool dynamic_gather_verify(const struct op *op, struct context *context) {
    const struct gather_dims *dims = attr_as_gather(op_attr(op, "dimension_numbers"));
    struct int_list sizes = {0};
    if (!check_gather_dims(op, context, dims, op_operand(op, 2)->type->dims[0])) {
        return false;
    }
    if (constant_integers(op_operand(op, 2), &sizes) &&
        !check_slice_sizes(op, context, dims, sizes)) {
        return false;
    }
    return check_offset_dims(op, context, dims);
}

static bool dynamic_gather_infer(const struct op *op, struct context *context,
                                 const struct type **types) {
    const struct gather_dims *dims = attr_as_gather(op_attr(op, "dimension_numbers"));
    struct int_list sizes = {0};
    constant_integers(op_operand(op, 2), &sizes);
    return gather_type(op, context, dims, sizes, &types[0]);
}

/* Coordinates of the start indices at a point of the result, without the index vector's. */
static void batch_coordinates(const struct gather_dims *dims, const struct node *indices,
                              uint32_t result_rank, struct affine *map) {
    uint32_t result_dim = 0;
    for (uint32_t d = 0; d < node_rank(indices); d++) {
        if (d == dims->index_vector_dim) {
            continue;
        }
        while (result_dim < result_rank && int_list_has(dims->offset, result_dim)) {
            result_dim++;
        }
        map[d] = affine_dim(result_dim++, 1, 0);
    }
}

static bool gather_emit(const struct op *op, struct kernel_builder *builder) {
    const struct gather_dims *dims = attr_as_gather(op_property(op, "dimension_numbers"));
    struct node *operand = kernel_operand(builder, op, 0);
    struct node *indices = kernel_operand(builder, op, 1);
    struct int_list sizes = op_ints(op, "slice_sizes");
    const struct type *type = op_result(op, 0)->type;
    struct affine at[KERNEL_DIMS], map[KERNEL_DIMS];
    struct term *start[KERNEL_DIMS] = {NULL};
    int64_t most[KERNEL_DIMS] = {0};
    batch_coordinates(dims, indices, type->rank, at);
    uint32_t offset = 0;
    for (uint32_t d = 0; d < node_rank(operand); d++) {
        bool is_kept =
            !int_list_has(dims->collapsed_slice, d) && !int_list_has(dims->operand_batching, d);
        map[d] =
            is_kept ? affine_dim((uint32_t)dims->offset.items[offset++], 1, 0) : affine_constant(0);
    }
    for (uint32_t i = 0; i < dims->operand_batching.count; i++) {
        map[dims->operand_batching.items[i]] = at[dims->start_indices_batching.items[i]];
    }
    for (uint32_t i = 0; i < dims->start_index_map.count; i++) {
        int64_t d = dims->start_index_map.items[i];
        if (dims->index_vector_dim < node_rank(indices)) {
            at[dims->index_vector_dim] = affine_constant(i);
        }
        const struct type *element = node_element(indices);
        most[d] = node_extent(operand, (uint32_t)d) - sizes.items[d];
        start[d] = term_position(builder, read_index(builder, op, 1, dims->index_vector_dim, at),
                                 &element, most[d]);
    }
    struct term *term = term_read_dynamic(builder, operand, map, start, most);
    kernel_result(builder, op, 0, node_compute(builder, type, term));
    return true;
}

/* A dimension of the operand in parts is taken whole, or one index at a time in step with the
 * indices, or element by element. */
static void gather_needs(const struct op *op, const struct partition_builder *builder,
                         struct need_list *needs) {
    (void)builder;
    const struct gather_dims *dims = attr_as_gather(op_property(op, "dimension_numbers"));
    struct int_list sizes = op_ints(op, "slice_sizes");
    for (uint32_t dim = 0; dim < sizes.count; dim++) {
        if (!int_list_has(dims->operand_batching, dim) && sizes.items[dim] != 1 &&
            sizes.items[dim] != op_operand(op, 0)->type->dims[dim]) {
            need_operand(needs, NEED_WHOLE, 0, dim);
        }
    }
    if (dims->index_vector_dim < op_operand(op, 1)->type->rank) {
        need_operand(needs, NEED_WHOLE, 1, (uint32_t)dims->index_vector_dim);
    }
}

/* What each device takes of its part of the operand. */
static struct part_indexing indexing_of(const struct op *op, struct partition_builder *builder,
                                        int64_t *sizes) {
    const struct gather_dims *dims = attr_as_gather(op_property(op, "dimension_numbers"));
    struct int_list whole = op_ints(op, "slice_sizes");
    struct part_indexing indexing = {.builder = builder,
                                     .part = op_operand(op, 0)->type,
                                     .index_map = dims->start_index_map,
                                     .vector_dim = dims->index_vector_dim};
    for (uint32_t dim = 0; dim < whole.count; dim++) {
        int64_t parts = partition_parts(builder, partition_operand_axes(builder, 0, dim));
        bool batch = int_list_has(dims->operand_batching, dim);
        indexing.is_cut[dim] = !batch && parts > 1 && whole.items[dim] == 1;
        sizes[dim] = batch || indexing.is_cut[dim] ? whole.items[dim] : whole.items[dim] / parts;
    }
    return indexing;
}

/* Whether the device holds what the slices are taken from, in the shape of the result. */
static struct value *mask_result(const struct op *op, struct builder *at, struct value *mask) {
    const struct gather_dims *dims = attr_as_gather(op_property(op, "dimension_numbers"));
    struct context *context = at->module->context;
    const struct type *type = op->results[0].type, *truth = mask->type->element;
    if (mask->type->rank > 0 && dims->index_vector_dim < mask->type->rank) {
        struct value *all = build_integers(at, type_tensor(context, truth, 0, NULL, NULL), 1);
        mask = build_reduce(at, OP_AND, mask, all, 1, &dims->index_vector_dim);
    }
    int64_t batch[MAX_RANK];
    uint32_t count = 0;
    for (uint32_t dim = 0; dim < type->rank && mask->type->rank > 0; dim++) {
        if (!int_list_has(dims->offset, dim)) {
            batch[count++] = dim;
        }
    }
    return build_broadcast_in_dim(at, mask, type_with_element(context, type, truth), count, batch);
}

/* Indices as positions within the part; where the part lacks what they ask for, the result is zero,
 * and the sum over devices, which follows, has it from another. */
static bool gather_parts(struct op *op, struct partition_builder *builder,
                         const struct part_indexing *indexing) {
    struct builder *at = partition_at(builder);
    struct value *mask = NULL, *indices = op_operand(op, 1);
    if (cuts_indexed(indexing)) {
        indices = clamped_indices(indexing, widened_indices(indexing, indices));
        indices = indices_in_part(indexing, indices, &mask);
        op_set_operand(op, 1, indices);
    }
    struct value *first = holds_first(indexing);
    if (mask && first) {
        mask = build_binary(at, OP_AND, mask, build_broadcast(at, first, mask->type));
    } else if (first) {
        mask = first;
    }
    if (!partition_in_place(op, builder)) {
        return false;
    }
    struct builder behind = builder_after(at->module, op);
    struct value *result = &op->results[0];
    mask = mask_result(op, &behind, mask);
    struct value *nothing = partition_nothing(builder, &behind, result->type);
    partition_wrap(builder, 0, build_select(&behind, mask, result, nothing));
    return true;
}

static bool gather_localize(struct op *op, struct partition_builder *builder) {
    int64_t sizes[MAX_RANK];
    struct part_indexing indexing = indexing_of(op, builder, sizes);
    struct module *module = partition_at(builder)->module;
    op_set_property(module, op, "slice_sizes",
                    attr_i64_array(module->context, indexing.part->rank, sizes));
    bool cut = false;
    for (uint32_t dim = 0; dim < indexing.part->rank; dim++) {
        cut = cut || partition_operand_axes(builder, 0, dim).count > 0;
    }
    if (cut) {
        spell_out(module, op, "indices_are_sorted");
    }
    return cuts_any(&indexing) ? gather_parts(op, builder, &indexing)
                               : partition_in_place(op, builder);
}

static void add_gather_factor(struct rule_builder *builder, const struct op *op, int64_t input,
                              int64_t indices, int64_t slices, int64_t size,
                              enum factor_kind kind) {
    (void)op;
    rule_add_binary(builder, input, indices, slices, size, kind);
}

static bool gather_rule(const struct op *op, struct rule_builder *builder) {
    const struct gather_dims *dims = attr_as_gather(op_property(op, "dimension_numbers"));
    struct slicing slicing = {
        .input = op_operand(op, 0)->type,
        .indices = op_operand(op, 1)->type,
        .slices = op->results[0].type,
        .index_vector_dim = dims->index_vector_dim,
        .offset = dims->offset,
        .collapsed = dims->collapsed_slice,
        .input_batching = dims->operand_batching,
        .indices_batching = dims->start_indices_batching,
        .implicit_batch = FACTOR_PASS_THROUGH,
        .add = add_gather_factor,
    };
    rule_add_slicing(builder, op, &slicing);
    return true;
}

/* The last place in each dimension that indices are of, where parts of these sizes are left, as a
 * list or, of one index, a scalar. */
static struct value *last_places(struct bound_builder *bounder, const struct op *op,
                                 struct value *const *parts, bool is_vector) {
    const struct gather_dims *dims = attr_as_gather(op_property(op, "dimension_numbers"));
    struct value *last[MAX_RANK];
    const int64_t one = 1;
    for (uint32_t i = 0; i < dims->start_index_map.count; i++) {
        uint32_t dim = (uint32_t)dims->start_index_map.items[i];
        struct value *most =
            size_by(bounder, OP_SUBTRACT, bound_size(bounder, op_operand(op, 0), dim), parts[dim]);
        last[i] = size_by(bounder, OP_MAXIMUM, most, size_of(bounder, 0));
        last[i] = is_vector ? build_reshape(bound_at(bounder), last[i], 1, &one) : last[i];
    }
    return is_vector ? build_concatenate(bound_at(bounder), dims->start_index_map.count, last, 0)
                     : last[0];
}

/* Indices held back to what the sizes allow. */
static void hold_indices(struct bound_builder *bounder, struct op *op, struct value *const *parts) {
    const struct gather_dims *dims = attr_as_gather(op_property(op, "dimension_numbers"));
    struct value *indices = op_operand(op, 1);
    int32_t note = indices->note;
    if (dims->start_index_map.count == 0) {
        return;
    }
    if (type_bits(indices->type->element) < 32) {
        indices = build_convert(bound_at(bounder), indices,
                                type_integer(bound_context(bounder), 32, SIGNLESS));
    }
    bool is_vector = dims->index_vector_dim < indices->type->rank;
    struct value *last = last_places(bounder, op, parts, is_vector);
    last = build_convert(bound_at(bounder), last, indices->type->element);
    last = build_broadcast_in_dim(bound_at(bounder), last, indices->type, is_vector ? 1 : 0,
                                  &dims->index_vector_dim);
    struct value *first = build_zeros(bound_at(bounder), indices->type);
    struct value *operands[3] = {first, indices, last};
    struct value *held = build_value(bound_at(bounder), OP_CLAMP, 3, operands, indices->type);
    held->note = note;
    op_set_operand(op, 1, held);
}

/* Where parts of a dimension are taken they are those of its size. */
static bool gather_bound(struct op *op, struct bound_builder *bounder) {
    const struct gather_dims *dims = attr_as_gather(op_property(op, "dimension_numbers"));
    struct int_list parts = op_ints(op, "slice_sizes");
    const struct type *type = op_operand(op, 0)->type;
    struct value *sizes[MAX_RANK];
    dim_set handled[2] = {0, 0};
    for (uint32_t i = 0; i < dims->start_index_map.count; i++) {
        int64_t dim = dims->start_index_map.items[i];
        bool whole =
            parts.items[dim] == type->dims[dim] && !int_list_has(dims->collapsed_slice, dim);
        handled[0] |= whole ? 0 : dim_set_of(dim);
    }
    handled[0] &= bound_dims(bounder, op_operand(op, 0));
    if (handled[0]) {
        for (uint32_t dim = 0; dim < type->rank; dim++) {
            sizes[dim] = size_of(bounder, parts.items[dim]);
        }
        hold_indices(bounder, op, sizes);
    }
    return bound_by_rule_but(bounder, op, handled, NULL);
}

/* The largest index of a type, as far as an int64_t says it. */
static int64_t largest_index(const struct type *element) {
    uint32_t bits = type_bits(element) - (element->signedness == UNSIGNED ? 0 : 1);
    return bits > 62 ? INT64_MAX : (INT64_C(1) << bits) - 1;
}

/* Indices that a longer dimension would let pass, each held back to what the shorter one allows. */
static struct value *held_indices(struct fill_builder *padder, const struct op *op,
                                  const struct type *original) {
    const struct gather_dims *dims = attr_as_gather(op_property(op, "dimension_numbers"));
    struct value *indices = op_operand(op, 1);
    struct context *context = fill_context(padder);
    const struct type *type = indices->type, *element = type->element;
    uint32_t bytes = type_bytes(element), count = dims->start_index_map.count;
    const int64_t extent = count;
    char *data = arena_array(fill_scratch(padder), (size_t)count + 1, bytes);
    for (uint32_t i = 0; i < count; i++) {
        int64_t dim = dims->start_index_map.items[i], largest = largest_index(element);
        int64_t most = original->dims[dim] - op_ints(op, "slice_sizes").items[dim];
        most = most < 0 ? 0 : most > largest ? largest : most;
        memcpy(data + (size_t)i * bytes, &most, bytes);
    }
    bool is_vector = dims->index_vector_dim < type->rank;
    const struct type *list = type_tensor(context, element, is_vector ? 1 : 0, &extent, NULL);
    struct value *last = build_constant(
        fill_at(padder), attr_dense(context, list, data, (size_t)count * bytes, count == 1));
    last = build_broadcast_in_dim(fill_at(padder), last, type, is_vector ? 1 : 0,
                                  &dims->index_vector_dim);
    struct value *first = build_zeros(fill_at(padder), type);
    struct value *operands[3] = {first, indices, last};
    struct value *held = build_value(fill_at(padder), OP_CLAMP, 3, operands, type);
    const struct attr *sharding = value_sharding(context, indices);
    struct value *made[3] = {first, last, held};
    for (uint32_t i = 0; i < 3; i++) {
        if (sharding) {
            value_set_sharding(fill_module(padder), made[i], sharding);
        }
        fill_note(padder, made[i], fill_original(padder, indices), NULL);
    }
    return held;
}

static bool gather_fill(struct op *op, struct fill_builder *padder) {
    const struct gather_dims *dims = attr_as_gather(op_property(op, "dimension_numbers"));
    const struct type *operand = op_operand(op, 0)->type;
    const struct type *original = fill_original(padder, op_operand(op, 0));
    struct int_list sizes = op_ints(op, "slice_sizes");
    int64_t longer[MAX_RANK];
    bool passes = false;
    for (uint32_t dim = 0; dim < sizes.count; dim++) {
        bool single =
            int_list_has(dims->operand_batching, dim) || int_list_has(dims->collapsed_slice, dim);
        bool whole = !single && sizes.items[dim] == original->dims[dim];
        longer[dim] = whole ? operand->dims[dim] : sizes.items[dim];
        passes = passes || (!whole && operand->dims[dim] != original->dims[dim] &&
                            int_list_has(dims->start_index_map, dim));
    }
    if (passes) {
        op_set_operand(op, 1, held_indices(padder, op, original));
    }
    fill_set_ints(padder, op, "slice_sizes", sizes.count, longer);
    return fill_in_place(op, padder);
}

/* The size of a slice: an attribute, or an element of the last operand. */
static struct value *slice_size(struct reified_extents *to, struct op *op, uint32_t dim) {
    return op_is(op, OP_GATHER) ? reify_number(to, op_ints(op, "slice_sizes").items[dim])
                                : reify_cast(to, reify_element(to, op_operand(op, 2), dim));
}

static struct value *gather_reify(struct op *op, struct builder *at) {
    struct reified_extents to = reify_extents(at);
    const struct gather_dims *dims = attr_as_gather(op_attr(op, "dimension_numbers"));
    uint32_t batch = 0, slice = 0;
    for (uint32_t i = 0; i < op_result(op, 0)->type->rank; i++) {
        if (int_list_has(dims->offset, i)) {
            while (int_list_has(dims->collapsed_slice, slice) ||
                   int_list_has(dims->operand_batching, slice)) {
                slice++;
            }
            reify_add(&to, slice_size(&to, op, slice++));
        } else {
            batch += batch == dims->index_vector_dim;
            reify_add(&to, reify_dimension(&to, op_operand(op, 1), batch++));
        }
    }
    return reify_list(&to);
}

const struct op_def op_gather = {
    .name = "stablehlo.gather",
    .summary = "takes slices at run-time indices",
    .traits = OP_PURE | OP_INFERRED,
    .operands = OPERANDS({"operand", VALUE_TENSOR, OP_ONE}, {"start_indices", VALUE_INT, OP_ONE}),
    .results = RESULTS({"result", VALUE_TENSOR, OP_ONE}),
    .regions = {0, 0},
    .attrs = ATTRS(
        {.name = "dimension_numbers",
         .kind = OP_ATTR_DIALECT,
         .required = true,
         .dialect_attr = "stablehlo.gather"},
        {.name = "slice_sizes", .kind = OP_ATTR_INT_ARRAY, .required = true},
        {.name = "indices_are_sorted", .kind = OP_ATTR_BOOL, .otherwise = OP_ATTR_DEFAULT_FALSE}),
    .agreements = AGREEMENTS({{"operand", "result"}, OP_AGREE_ELEMENT_TYPE}),
    .parse = parse_generic_only,
    .print = print_generic_only,
    .verify = gather_verify,
    .infer = gather_infer,
    .speculatable = speculatable_gather,
    .rule = gather_rule,
    .needs = gather_needs,
    .localize = gather_localize,
    .emit = gather_emit,
    .relate = relate_gather,
    .canonicalize = canonicalize_nothing,
    .bound = gather_bound,
    .fill = gather_fill,
    .reify = gather_reify,
    .fold = fold_by_scalar,
    .flops = flops_by_scalar,
    .traffic = traffic_none,
    .memory = OP_MEMORY_RESULT,
};

/* The parts that a dynamic_gather takes of each dimension of its operand: `extents` as they are
 * stored in the result, `sizes` as they are. `given`: the sizes of the result's dimensions that
 * come of them. */
static void parts_of(struct bound_builder *bounder, const struct op *op, const struct type *stored,
                     int64_t *extents, struct value **sizes, struct value **given) {
    const struct gather_dims *dims = attr_as_gather(op_property(op, "dimension_numbers"));
    uint32_t place = 0;
    for (uint32_t dim = 0; dim < op_operand(op, 0)->type->rank; dim++) {
        extents[dim] = 1;
        sizes[dim] = size_of(bounder, 1);
        if (!int_list_has(dims->collapsed_slice, dim) &&
            !int_list_has(dims->operand_batching, dim)) {
            int64_t at = dims->offset.items[place++];
            extents[dim] = stored->dims[at];
            sizes[dim] = size_held(bounder, size_at(bounder, op_operand(op, 2), dim), extents[dim]);
            given[at] = sizes[dim];
        }
    }
}

/* The operand with room for a part behind each place where one may begin. */
static struct value *with_room(struct bound_builder *bounder, struct value *operand,
                               const int64_t *extents) {
    int64_t zeros[MAX_RANK] = {0}, high[MAX_RANK];
    for (uint32_t dim = 0; dim < operand->type->rank; dim++) {
        high[dim] = extents[dim] == 1 ? 0 : extents[dim];
    }
    struct value *zero = bound_zero(bounder, operand->type);
    return build_pad(bound_at(bounder), operand, zero, zeros, high, zeros);
}

/* A gather of parts as long as their bounds. */
static bool dynamic_gather_bound(struct op *op, struct bound_builder *bounder) {
    const struct type *type = op_result(op, 0)->type;
    const struct type *stored = bound_storage(bound_context(bounder), type);
    struct value *sizes[MAX_RANK], *given[MAX_RANK] = {0};
    struct value *operands[2] = {op_operand(op, 0), op_operand(op, 1)};
    const dim_set handled[2] = {ALL_DIMS, 0};
    int64_t extents[MAX_RANK];
    if (!stored) {
        return bound_fails(bounder, op,
                           "has a result with a dimension that is open and has no bound");
    }
    parts_of(bounder, op, stored, extents, sizes, given);
    struct op *made = build_row(bound_at(bounder), OP_GATHER, 2, operands, 1, &type, 0);
    op_set_property(bound_module(bounder), made, "dimension_numbers",
                    op_property(op, "dimension_numbers"));
    op_set_property(bound_module(bounder), made, "slice_sizes",
                    attr_i64_array(bound_context(bounder), operands[0]->type->rank, extents));
    bound_become(bounder, op, made);
    hold_indices(bounder, made, sizes);
    op_set_operand(made, 0, with_room(bounder, operands[0], extents));
    return bound_by_rule_but(bounder, made, handled, given);
}

const struct op_def op_dynamic_gather = {
    .name = "stablehlo.dynamic_gather",
    .summary = "gather with slice sizes known at run time",
    .traits = OP_PURE | OP_INFERRED,
    .operands = OPERANDS({"operand", VALUE_TENSOR, OP_ONE}, {"start_indices", VALUE_INT, OP_ONE},
                         {"slice_sizes", VALUE_INT | VALUE_RANK_1 | VALUE_STATIC, OP_ONE}),
    .results = RESULTS({"result", VALUE_TENSOR, OP_ONE}),
    .regions = {0, 0},
    .attrs = ATTRS(
        {.name = "dimension_numbers",
         .kind = OP_ATTR_DIALECT,
         .required = true,
         .dialect_attr = "stablehlo.gather"},
        {.name = "indices_are_sorted", .kind = OP_ATTR_BOOL, .otherwise = OP_ATTR_DEFAULT_FALSE}),
    .parse = parse_generic_only,
    .print = print_generic_only,
    .verify = dynamic_gather_verify,
    .infer = dynamic_gather_infer,
    .speculatable = speculatable_by_shape,
    .rule = rule_none,
    .needs = needs_all_whole,
    .emit = emit_static,
    .with_known_sizes = gather_with_known_sizes,
    .canonicalize = canonicalize_nothing,
    .bound = dynamic_gather_bound,
    .fill = fill_in_place,
    .reify = gather_reify,
    .fold = fold_by_scalar,
    .flops = flops_by_scalar,
    .traffic = traffic_none,
};
