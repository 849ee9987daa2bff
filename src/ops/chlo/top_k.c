/* chlo.top_k */
#include "ops/hooks.h"

static bool top_k_verify(const struct op *op, struct context *context) {
    const struct type *operand = operand_type(op, 0);
    int64_t k = op_int(op, "k", 0);
    if (operand->kind == TYPE_UNRANKED) {
        return true;
    }
    if (operand->rank < 1) {
        return fault(op, context, "operand's rank must be at least 1");
    }
    int64_t last = operand->dims[operand->rank - 1];
    if (last != DIM_DYNAMIC && last < k) {
        return fault(op, context, "operand's last dimension must be at least %lld, but is %lld",
                     (long long)k, (long long)last);
    }
    return true;
}

static bool top_k_infer(const struct op *op, struct context *context, const struct type **types) {
    const struct type *operand = operand_type(op, 0), *i32 = type_integer(context, 32, SIGNLESS);
    int64_t dims[MAX_RANK], bounds[MAX_RANK];
    if (operand->kind == TYPE_UNRANKED) {
        types[0] = operand;
        types[1] = type_unranked(context, i32);
        return true;
    }
    for (uint32_t i = 0; i < operand->rank; i++) {
        dims[i] = operand->dims[i];
        bounds[i] = bound_of(operand, i);
    }
    dims[operand->rank - 1] = op_int(op, "k", 0);
    types[0] = type_with_bounds(context, operand->element, operand->rank, dims, bounds);
    types[1] = type_with_bounds(context, i32, operand->rank, dims, bounds);
    return true;
}

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
    .verify = top_k_verify,
    .infer = top_k_infer,
    .rule = rule_none,
    .emit = emit_expanded,
    .canonicalize = canonicalize_nothing,
    COMMON_HOOKS,
};
