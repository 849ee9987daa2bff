/* stablehlo.scatter */
#include <string.h>

#include "ops/attrs/attrs.h"
#include "ops/hooks.h"
#include "ops/scalar.h"
#include "ops/stablehlo/gather/rule.h"

static bool contains(struct int_list list, int64_t item) {
    for (uint32_t i = 0; i < list.count; i++) {
        if (list.items[i] == item) {
            return true;
        }
    }
    return false;
}

/* The space of the updates: window dimensions that no index moves run in parallel, all others in
 * order, for two updates may meet at one element. */
struct scatter_space {
    uint32_t coordinate[KERNEL_DIMS];   /* of each dimension of the updates */
    struct affine indices[KERNEL_DIMS]; /* where the scatter indices are read, but for the vector */
    struct affine store[KERNEL_DIMS];
    int64_t window[KERNEL_DIMS]; /* size of the window along each dimension of the operand */
};

static void place_update_dims(const struct scatter_dims *dims, const struct node *operand,
                              const struct node *updates, struct node_part *part,
                              struct scatter_space *space) {
    int64_t operand_dim[KERNEL_DIMS];
    uint32_t next = 0;
    for (uint32_t d = 0; d < node_rank(operand); d++) {
        space->store[d] = affine_constant(0);
        space->window[d] = 1;
        if (!contains(dims->inserted_window, d) && !contains(dims->input_batching, d)) {
            operand_dim[dims->update_window.items[next++]] = d;
        }
    }
    for (uint32_t pass = 0; pass < 2; pass++) {
        for (uint32_t d = 0; d < node_rank(updates); d++) {
            bool is_window = contains(dims->update_window, d);
            bool is_parallel =
                is_window && !contains(dims->scatter_dims_to_operand, operand_dim[d]);
            if (is_parallel != (pass == 0)) {
                continue;
            }
            uint32_t coordinate = part->rank++;
            part->parallel_rank += is_parallel;
            part->extent[coordinate] = node_extent(updates, d);
            space->coordinate[d] = coordinate;
            if (is_window) {
                space->store[operand_dim[d]] = affine_dim(coordinate, 1, 0);
                space->window[operand_dim[d]] = node_extent(updates, d);
            }
        }
    }
}

static void place_indices(const struct scatter_dims *dims, const struct node *indices,
                          const struct node *updates, struct scatter_space *space) {
    uint32_t d = 0;
    for (uint32_t i = 0; i < node_rank(updates); i++) {
        if (contains(dims->update_window, i)) {
            continue;
        }
        d += d == dims->index_vector_dim;
        space->indices[d++] = affine_dim(space->coordinate[i], 1, 0);
    }
    for (uint32_t i = 0; i < dims->input_batching.count && indices; i++) {
        space->store[dims->input_batching.items[i]] =
            space->indices[dims->scatter_indices_batching.items[i]];
    }
}

/* 0 <= index <= most, and what was asked before. */
static struct term *in_bounds(struct kernel_builder *builder, struct term *before,
                              struct term *index, const struct type *index_type, int64_t most) {
    const struct type *pred = type_integer(kernel_context(builder), 1, SIGNLESS);
    struct term *low[2] = {index, term_integer(builder, index_type, 0)};
    struct term *high[2] = {index, term_integer(builder, index_type, most)};
    struct term *both[2] = {term_scalar(builder, pred, SCALAR_GE, 2, low),
                            term_scalar(builder, pred, SCALAR_LE, 2, high)};
    struct term *condition = term_scalar(builder, pred, SCALAR_AND, 2, both);
    if (!before) {
        return condition;
    }
    struct term *all[2] = {before, condition};
    return term_scalar(builder, pred, SCALAR_AND, 2, all);
}

/* The region as a scalar operation on what is there and the update; false: neither that nor the
 * update itself. */
static bool scatter_combine(const struct region *region, enum scalar_op *combine) {
    const struct block *block = region->first;
    const struct op *first = block->first;
    *combine = SCALAR_NONE;
    bool assigns = op_has(first, OP_TERMINATOR) && block->argument_count == 2 &&
                   op_operand(first, 0) == block->arguments[1];
    if (!assigns) {
        *combine = region_scalar_op(region);
    }
    return assigns || *combine != SCALAR_NONE;
}

