/* Operations for which padding is more than longer operands and results: those that name extents or
 * places are told the new ones, and what cannot be done in padded parts is done on whole ones. */
#include <string.h>

#include "ops/op_def.h"
#include "ops/stablehlo/reduction/windows.h"
#include "partition/padding/pad.h"
#include "partition/reshard_op.h"

static void set_dims(struct padder *padder, struct op *op, const char *name, uint32_t count,
                     const int64_t *dims) {
    op_set_property(padder->module, op, name, attr_i64_array(padder->module->context, count, dims));
}

const struct type *pad_result_type(struct padder *padder, const struct op *op) {
    struct context *context = padder->module->context;
    const struct value *result = &op->results[0];
    return padded_type(op, context, result->type, value_sharding(context, result));
}

dim_set dims_unlike(const struct type *a, const struct type *b) {
    dim_set dims = 0;
    for (uint32_t dim = 0; dim < a->rank; dim++) {
        dims |= a->dims[dim] != b->dims[dim] ? dim_set_of(dim) : 0;
    }
    return dims;
}

bool pad_fails(struct padder *padder, const struct op *op, const char *why) {
    return diag_error(padder->module->context->diagnostics, op->location,
                      "'%s' op cannot be padded: %s", op->name, why);
}

/* --- windows ---------------------------------------------------------------------------------- */

/* A running fold that parts continue is one along the longer dimension; false: it is none. */
static bool pad_scan(struct padder *padder, struct op *op, dim_set windows) {
    const struct type *original = pad_original(padder, op_operand(op, 0));
    const struct type *padded = op_operand(op, 0)->type, *result = pad_result_type(padder, op);
    uint32_t dim = 0;
    bool reverse;
    while (dim < padded->rank && windows != dim_set_of(dim)) {
        dim++;
    }
    if (dim == padded->rank || !op_is(op, OP_REDUCE_WINDOW) || op->result_count != 1 ||
        !fold_has_parts(op) || !window_folds_along(op, dim, original->dims[dim], &reverse) ||
        result->dims[dim] != padded->dims[dim]) {
        return false;
    }
    scan_resize(padder->module, op, dim, padded->dims[dim], reverse);
    return pad_in_place(padder, op);
}

/* Windows that stand apart are those of one part each only where both are divided alike. */
static bool pad_windows(struct padder *padder, struct op *op) {
    struct int_list sizes = op_ints(op, "window_dimensions");
    dim_set *dims = ARENA_ARRAY(padder->scratch, dim_set, op->operand_count);
    dim_set windows = 0, padded = 0;
    for (uint32_t dim = 0; dim < sizes.count; dim++) {
        windows |= window_is_trivial(op, dim) ? 0 : dim_set_of(dim);
    }
    for (uint32_t i = 0; i < op->operand_count; i++) {
        bool is_scalar = op_operand(op, i)->type->rank == 0;
        dims[i] = is_scalar ? 0 : windows;
        padded |= pad_dims(padder, op_operand(op, i)) & dims[i];
    }
    padded |= dims_unlike(op->results[0].type, pad_result_type(padder, op)) & windows;
    if (!padded) {
        return pad_in_place(padder, op);
    }
    return pad_scan(padder, op, windows) || pad_on_whole(padder, op, dims, windows);
}

/* --- broadcasts ------------------------------------------------------------------------------- */

/* A dimension of one element that is expanded is whole; the others are as long as the result's. */
static bool pad_broadcast(struct padder *padder, struct op *op) {
    struct int_list to = op_ints(op, "broadcast_dimensions");
    const struct type *operand = op_operand(op, 0)->type, *result = pad_result_type(padder, op);
    const struct type *from = pad_original(padder, op_operand(op, 0));
    dim_set apart = 0, behind = 0;
    for (uint32_t dim = 0; dim < operand->rank; dim++) {
        bool fits = operand->dims[dim] == 1 || operand->dims[dim] == result->dims[to.items[dim]];
        apart |= fits ? 0 : dim_set_of(dim);
        behind |= fits || from->dims[dim] == 1 ? 0 : dim_set_of(to.items[dim]);
    }
    return apart ? pad_on_whole(padder, op, &apart, behind) : pad_in_place(padder, op);
}

