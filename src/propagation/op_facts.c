/* What propagation asks of an operation beyond its sharding rule. */
#include <string.h>

#include "propagation/propagation.h"

const struct type *op_tensor_type(const struct op *op, uint32_t index) {
    return index < op->operand_count ? op_operand(op, index)->type
                                     : op->results[index - op->operand_count].type;
}

/* All operands and results have the dimensions of the first. */
static bool shapes_are_equal(const struct op *op) {
    uint32_t count = op->operand_count + op->result_count;
    for (uint32_t i = 1; i < count; i++) {
        const struct type *first = op_tensor_type(op, 0), *other = op_tensor_type(op, i);
        if (first->rank != other->rank ||
            (first->rank != 0 &&
             memcmp(first->dims, other->dims, first->rank * sizeof *first->dims) != 0)) {
            return false;
        }
    }
    return true;
}

bool op_is_elementwise(const struct op *op) {
    return op_has(op, OP_ELEMENTWISE) ||
           (op->def->schedule == OP_SCHEDULE_ELEMENTWISE && shapes_are_equal(op));
}

/* Custom calls that move a tensor to another memory. */
static bool is_offload(const struct op *op) {
    const struct attr *target = op_property(op, "call_target_name");
    return target && target->kind == ATTR_STRING &&
           (strcmp(target->text, "MoveToDevice") == 0 || strcmp(target->text, "MoveToHost") == 0);
}

enum op_schedule op_propagation_schedule(const struct op *op) {
    if (op_is_elementwise(op) || is_offload(op)) {
        return OP_SCHEDULE_FIRST;
    }
    return op->def->schedule == OP_SCHEDULE_ELEMENTWISE ? OP_SCHEDULE_LATE : op->def->schedule;
}

enum direction barrier_direction(const struct op *barrier) {
    const struct attr *direction = op_property(barrier, "allowed_direction");
    if (!direction) {
        return DIRECTION_NONE;
    }
    int64_t value = direction->kind == ATTR_DIALECT ? direction->words[0] : direction->integer;
    return (enum direction)(value & DIRECTION_BOTH);
}

struct op *main_function(struct module *module) {
    struct op *only = NULL;
    uint32_t count = 0;
    FOR_EACH_OP (op, module->op->regions[0].first) {
        if (op_has(op, OP_FUNCTION)) {
            only = op;
            count++;
        }
    }
    struct op *main = count == 1 ? only : symbol_lookup(module->op, "main");
    return main && op_has(main, OP_FUNCTION) ? main : NULL;
}
