/* The kernel builder: collectives as reads of other instances (ops/kernel_builder.h).
 *
 * All of them are one idea: the instances of a value lie side by side in one tensor, so that what
 * moves data between devices is another way to read it. */
#include <string.h>

#include "codegen/graph/graph.h"
#include "codegen/library/exchanges.h"
#include "support/limits.h"

static const struct instance_axes no_axes = {0};

static const struct instance_axes *axes_of_dim(const struct instance_axes *lists, uint32_t dim) {
    return lists ? &lists[dim] : &no_axes;
}

static uint32_t mask_of_lists(const struct instance_axes *lists, uint32_t rank) {
    uint32_t mask = 0;
    for (uint32_t d = 0; d < rank && lists; d++) {
        mask |= instance_axes_mask(&lists[d]);
    }
    return mask;
}

/* Where the own part of dimension `dim` begins, which has `part` elements, plus the coordinate. */
static struct affine sliced_coordinate(const struct graph *graph, const struct instance_axes *axes,
                                       uint32_t dim, int64_t part) {
    struct affine at = affine_dim(graph->instances.count + dim, 1, 0);
    for (uint32_t i = axes->count; i-- > 0;) {
        at.stride[axes->items[i]] = part;
        part *= graph->instances.axes[axes->items[i]].size;
    }
    return at;
}

/* The node as one that varies on all of `axes`: copied where it does not. */
static struct node *spread(struct kernel_builder *builder, struct node *node, uint32_t axes) {
    if ((node->axes & axes) == axes) {
        return node;
    }
    struct node *copy = node_copy(builder, node);
    node_set_axes(builder->graph, copy, node->axes | axes);
    return copy;
}

/* --- gathering and slicing -------------------------------------------------------------------- */

/* Removes the axes from an order of dimensions, and puts them before dimension `dim`. */
static void put_before(uint8_t *order, uint32_t rank, const struct instance_axes *axes,
                       uint32_t dim) {
    uint8_t left[KERNEL_DIMS];
    uint32_t count = 0, mask = instance_axes_mask(axes), next = 0;
    for (uint32_t i = 0; i < rank; i++) {
        if (order[i] >= KERNEL_DIMS || !(mask & 1u << order[i])) {
            left[count++] = order[i];
        }
    }
    for (uint32_t i = 0; i < count; i++) {
        for (uint32_t k = 0; k < axes->count && left[i] == dim; k++) {
            order[next++] = axes->items[k];
        }
        order[next++] = left[i];
    }
}

/* Asks that gathered axes lie before the dimensions that they are gathered into. */
static struct node *relayout_gathered(struct kernel_builder *builder, struct node *operand,
                                      const struct instance_axes *gathered) {
    uint8_t order[KERNEL_DIMS];
    memcpy(order, operand->place.order, sizeof order);
    for (uint32_t d = 0; d < node_rank(operand); d++) {
        put_before(order, operand->rank, &gathered[d], operand->lead + d);
    }
    struct node *relayout =
        node_relayout(builder, operand, order, "gathered from the instances side by side");
    relayout->layout.is_required = true;
    return relayout;
}

static struct dim_group gathered_group(const struct instance_axes *axes, uint32_t dim) {
    struct dim_group group = {.count = axes->count + 1};
    memcpy(group.dims, axes->items, axes->count);
    group.dims[axes->count] = (uint8_t)dim;
    return group;
}

