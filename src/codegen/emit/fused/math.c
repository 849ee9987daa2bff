/* Functions of f32 and f64 in fused strips: the polynomials of the runtime's scalar_math.h and
 * scalar_math_f64.h, operation by operation, so that both have the same bits. Powers of two come
 * from the instruction that scales by them, which rounds once, as the runtime's two steps do. */
#include "codegen/emit/fused/assembly.h"

#include <math.h>
#include <string.h>

/* As they are for f32; put() makes those for f64 of them. */
#define ADD      EVEX(1, 0, 0, 0x58)
#define SUBTRACT EVEX(1, 0, 0, 0x5c)
#define MULTIPLY EVEX(1, 0, 0, 0x59)
#define DIVIDE   EVEX(1, 0, 0, 0x5e)
#define LESS     EVEX(1, 0, 0, 0x5d) /* of NaN and another, and of zeros: the second operand */
#define MOVE     EVEX(1, 0, 0, 0x28)
#define AND      EVEX(1, 1, 0, 0xdb)
#define OR       EVEX(1, 1, 0, 0xeb)
#define MINUS_32 EVEX(1, 1, 0, 0xfa)
#define MINUS_64 EVEX(1, 1, 0, 0xfb)
#define SCALE    EVEX(2, 1, 0, 0x2c) /* a 2^b */
#define BY_SIGN  EVEX(2, 2, 0, 0x39) /* the mask of negative elements */
#define BLEND    EVEX(2, 1, 0, 0x65)
#define COMPARE  EVEX(1, 0, 0, 0xc2)
#define TERNARY  EVEX(3, 1, 0, 0x25)
/* to = to a + b, to = to + a b, and to = to - a b */
#define TIMES_PLUS  EVEX(2, 1, 0, 0xa8)
#define PLUS_TIMES  EVEX(2, 1, 0, 0xb8)
#define MINUS_TIMES EVEX(2, 1, 0, 0xbc)

bool fused_has_function(enum scalar_op op) {
    return op == SCALAR_EXPONENTIAL || op == SCALAR_LOGISTIC || op == SCALAR_TANH;
}

static int32_t number(struct assembly *as, double value) {
    float narrow = (float)value;
    uint64_t bits = 0;
    if (as->wide) {
        memcpy(&bits, &value, sizeof value);
    } else {
        memcpy(&bits, &narrow, sizeof narrow);
    }
    return assembly_constant(as, bits, false);
}

static int32_t sign_bit(struct assembly *as) {
    return assembly_constant(as, UINT64_C(1) << (as->wide ? 63 : 31), false);
}

static int32_t all_but_sign(struct assembly *as) {
    return assembly_constant(as, as->wide ? INT64_MAX : INT32_MAX, false);
}

static void put(struct assembly *as, struct evex op, int32_t to, int32_t a, int32_t b) {
    op.wide = as->wide;
    op.prefix = as->wide && op.prefix == 0 ? 1 : op.prefix;
    evex_registers(as->code, op, to, a, b, 0, false);
}

/* to = mask of the scratch register ? b : a */
static void choose(struct assembly *as, int32_t to, int32_t a, int32_t b) {
    struct evex op = BLEND;
    op.wide = as->wide;
    evex_registers(as->code, op, to, a, b, SCRATCH_MASK, false);
}

/* Finds the elements whose exponentials are not zero, of `least` and more, and NaN, and of these
 * those that are subnormal. */
static void find_tiny(struct assembly *as, int32_t x, double least) {
    struct evex op = COMPARE;
    op.wide = as->wide;
    op.prefix = as->wide;
    put(as, COMPARE, SCRATCH_MASK, x, number(as, least));
    evex_immediate(as->code, EVEX_NOT_LESS);
    int32_t bound = number(as, as->wide ? -708.3964185322641 : -87.33654f);
    evex_registers(as->code, op, TINY_MASK, x, bound, SCRATCH_MASK, false);
    evex_immediate(as->code, EVEX_LESS);
}

/* to = to op b, of subnormal exponentials. */
static void put_tiny(struct assembly *as, struct buffer *code, struct evex op, int32_t to,
                     int32_t b) {
    op.wide = as->wide;
    op.prefix = as->wide && op.prefix == 0 ? 1 : op.prefix;
    evex_registers(code, op, to, to, b, TINY_MASK, false);
}

/* to = to 2^n for the elements found, else 0; takes n. The instruction would make zeros and
 * subnormal numbers itself, but many processors take more than a hundred cycles for a vector with
 * one that it rounds so, and the masked scores of attention are such numbers. What is subnormal is
 * rounded by a sum, in units of the least number. */
