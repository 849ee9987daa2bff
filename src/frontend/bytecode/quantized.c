/* Quantized types, which VHLO writes as their own dialect does. */
#include "frontend/bytecode/bytecode.h"

/* What both kinds begin with. */
static bool read_quantized_head(struct cursor *cursor, struct quantized *quantized) {
    uint64_t flags;
    if (!read_number(cursor, &flags) || !read_type(cursor, &quantized->storage) ||
        !read_type(cursor, &quantized->expressed)) {
        return false;
    }
    quantized->is_signed = flags & 1;
    if (!type_is_integer(quantized->storage, 0) || quantized->storage->width < 1 ||
        quantized->storage->width > 32) {
        return cursor_error(cursor, "illegal storage type of a quantized type");
    }
    return quantized->expressed->kind == TYPE_FLOAT ||
           cursor_error(cursor, "a quantized type is to express floats");
}

static bool read_storage_range(struct cursor *cursor, struct quantized *quantized) {
    uint32_t width = quantized->storage->width;
    int64_t least = quantized->is_signed ? -(INT64_C(1) << (width - 1)) : 0;
    int64_t most = (INT64_C(1) << (width - (quantized->is_signed ? 1 : 0))) - 1;
    return read_signed(cursor, &quantized->storage_min) &&
           read_signed(cursor, &quantized->storage_max) &&
           ((quantized->storage_min >= least && quantized->storage_max <= most &&
             quantized->storage_min <= quantized->storage_max) ||
            cursor_error(cursor, "illegal range of a storage type"));
}

static const struct type *make_quantized(struct cursor *cursor, const struct quantized *quantized) {
    struct bytecode *file = cursor->file;
    if (!check_scales(file->parser, quantized)) {
        file->failed = true;
        return NULL;
    }
    return type_quantized(file->context, quantized);
}

const struct type *read_quantized(struct cursor *cursor) {
    struct quantized quantized = {.axis = QUANTIZED_PER_TENSOR, .count = 1};
    double scale;
    int64_t zero_point;
    if (!read_quantized_head(cursor, &quantized) || !read_f64(cursor, &scale) ||
        !read_signed(cursor, &zero_point) || !read_storage_range(cursor, &quantized)) {
        return NULL;
    }
    quantized.scales = &scale;
    quantized.zero_points = &zero_point;
    return make_quantized(cursor, &quantized);
}

static bool read_scales(struct cursor *cursor, struct quantized *quantized) {
    uint64_t count;
    if (!read_count(cursor, "scales", &count)) {
        return false;
    }
    double *scales = ARENA_ARRAY(cursor->file->scratch, double, count);
    for (uint64_t i = 0; i < count; i++) {
        if (!read_f64(cursor, &scales[i])) {
            return false;
        }
    }
    quantized->scales = scales;
    quantized->count = (uint32_t)count;
    return true;
}

const struct type *read_quantized_per_axis(struct cursor *cursor) {
    struct quantized quantized = {0};
    uint64_t axis;
    struct int_list zero_points;
    if (!read_quantized_head(cursor, &quantized) ||
        !read_index(cursor, MAX_RANK, "quantized dimension", &axis) ||
        !read_storage_range(cursor, &quantized) || !read_scales(cursor, &quantized) ||
        !read_ints(cursor, &zero_points)) {
        return NULL;
    }
    if (zero_points.count != quantized.count) {
        cursor_error(cursor, "%u scales but %u zero points", quantized.count, zero_points.count);
        return NULL;
    }
    const int64_t shape[] = {quantized.count};
    quantized.axis = (int32_t)axis;
    quantized.zero_points = zero_points.items;
    quantized.scale_rank = 1;
    quantized.scale_shape = shape;
    return make_quantized(cursor, &quantized);
}

#define MOST_SCALES (1 << 16)

/* The axes that are cut into blocks. */
static bool read_blocks(struct cursor *cursor, struct quantized *quantized) {
    struct int_list axes, sizes;
    if (!read_ints(cursor, &axes) || !read_ints(cursor, &sizes)) {
        return false;
    }
    bool fits = axes.count > 0 && axes.count == sizes.count;
    for (uint32_t i = 0; fits && i < axes.count; i++) {
        fits = axes.items[i] >= 0 && axes.items[i] < MAX_RANK && sizes.items[i] > 0;
    }
    quantized->axis_count = axes.count;
    quantized->axes = axes.items;
    quantized->block_sizes = sizes.items;
    return fits || cursor_error(cursor, "illegal blocks of a quantized type");
}

/* Scales and zero points of the blocks, as tensors of one shape. */
static bool read_block_scales(struct cursor *cursor, struct quantized *quantized) {
    const struct attr *scales, *points;
    if (!read_attr_of_kind(cursor, ATTR_DENSE, "scales", &scales) ||
        !read_attr_of_kind(cursor, ATTR_DENSE, "zero points", &points)) {
        return false;
    }
    int64_t count = type_count(scales->type);
    if (scales->type->element->kind != TYPE_FLOAT || points->type->element->kind != TYPE_INTEGER ||
        count != type_count(points->type) || count < 1 || count > MOST_SCALES) {
        return cursor_error(cursor, "scales and zero points of a quantized type do not fit");
    }
    double *to = ARENA_ARRAY(cursor->file->scratch, double, (size_t)count);
    int64_t *zeros = ARENA_ARRAY(cursor->file->scratch, int64_t, (size_t)count);
    for (int64_t i = 0; i < count; i++) {
        to[i] = attr_dense_real(scales, i);
        zeros[i] = attr_dense_integer(points, i);
    }
    quantized->count = (uint32_t)count;
    quantized->scales = to;
    quantized->zero_points = zeros;
    quantized->scale_rank = scales->type->rank;
    quantized->scale_shape = scales->type->dims;
    return true;
}

static const struct type *read_quantized_blocks(struct cursor *cursor) {
    struct quantized quantized = {.axis = QUANTIZED_PER_TENSOR};
    return read_quantized_head(cursor, &quantized) && read_storage_range(cursor, &quantized) &&
                   read_blocks(cursor, &quantized) && read_block_scales(cursor, &quantized)
               ? make_quantized(cursor, &quantized)
               : NULL;
}

static const struct type *quant_type(struct cursor *cursor, uint64_t code) {
    static const struct type *(*const readers[])(struct cursor *) = {
        [4] = read_quantized, [5] = read_quantized_per_axis, [6] = read_quantized_blocks};
    bool is_known = code < sizeof readers / sizeof *readers && readers[code];
    return is_known ? readers[code](cursor) : NULL;
}

static const struct attr *no_attr(struct cursor *cursor, uint64_t code) {
    (void)cursor;
    (void)code;
    return NULL;
}

const struct dialect_codec quant_codec = {.name = "quant", .attr = no_attr, .type = quant_type};
