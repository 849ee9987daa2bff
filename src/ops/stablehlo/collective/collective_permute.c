/* stablehlo.collective_permute */
#include "ops/hooks.h"
#include "ops/stablehlo/collective/group_checks.h"
#include "ops/stablehlo/collective/groups.h"
#include "ops/traffic_builder.h"

/* sources[d]: where the device with id d receives from; -1: from nowhere. */
static bool permute_sources(const struct op *op, struct kernel_builder *builder, int64_t *sources) {
    int64_t devices = kernel_devices(builder);
    struct int_list pairs = op_ints(op, "source_target_pairs");
    for (int64_t device = 0; device < devices; device++) {
        sources[device] = -1;
    }
    for (uint32_t i = 0; i + 1 < pairs.count; i += 2) {
        int64_t source = pairs.items[i], target = pairs.items[i + 1];
        if (target < 0 || target >= devices || source < 0 || source >= devices) {
            return kernel_unsupported(builder, op, "sends from device %lld to device %lld, of %lld",
                                      (long long)source, (long long)target, (long long)devices);
        }
        sources[target] = source;
    }
    return true;
}

/* From its source where the device is a target, else zeros. */
static bool collective_permute_emit(const struct op *op, struct kernel_builder *builder) {
    int64_t devices = kernel_devices(builder);
    int64_t *sources = ARENA_ARRAY(kernel_arena(builder), int64_t, (size_t)devices);
    if (!permute_sources(op, builder, sources)) {
        return false;
    }
    emit_received(op, builder, 0, sources);
    return true;
}

const struct op_def op_collective_permute = {
    .name = "stablehlo.collective_permute",
    .summary = "sends from process to process",
    .traits = OP_COLLECTIVE | OP_SAME_ELEMENTS,
    .operands = OPERANDS({"operand", VALUE_TENSOR, OP_ONE}),
    .results = RESULTS({"result", VALUE_TENSOR, OP_ONE}),
    .regions = {0, 0},
    .attrs = ATTRS({.name = "source_target_pairs", .kind = OP_ATTR_INT_MATRIX, .required = true},
                   {.name = "channel_handle",
                    .kind = OP_ATTR_DIALECT,
                    .dialect_attr = "stablehlo.channel_handle"}),
    .parse = parse_generic_only,
    .print = print_generic_only,
    .verify = check_source_target_pairs,
    .infer = infer_first_operand,
    .speculatable = speculatable_by_first,
    .rule = rule_pointwise,
    .emit = collective_permute_emit,
    .relate = relate_permute,
    .per_device = true,
    .canonicalize = canonicalize_nothing,
    .bound = bound_by_rule,
    .fill = fill_in_place,
    .reify = reify_elementwise,
    .fold = fold_by_scalar,
    .flops = flops_by_scalar,
    .traffic = traffic_in_pairs,
};
