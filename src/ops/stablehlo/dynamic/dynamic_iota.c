/* stablehlo.dynamic_iota */
#include "ops/bound_builder.h"
#include "ops/build.h"
#include "ops/hooks.h"
#include "ops/stablehlo/dynamic/known_sizes.h"
#include "ops/stablehlo/dynamic/shape_operand.h"

static bool dynamic_iota_verify(const struct op *op, struct context *context) {
    const struct type *result = op_result(op, 0)->type;
    if (op_int(op, "iota_dimension", 0) >= (int64_t)result->rank) {
        return op_fault(op, context,
                        "iota dimension cannot go beyond the output rank. Got %lld with rank %u",
                        (long long)op_int(op, "iota_dimension", 0), result->rank);
    }
    return check_shape_operand(op, context, 0);
}

static bool dynamic_iota_infer(const struct op *op, struct context *context,
                               const struct type **types) {
    return infer_from_shape_operand(op, context, 0, types);
}

static bool dynamic_iota_bound(struct op *op, struct bound_builder *bounder) {
    const struct type *to = bound_storage(bound_context(bounder), op_result(op, 0)->type);
    struct value *sizes[MAX_RANK];
    bound_sizes_of_list(bounder, op, op_operand(op, 0), sizes);
    if (!to) {
        return bound_fails(bounder, op,
                           "has a result with a dimension that is open and has no bound");
    }
    int64_t dim = op_int(op, "iota_dimension", 0);
    return bound_replace(bounder, op, build_iota(bound_at(bounder), to, dim), sizes);
}

const struct op_def op_dynamic_iota = {
    .name = "stablehlo.dynamic_iota",
    .summary = "counts along a dimension of a shape known at run time",
    .traits = OP_PURE,
    .operands = OPERANDS({"output_shape", VALUE_DIMENSIONS, OP_ONE}),
    .results = RESULTS({"result", VALUE_TENSOR, OP_ONE}),
    .regions = {0, 0},
    .attrs = ATTRS({.name = "iota_dimension",
                    .kind = OP_ATTR_INT,
                    .required = true,
                    .limit = OP_ATTR_NON_NEGATIVE}),
    .form = "$output_shape , dim = $iota_dimension @attrs : @function_type",
    .parse = parse_by_form,
    .print = print_by_form,
    .verify = dynamic_iota_verify,
    .infer = dynamic_iota_infer,
    .speculatable = speculatable_dynamic_iota,
    .rule = rule_none,
    .needs = needs_all_whole,
    .emit = emit_static,
    .with_known_sizes = iota_with_known_sizes,
    .canonicalize = canonicalize_nothing,
    .bound = dynamic_iota_bound,
    .fill = fill_in_place,
    .reify = reify_listed,
    .fold = fold_by_scalar,
    .flops = flops_by_scalar,
    .traffic = traffic_none,
};
