/* When types go together. */
#include "ops/verify/compat.h"

#include "ir/op_def.h"
#include "ops/attrs/attrs.h"

int64_t bound_of(const struct type *type, uint32_t dim) {
    const struct bounds *bounds = attr_as_bounds(type->encoding);
    return bounds && dim < bounds->dims.count ? bounds->dims.items[dim] : DIM_DYNAMIC;
}

bool shapes_compatible(const struct type *a, const struct type *b) {
    if (a == b || a->kind == TYPE_UNRANKED || b->kind == TYPE_UNRANKED) {
        return true;
    }
    if (a->rank != b->rank) {
        return false;
    }
    for (uint32_t i = 0; i < a->rank; i++) {
        if (!dims_compatible(a->dims[i], b->dims[i])) {
            return false;
        }
    }
    return true;
}

bool elements_compatible(const struct type *a, const struct type *b) {
    const struct type *first = type_element(a), *second = type_element(b);
    if (first == second) {
        return true;
    }
    const struct quantized *p = type_as_quantized(first), *q = type_as_quantized(second);
    if (p && q) {
        return p->storage == q->storage && p->is_signed == q->is_signed &&
               p->storage_min == q->storage_min && p->storage_max == q->storage_max &&
               p->expressed == q->expressed &&
               (p->axis == QUANTIZED_PER_TENSOR) == (q->axis == QUANTIZED_PER_TENSOR);
    }
    return false;
}

static bool within_bounds(const struct type *shape, const struct type *bounded) {
    const struct bounds *bounds = attr_as_bounds(bounded->encoding);
    for (uint32_t i = 0; bounds && i < shape->rank && i < bounds->dims.count; i++) {
        int64_t bound = bounds->dims.items[i];
        if (bound != DIM_DYNAMIC && shape->dims[i] != DIM_DYNAMIC && bound < shape->dims[i]) {
            return false;
        }
    }
    return true;
}

bool types_compatible(const struct type *a, const struct type *b) {
    if (a == b) {
        return true;
    }
    if (!is_shaped(a) || !is_shaped(b)) {
        return elements_compatible(a, b);
    }
    if (!shapes_compatible(a, b) || !elements_compatible(a, b)) {
        return false;
    }
    return a->kind != TYPE_TENSOR || b->kind != TYPE_TENSOR ||
           (within_bounds(a, b) && within_bounds(b, a));
}

const struct type *shapes_join(struct context *context, const struct type *a,
                               const struct type *b) {
    if (a->kind == TYPE_UNRANKED) {
        return b;
    }
    if (b->kind == TYPE_UNRANKED) {
        return a;
    }
    if (!shapes_compatible(a, b)) {
        return NULL;
    }
    int64_t dims[MAX_RANK];
    for (uint32_t i = 0; i < a->rank; i++) {
        dims[i] = a->dims[i] == DIM_DYNAMIC ? b->dims[i] : a->dims[i];
    }
    return type_with_dims(context, a, a->rank, dims);
}

const struct type *scalar_of(struct context *context, const struct type *type) {
    return type_tensor(context, type_element(type), 0, NULL, NULL);
}

bool constant_integers(const struct value *value, struct int_list *integers) {
    const struct op *op = value->op;
    if (!op || !op_has(op, OP_CONSTANT_LIKE)) {
        return false;
    }
    const struct attr *constant = op_attr(op, "value");
    constant = constant ? constant : op_attr(op, "shape");
    return constant && attr_integers(constant, &integers->count, &integers->items);
}
