/* Operations that move elements along a dimension of a size known at run time. */
#include "ops/op_def.h"
#include "partition/bounded/bounded.h"

/* --- sizes themselves ------------------------------------------------------------------------- */

bool bounded_set_size(struct bounder *bounder, struct op *op) {
    struct value *value = op_operand(op, 0), *sizes[MAX_RANK];
    int64_t changed = op_int(op, "dimension", 0);
    for (uint32_t dim = 0; dim < value->type->rank; dim++) {
        sizes[dim] = bounded_size(bounder, value, dim);
    }
    sizes[changed] = size_held(bounder, op_operand(op, 1), value->type->dims[changed]);
    return bounded_replace(bounder, op, value, sizes);
}

bool bounded_get_size(struct bounder *bounder, struct op *op) {
    uint32_t dim = (uint32_t)op_int(op, "dimension", 0);
    return pad_replace(op, bounded_size(bounder, op_operand(op, 0), dim));
}

/* --- parts of a dimension ----------------------------------------------------------------------*/

/* Each operand over the padding of those before it. */
bool bounded_concatenate(struct bounder *bounder, struct op *op) {
    struct context *context = bounder->module->context;
    uint32_t along = (uint32_t)op_int(op, "dimension", 0);
    const struct type *first = op_operand(op, 0)->type;
    struct value *sizes[MAX_RANK], *starts[MAX_RANK], *end = size_of(bounder, 0);
    int64_t dims[MAX_RANK], bound = 0;
    bounded_sizes_by_place(bounder, op, op->operand_count, sizes);
    for (uint32_t i = 0; i < op->operand_count; i++) {
        bound = extent_sum(bound, op_operand(op, i)->type->dims[along]);
    }
    for (uint32_t dim = 0; dim < first->rank; dim++) {
        dims[dim] = dim == along ? bound : first->dims[dim];
        starts[dim] = end;
    }
    struct value *whole =
        build_zeros(&bounder->at, type_with_dims(context, first, first->rank, dims));
    for (uint32_t i = 0; i < op->operand_count; i++) {
        starts[along] = end;
        whole = build_dynamic_update_slice(&bounder->at, whole, op_operand(op, i), starts);
        end = size_by(bounder, OP_ADD, end, bounded_size(bounder, op_operand(op, i), along));
    }
    sizes[along] = end;
    return bounded_replace(bounder, op, whole, sizes);
}

/* What was padding comes first and is left out. */
bool bounded_reverse(struct bounder *bounder, struct op *op) {
    struct value *value = op_operand(op, 0), *sizes[MAX_RANK], *starts[MAX_RANK];
    const struct type *type = value->type;
    int64_t zeros[MAX_RANK] = {0}, high[MAX_RANK];
    struct int_list dims = op_ints(op, "dimensions");
    dim_set turned = dim_set_of_list(dims) & bounded_dims(bounder, value);
    bounded_sizes_by_place(bounder, op, 1, sizes);
    for (uint32_t dim = 0; dim < type->rank; dim++) {
        bool moves = turned & dim_set_of(dim);
        high[dim] = moves ? type->dims[dim] : 0;
        starts[dim] = size_of(bounder, moves ? type->dims[dim] : 0);
        starts[dim] = moves ? size_by(bounder, OP_SUBTRACT, starts[dim], sizes[dim]) : starts[dim];
    }
    struct value *back = build_unary(&bounder->at, OP_REVERSE, value, type);
    op_set_property(bounder->module, back->op, "dimensions", op_property(op, "dimensions"));
    struct value *zero =
        build_constant(&bounder->at, fill_zero(bounder->module->context, type->element));
    struct value *longer = build_pad(&bounder->at, back, zero, zeros, high, zeros);
    struct value *front = build_dynamic_slice(&bounder->at, longer, starts, type);
    return bounded_replace(bounder, op, front, sizes);
}