static bool scatter_emit(const struct op *op, struct kernel_builder *builder) {
    const struct scatter_dims *dims = attr_as_scatter(op_property(op, "scatter_dimension_numbers"));
    enum scalar_op combine;
    if (op->operand_count != 3 || !scatter_combine(&op->regions[0], &combine)) {
        return kernel_unsupported(builder, op,
                                  "cannot be compiled: one operand and an update computation of "
                                  "one operation, or of none, were expected");
    }
    struct node *operand = kernel_operand(builder, op, 0);
    struct node *indices = kernel_operand(builder, op, 1);
    struct node *updates = kernel_operand(builder, op, 2);
    struct node_part parts[2] = {{.rank = node_rank(operand), .parallel_rank = node_rank(operand)},
                                 {.combine = combine, .overlaps = true}};
    for (uint32_t d = 0; d < node_rank(operand); d++) {
        parts[0].extent[d] = node_extent(operand, d);
        parts[0].store[d] = affine_dim(d, 1, 0);
    }
    parts[0].term = term_same(builder, operand);
    struct scatter_space space;
    place_update_dims(dims, operand, updates, &parts[1], &space);
    place_indices(dims, indices, updates, &space);
    for (uint32_t i = 0; i < dims->scatter_dims_to_operand.count; i++) {
        int64_t d = dims->scatter_dims_to_operand.items[i];
        if (dims->index_vector_dim < node_rank(indices)) {
            space.indices[dims->index_vector_dim] = affine_constant(i);
        }
        int64_t most = node_extent(operand, (uint32_t)d) - space.window[d];
        const struct type *element = node_element(indices);
        struct term *index =
            term_position(builder, term_read(builder, indices, space.indices), &element, most);
        parts[1].dynamic[d] = index;
        parts[1].condition = in_bounds(builder, parts[1].condition, index, element, most);
    }
    memcpy(parts[1].store, space.store, sizeof parts[1].store);
    struct affine map[KERNEL_DIMS];
    for (uint32_t d = 0; d < node_rank(updates); d++) {
        map[d] = affine_dim(space.coordinate[d], 1, 0);
    }
    parts[1].term = term_read(builder, updates, map);
    kernel_result(builder, op, 0, node_parts(builder, op_result(op, 0)->type, 2, parts));
    return true;
}

/* Dimensions of the inputs that updates do not cover as a whole are whole. */
static void keep_updated_whole(const struct op *op, struct partition_builder *builder,
                               const struct scatter_dims *dims, uint32_t inputs) {
    uint32_t window = 0, rank = op_operand(op, 0)->type->rank;
    for (uint32_t dim = 0; dim < rank; dim++) {
        bool batch = int_list_has(dims->input_batching, dim);
        bool inserted = int_list_has(dims->inserted_window, dim);
        bool covered = batch;
        if (!batch && !inserted && window < dims->update_window.count) {
            uint32_t update_dim = (uint32_t)dims->update_window.items[window++];
            covered = partition_operand_size(builder, inputs + 1, update_dim) ==
                      partition_operand_size(builder, 0, dim);
        }
        for (uint32_t i = 0; i < inputs && !covered; i++) {
            partition_keep_whole(builder, i, dim);
            partition_keep_result_whole(builder, i, dim);
        }
    }
}

/* The axes that shard updates and not the input: each device adds some of the updates. */
static struct axis_vector summed_axes(const struct partition_builder *builder,
                                      const struct scatter_dims *dims, uint32_t inputs,
                                      uint32_t input_rank, uint32_t update_rank,
                                      struct arena *arena) {
    struct axis_vector summed = {.arena = arena};
    for (uint32_t dim = 0; dim < update_rank; dim++) {
        struct axis_list axes = partition_operand_axes(builder, inputs + 1, dim);
        for (uint32_t i = 0; i < axes.count && !int_list_has(dims->update_window, dim); i++) {
            struct axis_list one = {.count = 1, .items = &axes.items[i]};
            bool shards_input = false;
            for (uint32_t j = 0; j < input_rank; j++) {
                shards_input |= axes_overlap(partition_operand_axes(builder, 0, j), one);
            }
            if (!shards_input) {
                axes_push(&summed, axes.items[i]);
            }
        }
    }
    return summed;
}

static bool scatter_partition(struct op *op, struct partition_builder *builder) {
    const struct scatter_dims *dims = attr_as_scatter(op_property(op, "scatter_dimension_numbers"));
    uint32_t inputs = (op->operand_count - 1) / 2;
    keep_updated_whole(op, builder, dims, inputs);
    if (partition_phase(builder) == PARTITION_LOCALIZE) {
        struct arena *arena = arena_new();
        struct axis_vector summed =
            summed_axes(builder, dims, inputs, op_operand(op, 0)->type->rank,
                        op_operand(op, inputs + 1)->type->rank, arena);
        /* Other reductions may take the input any number of times. */
        bool adds = op->regions[0].first->first->def->scalar == SCALAR_ADD;
        for (uint32_t i = 0; i < inputs && summed.count > 0 && adds; i++) {
            /* The sum over devices must count the input once. */
            op_set_operand(op, i,
                           partition_first_only(builder, op_operand(op, i), axes_of(&summed)));
        }
        arena_free(arena);
    }
    return partition_as_typed(op, builder);
}

