/* stablehlo.cholesky */
#include "ops/hooks.h"

/* All but the matrix itself are batch dimensions. */
static bool cholesky_rule(const struct op *op, struct rule_builder *builder) {
    const struct type *type = op_operand(op, 0)->type;
    for (uint32_t dim = 0; dim < type->rank; dim++) {
        rule_add_everywhere(builder, dim, type->dims[dim],
                            dim + 2 < type->rank ? FACTOR_PASS_THROUGH : FACTOR_NEED_REPLICATION);
    }
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
    .verify = verify_cholesky,
    .infer = infer_first_operand,
    .rule = cholesky_rule,
    .partition = partition_by_rule,
    .emit = emit_unsupported,
    .canonicalize = canonicalize_nothing,
};
