/* stablehlo.replica_id, stablehlo.partition_id */
#include "ops/hooks.h"

static bool process_id_infer(const struct op *op, struct context *context,
                             const struct type **types) {
    (void)op;
    types[0] = type_tensor(context, type_integer(context, 32, UNSIGNED), 0, NULL, NULL);
    return true;
}

const struct op_def op_replica_id = {
    .name = "stablehlo.replica_id",
    .summary = "the replica's number",
    .traits = OP_PURE,
    .operands = no_values,
    .results = RESULTS({"result", VALUE_UI32, OP_ONE}),
    .regions = {0, 0},
    .attrs = no_attrs,
    .form = "@attrs : @type:result",
    .parse = parse_by_form,
    .print = print_by_form,
    .verify = verify_nothing,
    .infer = process_id_infer,
    .rule = rule_none,
    .partition = partition_as_typed,
    .emit = emit_unsupported,
    .canonicalize = canonicalize_nothing,
};

static bool partition_id_emit(const struct op *op, struct kernel_builder *builder) {
    if (kernel_devices(builder) == 0) {
        return kernel_unsupported(builder, op, "asks for a device, but the module is global");
    }
    const struct type *type = op_result(op, 0)->type;
    struct term *device = term_device(builder, type_element(type));
    kernel_result(builder, op, 0, node_compute(builder, type, device));
    return true;
}

const struct op_def op_partition_id = {
    .name = "stablehlo.partition_id",
    .summary = "the partition's number",
    .traits = OP_PURE,
    .operands = no_values,
    .results = RESULTS({"result", VALUE_UI32, OP_ONE}),
    .regions = {0, 0},
    .attrs = no_attrs,
    .form = "@attrs : @type:result",
    .parse = parse_by_form,
    .print = print_by_form,
    .verify = verify_nothing,
    .infer = process_id_infer,
    .rule = rule_none,
    .partition = partition_as_typed,
    .emit = partition_id_emit,
    .canonicalize = canonicalize_nothing,
};
