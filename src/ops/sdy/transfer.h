/* What sdy's collectives make of shardings: each names the axes by which the sharding of its result
 * (out_sharding) differs from its operand's. Checks report at the operation. */
#ifndef SDYC_OPS_SDY_TRANSFER_H
#define SDYC_OPS_SDY_TRANSFER_H

#include "ops/verify/checks.h"
#include "sharding/axes.h"
#include "sharding/sharding.h"

/* The two shardings of a collective and their mesh. */
struct transfer {
    const struct sharding *from, *to; /* from: without axes where the operand has none */
    const struct mesh *mesh;
    const struct attr *from_attr;
};

enum transfer_flags { NEEDS_OPERAND_SHARDING = 1, MAY_CHANGE_MESH = 2 };
/* The shardings of a collective, valid, of equal rank and on one mesh unless `flags` allow others;
 * false after a report. */
bool transfer_read(const struct op *op, struct context *context, uint32_t flags,
                   struct transfer *transfer);
/* Points to where the operand comes from. Returns false. */
bool transfer_note_mesh(const struct op *op, struct context *context, const struct mesh *mesh);
const char *transfer_opening(const struct op *op, struct context *context); /* of a message */

/* The operand's axes of dimension `dim` without `axes`, which must be their end; `kind` says in
 * messages what those axes are. */
bool transfer_take_off(const struct op *op, struct context *context,
                       const struct transfer *transfer, uint32_t dim, struct axis_list axes,
                       const char *kind, struct axis_vector *left);
/* The operand's axes of dimension `dim`, then `axes`. */
void transfer_put_on(const struct transfer *transfer, uint32_t dim, struct axis_list axes,
                     struct axis_vector *all);
/* The result has the expected axes on a dimension. */
bool transfer_check_dim(const struct op *op, struct context *context,
                        const struct transfer *transfer, uint32_t dim, struct axis_list expected);
/* Axes per dimension: valid together, and off or on the operand's they give the result's. `kind`:
 * taken off, by that name; NULL: put on. */
bool transfer_check_per_dim(const struct op *op, struct context *context,
                            const struct transfer *transfer, const char *attr, const char *kind);
/* On global types operand and result are alike; on local ones, after partitioning, they are parts
 * of one tensor. */
bool transfer_check_types(const struct op *op, struct context *context,
                          const struct transfer *transfer);
/* The result is unreduced over the operand's axes and the given ones. */
bool transfer_check_unreduced(const struct op *op, struct context *context,
                              const struct transfer *transfer, struct axis_lists added,
                              const char *name);

/* `axis` shards a dimension; all dimensions are sharded alike, and as open where that counts. */
bool dims_overlap(const struct sharding *sharding, struct axis_list axis);
bool dims_equal(const struct sharding *a, const struct sharding *b, bool open_too);

#endif
