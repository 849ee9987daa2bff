/* What stablehlo.if and stablehlo.case, and in part stablehlo.while, ask of their regions. */
#include "ops/stablehlo/control/branches.h"

const char *say_operand_types(struct context *context, const struct op *op) {
    const struct type *types[MAX_RANK];
    uint32_t count = op->operand_count < MAX_RANK ? op->operand_count : MAX_RANK;
    for (uint32_t i = 0; i < count; i++) {
        types[i] = operand_type(op, i);
    }
    return say_types(context, count, types);
}

bool same_operand_types(const struct op *a, const struct op *b) {
    if (a->operand_count != b->operand_count) {
        return false;
    }
    for (uint32_t i = 0; i < a->operand_count; i++) {
        if (!types_compatible(operand_type(a, i), operand_type(b, i))) {
            return false;
        }
    }
    return true;
}

bool branches_verify(const struct op *op, struct context *context) {
    if (operand_type(op, 0)->rank != 0) {
        return fault(op, context, "operand should be rank 0 tensor but got rank %u",
                     operand_type(op, 0)->rank);
    }
    if (op->region_count == 0) {
        return fault(op, context, "expect at least one branch");
    }
    const struct op *first = NULL;
    for (uint32_t i = 0; i < op->region_count; i++) {
        const struct op *end = check_region(op, context, i);
        if (!end) {
            return false;
        }
        first = first ? first : end;
        const struct block *block = op->regions[i].first;
        if (block->argument_count != 0) {
            return fault(op, context, "branch %u must have 0 arguments, but found %u", i,
                         block->argument_count);
        }
        if (!same_operand_types(first, end)) {
            return fault(op, context,
                         "branch 0 and branch %u have mismatched return types: %s vs %s", i,
                         say_operand_types(context, first), say_operand_types(context, end));
        }
    }
    return true;
}

bool branches_infer(const struct op *op, struct context *context, const struct type **types) {
    for (uint32_t k = 0; k < op->region_count; k++) {
        const struct op *end = block_terminator(op->regions[k].first);
        for (uint32_t i = 0; i < end->operand_count; i++) {
            const struct type *type = operand_type(end, i);
            types[i] = k == 0 ? type : shapes_widen(context, types[i], type);
        }
    }
    return true;
}
