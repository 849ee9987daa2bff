/* Sharding rules of custom calls that programs are known to make. */
#include "ops/stablehlo/calls/targets.h"

/* All but the last two dimensions, which are those of a matrix. */
static void batch_dims(const struct type *type, struct rule_builder *builder) {
    rule_add_dims(builder, type, type->rank < 2 ? 0 : type->rank - 2);
}

/* Eigenvectors have the dimensions of the matrix, eigenvalues its last one. */
bool eigh_rule(const struct op *op, struct rule_builder *builder) {
    const struct type *type = op_operand(op, 0)->type;
    int64_t rows = type->rank - 2, columns = type->rank - 1;
    int64_t row_results[] = {rows, NO_DIM}, column_results[] = {columns, rows};
    batch_dims(type, builder);
    rule_add(builder, &rows, row_results, type->dims[rows], FACTOR_PASS_THROUGH);
    rule_add(builder, &columns, column_results, type->dims[columns], FACTOR_PASS_THROUGH);
    return true;
}

bool qr_rule(const struct op *op, struct rule_builder *builder) {
    const struct type *type = op_operand(op, 0)->type, *taus = op->results[1].type;
    int64_t rows = type->rank - 2, columns = type->rank - 1, none = NO_DIM;
    int64_t row_results[] = {rows, NO_DIM}, column_results[] = {columns, NO_DIM};
    int64_t tau_results[] = {NO_DIM, rows};
    batch_dims(type, builder);
    rule_add(builder, &rows, row_results, type->dims[rows], FACTOR_NEED_REPLICATION);
    rule_add(builder, &columns, column_results, type->dims[columns], FACTOR_NEED_REPLICATION);
    rule_add(builder, &none, tau_results, taus->dims[rows], FACTOR_NEED_REPLICATION);
    return true;
}

bool householder_rule(const struct op *op, struct rule_builder *builder) {
    const struct type *type = op_operand(op, 0)->type, *taus = op_operand(op, 1)->type;
    int64_t rows = type->rank - 2, columns = type->rank - 1;
    batch_dims(type, builder);
    rule_add_binary(builder, rows, NO_DIM, rows, type->dims[rows], FACTOR_NEED_REPLICATION);
    rule_add_binary(builder, columns, NO_DIM, columns, type->dims[columns],
                    FACTOR_NEED_REPLICATION);
    rule_add_binary(builder, NO_DIM, rows, NO_DIM, taus->dims[rows], FACTOR_NEED_REPLICATION);
    return true;
}

/* The dimension that the largest are taken of is needed whole. */
bool top_k_rule(const struct op *op, struct rule_builder *builder) {
    rule_add_dims_unless_equal(builder, op_operand(op, 0)->type, op->results[0].type,
                               FACTOR_NEED_REPLICATION, true);
    return true;
}

/* Operands: values, indices and two scalars; results: values and indices. */
bool approximate_top_k_rule(const struct op *op, struct rule_builder *builder) {
    const struct type *in = op_operand(op, 0)->type, *out = op->results[0].type;
    for (uint32_t dim = 0; dim < in->rank; dim++) {
        int64_t operands[] = {dim, dim, NO_DIM, NO_DIM}, results[] = {dim, dim};
        int64_t no_operands[] = {NO_DIM, NO_DIM, NO_DIM, NO_DIM}, no_results[] = {NO_DIM, NO_DIM};
        if (in->dims[dim] == out->dims[dim]) {
            rule_add_everywhere(builder, dim, in->dims[dim], FACTOR_PASS_THROUGH);
        } else {
            rule_add(builder, operands, no_results, in->dims[dim], FACTOR_PASS_THROUGH);
            rule_add(builder, no_operands, results, out->dims[dim], FACTOR_NEED_REPLICATION);
            rule_block(builder, true);
        }
    }
    return true;
}

/* The state of a random number generator is whole, and not to be resharded. */
bool combine_rule(const struct op *op, struct rule_builder *builder) {
    FOR_EACH_USE (use, &op->results[0]) {
        if (op_is(use->user, OP_RNG_BIT_GENERATOR) && op->results[0].type->rank == 1) {
            rule_add_everywhere(builder, 0, op->results[0].type->dims[0], FACTOR_NEED_REPLICATION);
            rule_block(builder, true);
            return true;
        }
    }
    return rule_pointwise(op, builder);
}
