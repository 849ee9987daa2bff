/* The kernel builder: nodes (ops/kernel_builder.h). */
#include <string.h>

#include "codegen/graph/graph.h"
#include "codegen/library/weights.h"

/* --- making nodes ----------------------------------------------------------------------------- */

/* Extents, the number of elements (INT64_MAX: too many for any memory),
 * and the instance axes in front of all else. */
static void node_set_extents(const struct graph *graph, struct node *node,
                             const struct type *type) {
    uint32_t rank = type_is_tensor(type) ? type->rank : 0;
    node->lead = graph->instances.count;
    node->rank = node->lead + rank;
    for (uint32_t a = 0; a < node->lead; a++) {
        node->extent[a] = node->axes & 1u << a ? graph->instances.axes[a].size : 1;
    }
    for (uint32_t d = 0; d < rank; d++) {
        node->extent[node->lead + d] = type->dims[d];
    }
    node->elements = 1;
    for (uint32_t d = 0; d < node->rank; d++) {
        if (!multiply_checked(node->elements, node->extent[d], &node->elements)) {
            node->elements = INT64_MAX;
        }
        node->place.order[d] = (uint8_t)d;
    }
}

void node_set_axes(const struct graph *graph, struct node *node, uint32_t axes) {
    node->axes = axes;
    node_set_extents(graph, node, node->type);
}

struct node *node_new(struct kernel_builder *builder, enum node_kind kind, const struct type *type,
                      uint32_t axes) {
    struct graph *graph = builder->graph;
    struct node *node = ARENA_NEW(graph->arena, struct node);
    node->kind = kind;
    node->id = graph->node_count++;
    node->type = type;
    node->axes = axes;
    node->in = builder->current;
    node->element = element_or_bug(type);
    node->border.output = -1;
    node_set_extents(graph, node, type);
    *vector_push(&builder->current->nodes) = node;
    return node;
}

/* --- elements --------------------------------------------------------------------------------- */

struct node *node_compute(struct kernel_builder *builder, const struct type *type,
                          struct term *term) {
    const int64_t *by_device;
    struct node *unmerged = node_unmerged(builder, type, term);
    if (unmerged) {
        return unmerged;
    }
    term = term_fold_device(builder, type, term, &by_device);
    struct node *node = node_new(builder, NODE_COMPUTE, type, term_axes(builder->graph, term));
    node->term = term;
    node->facts.by_device = by_device;
    node_place(node);
    return node;
}

struct node *node_convert(struct kernel_builder *builder, struct node *node,
                          const struct type *element) {
    struct term *term = term_same(builder, node);
    const struct type *type = type_with_element(builder->context, node->type, element);
    if (type == node->type) {
        return node;
    }
    return node_compute(builder, type, term_scalar(builder, element, SCALAR_CONVERT, 1, &term));
}

struct node *node_copy(struct kernel_builder *builder, struct node *node) {
    struct node *copy = node_new(builder, NODE_COMPUTE, node->type, node->axes);
    copy->term = term_same(builder, node);
    copy->value = node->value;
    copy->op = node->op;
    memcpy(copy->place.order, node->place.order, sizeof copy->place.order);
    return copy;
}

struct node *node_relayout(struct kernel_builder *builder, struct node *node, const uint8_t *order,
                           const char *reason) {
    struct node *relayout = node_copy(builder, node);
    relayout->layout.is_relayout = true;
    relayout->layout.reason = reason;
    for (uint32_t d = 0; d < node->rank; d++) {
        relayout->place.order[d] = order ? order[d] : (uint8_t)d;
    }
    return relayout;
}

struct node *node_result_of(struct kernel_builder *builder, struct node *owner, uint32_t number,
                            const struct type *type, uint32_t axes) {
    struct node *node = node_new(builder, NODE_RESULT, type, axes);
    node->results.owner = owner;
    node->results.number = number;
    node->op = owner->op;
    return node;
}

struct node *node_library(struct kernel_builder *builder, const struct library *library,
                          const struct type *type, struct term *first, struct term *second) {
    uint32_t axes = first->node->axes | (second ? second->node->axes : 0);
    struct node *node = node_new(builder, NODE_LIBRARY, type, axes);
    node->library = library;
    node->operand_count = second ? 2 : 1;
    node->operands = ARENA_ARRAY(builder->graph->arena, struct term *, 2);
    node->operands[0] = first;
    node->operands[1] = second;
    return node;
}

void node_tell(struct kernel_builder *builder, struct node *node, const void *call, size_t bytes) {
    node->call = arena_copy(builder->graph->arena, call, bytes);
}