/* Reads the operand with its gathered axes joined to their dimensions. */
static struct term *read_regrouped(struct kernel_builder *builder, struct node *operand,
                                   const struct type *type, const struct regrouping *regrouping) {
    struct graph *graph = builder->graph;
    uint32_t lead = operand->lead, count = 0;
    uint32_t gathered = mask_of_lists(regrouping->gathered, type->rank);
    uint32_t dropped = instance_axes_mask(&regrouping->dropped);
    struct term *term = term_new(builder, TERM_READ, operand->element);
    struct dim_group *groups = ARENA_ARRAY(graph->arena, struct dim_group, operand->rank + 1);
    term->node = operand;
    term->coordinates = ARENA_ARRAY(graph->arena, struct read_coordinate, operand->rank + 1);
    for (uint32_t a = 0; a < lead; a++) {
        if (gathered & 1u << a) {
            continue;
        }
        bool is_own = operand->axes & 1u << a && !(dropped & 1u << a);
        groups[count] = (struct dim_group){1, {(uint8_t)a}};
        term->coordinates[count++].at = is_own ? affine_dim(a, 1, 0) : affine_constant(0);
    }
    for (uint32_t d = 0; d < type->rank; d++) {
        const struct instance_axes *sliced = axes_of_dim(regrouping->sliced, d);
        groups[count] = gathered_group(axes_of_dim(regrouping->gathered, d), lead + d);
        term->coordinates[count++].at = sliced_coordinate(graph, sliced, d, type->dims[d]);
    }
    term->coordinate_count = count;
    term->groups = gathered ? groups : NULL;
    return term;
}

/* Whether each dimension is cut into as many parts as it was, so that each device gets what one
 * other has, and some of them are of other ranks. */
static bool is_between_ranks(const struct graph *graph, const struct regrouping *regrouping,
                             uint32_t rank) {
    for (uint32_t d = 0; d < rank && regrouping->gathered; d++) {
        if (instance_axes_size(graph, axes_of_dim(regrouping->gathered, d)) !=
            instance_axes_size(graph, axes_of_dim(regrouping->sliced, d))) {
            return false;
        }
    }
    return (mask_of_lists(regrouping->gathered, rank) & graph->instances.rank_axes) != 0 &&
           graph->instances.devices <= LIMIT_DEVICES;
}

/* The number that a position's digits along the axes spell. */
static int64_t number_along(const struct graph *graph, const struct instance_axes *axes,
                            int64_t position) {
    int64_t number = 0;
    for (uint32_t i = 0; i < axes->count; i++) {
        number = number * graph->instances.axes[axes->items[i]].size +
                 instance_digit(graph, axes->items[i], position);
    }
    return number;
}

/* By position, the device whose parts have the numbers that the position's own will have. */
static struct node *node_from_others(struct kernel_builder *builder, const struct type *type,
                                     struct node *operand, const struct regrouping *regrouping) {
    const struct graph *graph = builder->graph;
    int64_t *sources = ARENA_ARRAY(graph->arena, int64_t, (size_t)graph->instances.devices);
    for (int64_t p = 0; p < graph->instances.devices; p++) {
        sources[p] = instance_with_digits(graph, p, &regrouping->dropped, 0);
        for (uint32_t d = 0; d < type->rank; d++) {
            int64_t number = number_along(graph, axes_of_dim(regrouping->sliced, d), p);
            sources[p] = instance_with_digits(graph, sources[p],
                                              axes_of_dim(regrouping->gathered, d), number);
        }
    }
    struct term *read = term_from_devices(builder, term_same(builder, operand), sources);
    return node_compute(builder, type, read);
}

struct node *node_regroup(struct kernel_builder *builder, const struct type *type,
                          struct node *operand, const struct regrouping *regrouping) {
    uint32_t gathered = mask_of_lists(regrouping->gathered, type->rank);
    if (is_between_ranks(builder->graph, regrouping, type->rank)) {
        return node_from_others(builder, type, operand, regrouping);
    }
    if (gathered) {
        operand = spread(builder, operand, gathered);
        operand = relayout_gathered(builder, operand, regrouping->gathered);
    }
    struct term *read = read_regrouped(builder, operand, type, regrouping);
    if (gathered) {
        operand->layout.taken_by = read;
    }
    return node_compute(builder, type, read);
}

struct instance_axes node_other_axes(const struct kernel_builder *builder, const struct node *node,
                                     const struct instance_axes *lists) {
    uint32_t listed = mask_of_lists(lists, node_rank(node));
    return instance_axes_of_mask(builder->graph, node->axes & ~listed);
}

/* --- sums over instances ---------------------------------------------------------------------- */

