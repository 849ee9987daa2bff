/* stablehlo.batch_norm_grad, stablehlo.batch_norm_inference, stablehlo.batch_norm_training */
#include "ops/hooks.h"

const struct op_def op_batch_norm_grad = {
    .name = "stablehlo.batch_norm_grad",
    .summary = "gradients of batch normalization",
    .traits = OP_PURE | OP_COMPATIBLE_ELEMENTS | OP_INFERRED,
    .operands = OPERANDS({"operand", VALUE_FLOAT_QUANTIZED, OP_ONE},
                         {"scale", VALUE_FLOAT_QUANTIZED | VALUE_RANK_1, OP_ONE},
                         {"mean", VALUE_FLOAT_QUANTIZED | VALUE_RANK_1, OP_ONE},
                         {"variance", VALUE_FLOAT_QUANTIZED | VALUE_RANK_1, OP_ONE},
                         {"grad_output", VALUE_FLOAT_QUANTIZED, OP_ONE}),
    .results = RESULTS({"grad_operand", VALUE_FLOAT_QUANTIZED, OP_ONE},
                       {"grad_scale", VALUE_FLOAT_QUANTIZED | VALUE_RANK_1, OP_ONE},
                       {"grad_offset", VALUE_FLOAT_QUANTIZED | VALUE_RANK_1, OP_ONE}),
    .regions = {0, 0},
    .attrs = ATTRS({.name = "epsilon", .kind = OP_ATTR_F32, .required = true},
                   {.name = "feature_index",
                    .kind = OP_ATTR_INT,
                    .required = true,
                    .limit = OP_ATTR_NON_NEGATIVE}),
    .parse = parse_generic_only,
    .print = print_generic_only,
    .verify = verify_batch_norm,
    .infer = infer_batch_norm_grad,
    .rule = rule_none,
    .partition = partition_replicate,
    .emit = emit_unsupported,
    .canonicalize = canonicalize_nothing,
};

/* The other operands have the feature dimension only. */
static bool batch_norm_inference_rule(const struct op *op, struct rule_builder *builder) {
    const struct type *type = op_operand(op, 0)->type;
    int64_t feature = op_int(op, "feature_index", 0);
    for (uint32_t dim = 0; dim < type->rank; dim++) {
        int64_t other = dim == feature ? 0 : NO_DIM;
        int64_t operands[] = {dim, other, other, other, other}, results[] = {dim};
        rule_add(builder, operands, results, type->dims[dim], FACTOR_PASS_THROUGH);
    }
    return true;
}

const struct op_def op_batch_norm_inference = {
    .name = "stablehlo.batch_norm_inference",
    .summary = "batch normalization by given statistics",
    .traits = OP_PURE | OP_COMPATIBLE_ELEMENTS | OP_INFERRED,
    .operands = OPERANDS({"operand", VALUE_FLOAT_QUANTIZED, OP_ONE},
                         {"scale", VALUE_FLOAT_QUANTIZED | VALUE_RANK_1, OP_ONE},
                         {"offset", VALUE_FLOAT_QUANTIZED | VALUE_RANK_1, OP_ONE},
                         {"mean", VALUE_FLOAT_QUANTIZED | VALUE_RANK_1, OP_ONE},
                         {"variance", VALUE_FLOAT_QUANTIZED | VALUE_RANK_1, OP_ONE}),
    .results = RESULTS({"result", VALUE_FLOAT_QUANTIZED, OP_ONE}),
    .regions = {0, 0},
    .attrs = ATTRS({.name = "epsilon", .kind = OP_ATTR_F32, .required = true},
                   {.name = "feature_index",
                    .kind = OP_ATTR_INT,
                    .required = true,
                    .limit = OP_ATTR_NON_NEGATIVE}),
    .parse = parse_generic_only,
    .print = print_generic_only,
    .verify = verify_batch_norm,
    .infer = infer_first_operand,
    .rule = batch_norm_inference_rule,
    .partition = partition_by_rule,
    .emit = emit_unsupported,
    .canonicalize = canonicalize_nothing,
};

const struct op_def op_batch_norm_training = {
    .name = "stablehlo.batch_norm_training",
    .summary = "batch normalization by its own statistics",
    .traits = OP_PURE | OP_COMPATIBLE_ELEMENTS | OP_INFERRED,
    .operands = OPERANDS({"operand", VALUE_FLOAT_QUANTIZED, OP_ONE},
                         {"scale", VALUE_FLOAT_QUANTIZED | VALUE_RANK_1, OP_ONE},
                         {"offset", VALUE_FLOAT_QUANTIZED | VALUE_RANK_1, OP_ONE}),
    .results = RESULTS({"output", VALUE_FLOAT_QUANTIZED, OP_ONE},
                       {"batch_mean", VALUE_FLOAT_QUANTIZED | VALUE_RANK_1, OP_ONE},
                       {"batch_var", VALUE_FLOAT_QUANTIZED | VALUE_RANK_1, OP_ONE}),
    .regions = {0, 0},
    .attrs = ATTRS({.name = "epsilon", .kind = OP_ATTR_F32, .required = true},
                   {.name = "feature_index",
                    .kind = OP_ATTR_INT,
                    .required = true,
                    .limit = OP_ATTR_NON_NEGATIVE}),
    .parse = parse_generic_only,
    .print = print_generic_only,
    .verify = verify_batch_norm,
    .infer = infer_batch_norm_training,
    .rule = rule_none,
    .partition = partition_replicate,
    .emit = emit_unsupported,
    .canonicalize = canonicalize_nothing,
};
