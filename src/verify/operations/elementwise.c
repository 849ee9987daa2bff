/* Elementwise operations: arithmetic, integers, comparisons. Functions are in functions.c. */
#include "verify/operations/elementwise.h"

#include "ops/attrs/attrs.h"
#include "verify/values/coarse.h"
#include "verify/values/field.h"

#define BITS(x)       ((struct number){(x), 0})
#define WRAP(e, x)    BITS(integer_wrap((e)->result, (x)))
#define IS_INTEGER(e) ((e)->operands[0].class == KIND_INTEGER)

struct number element_add(struct element *e, const struct number *x) {
    return number_add(e->a, e->result, x[0], x[1]);
}

struct number element_subtract(struct element *e, const struct number *x) {
    return number_add(e->a, e->result, x[0], number_negate(e->a, e->result, x[1]));
}

struct number element_multiply(struct element *e, const struct number *x) {
    return number_multiply(e->a, e->result, x[0], x[1]);
}

struct number element_divide(struct element *e, const struct number *x) {
    return number_divide(e->a, e->result, x[0], x[1]);
}

struct number element_negate(struct element *e, const struct number *x) {
    return number_negate(e->a, e->result, x[0]);
}

/* --- bits ------------------------------------------------------------------------------------- */

struct number element_and(struct element *e, const struct number *x) {
    return WRAP(e, x[0].re & x[1].re);
}

struct number element_or(struct element *e, const struct number *x) {
    return WRAP(e, x[0].re | x[1].re);
}

struct number element_xor(struct element *e, const struct number *x) {
    return WRAP(e, x[0].re ^ x[1].re);
}

struct number element_not(struct element *e, const struct number *x) {
    return WRAP(e, ~x[0].re);
}

/* The bits of an integer, without those of its sign. */
static uint64_t bits_only(const struct element *e, uint64_t x) {
    return e->result.width >= 64 ? x : x & (((uint64_t)1 << e->result.width) - 1);
}

static bool shifts_out(const struct element *e, uint64_t by) {
    return bits_only(e, by) >= e->result.width;
}

struct number element_shift_left(struct element *e, const struct number *x) {
    return shifts_out(e, x[1].re) ? BITS(0) : WRAP(e, x[0].re << x[1].re);
}

struct number element_shift_right_logical(struct element *e, const struct number *x) {
    return shifts_out(e, x[1].re) ? BITS(0) : WRAP(e, bits_only(e, x[0].re) >> x[1].re);
}

struct number element_shift_right_arithmetic(struct element *e, const struct number *x) {
    struct kind as_signed = {KIND_INTEGER, false, e->result.width};
    int64_t value = (int64_t)integer_wrap(as_signed, x[0].re);
    uint64_t by = shifts_out(e, x[1].re) ? 63 : x[1].re;
    return WRAP(e, (uint64_t)(value >> by));
}

/* A count may be more than the type can say: 2 of 2 bits is -2. */
struct number element_popcnt(struct element *e, const struct number *x) {
    return BITS(integer_wrap(e->result, (uint64_t)__builtin_popcountll(bits_only(e, x[0].re))));
}

struct number element_leading_zeros(struct element *e, const struct number *x) {
    uint64_t bits = bits_only(e, x[0].re);
    return BITS(
        integer_wrap(e->result, bits ? (uint64_t)__builtin_clzll(bits) - (64 - e->result.width)
                                     : e->result.width));
}

/* --- order ------------------------------------------------------------------------------------ */

static struct number first_nan(struct element *e, const struct number *x, bool *any) {
    bool first = number_is_nan(e->a, e->result, x[0]);
    *any = first || number_is_nan(e->a, e->result, x[1]);
    return first ? x[0] : x[1];
}

static struct number extreme(struct element *e, const struct number *x, int sign) {
    bool any_nan;
    struct number nan = first_nan(e, x, &any_nan);
    if (any_nan) {
        return nan;
    }
    return number_order(e->a, e->result, x[0], x[1]) * sign >= 0 ? x[0] : x[1];
}

struct number element_maximum(struct element *e, const struct number *x) {
    return extreme(e, x, 1);
}

struct number element_minimum(struct element *e, const struct number *x) {
    return extreme(e, x, -1);
}

/* Operands: the least, the number, the greatest. */
struct number element_clamp(struct element *e, const struct number *x) {
    struct number above[2] = {x[1], x[0]};
    struct number below[2] = {extreme(e, above, 1), x[2]};
    return extreme(e, below, -1);
}

struct number element_compare(struct element *e, const struct number *x) {
    struct kind kind = e->operands[0];
    int order = number_order(e->a, kind, x[0], x[1]);
    if (order == ORDER_NONE && e->is_total) {
        order = number_is_nan(e->a, kind, x[0]) - number_is_nan(e->a, kind, x[1]);
    }
    return BITS(comparison_holds((enum comparison_direction)e->choice, order == -1, order == 0,
                                 order == 1));
}

struct number element_select(struct element *e, const struct number *x) {
    (void)e;
    return x[0].re ? x[1] : x[2];
}

static int sign_of(struct element *e, struct number x) {
    return number_order(e->a, e->operands[0], x, number_of_integer(e->a, e->operands[0], 0));
}

struct number element_sign(struct element *e, const struct number *x) {
    if (e->operands[0].class == KIND_COMPLEX) {
        return element_function(e, x);
    }
    return number_is_nan(e->a, e->result, x[0])
               ? x[0]
               : number_of_integer(e->a, e->result, sign_of(e, x[0]));
}

