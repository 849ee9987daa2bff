/* Values of bounded types, as they are stored, and their sizes. */
#include "ops/fill_builder.h"
#include "ops/verify/compat.h"
#include "partition/bounded/bounded.h"

struct module *bound_module(const struct bound_builder *bounder) {
    return bounder->module;
}

struct context *bound_context(const struct bound_builder *bounder) {
    return bounder->module->context;
}

struct arena *bound_arena(const struct bound_builder *bounder) {
    return bounder->arena;
}

struct builder *bound_at(struct bound_builder *bounder) {
    return &bounder->at;
}

/* --- values ----------------------------------------------------------------------------------- */

const struct type *bound_storage(struct context *context, const struct type *type) {
    int64_t dims[MAX_RANK];
    if (type->kind == TYPE_UNRANKED) {
        return NULL;
    }
    if (type->kind != TYPE_TENSOR || type_is_static(type)) {
        return type;
    }
    for (uint32_t dim = 0; dim < type->rank; dim++) {
        dims[dim] = type->dims[dim] == DIM_DYNAMIC ? bound_of(type, dim) : type->dims[dim];
        if (dims[dim] == DIM_DYNAMIC || dims[dim] > INT32_MAX) {
            return NULL;
        }
    }
    return type_tensor(context, type->element, type->rank, dims, NULL);
}

void bound_note(struct bound_builder *bounder, struct value *value, const struct type *original,
                struct value *const *sizes) {
    uint32_t rank = type_is_tensor(original) ? original->rank : 0;
    struct value **own = ARENA_ARRAY(bounder->arena, struct value *, (size_t)rank + 1);
    for (uint32_t dim = 0; dim < rank; dim++) {
        own[dim] = original->dims[dim] == DIM_DYNAMIC ? sizes[dim] : NULL;
    }
    value->note = (int32_t)bounder->values.count;
    *vector_push(&bounder->values) = (struct bounded_value){.original = original, .sizes = own};
}

const struct type *bound_original(const struct bound_builder *bounder, const struct value *value) {
    return value->note > 0 ? bounder->values.items[value->note].original : value->type;
}

static struct value *noted_size(const struct bound_builder *bounder, const struct value *value,
                                uint32_t dim) {
    return value->note > 0 ? bounder->values.items[value->note].sizes[dim] : NULL;
}

dim_set bound_dims(const struct bound_builder *bounder, const struct value *value) {
    dim_set dims = 0;
    for (uint32_t dim = 0; type_is_tensor(value->type) && dim < value->type->rank; dim++) {
        dims |= noted_size(bounder, value, dim) ? dim_set_of(dim) : 0;
    }
    return dims;
}

struct value *bound_size(struct bound_builder *bounder, const struct value *value, uint32_t dim) {
    struct value *size = noted_size(bounder, value, dim);
    return size ? size : size_of(bounder, value->type->dims[dim]);
}

bool bound_fails(struct bound_builder *bounder, const struct op *op, const char *why) {
    return diag_error(bounder->module->context->diagnostics, op->location, "'%s' op %s", op->name,
                      why);
}

/* --- computing with sizes --------------------------------------------------------------------- */

const struct type *size_type(struct bound_builder *bounder) {
    struct context *context = bounder->module->context;
    return type_tensor(context, type_integer(context, 32, SIGNLESS), 0, NULL, NULL);
}

struct value *size_of(struct bound_builder *bounder, int64_t size) {
    return build_integers(&bounder->at, size_type(bounder), size);
}

struct value *size_by(struct bound_builder *bounder, enum op_id id, struct value *a,
                      struct value *b) {
    return build_binary(&bounder->at, id, a, b);
}

struct value *size_held(struct bound_builder *bounder, struct value *size, int64_t bound) {
    struct value *operands[3] = {size_of(bounder, 0), size, size_of(bounder, bound)};
    return build_value(&bounder->at, OP_CLAMP, 3, operands, size->type);
}

struct value *size_at(struct bound_builder *bounder, struct value *list, int64_t index) {
    int64_t limit = index + 1;
    struct value *element = build_slice(&bounder->at, list, &index, &limit);
    struct value *scalar = build_reshape(&bounder->at, element, 0, NULL);
    return build_convert(&bounder->at, scalar, size_type(bounder)->element);
}

