/* Work on parts in the middle of a global program: what a pass builds where devices have to
 * exchange data along a dimension, an sdy.manual_computation with local operations in it. */
#ifndef SDYC_PARTS_H
#define SDYC_PARTS_H

#include "ops/build.h"

/* How processes are numbered, and the next free channel. */
struct process_ids {
    int64_t replica_count, partition_count, next_channel;
};

/* --- sizes ------------------------------------------------------------------------------------ */

int64_t parts_size(int64_t size, int64_t parts); /* of one of `parts` equal ones; the last may end
                                                    in padding */
int64_t parts_round_up(int64_t size, int64_t parts); /* to a multiple of `parts` */
/* --- operations ------------------------------------------------------------------------------- */

/* The value with more elements behind those of each dimension, up to the shape of `type`: `with`,
 * or zeros where that is NULL. The value itself where it has that shape. */
struct value *parts_extend(struct builder *at, struct value *value, const struct type *type,
                           struct value *with, const struct attr *sharding);
/* The first elements of each dimension, in the shape of `type`. */
struct value *parts_cut(struct builder *at, struct value *value, const struct type *type,
                        const struct attr *sharding);
/* On each device what the device holds that stands `offset` places before it along `axes`; zeros
 * where there is none. */
struct value *parts_shift(struct builder *at, struct process_ids *ids, struct arena *arena,
                          const struct mesh *mesh, struct axis_list axes, struct value *value,
                          int64_t offset);
/* The same around, from the last place on to the first. */
struct value *parts_rotate(struct builder *at, struct process_ids *ids, struct arena *arena,
                           const struct mesh *mesh, struct axis_list axes, struct value *value,
                           int64_t offset);
/* On each device what the device holds that has its place from the end along each of `axes`. */
struct value *parts_reverse(struct builder *at, struct process_ids *ids, struct arena *arena,
                            const struct mesh *mesh, struct axis_list axes, struct value *value);
/* A number above those of all channels in the module; the highest there is where that is taken. */
int64_t free_channel(const struct module *module);
/* The number of the device, and its place along axes: tensor<i64>. */
struct value *parts_device(struct builder *at, const struct process_ids *ids);
struct value *parts_place(struct builder *at, struct arena *arena, struct value *device,
                          const struct mesh *mesh, struct axis_list axes);
/* Element `index` (tensor<i64>) of a list. */
struct value *parts_look_up(struct builder *at, const int64_t *list, int64_t count,
                            struct value *index);

/* The value with the sharding that `other` has, by a reshard where it is not the same; the value
 * itself where `other` has none. */
struct value *parts_sharded_like(struct builder *at, struct value *value,
                                 const struct value *other);
/* A constant of zeros, or one that is spread. */
bool parts_are_zero(const struct value *value);
/* A slice or a pad that takes all and adds nothing. */
bool parts_stay(const struct op *op);

/* --- manual computations ---------------------------------------------------------------------- */

/* The axes of the mesh, whole and in its order, that `used` names. */
struct axis_list parts_whole_axes(struct arena *arena, const struct mesh *mesh,
                                  struct axis_list used);
/* The sharding without all axes of those names. */
const struct attr *parts_sharding_inside(struct context *context, struct arena *arena,
                                         const struct attr *sharding, struct axis_list manual);
/* The part of a tensor inside a computation over these axes, which divide it. */
const struct type *parts_type_inside(struct context *context, const struct type *type,
                                     const struct sharding *sharding, const struct mesh *mesh,
                                     struct axis_list manual);

/* What enters a computation and what leaves it, with the shardings of either. */
struct manual_border {
    uint32_t count, result_count;
    struct value *const *operands;
    const struct attr *const *in;
    const struct type *const *results;
    const struct attr *const *out;
};
/* A computation over these axes, with an empty body that has its arguments. */
struct op *build_manual(struct builder *at, const struct mesh *mesh, struct axis_list manual,
                        const struct manual_border *border);
/* The end of the body. */
struct builder parts_inside(struct op *manual, struct module *module);
/* Ends a body of one result; that of the computation. */
struct value *parts_return(struct builder *inside, struct value *value);

#endif
