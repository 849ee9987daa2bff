/* sdy.sharding_constraint, sdy.reshard, sdy.sharding_group, sdy.constant, sdy.data_flow_edge,
 * sdy.func_data_flow_edge, sdy.propagation_barrier */
#include <string.h>

#include "ops/form/constant.h"
#include "ops/hooks.h"
#include "ops/op_def.h"
#include "ops/sdy/barrier.h"
#include "ops/sdy/canonicalize.h"
#include "ops/sdy/check_shardings.h"

static bool sharding_op_verify(const struct op *op, struct context *context) {
    const struct attr *sharding = op_attr(op, "sharding");
    if (!check_sharding(op, context, sharding, op_result(op, 0)->type)) {
        return false;
    }
    const struct sharding *from =
        attr_as_sharding(sharding_before_barriers(context, op_operand(op, 0)));
    return !from || check_unreduced(op, context, from, attr_as_sharding(sharding), REDUCTION_SUM,
                                    (int)from->unreduced_kind);
}

static bool data_flow_edge_verify(const struct op *op, struct context *context) {
    const struct value *input = op_operand(op, 0);
    const struct type *type = op_result(op, 0)->type;
    const struct attr *sharding = op_attr(op, "sharding");
    if (!type_is_static(type)) {
        return op_fault(op, context,
                        "expected sdy.data_flow_edge to have a static-shaped result. type: '%s'",
                        say_type(context, type));
    }
    if (!value_has_one_use(input)) {
        return op_fault(op, context,
                        "expected input of sdy.data_flow_edge to have a single user, but it has %u",
                        value_use_count(input));
    }
    if (input->op && strncmp(input->op->name, "sdy.", 4) == 0 &&
        !op_has(input->op, OP_REGION_FLOW)) {
        op_fault(op, context,
                 "expected input of sdy.data_flow_edge to not be defined by an "
                 "SdyDialect op (other than an sdy.named_computation).");
        return diag_note(context->diagnostics, input->op->location,
                         "sdy op defining the input of the sdy.data_flow_edge");
    }
    return !sharding || check_sharding(op, context, sharding, type);
}

static bool func_data_flow_edge_verify(const struct op *op, struct context *context) {
    const struct value *input = op_operand(op, 0);
    const struct type *type = op_result(op, 0)->type;
    if (!type_is_static(type)) {
        return op_fault(op, context,
                        "expected sdy.func_data_flow_edge to have a static-shaped result. type: "
                        "'%s'",
                        say_type(context, type));
    }
    if (!value_has_one_use(input)) {
        return op_fault(op, context,
                        "expected operand of sdy.func_data_flow_edge to have a single user");
    }
    if (!input->op) {
        return op_has(input->block->region->op, OP_FUNCTION) ||
               op_fault(op, context,
                        "expected operand of sdy.func_data_flow_edge to be a block "
                        "argument of a func op.");
    }
    return op_has(input->op, OP_CALL) ||
           op_fault(op, context,
                    "expected operand of sdy.func_data_flow_edge to be a result of call op.");
}

static bool propagation_barrier_verify(const struct op *op, struct context *context) {
    if (op_int(op, "allowed_direction", 0) == 3) {
        return op_fault(op, context,
                        "cannot specify `BOTH` as the direction. Not blocking "
                        "propagation direction makes the op redundant.");
    }
    return true;
}

/* What it asked for is done: the operand takes its place. */
static bool sharding_constraint_localize(struct op *op, struct partition_builder *builder) {
    return partition_replace(op, builder, op_operand(op, 0));
}

const struct op_def op_sdy_sharding_constraint = {
    .name = "sdy.sharding_constraint",
    .summary = "asks for a sharding of a value",
    .traits = OP_SAME_TYPES,
    .operands = OPERANDS({"input", VALUE_ANY, OP_ONE}),
    .results = RESULTS({"result", VALUE_ANY, OP_ONE}),
    .regions = {0, 0},
    .attrs = ATTRS({.name = "sharding",
                    .kind = OP_ATTR_DIALECT,
                    .required = true,
                    .dialect_attr = "sdy.sharding"}),
    .form = "$input $sharding @attrs : @type:result",
    .parse = parse_by_form,
    .print = print_by_form,
    .verify = sharding_op_verify,
    .infer = infer_first_operand,
    .sharding_place = OP_SHARDING_PROPERTY,
    .schedule = OP_SCHEDULE_ELEMENTWISE,
    .rule = rule_pointwise,
    .needs = needs_nothing,
    .localize = sharding_constraint_localize,
    .emit = emit_identity,
    .canonicalize = canonicalize_nothing,
    .bound = bound_pairwise,
    .fill = fill_in_place,
    .reify = reify_elementwise,
    .fold = fold_by_scalar,
    .flops = flops_by_scalar,
    .traffic = traffic_none,
};

/* Reshards become collectives before anything is local. Those that stay are about one device: what
 * is whole on all devices is whole there. */
static bool reshard_localize(struct op *op, struct partition_builder *builder) {
    return partition_is_sharded(builder)
               ? partition_error(builder, "is left: between these meshes it cannot be partitioned "
                                          "(failed to legalize operation 'sdy.reshard' that was "
                                          "explicitly marked illegal)")
               : partition_replace(op, builder, op_operand(op, 0));
}

