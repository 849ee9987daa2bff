/* Shardings in GSPMD's form, which came before Shardy's: tiles over numbered devices, as the text
 * of an attribute mhlo.sharding. What sdyc-import-gspmd is made of. */
#ifndef SDYC_GSPMD_H
#define SDYC_GSPMD_H

#include "sharding/sharding.h"

enum gspmd_kind {
    GSPMD_REPLICATED,
    GSPMD_MANUAL,
    GSPMD_UNKNOWN,
    GSPMD_MAXIMAL, /* one device has all of it */
    GSPMD_TILED,
};
/* What a tile dimension behind those of the tensor says of the devices along it. */
enum gspmd_group { GSPMD_GROUP_REPLICATED, GSPMD_GROUP_MANUAL };

/* So many parts, of which neighbours are `stride` device numbers apart, along a tile dimension. */
struct gspmd_axis {
    uint32_t dim;
    int64_t size, stride;
};
struct gspmd_sharding {
    enum gspmd_kind kind;
    int64_t device; /* GSPMD_MAXIMAL */
    /* GSPMD_TILED: parts along each dimension, first those of the tensor, then those of groups. */
    uint32_t rank, dim_count;
    const int64_t *dims;
    const enum gspmd_group *groups; /* one for each dimension behind the rank */
    int64_t device_count;
    const int64_t *devices; /* by tile, row-major */
    uint32_t axis_count;
    const struct gspmd_axis *axes; /* gspmd_find_axes; of a dimension the major one first */
};
struct gspmd_list {
    uint32_t count;
    struct gspmd_sharding *items;
    bool is_tuple;
};

enum { GSPMD_MOST_DEVICES = 1 << 20 };

/* Reads "{devices=[2,4]<=[8]}", "{{replicated}, {manual}}" or the bytes of XLA's OpSharding into
 * memory of the arena. NULL where it is neither, with what is wrong in *fault. */
struct gspmd_list *gspmd_read(struct arena *arena, const char *text, size_t length,
                              const char **fault);
/* From numbers to axes: sets the axes of a sharding of tiles. False: the devices stand in an order
 * that is no order of axes. */
bool gspmd_find_axes(struct arena *arena, struct gspmd_sharding *sharding);

/* --- gspmd_text.c, gspmd_proto.c: between them ------------------------------------------------ */

/* Checks what was read, and counts the devices. False with a fault. `subgroups`: how many of the
 * dimensions are groups. */
bool gspmd_complete(struct arena *arena, struct gspmd_sharding *sharding, uint32_t subgroups,
                    const char **fault);
/* Devices 0, 1, ... laid out over `reshape` and transposed by `order` (NULL: as they are), as the
 * devices of the sharding. False with a fault. */
bool gspmd_devices_of(struct arena *arena, struct gspmd_sharding *sharding, uint32_t rank,
                      const int64_t *reshape, const int64_t *order, const char **fault);
struct gspmd_list *gspmd_read_bytes(struct arena *arena, const char *bytes, size_t length,
                                    const char **fault);

/* --- gspmd_mesh.c: the mesh of all shardings of a module -------------------------------------- */

struct gspmd_import {
    struct module *module;
    struct arena *arena;
    struct pointer_map lists; /* mhlo.sharding, the attribute -> struct gspmd_list */
    int64_t device_count;     /* 0: no sharding has tiles */
    uint32_t cut_count;       /* where axes end: strides from 1 on, the last is the device count */
    int64_t cuts[64];
    VECTOR(int64_t) maximal; /* devices that have something alone */
    struct mesh mesh;        /* gspmd_make_meshes */
    const char *mesh_name;
};
/* What an attribute says; NULL after a located error, for every attribute once. */
const struct gspmd_list *gspmd_list_of(struct gspmd_import *import, const struct attr *attr,
                                       struct location location);
/* Puts meshes of all shardings that were read in front of the module: axes are the coarsest of
 * which all shardings are made, and are called _axis_0, _axis_1, ... */
void gspmd_make_meshes(struct gspmd_import *import);
/* A sharding over the axes of the mesh, closed but in the dimensions of the mask `open`; NULL after
 * a located error: the type has not as many dimensions. */
const struct attr *gspmd_convert(struct gspmd_import *import, const struct gspmd_sharding *sharding,
                                 const struct type *type, uint64_t open, struct location location);
/* The axes along which a sharding is manual, in the order of the mesh. */
struct axis_list gspmd_manual_axes(struct gspmd_import *import,
                                   const struct gspmd_sharding *sharding);

/* --- gspmd_manual.c: shard_map ---------------------------------------------------------------- */

/* Whether the operation is a custom call of a value with one result. */
bool gspmd_is_call(const struct op *op, const char *target);
/* Its sharding, as the attribute was read; NULL: it has none. */
const struct gspmd_sharding *gspmd_sharding_of(struct gspmd_import *import, const struct op *op);
/* A bit for each of the first 64 dimensions that backend_config leaves open. */
uint64_t gspmd_open_dims(const struct op *op);
/* Makes manual computations of calls between @SPMDFullToShardShape and @SPMDShardToFullShape. False
 * after a located error. */
bool gspmd_import_calls(struct gspmd_import *import);

/* --- gspmd_inlined.c -------------------------------------------------------------------------- */

/* Makes a function, and a call of it, of what is computed between @SPMDFullToShardShape and
 * @SPMDShardToFullShape in one block, where it can be one. */
void gspmd_outline(struct gspmd_import *import);

#endif
