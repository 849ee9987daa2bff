/* stablehlo.real_dynamic_slice */
#include "ops/bound_builder.h"
#include "ops/build.h"
#include "ops/hooks.h"
#include "ops/reify_builder.h"
#include "ops/stablehlo/dynamic/known_sizes.h"
#include "ops/stablehlo/dynamic/shape_operand.h"

static bool real_dynamic_slice_verify(const struct op *op, struct context *context) {
    static const char *const names[] = {"start_indices", "limit_indices", "strides"};
    const struct type *operand = operand_type(op, 0);
    for (uint32_t i = 0; i < 3; i++) {
        int64_t size = operand_type(op, i + 1)->dims[0];
        if (size != (int64_t)operand->rank) {
            return fault(op, context,
                         "has mismatched number of operand rank (%u) and %s size (%lld)",
                         operand->rank, names[i], (long long)size);
        }
    }
    return true;
}

/* The sizes where the limits are the starts plus a constant. */
static bool known_sizes(const struct op *op, struct int_list *sizes) {
    const struct value *start = op_operand(op, 1), *limit = op_operand(op, 2);
    if (!limit->op || !op_is(limit->op, OP_ADD)) {
        return false;
    }
    const struct value *a = op_operand(limit->op, 0), *b = op_operand(limit->op, 1);
    return (a == start && constant_integers(b, sizes)) ||
           (b == start && constant_integers(a, sizes));
}

bool real_dynamic_slice_sizes(const struct op *op, struct int_list *sizes) {
    struct int_list strides;
    if (!constant_integers(op_operand(op, 3), &strides) || !known_sizes(op, sizes)) {
        return false;
    }
    for (uint32_t i = 0; i < strides.count; i++) {
        if (strides.items[i] != 1) {
            return false;
        }
    }
    return sizes->count == operand_type(op, 0)->rank;
}

/* Of constant bounds, or of constant sizes. */
static bool real_dynamic_slice_infer(const struct op *op, struct context *context,
                                     const struct type **types) {
    const struct type *operand = operand_type(op, 0);
    struct int_list start, limit, stride, sizes;
    int64_t dims[MAX_RANK];
    if (constant_integers(op_operand(op, 1), &start) &&
        constant_integers(op_operand(op, 2), &limit) &&
        constant_integers(op_operand(op, 3), &stride)) {
        for (uint32_t i = 0; i < operand->rank; i++) {
            int64_t span = limit.items[i] - start.items[i];
            if (start.items[i] < 0 || span < 0 || stride.items[i] <= 0) {
                return false;
            }
            dims[i] = span / stride.items[i] + (span % stride.items[i] != 0);
        }
        sizes = (struct int_list){dims, operand->rank};
    } else if (!real_dynamic_slice_sizes(op, &sizes)) {
        return false;
    }
    types[0] = type_tensor(context, operand->element, operand->rank, sizes.items, NULL);
    return true;
}

/* A dynamic_slice as long as the bound, of which every stride-th element is taken. */
static bool real_dynamic_slice_bound(struct op *op, struct bound_builder *bounder) {
    struct value *from = op_operand(op, 0), *sizes[MAX_RANK], *starts[MAX_RANK];
    const struct type *to = bound_storage(bound_context(bounder), op_result(op, 0)->type);
    int64_t zeros[MAX_RANK] = {0}, high[MAX_RANK], limit[MAX_RANK];
    struct int_list strides;
    if (!to || !bound_constants(op, 3, &strides)) {
        return bound_fails(bounder, op, "has strides, or a bound, that are not known");
    }
    for (uint32_t dim = 0; dim < to->rank; dim++) {
        int64_t step = strides.items[dim];
        starts[dim] = size_held(bounder, size_at(bounder, op_operand(op, 1), dim), INT32_MAX);
        struct value *end = size_by(bounder, OP_MINIMUM, size_at(bounder, op_operand(op, 2), dim),
                                    bound_size(bounder, from, dim));
        struct value *length = size_by(bounder, OP_SUBTRACT, end, starts[dim]);
        sizes[dim] = size_of_windows(bounder, length, 1, 0, 1, step);
        limit[dim] = to->dims[dim] * step;
        high[dim] = limit[dim];
    }
    struct value *longer =
        build_pad(bound_at(bounder), from, bound_zero(bounder, from->type), zeros, high, zeros);
    const struct type *part = type_with_dims(bound_context(bounder), longer->type, to->rank, limit);
    to = type_with_element(bound_context(bounder), to, from->type->element);
    struct value *window = build_dynamic_slice(bound_at(bounder), longer, starts, part);
    struct value *taken =
        build_strided_slice(bound_at(bounder), window, zeros, limit, strides.items, to);
    return bound_replace(bounder, op, taken, sizes);
}

/* (stride + (limit - start) - 1) / stride */
static struct value *real_dynamic_slice_reify(struct op *op, struct builder *at) {
    struct reified_extents to = {.at = at, .type = op_operand(op, 1)->type->element};
    for (uint32_t i = 0; i < op_operand(op, 0)->type->rank; i++) {
        struct value *start = reify_element(&to, op_operand(op, 1), i);
        struct value *limit = reify_element(&to, op_operand(op, 2), i);
        struct value *stride = reify_element(&to, op_operand(op, 3), i);
        struct value *size = reify_compute(&to, OP_ARITH_SUBI, limit, start);
        size = reify_compute(&to, OP_ARITH_ADDI, stride, size);
        size = reify_compute(&to, OP_ARITH_SUBI, size, reify_number(&to, 1));
        reify_add(&to, reify_compute(&to, OP_ARITH_DIVSI, size, stride));
    }
    return reify_list(&to);
}

const struct op_def op_real_dynamic_slice = {
    .name = "stablehlo.real_dynamic_slice",
    .summary = "slices by amounts known at run time",
    .traits = OP_PURE,
    .operands = OPERANDS({"operand", VALUE_TENSOR, OP_ONE},
                         {"start_indices", VALUE_INDEX | VALUE_INT | VALUE_RANK_1, OP_ONE},
                         {"limit_indices", VALUE_INDEX | VALUE_INT | VALUE_RANK_1, OP_ONE},
                         {"strides", VALUE_INDEX | VALUE_INT | VALUE_RANK_1, OP_ONE}),
    .results = RESULTS({"result", VALUE_TENSOR, OP_ONE}),
    .regions = {0, 0},
    .attrs = no_attrs,
    .agreements = AGREEMENTS({{"operand", "result"}, OP_AGREE_ELEMENT_TYPE},
                             {{"start_indices", "limit_indices", "strides"}, OP_AGREE_TYPE}),
    .form = "@operands @attrs : @function_type",
    .parse = parse_by_form,
    .print = print_by_form,
    .verify = real_dynamic_slice_verify,
    .infer = real_dynamic_slice_infer,
    .speculatable = speculatable_by_three_shapes,
    .rule = rule_none,
    .needs = needs_all_whole,
    .emit = emit_static,
    .with_known_sizes = slice_with_known_sizes,
    .canonicalize = canonicalize_nothing,
    .bound = real_dynamic_slice_bound,
    .fill = fill_in_place,
    .reify = real_dynamic_slice_reify,
    .fold = fold_by_scalar,
    .flops = flops_by_scalar,
    .traffic = traffic_none,
};
