/* Layouts of the caller's tensors. Orders are orders of a node; blocked channels are a further
 * dimension, which is split off or put back at the border. */
#include "codegen/graph/border.h"

#include <limits.h>
#include <string.h>

#include "ops/attrs/layout.h"

/* Numbers that lie in a byte together. */
enum { PACKED_BITS = CHAR_BIT / 2, PACKED_PARTS = CHAR_BIT / PACKED_BITS };

/* --- what is asked for ------------------------------------------------------------------------ */

/* The argument or result that a layout is asked for, for messages. */
struct asked {
    struct kernel_builder *builder;
    struct location location;
    const char *what; /* "argument" */
    uint32_t index;
    const struct type *type;
    const struct memory_layout *layout;
};

static bool refuse(const struct asked *asked, const char *why) {
    struct buffer layout = {0}, type = {0};
    layout_print(&layout, asked->layout);
    print_type(&type, asked->type);
    diag_error(asked->builder->graph->diagnostics, asked->location,
               "%s %u of type %s cannot have the layout %s: %s", asked->what, asked->index,
               type.text, layout.text, why);
    buffer_free(&layout);
    buffer_free(&type);
    asked->builder->failed = true;
    return false;
}

static bool take_order(const struct asked *asked, struct border_layout *border) {
    uint32_t seen = 0;
    const struct int_list *dims = &asked->layout->dims;
    bool good = dims->count == asked->type->rank;
    for (uint32_t i = 0; i < dims->count && good; i++) {
        good =
            dims->items[i] >= 0 && dims->items[i] < dims->count && !(seen & 1u << dims->items[i]);
        seen |= good ? 1u << dims->items[i] : 0;
        border->order[i] = good ? (uint8_t)dims->items[i] : 0;
    }
    return good || refuse(asked, "each of its dimensions is to stand there once");
}

/* Dimensions of one element may have any stride, and stand in front. */
static int64_t known_stride(const struct asked *asked, uint32_t dim) {
    return asked->type->dims[dim] == 1 ? INT64_MAX : asked->layout->dims.items[dim];
}

/* The order that falling strides spell, where they leave no gaps. */
static bool take_strides(const struct asked *asked, struct border_layout *border) {
    const int64_t *dims = asked->type->dims;
    uint32_t rank = asked->type->rank;
    if (asked->layout->dims.count != rank) {
        return refuse(asked, "each of its dimensions is to have a stride");
    }
    for (uint32_t d = 0; d < rank; d++) {
        uint32_t i = d;
        while (i > 0 && known_stride(asked, border->order[i - 1]) < known_stride(asked, d)) {
            border->order[i] = border->order[i - 1];
            i--;
        }
        border->order[i] = (uint8_t)d;
    }
    int64_t stride = 1;
    for (uint32_t i = rank; i-- > 0;) {
        uint32_t d = border->order[i];
        if (dims[d] != 1 && known_stride(asked, d) != stride && !type_is_empty(asked->type)) {
            return refuse(asked, "its strides overlap or leave gaps");
        }
        stride *= dims[d];
    }
    return true;
}

static void take_channels_last(uint32_t rank, struct border_layout *border) {
    for (uint32_t i = 1; i + 1 < rank; i++) {
        border->order[i] = (uint8_t)(i + 1);
    }
    border->order[rank - 1] = 1;
}

/* Whether two numbers lie in each byte, and bytes in one row. */
static bool can_be_packed(const struct type *type) {
    const struct type *element = type_element(type);
    return element->kind == TYPE_INTEGER && type_bits(element) == PACKED_BITS && type->rank > 0 &&
           type->rank < KERNEL_DIMS / 2 && type->dims[type->rank - 1] % PACKED_PARTS == 0;
}

