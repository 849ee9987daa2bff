/* From the IR to the graph: calls the emit hook of each operation in order, and implements the
 * kernel builder that the hooks speak to (ops/kernel_builder.h). */
#include <string.h>

#include "codegen/graph.h"

/* --- types ------------------------------------------------------------------------------------ */

static bool integer_element(const struct type *type, enum element *element) {
    bool is_unsigned = type->signedness == UNSIGNED;
    switch (type->width) {
    case 1:
        *element = ELEMENT_I1;
        return true;
    case 4:
        *element = is_unsigned ? ELEMENT_U4 : ELEMENT_I4;
        return true;
    case 8:
        *element = is_unsigned ? ELEMENT_U8 : ELEMENT_I8;
        return true;
    case 16:
        *element = is_unsigned ? ELEMENT_U16 : ELEMENT_I16;
        return true;
    case 32:
        *element = is_unsigned ? ELEMENT_U32 : ELEMENT_I32;
        return true;
    case 64:
        *element = is_unsigned ? ELEMENT_U64 : ELEMENT_I64;
        return true;
    default:
        return false;
    }
}

static bool float_element(const struct type *type, enum element *element) {
    switch (type->float_kind) {
    case FLOAT_F8E4M3FN:
        *element = ELEMENT_F8E4M3FN;
        return true;
    case FLOAT_F8E5M2:
        *element = ELEMENT_F8E5M2;
        return true;
    case FLOAT_BF16:
        *element = ELEMENT_BF16;
        return true;
    case FLOAT_F16:
        *element = ELEMENT_F16;
        return true;
    case FLOAT_F32:
        *element = ELEMENT_F32;
        return true;
    case FLOAT_F64:
        *element = ELEMENT_F64;
        return true;
    default:
        return false;
    }
}

/* The storage type of a tensor's or scalar's elements; false where there is none. */
bool element_of_type(const struct type *type, enum element *element) {
    type = type_element(type);
    if (type->kind == TYPE_INTEGER) {
        return integer_element(type, element);
    }
    if (type->kind == TYPE_FLOAT) {
        return float_element(type, element);
    }
    if (type->kind == TYPE_COMPLEX && type->element->kind == TYPE_FLOAT) {
        bool is_single = type->element->float_kind == FLOAT_F32;
        *element = is_single ? ELEMENT_C64 : ELEMENT_C128;
        return is_single || type->element->float_kind == FLOAT_F64;
    }
    return false;
}

/* --- builder: values ---------------------------------------------------------------------------
 */

struct arena *kernel_arena(struct kernel_builder *builder) {
    return builder->graph->arena;
}

struct context *kernel_context(struct kernel_builder *builder) {
    return builder->context;
}

struct node *kernel_value(struct kernel_builder *builder, const struct value *value) {
    struct node *node = pointer_map_get(&builder->graph->by_value, value);
    if (!node) {
        sdyc_bug("a value is used before the code generator has seen it");
    }
    return node;
}

struct node *kernel_operand(struct kernel_builder *builder, const struct op *op, uint32_t index) {
    return kernel_value(builder, op_operand(op, index));
}

void kernel_result(struct kernel_builder *builder, const struct op *op, uint32_t index,
                   struct node *node) {
    struct value *result = op_result(op, index);
    if (!node->value) {
        node->value = result;
        node->op = op;
    }
    pointer_map_put(&builder->graph->by_value, result, node);
}

bool kernel_unsupported(struct kernel_builder *builder, const struct op *op, const char *format,
                        ...) {
    va_list arguments;
    va_start(arguments, format);
    struct buffer text = {0};
    buffer_vprintf(&text, format, arguments);
    va_end(arguments);
    diag_error(builder->graph->diagnostics, op->location, "'%s' op %s", op->name, text.text);
    buffer_free(&text);
    builder->failed = true;
    return false;
}

uint32_t node_rank(const struct node *node) {
    return node->rank - node->device_dims;
}

int64_t node_extent(const struct node *node, uint32_t dim) {
    return node->extent[node->device_dims + dim];
}

const struct type *node_element(const struct node *node) {
    return type_element(node->type);
}

/* --- builder: terms ----------------------------------------------------------------------------
 */

