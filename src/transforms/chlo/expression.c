#include "transforms/chlo/expression.h"

#include <math.h>
#include <string.h>

#include "ops/verify/fault.h"
#include "transforms/chlo/pieces.h"

enum expression_kind { EXPRESSION_VALUE, EXPRESSION_CONSTANT, EXPRESSION_OP };

/* A constant is chosen when its type is known. */
enum constant_kind {
    CONSTANT_REAL,
    CONSTANT_INTEGER,
    CONSTANT_LARGEST,
    CONSTANT_SMALLEST,
    CONSTANT_SMALLEST_NORMAL,
};

struct expression {
    struct formula *formula;
    enum expression_kind kind;
    struct value *value; /* once it is made */
    enum op_id id;       /* of the operation */
    expr operands[3];    /* of a constant: what it is like */
    uint32_t operand_count;
    const struct type *element; /* of the result, where the operation does not tell */
    const struct attr *direction;
    enum constant_kind constant;
    double real;
    int64_t integer;
};

static expr new_expression(struct formula *formula, enum expression_kind kind) {
    expr e = ARENA_NEW(formula->arena, struct expression);
    e->formula = formula;
    e->kind = kind;
    return e;
}

expr known(struct formula *formula, struct value *value) {
    expr e = new_expression(formula, EXPRESSION_VALUE);
    e->value = value;
    return e;
}

expr operand(struct formula *formula, uint32_t index) {
    return known(formula, op_operand(formula->op, index));
}

static expr operation(enum op_id id, uint32_t count, const expr *operands) {
    expr e = new_expression(operands[0]->formula, EXPRESSION_OP);
    e->id = id;
    e->operand_count = count;
    memcpy(e->operands, operands, count * sizeof *operands);
    return e;
}

expr unary_of(enum op_id id, expr x) {
    return operation(id, 1, &x);
}

expr binary_of(enum op_id id, expr a, expr b) {
    return operation(id, 2, (const expr[]){a, b});
}

expr ternary_of(enum op_id id, expr a, expr b, expr c) {
    return operation(id, 3, (const expr[]){a, b, c});
}

expr compare_by(enum comparison_direction direction, expr a, expr b) {
    expr e = binary_of(OP_COMPARE, a, b);
    e->direction = attr_enum(a->formula->at.module->context, &attr_comparison_direction, direction);
    return e;
}

static expr with_element(expr e, const struct type *element) {
    e->element = element;
    return e;
}

expr convert_to(const struct type *element, expr x) {
    return with_element(unary_of(OP_CONVERT, x), element);
}

expr bits_as(const struct type *element, expr x) {
    return with_element(unary_of(OP_BITCAST_CONVERT, x), element);
}

/* --- constants -------------------------------------------------------------------------------- */

static expr constant(expr like, enum constant_kind kind) {
    expr e = new_expression(like->formula, EXPRESSION_CONSTANT);
    e->operands[0] = like;
    e->operand_count = 1;
    e->constant = kind;
    return e;
}

expr number(expr like, double value) {
    expr e = constant(like, CONSTANT_REAL);
    e->real = value;
    return e;
}

expr whole(expr like, int64_t value) {
    expr e = constant(like, CONSTANT_INTEGER);
    e->integer = value;
    return e;
}

expr not_a_number(expr like) {
    return number(like, NAN);
}

expr largest(expr like) {
    return constant(like, CONSTANT_LARGEST);
}

expr smallest(expr like) {
    return constant(like, CONSTANT_SMALLEST);
}

expr smallest_normal(expr like) {
    return constant(like, CONSTANT_SMALLEST_NORMAL);
}

/* Encodings of positive numbers grow with the number; infinity and NaN come last. */
static double largest_finite(enum float_kind kind) {
    uint64_t bits = float_to_bits(kind, (double)INFINITY);
    while (!isfinite(float_from_bits(kind, bits))) {
        bits--;
    }
    return float_from_bits(kind, bits);
}

static double real_constant(expr e, enum float_kind kind) {
    switch (e->constant) {
    case CONSTANT_LARGEST:
        return largest_finite(kind);
    case CONSTANT_SMALLEST:
        return float_from_bits(kind, 1);
    case CONSTANT_SMALLEST_NORMAL:
        return float_from_bits(kind, UINT64_C(1) << (float_precision(kind) - 1));
    case CONSTANT_INTEGER:
        return (double)e->integer;
    default:
        return e->real;
    }
}

