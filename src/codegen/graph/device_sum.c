/* Sums over devices in device order (--reduce=device-order): the numbers of the distributed
 * program.
 *
 * A contraction over a sharded dimension is, on the devices, one partial product each and a sum
 * over them. Here the contracted dimension is cut into the mesh axes that shard it and the local
 * rest; axes to be summed over become leading dimensions of a tensor of partial results, rounded to
 * its type, and a second node adds those one after the other. */
#include <string.h>

#include "codegen/graph/graph.h"

/* A sequential dimension of a node, cut: its parts from major to minor. */
struct cut {
    uint32_t count;
    int64_t size[KERNEL_DIMS];
    bool is_device[KERNEL_DIMS]; /* summed over devices, not inside the node */
};
struct cuts {
    struct cut of[KERNEL_DIMS]; /* per sequential dimension */
    uint32_t device_dims;
};

static bool list_contains(struct axis_list axes, struct axis_ref axis) {
    for (uint32_t i = 0; i < axes.count; i++) {
        if (axis_equal(axes.items[i], axis)) {
            return true;
        }
    }
    return false;
}

/* How the first operand of the IR operation is sharded along the dimension that moves with
 * `coordinate` of the node's space; empty where it is not. */
static struct axis_list axes_along(struct kernel_builder *builder, const struct node *node,
                                   const struct term *read, uint32_t coordinate,
                                   const struct mesh **mesh) {
    const struct attr *attr = value_sharding(builder->context, op_operand(node->op, 0));
    const struct sharding *sharding = attr_as_sharding(attr);
    *mesh = sharding ? sharding_mesh(node->op, sharding) : NULL;
    if (!*mesh || read->kind != TERM_READ || read->groups ||
        node->lead + sharding->rank != read->coordinate_count) {
        return (struct axis_list){0};
    }
    for (uint32_t d = 0; d < sharding->rank; d++) {
        if (affine_is_dim(&read->coordinates[node->lead + d].at, coordinate)) {
            return sharding->dims[d].axes;
        }
    }
    return (struct axis_list){0};
}

static void find_cuts(struct kernel_builder *builder, const struct node *node,
                      const struct term *read, struct axis_list axes, struct cuts *cuts) {
    for (uint32_t s = 0; s < node->sequential; s++) {
        const struct mesh *mesh;
        struct axis_list along = axes_along(builder, node, read, node->rank + s, &mesh);
        struct cut *cut = &cuts->of[s];
        int64_t local = node->extent[node->rank + s];
        for (uint32_t i = 0; i < along.count && local % axis_size(mesh, along.items[i]) == 0; i++) {
            int64_t size = axis_size(mesh, along.items[i]);
            cut->size[cut->count] = size;
            cut->is_device[cut->count] = list_contains(axes, along.items[i]);
            cuts->device_dims += cut->is_device[cut->count++];
            local /= size;
        }
        cut->size[cut->count++] = local;
    }
}

/* --- the node with its folded dimensions cut -------------------------------------------------- */

/* Old coordinates as functions of the new: instance axes, device dimensions, result dimensions,
 * what is left to fold. */
static uint32_t cut_map(const struct node *node, const struct cuts *cuts, struct affine *map,
                        int64_t *device_extent, int64_t *extent) {
    uint32_t device = 0, left = 0;
    for (uint32_t d = 0; d < node->rank; d++) {
        map[d] = affine_dim(d < node->lead ? d : cuts->device_dims + d, 1, 0);
    }
    for (uint32_t s = 0; s < node->sequential; s++) {
        const struct cut *cut = &cuts->of[s];
        int64_t stride = node->extent[node->rank + s];
        map[node->rank + s] = affine_constant(0);
        for (uint32_t i = 0; i < cut->count; i++) {
            stride /= cut->size[i];
            uint32_t dim = node->lead + device;
            if (cut->is_device[i]) {
                device_extent[device++] = cut->size[i];
            } else {
                dim = cuts->device_dims + node->rank + left;
                extent[left++] = cut->size[i];
            }
            map[node->rank + s].stride[dim] = stride;
        }
    }
    return left;
}

static const struct type *partial_type(struct kernel_builder *builder, const struct node *node,
                                       uint32_t device_dims, const int64_t *device_extent) {
    int64_t dims[KERNEL_DIMS];
    uint32_t rank = node_rank(node);
    memcpy(dims, device_extent, device_dims * sizeof *dims);
    memcpy(dims + device_dims, node->extent + node->lead, rank * sizeof *dims);
    return type_tensor(builder->context, type_element(node->type), device_dims + rank, dims, NULL);
}

