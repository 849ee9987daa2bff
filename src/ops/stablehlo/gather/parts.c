/* Gather and scatter on parts: indices and masks. */
#include "ops/stablehlo/gather/parts.h"

#include <string.h>

#include "ops/build.h"
#include "ops/hooks.h"

/* With fewer bits a size may not be a number, and an index less an offset may come round. */
enum { FEWEST_BITS = 32 };

void spell_out(struct module *module, struct op *op, const char *flag) {
    if (!op_property(op, flag)) {
        op_set_property(module, op, flag, attr_bool(module->context, false));
    }
}

bool cuts_any(const struct part_indexing *indexing) {
    return memchr(indexing->is_cut, true, sizeof indexing->is_cut) != NULL;
}

bool cuts_indexed(const struct part_indexing *indexing) {
    for (uint32_t i = 0; i < indexing->index_map.count; i++) {
        if (indexing->is_cut[indexing->index_map.items[i]]) {
            return true;
        }
    }
    return false;
}

struct value *widened_indices(const struct part_indexing *indexing, struct value *indices) {
    struct builder *at = partition_at(indexing->builder);
    const struct type *wide = type_integer(at->module->context, FEWEST_BITS, SIGNLESS);
    return type_bits(indices->type->element) < FEWEST_BITS ? build_convert(at, indices, wide)
                                                           : indices;
}

static int64_t parts_along(const struct part_indexing *indexing, int64_t dim) {
    return partition_parts(indexing->builder,
                           partition_operand_axes(indexing->builder, 0, (uint32_t)dim));
}

static int64_t last_position(const struct part_indexing *indexing, int64_t dim) {
    return indexing->part->dims[dim] * parts_along(indexing, dim) - 1;
}

static bool is_vector(const struct part_indexing *indexing, const struct value *indices) {
    return indexing->vector_dim < indices->type->rank &&
           indices->type->dims[indexing->vector_dim] != 1;
}

/* --- clamped to the whole tensor -------------------------------------------------------------- */

/* For each index the last position along its dimension, in the shape of the indices. */
static struct value *last_positions(const struct part_indexing *indexing, struct value *indices) {
    struct builder *at = partition_at(indexing->builder);
    struct context *context = at->module->context;
    uint32_t count = indexing->index_map.count;
    const struct type *type = indices->type;
    if (!is_vector(indexing, indices)) {
        return build_integers(at, type, last_position(indexing, indexing->index_map.items[0]));
    }
    const int64_t extent = count;
    size_t bytes = type_bytes(type->element);
    char data[MAX_RANK * sizeof(int64_t)];
    for (uint32_t i = 0; i < count; i++) {
        int64_t last = last_position(indexing, indexing->index_map.items[i]);
        memcpy(data + i * bytes, &last, bytes);
    }
    const struct type *list = type_tensor(context, type->element, 1, &extent, NULL);
    struct value *lasts = build_constant(at, attr_dense(context, list, data, count * bytes, false));
    return build_broadcast_in_dim(at, lasts, type, 1, &indexing->vector_dim);
}

struct value *clamped_indices(const struct part_indexing *indexing, struct value *indices) {
    struct builder *at = partition_at(indexing->builder);
    struct value *zero = build_zeros(at, indices->type);
    struct value *operands[3] = {zero, indices, last_positions(indexing, indices)};
    return build_value(at, OP_CLAMP, 3, operands, indices->type);
}

/* --- within the part -------------------------------------------------------------------------- */

/* The first and the last position, as scalars, that may be asked of this device along a dimension:
 * of the part where the dimension is cut, else of all. `last` may be NULL. */
static void positions_along(const struct part_indexing *indexing, int64_t dim,
                            const struct type *element, struct value **first, struct value **last) {
    struct builder *at = partition_at(indexing->builder);
    const struct type *scalar = type_tensor(at->module->context, element, 0, NULL, NULL);
    if (!indexing->is_cut[dim]) {
        *first = build_integers(at, scalar, 0);
        if (last) {
            *last = build_integers(at, scalar, last_position(indexing, dim));
        }
        return;
    }
    struct axis_list axes = partition_operand_axes(indexing->builder, 0, (uint32_t)dim);
    int64_t size = indexing->part->dims[dim];
    *first = build_convert(at, partition_offset(indexing->builder, axes, size), element);
    if (last) {
        *last = build_add(at, *first, build_integers(at, scalar, size - 1));
    }
}

/* Scalars, one for each index, in the shape of the indices. */
static struct value *spread(const struct part_indexing *indexing, struct value *const *scalars,
                            const struct value *indices) {
    struct builder *at = partition_at(indexing->builder);
    const struct type *type = indices->type;
    if (!is_vector(indexing, indices)) {
        return build_broadcast(at, scalars[0], type);
    }
    struct value *items[MAX_RANK];
    const int64_t one = 1;
    for (uint32_t i = 0; i < indexing->index_map.count; i++) {
        items[i] = build_reshape(at, scalars[i], 1, &one);
    }
    struct value *list = build_concatenate(at, indexing->index_map.count, items, 0);
    return build_broadcast_in_dim(at, list, type, 1, &indexing->vector_dim);
}

struct value *indices_in_part(const struct part_indexing *indexing, struct value *indices,
                              struct value **mask) {
    struct builder *at = partition_at(indexing->builder);
    struct value *first[MAX_RANK], *last[MAX_RANK];
    for (uint32_t i = 0; i < indexing->index_map.count; i++) {
        positions_along(indexing, indexing->index_map.items[i], indices->type->element, &first[i],
                        mask ? &last[i] : NULL);
    }
    struct value *begin = spread(indexing, first, indices);
    struct value *end = mask ? spread(indexing, last, indices) : NULL;
    struct value *within = build_subtract(at, indices, begin);
    if (mask) {
        struct value *above = build_compare(at, indices, begin, COMPARE_GE, COMPARE_NO_TYPE);
        struct value *below = build_compare(at, indices, end, COMPARE_LE, COMPARE_NO_TYPE);
        *mask = build_binary(at, OP_AND, above, below);
    }
    return within;
}

struct value *holds_first(const struct part_indexing *indexing) {
    struct builder *at = partition_at(indexing->builder);
    struct value *all = NULL;
    for (uint32_t dim = 0; dim < indexing->part->rank; dim++) {
        if (!indexing->is_cut[dim] || int_list_has(indexing->index_map, dim)) {
            continue;
        }
        struct axis_list axes = partition_operand_axes(indexing->builder, 0, dim);
        struct value *begin = partition_offset(indexing->builder, axes, indexing->part->dims[dim]);
        struct value *zero = build_i64_scalar(at, 0);
        struct value *first = build_compare(at, begin, zero, COMPARE_EQ, COMPARE_NO_TYPE);
        all = all ? build_binary(at, OP_AND, all, first) : first;
    }
    return all;
}
