/* From the graph to a program: a buffer for each materialised node, a kernel for each group. */
#include <string.h>

#include "codegen/lower/lower.h"

/* --- buffers -----------------------------------------------------------------------------------
 */

static const char *node_comment(struct graph *graph, const struct node *node) {
    struct buffer text = {0};
    print_type(&text, node->type);
    const char *comment = arena_printf(graph->arena, "%s", text.text);
    buffer_free(&text);
    return comment;
}

static void set_strides(struct node *node) {
    int64_t stride = 1;
    for (uint32_t i = node->rank; i-- > 0;) {
        node->stride[node->order[i]] = stride;
        stride *= node->extent[node->order[i]];
    }
}

static struct kernel_buffer *add_buffer(struct program *program, enum buffer_kind kind,
                                        enum element element, int64_t elements) {
    struct kernel_buffer *buffer = ARENA_NEW(program->arena, struct kernel_buffer);
    buffer->kind = kind;
    buffer->element = element;
    buffer->elements = elements;
    buffer->id = program->buffer_count;
    buffer->first_step = buffer->last_step = -1;
    program->buffers[program->buffer_count++] = buffer;
    return buffer;
}

static void add_node_buffer(struct graph *graph, struct program *program, struct node *node) {
    enum buffer_kind kind = node->kind == NODE_INPUT      ? BUFFER_INPUT
                            : node->kind == NODE_CONSTANT ? BUFFER_CONSTANT
                            : node->output_number >= 0    ? BUFFER_OUTPUT
                                                          : BUFFER_ARENA;
    set_strides(node);
    node->buffer = add_buffer(program, kind, node->element, node->elements);
    node->buffer->comment = node_comment(graph, node);
    if (kind == BUFFER_INPUT) {
        node->buffer->number = node->input_number;
    } else if (kind == BUFFER_OUTPUT) {
        node->buffer->number = (uint32_t)node->output_number;
    } else if (kind == BUFFER_CONSTANT) {
        node->buffer->number = program->constant_count;
        node->buffer->data = node->constant->data;
        program->constants[program->constant_count++] = node->buffer;
    }
}

/* Elements of a splat that could not become a term (complex ones) are written out. */
static void expand_splat(struct graph *graph, struct node *node) {
    const struct attr *dense = node->constant;
    size_t bytes = element_info[node->element].bytes;
    if (!dense->splat) {
        return;
    }
    char *data = arena_array(graph->arena, (size_t)node->elements, bytes);
    for (int64_t i = 0; i < node->elements; i++) {
        memcpy(data + (size_t)i * bytes, dense->data, bytes);
    }
    node->buffer->data = data;
}

static void add_buffers(struct graph *graph, struct program *program) {
    for (size_t i = 0; i < graph->nodes.count; i++) {
        struct node *node = graph->nodes.items[i];
        if (node->materialised) {
            add_node_buffer(graph, program, node);
            if (node->kind == NODE_CONSTANT) {
                expand_splat(graph, node);
            }
        }
    }
}

/* --- kernels -----------------------------------------------------------------------------------
 */

static const char *kernel_comment(struct graph *graph, const struct group *group) {
    struct buffer text = {0};
    if (group->anchor && group->anchor->op && group->anchor != group->roots.items[0]) {
        buffer_printf(&text, "%s, then ", group->anchor->op->name);
    }
    for (size_t i = 0; i < group->roots.count; i++) {
        const struct node *root = group->roots.items[i];
        buffer_printf(&text, "%s%s ", i ? "; " : "", root->op ? root->op->name : "copy");
        print_type(&text, root->type);
    }
    const char *comment = arena_printf(graph->arena, "%s", text.text);
    buffer_free(&text);
    return comment;
}

static struct kernel *add_kernel(struct lowering *lowering) {
    struct program *program = lowering->program;
    struct kernel *kernel = ARENA_NEW(program->arena, struct kernel);
    kernel->id = program->kernel_count;
    kernel->comment = kernel_comment(lowering->graph, lowering->group);
    program->kernels[program->kernel_count++] = kernel;
    lowering->kernel = kernel;
    lowering->affines.count = lowering->known.count = lowering->reduced.count = 0;
    return kernel;
}

static void set_space(struct kernel *kernel, uint32_t parallel, uint32_t sequential,
                      const int64_t *extent) {
    kernel->parallel_count = parallel;
    kernel->dim_count = parallel + sequential;
    memcpy(kernel->extent, extent, kernel->dim_count * sizeof *extent);
}

/* Coordinates of a root in the kernel's space: the anchor's, where it has one of another order. */
static void root_map(const struct group *group, const struct node *root, struct affine *map) {
    const struct node *host = group->anchor ? group->anchor->host : NULL;
    for (uint32_t d = 0; d < root->rank; d++) {
        map[d] = affine_dim(host ? host->anchor_dim[d] : d, 1, 0);
    }
}

