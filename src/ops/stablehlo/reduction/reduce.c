/* stablehlo.reduce */
#include "ops/flops.h"
#include "ops/hooks.h"
#include "ops/reify_builder.h"
#include "ops/stablehlo/reduction/inputs.h"
#include "ops/stablehlo/reduction/reduce_form.h"

static bool reduce_verify(const struct op *op, struct context *context) {
    struct int_list dims = op_ints(op, "dimensions");
    const struct type *input;
    if (!check_fold_inputs(op, context)) {
        return false;
    }
    input = operand_type(op, 0);
    for (uint32_t i = 0; i < dims.count; i++) {
        struct int_list before = {dims.items, i};
        if (dims.items[i] < 0 || dims.items[i] >= (int64_t)input->rank) {
            return fault(op, context,
                         "Out-of-bounds dimension %lld, expected to be in range [0, %u)",
                         (long long)dims.items[i], input->rank);
        }
        if (ints_contain(before, dims.items[i])) {
            return fault(op, context, "Duplicate reduction dimension: %lld",
                         (long long)dims.items[i]);
        }
    }
    int64_t kept[MAX_RANK];
    uint32_t rank = 0;
    for (uint32_t i = 0; i < input->rank; i++) {
        if (!ints_contain(dims, i)) {
            kept[rank++] = input->dims[i];
        }
    }
    return check_folding_region(op, context, op->operand_count / 2, (struct int_list){kept, rank});
}

static bool reduce_infer(const struct op *op, struct context *context, const struct type **types) {
    struct int_list dims = op_ints(op, "dimensions");
    for (uint32_t k = 0; k < op->operand_count / 2; k++) {
        const struct type *input = operand_type(op, 0);
        int64_t kept[MAX_RANK], bounds[MAX_RANK];
        uint32_t rank = 0;
        for (uint32_t i = 0; i < input->rank; i++) {
            if (!ints_contain(dims, i)) {
                bounds[rank] = bound_of(input, i);
                kept[rank++] = input->dims[i];
            }
        }
        types[k] = type_with_bounds(context, returned_element(op, k), rank, kept, bounds);
    }
    return true;
}

/* Coordinates of an input: those of the result in order, then the folded ones. */
static uint32_t reduce_map(const struct node *input, struct int_list folded, struct affine *map,
                           int64_t *extent) {
    uint32_t kept = 0, count = 0, rank = node_rank(input) - folded.count;
    for (uint32_t d = 0; d < node_rank(input); d++) {
        bool is_folded = false;
        for (uint32_t i = 0; i < folded.count; i++) {
            is_folded = is_folded || folded.items[i] == d;
        }
        if (is_folded) {
            extent[count] = node_extent(input, d);
            map[d] = affine_dim(rank + count++, 1, 0);
        } else {
            map[d] = affine_dim(kept++, 1, 0);
        }
    }
    return count;
}

/* --- along a dimension with few elements behind it --- */

enum {
    NARROW = 16,      /* elements behind the dimension are fewer than so many */
    LANES = 128,      /* of partial results, at most */
    LEAST_TURNS = 16, /* terms of a partial result */
    LEAST_ELEMENTS = 1 << 14
};

/* Whether it may begin any number of times with the same value. */
static bool is_idempotent(enum scalar_op op) {
    return op == SCALAR_MAXIMUM || op == SCALAR_MINIMUM || op == SCALAR_AND || op == SCALAR_OR;
}

/* Whether partial results are as exact as the terms are, and the operation may begin often. */
static bool has_partial_results(const struct op *op, enum scalar_op combine) {
    const struct type *element = type_element(op_result(op, 0)->type);
    bool is_exact = element->kind == TYPE_INTEGER || type_bytes(element) >= 4;
    return is_idempotent(combine) ||
           (is_exact && (combine == SCALAR_ADD || combine == SCALAR_MULTIPLY));
}

/* Of one dimension with few elements behind it: how many rows of these are folded side by side, so
 * that memory is read as it lies; 1: it is not worth it. */
static int64_t rows_side_by_side(const struct op *op, const struct node *input) {
    struct int_list dims = op_ints(op, "dimensions");
    int64_t behind = 1, elements = 1, rows = 1;
    if (op->operand_count != 2 || dims.count != 1 || node_rank(input) == KERNEL_DIMS ||
        !has_partial_results(op, region_scalar_op(&op->regions[0]))) {
        return 1;
    }
    for (uint32_t d = 0; d < node_rank(input); d++) {
        behind *= d > dims.items[0] ? node_extent(input, d) : 1;
        elements *= node_extent(input, d);
    }
    int64_t extent = node_extent(input, (uint32_t)dims.items[0]);
    if (behind < 2 || behind >= NARROW || elements < LEAST_ELEMENTS) {
        return 1;
    }
    while (extent % (2 * rows) == 0 && 2 * rows * behind <= LANES &&
           extent / (2 * rows) >= LEAST_TURNS) {
        rows *= 2;
    }
    return rows;
}

