/* stablehlo.async_start, stablehlo.async_done */
#include "ops/expand_builder.h"
#include "ops/hooks.h"
#include "ops/op_def.h"

/* What can be started: collectives, and slices. */
static bool can_start(const struct op *op) {
    static const enum op_id ids[] = {
        OP_ALL_GATHER,        OP_ALL_REDUCE,
        OP_ALL_TO_ALL,        OP_COLLECTIVE_PERMUTE,
        OP_COLLECTIVE_REDUCE, OP_COLLECTIVE_BROADCAST,
        OP_DYNAMIC_SLICE,     OP_DYNAMIC_UPDATE_SLICE,
        OP_REDUCE_SCATTER,    OP_SLICE,
    };
    return OP_IS_IN(op, ids);
}

static bool check_arguments(const struct op *op, struct context *context,
                            const struct block *block) {
    if (op->operand_count != block->argument_count) {
        return op_fault(op, context,
                        "number of operands (%u) must match number of region arguments (%u)",
                        op->operand_count, block->argument_count);
    }
    for (uint32_t i = 0; i < op->operand_count; i++) {
        const struct type *argument = block->arguments[i]->type;
        if (operand_type(op, i) != argument) {
            return op_fault(op, context,
                            "operand type '%s' at index %u must match region argument type '%s'",
                            say_type(context, operand_type(op, i)), i, say_type(context, argument));
        }
    }
    return true;
}

static bool async_start_infer(const struct op *op, struct context *context,
                              const struct type **types) {
    const struct block *block = op->regions[0].first;
    if (!block) {
        return op_fault(op, context, "region must not be empty");
    }
    if (!block->first || block->first->next != block->last || block->first == block->last) {
        return op_fault(op, context, "region must contain exactly one operation and a return");
    }
    if (!can_start(block->first)) {
        return op_fault(op, context, "region must contain a collective or slice operation");
    }
    if (!check_arguments(op, context, block)) {
        return false;
    }
    const struct op *end = block->last;
    if (end->operand_count != 1) {
        return op_fault(op, context, "region must return exactly one value, but got %u",
                        end->operand_count);
    }
    const struct type *item = operand_type(end, 0);
    types[0] = type_future(context, 1, &item);
    return true;
}

static bool async_done_infer(const struct op *op, struct context *context,
                             const struct type **types) {
    const struct type *future = operand_type(op, 0);
    if (future->count != 1) {
        return op_fault(op, context, "future must have exactly one type parameter, but got %u",
                        future->count);
    }
    types[0] = future->items[0];
    return true;
}

const struct op_def op_async_start = {
    .name = "stablehlo.async_start",
    .summary = "starts a computation",
    .traits = OP_SINGLE_BLOCK | OP_ISOLATED,
    .operands = OPERANDS({"operands", VALUE_TENSOR, OP_MANY}),
    .results = RESULTS({"result", VALUE_FUTURE, OP_ONE}),
    .regions = {1, 1},
    .region_names = {"body"},
    .ends_with = "stablehlo.return",
    .attrs = no_attrs,
    .parse = parse_generic_only,
    .print = print_generic_only,
    .verify = verify_nothing,
    .infer = async_start_infer,
    .speculatable = speculatable_if_static,
    .rule = rule_none,
    .needs = needs_all_whole,
    .emit = emit_expanded,
    .canonicalize = canonicalize_nothing,
    COMMON_HOOKS,
};

const struct op_def op_async_done = {
    .name = "stablehlo.async_done",
    .summary = "waits for a computation",
    .traits = 0,
    .operands = OPERANDS({"operand", VALUE_FUTURE, OP_ONE}),
    .results = RESULTS({"result", VALUE_TENSOR, OP_ONE}),
    .regions = {0, 0},
    .attrs = no_attrs,
    .parse = parse_generic_only,
    .print = print_generic_only,
    .verify = verify_nothing,
    .infer = async_done_infer,
    .rule = rule_none,
    .needs = needs_all_whole,
    .emit = emit_expanded,
    .expand = expand_async_done,
    .canonicalize = canonicalize_nothing,
    COMMON_HOOKS,
};
