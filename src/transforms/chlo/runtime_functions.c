/* Functions of chlo that the runtime computes by itself. */
#include "ops/op_def.h"
#include "transforms/chlo/chlo.h"

static const struct {
    enum op_id from, to;
} functions[] = {
    {OP_CHLO_ACOS, OP_SDYC_ACOS},   {OP_CHLO_ACOSH, OP_SDYC_ACOSH}, {OP_CHLO_ASIN, OP_SDYC_ASIN},
    {OP_CHLO_ASINH, OP_SDYC_ASINH}, {OP_CHLO_ATAN, OP_SDYC_ATAN},   {OP_CHLO_ATANH, OP_SDYC_ATANH},
    {OP_CHLO_COSH, OP_SDYC_COSH},   {OP_CHLO_ERF, OP_SDYC_ERF},     {OP_CHLO_ERFC, OP_SDYC_ERFC},
    {OP_CHLO_SINH, OP_SDYC_SINH},
};
enum { FUNCTION_COUNT = sizeof functions / sizeof *functions };

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
    for (int i = 0; i < FUNCTION_COUNT; i++) {
        if (op_is(op, functions[i].from) && is_real(op_operand(op, 0)->type)) {
            struct value *x = op_operand(op, 0);
            return replace_with_value(formula,
                                      build_unary(&formula->at, functions[i].to, x, x->type));
        }
    }
    return false;
}