/* Kinds whose buffer can be the output's: made by a kernel of their own. */
static bool has_own_kernel(const struct node *node) {
    bool is_result = node->kind == NODE_RESULT && (node->results.owner->kind == NODE_LIBRARY ||
                                                   node->results.owner->kind == NODE_REDUCE);
    return node->kind == NODE_REDUCE || node->kind == NODE_LIBRARY || is_result ||
           node->kind == NODE_PARTS ||
           (node->kind == NODE_COMPUTE && !node_is_view(node) && node->term->kind != TERM_CONSTANT);
}

struct node *node_as_output(struct kernel_builder *builder, struct node *node) {
    bool is_free = node->in == builder->current && !node->border.is_output &&
                   !node->layout.is_relayout && has_own_kernel(node);
    if (!is_free) {
        node = node_copy(builder, node);
    }
    node->border.is_output = true;
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
    struct node *node = node_new(builder, NODE_CONSTANT, dense->type, 0);
    node->constant = dense;
    return node;
}

/* --- reshape ---------------------------------------------------------------------------------- */

/* How many dimensions, from `from` on, of one side make up the same product as the other side's. */
struct reshape_groups {
    uint32_t count;
    uint32_t in_size[KERNEL_DIMS + 1], out_first[KERNEL_DIMS + 1], out_size[KERNEL_DIMS + 1];
};

static void add_group(struct reshape_groups *groups, uint32_t in_size, uint32_t out_first,
                      uint32_t out_size) {
    groups->in_size[groups->count] = in_size;
    groups->out_first[groups->count] = out_first;
    groups->out_size[groups->count++] = out_size;
}

static void reshape_groups(const struct node *in, const struct node *result,
                           struct reshape_groups *groups) {
    uint32_t out_rank = result->rank;
    const int64_t *out = result->extent;
    uint32_t i = in->lead, o = in->lead;
    groups->count = 0;
    for (uint32_t a = 0; a < in->lead; a++) {
        add_group(groups, 1, a, 1);
    }
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
        add_group(groups, i - i0, o0, o - o0);
    }
}

/* Group g of the node's dimensions, as consecutive ones from `first` on. */
static struct dim_group dims_from(uint32_t first, uint32_t count) {
    struct dim_group group = {.count = count};
    for (uint32_t k = 0; k < count; k++) {
        group.dims[k] = (uint8_t)(first + k);
    }
    return group;
}

/* The node in row-major order, where the axes that cut a dimension stand before all dimensions of
 * its group: those of a group then follow each other in memory. */
static struct node *relayout_for(struct kernel_builder *builder, struct node *node,
                                 const struct reshape_groups *groups, const struct term *read) {
    struct placement placement = {{0}};
    struct node shape = *node;
    for (uint32_t g = node->lead, first = node->lead; g < groups->count; g++) {
        for (uint32_t k = first; k < first + groups->in_size[g]; k++) {
            for (uint32_t a = 0; a < node->lead; a++) {
                placement.dim[a] =
                    node_stands_before(node, a, k) ? (uint8_t)first : placement.dim[a];
            }
        }
        first += groups->in_size[g];
    }
    node_apply_placement(&shape, &placement);
    struct node *relayout =
        node_relayout(builder, node, shape.place.order, "dimensions that a reshape takes as one");
    relayout->layout.is_required = true;
    relayout->layout.taken_by = read;
    return relayout;
}

struct node *node_reshape(struct kernel_builder *builder, const struct type *type,
                          struct node *node) {
    if (node->elements == 0) {
        return node_compute(builder, type, term_integer(builder, type_element(type), 0));
    }
    struct arena *arena = builder->graph->arena;
    struct reshape_groups groups;
    if (node->facts.is_reshape) {
        node = node->term->node;
    }
    struct node shape = {.axes = node->axes};
    node_set_extents(builder->graph, &shape, type);
    reshape_groups(node, &shape, &groups);
    struct term *term = term_new(builder, TERM_READ, node->element);
    if (groups.count < node->rank) {
        node = relayout_for(builder, node, &groups, term);
    }
    term->node = node;
    term->coordinate_count = groups.count;
    term->coordinates = ARENA_ARRAY(arena, struct read_coordinate, groups.count + 1);
    struct dim_group *dims = ARENA_ARRAY(arena, struct dim_group, groups.count + 1);
    uint32_t first = 0;
    for (uint32_t g = 0; g < groups.count; g++) {
        dims[g] = dims_from(first, groups.in_size[g]);
        first += groups.in_size[g];
        int64_t stride = 1;
        for (uint32_t k = groups.out_size[g]; k-- > 0;) {
            uint32_t out = groups.out_first[g] + k;
            term->coordinates[g].at.stride[out] = shape.extent[out] > 1 ? stride : 0;
            stride *= shape.extent[out];
        }
    }
    term->groups = groups.count == node->rank ? NULL : dims;
    struct node *result = node_new(builder, NODE_COMPUTE, type, node->axes);
    result->term = term;
    node_place(result);
    result->facts.is_reshape = true;
    return result;
}

