/* Elementwise operations of chlo that broadcast their two operands: one line each. */
#include "ops/chlo/broadcasting.h"
#include "ops/hooks.h"

#define BROADCAST_(id, set, result_set, traits_, infer_)                                           \
    const struct op_def op_chlo_broadcast_##id = {                                                 \
        .name = "chlo.broadcast_" #id,                                                             \
        .summary = "elementwise " #id ", broadcasting",                                            \
        .traits = OP_PURE | OP_INFERRED | (traits_),                                               \
        .operands = OPERANDS({"lhs", set, OP_ONE}, {"rhs", set, OP_ONE}),                          \
        .results = RESULTS({"result", result_set, OP_ONE}),                                        \
        .attrs = ATTRS({.name = "broadcast_dimensions", .kind = OP_ATTR_INT_ARRAY}),               \
        .form = "$lhs , $rhs @attrs : ( @type:lhs , @type:rhs ) -> @types:result",                 \
        .parse = parse_by_form,                                                                    \
        .print = print_by_form,                                                                    \
        .verify = broadcast_verify,                                                                \
        .infer = infer_,                                                                           \
        .rule = rule_none,                                                                         \
        .needs = needs_all_whole,                                                                  \
        .emit = emit_expanded,                                                                     \
        .canonicalize = canonicalize_nothing,                                                      \
        .bound = bound_by_rule,                                                                    \
        .fill = fill_in_place,                                                                     \
        .reify = broadcast_reify,                                                                  \
        .fold = fold_by_scalar,                                                                    \
        .flops = flops_by_scalar,                                                                  \
        .traffic = traffic_none,                                                                   \
    };
#define BROADCAST(id, set, traits)                                                                 \
    BROADCAST_(id, (set) | VALUE_UNRANKED, (set) | VALUE_UNRANKED, traits, broadcast_infer)
#define LOGICAL(id)                                                                                \
    BROADCAST_(id, VALUE_PRED_INT | VALUE_UNRANKED, VALUE_TENSOR_PER_AXIS | VALUE_UNRANKED,        \
               OP_COMMUTATIVE, broadcast_infer)
#define COMMUTES OP_COMMUTATIVE

BROADCAST(add, VALUE_TENSOR_PER_AXIS, COMMUTES | OP_COMPATIBLE_ELEMENTS)
LOGICAL(and)
BROADCAST(atan2, VALUE_TENSOR_PER_AXIS, OP_SAME_ELEMENTS)
BROADCAST(divide, VALUE_TENSOR_PER_AXIS, OP_SAME_ELEMENTS)
BROADCAST(maximum, VALUE_TENSOR_PER_AXIS, COMMUTES | OP_COMPATIBLE_ELEMENTS)
BROADCAST(minimum, VALUE_TENSOR_PER_AXIS, COMMUTES | OP_COMPATIBLE_ELEMENTS)
BROADCAST(multiply, VALUE_TENSOR_PER_AXIS, COMMUTES | OP_SAME_ELEMENTS)
BROADCAST(next_after, VALUE_TENSOR_PER_AXIS, OP_SAME_ELEMENTS)
LOGICAL(or)
BROADCAST(polygamma, VALUE_TENSOR_PER_AXIS, OP_SAME_ELEMENTS)
BROADCAST(power, VALUE_TENSOR_PER_AXIS, OP_SAME_ELEMENTS)
BROADCAST(remainder, VALUE_TENSOR_PER_AXIS, OP_SAME_ELEMENTS)
BROADCAST(shift_left, VALUE_TENSOR_PER_AXIS, OP_SAME_ELEMENTS)
BROADCAST(shift_right_arithmetic, VALUE_TENSOR_PER_AXIS, OP_SAME_ELEMENTS)
BROADCAST(shift_right_logical, VALUE_TENSOR_PER_AXIS, OP_SAME_ELEMENTS)
BROADCAST(subtract, VALUE_TENSOR_PER_AXIS, OP_SAME_ELEMENTS)
LOGICAL(xor)
BROADCAST(zeta, VALUE_FLOAT, OP_SAME_ELEMENTS)
BROADCAST_(complex, VALUE_FLOAT | VALUE_UNRANKED, VALUE_COMPLEX | VALUE_UNRANKED, 0,
           broadcast_infer_complex)
