/* From the IR to the graph: calls the emit hook of each operation in order, and implements the
 * kernel builder that the hooks speak to (ops/kernel_builder.h). */
#include <string.h>

#include "codegen/graph/graph.h"

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
