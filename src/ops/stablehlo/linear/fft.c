/* stablehlo.fft */
#include "ops/hooks.h"

/* Transformed dimensions are needed whole;
 * propagation stops at a last one that changes its size. */
static bool fft_rule(const struct op *op, struct rule_builder *builder) {
    const struct type *in = op_operand(op, 0)->type, *out = op->results[0].type;
    uint32_t first = in->rank - op_ints(op, "fft_length").count;
    for (uint32_t dim = 0; dim < in->rank; dim++) {
        rule_add_everywhere(builder, dim, in->dims[dim],
                            dim < first ? FACTOR_PASS_THROUGH : FACTOR_NEED_REPLICATION);
        rule_block(builder, dim >= first && in->dims[dim] != out->dims[dim] && dim == in->rank - 1);
    }
    return true;
}

const struct op_def op_fft = {
    .name = "stablehlo.fft",
    .summary = "Fourier transforms",
    .traits = OP_PURE | OP_INFERRED,
    .operands = OPERANDS({"operand", VALUE_FLOAT_COMPLEX, OP_ONE}),
    .results = RESULTS({"result", VALUE_FLOAT_COMPLEX, OP_ONE}),
    .regions = {0, 0},
    .attrs = ATTRS({.name = "fft_type",
                    .kind = OP_ATTR_DIALECT,
                    .required = true,
                    .dialect_attr = "stablehlo.fft_type"},
                   {.name = "fft_length", .kind = OP_ATTR_INT_ARRAY, .required = true}),
    .form = "$operand , type = $fft_type , length = $fft_length @attrs : @function_type",
    .parse = parse_by_form,
    .print = print_by_form,
    .verify = verify_fft,
    .infer = infer_fft,
    .rule = fft_rule,
    .partition = partition_by_rule,
    .emit = emit_unsupported,
    .canonicalize = canonicalize_nothing,
};
