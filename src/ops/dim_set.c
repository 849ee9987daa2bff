/* Sets of dimensions. */
#include "ops/dim_set.h"

dim_set dim_set_of_list(struct int_list dims) {
    dim_set set = 0;
    for (uint32_t i = 0; i < dims.count; i++) {
        set |= dim_set_of(dims.items[i]);
    }
    return set;
}

dim_set dims_unlike(const struct type *a, const struct type *b) {
    dim_set dims = 0;
    for (uint32_t dim = 0; dim < a->rank; dim++) {
        dims |= a->dims[dim] != b->dims[dim] ? dim_set_of(dim) : 0;
    }
    return dims;
}
