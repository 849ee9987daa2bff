#include "transforms/chlo/numpy.h"

#include "ops/verify/fault.h"
#include "transforms/chlo/pieces.h"

struct shape numpy_shape_of(struct value *value) {
    const struct type *type = value->type;
    const struct bounds *bounds = attr_as_bounds(type->encoding);
    struct shape shape = {.rank = type->rank};
    for (uint32_t i = 0; i < type->rank; i++) {
        shape.extents[i] = bounds && type->dims[i] == DIM_DYNAMIC
                               ? (struct extent){bounds->dims.items[i], value, i}
                               : (struct extent){type->dims[i], NULL, 0};
    }
    return shape;
}

/* One extent of the common shape; false with an error. */
static bool merge(const struct op *op, struct context *context, struct extent *into,
                  struct extent other) {
    if (other.size == 1) {
        return true;
    }
    if (into->size == 1) {
        *into = other;
        return true;
    }
    if (into->size != other.size) {
        return fault(op, context, "incompatible shapes for broadcasting %lld and %lld",
                     (long long)into->size, (long long)other.size);
    }
    if (!into->dimension != !other.dimension) {
        return fault(op, context, "cannot mix bounded and static dimensions in broadcast");
    }
    return true;
}

bool numpy_common_shape(const struct op *op, struct context *context, uint32_t count,
                        struct value *const *values, struct shape *shape) {
    *shape = (struct shape){0};
    for (uint32_t i = 0; i < count; i++) {
        shape->rank = values[i]->type->rank > shape->rank ? values[i]->type->rank : shape->rank;
    }
    for (uint32_t i = 0; i < shape->rank; i++) {
        shape->extents[i].size = 1;
    }
    for (uint32_t i = 0; i < count; i++) {
        struct shape own = numpy_shape_of(values[i]);
        struct extent *last = &shape->extents[shape->rank - own.rank];
        for (uint32_t k = 0; k < own.rank; k++) {
            if (!merge(op, context, &last[k], own.extents[k])) {
                return false;
            }
        }
    }
    return true;
}

static const struct type *type_of_shape(struct context *context, const struct shape *shape,
                                        const struct type *element) {
    int64_t dims[MAX_RANK], bounds[MAX_RANK];
    bool bounded = false;
    for (uint32_t i = 0; i < shape->rank; i++) {
        const struct extent *extent = &shape->extents[i];
        dims[i] = extent->dimension ? DIM_DYNAMIC : extent->size;
        bounds[i] = extent->dimension ? extent->size : DIM_DYNAMIC;
        bounded = bounded || extent->dimension;
    }
    const struct attr *encoding =
        bounded ? attr_dialect(context, &attr_bounds, shape->rank, bounds) : NULL;
    return type_tensor(context, element, shape->rank, dims, encoding);
}

/* The shape as it is before dimensions that the value itself lacks are cut to their true size. */
static struct shape padded_shape(const struct shape *own, const struct shape *shape) {
    struct shape padded = *shape;
    uint32_t added = shape->rank - own->rank;
    for (uint32_t i = 0; i < shape->rank; i++) {
        if (i < added || !own->extents[i - added].dimension) {
            padded.extents[i] = (struct extent){.size = shape->extents[i].size};
        }
    }
    return padded;
}

struct value *numpy_broadcast_to(struct builder *at, struct value *value,
                                 const struct shape *shape) {
    struct context *context = at->module->context;
    const struct type *element = type_element(value->type);
    if (value->type == type_of_shape(context, shape, element)) {
        return value;
    }
    struct shape own = numpy_shape_of(value), now = padded_shape(&own, shape);
    int64_t dims[MAX_RANK];
    for (uint32_t i = 0; i < own.rank; i++) {
        dims[i] = shape->rank - own.rank + i;
    }
    value =
        build_broadcast_in_dim(at, value, type_of_shape(context, &now, element), own.rank, dims);
    for (uint32_t i = 0; i < shape->rank; i++) {
        const struct extent *extent = &shape->extents[i];
        if (extent->dimension && !now.extents[i].dimension) {
            struct value *size = build_dimension_size(at, extent->dimension, extent->of);
            now.extents[i] = *extent;
            value =
                build_set_dimension_size(at, value, size, i, type_of_shape(context, &now, element));
        }
    }
    return value;
}
