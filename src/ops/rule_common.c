/* Rules that many operations share. */
#include "ops/hooks.h"

bool rule_none(const struct op *op, struct rule_builder *builder) {
    (void)op;
    (void)builder;
    return false;
}

bool rule_pointwise(const struct op *op, struct rule_builder *builder) {
    const struct type *type = op->results[0].type;
    if (type->kind != TYPE_TENSOR) {
        return false;
    }
    rule_add_dims(builder, type, type->rank);
    return true;
}
