/* Inside of lowering: the kernel that is being made of a group of nodes. The passes stand in rooms
 * (README.md of each): layout and fuse decide, kernels makes the program, merge and schedule change
 * it. */
#ifndef SDYC_LOWER_H
#define SDYC_LOWER_H

#include "codegen/lower/fuse/fuse.h"

/* kernels/lower.c: the program's kernels and steps in a valid order, and its buffers. */
struct program *graph_lower(struct graph *graph);

/* expression.c: terms of nodes as expressions over a kernel's dimensions. */
struct inlined {             /* a read that was lowered already */
    const struct term *term; /* NULL: a load, known by its place alone */
    const struct affine *map;
    struct expr *expr;
};
struct steps { /* while the list grows */
    struct step *items;
    size_t count, capacity;
};
struct lowering {
    struct graph *graph;
    struct steps *steps; /* where kernels go */
    struct steps once;   /* kernels of the first run alone, in order */
    struct program *program;
    struct group *group;
    struct kernel *kernel;
    VECTOR(struct kernel *) kernels; /* all of the program */
    VECTOR(struct kernel_buffer *) buffers, constants;
    VECTOR(struct program_call *) calls;
    VECTOR(struct affine *) affines; /* all of this kernel, to be renumbered together */
    VECTOR(struct inlined) known;
    struct line_index lines;       /* of the input */
    VECTOR(struct expr *) reduced; /* expressions that read the anchor's result */
    const struct access *stored;   /* of a tensor in parts: where the point's element goes */
};
/* A term of a node whose own coordinates are `map` (one per dimension) in the kernel's space. */
struct expr *lower_term(struct lowering *lowering, const struct term *term,
                        const struct affine *map, uint32_t map_count);
/* The element of a node at coordinates of the kernel's space: a load, or what it is computed of. */
struct expr *lower_value(struct lowering *lowering, const struct node *node,
                         const struct affine *map);
/* Where a read finds its element; the node read must have a buffer, or be a view of one. */
struct access lower_access(struct lowering *lowering, const struct term *read,
                           const struct affine *map, uint32_t map_count);
/* The element of a node with a buffer at `map`: the one place where strides become addresses. */
struct access buffer_access(const struct node *node, const struct affine *map);
void lowering_register(struct lowering *lowering, struct affine *affine);
/* What statements read of the anchor they find at `place`: a library kernel's tile. */
void lowering_load_reduced(struct lowering *lowering, const struct access *place);

/* dims.c: renumbering a kernel's dimensions. */
void kernel_permute(struct lowering *lowering, const uint32_t *from); /* new dim i was from[i] */
void kernel_drop_units(struct lowering *lowering);
/* Neighbours among the dimensions before `end` that are one in memory become one. */
void kernel_coalesce(struct lowering *lowering, uint32_t end);
void kernel_add_unit(struct lowering *lowering, uint32_t position);
/* Parallel and sequential dimensions each by falling stride of the two given functions; NULL: they
 * stay in their order. */
void kernel_sort(struct lowering *lowering, const struct affine *parallel,
                 const struct affine *sequential);

/* masks.c: elements that are copied where the comparison of two positions holds, and else from
 * elsewhere, become guarded. */
void kernel_guard_masks(struct lowering *lowering);

/* bits.c: makes integers of the numbers that the kernel does no more with than to move them. */
void kernel_move_bits(struct kernel *kernel);

/* lower.c: strides that follow from the node's order. */
void node_set_strides(struct node *node);
/* arguments.c: inputs and outputs, what they are called, where they may lie. */
void add_arguments(struct graph *graph, struct program *program);

/* lower.c: a further kernel behind that of the node at hand, which it becomes; a buffer for what
 * passes between kernels. */
struct kernel *lowering_add_kernel(struct lowering *lowering, const char *comment);
struct kernel_buffer *lowering_add_buffer(struct lowering *lowering, enum element element,
                                          int64_t elements, const char *comment);
/* What the list has, which is freed. */
struct step_list lowering_list(const struct lowering *lowering, struct steps *steps);
/* constants.c: takes constants away that a kernel read only until something made of them took their
 * place. */
void lowering_drop_unread(struct lowering *lowering);
/* constant_cache.c: puts what is done in the first run alone at the beginning of the program, and
 * its results into memory that is kept. */
void lowering_finish_once(struct lowering *lowering);
/* constant_cache.c: a buffer for what a kernel of the first run makes. */
struct kernel_buffer *lowering_add_kept(struct lowering *lowering, enum element element,
                                        int64_t elements, const char *comment);
/* Sets the places of the operations of the group at hand (origin.c). */
void kernel_set_origin(struct kernel *kernel, const struct lowering *lowering);
/* Data that a kernel of the program reads. It belongs to the program's arena. */
struct kernel_buffer *lowering_add_constant(struct lowering *lowering, enum element element,
                                            int64_t elements, const void *data,
                                            const char *comment);

#endif
