/* What a quantized operation computes on floats, with the conversions around it. */
#include "ops/build.h"
#include "sharding/sharding.h"
#include "transforms/quantized/quantized.h"

static struct value *dequantize_before(struct module *module, struct op *op, struct value *value) {
    struct builder at = builder_before(module, op);
    return build_unary(&at, OP_UNIFORM_DEQUANTIZE, value,
                       expressed_type(module->context, value->type));
}

void dequantize_operands(struct module *module, struct op *op, bool share) {
    struct arena *scratch = arena_new();
    struct value **quantized = ARENA_ARRAY(scratch, struct value *, op->operand_count);
    for (uint32_t i = 0; i < op->operand_count; i++) {
        quantized[i] = op_operand(op, i);
    }
    for (uint32_t i = 0; i < op->operand_count; i++) {
        uint32_t first = share ? 0 : i;
        while (quantized[first] != quantized[i]) {
            first++;
        }
        if (first < i) {
            op_set_operand(op, i, op_operand(op, first));
        } else if (quantized_of(quantized[i]->type)) {
            op_set_operand(op, i, dequantize_before(module, op, quantized[i]));
        }
    }
    arena_free(scratch);
}

/* Where an operation has one result, its sharding is that of the quantized one too. */
static void quantize_result(struct module *module, struct op *op, struct value *result) {
    struct context *context = module->context;
    const struct type *quantized = result->type;
    const struct attr *sharding =
        op->result_count == 1 && op->region_count == 0 ? value_sharding(context, result) : NULL;
    struct builder at = builder_after(module, op);
    result->type = expressed_type(context, quantized);
    struct value *made = build_unary(&at, OP_UNIFORM_QUANTIZE, result, quantized);
    value_replace_uses(result, made);
    op_set_operand(made->op, 0, result);
    if (sharding) {
        value_set_sharding(module, made, sharding);
    }
}

void quantize_results(struct module *module, struct op *op) {
    for (uint32_t i = op->result_count; i-- > 0;) {
        if (quantized_of(op_result(op, i)->type)) {
            quantize_result(module, op, op_result(op, i));
        }
    }
}
