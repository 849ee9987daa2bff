/* From the graph to a program: a buffer for each materialised node, a kernel for each group. */
#include <string.h>

#include "codegen/lower/fuse/pieces.h"
#include "codegen/lower/layout/layout.h"
#include "codegen/lower/lower.h"
#include "codegen/program/visit.h"
#include "codegen/traffic.h"
#include "ir/elements.h"
#include "transforms/transforms.h"

/* --- buffers ---------------------------------------------------------------------------------- */

/* Dimensions of several elements from slowest to fastest, where that is not their own order: "i0"
 * is an instance axis, "d0" a dimension of the type. */
static void print_order(struct buffer *text, const struct node *node) {
    const char *separator = ", order [";
    uint32_t last = 0;
    bool in_order = true;
    for (uint32_t i = 0; i < node->rank; i++) {
        if (node->extent[node->place.order[i]] > 1) {
            in_order = in_order && node->place.order[i] >= last;
            last = node->place.order[i];
        }
    }
    for (uint32_t i = 0; i < node->rank && !in_order; i++) {
        uint32_t d = node->place.order[i];
        if (node->extent[d] > 1) {
            bool is_axis = d < node->lead;
            buffer_printf(text, "%s%s%u", separator, is_axis ? "i" : "d",
                          is_axis ? d : d - node->lead);
            separator = " ";
        }
    }
    buffer_add(text, in_order ? "" : "]");
}

/* The type, the instance axes it varies on and how they lie in memory. */
static const char *node_comment(struct graph *graph, const struct node *node) {
    struct buffer text = {0};
    const char *separator = " on axes ";
    print_type(&text, node->type);
    for (uint32_t a = 0; a < node->lead; a++) {
        if (node->axes >> a & 1) {
            buffer_printf(&text, "%si%u=%lld", separator, a, (long long)node->extent[a]);
            separator = ", ";
        }
    }
    print_order(&text, node);
    const char *comment = arena_printf(graph->arena, "%s", text.text);
    buffer_free(&text);
    return comment;
}

/* The one place where an order becomes strides. */
void node_set_strides(struct node *node) {
    int64_t stride = 1;
    for (uint32_t i = node->rank; i-- > 0;) {
        /* Of an empty tensor too strides say in which order the dimensions lie. */
        int64_t extent = node->extent[node->place.order[i]];
        node->place.stride[node->place.order[i]] = stride;
        stride *= extent > 0 ? extent : 1;
    }
}

struct kernel_buffer *lowering_add_buffer(struct lowering *lowering, enum element element,
                                          int64_t elements, const char *comment) {
    struct kernel_buffer *buffer = ARENA_NEW(lowering->program->arena, struct kernel_buffer);
    buffer->kind = BUFFER_ARENA;
    buffer->element = element;
    buffer->elements = elements;
    buffer->id = (uint32_t)lowering->buffers.count;
    buffer->first_step = buffer->last_step = -1;
    buffer->comment = comment;
    *vector_push(&lowering->buffers) = buffer;
    return buffer;
}

struct kernel_buffer *lowering_add_constant(struct lowering *lowering, enum element element,
                                            int64_t elements, const void *data,
                                            const char *comment) {
    struct kernel_buffer *buffer = lowering_add_buffer(lowering, element, elements, comment);
    buffer->kind = BUFFER_CONSTANT;
    buffer->number = (uint32_t)lowering->constants.count;
    buffer->data = data;
    *vector_push(&lowering->constants) = buffer;
    return buffer;
}

static void add_node_buffer(struct lowering *lowering, struct node *node) {
    enum buffer_kind kind = node->kind == NODE_INPUT      ? BUFFER_INPUT
                            : node->kind == NODE_CONSTANT ? BUFFER_CONSTANT
                            : node->kind == NODE_RANK     ? BUFFER_RANK
                            : node->border.output >= 0    ? BUFFER_OUTPUT
                            : node->facts.is_kept         ? BUFFER_KEPT
                                                          : BUFFER_ARENA;
    node->place.buffer = lowering_add_buffer(lowering, node->element, node->elements,
                                             node_comment(lowering->graph, node));
    node->place.buffer->kind = kind;
    if (kind == BUFFER_INPUT) {
        node->place.buffer->number = node->border.input;
    } else if (kind == BUFFER_OUTPUT) {
        node->place.buffer->number = (uint32_t)node->border.output;
    } else if (kind == BUFFER_CONSTANT) {
        node->place.buffer->number = (uint32_t)lowering->constants.count;
        node->place.buffer->data = node->constant->data;
        *vector_push(&lowering->constants) = node->place.buffer;
    }
}

