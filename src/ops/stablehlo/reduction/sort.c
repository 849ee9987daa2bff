/* stablehlo.sort */
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
    .canonicalize = canonicalize_nothing,
};
