/* check.expect_eq, check.expect_eq_const, check.expect_almost_eq, check.expect_almost_eq_const,
 * check.expect_close, check.expect_serialized_eq */
#include "ops/bound_builder.h"
#include "ops/build.h"
#include "ops/hooks.h"

/* Sizes are equal, and elements are, where padding is zero. */
static bool expect_equal_bound(struct op *op, struct bound_builder *bounder) {
    struct value *a = op_operand(op, 0), *b = op_operand(op, 1);
    for (uint32_t dim = 0; dim < a->type->rank; dim++) {
        if ((bound_dims(bounder, a) | bound_dims(bounder, b)) & dim_set_of(dim)) {
            struct value *sizes[2] = {bound_size(bounder, a, dim), bound_size(bounder, b, dim)};
            build_row(bound_at(bounder), OP_CHECK_EXPECT_EQ, 2, sizes, 0, NULL, 0);
        }
    }
    op_set_operand(op, 0, bound_zeroed(bounder, a, ALL_DIMS));
    op_set_operand(op, 1, bound_zeroed(bounder, b, ALL_DIMS));
    return true;
}

const struct op_def op_check_expect_eq = {
    .name = "check.expect_eq",
    .summary = "fails where values differ",
    .traits = OP_SAME_TYPES,
    .operands = OPERANDS({"lhs", VALUE_ANY, OP_ONE}, {"rhs", VALUE_ANY, OP_ONE}),
    .results = no_values,
    .regions = {0, 0},
    .attrs = no_attrs,
    .form = "@operands @attrs : @type:lhs",
    .parse = parse_by_form,
    .print = print_by_form,
    .verify = verify_nothing,
    .infer = infer_nothing,
    .rule = rule_none,
    .needs = needs_all_whole,
    .emit = emit_checked,
    .canonicalize = canonicalize_nothing,
    .bound = expect_equal_bound,
    .fill = fill_in_place,
    .reify = reify_elementwise,
    .fold = fold_by_scalar,
    .flops = flops_by_scalar,
    .traffic = traffic_none,
};

const struct op_def op_check_expect_eq_const = {
    .name = "check.expect_eq_const",
    .summary = "fails where a value differs from a constant",
    .traits = 0,
    .operands = OPERANDS({"lhs", VALUE_ANY, OP_ONE}),
    .results = no_values,
    .regions = {0, 0},
    .attrs = ATTRS({.name = "value", .kind = OP_ATTR_DENSE, .required = true}),
    .form = "$lhs , $value @operand_of_value @attrs",
    .parse = parse_by_form,
    .print = print_by_form,
    .verify = verify_nothing,
    .infer = infer_nothing,
    .rule = rule_none,
    .needs = needs_all_whole,
    .emit = emit_checked,
    .canonicalize = canonicalize_nothing,
    COMMON_HOOKS,
};

const struct op_def op_check_expect_almost_eq = {
    .name = "check.expect_almost_eq",
    .summary = "fails where values are far apart",
    .traits = OP_SAME_TYPES,
    .operands = OPERANDS({"lhs", VALUE_ANY, OP_ONE}, {"rhs", VALUE_ANY, OP_ONE}),
    .results = no_values,
    .regions = {0, 0},
    .attrs = ATTRS({.name = "tolerance", .kind = OP_ATTR_F64}),
    .form = "$lhs , $rhs (? , tolerance = $tolerance ?) @attrs : @type:lhs",
    .parse = parse_by_form,
    .print = print_by_form,
    .verify = verify_nothing,
    .infer = infer_nothing,
    .rule = rule_none,
    .needs = needs_all_whole,
    .emit = emit_checked,
    .canonicalize = canonicalize_nothing,
    .bound = expect_equal_bound,
    .fill = fill_in_place,
    .reify = reify_elementwise,
    .fold = fold_by_scalar,
    .flops = flops_by_scalar,
    .traffic = traffic_none,
};

const struct op_def op_check_expect_almost_eq_const = {
    .name = "check.expect_almost_eq_const",
    .summary = "fails where a value is far from a constant",
    .traits = 0,
    .operands = OPERANDS({"lhs", VALUE_ANY, OP_ONE}),
    .results = no_values,
    .regions = {0, 0},
    .attrs = ATTRS({.name = "value", .kind = OP_ATTR_DENSE, .required = true},
                   {.name = "tolerance", .kind = OP_ATTR_F64}),
    .form = "$lhs , $value (? , tolerance = $tolerance ?) @operand_of_value @attrs",
    .parse = parse_by_form,
    .print = print_by_form,
    .verify = verify_nothing,
    .infer = infer_nothing,
    .rule = rule_none,
    .needs = needs_all_whole,
    .emit = emit_checked,
    .canonicalize = canonicalize_nothing,
    COMMON_HOOKS,
};

const struct op_def op_check_expect_close = {
    .name = "check.expect_close",
    .summary = "fails where values are some units in the last place apart",
    .traits = 0,
    .operands = OPERANDS({"actual", VALUE_ANY, OP_ONE}, {"expected", VALUE_ANY, OP_ONE}),
    .results = no_values,
    .regions = {0, 0},
    .attrs = ATTRS(
        {.name = "max_ulp_difference", .kind = OP_ATTR_UI64, .required = true},
        {.name = "min_ulp_difference", .kind = OP_ATTR_UI64, .otherwise = OP_ATTR_DEFAULT_ZERO}),
    .agreements = AGREEMENTS({{"actual", "expected"}, OP_AGREE_TYPE}),
    .form =
        "$actual , $expected , max_ulp_difference = $max_ulp_difference (? , min_ulp_difference "
        "= $min_ulp_difference ?) : @attrs @type:actual , @type:expected",
    .parse = parse_by_form,
    .print = print_by_form,
    .verify = verify_nothing,
    .infer = infer_nothing,
    .rule = rule_none,
    .needs = needs_all_whole,
    .emit = emit_checked,
    .canonicalize = canonicalize_nothing,
    .bound = expect_equal_bound,
    .fill = fill_in_place,
    .reify = reify_elementwise,
    .fold = fold_by_scalar,
    .flops = flops_by_scalar,
    .traffic = traffic_none,
};

const struct op_def op_check_expect_serialized_eq = {
    .name = "check.expect_serialized_eq",
    .summary = "fails where a value differs from a file",
    .traits = 0,
    .operands = OPERANDS({"expected", VALUE_ANY, OP_ONE}),
    .results = no_values,
    .regions = {0, 0},
    .attrs = ATTRS({.name = "probe_id", .kind = OP_ATTR_STRING, .required = true},
                   {.name = "iteration", .kind = OP_ATTR_UI32, .otherwise = OP_ATTR_DEFAULT_ZERO}),
    .form = "$expected , probe_id = $probe_id (? , iter = $iteration ?) @attrs : @type:expected",
    .parse = parse_by_form,
    .print = print_by_form,
    .verify = verify_nothing,
    .infer = infer_nothing,
    .rule = rule_none,
    .needs = needs_all_whole,
    .emit = emit_checked,
    .canonicalize = canonicalize_nothing,
    COMMON_HOOKS,
};
