/* Functions of real numbers that the runtime has and StableHLO lacks: what chlo's operations of the
 * same names become where a program is compiled, so that they are one scalar operation each. Unlike
 * these, which Shardy gives no rule, they are elementwise to propagation. */
#include "ops/hooks.h"

#define FUNCTION(id, scalar_)                                                                      \
    const struct op_def op_sdyc_##id = {                                                           \
        .name = "sdyc." #id,                                                                       \
        .summary = "elementwise " #id " by the runtime",                                           \
        .traits = OP_PURE | OP_ELEMENTWISE | OP_SAME_SHAPE | OP_COMPATIBLE_TYPES,                  \
        .operands = OPERANDS({"operand", VALUE_FLOAT, OP_ONE}),                                    \
        .results = RESULTS({"result", VALUE_FLOAT, OP_ONE}),                                       \
        .attrs = no_attrs,                                                                         \
        .form = "$operand @attrs : @same_type",                                                    \
        .parse = parse_by_form,                                                                    \
        .print = print_by_form,                                                                    \
        .verify = verify_nothing,                                                                  \
        .infer = infer_first_operand,                                                              \
        .rule = rule_pointwise,                                                                    \
        .emit = emit_pointwise,                                                                    \
        .canonicalize = canonicalize_nothing,                                                      \
        COMMON_HOOKS,                                                                              \
        .scalar = scalar_,                                                                         \
    };

FUNCTION(acos, SCALAR_ACOS)
FUNCTION(acosh, SCALAR_ACOSH)
FUNCTION(asin, SCALAR_ASIN)
FUNCTION(asinh, SCALAR_ASINH)
FUNCTION(atan, SCALAR_ATAN)
FUNCTION(atanh, SCALAR_ATANH)
FUNCTION(cosh, SCALAR_COSH)
FUNCTION(erf, SCALAR_ERF)
FUNCTION(erfc, SCALAR_ERFC)
FUNCTION(sinh, SCALAR_SINH)
