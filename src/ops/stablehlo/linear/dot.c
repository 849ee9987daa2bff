/* stablehlo.dot */
#include "ops/build.h"
#include "ops/flops.h"
#include "ops/hooks.h"
#include "ops/stablehlo/linear/linear.h"

static uint32_t dot_shape(const struct op *op, int64_t dims[2], int64_t bounds[2]) {
    const struct type *lhs = operand_type(op, 0), *rhs = operand_type(op, 1);
    uint32_t rank = 0;
    if (lhs->rank == 2) {
        bounds[rank] = bound_of(lhs, 0);
        dims[rank++] = lhs->dims[0];
    }
    if (rhs->rank == 2) {
        bounds[rank] = bound_of(rhs, 1);
        dims[rank++] = rhs->dims[1];
    }
    return rank;
}

static bool dot_verify(const struct op *op, struct context *context) {
    const struct type *lhs = operand_type(op, 0), *rhs = operand_type(op, 1);
    int64_t dims[2], bounds[2];
    if (!check_precision(op, context)) {
        return false;
    }
    if (lhs->rank < 1 || lhs->rank > 2 || rhs->rank < 1 || rhs->rank > 2) {
        return fault(op, context,
                     "expected both lhs/rhs ranks to be either 1 or 2: found %u and %u", lhs->rank,
                     rhs->rank);
    }
    if (!dims_compatible(lhs->dims[lhs->rank - 1], rhs->dims[0])) {
        return fault(
            op, context,
            "expected both lhs/rhs ranks to be either 1 or 2, and the contracted dimensions "
            "to match: found '%s' and '%s'",
            say_type(context, lhs), say_type(context, rhs));
    }
    return check_result_shape(op, context, dot_shape(op, dims, bounds), dims);
}

static bool dot_infer(const struct op *op, struct context *context, const struct type **types) {
    int64_t dims[2], bounds[2];
    uint32_t rank = dot_shape(op, dims, bounds);
    types[0] = type_with_bounds(context, op_result(op, 0)->type->element, rank, dims, bounds);
    return true;
}

/* ([i, k], [k, j])->([i, j]), where the operands are matrices. */
static bool dot_rule(const struct op *op, struct rule_builder *builder) {
    const struct type *lhs = op_operand(op, 0)->type, *rhs = op_operand(op, 1)->type;
    int64_t result = 0;
    if (lhs->rank == 2) {
        rule_add_binary(builder, 0, NO_DIM, result++, lhs->dims[0], FACTOR_PASS_THROUGH);
    }
    if (rhs->rank == 2) {
        rule_add_binary(builder, NO_DIM, 1, result, rhs->dims[1], FACTOR_PASS_THROUGH);
    }
    rule_add_binary(builder, lhs->rank - 1, 0, NO_DIM, rhs->dims[0], FACTOR_REDUCTION);
    return true;
}

static double dot_flops(const struct op *op) {
    const struct type *lhs = op_operand(op, 0)->type;
    return 2 * flops_of_result(op) * (lhs->rank > 0 ? flops_extent(lhs, lhs->rank - 1) : 1);
}

/* The last dimension of the left meets the first of the right. */
static struct op *dot_modern(struct op *op, struct module *module) {
    int64_t left = (int64_t)op_operand(op, 0)->type->rank - 1, right = 0;
    struct dot_dims dims = {.lhs_contracting = {&left, 1}, .rhs_contracting = {&right, 1}};
    struct op *made = op_stand_in(module, op, OP_DOT_GENERAL, 0);
    const struct attr *precision = op_property(op, "precision_config");
    op_set_property(module, made, "dot_dimension_numbers", attr_dot_dims(module->context, &dims));
    if (precision) {
        op_set_property(module, made, "precision_config", precision);
    }
    return made;
}

const struct op_def op_dot = {
    .name = "stablehlo.dot",
    .summary = "product of vectors and matrices",
    .traits = OP_PURE | OP_SHAPES_SUFFICE,
    .operands = OPERANDS({"lhs", VALUE_TENSOR, OP_ONE}, {"rhs", VALUE_TENSOR_PER_AXIS, OP_ONE}),
    .results = RESULTS({"result", VALUE_TENSOR_PER_AXIS, OP_ONE}),
    .regions = {0, 0},
    .attrs = ATTRS({.name = "precision_config",
                    .kind = OP_ATTR_ARRAY,
                    .dialect_attr = "stablehlo.precision",
                    .words = "Precision Config attribute"}),
    .form = "$lhs , $rhs @precision @attrs : @function_type",
    .parse = parse_by_form,
    .print = print_by_form,
    .verify = dot_verify,
    .infer = dot_infer,
    .rule = dot_rule,
    .emit = emit_expanded,
    .modern = dot_modern,
    .canonicalize = canonicalize_nothing,
    .bound = bound_by_rule,
    .fill = fill_in_place,
    .reify = reify_elementwise,
    .fold = fold_by_scalar,
    .flops = dot_flops,
    .traffic = traffic_none,
};
