/* next_after and mulhi: arithmetic on the bits of numbers. */
#include "transforms/chlo/chlo.h"

/* --- next_after ------------------------------------------------------------------------------- */

/* The number next to x on the way to y. Floats of one sign are ordered as the integers that their
 * bits are: one step is one more or one less. */
static expr next_after(expr x, expr y, const struct type *integer) {
    expr x_bits = let(bits_as(integer, x)), y_bits = let(bits_as(integer, y));
    expr no_number = let(either(unequal(x, x), unequal(y, y)));
    expr nan_bits = let(bits_as(integer, not_a_number(x)));
    uint64_t sign_bit = UINT64_C(1) << (integer->width - 1);
    expr sign_mask = let(whole(x_bits, (int64_t)sign_bit));
    expr rest_mask = let(whole(x_bits, (int64_t)~sign_bit));
    expr x_size = let(both(x_bits, rest_mask)), y_size = let(both(y_bits, rest_mask));
    expr arrived = let(equal(x, y));
    expr zero = let(whole(x_bits, 0));
    expr x_is_zero = let(equal(x_size, zero)), y_is_zero = let(equal(y_size, zero));
    expr x_sign = let(both(x_bits, sign_mask)), y_sign = let(both(y_bits, sign_mask));
    expr one = let(whole(x_bits, 1));
    expr least = let(either(y_sign, one)); /* the smallest number of y's sign */
    expr signs_differ = let(unequal(x_sign, y_sign)), x_is_larger = let(greater(x_size, y_size));
    expr towards_zero = let(either(x_is_larger, signs_differ));
    expr step = let(choose(towards_zero, whole(x_bits, -1), one));
    expr result = let(sum(x_bits, step));
    result = let(choose(x_is_zero, choose(y_is_zero, y_bits, least), result));
    result = let(choose(arrived, y_bits, result));
    return bits_as(element_of(x), choose(no_number, nan_bits, result));
}

bool expand_next_after(struct formula *formula) {
    expr x = operand(formula, 0), y = operand(formula, 1);
    const struct type *integer =
        type_integer(formula->at.module->context, type_bits(element_of(x)), SIGNLESS);
    return replace_with(formula, next_after(x, y, integer));
}

/* --- mulhi: the upper half of a product ------------------------------------------------------- */

static expr mulhi_narrow(expr a, expr b, const struct type *wide) {
    const struct type *narrow = element_of(a);
    expr full = let(product(convert_to(wide, a), convert_to(wide, b)));
    expr width = whole(full, narrow->width);
    return convert_to(narrow, narrow->signedness == UNSIGNED ? shift_right_logical(full, width)
                                                             : shift_right_arithmetic(full, width));
}

static expr upper_half(expr x, expr like) {
    return shift_right_logical(x, whole(like, 32));
}

static expr lower_half(expr x, expr like) {
    return both(x, whole(like, 0xFFFFFFFF));
}

/* By hand, in halves of 32 bits: the middle products carry into the upper one. */
static expr mulhi_u64(expr a, expr b) {
    expr a_high = upper_half(a, a), b_high = upper_half(b, b);
    expr a_low = lower_half(a, a), b_low = lower_half(b, b);
    expr middle = sum(product(a_low, b_high), upper_half(product(a_low, b_low), a));
    expr other_middle = sum(product(a_high, b_low), lower_half(middle, a));
    return sum(sum(product(a_high, b_high), upper_half(middle, a)), upper_half(other_middle, a));
}

/* What a negative `a` adds too much as an unsigned number: b. */
static expr excess(expr a, expr b, const struct type *u64) {
    return choose(less(a, whole(a, 0)), convert_to(u64, b), whole(convert_to(u64, b), 0));
}

static expr mulhi_i64(expr a, expr b, const struct type *u64) {
    expr high = binary_of(OP_CHLO_MULHI, convert_to(u64, a), convert_to(u64, b));
    expr corrected = difference(difference(high, excess(a, b, u64)), excess(b, a, u64));
    return convert_to(element_of(a), corrected);
}

bool expand_mulhi(struct formula *formula) {
    expr a = operand(formula, 0), b = operand(formula, 1);
    const struct type *element = element_of(a);
    struct context *context = formula->at.module->context;
    if (element->width < 64) {
        const struct type *wide = type_integer(context, 2 * element->width, element->signedness);
        return replace_with(formula, mulhi_narrow(a, b, wide));
    }
    return replace_with(formula, element->signedness == UNSIGNED
                                     ? mulhi_u64(a, b)
                                     : mulhi_i64(a, b, type_integer(context, 64, UNSIGNED)));
}
