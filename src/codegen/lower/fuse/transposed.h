/* Inside of lowering: reads across the order of what they read. */
#ifndef SDYC_TRANSPOSED_H
#define SDYC_TRANSPOSED_H

#include "codegen/graph/graph.h"

/* Whether the node, whose readers are decided, is better written out than computed inside of the
 * one kernel that reads it: a large permutation in a kernel that computes, which becomes a kernel
 * of its own and takes the order of its reader; or what is computed inside of one that only
 * permutes. */
bool node_stand_across(struct node *node);

#endif
