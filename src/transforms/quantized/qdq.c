/* Quantized operations, and the same with their conversions written out: a uniform_dequantize for
 * each operand, the operation on floats, a uniform_quantize for each result. */
#include "ops/build.h"
#include "transforms/pass.h"
#include "transforms/quantized/quantized.h"
#include "transforms/transforms.h"

/* --- conversions written out ------------------------------------------------------------------ */

bool quantized_has_float_form(const struct op *op) {
    static const enum op_id ids[] = {
        OP_ABS,
        OP_ADD,
        OP_ATAN2,
        OP_BATCH_NORM_GRAD,
        OP_BATCH_NORM_INFERENCE,
        OP_BATCH_NORM_TRAINING,
        OP_CBRT,
        OP_CEIL,
        OP_CHOLESKY,
        OP_CLAMP,
        OP_COMPARE,
        OP_CONVOLUTION,
        OP_COSINE,
        OP_DIVIDE,
        OP_DOT,
        OP_DOT_GENERAL,
        OP_EXPONENTIAL,
        OP_EXPONENTIAL_MINUS_ONE,
        OP_FLOOR,
        OP_LOG,
        OP_LOGISTIC,
        OP_LOG_PLUS_ONE,
        OP_MAXIMUM,
        OP_MINIMUM,
        OP_MULTIPLY,
        OP_NEGATE,
        OP_POWER,
        OP_REDUCE_PRECISION,
        OP_REMAINDER,
        OP_ROUND_NEAREST_AFZ,
        OP_ROUND_NEAREST_EVEN,
        OP_RSQRT,
        OP_SELECT,
        OP_SIGN,
        OP_SINE,
        OP_SQRT,
        OP_SUBTRACT,
        OP_TAN,
        OP_TANH,
        OP_TRIANGULAR_SOLVE,
    };
    return OP_IS_IN(op, ids);
}

static bool decompose(struct op *op, struct module *module, void *data) {
    (void)data;
    if (!op_touches_quantized(op)) {
        return false;
    }
    dequantize_operands(module, op, false);
    quantize_results(module, op);
    return true;
}

bool pass_quantized_op_to_qdq(struct module *module, const struct pass_options *options) {
    (void)options;
    const struct simplifier simplifier = {.concerns = quantized_has_float_form,
                                          .simplify = decompose};
    simplify_module(module, &simplifier);
    return pass_verify_ops(module, 0);
}

/* --- and taken together ----------------------------------------------------------------------- */

static bool is_quantize(const struct op *op) {
    return op_is(op, OP_UNIFORM_QUANTIZE);
}

/* Of one result, and floats made from quantized tensors alone. */
static bool has_quantized_form(const struct op *op) {
    if (op->region_count > 0 || op->result_count > 1 || op->operand_count == 0) {
        return false;
    }
    for (uint32_t i = 0; i < op->operand_count; i++) {
        const struct op *source = value_defining_op(op_operand(op, i));
        if (!source || !op_is(source, OP_UNIFORM_DEQUANTIZE)) {
            return false;
        }
    }
    return true;
}

/* The operation that makes what is quantized, on what its operands were before. */
static bool compose(struct op *op, struct module *module, void *data) {
    (void)data;
    struct op *compute = value_defining_op(op_operand(op, 0));
    if (!compute || !has_quantized_form(compute)) {
        return false;
    }
    struct pointer_map map = {0};
    struct op *made = op_clone(module, compute, &map);
    pointer_map_free(&map);
    for (uint32_t i = 0; i < made->operand_count; i++) {
        const struct op *source = value_defining_op(op_operand(made, i));
        op_set_operand(made, i, op_operand(source, 0));
    }
    op_result(made, 0)->type = op_result(op, 0)->type;
    op_insert_after(compute, made);
    value_replace_uses(op_result(op, 0), op_result(made, 0));
    return true;
}

bool pass_qdq_to_quantized_op(struct module *module, const struct pass_options *options) {
    (void)options;
    const struct simplifier simplifier = {.concerns = is_quantize, .simplify = compose};
    simplify_module(module, &simplifier);
    return pass_verify_ops(module, 0);
}