static void scale_not_zero(struct assembly *as, int32_t to, int32_t n) {
    int32_t ones = number(as, as->wide ? 0x1p52 : 0x1p23);
    struct buffer raise = {0}, round = {0};
    struct evex op = SCALE;
    op.wide = as->wide;
    put_tiny(as, &raise, ADD, n, number(as, as->wide ? 1074 : 149));
    put_tiny(as, &round, ADD, to, ones);
    put_tiny(as, &round, as->wide ? MINUS_64 : MINUS_32, to, ones);
    fused_where(as, TINY_MASK, &raise);
    evex_registers(as->code, op, to, to, n, SCRATCH_MASK, true);
    fused_where_again(as, &round);
    buffer_free(&raise);
    buffer_free(&round);
}

/* to = x with the sign of a; takes n */
static void copy_sign(struct assembly *as, int32_t to, int32_t a, int32_t x, int32_t n) {
    put(as, MOVE, n, 0, sign_bit(as));
    put(as, TERNARY, n, a, x);
    evex_immediate(as->code, EVEX_FIRST_CHOOSES);
    put(as, MOVE, to, 0, n);
}

/* --- f32 --- */

/* r = n ln 2 + what is left in r, which was the number. */
static void reduce(struct assembly *as, int32_t r, int32_t n) {
    int32_t magic = number(as, 0x1.8p23f); /* adding it rounds to an integer */
    put(as, MOVE, n, 0, r);
    put(as, TIMES_PLUS, n, number(as, 0x1.715476p0f), magic);
    put(as, SUBTRACT, n, n, magic);
    put(as, PLUS_TIMES, r, n, number(as, -0x1.62e4p-1f));
    put(as, PLUS_TIMES, r, n, number(as, -0x1.7f7d1cp-20f));
}

/* p = r + r r (...), the polynomial with these coefficients in r */
static void polynomial(struct assembly *as, int32_t p, int32_t r, const float coefficients[5]) {
    int32_t square = assembly_vector(as);
    put(as, MOVE, p, 0, number(as, coefficients[0]));
    for (uint32_t i = 1; i < 5; i++) {
        put(as, TIMES_PLUS, p, r, number(as, coefficients[i]));
    }
    put(as, MULTIPLY, square, r, r);
    put(as, TIMES_PLUS, p, square, r);
    assembly_free(as, square);
}

/* to = exp(x) for x of at most 90, which it takes */
static void exponential(struct assembly *as, int32_t to, int32_t x) {
    static const float coefficients[] = {0.00139504799f, 0.00836888235f, 0.041666206f, 0.166665196f,
                                         0.5f};
    int32_t n = assembly_vector(as);
    find_tiny(as, x, -104);
    reduce(as, x, n);
    polynomial(as, to, x, coefficients);
    put(as, ADD, to, to, number(as, 1));
    scale_not_zero(as, to, n);
    assembly_free(as, n);
}

/* e^x = 2^n (1 + p); takes x */
static void narrow_reduce(struct assembly *as, int32_t x, int32_t n, int32_t p) {
    static const float coefficients[] = {0.00139464386f, 0.00836657733f, 0.0416662823f, 0.16666543f,
                                         0.5f};
    reduce(as, x, n);
    polynomial(as, p, x, coefficients);
}

/* --- f64 --- */

/* The polynomial with every second of some coefficients in z, from `first` on. */
static void every_second(struct assembly *as, int32_t p, int32_t z, const double *coefficients,
                         uint32_t first, uint32_t end) {
    put(as, MOVE, p, 0, number(as, coefficients[first]));
    for (uint32_t i = first + 2; i < end; i += 2) {
        put(as, TIMES_PLUS, p, z, number(as, coefficients[i]));
    }
}

/* p = e^r - 1 with the polynomial of sdyrt_exp_reduce_f64 */
static void wide_polynomial(struct assembly *as, int32_t p, int32_t r) {
    static const double coefficients[] = {2.0914686968086876e-09,
                                          2.5105217004720745e-08,
                                          2.75572736431103e-07,
                                          2.7557255400206422e-06,
                                          2.4801587325547743e-05,
                                          0.00019841269874820627,
                                          0.0013888888888883748,
                                          0.008333333333326136,
                                          0.04166666666666667,
                                          0.1666666666666667,
                                          0.5};
    enum { COUNT = sizeof coefficients / sizeof coefficients[0] };
    int32_t z = assembly_vector(as), even = assembly_vector(as);
    put(as, MULTIPLY, z, r, r);
    every_second(as, even, z, coefficients, 0, COUNT);
    every_second(as, p, z, coefficients, 1, COUNT);
    put(as, TIMES_PLUS, p, r, even);
    put(as, TIMES_PLUS, p, z, r);
    assembly_free(as, z);
    assembly_free(as, even);
}

