/* Gather and scatter where each device holds a part of what they index: indices become those within
 * the part, and those that lie outside are found. */
#ifndef SDYC_OPS_GATHER_PARTS_H
#define SDYC_OPS_GATHER_PARTS_H

#include "ops/partition_builder.h"

/* Gives the operation a flag that it has by default: what is made for a part says it, as Shardy's
 * does. */
void spell_out(struct module *module, struct op *op, const char *flag);

struct part_indexing {
    struct partition_builder *builder;
    const struct type *part; /* of operand 0, on one device */
    struct int_list index_map;
    int64_t vector_dim;
    /* By dimension of operand 0: sharded, and indices take one element of it at a time. */
    bool is_cut[MAX_RANK];
};

/* Whether any dimension is cut, and any that indices move along. */
bool cuts_any(const struct part_indexing *indexing);
bool cuts_indexed(const struct part_indexing *indexing);
/* Integers that can count the elements of every dimension. */
struct value *widened_indices(const struct part_indexing *indexing, struct value *indices);
/* Each index that is no position of the whole tensor is the nearest one. */
struct value *clamped_indices(const struct part_indexing *indexing, struct value *indices);
/* Indices within the part: those of the whole tensor less where the part begins. Given `mask`, it
 * becomes whether they lie within the part, each for itself. */
struct value *indices_in_part(const struct part_indexing *indexing, struct value *indices,
                              struct value **mask);
/* Whether the device holds the first elements of all dimensions that are cut and not indexed; NULL
 * where there is no such dimension. */
struct value *holds_first(const struct part_indexing *indexing);

#endif
