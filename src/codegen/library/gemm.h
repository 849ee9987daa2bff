/* A matrix product per point of the dimensions before m: C[m,n] = sum over the sequential
 * dimensions of A[m,k] B[k,n]. Dimensions of the domain: loops..., m, n | outer k..., k. The
 * strides are those of the three accesses; `c` is a buffer or a BUFFER_TILE of m x n tile size. */
#ifndef SDYC_LIBRARY_GEMM_H
#define SDYC_LIBRARY_GEMM_H

#include "codegen/library/library.h"
#include "product_tile.h"
#include "product_weights.h"

/* Weights of 4 bits that elements of memory hold several of. */
struct weights_packed {
    enum sdyrt_weights_type type; /* SDYRT_WEIGHTS_NONE: they are not packed */
    uint32_t dim;                 /* that counts the parts of an element */
    int64_t order;                /* as in struct sdyrt_weights */
};

struct gemm_node {        /* what struct node's `call` is; NULL: all zero */
    bool direct;          /* what is multiplied are elements, not parts of them */
    bool by_weights;      /* one operand is narrow, and decoded as it is read (weights.h): */
    bool weights_left;    /* the first one */
    uint32_t scale, zero; /* which operands are its scales and zero points; 0: there are none */
    struct weights_packed packed;
};

struct gemm { /* what struct kernel's `call` is */
    struct access a, b, c;
    struct access scale, zero; /* without a buffer: there are none */
    struct weights_packed packed;
    struct affine part;            /* the number of a part of packed weights */
    bool by_weights, weights_left; /* as the kernel's operands stand now */
    bool in_order; /* the bits do not depend on how rows and columns are shared out */
    bool direct;   /* what is multiplied are elements, not parts of them */
    struct sdyrt_product_pieces pieces; /* of a tile, each of them a task */
    int64_t sample[2]; /* rows and columns that choose the route of a tile, at most */
};

static inline struct gemm *kernel_gemm(const struct kernel *kernel) {
    return kernel->call;
}

/* The product of a tile as the runtime is asked for it. A bit of `shape` stands for each dimension
 * whose last tile is smaller: there the tile is that one. */
struct sdyrt_product gemm_product(const struct kernel *kernel, uint32_t shape);
/* Whether it is asked for as that of the transposes: the runtime widens its right operand. */
bool gemm_is_turned(const struct gemm *gemm);

/* gemm_dims.c: puts the dimensions of the kernel at hand, which is one of these, in that order. */
void gemm_choose_dims(struct lowering *lowering);

#endif
