/* How an operand of a product is followed to the narrow weights that it is made of; internal to the
 * recognition of products by narrow weights. */
#ifndef SDYC_LIBRARY_WEIGHTS_FOLLOW_H
#define SDYC_LIBRARY_WEIGHTS_FOLLOW_H

#include "codegen/library/gemm.h"
#include "ops/kernel_builder.h"

/* A contraction while an operand is followed. Its space: result dimensions, then contracted ones,
 * which reshapes on the way divide. */
struct weights {
    struct kernel_builder *builder;
    uint32_t rank, count;
    int64_t extent[KERNEL_DIMS];
    struct node *node;               /* what is read, */
    struct affine at[KERNEL_DIMS];   /* and where in the space, */
    struct term *index[KERNEL_DIMS]; /* where numbers of the program say, in [0, most]; or NULL */
    int64_t most[KERNEL_DIMS];
    struct node *other; /* the operand that stays what it is */
    struct affine other_at[KERNEL_DIMS];
    struct term *scale, *zero; /* over the space; NULL: there is none */
    struct term *bits;         /* that are looked at as what weights are unpacked from */
    struct weights_packed packed;
    bool has_parts, divides_results; /* a piece of a tensor is followed; results may be divided */
    uint32_t steps;
};

/* weights_follow.c: down to the narrowest tensor that the operand is made of. */
bool weights_follow(struct weights *w);
/* The same from a term of what is read now, which reads other tensors. */
bool weights_follow_term(struct weights *w, const struct term *term);
uint32_t weights_dims(const struct weights *w);
bool weights_can_look(struct weights *w);
/* Divides a dimension of the space into several, the last of which is the fastest. */
bool weights_divide(struct weights *w, uint32_t dim, uint32_t count, const int64_t *extent);
/* The dimension of the space of a stride and extent, taken out of `at`. */
bool weights_find_dim(const struct weights *w, struct affine *at, int64_t stride, int64_t extent,
                      struct affine *place);
/* The dimension of the space that a coordinate is; -1: it is none. */
int32_t weights_dim_of(const struct weights *w, const struct affine *at);
/* A read as one without groups: `place` has a coordinate for each dimension of what is read. A
 * group may ask for a dimension to be divided first, which changes coordinates: `again`. */
bool weights_plain_read(struct weights *w, const struct term *read, struct affine *place,
                        bool *again);
/* Puts what the scale, the zero point or the bits read in the place of reads of it. */
bool weights_look_at(struct weights *w, struct term **factor);
struct term *weights_times(struct weights *w, struct term *a, struct term *b);
/* Numbers that are scaled: others wrap, have parts, or more digits. */
bool weights_is_wide(enum element element);
/* Whether a number of the type is the same number after the conversion, or a nearer one to what was
 * meant without it. */
bool weights_is_widening(enum element from, enum element to);
/* Of scales and zero points, which may be of f32, too. */
enum sdyrt_weights_type weights_factor_type(enum element element);

/* weights_packed.c: a term that takes 4 bits out of elements of a tensor, which is read in its
 * place. */
bool weights_follow_bits(struct weights *w, const struct term *term);
/* A tensor that is put together of pieces, each of which has other bits of the same elements. */
bool weights_follow_pieces(struct weights *w);

#endif
