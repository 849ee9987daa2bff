/* stablehlo.select_and_scatter */
#include "ops/expand_builder.h"
#include "ops/flops.h"
#include "ops/hooks.h"
#include "ops/stablehlo/reduction/inputs.h"
#include "ops/stablehlo/reduction/windows.h"

static bool check_select_region(const struct op *op, struct context *context) {
    const struct block *block = op->regions[0].first;
    const struct type *scalar = scalar_of(context, operand_type(op, 0));
    if (block->argument_count != 2) {
        return fault(op, context, "expects the select-region to take 2 parameters, but takes %u",
                     block->argument_count);
    }
    for (uint32_t i = 0; i < 2; i++) {
        if (!same_but_precision(scalar, block->arguments[i]->type)) {
            return fault(
                op, context,
                "expects the type of select-region's parameter at index %u to be '%s', but "
                "got '%s'",
                i, say_type(context, scalar), say_type(context, block->arguments[i]->type));
        }
    }
    const struct op *end = check_region(op, context, 0);
    if (!end) {
        return false;
    }
    if (end->operand_count != 1) {
        return fault(op, context, "expects select-region to return single value, but got: %u",
                     end->operand_count);
    }
    if (!is_predicate_scalar(op_operand(end, 0)->type)) {
        return fault(op, context,
                     "expects the return-type of select-region to be tensor<i1>, but got: '%s'",
                     say_type(context, op_operand(end, 0)->type));
    }
    return true;
}

static bool select_and_scatter_verify(const struct op *op, struct context *context) {
    const struct window_names names = {.strides = "window_strides", .padding = "padding"};
    const struct type *operand = operand_type(op, 0), *source = operand_type(op, 1);
    struct int_list sizes = op_ints(op, "window_dimensions");
    struct window_dims window;
    if (!check_select_region(op, context)) {
        return false;
    }
    const struct type *inputs[] = {scalar_of(context, source)};
    const struct type *inits[] = {operand_type(op, 2)};
    struct fold fold = {.region = 1, .count = 1, .inputs = inputs, .inits = inits};
    if (!check_fold(op, context, &fold)) {
        return false;
    }
    if (sizes.count != operand->rank) {
        return fault(op, context,
                     "expects window-dimensions size == operand rank, but got window-dimensions "
                     "size: %u and operand-type: '%s' with rank = %u.",
                     sizes.count, say_type(context, operand), operand->rank);
    }
    if (!check_window(op, context, sizes, &names, &window)) {
        return false;
    }
    const struct type *expected = windowed_type(context, &window, operand, operand->element);
    if (!same_but_precision(expected, source)) {
        expected = type_tensor(context, expected->element, expected->rank, expected->dims, NULL);
        return fault(op, context, "expects source-type to be '%s', but got'%s'",
                     say_type(context, expected), say_type(context, source));
    }
    return true;
}

static bool select_and_scatter_infer(const struct op *op, struct context *context,
                                     const struct type **types) {
    const struct op *end = block_terminator(op->regions[1].first);
    types[0] =
        type_with_element(context, operand_type(op, 0), type_element(op_operand(end, 0)->type));
    return true;
}

/* The source, which has an element for each window,
 * is needed whole where windows are not trivial. */
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
    .verify = select_and_scatter_verify,
    .infer = select_and_scatter_infer,
    .speculatable = speculatable_by_first,
    .rule = select_and_scatter_rule,
    .needs = select_and_scatter_needs,
    .emit = emit_expanded,
    .relate = relate_select_and_scatter,
    .expand = expand_select_and_scatter,
    .canonicalize = canonicalize_nothing,
    .bound = bound_by_rule,
    .fill = windows_fill,
    .reify = reify_elementwise,
    .fold = fold_by_scalar,
    .flops = flops_of_operand,
    .traffic = traffic_none,
};
