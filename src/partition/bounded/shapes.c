/* Operations whose results have other dimensions than their operands, and sizes as operands. */
#include "ops/op_def.h"
#include "ops/verify/compat.h"
#include "partition/bounded/bounded.h"

/* The result's dimensions that are known at run time have the sizes of a list; others their own. */
static void sizes_of_list(struct bounder *bounder, const struct op *op, struct value *list,
                          struct value **sizes) {
    const struct type *type = op_result(op, 0)->type;
    const struct type *stored = bounded_storage(bounder->module->context, type);
    for (uint32_t dim = 0; dim < type->rank; dim++) {
        int64_t bound = stored ? stored->dims[dim] : INT32_MAX;
        sizes[dim] = type->dims[dim] == DIM_DYNAMIC
                         ? size_held(bounder, size_at(bounder, list, dim), bound)
                         : size_of(bounder, type->dims[dim]);
    }
}

static struct value *zero_like(struct bounder *bounder, const struct value *value) {
    return build_constant(&bounder->at, fill_zero(bounder->module->context, value->type->element));
}

/* --- reshape ---------------------------------------------------------------------------------- */

/* Whether elements lie in the order of the result as they are: the one dimension of unknown size of
 * either has as much before it and, unless nothing is before it, as much behind. */
static bool is_in_order(const struct bounder *bounder, const struct value *from,
                        const struct type *original, const struct type *to) {
    const struct type *types[2] = {bounded_original(bounder, from), original};
    const struct type *stored[2] = {from->type, to};
    int64_t before[2] = {1, 1}, behind[2] = {1, 1};
    for (int side = 0; side < 2; side++) {
        uint32_t open = 0;
        for (uint32_t dim = 0; dim < types[side]->rank; dim++) {
            bool is_open = types[side]->dims[dim] == DIM_DYNAMIC;
            int64_t *product = open + is_open > 0 ? &behind[side] : &before[side];
            open += is_open;
            *product = extent_product(*product, stored[side]->dims[dim]);
        }
        if (open != 1) {
            return false;
        }
    }
    return before[0] == before[1] && behind[0] == behind[1];
}

/* What a step in each dimension moves on by, of elements that lie close. */
static void strides_of(struct bounder *bounder, uint32_t rank, struct value *const *sizes,
                       struct value **strides) {
    struct value *stride = size_of(bounder, 1);
    for (uint32_t dim = rank; dim-- > 0;) {
        strides[dim] = stride;
        stride = size_by(bounder, OP_MULTIPLY, stride, sizes[dim]);
    }
}

/* The number of each element among all of the result. */
static struct value *numbers_of(struct bounder *bounder, const struct type *type,
                                struct value *const *sizes) {
    struct builder *at = &bounder->at;
    struct value *strides[MAX_RANK], *number = build_zeros(at, type);
    strides_of(bounder, type->rank, sizes, strides);
    for (uint32_t dim = 0; dim < type->rank; dim++) {
        struct value *step = build_broadcast(at, strides[dim], type);
        step = build_binary(at, OP_MULTIPLY, build_iota(at, type, dim), step);
        number = build_add(at, number, step);
    }
    return number;
}

/* Where the elements of these numbers are stored. */
static struct value *places_of(struct bounder *bounder, struct value *numbers,
                               const struct value *from) {
    struct builder *at = &bounder->at;
    const struct type *type = numbers->type;
    struct value *sizes[MAX_RANK], *bounds[MAX_RANK], *strides[MAX_RANK], *stored[MAX_RANK];
    struct value *place = build_zeros(at, type), *one = size_of(bounder, 1);
    for (uint32_t dim = 0; dim < from->type->rank; dim++) {
        sizes[dim] = size_by(bounder, OP_MAXIMUM, bounded_size(bounder, from, dim), one);
        bounds[dim] = size_of(bounder, from->type->dims[dim]);
    }
    strides_of(bounder, from->type->rank, sizes, strides);
    strides_of(bounder, from->type->rank, bounds, stored);
    for (uint32_t dim = 0; dim < from->type->rank; dim++) {
        struct value *index = numbers;
        index = build_binary(at, OP_DIVIDE, index, build_broadcast(at, strides[dim], type));
        index = build_binary(at, OP_REMAINDER, index, build_broadcast(at, sizes[dim], type));
        index = build_binary(at, OP_MULTIPLY, index, build_broadcast(at, stored[dim], type));
        place = build_add(at, place, index);
    }
    return place;
}

