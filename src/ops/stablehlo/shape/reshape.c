/* stablehlo.reshape */
#include "ops/hooks.h"
#include "ops/stablehlo/shape/quantization.h"

static bool reshape_verify(const struct op *op, struct context *context) {
    const struct type *operand = operand_type(op, 0), *result = op_result(op, 0)->type;
    if (!type_is_static(operand) || !type_is_static(result)) {
        return true;
    }
    int64_t from = type_count(operand), to = type_count(result);
    if (from != to) {
        return op_fault(op, context,
                        "number of output elements (%lld) doesn't match expected number of "
                        "elements (%lld)",
                        (long long)to, (long long)from);
    }
    return check_reshape_quantization(op, context);
}

static bool reshape_emit(const struct op *op, struct kernel_builder *builder) {
    struct node *operand = kernel_operand(builder, op, 0);
    kernel_result(builder, op, 0, node_reshape(builder, op_result(op, 0)->type, operand));
    return true;
}

/* One side of a reshape, taken apart from its first dimension on: `dims` is the product of the
 * dimensions begun, `factors` that of the factors found, which follows it. */
struct reshape_side {
    const struct type *type;
    int64_t dim, dims, factors;
};

static bool side_is_done(const struct reshape_side *side) {
    return side->dim >= side->type->rank;
}

static bool at_size_one(const struct reshape_side *side) {
    return !side_is_done(side) && side->type->dims[side->dim] == 1;
}

static void begin_dim(struct reshape_side *side) {
    if (!side_is_done(side) && side->dims == side->factors) {
        side->dims *= side->type->dims[side->dim];
    }
}

static void end_dim(struct reshape_side *side) {
    if (!side_is_done(side) && side->dims == side->factors) {
        side->dim++;
    }
}

/* A factor that only the side behind has: as small as brings both sides together again, or keeps
 * what they have in common. */
static int64_t factor_behind(int64_t next, int64_t common, int64_t behind, int64_t ahead) {
    if (ahead % behind == 0 && next % (ahead / behind) == 0) {
        return ahead / behind;
    }
    return next > common ? next / common : next;
}

static void add_of_side(struct rule_builder *builder, struct reshape_side *side, bool is_result,
                        int64_t size) {
    rule_add_unary(builder, is_result ? NO_DIM : side->dim, is_result ? side->dim : NO_DIM, size,
                   FACTOR_PASS_THROUGH);
    side->factors *= size;
}

/* The next factor, or two that have nothing in common. */
static void next_factor(struct rule_builder *builder, struct reshape_side *in,
                        struct reshape_side *out) {
    int64_t next_in = in->dims / in->factors, next_out = out->dims / out->factors;
    int64_t common = greatest_common_divisor(next_in, next_out);
    if (in->factors < out->factors) {
        add_of_side(builder, in, false, factor_behind(next_in, common, in->factors, out->factors));
    } else if (in->factors > out->factors) {
        add_of_side(builder, out, true, factor_behind(next_out, common, out->factors, in->factors));
    } else if (common > 1) {
        rule_add_unary(builder, in->dim, out->dim, common, FACTOR_PASS_THROUGH);
        in->factors *= common;
        out->factors *= common;
    } else {
        add_of_side(builder, in, false, next_in);
        add_of_side(builder, out, true, next_out);
    }
}

static bool reshape_rule(const struct op *op, struct rule_builder *builder) {
    struct reshape_side in = {op_operand(op, 0)->type, 0, 1, 1};
    struct reshape_side out = {op->results[0].type, 0, 1, 1};
    if (type_count(in.type) == 0) {
        return false;
    }
    while (!side_is_done(&in) || !side_is_done(&out)) {
        if (at_size_one(&in)) {
            rule_add_unary(builder, in.dim++, NO_DIM, 1, FACTOR_PASS_THROUGH);
            continue;
        }
        if (at_size_one(&out)) {
            rule_add_unary(builder, NO_DIM, out.dim++, 1, FACTOR_PASS_THROUGH);
            continue;
        }
        begin_dim(&in);
        begin_dim(&out);
        next_factor(builder, &in, &out);
        end_dim(&in);
        end_dim(&out);
    }
    return true;
}

const struct op_def op_reshape = {
    .name = "stablehlo.reshape",
    .summary = "another shape of the same elements",
    .traits = OP_PURE | OP_COMPATIBLE_ELEMENTS,
    .operands = OPERANDS({"operand", VALUE_TENSOR_PER_AXIS, OP_ONE}),
    .results = RESULTS({"result", VALUE_STATIC_OR_BOUNDED, OP_ONE}),
    .regions = {0, 0},
    .attrs = no_attrs,
    .form = "@operands @attrs : @function_type",
    .parse = parse_by_form,
    .print = print_by_form,
    .verify = reshape_verify,
    .infer = infer_nothing,
    .schedule = OP_SCHEDULE_FIRST,
    .rule = reshape_rule,
    .partition = partition_by_rule,
    .emit = reshape_emit,
    .canonicalize = canonicalize_nothing,
};