static void add_store(struct lowering *lowering, const struct node *root, struct expr *value,
                      const struct affine *map) {
    struct kernel *kernel = lowering->kernel;
    struct statement *statement = &kernel->results[kernel->result_count++];
    statement->store = buffer_access(lowering, root, map);
    statement->value = value;
    lowering_register(lowering, &statement->store.at);
}

static void add_results(struct lowering *lowering) {
    const struct group *group = lowering->group;
    struct kernel *kernel = lowering->kernel;
    kernel->results = ARENA_ARRAY(lowering->graph->arena, struct statement, group->roots.count + 1);
    for (size_t i = 0; i < group->roots.count; i++) {
        const struct node *root = group->roots.items[i];
        if (root != group->anchor) {
            struct affine map[KERNEL_DIMS];
            root_map(group, root, map);
            add_store(lowering, root, lower_term(lowering, root->term, map, root->rank), map);
        }
    }
}

static struct expr **lower_terms(struct lowering *lowering, uint32_t count,
                                 struct term *const *terms, const struct affine *map) {
    struct expr **result = ARENA_ARRAY(lowering->graph->arena, struct expr *, count);
    for (uint32_t i = 0; i < count; i++) {
        result[i] = lower_term(lowering, terms[i], map, lowering->kernel->dim_count);
    }
    return result;
}

static enum element accumulator_type(enum element element) {
    return element_info[element].compute;
}

static void lower_reduction(struct lowering *lowering) {
    struct node *anchor = lowering->group->anchor;
    const struct reduce_spec *spec = anchor->reduce;
    struct kernel *kernel = lowering->kernel;
    struct affine map[KERNEL_DIMS];
    for (uint32_t d = 0; d < kernel->dim_count; d++) {
        map[d] = affine_dim(d, 1, 0);
    }
    struct reduction *reduction = ARENA_NEW(lowering->graph->arena, struct reduction);
    reduction->count = spec->operands;
    reduction->simple = spec->simple;
    reduction->init = lower_terms(lowering, spec->operands, spec->init, map);
    reduction->term = lower_terms(lowering, spec->operands, spec->term, map);
    if (spec->next) {
        reduction->next = lower_terms(lowering, spec->operands, spec->next, map);
    }
    reduction->types = ARENA_ARRAY(lowering->graph->arena, enum element, spec->operands);
    for (uint32_t i = 0; i < spec->operands; i++) {
        reduction->types[i] = accumulator_type(spec->init[i]->element);
    }
    struct guard *guards = ARENA_ARRAY(lowering->graph->arena, struct guard, spec->guard_count + 1);
    for (uint32_t i = 0; i < spec->guard_count; i++) {
        guards[i] = spec->guards[i];
        lowering_register(lowering, &guards[i].at);
    }
    reduction->guard_count = spec->guard_count;
    reduction->guards = guards;
    kernel->reduction = reduction;
    for (size_t i = 0; i < lowering->reduced.count; i++) {
        lowering->reduced.items[i]->number = spec->number;
    }
}

/* The stores of a reduction that is a root itself come last: others use its value, not its memory.
 */
static void add_anchor_result(struct lowering *lowering) {
    struct node *anchor = lowering->group->anchor;
    struct affine map[KERNEL_DIMS];
    for (uint32_t d = 0; d < anchor->rank; d++) {
        map[d] = affine_dim(d, 1, 0);
    }
    struct expr *value = ARENA_NEW(lowering->graph->arena, struct expr);
    value->kind = EXPR_REDUCED;
    value->type = anchor->element;
    value->number = anchor->reduce->number;
    add_store(lowering, anchor, value, map);
}

static const struct affine *first_load(struct expr *expr) {
    if (expr->kind == EXPR_LOAD) {
        return &expr->access.at;
    }
    for (uint32_t i = 0; i < expr->arg_count; i++) {
        const struct affine *found = first_load(expr->args[i]);
        if (found) {
            return found;
        }
    }
    return NULL;
}

static void finish_loop(struct lowering *lowering) {
    struct kernel *kernel = lowering->kernel;
    const struct affine *sequential = NULL;
    if (kernel->reduction) {
        sequential = first_load(kernel->reduction->term[0]);
    }
    kernel_drop_units(lowering);
    if (kernel->result_count > 0) {
        kernel_sort(lowering, &kernel->results[0].store.at, sequential);
    }
    kernel_coalesce(lowering);
}

