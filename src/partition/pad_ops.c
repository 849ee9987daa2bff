/* What operations make of operands that end in padding. Those that work on each element by itself,
 * or only move elements, need nothing: padding comes from padding. Folds need padding that makes no
 * difference to them, and what names extents is told the new ones. */
#include <string.h>

#include "ops/op_def.h"
#include "partition/pad.h"

static void fill_operand(struct padder *padder, struct op *op, uint32_t index, dim_set dims,
                         const struct attr *fill) {
    op_set_operand(op, index, pad_with_fill(padder, op_operand(op, index), dims, fill));
}

static const struct type *padded_result(struct padder *padder, const struct op *op) {
    struct context *context = padder->module->context;
    const struct value *result = &op->results[0];
    return padded_type(op, context, result->type, value_sharding(context, result));
}

static void set_dims(struct padder *padder, struct op *op, const char *name, uint32_t count,
                     const int64_t *dims) {
    op_set_property(padder->module, op, name,
                    attr_i64_array(padder->module->context, count, dims));
}

static bool cannot_pad(struct padder *padder, const struct op *op, const char *why) {
    return diag_error(padder->module->context->diagnostics, op->location,
                      "'%s' op cannot be padded: %s", op->name, why);
}

/* --- products --------------------------------------------------------------------------------- */

static bool fill_with_zeros(struct padder *padder, struct op *op, const dim_set dims[2]) {
    struct context *context = padder->module->context;
    for (uint32_t i = 0; i < 2; i++) {
        const struct type *element = type_element(op_operand(op, i)->type);
        fill_operand(padder, op, i, dims[i], fill_zero(context, element));
    }
    return true;
}

static bool pad_dot_general(struct padder *padder, struct op *op) {
    const struct dot_dims *dims = attr_as_dot(op_property(op, "dot_dimension_numbers"));
    dim_set contracting[2] = {dim_set_of_list(dims->lhs_contracting),
                              dim_set_of_list(dims->rhs_contracting)};
    return fill_with_zeros(padder, op, contracting) && pad_in_place(padder, op);
}

static bool pad_dot(struct padder *padder, struct op *op) {
    dim_set contracting[2] = {dim_set_of(op_operand(op, 0)->type->rank - 1), dim_set_of(0)};
    return fill_with_zeros(padder, op, contracting) && pad_in_place(padder, op);
}

/* Zeros where products are summed, in features and windows. A result that is longer in a spatial
 * dimension, for its operand is, is cut. */
static bool pad_convolution(struct padder *padder, struct op *op) {
    const struct conv_dims *dims = attr_as_conv(op_property(op, "dimension_numbers"));
    const struct type *asked = padded_result(padder, op), *inferred;
    dim_set summed[2] = {
        dim_set_of_list(dims->input_spatial) | dim_set_of(dims->input_feature),
        dim_set_of_list(dims->kernel_spatial) | dim_set_of(dims->kernel_input_feature)};
    fill_with_zeros(padder, op, summed);
    if (!op->def->infer(op, padder->module->context, &inferred)) {
        return cannot_pad(padder, op, "its result has no shape then");
    }
    dim_set spatial = dim_set_of_list(dims->output_spatial);
    for (uint32_t dim = 0; dim < asked->rank; dim++) {
        if (spatial & dim_set_of(dim) && inferred->dims[dim] < asked->dims[dim]) {
            return cannot_pad(padder, op, "a spatial dimension of its result is too short");
        }
    }
    struct value *result = &op->results[0];
    const struct attr *sharding = value_sharding(padder->module->context, result);
    result->type = inferred;
    padder->at = builder_after(padder->module, op);
    struct value *part = pad_trim(padder, result, asked, spatial, sharding);
    if (part != result) {
        pad_note(padder, part, pad_original(padder, result), NULL);
        value_replace_uses(result, part);
        op_set_operand(part->op, 0, result);
    }
    return true;
}

/* --- folds ------------------------------------------------------------------------------------ */

/* How the body combines its arguments number `index`: by one operation of two. */
static enum scalar_op body_fold(const struct op *op, uint32_t index) {
    const struct block *body = op->regions[0].first;
    const struct op *last = body->last;
    uint32_t count = op->result_count;
    const struct op *combines = value_defining_op(op_operand(last, index));
    if (body->argument_count != 2 * count || !combines || combines->operand_count != 2 ||
        combines->block != body) {
        return SCALAR_NONE;
    }
    const struct value *a = op_operand(combines, 0), *b = op_operand(combines, 1);
    const struct value *first = body->arguments[index], *second = body->arguments[count + index];
    bool on_arguments = (a == first && b == second) || (a == second && b == first);
    return on_arguments ? (enum scalar_op)combines->def->scalar : SCALAR_NONE;
}

/* A body that is more than one operation makes no difference of what it begins with. */
static void fill_for_fold(struct padder *padder, struct op *op, uint32_t index, dim_set dims) {
    struct value *operand = op_operand(op, index);
    const struct attr *fill = fold_identity(padder->module->context, type_element(operand->type),
                                            body_fold(op, index));
    operand = fill ? pad_with_fill(padder, operand, dims, fill)
                   : pad_with_value(padder, operand, dims,
                                    op_operand(op, op->operand_count / 2 + index));
    op_set_operand(op, index, operand);
}