/* The elements of a list at places. */
static struct value *elements_at(struct bounder *bounder, struct value *list,
                                 struct value *places) {
    struct context *context = bounder->module->context;
    const int64_t zero = 0, one = 1;
    struct gather_dims dims = {.collapsed_slice = {&zero, 1},
                               .start_index_map = {&zero, 1},
                               .index_vector_dim = places->type->rank};
    const struct type *type = type_with_element(context, places->type, list->type->element);
    struct value *operands[2] = {list, places};
    struct value *taken = build_value(&bounder->at, OP_GATHER, 2, operands, type);
    op_set_property(bounder->module, taken->op, "dimension_numbers",
                    attr_gather_dims(context, &dims));
    op_set_property(bounder->module, taken->op, "slice_sizes", attr_i64_array(context, 1, &one));
    return taken;
}

/* Elements taken in the order of their numbers. */
static struct value *taken_in_order(struct bounder *bounder, struct value *from,
                                    const struct type *to, struct value *const *sizes) {
    struct context *context = bounder->module->context;
    const struct type *numbers =
        type_tensor(context, type_integer(context, 32, SIGNLESS), to->rank, to->dims, NULL);
    int64_t count = type_count(from->type);
    struct value *places = places_of(bounder, numbers_of(bounder, numbers, sizes), from);
    struct value *list = build_reshape(&bounder->at, from, 1, &count);
    return elements_at(bounder, list, places);
}

static bool reshape_to(struct bounder *bounder, struct op *op, struct value *const *sizes) {
    struct value *from = op_operand(op, 0);
    const struct type *original = op_result(op, 0)->type;
    const struct type *to = bounded_storage(bounder->module->context, original);
    if (!to) {
        return bounded_fails(bounder, op,
                             "has a result with a dimension that is open and has no bound");
    }
    if (is_in_order(bounder, from, original, to)) {
        struct value *same = build_reshape(&bounder->at, from, to->rank, to->dims);
        return bounded_replace(bounder, op, same, sizes);
    }
    if (type_is_empty(from->type) || type_is_empty(to)) {
        return bounded_replace(
            bounder, op,
            build_zeros(&bounder->at,
                        type_with_element(bounder->module->context, to, from->type->element)),
            sizes);
    }
    if (type_count(from->type) > INT32_MAX || type_count(to) > INT32_MAX) {
        return bounded_fails(bounder, op, "has more elements than 32 bits count");
    }
    return bounded_replace(bounder, op, taken_in_order(bounder, from, to, sizes), sizes);
}

/* The one dimension that is not known has what the others leave. */
bool bounded_reshape(struct bounder *bounder, struct op *op) {
    const struct value *from = op_operand(op, 0);
    const struct type *to = op_result(op, 0)->type;
    struct value *sizes[MAX_RANK], *all = size_of(bounder, 1);
    int64_t known = 1;
    for (uint32_t dim = 0; dim < from->type->rank; dim++) {
        all = size_by(bounder, OP_MULTIPLY, all, bounded_size(bounder, from, dim));
    }
    for (uint32_t dim = 0; dim < to->rank; dim++) {
        known = to->dims[dim] == DIM_DYNAMIC ? known : extent_product(known, to->dims[dim]);
    }
    known = known < 1 ? 1 : known > INT32_MAX ? INT32_MAX : known;
    for (uint32_t dim = 0; dim < to->rank; dim++) {
        sizes[dim] = to->dims[dim] == DIM_DYNAMIC
                         ? size_by(bounder, OP_DIVIDE, all, size_of(bounder, known))
                         : size_of(bounder, to->dims[dim]);
    }
    return reshape_to(bounder, op, sizes);
}

