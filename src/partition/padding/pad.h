/* Padding: dimensions that the axes on them do not divide are made longer, for the whole program at
 * once, until they do. Padding stands at the end of a dimension, so the last devices hold some or
 * nothing else. What it holds is followed (a fill), and a consumer to which it would make a
 * difference has it replaced by the value that makes none, where it is not that already. */
#ifndef SDYC_PAD_H
#define SDYC_PAD_H

#include "ops/build.h"
#include "ops/needs.h"
#include "ops/scalar.h"

/* What is known of a value: its type without padding, and what all of its padding holds (a dense
 * attribute of rank 0; NULL: unknown). */
struct padded_value {
    const struct type *original;
    const struct attr *fill;
};

struct padder {
    struct module *module;
    struct arena *scratch;              /* of the operation at hand */
    bool signatures;                    /* what functions are given and return is padded too */
    struct builder at;                  /* before it */
    VECTOR(struct padded_value) values; /* by value->note; the first stands for what is not noted */
    VECTOR(struct need)
    needs; /* NEED_PADDED of all operations: from op->note on, to one of no kind,
                                * which the first is */
};

/* A set of dimensions of one tensor. */
typedef uint64_t dim_set;
#define ALL_DIMS (~(dim_set)0)
static inline dim_set dim_set_of(int64_t dim) {
    return (dim_set)1 << dim;
}
dim_set dim_set_of_list(struct int_list dims);

/* --- pad.c: what values are ------------------------------------------------------------------- */

/* `type` with every dimension as long as the axes of `sharding` divide it; itself where they do. */
const struct type *padded_type(const struct op *op, struct context *context,
                               const struct type *type, const struct attr *sharding);
const struct type *pad_original(const struct padder *padder, const struct value *value);
const struct attr *pad_fill(const struct padder *padder, const struct value *value);
/* The dimensions of a value that end in padding. */
dim_set pad_dims(const struct padder *padder, const struct value *value);
void pad_note(struct padder *padder, struct value *value, const struct type *original,
              const struct attr *fill);
/* Gives the results the types that follow from operands and shardings; what their padding holds is
 * not known. */
bool pad_in_place(struct padder *padder, struct op *op);
/* Replaces an operation of one result. */
bool pad_replace(struct op *op, struct value *value);
/* Pads one operation whose operands are padded: gives it the fills that it needs, then the hook of
 * its kind, or pad_in_place. */
bool pad_op(struct padder *padder, struct op *op);

/* --- fill.c: what padding holds --------------------------------------------------------------- */

/* The value that makes no difference to a fold by `op`; NULL: there is none. */
const struct attr *fold_identity(struct context *context, const struct type *element,
                                 enum scalar_op op);
const struct attr *fill_zero(struct context *context, const struct type *element);
/* An index that is out of bounds. */
const struct attr *fill_outside(struct context *context, const struct type *element);
/* The value with `fill` in the padding of these dimensions; itself where it holds that already. */
struct value *pad_with_fill(struct padder *padder, struct value *value, dim_set dims,
                            const struct attr *fill);
/* The same with a fill that is a value of rank 0. */
struct value *pad_with_value(struct padder *padder, struct value *value, dim_set dims,
                             struct value *fill);
/* The value padded further, to `type`, with `fill`. */
struct value *pad_up_to(struct padder *padder, struct value *value, const struct type *type,
                        const struct attr *fill);
/* The value with these dimensions cut to what they are without padding. */
struct value *pad_trim(struct padder *padder, struct value *value, const struct type *original,
                       dim_set dims, const struct attr *sharding);

/* --- collectives.c: whole dimensions ---------------------------------------------------------- */

/* Pads an operation that cannot work on these dimensions of its operands and of its results in
 * padded parts: they are gathered before and sliced behind it. */
bool pad_on_whole(struct padder *padder, struct op *op, const dim_set *operand_dims,
                  dim_set result_dims);

/* --- operations.c, collectives.c, convolution.c: one hook a kind of operation ----------------- */

typedef bool pad_hook(struct padder *padder, struct op *op);
pad_hook pad_all_gather, pad_all_slice /* and reduce_scatter */, pad_all_to_all,
    pad_sharded_to_unreduced, pad_convolution;
/* The type of an operation's first result as long as its sharding asks for. */
const struct type *pad_result_type(struct padder *padder, const struct op *op);
/* The dimensions that two types of one rank have of different lengths. */
dim_set dims_unlike(const struct type *a, const struct type *b);
/* NULL: pad_in_place. */
pad_hook *pad_hook_of(const struct op *op);
/* "OP cannot be padded: WHY", at the operation; false. */
bool pad_fails(struct padder *padder, const struct op *op, const char *why);

#endif