struct term *term_new(struct kernel_builder *builder, enum term_kind kind, enum element element) {
    struct term *term = ARENA_NEW(builder->graph->arena, struct term);
    term->kind = kind;
    term->element = element;
    return term;
}

static enum element element_or_bug(const struct type *type) {
    enum element element;
    if (!element_of_type(type, &element)) {
        sdyc_bug("a term of an element type without storage");
    }
    return element;
}

/* With private storage every index space begins with the device, of which hooks know nothing: their
 * coordinate d is d + 1. */
static struct affine lifted(const struct kernel_builder *builder, struct affine affine) {
    if (builder->graph->devices == 0) {
        return affine;
    }
    memmove(affine.stride + 1, affine.stride, (KERNEL_DIMS - 1) * sizeof *affine.stride);
    affine.stride[0] = 0;
    return affine;
}

struct term *term_read_dynamic(struct kernel_builder *builder, struct node *node,
                               const struct affine *map, struct term *const *dynamic,
                               const int64_t *most) {
    struct term *term = term_new(builder, TERM_READ, node->element);
    term->node = node;
    term->group_count = node->rank;
    term->coordinates = ARENA_ARRAY(builder->graph->arena, struct coordinate, node->rank + 1);
    if (node->device_dims > 0) {
        term->coordinates[0].at = affine_dim(0, 1, 0);
    }
    struct coordinate *coordinates = term->coordinates + node->device_dims;
    for (uint32_t d = 0; d < node_rank(node); d++) {
        coordinates[d].at = lifted(builder, map[d]);
        if (dynamic && dynamic[d]) {
            coordinates[d].dynamic = dynamic[d];
            coordinates[d].most = most[d];
        }
    }
    return term;
}

struct term *term_read(struct kernel_builder *builder, struct node *node,
                       const struct affine *map) {
    return term_read_dynamic(builder, node, map, NULL, NULL);
}

struct term *term_same(struct kernel_builder *builder, struct node *node) {
    struct affine map[KERNEL_DIMS];
    for (uint32_t d = 0; d < node_rank(node); d++) {
        map[d] = affine_dim(d, 1, 0);
    }
    return term_read(builder, node, map);
}

struct term *term_index(struct kernel_builder *builder, const struct type *element,
                        struct affine affine) {
    struct term *term = term_new(builder, TERM_INDEX, element_or_bug(element));
    term->affine = lifted(builder, affine);
    return term;
}

struct term *term_scalar(struct kernel_builder *builder, const struct type *element,
                         enum scalar_op op, uint32_t count, struct term *const *args) {
    struct term *term = term_new(builder, TERM_SCALAR, element_or_bug(element));
    term->op = op;
    term->arg_count = count;
    memcpy(term->args, args, count * sizeof *args);
    return term;
}

struct term *term_integer(struct kernel_builder *builder, const struct type *element,
                          int64_t value) {
    struct term *term = term_new(builder, TERM_CONSTANT, element_or_bug(element));
    term->integer = value;
    term->real = (double)value;
    return term;
}

struct term *term_guard(struct kernel_builder *builder, uint32_t count, const struct affine *at,
                        const int64_t *bound, struct term *inside, struct term *outside) {
    struct term *term = term_new(builder, TERM_GUARD, inside->element);
    term->guard_count = count;
    term->guards = ARENA_ARRAY(builder->graph->arena, struct guard, count);
    for (uint32_t i = 0; i < count; i++) {
        term->guards[i] = (struct guard){lifted(builder, at[i]), bound[i]};
    }
    term->arg_count = 2;
    term->args[0] = inside;
    term->args[1] = outside;
    return term;
}

/* --- builder: scalar regions -------------------------------------------------------------------
 */

/* A term without reads of the region's own scalar nodes. */
static struct term *inline_scalars(struct kernel_builder *builder, struct term *term) {
    if (term->kind == TERM_READ && node_rank(term->node) == 0 && term->node->kind == NODE_COMPUTE) {
        return inline_scalars(builder, term->node->term);
    }
    if (term->arg_count == 0) {
        return term;
    }
    struct term *copy = arena_copy(builder->graph->arena, term, sizeof *term);
    for (uint32_t i = 0; i < term->arg_count; i++) {
        copy->args[i] = inline_scalars(builder, term->args[i]);
    }
    return copy;
}

