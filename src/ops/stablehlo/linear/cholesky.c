/* stablehlo.cholesky */
#include "ops/hooks.h"

static bool cholesky_verify(const struct op *op, struct context *context) {
    const struct type *a = operand_type(op, 0);
    if (a->rank < 2) {
        return fault(op, context, "argument 'a' must have rank >= 2, got shape %s.",
                     say_bare(context, a->rank, a->dims));
    }
    if (!dims_compatible(a->dims[a->rank - 1], a->dims[a->rank - 2])) {
        return fault(op, context, "minor dimensions of 'a' must have equal size, got shape %s.",
                     say_bare(context, a->rank, a->dims));
    }
    return true;
}

/* All but the matrix itself are batch dimensions. */
static bool cholesky_rule(const struct op *op, struct rule_builder *builder) {
    const struct type *type = op_operand(op, 0)->type;
    for (uint32_t dim = 0; dim < type->rank; dim++) {
        rule_add_everywhere(builder, dim, type->dims[dim],
                            dim + 2 < type->rank ? FACTOR_PASS_THROUGH : FACTOR_NEED_REPLICATION);
    }
    return true;
}

static bool cholesky_emit(const struct op *op, struct kernel_builder *builder) {
    const struct attr *lower = op_property(op, "lower");
    kernel_result(
        builder, op, 0,
        node_cholesky(builder, kernel_operand(builder, op, 0), lower && lower->integer != 0));
    return true;
}

const struct op_def op_cholesky = {
    .name = "stablehlo.cholesky",
    .summary = "Cholesky decomposition",
    .traits = OP_PURE | OP_COMPATIBLE_ELEMENTS | OP_INFERRED,
    .operands = OPERANDS({"a", VALUE_FLOAT_COMPLEX_QUANTIZED, OP_ONE}),
    .results = RESULTS({"result", VALUE_FLOAT_COMPLEX_QUANTIZED, OP_ONE}),
    .regions = {0, 0},
    .attrs = ATTRS({.name = "lower", .kind = OP_ATTR_BOOL, .otherwise = OP_ATTR_DEFAULT_FALSE}),
    .form = "$a (? , lower = $lower ?) @attrs : @same_type",
    .parse = parse_by_form,
    .print = print_by_form,
    .verify = cholesky_verify,
    .infer = infer_first_operand,
    .speculatable = speculatable_never,
    .rule = cholesky_rule,
    .emit = cholesky_emit,
    .canonicalize = canonicalize_nothing,
};
