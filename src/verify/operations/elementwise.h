/* Elementwise operations on one element. */
#ifndef SDYC_VERIFY_ELEMENTWISE_H
#define SDYC_VERIFY_ELEMENTWISE_H

#include "verify/evaluation/evaluate.h"

struct element {
    struct arithmetic *a;
    const struct op *op;
    const struct evaluation_rule *rule;
    struct kind operands[3], result;
    int64_t choice; /* direction of a comparison */
    bool is_total;  /* by the total order, in which NaN is the greatest */
    int64_t coarse; /* a rounding to few bits; 0: none */
};
typedef struct number element_rule(struct element *element, const struct number *operands);

element_rule element_abs, element_add, element_and, element_clamp, element_compare, element_complex,
    element_convert, element_divide, element_function, element_function_of_two, element_imag,
    element_integral, element_is_finite, element_leading_zeros, element_logistic,
    element_log_plus_one, element_maximum, element_minimum, element_minus_one, element_multiply,
    element_negate, element_not, element_or, element_popcnt, element_power, element_real,
    element_remainder, element_rsqrt, element_reduce_precision, element_select, element_shift_left,
    element_shift_right_arithmetic, element_shift_right_logical, element_sign, element_subtract,
    element_xor;

#endif
