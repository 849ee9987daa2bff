/* chlo.broadcast_compare, chlo.broadcast_select */
#include "ops/chlo/broadcasting.h"
#include "ops/hooks.h"

static bool broadcast_select_verify(const struct op *op, struct context *context) {
    const struct type *yes = operand_type(op, 1), *no = operand_type(op, 2);
    if (yes->element != no->element) {
        return fault(op, context, "mismatched operand types: '%s' and '%s'", say_type(context, yes),
                     say_type(context, no));
    }
    return true;
}

static bool broadcast_select_infer(const struct op *op, struct context *context,
                                   const struct type **types) {
    types[0] = broadcast_type(op, context, operand_type(op, 1)->element);
    return true;
}

const struct op_def op_chlo_broadcast_compare = {
    .name = "chlo.broadcast_compare",
    .summary = "compares, broadcasting",
    .traits = OP_PURE | OP_INFERRED,
    .operands = OPERANDS({"lhs", VALUE_ANY_TENSOR, OP_ONE}, {"rhs", VALUE_ANY_TENSOR, OP_ONE}),
    .results = RESULTS({"result", VALUE_PRED | VALUE_UNRANKED, OP_ONE}),
    .regions = {0, 0},
    .attrs = ATTRS(
        {.name = "broadcast_dimensions", .kind = OP_ATTR_INT_ARRAY},
        {.name = "comparison_direction",
         .kind = OP_ATTR_DIALECT,
         .required = true,
         .dialect_attr = "chlo.comparison_direction"},
        {.name = "compare_type", .kind = OP_ATTR_DIALECT, .dialect_attr = "chlo.comparison_type"}),
    .form = "$lhs , $rhs @attrs : ( @type:lhs , @type:rhs ) -> @types:result",
    .parse = parse_by_form,
    .print = print_by_form,
    .verify = broadcast_verify,
    .infer = broadcast_infer_predicate,
    .rule = rule_none,
    .needs = needs_all_whole,
    .emit = emit_expanded,
    .canonicalize = canonicalize_nothing,
    .bound = bound_by_rule,
    .fill = fill_in_place,
    .reify = broadcast_reify,
    .fold = fold_by_scalar,
    .flops = flops_by_scalar,
    .traffic = traffic_none,
};

const struct op_def op_chlo_broadcast_select = {
    .name = "chlo.broadcast_select",
    .summary = "chooses by a predicate, broadcasting",
    .traits = OP_PURE | OP_INFERRED | OP_SHAPES_SUFFICE,
    .operands = OPERANDS({"pred", VALUE_PRED, OP_ONE}, {"on_true", VALUE_ANY_TENSOR, OP_ONE},
                         {"on_false", VALUE_ANY_TENSOR, OP_ONE}),
    .results = RESULTS({"result", VALUE_ANY_TENSOR, OP_ONE}),
    .regions = {0, 0},
    .attrs = no_attrs,
    .form = "$pred , $on_true , $on_false @attrs : ( @type:pred , @type:on_true , @type:on_false ) "
            "-> @types:result",
    .parse = parse_by_form,
    .print = print_by_form,
    .verify = broadcast_select_verify,
    .infer = broadcast_select_infer,
    .rule = rule_none,
    .needs = needs_all_whole,
    .emit = emit_expanded,
    .canonicalize = canonicalize_nothing,
    .bound = bound_by_rule,
    .fill = fill_in_place,
    .reify = broadcast_reify_joint,
    .fold = fold_by_scalar,
    .flops = flops_by_scalar,
    .traffic = traffic_none,
};
