/* stablehlo.real_dynamic_slice */
#include "ops/hooks.h"
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
    .canonicalize = canonicalize_nothing,
};
