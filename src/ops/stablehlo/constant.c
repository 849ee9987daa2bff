/* stablehlo.constant */
#include "ops/form/constant.h"
#include "ops/hooks.h"

/* Also for sdy.constant, which becomes a plain one. */
bool constant_localize(struct op *op, struct partition_builder *builder) {
    struct builder *at = partition_at(builder);
    const struct attr *value = op_property(op, "value");
    const struct type *global = op->results[0].type, *local = partition_local_type(builder, 0);
    if (!local) {
        return false;
    }
    if (local == global && op_is(op, OP_CONSTANT)) {
        return true;
    }
    if (local != global && value->kind == ATTR_DENSE && value->splat) {
        value = attr_dense(at->module->context, local, value->data, value->length, true);
    }
    struct op *constant =
        build_op(at, "stablehlo.constant", 0, NULL, 1, value->type == local ? &local : &global, 0);
    op_set_property(at->module, constant, "value", value);
    struct value *result = op_result(constant, 0);
    return partition_replace(op, builder,
                             result->type == local ? result : partition_slice(builder, result));
}

const struct op_def op_constant = {
    .name = "stablehlo.constant",
    .summary = "a constant",
    .traits = OP_PURE | OP_CONSTANT_LIKE | OP_UNIFY,
    .operands = no_values,
    .results = RESULTS({"output", VALUE_TENSOR_PER_AXIS | VALUE_STATIC, OP_ONE}),
    .regions = {0, 0},
    .attrs = ATTRS({.name = "value", .kind = OP_ATTR_DENSE, .required = true}),
    .parse = parse_constant,
    .print = print_constant,
    .verify = verify_constant,
    .infer = infer_constant,
    .rule = rule_none,
    .needs = needs_nothing,
    .localize = constant_localize,
    .emit = emit_constant,
    .canonicalize = canonicalize_nothing,
    .integer_result_name = "c",
    .result_name = "cst",
};
