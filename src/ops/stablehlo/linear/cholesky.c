/* stablehlo.cholesky */
#include "ops/bound_builder.h"
#include "ops/build.h"
#include "ops/flops.h"
#include "ops/hooks.h"
#include "ops/stablehlo/linear/linear.h"

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

static bool cholesky_bound(struct op *op, struct bound_builder *bounder) {
    const dim_set handled[1] = {ALL_DIMS};
    struct value *sizes[MAX_RANK];
    bound_sizes_by_place(bounder, op, 1, sizes);
    op_set_operand(op, 0, bound_with_identity(bounder, op_operand(op, 0)));
    return bound_by_rule_but(bounder, op, handled, sizes);
}

static double cholesky_flops(const struct op *op) {
    const struct type *type = op_operand(op, 0)->type;
    return type->rank > 0 ? flops_of_operand(op) * flops_extent(type, type->rank - 1) / 3 : 0;
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
    .relate = relate_cholesky,
    .canonicalize = canonicalize_nothing,
    .bound = cholesky_bound,
    .fill = fill_in_place,
    .reify = reify_elementwise,
    .fold = fold_by_scalar,
    .flops = cholesky_flops,
    .traffic = traffic_none,
};
