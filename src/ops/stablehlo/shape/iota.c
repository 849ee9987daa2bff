/* stablehlo.iota */
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
    struct axis_list axes = partition_result_axes(builder, 0, dim);
    if (partition_parts(builder, axes) == 1) {
        return partition_in_place(op, builder);
    }
    const struct type *type = partition_local_type(builder, 0);
    if (!type) {
        return false;
    }
    struct builder *at = partition_at(builder);
    struct op *part = build_op(at, op->name, 0, NULL, 1, &type, 0);
    op_set_property(at->module, part, "iota_dimension", op_property(op, "iota_dimension"));
    struct value *offset = partition_offset(builder, axes, type->dims[dim]);
    const struct type *scalar = type_with_dims(at->module->context, type, 0, NULL);
    struct value *number =
        op_result(build_op(at, "stablehlo.convert", 1, &offset, 1, &scalar, 0), 0);
    struct op *everywhere = build_op(at, "stablehlo.broadcast_in_dim", 1, &number, 1, &type, 0);
    op_set_property(at->module, everywhere, "broadcast_dimensions",
                    attr_i64_array(at->module->context, 0, NULL));
    struct value *terms[2] = {op_result(part, 0), op_result(everywhere, 0)};
    struct op *sum = build_op(at, "stablehlo.add", 2, terms, 1, &type, 0);
    return partition_replace(op, builder, op_result(sum, 0));
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
    .canonicalize = canonicalize_nothing,
};