/* --- tensors in parts ------------------------------------------------------------------------- */

/* What a part varies with: its space and that of the result begin with the instance axes. */
static uint32_t part_axes(const struct graph *graph, const struct node_part *part, uint32_t rank) {
    uint32_t axes = term_axes(graph, part->term);
    if (part->condition) {
        axes |= term_axes(graph, part->condition);
    }
    for (uint32_t d = 0; d < rank; d++) {
        if (part->dynamic[d]) {
            axes |= term_axes(graph, part->dynamic[d]);
        }
    }
    return axes;
}

static void part_lift(struct kernel_builder *builder, const struct node *node,
                      struct node_part *part) {
    uint32_t lead = node->lead;
    if (lead == 0) {
        return;
    }
    for (uint32_t d = node_rank(node); d-- > 0;) {
        part->store[lead + d] = affine_lifted(builder, part->store[d]);
        part->dynamic[lead + d] = part->dynamic[d];
    }
    memmove(part->extent + lead, part->extent, part->rank * sizeof *part->extent);
    for (uint32_t a = 0; a < lead; a++) {
        part->store[a] = affine_dim(a, node->extent[a] > 1, 0);
        part->dynamic[a] = NULL;
        part->extent[a] = node->extent[a];
    }
    part->rank += lead;
    part->parallel_rank += lead;
}

struct term *term_stored(struct kernel_builder *builder, const struct type *element,
                         uint32_t number) {
    struct term *term = term_new(builder, TERM_ACCUMULATOR, element_or_bug(element));
    term->number = number;
    return term;
}

bool term_reads_other_stored(const struct term *term, uint32_t number) {
    bool reads = term->kind == TERM_ACCUMULATOR && term->number != number;
    for (uint32_t i = 0; i < term->arg_count && !reads; i++) {
        reads = term_reads_other_stored(term->args[i], number);
    }
    return reads;
}

struct node *node_parts(struct kernel_builder *builder, const struct type *type, struct node *base,
                        uint32_t count, const struct node_part *parts) {
    uint32_t axes = base ? base->axes : 0, rank = type_is_tensor(type) ? type->rank : 0;
    for (uint32_t p = 0; p < count; p++) {
        axes |= part_axes(builder->graph, &parts[p], rank);
    }
    struct node *node = node_new(builder, NODE_PARTS, type, axes);
    node->written.base = base;
    node->written.count = count;
    node->written.parts = arena_copy(builder->graph->arena, parts, count * sizeof *parts);
    for (uint32_t p = 0; p < count; p++) {
        part_lift(builder, node, &node->written.parts[p]);
    }
    if (base && base->axes == axes) {
        memcpy(node->place.order, base->place.order, sizeof node->place.order);
    } else {
        node_place(node);
    }
    return node;
}

/* --- reductions ------------------------------------------------------------------------------- */

static bool reduce_next(struct kernel_builder *builder, const struct node_reduction *reduction,
                        struct reduce_spec *spec) {
    uint32_t n = reduction->operands;
    struct term **arguments = ARENA_ARRAY(builder->graph->arena, struct term *, 2 * n);
    for (uint32_t i = 0; i < n; i++) {
        arguments[i] = term_new(builder, TERM_ACCUMULATOR, reduction->init[i]->element);
        arguments[n + i] = term_new(builder, TERM_INCOMING, reduction->init[i]->element);
        arguments[i]->number = arguments[n + i]->number = i;
    }
    spec->next = ARENA_ARRAY(builder->graph->arena, struct term *, n);
    return term_region(builder, reduction->region, arguments, spec->next);
}

static uint32_t reduce_axes(const struct graph *graph, const struct reduce_spec *spec) {
    uint32_t axes = 0;
    for (uint32_t i = 0; i < spec->operands; i++) {
        axes |= term_axes(graph, spec->init[i]) | term_axes(graph, spec->term[i]);
        axes |= spec->next ? term_axes(graph, spec->next[i]) : 0;
    }
    return axes;
}

/* With --reduce=device-order the bits of a sum are the same for any number of ranks. How a fold is
 * cut that may take any order depends on how many results there are, and these are of all devices
 * that a rank has: so it takes one point after the other. */
static bool order_matters(const struct kernel_builder *builder, const struct reduce_spec *spec) {
    bool is_real = !element_is_integer(spec->init[0]->element);
    bool adds = spec->simple == SCALAR_ADD || spec->simple == SCALAR_MULTIPLY;
    return builder->graph->options->reduce == REDUCE_DEVICE &&
           (spec->simple == SCALAR_NONE || (adds && is_real));
}

