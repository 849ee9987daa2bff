/* stablehlo.sort */
#include "ops/hooks.h"

/* The sorted dimension is needed whole; it takes no shardings where there is no other one. */
static bool sort_rule(const struct op *op, struct rule_builder *builder) {
    const struct type *type = op_operand(op, 0)->type;
    int64_t along = op_int(op, "dimension", -1);
    along += along < 0 ? type->rank : 0;
    bool is_only = true;
    for (uint32_t dim = 0; dim < type->rank; dim++) {
        is_only = is_only && (dim == along || type->dims[dim] == 1);
    }
    for (uint32_t dim = 0; dim < type->rank; dim++) {
        rule_add_everywhere(builder, dim, type->dims[dim],
                            dim == along ? FACTOR_NEED_REPLICATION : FACTOR_PASS_THROUGH);
        rule_block(builder, dim == along && is_only);
    }
    return true;
}

const struct op_def op_sort = {
    .name = "stablehlo.sort",
    .summary = "sorts along a dimension",
    .traits = OP_SAME_SHAPE | OP_PURE,
    .operands = OPERANDS({"inputs", VALUE_TENSOR, OP_MANY}),
    .results = RESULTS({"results", VALUE_TENSOR, OP_MANY}),
    .regions = {1, 1},
    .region_names = {"comparator"},
    .attrs =
        ATTRS({.name = "dimension", .kind = OP_ATTR_INT, .otherwise = OP_ATTR_DEFAULT_MINUS_ONE},
              {.name = "is_stable", .kind = OP_ATTR_BOOL, .otherwise = OP_ATTR_DEFAULT_FALSE}),
    .parse = parse_generic_only,
    .print = print_generic_only,
    .verify = verify_sort,
    .infer = infer_operands,
    .rule = sort_rule,
    .partition = partition_by_rule,
    .emit = emit_unsupported,
    .canonicalize = canonicalize_nothing,
};
