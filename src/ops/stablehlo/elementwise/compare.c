/* stablehlo.compare */
#include "ops/attrs/attrs.h"
#include "ops/hooks.h"
#include "ops/verify/compat.h"

static bool compare_verify(const struct op *op, struct context *context) {
    if (!elements_compatible(operand_type(op, 0), operand_type(op, 1))) {
        return op_fault(
            op, context, "requires compatible element types for all operands: found '%s' and '%s'",
            say_type(context, operand_type(op, 0)), say_type(context, operand_type(op, 1)));
    }
    return true;
}

static bool compare_infer(const struct op *op, struct context *context, const struct type **types) {
    types[0] = type_with_element(context, operand_type(op, 0), type_integer(context, 1, SIGNLESS));
    return true;
}

static enum scalar_op comparison(const struct op *op) {
    switch (attr_case(op_property(op, "comparison_direction"), COMPARE_EQ)) {
    case COMPARE_NE:
        return SCALAR_NE;
    case COMPARE_GE:
        return SCALAR_GE;
    case COMPARE_GT:
        return SCALAR_GT;
    case COMPARE_LE:
        return SCALAR_LE;
    case COMPARE_LT:
        return SCALAR_LT;
    default:
        return SCALAR_EQ;
    }
}

/* Complex numbers are ordered by their real parts, then by their imaginary ones. */
static struct term *complex_comparison(struct kernel_builder *builder, const struct type *element,
                                       enum scalar_op order, struct term *const *numbers) {
    const struct type *boolean = type_integer(kernel_context(builder), 1, SIGNLESS);
    bool is_less = order == SCALAR_LT || order == SCALAR_LE;
    struct term *real[2], *imaginary[2];
    for (uint32_t i = 0; i < 2; i++) {
        struct term *number = numbers[i];
        real[i] = term_scalar(builder, element->element, SCALAR_REAL, 1, &number);
        imaginary[i] = term_scalar(builder, element->element, SCALAR_IMAG, 1, &number);
    }
    struct term *later[2] = {term_scalar(builder, boolean, SCALAR_EQ, 2, real),
                             term_scalar(builder, boolean, order, 2, imaginary)};
    struct term *either[2] = {
        term_scalar(builder, boolean, is_less ? SCALAR_LT : SCALAR_GT, 2, real),
        term_scalar(builder, boolean, SCALAR_AND, 2, later)};
    return term_scalar(builder, boolean, SCALAR_OR, 2, either);
}

static bool compare_emit(const struct op *op, struct kernel_builder *builder) {
    const struct type *type = op_result(op, 0)->type;
    const struct type *element = type_element(op_operand(op, 0)->type);
    bool is_total = element->kind == TYPE_FLOAT &&
                    attr_case(op_property(op, "compare_type"), -1) == COMPARE_TOTAL_ORDER;
    struct term *args[2];
    for (uint32_t i = 0; i < 2; i++) {
        args[i] = term_same(builder, kernel_operand(builder, op, i));
        args[i] = is_total ? term_total_order(builder, element, args[i]) : args[i];
    }
    enum scalar_op how = comparison(op);
    bool is_complex_order = element->kind == TYPE_COMPLEX && how != SCALAR_EQ && how != SCALAR_NE;
    struct term *term = is_complex_order ? complex_comparison(builder, element, how, args)
                                         : term_scalar(builder, type_element(type), how, 2, args);
    kernel_result(builder, op, 0, node_compute(builder, type, term));
    return true;
}

static bool compare_elements(const struct op *op, const struct type *element, const int64_t *in,
                             int64_t *out) {
    bool is_unsigned =
        attr_case(op_property(op, "compare_type"), COMPARE_NO_TYPE) == COMPARE_UNSIGNED;
    bool equal = in[0] == in[1];
    bool less =
        is_unsigned ? (uint64_t)in[0] < (uint64_t)in[1] : fold_is_less(element, in[0], in[1]);
    *out = comparison_holds(attr_case(op_property(op, "comparison_direction"), 0), less, equal,
                            !less && !equal);
    return true;
}

static bool compare_fold(struct op *op, struct fold_builder *builder) {
    return fold_elements(op, builder, compare_elements);
}

const struct op_def op_compare = {
    .name = "stablehlo.compare",
    .summary = "compares elements",
    .traits = OP_ELEMENTWISE | OP_PURE | OP_SAME_SHAPE,
    .operands = OPERANDS({"lhs", VALUE_TENSOR, OP_ONE}, {"rhs", VALUE_TENSOR, OP_ONE}),
    .results = RESULTS({"result", VALUE_PRED, OP_ONE}),
    .regions = {0, 0},
    .attrs = ATTRS({.name = "comparison_direction",
                    .kind = OP_ATTR_DIALECT,
                    .required = true,
                    .dialect_attr = "stablehlo.comparison_direction"},
                   {.name = "compare_type",
                    .kind = OP_ATTR_DIALECT,
                    .dialect_attr = "stablehlo.comparison_type"}),
    .form = "$comparison_direction , $lhs , $rhs (? , $compare_type ?) @attrs : @function_type",
    .parse = parse_by_form,
    .print = print_by_form,
    .verify = compare_verify,
    .infer = compare_infer,
    .speculatable = speculatable_if_static,
    .rule = rule_pointwise,
    .emit = compare_emit,
    .relate = relate_compare,
    .canonicalize = canonicalize_nothing,
    .bound = bound_by_rule,
    .fill = fill_in_place,
    .reify = reify_first,
    .fold = compare_fold,
    .flops = flops_by_scalar,
    .traffic = traffic_none,
};
