/* The first `count` lanes of a vector of AVX-512, or all; a part of fft_lanes.c. */
#include <immintrin.h>

#define PART_OF(count, lanes)      ((count) >= (lanes) ? (1u << (lanes)) - 1 : (1u << (count)) - 1)
#define LOAD_PART_F32(count, from) _mm512_maskz_loadu_ps((__mmask16)PART_OF(count, 16), from)
#define LOAD_PART_F64(count, from) _mm512_maskz_loadu_pd((__mmask8)PART_OF(count, 8), from)
#define STORE_PART_F32(to, count, part)                                                            \
    _mm512_mask_storeu_ps(to, (__mmask16)PART_OF(count, 16), part)
#define STORE_PART_F64(to, count, part) _mm512_mask_storeu_pd(to, (__mmask8)PART_OF(count, 8), part)