static void emit_op(struct kernel_builder *builder, struct op *op);

struct term *term_region(struct kernel_builder *builder, const struct region *region,
                         struct term *const *arguments, uint32_t number) {
    struct block *block = region->first;
    for (uint32_t i = 0; i < block->argument_count; i++) {
        struct node *node = node_compute(builder, block->arguments[i]->type, arguments[i]);
        pointer_map_put(&builder->graph->by_value, block->arguments[i], node);
    }
    struct op *terminator = block_terminator(block);
    for (struct op *op = block->first; op != terminator && !builder->failed; op = op->next) {
        emit_op(builder, op);
    }
    if (builder->failed) {
        return NULL;
    }
    struct node *result = kernel_operand(builder, terminator, number);
    return inline_scalars(builder, term_same(builder, result));
}

enum scalar_op region_scalar_op(const struct region *region) {
    const struct block *block = region->first;
    const struct op *op = block->first, *end = op ? op->next : NULL;
    if (!end || end->next || block->argument_count != 2 || op->operand_count != 2 ||
        op->result_count != 1 || end->operand_count != 1 ||
        op_operand(end, 0) != op_result(op, 0)) {
        return SCALAR_NONE;
    }
    bool in_order =
        op_operand(op, 0) == block->arguments[0] && op_operand(op, 1) == block->arguments[1];
    bool swapped = op_operand(op, 0) == block->arguments[1] &&
                   op_operand(op, 1) == block->arguments[0] && op_has(op, OP_COMMUTATIVE);
    return in_order || swapped ? (enum scalar_op)op->def->scalar : SCALAR_NONE;
}

/* --- builder: nodes ----------------------------------------------------------------------------
 */

/* Extents and the number of elements, behind the device dimension if there is one. */
static void node_set_extents(struct node *node, const struct type *type) {
    uint32_t rank = type_is_tensor(type) ? type->rank : 0;
    node->rank = node->device_dims + rank;
    for (uint32_t d = 0; d < rank; d++) {
        node->extent[node->device_dims + d] = type->dims[d];
    }
    node->elements = 1;
    for (uint32_t d = 0; d < node->rank; d++) {
        node->elements *= node->extent[d];
        node->order[d] = (uint8_t)d;
    }
}

static struct node *graph_new_node(struct graph *graph, enum node_kind kind,
                                   const struct type *type) {
    struct node *node = ARENA_NEW(graph->arena, struct node);
    node->kind = kind;
    node->id = (int32_t)graph->nodes.count;
    node->type = type;
    node->element = element_or_bug(type);
    node->output_number = -1;
    bool is_whole = kind == NODE_INPUT || kind == NODE_CONSTANT;
    node->device_dims = graph->devices > 0 && !is_whole ? 1 : 0;
    node->extent[0] = graph->devices;
    node_set_extents(node, type);
    *vector_push(&graph->nodes) = node;
    return node;
}

struct node *node_new(struct kernel_builder *builder, enum node_kind kind,
                      const struct type *type) {
    return graph_new_node(builder->graph, kind, type);
}

struct node *graph_add_copy(struct graph *graph, struct node *node) {
    struct kernel_builder builder = {.graph = graph};
    struct node *copy = graph_new_node(graph, NODE_COMPUTE, node->type);
    copy->device_dims = node->device_dims;
    copy->extent[0] = graph->devices;
    node_set_extents(copy, node->type);
    copy->term = term_same(&builder, node);
    copy->value = node->value;
    copy->op = node->op;
    return copy;
}

/* Asks for `node` in a physical order (NULL: row-major), whatever its own turns out to be. */
static struct node *node_relayout(struct kernel_builder *builder, struct node *node,
                                  const uint8_t *order, const char *reason) {
    struct node *relayout = graph_add_copy(builder->graph, node);
    relayout->is_relayout = true;
    relayout->order_reason = reason;
    if (order) {
        memcpy(relayout->order, order, node->rank);
    }
    return relayout;
}

