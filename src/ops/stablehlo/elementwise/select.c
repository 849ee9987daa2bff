/* stablehlo.select */
#include "ops/expand_builder.h"
#include "ops/hooks.h"

static bool select_verify(const struct op *op, struct context *context) {
    const struct type *predicate = operand_type(op, 0), *yes = operand_type(op, 1),
                      *no = operand_type(op, 2);
    if (!same_shape_and_element(yes, no)) {
        return fault(op, context,
                     "requires compatible types for non-predicate operands: found '%s' and '%s'",
                     say_type(context, yes), say_type(context, no));
    }
    if (predicate->rank != 0 && !shapes_compatible(predicate, yes)) {
        return fault(op, context, "requires the same shape for all operands: found '%s' and '%s'",
                     say_type(context, predicate), say_type(context, yes));
    }
    return true;
}

static bool select_infer(const struct op *op, struct context *context, const struct type **types) {
    types[0] = check_join(op, context, operand_type(op, 1), operand_type(op, 2));
    return types[0] != NULL;
}

/* The predicate may be a scalar. */
static bool select_rule(const struct op *op, struct rule_builder *builder) {
    const struct type *type = op->results[0].type;
    rule_add_dims(builder, type, type->rank);
    return true;
}

const struct op_def op_select = {
    .name = "stablehlo.select",
    .summary = "chooses elements by a predicate",
    .traits = OP_PURE | OP_ELEMENTWISE | OP_INFERRED,
    .operands = OPERANDS({"pred", VALUE_PRED, OP_ONE}, {"on_true", VALUE_TENSOR, OP_ONE},
                         {"on_false", VALUE_TENSOR, OP_ONE}),
    .results = RESULTS({"result", VALUE_TENSOR, OP_ONE}),
    .regions = {0, 0},
    .attrs = no_attrs,
    .form = "@operands @attrs : @select_type",
    .parse = parse_by_form,
    .print = print_by_form,
    .verify = select_verify,
    .infer = select_infer,
    .speculatable = speculatable_if_static,
    .rule = select_rule,
    .emit = emit_pointwise,
    .relate = relate_select,
    .expand = expand_select,
    .canonicalize = canonicalize_nothing,
    .bound = bound_by_rule,
    .fill = fill_in_place,
    .reify = reify_second,
    .fold = fold_by_scalar,
    .flops = flops_by_scalar,
    .traffic = traffic_none,
    .scalar = SCALAR_SELECT,
};
