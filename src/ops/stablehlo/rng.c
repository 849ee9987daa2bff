/* stablehlo.rng, stablehlo.rng_bit_generator */
#include "ops/expand_builder.h"
#include "ops/flops.h"
#include "ops/hooks.h"

static bool rng_verify(const struct op *op, struct context *context) {
    const struct type *a = op_operand(op, 0)->type;
    bool normal = attr_case(op_attr(op, "rng_distribution"), RNG_UNIFORM) == RNG_NORMAL;
    if (normal && a->element->kind != TYPE_FLOAT) {
        return fault(op, context, "mu and sigma must be floats, but are '%s'",
                     say_type(context, a));
    }
    return true;
}

static bool rng_infer(const struct op *op, struct context *context, const struct type **types) {
    const struct type *shape = op_operand(op, 2)->type;
    struct int_list dims = {0};
    int64_t unknown[MAX_RANK];
    uint32_t rank = shape->dims[0] < MAX_RANK ? (uint32_t)shape->dims[0] : MAX_RANK;
    if (!constant_integers(op_operand(op, 2), &dims)) {
        for (uint32_t i = 0; i < rank; i++) {
            unknown[i] = DIM_DYNAMIC;
        }
        dims = (struct int_list){unknown, rank};
    }
    types[0] = type_tensor(context, op_operand(op, 0)->type->element, dims.count, dims.items, NULL);
    return true;
}

static bool rng_bit_generator_verify(const struct op *op, struct context *context) {
    const struct type *initial = op_operand(op, 0)->type, *state = op_result(op, 0)->type;
    if (!shapes_compatible(initial, state)) {
        return fault(
            op, context,
            "output state shape must be compatible with initial state shape. Got: '%s' and "
            "'%s'",
            say_type(context, initial), say_type(context, state));
    }
    return true;
}

const struct op_def op_rng = {
    .name = "stablehlo.rng",
    .summary = "random numbers of a distribution",
    .traits = OP_INFERRED,
    .operands = OPERANDS({"a", VALUE_PRED_INT | VALUE_FLOAT | VALUE_RANK_0, OP_ONE},
                         {"b", VALUE_PRED_INT | VALUE_FLOAT | VALUE_RANK_0, OP_ONE},
                         {"shape", VALUE_DIMENSIONS, OP_ONE}),
    .results = RESULTS({"result", VALUE_PRED_INT | VALUE_FLOAT, OP_ONE}),
    .regions = {0, 0},
    .attrs = ATTRS({.name = "rng_distribution",
                    .kind = OP_ATTR_DIALECT,
                    .required = true,
                    .dialect_attr = "stablehlo.rng_distribution"}),
    .agreements = AGREEMENTS({{"a", "b", "result"}, OP_AGREE_ELEMENT_TYPE}),
    .form = "$a , $b , $shape , distribution = $rng_distribution @attrs : @function_type",
    .parse = parse_by_form,
    .print = print_by_form,
    .verify = rng_verify,
    .infer = rng_infer,
    .rule = rule_none,
    .needs = needs_all_whole,
    .emit = emit_expanded,
    .expand = expand_rng,
    .canonicalize = canonicalize_nothing,
    .bound = bound_by_rule,
    .fill = fill_in_place,
    .reify = reify_listed,
    .fold = fold_by_scalar,
    .flops = flops_of_result,
    .traffic = traffic_none,
};

/* Both states are whole, and no sharding goes from one to the other. */
static bool rng_bit_generator_rule(const struct op *op, struct rule_builder *builder) {
    const struct type *state = op_operand(op, 0)->type, *bits = op->results[1].type;
    int64_t none = NO_DIM;
    for (uint32_t dim = 0; dim < state->rank; dim++) {
        int64_t operands[] = {dim}, results[] = {dim, none};
        rule_add(builder, operands, results, state->dims[dim], FACTOR_NEED_REPLICATION);
        rule_block(builder, true);
    }
    for (uint32_t dim = 0; dim < bits->rank; dim++) {
        int64_t results[] = {none, dim};
        rule_add(builder, &none, results, bits->dims[dim], FACTOR_PASS_THROUGH);
    }
    return true;
}

static double rng_bit_generator_flops(const struct op *op) {
    return flops_elements(op_result(op, op->result_count - 1)->type);
}

const struct op_def op_rng_bit_generator = {
    .name = "stablehlo.rng_bit_generator",
    .summary = "random bits and the next state",
    .traits = OP_PURE,
    .operands = OPERANDS({"initial_state", VALUE_INT | VALUE_FLOAT, OP_ONE}),
    .results = RESULTS({"output_state", VALUE_INT | VALUE_FLOAT, OP_ONE},
                       {"output", VALUE_INT | VALUE_FLOAT | VALUE_STATIC, OP_ONE}),
    .regions = {0, 0},
    .attrs = ATTRS({.name = "rng_algorithm",
                    .kind = OP_ATTR_DIALECT,
                    .required = true,
                    .dialect_attr = "stablehlo.rng_algorithm"}),
    .form = "$initial_state , algorithm = $rng_algorithm @attrs : @function_type",
    .parse = parse_by_form,
    .print = print_by_form,
    .verify = rng_bit_generator_verify,
    .infer = infer_nothing,
    .speculatable = speculatable_by_first,
    .rule = rng_bit_generator_rule,
    .needs = needs_all_whole,
    .emit = emit_expanded,
    .relate = relate_whole,
    .expand = expand_rng_bit_generator,
    .canonicalize = canonicalize_nothing,
    .bound = bound_by_rule,
    .fill = fill_in_place,
    .reify = reify_elementwise,
    .fold = fold_by_scalar,
    .flops = rng_bit_generator_flops,
    .traffic = traffic_none,
};
