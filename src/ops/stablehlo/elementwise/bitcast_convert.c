/* stablehlo.bitcast_convert */
#include "ops/hooks.h"

/* The dimension that only the side with the narrower elements has cannot be sharded. */
static bool bitcast_convert_rule(const struct op *op, struct rule_builder *builder) {
    const struct type *in = op_operand(op, 0)->type, *out = op->results[0].type;
    const struct type *shorter = in->rank < out->rank ? in : out;
    rule_add_dims(builder, shorter, shorter->rank);
    if (in->rank < out->rank) {
        rule_add_unary(builder, NO_DIM, out->rank - 1, out->dims[out->rank - 1],
                       FACTOR_NEED_REPLICATION);
    } else if (in->rank > out->rank) {
        rule_add_unary(builder, in->rank - 1, NO_DIM, in->dims[in->rank - 1],
                       FACTOR_NEED_REPLICATION);
    }
    return true;
}

const struct op_def op_bitcast_convert = {
    .name = "stablehlo.bitcast_convert",
    .summary = "reads bits as another type",
    .traits = OP_PURE,
    .operands = OPERANDS({"operand", VALUE_TENSOR_PER_AXIS, OP_ONE}),
    .results = RESULTS({"result", VALUE_TENSOR_PER_AXIS, OP_ONE}),
    .regions = {0, 0},
    .attrs = no_attrs,
    .form = "@operands @attrs : @function_type",
    .parse = parse_by_form,
    .print = print_by_form,
    .verify = verify_bitcast_convert,
    .infer = infer_nothing,
    .schedule = OP_SCHEDULE_ELEMENTWISE,
    .rule = bitcast_convert_rule,
    .partition = partition_by_rule,
    .emit = emit_unsupported,
    .canonicalize = canonicalize_nothing,
};
