/* The program as a graph of nodes: values over index spaces, each the term of one element.
 *
 * Built from the IR by the emit hooks (build.c), decided upon by fuse.c (which nodes get a buffer,
 * which kernels they share), given physical orders by layout.c and turned into kernels by lower.c.
 * A node's coordinates are its logical, global dimensions; a sharded value is the same node as an
 * unsharded one: how its instances lie in memory is a matter of storage alone.
 */
#ifndef SDYC_GRAPH_H
#define SDYC_GRAPH_H

#include "codegen/codegen.h"
#include "codegen/program/program.h"
#include "ops/kernel_builder.h"
#include "sharding/sharding.h"

enum node_kind {
    NODE_INPUT,
    NODE_CONSTANT,
    NODE_COMPUTE, /* term */
    NODE_REDUCE,  /* reduction; space: dimensions, then sequential ones */
    NODE_CONTRACT,
    NODE_CONVOLUTION,
    NODE_PARTS,
};

enum term_kind {
    TERM_READ,
    TERM_CONSTANT, /* real or integer */
    TERM_INDEX,
    TERM_SCALAR,
    TERM_GUARD,
    TERM_ACCUMULATOR,
    TERM_INCOMING,
};

/* One coordinate of the node read: an affine function of the reader's coordinates, and a clamped
 * term that is computed at run time (or NULL). */
struct coordinate {
    struct affine at;
    struct term *dynamic;
    int64_t most;
};

struct term {
    enum term_kind kind;
    enum element element;
    /* TERM_READ. Coordinates are given per group of the node's dimensions: a group of one is a
     * dimension; one of several is their common row-major number (what a reshape leaves). */
    struct node *node;
    uint32_t group_count;
    const uint32_t *group_size; /* NULL: all groups are single dimensions */
    struct coordinate *coordinates;
    enum scalar_op op;
    uint32_t arg_count, number;
    struct term *args[3];
    struct affine affine;
    uint32_t guard_count;
    struct guard *guards;
    double real;
    int64_t integer;
};

struct reduce_spec {
    uint32_t operands, number;
    enum scalar_op simple;
    struct term **init, **term, **next; /* next[i]: of TERM_ACCUMULATOR and TERM_INCOMING */
    uint32_t guard_count;
    struct guard *guards;
};

/* One evaluation of a node inside a kernel: which, and at which coordinates of its space. */
struct evaluation {
    struct node *root;
    uint32_t space; /* 0: the root's own dimensions, 1: those of its anchor (sequential ones too) */
    bool by_address; /* the reader needs a buffer, not an element */
    struct affine
        *map; /* one per dimension of the node; NULL: read in ways that cannot be inlined */
};

struct node {
    enum node_kind kind;
    int32_t id; /* order of creation: operands come before users */
    enum element element;
    const struct type *type;   /* of the IR */
    uint32_t device_dims;      /* 1: dimension 0 is the device (private storage) */
    uint32_t rank, sequential; /* dimensions, and further ones that are folded away */
    int64_t extent[KERNEL_DIMS];
    int64_t elements;          /* product of the first `rank` extents */
    const struct value *value; /* the IR value it is, for comments and reports; may be NULL */
    const struct op *op;
    struct term *term; /* NODE_COMPUTE */
    struct reduce_spec *reduce;
    struct term *lhs, *rhs; /* NODE_CONTRACT: reads. NODE_CONVOLUTION: input and kernel */
    struct node_convolution *convolution;
    uint32_t part_count;
    struct node_part *parts;
    const struct attr *constant;
    uint32_t input_number;
    int32_t output_number; /* first result of the program it is, or -1 */

    /* Decisions of fuse.c. */
    bool materialised;
    struct node
        *anchor;       /* of a root: the reduction, product or convolution its kernel starts with */
    struct node *host; /* of an anchor: its root */
    uint32_t
        anchor_dim[KERNEL_DIMS]; /* of a root with anchor: dim d is the anchor's anchor_dim[d] */
    VECTOR(struct evaluation) evaluations;
    bool is_private_copy;       /* of an argument: a buffer of its own for each device */
    struct node *device_sum_of; /* of a sum over devices: the node that was cut into partial sums */
    struct axis_list device_axes; /* ... and over which axes */
    bool is_reshape;              /* reads another node in row-major order, nothing else */
    double cost; /* scalar operations of the term, without those of nodes it reads */

