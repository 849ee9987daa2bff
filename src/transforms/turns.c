/* How many turns a loop takes, where that can be read off it. */
#include "ops/attrs/attrs.h"
#include "ops/verify/compat.h"
#include "transforms/transforms.h"

/* A constant that is not negative, and an integer alone. */
static bool known_number(const struct value *value, int64_t *number) {
    struct int_list integers = {0};
    if (value->type->rank != 0 || !constant_integers(value, &integers) || integers.count != 1) {
        return false;
    }
    *number = integers.items[0];
    return *number >= 0;
}

/* The number of the argument of the block that a value is, or -1. */
static int64_t argument_number(const struct block *block, const struct value *value) {
    for (uint32_t i = 0; i < block->argument_count; i++) {
        if (block->arguments[i] == value) {
            return i;
        }
    }
    return -1;
}

/* What argument `number` of the body grows by in a turn. */
static bool known_step(const struct block *body, uint32_t number, int64_t *step) {
    const struct value *next = op_operand(block_terminator(body), number);
    const struct value *argument = body->arguments[number];
    if (!next->op || !op_is(next->op, OP_ADD)) {
        return false;
    }
    const struct value *a = op_operand(next->op, 0), *b = op_operand(next->op, 1);
    return (a == argument && known_number(b, step)) || (b == argument && known_number(a, step));
}

int64_t loop_turns(const struct op *loop) {
    const struct block *condition = loop->regions[0].first, *body = loop->regions[1].first;
    const struct op *compare = op_operand(block_terminator(condition), 0)->op;
    if (!compare || !op_is(compare, OP_COMPARE) ||
        attr_case(op_attr(compare, "comparison_direction"), COMPARE_EQ) != COMPARE_LT) {
        return 0;
    }
    int64_t number = argument_number(condition, op_operand(compare, 0)), first, limit, step;
    if (number < 0 || !known_number(op_operand(compare, 1), &limit) ||
        !known_number(op_operand(loop, (uint32_t)number), &first) ||
        !known_step(body, (uint32_t)number, &step) || step == 0 || first >= limit ||
        step > limit - first) {
        return 0;
    }
    int64_t turns = (limit - first - 1) / step + 1;
    /* The counter passes the limit by less than a step, and may not wrap around. */
    uint32_t width = type_bits(type_element(body->arguments[number]->type));
    return limit < INT64_C(1) << (width - 1 < 62 ? width - 2 : 61) ? turns : 0;
}
