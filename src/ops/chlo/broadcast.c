/* chlo.broadcast_compare, chlo.broadcast_select */
#include "ops/hooks.h"

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
    .form = "$lhs , $rhs @attrs : ( @type:lhs , @type:rhs ) -> @type:result",
    .parse = parse_by_form,
    .print = print_by_form,
    .verify = verify_broadcast,
    .infer = infer_broadcast_predicate,
    .rule = rule_none,
    .partition = partition_replicate,
    .emit = emit_expanded,
    .canonicalize = canonicalize_nothing,
};

const struct op_def op_chlo_broadcast_select = {
    .name = "chlo.broadcast_select",
    .summary = "chooses by a predicate, broadcasting",
    .traits = OP_PURE | OP_INFERRED,
    .operands = OPERANDS({"pred", VALUE_PRED, OP_ONE}, {"on_true", VALUE_ANY_TENSOR, OP_ONE},
                         {"on_false", VALUE_ANY_TENSOR, OP_ONE}),
    .results = RESULTS({"result", VALUE_ANY_TENSOR, OP_ONE}),
    .regions = {0, 0},
    .attrs = no_attrs,
    .form = "$pred , $on_true , $on_false @attrs : ( @type:pred , @type:on_true , @type:on_false ) "
            "-> @type:result",
    .parse = parse_by_form,
    .print = print_by_form,
    .verify = verify_broadcast_select,
    .infer = infer_broadcast_select,
    .rule = rule_none,
    .partition = partition_replicate,
    .emit = emit_expanded,
    .canonicalize = canonicalize_nothing,
};
