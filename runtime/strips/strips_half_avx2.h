/*
 * How the F16C that comes with AVX2 converts f16, a part of strips_float.h.
 */
#include <immintrin.h>

typedef __m256 halves_wide;
typedef __m128i halves_narrow;
enum { HALVES = sizeof(halves_wide) / sizeof(float) };
#define HALVES_NARROW(a)  _mm256_cvtps_ph(a, _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC)
#define HALVES_WIDE(a)    _mm256_cvtph_ps(a)
#define HALVES_ANY_NAN(a) (_mm256_movemask_ps(_mm256_cmp_ps(a, a, _CMP_UNORD_Q)) != 0)
