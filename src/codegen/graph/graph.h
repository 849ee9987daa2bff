/* The program as a graph of nodes: values over index spaces, each the term of one element.
 *
 * Built from the IR by the emit hooks (build.c), given physical orders by lower/layout, decided
 * upon by lower/fuse (which nodes get a buffer, which kernels they share) and turned into kernels
 * and steps by lower/kernels. The words are explained in docs/glossary.md.
 *
 * Every index space begins with the instance axes of the graph (instances.c), of which a node has
 * one point each but for those it varies on; then come the logical dimensions, then those that are
 * folded away. A program without anything written per device has no instance axes.
 */
#ifndef SDYC_GRAPH_H
#define SDYC_GRAPH_H

#include "codegen/codegen.h"
#include "codegen/library/library.h"
#include "codegen/program/program.h"
#include "ops/kernel_builder.h"
#include "sharding/sharding.h"

#include "caches.h"

enum node_kind {
    NODE_INPUT,    /* argument of the program: the caller's whole tensor */
    NODE_CONSTANT, /* data of the program */
    NODE_RANK,     /* the number of the rank that runs it */
    NODE_COMPUTE,  /* term */
    NODE_REDUCE,   /* reduction; space: dimensions, then folded ones */
    NODE_LIBRARY,  /* library, operands, call */
    NODE_PARTS,
    NODE_CARRIED, /* what a loop carries, as its condition and body see it */
    NODE_LOOP,    /* results: what it carried in the end */
    NODE_BRANCH,  /* results: those of the case that was run */
    NODE_RESULT,  /* one of the several results of its owner */
};

enum term_kind {
    TERM_READ,
    TERM_CONSTANT, /* real or integer */
    TERM_INDEX,
    TERM_SCALAR,
    TERM_GUARD,
    TERM_ACCUMULATOR, /* of a tensor in parts: the element that stands where the point's goes */
    TERM_INCOMING,
};

/* One coordinate of the node read: an affine function of the reader's coordinates, and a clamped
 * term that is computed at run time (or NULL). */
struct read_coordinate {
    struct affine at;
    struct term *dynamic;
    int64_t most;
};

/* Several dimensions of the node read that share one coordinate: their row-major number. This is
 * what a reshape leaves, and a gather of instances. */
struct dim_group {
    uint32_t count;
    uint8_t dims[KERNEL_DIMS]; /* major to minor */
};

struct term {
    enum term_kind kind;
    enum element element;
    /* TERM_READ: a coordinate per dimension of the node, or, where there are groups, per group. */
    struct node *node;
    uint32_t coordinate_count;
    struct read_coordinate *coordinates;
    const struct dim_group *groups; /* NULL: every dimension by itself, in order */
    enum scalar_op op;
    uint32_t arg_count, number;
    struct term *args[3];
    struct affine affine;
    uint32_t guard_count;
    struct guard *guards;
    double real;
    int64_t integer;
    uint32_t mark; /* of the last walk that came here */
};

struct reduce_spec {
    uint32_t operands;
    bool in_order; /* one point after the other, as devices are added */
    enum scalar_op simple;
    struct term **init, **term, **next; /* next[i]: of TERM_ACCUMULATOR and TERM_INCOMING */
    uint32_t guard_count;
    struct guard *guards;
};

/* A condition, a loop's body, a case, or the whole function. */
struct subgraph {
    struct subgraph *outer;      /* NULL: the function */
    bool repeats;                /* a loop's condition or body */
    bool has_effect;             /* here or in a region inside: a node that is done in any case */
    VECTOR(struct node *) nodes; /* in order: operands come before users */
    uint32_t output_count;
    struct node **outputs; /* distinct nodes with buffers of their own */
    int64_t *sent;         /* bytes that devices send each time, by kind; NULL: none are counted */
};

/* A loop: subgraphs are the condition (output: whether to go on) and the body (outputs: what is
 * carried next). A branch: one subgraph per case. */
