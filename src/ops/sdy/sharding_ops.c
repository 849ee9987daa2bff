/* sdy.sharding_constraint, sdy.reshard, sdy.sharding_group, sdy.constant, sdy.data_flow_edge,
 * sdy.func_data_flow_edge, sdy.propagation_barrier */
#include "ops/constant_form.h"
#include "ops/hooks.h"
#include "ops/sdy/canonicalize.h"
#include "ops/sdy/verify.h"

/* What it asked for is done: the operand takes its place. */
static bool sharding_constraint_partition(struct op *op, struct partition_builder *builder) {
    if (partition_phase(builder) != PARTITION_LOCALIZE) {
        return true;
    }
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
    .verify = verify_sharding_op,
    .infer = infer_first_operand,
    .sharding_place = OP_SHARDING_PROPERTY,
    .schedule = OP_SCHEDULE_ELEMENTWISE,
    .rule = rule_pointwise,
    .partition = sharding_constraint_partition,
    .emit = emit_identity,
    .canonicalize = canonicalize_nothing,
};

/* Reshards become collectives before anything is local. */
static bool reshard_partition(struct op *op, struct partition_builder *builder) {
    (void)op;
    return partition_phase(builder) != PARTITION_LOCALIZE ||
           partition_error(builder, "between these meshes cannot be partitioned");
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
    .verify = verify_sharding_op,
    .infer = infer_first_operand,
    .sharding_place = OP_SHARDING_PROPERTY,
    .schedule = OP_SCHEDULE_ELEMENTWISE,
    .rule = rule_none,
    .partition = reshard_partition,
    .emit = emit_identity,
    .canonicalize = canonicalize_reshard,
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
    .partition = partition_as_typed,
    .emit = emit_nothing,
    .canonicalize = canonicalize_nothing,
};

static bool constant_emit(const struct op *op, struct kernel_builder *builder) {
    kernel_result(builder, op, 0, node_constant(builder, op_property(op, "value")));
    return true;
}

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
    .partition = constant_partition,
    .emit = constant_emit,
    .canonicalize = canonicalize_nothing,
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
    .verify = verify_data_flow_edge,
    .infer = infer_first_operand,
    .sharding_place = OP_SHARDING_PROPERTY,
    .schedule = OP_SCHEDULE_FIRST,
    .rule = rule_none,
    .partition = partition_as_typed,
    .emit = emit_identity,
    .canonicalize = canonicalize_nothing,
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
    .verify = verify_func_data_flow_edge,
    .infer = infer_first_operand,
    .schedule = OP_SCHEDULE_FIRST,
    .rule = rule_none,
    .partition = partition_as_typed,
    .emit = emit_identity,
    .canonicalize = canonicalize_nothing,
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
    .verify = verify_propagation_barrier,
    .infer = infer_first_operand,
    .schedule = OP_SCHEDULE_ELEMENTWISE,
    .rule = rule_none,
    .partition = partition_as_typed,
    .emit = emit_identity,
    .canonicalize = canonicalize_nothing,
};
