/* stablehlo.get_dimension_size, stablehlo.set_dimension_size */
#include "ops/bound_builder.h"
#include "ops/build.h"
#include "ops/expand_builder.h"
#include "ops/hooks.h"
#include "ops/verify/compat.h"

static bool check_dimension(const struct op *op, struct context *context) {
    int64_t dim = op_int(op, "dimension", 0);
    if (dim >= (int64_t)operand_type(op, 0)->rank) {
        return fault(op, context, "requires dimension attribute in range [0, %u); found (%lld)",
                     operand_type(op, 0)->rank, (long long)dim);
    }
    return true;
}

static bool get_dimension_size_verify(const struct op *op, struct context *context) {
    return check_dimension(op, context);
}

static bool get_dimension_size_infer(const struct op *op, struct context *context,
                                     const struct type **types) {
    (void)op;
    types[0] = type_tensor(context, type_integer(context, 32, SIGNLESS), 0, NULL, NULL);
    return true;
}

static bool set_dimension_size_verify(const struct op *op, struct context *context) {
    if (operand_type(op, 1)->rank != 0) {
        return fault(op, context, "size operand should be of rank-0, but is of rank %u",
                     operand_type(op, 1)->rank);
    }
    return check_dimension(op, context);
}

/* The dimension becomes dynamic, unless the size is a constant that fills it. */
static bool set_dimension_size_infer(const struct op *op, struct context *context,
                                     const struct type **types) {
    const struct type *operand = operand_type(op, 0);
    int64_t dim = op_int(op, "dimension", 0), dims[MAX_RANK], bounds[MAX_RANK];
    struct int_list size;
    for (uint32_t i = 0; i < operand->rank; i++) {
        dims[i] = operand->dims[i];
        bounds[i] = bound_of(operand, i);
    }
    bounds[dim] = dims[dim] == DIM_DYNAMIC ? bounds[dim] : dims[dim];
    bool full = constant_integers(op_operand(op, 1), &size) && size.count == 1 &&
                size.items[0] == bounds[dim];
    dims[dim] = full ? bounds[dim] : DIM_DYNAMIC;
    types[0] = type_with_bounds(context, operand->element, operand->rank, dims, bounds);
    return true;
}

static bool set_size_bound(struct op *op, struct bound_builder *bounder) {
    struct value *value = op_operand(op, 0), *sizes[MAX_RANK];
    int64_t changed = op_int(op, "dimension", 0);
    for (uint32_t dim = 0; dim < value->type->rank; dim++) {
        sizes[dim] = bound_size(bounder, value, dim);
    }
    sizes[changed] = size_held(bounder, op_operand(op, 1), value->type->dims[changed]);
    return bound_replace(bounder, op, value, sizes);
}

static bool get_size_bound(struct op *op, struct bound_builder *bounder) {
    uint32_t dim = (uint32_t)op_int(op, "dimension", 0);
    value_replace_uses(op_result(op, 0), bound_size(bounder, op_operand(op, 0), dim));
    op_erase(op);
    return true;
}

static bool get_size_fold(struct op *op, struct fold_builder *builder) {
    int64_t size = op_operand(op, 0)->type->dims[op_int(op, "dimension", 0)];
    return size != DIM_DYNAMIC && fold_become_constant(op, builder, &size, 1);
}

const struct op_def op_get_dimension_size = {
    .name = "stablehlo.get_dimension_size",
    .summary = "the size of a dimension",
    .traits = OP_PURE | OP_INFERRED,
    .operands = OPERANDS({"operand", VALUE_TENSOR_PER_AXIS, OP_ONE}),
    .results = RESULTS({"result", VALUE_I32, OP_ONE}),
    .regions = {0, 0},
    .attrs = ATTRS({.name = "dimension",
                    .kind = OP_ATTR_INT,
                    .required = true,
                    .limit = OP_ATTR_NON_NEGATIVE}),
    .form = "$operand , dim = $dimension @attrs : @function_type",
    .parse = parse_by_form,
    .print = print_by_form,
    .verify = get_dimension_size_verify,
    .infer = get_dimension_size_infer,
    .rule = rule_none,
    .needs = needs_all_whole,
    .emit = emit_static,
    .relate = relate_dimension_size,
    .expand = expand_get_dimension_size,
    .canonicalize = canonicalize_nothing,
    .bound = get_size_bound,
    .fill = fill_in_place,
    .reify = reify_elementwise,
    .fold = get_size_fold,
    .flops = flops_by_scalar,
    .traffic = traffic_none,
};

/* Of the size that the dimension has. */
static bool set_size_fold(struct op *op, struct fold_builder *builder) {
    struct int_list size;
    const struct type *type = op_result(op, 0)->type;
    (void)builder;
    return op_operand(op, 0)->type == type && constant_integers(op_operand(op, 1), &size) &&
           size.count == 1 && size.items[0] == type->dims[op_int(op, "dimension", 0)] &&
           fold_become_operand(op, 0);
}

const struct op_def op_set_dimension_size = {
    .name = "stablehlo.set_dimension_size",
    .summary = "changes the size of a dimension",
    .traits = OP_PURE | OP_INFERRED,
    .operands = OPERANDS({"operand", VALUE_TENSOR, OP_ONE}, {"size", VALUE_I32, OP_ONE}),
    .results = RESULTS({"result", VALUE_TENSOR, OP_ONE}),
    .regions = {0, 0},
    .attrs = ATTRS({.name = "dimension",
                    .kind = OP_ATTR_INT,
                    .required = true,
                    .limit = OP_ATTR_NON_NEGATIVE}),
    .form = "$operand , $size , dim = $dimension @attrs : @function_type",
    .parse = parse_by_form,
    .print = print_by_form,
    .verify = set_dimension_size_verify,
    .infer = set_dimension_size_infer,
    .speculatable = speculatable_set_dimension_size,
    .rule = rule_none,
    .needs = needs_all_whole,
    .emit = emit_static,
    .canonicalize = canonicalize_nothing,
    .bound = set_size_bound,
    .fill = fill_in_place,
    .reify = reify_elementwise,
    .fold = set_size_fold,
    .flops = flops_by_scalar,
    .traffic = traffic_none,
};