/* The two arguments, in any order, that the body combines for input `index`. */
static bool combines(const struct op *combiner, const struct block *body, uint32_t index,
                     uint32_t inputs) {
    const struct value *old = body->arguments[index], *new = body->arguments[inputs + index];
    const struct value *lhs = op_operand(combiner, 0), *rhs = op_operand(combiner, 1);
    return (lhs == old && rhs == new) || (lhs == new &&rhs == old);
}

static bool is_reduction(const struct op *op) {
    const struct type *element = type_element(op->results[0].type);
    return op_is(op, OP_ADD) || op_is(op, OP_MULTIPLY) || op_is(op, OP_MAXIMUM) ||
           op_is(op, OP_MINIMUM) ||
           (type_is_integer(element, 1) && (op_is(op, OP_AND) || op_is(op, OP_OR)));
}

/* Whether the body is one known reduction for all inputs, so that updates may come in parts. */
static bool body_is_reduction(const struct op *op, uint32_t inputs) {
    const struct block *body = op->regions[0].first;
    if (!body || body->argument_count != 2 * inputs) {
        return false;
    }
    const struct op *returns = block_terminator(body), *first = NULL;
    for (uint32_t i = 0; i < inputs && i < returns->operand_count; i++) {
        const struct op *combiner = op_operand(returns, i)->op;
        if (!combiner || combiner->operand_count != 2 || !is_reduction(combiner) ||
            (first && first->def != combiner->def) || !combines(combiner, body, i, inputs)) {
            return false;
        }
        first = combiner;
    }
    return returns->operand_count == inputs;
}

/* Inputs, indices, updates; a result for each input. */
static void add_scatter_factor(struct rule_builder *builder, const struct op *op, int64_t input,
                               int64_t indices, int64_t slices, int64_t size,
                               enum factor_kind kind) {
    uint32_t inputs = (op->operand_count - 1) / 2;
    struct arena *arena = arena_new();
    int64_t *operands = ARENA_ARRAY(arena, int64_t, op->operand_count);
    int64_t *results = ARENA_ARRAY(arena, int64_t, op->result_count);
    for (uint32_t i = 0; i < inputs; i++) {
        operands[i] = results[i] = input;
        operands[inputs + 1 + i] = slices;
    }
    operands[inputs] = indices;
    rule_add(builder, operands, results, size, kind);
    arena_free(arena);
}

static bool scatter_rule(const struct op *op, struct rule_builder *builder) {
    const struct scatter_dims *dims = attr_as_scatter(op_property(op, "scatter_dimension_numbers"));
    uint32_t inputs = (op->operand_count - 1) / 2;
    struct slicing slicing = {
        .input = op_operand(op, 0)->type,
        .indices = op_operand(op, inputs)->type,
        .slices = op_operand(op, inputs + 1)->type,
        .index_vector_dim = dims->index_vector_dim,
        .offset = dims->update_window,
        .collapsed = dims->inserted_window,
        .input_batching = dims->input_batching,
        .indices_batching = dims->scatter_indices_batching,
        .implicit_batch =
            body_is_reduction(op, inputs) ? FACTOR_REDUCTION : FACTOR_NEED_REPLICATION,
        .is_scatter = true,
        .add = add_scatter_factor,
    };
    rule_add_slicing(builder, op, &slicing);
    return true;
}

const struct op_def op_scatter = {
    .name = "stablehlo.scatter",
    .summary = "updates slices at run-time indices",
    .traits = OP_SAME_SIZES | OP_PURE,
    .operands = OPERANDS({"inputs", VALUE_TENSOR, OP_MANY},
                         {"scatter_indices", VALUE_ANY_INTEGER | VALUE_INDEX, OP_ONE},
                         {"updates", VALUE_TENSOR, OP_MANY}),
    .results = RESULTS({"results", VALUE_TENSOR, OP_MANY}),
    .regions = {1, 1},
    .region_names = {"update_computation"},
    .attrs = ATTRS(
        {.name = "scatter_dimension_numbers",
         .kind = OP_ATTR_DIALECT,
         .required = true,
         .dialect_attr = "stablehlo.scatter"},
        {.name = "indices_are_sorted", .kind = OP_ATTR_BOOL, .otherwise = OP_ATTR_DEFAULT_FALSE},
        {.name = "unique_indices", .kind = OP_ATTR_BOOL, .otherwise = OP_ATTR_DEFAULT_FALSE}),
    .parse = parse_generic_only,
    .print = print_generic_only,
    .verify = verify_scatter,
    .infer = infer_scatter,
    .rule = scatter_rule,
    .partition = scatter_partition,
    .emit = scatter_emit,
    .canonicalize = canonicalize_nothing,
};
