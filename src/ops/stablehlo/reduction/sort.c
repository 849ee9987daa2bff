/* stablehlo.sort */
#include <math.h>

#include "ops/bound_builder.h"
#include "ops/build.h"
#include "ops/flops.h"
#include "ops/hooks.h"

static bool check_comparator(const struct op *op, struct context *context) {
    const struct op *end = check_region(op, context, 0);
    if (!end) {
        return false;
    }
    const struct block *block = op->regions[0].first;
    if (block->argument_count != 2 * op->operand_count) {
        return op_fault(op, context, "comparator block should have %u arguments, but has %u",
                        2 * op->operand_count, block->argument_count);
    }
    for (uint32_t i = 0; i < block->argument_count; i++) {
        const struct type *scalar = scalar_of(context, operand_type(op, i / 2));
        if (block->arguments[i]->type != scalar) {
            return op_fault(
                op, context, "comparator block argument #%u should be of type '%s' but got '%s'", i,
                say_type(context, scalar), say_type(context, block->arguments[i]->type));
        }
    }
    if (end->operand_count != 1) {
        return fault(op, context, "comparator must return single output but got %u",
                     end->operand_count);
    }
    if (!is_predicate_scalar(op_operand(end, 0)->type)) {
        return fault(op, context, "comparator must return tensor<i1> but got '%s'",
                     say_type(context, op_operand(end, 0)->type));
    }
    return true;
}

static bool sort_verify(const struct op *op, struct context *context) {
    int64_t dim = op_int(op, "dimension", -1);
    int64_t rank = operand_type(op, 0)->rank;
    if (dim < -rank || dim >= rank) {
        return fault(op, context,
                     "dimension attribute value must be in range [-%lld, %lld), but found %lld",
                     (long long)rank, (long long)rank, (long long)dim);
    }
    return check_comparator(op, context);
}

/* The sorted dimension is needed whole; it takes no shardings where there is no other one. */
static bool sort_rule(const struct op *op, struct rule_builder *builder) {
    const struct type *type = op_operand(op, 0)->type;
    int64_t along = op_int(op, "dimension", -1);
    along += along < 0 ? type->rank : 0;
    bool is_only = true;
    for (uint32_t dim = 0; dim < type->rank; dim++) {
        is_only = is_only && (dim == along || type->dims[dim] == 1);
    }
    for (uint32_t dim = 0; dim < type->rank; dim++) {
        rule_add_everywhere(builder, dim, type->dims[dim],
                            dim == along ? FACTOR_NEED_REPLICATION : FACTOR_PASS_THROUGH);
        rule_block(builder, dim == along && is_only);
    }
    return true;
}

enum { MOST_OPERANDS = 8 };

/* How many elements of each line of a value are used: those that slices take, from the first, and
 * all where it has other users. */
static int64_t used_elements(const struct value *value, uint32_t dim) {
    int64_t most = 0, size = value->type->dims[dim];
    FOR_EACH_USE (use, value) {
        const struct op *user = use->user;
        if (!op_is(user, OP_SLICE)) {
            return size;
        }
        int64_t limit = op_ints(user, "limit_indices").items[dim];
        most = limit > most ? limit : most;
    }
    return most;
}

static int64_t used_of_results(const struct op *op, uint32_t dim) {
    int64_t most = 0;
    for (uint32_t i = 0; i < op->result_count; i++) {
        int64_t used = used_elements(&op->results[i], dim);
        most = used > most ? used : most;
    }
    return most;
}

static bool sort_emit(const struct op *op, struct kernel_builder *builder) {
    int64_t dim = op_int(op, "dimension", -1), rank = op_operand(op, 0)->type->rank;
    struct node *operands[MOST_OPERANDS], *results[MOST_OPERANDS];
    if (op->operand_count > MOST_OPERANDS) {
        return kernel_unsupported(builder, op, "of more than %d operands cannot be compiled",
                                  (int)MOST_OPERANDS);
    }
    for (uint32_t i = 0; i < op->operand_count; i++) {
        operands[i] = kernel_operand(builder, op, i);
    }
    uint32_t along = (uint32_t)(dim < 0 ? dim + rank : dim);
    if (!node_sort(builder, op->operand_count, operands, along, used_of_results(op, along),
                   &op->regions[0], results)) {
        return false;
    }
    for (uint32_t i = 0; i < op->operand_count; i++) {
        kernel_result(builder, op, i, results[i]);
    }
    return true;
}

