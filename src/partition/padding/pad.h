/* Padding: dimensions that the axes on them do not divide are made longer, for the whole program at
 * once, until they do. Padding stands at the end of a dimension, so the last devices hold some or
 * nothing else. What it holds is followed (a fill), and a consumer to which it would make a
 * difference has it replaced by the value that makes none, where it is not that already.
 *
 * What an operation makes of padding its hook `fill` says; the builder for these hooks is
 * implemented here (ops/fill_builder.h). */
#ifndef SDYC_PAD_H
#define SDYC_PAD_H

#include "ops/build.h"
#include "ops/fill_builder.h"
#include "ops/needs.h"

/* What is known of a value: its type without padding, and what all of its padding holds (a dense
 * attribute of rank 0; NULL: unknown). */
struct padded_value {
    const struct type *original;
    const struct attr *fill;
};

struct fill_builder {
    struct module *module;
    struct arena *scratch;              /* of the operation at hand */
    bool signatures;                    /* what functions are given and return is padded too */
    struct builder at;                  /* before it */
    VECTOR(struct padded_value) values; /* by value->note; the first stands for what is not noted */
    VECTOR(struct need)
    needs; /* NEED_PADDED of all operations: from op->note on, to one of no kind,
                                * which the first is */
};

/* --- pad.c: what values are ------------------------------------------------------------------- */

/* `type` with every dimension as long as the axes of `sharding` divide it; itself where they do. */
const struct type *padded_type(const struct op *op, struct context *context,
                               const struct type *type, const struct attr *sharding);
/* Replaces an operation of one result. True. */
bool pad_replace(struct op *op, struct value *value);
/* Pads one operation whose operands are padded: gives it the fills that it needs, then calls its
 * hook `fill`. False after an error. */
bool pad_op(struct fill_builder *padder, struct op *op);

/* --- fill.c: what padding holds --------------------------------------------------------------- */

/* The value with `fill` in the padding of these dimensions; itself where it holds that already. */
struct value *pad_with_fill(struct fill_builder *padder, struct value *value, dim_set dims,
                            const struct attr *fill);
/* The value padded further, to `type`, with `fill`. */
struct value *pad_up_to(struct fill_builder *padder, struct value *value, const struct type *type,
                        const struct attr *fill);
/* The value with these dimensions cut to what they are without padding. */
struct value *pad_trim(struct fill_builder *padder, struct value *value,
                       const struct type *original, dim_set dims, const struct attr *sharding);

#endif