/* Where element `number` of a node lies, counted in row-major order. */
static int64_t place_of_element(const struct node *node, int64_t number) {
    int64_t place = 0;
    for (uint32_t d = node->rank; d-- > 0;) {
        place += number % node->extent[d] * node->place.stride[d];
        number /= node->extent[d];
    }
    return place;
}

/* The constant's elements as they are stored: splats that could not become a term (complex ones) in
 * full, integers of 2 and 4 bits with the bits above their width that a byte has, and all in the
 * order of the node. */
static void write_out(struct graph *graph, struct node *node) {
    const struct attr *dense = node->constant;
    size_t bytes = element_info[node->element].bytes;
    bool is_nibble = element_info[node->element].bits < 8 && element_is_signed(node->element);
    bool is_in_place = order_is_row_major(node, node->place.order);
    if (!dense->splat && !is_nibble && is_in_place) {
        return;
    }
    if (!dense->splat && !is_nibble && dense->length >= ELEMENTS_SHARED_FROM) {
        node->place.buffer->data = context_hold_order(
            graph->context,
            &(struct element_order){dense, node->rank, node->extent, node->place.stride});
        return;
    }
    char *data = arena_array(graph->arena, (size_t)node->elements, bytes);
    for (int64_t i = 0; i < node->elements; i++) {
        int64_t place = is_in_place ? i : place_of_element(node, i);
        if (is_nibble) {
            data[place] = (char)attr_dense_integer(dense, i);
        } else {
            const char *from = (const char *)dense->data + (dense->splat ? 0 : (size_t)i * bytes);
            memcpy(data + (size_t)place * bytes, from, bytes);
        }
    }
    node->place.buffer->data = data;
}

/* What a loop carries, and gives in the end, is one buffer. */
static bool is_loop_result(const struct node *node) {
    return node->kind == NODE_RESULT && node->results.owner->kind == NODE_LOOP;
}

static void add_buffers(struct lowering *lowering, struct subgraph *subgraph) {
    for (size_t i = 0; i < subgraph->nodes.count; i++) {
        struct node *node = subgraph->nodes.items[i];
        if (!node->fusion.materialised) {
            continue;
        }
        for (uint32_t r = 0; node->regions && r < node->regions->count; r++) {
            add_buffers(lowering, node->regions->subgraphs[r]);
        }
        node_set_strides(node);
        if (is_loop_result(node)) {
            node->place.buffer =
                node->results.owner->regions->carried[node->results.number]->place.buffer;
        } else if (!node->regions && node->results.count == 0) {
            add_node_buffer(lowering, node);
        }
        if (node->kind == NODE_CONSTANT) {
            write_out(lowering->graph, node);
        }
    }
}

/* --- kernels ---------------------------------------------------------------------------------- */

/* Whether it adds up what is of no operation by itself: parts of a sum over devices. */
static bool adds_up(const struct node *root) {
    const struct term *term = root->kind == NODE_COMPUTE ? root->term : NULL;
    return root->kind == NODE_REDUCE || (term && term->kind == TERM_SCALAR &&
                                         (term->op == SCALAR_ADD || term->op == SCALAR_MULTIPLY));
}

static const char *kernel_comment(struct graph *graph, const struct group *group) {
    struct buffer text = {0};
    if (group->anchor && group->anchor->op && group->anchor != group->roots.items[0]) {
        buffer_printf(&text, "%s, then ", group->anchor->op->name);
    }
    for (size_t i = 0; i < group->roots.count; i++) {
        const struct node *root = group->roots.items[i];
        const char *other = root->kind == NODE_LIBRARY ? root->library->name
                            : adds_up(root)            ? "partial results"
                                                       : "copy";
        buffer_printf(&text, "%s%s ", i ? "; " : "", root->op ? root->op->name : other);
        print_type(&text, root->type);
    }
    const char *comment = arena_printf(graph->arena, "%s", text.text);
    buffer_free(&text);
    return comment;
}

