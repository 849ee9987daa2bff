/* Affine functions of coordinates. */
#include <string.h>

#include "codegen/program/program.h"
#include "ops/kernel_builder.h"

struct affine affine_constant(int64_t offset) {
    return (struct affine){.offset = offset};
}

struct affine affine_dim(uint32_t dim, int64_t stride, int64_t offset) {
    struct affine affine = {.offset = offset};
    affine.stride[dim] = stride;
    return affine;
}

struct affine affine_compose(const struct affine *outer, const struct affine *inner,
                             uint32_t inner_rank) {
    struct affine result = {.offset = outer->offset};
    for (uint32_t i = 0; i < inner_rank; i++) {
        if (outer->stride[i] == 0) {
            continue;
        }
        result.offset += outer->stride[i] * inner[i].offset;
        for (uint32_t d = 0; d < KERNEL_DIMS; d++) {
            result.stride[d] += outer->stride[i] * inner[i].stride[d];
        }
    }
    return result;
}

bool affine_equal(const struct affine *a, const struct affine *b) {
    return memcmp(a, b, sizeof *a) == 0;
}

bool affine_is_dim(const struct affine *a, uint32_t dim) {
    struct affine wanted = affine_dim(dim, 1, 0);
    return affine_equal(a, &wanted);
}
