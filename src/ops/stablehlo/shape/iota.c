/* stablehlo.iota */
#include "ops/hooks.h"

static bool iota_emit(const struct op *op, struct kernel_builder *builder) {
    const struct type *type = op_result(op, 0)->type;
    uint32_t dim = (uint32_t)op_int(op, "iota_dimension", 0);
    struct term *term = term_index(builder, type_element(type), affine_dim(dim, 1, 0));
    kernel_result(builder, op, 0, node_compute(builder, type, term));
    return true;
}

const struct op_def op_iota = {
.name = "stablehlo.iota",
.summary = "counts along a dimension",
.traits = OP_PURE,
.operands = no_values,
.results = RESULTS({"output", VALUE_NUMBER | VALUE_STATIC, OP_ONE}),
.regions = {0, 0},
.attrs = ATTRS({.name = "iota_dimension", .kind = OP_ATTR_INT, .required = true, .limit = OP_ATTR_NON_NEGATIVE}),
.form = "dim = $iota_dimension @attrs : @type:output",
.parse = parse_by_form,
.print = print_by_form,
.verify = verify_nothing,
.infer = infer_nothing,
.rule = rule_none,
.partition = partition_replicate,
.emit = iota_emit,
.canonicalize = canonicalize_nothing,
};
