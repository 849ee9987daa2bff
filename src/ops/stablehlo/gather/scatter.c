/* stablehlo.scatter */
#include <string.h>

#include "ops/attrs/attrs.h"
#include "ops/build.h"
#include "ops/fill_builder.h"
#include "ops/flops.h"
#include "ops/hooks.h"
#include "ops/stablehlo/gather/indexing.h"
#include "ops/stablehlo/gather/parts.h"
#include "ops/stablehlo/gather/rule.h"
#include "ops/stablehlo/gather/sums.h"

static bool check_update_dims(const struct op *op, struct context *context,
                              const struct scatter_dims *dims, const struct type *input,
                              const struct type *update) {
    uint32_t rank =
        dims->update_window.count + dims->inserted_window.count + dims->input_batching.count;
    if (rank != input->rank) {
        return fault(op, context,
                     "Expects rank-of operand to match size-of('update_window_dims') + "
                     "size-of('inserted_window_dims') + size-of('input_batching_dims') i.e. %u but "
                     "got %u.",
                     rank, input->rank);
    }
    if (!ints_sorted(dims->update_window)) {
        return fault(op, context, "Expects update_window_dims to be sorted; got: %s.",
                     say_list(context, dims->update_window));
    }
    if (!ints_distinct(dims->update_window)) {
        return fault(op, context, "Expects update_window_dims to not repeat; got: %s.",
                     say_list(context, dims->update_window));
    }
    return check_dims_in_range(op, context, "update_window_dims", dims->update_window, update->rank,
                               "rank-of('updates')");
}

/* Window dimensions of the updates fit the operand's. */
static bool check_update_windows(const struct op *op, struct context *context,
                                 const struct scatter_dims *dims, const struct type *input,
                                 const struct type *update) {
    uint32_t window = 0;
    for (uint32_t i = 0; i < dims->update_window.count; i++) {
        int64_t dim = dims->update_window.items[i];
        while (ints_contain(dims->inserted_window, window) ||
               ints_contain(dims->input_batching, window)) {
            window++;
        }
        int64_t limit = window < input->rank ? input->dims[window] : DIM_DYNAMIC;
        window++;
        if (limit != DIM_DYNAMIC && update->dims[dim] != DIM_DYNAMIC && update->dims[dim] > limit) {
            return fault(op, context,
                         "expects bounds of the window dimensions of updates to not exceed the "
                         "bounds of the corresponding dimensions of operand. For dimension %lld, "
                         "updates bound is %lld, operand bound is %lld.",
                         (long long)dim, (long long)update->dims[dim], (long long)limit);
        }
    }
    return true;
}

/* The other dimensions of the updates are those of the indices. */
static bool check_update_shape(const struct op *op, struct context *context,
                               const struct scatter_dims *dims, const struct type *input,
                               const struct type *indices, const struct type *update) {
    uint32_t batch = 0;
    if (!check_update_windows(op, context, dims, input, update)) {
        return false;
    }
    for (uint32_t i = 0; i < update->rank; i++) {
        if (ints_contain(dims->update_window, i)) {
            continue;
        }
        batch += batch == dims->index_vector_dim;
        int64_t expected = batch < indices->rank ? indices->dims[batch] : DIM_DYNAMIC;
        batch++;
        if (!dims_compatible(update->dims[i], expected)) {
            return fault(op, context,
                         "expects bounds of the scatter dimensions of updates to be same as the "
                         "bounds of the corresponding dimensions of scatter indices. For scatter "
                         "dimension %u, updates bound is %lld , scatter_indices bound is "
                         "%lld.",
                         i, (long long)update->dims[i], (long long)expected);
        }
    }
    return true;
}

static bool check_update_rank(const struct op *op, struct context *context,
                              const struct scatter_dims *dims, const struct type *indices,
                              const struct type *update) {
    bool implicit = dims->index_vector_dim == (int64_t)indices->rank;
    uint32_t rank = indices->rank - (implicit ? 0 : 1) + dims->update_window.count;
    if (update->rank == rank) {
        return true;
    }
    return fault(op, context,
                 "expects updates tensor must be of rank %u ( == rank-of('scatter_indices') - 1 + "
                 "size-of('update_window_dims'), where 'scatter_indices' is expanded by a trailing "
                 "1 dimension if 'index_vector_dim' == rank-of('scatter_indices')), but got %u.",
                 rank, update->rank);
}