struct node_regions {
    struct node *selector; /* of a branch: its number, an integer or a boolean */
    uint32_t count;
    struct subgraph **subgraphs;
    uint32_t carried_count;
    struct node **init, **carried; /* of a loop */
};

/* One evaluation of a node inside a kernel: which, and at which coordinates of its space. */
struct evaluation {
    struct node *root;
    /* 0: the root's own dimensions, 1: those of its anchor (folded ones too); of a node in parts:
     * the part. */
    uint32_t space;
    bool by_address;    /* the reader needs a buffer, not an element */
    struct affine *map; /* one per dimension of the node; NULL: read so that it cannot be inlined */
    int64_t points;     /* at which it is read; 0: all of the space */
};

struct group;        /* lower/fuse/fuse.h */
struct pieces;       /* lower/fuse/pieces.h */
struct layout_value; /* lower/layout/layout.h */

/* NODE_PARTS: index spaces that write the tensor one after the other. */
struct node_written {
    uint32_t count;
    struct node_part *parts;
    struct node *base; /* what stands where no part writes, or NULL */
};

/* Several results are nodes of their own. */
struct node_results {
    uint32_t count; /* of this node: 0 where it is its own only result */
    struct node **items;
    struct node *owner; /* NODE_RESULT */
    uint32_t number;    /* NODE_RESULT, NODE_CARRIED */
};

/* What the program, or the region around it, has it for. */
struct node_border {
    uint32_t input; /* NODE_INPUT: its number */
    bool is_output; /* of its subgraph */
    int32_t output; /* first result of the program it is, or -1 */
};

/* Where its elements lie: dimension order[0] is the slowest in memory. */
struct node_place {
    uint8_t order[KERNEL_DIMS];
    int64_t stride[KERNEL_DIMS]; /* in elements, of each dimension */
    struct kernel_buffer *buffer;
};

/* What the graph's own files know beside it. */
struct node_facts {
    bool is_inlined;       /* of a scalar region: its term reads no other of the region's nodes */
    bool is_reshape;       /* reads another node in row-major order, nothing else */
    bool is_unmerged;      /* computed ahead of a reshape (unmerge.c) */
    bool is_kept;          /* computed of constants alone, once, and kept (constant_cache.c) */
    bool is_wanted;        /* by another that is kept */
    double constant_bytes; /* of the largest constant behind it */
    const int64_t *by_device; /* the value on each device, where it follows from the device alone */
    struct node *device_sum_of;   /* of a sum over devices: the node cut into partial sums */
    struct axis_list device_axes; /* over which axes that sum is */
};

/* Decisions of lower/layout. A relayout asks for an order, and is read through once the value it is
 * of has that. */
struct node_layout {
    bool is_relayout, is_required; /* and that is not a matter of speed alone */
    bool is_conversion;            /* a copy in another order, whatever could be read through it */
    bool is_any;                   /* NODE_INPUT: its order is free */
    bool packs_alone;              /* NODE_INPUT: it is packed, which nobody has asked for */
    const struct term *taken_by; /* of one that any order will do in which the groups of a read lie
                                  * together: that read */
    const char *reason;       /* for the order, in a few words. NULL: row-major as everything is */
    const struct node *asker; /* whom the reason is about; or NULL */
    const uint8_t *border;    /* of a result of the program: the order that the caller wants. NULL:
                               * any will do */
    const struct type *callers; /* of the caller's tensor, whose channels lie in blocks or whose
                                 * numbers are packed: its type; else NULL */
    struct layout_value *value; /* lower/layout/layout.h: NULL where there is nothing to decide */
};

