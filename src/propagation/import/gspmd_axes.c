/* From tiles over numbered devices to axes: a dimension whose parts are some device numbers apart
 * is sharded over an axis of that stride. */
#include "propagation/import/gspmd.h"

#include <stdlib.h>
#include <string.h>

static int64_t product(const int64_t *numbers, uint32_t count) {
    int64_t all = 1;
    for (uint32_t i = 0; i < count; i++) {
        if (numbers[i] < 1 || all > GSPMD_MOST_DEVICES / numbers[i]) {
            return 0;
        }
        all *= numbers[i];
    }
    return all;
}

static bool is_order(const int64_t *order, uint32_t rank) {
    uint64_t seen = 0;
    for (uint32_t i = 0; i < rank; i++) {
        if (order[i] < 0 || order[i] >= rank || rank > 64 || (seen >> order[i] & 1) != 0) {
            return false;
        }
        seen |= UINT64_C(1) << order[i];
    }
    return true;
}

bool gspmd_devices_of(struct arena *arena, struct gspmd_sharding *sharding, uint32_t rank,
                      const int64_t *reshape, const int64_t *order, const char **fault) {
    int64_t count = product(reshape, rank), strides[64], digits[64] = {0};
    if (count == 0 || rank > 64 || (order && !is_order(order, rank))) {
        *fault = "the axes of its devices are none, or too many";
        return false;
    }
    for (int64_t d = (int64_t)rank - 1, stride = 1; d >= 0; d--) {
        strides[d] = stride;
        stride *= reshape[d];
    }
    int64_t *devices = ARENA_ARRAY(arena, int64_t, (size_t)count);
    for (int64_t i = 0; i < count; i++) {
        for (uint32_t d = 0; d < rank; d++) {
            devices[i] += digits[d] * strides[order ? order[d] : d];
        }
        for (uint32_t d = rank; d-- > 0 && ++digits[d] == reshape[order ? order[d] : d];) {
            digits[d] = 0;
        }
    }
    sharding->device_count = count;
    sharding->devices = devices;
    return true;
}

bool gspmd_complete(struct arena *arena, struct gspmd_sharding *sharding, uint32_t subgroups,
                    const char **fault) {
    int64_t count = product(sharding->dims, sharding->dim_count);
    for (int64_t i = 0; i < sharding->device_count; i++) {
        if (sharding->devices[i] < 0 || sharding->devices[i] >= sharding->device_count) {
            *fault =
                arena_printf(arena, "of %lld devices it names number %lld",
                             (long long)sharding->device_count, (long long)sharding->devices[i]);
            return false;
        }
    }
    if (subgroups > sharding->dim_count) {
        *fault = "it has more last_tile_dims than dimensions";
    } else if (count == 0 || count != sharding->device_count) {
        *fault = arena_printf(arena, "its dimensions are of %lld devices, and it names %lld",
                              (long long)count, (long long)sharding->device_count);
    } else {
        sharding->rank = sharding->dim_count - subgroups;
        return true;
    }
    return false;
}

/* Adds the axes of a dimension whose neighbours are `step` tiles apart, the minor one first. */
static bool find_in_dim(const struct gspmd_sharding *sharding, uint32_t dim, int64_t step,
                        struct gspmd_axis *axes, uint32_t *count) {
    const int64_t *devices = sharding->devices;
    int64_t size = sharding->dims[dim], done = 1;
    while (done < size) {
        int64_t stride = devices[done * step] - devices[0], parts = 2;
        while (parts * done < size && devices[parts * done * step] - devices[0] == parts * stride) {
            parts++;
        }
        if (stride <= 0 || size % (done * parts) != 0) {
            return false;
        }
        axes[(*count)++] = (struct gspmd_axis){dim, parts, stride};
        done *= parts;
    }
    return true;
}

/* Whether the device of each tile is the sum over axes of its part times the stride. */
static bool axes_hold(const struct gspmd_sharding *sharding, const struct gspmd_axis *axes,
                      uint32_t count) {
    for (int64_t i = 0; i < sharding->device_count; i++) {
        int64_t rest = i, device = 0;
        for (uint32_t a = count; a-- > 0;) {
            device += rest % axes[a].size * axes[a].stride;
            rest /= axes[a].size;
        }
        if (device != sharding->devices[i]) {
            return false;
        }
    }
    return true;
}

static int by_stride(const void *a, const void *b) {
    const struct gspmd_axis *x = a, *y = b;
    return (x->stride > y->stride) - (x->stride < y->stride);
}

/* Whether all devices are met once: each stride is the size of all that is minor to it. */
static bool is_complete(struct arena *arena, const struct gspmd_axis *axes, uint32_t count) {
    int64_t all = 1;
    struct gspmd_axis *sorted = arena_copy(arena, axes, (count + 1) * sizeof *axes);
    qsort(sorted, count, sizeof *sorted, by_stride);
    for (uint32_t i = 0; i < count; i++) {
        if (sorted[i].stride != all) {
            return false;
        }
        all *= sorted[i].size;
    }
    return true;
}

bool gspmd_find_axes(struct arena *arena, struct gspmd_sharding *sharding) {
    enum { MOST = 64 };
    struct gspmd_axis *axes = ARENA_ARRAY(arena, struct gspmd_axis, MOST + 1);
    uint32_t count = 0;
    int64_t step = 1;
    for (uint32_t dim = sharding->dim_count; dim-- > 0;) {
        if (!find_in_dim(sharding, dim, step, axes, &count)) {
            return false;
        }
        step *= sharding->dims[dim];
    }
    for (uint32_t i = 0; i < count / 2; i++) { /* the major ones first */
        struct gspmd_axis other = axes[i];
        axes[i] = axes[count - 1 - i];
        axes[count - 1 - i] = other;
    }
    sharding->axis_count = count;
    sharding->axes = axes;
    return axes_hold(sharding, axes, count) && is_complete(arena, axes, count);
}