struct node *node_compute(struct kernel_builder *builder, const struct type *type,
                          struct term *term) {
    struct node *node = node_new(builder, NODE_COMPUTE, type);
    node->term = term;
    return node;
}

struct node *node_constant(struct kernel_builder *builder, const struct attr *dense) {
    if (dense->splat || type_count(dense->type) == 1) {
        struct term *term = term_new(builder, TERM_CONSTANT, element_or_bug(dense->type));
        const struct type *element = type_element(dense->type);
        if (element->kind == TYPE_FLOAT) {
            term->real = attr_dense_real(dense, 0);
        } else if (element->kind == TYPE_INTEGER) {
            term->integer = attr_dense_integer(dense, 0);
            term->real = (double)term->integer;
        }
        if (element->kind != TYPE_COMPLEX) {
            return node_compute(builder, dense->type, term);
        }
    }
    struct node *node = node_new(builder, NODE_CONSTANT, dense->type);
    node->constant = dense;
    return builder->graph->devices > 0
               ? node_compute(builder, dense->type, term_same(builder, node))
               : node;
}

/* How many dimensions, from `from` on, of one side make up the same product as the other side's. */
struct reshape_groups {
    uint32_t count;
    uint32_t in_size[KERNEL_DIMS + 1], out_first[KERNEL_DIMS + 1], out_size[KERNEL_DIMS + 1];
};

static void reshape_groups(const struct node *in, const struct node *result,
                           struct reshape_groups *groups) {
    uint32_t out_rank = result->rank;
    const int64_t *out = result->extent;
    uint32_t i = 0, o = 0;
    groups->count = 0;
    while (i < in->rank) {
        uint32_t i0 = i, o0 = o;
        int64_t in_product = in->extent[i++], out_product = 1;
        while (out_product != in_product) {
            if (out_product < in_product && o < out_rank) {
                out_product *= out[o++];
            } else {
                in_product *= in->extent[i++];
            }
        }
        /* Dimensions of one element go with the group before them. */
        while (i == in->rank && o < out_rank) {
            o++;
        }
        groups->in_size[groups->count] = i - i0;
        groups->out_first[groups->count] = o0;
        groups->out_size[groups->count++] = o - o0;
    }
}

struct node *node_reshape(struct kernel_builder *builder, const struct type *type,
                          struct node *node) {
    if (node->elements == 0) {
        return node_compute(builder, type, term_integer(builder, type_element(type), 0));
    }
    struct arena *arena = builder->graph->arena;
    struct reshape_groups groups;
    if (node->is_reshape) {
        node = node->term->node;
    }
    struct node shape = {.device_dims = node->device_dims, .extent = {node->extent[0]}};
    node_set_extents(&shape, type);
    reshape_groups(node, &shape, &groups);
    if (groups.count < node->rank) {
        node = node_relayout(builder, node, NULL, "read in row-major order by a reshape");
    }
    struct term *term = term_new(builder, TERM_READ, node->element);
    term->node = node;
    term->group_count = groups.count;
    term->coordinates = ARENA_ARRAY(arena, struct coordinate, groups.count + 1);
    uint32_t *sizes = ARENA_ARRAY(arena, uint32_t, groups.count + 1);
    bool all_single = true;
    for (uint32_t g = 0; g < groups.count; g++) {
        sizes[g] = groups.in_size[g];
        all_single = all_single && sizes[g] == 1;
        int64_t stride = 1;
        for (uint32_t k = groups.out_size[g]; k-- > 0;) {
            uint32_t out = groups.out_first[g] + k;
            term->coordinates[g].at.stride[out] = stride;
            stride *= shape.extent[out];
        }
    }
    term->group_size = all_single ? NULL : sizes;
    struct node *result = node_compute(builder, type, term);
    result->is_reshape = true;
    return result;
}

/* A part of a per-device tensor: its space and its result begin with the device. */
static void part_lift(struct kernel_builder *builder, struct node_part *part, uint32_t rank) {
    for (uint32_t d = rank; d-- > 0;) {
        part->store[d + 1] = lifted(builder, part->store[d]);
        part->dynamic[d + 1] = part->dynamic[d];
    }
    part->store[0] = affine_dim(0, 1, 0);
    part->dynamic[0] = NULL;
    memmove(part->extent + 1, part->extent, part->rank * sizeof *part->extent);
    part->extent[0] = builder->graph->devices;
    part->rank++;
    part->parallel_rank++;
}

