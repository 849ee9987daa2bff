/* chlo.top_k */
#include "ops/hooks.h"

const struct op_def op_chlo_top_k = {
    .name = "chlo.top_k",
    .summary = "the largest elements and their indices",
    .traits = OP_PURE | OP_INFERRED,
    .operands = OPERANDS({"operand", VALUE_ANY_TENSOR, OP_ONE}),
    .results = RESULTS({"values", VALUE_ANY_TENSOR, OP_ONE}, {"indices", VALUE_ANY_TENSOR, OP_ONE}),
    .regions = {0, 0},
    .attrs = ATTRS({.name = "k", .kind = OP_ATTR_INT, .required = true},
                   {.name = "is_stable", .kind = OP_ATTR_BOOL, .otherwise = OP_ATTR_DEFAULT_TRUE}),
    .form = "( $operand , k = $k (? , is_stable = $is_stable ?) ) @attrs : @type:operand -> ( "
            "@type:values , @type:indices )",
    .parse = parse_by_form,
    .print = print_by_form,
    .verify = verify_top_k,
    .infer = infer_top_k,
    .rule = rule_none,
    .partition = partition_by_rule,
    .emit = emit_unsupported,
    .canonicalize = canonicalize_nothing,
};