static bool take_layout(const struct asked *asked, struct border_layout *border) {
    uint32_t rank = asked->type->rank;
    const struct memory_layout *layout = asked->layout;
    switch (layout->kind) {
    case LAYOUT_ANY:
        border->is_any = true;
        return true;
    case LAYOUT_CONTIGUOUS:
        return true;
    case LAYOUT_PACKED:
        border->is_packed = can_be_packed(asked->type);
        return border->is_packed ||
               refuse(asked, "it is no tensor of i4 or ui4 whose last dimension is even");
    case LAYOUT_CHANNELS_LAST:
        if (rank < 3 || rank > 5) {
            return refuse(asked, "it has another number of dimensions than 3, 4 or 5");
        }
        take_channels_last(rank, border);
        return true;
    case LAYOUT_ORDER:
        return take_order(asked, border);
    case LAYOUT_STRIDES:
        return take_strides(asked, border);
    case LAYOUT_BLOCKED:
        if (rank != layout->dims.items[0]) {
            return refuse(asked, "it has another number of dimensions");
        }
        border->block = layout->dims.items[1];
        return true;
    }
    sdyc_bug("an unknown kind of layout");
}

/* What an attribute asks for; NULL where there is none. */
static const struct memory_layout *layout_of(struct arena *arena, const struct attr *own,
                                             const struct attr *xla, const char *text,
                                             bool *failed) {
    struct memory_layout *layout = ARENA_NEW(arena, struct memory_layout);
    if (text) {
        *failed = !layout_read(arena, text, layout);
        return layout;
    }
    if (own && own->kind == ATTR_DIALECT && own->def == &attr_layout) {
        return own->payload;
    }
    *failed = own || (xla && !layout_read_xla(arena, xla, layout));
    return own || xla ? layout : NULL;
}

static bool find_border(struct asked *asked, const struct attr *own, const struct attr *xla,
                        const char *text, struct border_layout *border) {
    struct graph *graph = asked->builder->graph;
    bool failed = false;
    *border = (struct border_layout){0};
    for (uint32_t d = 0; d < KERNEL_DIMS; d++) {
        border->order[d] = (uint8_t)d;
    }
    asked->layout = layout_of(graph->arena, own, xla, text, &failed);
    if (failed) {
        diag_error(graph->diagnostics, asked->location,
                   "%s %u has no such layout%s%s; there are contiguous, channels_last, packed, "
                   "any, nChw8c, nChw16c, an order as [0, 2, 3, 1] and strides [12, 1, 4, 2]",
                   asked->what, asked->index, text ? " as " : "", text ? text : "");
        asked->builder->failed = true;
        return false;
    }
    return !asked->layout || take_layout(asked, border);
}

/* Whether nobody asks for a layout: JAX's "default" does not. */
static bool is_default(const struct attr *xla) {
    return !xla || (xla->kind == ATTR_STRING && strcmp(xla->text, "default") == 0);
}

static bool may_pack(const struct graph *graph, uint32_t index) {
    return graph->options->packs && graph->options->ranks == 0 &&
           (graph->whole == NULL || !graph->whole[index]);
}

bool border_of_argument(struct kernel_builder *builder, uint32_t index, const struct type *type,
                        struct border_layout *border) {
    const struct graph *graph = builder->graph;
    const struct codegen_options *options = graph->options;
    const struct attr *mode = func_argument_attr(graph->func, index, "mhlo.layout_mode");
    const struct attr *xla = func_argument_attr(graph->func, index, "xla.layout");
    struct asked asked = {
        builder,    value_location(graph->func->regions[0].first->arguments[index]),
        "argument", index,
        type,       NULL};
    const char *text = index < options->input_layout_count ? options->input_layouts[index] : NULL;
    const struct attr *own = func_argument_attr(graph->func, index, "sdyc.layout");
    if (!find_border(&asked, own, mode ? mode : xla, text, border)) {
        return false;
    }
    if (!own && !text && is_default(mode ? mode : xla) && can_be_packed(type)) {
        border->is_packed = border->packs_alone = may_pack(graph, index);
    }
    return true;
}

bool border_of_result(struct kernel_builder *builder, uint32_t index, const struct type *type,
                      struct border_layout *border) {
    const struct graph *graph = builder->graph;
    const struct codegen_options *options = graph->options;
    const struct attr *mode = func_result_attr(graph->func, index, "mhlo.layout_mode");
    const struct attr *xla = func_result_attr(graph->func, index, "xla.layout");
    struct asked asked = {builder, graph->func->location, "result", index, type, NULL};
    const char *text = index < options->output_layout_count ? options->output_layouts[index] : NULL;
    return find_border(&asked, func_result_attr(graph->func, index, "sdyc.layout"),
                       mode ? mode : xla, text, border);
}

/* --- blocked channels ------------------------------------------------------------------------- */

