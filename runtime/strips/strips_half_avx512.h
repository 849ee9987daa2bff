/*
 * How AVX-512 converts f16, a part of strips_float.h.
 */
#include <immintrin.h>

typedef __m512 halves_wide;
typedef __m256i halves_narrow;
enum { HALVES = sizeof(halves_wide) / sizeof(float) };
#define HALVES_NARROW(a)  _mm512_cvtps_ph(a, _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC)
#define HALVES_WIDE(a)    _mm512_cvtph_ps(a)
#define HALVES_ANY_NAN(a) (_mm512_cmp_ps_mask(a, a, _CMP_UNORD_Q) != 0)
