/* How the caller's tensors lie in memory: what is asked for, by attributes of arguments and results
 * or by whoever compiles. */
#ifndef SDYC_BORDER_H
#define SDYC_BORDER_H

#include "codegen/graph/graph.h"

struct border_layout {
    bool is_any;                /* what costs least */
    uint8_t order[KERNEL_DIMS]; /* of the dimensions, the slowest first */
    bool is_packed;             /* two numbers of 4 bits lie in a byte, the first in its low half */
    bool packs_alone;           /* though nobody has asked for that */
    int64_t block;              /* 0, or channels lie in blocks of so many, and `order` is that of a
                                 * tensor with a further dimension, those of a block */
};

/* Of argument or result `index` of the function, which has that type. False after a located
 * error. */
bool border_of_argument(struct kernel_builder *builder, uint32_t index, const struct type *type,
                        struct border_layout *border);
bool border_of_result(struct kernel_builder *builder, uint32_t index, const struct type *type,
                      struct border_layout *border);
/* The type of the tensor with blocked channels: they are padded to whole blocks. */
const struct type *border_blocked_type(struct kernel_builder *builder, const struct type *type,
                                       int64_t block);
/* The value of such a tensor, and the other way round; zeros stand in the padding. */
struct node *border_unblock(struct kernel_builder *builder, const struct type *type,
                            struct node *blocked, int64_t block);
struct node *border_block(struct kernel_builder *builder, struct node *node, int64_t block);

/* The same of tensors whose numbers of 4 bits are packed: bytes, half as many along the last
 * dimension. */
const struct type *border_packed_type(struct kernel_builder *builder, const struct type *type);
struct node *border_unpack(struct kernel_builder *builder, const struct type *type,
                           struct node *packed);
struct node *border_pack(struct kernel_builder *builder, struct node *node);
/* Notes the inputs that are packed though nobody has asked for that, and that are read as more than
 * the weights of products, which unpack them: whole[i] is true for these. Whether there are any. */
bool border_find_whole(struct graph *graph, bool *whole);

#endif
