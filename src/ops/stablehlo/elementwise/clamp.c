/* stablehlo.clamp */
#include "ops/hooks.h"

static bool check_limit(const struct op *op, struct context *context, const char *which,
                        const struct type *limit) {
    if (limit->rank == 0 || shapes_compatible(limit, operand_type(op, 1))) {
        return true;
    }
    return fault(op, context, "%s shape %s is not scalar and is not compatible to operand shape %s",
                 which, say_dims(context, limit), say_dims(context, operand_type(op, 1)));
}

static bool clamp_verify(const struct op *op, struct context *context) {
    return check_limit(op, context, "min", operand_type(op, 0)) &&
           check_limit(op, context, "max", operand_type(op, 2));
}

static bool clamp_infer(const struct op *op, struct context *context, const struct type **types) {
    types[0] = type_unbounded(context, operand_type(op, 1), operand_type(op, 1));
    return true;
}

/* The bounds may be scalars. */
static bool clamp_rule(const struct op *op, struct rule_builder *builder) {
    const struct type *type = op_operand(op, 1)->type;
    rule_add_dims(builder, type, type->rank);
    return true;
}

const struct op_def op_clamp = {
    .name = "stablehlo.clamp",
    .summary = "limits elements",
    .traits = OP_PURE | OP_ELEMENTWISE | OP_COMPATIBLE_ELEMENTS | OP_INFERRED,
    .operands = OPERANDS({"min", VALUE_TENSOR, OP_ONE}, {"operand", VALUE_TENSOR, OP_ONE},
                         {"max", VALUE_TENSOR, OP_ONE}),
    .results = RESULTS({"result", VALUE_TENSOR, OP_ONE}),
    .regions = {0, 0},
    .attrs = no_attrs,
    .form = "@operands @attrs : @same_type",
    .parse = parse_by_form,
    .print = print_by_form,
    .verify = clamp_verify,
    .infer = clamp_infer,
    .speculatable = speculatable_if_static,
    .rule = clamp_rule,
    .emit = emit_pointwise,
    .relate = relate_elementwise_scalars,
    .canonicalize = canonicalize_nothing,
    .bound = bound_by_rule,
    .fill = fill_in_place,
    .reify = reify_second,
    .fold = fold_by_scalar,
    .flops = flops_by_scalar,
    .traffic = traffic_none,
    .scalar = SCALAR_CLAMP,
};
