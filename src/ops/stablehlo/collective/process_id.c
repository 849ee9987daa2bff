/* stablehlo.replica_id, stablehlo.partition_id */
#include "ops/hooks.h"

static bool process_id_infer(const struct op *op, struct context *context,
                             const struct type **types) {
    (void)op;
    types[0] = type_tensor(context, type_integer(context, 32, UNSIGNED), 0, NULL, NULL);
    return true;
}

/* All devices are partitions of one replica. */
static bool replica_id_emit(const struct op *op, struct kernel_builder *builder) {
    const struct type *type = op_result(op, 0)->type;
    struct term *zero = term_integer(builder, type_element(type), 0);
    kernel_result(builder, op, 0, node_compute(builder, type, zero));
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
    .form = "@attrs : @types:result",
    .parse = parse_by_form,
    .print = print_by_form,
    .verify = verify_nothing,
    .infer = process_id_infer,
    .rule = rule_none,
    .needs = needs_nothing,
    .emit = replica_id_emit,
    .relate = relate_replica_id,
    .canonicalize = canonicalize_nothing,
    COMMON_HOOKS,
};

static bool partition_id_emit(const struct op *op, struct kernel_builder *builder) {
    const struct type *type = op_result(op, 0)->type;
    int64_t devices = kernel_devices(builder);
    int64_t *ids = ARENA_ARRAY(kernel_arena(builder), int64_t, (size_t)devices);
    for (int64_t device = 0; device < devices; device++) {
        ids[device] = device;
    }
    struct term *term = term_by_device(builder, type_element(type), ids);
    kernel_result(builder, op, 0, node_compute(builder, type, term));
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
    .form = "@attrs : @types:result",
    .parse = parse_by_form,
    .print = print_by_form,
    .verify = verify_nothing,
    .infer = process_id_infer,
    .rule = rule_none,
    .needs = needs_nothing,
    .emit = partition_id_emit,
    .relate = relate_partition_id,
    .per_device = true,
    .canonicalize = canonicalize_nothing,
    COMMON_HOOKS,
};