/* Decisions of lower/fuse. */
struct node_fusion {
    bool materialised;     /* it has a buffer */
    bool is_alone;         /* in its kernel (lower/fuse/transposed.c) */
    bool has_rounded;      /* of a root: its kernel rounds what a library kernel makes */
    struct pieces *pieces; /* of a root: its kernel is cut; NULL: it is one */
    struct node *anchor;   /* of a root: the reduction or library node that its kernel has */
    struct node *host;     /* of an anchor: its root */
    uint32_t anchor_dim[KERNEL_DIMS]; /* of a root: which dimension of the anchor each is */
    VECTOR(struct evaluation) evaluations;
    struct group *made_by, *read_by; /* the group that makes it, and the last that reads it */
    uint32_t fused;                  /* of a root: nodes that its kernel computes */
    double cost; /* scalar operations of the term, without those of nodes it reads */
};

/* What a value is, and beside it what each stage has found out of it. */
struct node {
    enum node_kind kind;
    int32_t id; /* order of creation in the whole graph */
    enum element element;
    const struct type *type;   /* of one instance */
    struct subgraph *in;       /* where it stands */
    uint32_t lead;             /* dimensions before the logical ones: the graph's instance axes */
    uint32_t axes;             /* bit a: it varies on instance axis a */
    uint32_t rank, sequential; /* dimensions, and further ones that are folded away */
    int64_t extent[KERNEL_DIMS];
    int64_t elements;          /* product of the first `rank` extents */
    const struct value *value; /* the IR value it is, for comments and reports; may be NULL */
    const struct op *op;
    uint32_t mark; /* of the last walk that came here */

    /* By kind. */
    struct term *term; /* NODE_COMPUTE */
    struct reduce_spec *reduce;
    const struct library *library; /* NODE_LIBRARY: its kind */
    uint32_t operand_count;
    struct term **operands; /* reads, at coordinates of its space */
    const void *call;       /* the kind's own description, or NULL */
    const struct attr *constant;
    struct node_regions *regions;
    struct node_written written;

    struct node_results results;
    struct node_border border;
    struct node_place place;
    struct node_facts facts;
    struct node_layout layout;
    struct node_fusion fusion;
};

/* Instance axis a: digit (device / stride) % size of a device's position in the mesh. Where
 * neighbours along it are of different ranks, these are rank_stride apart; else that is 0. */
struct instance_axis {
    int64_t size, stride, rank_stride;
};
struct instance_space {
    uint32_t count;
    struct instance_axis axes[KERNEL_DIMS]; /* major to minor */
    int64_t devices;                        /* 0: nothing is written per device */
    uint32_t rank_axes;                     /* bit a: along axis a devices are of different ranks */
};

struct graph {
    struct arena *arena;
    struct diagnostics *diagnostics;
    const struct codegen_options *options;
    struct instance_space instances;
    struct subgraph *main;
    int32_t node_count; /* of all subgraphs */
    uint32_t walks;     /* marks given out */
    uint32_t input_count;
    struct node **inputs;
    const bool *whole; /* by input: it is not packed of itself; NULL: any may be */
    struct node *rank; /* the number of the rank that runs the program; NULL: nothing asks for it */
    /* Of a program that ranks run: how their parts lie in the tensors of the whole program. */
    const struct rank_part **input_parts, **output_parts;
    struct pointer_map by_value;
    const struct op *func;
    struct context *context; /* of the module */
};

struct kernel_builder {
    struct graph *graph;
    struct context *context;
    struct subgraph *current;
    uint32_t scalar_regions; /* around the operation at hand */
    /* A truth value of those instances that are at work, where others have ended a loop or take
     * another case; NULL: all are. */
    struct node *active;
    bool failed;
};

/* terms.c, nodes.c, collectives.c: the builder that hooks speak to; build.c: the graph of a
 * function without calls. NULL after located errors. */
struct graph *graph_build(struct module *module, const struct op *func, struct arena *arena,
                          const struct codegen_options *options);
