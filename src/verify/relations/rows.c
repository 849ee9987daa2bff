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
    {OP_ABS, relate_elementwise, false, false},
    {OP_ADD, relate_elementwise, false, false},
    {OP_AFTER_ALL, relate_nothing, false, false},
    {OP_ALL_GATHER, relate_all_gather, false, false},
    {OP_ALL_REDUCE, relate_all_reduce, false, false},
    {OP_ALL_TO_ALL, relate_all_to_all, false, false},
    {OP_AND, relate_elementwise, false, false},
    {OP_ATAN2, relate_elementwise, false, false},
    {OP_BITCAST_CONVERT, relate_bitcast, false, false},
    {OP_BROADCAST_IN_DIM, relate_broadcast, false, false},
    {OP_CASE, relate_branches, true, true},
    {OP_CBRT, relate_elementwise, false, false},
    {OP_CEIL, relate_elementwise, false, false},
    {OP_CHOLESKY, relate_cholesky, false, false},
    {OP_CLAMP, relate_elementwise_scalars, false, false},
    {OP_COLLECTIVE_BROADCAST, relate_collective_broadcast, false, false},
    {OP_COLLECTIVE_PERMUTE, relate_permute, false, false},
    {OP_COMPARE, relate_compare, false, false},
    {OP_COMPLEX, relate_elementwise, false, false},
    {OP_CONCATENATE, relate_concatenate, false, true},
    {OP_CONSTANT, relate_constant, false, false},
    {OP_CONVERT, relate_convert, false, false},
    {OP_CONVOLUTION, relate_convolution, false, true},
    {OP_COSINE, relate_elementwise, false, false},
    {OP_COUNT_LEADING_ZEROS, relate_elementwise, false, false},
    {OP_CREATE_TOKEN, relate_nothing, false, false},
    {OP_CUSTOM_CALL, relate_custom_call, false, false},
    {OP_DIVIDE, relate_divide, false, false},
    {OP_DOT_GENERAL, relate_dot, false, true},
    {OP_DYNAMIC_SLICE, relate_dynamic_slice, false, false},
    {OP_DYNAMIC_UPDATE_SLICE, relate_dynamic_update_slice, false, true},
    {OP_EXPONENTIAL, relate_elementwise, false, false},
    {OP_EXPONENTIAL_MINUS_ONE, relate_elementwise, false, false},
    {OP_FFT, relate_fft, false, false},
    {OP_FLOOR, relate_elementwise, false, false},
    {OP_FUNC_CALL, relate_call, true, true},
    {OP_GATHER, relate_gather, false, true},
    {OP_GET_DIMENSION_SIZE, relate_dimension_size, false, false},
    {OP_IF, relate_branches, true, true},
    {OP_IMAG, relate_elementwise, false, false},
    {OP_IOTA, relate_iota, false, false},
    {OP_IS_FINITE, relate_elementwise, false, false},
    {OP_LOG, relate_elementwise, false, false},
    {OP_LOG_PLUS_ONE, relate_elementwise, false, false},
    {OP_LOGISTIC, relate_elementwise, false, false},
    {OP_MAP, relate_map, false, false},
    {OP_MAXIMUM, relate_elementwise, false, false},
    {OP_MINIMUM, relate_elementwise, false, false},
    {OP_MULTIPLY, relate_elementwise, false, false},
    {OP_NEGATE, relate_elementwise, false, false},
    {OP_NOT, relate_elementwise, false, false},
    {OP_OPTIMIZATION_BARRIER, relate_same, false, false},
    {OP_OR, relate_elementwise, false, false},
    {OP_PAD, relate_pad, false, true},
    {OP_PARTITION_ID, relate_partition_id, false, false},
    {OP_POPCNT, relate_elementwise, false, false},
    {OP_POWER, relate_elementwise, false, false},
    {OP_REAL, relate_elementwise, false, false},
    {OP_REDUCE, relate_reduce, false, true},
    {OP_REDUCE_PRECISION, relate_same, false, false},
    {OP_REDUCE_SCATTER, relate_reduce_scatter, false, false},
    {OP_REDUCE_WINDOW, relate_reduce_window, false, false},
    {OP_REMAINDER, relate_elementwise, false, false},
    {OP_REPLICA_ID, relate_replica_id, false, false},
    {OP_RESHAPE, relate_reshape, false, false},
    {OP_REVERSE, relate_reverse, false, false},
    {OP_RNG_BIT_GENERATOR, relate_whole, false, false},
    {OP_ROUND_NEAREST_AFZ, relate_elementwise, false, false},
    {OP_ROUND_NEAREST_EVEN, relate_elementwise, false, false},
    {OP_RSQRT, relate_elementwise, false, false},
    {OP_SCATTER, relate_scatter, false, true},
    {OP_SDY_ALL_GATHER, relate_global, false, false},
    {OP_SDY_ALL_REDUCE, relate_global, false, false},
    {OP_SDY_ALL_SLICE, relate_global, false, false},
    {OP_SDY_ALL_TO_ALL, relate_global, false, false},
    {OP_SDY_COLLECTIVE_PERMUTE, relate_global, false, false},
    {OP_SDY_CONSTANT, relate_constant, false, false},
    {OP_SDY_MANUAL_COMPUTATION, relate_manual, true, true},
    {OP_SDY_NAMED_COMPUTATION, relate_named, true, true},
    {OP_SDY_PROPAGATION_BARRIER, relate_global, false, false},
    {OP_SDY_REDUCE_SCATTER, relate_global, false, false},
    {OP_SDY_REPLICATED_TO_UNREDUCED, relate_global, false, false},
    {OP_SDY_RESHARD, relate_global, false, false},
    {OP_SDY_SHARDED_TO_UNREDUCED, relate_global, false, false},
    {OP_SDY_SHARDING_CONSTRAINT, relate_global, false, false},
    {OP_SDY_SHARDING_GROUP, relate_nothing, false, false},
    {OP_SELECT, relate_select, false, false},
    {OP_SELECT_AND_SCATTER, relate_select_and_scatter, false, false},
    {OP_SHIFT_LEFT, relate_elementwise, false, false},
    {OP_SHIFT_RIGHT_ARITHMETIC, relate_elementwise, false, false},
    {OP_SHIFT_RIGHT_LOGICAL, relate_elementwise, false, false},
    {OP_SIGN, relate_elementwise, false, false},
    {OP_SINE, relate_elementwise, false, false},
    {OP_SLICE, relate_slice, false, false},
    {OP_SORT, relate_sort, false, false},
    {OP_SQRT, relate_elementwise, false, false},
    {OP_SUBTRACT, relate_elementwise, false, false},
    {OP_TAN, relate_elementwise, false, false},
    {OP_TANH, relate_elementwise, false, false},
    {OP_TRANSPOSE, relate_transpose, false, false},
    {OP_TRIANGULAR_SOLVE, relate_triangular_solve, false, false},
    {OP_WHILE, relate_while, true, true},
    {OP_XOR, relate_elementwise, false, false},
};

const struct relation_row *relation_row_of(const struct op *op) {
    for (size_t i = 0; i < sizeof relation_rows / sizeof *relation_rows; i++) {
        if (op_is(op, relation_rows[i].id)) {
            return &relation_rows[i];
        }
    }
    return NULL;
}
