/* Scans whose states are more than a number: logarithms of sums of exponentials, which keep the
   greatest element m, the sum r of exp(x - m) over all others and what r lost by rounding since
   states were merged, and products of complex numbers. */
#include "scan_kind.h"

#include "parts.h"
#include "strips.h"

#include <math.h>
#include <string.h>

/* Each operation rounds, whatever flags the file is compiled with. */
#ifdef __clang__
#pragma STDC FP_CONTRACT OFF
#else
#pragma GCC optimize("fp-contract=off")
#endif

/* ---- logarithms of sums of exponentials ------------------------------------------------------ */

/* The result is m + log1p(r): what is left of it where m is near 0 comes of r, so no 1 is added
   to it before. Of the two factors for what is joined, exp(m - greater m), one is exactly 1 and the
   other at most 1. Exponents are relative to `finite(m)`, which is 0 where m is infinite or NaN, so
   that no infinity is subtracted from another. Of no elements, r is -1. */
#define LOGSUMEXP(t, T)                                                                            \
    static void finite_##t(T *result, const T *m, int64_t n) {                                     \
        uint8_t is_finite[SCAN_STRIP];                                                             \
        sdyrt_strips()->is_finite_##t##_v(is_finite, m, n);                                        \
        sdyrt_strips()->select_##t##_vs(result, is_finite, m, 0, n);                               \
    }                                                                                              \
    /* result = exp(min(from - to, 0)): the factor from the sum relative to `from`. */             \
    static void factor_##t(T *result, const T *from, const T *to, int64_t n) {                     \
        sdyrt_strips()->sub_##t##_vv(result, from, to, n);                                         \
        sdyrt_strips()->min_##t##_vs(result, result, 0, n);                                        \
        sdyrt_strips()->exp_##t##_v(result, result, n);                                            \
    }                                                                                              \
    static void append_##t(void *result, const void *states, const void *elements, int64_t n) {    \
        const T *m = states, *r = m + SCAN_STRIP, *lost = r + SCAN_STRIP, *x = elements;           \
        T *to_m = result, *to_r = to_m + SCAN_STRIP, *to_lost = to_r + SCAN_STRIP;                 \
        T before[SCAN_STRIP], after[SCAN_STRIP], rest[SCAN_STRIP];                                 \
        finite_##t(before, m, n);                                                                  \
        sdyrt_strips()->max_##t##_vv(to_m, m, x, n);                                               \
        finite_##t(after, to_m, n);                                                                \
        factor_##t(before, before, after, n);                                                      \
        sdyrt_strips()->mul_##t##_vv(rest, r, before, n);                                          \
        sdyrt_strips()->mul_##t##_vv(to_lost, lost, before, n);                                    \
        sdyrt_strips()->sub_##t##_vv(after, x, after, n);                                          \
        sdyrt_strips()->exp_##t##_v(after, after, n);                                              \
        sdyrt_strips()->min_##t##_vv(after, after, before, n);                                     \
        sdyrt_strips()->add_##t##_vv(after, after, to_lost, n);                                    \
        sdyrt_strips()->add_##t##_vv(to_r, rest, after, n);                                        \
        sdyrt_strips()->sub_##t##_vv(rest, to_r, rest, n);                                         \
        sdyrt_strips()->sub_##t##_vv(to_lost, after, rest, n);                                     \
    }                                                                                              \
    /* The sum of the greater m stays; all of the other, its 1 included, joins it. */              \
    static void merge_##t(void *result, const void *states, const void *others, int64_t n) {       \
        const T *m = states, *r = m + SCAN_STRIP;                                                  \
        const T *other_m = others, *other_r = other_m + SCAN_STRIP;                                \
        T *to_m = result, *to_r = to_m + SCAN_STRIP, *to_lost = to_r + SCAN_STRIP;                 \
        T before[SCAN_STRIP], other[SCAN_STRIP], after[SCAN_STRIP];                                \
        uint8_t stays[SCAN_STRIP];                                                                 \
        finite_##t(before, m, n);                                                                  \
        finite_##t(other, other_m, n);                                                             \
        sdyrt_strips()->max_##t##_vv(to_m, m, other_m, n);                                         \
        finite_##t(after, to_m, n);                                                                \
        factor_##t(before, before, after, n);                                                      \
        factor_##t(other, other, after, n);                                                        \
        sdyrt_strips()->ge_##t##_vv(stays, before, other, n);                                      \
        sdyrt_strips()->min_##t##_vv(before, before, other, n);                                    \
        sdyrt_strips()->select_##t##_vv(other, stays, other_r, r, n);                              \
        sdyrt_strips()->select_##t##_vv(after, stays, r, other_r, n);                              \
        sdyrt_strips()->add_##t##_vs(other, other, 1, n);                                          \
        sdyrt_strips()->mul_##t##_vv(other, other, before, n);                                     \
        sdyrt_strips()->add_##t##_vv(to_r, after, other, n);                                       \
        sdyrt_strips()->fill_##t##_s(to_lost, 0, n);                                               \
    }                                                                                              \
    static void single_##t(const void *single, void *states, int64_t n) {                          \
        const T *from = single;                                                                    \
        T repeated[SCAN_PLANES * SCAN_STRIP];                                                      \
        sdyrt_strips()->fill_##t##_s(repeated, from[0], n);                                        \
        sdyrt_strips()->fill_##t##_s(repeated + SCAN_STRIP, from[1], n);                           \
        merge_##t(states, repeated, states, n);                                                    \
    }                                                                                              \
    static void finish_##t(void *result, const void *states, int64_t n) {                          \
        T *to = result, logarithm[SCAN_STRIP];                                                     \
        const T *m = states;                                                                       \
        sdyrt_strips()->log1p_##t##_v(logarithm, m + SCAN_STRIP, n);                               \
        sdyrt_strips()->add_##t##_vv(to, m, logarithm, n);                                         \
    }                                                                                              \
    /* Greatest elements first; then every sum from the one before it. */                          \
    static void sums_##t(T *result, const T *source, int64_t n, T *carry,                          \
                         const struct scan_prefixes *all, int reverse) {                           \
        T *m = result, *r = m + SCAN_STRIP, greatest = carry[0];                                   \
        T line[SCAN_STRIP + 2], *reference = line + 1, before[SCAN_STRIP], term[SCAN_STRIP];       \
        finite_##t(reverse ? reference + n : line, &greatest, 1);                                  \
        all->max_##t[reverse](m, source, n, &carry[0], all);                                       \
        finite_##t(reference, m, n);                                                               \
        factor_##t(before, reverse ? reference + 1 : line, reference, n);                          \
        sdyrt_strips()->sub_##t##_vv(term, source, reference, n);                                  \
        sdyrt_strips()->exp_##t##_v(term, term, n);                                                \
        double rest = carry[1];                                                                    \
        for (int64_t k = 0; k < n; k++) {                                                          \
            int64_t i = reverse ? n - 1 - k : k;                                                   \
            rest = rest * before[i] + (term[i] < before[i] ? term[i] : before[i]);                 \
            r[i] = (T)rest;                                                                        \
        }                                                                                          \
        carry[1] = (T)rest;                                                                        \
    }                                                                                              \
    static void forward_##t(void *result, const void *source, int64_t n, void *carry,              \
                            const struct scan_prefixes *all) {                                     \
        sums_##t(result, source, n, carry, all, 0);                                                \
    }                                                                                              \
    static void backward_##t(void *result, const void *source, int64_t n, void *carry,             \
                             const struct scan_prefixes *all) {                                    \
        sums_##t(result, source, n, carry, all, 1);                                                \
    }                                                                                              \
    static const T nothing_##t[SCAN_PLANES] = {(T)-INFINITY, -1};                                  \
    const struct scan_arithmetic sdyrt_scan_logsumexp_##t = {                                      \
        .bytes = sizeof(T),                                                                        \
        .planes = SCAN_PLANES,                                                                     \
        .identity = nothing_##t,                                                                   \
        .empty = nothing_##t,                                                                      \
        .append = append_##t,                                                                      \
        .merge = merge_##t,                                                                        \
        .merge_single = single_##t,                                                                \
        .finish = finish_##t,                                                                      \
        .prefix = {forward_##t, backward_##t},                                                     \
    };