/* The spaces before and after: folded axes become dimensions behind those of the result. */
struct fold {
    struct affine map[KERNEL_DIMS]; /* old coordinates in the new space */
    uint32_t count;                 /* folded dimensions */
    int64_t extent[KERNEL_DIMS];
    const struct op *asked; /* the collective; NULL: not known */
};

static struct fold fold_space(const struct graph *graph, const struct type *type,
                              const struct node *operand, const struct instance_axes *axes,
                              const struct instance_axes *sliced) {
    struct fold fold = {.count = axes->count};
    uint32_t lead = operand->lead, rank = lead + type->rank;
    for (uint32_t a = 0; a < lead; a++) {
        fold.map[a] = affine_dim(a, 1, 0);
    }
    for (uint32_t i = 0; i < axes->count; i++) {
        fold.map[axes->items[i]] = affine_dim(rank + i, 1, 0);
        fold.extent[i] = graph->instances.axes[axes->items[i]].size;
    }
    for (uint32_t d = 0; d < type->rank; d++) {
        fold.map[lead + d] = sliced_coordinate(graph, axes_of_dim(sliced, d), d, type->dims[d]);
    }
    return fold;
}

static bool is_identity(const struct term *term, enum scalar_op op) {
    while (term->kind == TERM_READ && term->node->kind == NODE_COMPUTE) {
        term = term->node->term;
    }
    return term->kind == TERM_CONSTANT && op == SCALAR_ADD && term->real == 0;
}

/* Whether the operand's own sum can take the axes in. */
static bool takes_in(const struct node *operand, const struct instance_axes *axes,
                     enum scalar_op op) {
    uint32_t mask = instance_axes_mask(axes);
    if ((operand->axes & mask) != mask ||
        operand->rank + operand->sequential + axes->count > KERNEL_DIMS) {
        return false;
    }
    if (node_sums_products(operand)) {
        return op == SCALAR_ADD;
    }
    const struct reduce_spec *spec = operand->reduce;
    bool idempotent = op == SCALAR_MAXIMUM || op == SCALAR_MINIMUM;
    return operand->kind == NODE_REDUCE && spec->operands == 1 && spec->simple == op &&
           spec->guard_count == 0 && (idempotent || is_identity(spec->init[0], op));
}

/* One sum over the folded axes and what the operand sums over itself. */
static struct node *fold_in(struct kernel_builder *builder, const struct type *type,
                            const struct node *operand, struct fold *fold) {
    uint32_t rank = operand->lead + type->rank, own = operand->sequential;
    for (uint32_t s = 0; s < own; s++) {
        fold->map[operand->rank + s] = affine_dim(rank + fold->count + s, 1, 0);
        fold->extent[fold->count + s] = operand->extent[operand->rank + s];
    }
    return node_refold(builder, operand, type, fold->map, fold->count + own, fold->extent);
}

static struct node *fold_apart(struct kernel_builder *builder, const struct type *type,
                               struct node *operand, const struct fold *fold, enum scalar_op op) {
    struct arena *arena = builder->graph->arena;
    struct reduce_spec *spec = ARENA_NEW(arena, struct reduce_spec);
    struct affine at[KERNEL_DIMS];
    for (uint32_t d = 0; d < operand->rank; d++) {
        bool varies = d >= operand->lead || operand->axes & 1u << d;
        at[d] = varies ? fold->map[d] : affine_constant(0);
    }
    spec->operands = 1;
    spec->term = ARENA_NEW(arena, struct term *);
    spec->init = ARENA_NEW(arena, struct term *);
    spec->term[0] = term_read_raw(builder, operand, at);
    spec->init[0] = term_identity(builder, operand->element, op);
    if (builder->graph->options->reduce == REDUCE_FUSED) {
        spec->simple = op;
    } else { /* one after the other, each sum rounded to the type */
        struct term *args[2] = {term_new(builder, TERM_ACCUMULATOR, operand->element),
                                term_new(builder, TERM_INCOMING, operand->element)};
        spec->in_order = true;
        spec->next = ARENA_NEW(arena, struct term *);
        spec->next[0] = term_scalar(builder, type_element(type), op, 2, args);
    }
    struct node *sum =
        node_new(builder, NODE_REDUCE, type, read_axes(builder->graph, spec->term[0]));
    sum->reduce = spec;
    sum->sequential = fold->count;
    memcpy(sum->extent + sum->rank, fold->extent, fold->count * sizeof *fold->extent);
    node_follow(sum, operand);
    return sum;
}