/* The constant as dense<...> : tensor<element>. */
static const struct attr *constant_attr(expr e, const struct type *element) {
    struct context *context = e->formula->at.module->context;
    const struct type *part = element->kind == TYPE_COMPLEX ? element->element : element;
    uint8_t data[32] = {0}; /* of a complex number: the imaginary part stays zero */
    if (part->kind == TYPE_FLOAT) {
        float_store(part->float_kind, real_constant(e, part->float_kind), data);
    } else {
        int64_t value = e->constant == CONSTANT_INTEGER ? e->integer : (int64_t)e->real;
        memcpy(data, &value, sizeof value);
    }
    return attr_dense(context, type_tensor(context, element, 0, NULL, NULL), data,
                      type_bytes(element), true);
}

expr polynomial(expr x, const double *coefficients, uint32_t count) {
    expr y = let(number(x, coefficients[0]));
    for (uint32_t i = 1; i < count; i++) {
        y = let(sum(product(y, x), number(x, coefficients[i])));
    }
    return y;
}

/* --- making operations ------------------------------------------------------------------------ */

static struct value *make_operation(expr e, struct value *const *operands) {
    struct builder *at = &e->formula->at;
    struct context *context = at->module->context;
    bool is_clamp = e->id == OP_CLAMP; /* of the type of what it clamps, bounds included */
    const struct type *type = operands[is_clamp]->type;
    if (e->element) {
        type = type_with_element(context, type, e->element);
    }
    struct op *op = build_row(at, e->id, e->operand_count, operands, 1, &type, 0);
    if (e->direction) {
        op_set_property(at->module, op, "comparison_direction", e->direction);
    }
    if (!e->element && !is_clamp && op->def->infer(op, context, &type)) {
        op->results[0].type = type;
    }
    return op_result(op, 0);
}

/* The constant in the shape of a value. */
static struct value *make_constant(expr e, struct value *like) {
    struct builder *at = &e->formula->at;
    const struct type *element = type_element(like->type);
    if (!e->formula->keeps_alike || type_is_static(like->type) || element->kind != TYPE_FLOAT) {
        return build_constant_like(at, constant_attr(e, element), like);
    }
    struct value *value = build_value(at, OP_CHLO_CONSTANT_LIKE, 1, &like, like->type);
    op_set_property(
        at->module, value->op, "value",
        attr_float(at->module->context, element, real_constant(e, element->float_kind)));
    return value;
}

struct value *value_of(expr e) {
    if (e->value) {
        return e->value;
    }
    struct value *operands[3];
    for (uint32_t i = 0; i < e->operand_count; i++) {
        operands[i] = value_of(e->operands[i]);
    }
    e->value =
        e->kind == EXPRESSION_OP ? make_operation(e, operands) : make_constant(e, operands[0]);
    return e->value;
}

expr let(expr e) {
    value_of(e);
    return e;
}

bool replace_with_value(struct formula *formula, struct value *result) {
    struct context *context = formula->at.module->context;
    struct value *replaced = op_result(formula->op, 0);
    if (replaced->type != result->type) {
        return fault(formula->op, context, "its result would become '%s' where '%s' is asked for",
                     say_type(context, result->type), say_type(context, replaced->type));
    }
    value_replace_uses(replaced, result);
    op_erase(formula->op);
    return true;
}

bool replace_with(struct formula *formula, expr result) {
    return replace_with_value(formula, value_of(result));
}

/* --- types ------------------------------------------------------------------------------------ */

const struct type *element_of(expr leaf) {
    return type_element(value_of(leaf)->type);
}

bool has_complex_type(expr leaf) {
    return element_of(leaf)->kind == TYPE_COMPLEX;
}

bool has_float_type(expr leaf, enum float_kind kind) {
    const struct type *element = element_of(leaf);
    return element->kind == TYPE_FLOAT && element->float_kind == kind;
}

bool replace_in_f32(struct formula *formula, expr (*compute)(const expr *operands)) {
    const struct type *f32 = type_float(formula->at.module->context, FLOAT_F32);
    expr operands[2];
    uint32_t count = formula->op->operand_count;
    const struct type *element = type_element(op_operand(formula->op, 0)->type);
    bool widen = element->kind == TYPE_FLOAT && type_bits(element) < 32;
    for (uint32_t i = 0; i < count; i++) {
        operands[i] = operand(formula, i);
        operands[i] = widen ? let(convert_to(f32, operands[i])) : operands[i];
    }
    expr result = compute(operands);
    return replace_with(formula, widen ? convert_to(element, result) : result);
}
