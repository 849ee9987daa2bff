/* chlo.constant, chlo.constant_like */
#include "ops/form/constant.h"
#include "ops/hooks.h"
#include "ops/verify/fault.h"

static bool verify_constant_like(const struct op *op, struct context *context) {
    const struct type *element = type_element(op_result(op, 0)->type);
    if (op_property(op, "value")->type != element) {
        return op_fault(op, context, "value's type doesn't match element return type: found %s",
                        say_attr(context, op_property(op, "value")));
    }
    return true;
}

static bool infer_constant_like(const struct op *op, struct context *context,
                                const struct type **types) {
    types[0] = type_with_element(context, op_operand(op, 0)->type, op_property(op, "value")->type);
    return true;
}

/* A constant at the top of its block where the shape is known. */
static bool fold_constant_like(struct op *op, struct module *module) {
    const struct type *like = op_operand(op, 0)->type;
    if (!type_is_static(like)) {
        return false;
    }
    const struct attr *value =
        dense_of_number(module->context, op_property(op, "value"), like->rank, like->dims);
    if (!value || value->type != op_result(op, 0)->type) {
        return false;
    }
    struct builder builder = builder_before(module, op->block->first);
    builder.location = op->location;
    struct op *constant = build_op(&builder, "chlo.constant", 0, NULL, 1, &value->type, 0);
    op_set_property(module, constant, "value", value);
    value_replace_uses(&op->results[0], op_result(constant, 0));
    op_erase(op);
    return true;
}

const struct op_def op_chlo_constant = {
    .name = "chlo.constant",
    .summary = "a constant",
    .traits = OP_PURE | OP_CONSTANT_LIKE | OP_UNIFY,
    .operands = no_values,
    .results = RESULTS({"output", VALUE_TENSOR | VALUE_STATIC, OP_ONE}),
    .regions = {0, 0},
    .attrs = ATTRS({.name = "value", .kind = OP_ATTR_DENSE, .required = true}),
    .form = "@attrs $value @result_of_value",
    .parse = parse_by_form,
    .print = print_by_form,
    .verify = verify_constant,
    .infer = infer_constant,
    .rule = rule_none,
    .needs = needs_all_whole,
    .emit = emit_expanded,
    .canonicalize = canonicalize_nothing,
    COMMON_HOOKS,
};

const struct op_def op_chlo_constant_like = {
    .name = "chlo.constant_like",
    .summary = "a constant of the operand's shape",
    .traits = OP_PURE | OP_SAME_SHAPE,
    .operands = OPERANDS({"operand", VALUE_ANY_TENSOR, OP_ONE}),
    .results = RESULTS({"result", VALUE_ANY_TENSOR, OP_ONE}),
    .regions = {0, 0},
    .attrs = ATTRS({.name = "value",
                    .kind = OP_ATTR_ANY,
                    .required = true,
                    .accepts = accepts_typed,
                    .words = "TypedAttr instance"}),
    .parse = parse_generic_only,
    .print = print_generic_only,
    .verify = verify_constant_like,
    .infer = infer_constant_like,
    .rule = rule_none,
    .needs = needs_all_whole,
    .emit = emit_expanded,
    .canonicalize = fold_constant_like,
    .bound = bound_by_rule,
    .fill = fill_in_place,
    .reify = reify_first,
    .fold = fold_by_scalar,
    .flops = flops_by_scalar,
    .traffic = traffic_none,
};
