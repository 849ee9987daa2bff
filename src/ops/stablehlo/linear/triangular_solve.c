/* stablehlo.triangular_solve */
#include "ops/attrs/attrs.h"
#include "ops/hooks.h"

/* Batch dimensions; of the matrices, what a and b share (not contracted), what is b's own, and what
 * is contracted, none of which can be computed sharded. */
static bool triangular_solve_rule(const struct op *op, struct rule_builder *builder) {
    const struct type *a = op_operand(op, 0)->type, *b = op_operand(op, 1)->type;
    int64_t transpose = attr_case(op_property(op, "transpose_a"), TRANSPOSE_NO);
    bool transposed = transpose == TRANSPOSE_YES || transpose == TRANSPOSE_ADJOINT;
    const struct attr *left_side = op_property(op, "left_side");
    bool left = left_side && left_side->integer != 0;
    int64_t rows = a->rank - 2, columns = a->rank - 1;
    int64_t contracted = transposed == left ? rows : columns;
    int64_t free = transposed == left ? columns : rows;
    rule_add_dims(builder, a, a->rank - 2);
    if (left) {
        rule_add_binary(builder, free, rows, NO_DIM, a->dims[free], FACTOR_NEED_REPLICATION);
        rule_add_binary(builder, NO_DIM, columns, columns, b->dims[columns],
                        FACTOR_NEED_REPLICATION);
        rule_add_binary(builder, contracted, NO_DIM, rows, a->dims[contracted],
                        FACTOR_NEED_REPLICATION);
    } else {
        rule_add_binary(builder, NO_DIM, rows, rows, b->dims[rows], FACTOR_NEED_REPLICATION);
        rule_add_binary(builder, free, columns, NO_DIM, a->dims[free], FACTOR_NEED_REPLICATION);
        rule_add_binary(builder, contracted, NO_DIM, columns, a->dims[contracted],
                        FACTOR_NEED_REPLICATION);
    }
    return true;
}

const struct op_def op_triangular_solve = {
    .name = "stablehlo.triangular_solve",
    .summary = "solves triangular systems",
    .traits = OP_PURE | OP_COMPATIBLE_ELEMENTS | OP_INFERRED,
    .operands = OPERANDS({"a", VALUE_FLOAT_COMPLEX, OP_ONE}, {"b", VALUE_FLOAT_COMPLEX, OP_ONE}),
    .results = RESULTS({"result", VALUE_FLOAT_COMPLEX, OP_ONE}),
    .regions = {0, 0},
    .attrs = ATTRS({.name = "left_side", .kind = OP_ATTR_BOOL, .required = true},
                   {.name = "lower", .kind = OP_ATTR_BOOL, .required = true},
                   {.name = "unit_diagonal", .kind = OP_ATTR_BOOL, .required = true},
                   {.name = "transpose_a",
                    .kind = OP_ATTR_DIALECT,
                    .required = true,
                    .dialect_attr = "stablehlo.transpose"}),
    .parse = parse_generic_only,
    .print = print_generic_only,
    .verify = verify_triangular_solve,
    .infer = infer_triangular_solve,
    .rule = triangular_solve_rule,
    .partition = partition_by_rule,
    .emit = emit_unsupported,
    .canonicalize = canonicalize_nothing,
};
