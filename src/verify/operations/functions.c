/* Functions of one or two numbers that are no sum, product or quotient. In the field each is a
 * random function, but for what follows from others: exp(x) - 1, 1 / sqrt(x), log(1 + x). */
#include <complex.h>
#include <math.h>

#include "verify/operations/elementwise.h"
#include "verify/values/field.h"

static struct number one(const struct element *e) {
    return number_of_integer(e->a, e->result, 1);
}

static struct number real_number(double re, double im) {
    return (struct number){bits_of(re), bits_of(im)};
}

/* --- complex numbers, in the reals ------------------------------------------------------------ */

static const struct {
    enum op_id id;
    double complex (*function)(double complex x);
} complex_functions[] = {
    {OP_COSINE, ccos}, {OP_EXPONENTIAL, cexp}, {OP_LOG, clog},   {OP_SINE, csin},
    {OP_SQRT, csqrt},  {OP_TAN, ctan},         {OP_TANH, ctanh},
};

static double complex complex_sign(double complex x) {
    return x == 0 ? 0 : x / cabs(x);
}

static struct number complex_function(const struct element *e, enum op_id id, struct number x) {
    double complex z = real_of(x.re) + real_of(x.im) * I, result = NAN;
    for (size_t i = 0; i < sizeof complex_functions / sizeof *complex_functions; i++) {
        if (complex_functions[i].id == id) {
            result = complex_functions[i].function(z);
        }
    }
    if (id == OP_ABS) {
        return real_number(cabs(z), 0);
    }
    result = id == OP_SIGN ? complex_sign(z) : result;
    (void)e;
    return real_number(creal(result), cimag(result));
}

/* --- functions -------------------------------------------------------------------------------- */

/* The function that is the operation `id`, whose own name in the reals is `real`. */
static struct number function(struct element *e, enum op_id id, double (*real)(double),
                              struct number x) {
    bool is_complex = e->operands[0].class == KIND_COMPLEX;
    if (e->a->world == WORLD_FIELD) {
        const uint64_t words[2] = {x.re, x.im};
        if (id == OP_EXPONENTIAL && x.re == FIELD_MINUS) {
            return (struct number){0, 0};
        }
        return keyed_number(e->a, e->result, (uint64_t)id, is_complex ? 2 : 1, words);
    }
    if (is_complex) {
        return complex_function(e, id, x);
    }
    return real_number(real(real_of(x.re)), 0);
}

struct number element_function(struct element *e, const struct number *x) {
    return function(e, e->rule->id, e->rule->real, x[0]);
}

struct number element_rsqrt(struct element *e, const struct number *x) {
    return number_divide(e->a, e->result, one(e), function(e, OP_SQRT, sqrt, x[0]));
}

struct number element_minus_one(struct element *e, const struct number *x) {
    if (e->a->world == WORLD_REALS && e->result.class == KIND_FLOAT) {
        return real_number(expm1(real_of(x[0].re)), 0);
    }
    struct number power = function(e, OP_EXPONENTIAL, exp, x[0]);
    return number_add(e->a, e->result, power, number_negate(e->a, e->result, one(e)));
}

struct number element_log_plus_one(struct element *e, const struct number *x) {
    if (e->a->world == WORLD_REALS && e->result.class == KIND_FLOAT) {
        return real_number(log1p(real_of(x[0].re)), 0);
    }
    return function(e, OP_LOG, log, number_add(e->a, e->result, x[0], one(e)));
}

struct number element_logistic(struct element *e, const struct number *x) {
    struct number negative = number_negate(e->a, e->result, x[0]);
    struct number power = function(e, OP_EXPONENTIAL, exp, negative);
    return number_divide(e->a, e->result, one(e), number_add(e->a, e->result, power, one(e)));
}

/* Of integers of the field what it is of them. */
struct number element_integral(struct element *e, const struct number *x) {
    int64_t value;
    if (e->a->world == WORLD_FIELD && field_as_integer(x[0].re, &value)) {
        return x[0];
    }
    return element_function(e, x);
}

struct number element_is_finite(struct element *e, const struct number *x) {
    bool finite = e->a->world == WORLD_REALS
                      ? isfinite(real_of(x[0].re)) != 0
                      : x[0].re != FIELD_INFINITY && x[0].re != FIELD_MINUS && x[0].re != FIELD_NAN;
    return (struct number){finite, 0};
}

/* --- functions of two numbers ----------------------------------------------------------------- */

static struct number keyed_of_two(struct element *e, const struct number *x) {
    const uint64_t words[4] = {x[0].re, x[0].im, x[1].re, x[1].im};
    return keyed_number(e->a, e->result, (uint64_t)e->rule->id, 4, words);
}

struct number element_function_of_two(struct element *e, const struct number *x) {
    if (e->a->world == WORLD_FIELD) {
        return keyed_of_two(e, x);
    }
    if (e->result.class == KIND_COMPLEX) {
        return real_number(NAN, NAN);
    }
    return real_number(atan2(real_of(x[0].re), real_of(x[1].re)), 0);
}

static struct number integer_power(struct element *e, struct number x, int64_t n) {
    struct number power = one(e);
    if (n < 0) { /* of integers: 0, but for 1 and -1 */
        int64_t base = (int64_t)x.re;
        bool odd = n & 1;
        return number_of_integer(e->a, e->result, base == 1 || base == -1 ? (odd ? base : 1) : 0);
    }
    for (; n; n >>= 1) {
        power = n & 1 ? number_multiply(e->a, e->result, power, x) : power;
        x = number_multiply(e->a, e->result, x, x);
    }
    return power;
}

struct number element_power(struct element *e, const struct number *x) {
    int64_t n;
    if (e->result.class == KIND_INTEGER) {
        return integer_power(e, x[0], (int64_t)x[1].re);
    }
    if (e->a->world == WORLD_REALS) {
        if (e->result.class == KIND_FLOAT) {
            return real_number(pow(real_of(x[0].re), real_of(x[1].re)), 0);
        }
        double complex power =
            cpow(real_of(x[0].re) + real_of(x[0].im) * I, real_of(x[1].re) + real_of(x[1].im) * I);
        return real_number(creal(power), cimag(power));
    }
    if (x[1].im != 0 || !field_as_integer(x[1].re, &n) || n > 64 || n < -64) {
        return keyed_of_two(e, x);
    }
    struct number power = integer_power(e, x[0], n < 0 ? -n : n);
    return n < 0 ? number_divide(e->a, e->result, one(e), power) : power;
}

static struct number integer_remainder(const struct element *e, uint64_t x, uint64_t y) {
    if (y == 0) {
        return (struct number){x, 0};
    }
    if (e->result.is_unsigned) {
        return (struct number){x % y, 0};
    }
    return (struct number){(int64_t)y == -1 ? 0 : (uint64_t)((int64_t)x % (int64_t)y), 0};
}

struct number element_remainder(struct element *e, const struct number *x) {
    int64_t p, q;
    if (e->result.class == KIND_INTEGER) {
        return integer_remainder(e, x[0].re, x[1].re);
    }
    if (e->a->world == WORLD_REALS) {
        return real_number(fmod(real_of(x[0].re), real_of(x[1].re)), 0);
    }
    if (field_as_integer(x[0].re, &p) && field_as_integer(x[1].re, &q) && q != 0) {
        return (struct number){field_of_integer(p % q), 0};
    }
    return keyed_of_two(e, x);
}