bool bounded_dynamic_reshape(struct bounder *bounder, struct op *op) {
    struct value *sizes[MAX_RANK];
    sizes_of_list(bounder, op, op_operand(op, 1), sizes);
    return reshape_to(bounder, op, sizes);
}

/* --- broadcasts and iota ---------------------------------------------------------------------- */

/* The operand's own elements up to the result's bound, or those of its one element in a dimension,
 * where it has one at run time. */
static struct value *stretched(struct bounder *bounder, struct value *value, uint32_t dim,
                               int64_t bound, struct value *size) {
    struct builder *at = &bounder->at;
    const struct type *type = value->type;
    int64_t zeros[MAX_RANK] = {0}, limit[MAX_RANK], high[MAX_RANK] = {0}, all[MAX_RANK];
    for (uint32_t i = 0; i < type->rank; i++) {
        limit[i] = type->dims[i];
        all[i] = i;
    }
    limit[dim] = type->dims[dim] < 1 ? 0 : 1;
    struct value *first = build_slice(at, value, zeros, limit);
    limit[dim] = type->dims[dim] < bound ? type->dims[dim] : bound;
    high[dim] = bound - limit[dim];
    struct value *part = build_slice(at, value, zeros, limit);
    struct value *own = build_pad(at, part, zero_like(bounder, value), zeros, high, zeros);
    if (type->dims[dim] < 1) {
        return own;
    }
    struct value *repeated = build_broadcast_in_dim(at, first, own->type, type->rank, all);
    struct value *single =
        build_compare(at, size, size_of(bounder, 1), COMPARE_EQ, COMPARE_NO_TYPE);
    return build_select(at, single, repeated, own);
}

bool bounded_dynamic_broadcast(struct bounder *bounder, struct op *op) {
    struct value *value = op_operand(op, 0), *sizes[MAX_RANK];
    struct int_list dims = op_ints(op, "broadcast_dimensions");
    const struct type *to = bounded_storage(bounder->module->context, op_result(op, 0)->type);
    sizes_of_list(bounder, op, op_operand(op, 1), sizes);
    if (!to) {
        return bounded_fails(bounder, op,
                             "has a result with a dimension that is open and has no bound");
    }
    dim_set open = bounded_dims(bounder, value);
    for (uint32_t dim = 0; dim < dims.count; dim++) {
        if (open & dim_set_of(dim) ||
            (value->type->dims[dim] != 1 && value->type->dims[dim] != to->dims[dims.items[dim]])) {
            struct value *size = bounded_size(bounder, op_operand(op, 0), dim);
            value = stretched(bounder, value, dim, to->dims[dims.items[dim]], size);
        }
    }
    to = type_with_element(bounder->module->context, to, value->type->element);
    value = build_broadcast_in_dim(&bounder->at, value, to, dims.count, dims.items);
    return bounded_replace(bounder, op, value, sizes);
}

bool bounded_dynamic_iota(struct bounder *bounder, struct op *op) {
    const struct type *to = bounded_storage(bounder->module->context, op_result(op, 0)->type);
    struct value *sizes[MAX_RANK];
    sizes_of_list(bounder, op, op_operand(op, 0), sizes);
    if (!to) {
        return bounded_fails(bounder, op,
                             "has a result with a dimension that is open and has no bound");
    }
    int64_t dim = op_int(op, "iota_dimension", 0);
    return bounded_replace(bounder, op, build_iota(&bounder->at, to, dim), sizes);
}

/* --- parts and padding of sizes known at run time --------------------------------------------- */

/* The integers of an operand that is a constant, one a dimension. */
static bool constants_of(const struct op *op, uint32_t operand, struct int_list *list) {
    return constant_integers(op_operand(op, operand), list) &&
           list->count == op_result(op, 0)->type->rank;
}

