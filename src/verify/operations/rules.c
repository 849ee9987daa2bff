/* How each operation is evaluated: a row each. */
#include <math.h>

#include "verify/operations/collectives.h"
#include "verify/operations/control.h"
#include "verify/operations/elementwise.h"
#include "verify/operations/folds.h"
#include "verify/operations/indexed.h"
#include "verify/operations/linear.h"
#include "verify/operations/moves.h"
#include "verify/operations/opaque.h"
#include "verify/operations/products.h"
#include "verify/operations/sorted.h"

#define LOCAL(id, rule)                                                                            \
    { id, .local = rule }
#define LANES(id, rule)                                                                            \
    { id, .lanes = rule }
#define PARTLY(id, rule, sources_)                                                                 \
    { id, .lanes = rule, .sources = sources_ }
#define ELEMENT(id, rule, how)                                                                     \
    { id, .element = rule, .degree = how }
#define FUNCTION(id, function_)                                                                    \
    { id, .element = element_function, .real = function_, .degree = DEGREE_FUNCTION }
#define INTEGRAL(id, function_)                                                                    \
    { id, .element = element_integral, .real = function_, .degree = DEGREE_FUNCTION }

/* clang-format off */
static const struct evaluation_rule rules[] = {
    ELEMENT(OP_ABS, element_abs, DEGREE_MOST),
    ELEMENT(OP_ADD, element_add, DEGREE_MOST),
    ELEMENT(OP_AND, element_and, DEGREE_MOST),
    ELEMENT(OP_ATAN2, element_function_of_two, DEGREE_FUNCTION),
    ELEMENT(OP_CLAMP, element_clamp, DEGREE_MOST),
    ELEMENT(OP_COMPARE, element_compare, DEGREE_MOST),
    ELEMENT(OP_COMPLEX, element_complex, DEGREE_MOST),
    ELEMENT(OP_CONVERT, element_convert, DEGREE_MOST),
    ELEMENT(OP_COUNT_LEADING_ZEROS, element_leading_zeros, DEGREE_MOST),
    ELEMENT(OP_DIVIDE, element_divide, DEGREE_SUM),
    ELEMENT(OP_EXPONENTIAL_MINUS_ONE, element_minus_one, DEGREE_FUNCTION),
    ELEMENT(OP_IMAG, element_imag, DEGREE_MOST),
    ELEMENT(OP_IS_FINITE, element_is_finite, DEGREE_MOST),
    ELEMENT(OP_LOG_PLUS_ONE, element_log_plus_one, DEGREE_FUNCTION),
    ELEMENT(OP_LOGISTIC, element_logistic, DEGREE_FUNCTION),
    ELEMENT(OP_MAXIMUM, element_maximum, DEGREE_MOST),
    ELEMENT(OP_MINIMUM, element_minimum, DEGREE_MOST),
    ELEMENT(OP_MULTIPLY, element_multiply, DEGREE_SUM),
    ELEMENT(OP_NEGATE, element_negate, DEGREE_MOST),
    ELEMENT(OP_NOT, element_not, DEGREE_MOST),
    ELEMENT(OP_OR, element_or, DEGREE_MOST),
    ELEMENT(OP_POPCNT, element_popcnt, DEGREE_MOST),
    ELEMENT(OP_POWER, element_power, DEGREE_POWER),
    ELEMENT(OP_REAL, element_real, DEGREE_MOST),
    ELEMENT(OP_REDUCE_PRECISION, element_reduce_precision, DEGREE_MOST),
    ELEMENT(OP_REMAINDER, element_remainder, DEGREE_FUNCTION),
    ELEMENT(OP_RSQRT, element_rsqrt, DEGREE_FUNCTION),
    ELEMENT(OP_SELECT, element_select, DEGREE_MOST),
    ELEMENT(OP_SHIFT_LEFT, element_shift_left, DEGREE_MOST),
    ELEMENT(OP_SHIFT_RIGHT_ARITHMETIC, element_shift_right_arithmetic, DEGREE_MOST),
    ELEMENT(OP_SHIFT_RIGHT_LOGICAL, element_shift_right_logical, DEGREE_MOST),
    ELEMENT(OP_SIGN, element_sign, DEGREE_MOST),
    ELEMENT(OP_SUBTRACT, element_subtract, DEGREE_MOST),
    ELEMENT(OP_XOR, element_xor, DEGREE_MOST),
    FUNCTION(OP_CBRT, cbrt),
    FUNCTION(OP_COSINE, cos),
    FUNCTION(OP_EXPONENTIAL, exp),
    FUNCTION(OP_LOG, log),
    FUNCTION(OP_SINE, sin),
    FUNCTION(OP_SQRT, sqrt),
    FUNCTION(OP_TAN, tan),
    FUNCTION(OP_TANH, tanh),
    INTEGRAL(OP_CEIL, ceil),
    INTEGRAL(OP_FLOOR, floor),
    INTEGRAL(OP_ROUND_NEAREST_AFZ, round),
    INTEGRAL(OP_ROUND_NEAREST_EVEN, rint),
    LOCAL(OP_AFTER_ALL, local_token),
    LOCAL(OP_BITCAST_CONVERT, local_bitcast_convert),
    LOCAL(OP_BROADCAST_IN_DIM, local_broadcast_in_dim),
    LOCAL(OP_CHOLESKY, local_cholesky),
    LOCAL(OP_CONCATENATE, local_concatenate),
    LOCAL(OP_CONSTANT, local_constant),
    LOCAL(OP_CONVOLUTION, local_convolution),
    LOCAL(OP_CREATE_TOKEN, local_token),
    LOCAL(OP_CUSTOM_CALL, local_custom_call),
    LOCAL(OP_DOT_GENERAL, local_dot_general),
    LOCAL(OP_DYNAMIC_SLICE, local_dynamic_slice),
    LOCAL(OP_DYNAMIC_UPDATE_SLICE, local_dynamic_update_slice),
    LOCAL(OP_FFT, local_fft),
    LOCAL(OP_GATHER, local_gather),
    LOCAL(OP_GET_DIMENSION_SIZE, local_get_dimension_size),
    LOCAL(OP_IOTA, local_iota),
    LOCAL(OP_MAP, local_map),
    LOCAL(OP_PAD, local_pad),
    LOCAL(OP_REDUCE, local_reduce),
    LOCAL(OP_REDUCE_WINDOW, local_reduce_window),
    LOCAL(OP_RESHAPE, local_reshape),
    LOCAL(OP_REVERSE, local_reverse),
    LOCAL(OP_RNG_BIT_GENERATOR, local_rng_bit_generator),
    LOCAL(OP_SCATTER, local_scatter),
    LOCAL(OP_SDY_CONSTANT, local_constant),
    LOCAL(OP_SELECT_AND_SCATTER, local_select_and_scatter),
    LOCAL(OP_SLICE, local_slice),
    LOCAL(OP_SORT, local_sort),
    LOCAL(OP_TRANSPOSE, local_transpose),
    LOCAL(OP_TRIANGULAR_SOLVE, local_triangular_solve),
    PARTLY(OP_ALL_GATHER, lanes_all_gather, sources_of_groups),
    PARTLY(OP_ALL_REDUCE, lanes_all_reduce, sources_of_groups),
    PARTLY(OP_ALL_TO_ALL, lanes_all_to_all, sources_of_groups),
    LANES(OP_CASE, lanes_branches),
    PARTLY(OP_COLLECTIVE_BROADCAST, lanes_collective_broadcast, sources_of_groups),
    PARTLY(OP_COLLECTIVE_PERMUTE, lanes_collective_permute, sources_of_pairs),
    PARTLY(OP_FUNC_CALL, lanes_call, sources_of_call),
    LANES(OP_IF, lanes_branches),
    PARTLY(OP_OPTIMIZATION_BARRIER, lanes_same, sources_of_same),
    LANES(OP_PARTITION_ID, lanes_number),
    PARTLY(OP_REDUCE_SCATTER, lanes_reduce_scatter, sources_of_groups),
    LANES(OP_REPLICA_ID, lanes_number),
    LANES(OP_SDY_ALL_GATHER, lanes_sharded_collective),
    LANES(OP_SDY_ALL_REDUCE, lanes_sharded_collective),
    LANES(OP_SDY_ALL_SLICE, lanes_sharded_collective),
    LANES(OP_SDY_ALL_TO_ALL, lanes_sharded_collective),
    LANES(OP_SDY_COLLECTIVE_PERMUTE, lanes_sharded_collective),
    LANES(OP_SDY_MANUAL_COMPUTATION, lanes_manual_computation),
    LANES(OP_SDY_NAMED_COMPUTATION, lanes_named_computation),
    LANES(OP_SDY_PROPAGATION_BARRIER, lanes_same),
    LANES(OP_SDY_REDUCE_SCATTER, lanes_sharded_collective),
    LANES(OP_SDY_REPLICATED_TO_UNREDUCED, lanes_to_unreduced),
    LANES(OP_SDY_RESHARD, lanes_same),
    LANES(OP_SDY_SHARDED_TO_UNREDUCED, lanes_to_unreduced),
    LANES(OP_SDY_SHARDING_CONSTRAINT, lanes_same),
    LANES(OP_SDY_SHARDING_GROUP, lanes_same),
    LANES(OP_WHILE, lanes_while),
};
/* clang-format on */

const struct evaluation_rule *evaluation_rule_of(const struct op *op) {
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++) {
        if (op_is(op, rules[i].id)) {
            return &rules[i];
        }
    }
    return NULL;
}
