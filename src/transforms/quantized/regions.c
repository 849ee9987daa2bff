/* Operations that fold quantized elements by a region: reductions, scatters. What a region only
 * orders and chooses is integers. What it adds or multiplies is floats, quantized once, at the end:
 * sums neither saturate nor are rounded on the way. */
#include "ops/build.h"
#include "transforms/quantized/quantized.h"

/* Alike for numbers and the integers that stand for them, as scales are positive. */
static bool only_orders(const struct op *op) {
    return op_is(op, OP_MAXIMUM) || op_is(op, OP_MINIMUM) || op_is(op, OP_COMPARE) ||
           op_is(op, OP_SELECT) || op_is(op, OP_CLAMP) || op_is(op, OP_RETURN);
}

/* What it does to numbers is what it does to floats in their place. */
static bool suits_floats(const struct op *op) {
    return op->region_count == 0 && !op_is(op, OP_UNIFORM_QUANTIZE) &&
           !op_is(op, OP_UNIFORM_DEQUANTIZE) &&
           (op_has(op, OP_ELEMENTWISE) || op_is(op, OP_CONSTANT) || op_is(op, OP_RETURN) ||
            only_orders(op));
}

struct folding {
    struct module *module;
    struct op *op;
    const struct type *element; /* of quantized values, all alike so far */
    bool mixed;                 /* not all alike */
    bool orders, suits;         /* all operations of the regions */
    VECTOR(struct op *) constants;
};

static void note_type(struct folding *folding, const struct type *type) {
    const struct type *element = type_element(type);
    if (element->kind == TYPE_QUANTIZED) {
        folding->mixed = folding->mixed || (folding->element && folding->element != element);
        folding->element = element;
    }
}

static bool examine(struct op *op, void *data) {
    struct folding *folding = data;
    for (uint32_t i = 0; i < op->operand_count; i++) {
        note_type(folding, op_operand(op, i)->type);
    }
    for (uint32_t i = 0; i < op->result_count; i++) {
        note_type(folding, op_result(op, i)->type);
    }
    if (op != folding->op && (op_touches_quantized(op) || op->region_count > 0)) {
        folding->orders = folding->orders && only_orders(op);
        folding->suits = folding->suits && suits_floats(op);
    }
    return true;
}

/* Values inside of the regions express what they stored. */
static bool express(struct op *op, void *data) {
    struct folding *folding = data;
    struct context *context = folding->module->context;
    for (uint32_t i = 0; i < op->region_count; i++) {
        FOR_EACH_BLOCK (block, &op->regions[i]) {
            for (uint32_t j = 0; j < block->argument_count; j++) {
                struct value *argument = block->arguments[j];
                argument->type = expressed_type(context, argument->type);
            }
        }
    }
    if (op != folding->op && op_is(op, OP_CONSTANT)) {
        if (op_touches_quantized(op)) {
            *vector_push(&folding->constants) = op;
        }
        return true;
    }
    for (uint32_t i = 0; op != folding->op && i < op->result_count; i++) {
        op_result(op, i)->type = expressed_type(context, op_result(op, i)->type);
    }
    return true;
}

static void dequantize_constants(struct folding *folding) {
    for (size_t i = 0; i < folding->constants.count; i++) {
        struct op *op = folding->constants.items[i];
        struct value *integers = op_result(op, 0);
        struct builder at = builder_after(folding->module, op);
        struct value *numbers =
            build_unary(&at, OP_UNIFORM_DEQUANTIZE, integers,
                        expressed_type(folding->module->context, integers->type));
        value_replace_uses(integers, numbers);
        op_set_operand(numbers->op, 0, integers);
    }
}

void legalize_folding(struct module *module, struct op *op) {
    struct folding folding = {.module = module, .op = op, .orders = true, .suits = true};
    op_walk(op, examine, &folding);
    bool on_integers = folding.orders && !folding.mixed;
    if (!on_integers && folding.suits) {
        op_walk(op, express, &folding);
        dequantize_constants(&folding);
        dequantize_operands(module, op, true);
        quantize_results(module, op);
    }
    vector_free(&folding.constants);
}
