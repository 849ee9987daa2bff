#include "transforms/chlo/pieces.h"

#include "transforms/chlo/numpy.h"

struct value *build_constant_like(struct builder *at, const struct attr *scalar,
                                  struct value *like) {
    const struct type *type = like->type;
    const struct type *wanted = type_with_element(at->module->context, type, scalar->type->element);
    if (type_is_static(type)) {
        return build_constant(
            at, attr_dense(at->module->context, wanted, scalar->data, scalar->length, true));
    }
    struct value *constant = build_constant(at, scalar);
    if (is_bounded(type)) {
        struct shape shape = numpy_shape_of(like);
        return numpy_broadcast_to(at, constant, &shape);
    }
    return build_dynamic_broadcast_in_dim(at, constant, build_shape_of(at, like), wanted, 0, NULL);
}

bool is_bounded(const struct type *type) {
    const struct bounds *bounds = type_is_tensor(type) ? attr_as_bounds(type->encoding) : NULL;
    if (!bounds) {
        return false;
    }
    for (uint32_t i = 0; i < type->rank; i++) {
        if (type->dims[i] == DIM_DYNAMIC && bounds->dims.items[i] == DIM_DYNAMIC) {
            return false;
        }
    }
    return true;
}

bool is_static_or_bounded(const struct type *type) {
    return type_is_static(type) || is_bounded(type);
}
