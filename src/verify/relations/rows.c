/* The rule of each operation. */
#include "verify/relations/rules.h"

static void relate_nothing(struct relating *r, const struct op *op,
                           const struct view *const *operands, const struct view **results) {
    (void)r;
    (void)op;
    (void)operands;
    (void)results;
}

/* Operations of the global program alone: what they say is of its sharding. */
static void relate_global(struct relating *r, const struct op *op,
                          const struct view *const *operands, const struct view **results) {
    if (r->is_global) {
        relate_same(r, op, operands, results);
    } else if (!r->broken) {
        r->broken = op;
    }
}

static const struct relation_row relation_rows[] = {
    {OP_ABS, relate_elementwise, false},
    {OP_ADD, relate_elementwise, false},
    {OP_AFTER_ALL, relate_nothing, false},
    {OP_ALL_GATHER, relate_all_gather, false},
    {OP_ALL_REDUCE, relate_all_reduce, false},
    {OP_ALL_TO_ALL, relate_all_to_all, false},
    {OP_AND, relate_elementwise, false},
    {OP_ATAN2, relate_elementwise, false},
    {OP_BITCAST_CONVERT, relate_bitcast, false},
    {OP_BROADCAST_IN_DIM, relate_broadcast, false},
    {OP_CASE, relate_branches, true},
    {OP_CBRT, relate_elementwise, false},
    {OP_CEIL, relate_elementwise, false},
    {OP_CHOLESKY, relate_cholesky, false},
    {OP_CLAMP, relate_elementwise_scalars, false},
    {OP_COLLECTIVE_BROADCAST, relate_collective_broadcast, false},
    {OP_COLLECTIVE_PERMUTE, relate_permute, false},
    {OP_COMPARE, relate_compare, false},
    {OP_COMPLEX, relate_elementwise, false},
    {OP_CONCATENATE, relate_concatenate, false},
    {OP_CONSTANT, relate_constant, false},
    {OP_CONVERT, relate_convert, false},
    {OP_CONVOLUTION, relate_convolution, false},
    {OP_COSINE, relate_elementwise, false},
    {OP_COUNT_LEADING_ZEROS, relate_elementwise, false},
    {OP_CREATE_TOKEN, relate_nothing, false},
    {OP_CUSTOM_CALL, relate_custom_call, false},
    {OP_DIVIDE, relate_divide, false},
    {OP_DOT_GENERAL, relate_dot, false},
    {OP_DYNAMIC_SLICE, relate_dynamic_slice, false},
    {OP_DYNAMIC_UPDATE_SLICE, relate_dynamic_update_slice, false},
    {OP_EXPONENTIAL, relate_elementwise, false},
    {OP_EXPONENTIAL_MINUS_ONE, relate_elementwise, false},
    {OP_FFT, relate_fft, false},
    {OP_FLOOR, relate_elementwise, false},
    {OP_FUNC_CALL, relate_call, true},
    {OP_GATHER, relate_gather, false},
    {OP_GET_DIMENSION_SIZE, relate_dimension_size, false},
    {OP_IF, relate_branches, true},
    {OP_IMAG, relate_elementwise, false},
    {OP_IOTA, relate_iota, false},
    {OP_IS_FINITE, relate_elementwise, false},
    {OP_LOG, relate_elementwise, false},
    {OP_LOG_PLUS_ONE, relate_elementwise, false},
    {OP_LOGISTIC, relate_elementwise, false},
    {OP_MAXIMUM, relate_elementwise, false},
    {OP_MINIMUM, relate_elementwise, false},
    {OP_MULTIPLY, relate_elementwise, false},
    {OP_NEGATE, relate_elementwise, false},
    {OP_NOT, relate_elementwise, false},
    {OP_OPTIMIZATION_BARRIER, relate_same, false},
    {OP_OR, relate_elementwise, false},
    {OP_PAD, relate_pad, false},
    {OP_PARTITION_ID, relate_partition_id, false},
    {OP_POPCNT, relate_elementwise, false},
    {OP_POWER, relate_elementwise, false},
    {OP_REAL, relate_elementwise, false},
    {OP_REDUCE, relate_reduce, false},
    {OP_REDUCE_PRECISION, relate_same, false},
    {OP_REDUCE_SCATTER, relate_reduce_scatter, false},
    {OP_REDUCE_WINDOW, relate_reduce_window, false},
    {OP_REMAINDER, relate_elementwise, false},
    {OP_REPLICA_ID, relate_replica_id, false},
    {OP_RESHAPE, relate_reshape, false},
    {OP_REVERSE, relate_reverse, false},
    {OP_RNG_BIT_GENERATOR, relate_whole, false},
    {OP_ROUND_NEAREST_AFZ, relate_elementwise, false},
    {OP_ROUND_NEAREST_EVEN, relate_elementwise, false},
    {OP_RSQRT, relate_elementwise, false},
    {OP_SCATTER, relate_scatter, false},
    {OP_SDY_ALL_GATHER, relate_global, false},
    {OP_SDY_ALL_REDUCE, relate_global, false},
    {OP_SDY_ALL_SLICE, relate_global, false},
    {OP_SDY_ALL_TO_ALL, relate_global, false},
    {OP_SDY_COLLECTIVE_PERMUTE, relate_global, false},
    {OP_SDY_CONSTANT, relate_constant, false},
    {OP_SDY_MANUAL_COMPUTATION, relate_manual, true},
    {OP_SDY_NAMED_COMPUTATION, relate_named, true},
    {OP_SDY_PROPAGATION_BARRIER, relate_global, false},
    {OP_SDY_REDUCE_SCATTER, relate_global, false},
    {OP_SDY_REPLICATED_TO_UNREDUCED, relate_global, false},
    {OP_SDY_RESHARD, relate_global, false},
    {OP_SDY_SHARDED_TO_UNREDUCED, relate_global, false},
    {OP_SDY_SHARDING_CONSTRAINT, relate_global, false},
    {OP_SDY_SHARDING_GROUP, relate_nothing, false},
    {OP_SELECT, relate_select, false},
    {OP_SELECT_AND_SCATTER, relate_select_and_scatter, false},
    {OP_SHIFT_LEFT, relate_elementwise, false},
    {OP_SHIFT_RIGHT_ARITHMETIC, relate_elementwise, false},
    {OP_SHIFT_RIGHT_LOGICAL, relate_elementwise, false},
    {OP_SIGN, relate_elementwise, false},
    {OP_SINE, relate_elementwise, false},
    {OP_SLICE, relate_slice, false},
    {OP_SORT, relate_sort, false},
    {OP_SQRT, relate_elementwise, false},
    {OP_SUBTRACT, relate_elementwise, false},
    {OP_TAN, relate_elementwise, false},
    {OP_TANH, relate_elementwise, false},
    {OP_TRANSPOSE, relate_transpose, false},
    {OP_TRIANGULAR_SOLVE, relate_triangular_solve, false},
    {OP_WHILE, relate_while, true},
    {OP_XOR, relate_elementwise, false},
};

const struct relation_row *relation_row_of(const struct op *op) {
    for (size_t i = 0; i < sizeof relation_rows / sizeof *relation_rows; i++) {
        if (op_is(op, relation_rows[i].id)) {
            return &relation_rows[i];
        }
    }
    return NULL;
}