/* A dynamic_slice as long as the bound, of which every stride-th element is taken. */
bool bounded_real_dynamic_slice(struct bounder *bounder, struct op *op) {
    struct value *from = op_operand(op, 0), *sizes[MAX_RANK], *starts[MAX_RANK];
    const struct type *to = bounded_storage(bounder->module->context, op_result(op, 0)->type);
    int64_t zeros[MAX_RANK] = {0}, high[MAX_RANK], limit[MAX_RANK];
    struct int_list strides;
    if (!to || !constants_of(op, 3, &strides)) {
        return bounded_fails(bounder, op, "has strides, or a bound, that are not known");
    }
    for (uint32_t dim = 0; dim < to->rank; dim++) {
        int64_t step = strides.items[dim];
        starts[dim] = size_held(bounder, size_at(bounder, op_operand(op, 1), dim), INT32_MAX);
        struct value *end = size_by(bounder, OP_MINIMUM, size_at(bounder, op_operand(op, 2), dim),
                                    bounded_size(bounder, from, dim));
        struct value *length = size_by(bounder, OP_SUBTRACT, end, starts[dim]);
        sizes[dim] = size_of_windows(bounder, length, 1, 0, 1, step);
        limit[dim] = to->dims[dim] * step;
        high[dim] = limit[dim];
    }
    struct value *longer =
        build_pad(&bounder->at, from, zero_like(bounder, from), zeros, high, zeros);
    const struct type *part =
        type_with_dims(bounder->module->context, longer->type, to->rank, limit);
    to = type_with_element(bounder->module->context, to, from->type->element);
    struct value *window = build_dynamic_slice(&bounder->at, longer, starts, part);
    struct value *taken =
        build_strided_slice(&bounder->at, window, zeros, limit, strides.items, to);
    return bounded_replace(bounder, op, taken, sizes);
}

struct value *bounded_padded(struct bounder *bounder, struct value *from, struct value *padding,
                             struct value *const *low, struct value *const *high,
                             const int64_t *interior, const int64_t *bounds, struct value **sizes) {
    struct builder *at = &bounder->at;
    uint32_t rank = from->type->rank;
    int64_t zeros[MAX_RANK] = {0}, room[MAX_RANK], first[MAX_RANK], limit[MAX_RANK];
    struct value *starts[MAX_RANK];
    from = bounded_fill(bounder, from, ALL_DIMS, padding);
    struct value *apart = build_pad(at, from, padding, zeros, zeros, interior);
    for (uint32_t dim = 0; dim < rank; dim++) {
        struct value *around = size_by(bounder, OP_ADD, low[dim], high[dim]);
        struct value *size =
            size_of_windows(bounder, bounded_size(bounder, from, dim), interior[dim] + 1, 0, 1, 1);
        sizes[dim] = size_held(bounder, size_by(bounder, OP_ADD, size, around), bounds[dim]);
        first[dim] = apart->type->dims[dim];
        limit[dim] = extent_sum(first[dim], bounds[dim]);
        room[dim] = extent_sum(limit[dim], first[dim]);
        starts[dim] = size_by(bounder, OP_ADD, low[dim], size_of(bounder, first[dim]));
    }
    struct value *all = build_broadcast(
        at, padding, type_with_dims(bounder->module->context, apart->type, rank, room));
    all = build_dynamic_update_slice(at, all, apart, starts);
    return build_slice(at, all, first, limit);
}

bool bounded_dynamic_pad(struct bounder *bounder, struct op *op) {
    struct value *sizes[MAX_RANK], *low[MAX_RANK], *high[MAX_RANK];
    const struct type *to = bounded_storage(bounder->module->context, op_result(op, 0)->type);
    struct int_list interior;
    if (!to || !constants_of(op, 4, &interior)) {
        return bounded_fails(bounder, op, "has gaps, or a bound, that are not known");
    }
    for (uint32_t dim = 0; dim < to->rank; dim++) {
        low[dim] = size_at(bounder, op_operand(op, 2), dim);
        high[dim] = size_at(bounder, op_operand(op, 3), dim);
    }
    struct value *padded = bounded_padded(bounder, op_operand(op, 0), op_operand(op, 1), low, high,
                                          interior.items, to->dims, sizes);
    return bounded_replace(bounder, op, padded, sizes);
}
