/* Arithmetic and logic: neutral elements, equal operands, constants to the right. */
#include "transforms/simplify/simplify.h"

/* --- constants -------------------------------------------------------------------------------- */

/* op(constant, x) is op(x, constant). */
static bool constant_to_right(struct rewriting *rewriting, struct op *op) {
    struct value *left = op_operand(op, 0), *right = op_operand(op, 1);
    (void)rewriting;
    if (!defined_by(left, OP_CONSTANT) || defined_by(right, OP_CONSTANT)) {
        return false;
    }
    op_set_operand(op, 0, right);
    op_set_operand(op, 1, left);
    return true;
}

typedef bool constant_test(const struct value *value);

/* Whether the operand has the type of the result, and the right one is such a constant. */
static bool stands_for(const struct op *op, uint32_t index, constant_test *test) {
    return test(op_operand(op, 1)) && op_operand(op, index)->type == op_result(op, 0)->type;
}

/* The left operand is the result, where the right one says so. */
static bool keep_left(struct rewriting *rewriting, struct op *op, constant_test *is_neutral) {
    return stands_for(op, 0, is_neutral) && defined_by(op_operand(op, 1), OP_CONSTANT) &&
           replace_merging(rewriting, op, op_operand(op, 0));
}

static bool absorbs(const struct op *op, constant_test *test) {
    return stands_for(op, 1, test) && defined_by(op_operand(op, 1), OP_CONSTANT);
}

static bool keep_right(struct rewriting *rewriting, struct op *op, constant_test *test) {
    return absorbs(op, test) && replace_merging(rewriting, op, op_operand(op, 1));
}

/* x op x is zero. */
static bool cancel(struct rewriting *rewriting, struct op *op, bool floats) {
    const struct type *type = op_result(op, 0)->type;
    return op_operand(op, 0) == op_operand(op, 1) && type_is_static(type) &&
           (type->element->kind == TYPE_INTEGER || (floats && type->element->kind == TYPE_FLOAT)) &&
           replace_by_zeros(rewriting, op);
}

static bool simplify_add(struct rewriting *rewriting, struct op *op) {
    return constant_to_right(rewriting, op) ||
           (stands_for(op, 0, is_zero_number) && replace_merging(rewriting, op, op_operand(op, 0)));
}

static bool simplify_subtract(struct rewriting *rewriting, struct op *op) {
    return cancel(rewriting, op, false) || keep_left(rewriting, op, is_zero_number);
}

static bool simplify_multiply(struct rewriting *rewriting, struct op *op) {
    return constant_to_right(rewriting, op) || keep_right(rewriting, op, is_zero_integer) ||
           keep_left(rewriting, op, is_one_number);
}

static bool simplify_and(struct rewriting *rewriting, struct op *op) {
    return constant_to_right(rewriting, op) ||
           (absorbs(op, is_zero_integer) && replace_by(rewriting, op, op_operand(op, 1))) ||
           keep_left(rewriting, op, is_all_ones);
}

static bool simplify_or(struct rewriting *rewriting, struct op *op) {
    return constant_to_right(rewriting, op) || keep_right(rewriting, op, is_all_ones) ||
           keep_left(rewriting, op, is_zero_integer);
}

static bool simplify_xor(struct rewriting *rewriting, struct op *op) {
    return constant_to_right(rewriting, op) || cancel(rewriting, op, false) ||
           (stands_for(op, 0, is_zero_integer) && replace_by(rewriting, op, op_operand(op, 0)));
}

/* --- comparisons ------------------------------------------------------------------------------ */

static enum comparison_direction turned(enum comparison_direction direction) {
    static const enum comparison_direction table[] = {
        [COMPARE_EQ] = COMPARE_EQ, [COMPARE_NE] = COMPARE_NE, [COMPARE_GE] = COMPARE_LE,
        [COMPARE_GT] = COMPARE_LT, [COMPARE_LE] = COMPARE_GE, [COMPARE_LT] = COMPARE_GT};
    return table[direction];
}

static bool compare_with_itself(struct rewriting *rewriting, struct op *op,
                                enum comparison_direction direction) {
    const struct type *type = op_result(op, 0)->type;
    bool holds = direction == COMPARE_EQ || direction == COMPARE_GE || direction == COMPARE_LE;
    struct builder at = builder_before(rewriting->module, op);
    return type_is_static(type) && replace_by(rewriting, op, build_integers(&at, type, holds));
}

