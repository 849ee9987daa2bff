/* Functions of f32 and f64 in fused strips: the polynomials of the runtime's scalar_math.h and
 * scalar_math_f64.h, operation by operation, so that both have the same bits. */
#include "codegen/emit/fused/assembly.h"

#include <math.h>
#include <string.h>

bool fused_has_function(enum scalar_op op) {
    return op == SCALAR_EXPONENTIAL || op == SCALAR_LOGISTIC || op == SCALAR_TANH;
}

static int32_t sign_bit(struct assembly *as) {
    return assembly_constant(as, UINT64_C(1) << (as->wide ? 63 : 31), false);
}

static int32_t all_but_sign(struct assembly *as) {
    return assembly_constant(as, as->wide ? INT64_MAX : INT32_MAX, false);
}

/* --- f32 --- */

/* r = n ln 2 + what is left in r, which was the number. */
static void reduce(struct assembly *as, int32_t r, int32_t n) {
    int32_t magic = assembly_number(as, 0x1.8p23f); /* adding it rounds to an integer */
    assembly_add(as, VMOV, n, 0, r);
    assembly_add(as, VFMADD213, n, assembly_number(as, 0x1.715476p0f), magic);
    assembly_add(as, VSUB, n, n, magic);
    assembly_add(as, VFMADD231, r, n, assembly_number(as, -0x1.62e4p-1f));
    assembly_add(as, VFMADD231, r, n, assembly_number(as, -0x1.7f7d1cp-20f));
}

/* p = r + r r (...), the polynomial with these coefficients in r */
static void polynomial(struct assembly *as, int32_t p, int32_t r, const float coefficients[5]) {
    int32_t square = assembly_vector(as);
    assembly_add(as, VMOV, p, 0, assembly_number(as, coefficients[0]));
    for (uint32_t i = 1; i < 5; i++) {
        assembly_add(as, VFMADD213, p, r, assembly_number(as, coefficients[i]));
    }
    assembly_add(as, VMUL, square, r, r);
    assembly_add(as, VFMADD213, p, square, r);
    assembly_free(as, square);
}

/* to = exp(x) for x of at most 90, which it takes */
static void exponential(struct assembly *as, int32_t to, int32_t x) {
    static const float coefficients[] = {0.00139504799f, 0.00836888235f, 0.041666206f, 0.166665196f,
                                         0.5f};
    int32_t n = assembly_vector(as);
    int32_t found = as->set->find_not_zero(as, x, -104);
    reduce(as, x, n);
    polynomial(as, to, x, coefficients);
    assembly_add(as, VADD, to, to, assembly_number(as, 1));
    as->set->scale_not_zero(as, to, n, found);
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
    assembly_add(as, VMOV, p, 0, assembly_number(as, coefficients[first]));
    for (uint32_t i = first + 2; i < end; i += 2) {
        assembly_add(as, VFMADD213, p, z, assembly_number(as, coefficients[i]));
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
    assembly_add(as, VMUL, z, r, r);
    every_second(as, even, z, coefficients, 0, COUNT);
    every_second(as, p, z, coefficients, 1, COUNT);
    assembly_add(as, VFMADD213, p, r, even);
    assembly_add(as, VFMADD213, p, z, r);
    assembly_free(as, z);
    assembly_free(as, even);
}

/* e^x = 2^n (1 + p); takes x */
static void wide_reduce(struct assembly *as, int32_t x, int32_t n, int32_t p) {
    int32_t magic = assembly_number(as, 0x1.8p52);
    assembly_add(as, VMOV, n, 0, x);
    assembly_add(as, VFMADD213, n, assembly_number(as, 0x1.71547652b82fep0), magic);
    assembly_add(as, VSUB, n, n, magic);
    assembly_add(as, VFMADD231, x, n, assembly_number(as, -0x1.62e42ffp-1));
    assembly_add(as, VFMADD231, x, n, assembly_number(as, 0x1.718432a1b0e26p-35));
    wide_polynomial(as, p, x);
}

/* to = exp(x) for x of at most 710, which it takes */
static void wide_exponential(struct assembly *as, int32_t to, int32_t x) {
    int32_t n = assembly_vector(as);
    int32_t found = as->set->find_not_zero(as, x, -746);
    wide_reduce(as, x, n, to);
    assembly_add(as, VADD, to, assembly_number(as, 1), to);
    as->set->scale_not_zero(as, to, n, found);
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
    int32_t n = assembly_vector(as), p = assembly_vector(as), one = assembly_number(as, 1);
    assembly_add(as, VPAND, x, a, all_but_sign(as));
    assembly_add(as, VMIN, x, assembly_number(as, as->wide ? 20 : 10), x);
    assembly_add(as, VADD, x, x, x);
    if (as->wide) {
        wide_reduce(as, x, n, p);
    } else {
        narrow_reduce(as, x, n, p);
    }
    as->set->power(as, n);
    assembly_add(as, VSUB, x, n, one);
    assembly_add(as, VFMADD231, x, n, p);
    assembly_add(as, VADD, p, x, assembly_number(as, 2));
    assembly_add(as, VDIV, x, x, p);
    as->set->copy_sign(as, to, a, x, n);
    assembly_free(as, n);
    assembly_free(as, p);
}

/* (a < 0 ? e : 1) / (1 + e) with e = exp(-|a|) */
static void logistic(struct assembly *as, int32_t to, int32_t a, int32_t x) {
    int32_t e = assembly_vector(as), one = assembly_number(as, 1);
    assembly_add(as, VPOR, x, a, sign_bit(as));
    any_exponential(as, e, x);
    as->set->choose_by_sign(as, to, a, one, e);
    assembly_add(as, VADD, x, one, e);
    assembly_add(as, VDIV, to, to, x);
    assembly_free(as, e);
}

void fused_function(struct assembly *as, enum scalar_op op, int32_t to, int32_t a) {
    int32_t x = assembly_vector(as);
    if (op == SCALAR_LOGISTIC) {
        logistic(as, to, a, x);
    } else if (op == SCALAR_TANH) {
        hyperbolic_tangent(as, to, a, x);
    } else {
        assembly_add(as, VMIN, x, assembly_number(as, as->wide ? 710 : 90), a);
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
    int32_t inverse = assembly_number(as, 1.0f / by), rest = assembly_vector(as);
    assembly_add(as, VMUL, to, a, inverse);
    assembly_add(as, VMOV, rest, 0, a);
    assembly_add(as, VFNMADD231, rest, to, b);
    assembly_add(as, VFMADD231, to, rest, inverse);
    assembly_free(as, rest);
    return true;
}
