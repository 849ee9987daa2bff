/* The size of a static dimension is a constant. */
#include "ops/expand_builder.h"
#include "transforms/chlo/expression.h"

bool expand_get_dimension_size(struct formula *formula) {
    struct op *op = formula->op;
    int64_t dim = op_int(op, "dimension", 0);
    int32_t size = (int32_t)op_operand(op, 0)->type->dims[dim];
    const struct type *type = op_result(op, 0)->type;
    const struct attr *dense =
        attr_dense(formula->at.module->context, type, &size, sizeof size, true);
    return replace_with_value(formula, build_constant(&formula->at, dense));
}