    /* Decisions of layout.c: dimension order[0] is the slowest in memory. A relayout asks for an
     * order: it is a copy where its operand has another one, else nothing. */
    uint8_t order[KERNEL_DIMS];
    bool is_relayout;
    bool order_chosen;        /* by a convolution, or by one of its neighbours */
    const char *order_reason; /* why, in a few words; NULL: row-major as everything is */

    /* Storage: element strides per dimension. */
    struct kernel_buffer *buffer;
    int64_t stride[KERNEL_DIMS];
    int64_t offset;
    int32_t note;
};

struct graph {
    struct arena *arena;
    struct diagnostics *diagnostics;
    const struct codegen_options *options;
    VECTOR(struct node *) nodes; /* in order */
    uint32_t input_count, output_count;
    struct node **inputs;
    struct node *
        *outputs; /* one per result; distinct nodes (copies where a value is returned twice) */
    struct pointer_map by_value;
    const struct op *func;
    int64_t devices; /* private storage: how many; 0: shared */
};

struct kernel_builder {
    struct graph *graph;
    struct context *context;
    bool failed;
};

/* terms.c, nodes.c: the builder that hooks speak to; build.c: the graph of a function without
 * calls. NULL after located errors. */
struct graph *graph_build(struct module *module, const struct op *func, struct arena *arena,
                          const struct codegen_options *options);
void graph_free(struct graph *graph);
bool element_of_type(const struct type *type, enum element *element);
struct node *node_new(struct kernel_builder *builder, enum node_kind kind, const struct type *type);
enum element element_or_bug(const struct type *type);
/* Hooks' coordinates as those of nodes: with private storage the device comes before them. */
struct affine affine_lifted(const struct kernel_builder *builder, struct affine affine);
struct term *term_new(struct kernel_builder *builder, enum term_kind kind, enum element element);
/* A tensor without a device dimension (a result of the program), written by one part. */
struct node *node_whole_parts(struct kernel_builder *builder, const struct type *type,
                              struct node_part *part);
/* A copy of `node` in its own space, appended to the graph. */
struct node *graph_add_copy(struct graph *graph, struct node *node);

/* devices.c: private storage, where each device has its own part of every tensor. */
int64_t module_device_count(const struct module *module);
const struct type *device_global_type(struct kernel_builder *builder, const struct type *local,
                                      const struct attr *sharding);
struct node *device_input(struct kernel_builder *builder, struct node *whole);
struct node *device_output(struct kernel_builder *builder, struct node *parts, uint32_t index);

/* graph.c */
struct affine affine_compose(const struct affine *outer, const struct affine *inner,
                             uint32_t inner_rank);
bool affine_equal(const struct affine *a, const struct affine *b);
bool affine_is_dim(const struct affine *a, uint32_t dim);
bool node_is_view(const struct node *node);    /* only reads another node at affine coordinates */
bool term_is_uniform(const struct term *term); /* the same at all points */
double scalar_cost(enum scalar_op op);
double term_cost(const struct term *term);
/* Calls `visit` for each read in a term, guards and dynamic coordinates included. */
void term_reads(const struct term *term, void (*visit)(const struct term *read, void *data),
                void *data);
/* All reads that a node makes itself, of whatever kind it is. */
void node_reads(const struct node *node, void (*visit)(const struct term *read, void *data),
                void *data);

/* layout.c: decides the physical order of every node and which relayouts are copies. */
void graph_layout(struct graph *graph);
void graph_layout_report(const struct graph *graph, struct buffer *out);
/* fuse.c: decides materialised, anchor, host. */
void graph_fuse(struct graph *graph);
/* lower.c: the program's kernels in a valid order, and its buffers. */
struct program *graph_lower(struct graph *graph);
/* tile.c: cuts each kernel's parallel dimensions into tasks, counts flops and bytes. */
void program_tile(struct program *program);
/* schedule.c: steps, barriers, liveness and the arena. */
void program_schedule(struct program *program);

#endif