SDYRT_IF(SCAN_LOGSUMEXP_F32, LOGSUMEXP(f32, float))
SDYRT_IF(SCAN_LOGSUMEXP_F64, LOGSUMEXP(f64, double))

/* ---- products of complex numbers ------------------------------------------------------------- */

#define PRODUCT(t, T)                                                                              \
    struct complex_##t {                                                                           \
        T re, im;                                                                                  \
    };                                                                                             \
    static struct complex_##t times_##t(struct complex_##t a, struct complex_##t b) {              \
        return (struct complex_##t){a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};         \
    }                                                                                              \
    static void append_##t(void *result, const void *states, const void *elements, int64_t n) {    \
        const struct complex_##t *a = states, *b = elements;                                       \
        struct complex_##t *to = result;                                                           \
        for (int64_t i = 0; i < n; i++) {                                                          \
            to[i] = times_##t(a[i], b[i]);                                                         \
        }                                                                                          \
    }                                                                                              \
    static void single_##t(const void *single, void *states, int64_t n) {                          \
        struct complex_##t *to = states;                                                           \
        for (int64_t i = 0; i < n; i++) {                                                          \
            to[i] = times_##t(*(const struct complex_##t *)single, to[i]);                         \
        }                                                                                          \
    }                                                                                              \
    static void forward_##t(void *result, const void *source, int64_t n, void *carry,              \
                            const struct scan_prefixes *all) {                                     \
        struct complex_##t *to = result, *product = carry;                                         \
        (void)all;                                                                                 \
        const struct complex_##t *from = source;                                                   \
        for (int64_t i = 0; i < n; i++) {                                                          \
            to[i] = *product = times_##t(*product, from[i]);                                       \
        }                                                                                          \
    }                                                                                              \
    static void backward_##t(void *result, const void *source, int64_t n, void *carry,             \
                             const struct scan_prefixes *all) {                                    \
        struct complex_##t *to = result, *product = carry;                                         \
        (void)all;                                                                                 \
        const struct complex_##t *from = source;                                                   \
        for (int64_t i = n - 1; i >= 0; i--) {                                                     \
            to[i] = *product = times_##t(*product, from[i]);                                       \
        }                                                                                          \
    }                                                                                              \
    static const struct complex_##t one_##t = {1, 0};                                              \
    const struct scan_arithmetic sdyrt_scan_mul_##t = {                                            \
        .bytes = sizeof(struct complex_##t),                                                       \
        .planes = 1,                                                                               \
        .identity = &one_##t,                                                                      \
        .empty = &one_##t,                                                                         \
        .append = append_##t,                                                                      \
        .merge = append_##t,                                                                       \
        .merge_single = single_##t,                                                                \
        .prefix = {forward_##t, backward_##t},                                                     \
    };
SDYRT_IF(SCAN_C64, PRODUCT(c64, float))
SDYRT_IF(SCAN_C128, PRODUCT(c128, double))
