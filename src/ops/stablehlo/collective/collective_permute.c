/* stablehlo.collective_permute */
#include "ops/hooks.h"

static bool collective_permute_verify(const struct op *op, struct context *context) {
    const struct attr *attr = op_attr(op, "source_target_pairs");
    struct int_list ids = op_ints(op, "source_target_pairs");
    if (attr->type->rank != 2) {
        return fault(op, context,
                     "expect source_target_pairs attribute to be of rank 2, but got rank %u",
                     attr->type->rank);
    }
    if (attr->type->dims[1] != 2) {
        return fault(op, context,
                     "expect source_target_pairs attribute of shape (N, 2), but got (%s)",
                     say_bare(context, attr->type->rank, attr->type->dims));
    }
    for (uint32_t i = 0; i < ids.count; i++) {
        if (ids.items[i] < 0) {
            return fault(op, context, "replica ids in source_target_pairs must be >= 0. Found %lld",
                         (long long)ids.items[i]);
        }
        for (uint32_t k = i % 2; k < i; k += 2) {
            if (ids.items[k] == ids.items[i]) {
                return fault(op, context, "duplicate %s not allowed. Found %lld twice",
                             i % 2 ? "targets" : "sources", (long long)ids.items[i]);
            }
        }
    }
    return true;
}

/* From its source where the device is a target, else zeros. */
static bool collective_permute_emit(const struct op *op, struct kernel_builder *builder) {
    int64_t devices = kernel_devices(builder);
    if (devices == 0) {
        return emit_unsupported(op, builder);
    }
    struct int_list pairs = op_ints(op, "source_target_pairs");
    int64_t *source = ARENA_ARRAY(kernel_arena(builder), int64_t, 2 * (size_t)devices);
    for (uint32_t i = 0; i + 1 < pairs.count; i += 2) {
        int64_t target = pairs.items[i + 1];
        if (target < 0 || target >= devices) {
            return kernel_unsupported(builder, op, "sends to device %lld, which is no device",
                                      (long long)target);
        }
        source[2 * target] = pairs.items[i];
        source[2 * target + 1] = 1;
    }
    const struct type *type = op_result(op, 0)->type;
    const struct type *i64 = type_integer(kernel_context(builder), 64, SIGNLESS);
    const struct type *pred = type_integer(kernel_context(builder), 1, SIGNLESS);
    struct node *operand = kernel_operand(builder, op, 0);
    struct affine map[KERNEL_DIMS];
    for (uint32_t d = 0; d < type->rank; d++) {
        map[d] = affine_dim(d, 1, 0);
    }
    struct term *from = term_device_table(builder, 2, source, affine_constant(0));
    struct term *is_target[2] = {term_device_table(builder, 2, source, affine_constant(1)),
                                 term_integer(builder, i64, 0)};
    struct term *args[3] = {term_scalar(builder, pred, SCALAR_NE, 2, is_target),
                            term_read_at(builder, operand, from, map, NULL, NULL),
                            term_integer(builder, type_element(type), 0)};
    struct term *term = term_scalar(builder, type_element(type), SCALAR_SELECT, 3, args);
    kernel_result(builder, op, 0, node_compute(builder, type, term));
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
    .verify = collective_permute_verify,
    .infer = infer_first_operand,
    .rule = rule_pointwise,
    .partition = partition_by_rule,
    .emit = collective_permute_emit,
    .canonicalize = canonicalize_nothing,
};
