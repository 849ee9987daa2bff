/* chlo.constant, chlo.constant_like */
#include "ops/form/constant.h"
#include "transforms/chlo/chlo.h"
#include "transforms/chlo/numpy.h"
#include "transforms/chlo/pieces.h"

bool expand_constant(struct formula *formula) {
    return replace_with_value(formula,
                              build_constant(&formula->at, op_property(formula->op, "value")));
}

bool expand_constant_like(struct formula *formula) {
    struct context *context = formula->at.module->context;
    const struct attr *scalar =
        dense_of_number(context, op_property(formula->op, "value"), 0, NULL);
    return scalar && replace_with_value(formula, build_constant_like(&formula->at, scalar,
                                                                     op_operand(formula->op, 0)));
}
