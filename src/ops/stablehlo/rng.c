/* stablehlo.rng, stablehlo.rng_bit_generator */
#include "ops/hooks.h"

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
    .form = "$a , $b , $shape , distribution = $rng_distribution @attrs : @function_type",
    .parse = parse_by_form,
    .print = print_by_form,
    .verify = verify_rng,
    .infer = infer_rng,
    .rule = rule_none,
    .partition = partition_replicate,
    .emit = emit_unsupported,
    .canonicalize = canonicalize_nothing,
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
    .verify = verify_rng_bit_generator,
    .infer = infer_nothing,
    .rule = rng_bit_generator_rule,
    .partition = partition_replicate,
    .emit = emit_unsupported,
    .canonicalize = canonicalize_nothing,
};
