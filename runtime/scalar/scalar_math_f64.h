/*
 * Functions of f64 for scalar.h: branchless, below 1.2 ulp (tan and logistic 2.3, tanh 2.6), with
 * the same bits in every element of a loop. ns per element on 1,024 elements in the first-level
 * cache, AVX-512, and the error in ulp; exp, expm1 and tanh on Zen 5, where fused strips take 0.42
 * and 0.48 for exp and tanh:
 *
 *              exp         expm1       tanh        sin         cos         tan
 *     here     0.58 1.00   0.54 1.18   0.55 2.50   0.58 0.80   0.57 0.84   0.66 2.26
 *     libmvec  0.52 2.85   0.50 2.03   0.98 2.14   0.50 3.38   0.52 3.40   0.80 3.25
 *
 * They need a fused multiply-add; where there is none they take twice the time of libmvec, which is
 * taken there. Coefficients are minimax fits over the reduced range.
 */
#ifndef SDYRT_SCALAR_MATH_F64_H
#define SDYRT_SCALAR_MATH_F64_H

#include "scalar_math.h"

/* ---- exponentials ---------------------------------------------------------------------------- */

/* e^a = 2^n (1 + p), or more exactly 2^n (1 + r + tail), with |r| <= ln 2 / 2; the low bits of `n`
 * are those of the integer. */
struct sdyrt_exp_parts_f64 {
    double p, r, tail;
    uint64_t n;
};

/* For |a| below 1,000. */
static inline struct sdyrt_exp_parts_f64 sdyrt_exp_reduce_f64(double a) {
    const double magic = 0x1.8p52; /* adding it rounds to an integer, in the low bits */
    double shifted = SDYRT_MULTIPLY_ADD_64(a, 0x1.71547652b82fep0, magic);
    double n = shifted - magic;
    double high = SDYRT_MULTIPLY_ADD_64(n, -0x1.62e42ffp-1, a); /* exact */
    double r = SDYRT_MULTIPLY_ADD_64(n, 0x1.718432a1b0e26p-35, high);
    double rest = SDYRT_MULTIPLY_ADD_64(n, 0x1.718432a1b0e26p-35, high - r);
    double z = r * r;
    /* Every second coefficient by itself: half as many operations wait for each other. */
    double p = 2.0914686968086876e-09;
    p = SDYRT_MULTIPLY_ADD_64(p, z, 2.75572736431103e-07);
    p = SDYRT_MULTIPLY_ADD_64(p, z, 2.4801587325547743e-05);
    p = SDYRT_MULTIPLY_ADD_64(p, z, 0.0013888888888883748);
    p = SDYRT_MULTIPLY_ADD_64(p, z, 0.04166666666666667);
    p = SDYRT_MULTIPLY_ADD_64(p, z, 0.5);
    double q = 2.5105217004720745e-08;
    q = SDYRT_MULTIPLY_ADD_64(q, z, 2.7557255400206422e-06);
    q = SDYRT_MULTIPLY_ADD_64(q, z, 0.00019841269874820627);
    q = SDYRT_MULTIPLY_ADD_64(q, z, 0.008333333333326136);
    q = SDYRT_MULTIPLY_ADD_64(q, z, 0.1666666666666667);
    q = SDYRT_MULTIPLY_ADD_64(q, r, p);
    struct sdyrt_exp_parts_f64 parts;
    parts.p = SDYRT_MULTIPLY_ADD_64(q, z, r);
    parts.r = r;
    parts.tail = SDYRT_MULTIPLY_ADD_64(q, z, rest);
    parts.n = sdyrt_bits_f64(shifted);
    return parts;
}

/* 2^n for n in [-1022, 1023], of which only the low bits count. */
static inline double sdyrt_power_of_two_f64(uint64_t n) {
    return sdyrt_float_f64((n << 52) + (UINT64_C(1023) << 52));
}

/* p 2^n in two steps: 2^n itself may not be a double. */
static inline double sdyrt_scale_f64(double p, uint64_t n) {
    uint64_t half = n >> 1;
    return p * sdyrt_power_of_two_f64(half) * sdyrt_power_of_two_f64(n - half);
}

/* For a at most 710; as sdyrt_exp_small_f32. */
static inline double sdyrt_exp_small_f64(double a) {
    int is_tiny = a < -708.3964185322641;
    double x = a < -746.0 ? -746.0 : a;
    struct sdyrt_exp_parts_f64 parts = sdyrt_exp_reduce_f64(x);
    double result = sdyrt_scale_f64(1 + parts.p, is_tiny ? parts.n + 1074 : parts.n);
    uint64_t units = sdyrt_bits_f64(result + 0x1p52) - sdyrt_bits_f64(0x1p52);
    return is_tiny ? sdyrt_float_f64(units) : result;
}

/* exp(-|a|) does not overflow where the result is subnormal. */
static inline double sdyrt_logistic_f64(double a) {
    double e = sdyrt_exp_small_f64(-fabs(a));
    return (a < 0 ? e : 1) / (1 + e);
}

#ifdef SDYRT_FUSED
static inline double sdyrt_exp_f64(double a) {
    return sdyrt_exp_small_f64(a > 710.0 ? 710.0 : a);
}

/* 2^n (1 + r + tail) - 1, at half its size so that n = 1024 is in range. */
static inline double sdyrt_expm1_f64(double a) {
    double x = a < -40.0 ? -40.0 : a;
    x = x > 710.0 ? 710.0 : x;
    struct sdyrt_exp_parts_f64 parts = sdyrt_exp_reduce_f64(x);
    double half = sdyrt_power_of_two_f64(parts.n - 1);
    double whole = half - 0.5, part = half * parts.r, near = whole + part;
    double rest = SDYRT_MULTIPLY_ADD_64(half, parts.tail, (whole - near) + part);
    double result = 2 * (near + rest);
    return fabs(a) < 0x1p-54 ? a : result; /* -0, and half of a subnormal may be none */
}

