/* When types go together. */
#include "ops/verify/compat.h"

#include "ir/op_def.h"
#include "ops/attrs/attrs.h"

bool type_is_bounded(const struct type *type) {
    bool known = type_is_tensor(type);
    for (uint32_t dim = 0; known && dim < type->rank; dim++) {
        known = type->dims[dim] != DIM_DYNAMIC || bound_of(type, dim) != DIM_DYNAMIC;
    }
    return known;
}

int64_t bound_of(const struct type *type, uint32_t dim) {
    const struct bounds *bounds = attr_as_bounds(type->encoding);
    return bounds && dim < bounds->dims.count ? bounds->dims.items[dim] : DIM_DYNAMIC;
}

const struct type *type_with_bounds(struct context *context, const struct type *element,
                                    uint32_t rank, const int64_t *dims, const int64_t *bounds) {
    int64_t kept[MAX_RANK];
    bool bounded = false;
    for (uint32_t i = 0; i < rank; i++) {
        kept[i] = dims[i] == DIM_DYNAMIC ? bounds[i] : DIM_DYNAMIC;
        bounded = bounded || kept[i] != DIM_DYNAMIC;
    }
    const struct attr *encoding = bounded ? attr_dialect(context, &attr_bounds, rank, kept) : NULL;
    return type_tensor(context, element, rank, dims, encoding);
}

const struct type *type_unbounded(struct context *context, const struct type *tensor,
                                  const struct type *elements) {
    return type_tensor(context, type_element(elements), tensor->rank, tensor->dims, NULL);
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

/* What is known of a dimension where both types are: its extent, or else its bound. */
static bool join_dim(int64_t *dim, int64_t *bound, int64_t other, int64_t other_bound) {
    bool bounded = *bound != DIM_DYNAMIC || other_bound != DIM_DYNAMIC;
    int64_t either = *bound != DIM_DYNAMIC ? *bound : other_bound;
    if (*dim == DIM_DYNAMIC && other == DIM_DYNAMIC) {
        bool both = *bound != DIM_DYNAMIC && other_bound != DIM_DYNAMIC;
        *bound = both && other_bound < *bound ? other_bound : either;
        return true;
    }
    bool good = dims_compatible(*dim, other);
    *dim = *dim == DIM_DYNAMIC ? other : *dim;
    *bound = DIM_DYNAMIC;
    return good && (!bounded || *dim <= either);
}

/* What holds of a dimension of either type: its extent where they agree on it, else a bound. */
static bool widen_dim(int64_t *dim, int64_t *bound, int64_t other, int64_t other_bound) {
    int64_t most = *dim != DIM_DYNAMIC ? *dim : *bound;
    int64_t other_most = other != DIM_DYNAMIC ? other : other_bound;
    if (*dim != DIM_DYNAMIC && other != DIM_DYNAMIC) {
        return *dim == other;
    }
    bool bounded = most != DIM_DYNAMIC && other_most != DIM_DYNAMIC;
    *dim = DIM_DYNAMIC;
    *bound = !bounded ? DIM_DYNAMIC : most > other_most ? most : other_most;
    return true;
}

static const struct type *
combine(struct context *context, const struct type *a, const struct type *b,
        bool (*dim)(int64_t *dim, int64_t *bound, int64_t other, int64_t other_bound)) {
    int64_t dims[MAX_RANK], bounds[MAX_RANK];
    if (a == b) {
        return a;
    }
    if (a->rank != b->rank) {
        return NULL;
    }
    for (uint32_t i = 0; i < a->rank; i++) {
        dims[i] = a->dims[i];
        bounds[i] = bound_of(a, i);
        if (!dim(&dims[i], &bounds[i], b->dims[i], bound_of(b, i))) {
            return NULL;
        }
    }
    if (attr_as_bounds(a->encoding) || attr_as_bounds(b->encoding)) {
        return type_with_bounds(context, a->element, a->rank, dims, bounds);
    }
    return type_with_dims(context, a, a->rank, dims);
}

const struct type *shapes_join(struct context *context, const struct type *a,
                               const struct type *b) {
    if (a->kind == TYPE_UNRANKED || b->kind == TYPE_UNRANKED) {
        return a->kind == TYPE_UNRANKED ? b : a;
    }
    return combine(context, a, b, join_dim);
}

const struct type *shapes_widen(struct context *context, const struct type *a,
                                const struct type *b) {
    return type_is_tensor(a) && type_is_tensor(b) ? combine(context, a, b, widen_dim) : a;
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