/* --- parts of tensors ------------------------------------------------------------------------- */

static bool pad_slice(struct padder *padder, struct op *op) {
    const struct type *type = pad_result_type(padder, op), *old = op->results[0].type;
    struct int_list starts = op_ints(op, "start_indices"), limits = op_ints(op, "limit_indices");
    int64_t longer[MAX_RANK];
    for (uint32_t dim = 0; dim < type->rank; dim++) {
        longer[dim] = limits.items[dim];
        if (type->dims[dim] == old->dims[dim]) {
            continue;
        }
        longer[dim] = starts.items[dim] + type->dims[dim];
        if (op_ints(op, "strides").items[dim] != 1 ||
            longer[dim] > op_operand(op, 0)->type->dims[dim]) {
            return pad_fails(padder, op, "its parts are not those of its operand");
        }
    }
    set_dims(padder, op, "limit_indices", limits.count, longer);
    return pad_in_place(padder, op);
}

/* Whether the padding of a value holds this scalar. */
static bool padding_holds(const struct padder *padder, const struct value *value,
                          const struct value *scalar) {
    const struct attr *fill = pad_fill(padder, value);
    return fill && scalar->op && op_is(scalar->op, OP_CONSTANT) &&
           op_property(scalar->op, "value") == fill;
}

/* The operand's padding, which holds what it is padded with, is the first of what follows. Where
 * less follows than was asked for, Shardy's pass fills all padding of the operand; what we
 * partition ourselves can do without. */
static bool pad_pad(struct padder *padder, struct op *op) {
    struct value *input = op_operand(op, 0), *scalar = op_operand(op, 1);
    const struct type *type = pad_result_type(padder, op), *from = input->type;
    struct int_list low = op_ints(op, "edge_padding_low"), high = op_ints(op, "edge_padding_high"),
                    interior = op_ints(op, "interior_padding");
    int64_t rest[MAX_RANK];
    dim_set behind = 0;
    for (uint32_t dim = 0; dim < type->rank; dim++) {
        int64_t gaps = from->dims[dim] > 0 ? from->dims[dim] - 1 : 0;
        rest[dim] = type->dims[dim] - from->dims[dim] - low.items[dim] - gaps * interior.items[dim];
        behind |= high.items[dim] > 0 ? dim_set_of(dim) : 0;
    }
    behind = padding_holds(padder, input, scalar) ? 0 : behind;
    for (uint32_t dim = 0; dim < type->rank && !padder->signatures; dim++) {
        behind |= rest[dim] < high.items[dim] ? pad_dims(padder, input) : 0;
    }
    op_set_operand(op, 0, pad_with_value(padder, input, behind, scalar));
    set_dims(padder, op, "edge_padding_high", low.count, rest);
    return pad_in_place(padder, op);
}

/* An index that a longer dimension would let pass, held back to what the shorter one allows. */
static struct value *clamped(struct padder *padder, struct value *index, int64_t most) {
    struct context *context = padder->module->context;
    uint64_t bits = most < 0 ? 0 : (uint64_t)most;
    const struct type *scalar = type_with_dims(context, index->type, 0, NULL);
    uint32_t bytes = type_bytes(scalar->element);
    if (bytes < 8 && bits >> (8 * bytes - 1) != 0) {
        return index; /* no index is as large */
    }
    struct value *last =
        build_constant(&padder->at, attr_dense(context, scalar, &bits, bytes, true));
    struct value *first = build_zeros(&padder->at, scalar);
    struct value *held = build_value(&padder->at, OP_CLAMP, 3,
                                     (struct value *const[]){first, index, last}, index->type);
    pad_note(padder, held, pad_original(padder, index), NULL);
    return held;
}