static bool check_scatter_dims(const struct op *op, struct context *context,
                               const struct scatter_dims *dims, const struct type *input,
                               const struct type *indices) {
    struct indexing indexing = {
        .indices = indices,
        .data = input,
        .vector_dim = dims->index_vector_dim,
        .index_map = dims->scatter_dims_to_operand,
        .collapsed = dims->inserted_window,
        .batching = dims->input_batching,
        .indices_batching = dims->scatter_indices_batching,
        .map_name = "scatter_dims_to_operand_dims",
        .collapsed_name = "inserted_window_dims",
        .batching_name = "input_batching_dims",
        .indices_batching_name = "scatter_indices_batching_dims",
        .is_scatter = true,
        .data_name = "rank-of('operand')",
        .indices_name = "scatter_indices",
        .indices_rank_name = "rank-of('scatter_indices')",
    };
    return check_indexing(op, context, &indexing);
}

static bool check_same_shapes(const struct op *op, struct context *context, const char *name,
                              struct op_group group) {
    for (uint32_t i = 1; i < group.count; i++) {
        if (!shapes_compatible(op_operand(op, group.first + i)->type,
                               op_operand(op, group.first)->type)) {
            return fault(op, context, "Not all %s have compatible shapes.", name);
        }
    }
    return true;
}

static bool check_update_region(const struct op *op, struct context *context, uint32_t count) {
    struct arena *scratch = arena_new();
    const struct type **inputs = ARENA_ARRAY(scratch, const struct type *, count + 1);
    const struct type **updates = ARENA_ARRAY(scratch, const struct type *, count + 1);
    for (uint32_t i = 0; i < count; i++) {
        inputs[i] = operand_type(op, i);
        updates[i] = scalar_of(context, operand_type(op, count + 1 + i));
    }
    struct fold fold = {.count = count, .inputs = inputs, .inits = updates};
    bool good = check_fold(op, context, &fold);
    arena_free(scratch);
    return good;
}

static bool scatter_verify(const struct op *op, struct context *context) {
    const struct scatter_dims *dims = attr_as_scatter(op_attr(op, "scatter_dimension_numbers"));
    struct op_group inputs = op_operand_group(op, "inputs");
    struct op_group updates = op_operand_group(op, "updates");
    if (inputs.count == 0 || inputs.count != updates.count ||
        2 * inputs.count + 1 != op->operand_count) {
        return op_fault(op, context, "expects as many updates as inputs, but found %u operands",
                        op->operand_count);
    }
    const struct type *indices = op_operand(op, inputs.count)->type;
    if (!check_same_shapes(op, context, "inputs", inputs) ||
        !check_same_shapes(op, context, "updates", updates) ||
        !check_dim_in_range(op, context, "index_vector_dim", dims->index_vector_dim, indices->rank,
                            "rank-of('scatter_indices')", true) ||
        !check_update_region(op, context, inputs.count)) {
        return false;
    }
    bool good = true;
    for (uint32_t i = 0; good && i < updates.count; i++) {
        good = check_update_rank(op, context, dims, indices, operand_type(op, updates.first + i));
    }
    for (uint32_t i = 0; good && i < updates.count; i++) {
        const struct type *input = operand_type(op, i);
        good = check_update_dims(op, context, dims, input, operand_type(op, updates.first + i)) &&
               check_scatter_dims(op, context, dims, input, indices);
    }
    for (uint32_t i = 0; good && i < updates.count; i++) {
        good = check_update_shape(op, context, dims, operand_type(op, i), indices,
                                  operand_type(op, updates.first + i));
    }
    return good;
}

/* Shapes of the inputs, elements of what the region returns. */
static bool scatter_infer(const struct op *op, struct context *context, const struct type **types) {
    const struct op *end = block_terminator(op->regions[0].first);
    for (uint32_t i = 0; i < end->operand_count; i++) {
        types[i] = type_with_element(context, op_operand(op, i)->type,
                                     type_element(op_operand(end, i)->type));
    }
    return true;
}

