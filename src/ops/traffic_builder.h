/* What devices send each other in a collective: a hook `traffic` says among whom, the partition
 * stage how much that is (codegen/traffic.h). */
#ifndef SDYC_OPS_TRAFFIC_BUILDER_H
#define SDYC_OPS_TRAFFIC_BUILDER_H

#include "ir/ir.h"

struct traffic_builder;

enum traffic_kind {
    TRAFFIC_ALL_REDUCE,
    TRAFFIC_ALL_GATHER,
    TRAFFIC_REDUCE_SCATTER,
    TRAFFIC_ALL_TO_ALL,
    TRAFFIC_COLLECTIVE_PERMUTE,
    TRAFFIC_COLLECTIVE_BROADCAST,
    TRAFFIC_COLLECTIVE_REDUCE,
    TRAFFIC_KINDS,
};

/* A hook. Nothing is sent. */
void traffic_none(const struct op *op, struct traffic_builder *builder);

/* Collectives of stablehlo: among the groups that the property replica_groups names, or all
 * devices; from device to device as the property source_target_pairs says. */
void traffic_in_groups(const struct op *op, struct traffic_builder *builder,
                       enum traffic_kind kind);
void traffic_in_pairs(const struct op *op, struct traffic_builder *builder);
/* Collectives of sdy, on the mesh of their out_sharding: among `size` devices along some axes;
 * along the axes that the property `name` lists for each dimension. */
void traffic_along(const struct op *op, struct traffic_builder *builder, enum traffic_kind kind,
                   int64_t size);
void traffic_along_lists(const struct op *op, struct traffic_builder *builder,
                         enum traffic_kind kind, const char *name);
/* From the devices that hold a part of the operand to those of the result's sharding. */
void traffic_by_shardings(const struct op *op, struct traffic_builder *builder);

#endif
