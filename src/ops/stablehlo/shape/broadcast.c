/* stablehlo.broadcast, stablehlo.broadcast_in_dim */
#include "ops/build.h"
#include "ops/fill_builder.h"
#include "ops/hooks.h"
#include "ops/reify_builder.h"
#include "ops/stablehlo/shape/quantization.h"

static bool broadcast_sizes_verify(const struct op *op, struct context *context) {
    struct int_list sizes = op_ints(op, "broadcast_sizes");
    for (uint32_t i = 0; i < sizes.count; i++) {
        if (sizes.items[i] < 0) {
            return fault(op, context, "Broadcast with negative dimension size %lld",
                         (long long)sizes.items[i]);
        }
    }
    return true;
}

static bool broadcast_sizes_infer(const struct op *op, struct context *context,
                                  const struct type **types) {
    const struct type *operand = operand_type(op, 0);
    struct int_list sizes = op_ints(op, "broadcast_sizes");
    int64_t dims[MAX_RANK];
    uint32_t rank = 0;
    if (sizes.count + operand->rank > MAX_RANK) {
        return false;
    }
    for (uint32_t i = 0; i < sizes.count; i++) {
        dims[rank++] = sizes.items[i];
    }
    for (uint32_t i = 0; i < operand->rank; i++) {
        dims[rank++] = operand->dims[i];
    }
    types[0] = type_tensor(context, operand->element, rank, dims, NULL);
    return true;
}

static bool broadcast_in_dim_verify(const struct op *op, struct context *context) {
    const struct type *operand = operand_type(op, 0), *result = op_result(op, 0)->type;
    struct int_list dims = op_ints(op, "broadcast_dimensions");
    const struct quantized *quantized = type_as_quantized(operand->element);
    if (quantized && quantized->axis == QUANTIZED_PER_TENSOR &&
        !check_same_scales(op, context, operand, result)) {
        return false;
    }
    if (dims.count != operand->rank) {
        return op_fault(op, context,
                        "broadcast_dimensions size (%u) does not match operand rank (%u)",
                        dims.count, operand->rank);
    }
    if (!ints_distinct(dims)) {
        return op_fault(op, context, "broadcast_dimensions should not have duplicates: %s",
                        say_list(context, dims));
    }
    for (uint32_t i = 0; i < dims.count; i++) {
        int64_t at = dims.items[i], size = operand->dims[i];
        if (at < 0 || at >= (int64_t)result->rank) {
            return op_fault(op, context,
                            "broadcast_dimensions contains invalid value %lld for result with rank "
                            "%u",
                            (long long)at, result->rank);
        }
        if (size != DIM_DYNAMIC && size != 1 && size != result->dims[at]) {
            return op_fault(op, context,
                            "size of operand dimension %u (%lld) is not equal to 1 or size of "
                            "result dimension %lld (%lld)",
                            i, (long long)size, (long long)at, (long long)result->dims[at]);
        }
    }
    return check_broadcast_quantization(op, context);
}

static struct value *broadcast_reify(struct op *op, struct builder *at) {
    struct reified_extents to = reify_extents(at);
    struct int_list sizes = op_ints(op, "broadcast_sizes");
    for (uint32_t i = 0; i < sizes.count; i++) {
        reify_add(&to, reify_number(&to, sizes.items[i]));
    }
    for (uint32_t i = 0; i < op_operand(op, 0)->type->rank; i++) {
        reify_add(&to, reify_dimension(&to, op_operand(op, 0), i));
    }
    return reify_list(&to);
}

/* The sizes come before the operand's own dimensions. */
static struct op *broadcast_modern(struct op *op, struct module *module) {
    struct int_list sizes = op_ints(op, "broadcast_sizes");
    uint32_t rank = op_operand(op, 0)->type->rank;
    int64_t dims[MAX_RANK];
    for (uint32_t i = 0; i < rank; i++) {
        dims[i] = (int64_t)sizes.count + i;
    }
    struct op *made = op_stand_in(module, op, OP_BROADCAST_IN_DIM, 0);
    op_set_property(module, made, "broadcast_dimensions",
                    attr_i64_array(module->context, rank, dims));
    return made;
}