/* --- sums as a tree by the numbers of the devices --------------------------------------------- */

/* Whether a sum of what each device has by itself is a tree: neighbours first, then neighbouring
 * pairs. So its bits do not depend on how the devices are spread over ranks, of which each has a
 * power of two that follow each other. Where order does not matter any will do. */
static bool is_tree(const struct kernel_builder *builder, const struct instance_axes *axes,
                    enum scalar_op op, const struct node *operand) {
    const struct codegen_options *options = builder->graph->options;
    int64_t count = instance_axes_size(builder->graph, axes);
    bool is_ordered =
        (op == SCALAR_ADD || op == SCALAR_MULTIPLY) && !element_is_integer(operand->element);
    return options->storage == STORAGE_PRIVATE && options->reduce == REDUCE_FUSED && is_ordered &&
           count > 1 && (count & (count - 1)) == 0 && count <= LIMIT_KERNEL_NODES &&
           operand->rank + operand->sequential + axes->count <= KERNEL_DIMS;
}

/* The major digit of the numbers first. */
static struct instance_axes by_number(const struct kernel_builder *builder,
                                      const struct instance_axes *axes) {
    return instance_axes_of_mask(builder->graph, instance_axes_mask(axes));
}

/* What is added up, with the folded axes as dimensions in front of those of the result. */
static struct node *terms_apart(struct kernel_builder *builder, const struct type *type,
                                struct node *operand, const struct fold *fold) {
    uint32_t lead = operand->lead, rank = lead + type->rank;
    int64_t dims[KERNEL_DIMS];
    struct affine at[KERNEL_DIMS];
    memcpy(dims, fold->extent, fold->count * sizeof *dims);
    memcpy(dims + fold->count, type->dims, type->rank * sizeof *dims);
    for (uint32_t d = 0; d < operand->rank; d++) {
        bool varies = d >= lead || operand->axes & 1u << d;
        const struct affine *from = &fold->map[d];
        at[d] = affine_constant(from->offset);
        for (uint32_t k = 0; k < rank + fold->count && varies; k++) {
            uint32_t to = k < lead ? k : k < rank ? k + fold->count : k - type->rank;
            at[d].stride[to] = from->stride[k];
        }
    }
    const struct type *apart =
        type_tensor(builder->context, type_element(type), fold->count + type->rank, dims, NULL);
    struct node *node = node_compute(builder, apart, term_read_raw(builder, operand, at));
    node->op = fold->asked;
    return node;
}

/* The term that is number `number` of them. */
static struct term *term_apart(struct kernel_builder *builder, struct node *apart,
                               const struct fold *fold, int64_t number) {
    struct affine at[KERNEL_DIMS];
    for (uint32_t d = 0; d < apart->rank; d++) {
        bool varies = d >= apart->lead || apart->axes & 1u << d;
        uint32_t behind = d >= apart->lead + fold->count ? d - fold->count : d;
        at[d] = varies ? affine_dim(behind, 1, 0) : affine_constant(0);
    }
    for (uint32_t i = fold->count; i-- > 0;) {
        at[apart->lead + i] = affine_constant(number % fold->extent[i]);
        number /= fold->extent[i];
    }
    return term_read_raw(builder, apart, at);
}

static struct node *fold_as_tree(struct kernel_builder *builder, const struct type *type,
                                 struct node *operand, const struct fold *fold, enum scalar_op op) {
    struct node *apart = terms_apart(builder, type, operand, fold);
    int64_t count = 1;
    for (uint32_t i = 0; i < fold->count; i++) {
        count *= fold->extent[i];
    }
    struct term **terms = ARENA_ARRAY(builder->graph->arena, struct term *, (size_t)count);
    for (int64_t i = 0; i < count; i++) {
        terms[i] = term_apart(builder, apart, fold, i);
    }
    for (; count > 1; count /= 2) {
        for (int64_t i = 0; i < count / 2; i++) {
            terms[i] = term_scalar(builder, type_element(type), op, 2, &terms[2 * i]);
        }
    }
    struct node *sum = node_compute(builder, type, terms[0]);
    node_follow(sum, operand);
    return sum;
}