const struct type *border_blocked_type(struct kernel_builder *builder, const struct type *type,
                                       int64_t block) {
    int64_t dims[KERNEL_DIMS];
    memcpy(dims, type->dims, type->rank * sizeof *dims);
    dims[1] = (dims[1] + block - 1) / block;
    dims[type->rank] = block;
    return type_with_dims(builder->context, type, type->rank + 1, dims);
}

/* Whole blocks, then what the last one has. */
struct node *border_unblock(struct kernel_builder *builder, const struct type *type,
                            struct node *blocked, int64_t block) {
    struct node_part parts[2];
    uint32_t rank = type->rank, count = 0;
    int64_t channels = type->dims[1], whole = channels / block;
    for (int64_t p = 0; p < 2; p++) {
        int64_t blocks = p == 0 ? whole : channels % block > 0;
        struct affine at[KERNEL_DIMS];
        if (blocks == 0) {
            continue;
        }
        struct node_part *part = &parts[count++];
        *part = (struct node_part){.rank = rank + 1, .parallel_rank = rank + 1};
        for (uint32_t d = 0; d <= rank; d++) {
            part->extent[d] = blocked->type->dims[d];
            part->store[d] = at[d] = affine_dim(d, 1, 0);
        }
        part->extent[1] = blocks;
        part->extent[rank] = p == 0 ? block : channels % block;
        at[1].offset = p == 0 ? 0 : whole;
        part->store[1] = affine_dim(1, block, p == 0 ? 0 : whole * block);
        part->store[1].stride[rank] = 1;
        part->term = term_read(builder, blocked, at);
    }
    return node_parts(builder, type, NULL, count, parts);
}

struct node *border_block(struct kernel_builder *builder, struct node *node, int64_t block) {
    uint32_t rank = node->type->rank;
    struct affine at[KERNEL_DIMS];
    for (uint32_t d = 0; d < rank; d++) {
        at[d] = affine_dim(d, 1, 0);
    }
    at[1] = affine_dim(1, block, 0);
    at[1].stride[rank] = 1;
    struct term *term = term_read(builder, node, at);
    if (node->type->dims[1] % block != 0) {
        struct term *zero = term_identity(builder, node->element, SCALAR_ADD);
        term = term_guard(builder, 1, &at[1], &node->type->dims[1], term, zero);
    }
    return node_compute(builder, border_blocked_type(builder, node->type, block), term);
}

/* --- packed numbers of 4 bits ----------------------------------------------------------------- */

/* A byte with the sign of the numbers that it holds. */
static const struct type *byte_of(struct kernel_builder *builder, const struct type *type) {
    const bool is_unsigned = type_element(type)->signedness == UNSIGNED;
    return type_integer(builder->context, CHAR_BIT, is_unsigned ? UNSIGNED : SIGNLESS);
}

const struct type *border_packed_type(struct kernel_builder *builder, const struct type *type) {
    int64_t dims[KERNEL_DIMS];
    memcpy(dims, type->dims, type->rank * sizeof *dims);
    dims[type->rank - 1] /= PACKED_PARTS;
    return type_tensor(builder->context, byte_of(builder, type), type->rank, dims, NULL);
}

static struct term *two_terms(struct kernel_builder *builder, const struct type *element,
                              enum scalar_op op, struct term *a, struct term *b) {
    return term_scalar(builder, element, op, 2, (struct term *[]){a, b});
}

/* The number is shifted to the end of its byte, which extends it by its sign, by a count that
 * follows from which of the byte's numbers it is. */
struct node *border_unpack(struct kernel_builder *builder, const struct type *type,
                           struct node *packed) {
    const struct type *byte = byte_of(builder, type), *element = type_element(type);
    const uint32_t rank = type->rank;
    struct affine at[KERNEL_DIMS];
    int64_t dims[KERNEL_DIMS];
    memcpy(dims, type->dims, rank * sizeof *dims);
    for (uint32_t d = 0; d < rank; d++) {
        at[d] = affine_dim(d, 1, 0);
    }
    dims[rank - 1] /= PACKED_PARTS;
    dims[rank] = PACKED_PARTS;
    struct affine above = affine_dim(rank, -PACKED_BITS, PACKED_BITS);
    struct term *term = term_read(builder, packed, at);
    term = two_terms(builder, byte, SCALAR_SHIFT_LEFT, term, term_index(builder, byte, above));
    term = two_terms(builder, byte,
                     byte->signedness == UNSIGNED ? SCALAR_SHIFT_RIGHT_LOGICAL
                                                  : SCALAR_SHIFT_RIGHT_ARITHMETIC,
                     term, term_integer(builder, byte, PACKED_BITS));
    term = term_scalar(builder, element, SCALAR_CONVERT, 1, &term);
    const struct type *apart = type_tensor(builder->context, element, rank + 1, dims, NULL);
    return node_reshape(builder, type, node_compute(builder, apart, term));
}

