/* Hooks that a stage defines; what a stage brings itself leaves this file. */
#include "ops/hooks.h"

bool rule_none(const struct op *op, struct rule_builder *builder) {
    (void)op;
    (void)builder;
    return false;
}

bool rule_pointwise(const struct op *op, struct rule_builder *builder) {
    (void)op;
    (void)builder;
    return false;
}