struct kernel *lowering_add_kernel(struct lowering *lowering, const char *comment) {
    struct kernel *kernel = ARENA_NEW(lowering->program->arena, struct kernel);
    kernel->id = (uint32_t)lowering->kernels.count;
    kernel->comment = comment;
    kernel->is_once = lowering->steps == &lowering->once;
    kernel_set_origin(kernel, lowering);
    *vector_push(&lowering->kernels) = kernel;
    *vector_push(lowering->steps) = (struct step){.kind = STEP_KERNEL, .kernel = kernel};
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

/* The devices that share the space, of a process or rank in which each has what is its own. */
static void set_devices(const struct graph *graph, struct kernel *kernel) {
    kernel->is_of_devices = graph->options->storage == STORAGE_PRIVATE;
    for (uint32_t a = 0; a < graph->instances.count; a++) {
        kernel->devices[a] = kernel->is_of_devices ? kernel->extent[a] : 0;
    }
}

/* Coordinates of a root in the kernel's space: the anchor's, where it has one of another order. */
static void root_map(const struct group *group, const struct node *root, struct affine *map) {
    const struct node *host = group->anchor ? group->anchor->fusion.host : NULL;
    for (uint32_t d = 0; d < root->rank; d++) {
        map[d] = affine_dim(host ? host->fusion.anchor_dim[d] : d, 1, 0);
    }
}

static void add_store(struct lowering *lowering, const struct node *root, struct expr *value,
                      const struct affine *map) {
    struct kernel *kernel = lowering->kernel;
    struct statement *statement = &kernel->results[kernel->result_count++];
    statement->store = buffer_access(root, map);
    statement->value = value;
    lowering_register(lowering, &statement->store.at);
}

static void add_results(struct lowering *lowering) {
    const struct group *group = lowering->group;
    struct kernel *kernel = lowering->kernel;
    size_t most = group->roots.count + (group->anchor ? group->anchor->results.count : 0) + 1;
    kernel->results = ARENA_ARRAY(lowering->graph->arena, struct statement, most);
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
    reduction->in_order = spec->in_order;
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
}

static void add_anchor_result(struct lowering *lowering, const struct node *node) {
    struct affine map[KERNEL_DIMS];
    for (uint32_t d = 0; d < node->rank; d++) {
        map[d] = affine_dim(d, 1, 0);
    }
    struct expr *value = ARENA_NEW(lowering->graph->arena, struct expr);
    value->kind = EXPR_REDUCED;
    value->type = node->element;
    value->number = node->results.number;
    add_store(lowering, node, value, map);
}

/* The stores of a reduction that is a root itself come last:
 * others use its value, not its memory. */
static void add_anchor_results(struct lowering *lowering) {
    const struct node *anchor = lowering->group->anchor;
    if (anchor->fusion.materialised && anchor->results.count == 0) {
        add_anchor_result(lowering, anchor);
    }
    for (uint32_t i = 0; i < anchor->results.count; i++) {
        if (anchor->results.items[i]->fusion.materialised) {
            add_anchor_result(lowering, anchor->results.items[i]);
        }
    }
}

/* The first load that the reduction's terms are computed of. */
static const struct affine *first_load(const struct kernel *kernel) {
    struct uses uses = {0};
    const struct affine *found = NULL;
    kernel_uses(kernel, &uses);
    for (size_t i = 0; i < uses.accesses.count && !found; i++) {
        const struct used_access *used = &uses.accesses.items[i];
        found = used->place == PLACE_REDUCTION && used->access ? &used->access->at : NULL;
    }
    uses_free(&uses);
    return found;
}

/* Whether a kernel only copies one buffer to another of the same layout. */
static bool only_moves(const struct kernel *kernel) {
    const struct statement *statement = &kernel->results[0];
    if (kernel->reduction || kernel->body_count > 0 || kernel->result_count != 1 ||
        statement->value->kind != EXPR_LOAD || statement->combine != SCALAR_NONE ||
        statement->condition || kernel->dim_count != 1) {
        return false;
    }
    const struct access *to = &statement->store, *from = &statement->value->access;
    const struct affine all = affine_dim(0, 1, 0);
    return from->indirect_count == 0 && to->indirect_count == 0 && affine_equal(&from->at, &all) &&
           affine_equal(&to->at, &all) && from->buffer->element == to->buffer->element &&
           from->buffer->elements == kernel->extent[0] && to->buffer->elements == kernel->extent[0];
}

static void finish_loop(struct lowering *lowering) {
    struct kernel *kernel = lowering->kernel;
    const struct reduction *fold = kernel->reduction;
    bool in_any_order = fold != NULL && fold->next == NULL && !fold->in_order;
    /* A region may tell what comes first: then the order is that of the dimensions. */
    const struct affine *sequential = in_any_order ? first_load(kernel) : NULL;
    kernel_guard_masks(lowering);
    kernel_drop_units(lowering);
    if (kernel->result_count > 0) {
        kernel_sort(lowering, &kernel->results[0].store.at, sequential);
    }
    kernel_coalesce(lowering, lowering->kernel->dim_count);
    kernel->is_move = only_moves(kernel);
    if (!kernel->is_move) {
        kernel_move_bits(kernel);
        library_take(lowering);
    }
}

static void lower_group(struct lowering *lowering) {
    const struct group *group = lowering->group;
    const struct node *space = group->anchor ? group->anchor : group->roots.items[0];
    struct kernel *kernel =
        lowering_add_kernel(lowering, kernel_comment(lowering->graph, lowering->group));
    set_space(kernel, space->rank, space->sequential, space->extent);
    set_devices(lowering->graph, kernel);
    add_results(lowering);
    if (group->anchor && group->anchor->kind == NODE_LIBRARY) {
        kernel->kind = KERNEL_LIBRARY;
        kernel->library = group->anchor->library;
        kernel->library->lower(lowering);
        return;
    }
    if (group->anchor) {
        lower_reduction(lowering);
        add_anchor_results(lowering);
    }
    finish_loop(lowering);
}

/* A kernel for each piece of the one root. */
static void lower_pieces(struct lowering *lowering, const struct node *root) {
    for (uint32_t i = 0; i < pieces_count(root); i++) {
        struct affine map[KERNEL_DIMS];
        struct kernel *kernel =
            lowering_add_kernel(lowering, kernel_comment(lowering->graph, lowering->group));
        pieces_box(root, i, map, kernel->extent);
        kernel->dim_count = kernel->parallel_count = root->rank;
        kernel->is_disjoint = true;
        kernel->results = ARENA_NEW(lowering->graph->arena, struct statement);
        add_store(lowering, root, lower_term(lowering, root->term, map, root->rank), map);
        finish_loop(lowering);
    }
}

/* --- tensors written in parts ----------------------------------------------------------------- */

static bool has_like(const struct node *node, const struct node_part *part) {
    for (uint32_t i = 0; i < node->written.count; i++) {
        const struct node_part *other = &node->written.parts[i];
        if (other != part && other->rank == part->rank &&
            memcmp(other->extent, part->extent, part->rank * sizeof *part->extent) == 0) {
            return true;
        }
    }
    return false;
}

static void lower_part(struct lowering *lowering, const struct node *node,
                       const struct node_part *part) {
    struct arena *arena = lowering->graph->arena;
    struct kernel *kernel =
        lowering_add_kernel(lowering, kernel_comment(lowering->graph, lowering->group));
    set_space(kernel, part->parallel_rank, part->rank - part->parallel_rank, part->extent);
    kernel->is_disjoint = !part->overlaps;
    kernel->is_repeated = kernel->is_disjoint && has_like(node, part);
    struct affine map[KERNEL_DIMS];
    for (uint32_t d = 0; d < part->rank; d++) {
        map[d] = affine_dim(d, 1, 0);
    }
    struct statement *statement = ARENA_NEW(arena, struct statement);
    statement->store = buffer_access(node, part->store);
    lowering_register(lowering, &statement->store.at);
    struct indirect *indirect = ARENA_ARRAY(arena, struct indirect, node->rank + 1);
    for (uint32_t d = 0; d < node->rank; d++) {
        if (part->dynamic[d]) {
            struct expr *index = lower_term(lowering, part->dynamic[d], map, part->rank);
            indirect[statement->store.indirect_count++] =
                (struct indirect){index, node->place.stride[d], -1};
        }
    }
    statement->store.indirect = indirect;
    lowering->stored = &statement->store;
    statement->value = lower_term(lowering, part->term, map, part->rank);
    lowering->stored = NULL;
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
    kernel_coalesce(lowering, lowering->kernel->dim_count);
    kernel_move_bits(kernel);
}

/* --- moves ------------------------------------------------------------------------------------ */

/* Everything that one buffer holds to another of the same layout. */
static void add_move(struct lowering *lowering, const struct node *to, const struct node *from) {
    struct arena *arena = lowering->graph->arena;
    struct kernel *kernel = lowering_add_kernel(lowering, to->place.buffer->comment);
    struct expr *value = ARENA_NEW(arena, struct expr);
    struct statement *statement = ARENA_NEW(arena, struct statement);
    kernel->is_move = true;
    set_space(kernel, 1, 0, &to->elements);
    value->kind = EXPR_LOAD;
    value->type = from->element;
    value->access = (struct access){.buffer = from->place.buffer, .at = affine_dim(0, 1, 0)};
    statement->store = (struct access){.buffer = to->place.buffer, .at = affine_dim(0, 1, 0)};
    statement->value = value;
    kernel->results = statement;
    kernel->result_count = 1;
}

static bool same_places(const struct node *a, const struct node *b) {
    return a->axes == b->axes &&
           memcmp(a->place.stride, b->place.stride, a->rank * sizeof *a->place.stride) == 0;
}

/* What stands where no part writes. */
static void lower_base(struct lowering *lowering, const struct node *node) {
    const struct node *base = node->written.base;
    if (base->fusion.materialised && same_places(base, node)) {
        add_move(lowering, node, base);
        return;
    }
    struct kernel *kernel =
        lowering_add_kernel(lowering, kernel_comment(lowering->graph, lowering->group));
    struct affine map[KERNEL_DIMS];
    set_space(kernel, node->rank, 0, node->extent);
    kernel->results = ARENA_NEW(lowering->graph->arena, struct statement);
    for (uint32_t d = 0; d < node->rank; d++) {
        map[d] = affine_dim(d, base->extent[d] == node->extent[d], 0);
    }
    struct expr *value = lower_value(lowering, node->written.base, map);
    for (uint32_t d = 0; d < node->rank; d++) {
        map[d] = affine_dim(d, 1, 0);
    }
    add_store(lowering, node, value, map);
    finish_loop(lowering);
}

static void lower_parts(struct lowering *lowering, const struct node *root) {
    if (root->written.base) {
        lower_base(lowering, root);
    }
    for (uint32_t p = 0; p < root->written.count; p++) {
        lower_part(lowering, root, &root->written.parts[p]);
    }
    library_take_parts(lowering, root->written.count, root->written.base == NULL);
}

/* --- regions ---------------------------------------------------------------------------------- */

static struct step_list lower_subgraph(struct lowering *lowering, struct subgraph *subgraph,
                                       struct node *const *into, uint32_t into_count);

struct step_list lowering_list(const struct lowering *lowering, struct steps *steps) {
    struct step_list list = {.count = (uint32_t)steps->count};
    list.items = steps->count ? arena_copy(lowering->graph->arena, steps->items,
                                           steps->count * sizeof *steps->items)
                              : NULL;
    vector_free(steps);
    return list;
}

static void lower_loop(struct lowering *lowering, const struct node *node) {
    const struct node_regions *regions = node->regions;
    for (uint32_t i = 0; i < regions->carried_count; i++) {
        add_move(lowering, regions->carried[i], regions->init[i]);
    }
    struct step step = {.kind = STEP_LOOP, .part_count = 2, .turns = loop_turns(node->op)};
    step.parts = ARENA_ARRAY(lowering->graph->arena, struct step_list, 2);
    step.parts[0] = lower_subgraph(lowering, regions->subgraphs[0], NULL, 0);
    step.parts[1] =
        lower_subgraph(lowering, regions->subgraphs[1], regions->carried, regions->carried_count);
    step.selector = regions->subgraphs[0]->outputs[0]->place.buffer;
    *vector_push(lowering->steps) = step;
}

static void lower_branch(struct lowering *lowering, const struct node *node) {
    const struct node_regions *regions = node->regions;
    struct step step = {.kind = STEP_BRANCH, .part_count = regions->count};
    step.parts = ARENA_ARRAY(lowering->graph->arena, struct step_list, regions->count);
    step.selector = regions->selector->place.buffer;
    for (uint32_t r = 0; r < regions->count; r++) {
        step.parts[r] = lower_subgraph(lowering, regions->subgraphs[r], node->results.items,
                                       node->results.count);
    }
    *vector_push(lowering->steps) = step;
}

static void lower_root(struct lowering *lowering) {
    const struct node *root = lowering->group->roots.items[0];
    struct steps *steps = lowering->steps;
    lowering->steps = root->facts.is_kept ? &lowering->once : steps;
    if (root->kind == NODE_LOOP) {
        lower_loop(lowering, root);
    } else if (root->kind == NODE_BRANCH) {
        lower_branch(lowering, root);
    } else if (root->kind == NODE_PARTS) {
        lower_parts(lowering, root);
    } else if (root->fusion.pieces) {
        lower_pieces(lowering, root);
    } else {
        lower_group(lowering);
    }
    lowering->steps = steps;
}

/* The steps of a subgraph; then its outputs move to the buffers of `into`. */
static struct step_list lower_subgraph(struct lowering *lowering, struct subgraph *subgraph,
                                       struct node *const *into, uint32_t into_count) {
    struct group_list groups = {0};
    struct steps steps = {0};
    struct group *outer = lowering->group;
    struct steps *outer_steps = lowering->steps;
    lowering->steps = &steps;
    subgraph_groups(lowering->graph, subgraph, &groups);
    for (size_t i = 0; i < groups.count; i++) {
        lowering->group = groups.items[i];
        lower_root(lowering);
    }
    for (uint32_t i = 0; i < into_count; i++) {
        if (into[i]->fusion.materialised) {
            add_move(lowering, into[i], subgraph->outputs[i]);
        }
    }
    for (size_t i = 0; i < groups.count; i++) {
        vector_free(&groups.items[i]->roots);
        vector_free(&groups.items[i]->inputs);
    }
    vector_free(&groups);
    lowering->group = outer;
    lowering->steps = outer_steps;
    struct step_list list = lowering_list(lowering, &steps);
    list.sent = subgraph->sent;
    return list;
}

/* --- the program ------------------------------------------------------------------------------ */

static void *kept_list(struct lowering *lowering, void *items, size_t count) {
    return count ? arena_copy(lowering->program->arena, items, count * sizeof(void *)) : NULL;
}

static void keep_lists(struct lowering *lowering) {
    struct program *program = lowering->program;
    program->kernel_count = (uint32_t)lowering->kernels.count;
    program->buffer_count = (uint32_t)lowering->buffers.count;
    program->constant_count = (uint32_t)lowering->constants.count;
    program->kernels = kept_list(lowering, lowering->kernels.items, lowering->kernels.count);
    program->buffers = kept_list(lowering, lowering->buffers.items, lowering->buffers.count);
    program->constants = kept_list(lowering, lowering->constants.items, lowering->constants.count);
    program->call_count = (uint32_t)lowering->calls.count;
    program->calls = kept_list(lowering, lowering->calls.items, lowering->calls.count);
    vector_free(&lowering->calls);
    vector_free(&lowering->kernels);
    vector_free(&lowering->buffers);
    vector_free(&lowering->constants);
}

struct program *graph_lower(struct graph *graph) {
    struct program *program = ARENA_NEW(graph->arena, struct program);
    struct lowering lowering = {.graph = graph, .program = program};
    program->arena = graph->arena;
    program->name = "model";
    program->is_profiled = graph->options->profiles;
    program->is_apart = graph->options->is_apart;
    program->ranks = graph->options->ranks;
    program->sent_count = graph->options->counts_sent ? TRAFFIC_KINDS : 0;
    program->input_count = graph->input_count;
    program->output_count = graph->main->output_count;
    add_arguments(graph, program);
    add_buffers(&lowering, graph->main);
    program->steps = lower_subgraph(&lowering, graph->main, NULL, 0);
    lowering_finish_once(&lowering);
    lowering_drop_unread(&lowering);
    keep_lists(&lowering);
    vector_free(&lowering.affines);
    vector_free(&lowering.known);
    line_index_free(&lowering.lines);
    vector_free(&lowering.reduced);
    return program;
}
