/* Inside of lowering: groups of nodes that share a kernel, and the kernel that is being made. */
#ifndef SDYC_LOWER_H
#define SDYC_LOWER_H

#include "codegen/graph/graph.h"

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

/* schedule.c: which buffers share memory, where they lie in the arena, and which steps wait. */
void program_schedule(struct program *program);
/* overlap.c: begins exchanges early, and waits for them late. */
void program_overlap(struct program *program);
/* rows.c: kernels that make what the next one reads, as it reads it. */
void program_join_rows(struct program *program);
/* chain.c: kernels that one thread takes a task through, one after the other. */
void program_chain(struct program *program);
/* lower.c: strides that follow from the node's order. */
void node_set_strides(struct node *node);
/* arguments.c: inputs and outputs, what they are called, where they may lie. */
void add_arguments(struct graph *graph, struct program *program);
/* coalesce.c: gives buffers one memory where a move between them then does nothing, and takes such
 * moves away. */
void program_coalesce(struct program *program);
/* windows.c: reductions over few points become expressions. */
void program_unroll(struct program *program);
/* join.c: kernels that write parts of one tensor from the same operands become one. */
void program_join(struct program *program);
/* join.c: what several expressions of a kernel without guards compute becomes one of them; nothing
 * that the kernel stores changes what it loads. */
void kernel_share(struct kernel *kernel);
/* join.c: takes kernels that do nothing any more out of the program. */
void program_drop(struct program *program);
/* siblings.c: reductions of the same memory become one. */
void program_join_siblings(struct program *program);
/* absorb.c: loops that make what a reduction takes become part of it. */
void program_absorb(struct program *program);

/* order.c: whether the results of a kernel are plain stores to memory of the program, of tensors
 * that no other kernel writes parts of; whether it is, besides, a reduction by one operation, to
 * memory that no other buffer has; and whether its strips lie along its results. */
struct uses;
bool kernel_stores_plainly(const struct program *program, const struct kernel *kernel);
bool kernel_is_sum(const struct program *program, const struct kernel *kernel);
bool kernel_lies_across(const struct kernel *kernel, const struct uses *uses);
/* order.c: whether the kernel of a step, whose uses these are, may run right behind that of an
 * earlier one. What the earlier one stores in the buffer `known` does not count; it may be NULL. */
enum { STEPS_AHEAD = 48 }; /* that are looked through for such a kernel */
bool step_may_move(const struct step_list *list, uint32_t first, uint32_t step,
                   const struct kernel_buffer *known, const struct uses *uses);

/* lower.c: a further kernel behind that of the node at hand, which it becomes; a buffer for what
 * passes between kernels. */
struct kernel *lowering_add_kernel(struct lowering *lowering, const char *comment);
struct kernel_buffer *lowering_add_buffer(struct lowering *lowering, enum element element,
                                          int64_t elements, const char *comment);
/* What the list has, which is freed. */
struct step_list lowering_list(const struct lowering *lowering, struct steps *steps);
/* once.c: puts what is done in the first run alone at the beginning of the program, and its results
 * into memory that is kept. */
void lowering_finish_once(struct lowering *lowering);
/* once.c: a buffer for what a kernel of the first run makes. */
struct kernel_buffer *lowering_add_kept(struct lowering *lowering, enum element element,
                                        int64_t elements, const char *comment);
/* Sets the places of the operations of the group at hand (origin.c). */
void kernel_set_origin(struct kernel *kernel, const struct lowering *lowering);
/* Data that a kernel of the program reads. It belongs to the program's arena. */
struct kernel_buffer *lowering_add_constant(struct lowering *lowering, enum element element,
                                            int64_t elements, const void *data,
                                            const char *comment);

#endif