static bool pad_dynamic_slice(struct padder *padder, struct op *op) {
    const struct type *type = pad_result_type(padder, op);
    const struct type *from = pad_original(padder, op_operand(op, 0));
    for (uint32_t dim = 0; dim < type->rank; dim++) {
        if (from->dims[dim] != op_operand(op, 0)->type->dims[dim]) {
            int64_t most = from->dims[dim] - op->results[0].type->dims[dim];
            op_set_operand(op, 1 + dim, clamped(padder, op_operand(op, 1 + dim), most));
        }
    }
    set_dims(padder, op, "slice_sizes", type->rank, type->dims);
    return pad_in_place(padder, op);
}

static bool pad_dynamic_update_slice(struct padder *padder, struct op *op) {
    const struct type *into = pad_original(padder, op_operand(op, 0));
    const struct type *update = pad_original(padder, op_operand(op, 1));
    for (uint32_t dim = 0; dim < into->rank; dim++) {
        if (into->dims[dim] != op_operand(op, 0)->type->dims[dim]) {
            int64_t most = into->dims[dim] - update->dims[dim];
            op_set_operand(op, 2 + dim, clamped(padder, op_operand(op, 2 + dim), most));
        }
    }
    return pad_in_place(padder, op);
}

/* --- indexed parts ---------------------------------------------------------------------------- */

/* The largest index of a type, as far as an int64_t says it. */
static int64_t largest_index(const struct type *element) {
    uint32_t bits = type_bits(element) - (element->signedness == UNSIGNED ? 0 : 1);
    return bits > 62 ? INT64_MAX : (INT64_C(1) << bits) - 1;
}

/* Indices that a longer dimension would let pass, each held back to what the shorter one allows. */
static struct value *clamped_indices(struct padder *padder, const struct op *op,
                                     const struct type *original) {
    const struct gather_dims *dims = attr_as_gather(op_property(op, "dimension_numbers"));
    struct value *indices = op_operand(op, 1);
    struct context *context = padder->module->context;
    const struct type *type = indices->type, *element = type->element;
    uint32_t bytes = type_bytes(element), count = dims->start_index_map.count;
    const int64_t extent = count;
    char *data = arena_array(padder->scratch, (size_t)count + 1, bytes);
    for (uint32_t i = 0; i < count; i++) {
        int64_t dim = dims->start_index_map.items[i], largest = largest_index(element);
        int64_t most = original->dims[dim] - op_ints(op, "slice_sizes").items[dim];
        most = most < 0 ? 0 : most > largest ? largest : most;
        memcpy(data + (size_t)i * bytes, &most, bytes);
    }
    bool is_vector = dims->index_vector_dim < type->rank;
    const struct type *list = type_tensor(context, element, is_vector ? 1 : 0, &extent, NULL);
    struct value *last = build_constant(
        &padder->at, attr_dense(context, list, data, (size_t)count * bytes, count == 1));
    last =
        build_broadcast_in_dim(&padder->at, last, type, is_vector ? 1 : 0, &dims->index_vector_dim);
    struct value *first = build_zeros(&padder->at, type);
    struct value *operands[3] = {first, indices, last};
    struct value *held = build_value(&padder->at, OP_CLAMP, 3, operands, type);
    const struct attr *sharding = value_sharding(context, indices);
    struct value *made[3] = {first, last, held};
    for (uint32_t i = 0; i < 3; i++) {
        if (sharding) {
            value_set_sharding(padder->module, made[i], sharding);
        }
        pad_note(padder, made[i], pad_original(padder, indices), NULL);
    }
    return held;
}