struct node *node_parts(struct kernel_builder *builder, const struct type *type, uint32_t count,
                        const struct node_part *parts) {
    struct node *node = node_new(builder, NODE_PARTS, type);
    node->part_count = count;
    node->parts = arena_copy(builder->graph->arena, parts, count * sizeof *parts);
    for (uint32_t p = 0; p < count && node->device_dims > 0; p++) {
        part_lift(builder, &node->parts[p], node_rank(node));
    }
    return node;
}

struct node *node_whole_parts(struct kernel_builder *builder, const struct type *type,
                              struct node_part *part) {
    struct node *node = node_new(builder, NODE_PARTS, type);
    node->device_dims = 0;
    node_set_extents(node, type);
    node->part_count = 1;
    node->parts = part;
    return node;
}

static void reduce_next(struct kernel_builder *builder, const struct node_reduction *reduction,
                        struct reduce_spec *spec) {
    uint32_t n = reduction->operands;
    struct term **arguments = ARENA_ARRAY(builder->graph->arena, struct term *, 2 * n);
    for (uint32_t i = 0; i < n; i++) {
        arguments[i] = term_new(builder, TERM_ACCUMULATOR, reduction->init[i]->element);
        arguments[n + i] = term_new(builder, TERM_INCOMING, reduction->init[i]->element);
        arguments[i]->number = arguments[n + i]->number = i;
    }
    spec->next = ARENA_ARRAY(builder->graph->arena, struct term *, n);
    for (uint32_t i = 0; i < n; i++) {
        spec->next[i] = term_region(builder, reduction->region, arguments, i);
    }
}

struct node *node_reduce(struct kernel_builder *builder, const struct node_reduction *reduction) {
    struct arena *arena = builder->graph->arena;
    struct reduce_spec *spec = ARENA_NEW(arena, struct reduce_spec);
    spec->operands = reduction->operands;
    spec->number = reduction->number;
    spec->init = arena_copy(arena, reduction->init, reduction->operands * sizeof *spec->init);
    spec->term = arena_copy(arena, reduction->term, reduction->operands * sizeof *spec->term);
    if (reduction->operands == 1 && !reduction->in_order) {
        spec->simple = region_scalar_op(reduction->region);
    }
    if (spec->simple == SCALAR_NONE) {
        reduce_next(builder, reduction, spec);
    }
    spec->guard_count = reduction->guard_count;
    spec->guards = ARENA_ARRAY(arena, struct guard, reduction->guard_count + 1);
    for (uint32_t i = 0; i < reduction->guard_count; i++) {
        spec->guards[i] =
            (struct guard){lifted(builder, reduction->guard[i]), reduction->guard_bound[i]};
    }
    struct node *node = node_new(builder, NODE_REDUCE, reduction->type);
    node->reduce = spec;
    node->sequential = reduction->count;
    memcpy(node->extent + node->rank, reduction->extent, reduction->count * sizeof(int64_t));
    return node;
}

/* Whether the runtime multiplies these elements as they are (runtime/gemm_tile.h). */
static bool multiplies(enum element operand, enum element result) {
    if (operand == result) {
        return operand != ELEMENT_F8E4M3FN && operand != ELEMENT_F8E5M2 && operand != ELEMENT_I4 &&
               operand != ELEMENT_U4;
    }
    return (result == ELEMENT_F32 && (operand == ELEMENT_BF16 || operand == ELEMENT_F16)) ||
           (result == ELEMENT_I32 && (operand == ELEMENT_I8 || operand == ELEMENT_U8)) ||
           (result == ELEMENT_U32 && operand == ELEMENT_U8);
}

static struct node *node_convert(struct kernel_builder *builder, struct node *node,
                                 const struct type *element) {
    struct term *term = term_same(builder, node);
    const struct type *type = type_with_element(builder->context, node->type, element);
    return node_compute(builder, type, term_scalar(builder, element, SCALAR_CONVERT, 1, &term));
}