/* Each rank folds what its own devices have; the axes that are left lead to other ranks. */
static struct node *fold_in_ranks(struct kernel_builder *builder, struct node *operand,
                                  struct instance_axes *axes, enum scalar_op op) {
    struct instance_axes own = {0}, between = {0};
    for (uint32_t i = 0; i < axes->count; i++) {
        bool leads = builder->graph->instances.rank_axes >> axes->items[i] & 1;
        struct instance_axes *list = leads ? &between : &own;
        list->items[list->count++] = axes->items[i];
    }
    *axes = between;
    return own.count == 0
               ? operand
               : node_fold_instances(builder, operand->type, operand, own, NULL, op, NULL);
}

/* A fold of which each rank makes a part for all: a rank that sent all it has to all others would
 * send half as many times more as there are ranks. */
struct shared_fold {
    struct instance_axes axes, between; /* folded, and those of them that lead to other ranks */
    enum scalar_op op;
    const struct op *asked; /* the collective; NULL: not known */
    int64_t ranks;
};

/* Whether a fold over these axes is shared. */
static bool is_shared(const struct node *operand, uint32_t between, int64_t ranks) {
    int64_t bytes = extent_product(type_count(operand->type), element_info[operand->element].bytes);
    return exchange_sums_by_parts(ranks, bytes) && (operand->axes & between) == between;
}

/* The slowest dimension that the ranks divide; the rank of the type: there is none. */
static uint32_t shared_dim(const struct type *type, int64_t ranks) {
    uint32_t dim = 0;
    while (dim < type->rank && type->dims[dim] % ranks != 0) {
        dim++;
    }
    return dim;
}

/* Each rank folds its part along `dim`; then they are put together. */
static struct node *fold_parts(struct kernel_builder *builder, struct node *operand, uint32_t dim,
                               const struct shared_fold *fold) {
    const struct type *type = operand->type;
    int64_t dims[KERNEL_DIMS];
    struct instance_axes *parts =
        ARENA_ARRAY(builder->graph->arena, struct instance_axes, type->rank);
    memcpy(dims, type->dims, type->rank * sizeof *dims);
    dims[dim] /= fold->ranks;
    parts[dim] = fold->between;
    const struct type *part_type =
        type_tensor(builder->context, type_element(type), type->rank, dims, NULL);
    struct node *part =
        node_fold_instances(builder, part_type, operand, fold->axes, NULL, fold->op, parts);
    part->op = fold->asked;
    return node_regroup(builder, type, part, &(struct regrouping){.gathered = parts});
}

/* A list of elements as one of another length: cut off, or continued by the fold's identity. */
static struct node *with_length(struct kernel_builder *builder, struct node *list, int64_t length,
                                enum scalar_op op) {
    const struct type *element = type_element(list->type);
    const struct type *type = type_tensor(builder->context, element, 1, &length, NULL);
    struct affine at = affine_dim(0, 1, 0);
    int64_t own = node_extent(list, 0);
    struct term *read = term_same(builder, list);
    if (own < length) {
        read = term_guard(builder, 1, &at, &own, read, term_identity(builder, list->element, op));
    }
    return own == length ? list : node_compute(builder, type, read);
}

/* Where the ranks divide no dimension, the elements are a list, as long as can be divided. */
static struct node *fold_shared(struct kernel_builder *builder, struct node *operand,
                                const struct shared_fold *fold) {
    const struct type *type = operand->type;
    int64_t count = type_count(type), ranks = fold->ranks;
    uint32_t dim = shared_dim(type, ranks);
    if (dim < type->rank) {
        return fold_parts(builder, operand, dim, fold);
    }
    const struct type *flat = type_tensor(builder->context, type_element(type), 1, &count, NULL);
    struct node *list = node_reshape(builder, flat, operand);
    list = with_length(builder, list, (count + ranks - 1) / ranks * ranks, fold->op);
    list = fold_parts(builder, list, 0, fold);
    return node_reshape(builder, type, with_length(builder, list, count, fold->op));
}