static bool pad_gather(struct padder *padder, struct op *op) {
    const struct gather_dims *dims = attr_as_gather(op_property(op, "dimension_numbers"));
    const struct type *operand = op_operand(op, 0)->type;
    const struct type *original = pad_original(padder, op_operand(op, 0));
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
        op_set_operand(op, 1, clamped_indices(padder, op, original));
    }
    set_dims(padder, op, "slice_sizes", sizes.count, longer);
    return pad_in_place(padder, op);
}

/* Of dimensions that are inserted and not indexed the first element alone is meant, which one
 * device has. */
static bool pad_scatter(struct padder *padder, struct op *op) {
    const struct scatter_dims *dims = attr_as_scatter(op_property(op, "scatter_dimension_numbers"));
    dim_set first =
        dim_set_of_list(dims->inserted_window) & ~dim_set_of_list(dims->scatter_dims_to_operand);
    dim_set *apart = ARENA_ARRAY(padder->scratch, dim_set, op->operand_count);
    dim_set padded = 0;
    for (uint32_t i = 0; i < op->operand_count; i++) {
        apart[i] = i < op->result_count ? first : 0;
        padded |= pad_dims(padder, op_operand(op, i)) & apart[i];
    }
    padded |= dims_unlike(op->results[0].type, pad_result_type(padder, op)) & first;
    return padded ? pad_on_whole(padder, op, apart, first) : pad_in_place(padder, op);
}

/* --- reshape ---------------------------------------------------------------------------------- */

/* The dimensions of `a` that stand for the same elements as one of `b`, and that of `b` (-1: none):
 * as long, behind as many elements. */
static void pair_dims(const struct type *a, const struct type *b, int64_t *pairs) {
    int64_t before_a = 1;
    for (uint32_t i = 0; i < a->rank; before_a *= a->dims[i++]) {
        int64_t before_b = 1;
        pairs[i] = -1;
        for (uint32_t j = 0; j < b->rank; before_b *= b->dims[j++]) {
            if (a->dims[i] == b->dims[j] && before_a == before_b) {
                pairs[i] = j;
            }
        }
    }
}

/* Whether every dimension of the type that is padded has a partner which is padded alike. */
static bool is_paired(const struct type *original, const struct type *padded,
                      const struct type *partner, const int64_t *pairs) {
    for (uint32_t dim = 0; dim < original->rank; dim++) {
        if (padded->dims[dim] != original->dims[dim] &&
            (pairs[dim] < 0 || partner->dims[pairs[dim]] != padded->dims[dim])) {
            return false;
        }
    }
    return true;
}

static dim_set unpaired(const int64_t *pairs, uint32_t rank) {
    dim_set dims = 0;
    for (uint32_t dim = 0; dim < rank; dim++) {
        dims |= pairs[dim] < 0 ? dim_set_of(dim) : 0;
    }
    return dims;
}

/* A dimension that is merged or split has its padding in the midst of the result's elements. */
static bool pad_reshape(struct padder *padder, struct op *op) {
    const struct value *operand = op_operand(op, 0);
    const struct type *from = pad_original(padder, operand), *to = op->results[0].type;
    const struct type *padded_to = pad_result_type(padder, op);
    int64_t forward[MAX_RANK], backward[MAX_RANK];
    pair_dims(from, to, forward);
    pair_dims(to, from, backward);
    if (is_paired(from, operand->type, padded_to, forward) &&
        is_paired(to, padded_to, operand->type, backward)) {
        op->results[0].type = padded_to;
        return true;
    }
    dim_set apart = unpaired(forward, from->rank), behind = unpaired(backward, to->rank);
    dim_set longer = dims_unlike(from, operand->type), wanted = dims_unlike(to, padded_to);
    if (!(longer & apart) && !(wanted & behind)) { /* partners that are not sharded alike */
        return pad_on_whole(padder, op, &longer, wanted);
    }
    return pad_on_whole(padder, op, &apart, behind);
}

/* --- what is made from nothing ---------------------------------------------------------------- */