const struct op_def op_broadcast = {
    .name = "stablehlo.broadcast",
    .summary = "adds leading dimensions",
    .traits = OP_PURE | OP_SAME_ELEMENTS | OP_INFERRED,
    .operands = OPERANDS({"operand", VALUE_TENSOR, OP_ONE}),
    .results = RESULTS({"result", VALUE_TENSOR_PER_AXIS, OP_ONE}),
    .regions = {0, 0},
    .attrs = ATTRS({.name = "broadcast_sizes", .kind = OP_ATTR_INT_ARRAY, .required = true}),
    .form = "$operand , sizes = $broadcast_sizes @attrs : @function_type",
    .parse = parse_by_form,
    .print = print_by_form,
    .verify = broadcast_sizes_verify,
    .infer = broadcast_sizes_infer,
    .rule = rule_none,
    .emit = emit_expanded,
    .modern = broadcast_modern,
    .canonicalize = canonicalize_nothing,
    .bound = bound_by_rule,
    .fill = fill_in_place,
    .reify = broadcast_reify,
    .fold = fold_by_scalar,
    .flops = flops_by_scalar,
    .traffic = traffic_none,
};

static bool broadcast_in_dim_emit(const struct op *op, struct kernel_builder *builder) {
    struct node *operand = kernel_operand(builder, op, 0);
    struct int_list dims = op_ints(op, "broadcast_dimensions");
    struct affine map[KERNEL_DIMS];
    for (uint32_t d = 0; d < node_rank(operand); d++) {
        map[d] = node_extent(operand, d) == 1 ? affine_constant(0)
                                              : affine_dim((uint32_t)dims.items[d], 1, 0);
    }
    const struct type *type = op_result(op, 0)->type;
    kernel_result(builder, op, 0, node_compute(builder, type, term_read(builder, operand, map)));
    return true;
}

/* A dimension of size 1 that is expanded has a factor of its own. */
static bool broadcast_in_dim_rule(const struct op *op, struct rule_builder *builder) {
    const struct type *in = op_operand(op, 0)->type, *out = op->results[0].type;
    struct int_list dims = op_ints(op, "broadcast_dimensions");
    for (uint32_t dim = 0; dim < out->rank; dim++) {
        int64_t from = NO_DIM;
        for (uint32_t i = 0; i < dims.count; i++) {
            from = dims.items[i] == dim ? i : from;
        }
        if (from != NO_DIM && in->dims[from] == 1 && out->dims[dim] != 1) {
            rule_add_unary(builder, from, NO_DIM, 1, FACTOR_PASS_THROUGH);
            from = NO_DIM;
        }
        rule_add_unary(builder, from, dim, out->dims[dim], FACTOR_PASS_THROUGH);
    }
    return true;
}

/* A dimension of one element that is expanded is whole; the others are as long as the result's. */
static bool broadcast_fill(struct op *op, struct fill_builder *padder) {
    struct int_list to = op_ints(op, "broadcast_dimensions");
    const struct type *operand = op_operand(op, 0)->type, *result = fill_result_type(padder, op);
    const struct type *from = fill_original(padder, op_operand(op, 0));
    dim_set apart = 0, behind = 0;
    for (uint32_t dim = 0; dim < operand->rank; dim++) {
        bool fits = operand->dims[dim] == 1 || operand->dims[dim] == result->dims[to.items[dim]];
        apart |= fits ? 0 : dim_set_of(dim);
        behind |= fits || from->dims[dim] == 1 ? 0 : dim_set_of(to.items[dim]);
    }
    return apart ? fill_on_whole(padder, op, &apart, behind) : fill_in_place(op, padder);
}

static bool broadcast_fold(struct op *op, struct fold_builder *builder) {
    return fold_read_operands(op, builder) && fold_become_splat(op, builder);
}

const struct op_def op_broadcast_in_dim = {
    .name = "stablehlo.broadcast_in_dim",
    .summary = "repeats along new dimensions",
    .traits = OP_PURE | OP_COMPATIBLE_ELEMENTS,
    .operands = OPERANDS({"operand", VALUE_TENSOR_PER_AXIS, OP_ONE}),
    .results = RESULTS({"result", VALUE_STATIC_OR_BOUNDED, OP_ONE}),
    .regions = {0, 0},
    .attrs = ATTRS({.name = "broadcast_dimensions", .kind = OP_ATTR_INT_ARRAY, .required = true}),
    .form = "$operand , dims = $broadcast_dimensions @attrs : @function_type",
    .parse = parse_by_form,
    .print = print_by_form,
    .verify = broadcast_in_dim_verify,
    .infer = infer_nothing,
    .speculatable = speculatable_if_static,
    .schedule = OP_SCHEDULE_BACKWARD_FIRST,
    .rule = broadcast_in_dim_rule,
    .emit = broadcast_in_dim_emit,
    .relate = relate_broadcast,
    .canonicalize = canonicalize_nothing,
    .bound = bound_by_rule,
    .fill = broadcast_fill,
    .reify = reify_elementwise,
    .fold = broadcast_fold,
    .flops = flops_by_scalar,
    .traffic = traffic_none,
    .memory = OP_MEMORY_NONE,
};
