/* stablehlo.einsum, stablehlo.unary_einsum */
#include "ops/build.h"
#include "ops/expand_builder.h"
#include "ops/hooks.h"

const struct op_def op_einsum = {
    .name = "stablehlo.einsum",
    .summary = "Einstein summation of two tensors",
    .traits = OP_PURE,
    .operands = OPERANDS({"lhs", VALUE_TENSOR, OP_ONE}, {"rhs", VALUE_TENSOR, OP_ONE}),
    .results = RESULTS({"result", VALUE_TENSOR, OP_ONE}),
    .regions = {0, 0},
    .attrs = ATTRS({.name = "einsum_config", .kind = OP_ATTR_STRING, .required = true}),
    .form = "$lhs , $rhs , config = $einsum_config @attrs : @function_type",
    .parse = parse_by_form,
    .print = print_by_form,
    .verify = verify_nothing,
    .infer = infer_nothing,
    .rule = rule_none,
    .needs = needs_all_whole,
    .emit = emit_expanded,
    .expand = expand_einsum,
    .canonicalize = canonicalize_nothing,
    COMMON_HOOKS,
};

/* 1 of an element type, in the bytes of a dense attribute. */
static void store_one(const struct type *element, void *data) {
    if (element->kind == TYPE_COMPLEX) {
        store_one(element->element, data);
    } else if (element->kind == TYPE_FLOAT) {
        float_store(element->float_kind, 1.0, data);
    } else {
        *(uint8_t *)data = 1;
    }
}

/* "ab->a" of one operand is ",ab->a" of 1 and it. */
static struct op *unary_einsum_modern(struct op *op, struct module *module) {
    struct context *context = module->context;
    const struct type *element = type_element(op_operand(op, 0)->type);
    const struct type *scalar = type_tensor(context, element, 0, NULL, NULL);
    uint8_t one[32] = {0};
    store_one(element, one);
    struct builder at = builder_before(module, op);
    struct value *constant =
        build_constant(&at, attr_dense(context, scalar, one, type_bytes(element), true));
    struct op *made = op_stand_in(module, op, OP_EINSUM, 0);
    op_set_operands(module, made, 2, (struct value *[]){constant, op_operand(op, 0)});
    const struct attr *equation = op_property(op, "einsum_config");
    struct buffer text = {0};
    buffer_add_char(&text, ',');
    buffer_add_bytes(&text, equation->text, equation->length);
    op_set_property(module, made, "einsum_config", attr_string(context, text.text, text.length));
    buffer_free(&text);
    return made;
}

const struct op_def op_unary_einsum = {
    .name = "stablehlo.unary_einsum",
    .summary = "Einstein summation of one tensor",
    .traits = OP_PURE,
    .operands = OPERANDS({"operand", VALUE_TENSOR, OP_ONE}),
    .results = RESULTS({"result", VALUE_TENSOR, OP_ONE}),
    .regions = {0, 0},
    .attrs = ATTRS({.name = "einsum_config", .kind = OP_ATTR_STRING, .required = true}),
    .form = "$operand , config = $einsum_config @attrs : @function_type",
    .parse = parse_by_form,
    .print = print_by_form,
    .verify = verify_nothing,
    .infer = infer_nothing,
    .rule = rule_none,
    .needs = needs_all_whole,
    .emit = emit_expanded,
    .expand = expand_einsum,
    .modern = unary_einsum_modern,
    .canonicalize = canonicalize_nothing,
    COMMON_HOOKS,
};