/* Copies the elements of a dense attribute to where they stand in a longer tensor. */
static void copy_elements(const struct attr *value, const struct type *type, char *data) {
    uint32_t size = type_bytes(type->element), rank = type->rank;
    const struct type *from = value->type;
    int64_t index[MAX_RANK] = {0};
    for (int64_t i = 0; i < type_count(from); i++) {
        int64_t place = 0;
        for (uint32_t dim = 0; dim < rank; dim++) {
            place = place * type->dims[dim] + index[dim];
        }
        memcpy(data + place * size, (const char *)value->data + i * size, size);
        for (uint32_t dim = rank; dim-- > 0 && ++index[dim] == from->dims[dim];) {
            index[dim] = 0;
        }
    }
}

#define MOST_CONSTANT_ELEMENTS (INT64_C(1) << 28)

static bool pad_constant(struct padder *padder, struct op *op) {
    struct context *context = padder->module->context;
    const struct attr *value = op_property(op, "value");
    const struct type *type = pad_result_type(padder, op), *original = op->results[0].type;
    if (value->kind != ATTR_DENSE) {
        return pad_fails(padder, op, "its elements are not at hand");
    }
    if (!value->splat && type_count(type) > MOST_CONSTANT_ELEMENTS) {
        return pad_fails(padder, op, "it would be too long");
    }
    const struct attr *fill = fill_zero(context, type->element);
    if (value->splat) {
        const struct type *scalar = type_with_dims(context, type, 0, NULL);
        fill = attr_dense(context, scalar, value->data, value->length, true);
        value = attr_dense(context, type, value->data, value->length, true);
    } else {
        size_t bytes = (size_t)type_count(type) * type_bytes(type->element);
        char *data = ARENA_ARRAY(padder->scratch, char, bytes);
        copy_elements(value, type, data);
        value = attr_dense(context, type, data, bytes, false);
    }
    op_set_property(padder->module, op, "value", value);
    op->results[0].type = type;
    pad_note(padder, &op->results[0], original, fill);
    return true;
}

/* --- what only changes how values are held ---------------------------------------------------- */

static bool pad_as_operand(struct padder *padder, struct op *op) {
    struct value *input = op_operand(op, 0);
    op->results[0].type = input->type;
    pad_note(padder, &op->results[0], pad_original(padder, input), pad_fill(padder, input));
    return true;
}

static const struct {
    enum op_id id;
    pad_hook *pad;
} hooks[] = {
    {OP_BROADCAST_IN_DIM, pad_broadcast},
    {OP_CONSTANT, pad_constant},
    {OP_SDY_CONSTANT, pad_constant},
    {OP_CONVOLUTION, pad_convolution},
    {OP_DYNAMIC_SLICE, pad_dynamic_slice},
    {OP_DYNAMIC_UPDATE_SLICE, pad_dynamic_update_slice},
    {OP_GATHER, pad_gather},
    {OP_PAD, pad_pad},
    {OP_REDUCE_WINDOW, pad_windows},
    {OP_RESHAPE, pad_reshape},
    {OP_SCATTER, pad_scatter},
    {OP_SELECT_AND_SCATTER, pad_windows},
    {OP_SLICE, pad_slice},
    {OP_SDY_ALL_GATHER, pad_all_gather},
    {OP_SDY_ALL_SLICE, pad_all_slice},
    {OP_SDY_ALL_TO_ALL, pad_all_to_all},
    {OP_SDY_COLLECTIVE_PERMUTE, pad_as_operand},
    {OP_SDY_REDUCE_SCATTER, pad_all_slice},
    {OP_SDY_SHARDED_TO_UNREDUCED, pad_sharded_to_unreduced},
};

pad_hook *pad_hook_of(const struct op *op) {
    for (size_t i = 0; i < sizeof hooks / sizeof *hooks; i++) {
        if (op_is(op, hooks[i].id)) {
            return hooks[i].pad;
        }
    }
    return NULL;
}