struct number element_abs(struct element *e, const struct number *x) {
    if (e->operands[0].class == KIND_COMPLEX) {
        return element_function(e, x);
    }
    return sign_of(e, x[0]) == -1 ? number_negate(e->a, e->result, x[0]) : x[0];
}

/* --- parts and kinds -------------------------------------------------------------------------- */

struct number element_real(struct element *e, const struct number *x) {
    (void)e;
    return BITS(x[0].re);
}

struct number element_imag(struct element *e, const struct number *x) {
    (void)e;
    return BITS(x[0].im);
}

struct number element_complex(struct element *e, const struct number *x) {
    (void)e;
    return (struct number){x[0].re, x[1].re};
}

/* In the field a rounding to few bits is a random function, but of numbers that it is known of:
 * those with few bits behind the point. */
static struct number coarsened(struct element *e, uint64_t x) {
    enum { POINT = 1 << 16 };
    int64_t value;
    if (e->a->world == WORLD_REALS) {
        return BITS(bits_of(coarse_round(e->coarse, real_of(x))));
    }
    if (x == FIELD_INFINITY || x == FIELD_MINUS || x == FIELD_NAN) {
        return BITS(x);
    }
    if (field_as_integer(field_multiply(x, POINT), &value)) {
        return BITS(word_of_real(e->a, coarse_round(e->coarse, (double)value / POINT)));
    }
    const uint64_t words[2] = {(uint64_t)e->coarse, x};
    return keyed_number(e->a, e->result, OP_REDUCE_PRECISION, 2, words);
}

struct number element_convert(struct element *e, const struct number *x) {
    struct number same = number_convert(e->a, e->operands[0], e->result, x[0]);
    return e->coarse ? coarsened(e, same.re) : same;
}

struct number element_reduce_precision(struct element *e, const struct number *x) {
    return e->coarse ? coarsened(e, x[0].re) : x[0];
}

/* --- on many elements ------------------------------------------------------------------------- */

static double degree_after(const struct element *e, uint32_t count,
                           struct tensor *const *operands) {
    double most = 0, sum = 0;
    for (uint32_t i = 0; i < count; i++) {
        most = operands[i]->degree > most ? operands[i]->degree : most;
        sum += operands[i]->degree;
    }
    if (e->result.class == KIND_INTEGER || e->operands[0].class == KIND_INTEGER) {
        e->a->degree = most > e->a->degree ? most : e->a->degree;
        return 0;
    }
    switch (e->coarse ? DEGREE_FUNCTION : e->rule->degree) {
    case DEGREE_MOST:
        return most;
    case DEGREE_SUM:
        return sum;
    case DEGREE_POWER:
        return most * 64 + 1;
    default:
        e->a->degree = most > e->a->degree ? most : e->a->degree;
        return most + 1;
    }
}

static struct element element_of(struct evaluator *e, const struct op *op,
                                 const struct evaluation_rule *rule) {
    struct element element = {.a = &e->arithmetic, .op = op, .rule = rule};
    for (uint32_t i = 0; i < op->operand_count; i++) {
        element.operands[i] = kind_of(op_operand(op, i)->type);
    }
    element.result = kind_of(op_result(op, 0)->type);
    element.coarse = coarse_of(op);
    if (op_is(op, OP_COMPARE)) {
        element.choice = attr_case(op_property(op, "comparison_direction"), COMPARE_EQ);
        element.is_total =
            attr_case(op_property(op, "compare_type"), COMPARE_NO_TYPE) == COMPARE_TOTAL_ORDER;
    }
    return element;
}

/* Sums of floats, as collectives of large tensors are, a word at a time. False: it is none. */
static bool add_words(const struct element *element, struct tensor *const *operands,
                      struct tensor *result) {
    int64_t count = result->count;
    if (element->rule->element != element_add || element->result.class != KIND_FLOAT ||
        element->a->world != WORLD_FIELD || operands[0]->count != count ||
        operands[1]->count != count) {
        return false;
    }
    const uint64_t *x = operands[0]->words, *y = operands[1]->words;
    for (int64_t i = 0; i < count; i++) {
        result->words[i] = field_add(x[i], y[i]);
    }
    return true;
}

static void apply_to_all(struct element *element, uint32_t count, struct tensor *const *operands,
                         struct tensor *result) {
    if (add_words(element, operands, result)) {
        return;
    }
    struct number x[3] = {{0, 0}, {0, 0}, {0, 0}};
    for (int64_t i = 0; i < result->count; i++) {
        for (uint32_t k = 0; k < count; k++) {
            x[k] = tensor_get(operands[k], operands[k]->count == 1 ? 0 : i);
        }
        tensor_put(result, i, element->rule->element(element, x));
    }
}

static bool is_known(struct kind kind) {
    return kind.class != KIND_OTHER && kind.width <= 64;
}

struct tensor *element_apply(struct evaluator *e, const struct op *op,
                             const struct evaluation_rule *rule, struct tensor *const *operands) {
    struct element element = element_of(e, op, rule);
    int64_t count = 1;
    bool known = is_known(element.result);
    for (uint32_t i = 0; i < op->operand_count; i++) {
        count = operands[i]->count == 1 ? count : operands[i]->count;
        known = known && is_known(element.operands[i]);
    }
    if (!known) {
        evaluate_stop(e, op, "elements of its type are not evaluated");
        return NULL;
    }
    struct tensor *result = tensor_new(op_result(op, 0)->type, count);
    apply_to_all(&element, op->operand_count, operands, result);
    result->degree = degree_after(&element, op->operand_count, operands);
    e->elements += (uint64_t)count;
    return result;
}
