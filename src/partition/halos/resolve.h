/* What the files of sdy-resolve-permutation-factors share. Each function below looks at one
 * operation whose operands and results agree, and returns false where it leaves it to be resolved
 * by replication. */
#ifndef SDYC_RESOLVE_H
#define SDYC_RESOLVE_H

#include "partition/parts.h"
#include "partition/reshard_op.h"

struct resolver {
    struct module *module;
    struct arena *scratch;
    struct partition_builder builder; /* asks operations what they need */
    bool exchanges;                   /* enable-halo-exchange */
    bool narrow;                      /* narrow-halos */
    bool changed;                     /* whether an operation was, or got others around it */
    struct process_ids ids;
    unsigned next_mesh; /* tells apart meshes of one name */
};

/* --- exchange.c: neighbours send whole parts, as Shardy does it ------------------------------- */

/* How one dimension is put together: of the own part, those of `left` devices before and of `right`
 * behind, from a place on that differs from device to device. */
struct exchange_dim {
    int64_t parts; /* 1: not sharded */
    int64_t size;  /* of what a device makes of it */
    int64_t left, right;
    bool moves;      /* devices have to exchange data, or to begin elsewhere */
    bool is_too_far; /* more hops than replication would need */
    int64_t low, dilation;
    struct axis_list along;
    const int64_t *offsets; /* where a device begins, by its place; NULL: at equal distances */
};
struct exchange {
    struct resolver *resolver;
    const struct attr *sharding; /* of the operand */
    const struct mesh *mesh;
    struct axis_list manual;
    bool zero; /* what stands where nothing is */
    struct exchange_dim dims[MAX_RANK];
};

/* Asks of an operation with a first operand of this sharding whether its dimensions are known. */
bool exchange_start(struct exchange *exchange, struct resolver *resolver,
                    const struct op_context *context);
/* All sharded dimensions put together, inside a computation; `with`: what stands where nothing is.
 */
struct value *exchange_parts(struct exchange *exchange, struct builder *inside, struct value *part,
                             struct value *with);
bool exchange_pad(struct resolver *resolver, const struct op_context *context);
bool exchange_slice(struct resolver *resolver, const struct op_context *context);

/* --- exchange_reshape.c, exchange_reverse.c --------------------------------------------------- */

/* An exchange for an operation whose parts no halo gives: its operand's parts are put together and
 * taken apart anew. False: it is left as it is. */
bool exchange_reshape(struct resolver *resolver, const struct op_context *context);
bool exchange_reverse(struct resolver *resolver, const struct op_context *context);
/* Without another mesh; of even parts. */
bool narrow_reverse(struct resolver *resolver, const struct op_context *context);

/* --- narrow.c: only what is needed is sent ---------------------------------------------------- */

/* Meets all needs of one operation, by the smaller of halos and replication. */
void narrow_op(struct resolver *resolver, struct op_context *context);

#endif
