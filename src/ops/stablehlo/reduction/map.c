/* stablehlo.map */
#include "ops/flops.h"
#include "ops/hooks.h"
#include "ops/stablehlo/reduction/inputs.h"

static bool map_verify(const struct op *op, struct context *context) {
    const struct op *end = check_region(op, context, 0);
    struct int_list dims = op_ints(op, "dimensions");
    if (!end) {
        return false;
    }
    const struct block *block = op->regions[0].first;
    if (block->argument_count != op->operand_count) {
        return fault(op, context,
                     "expects number of operands to match the arity of map computation, but got: "
                     "%u and %u",
                     op->operand_count, block->argument_count);
    }
    for (uint32_t i = 0; i < block->argument_count; i++) {
        const struct type *argument = block->arguments[i]->type;
        if (!type_is_tensor(argument) || argument->rank != 0) {
            return fault(
                op, context,
                "computation arguments must be 0-rank tensor, but got: arg #%u of type '%s'", i,
                say_type(context, argument));
        }
        if (argument->element != operand_type(op, i)->element) {
            return fault(op, context,
                         "element type of operands and computation arguments must match, but got: "
                         "'%s' and '%s'",
                         say_type(context, operand_type(op, i)->element),
                         say_type(context, argument->element));
        }
    }
    if (end->operand_count != 1) {
        return fault(op, context, "computation must return single output, but got: %u",
                     end->operand_count);
    }
    const struct type *output = op_operand(end, 0)->type;
    if (!type_is_tensor(output) || output->rank != 0) {
        return fault(op, context, "computation must return 0-rank tensor, but got: '%s'",
                     say_type(context, output));
    }
    for (uint32_t i = 0; i < dims.count; i++) {
        if (dims.items[i] != i) {
            return fault(op, context,
                         "requires monotonically increasing dimension numbers, but got: %s",
                         say_bare(context, dims.count, dims.items));
        }
    }
    for (uint32_t i = 0; i < op->operand_count; i++) {
        if (dims.count != operand_type(op, i)->rank) {
            return fault(op, context,
                         "applied to a subset of dimensions currently not supported: operand "
                         "dimensions = %u, requested map dimensions size = %u",
                         operand_type(op, i)->rank, dims.count);
        }
    }
    return true;
}

static bool map_infer(const struct op *op, struct context *context, const struct type **types) {
    if (op->operand_count == 0) {
        return false;
    }
    types[0] = type_unbounded(context, operand_type(op, 0), returned_element(op, 0));
    return true;
}

static bool map_emit(const struct op *op, struct kernel_builder *builder) {
    struct term **arguments = ARENA_ARRAY(kernel_arena(builder), struct term *, op->operand_count);
    struct term *result;
    for (uint32_t i = 0; i < op->operand_count; i++) {
        arguments[i] = term_same(builder, kernel_operand(builder, op, i));
    }
    if (!term_region(builder, &op->regions[0], arguments, &result)) {
        return false;
    }
    kernel_result(builder, op, 0, node_compute(builder, op_result(op, 0)->type, result));
    return true;
}

const struct op_def op_map = {
    .name = "stablehlo.map",
    .summary = "applies a region to each element",
    .traits = OP_PURE | OP_SINGLE_BLOCK | OP_SAME_SHAPE | OP_INFERRED,
    .operands = OPERANDS({"inputs", VALUE_TENSOR, OP_MANY}),
    .results = RESULTS({"result", VALUE_TENSOR, OP_ONE}),
    .regions = {1, 1},
    .region_names = {"computation"},
    .ends_with = "stablehlo.return",
    .attrs = ATTRS({.name = "dimensions", .kind = OP_ATTR_INT_ARRAY, .required = true}),
    .parse = parse_generic_only,
    .print = print_generic_only,
    .verify = map_verify,
    .infer = map_infer,
    .speculatable = speculatable_if_static,
    .rule = rule_none,
    .emit = map_emit,
    .relate = relate_map,
    .canonicalize = canonicalize_nothing,
    .bound = bound_by_rule,
    .fill = fill_in_place,
    .reify = reify_first,
    .fold = fold_by_scalar,
    .flops = flops_of_result,
    .traffic = traffic_none,
};
