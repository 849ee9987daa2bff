/* Matrix products: C[m,n] = (accumulate ? C : 0) + A[m,k] * B[k,n], one or several side by side.
   README.md says which ways of multiplying there are, and when each is taken.

   A descriptor (struct sdyrt_product) says what is asked. A plan (struct sdyrt_product_plan) says
   how it is done; product_plan.h makes it, once, of the descriptor and a class of processors. A
   call runs a plan on the calling thread alone: parallelism belongs to the team, which cuts C into
   tiles (sdyrt_product_tile) and runs one call per tile. The value of an element of C depends on
   operands, descriptor and plan, never on the thread that computes it.

   Strides count elements, may be zero or negative, and are free for each dimension, so either
   operand may be transposed or lie inside a larger buffer. C must not overlap A or B. m, n and k
   may be zero; with k == 0, C is set to zero (or kept). */
#ifndef SDYRT_PRODUCT_H
#define SDYRT_PRODUCT_H

#include "product_tile.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What is asked: `count` products, 1 or more, whose operands and results lie a step apart. Emitted
   programs keep these as constants. */
struct sdyrt_product {
    int64_t type; /* enum sdyrt_product_type */
    int64_t m, n, k;
    int64_t a_row, a_col; /* element strides */
    int64_t b_row, b_col;
    int64_t c_row, c_col;
    /* 1: each sum is made in the order of k, so that an element has the same bits whatever m and n
       are; 0: as is fastest. */
    int64_t in_order;
    /* 1: what is multiplied are elements of the operands; 0: it may be parts of them, each of fewer
       bits, as product_split.h has it. */
    int64_t direct;
    int64_t count;
    int64_t a_step, b_step, c_step; /* elements, from one product to the next */
};

/* How it is done: a row of product_routes.def, and what that leaves open. */
struct sdyrt_product_plan {
    int64_t route;     /* enum sdyrt_product_route */
    int64_t exchanged; /* 1: computed as the product of the transposes, B' * A' */
    int64_t depth;     /* terms of a sum that are added up at a time, 1 or more; see README.md */
    int64_t in_place;  /* enum sdyrt_product_place: how panels of B are read */
    int64_t isa;       /* enum sdyrt_isa: whose instructions multiply */
};

enum sdyrt_product_place {
    SDYRT_PRODUCT_PACKED,      /* they are packed first */
    SDYRT_PRODUCT_IN_PLACE,    /* where B lies */
    SDYRT_PRODUCT_IN_PLACE_FAR /* and fetched ahead, as it comes from memory */
};

enum sdyrt_product_route {
#define ROUTE(name, NAME, ...) SDYRT_PRODUCT_##NAME,
#include "product_routes.def"
    SDYRT_PRODUCT_ROUTE_COUNT
};

/* Runs a plan that was made for this descriptor, for a class that this processor belongs to.
   scratch: sdyrt_product_scratch bytes aligned to 64, used by no other thread until the call
   returns; its contents are lost. */
void sdyrt_product(const struct sdyrt_product *product, const struct sdyrt_product_plan *plan,
                   const void *a, const void *b, void *c, int accumulate, void *scratch);

/* A tile of C, or some rows and columns of it. */
struct sdyrt_product_part {
    int64_t row, row_end, col, col_end;
};

/* Cuts `tile` down to the piece with this number and as many behind it, of at most `most`, as are
   multiplied with it in one call: those below each other, or several columns of them. Returns how
   many pieces that are. Where a call's rows and columns have to do with the bits, the first piece
   is the whole tile, and the others are nothing. */
int64_t sdyrt_product_join(const struct sdyrt_product_pieces *pieces,
                           const struct sdyrt_product_plan *plan, int64_t piece, int64_t most,
                           struct sdyrt_product_part *tile);

/* The same where no bits depend on it. */
int64_t sdyrt_join_pieces(const struct sdyrt_product_pieces *pieces, int64_t piece, int64_t most,
                          struct sdyrt_product_part *tile);

/* A plan that is right for every product of this type and depth on processors with these
   instructions (enum sdyrt_isa), if seldom the fastest one. */
struct sdyrt_product_plan sdyrt_product_panels_of(int64_t isa, int64_t type, int64_t k);

#ifdef __cplusplus
}
#endif
#endif
