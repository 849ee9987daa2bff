/* Hooks `legalize_indices`: computations of sizes on indices become ones of stablehlo on i32. Each
 * puts other operations into the place of `op`, which its caller erases, or returns false where it
 * cannot; those of operations of stablehlo change their operands alone. */
#ifndef SDYC_OPS_SHAPE_INDEX_LEGALIZATION_H
#define SDYC_OPS_SHAPE_INDEX_LEGALIZATION_H

#include "ops/build.h"

struct index_legalization {
    struct module *module;
    struct builder at; /* before the operation at hand */
};

/* Whether it is an index or a tensor of them. */
bool is_of_indices(const struct value *value);
/* A constant of i32 that lists these numbers, which fit. */
struct value *index_list_in_i32(struct index_legalization *to, uint32_t count,
                                const int64_t *numbers);
/* What stands in the place of the operation is `value` as indices, where that has its type; false
 * otherwise, or where `value` is NULL. */
bool replace_by_index(struct index_legalization *to, struct op *op, struct value *value);

/* --- hooks ------------------------------------------------------------------------------------ */

/* The hooks `legalize_indices` of these operations (ir/op_def.h). */
bool legalize_broadcast(struct op *op, struct index_legalization *to);
bool legalize_const_shape(struct op *op, struct index_legalization *to);
bool legalize_dim(struct op *op, struct index_legalization *to);
bool legalize_extract(struct op *op, struct index_legalization *to);
bool legalize_from_elements(struct op *op, struct index_legalization *to);
bool legalize_index_cast(struct op *op, struct index_legalization *to);
bool legalize_muli(struct op *op, struct index_legalization *to);
bool legalize_num_elements(struct op *op, struct index_legalization *to);
bool legalize_shape_of(struct op *op, struct index_legalization *to);
/* Of operations of stablehlo that take indices. */
bool legalize_operands(struct op *op, struct index_legalization *to);

#endif
