/* Indices as JAX makes them: those below zero count from the end. Numbers of places in a dimension
 * are not below zero. */
#include "ops/expand_builder.h"
#include "transforms/chlo/expression.h"
#include "transforms/simplify/simplify.h"

static const struct value *unspread(const struct value *value) {
    while (value->op && (op_is(value->op, OP_BROADCAST_IN_DIM) || op_is(value->op, OP_RESHAPE))) {
        value = op_operand(value->op, 0);
    }
    return value;
}

/* Of 32 bits and more: a dimension may have more places than a shorter integer has numbers. */
static bool counts_places(const struct value *value) {
    const struct op *op = unspread(value)->op;
    const struct type *element = type_element(value->type);
    return op && op_is(op, OP_IOTA) && element->kind == TYPE_INTEGER && type_bits(element) >= 32;
}

/* `iota < 0 ? a : b` is b. */
bool expand_select(struct formula *formula) {
    struct op *op = formula->op;
    const struct op *compare = defined_by(op_operand(op, 0), OP_COMPARE);
    if (!compare || attr_case(op_property(compare, "comparison_direction"), 0) != COMPARE_LT ||
        !counts_places(op_operand(compare, 0)) ||
        !is_zero_integer(unspread(op_operand(compare, 1)))) {
        return true;
    }
    return replace_with_value(formula, op_operand(op, 2));
}
