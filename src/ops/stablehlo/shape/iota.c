/* stablehlo.iota */
#include "ops/build.h"
#include "ops/hooks.h"

static bool iota_verify(const struct op *op, struct context *context) {
    const struct type *result = op_result(op, 0)->type;
    if (result->rank == 0) {
        return op_fault(op, context, "does not support scalars.");
    }
    if (op_int(op, "iota_dimension", 0) >= (int64_t)result->rank) {
        return op_fault(op, context,
                        "iota dimension cannot go beyond the output rank. Got %lld with rank %u",
                        (long long)(op_int(op, "iota_dimension", 0)), result->rank);
    }
    return true;
}

static bool iota_emit(const struct op *op, struct kernel_builder *builder) {
    const struct type *type = op_result(op, 0)->type;
    uint32_t dim = (uint32_t)op_int(op, "iota_dimension", 0);
    struct term *term = term_index(builder, type_element(type), affine_dim(dim, 1, 0));
    kernel_result(builder, op, 0, node_compute(builder, type, term));
    return true;
}

/* A part of the numbers, moved to where it begins. */
static bool iota_localize(struct op *op, struct partition_builder *builder) {
    uint32_t dim = (uint32_t)op_int(op, "iota_dimension", 0);
    const struct type *type = partition_local_type(builder, 0);
    if (!type || type == op->results[0].type) {
        return type && partition_in_place(op, builder);
    }
    struct builder *at = partition_at(builder);
    struct axis_list axes = partition_result_axes(builder, 0, dim);
    struct value *part = build_iota(at, type, dim);
    if (partition_parts(builder, axes) == 1) {
        return partition_replace(op, builder, part);
    }
    struct value *offset = partition_offset(builder, axes, type->dims[dim]);
    struct value *number = build_convert(at, offset, type->element);
    return partition_replace(op, builder, build_add(at, part, build_broadcast(at, number, type)));
}

const struct op_def op_iota = {
    .name = "stablehlo.iota",
    .summary = "counts along a dimension",
    .traits = OP_PURE,
    .operands = no_values,
    .results = RESULTS({"output", VALUE_NUMBER | VALUE_STATIC, OP_ONE}),
    .regions = {0, 0},
    .attrs = ATTRS({.name = "iota_dimension",
                    .kind = OP_ATTR_INT,
                    .required = true,
                    .limit = OP_ATTR_NON_NEGATIVE}),
    .form = "dim = $iota_dimension @attrs : @type:output",
    .parse = parse_by_form,
    .print = print_by_form,
    .verify = iota_verify,
    .infer = infer_nothing,
    .rule = rule_none,
    .needs = needs_nothing,
    .localize = iota_localize,
    .emit = iota_emit,
    .relate = relate_iota,
    .canonicalize = canonicalize_nothing,
    COMMON_HOOKS,
    .memory = OP_MEMORY_NONE,
};