static struct reduce_spec *reduce_spec_new(struct kernel_builder *builder,
                                           const struct node_reduction *reduction) {
    struct arena *arena = builder->graph->arena;
    struct reduce_spec *spec = ARENA_NEW(arena, struct reduce_spec);
    spec->operands = reduction->operands;
    spec->in_order = reduction->in_order;
    spec->init = arena_copy(arena, reduction->init, reduction->operands * sizeof *spec->init);
    spec->term = arena_copy(arena, reduction->term, reduction->operands * sizeof *spec->term);
    if (reduction->region == NULL) {
        spec->simple = reduction->op;
    } else if (reduction->operands == 1 && !reduction->in_order) {
        spec->simple = region_scalar_op(reduction->region);
    }
    if (spec->simple == SCALAR_NONE && !reduce_next(builder, reduction, spec)) {
        return NULL;
    }
    spec->in_order = spec->in_order || order_matters(builder, spec);
    spec->guard_count = reduction->guard_count;
    spec->guards = ARENA_ARRAY(arena, struct guard, reduction->guard_count + 1);
    for (uint32_t i = 0; i < reduction->guard_count; i++) {
        spec->guards[i] =
            (struct guard){affine_lifted(builder, reduction->guard[i]), reduction->guard_bound[i]};
    }
    return spec;
}

/* A sum of results of a product, as one product; or NULL. */
static struct node *sum_of_products(struct kernel_builder *builder,
                                    const struct node_reduction *reduction,
                                    const struct reduce_spec *spec) {
    const struct term *init = spec->init[0];
    while (init->kind == TERM_READ && init->node->kind == NODE_COMPUTE) {
        init = init->node->term; /* of no dimensions */
    }
    const bool is_sum = spec->operands == 1 && spec->simple == SCALAR_ADD && !spec->in_order &&
                        spec->guard_count == 0 && init->kind == TERM_CONSTANT && init->real == 0;
    return is_sum ? sum_by_weights(builder, reduction->types[0], reduction->count,
                                   reduction->extent, spec->term[0])
                  : NULL;
}

bool node_reduce(struct kernel_builder *builder, const struct node_reduction *reduction,
                 struct node **results) {
    struct reduce_spec *spec = reduce_spec_new(builder, reduction);
    if (!spec) {
        return false;
    }
    struct node *product = sum_of_products(builder, reduction, spec);
    if (product != NULL) {
        results[0] = product;
        return true;
    }
    uint32_t axes = reduce_axes(builder->graph, spec);
    struct node *node = node_new(builder, NODE_REDUCE, reduction->types[0], axes);
    node->reduce = spec;
    node->sequential = reduction->count;
    memcpy(node->extent + node->rank, reduction->extent, reduction->count * sizeof(int64_t));
    node_place(node);
    if (spec->operands == 1) {
        results[0] = node;
        return true;
    }
    node->results.count = spec->operands;
    for (uint32_t i = 0; i < spec->operands; i++) {
        results[i] = node_result_of(builder, node, i, reduction->types[i], axes);
        memcpy(results[i]->place.order, node->place.order, sizeof node->place.order);
    }
    node->results.items =
        arena_copy(builder->graph->arena, results, spec->operands * sizeof *results);
    return true;
}

struct node *node_refold(struct kernel_builder *builder, const struct node *node,
                         const struct type *type, const struct affine *map, uint32_t count,
                         const int64_t *extent) {
    uint32_t old = node->rank + node->sequential;
    struct term **operands = ARENA_ARRAY(builder->graph->arena, struct term *, 2);
    struct reduce_spec *spec = NULL;
    uint32_t axes = 0;
    if (node->kind == NODE_LIBRARY) {
        for (uint32_t i = 0; i < node->operand_count; i++) {
            operands[i] = term_substitute(builder, node->operands[i], map, old);
            axes |= read_axes(builder->graph, operands[i]);
        }
    } else {
        spec = arena_copy(builder->graph->arena, node->reduce, sizeof *spec);
        spec->term = ARENA_NEW(builder->graph->arena, struct term *);
        spec->init = ARENA_NEW(builder->graph->arena, struct term *);
        spec->term[0] = term_substitute(builder, node->reduce->term[0], map, old);
        spec->init[0] = node->reduce->init[0];
        axes = reduce_axes(builder->graph, spec);
    }
    struct node *result = node_new(builder, node->kind, type, axes);
    result->op = node->op;
    result->library = node->library;
    result->operand_count = node->operand_count;
    result->operands = operands;
    result->reduce = spec;
    result->sequential = count;
    memcpy(result->extent + result->rank, extent, count * sizeof *extent);
    node_place(result);
    return result;
}