/* Operands that the runtime cannot multiply as they are take the type of the result. */
static void fit_operands(struct kernel_builder *builder, const struct type *type, struct node **lhs,
                         struct node **rhs) {
    enum element element = element_or_bug(type);
    if ((*lhs)->element == (*rhs)->element && multiplies((*lhs)->element, element)) {
        return;
    }
    if ((*lhs)->element != element) {
        *lhs = node_convert(builder, *lhs, type_element(type));
    }
    if ((*rhs)->element != element) {
        *rhs = node_convert(builder, *rhs, type_element(type));
    }
}

struct node *node_contract(struct kernel_builder *builder, const struct type *type, uint32_t count,
                           const int64_t *extent, struct node *lhs, const struct affine *lhs_map,
                           struct node *rhs, const struct affine *rhs_map) {
    fit_operands(builder, type, &lhs, &rhs);
    struct term *left = term_read(builder, lhs, lhs_map), *right = term_read(builder, rhs, rhs_map);
    struct node *node = node_new(builder, NODE_CONTRACT, type);
    node->lhs = left;
    node->rhs = right;
    node->sequential = count;
    memcpy(node->extent + node->rank, extent, count * sizeof(int64_t));
    return node;
}

/* The order of dimensions `first`, spatial ones, `before_last` (where given) and `last`, behind the
 * device. */
static void channels_last(const struct node *node, uint32_t first, uint32_t spatial,
                          const uint32_t *dims, uint32_t last, uint8_t *order) {
    uint32_t lead = node->device_dims;
    order[0] = 0;
    order[lead] = (uint8_t)(lead + first);
    for (uint32_t s = 0; s < spatial; s++) {
        order[lead + 1 + s] = (uint8_t)(lead + dims[s]);
    }
    order[lead + 1 + spatial] = (uint8_t)(lead + last);
}

static void kernel_order(const struct node *node, const struct node_convolution *convolution,
                         uint8_t *order) {
    uint32_t lead = node->device_dims, spatial = convolution->spatial;
    order[0] = 0;
    for (uint32_t s = 0; s < spatial; s++) {
        order[lead + s] = (uint8_t)(lead + convolution->kernel_spatial[s]);
    }
    order[lead + spatial] = (uint8_t)(lead + convolution->kernel_input);
    order[lead + spatial + 1] = (uint8_t)(lead + convolution->kernel_output);
}

/* Dimension numbers as the node has them, behind the device. */
static struct node_convolution *lifted_convolution(struct kernel_builder *builder,
                                                   const struct node_convolution *convolution) {
    struct node_convolution *copy =
        arena_copy(builder->graph->arena, convolution, sizeof *convolution);
    uint32_t lead = builder->graph->devices > 0 ? 1 : 0;
    copy->input_batch += lead;
    copy->input_feature += lead;
    copy->kernel_input += lead;
    copy->kernel_output += lead;
    copy->output_batch += lead;
    copy->output_feature += lead;
    for (uint32_t s = 0; s < convolution->spatial; s++) {
        copy->input_spatial[s] += lead;
        copy->kernel_spatial[s] += lead;
        copy->output_spatial[s] += lead;
    }
    return copy;
}

struct node *node_convolve(struct kernel_builder *builder, const struct type *type,
                           struct node *input, struct node *kernel,
                           const struct node_convolution *convolution) {
    uint8_t order[KERNEL_DIMS];
    fit_operands(builder, type, &input, &kernel);
    channels_last(input, convolution->input_batch, convolution->spatial, convolution->input_spatial,
                  convolution->input_feature, order);
    input = node_relayout(builder, input, order, "input of a convolution: channels last");
    kernel_order(kernel, convolution, order);
    kernel =
        node_relayout(builder, kernel, order, "weights of a convolution: output channels last");
    struct term *left = term_same(builder, input), *right = term_same(builder, kernel);
    struct node *node = node_new(builder, NODE_CONVOLUTION, type);
    channels_last(node, convolution->output_batch, convolution->spatial,
                  convolution->output_spatial, convolution->output_feature, node->order);
    node->order_reason = "result of a convolution: channels last";
    node->lhs = left;
    node->rhs = right;
    node->convolution = lifted_convolution(builder, convolution);
    return node;
}

