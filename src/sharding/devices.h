/* Devices of a mesh by number: the only part of the partitioner that counts them. */
#ifndef SDYC_DEVICES_H
#define SDYC_DEVICES_H

#include "sharding/sharding.h"

/* Replica groups and tables by device list all devices of a mesh: of at most that many. */
#define MOST_LISTED_DEVICES (INT64_C(1) << 20)
/* Reports a mesh that is larger, at `location`. */
bool devices_can_be_listed(const struct mesh *mesh, struct diagnostics *diagnostics,
                           struct location location);

/* The place of a device along axes, major to minor: which part of a dimension it holds. `position`
 * is the device's position in the mesh. */
int64_t device_place(const struct mesh *mesh, int64_t position, struct axis_list axes);
/* For each device id of the mesh its place along axes: mesh_device_count numbers. */
int64_t *device_places(struct arena *arena, const struct mesh *mesh, struct axis_list axes);

/* How far apart in the mesh the positions of neighbours along `axis` are. */
int64_t device_stride(const struct mesh *mesh, struct axis_ref axis);
/* (source, target) ids, `*count` of them: from each device to the one `offset` places further along
 * `axes`, where there is one; or `around`, from the last on to the first. */
int64_t *device_shift_pairs(struct arena *arena, const struct mesh *mesh, struct axis_list axes,
                            int64_t offset, bool around, int64_t *count);
/* The device ids of the mesh with the order of devices along each of `axes` reversed. */
int64_t *device_ids_reversed(struct arena *arena, const struct mesh *mesh, struct axis_list axes);

/* Ids of the devices that differ only along `axes`, group after group,
 * each in the order of `axes`. */
struct device_lists {
    int64_t count, size;
    int64_t *ids;
};
struct device_lists device_groups(struct arena *arena, const struct mesh *mesh,
                                  struct axis_list axes);

/* (source, target) ids for the change from one sharding to another of equal part sizes:
 * mesh_device_count pairs. */
int64_t *device_pairs(struct arena *arena, const struct mesh *from_mesh,
                      const struct sharding *from, const struct mesh *to_mesh,
                      const struct sharding *to);

#endif
