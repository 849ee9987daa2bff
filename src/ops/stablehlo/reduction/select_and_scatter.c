/* stablehlo.select_and_scatter */
#include "ops/hooks.h"
#include "ops/stablehlo/reduction/windows.h"

/* The source, which has an element for each window, is needed whole where windows are not trivial.
 */
static bool select_and_scatter_rule(const struct op *op, struct rule_builder *builder) {
    const struct type *type = op->results[0].type, *source = op_operand(op, 1)->type;
    bool conservative = rule_is_conservative(builder);
    for (uint32_t dim = 0; dim < type->rank; dim++) {
        if (window_is_trivial(op, dim)) {
            rule_add_everywhere(builder, dim, type->dims[dim], FACTOR_PASS_THROUGH);
            continue;
        }
        rule_add_binary(builder, NO_DIM, dim, NO_DIM, source->dims[dim], FACTOR_NEED_REPLICATION);
        rule_block(builder, conservative);
        rule_add_binary(builder, dim, NO_DIM, dim, type->dims[dim], FACTOR_PERMUTATION);
        rule_block(builder, conservative);
    }
    return true;
}

const struct op_def op_select_and_scatter = {
    .name = "stablehlo.select_and_scatter",
    .summary = "scatters to selected elements of windows",
    .traits = OP_PURE,
    .operands = OPERANDS({"operand", VALUE_TENSOR, OP_ONE}, {"source", VALUE_TENSOR, OP_ONE},
                         {"init_value", VALUE_TENSOR, OP_ONE}),
    .results = RESULTS({"result", VALUE_TENSOR, OP_ONE}),
    .regions = {2, 2},
    .region_names = {"select", "scatter"},
    .attrs = ATTRS({.name = "window_dimensions", .kind = OP_ATTR_INT_ARRAY},
                   {.name = "window_strides", .kind = OP_ATTR_INT_ARRAY},
                   {.name = "padding", .kind = OP_ATTR_INT_MATRIX}),
    .parse = parse_generic_only,
    .print = print_generic_only,
    .verify = verify_select_and_scatter,
    .infer = infer_select_and_scatter,
    .rule = select_and_scatter_rule,
    .partition = windows_partition,
    .emit = emit_unsupported,
    .canonicalize = canonicalize_nothing,
};
