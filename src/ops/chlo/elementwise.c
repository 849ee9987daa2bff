/* Elementwise operations of chlo without broadcasting: one line each. */
#include "ops/hooks.h"

#define ELEMENTWISE_(id, mnemonic, operands_, result_set, traits_, form_, infer_, function_)       \
    const struct op_def op_chlo_##id = {                                                           \
        .name = "chlo." mnemonic,                                                                  \
        .summary = "elementwise " mnemonic,                                                        \
        .traits = OP_PURE | OP_ELEMENTWISE | (traits_),                                            \
        .operands = operands_,                                                                     \
        .results = RESULTS({"result", result_set, OP_ONE}),                                        \
        .attrs = no_attrs,                                                                         \
        .form = form_,                                                                             \
        .parse = parse_by_form,                                                                    \
        .print = print_by_form,                                                                    \
        .verify = verify_nothing,                                                                  \
        .infer = infer_,                                                                           \
        .rule = rule_none,                                                                         \
        .emit = emit_expanded,                                                                     \
        .canonicalize = canonicalize_nothing,                                                      \
        COMMON_HOOKS,                                                                              \
        .function = function_,                                                                     \
    };
#define UNARY(id, mnemonic, set) UNARY_(id, mnemonic, set, NULL)
/* The runtime has a function for it of real numbers: sdyc.* of the same name. */
#define FUNCTION(id, set)                                                                          \
    extern const struct op_def op_sdyc_##id;                                                       \
    UNARY_(id, #id, set, &op_sdyc_##id)
#define UNARY_(id, mnemonic, set, function_)                                                       \
    ELEMENTWISE_(id, mnemonic, OPERANDS({"operand", (set) | VALUE_UNRANKED, OP_ONE}),              \
                 (set) | VALUE_UNRANKED, OP_SAME_SHAPE | OP_COMPATIBLE_TYPES,                      \
                 "$operand @attrs : @type:operand -> @type:result", infer_first_operand,           \
                 function_)
#define PREDICATE(id, mnemonic)                                                                    \
    ELEMENTWISE_(id, mnemonic, OPERANDS({"operand", VALUE_FLOAT | VALUE_UNRANKED, OP_ONE}),        \
                 VALUE_PRED | VALUE_UNRANKED, OP_SAME_SHAPE,                                       \
                 "$operand @attrs : @type:operand -> @type:result", infer_predicate, NULL)
#define BINARY(id, mnemonic, first, second, set, traits)                                           \
    ELEMENTWISE_(id, mnemonic, OPERANDS({first, set, OP_ONE}, {second, set, OP_ONE}), set,         \
                 OP_COMPATIBLE_TYPES | (traits),                                                   \
                 "$" first " , $" second " @attrs : @type:" first " , @type:" second               \
                 " -> @types:result",                                                              \
                 infer_joined_operands, NULL)

UNARY(asin_acos_kernel, "_asin_acos_kernel", VALUE_COMPLEX)
FUNCTION(acos, VALUE_FLOAT_COMPLEX)
FUNCTION(acosh, VALUE_FLOAT_COMPLEX)
FUNCTION(asin, VALUE_FLOAT_COMPLEX)
FUNCTION(asinh, VALUE_FLOAT_COMPLEX)
FUNCTION(atan, VALUE_FLOAT_COMPLEX)
FUNCTION(atanh, VALUE_FLOAT_COMPLEX)
UNARY(bessel_i1e, "bessel_i1e", VALUE_FLOAT_COMPLEX)
UNARY(conj, "conj", VALUE_FLOAT_COMPLEX)
FUNCTION(cosh, VALUE_FLOAT_COMPLEX)
UNARY(digamma, "digamma", VALUE_FLOAT)
FUNCTION(erf, VALUE_FLOAT)
UNARY(erf_inv, "erf_inv", VALUE_FLOAT)
FUNCTION(erfc, VALUE_FLOAT)
UNARY(lgamma, "lgamma", VALUE_FLOAT)
FUNCTION(sinh, VALUE_FLOAT_COMPLEX)
UNARY(square, "square", VALUE_FLOAT_COMPLEX)
UNARY(tan, "tan", VALUE_FLOAT_COMPLEX)

PREDICATE(is_inf, "is_inf")
PREDICATE(is_neg_inf, "is_neg_inf")
PREDICATE(is_pos_inf, "is_pos_inf")

BINARY(mulhi, "mulhi", "lhs", "rhs", VALUE_INT, OP_COMMUTATIVE)
BINARY(next_after, "next_after", "x", "y", VALUE_FLOAT | VALUE_UNRANKED, 0)
BINARY(polygamma, "polygamma", "n", "x", VALUE_FLOAT | VALUE_UNRANKED, 0)
BINARY(zeta, "zeta", "x", "q", VALUE_FLOAT | VALUE_UNRANKED, 0)