/* --- the whole function -------------------------------------------------------------------------
 */

static bool check_value(struct kernel_builder *builder, const struct value *value,
                        const char *what) {
    enum element element;
    bool ok = type_is_static(value->type) && element_of_type(value->type, &element) &&
              value->type->rank < KERNEL_DIMS / 2;
    if (!ok) {
        struct buffer text = {0};
        print_type(&text, value->type);
        diag_error(builder->graph->diagnostics, value_location(value),
                   "%s of type %s cannot be compiled: a tensor of static shape with at most %d "
                   "dimensions and an element type of storage is needed",
                   what, text.text, KERNEL_DIMS / 2 - 1);
        buffer_free(&text);
        builder->failed = true;
    }
    return ok;
}

static void emit_op(struct kernel_builder *builder, struct op *op) {
    for (uint32_t i = 0; i < op->result_count; i++) {
        if (!check_value(builder, op_result(op, i), "a result")) {
            return;
        }
    }
    builder->failed = !op->def->emit(op, builder) || builder->failed;
}

/* As the caller passes it: the whole tensor. */
static const struct type *argument_type(struct kernel_builder *builder, uint32_t index) {
    const struct op *func = builder->graph->func;
    const struct value *argument = func->regions[0].first->arguments[index];
    if (builder->graph->devices == 0) {
        return argument->type;
    }
    return device_global_type(builder, argument->type,
                              func_argument_attr(func, index, "sdy.sharding"));
}

static void build_inputs(struct kernel_builder *builder, const struct block *block) {
    struct graph *graph = builder->graph;
    graph->input_count = block->argument_count;
    graph->inputs = ARENA_ARRAY(graph->arena, struct node *, block->argument_count + 1);
    for (uint32_t i = 0; i < block->argument_count; i++) {
        if (!check_value(builder, block->arguments[i], "an argument")) {
            continue;
        }
        struct node *node = node_new(builder, NODE_INPUT, argument_type(builder, i));
        node->input_number = i;
        node->value = block->arguments[i];
        graph->inputs[i] = node;
        if (graph->devices > 0) {
            node = device_input(builder, node);
        }
        pointer_map_put(&graph->by_value, block->arguments[i], node);
    }
}

static void build_outputs(struct kernel_builder *builder, const struct op *terminator) {
    struct graph *graph = builder->graph;
    graph->output_count = terminator->operand_count;
    graph->outputs = ARENA_ARRAY(graph->arena, struct node *, terminator->operand_count + 1);
    for (uint32_t i = 0; i < terminator->operand_count; i++) {
        struct node *node = kernel_operand(builder, terminator, i);
        if (graph->devices > 0) {
            node = device_output(builder, node, i);
        }
        if (node->kind == NODE_INPUT || node->kind == NODE_CONSTANT || node->output_number >= 0) {
            node = graph_add_copy(graph, node);
        }
        node->output_number = (int32_t)i;
        graph->outputs[i] = node;
    }
}

struct graph *graph_build(struct module *module, const struct op *func, struct arena *arena,
                          const struct codegen_options *options) {
    struct graph *graph = ARENA_NEW(arena, struct graph);
    graph->arena = arena;
    graph->diagnostics = module->context->diagnostics;
    graph->options = options;
    graph->func = func;
    graph->devices = options->storage == STORAGE_PRIVATE ? module_device_count(module) : 0;
    struct kernel_builder builder = {.graph = graph, .context = module->context};
    struct block *block = func->regions[0].first;
    build_inputs(&builder, block);
    struct op *terminator = block_terminator(block);
    if (!builder.failed) {
        /* Go on after an operation that cannot be compiled as long as nothing needs its result. */
        for (struct op *op = block->first; op != terminator && !builder.failed; op = op->next) {
            emit_op(&builder, op);
        }
    }
    if (!builder.failed) {
        build_outputs(&builder, terminator);
        return graph;
    }
    graph_free(graph);
    return NULL;
}

void graph_free(struct graph *graph) {
    for (size_t i = 0; i < graph->nodes.count; i++) {
        vector_free(&graph->nodes.items[i]->evaluations);
    }
    vector_free(&graph->nodes);
    pointer_map_free(&graph->by_value);
}