/* Padding comes behind all else: the comparison of elements decides where both are of a kind. */
static void compare_padding(struct bound_builder *bounder, struct block *body) {
    struct context *context = bound_context(bounder);
    struct op *end = block_terminator(body);
    struct builder at = builder_before(bound_module(bounder), end);
    const struct type *truth =
        type_tensor(context, type_integer(context, 1, SIGNLESS), 0, NULL, NULL);
    struct value *a = block_add_argument(bound_module(bounder), body, truth, end->location);
    struct value *b = block_add_argument(bound_module(bounder), body, truth, end->location);
    struct value *data_first = build_binary(&at, OP_AND, a, build_unary(&at, OP_NOT, b, truth));
    struct value *alike = build_compare(&at, a, b, COMPARE_EQ, COMPARE_NO_TYPE);
    struct value *less = build_binary(&at, OP_AND, alike, op_operand(end, 0));
    op_set_operand(end, 0, build_binary(&at, OP_OR, data_first, less));
}

/* The sort with a further operand that tells data from padding. */
static bool sort_with_mask(struct bound_builder *bounder, struct op *op, struct value *mask) {
    struct module *module = bound_module(bounder);
    uint32_t count = op->operand_count;
    struct value **operands = ARENA_ARRAY(bound_arena(bounder), struct value *, (size_t)count + 1);
    const struct type **types =
        ARENA_ARRAY(bound_arena(bounder), const struct type *, (size_t)count + 1);
    for (uint32_t i = 0; i < count; i++) {
        operands[i] = op_operand(op, i);
        types[i] = operands[i]->type;
    }
    operands[count] = mask;
    types[count] = mask->type;
    struct op *sorted =
        build_row(bound_at(bounder), OP_SORT, count + 1, operands, count + 1, types, 1);
    op_set_property(module, sorted, "dimension", op_property(op, "dimension"));
    op_set_property(module, sorted, "is_stable", op_property(op, "is_stable"));
    region_take(&sorted->regions[0], &op->regions[0]);
    compare_padding(bounder, sorted->regions[0].first);
    for (uint32_t i = 0; i < count; i++) {
        struct value *result = op_result(op, i), *sizes[MAX_RANK];
        bound_sizes_by_place(bounder, op, count, sizes);
        bound_note(bounder, op_result(sorted, i), result->type, sizes);
        value_replace_uses(result, op_result(sorted, i));
    }
    op_erase(op);
    return true;
}

static bool sort_bound(struct op *op, struct bound_builder *bounder) {
    int64_t along = op_int(op, "dimension", -1);
    along += along < 0 ? op_operand(op, 0)->type->rank : 0;
    for (uint32_t i = 0; i < op->operand_count; i++) {
        struct value *mask = bound_mask(bounder, op_operand(op, i), dim_set_of(along));
        if (mask) {
            return sort_with_mask(bounder, op, mask);
        }
    }
    return bound_by_rule_but(bounder, op, NULL, NULL);
}

/* Comparisons: n log n of each line. */
static double sort_flops(const struct op *op) {
    double line = flops_extent(op_operand(op, 0)->type, op_int(op, "dimension", 0));
    return line > 1 ? flops_of_operand(op) * log2(line) : 0;
}

const struct op_def op_sort = {
    .name = "stablehlo.sort",
    .summary = "sorts along a dimension",
    .traits = OP_SAME_SHAPE | OP_PURE,
    .operands = OPERANDS({"inputs", VALUE_TENSOR, OP_MANY}),
    .results = RESULTS({"results", VALUE_TENSOR, OP_MANY}),
    .regions = {1, 1},
    .region_names = {"comparator"},
    .attrs =
        ATTRS({.name = "dimension", .kind = OP_ATTR_INT, .otherwise = OP_ATTR_DEFAULT_MINUS_ONE},
              {.name = "is_stable", .kind = OP_ATTR_BOOL, .otherwise = OP_ATTR_DEFAULT_FALSE}),
    .parse = parse_generic_only,
    .print = print_generic_only,
    .verify = sort_verify,
    .infer = infer_operands,
    .speculatable = speculatable_if_static,
    .rule = sort_rule,
    .emit = sort_emit,
    .relate = relate_sort,
    .canonicalize = canonicalize_nothing,
    .bound = sort_bound,
    .fill = fill_in_place,
    .reify = reify_elementwise,
    .fold = fold_by_scalar,
    .flops = sort_flops,
    .traffic = traffic_none,
};
