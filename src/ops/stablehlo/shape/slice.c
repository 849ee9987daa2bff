/* stablehlo.slice */
#include "ops/hooks.h"

static bool slice_emit(const struct op *op, struct kernel_builder *builder) {
    struct int_list starts = op_ints(op, "start_indices"), strides = op_ints(op, "strides");
    struct affine map[KERNEL_DIMS];
    for (uint32_t d = 0; d < starts.count; d++) {
        map[d] = affine_dim(d, strides.items[d], starts.items[d]);
    }
    struct term *term = term_read(builder, kernel_operand(builder, op, 0), map);
    kernel_result(builder, op, 0, node_compute(builder, op_result(op, 0)->type, term));
    return true;
}

const struct op_def op_slice = {
.name = "stablehlo.slice",
.summary = "takes a part of a tensor",
.traits = OP_PURE | OP_SAME_ELEMENTS,
.operands = OPERANDS({"operand", VALUE_TENSOR, OP_ONE}),
.results = RESULTS({"result", VALUE_TENSOR, OP_ONE}),
.regions = {0, 0},
.attrs = ATTRS({.name = "start_indices", .kind = OP_ATTR_INT_ARRAY, .required = true}, {.name = "limit_indices", .kind = OP_ATTR_INT_ARRAY, .required = true}, {.name = "strides", .kind = OP_ATTR_INT_ARRAY, .required = true}),
.form = "$operand @slice_ranges @attrs : @function_type",
.parse = parse_by_form,
.print = print_by_form,
.verify = verify_nothing,
.infer = infer_nothing,
.rule = rule_none,
.partition = partition_replicate,
.emit = slice_emit,
.canonicalize = canonicalize_nothing,
};