/* The space of the updates: window dimensions that no index moves run in parallel, and so do
 * batches. All others run in order, for two updates may meet at one element, where there is more
 * than one window. */
struct scatter_space {
    uint32_t coordinate[KERNEL_DIMS];   /* of each dimension of the updates */
    struct affine indices[KERNEL_DIMS]; /* where the scatter indices are read, but for the vector */
    struct affine store[KERNEL_DIMS];
    int64_t window[KERNEL_DIMS]; /* size of the window along each dimension of the operand */
    bool is_single;              /* there is one window */
};

/* Whether each update along this dimension, which is not one of windows, has a place of its own. */
static bool is_batch(const struct scatter_dims *dims, uint32_t update_dim) {
    int64_t indices_dim = 0;
    for (uint32_t d = 0; d < update_dim; d++) {
        indices_dim += !int_list_has(dims->update_window, d);
    }
    indices_dim += indices_dim >= dims->index_vector_dim;
    return int_list_has(dims->scatter_indices_batching, indices_dim);
}

static bool is_single(const struct scatter_dims *dims, const struct node *updates) {
    int64_t windows = 1;
    for (uint32_t d = 0; d < node_rank(updates); d++) {
        windows *= int_list_has(dims->update_window, d) ? 1 : node_extent(updates, d);
    }
    return windows == 1;
}

