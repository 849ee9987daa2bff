/* stablehlo.dynamic_pad */
#include "ops/bound_builder.h"
#include "ops/build.h"
#include "ops/hooks.h"
#include "ops/reify_builder.h"
#include "ops/stablehlo/dynamic/known_sizes.h"

static bool dynamic_pad_verify(const struct op *op, struct context *context) {
    const struct type *operand = operand_type(op, 0), *result = op_result(op, 0)->type;
    struct int_list low, high, interior;
    if (operand_type(op, 2)->dims[0] != (int64_t)operand->rank) {
        return fault(op, context, "padding operands size (%lld) must match operand rank (%u)",
                     (long long)operand_type(op, 2)->dims[0], operand->rank);
    }
    bool inner = constant_integers(op_operand(op, 4), &interior);
    for (uint32_t i = 0; inner && i < interior.count; i++) {
        if (interior.items[i] < 0) {
            return fault(op, context, "interior_padding must be non-negative, but got %s",
                         say_bare(context, interior.count, interior.items));
        }
    }
    if (!inner || !type_is_static(operand) || !type_is_static(result) ||
        !constant_integers(op_operand(op, 2), &low) ||
        !constant_integers(op_operand(op, 3), &high)) {
        return true;
    }
    for (uint32_t i = 0; i < operand->rank; i++) {
        int64_t size = operand->dims[i], found = result->dims[i];
        int64_t wanted;
        if (!padded_extent(size, low.items[i], high.items[i], interior.items[i], &wanted)) {
            return fault(op, context, "padding result too large for dimension %u", i);
        }
        if (found != wanted) {
            return fault(op, context,
                         "expected output dimension at index %u to equal %lld, but got "
                         "%lld",
                         i, (long long)wanted, (long long)found);
        }
    }
    return true;
}

static bool dynamic_pad_infer(const struct op *op, struct context *context,
                              const struct type **types) {
    const struct type *operand = operand_type(op, 0);
    struct int_list low, high, interior;
    int64_t dims[MAX_RANK];
    if (!constant_integers(op_operand(op, 2), &low) ||
        !constant_integers(op_operand(op, 3), &high) ||
        !constant_integers(op_operand(op, 4), &interior)) {
        return false;
    }
    for (uint32_t i = 0; i < operand->rank; i++) {
        if (!padded_extent(operand->dims[i], low.items[i], high.items[i], interior.items[i],
                           &dims[i])) {
            return false;
        }
    }
    types[0] = type_tensor(context, operand->element, operand->rank, dims, NULL);
    return true;
}

static bool dynamic_pad_bound(struct op *op, struct bound_builder *bounder) {
    struct value *sizes[MAX_RANK], *low[MAX_RANK], *high[MAX_RANK];
    const struct type *to = bound_storage(bound_context(bounder), op_result(op, 0)->type);
    struct int_list interior;
    if (!to || !bound_constants(op, 4, &interior)) {
        return bound_fails(bounder, op, "has gaps, or a bound, that are not known");
    }
    for (uint32_t dim = 0; dim < to->rank; dim++) {
        low[dim] = size_at(bounder, op_operand(op, 2), dim);
        high[dim] = size_at(bounder, op_operand(op, 3), dim);
    }
    const struct bound_padding how = {op_operand(op, 1), low, high, interior.items, to->dims};
    struct value *padded = bound_padded(bounder, op_operand(op, 0), &how, sizes);
    return bound_replace(bounder, op, padded, sizes);
}

/* One less, but not less than nothing. */
static struct value *gaps_between(struct reified_extents *to, struct value *size) {
    struct context *context = to->at->module->context;
    struct value *zero = reify_number(to, 0), *one = reify_number(to, 1);
    struct value *none = build_value(to->at, OP_ARITH_CMPI, 2, (struct value *[]){size, one},
                                     type_integer(context, 1, SIGNLESS));
    op_set_property(to->at->module, none->op, "predicate", attr_i64(context, 2)); /* slt */
    none = reify_folded(to, none);
    struct value *gaps = reify_compute(to, OP_ARITH_SUBI, size, one);
    struct value *cases[3] = {none, zero, gaps};
    return reify_folded(to, build_value(to->at, OP_ARITH_SELECT, 3, cases, size->type));
}

static struct value *dynamic_pad_reify(struct op *op, struct builder *at) {
    struct reified_extents to = {.at = at, .type = op_operand(op, 2)->type->element};
    for (uint32_t i = 0; i < op_operand(op, 0)->type->rank; i++) {
        struct value *size = reify_dimension(&to, op_operand(op, 0), i);
        struct value *low = reify_element(&to, op_operand(op, 2), i);
        struct value *high = reify_element(&to, op_operand(op, 3), i);
        struct value *interior = reify_element(&to, op_operand(op, 4), i);
        struct value *gaps = reify_compute(&to, OP_ARITH_MULI, interior, gaps_between(&to, size));
        size = reify_compute(&to, OP_ARITH_ADDI, gaps, size);
        size = reify_compute(&to, OP_ARITH_ADDI, size, low);
        reify_add(&to, reify_compute(&to, OP_ARITH_ADDI, size, high));
    }
    return reify_list(&to);
}

const struct op_def op_dynamic_pad = {
    .name = "stablehlo.dynamic_pad",
    .summary = "pads by amounts known at run time",
    .traits = OP_PURE,
    .operands = OPERANDS({"operand", VALUE_TENSOR, OP_ONE},
                         {"padding_value", VALUE_TENSOR | VALUE_RANK_0, OP_ONE},
                         {"edge_padding_low", VALUE_DIMENSIONS, OP_ONE},
                         {"edge_padding_high", VALUE_DIMENSIONS, OP_ONE},
                         {"interior_padding", VALUE_DIMENSIONS, OP_ONE}),
    .results = RESULTS({"result", VALUE_TENSOR, OP_ONE}),
    .regions = {0, 0},
    .attrs = no_attrs,
    .agreements =
        AGREEMENTS({{"operand", "padding_value", "result"}, OP_AGREE_ELEMENT_TYPE},
                   {{"edge_padding_low", "edge_padding_high", "interior_padding"}, OP_AGREE_TYPE},
                   {{"operand", "result"}, OP_AGREE_RANK}),
    .form = "@operands @attrs : @function_type",
    .parse = parse_by_form,
    .print = print_by_form,
    .verify = dynamic_pad_verify,
    .infer = dynamic_pad_infer,
    .speculatable = speculatable_by_three_shapes,
    .rule = rule_none,
    .needs = needs_all_whole,
    .emit = emit_static,
    .with_known_sizes = pad_with_known_sizes,
    .canonicalize = canonicalize_nothing,
    .bound = dynamic_pad_bound,
    .fill = fill_in_place,
    .reify = dynamic_pad_reify,
    .fold = fold_by_scalar,
    .flops = flops_by_scalar,
    .traffic = traffic_none,
};
