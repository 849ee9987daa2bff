/* Functions of chlo that the runtime computes by itself. */
#include "ops/op_def.h"
#include "transforms/chlo/chlo.h"

static bool is_real(const struct type *type) {
    static const enum float_kind kinds[] = {FLOAT_BF16, FLOAT_F16, FLOAT_F32, FLOAT_F64};
    const struct type *element = type_element(type);
    for (int i = 0; i < 4; i++) {
        if (element->kind == TYPE_FLOAT && element->float_kind == kinds[i]) {
            return true;
        }
    }
    return false;
}

bool expand_by_runtime(struct formula *formula) {
    struct op *op = formula->op;
    if (!op->def->function || !is_real(op_operand(op, 0)->type)) {
        return false;
    }
    struct value *x = op_operand(op, 0);
    struct op *computed = build_op(&formula->at, op->def->function->name, 1, &x, 1, &x->type, 0);
    return replace_with_value(formula, op_result(computed, 0));
}