/* e / (e + 2) where e = exp(2 |a|) - 1. */
static inline double sdyrt_tanh_f64(double a) {
    double x = fabs(a) > 20.0 ? 20.0 : fabs(a);
    struct sdyrt_exp_parts_f64 parts = sdyrt_exp_reduce_f64(2 * x);
    double scale = sdyrt_power_of_two_f64(parts.n);
    double e = SDYRT_MULTIPLY_ADD_64(scale, parts.p, scale - 1);
    return copysign(e / (e + 2), a);
}
#else
static inline double sdyrt_exp_f64(double a) {
    return exp(a);
}
static inline double sdyrt_expm1_f64(double a) {
    return expm1(a);
}
static inline double sdyrt_tanh_f64(double a) {
    return tanh(a);
}
#endif

/* ---- functions of the circle ----------------------------------------------------------------- */

#ifdef SDYRT_FUSED

/* Up to here a product of n and the first constant of three is exact, and the third one says enough
 * of pi: those that are greater, infinite or NaN are left to the C library. */
#define SDYRT_NEAR_TURNS 1e5

/* a = n pi / 2 + r + rest with |r| <= pi / 4; the low bits of `n` are those of the integer. */
struct sdyrt_turns {
    double r, rest;
    uint64_t n;
};

static inline struct sdyrt_turns sdyrt_turns_f64(double a) {
    const double magic = 0x1.8p52;
    double shifted = SDYRT_MULTIPLY_ADD_64(a, 0x1.45f306dc9c883p-1, magic);
    double n = shifted - magic;
    double high = SDYRT_MULTIPLY_ADD_64(n, -0x1.921fb5444p+0, a); /* exact */
    struct sdyrt_turns turns;
    turns.r = SDYRT_MULTIPLY_ADD_64(n, -0x1.68c234c4c6629p-39, high);
    turns.rest = SDYRT_MULTIPLY_ADD_64(n, -0x1.68c234c4c6629p-39, high - turns.r);
    turns.rest = SDYRT_MULTIPLY_ADD_64(n, 0x1.1fc8f8cbb5bf7p-93, turns.rest);
    turns.n = sdyrt_bits_f64(shifted);
    return turns;
}

/* sin(r + rest); z is r r. */
static inline double sdyrt_sin_reduced_f64(struct sdyrt_turns turns, double z) {
    double p = 1.5896197873538838e-10;
    p = SDYRT_MULTIPLY_ADD_64(p, z, -2.5050747223405e-08);
    p = SDYRT_MULTIPLY_ADD_64(p, z, 2.7557313618060165e-06);
    p = SDYRT_MULTIPLY_ADD_64(p, z, -0.00019841269829580329);
    p = SDYRT_MULTIPLY_ADD_64(p, z, 0.008333333333322108);
    p = SDYRT_MULTIPLY_ADD_64(p, z, -0.1666666666666663);
    return turns.r + SDYRT_MULTIPLY_ADD_64(p, z * turns.r, turns.rest);
}

/* cos(r + rest) */
static inline double sdyrt_cos_reduced_f64(struct sdyrt_turns turns, double z) {
    double p = -1.135851393858682e-11;
    p = SDYRT_MULTIPLY_ADD_64(p, z, 2.087570041558362e-09);
    p = SDYRT_MULTIPLY_ADD_64(p, z, -2.755731417623388e-07);
    p = SDYRT_MULTIPLY_ADD_64(p, z, 2.4801587288841367e-05);
    p = SDYRT_MULTIPLY_ADD_64(p, z, -0.001388888888887304);
    p = SDYRT_MULTIPLY_ADD_64(p, z, 0.041666666666666595);
    double half = 0.5 * z, near = 1 - half;
    double rest = SDYRT_MULTIPLY_ADD_64(-turns.r, turns.rest, (1 - near) - half);
    return near + SDYRT_MULTIPLY_ADD_64(z * z, p, rest);
}

/* sin(n pi / 2 + r + rest) */
static inline double sdyrt_turned_f64(struct sdyrt_turns turns, uint64_t n) {
    double z = turns.r * turns.r;
    double s = sdyrt_sin_reduced_f64(turns, z), c = sdyrt_cos_reduced_f64(turns, z);
    return sdyrt_float_f64(sdyrt_bits_f64(n & 1 ? c : s) ^ (n & 2) << 62);
}

/* Of |a| at most SDYRT_NEAR_TURNS. */
static inline double sdyrt_near_sin_f64(double a) {
    struct sdyrt_turns turns = sdyrt_turns_f64(a);
    double result = sdyrt_turned_f64(turns, turns.n);
    return a == 0 ? a : result;
}

static inline double sdyrt_near_cos_f64(double a) {
    struct sdyrt_turns turns = sdyrt_turns_f64(a);
    return sdyrt_turned_f64(turns, turns.n + 1);
}

static inline double sdyrt_near_tan_f64(double a) {
    struct sdyrt_turns turns = sdyrt_turns_f64(a);
    double z = turns.r * turns.r;
    double s = sdyrt_sin_reduced_f64(turns, z), c = sdyrt_cos_reduced_f64(turns, z);
    double result = (turns.n & 1 ? -c : s) / (turns.n & 1 ? s : c);
    return a == 0 ? a : result;
}

#endif
#endif
