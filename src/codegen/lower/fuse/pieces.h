/* Computations over tensors in parts that lie side by side, as concatenations and rolls are: the
 * kernel that reads such a tensor element by element is cut where its parts meet, and computes each
 * piece of what the part is a copy of. The tensor itself is never stored. */
#ifndef SDYC_PIECES_H
#define SDYC_PIECES_H

#include "codegen/graph/graph.h"

/* Where the kernel of a root is cut. */
struct pieces {
    uint32_t count[KERNEL_DIMS]; /* cuts of each dimension */
    int64_t at[KERNEL_DIMS][8];
};

/* Whether all readers of a tensor in parts can be cut so that none needs it stored; cuts them. */
bool parts_become_pieces(struct graph *graph, struct node *node);
/* The number of pieces of a root, at least 1. */
uint32_t pieces_count(const struct node *root);
/* The root's coordinates as functions of those of a piece, and how long it is in each dimension. */
void pieces_box(const struct node *root, uint32_t piece, struct affine *map, int64_t *extent);
/* The part of the tensor that has all points of the kernel's space `extent` at `coordinates`, which
 * become those of the part. */
const struct node_part *part_at(const struct node *node, struct affine *coordinates, uint32_t dims,
                                const int64_t *extent);

#endif
