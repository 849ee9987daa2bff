/* What one device has of a kernel's points where each device has some of its own (private storage,
 * ranks). What decides about the order of a sum is asked of it alone, as if it lay dense in memory:
 * so the bits are the same however many devices are of one process. */
#ifndef SDYC_SHARE_H
#define SDYC_SHARE_H

#include "codegen/program/cost.h"

/* Among how many devices the points along the dimension, or all of them, are divided; 1: they are
 * of one. */
int64_t devices_along(const struct kernel *kernel, uint32_t d);
int64_t devices_in_kernel(const struct kernel *kernel);
/* The tile that is one device's part of the domain. */
struct tile_shape device_tile(const struct kernel *kernel);

/* What the kernel uses, with what it touches as it would lie in the memory of one device. The
 * lists but that of accesses are those of `uses`, which has to last as long. */
struct device_uses {
    struct uses uses;
    struct device_access *items; /* owned */
};
void device_uses(const struct kernel *kernel, const struct uses *uses, struct device_uses *own);
void device_uses_free(struct device_uses *own);

#endif