/* Number `part` of each byte. */
static struct term *part_of(struct kernel_builder *builder, const struct type *byte,
                            struct node *node, int64_t part) {
    const uint32_t rank = node->type->rank;
    struct affine at[KERNEL_DIMS];
    for (uint32_t d = 0; d < rank; d++) {
        at[d] = d + 1 < rank ? affine_dim(d, 1, 0) : affine_dim(d, PACKED_PARTS, part);
    }
    struct term *term = term_read(builder, node, at);
    return term_scalar(builder, byte, SCALAR_CONVERT, 1, &term);
}

struct node *border_pack(struct kernel_builder *builder, struct node *node) {
    enum { LOW_BITS = (1 << PACKED_BITS) - 1 };
    const struct type *byte = byte_of(builder, node->type);
    struct term *low = part_of(builder, byte, node, 0), *high = part_of(builder, byte, node, 1);
    low = two_terms(builder, byte, SCALAR_AND, low, term_integer(builder, byte, LOW_BITS));
    high =
        two_terms(builder, byte, SCALAR_SHIFT_LEFT, high, term_integer(builder, byte, PACKED_BITS));
    return node_compute(builder, border_packed_type(builder, node->type),
                        two_terms(builder, byte, SCALAR_OR, low, high));
}

/* --- what packing pays for -------------------------------------------------------------------- */

/* A walk over what results are made of. */
struct needed {
    struct graph *graph;
    uint32_t walk;
    const struct node *reader;
    bool *whole; /* by input */
    bool found;
};

/* What a library's function reads it unpacks itself: others read all numbers as bytes. */
static void need_read(struct term *read, void *data) {
    struct needed *needed = data;
    struct node *node = read->node;
    node->mark = needed->walk;
    if (node->kind == NODE_INPUT && node->layout.packs_alone &&
        needed->reader->kind != NODE_LIBRARY) {
        needed->whole[node->border.input] = needed->found = true;
    }
}

static void need_nodes(const struct needed *needed, struct node *const *nodes, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        nodes[i]->mark = needed->walk;
    }
}

static void need_subgraph(struct needed *needed, const struct subgraph *subgraph);

static void need_node(struct needed *needed, const struct node *node) {
    const struct node_regions *regions = node->regions;
    needed->reader = node;
    node_reads(needed->graph, node, need_read, needed);
    need_nodes(needed, &node->results.owner, node->kind == NODE_RESULT);
    need_nodes(needed, &node->written.base, node->written.base != NULL);
    if (regions) {
        need_nodes(needed, &regions->selector, regions->selector != NULL);
        need_nodes(needed, regions->init, regions->carried_count);
    }
    for (uint32_t i = 0; regions && i < regions->count; i++) {
        need_subgraph(needed, regions->subgraphs[i]);
    }
}

/* Nodes stand behind what they read. What only computes is needed where somebody reads it. */
static void need_subgraph(struct needed *needed, const struct subgraph *subgraph) {
    need_nodes(needed, subgraph->outputs, subgraph->output_count);
    for (size_t i = subgraph->nodes.count; i-- > 0;) {
        const struct node *node = subgraph->nodes.items[i];
        if (node->kind != NODE_COMPUTE || node->border.is_output || node->mark == needed->walk) {
            need_node(needed, node);
        }
    }
}

bool border_find_whole(struct graph *graph, bool *whole) {
    struct needed needed = {.graph = graph, .walk = graph_walk(graph), .whole = whole};
    bool packs = false;
    for (uint32_t i = 0; i < graph->input_count; i++) {
        packs = packs || graph->inputs[i]->layout.packs_alone;
    }
    if (packs) {
        need_subgraph(&needed, graph->main);
    }
    return needed.found;
}
