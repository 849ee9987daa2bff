/* Items of tuples that the program makes itself are the values that they were made of. */
#include "ops/expand_builder.h"
#include "transforms/chlo/expression.h"

bool expand_get_tuple_element(struct formula *formula) {
    struct op *op = formula->op, *made = op_operand(op, 0)->op;
    if (!made || !op_is(made, OP_TUPLE)) {
        return false;
    }
    value_replace_uses(op_result(op, 0), op_operand(made, (uint32_t)op_int(op, "index", 0)));
    op_erase(op);
    return true;
}