/* The partial results: one per combination of the device dimensions. */
static struct node *make_partial(struct kernel_builder *builder, const struct node *node,
                                 const struct cuts *cuts, int64_t *device_extent) {
    struct affine map[KERNEL_DIMS];
    int64_t extent[KERNEL_DIMS];
    uint32_t left = cut_map(node, cuts, map, device_extent, extent);
    const struct type *type = partial_type(builder, node, cuts->device_dims, device_extent);
    struct node *partial = node_refold(builder, node, type, map, left, extent);
    if (node->kind == NODE_REDUCE) {
        /* The initial value counts once, in the sum over devices; max and min do not mind. */
        enum scalar_op op = node->reduce->simple;
        bool is_idempotent = op == SCALAR_MAXIMUM || op == SCALAR_MINIMUM;
        partial->reduce->init[0] =
            is_idempotent ? node->reduce->init[0] : term_identity(builder, node->element, op);
    }
    return partial;
}

/* Adds the partial results in order, each sum rounded to the type. */
static struct node *add_partials(struct kernel_builder *builder, const struct node *node,
                                 struct node *partial, uint32_t device_dims,
                                 const int64_t *device_extent) {
    struct arena *arena = builder->graph->arena;
    enum scalar_op op = node->kind == NODE_REDUCE ? node->reduce->simple : SCALAR_ADD;
    struct affine map[KERNEL_DIMS];
    for (uint32_t d = 0; d < node->lead; d++) {
        map[d] = partial->axes & 1u << d ? affine_dim(d, 1, 0) : affine_constant(0);
    }
    for (uint32_t d = 0; d < device_dims; d++) {
        map[node->lead + d] = affine_dim(node->rank + d, 1, 0);
    }
    for (uint32_t d = node->lead; d < node->rank; d++) {
        map[device_dims + d] = affine_dim(d, 1, 0);
    }
    struct reduce_spec *spec = ARENA_NEW(arena, struct reduce_spec);
    spec->operands = 1;
    spec->in_order = true;
    spec->term = ARENA_NEW(arena, struct term *);
    spec->init = ARENA_NEW(arena, struct term *);
    spec->next = ARENA_NEW(arena, struct term *);
    spec->term[0] = term_read_raw(builder, partial, map);
    spec->init[0] = node->kind == NODE_REDUCE ? node->reduce->init[0]
                                              : term_identity(builder, node->element, SCALAR_ADD);
    struct term *args[2] = {term_new(builder, TERM_ACCUMULATOR, node->element),
                            term_new(builder, TERM_INCOMING, node->element)};
    spec->next[0] = term_scalar(builder, type_element(node->type), op, 2, args);
    struct node *sum = node_new(builder, NODE_REDUCE, node->type, node->axes);
    sum->op = node->op;
    sum->reduce = spec;
    sum->sequential = device_dims;
    memcpy(sum->extent + sum->rank, device_extent, device_dims * sizeof *device_extent);
    return sum;
}

static bool is_simple_reduction(const struct node *node) {
    return node->kind == NODE_REDUCE && node->reduce->operands == 1 &&
           node->reduce->simple != SCALAR_NONE && node->reduce->guard_count == 0;
}

static struct axis_list join_axes(struct kernel_builder *builder, struct axis_list a,
                                  struct axis_list b) {
    struct axis_ref *items =
        ARENA_ARRAY(builder->graph->arena, struct axis_ref, a.count + b.count + 1);
    memcpy(items, a.items, a.count * sizeof *items);
    memcpy(items + a.count, b.items, b.count * sizeof *items);
    return (struct axis_list){a.count + b.count, items};
}

struct node *node_device_sum(struct kernel_builder *builder, struct node *operand,
                             struct axis_list axes) {
    if (builder->graph->options->reduce == REDUCE_FUSED) {
        return operand;
    }
    const struct node *node = operand;
    if (operand->facts.device_sum_of) {
        axes = join_axes(builder, operand->facts.device_axes, axes);
        node = operand->facts.device_sum_of;
    }
    if (!node->op || (!node_sums_products(node) && !is_simple_reduction(node))) {
        return operand;
    }
    struct cuts cuts = {.device_dims = 0};
    find_cuts(builder, node, node_sums_products(node) ? node->operands[0] : node->reduce->term[0],
              axes, &cuts);
    if (cuts.device_dims == 0) {
        return operand;
    }
    int64_t device_extent[KERNEL_DIMS];
    struct node *partial = make_partial(builder, node, &cuts, device_extent);
    struct node *sum = add_partials(builder, node, partial, cuts.device_dims, device_extent);
    sum->facts.device_sum_of = (struct node *)(uintptr_t)node;
    sum->facts.device_axes = axes;
    return sum;
}
