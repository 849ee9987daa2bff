/* From the IR to the graph: calls the emit hook of each operation in order, and implements the
 * kernel builder that the hooks speak to (ops/kernel_builder.h). */
#include <string.h>

#include "codegen/graph.h"

/* --- types ------------------------------------------------------------------------------------ */

static bool integer_element(const struct type *type, enum element *element) {
    bool is_unsigned = type->signedness == UNSIGNED;
    switch (type->width) {
    case 1: *element = ELEMENT_I1; return true;
    case 4: *element = is_unsigned ? ELEMENT_U4 : ELEMENT_I4; return true;
    case 8: *element = is_unsigned ? ELEMENT_U8 : ELEMENT_I8; return true;
    case 16: *element = is_unsigned ? ELEMENT_U16 : ELEMENT_I16; return true;
    case 32: *element = is_unsigned ? ELEMENT_U32 : ELEMENT_I32; return true;
    case 64: *element = is_unsigned ? ELEMENT_U64 : ELEMENT_I64; return true;
    default: return false;
    }
}

static bool float_element(const struct type *type, enum element *element) {
    switch (type->float_kind) {
    case FLOAT_F8E4M3FN: *element = ELEMENT_F8E4M3FN; return true;
    case FLOAT_F8E5M2: *element = ELEMENT_F8E5M2; return true;
    case FLOAT_BF16: *element = ELEMENT_BF16; return true;
    case FLOAT_F16: *element = ELEMENT_F16; return true;
    case FLOAT_F32: *element = ELEMENT_F32; return true;
    case FLOAT_F64: *element = ELEMENT_F64; return true;
    default: return false;
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

/* --- builder: values --------------------------------------------------------------------------- */

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
    return node->rank;
}

int64_t node_extent(const struct node *node, uint32_t dim) {
    return node->extent[dim];
}

const struct type *node_element(const struct node *node) {
    return type_element(node->type);
}

/* --- builder: terms ---------------------------------------------------------------------------- */

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

struct term *term_read_dynamic(struct kernel_builder *builder, struct node *node,
                               const struct affine *map, struct term *const *dynamic,
                               const int64_t *most) {
    struct term *term = term_new(builder, TERM_READ, node->element);
    term->node = node;
    term->group_count = node->rank;
    term->coordinates = ARENA_ARRAY(builder->graph->arena, struct coordinate, node->rank + 1);
    for (uint32_t d = 0; d < node->rank; d++) {
        term->coordinates[d].at = map[d];
        if (dynamic && dynamic[d]) {
            term->coordinates[d].dynamic = dynamic[d];
            term->coordinates[d].most = most[d];
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
    for (uint32_t d = 0; d < node->rank; d++) {
        map[d] = affine_dim(d, 1, 0);
    }
    return term_read(builder, node, map);
}

struct term *term_index(struct kernel_builder *builder, const struct type *element,
                        struct affine affine) {
    struct term *term = term_new(builder, TERM_INDEX, element_or_bug(element));
    term->affine = affine;
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
        term->guards[i] = (struct guard){at[i], bound[i]};
    }
    term->arg_count = 2;
    term->args[0] = inside;
    term->args[1] = outside;
    return term;
}

/* --- builder: scalar regions ------------------------------------------------------------------- */

/* A term without reads of the region's own scalar nodes. */
static struct term *inline_scalars(struct kernel_builder *builder, struct term *term) {
    if (term->kind == TERM_READ && term->node->rank == 0 && term->node->kind == NODE_COMPUTE) {
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
    bool in_order = op_operand(op, 0) == block->arguments[0] &&
                    op_operand(op, 1) == block->arguments[1];
    bool swapped = op_operand(op, 0) == block->arguments[1] &&
                   op_operand(op, 1) == block->arguments[0] && op_has(op, OP_COMMUTATIVE);
    return in_order || swapped ? (enum scalar_op)op->def->scalar : SCALAR_NONE;
}

/* --- builder: nodes ---------------------------------------------------------------------------- */

static struct node *graph_new_node(struct graph *graph, enum node_kind kind,
                                   const struct type *type) {
    struct node *node = ARENA_NEW(graph->arena, struct node);
    node->kind = kind;
    node->id = (int32_t)graph->nodes.count;
    node->type = type;
    node->element = element_or_bug(type);
    node->output_number = -1;
    node->rank = type_is_tensor(type) ? type->rank : 0;
    node->elements = 1;
    for (uint32_t d = 0; d < node->rank; d++) {
        node->extent[d] = type->dims[d];
        node->elements *= type->dims[d];
        node->order[d] = (uint8_t)d;
    }
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
    return node;
}

/* How many dimensions, from `from` on, of one side make up the same product as the other side's. */
struct reshape_groups {
    uint32_t count;
    uint32_t in_size[KERNEL_DIMS + 1], out_first[KERNEL_DIMS + 1], out_size[KERNEL_DIMS + 1];
};

static void reshape_groups(const struct node *in, uint32_t out_rank, const int64_t *out,
                           struct reshape_groups *groups) {
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
    reshape_groups(node, type->rank, type->dims, &groups);
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
            stride *= type->dims[out];
        }
    }
    term->group_size = all_single ? NULL : sizes;
    struct node *result = node_compute(builder, type, term);
    result->is_reshape = true;
    return result;
}

struct node *node_parts(struct kernel_builder *builder, const struct type *type, uint32_t count,
                        const struct node_part *parts) {
    struct node *node = node_new(builder, NODE_PARTS, type);
    node->part_count = count;
    node->parts = arena_copy(builder->graph->arena, parts, count * sizeof *parts);
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
    spec->simple = reduction->operands == 1 ? region_scalar_op(reduction->region) : SCALAR_NONE;
    if (spec->simple == SCALAR_NONE) {
        reduce_next(builder, reduction, spec);
    }
    spec->guard_count = reduction->guard_count;
    spec->guards = ARENA_ARRAY(arena, struct guard, reduction->guard_count + 1);
    for (uint32_t i = 0; i < reduction->guard_count; i++) {
        spec->guards[i] = (struct guard){reduction->guard[i], reduction->guard_bound[i]};
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

struct node *node_contract(struct kernel_builder *builder, const struct type *type, uint32_t count,
                           const int64_t *extent, struct node *lhs, const struct affine *lhs_map,
                           struct node *rhs, const struct affine *rhs_map) {
    enum element element = element_or_bug(type);
    if (lhs->element != rhs->element || !multiplies(lhs->element, element)) {
        lhs = lhs->element == element ? lhs : node_convert(builder, lhs, type_element(type));
        rhs = rhs->element == element ? rhs : node_convert(builder, rhs, type_element(type));
    }
    struct term *left = term_read(builder, lhs, lhs_map), *right = term_read(builder, rhs, rhs_map);
    struct node *node = node_new(builder, NODE_CONTRACT, type);
    node->lhs = left;
    node->rhs = right;
    node->sequential = count;
    memcpy(node->extent + node->rank, extent, count * sizeof(int64_t));
    return node;
}

static void channels_last(uint32_t spatial, uint32_t batch, const uint32_t *dims, uint32_t feature,
                          uint8_t *order) {
    order[0] = (uint8_t)batch;
    for (uint32_t s = 0; s < spatial; s++) {
        order[1 + s] = (uint8_t)dims[s];
    }
    order[1 + spatial] = (uint8_t)feature;
}

struct node *node_convolve(struct kernel_builder *builder, const struct type *type,
                           struct node *input, struct node *kernel,
                           const struct node_convolution *convolution) {
    uint8_t order[KERNEL_DIMS];
    channels_last(convolution->spatial, convolution->input_batch, convolution->input_spatial,
                  convolution->input_feature, order);
    input = node_relayout(builder, input, order, "input of a convolution: channels last");
    for (uint32_t s = 0; s < convolution->spatial; s++) {
        order[s] = (uint8_t)convolution->kernel_spatial[s];
    }
    order[convolution->spatial] = (uint8_t)convolution->kernel_input;
    order[convolution->spatial + 1] = (uint8_t)convolution->kernel_output;
    kernel = node_relayout(builder, kernel, order, "weights of a convolution: output channels last");
    struct term *left = term_same(builder, input), *right = term_same(builder, kernel);
    struct node *node = node_new(builder, NODE_CONVOLUTION, type);
    channels_last(convolution->spatial, convolution->output_batch, convolution->output_spatial,
                  convolution->output_feature, node->order);
    node->order_reason = "result of a convolution: channels last";
    node->lhs = left;
    node->rhs = right;
    node->convolution = arena_copy(builder->graph->arena, convolution, sizeof *convolution);
    return node;
}

/* --- the whole function ------------------------------------------------------------------------- */

static bool check_value(struct kernel_builder *builder, const struct value *value,
                        const char *what) {
    enum element element;
    bool ok = type_is_static(value->type) && element_of_type(value->type, &element) &&
              value->type->rank <= KERNEL_DIMS / 2;
    if (!ok) {
        struct buffer text = {0};
        print_type(&text, value->type);
        diag_error(builder->graph->diagnostics, value_location(value),
                   "%s of type %s cannot be compiled: a tensor of static shape with at most %d "
                   "dimensions and an element type of storage is needed",
                   what, text.text, KERNEL_DIMS / 2);
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

static void build_inputs(struct kernel_builder *builder, const struct block *block) {
    struct graph *graph = builder->graph;
    graph->input_count = block->argument_count;
    graph->inputs = ARENA_ARRAY(graph->arena, struct node *, block->argument_count + 1);
    for (uint32_t i = 0; i < block->argument_count; i++) {
        if (!check_value(builder, block->arguments[i], "an argument")) {
            continue;
        }
        struct node *node = node_new(builder, NODE_INPUT, block->arguments[i]->type);
        node->input_number = i;
        node->value = block->arguments[i];
        graph->inputs[i] = node;
        pointer_map_put(&graph->by_value, block->arguments[i], node);
    }
}

static void build_outputs(struct kernel_builder *builder, const struct op *terminator) {
    struct graph *graph = builder->graph;
    graph->output_count = terminator->operand_count;
    graph->outputs = ARENA_ARRAY(graph->arena, struct node *, terminator->operand_count + 1);
    for (uint32_t i = 0; i < terminator->operand_count; i++) {
        struct node *node = kernel_operand(builder, terminator, i);
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