void graph_free(struct graph *graph);
void subgraph_free(struct subgraph *subgraph);
bool element_of_type(const struct type *type, enum element *element);
enum element element_or_bug(const struct type *type);
/* An index space without the instance axes, as the graph has it: coordinate d is lead + d. */
struct affine affine_lifted(const struct kernel_builder *builder, struct affine affine);
struct term *term_new(struct kernel_builder *builder, enum term_kind kind, enum element element);
/* An operation on integers of 2 or 4 bits by way of others; NULL: bytes compute it as it is. */
struct term *term_nibble(struct kernel_builder *builder, const struct type *element,
                         enum scalar_op op, uint32_t count, struct term *const *args);
/* A read at given coordinates in the reader's whole space, instance axes included. */
struct term *term_read_raw(struct kernel_builder *builder, struct node *node,
                           const struct affine *coordinates);
/* The term with each coordinate d of its reader's space replaced by map[d]. */
struct term *term_substitute(struct kernel_builder *builder, const struct term *term,
                             const struct affine *map, uint32_t count);
/* A node of one instance of `type`; it varies on the instance axes `axes`. */
struct node *node_new(struct kernel_builder *builder, enum node_kind kind, const struct type *type,
                      uint32_t axes);
/* Gives a node that nobody has read yet other instance axes. */
void node_set_axes(const struct graph *graph, struct node *node, uint32_t axes);
struct node *node_copy(struct kernel_builder *builder, struct node *node);
/* Asks for `node` in a physical order (NULL: row-major), whatever its own turns out to be. */
struct node *node_relayout(struct kernel_builder *builder, struct node *node, const uint8_t *order,
                           const char *reason);
/* unmerge.c: what node_compute would make, as a reshape of what is computed over the dimensions
 * that a reshape among its reads has merged. NULL where there is no such read. */
struct node *node_unmerged(struct kernel_builder *builder, const struct type *type,
                           struct term *term);
struct node *node_result_of(struct kernel_builder *builder, struct node *owner, uint32_t number,
                            const struct type *type, uint32_t axes);
/* The node's elements as those of another type; the node itself where they are. */
struct node *node_convert(struct kernel_builder *builder, struct node *node,
                          const struct type *element);
/* The node as an output of its subgraph: itself, or a copy where it is something else already. */
struct node *node_as_output(struct kernel_builder *builder, struct node *node);
struct term *term_identity(struct kernel_builder *builder, enum element element, enum scalar_op op);
/* Makes the further dimensions `count`, of the given extents, of a contraction or simple reduction
 * coordinates that are folded away; old coordinates are map[d] in the new space. */
struct node *node_refold(struct kernel_builder *builder, const struct node *node,
                         const struct type *type, const struct affine *map, uint32_t count,
                         const int64_t *extent);

/* placement.c: where the instances of a node lie in memory. Each instance axis stands right in
 * front of a dimension, or in front of all (0). */
struct placement {
    uint8_t dim[KERNEL_DIMS];
};
bool node_stands_before(const struct node *node, uint32_t axis, uint32_t dim);
void node_apply_placement(struct node *node, const struct placement *placement);
/* By what the node reads. */
void node_place(struct node *node);
/* An order of the logical dimensions `dims` (NULL: row-major), each behind the axes that stand
 * before it now. */
void node_order_with_axes(const struct node *node, const uint8_t *dims, uint8_t *order);

/* instances.c: the instance axes of a function. False after a located error. */
bool instances_find(struct graph *graph, struct module *module);
/* Of what the coordinates in a term vary with. */
uint32_t term_axes(const struct graph *graph, const struct term *term);
uint32_t read_axes(const struct graph *graph, const struct term *read);
/* The digit of a position along an axis. */
int64_t instance_digit(const struct graph *graph, uint32_t axis, int64_t position);
/* The rank that has the device at a position, and the first position of those that a rank has. */
int64_t instance_rank(const struct instance_space *space, int64_t position);
int64_t instance_first(const struct instance_space *space, int64_t rank);
struct instance_axes instance_axes_of_mask(const struct graph *graph, uint32_t mask);
uint32_t instance_axes_mask(const struct instance_axes *axes);
int64_t instance_axes_size(const struct graph *graph, const struct instance_axes *axes);

