/* The layout pass, and its inside: orders of dimensions, the choices that a graph leaves, what each
 * costs. */
#ifndef SDYC_LAYOUT_H
#define SDYC_LAYOUT_H

#include "codegen/graph/graph.h"
#include "codegen/lower/layout/solve.h"

/* layout.c: decides the physical order of every node and which relayouts are copies. */
void graph_layout(struct graph *graph);
/* report.c: what `sdyc layouts` says of a graph whose buffers are decided. */
void graph_layout_report(struct graph *graph, bool is_json, struct buffer *out);

/* --- orders.c: orders, and what a read makes of them ----------------------------------- */

/* Whether two orders are one: dimensions of one element take no part. */
bool order_same(const struct node *node, const uint8_t *a, const uint8_t *b);
bool order_is_row_major(const struct node *node, const uint8_t *order);
/* Whether at most one dimension has several elements: every order is the same. */
bool node_has_one_order(const struct node *node);

/* Whether a dimension is one that the operand lacks which the node follows (library.h): it comes
 * first, whatever the order. */
bool node_adds_dim(const struct node *node, uint32_t dim);

/* A read of a node that computes element by element, reduces or is written in parts. */
struct seen_read {
    const struct node *reader;
    const struct node_part *part; /* of the reader, or NULL */
    const struct term *read;
};
/* Whether the reader, going through its elements as they lie in memory, finds those that it reads
 * as they lie in memory. */
bool read_is_along(const struct seen_read *seen, const uint8_t *reader_order,
                   const uint8_t *operand_order);
/* The order of one side in which the read is along the given order of the other; false: there is no
 * single one. */
bool read_order_of_operand(const struct seen_read *seen, const uint8_t *reader_order,
                           uint8_t *operand_order);
bool read_order_of_reader(const struct seen_read *seen, const uint8_t *operand_order,
                          uint8_t *reader_order);
/* Whether the dimensions that a read takes as one lie one behind the other. */
bool read_groups_lie_together(const struct term *read, const struct node *node,
                              const uint8_t *order);
/* Calls `visit` for each read of operands' elements, without what a fold begins with. */
typedef void seen_visitor(const struct seen_read *seen, void *data);
void node_element_reads(struct graph *graph, const struct node *node, seen_visitor *visit,
                        void *data);

/* --- model.c: which orders there are to choose from, and the costs --------------------- */

enum { LAYOUT_ORDERS = 3 };

struct layout_order {
    uint8_t dims[KERNEL_DIMS];
    const char *reason;       /* NULL: row-major as everything is */
    const struct node *asker; /* whom the reason names; or NULL */
    bool is_format;           /* asked for by an operation or the program's border */
};

/* A value, or what a loop carries and gives: one order of its own, and copies in others. */
struct layout_value {
    struct node *node;
    uint32_t number, count;
    struct layout_order orders[LAYOUT_ORDERS]; /* the first is that of the given layout */
    bool is_fixed;                             /* its own order is the first */
    bool may_copy;
    double bytes, conversion; /* as often as it is made; what a copy in another order costs */
    uint32_t own, available;  /* the decision; bit i: it is there in order i */
    struct layout_copy *made; /* conversions */
};
struct layout_copy {
    const struct node *of;
    uint32_t order;
    const struct subgraph *in;
    struct node *node;
    struct layout_copy *next;
};

struct layout_model {
    struct graph *graph;
    VECTOR(struct node *) nodes; /* all, those of regions before their loop or branch */
    VECTOR(struct layout_value *) values;
    struct choices choices;
};

/* The choices of a graph; to be freed. */
void layout_model_init(struct layout_model *model, struct graph *graph);
void layout_model_free(struct layout_model *model);
/* State s of a value: its own order, and the set of all orders that it is there in. */
uint32_t layout_own(const struct layout_value *value, uint32_t state);
uint32_t layout_available(const struct layout_value *value, uint32_t state);
/* The number of an order among those of a value, or -1. */
int32_t layout_find(const struct layout_value *value, const uint8_t *order);
/* How often what stands in a subgraph is done, guessed where loops decide. */
double layout_turns(const struct subgraph *subgraph);
/* The node that a relayout is of. */
struct node *layout_source(struct node *node);

#endif