/* x != false, or x == true, is x. */
static bool compare_bool(struct rewriting *rewriting, struct op *op,
                         enum comparison_direction direction) {
    struct value *left = op_operand(op, 0), *right = op_operand(op, 1);
    bool is_bool = type_is_integer(type_element(right->type), 1);
    bool is_same = (direction == COMPARE_NE && is_zero_integer(right)) ||
                   (direction == COMPARE_EQ && is_one_number(right));
    return is_bool && is_same && left->type == op_result(op, 0)->type &&
           replace_by(rewriting, op, left);
}

static bool simplify_compare(struct rewriting *rewriting, struct op *op) {
    enum comparison_direction direction =
        (enum comparison_direction)attr_case(op_property(op, "comparison_direction"), 0);
    int64_t type = attr_case(op_property(op, "compare_type"), COMPARE_NO_TYPE);
    struct value *left = op_operand(op, 0), *right = op_operand(op, 1);
    if (compare_bool(rewriting, op, direction)) {
        return true;
    }
    if (type != COMPARE_SIGNED && type != COMPARE_UNSIGNED) {
        return false;
    }
    if (left == right) {
        return compare_with_itself(rewriting, op, direction);
    }
    if (!elements_of(left) || elements_of(right)) {
        return false;
    }
    op_set_property(rewriting->module, op, "comparison_direction",
                    attr_enum(rewriting->context, &attr_comparison_direction, turned(direction)));
    op_set_operand(op, 0, right);
    op_set_operand(op, 1, left);
    return true;
}

/* --- complex numbers and conversions ---------------------------------------------------------- */

/* complex(real(x), imag(x)) is x. */
static bool simplify_complex(struct rewriting *rewriting, struct op *op) {
    const struct op *real = defined_by(op_operand(op, 0), OP_REAL);
    const struct op *imag = defined_by(op_operand(op, 1), OP_IMAG);
    return real && imag && op_operand(real, 0) == op_operand(imag, 0) &&
           op_operand(real, 0)->type == op_result(op, 0)->type &&
           replace_by(rewriting, op, op_operand(real, 0));
}

static bool simplify_part(struct rewriting *rewriting, struct op *op) {
    const struct op *complex = defined_by(op_operand(op, 0), OP_COMPLEX);
    return complex && op_operand(complex, 0)->type == op_result(op, 0)->type &&
           replace_by(rewriting, op, op_operand(complex, op_is(op, OP_IMAG)));
}

static bool simplify_convert(struct rewriting *rewriting, struct op *op) {
    struct value *operand = op_operand(op, 0);
    return operand->type == op_result(op, 0)->type && replace_merging(rewriting, op, operand);
}

/* --- selections ------------------------------------------------------------------------------- */

/* select(not(p), x, y) is select(p, y, x), and so where not(p) is broadcast for it alone. */
static bool select_without_not(struct rewriting *rewriting, struct op *op) {
    struct value *condition = op_operand(op, 0), *then = op_operand(op, 1);
    struct op *wide = defined_by(condition, OP_BROADCAST_IN_DIM);
    const struct op *not = defined_by(wide ? op_operand(wide, 0) : condition, OP_NOT);
    if (!not || (wide && !value_has_one_use(condition))) {
        return false;
    }
    struct value *plain = op_operand(not, 0);
    if (wide) {
        struct builder at = builder_before(rewriting->module, op);
        struct int_list dims = op_ints(wide, "broadcast_dimensions");
        plain = build_broadcast_in_dim(&at, plain, condition->type, dims.count, dims.items);
    }
    op_set_operand(op, 0, plain);
    op_set_operand(op, 1, op_operand(op, 2));
    op_set_operand(op, 2, then);
    return true;
}