const struct op_def op_sdy_reshard = {
    .name = "sdy.reshard",
    .summary = "changes the sharding of a value",
    .traits = OP_PURE | OP_SAME_TYPES,
    .operands = OPERANDS({"input", VALUE_ANY, OP_ONE}),
    .results = RESULTS({"result", VALUE_ANY, OP_ONE}),
    .regions = {0, 0},
    .attrs = ATTRS({.name = "sharding",
                    .kind = OP_ATTR_DIALECT,
                    .required = true,
                    .dialect_attr = "sdy.sharding"}),
    .form = "$input $sharding @attrs : @type:result",
    .parse = parse_by_form,
    .print = print_by_form,
    .verify = sharding_op_verify,
    .infer = infer_first_operand,
    .sharding_place = OP_SHARDING_PROPERTY,
    .schedule = OP_SCHEDULE_ELEMENTWISE,
    .rule = rule_none,
    .needs = needs_nothing,
    .localize = reshard_localize,
    .emit = emit_identity,
    .canonicalize = canonicalize_reshard,
    COMMON_HOOKS,
};

const struct op_def op_sdy_sharding_group = {
    .name = "sdy.sharding_group",
    .summary = "values of one group are sharded alike",
    .traits = 0,
    .operands = OPERANDS({"input", VALUE_ANY_ELEMENT, OP_ONE}),
    .results = no_values,
    .regions = {0, 0},
    .attrs = ATTRS({.name = "group_id", .kind = OP_ATTR_INT, .required = true}),
    .form = "$input group_id ~ = ~ $group_id @attrs : @type:input",
    .parse = parse_by_form,
    .print = print_by_form,
    .verify = verify_nothing,
    .infer = infer_nothing,
    .rule = rule_none,
    .needs = needs_nothing,
    .emit = emit_nothing,
    .relate = relate_nothing,
    .canonicalize = canonicalize_nothing,
    .bound = bound_pairwise,
    .fill = fill_in_place,
    .reify = reify_elementwise,
    .fold = fold_by_scalar,
    .flops = flops_by_scalar,
    .traffic = traffic_none,
};

const struct op_def op_sdy_constant = {
    .name = "sdy.constant",
    .summary = "a constant that propagation may split",
    .traits = OP_PURE | OP_CONSTANT_LIKE,
    .operands = no_values,
    .results = RESULTS({"output", VALUE_ANY_ELEMENT | VALUE_STATIC, OP_ONE}),
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
    .relate = relate_constant,
    .canonicalize = canonicalize_nothing,
    .bound = bound_by_rule,
    .fill = constant_fill,
    .reify = reify_elementwise,
    .fold = fold_by_scalar,
    .flops = flops_by_scalar,
    .traffic = traffic_none,
};

const struct op_def op_sdy_data_flow_edge = {
    .name = "sdy.data_flow_edge",
    .summary = "an edge of data flow with its sharding",
    .traits = OP_SAME_TYPES | OP_FLOW_EDGE | OP_VERIFIES_CONTEXT,
    .operands = OPERANDS({"input", VALUE_SHAPED, OP_ONE}),
    .results = RESULTS({"result", VALUE_SHAPED, OP_ONE}),
    .regions = {0, 0},
    .attrs = ATTRS({.name = "sharding", .kind = OP_ATTR_DIALECT, .dialect_attr = "sdy.sharding"}),
    .form = "$input (? sharding ~ = ~ $sharding ?) @attrs : @type:result",
    .parse = parse_by_form,
    .print = print_by_form,
    .verify = data_flow_edge_verify,
    .infer = infer_first_operand,
    .sharding_place = OP_SHARDING_PROPERTY,
    .schedule = OP_SCHEDULE_FIRST,
    .rule = rule_none,
    .needs = needs_nothing,
    .emit = emit_identity,
    .canonicalize = canonicalize_nothing,
    COMMON_HOOKS,
};

const struct op_def op_sdy_func_data_flow_edge = {
    .name = "sdy.func_data_flow_edge",
    .summary = "an edge of data flow of a function",
    .traits = OP_SAME_TYPES | OP_VERIFIES_CONTEXT,
    .operands = OPERANDS({"operand", VALUE_SHAPED, OP_ONE}),
    .results = RESULTS({"result", VALUE_SHAPED, OP_ONE}),
    .regions = {0, 0},
    .attrs = no_attrs,
    .form = "$operand @attrs : @type:result",
    .parse = parse_by_form,
    .print = print_by_form,
    .verify = func_data_flow_edge_verify,
    .infer = infer_first_operand,
    .schedule = OP_SCHEDULE_FIRST,
    .rule = rule_none,
    .needs = needs_nothing,
    .emit = emit_identity,
    .canonicalize = canonicalize_nothing,
    COMMON_HOOKS,
};

const struct op_def op_sdy_propagation_barrier = {
    .name = "sdy.propagation_barrier",
    .summary = "stops propagation in a direction",
    .traits = OP_PURE | OP_SAME_TYPES,
    .operands = OPERANDS({"input", VALUE_ANY_ELEMENT, OP_ONE}),
    .results = RESULTS({"result", VALUE_ANY_ELEMENT, OP_ONE}),
    .regions = {0, 0},
    .attrs = ATTRS({.name = "allowed_direction",
                    .kind = OP_ATTR_I32,
                    .required = true,
                    .accepts = accepts_direction,
                    .words = "propagation direction enum"}),
    .form = "$input allowed_direction ~ = ~ @direction @attrs : @type:input",
    .parse = parse_by_form,
    .print = print_by_form,
    .verify = propagation_barrier_verify,
    .infer = infer_first_operand,
    .schedule = OP_SCHEDULE_ELEMENTWISE,
    .rule = rule_none,
    .needs = needs_nothing,
    .emit = emit_identity,
    .relate = relate_global,
    .canonicalize = canonicalize_nothing,
    .bound = bound_pairwise,
    .fill = fill_in_place,
    .reify = reify_elementwise,
    .fold = fold_by_scalar,
    .flops = flops_by_scalar,
    .traffic = traffic_none,
};
