/* Which nodes share a kernel: what fusing decides, and the groups that follow from it. */
#ifndef SDYC_FUSE_H
#define SDYC_FUSE_H

#include "codegen/graph/graph.h"

/* fuse.c: decides which nodes have a buffer, and of each root the anchor that its kernel begins
 * with (materialised, anchor and host of struct node). */
void graph_fuse(struct graph *graph);

/* The roots that one kernel computes, and what it starts with; or a loop or branch. */
struct group {
    struct node *anchor;          /* reduction or library node; may itself be the first root */
    VECTOR(struct node *) roots;  /* in order; later ones may read earlier ones at the same point */
    VECTOR(struct node *) inputs; /* nodes with buffers that it reads, roots excluded */
    struct group *merged_into;
    uint32_t number; /* position in the order of kernels */
};

/* fuse.c: whether elements follow each other alike in a root and in what a library kernel makes in
 * an order of its own, of which dims[d] is what dimension d of the root is (NULL: the same); or all
 * of it is near. In a product they do along all that stays in one matrix. Otherwise each element of
 * a tile is in a line of its own for the root, and a kernel with tiles made for that is faster. */
bool node_lies_alike(const struct node *node, const struct node *root, const uint32_t *dims);

/* group.c: the groups of a subgraph in a valid order. */
struct group_list {
    struct group **items;
    size_t count, capacity;
};
void subgraph_groups(struct graph *graph, const struct subgraph *subgraph,
                     struct group_list *groups);

#endif
