/* What the files share that make the graph of all devices that of one rank. */
#ifndef SDYC_RANK_EXCHANGES_H
#define SDYC_RANK_EXCHANGES_H

#include "codegen/graph/graph.h"

/* What has been made for readers at other ranks: it stands behind the node that it is of; of what a
 * loop carries, where the region of the reader begins. */
struct made {
    struct node *of, *node;
    struct subgraph *in;
};
/* What a reader takes of a value: along each dimension a range that begins at an affine function of
 * the number of its rank; of all ranks along some axes, or, by device, of the one that a table
 * names. */
struct rank_window {
    struct affine begin[KERNEL_DIMS];
    int64_t extent[KERNEL_DIMS];
    uint32_t axes;          /* that the exchange has points along */
    const int64_t *sources; /* positions of devices, -1: nothing is read; NULL: of all ranks */
};

struct taking {
    struct kernel_builder builder;
    struct graph *graph;
    const struct type *i64;
    uint32_t walk, axes; /* that lead to other ranks */
    const struct node *reader;
    VECTOR(struct made) made;
};

/* The places that a coordinate goes through: from an affine function of the number of the rank on,
 * which is what it owes to the axes of a mask and the least of the rest. */
struct rank_range {
    struct affine begin;
    int64_t last; /* how far it goes from there */
};

/* ranks.c */
/* What an affine function owes to the rank: a term of at least 0 and at most *most, the rest of it
 * staying in the function; NULL: nothing. */
struct term *rank_share(struct taking *taking, struct affine *affine, int64_t *most);
/* Through which places a coordinate of taking->reader goes; false: that is not known. */
bool rank_find_range(const struct taking *taking, const struct affine *at, uint32_t axes,
                     struct rank_range *range);

/* rank_windows.c: lets library nodes compute no more than a rank reads of their results. */
void rank_take_windows(struct taking *taking);

/* rank_exchanges.c */
/* Takes a node that was made last out of its list again, to be put where it belongs. */
struct node *node_taken_out(struct node *node);
/* What a read at other ranks finds instead of its node: an exchange of what the window shows, or a
 * relayout of one. */
struct node *rank_read_instead(struct taking *taking, struct node *node,
                               const struct rank_window *window);

#endif
