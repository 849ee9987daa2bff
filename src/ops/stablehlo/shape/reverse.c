/* stablehlo.reverse */
#include "ops/hooks.h"

static bool reverse_verify(const struct op *op, struct context *context) {
    struct int_list dims = op_ints(op, "dimensions");
    uint32_t rank = operand_type(op, 0)->rank;
    if (!ints_distinct(dims)) {
        return fault(op, context, "dimensions should be unique. Got: %s",
                     say_bare(context, dims.count, dims.items));
    }
    for (uint32_t i = 0; i < dims.count; i++) {
        if (dims.items[i] < 0) {
            return fault(op, context, "all dimensions should be non-negative. Got dimension: %lld.",
                         (long long)dims.items[i]);
        }
        if (dims.items[i] >= (int64_t)rank) {
            return fault(op, context,
                         "all dimensions should be between [0, %u). Got dimension: %lld.", rank,
                         (long long)dims.items[i]);
        }
    }
    return true;
}

static bool reverse_emit(const struct op *op, struct kernel_builder *builder) {
    struct node *operand = kernel_operand(builder, op, 0);
    struct int_list reversed = op_ints(op, "dimensions");
    struct affine map[KERNEL_DIMS];
    for (uint32_t d = 0; d < node_rank(operand); d++) {
        map[d] = affine_dim(d, 1, 0);
    }
    for (uint32_t i = 0; i < reversed.count; i++) {
        uint32_t d = (uint32_t)reversed.items[i];
        map[d] = affine_dim(d, -1, node_extent(operand, d) - 1);
    }
    struct term *term = term_read(builder, operand, map);
    kernel_result(builder, op, 0, node_compute(builder, op_result(op, 0)->type, term));
    return true;
}

static bool reverse_rule(const struct op *op, struct rule_builder *builder) {
    const struct type *type = op->results[0].type;
    struct int_list reversed = op_ints(op, "dimensions");
    for (uint32_t dim = 0; dim < type->rank; dim++) {
        rule_add_everywhere(builder, dim, type->dims[dim],
                            int_list_has(reversed, dim) ? FACTOR_PERMUTATION : FACTOR_PASS_THROUGH);
    }
    return true;
}

/* Each device reverses its part; the parts go to other devices, or belong to those of a mesh in the
 * reverse order. */
static void reverse_needs(const struct op *op, const struct partition_builder *builder,
                          struct need_list *needs) {
    struct int_list dims = op_ints(op, "dimensions");
    for (uint32_t i = 0; i < dims.count && !partition_is_reversed(builder, dims); i++) {
        need_everywhere(needs, NEED_EXCHANGED, op, (uint32_t)dims.items[i]);
    }
}

const struct op_def op_reverse = {
    .name = "stablehlo.reverse",
    .summary = "reverses dimensions",
    .traits = OP_PURE | OP_SAME_ELEMENTS,
    .operands = OPERANDS({"operand", VALUE_TENSOR, OP_ONE}),
    .results = RESULTS({"result", VALUE_TENSOR, OP_ONE}),
    .regions = {0, 0},
    .attrs = ATTRS({.name = "dimensions", .kind = OP_ATTR_INT_ARRAY, .required = true}),
    .form = "$operand , dims = $dimensions @attrs : @same_type",
    .parse = parse_by_form,
    .print = print_by_form,
    .verify = reverse_verify,
    .infer = infer_first_operand,
    .speculatable = speculatable_by_first,
    .rule = reverse_rule,
    .needs = reverse_needs,
    .emit = reverse_emit,
    .canonicalize = canonicalize_nothing,
};