struct node *node_fold_instances(struct kernel_builder *builder, const struct type *type,
                                 struct node *operand, struct instance_axes axes,
                                 const struct region *region, enum scalar_op op,
                                 const struct instance_axes *sliced) {
    op = region ? region_scalar_op(region) : op;
    if (op == SCALAR_NONE) {
        return NULL;
    }
    bool is_fused = builder->graph->options->reduce == REDUCE_FUSED;
    uint32_t between = instance_axes_mask(&axes) & builder->graph->instances.rank_axes;
    if (is_fused && between) {
        operand = fold_in_ranks(builder, operand, &axes, op);
    }
    struct node *sum = node_sum_ranks(builder, type, operand, &axes, op, sliced);
    if (sum) {
        sum->op = region ? region->op : NULL;
        return sum;
    }
    struct instance_axes leading = instance_axes_of_mask(builder->graph, between);
    int64_t ranks = instance_axes_size(builder->graph, &leading);
    if (!sliced && is_shared(operand, between, ranks)) {
        const struct op *asked = region ? region->op : NULL;
        return fold_shared(builder, operand,
                           &(struct shared_fold){axes, leading, op, asked, ranks});
    }
    bool is_pair = between && instance_axes_size(builder->graph, &axes) == 2; /* in any order */
    if (!is_pair && is_tree(builder, &axes, op, operand)) {
        axes = by_number(builder, &axes);
        struct fold fold = fold_space(builder->graph, type, operand, &axes, sliced);
        fold.asked = region ? region->op : NULL;
        return fold_as_tree(builder, type, operand, &fold, op);
    }
    struct fold fold = fold_space(builder->graph, type, operand, &axes, sliced);
    if (is_fused && !between && takes_in(operand, &axes, op)) {
        return fold_in(builder, type, operand, &fold);
    }
    return fold_apart(builder, type, operand, &fold, op);
}

/* --- unreduced values ------------------------------------------------------------------------- */

struct node *node_unreduced(struct kernel_builder *builder, const struct type *type,
                            struct node *operand, const struct instance_axes *lists,
                            const struct instance_axes *first) {
    const struct graph *graph = builder->graph;
    uint32_t lead = operand->lead, count = 0;
    struct guard *guards = ARENA_ARRAY(graph->arena, struct guard, KERNEL_DIMS + 1);
    struct affine at[KERNEL_DIMS];
    for (uint32_t a = 0; a < lead; a++) {
        at[a] = operand->axes & 1u << a ? affine_dim(a, 1, 0) : affine_constant(0);
    }
    for (uint32_t d = 0; d < type->rank; d++) {
        int64_t part = node_extent(operand, d);
        at[lead + d] = affine_dim(lead + d, 1, 0);
        const struct instance_axes *axes = axes_of_dim(lists, d);
        struct affine begin = sliced_coordinate(graph, axes, d, part);
        for (uint32_t a = 0; a < lead; a++) {
            at[lead + d].stride[a] = -begin.stride[a];
        }
        if (axes->count > 0) {
            guards[count++] = (struct guard){at[lead + d], part};
        }
    }
    for (uint32_t i = 0; first && i < first->count; i++) {
        guards[count++] = (struct guard){affine_dim(first->items[i], 1, 0), 1};
    }
    struct term *term = term_new(builder, TERM_GUARD, operand->element);
    term->guard_count = count;
    term->guards = guards;
    term->arg_count = 2;
    term->args[0] = term_read_raw(builder, operand, at);
    term->args[1] = term_identity(builder, operand->element, SCALAR_ADD);
    return node_compute(builder, type, term);
}

/* --- what other devices have ------------------------------------------------------------------ */

