/* stablehlo.reduce */
#include "ops/hooks.h"
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

static bool reduce_emit(const struct op *op, struct kernel_builder *builder) {
    uint32_t count = op->operand_count / 2;
    struct affine map[KERNEL_DIMS];
    int64_t extent[KERNEL_DIMS];
    uint32_t folded =
        reduce_map(kernel_operand(builder, op, 0), op_ints(op, "dimensions"), map, extent);
    struct term **init = ARENA_ARRAY(kernel_arena(builder), struct term *, count);
    struct term **term = ARENA_ARRAY(kernel_arena(builder), struct term *, count);
    const struct type **types = ARENA_ARRAY(kernel_arena(builder), const struct type *, count);
    struct node **results = ARENA_ARRAY(kernel_arena(builder), struct node *, count);
    for (uint32_t i = 0; i < count; i++) {
        init[i] = term_same(builder, kernel_operand(builder, op, count + i));
        term[i] = term_read(builder, kernel_operand(builder, op, i), map);
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
    .canonicalize = canonicalize_nothing,
};
