/* stablehlo.batch_norm_grad, stablehlo.batch_norm_inference, stablehlo.batch_norm_training */
#include "ops/expand_builder.h"
#include "ops/hooks.h"

/* Tensors of the data's rank and of one entry a feature; each kind has one shape. */
static bool batch_norm_verify(const struct op *op, struct context *context) {
    const struct type *data = op_operand(op, 0)->type, *feature = op_operand(op, 1)->type;
    int64_t index = op_int(op, "feature_index", 0);
    bool is_grad = op->operand_count == 5 && op->result_count == 3;
    if (is_grad && !shapes_compatible(data, operand_type(op, 4))) {
        return fault(op, context, "expects multi-dimensional operands to have compatible shapes.");
    }
    for (uint32_t i = 1; i < op->operand_count - is_grad; i++) {
        for (uint32_t k = i + 1; k < op->operand_count - is_grad; k++) {
            if (!shapes_compatible(operand_type(op, i), operand_type(op, k))) {
                return fault(op, context,
                             "expects single-dimensional operands to have compatible shapes.");
            }
        }
    }
    if (index >= (int64_t)data->rank) {
        return fault(op, context,
                     "expects featureIndex to be smaller than the rank of multi-dimensional "
                     "operands; got featureIndex %lld, and rank %u.",
                     (long long)index, data->rank);
    }
    if (!dims_compatible(data->dims[index], feature->dims[0])) {
        return fault(op, context,
                     "expects the size of single-dimensional operands to be compatible with "
                     "feature count, but the size of single-dimensional operands is %s and the "
                     "feature count is %s.",
                     say_bare(context, 1, &feature->dims[0]),
                     say_bare(context, 1, &data->dims[index]));
    }
    return true;
}

/* The data, then one entry a feature. */
static bool batch_norm_training_infer(const struct op *op, struct context *context,
                                      const struct type **types) {
    const struct type *data = operand_type(op, 0);
    uint32_t index = (uint32_t)op_int(op, "feature_index", 0);
    int64_t bound = bound_of(data, index);
    types[0] = data;
    types[1] = types[2] = type_with_bounds(context, data->element, 1, &data->dims[index], &bound);
    return true;
}

static bool batch_norm_grad_infer(const struct op *op, struct context *context,
                                  const struct type **types) {
    return batch_norm_training_infer(op, context, types);
}

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
    .verify = batch_norm_verify,
    .infer = batch_norm_grad_infer,
    .speculatable = speculatable_if_static,
    .rule = rule_none,
    .needs = needs_all_whole,
    .emit = emit_expanded,
    .expand = expand_batch_norm_grad,
    .canonicalize = canonicalize_nothing,
    COMMON_HOOKS,
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
    .verify = batch_norm_verify,
    .infer = infer_first_operand,
    .speculatable = speculatable_if_static,
    .rule = batch_norm_inference_rule,
    .emit = emit_expanded,
    .expand = expand_batch_norm_inference,
    .canonicalize = canonicalize_nothing,
    COMMON_HOOKS,
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
    .verify = batch_norm_verify,
    .infer = batch_norm_training_infer,
    .speculatable = speculatable_if_static,
    .rule = rule_none,
    .needs = needs_all_whole,
    .emit = emit_expanded,
    .expand = expand_batch_norm_training,
    .canonicalize = canonicalize_nothing,
    COMMON_HOOKS,
};
