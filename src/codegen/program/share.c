#include "codegen/program/share.h"

#include <stdlib.h>
#include <string.h>

int64_t devices_along(const struct kernel *kernel, uint32_t d) {
    return kernel->devices[d] > 1 ? kernel->devices[d] : 1;
}

int64_t devices_in_kernel(const struct kernel *kernel) {
    int64_t devices = 1;
    for (uint32_t d = 0; d < kernel->dim_count; d++) {
        devices *= devices_along(kernel, d);
    }
    return devices;
}

struct tile_shape device_tile(const struct kernel *kernel) {
    struct tile_shape tile = {.ragged = 0};
    for (uint32_t d = 0; d < kernel->dim_count; d++) {
        const int64_t devices = devices_along(kernel, d);
        tile.size[d] = (kernel->extent[d] + devices - 1) / devices;
    }
    return tile;
}

struct device_access {
    struct access access;
    struct kernel_buffer buffer;
};

/* The dimensions of several points along which the access moves, by rising stride; their number. */
static uint32_t by_stride(const struct kernel *kernel, const struct tile_shape *tile,
                          const struct affine *at, uint32_t *dims) {
    uint32_t count = 0;
    for (uint32_t d = kernel->dim_count; d-- > 0;) {
        if (at->stride[d] == 0 || tile->size[d] < 2) {
            continue;
        }
        uint32_t place = count++;
        for (; place > 0 && llabs(at->stride[dims[place - 1]]) > llabs(at->stride[d]); place--) {
            dims[place] = dims[place - 1];
        }
        dims[place] = d;
    }
    return count;
}

/* Strides along which the access goes beyond what it has reached along smaller ones become those of
 * elements that follow each other; what overlaps, as windows do, stays. */
static void lay_densely(const struct kernel *kernel, const struct tile_shape *tile,
                        struct affine *at) {
    uint32_t dims[KERNEL_DIMS];
    const uint32_t count = by_stride(kernel, tile, at, dims);
    int64_t reached = 1, dense = 1; /* in memory as it is, and dense */
    for (uint32_t i = 0; i < count; i++) {
        const int64_t stride = at->stride[dims[i]], size = tile->size[dims[i]];
        const int64_t step = llabs(stride);
        const int64_t to = i > 0 && step >= reached ? dense : step;
        reached += step * (kernel->extent[dims[i]] - 1);
        dense += to * (size - 1);
        at->stride[dims[i]] = stride < 0 ? -to : to;
    }
}

static void set_own(const struct kernel *kernel, const struct tile_shape *tile,
                    const struct access *access, struct device_access *own) {
    own->access = *access;
    own->buffer = *access->buffer;
    own->access.buffer = &own->buffer;
    for (uint32_t d = 0; d < kernel->dim_count; d++) {
        own->buffer.elements /= access->at.stride[d] != 0 ? devices_along(kernel, d) : 1;
    }
    lay_densely(kernel, tile, &own->access.at);
}

void device_uses(const struct kernel *kernel, const struct uses *uses, struct device_uses *own) {
    const size_t count = uses->accesses.count;
    const struct tile_shape tile = device_tile(kernel);
    *own = (struct device_uses){.uses = *uses};
    own->items = memory_alloc((count + 1) * sizeof *own->items);
    memset(&own->uses.accesses, 0, sizeof own->uses.accesses);
    for (size_t i = 0; i < count; i++) {
        struct used_access used = uses->accesses.items[i];
        if (used.access != NULL) {
            set_own(kernel, &tile, used.access, &own->items[i]);
            used.access = &own->items[i].access;
        }
        *vector_push(&own->uses.accesses) = used;
    }
}

void device_uses_free(struct device_uses *own) {
    vector_free(&own->uses.accesses);
    memory_free(own->items);
}
