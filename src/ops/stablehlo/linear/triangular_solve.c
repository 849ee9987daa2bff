/* stablehlo.triangular_solve */
#include "ops/attrs/attrs.h"
#include "ops/bound_builder.h"
#include "ops/build.h"
#include "ops/flops.h"
#include "ops/hooks.h"
#include "ops/stablehlo/linear/linear.h"

static bool triangular_solve_verify(const struct op *op, struct context *context) {
    const struct type *a = operand_type(op, 0), *b = operand_type(op, 1);
    const struct attr *left = op_attr(op, "left_side");
    if (a->rank < 2) {
        return fault(op, context, "operand 'a' must have rank >= 2, but got '%s'",
                     say_type(context, a));
    }
    uint32_t rank = a->rank;
    if (!dims_compatible(a->dims[rank - 1], a->dims[rank - 2])) {
        return fault(op, context,
                     "two minor dimensions of operand 'a' must be compatible, but got '%s'",
                     say_type(context, a));
    }
    if (rank != b->rank) {
        return fault(op, context, "operands must have equal rank, but got '%s' and '%s'",
                     say_type(context, a), say_type(context, b));
    }
    if (!dims_compatible(a->dims[rank - 1], b->dims[left->integer ? rank - 2 : rank - 1])) {
        return fault(
            op, context,
            "shared dimension of operands 'a' and 'b' must be compatible, but got '%s' and "
            "'%s'",
            say_type(context, a), say_type(context, b));
    }
    for (uint32_t i = 0; i + 2 < rank; i++) {
        if (!dims_compatible(a->dims[i], b->dims[i])) {
            return fault(
                op, context,
                "batch dimensions of the operands must be compatible, but got '%s' and '%s'",
                say_type(context, a), say_type(context, b));
        }
    }
    if (attr_case(op_attr(op, "transpose_a"), TRANSPOSE_NO) == TRANSPOSE_INVALID) {
        return fault(op, context,
                     "Invalid transpose option value for triangular solve: "
                     "TRANSPOSE_INVALID");
    }
    return true;
}

static bool triangular_solve_infer(const struct op *op, struct context *context,
                                   const struct type **types) {
    (void)context;
    types[0] = operand_type(op, 1);
    return true;
}

static bool flag(const struct op *op, const char *name) {
    const struct attr *attr = op_property(op, name);
    return attr && attr->integer != 0;
}

/* Batch dimensions; of the matrices, what a and b share (not contracted), what is b's own, and what
 * is contracted, none of which can be computed sharded. */
static bool triangular_solve_rule(const struct op *op, struct rule_builder *builder) {
    const struct type *a = op_operand(op, 0)->type, *b = op_operand(op, 1)->type;
    int64_t transpose = attr_case(op_property(op, "transpose_a"), TRANSPOSE_NO);
    bool transposed = transpose == TRANSPOSE_YES || transpose == TRANSPOSE_ADJOINT;
    bool left = flag(op, "left_side");
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

static bool triangular_solve_emit(const struct op *op, struct kernel_builder *builder) {
    int64_t transpose = attr_case(op_property(op, "transpose_a"), TRANSPOSE_NO);
    struct node_triangular form = {.left = flag(op, "left_side"),
                                   .lower = flag(op, "lower"),
                                   .unit_diagonal = flag(op, "unit_diagonal"),
                                   .transposed = transpose != TRANSPOSE_NO,
                                   .conjugated = transpose == TRANSPOSE_ADJOINT};
    kernel_result(builder, op, 0,
                  node_triangular(builder, kernel_operand(builder, op, 0),
                                  kernel_operand(builder, op, 1), &form));
    return true;
}

static bool triangular_solve_bound(struct op *op, struct bound_builder *bounder) {
    const dim_set handled[2] = {ALL_DIMS, ALL_DIMS};
    struct value *b = op_operand(op, 1), *sizes[MAX_RANK];
    for (uint32_t dim = 0; dim < b->type->rank; dim++) {
        sizes[dim] = bound_size(bounder, b, dim);
    }
    op_set_operand(op, 0, bound_with_identity(bounder, op_operand(op, 0)));
    op_set_operand(op, 1, bound_zeroed(bounder, b, ALL_DIMS));
    return bound_by_rule_but(bounder, op, handled, sizes);
}

static double triangular_solve_flops(const struct op *op) {
    const struct type *type = op_operand(op, 0)->type;
    return type->rank > 0 ? flops_of_result(op) * flops_extent(type, type->rank - 1) : 0;
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
    .verify = triangular_solve_verify,
    .infer = triangular_solve_infer,
    .speculatable = speculatable_triangular_solve,
    .rule = triangular_solve_rule,
    .emit = triangular_solve_emit,
    .relate = relate_triangular_solve,
    .canonicalize = canonicalize_nothing,
    .bound = triangular_solve_bound,
    .fill = fill_in_place,
    .reify = reify_elementwise,
    .fold = fold_by_scalar,
    .flops = triangular_solve_flops,
    .traffic = traffic_none,
};
