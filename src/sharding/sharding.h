/* Meshes, axis references and tensor shardings as values: Shardy's attributes as C structs
 * (openxla/shardy docs/sharding_representation.md). All are interned: a sharding is an attribute
 * (`const struct attr *`, def attr_sharding) whose payload is `struct sharding`, so that equality
 * is pointer equality. The algebra on axis references is in axes.h.
 */
#ifndef SDYC_SHARDING_H
#define SDYC_SHARDING_H

#include "ir/ir.h"

struct mesh_axis {
    const char *name; /* interned */
    int64_t size;
};
struct mesh {
    uint32_t axis_count;
    const struct mesh_axis *axes;   /* major to minor */
    uint32_t device_id_count;       /* explicit device ids, or 0: iota */
    const int64_t *device_ids;
    bool is_maximal;                /* no axes, one device id */
};

/* A whole axis ("x": pre_size 1, size that of the axis... written size 0) or a sub-axis
 * "x":(pre_size)size. */
struct axis_ref {
    const char *name;
    int64_t pre_size, size; /* both 0: the whole axis */
};
struct axis_list {
    uint32_t count;
    const struct axis_ref *items;
};
struct dim_sharding {
    struct axis_list axes; /* major to minor */
    bool is_closed;        /* false: `?`, further axes may be added */
    int32_t priority;      /* p0, p1, ...; -1: none given (as p0) */
};
enum reduction_kind { REDUCTION_NONE, REDUCTION_SUM, REDUCTION_MAX, REDUCTION_MIN }; /* `unreduced=max{..}` */
struct sharding {
    const char *mesh_name;         /* @name, or NULL where the mesh is inlined */
    const struct attr *mesh;       /* inlined mesh attribute, or NULL */
    uint32_t rank;
    const struct dim_sharding *dims;
    struct axis_list replicated, unreduced;
    enum reduction_kind unreduced_kind;
};

extern const struct attr_def attr_mesh, attr_sharding, attr_sharding_per_value;

const struct attr *mesh_attr(struct context *context, const struct mesh *mesh);
const struct attr *sharding_attr(struct context *context, const struct sharding *sharding);
const struct attr *sharding_per_value_attr(struct context *context, uint32_t count,
                                           const struct attr *const *shardings);
const struct mesh *attr_as_mesh(const struct attr *attr);
const struct sharding *attr_as_sharding(const struct attr *attr);
/* Fully open, closed (replicated) and empty shardings of a rank. */
const struct attr *sharding_open(struct context *context, const char *mesh_name, uint32_t rank);
const struct attr *sharding_closed(struct context *context, const char *mesh_name, uint32_t rank);

/* The mesh a sharding refers to, looked up from any operation of its module; NULL: no such mesh. */
const struct mesh *sharding_mesh(const struct op *from, const struct sharding *sharding);
int64_t mesh_axis_size(const struct mesh *mesh, const char *axis); /* 0: no such axis */
int64_t mesh_device_count(const struct mesh *mesh);
int64_t axis_ref_size(const struct mesh *mesh, struct axis_ref axis);
/* Product of the axes that shard a dimension. */
int64_t dim_sharding_size(const struct mesh *mesh, const struct dim_sharding *dim);

/* The sharding of a value where the IR keeps it: argument attributes of functions, result
 * attributes, sdy.sharding on operations, edges of manual computations. NULL: none. */
const struct attr *value_sharding(const struct value *value);
void value_set_sharding(struct module *module, struct value *value, const struct attr *sharding);
const struct attr *func_result_sharding(const struct op *func, uint32_t index);
void func_set_result_sharding(struct module *module, struct op *func, uint32_t index,
                              const struct attr *sharding);

#endif