static void place_update_dims(const struct scatter_dims *dims, const struct node *operand,
                              const struct node *updates, struct node_part *part,
                              struct scatter_space *space) {
    int64_t operand_dim[KERNEL_DIMS];
    space->is_single = is_single(dims, updates);
    uint32_t next = 0;
    for (uint32_t d = 0; d < node_rank(operand); d++) {
        space->store[d] = affine_constant(0);
        space->window[d] = 1;
        if (!int_list_has(dims->inserted_window, d) && !int_list_has(dims->input_batching, d)) {
            operand_dim[dims->update_window.items[next++]] = d;
        }
    }
    for (uint32_t pass = 0; pass < 2; pass++) {
        for (uint32_t d = 0; d < node_rank(updates); d++) {
            bool is_window = int_list_has(dims->update_window, d);
            bool is_parallel = is_window
                                   ? !int_list_has(dims->scatter_dims_to_operand, operand_dim[d])
                                   : is_batch(dims, d);
            is_parallel |= space->is_single;
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
        if (int_list_has(dims->update_window, i)) {
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
    index = term_position(builder, index, &index_type, most);
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

/* What stands after the updates of one point: the region's results of what stood there, `stored`,
 * and of the updates. */
static bool combined(const struct op *op, struct kernel_builder *builder, uint32_t inputs,
                     struct term *const *updates, struct term **results) {
    struct term **arguments = ARENA_ARRAY(kernel_arena(builder), struct term *, 2 * inputs);
    for (uint32_t i = 0; i < inputs; i++) {
        arguments[i] = term_stored(builder, node_element(kernel_operand(builder, op, i)), i);
        arguments[inputs + i] = updates[i];
    }
    if (!term_region(builder, &op->regions[0], arguments, results)) {
        return false;
    }
    for (uint32_t i = 0; i < inputs; i++) {
        if (term_reads_other_stored(results[i], i)) {
            return kernel_unsupported(builder, op,
                                      "cannot be compiled: what is updated in one input depends "
                                      "on what another input holds");
        }
    }
    return true;
}

/* The space of the updates, and where in the inputs they go. */
static void place_updates(const struct op *op, struct kernel_builder *builder,
                          struct node_part *part, struct affine *map) {
    const struct scatter_dims *dims = attr_as_scatter(op_property(op, "scatter_dimension_numbers"));
    uint32_t inputs = (op->operand_count - 1) / 2;
    struct node *operand = kernel_operand(builder, op, 0);
    struct node *indices = kernel_operand(builder, op, inputs);
    struct node *updates = kernel_operand(builder, op, inputs + 1);
    struct scatter_space space;
    place_update_dims(dims, operand, updates, part, &space);
    place_indices(dims, indices, updates, &space);
    for (uint32_t i = 0; i < dims->scatter_dims_to_operand.count; i++) {
        int64_t d = dims->scatter_dims_to_operand.items[i];
        if (dims->index_vector_dim < node_rank(indices)) {
            space.indices[dims->index_vector_dim] = affine_constant(i);
        }
        struct term *index = read_index(builder, op, inputs, dims->index_vector_dim, space.indices);
        int64_t most = node_extent(operand, (uint32_t)d) - space.window[d], place;
        if (space.is_single && term_known_integer(builder, index, &place) && place >= 0 &&
            place <= most) {
            space.store[d].offset += place;
            continue;
        }
        part->dynamic[d] = index;
        part->condition = in_bounds(builder, part->condition, index, node_element(indices), most);
    }
    memcpy(part->store, space.store, sizeof part->store);
    for (uint32_t d = 0; d < node_rank(updates); d++) {
        map[d] = affine_dim(space.coordinate[d], 1, 0);
    }
}

static bool scatter_emit(const struct op *op, struct kernel_builder *builder) {
    uint32_t inputs = (op->operand_count - 1) / 2;
    struct node_part part = {.overlaps = true};
    struct affine map[KERNEL_DIMS];
    struct term **updates = ARENA_ARRAY(kernel_arena(builder), struct term *, inputs);
    struct term **results = ARENA_ARRAY(kernel_arena(builder), struct term *, inputs);
    place_updates(op, builder, &part, map);
    for (uint32_t i = 0; i < inputs; i++) {
        updates[i] = term_read(builder, kernel_operand(builder, op, inputs + 1 + i), map);
    }
    part.combine = inputs == 1 ? region_scalar_op(&op->regions[0]) : SCALAR_NONE;
    if (part.combine != SCALAR_NONE) {
        results[0] = updates[0];
    } else if (!combined(op, builder, inputs, updates, results)) {
        return false;
    }
    for (uint32_t i = 0; i < inputs; i++) {
        part.term = results[i];
        struct node *sums = node_wide_sums(builder, op, &part);
        kernel_result(builder, op, i,
                      sums != NULL ? sums
                                   : node_parts(builder, op_result(op, i)->type,
                                                kernel_operand(builder, op, i), 1, &part));
    }
    return true;
}

/* The dimension of the updates that is dimension `dim` of the inputs; NO_DIM: indices, or batches,
 * take one element of that at a time. */
static int64_t window_dim(const struct scatter_dims *dims, uint32_t dim) {
    uint32_t window = 0;
    if (int_list_has(dims->input_batching, dim) || int_list_has(dims->inserted_window, dim)) {
        return NO_DIM;
    }
    for (uint32_t d = 0; d < dim; d++) {
        window += !int_list_has(dims->input_batching, d) && !int_list_has(dims->inserted_window, d);
    }
    return window < dims->update_window.count ? dims->update_window.items[window] : NO_DIM;
}

static bool is_uneven(const struct op *op, const struct partition_builder *builder,
                      uint32_t operand, uint32_t dim) {
    int64_t parts = partition_parts(builder, partition_operand_axes(builder, operand, dim));
    return op_operand(op, operand)->type->dims[dim] % parts != 0;
}

/* The updates of any input, or their indices. */
static bool any_uneven(const struct op *op, const struct partition_builder *builder,
                       uint32_t inputs, uint32_t indices_dim, uint32_t update_dim) {
    bool any = is_uneven(op, builder, inputs, indices_dim);
    for (uint32_t i = 0; i < inputs; i++) {
        any = any || is_uneven(op, builder, inputs + 1 + i, update_dim);
    }
    return any;
}

/* Updates that are padding go nowhere: their index is out of bounds. Where indices say no place,
 * all updates go to the same one, and there may be no padding among them. */
static void need_of_updates(const struct op *op, const struct partition_builder *builder,
                            const struct scatter_dims *dims, uint32_t inputs,
                            struct need_list *needs) {
    const struct type *indices = op_operand(op, inputs)->type;
    uint32_t update = 0;
    for (uint32_t dim = 0; dim < indices->rank; dim++) {
        bool is_batch = int_list_has(dims->scatter_indices_batching, dim);
        while (int_list_has(dims->update_window, update)) {
            update++;
        }
        if (!is_batch) {
            need_padded(needs, inputs, dim, FILL_OUTSIDE, 0);
        }
        if (dim == dims->index_vector_dim) {
            continue;
        }
        if (!is_batch && dims->scatter_dims_to_operand.count == 0 &&
            any_uneven(op, builder, inputs, dim, update)) {
            for (uint32_t i = 0; i < inputs; i++) {
                need_operand(needs, NEED_WHOLE, inputs + 1 + i, update);
            }
            need_operand(needs, NEED_WHOLE, inputs, dim);
        }
        update++;
    }
}

/* A dimension of the inputs in parts is covered whole by the updates, or element by element. */
static void scatter_needs(const struct op *op, const struct partition_builder *builder,
                          struct need_list *needs) {
    const struct scatter_dims *dims = attr_as_scatter(op_property(op, "scatter_dimension_numbers"));
    uint32_t inputs = (op->operand_count - 1) / 2;
    const struct type *input = op_operand(op, 0)->type, *updates = op_operand(op, inputs + 1)->type;
    for (uint32_t dim = 0; dim < input->rank; dim++) {
        int64_t window = window_dim(dims, dim);
        int64_t size = window == NO_DIM ? 1 : updates->dims[window];
        bool moves = int_list_has(dims->scatter_dims_to_operand, dim);
        if (int_list_has(dims->input_batching, dim) || size == input->dims[dim] ||
            (size == 1 && moves)) {
            continue;
        }
        enum need_kind kind = window != NO_DIM && size == 1 ? NEED_CHOSEN_WHOLE : NEED_WHOLE;
        for (uint32_t i = 0; i < inputs; i++) {
            need_operand(needs, kind, i, dim);
            if (window != NO_DIM) {
                need_operand(needs, kind, inputs + 1 + i, (uint32_t)window);
            }
            need_result(needs, kind, op, i, dim);
        }
    }
    if (dims->index_vector_dim < op_operand(op, inputs)->type->rank) {
        need_operand(needs, NEED_WHOLE, inputs, (uint32_t)dims->index_vector_dim);
    }
    need_of_updates(op, builder, dims, inputs, needs);
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

/* The reduction by which the body combines all inputs, so that updates may come in parts; NULL: it
 * is none that is known. */
static const struct op *reducing_op(const struct op *op, uint32_t inputs) {
    const struct block *body = op->regions[0].first;
    if (!body || body->argument_count != 2 * inputs) {
        return NULL;
    }
    const struct op *returns = block_terminator(body), *first = NULL;
    for (uint32_t i = 0; i < inputs && i < returns->operand_count; i++) {
        const struct op *combiner = op_operand(returns, i)->op;
        if (!combiner || combiner->operand_count != 2 || !is_reduction(combiner) ||
            (first && first->def != combiner->def) || !combines(combiner, body, i, inputs)) {
            return NULL;
        }
        first = combiner;
    }
    return returns->operand_count == inputs ? first : NULL;
}

/* What each device updates in its parts of the inputs. */
static struct part_indexing indexing_of(const struct op *op, struct partition_builder *builder) {
    const struct scatter_dims *dims = attr_as_scatter(op_property(op, "scatter_dimension_numbers"));
    uint32_t inputs = (op->operand_count - 1) / 2;
    const struct type *updates = op_operand(op, inputs + 1)->type;
    struct part_indexing indexing = {.builder = builder,
                                     .part = op_operand(op, 0)->type,
                                     .index_map = dims->scatter_dims_to_operand,
                                     .vector_dim = dims->index_vector_dim};
    for (uint32_t dim = 0; dim < indexing.part->rank; dim++) {
        int64_t parts = partition_parts(builder, partition_operand_axes(builder, 0, dim));
        int64_t window = window_dim(dims, dim);
        bool by_element =
            window == NO_DIM
                ? !int_list_has(dims->input_batching, dim)
                : updates->dims[window] == 1 && int_list_has(indexing.index_map, dim) &&
                      partition_operand_axes(builder, inputs + 1, (uint32_t)window).count == 0;
        indexing.is_cut[dim] = parts > 1 && by_element;
    }
    return indexing;
}

/* Devices that add up their results must count the inputs once; other reductions may take them any
 * number of times. */
static bool count_inputs_once(struct op *op, struct partition_builder *builder, uint32_t inputs,
                              struct axis_list summed) {
    const struct op *combiner = reducing_op(op, inputs);
    if (summed.count == 0) {
        return true;
    }
    if (!combiner || op_is(combiner, OP_MULTIPLY)) {
        return partition_error(builder, "has updates in parts that cannot be combined");
    }
    for (uint32_t i = 0; i < inputs && op_is(combiner, OP_ADD); i++) {
        op_set_operand(op, i, partition_first_only(builder, op_operand(op, i), summed));
    }
    return true;
}

/* Where no index moves along a dimension in parts, updates are the first device's; others keep what
 * they hold. */
static void update_first_only(struct op *op, struct partition_builder *builder, uint32_t inputs,
                              struct value *first) {
    struct builder behind = builder_after(partition_at(builder)->module, op);
    const struct type *part = op->results[0].type;
    struct value *mask = build_broadcast(
        &behind, first, type_with_element(behind.module->context, part, first->type->element));
    for (uint32_t i = 0; i < inputs; i++) {
        partition_wrap(builder, i, build_select(&behind, mask, &op->results[i], op_operand(op, i)));
    }
}

/* Indices that are none of the part's are out of bounds for it: their updates go nowhere. */
static bool scatter_localize(struct op *op, struct partition_builder *builder) {
    const struct scatter_dims *dims = attr_as_scatter(op_property(op, "scatter_dimension_numbers"));
    uint32_t inputs = (op->operand_count - 1) / 2;
    struct arena *arena = arena_new();
    struct part_indexing indexing = indexing_of(op, builder);
    struct axis_vector summed = summed_axes(builder, dims, inputs, indexing.part->rank,
                                            op_operand(op, inputs + 1)->type->rank, arena);
    bool good = count_inputs_once(op, builder, inputs, axes_of(&summed));
    if (summed.count > 0 || cuts_any(&indexing)) {
        spell_out(partition_at(builder)->module, op, "indices_are_sorted");
        spell_out(partition_at(builder)->module, op, "unique_indices");
    }
    if (good && cuts_indexed(&indexing)) {
        struct value *indices = widened_indices(&indexing, op_operand(op, inputs));
        op_set_operand(op, inputs, indices_in_part(&indexing, indices, NULL));
    }
    struct value *first = good ? holds_first(&indexing) : NULL;
    good = good && partition_in_place(op, builder);
    if (good && first) {
        update_first_only(op, builder, inputs, first);
    }
    arena_free(arena);
    return good;
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
        .implicit_batch = reducing_op(op, inputs) ? FACTOR_REDUCTION : FACTOR_NEED_REPLICATION,
        .is_scatter = true,
        .add = add_scatter_factor,
    };
    rule_add_slicing(builder, op, &slicing);
    return true;
}

/* Of dimensions that are inserted and not indexed the first element alone is meant, which one
 * device has. */
static bool scatter_fill(struct op *op, struct fill_builder *padder) {
    const struct scatter_dims *dims = attr_as_scatter(op_property(op, "scatter_dimension_numbers"));
    dim_set first =
        dim_set_of_list(dims->inserted_window) & ~dim_set_of_list(dims->scatter_dims_to_operand);
    dim_set *apart = ARENA_ARRAY(fill_scratch(padder), dim_set, op->operand_count);
    dim_set padded = 0;
    for (uint32_t i = 0; i < op->operand_count; i++) {
        apart[i] = i < op->result_count ? first : 0;
        padded |= fill_dims(padder, op_operand(op, i)) & apart[i];
    }
    padded |= dims_unlike(op->results[0].type, fill_result_type(padder, op)) & first;
    return padded ? fill_on_whole(padder, op, apart, first) : fill_in_place(op, padder);
}

static double scatter_flops(const struct op *op) {
    return flops_elements(op_operand(op, op->operand_count - 1)->type);
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
    .verify = scatter_verify,
    .infer = scatter_infer,
    .speculatable = speculatable_gather,
    .rule = scatter_rule,
    .needs = scatter_needs,
    .localize = scatter_localize,
    .emit = scatter_emit,
    .relate = relate_scatter,
    .canonicalize = canonicalize_nothing,
    .bound = bound_by_rule,
    .fill = scatter_fill,
    .reify = reify_elementwise,
    .fold = fold_by_scalar,
    .flops = scatter_flops,
    .traffic = traffic_none,
};
