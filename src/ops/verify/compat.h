/* When types go together, with dynamic dimensions, bounds and quantization in mind. */
#ifndef SDYC_OPS_VERIFY_COMPAT_H
#define SDYC_OPS_VERIFY_COMPAT_H

#include "ir/ir.h"

/* Equal, or one of them unknown. */
static inline bool dims_compatible(int64_t a, int64_t b) {
    return a == DIM_DYNAMIC || b == DIM_DYNAMIC || a == b;
}
static inline bool is_shaped(const struct type *type) {
    return type->kind == TYPE_TENSOR || type->kind == TYPE_UNRANKED || type->kind == TYPE_MEMREF;
}
/* What a dynamic dimension is at most; DIM_DYNAMIC: not known. */
int64_t bound_of(const struct type *type, uint32_t dim);
/* Whether each dimension is known, or what it is at most. */
bool type_is_bounded(const struct type *type);
/* A tensor type whose dimensions are at most `bounds`, of which those of static ones are left out;
 * all of them unknown: a type without bounds. */
const struct type *type_with_bounds(struct context *context, const struct type *element,
                                    uint32_t rank, const int64_t *dims, const int64_t *bounds);
/* A ranked tensor's extents with the elements of another type, and no bounds. */
const struct type *type_unbounded(struct context *context, const struct type *tensor,
                                  const struct type *elements);
bool shapes_compatible(const struct type *a, const struct type *b);
/* Elements equal, or quantized alike but for scales and zero points. Tensors: of their elements. */
bool elements_compatible(const struct type *a, const struct type *b);
/* Shapes (within bounds) and elements. */
bool types_compatible(const struct type *a, const struct type *b);
/* The two shapes in one, with the elements of `a`: all that is known of extents and bounds. NULL
 * where they are not compatible. */
const struct type *shapes_join(struct context *context, const struct type *a, const struct type *b);
/* A type with the elements of `a` that holds values of both shapes. NULL where none does. */
const struct type *shapes_widen(struct context *context, const struct type *a,
                                const struct type *b);
const struct type *scalar_of(struct context *context, const struct type *type); /* tensor<T> */
/* The integers of the constant that defines `value`; false where it is no constant. */
bool constant_integers(const struct value *value, struct int_list *integers);

#endif