/* Constants, by a constant condition. */
static bool select_elements(struct rewriting *rewriting, struct op *op,
                            const struct attr *condition) {
    const struct attr *then = elements_of(op_operand(op, 1));
    const struct attr *otherwise = elements_of(op_operand(op, 2));
    const struct type *type = op_result(op, 0)->type;
    int64_t count = type_count(condition->type);
    if (!then || !otherwise || count > rewriting->element_limit || !type_is_static(type)) {
        return false;
    }
    size_t bytes = type_bytes(type->element);
    char *data = ARENA_ARRAY(rewriting->scratch, char, (size_t)count *bytes + 1);
    for (int64_t i = 0; i < count; i++) {
        bool holds = ((const uint8_t *)condition->data)[i] != 0;
        const struct attr *from = holds ? then : otherwise;
        memcpy(data + (size_t)i * bytes,
               (const char *)from->data + (from->splat ? 0 : (size_t)i * bytes), bytes);
    }
    return replace_by_constant(
        rewriting, op, attr_dense(rewriting->context, type, data, (size_t)count * bytes, false));
}

static bool simplify_select(struct rewriting *rewriting, struct op *op) {
    struct value *then = op_operand(op, 1), *otherwise = op_operand(op, 2);
    const struct attr *condition = elements_of(op_operand(op, 0));
    const struct type *type = op_result(op, 0)->type;
    if (then == otherwise && then->type == type) {
        return replace_by(rewriting, op, then);
    }
    if (select_without_not(rewriting, op)) {
        return true;
    }
    if (!condition || type_count(condition->type) == 0) {
        return false;
    }
    if (!condition->splat) {
        return select_elements(rewriting, op, condition);
    }
    struct value *chosen = *(const uint8_t *)condition->data ? then : otherwise;
    return chosen->type == type && replace_by(rewriting, op, chosen);
}

/* --- tuples and calls ------------------------------------------------------------------------- */

static bool simplify_element(struct rewriting *rewriting, struct op *op) {
    const struct op *tuple = defined_by(op_operand(op, 0), OP_TUPLE);
    struct value *element = tuple ? op_operand(tuple, (uint32_t)op_int(op, "index", 0)) : NULL;
    return element && element->type == op_result(op, 0)->type && replace_by(rewriting, op, element);
}

/* All elements of a tuple in their order are the tuple. */
static bool simplify_tuple(struct rewriting *rewriting, struct op *op) {
    struct value *whole = NULL;
    for (uint32_t i = 0; i < op->operand_count; i++) {
        const struct op *element = defined_by(op_operand(op, i), OP_GET_TUPLE_ELEMENT);
        if (!element || op_int(element, "index", 0) != i ||
            (whole && op_operand(element, 0) != whole)) {
            return false;
        }
        whole = op_operand(element, 0);
    }
    return whole && whole->type == op_result(op, 0)->type && replace_by(rewriting, op, whole);
}

/* What a call has as an attribute that StableHLO does not know becomes its configuration. */
static bool simplify_call(struct rewriting *rewriting, struct op *op) {
    enum { ORIGINAL = 1, TYPED_FFI = 4 };
    const struct attr *config = attr_list_get(&op->attrs, "mhlo.backend_config");
    const struct attr *had = op_property(op, "backend_config");
    if (!config || op_int(op, "api_version", ORIGINAL) != ORIGINAL ||
        (had && (had->kind != ATTR_STRING || had->length))) {
        return false;
    }
    const struct type *i32 = type_integer(rewriting->context, 32, SIGNLESS);
    op_set_property(rewriting->module, op, "backend_config", config);
    op_set_property(rewriting->module, op, "api_version",
                    attr_integer(rewriting->context, i32, TYPED_FFI));
    op_set_attr(rewriting->module, op, "mhlo.backend_config", NULL);
    return true;
}

const struct patterns algebra_patterns =
    PATTERNS({OP_ADD, simplify_add}, {OP_SUBTRACT, simplify_subtract},
             {OP_MULTIPLY, simplify_multiply}, {OP_MAXIMUM, constant_to_right},
             {OP_MINIMUM, constant_to_right}, {OP_AND, simplify_and}, {OP_OR, simplify_or},
             {OP_XOR, simplify_xor}, {OP_COMPARE, simplify_compare}, {OP_COMPLEX, simplify_complex},
             {OP_REAL, simplify_part}, {OP_IMAG, simplify_part}, {OP_CONVERT, simplify_convert},
             {OP_SELECT, simplify_select}, {OP_GET_TUPLE_ELEMENT, simplify_element},
             {OP_TUPLE, simplify_tuple}, {OP_CUSTOM_CALL, simplify_call});