/* e^x = 2^n (1 + p); takes x */
static void wide_reduce(struct assembly *as, int32_t x, int32_t n, int32_t p) {
    int32_t magic = number(as, 0x1.8p52);
    put(as, MOVE, n, 0, x);
    put(as, TIMES_PLUS, n, number(as, 0x1.71547652b82fep0), magic);
    put(as, SUBTRACT, n, n, magic);
    put(as, PLUS_TIMES, x, n, number(as, -0x1.62e42ffp-1));
    put(as, PLUS_TIMES, x, n, number(as, 0x1.718432a1b0e26p-35));
    wide_polynomial(as, p, x);
}

/* to = exp(x) for x of at most 710, which it takes */
static void wide_exponential(struct assembly *as, int32_t to, int32_t x) {
    int32_t n = assembly_vector(as);
    find_tiny(as, x, -746);
    wide_reduce(as, x, n, to);
    put(as, ADD, to, number(as, 1), to);
    scale_not_zero(as, to, n);
    assembly_free(as, n);
}

/* --- both --- */

static void any_exponential(struct assembly *as, int32_t to, int32_t x) {
    if (as->wide) {
        wide_exponential(as, to, x);
    } else {
        exponential(as, to, x);
    }
}

/* e / (e + 2) with e = exp(2 |a|) - 1, and the sign of a */
static void hyperbolic_tangent(struct assembly *as, int32_t to, int32_t a, int32_t x) {
    int32_t n = assembly_vector(as), p = assembly_vector(as), one = number(as, 1);
    put(as, AND, x, a, all_but_sign(as));
    put(as, LESS, x, number(as, as->wide ? 20 : 10), x);
    put(as, ADD, x, x, x);
    if (as->wide) {
        wide_reduce(as, x, n, p);
    } else {
        narrow_reduce(as, x, n, p);
    }
    put(as, SCALE, n, one, n);
    put(as, SUBTRACT, x, n, one);
    put(as, PLUS_TIMES, x, n, p);
    put(as, ADD, p, x, number(as, 2));
    put(as, DIVIDE, x, x, p);
    copy_sign(as, to, a, x, n);
    assembly_free(as, n);
    assembly_free(as, p);
}

/* (a < 0 ? e : 1) / (1 + e) with e = exp(-|a|) */
static void logistic(struct assembly *as, int32_t to, int32_t a, int32_t x) {
    int32_t e = assembly_vector(as), one = number(as, 1);
    put(as, OR, x, a, sign_bit(as));
    any_exponential(as, e, x);
    put(as, BY_SIGN, SCRATCH_MASK, 0, a);
    put(as, ADD, x, one, e);
    choose(as, e, one, e);
    put(as, DIVIDE, to, e, x);
    assembly_free(as, e);
}

void fused_function(struct assembly *as, enum scalar_op op, int32_t to, int32_t a) {
    int32_t x = assembly_vector(as);
    if (op == SCALAR_LOGISTIC) {
        logistic(as, to, a, x);
    } else if (op == SCALAR_TANH) {
        hyperbolic_tangent(as, to, a, x);
    } else {
        put(as, LESS, x, number(as, as->wide ? 710 : 90), a);
        any_exponential(as, to, x);
    }
    assembly_free(as, x);
}

/* --- quotients --- */

static bool is_short_integer(const struct fused *fused, int32_t index) {
    const struct fused_value *value = &fused->values[index];
    if (value->kind != FUSED_OPERATION || value->op != SCALAR_CONVERT) {
        return false;
    }
    enum element from = fused->values[value->args[0]].type;
    return from == ELEMENT_I8 || from == ELEMENT_U8 || from == ELEMENT_I16 || from == ELEMENT_U16;
}

bool fused_quotient(struct assembly *as, const struct fused_value *value, int32_t to) {
    const struct fused_value *divisor = &as->fused->values[value->args[1]];
    if (as->wide || value->type != ELEMENT_F32 || divisor->kind != FUSED_CONSTANT ||
        !is_short_integer(as->fused, value->args[0])) {
        return false;
    }
    const uint32_t word = (uint32_t)divisor->bits;
    float by;
    memcpy(&by, &word, sizeof by);
    if (!(fabsf(by) >= 0x1p-60f && fabsf(by) <= 0x1p60f)) {
        return false;
    }
    int32_t a = as->where[value->args[0]], b = as->where[value->args[1]];
    int32_t inverse = number(as, 1.0f / by), rest = assembly_vector(as);
    put(as, MULTIPLY, to, a, inverse);
    put(as, MOVE, rest, 0, a);
    put(as, MINUS_TIMES, rest, to, b);
    put(as, PLUS_TIMES, to, rest, inverse);
    assembly_free(as, rest);
    return true;
}
