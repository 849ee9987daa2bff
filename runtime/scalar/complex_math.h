/*
 * Functions of complex numbers: sdyrt_<op>_c64(result, a) and sdyrt_<op>_c128,
 * sdyrt_pow_c64(result, a, b), on pairs of real and imaginary part as they lie in memory. Those of
 * c64 are computed in double precision; quotients are those of C's annex G, with infinities for
 * divisors of zero. Addition, multiplication and their like are plain C and stand in emitted text.
 */
#ifndef SDYRT_COMPLEX_MATH_H
#define SDYRT_COMPLEX_MATH_H

#ifdef __cplusplus
extern "C" {
#endif

#define COMPLEX_UNARY(op)                                                                          \
    void sdyrt_##op##_c64(void *result, const void *a);                                            \
    void sdyrt_##op##_c128(void *result, const void *a);
#define COMPLEX_BINARY(op)                                                                         \
    void sdyrt_##op##_c64(void *result, const void *a, const void *b);                             \
    void sdyrt_##op##_c128(void *result, const void *a, const void *b);
#define COMPLEX_TO_REAL(op) COMPLEX_UNARY(op)
#include "complex_math.def"

#ifdef __cplusplus
}
#endif
#endif
