/* chlo.constant, chlo.constant_like */
#include <string.h>

#include "transforms/chlo/chlo.h"
#include "transforms/chlo/numpy.h"
#include "transforms/chlo/pieces.h"

bool expand_constant(struct formula *formula) {
    return replace_with_value(formula,
                              build_constant(&formula->at, op_property(formula->op, "value")));
}

/* The number as dense<...> : tensor<T>; NULL where it is none. */
static const struct attr *dense_scalar(struct context *context, const struct attr *scalar) {
    uint8_t data[32] = {0};
    if (scalar->kind == ATTR_FLOAT) {
        float_store(scalar->type->float_kind, scalar->real, data);
    } else if (scalar->kind == ATTR_INTEGER && type_bytes(scalar->type) <= sizeof scalar->integer) {
        memcpy(data, &scalar->integer, sizeof scalar->integer);
    } else {
        return NULL;
    }
    return attr_dense(context, type_tensor(context, scalar->type, 0, NULL, NULL), data,
                      type_bytes(scalar->type), true);
}

bool expand_constant_like(struct formula *formula) {
    struct context *context = formula->at.module->context;
    const struct attr *scalar = dense_scalar(context, op_property(formula->op, "value"));
    return scalar && replace_with_value(formula, build_constant_like(&formula->at, scalar,
                                                                     op_operand(formula->op, 0)));
}