/* A slice that reaches beyond the size ends there. */
bool bounded_slice(struct bounder *bounder, struct op *op) {
    struct value *sizes[MAX_RANK];
    struct int_list starts = op_ints(op, "start_indices"), limits = op_ints(op, "limit_indices"),
                    strides = op_ints(op, "strides");
    for (uint32_t dim = 0; dim < starts.count; dim++) {
        int64_t start = starts.items[dim], limit = limits.items[dim];
        if (limit > op_operand(op, 0)->type->dims[dim]) {
            return bounded_fails(bounder, op, "reaches beyond the bound of its operand");
        }
        struct value *end =
            size_by(bounder, OP_MINIMUM, bounded_size(bounder, op_operand(op, 0), dim),
                    size_of(bounder, limit));
        sizes[dim] = size_of_windows(bounder, end, 1, -start, 1, strides.items[dim]);
    }
    return bounded_in_place(bounder, op, sizes);
}

/* The operand's padding is the first of what stands behind it. */
bool bounded_pad(struct bounder *bounder, struct op *op) {
    struct value *sizes[MAX_RANK];
    struct int_list low = op_ints(op, "edge_padding_low"), high = op_ints(op, "edge_padding_high"),
                    interior = op_ints(op, "interior_padding");
    struct value *from = bounded_fill(bounder, op_operand(op, 0), ALL_DIMS, op_operand(op, 1));
    op_set_operand(op, 0, from);
    for (uint32_t dim = 0; dim < low.count; dim++) {
        sizes[dim] =
            size_of_windows(bounder, bounded_size(bounder, from, dim), interior.items[dim] + 1,
                            low.items[dim] + high.items[dim], 1, 1);
    }
    return bounded_in_place(bounder, op, sizes);
}

/* --- parts at places known at run time -------------------------------------------------------- */

/* The places as numbers at least as wide as sizes. */
static void widen_starts(struct bounder *bounder, struct op *op, uint32_t first) {
    const struct type *i32 = type_integer(bounder->module->context, 32, SIGNLESS);
    for (uint32_t i = first; i < op->operand_count; i++) {
        struct value *start = op_operand(op, i);
        if (type_bits(start->type->element) < 32) {
            op_set_operand(op, i, build_convert(&bounder->at, start, i32));
        }
    }
}

/* A place from which `part` elements are left in the dimension. */
static struct value *held_start(struct bounder *bounder, struct value *start, struct value *size,
                                struct value *part) {
    struct value *most = size_by(bounder, OP_SUBTRACT, size, part);
    most = size_by(bounder, OP_MAXIMUM, most, size_of(bounder, 0));
    struct value *operands[3] = {build_zeros(&bounder->at, start->type), start,
                                 build_convert(&bounder->at, most, start->type->element)};
    return build_value(&bounder->at, OP_CLAMP, 3, operands, start->type);
}

bool bounded_dynamic_slice(struct bounder *bounder, struct op *op) {
    struct value *from = op_operand(op, 0), *sizes[MAX_RANK];
    struct int_list parts = op_ints(op, "slice_sizes");
    widen_starts(bounder, op, 1);
    for (uint32_t dim = 0; dim < parts.count; dim++) {
        sizes[dim] = size_of(bounder, parts.items[dim]);
        if (bounded_dims(bounder, from) & dim_set_of(dim)) {
            struct value *size = bounded_size(bounder, from, dim);
            op_set_operand(op, 1 + dim,
                           held_start(bounder, op_operand(op, 1 + dim), size, sizes[dim]));
        }
    }
    return bounded_in_place(bounder, op, sizes);
}

/* The update with the operand's own elements in the place of its padding. `into` has room for the
 * whole update behind all places where it may begin. */
static struct value *update_with_rest(struct bounder *bounder, struct value *into,
                                      struct value *update, struct value *const *starts) {
    struct value *mask = bounded_mask(bounder, update, ALL_DIMS);
    if (!mask) {
        return update;
    }
    struct value *rest = build_dynamic_slice(&bounder->at, into, starts, update->type);
    return build_select(&bounder->at, mask, update, rest);
}