static void lower_group(struct lowering *lowering) {
    const struct group *group = lowering->group;
    const struct node *space = group->anchor ? group->anchor : group->roots.items[0];
    struct kernel *kernel = add_kernel(lowering);
    set_space(kernel, space->rank, space->sequential, space->extent);
    add_results(lowering);
    if (!group->anchor || group->anchor->kind == NODE_REDUCE) {
        kernel->kind = KERNEL_LOOP;
        if (group->anchor) {
            lower_reduction(lowering);
            if (group->anchor->materialised) {
                add_anchor_result(lowering);
            }
        }
        finish_loop(lowering);
    } else if (group->anchor->kind == NODE_CONTRACT) {
        lower_contract(lowering);
    } else {
        lower_convolution(lowering);
    }
}

/* --- tensors written in parts --------------------------------------------------------------------
 */

static void lower_part(struct lowering *lowering, const struct node *node,
                       const struct node_part *part) {
    struct arena *arena = lowering->graph->arena;
    struct kernel *kernel = add_kernel(lowering);
    set_space(kernel, part->parallel_rank, part->rank - part->parallel_rank, part->extent);
    kernel->is_disjoint = !part->overlaps;
    struct affine map[KERNEL_DIMS];
    for (uint32_t d = 0; d < part->rank; d++) {
        map[d] = affine_dim(d, 1, 0);
    }
    struct statement *statement = ARENA_NEW(arena, struct statement);
    statement->store = buffer_access(lowering, node, part->store);
    lowering_register(lowering, &statement->store.at);
    struct indirect *indirect = ARENA_ARRAY(arena, struct indirect, node->rank + 1);
    for (uint32_t d = 0; d < node->rank; d++) {
        if (part->dynamic[d]) {
            struct expr *index = lower_term(lowering, part->dynamic[d], map, part->rank);
            indirect[statement->store.indirect_count++] =
                (struct indirect){index, node->stride[d], -1};
        }
    }
    statement->store.indirect = indirect;
    statement->value = lower_term(lowering, part->term, map, part->rank);
    statement->combine = part->combine;
    if (part->condition) {
        statement->condition = lower_term(lowering, part->condition, map, part->rank);
    }
    if (part->rank > part->parallel_rank) {
        kernel->body = statement;
        kernel->body_count = 1;
    } else {
        kernel->results = statement;
        kernel->result_count = 1;
    }
    kernel_drop_units(lowering);
    kernel_sort(lowering, &statement->store.at, NULL);
    kernel_coalesce(lowering);
}

/* --- the program --------------------------------------------------------------------------------
 */

static void add_arguments(struct graph *graph, struct argument **arguments, uint32_t count,
                          struct node *const *nodes, const char *stem) {
    *arguments = ARENA_ARRAY(graph->arena, struct argument, count + 1);
    for (uint32_t i = 0; i < count; i++) {
        const struct node *node = nodes[i];
        (*arguments)[i] = (struct argument){.name = arena_printf(graph->arena, "%s%u", stem, i),
                                            .element = node->element,
                                            .rank = node->rank,
                                            .dims = node->extent,
                                            .elements = node->elements};
    }
}

static size_t count_kernels(const struct group_list *groups) {
    size_t count = 0;
    for (size_t i = 0; i < groups->count; i++) {
        const struct node *root = groups->items[i]->roots.items[0];
        count += root->kind == NODE_PARTS ? root->part_count : 1;
    }
    return count;
}

static void lower_groups(struct graph *graph, struct program *program, struct group_list *groups) {
    struct lowering lowering = {.graph = graph, .program = program};
    program->kernels = ARENA_ARRAY(graph->arena, struct kernel *, count_kernels(groups) + 1);
    for (size_t i = 0; i < groups->count; i++) {
        lowering.group = groups->items[i];
        const struct node *root = lowering.group->roots.items[0];
        if (root->kind != NODE_PARTS) {
            lower_group(&lowering);
            continue;
        }
        for (uint32_t p = 0; p < root->part_count; p++) {
            lower_part(&lowering, root, &root->parts[p]);
        }
    }
    vector_free(&lowering.affines);
    vector_free(&lowering.known);
    vector_free(&lowering.reduced);
}

struct program *graph_lower(struct graph *graph) {
    struct program *program = ARENA_NEW(graph->arena, struct program);
    program->arena = graph->arena;
    program->name = "model";
    program->buffers = ARENA_ARRAY(graph->arena, struct kernel_buffer *, graph->nodes.count + 1);
    program->constants = ARENA_ARRAY(graph->arena, struct kernel_buffer *, graph->nodes.count + 1);
    program->input_count = graph->input_count;
    program->output_count = graph->output_count;
    add_arguments(graph, &program->inputs, graph->input_count, graph->inputs, "arg");
    add_arguments(graph, &program->outputs, graph->output_count, graph->outputs, "result");
    add_buffers(graph, program);
    struct group_list groups = {0};
    graph_groups(graph, &groups);
    lower_groups(graph, program, &groups);
    for (size_t i = 0; i < groups.count; i++) {
        vector_free(&groups.items[i]->roots);
        vector_free(&groups.items[i]->inputs);
    }
    vector_free(&groups);
    return program;
}