static bool pad_reduce(struct padder *padder, struct op *op) {
    for (uint32_t i = 0; i < op->operand_count / 2; i++) {
        fill_for_fold(padder, op, i, dim_set_of_list(op_ints(op, "dimensions")));
    }
    return pad_in_place(padder, op);
}

/* The dimensions along which windows are more than one element. */
static dim_set window_dims(const struct op *op) {
    struct int_list sizes = op_ints(op, "window_dimensions"), padding = op_ints(op, "padding");
    dim_set dims = 0;
    for (uint32_t dim = 0; dim < sizes.count; dim++) {
        bool grows = padding.count && (padding.items[2 * dim] != 0 || padding.items[2 * dim + 1]);
        dims |= sizes.items[dim] != 1 || grows ? dim_set_of(dim) : 0;
    }
    return dims;
}

static bool pad_reduce_window(struct padder *padder, struct op *op) {
    for (uint32_t i = 0; i < op->operand_count / 2; i++) {
        fill_for_fold(padder, op, i, window_dims(op));
    }
    return pad_in_place(padder, op);
}

/* --- parts of tensors ------------------------------------------------------------------------- */

static bool pad_slice(struct padder *padder, struct op *op) {
    const struct type *type = padded_result(padder, op), *old = op->results[0].type;
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
            return cannot_pad(padder, op, "its parts are not those of its operand");
        }
    }
    set_dims(padder, op, "limit_indices", limits.count, longer);
    return pad_in_place(padder, op);
}

/* The operand's padding is followed by more; where data of the result would be, it must be what is
 * padded with. */
static bool pad_pad(struct padder *padder, struct op *op) {
    const struct type *type = padded_result(padder, op);
    struct int_list low = op_ints(op, "edge_padding_low"), high = op_ints(op, "edge_padding_high"),
                    interior = op_ints(op, "interior_padding");
    struct value *operand = op_operand(op, 0);
    int64_t rest[MAX_RANK];
    dim_set seen = 0;
    for (uint32_t dim = 0; dim < type->rank; dim++) {
        int64_t size = operand->type->dims[dim];
        int64_t gaps = (size > 0 ? size - 1 : 0) * interior.items[dim];
        rest[dim] = type->dims[dim] - size - low.items[dim] - gaps;
        seen |= high.items[dim] > 0 ? dim_set_of(dim) : 0;
    }
    op_set_operand(op, 0, pad_with_value(padder, operand, seen, op_operand(op, 1)));
    set_dims(padder, op, "edge_padding_high", high.count, rest);
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
    struct value *last = build_constant(&padder->at, attr_dense(context, scalar, &bits, bytes, true));
    struct value *first = build_zeros(&padder->at, scalar);
    struct value *held = build_value(&padder->at, OP_CLAMP, 3,
                                     (struct value *const[]){first, index, last}, index->type);
    pad_note(padder, held, pad_original(padder, index), NULL);
    return held;
}

static bool pad_dynamic_slice(struct padder *padder, struct op *op) {
    const struct type *type = padded_result(padder, op);
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
        bool whole = sizes.items[dim] == original->dims[dim];
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

/* Updates that stand in padding go nowhere: their indices are out of bounds. */
static bool pad_scatter(struct padder *padder, struct op *op) {
    const struct scatter_dims *dims = attr_as_scatter(op_property(op, "scatter_dimension_numbers"));
    uint32_t index = op->result_count;
    const struct type *element = type_element(op_operand(op, index)->type);
    const uint64_t nowhere = UINT64_MAX;
    const struct attr *fill =
        attr_dense(padder->module->context,
                   type_tensor(padder->module->context, element, 0, NULL, NULL), &nowhere,
                   type_bytes(element), true);
    fill_operand(padder, op, index, ~dim_set_of_list(dims->scatter_indices_batching), fill);
    return pad_in_place(padder, op);
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

static bool pad_constant(struct padder *padder, struct op *op) {
    struct context *context = padder->module->context;
    const struct attr *value = op_property(op, "value");
    const struct type *type = padded_result(padder, op), *original = op->results[0].type;
    if (value->kind != ATTR_DENSE) {
        return cannot_pad(padder, op, "its elements are not at hand");
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
    {OP_CONSTANT, pad_constant},
    {OP_SDY_CONSTANT, pad_constant},
    {OP_CONVOLUTION, pad_convolution},
    {OP_DOT, pad_dot},
    {OP_DOT_GENERAL, pad_dot_general},
    {OP_DYNAMIC_SLICE, pad_dynamic_slice},
    {OP_DYNAMIC_UPDATE_SLICE, pad_dynamic_update_slice},
    {OP_GATHER, pad_gather},
    {OP_PAD, pad_pad},
    {OP_REDUCE, pad_reduce},
    {OP_REDUCE_WINDOW, pad_reduce_window},
    {OP_SCATTER, pad_scatter},
    {OP_SLICE, pad_slice},
    {OP_SDY_ALL_GATHER, pad_all_gather},
    {OP_SDY_ALL_SLICE, pad_all_slice},
    {OP_SDY_ALL_TO_ALL, pad_all_to_all},
    {OP_SDY_COLLECTIVE_PERMUTE, pad_as_operand},
    {OP_SDY_REDUCE_SCATTER, pad_reduce_scatter},
};

pad_hook *pad_hook_of(const struct op *op) {
    for (size_t i = 0; i < sizeof hooks / sizeof *hooks; i++) {
        if (op_is(op, hooks[i].id)) {
            return hooks[i].pad;
        }
    }
    return NULL;
}
