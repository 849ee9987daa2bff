/* What devices send each other in a collective: one definition for the report of a partitioned
 * program (report/) and for the program that counts while it runs. It is what ranks of one device
 * each send.
 *
 * Of a group of n devices, each with an operand of B bytes:
 *
 *     kind                  a device sends      the group together    as
 *     all_reduce            2 (n-1)/n B         2 (n-1) B             by halves, or by parts
 *     all_gather            (n-1) B             n (n-1) B             whatever the schedule
 *     reduce_scatter        (n-1)/n B           (n-1) B               straight to their owners
 *     all_to_all            (n-1)/n B           (n-1) B               straight to their owners
 *     collective_permute    B, or nothing       B for each device whose target is another
 *     collective_broadcast  B, the last nothing (n-1) B               a chain
 *     collective_reduce     B, the last nothing (n-1) B               a chain
 *
 * Little is sent otherwise, in fewer messages and more bytes: sums and parts are counted as the
 * schedules of ranks have them (runtime/ranks). A sum that is no tree is two exchanges, each adding
 * up its part for all, or, of little, one, of all terms to all: whichever costs less.
 *
 * An element takes whole bytes, as in memory. What is already there is not sent: slices, and what a
 * device gives itself, cost nothing. */
#ifndef SDYC_TRAFFIC_H
#define SDYC_TRAFFIC_H

#include "ops/traffic_builder.h"
#include "sharding/sharding.h"

/* "all_reduce" */
const char *traffic_name(enum traffic_kind kind);

struct traffic_operand {
    int64_t bytes, element; /* of what a device begins with, and of an element of it */
    bool adds;              /* ranks can add up such elements as the operation asks (exchanges.h) */
};

/* One execution of one collective. */
struct traffic {
    enum traffic_kind kind;
    int64_t groups, size; /* groups of at most so many devices; of a permute: pairs, and 2 */
    struct int_list ids;  /* the groups, or the pairs; none: not listed */
    int64_t operand;      /* bytes that a device begins with: of all operands */
    uint32_t operand_count;
    const struct traffic_operand *operands;
    int64_t each, all; /* bytes sent: by the device that sends most, by all devices together */
};

/* Of an operation on local values, of stablehlo or sdy; where it names no groups it is among
 * `devices` devices. False: it is no collective, or one that sends nothing. `scratch` holds what is
 * listed. */
bool op_traffic(const struct op *op, int64_t devices, struct context *context,
                struct arena *scratch, struct traffic *traffic);
/* Bytes that the device that sends most would send in groups of `count` devices. */
int64_t traffic_device_sends(const struct traffic *traffic, int64_t count);
/* Bytes of a local value in memory; 0 where its size is not known. */
int64_t value_bytes(const struct type *type);

#endif