bool bounded_dynamic_update_slice(struct bounder *bounder, struct op *op) {
    struct value *into = op_operand(op, 0), *update = op_operand(op, 1);
    const struct type *type = into->type;
    struct value *sizes[MAX_RANK], *starts[MAX_RANK];
    int64_t zeros[MAX_RANK] = {0}, high[MAX_RANK];
    dim_set shorter = bounded_dims(bounder, update);
    bounded_sizes_by_place(bounder, op, 1, sizes);
    widen_starts(bounder, op, 2);
    for (uint32_t dim = 0; dim < type->rank; dim++) {
        high[dim] = shorter & dim_set_of(dim) ? update->type->dims[dim] : 0;
        starts[dim] = held_start(bounder, op_operand(op, 2 + dim), sizes[dim],
                                 bounded_size(bounder, update, dim));
    }
    struct value *zero =
        build_constant(&bounder->at, fill_zero(bounder->module->context, type->element));
    if (shorter) {
        into = build_pad(&bounder->at, into, zero, zeros, high, zeros);
    }
    update = update_with_rest(bounder, into, update, starts);
    struct value *updated = build_dynamic_update_slice(&bounder->at, into, update, starts);
    return bounded_replace(bounder, op, build_slice(&bounder->at, updated, zeros, type->dims),
                           sizes);
}

/* --- gather ----------------------------------------------------------------------------------- */

/* The last place in each dimension that indices are of, where parts of these sizes are left, as a
 * list or, of one index, a scalar. */
static struct value *last_places(struct bounder *bounder, const struct op *op,
                                 struct value *const *parts, bool is_vector) {
    const struct gather_dims *dims = attr_as_gather(op_property(op, "dimension_numbers"));
    struct value *last[MAX_RANK];
    const int64_t one = 1;
    for (uint32_t i = 0; i < dims->start_index_map.count; i++) {
        uint32_t dim = (uint32_t)dims->start_index_map.items[i];
        struct value *most = size_by(bounder, OP_SUBTRACT,
                                     bounded_size(bounder, op_operand(op, 0), dim), parts[dim]);
        last[i] = size_by(bounder, OP_MAXIMUM, most, size_of(bounder, 0));
        last[i] = is_vector ? build_reshape(&bounder->at, last[i], 1, &one) : last[i];
    }
    return is_vector ? build_concatenate(&bounder->at, dims->start_index_map.count, last, 0)
                     : last[0];
}

/* Indices held back to what the sizes allow. */
static void hold_indices(struct bounder *bounder, struct op *op, struct value *const *parts) {
    const struct gather_dims *dims = attr_as_gather(op_property(op, "dimension_numbers"));
    struct value *indices = op_operand(op, 1);
    int32_t note = indices->note;
    if (dims->start_index_map.count == 0) {
        return;
    }
    if (type_bits(indices->type->element) < 32) {
        indices = build_convert(&bounder->at, indices,
                                type_integer(bounder->module->context, 32, SIGNLESS));
    }
    bool is_vector = dims->index_vector_dim < indices->type->rank;
    struct value *last = last_places(bounder, op, parts, is_vector);
    last = build_convert(&bounder->at, last, indices->type->element);
    last = build_broadcast_in_dim(&bounder->at, last, indices->type, is_vector ? 1 : 0,
                                  &dims->index_vector_dim);
    struct value *first = build_zeros(&bounder->at, indices->type);
    struct value *operands[3] = {first, indices, last};
    struct value *held = build_value(&bounder->at, OP_CLAMP, 3, operands, indices->type);
    held->note = note;
    op_set_operand(op, 1, held);
}

/* Where parts of a dimension are taken they are those of its size. */
bool bounded_gather(struct bounder *bounder, struct op *op) {
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
    handled[0] &= bounded_dims(bounder, op_operand(op, 0));
    if (handled[0]) {
        for (uint32_t dim = 0; dim < type->rank; dim++) {
            sizes[dim] = size_of(bounder, parts.items[dim]);
        }
        hold_indices(bounder, op, sizes);
    }
    return bounded_by_rule(bounder, op, handled, NULL);
}

/* The parts that a dynamic_gather takes of each dimension of its operand: `extents` as they are
 * stored in the result, `sizes` as they are. `given`: the sizes of the result's dimensions that
 * come of them. */
