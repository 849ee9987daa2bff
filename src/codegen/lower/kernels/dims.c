/* Renumbers the dimensions of a kernel: all its affine functions change together. */
#include <stdlib.h>
#include <string.h>

#include "codegen/lower/lower.h"
#include "codegen/program/share.h"

void kernel_permute(struct lowering *lowering, const uint32_t *from) {
    struct kernel *kernel = lowering->kernel;
    const struct kernel old = *kernel;
    for (uint32_t d = 0; d < kernel->dim_count; d++) {
        kernel->extent[d] = old.extent[from[d]];
        kernel->devices[d] = old.devices[from[d]];
    }
    for (size_t i = 0; i < lowering->affines.count; i++) {
        struct affine *affine = lowering->affines.items[i];
        const struct affine before = *affine;
        for (uint32_t d = 0; d < kernel->dim_count; d++) {
            affine->stride[d] = before.stride[from[d]];
        }
    }
}

static void remove_dim(struct lowering *lowering, uint32_t dim) {
    struct kernel *kernel = lowering->kernel;
    kernel->dim_count--;
    kernel->parallel_count -= dim < kernel->parallel_count;
    for (uint32_t d = dim; d < kernel->dim_count; d++) {
        kernel->extent[d] = kernel->extent[d + 1];
        kernel->devices[d] = kernel->devices[d + 1];
    }
    kernel->devices[kernel->dim_count] = 0;
    for (size_t i = 0; i < lowering->affines.count; i++) {
        struct affine *affine = lowering->affines.items[i];
        for (uint32_t d = dim; d < kernel->dim_count; d++) {
            affine->stride[d] = affine->stride[d + 1];
        }
        affine->stride[kernel->dim_count] = 0;
    }
}

void kernel_drop_units(struct lowering *lowering) {
    for (uint32_t d = lowering->kernel->dim_count; d-- > 0;) {
        if (lowering->kernel->extent[d] == 1) {
            remove_dim(lowering, d);
        }
    }
}

void kernel_add_unit(struct lowering *lowering, uint32_t position) {
    struct kernel *kernel = lowering->kernel;
    kernel->parallel_count += position <= kernel->parallel_count;
    for (uint32_t d = kernel->dim_count++; d > position; d--) {
        kernel->extent[d] = kernel->extent[d - 1];
        kernel->devices[d] = kernel->devices[d - 1];
        for (size_t i = 0; i < lowering->affines.count; i++) {
            struct affine *affine = lowering->affines.items[i];
            affine->stride[d] = affine->stride[d - 1];
        }
    }
    kernel->extent[position] = 1;
    kernel->devices[position] = 0;
    for (size_t i = 0; i < lowering->affines.count; i++) {
        lowering->affines.items[i]->stride[position] = 0;
    }
}

/* Whether dimension d and the next can be one: everything moves through both in step. */
static bool can_merge(const struct lowering *lowering, uint32_t d) {
    const struct kernel *kernel = lowering->kernel;
    if (d + 1 == kernel->parallel_count) {
        return false;
    }
    for (size_t i = 0; i < lowering->affines.count; i++) {
        const struct affine *affine = lowering->affines.items[i];
        if (affine->stride[d] != affine->stride[d + 1] * kernel->extent[d + 1]) {
            return false;
        }
    }
    return true;
}

void kernel_coalesce(struct lowering *lowering, uint32_t end) {
    struct kernel *kernel = lowering->kernel;
    for (uint32_t d = end; d-- > 1;) {
        if (can_merge(lowering, d - 1)) {
            int64_t extent = kernel->extent[d - 1] * kernel->extent[d];
            int64_t devices = devices_along(kernel, d - 1) * devices_along(kernel, d);
            remove_dim(lowering, d - 1);
            kernel->extent[d - 1] = extent;
            kernel->devices[d - 1] = devices;
        }
    }
}

/* Stable insertion sort of from[first..end) by falling |stride|. */
static void sort_range(uint32_t *from, uint32_t first, uint32_t end, const struct affine *key) {
    for (uint32_t i = first + 1; i < end; i++) {
        uint32_t moving = from[i], k = i;
        while (k > first && llabs(key->stride[from[k - 1]]) < llabs(key->stride[moving])) {
            from[k] = from[k - 1];
            k--;
        }
        from[k] = moving;
    }
}

void kernel_sort(struct lowering *lowering, const struct affine *parallel,
                 const struct affine *sequential) {
    uint32_t from[KERNEL_DIMS];
    for (uint32_t d = 0; d < KERNEL_DIMS; d++) {
        from[d] = d;
    }
    if (parallel) {
        sort_range(from, 0, lowering->kernel->parallel_count, parallel);
    }
    if (sequential) {
        sort_range(from, lowering->kernel->parallel_count, lowering->kernel->dim_count, sequential);
    }
    kernel_permute(lowering, from);
}