/* The position whose digits along `axes` spell `number`, and which is `position` otherwise. */
int64_t instance_with_digits(const struct graph *graph, int64_t position,
                             const struct instance_axes *axes, int64_t number);

/* ranks.c: makes the graph of all devices that of one rank: of every value it has what its own
 * devices have, and what it reads of other ranks comes by an exchange. False after a located error.
 */
bool graph_take_rank(struct graph *graph, struct context *context);

/* From here on those instances work alone of which the term is true: builder->active. regions.c */
void graph_narrow_active(struct kernel_builder *builder, struct term *is_active);
/* rank_sources.c */
/* By position, the devices that a read looks at, -1 where that is outside of the mesh; NULL: it
 * depends on more than the device. */
const int64_t *read_sources(const struct graph *graph, const struct term *read);
/* The axes within a rank along which its devices read at different places of a node. */
uint32_t source_axes(const struct graph *graph, const struct node *node, const int64_t *sources);

/* rank_sums.c: the sum of the operand over instance axes, some of which lead to other ranks, as one
 * exchange; of `sliced` dimensions each device gets its part, and NULL: all get all. NULL where it
 * is made of exchanges of what is added up. */
struct node *node_sum_ranks(struct kernel_builder *builder, const struct type *type,
                            struct node *operand, const struct instance_axes *axes,
                            enum scalar_op op, const struct instance_axes *sliced);

/* by_device.c */
/* The integer that a term is on a device, where that follows from the device alone. */
bool term_on_device(const struct graph *graph, const struct term *term, int64_t position,
                    int64_t *value);
/* Where one integer follows from the device alone: a constant, an index or a table of the axes that
 * it varies on, and the values by position in `by_device`. Else the term itself, and NULL. */
struct term *term_fold_device(struct kernel_builder *builder, const struct type *type,
                              struct term *term, const int64_t **by_device);
/* Adds an index to a coordinate: one that is constant or computed of constants, clamped to
 * [0, most], or one in that range that is affine in the instance; false where it is neither. */
bool term_add_known(struct kernel_builder *builder, struct affine *at, const struct term *index,
                    int64_t most);

/* Marks for walks that come to each node or term once. */
uint32_t graph_walk(struct graph *graph);

/* graph.c */
/* Of all its elements. */
static inline double node_bytes(const struct node *node) {
    return (double)node->elements * element_info[node->element].bytes;
}
bool node_is_view(const struct node *node); /* only reads another node at affine coordinates */
/* A sum over the sequential dimensions of the product of its two operands. */
bool node_sums_products(const struct node *node);
/* Whether both operands of such a sum move along dimension `dim` of its results, so that neighbours
 * along it are in different matrices. */
bool node_is_batch_dim(const struct node *product, uint32_t dim);
bool term_is_uniform(const struct term *term); /* the same at all points */
double term_cost(struct graph *graph, struct term *term);
/* Calls `visit` for each read in a term, guards and dynamic coordinates included. */
typedef void read_visitor(struct term *read, void *data);
void term_reads(struct graph *graph, struct term *term, read_visitor *visit, void *data);
/* All reads that a node makes itself, of whatever kind it is. */
void node_reads(struct graph *graph, const struct node *node, read_visitor *visit, void *data);

/* Bytes of what is worth to be kept, with all that it is computed of. */
enum { KEPT_LEAST_BYTES = SDYRT_PAGE_BYTES };

/* print.c: a readable dump: a line a node, and what has been decided of it. */
void graph_print(struct buffer *out, const struct graph *graph);

/* constant_cache.c: finds what is computed of constants alone, and worth to be kept from run to
 * run; again where it is known what has a buffer. */
void graph_find_kept(struct graph *graph);

#endif