static void parts_of(struct bounder *bounder, const struct op *op, const struct type *stored,
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
static struct value *with_room(struct bounder *bounder, struct value *operand,
                               const int64_t *extents) {
    int64_t zeros[MAX_RANK] = {0}, high[MAX_RANK];
    for (uint32_t dim = 0; dim < operand->type->rank; dim++) {
        high[dim] = extents[dim] == 1 ? 0 : extents[dim];
    }
    struct value *zero =
        build_constant(&bounder->at, fill_zero(bounder->module->context, operand->type->element));
    return build_pad(&bounder->at, operand, zero, zeros, high, zeros);
}

/* A gather of parts as long as their bounds. */
bool bounded_dynamic_gather(struct bounder *bounder, struct op *op) {
    const struct type *type = op_result(op, 0)->type;
    const struct type *stored = bounded_storage(bounder->module->context, type);
    struct value *sizes[MAX_RANK], *given[MAX_RANK] = {0};
    struct value *operands[2] = {op_operand(op, 0), op_operand(op, 1)};
    const dim_set handled[2] = {ALL_DIMS, 0};
    int64_t extents[MAX_RANK];
    if (!stored) {
        return bounded_fails(bounder, op,
                             "has a result with a dimension that is open and has no bound");
    }
    parts_of(bounder, op, stored, extents, sizes, given);
    struct op *made = build_row(&bounder->at, OP_GATHER, 2, operands, 1, &type, 0);
    op_set_property(bounder->module, made, "dimension_numbers",
                    op_property(op, "dimension_numbers"));
    op_set_property(bounder->module, made, "slice_sizes",
                    attr_i64_array(bounder->module->context, operands[0]->type->rank, extents));
    bounded_become(bounder, op, made);
    hold_indices(bounder, made, sizes);
    op_set_operand(made, 0, with_room(bounder, operands[0], extents));
    return bounded_by_rule(bounder, made, handled, given);
}

/* --- sort ------------------------------------------------------------------------------------- */

/* Padding comes behind all else: the comparison of elements decides where both are of a kind. */
static void compare_padding(struct bounder *bounder, struct block *body) {
    struct context *context = bounder->module->context;
    struct op *end = block_terminator(body);
    struct builder at = builder_before(bounder->module, end);
    const struct type *truth =
        type_tensor(context, type_integer(context, 1, SIGNLESS), 0, NULL, NULL);
    struct value *a = block_add_argument(bounder->module, body, truth, end->location);
    struct value *b = block_add_argument(bounder->module, body, truth, end->location);
    struct value *data_first = build_binary(&at, OP_AND, a, build_unary(&at, OP_NOT, b, truth));
    struct value *alike = build_compare(&at, a, b, COMPARE_EQ, COMPARE_NO_TYPE);
    struct value *less = build_binary(&at, OP_AND, alike, op_operand(end, 0));
    op_set_operand(end, 0, build_binary(&at, OP_OR, data_first, less));
}

/* The sort with a further operand that tells data from padding. */
static bool sort_with_mask(struct bounder *bounder, struct op *op, struct value *mask) {
    struct module *module = bounder->module;
    uint32_t count = op->operand_count;
    struct value **operands = ARENA_ARRAY(bounder->arena, struct value *, (size_t)count + 1);
    const struct type **types = ARENA_ARRAY(bounder->arena, const struct type *, (size_t)count + 1);
    for (uint32_t i = 0; i < count; i++) {
        operands[i] = op_operand(op, i);
        types[i] = operands[i]->type;
    }
    operands[count] = mask;
    types[count] = mask->type;
    struct op *sorted = build_row(&bounder->at, OP_SORT, count + 1, operands, count + 1, types, 1);
    op_set_property(module, sorted, "dimension", op_property(op, "dimension"));
    op_set_property(module, sorted, "is_stable", op_property(op, "is_stable"));
    region_take(&sorted->regions[0], &op->regions[0]);
    compare_padding(bounder, sorted->regions[0].first);
    for (uint32_t i = 0; i < count; i++) {
        struct value *result = op_result(op, i), *sizes[MAX_RANK];
        bounded_sizes_by_place(bounder, op, count, sizes);
        bounded_note(bounder, op_result(sorted, i), result->type, sizes);
        value_replace_uses(result, op_result(sorted, i));
    }
    op_erase(op);
    return true;
}

bool bounded_sort(struct bounder *bounder, struct op *op) {
    int64_t along = op_int(op, "dimension", -1);
    along += along < 0 ? op_operand(op, 0)->type->rank : 0;
    for (uint32_t i = 0; i < op->operand_count; i++) {
        struct value *mask = bounded_mask(bounder, op_operand(op, i), dim_set_of(along));
        if (mask) {
            return sort_with_mask(bounder, op, mask);
        }
    }
    return bounded_by_rule(bounder, op, NULL, NULL);
}