struct term *term_from_devices(struct kernel_builder *builder, struct term *read,
                               const int64_t *sources) {
    const struct graph *graph = builder->graph;
    const struct node *node = read->node;
    const struct type *i64 = type_integer(builder->context, 64, SIGNLESS);
    int64_t *digits = ARENA_ARRAY(graph->arena, int64_t, (size_t)graph->instances.devices);
    for (uint32_t a = 0; a < node->lead; a++) {
        if (!(node->axes & 1u << a)) {
            continue;
        }
        for (int64_t device = 0; device < graph->instances.devices; device++) {
            int64_t source = sources[device] >= 0 ? sources[device] : device;
            digits[device] = instance_digit(graph, a, source);
        }
        struct term *digit = term_by_device(builder, i64, digits);
        int64_t most = graph->instances.axes[a].size - 1;
        read->coordinates[a].at = affine_constant(0);
        if (!term_add_known(builder, &read->coordinates[a].at, digit, most)) {
            read->coordinates[a].dynamic = digit;
            read->coordinates[a].most = most;
        }
    }
    return read;
}

/* Whether the devices that receive are those with a digit of one axis from `*from` on, and before
 * `*to`. */
static bool receive_along_axis(const struct graph *graph, const int64_t *sources, uint32_t *axis,
                               int64_t *from, int64_t *to) {
    for (*axis = 0; *axis < graph->instances.count; ++*axis) {
        int64_t size = graph->instances.axes[*axis].size;
        *from = size;
        *to = 0;
        for (int64_t p = 0; p < graph->instances.devices; p++) {
            int64_t digit = instance_digit(graph, *axis, p);
            *from = sources[p] >= 0 && digit < *from ? digit : *from;
            *to = sources[p] >= 0 && digit >= *to ? digit + 1 : *to;
        }
        bool good = *to - *from < size && *from < *to;
        for (int64_t p = 0; p < graph->instances.devices && good; p++) {
            int64_t digit = instance_digit(graph, *axis, p);
            good = (sources[p] >= 0) == (digit >= *from && digit < *to);
        }
        if (good) {
            return true;
        }
    }
    return false;
}

/* The digit of the source as an affine function of the device's own, of all that receive. */
static bool digit_of_source(const struct graph *graph, const int64_t *sources, uint32_t axis,
                            struct affine *digit) {
    int64_t offset[3];
    bool known = false, fits[3] = {true, true, true}; /* strides of -1, 0 and 1 */
    for (int64_t p = 0; p < graph->instances.devices; p++) {
        for (int64_t k = 0; k < 3 && sources[p] >= 0; k++) {
            int64_t rest =
                instance_digit(graph, axis, sources[p]) - (k - 1) * instance_digit(graph, axis, p);
            fits[k] = fits[k] && (!known || offset[k] == rest);
            offset[k] = known ? offset[k] : rest;
        }
        known = known || sources[p] >= 0;
    }
    for (int64_t k = 3; k-- > 0 && known;) {
        if (fits[k]) {
            *digit = affine_dim(axis, k - 1, offset[k]);
            return true;
        }
    }
    return false;
}

struct term *term_received(struct kernel_builder *builder, struct node *node,
                           const int64_t *sources, struct term *otherwise) {
    const struct graph *graph = builder->graph;
    uint32_t axis;
    int64_t from, to;
    if (!receive_along_axis(graph, sources, &axis, &from, &to)) {
        return NULL;
    }
    struct term *read = term_same(builder, node);
    for (uint32_t a = 0; a < node->lead; a++) {
        if (node->axes & 1u << a && !digit_of_source(graph, sources, a, &read->coordinates[a].at)) {
            return NULL;
        }
    }
    struct guard *guard = ARENA_NEW(graph->arena, struct guard);
    *guard = (struct guard){affine_dim(axis, 1, -from), to - from};
    struct term *term = term_new(builder, TERM_GUARD, node->element);
    term->guard_count = 1;
    term->guards = guard;
    term->arg_count = 2;
    term->args[0] = read;
    term->args[1] = otherwise;
    return term;
}