/* What is left to be folded along the dimension: every `rows`-th row on its own. */
static struct node *fold_side_by_side(const struct op *op, struct kernel_builder *builder,
                                      struct node *input, int64_t rows) {
    uint32_t dim = (uint32_t)op_ints(op, "dimensions").items[0], rank = node_rank(input);
    enum scalar_op combine = region_scalar_op(&op->regions[0]);
    const struct type *element = type_element(op_result(op, 0)->type);
    struct affine map[KERNEL_DIMS];
    int64_t sizes[KERNEL_DIMS], extent = node_extent(input, dim) / rows;
    for (uint32_t d = 0; d < rank; d++) {
        map[d] = affine_dim(d, 1, 0);
        sizes[d] = d == dim ? rows : node_extent(input, d);
    }
    map[dim].stride[rank] = rows;
    struct term *init = is_idempotent(combine)
                            ? term_same(builder, kernel_operand(builder, op, 1))
                            : term_integer(builder, element, combine == SCALAR_MULTIPLY ? 1 : 0);
    struct term *term = term_read(builder, input, map);
    const struct type *type = type_tensor(kernel_context(builder), element, rank, sizes, NULL);
    struct node_reduction reduction = {.types = &type,
                                       .count = 1,
                                       .extent = &extent,
                                       .operands = 1,
                                       .init = &init,
                                       .term = &term,
                                       .op = combine};
    struct node *result;
    return node_reduce(builder, &reduction, &result) ? result : NULL;
}

static bool reduce_emit(const struct op *op, struct kernel_builder *builder) {
    uint32_t count = op->operand_count / 2;
    struct node *first = kernel_operand(builder, op, 0);
    int64_t rows = rows_side_by_side(op, first);
    first = rows > 1 ? fold_side_by_side(op, builder, first, rows) : first;
    struct affine map[KERNEL_DIMS];
    int64_t extent[KERNEL_DIMS];
    uint32_t folded = reduce_map(first, op_ints(op, "dimensions"), map, extent);
    struct term **init = ARENA_ARRAY(kernel_arena(builder), struct term *, count);
    struct term **term = ARENA_ARRAY(kernel_arena(builder), struct term *, count);
    const struct type **types = ARENA_ARRAY(kernel_arena(builder), const struct type *, count);
    struct node **results = ARENA_ARRAY(kernel_arena(builder), struct node *, count);
    for (uint32_t i = 0; i < count; i++) {
        init[i] = term_same(builder, kernel_operand(builder, op, count + i));
        term[i] = term_read(builder, i == 0 ? first : kernel_operand(builder, op, i), map);
        types[i] = op_result(op, i)->type;
    }
    struct node_reduction reduction = {.types = types,
                                       .count = folded,
                                       .extent = extent,
                                       .operands = count,
                                       .init = init,
                                       .term = term,
                                       .region = &op->regions[0]};
    if (!node_reduce(builder, &reduction, results)) {
        return false;
    }
    for (uint32_t i = 0; i < count; i++) {
        kernel_result(builder, op, i, results[i]);
    }
    return true;
}

/* Inputs, with their initial values after them,
 * and results have the dimensions that stay in common. */
static bool reduce_rule(const struct op *op, struct rule_builder *builder) {
    const struct type *type = op_operand(op, 0)->type;
    struct int_list reduced = op_ints(op, "dimensions");
    uint32_t inputs = op->operand_count / 2;
    struct arena *arena = arena_new();
    int64_t *operands = ARENA_ARRAY(arena, int64_t, op->operand_count);
    int64_t *results = ARENA_ARRAY(arena, int64_t, op->result_count);
    int64_t out = 0;
    for (uint32_t dim = 0; dim < type->rank; dim++) {
        bool is_reduced = int_list_has(reduced, dim);
        for (uint32_t i = 0; i < inputs; i++) {
            operands[i] = dim;
            operands[inputs + i] = NO_DIM;
            results[i] = is_reduced ? NO_DIM : out;
        }
        out += !is_reduced;
        rule_add(builder, operands, results, type->dims[dim],
                 is_reduced ? FACTOR_REDUCTION : FACTOR_PASS_THROUGH);
    }
    arena_free(arena);
    return true;
}

static struct value *reduce_reify(struct op *op, struct builder *at) {
    struct reified_extents to = reify_extents(at);
    struct int_list dims = op_ints(op, "dimensions");
    for (uint32_t i = 0; i < op_operand(op, 0)->type->rank; i++) {
        if (!int_list_has(dims, i)) {
            reify_add(&to, reify_dimension(&to, op_operand(op, 0), i));
        }
    }
    return reify_list(&to);
}

const struct op_def op_reduce = {
    .name = "stablehlo.reduce",
    .summary = "folds dimensions by a region",
    .traits = OP_SINGLE_BLOCK | OP_SAME_SIZES | OP_PURE,
    .operands = OPERANDS({"inputs", VALUE_TENSOR, OP_MANY}, {"init_values", VALUE_TENSOR, OP_MANY}),
    .results = RESULTS({"results", VALUE_TENSOR, OP_MANY}),
    .regions = {1, 1},
    .region_names = {"body"},
    .ends_with = "stablehlo.return",
    .attrs = ATTRS({.name = "dimensions", .kind = OP_ATTR_INT_ARRAY, .required = true}),
    .parse = parse_reduce,
    .print = print_reduce,
    .verify = reduce_verify,
    .infer = reduce_infer,
    .speculatable = speculatable_if_static,
    .rule = reduce_rule,
    .emit = reduce_emit,
    .relate = relate_reduce,
    .canonicalize = canonicalize_nothing,
    .bound = bound_by_rule,
    .fill = fill_in_place,
    .reify = reduce_reify,
    .fold = fold_by_scalar,
    .flops = flops_of_operand,
    .traffic = traffic_none,
};