struct value *size_of_windows(struct bound_builder *bounder, struct value *size, int64_t dilation,
                              int64_t more, int64_t reach, int64_t step) {
    struct value *none = size_of(bounder, 0);
    if (dilation != 1) {
        size = size_by(bounder, OP_MULTIPLY, size, size_of(bounder, dilation));
        size = size_by(bounder, OP_SUBTRACT, size, size_of(bounder, dilation - 1));
        size = size_by(bounder, OP_MAXIMUM, size, none);
    }
    size = size_by(bounder, OP_ADD, size, size_of(bounder, more - reach + step));
    size = size_by(bounder, OP_MAXIMUM, size, none);
    return size_by(bounder, OP_DIVIDE, size, size_of(bounder, step));
}

void bound_sizes_of_list(struct bound_builder *bounder, const struct op *op, struct value *list,
                         struct value **sizes) {
    const struct type *type = op_result(op, 0)->type;
    const struct type *stored = bound_storage(bounder->module->context, type);
    for (uint32_t dim = 0; dim < type->rank; dim++) {
        int64_t bound = stored ? stored->dims[dim] : INT32_MAX;
        sizes[dim] = type->dims[dim] == DIM_DYNAMIC
                         ? size_held(bounder, size_at(bounder, list, dim), bound)
                         : size_of(bounder, type->dims[dim]);
    }
}

bool bound_constants(const struct op *op, uint32_t operand, struct int_list *list) {
    return constant_integers(op_operand(op, operand), list) &&
           list->count == op_result(op, 0)->type->rank;
}

/* --- masks ------------------------------------------------------------------------------------ */

struct value *bound_mask(struct bound_builder *bounder, const struct value *value, dim_set dims) {
    struct builder *at = &bounder->at;
    const struct type *type =
        type_with_element(bounder->module->context, value->type, size_type(bounder)->element);
    struct value *mask = NULL;
    dims &= bound_dims(bounder, value);
    for (uint32_t dim = 0; dim < type->rank; dim++) {
        if (!(dims & dim_set_of(dim))) {
            continue;
        }
        struct value *limit = build_broadcast(at, noted_size(bounder, value, dim), type);
        struct value *next =
            build_compare(at, build_iota(at, type, dim), limit, COMPARE_LT, COMPARE_NO_TYPE);
        mask = mask ? build_binary(at, OP_AND, mask, next) : next;
    }
    return mask;
}

struct value *bound_fill(struct bound_builder *bounder, struct value *value, dim_set dims,
                         struct value *scalar) {
    struct value *mask = bound_mask(bounder, value, dims);
    if (!mask) {
        return value;
    }
    struct value *everywhere = build_broadcast(&bounder->at, scalar, value->type);
    struct value *filled = build_select(&bounder->at, mask, value, everywhere);
    filled->note = value->note;
    return filled;
}

struct value *bound_zeroed(struct bound_builder *bounder, struct value *value, dim_set dims) {
    return bound_fill(bounder, value, dims, bound_zero(bounder, value->type));
}

struct value *bound_zero(struct bound_builder *bounder, const struct type *type) {
    return build_constant(&bounder->at, fill_zero(bounder->module->context, type->element));
}

struct value *bound_padded(struct bound_builder *bounder, struct value *from,
                           const struct bound_padding *how, struct value **sizes) {
    struct builder *at = &bounder->at;
    uint32_t rank = from->type->rank;
    int64_t zeros[MAX_RANK] = {0}, room[MAX_RANK], first[MAX_RANK], limit[MAX_RANK];
    struct value *starts[MAX_RANK];
    from = bound_fill(bounder, from, ALL_DIMS, how->padding);
    struct value *apart = build_pad(at, from, how->padding, zeros, zeros, how->interior);
    for (uint32_t dim = 0; dim < rank; dim++) {
        struct value *around = size_by(bounder, OP_ADD, how->low[dim], how->high[dim]);
        struct value *size = size_of_windows(bounder, bound_size(bounder, from, dim),
                                             how->interior[dim] + 1, 0, 1, 1);
        sizes[dim] = size_held(bounder, size_by(bounder, OP_ADD, size, around), how->bounds[dim]);
        first[dim] = apart->type->dims[dim];
        limit[dim] = extent_sum(first[dim], how->bounds[dim]);
        room[dim] = extent_sum(limit[dim], first[dim]);
        starts[dim] = size_by(bounder, OP_ADD, how->low[dim], size_of(bounder, first[dim]));
    }
    struct value *all = build_broadcast(
        at, how->padding, type_with_dims(bounder->module->context, apart->type, rank, room));
    all = build_dynamic_update_slice(at, all, apart, starts);
    return build_slice(at, all, first, limit);
}
