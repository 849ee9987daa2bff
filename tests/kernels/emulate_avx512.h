/* Instructions of AVX-512 as plain C, by the names of their intrinsics: `emulate_mm512_add_ps` is
   what `_mm512_add_ps` becomes in the sources that are compiled for kernels_emulated (emulate.h).
   They need AVX2. A load or store with a mask touches no byte that the mask leaves out, and one
   that has to be aligned ends the program where it is not, as on processors that have them. */
#ifndef SDYC_TESTS_KERNELS_EMULATE_AVX512_H
#define SDYC_TESTS_KERNELS_EMULATE_AVX512_H

#include <immintrin.h>
#include <stdint.h>
#include <string.h>

/* What all functions are compiled for that name instructions of AVX-512. */
#define EMULATE_TARGET "avx2,fma,f16c,bmi,bmi2"
#define EMULATED       static inline __attribute__((always_inline, target(EMULATE_TARGET)))
/* What goes through lanes is called: inlined into kernels that are unrolled it takes minutes to
   compile. */
#define EMULATED_LANES static __attribute__((noinline, unused, target(EMULATE_TARGET)))

/* A register: of AVX-512, and its parts. */
union emulated {
    __m512 ps;
    __m512d pd;
    __m512i si;
    __m256 half_ps[2];
    __m256d half_pd[2];
    __m256i half_si[2];
    __m128i quarter[4];
    int8_t i8[64];
    uint8_t u8[64];
    int16_t i16[32];
    uint16_t u16[32];
    int32_t i32[16];
    uint32_t u32[16];
    int64_t i64[8];
    uint64_t u64[8];
    float f32[16];
    double f64[8];
};
typedef __m512 emulated_ps;
typedef __m512d emulated_pd;
typedef __m512i emulated_si;

/* What is stored and read lies at any address, and is of any type. */
#define EMULATE_PLACE(type) __attribute__((aligned(1), may_alias)) type
typedef EMULATE_PLACE(uint8_t) emulated_u8;
typedef EMULATE_PLACE(uint16_t) emulated_u16;
typedef EMULATE_PLACE(uint32_t) emulated_u32;
typedef EMULATE_PLACE(uint64_t) emulated_u64;

EMULATED void emulate_check_line(const void *at) {
    if ((uintptr_t)at % 64 != 0) {
        __builtin_trap();
    }
}

/* Functions of one, two and three registers: a value for each lane i of x, y and z, or for each of
   the halves that AVX2 computes. */
#define EMULATE_1(linkage, name, kind, lanes, count, value)                                        \
    linkage emulated_##kind name(emulated_##kind a) {                                              \
        const union emulated x = (union emulated)a;                                                \
        union emulated all;                                                                        \
        for (int i = 0; i < (count); i++) {                                                        \
            all.lanes[i] = value;                                                                  \
        }                                                                                          \
        return all.kind;                                                                           \
    }
#define EMULATE_2(linkage, name, kind, lanes, count, value)                                        \
    linkage emulated_##kind name(emulated_##kind a, emulated_##kind b) {                           \
        const union emulated x = (union emulated)a, y = (union emulated)b;                         \
        union emulated all;                                                                        \
        for (int i = 0; i < (count); i++) {                                                        \
            all.lanes[i] = value;                                                                  \
        }                                                                                          \
        return all.kind;                                                                           \
    }
#define EMULATE_3(linkage, name, kind, lanes, count, value)                                        \
    linkage emulated_##kind name(emulated_##kind a, emulated_##kind b, emulated_##kind c) {        \
        const union emulated x = (union emulated)a, y = (union emulated)b, z = (union emulated)c;  \
        union emulated all;                                                                        \
        for (int i = 0; i < (count); i++) {                                                        \
            all.lanes[i] = value;                                                                  \
        }                                                                                          \
        return all.kind;                                                                           \
    }
#define EMULATE_HALVES_2(name, function)                                                           \
    EMULATE_2(EMULATED, name, si, half_si, 2, function(x.half_si[i], y.half_si[i]))

/* --- the same in all lanes, and each its own --- */

#define EMULATE_ALL(name, kind, lanes, count, type)                                                \
    EMULATED emulated_##kind name(type value) {                                                    \
        union emulated all;                                                                        \
        for (int i = 0; i < (count); i++) {                                                        \
            all.lanes[i] = value;                                                                  \
        }                                                                                          \
        return all.kind;                                                                           \
    }
EMULATE_ALL(emulate_mm512_set1_epi8, si, i8, 64, int8_t)
EMULATE_ALL(emulate_mm512_set1_epi16, si, i16, 32, int16_t)
EMULATE_ALL(emulate_mm512_set1_epi32, si, i32, 16, int32_t)
EMULATE_ALL(emulate_mm512_set1_epi64, si, i64, 8, int64_t)
EMULATE_ALL(emulate_mm512_set1_ps, ps, f32, 16, float)
EMULATE_ALL(emulate_mm512_set1_pd, pd, f64, 8, double)
EMULATE_ALL(emulate_mm512_broadcast_i32x4, si, quarter, 4, __m128i)
EMULATE_ALL(emulate_mm512_broadcast_f64x4, pd, half_pd, 2, __m256d)

EMULATED __m512i emulate_mm512_broadcastq_epi64(__m128i a) {
    return emulate_mm512_set1_epi64(a[0]);
}

EMULATED __m512 emulate_mm512_broadcast_f32x4(__m128 a) {
    return (__m512)emulate_mm512_broadcast_i32x4((__m128i)a);
}

EMULATED __m512d emulate_mm512_broadcast_f64x2(__m128d a) {
    return (__m512d)emulate_mm512_broadcast_i32x4((__m128i)a);
}

EMULATED __m512i emulate_mm512_setzero_si512(void) {
    return (__m512i){0};
}

EMULATED __m512 emulate_mm512_setzero_ps(void) {
    return (__m512){0};
}

EMULATED __m512d emulate_mm512_setzero_pd(void) {
    return (__m512d){0};
}

EMULATED_LANES __m512i emulate_mm512_maskz_set1_epi8(uint64_t k, int8_t value) {
    union emulated all;
    for (int i = 0; i < 64; i++) {
        all.i8[i] = k >> i & 1 ? value : 0;
    }
    return all.si;
}

/* The last lane comes first. */
#define emulate_mm512_set_epi16(...) emulate_backwards_16((const int16_t[32]){__VA_ARGS__})
#define emulate_mm512_set_epi32(...) emulate_backwards_32((const int32_t[16]){__VA_ARGS__})

EMULATED_LANES __m512i emulate_backwards_16(const int16_t *lanes) {
    union emulated all;
    for (int i = 0; i < 32; i++) {
        all.i16[i] = lanes[31 - i];
    }
    return all.si;
}

EMULATED_LANES __m512i emulate_backwards_32(const int32_t *lanes) {
    union emulated all;
    for (int i = 0; i < 16; i++) {
        all.i32[i] = lanes[15 - i];
    }
    return all.si;
}

/* --- the same bits as something else --- */

#define EMULATE_CAST(name, from, to)                                                               \
    EMULATED to name(from a) {                                                                     \
        return (to)a;                                                                              \
    }
EMULATE_CAST(emulate_mm512_castps_si512, __m512, __m512i)
EMULATE_CAST(emulate_mm512_castsi512_ps, __m512i, __m512)
EMULATE_CAST(emulate_mm512_castps_pd, __m512, __m512d)
EMULATE_CAST(emulate_mm512_castpd_ps, __m512d, __m512)

EMULATED __m256i emulate_mm512_castsi512_si256(__m512i a) {
    return ((union emulated)a).half_si[0];
}

EMULATED __m128i emulate_mm512_castsi512_si128(__m512i a) {
    return ((union emulated)a).quarter[0];
}

EMULATED __m256i emulate_mm512_extracti64x4_epi64(__m512i a, int half) {
    return ((union emulated)a).half_si[half & 1];
}

EMULATED __m512i emulate_mm512_zextsi256_si512(__m256i a) {
    return (union emulated){.half_si = {a, _mm256_setzero_si256()}}.si;
}

EMULATED __m512i emulate_mm512_zextsi128_si512(__m128i a) {
    const __m128i zero = _mm_setzero_si128();
    return (union emulated){.quarter = {a, zero, zero, zero}}.si;
}

/* What is above has any bits: here those of a pattern, so that nobody counts on zeros. */
EMULATED __m512i emulate_mm512_castsi256_si512(__m256i a) {
    return (union emulated){.half_si = {a, _mm256_set1_epi8(0x5a)}}.si;
}

EMULATED __m512i emulate_mm512_castsi128_si512(__m128i a) {
    const __m128i any = _mm_set1_epi8(0x5a);
    return (union emulated){.quarter = {a, any, any, any}}.si;
}

EMULATED __m128 emulate_mm512_castps512_ps128(__m512 a) {
    return (__m128)((union emulated)a).quarter[0];
}

EMULATED __m128 emulate_mm512_extractf32x4_ps(__m512 a, int quarter) {
    return (__m128)((union emulated)a).quarter[quarter & 3];
}

EMULATED __m512 emulate_mm512_castps128_ps512(__m128 a) {
    return (__m512)emulate_mm512_castsi128_si512((__m128i)a);
}

EMULATED __m512i emulate_mm512_inserti32x4(__m512i a, __m128i b, int quarter) {
    union emulated all = (union emulated)a;
    all.quarter[quarter & 3] = b;
    return all.si;
}

EMULATED __m512i emulate_mm512_inserti64x4(__m512i a, __m256i b, int half) {
    union emulated all = (union emulated)a;
    all.half_si[half & 1] = b;
    return all.si;
}

/* --- memory --- */

#define EMULATE_MEMORY(type, load, store)                                                          \
    EMULATED type load(const void *at) {                                                           \
        type all;                                                                                  \
        memcpy(&all, at, sizeof all);                                                              \
        return all;                                                                                \
    }                                                                                              \
    EMULATED void store(void *at, type a) {                                                        \
        memcpy(at, &a, sizeof a);                                                                  \
    }
EMULATE_MEMORY(__m512i, emulate_mm512_loadu_si512, emulate_mm512_storeu_si512)
EMULATE_MEMORY(__m512, emulate_mm512_loadu_ps, emulate_mm512_storeu_ps)
EMULATE_MEMORY(__m512d, emulate_mm512_loadu_pd, emulate_mm512_storeu_pd)

EMULATED __m512i emulate_mm512_load_si512(const void *at) {
    emulate_check_line(at);
    return emulate_mm512_loadu_si512(at);
}

EMULATED void emulate_mm512_store_si512(void *at, __m512i a) {
    emulate_check_line(at);
    emulate_mm512_storeu_si512(at, a);
}

EMULATED void emulate_mm512_stream_si512(void *at, __m512i a) {
    emulate_mm512_store_si512(at, a);
}

/* With a mask: `over` stays where a load's mask has no bit. */
#define EMULATE_MASKED_MEMORY(vector, bits, lanes, mask, load_over, load, store)                   \
    EMULATED_LANES vector load_over(vector over, mask k, const void *from) {                       \
        const emulated_u##bits *at = (const emulated_u##bits *)from;                               \
        uint##bits##_t all[sizeof(vector) / ((bits) / 8)];                                         \
        memcpy(all, &over, sizeof all);                                                            \
        for (int i = 0; i < (lanes); i++) {                                                        \
            if (k >> i & 1) {                                                                      \
                all[i] = at[i];                                                                    \
            }                                                                                      \
        }                                                                                          \
        memcpy(&over, all, sizeof all);                                                            \
        return over;                                                                               \
    }                                                                                              \
    EMULATED_LANES vector load(mask k, const void *from) {                                         \
        return load_over((vector){0}, k, from);                                                    \
    }                                                                                              \
    EMULATED_LANES void store(void *to, mask k, vector a) {                                        \
        emulated_u##bits *at = (emulated_u##bits *)to;                                             \
        uint##bits##_t all[sizeof(vector) / ((bits) / 8)];                                         \
        memcpy(all, &a, sizeof all);                                                               \
        for (int i = 0; i < (lanes); i++) {                                                        \
            if (k >> i & 1) {                                                                      \
                at[i] = all[i];                                                                    \
            }                                                                                      \
        }                                                                                          \
    }
EMULATE_MASKED_MEMORY(__m512i, 8, 64, uint64_t, emulate_mm512_mask_loadu_epi8,
                      emulate_mm512_maskz_loadu_epi8, emulate_mm512_mask_storeu_epi8)
EMULATE_MASKED_MEMORY(__m512i, 16, 32, uint32_t, emulate_mm512_mask_loadu_epi16,
                      emulate_mm512_maskz_loadu_epi16, emulate_mm512_mask_storeu_epi16)
EMULATE_MASKED_MEMORY(__m512i, 32, 16, uint16_t, emulate_mm512_mask_loadu_epi32,
                      emulate_mm512_maskz_loadu_epi32, emulate_mm512_mask_storeu_epi32)
EMULATE_MASKED_MEMORY(__m512i, 64, 8, uint8_t, emulate_mm512_mask_loadu_epi64,
                      emulate_mm512_maskz_loadu_epi64, emulate_mm512_mask_storeu_epi64)
EMULATE_MASKED_MEMORY(__m512, 32, 16, uint16_t, emulate_mm512_mask_loadu_ps,
                      emulate_mm512_maskz_loadu_ps, emulate_mm512_mask_storeu_ps)
EMULATE_MASKED_MEMORY(__m512d, 64, 8, uint8_t, emulate_mm512_mask_loadu_pd,
                      emulate_mm512_maskz_loadu_pd, emulate_mm512_mask_storeu_pd)
EMULATE_MASKED_MEMORY(__m256i, 16, 16, uint16_t, emulate_mm256_mask_loadu_epi16,
                      emulate_mm256_maskz_loadu_epi16, emulate_mm256_mask_storeu_epi16)
EMULATE_MASKED_MEMORY(__m256i, 32, 8, uint8_t, emulate_mm256_mask_loadu_epi32,
                      emulate_mm256_maskz_loadu_epi32, emulate_mm256_mask_storeu_epi32)
EMULATE_MASKED_MEMORY(__m256i, 64, 4, uint8_t, emulate_mm256_mask_loadu_epi64,
                      emulate_mm256_maskz_loadu_epi64, emulate_mm256_mask_storeu_epi64)
EMULATE_MASKED_MEMORY(__m256, 32, 8, uint8_t, emulate_mm256_mask_loadu_ps,
                      emulate_mm256_maskz_loadu_ps, emulate_mm256_mask_storeu_ps)
EMULATE_MASKED_MEMORY(__m128i, 8, 16, uint16_t, emulate_mm_mask_loadu_epi8,
                      emulate_mm_maskz_loadu_epi8, emulate_mm_mask_storeu_epi8)
EMULATE_MASKED_MEMORY(__m128i, 32, 4, uint8_t, emulate_mm_mask_loadu_epi32,
                      emulate_mm_maskz_loadu_epi32, emulate_mm_mask_storeu_epi32)
EMULATE_MASKED_MEMORY(__m128i, 64, 2, uint8_t, emulate_mm_mask_loadu_epi64,
                      emulate_mm_maskz_loadu_epi64, emulate_mm_mask_storeu_epi64)

/* Integers of 32 bits stored as shorter ones. */
#define EMULATE_STORE_NARROW(name, bits)                                                           \
    EMULATED_LANES void name(void *to, uint16_t k, __m512i a) {                                    \
        const union emulated x = (union emulated)a;                                                \
        emulated_u##bits *at = (emulated_u##bits *)to;                                             \
        for (int i = 0; i < 16; i++) {                                                             \
            if (k >> i & 1) {                                                                      \
                at[i] = (uint##bits##_t)x.u32[i];                                                  \
            }                                                                                      \
        }                                                                                          \
    }
EMULATE_STORE_NARROW(emulate_mm512_mask_cvtepi32_storeu_epi8, 8)
EMULATE_STORE_NARROW(emulate_mm512_mask_cvtepi32_storeu_epi16, 16)

/* --- arithmetic --- */

/* The halves are added until one number is left. */
EMULATED_LANES float emulate_mm512_reduce_add_ps(__m512 a) {
    union emulated x = {.ps = a};
    for (int half = 8; half > 0; half /= 2) {
        for (int i = 0; i < half; i++) {
            x.f32[i] += x.f32[i + half];
        }
    }
    return x.f32[0];
}

EMULATE_2(EMULATED, emulate_mm512_add_ps, ps, half_ps, 2, x.half_ps[i] + y.half_ps[i])
EMULATE_2(EMULATED, emulate_mm512_sub_ps, ps, half_ps, 2, x.half_ps[i] - y.half_ps[i])
EMULATE_2(EMULATED, emulate_mm512_mul_ps, ps, half_ps, 2, x.half_ps[i] * y.half_ps[i])
EMULATE_2(EMULATED, emulate_mm512_min_ps, ps, half_ps, 2, _mm256_min_ps(x.half_ps[i], y.half_ps[i]))
EMULATE_2(EMULATED, emulate_mm512_add_pd, pd, half_pd, 2, x.half_pd[i] + y.half_pd[i])
EMULATE_2(EMULATED, emulate_mm512_mul_pd, pd, half_pd, 2, x.half_pd[i] * y.half_pd[i])
EMULATE_3(EMULATED, emulate_mm512_fmadd_ps, ps, half_ps, 2,
          _mm256_fmadd_ps(x.half_ps[i], y.half_ps[i], z.half_ps[i]))
EMULATE_3(EMULATED, emulate_mm512_fnmadd_ps, ps, half_ps, 2,
          _mm256_fnmadd_ps(x.half_ps[i], y.half_ps[i], z.half_ps[i]))
EMULATE_3(EMULATED, emulate_mm512_fmadd_pd, pd, half_pd, 2,
          _mm256_fmadd_pd(x.half_pd[i], y.half_pd[i], z.half_pd[i]))
EMULATE_HALVES_2(emulate_mm512_add_epi8, _mm256_add_epi8)
EMULATE_HALVES_2(emulate_mm512_add_epi16, _mm256_add_epi16)
EMULATE_HALVES_2(emulate_mm512_add_epi32, _mm256_add_epi32)
EMULATE_HALVES_2(emulate_mm512_add_epi64, _mm256_add_epi64)
EMULATE_HALVES_2(emulate_mm512_mullo_epi32, _mm256_mullo_epi32)
EMULATE_HALVES_2(emulate_mm512_mulhi_epu16, _mm256_mulhi_epu16)
EMULATE_HALVES_2(emulate_mm512_madd_epi16, _mm256_madd_epi16)
EMULATE_HALVES_2(emulate_mm512_max_epi8, _mm256_max_epi8)
EMULATE_HALVES_2(emulate_mm512_max_epu8, _mm256_max_epu8)
EMULATE_HALVES_2(emulate_mm512_max_epi16, _mm256_max_epi16)
EMULATE_HALVES_2(emulate_mm512_max_epu16, _mm256_max_epu16)
EMULATE_HALVES_2(emulate_mm512_max_epi32, _mm256_max_epi32)
EMULATE_HALVES_2(emulate_mm512_max_epu32, _mm256_max_epu32)
EMULATE_HALVES_2(emulate_mm512_min_epi8, _mm256_min_epi8)
EMULATE_HALVES_2(emulate_mm512_min_epu8, _mm256_min_epu8)
EMULATE_HALVES_2(emulate_mm512_min_epi16, _mm256_min_epi16)
EMULATE_HALVES_2(emulate_mm512_min_epu16, _mm256_min_epu16)
EMULATE_HALVES_2(emulate_mm512_min_epi32, _mm256_min_epi32)
EMULATE_HALVES_2(emulate_mm512_min_epu32, _mm256_min_epu32)
EMULATE_2(EMULATED_LANES, emulate_mm512_max_epi64, si, i64, 8,
          x.i64[i] > y.i64[i] ? x.i64[i] : y.i64[i])
EMULATE_2(EMULATED_LANES, emulate_mm512_max_epu64, si, u64, 8,
          x.u64[i] > y.u64[i] ? x.u64[i] : y.u64[i])
EMULATE_2(EMULATED_LANES, emulate_mm512_min_epi64, si, i64, 8,
          x.i64[i] < y.i64[i] ? x.i64[i] : y.i64[i])
EMULATE_2(EMULATED_LANES, emulate_mm512_min_epu64, si, u64, 8,
          x.u64[i] < y.u64[i] ? x.u64[i] : y.u64[i])

EMULATED_LANES uint32_t emulate_mm512_reduce_max_epu32(__m512i a) {
    const union emulated x = (union emulated)a;
    uint32_t most = x.u32[0];
    for (int i = 1; i < 16; i++) {
        most = x.u32[i] > most ? x.u32[i] : most;
    }
    return most;
}

/* The greater (5) or the lesser (4) of two numbers, -0 before 0; the other one of a number and NaN.
   */
#define EMULATE_RANGE(name, kind, lanes, bits, count)                                              \
    EMULATED_LANES emulated_##kind name(emulated_##kind a, emulated_##kind b, int which) {         \
        const union emulated x = (union emulated)a, y = (union emulated)b;                         \
        union emulated all;                                                                        \
        for (int i = 0; i < (count); i++) {                                                        \
            const int is_first = which == 5 ? x.lanes[i] > y.lanes[i] : x.lanes[i] < y.lanes[i];   \
            all.bits[i] = x.lanes[i] == y.lanes[i]                                                 \
                              ? (which == 5 ? x.bits[i] & y.bits[i] : x.bits[i] | y.bits[i])       \
                          : is_first || y.lanes[i] != y.lanes[i] ? x.bits[i]                       \
                                                                 : y.bits[i];                      \
        }                                                                                          \
        return all.kind;                                                                           \
    }
EMULATE_RANGE(emulate_mm512_range_ps, ps, f32, u32, 16)
EMULATE_RANGE(emulate_mm512_range_pd, pd, f64, u64, 8)

/* Bytes without a sign times bytes with one, four of them added to each sum. */
EMULATED_LANES __m512i emulate_mm512_dpbusd_epi32(__m512i sum, __m512i a, __m512i b) {
    const union emulated x = (union emulated)a, y = (union emulated)b;
    union emulated all = (union emulated)sum;
    for (int i = 0; i < 64; i++) {
        all.u32[i / 4] += (uint32_t)(x.u8[i] * y.i8[i]);
    }
    return all.si;
}

/* --- bits --- */

EMULATE_2(EMULATED, emulate_mm512_and_si512, si, u64, 8, x.u64[i] & y.u64[i])
EMULATE_2(EMULATED, emulate_mm512_or_si512, si, u64, 8, x.u64[i] | y.u64[i])
EMULATE_2(EMULATED, emulate_mm512_xor_si512, si, u64, 8, x.u64[i] ^ y.u64[i])
EMULATE_2(EMULATED, emulate_mm512_andnot_si512, si, u64, 8, ~x.u64[i] & y.u64[i])
EMULATE_2(EMULATED, emulate_mm512_and_ps, ps, u64, 8, x.u64[i] & y.u64[i])
EMULATE_2(EMULATED, emulate_mm512_or_ps, ps, u64, 8, x.u64[i] | y.u64[i])
EMULATE_2(EMULATED, emulate_mm512_andnot_ps, ps, u64, 8, ~x.u64[i] & y.u64[i])
EMULATE_2(EMULATED_LANES, emulate_mm512_sllv_epi16, si, u16, 32,
          y.u16[i] < 16 ? (uint16_t)(x.u16[i] << y.u16[i]) : 0)
EMULATE_2(EMULATED_LANES, emulate_mm512_srlv_epi16, si, u16, 32,
          y.u16[i] < 16 ? (uint16_t)(x.u16[i] >> y.u16[i]) : 0)
EMULATE_2(EMULATED_LANES, emulate_mm512_srav_epi16, si, i16, 32,
          (int16_t)(x.i16[i] >> (y.u16[i] < 16 ? y.u16[i] : 15)))

#define EMULATE_SHIFT(name, function)                                                              \
    EMULATED __m512i name(__m512i a, int by) {                                                     \
        const union emulated x = (union emulated)a;                                                \
        return (union emulated){                                                                   \
            .half_si = {function(x.half_si[0], by), function(x.half_si[1], by)}}                   \
            .si;                                                                                   \
    }
EMULATE_SHIFT(emulate_mm512_slli_epi16, _mm256_slli_epi16)
EMULATE_SHIFT(emulate_mm512_srli_epi16, _mm256_srli_epi16)
EMULATE_SHIFT(emulate_mm512_srai_epi16, _mm256_srai_epi16)
EMULATE_SHIFT(emulate_mm512_slli_epi32, _mm256_slli_epi32)
EMULATE_SHIFT(emulate_mm512_srli_epi32, _mm256_srli_epi32)

/* --- masks --- */

/* A bit for each lane i of which something is true. */
#define EMULATE_MASK(name, kind, mask, count, condition)                                           \
    EMULATED_LANES mask name(emulated_##kind a, emulated_##kind b) {                               \
        const union emulated x = (union emulated)a, y = (union emulated)b;                         \
        mask lanes = 0;                                                                            \
        for (int i = 0; i < (count); i++) {                                                        \
            lanes = (mask)(lanes | (mask)(condition) << i);                                        \
        }                                                                                          \
        return lanes;                                                                              \
    }                                                                                              \
    EMULATED_LANES mask name##_of(mask k, emulated_##kind a, emulated_##kind b) {                  \
        return (mask)(k & name(a, b));                                                             \
    }
EMULATE_MASK(emulate_mm512_cmpgt_epi32_mask, si, uint16_t, 16, x.i32[i] > y.i32[i])
EMULATE_MASK(emulate_mm512_cmplt_epi32_mask, si, uint16_t, 16, x.i32[i] < y.i32[i])
EMULATE_MASK(emulate_mm512_cmpgt_epu32_mask, si, uint16_t, 16, x.u32[i] > y.u32[i])
EMULATE_MASK(emulate_mm512_cmplt_epu32_mask, si, uint16_t, 16, x.u32[i] < y.u32[i])
EMULATE_MASK(emulate_mm512_test_epi32_mask, si, uint16_t, 16, (x.u32[i] & y.u32[i]) != 0)
EMULATE_MASK(emulate_mm512_testn_epi32_mask, si, uint16_t, 16, (x.u32[i] & y.u32[i]) == 0)
EMULATE_MASK(emulate_mm512_test_epi8_mask, si, uint64_t, 64, (x.u8[i] & y.u8[i]) != 0)
EMULATE_MASK(emulate_mm512_testn_epi8_mask, si, uint64_t, 64, (x.u8[i] & y.u8[i]) == 0)
EMULATE_MASK(emulate_mm512_cmpeq_epi8_mask, si, uint64_t, 64, x.u8[i] == y.u8[i])
EMULATE_MASK(emulate_mm512_cmpeq_epi16_mask, si, uint32_t, 32, x.u16[i] == y.u16[i])
EMULATE_MASK(emulate_mm512_cmpeq_epi32_mask, si, uint16_t, 16, x.u32[i] == y.u32[i])
EMULATE_MASK(emulate_mm512_cmpeq_epi64_mask, si, uint8_t, 8, x.u64[i] == y.u64[i])
#define emulate_mm512_mask_test_epi8_mask   emulate_mm512_test_epi8_mask_of
#define emulate_mm512_mask_testn_epi8_mask  emulate_mm512_testn_epi8_mask_of
#define emulate_mm512_mask_cmpeq_epi8_mask  emulate_mm512_cmpeq_epi8_mask_of
#define emulate_mm512_mask_cmpeq_epi16_mask emulate_mm512_cmpeq_epi16_mask_of
#define emulate_mm512_mask_cmpeq_epi32_mask emulate_mm512_cmpeq_epi32_mask_of
#define emulate_mm512_mask_cmpeq_epi64_mask emulate_mm512_cmpeq_epi64_mask_of

EMULATED uint16_t emulate_mm512_kor(uint16_t a, uint16_t b) {
    return a | b;
}

#define EMULATE_COMPARISON(name, name_of, kind, lanes, mask, count)                                \
    EMULATED_LANES mask name(emulated_##kind a, emulated_##kind b, int how) {                      \
        const union emulated x = (union emulated)a, y = (union emulated)b;                         \
        mask all = 0;                                                                              \
        for (int i = 0; i < (count); i++) {                                                        \
            const int is_true = how == _CMP_EQ_OQ   ? x.lanes[i] == y.lanes[i]                     \
                                : how == _CMP_GT_OQ ? x.lanes[i] > y.lanes[i]                      \
                                : how == _CMP_LT_OQ                                                \
                                    ? x.lanes[i] < y.lanes[i]                                      \
                                    : x.lanes[i] != x.lanes[i] || y.lanes[i] != y.lanes[i];        \
            all = (mask)(all | is_true << i);                                                      \
        }                                                                                          \
        if (how != _CMP_EQ_OQ && how != _CMP_GT_OQ && how != _CMP_LT_OQ && how != _CMP_UNORD_Q) {  \
            __builtin_trap();                                                                      \
        }                                                                                          \
        return all;                                                                                \
    }                                                                                              \
    EMULATED_LANES mask name_of(mask k, emulated_##kind a, emulated_##kind b, int how) {           \
        return (mask)(k & name(a, b, how));                                                        \
    }
EMULATE_COMPARISON(emulate_mm512_cmp_ps_mask, emulate_mm512_mask_cmp_ps_mask, ps, f32, uint16_t, 16)
EMULATE_COMPARISON(emulate_mm512_cmp_pd_mask, emulate_mm512_mask_cmp_pd_mask, pd, f64, uint8_t, 8)

/* `b` where the mask has a bit, else `a`. */
#define EMULATE_CHOICE(name, kind, bits, mask, count)                                              \
    EMULATED_LANES emulated_##kind name(mask k, emulated_##kind a, emulated_##kind b) {            \
        const union emulated x = (union emulated)a, y = (union emulated)b;                         \
        union emulated all;                                                                        \
        for (int i = 0; i < (count); i++) {                                                        \
            all.bits[i] = k >> i & 1 ? y.bits[i] : x.bits[i];                                      \
        }                                                                                          \
        return all.kind;                                                                           \
    }
EMULATE_CHOICE(emulate_mm512_mask_blend_epi8, si, u8, uint64_t, 64)
EMULATE_CHOICE(emulate_mm512_mask_blend_epi16, si, u16, uint32_t, 32)
EMULATE_CHOICE(emulate_mm512_mask_blend_epi32, si, u32, uint16_t, 16)
EMULATE_CHOICE(emulate_mm512_mask_blend_epi64, si, u64, uint8_t, 8)
EMULATE_CHOICE(emulate_mm512_mask_blend_ps, ps, u32, uint16_t, 16)
EMULATE_CHOICE(emulate_mm512_mask_blend_pd, pd, u64, uint8_t, 8)
#define emulate_mm512_mask_mov_epi8(a, k, b)     emulate_mm512_mask_blend_epi8(k, a, b)
#define emulate_mm512_mask_mov_epi32(a, k, b)    emulate_mm512_mask_blend_epi32(k, a, b)
#define emulate_mm512_mask_mov_ps(a, k, b)       emulate_mm512_mask_blend_ps(k, a, b)
#define emulate_mm512_mask_mov_pd(a, k, b)       emulate_mm512_mask_blend_pd(k, a, b)
#define emulate_mm512_mask_add_ps(over, k, a, b) emulate_mm512_mask_blend_ps(k, over, (a) + (b))
#define emulate_mm512_mask_add_pd(over, k, a, b) emulate_mm512_mask_blend_pd(k, over, (a) + (b))
#define emulate_mm512_mask_sub_ps(over, k, a, b) emulate_mm512_mask_blend_ps(k, over, (a) - (b))
#define emulate_mm512_mask_sub_pd(over, k, a, b) emulate_mm512_mask_blend_pd(k, over, (a) - (b))

/* --- lanes that move --- */

EMULATE_HALVES_2(emulate_mm512_unpacklo_epi8, _mm256_unpacklo_epi8)
EMULATE_HALVES_2(emulate_mm512_unpacklo_epi16, _mm256_unpacklo_epi16)
EMULATE_HALVES_2(emulate_mm512_unpacklo_epi32, _mm256_unpacklo_epi32)
EMULATE_HALVES_2(emulate_mm512_unpacklo_epi64, _mm256_unpacklo_epi64)
EMULATE_HALVES_2(emulate_mm512_unpackhi_epi8, _mm256_unpackhi_epi8)
EMULATE_HALVES_2(emulate_mm512_unpackhi_epi16, _mm256_unpackhi_epi16)
EMULATE_HALVES_2(emulate_mm512_unpackhi_epi32, _mm256_unpackhi_epi32)
EMULATE_HALVES_2(emulate_mm512_unpackhi_epi64, _mm256_unpackhi_epi64)
EMULATE_HALVES_2(emulate_mm512_shuffle_epi8, _mm256_shuffle_epi8)
EMULATE_2(EMULATED, emulate_mm512_unpacklo_ps, ps, half_ps, 2,
          _mm256_unpacklo_ps(x.half_ps[i], y.half_ps[i]))
EMULATE_2(EMULATED, emulate_mm512_unpackhi_ps, ps, half_ps, 2,
          _mm256_unpackhi_ps(x.half_ps[i], y.half_ps[i]))
EMULATE_2(EMULATED, emulate_mm512_unpacklo_pd, pd, half_pd, 2,
          _mm256_unpacklo_pd(x.half_pd[i], y.half_pd[i]))
EMULATE_2(EMULATED, emulate_mm512_unpackhi_pd, pd, half_pd, 2,
          _mm256_unpackhi_pd(x.half_pd[i], y.half_pd[i]))

EMULATED_LANES __m512 emulate_mm512_permute_ps(__m512 a, int order) {
    const union emulated x = (union emulated)a;
    union emulated all;
    for (int i = 0; i < 16; i++) {
        all.u32[i] = x.u32[i / 4 * 4 + (order >> i % 4 * 2 & 3)];
    }
    return all.ps;
}

EMULATED_LANES __m512d emulate_mm512_permute_pd(__m512d a, int order) {
    const union emulated x = (union emulated)a;
    union emulated all;
    for (int i = 0; i < 8; i++) {
        all.u64[i] = x.u64[i / 2 * 2 + (order >> i & 1)];
    }
    return all.pd;
}

/* Two quarters of `a` and two of `b`. */
EMULATED __m512i emulate_mm512_shuffle_i32x4(__m512i a, __m512i b, int order) {
    const union emulated x = (union emulated)a, y = (union emulated)b;
    return (union emulated){.quarter = {x.quarter[order & 3], x.quarter[order >> 2 & 3],
                                        y.quarter[order >> 4 & 3], y.quarter[order >> 6 & 3]}}
        .si;
}
#define emulate_mm512_shuffle_i64x2 emulate_mm512_shuffle_i32x4
#define emulate_mm512_shuffle_f32x4(a, b, order)                                                   \
    ((__m512)emulate_mm512_shuffle_i32x4((__m512i)(a), (__m512i)(b), order))
#define emulate_mm512_shuffle_f64x2(a, b, order)                                                   \
    ((__m512d)emulate_mm512_shuffle_i32x4((__m512i)(a), (__m512i)(b), order))

/* The lane of `a` that each lane of `order` names. */
#define EMULATE_PERMUTED(name, kind, bits, count)                                                  \
    EMULATED_LANES emulated_##kind name(__m512i order, emulated_##kind a) {                        \
        const union emulated x = (union emulated)a, places = (union emulated)order;                \
        union emulated all;                                                                        \
        for (int i = 0; i < (count); i++) {                                                        \
            all.bits[i] = x.bits[places.bits[i] & ((count)-1)];                                    \
        }                                                                                          \
        return all.kind;                                                                           \
    }
EMULATE_PERMUTED(emulate_mm512_permutexvar_epi8, si, u8, 64)
EMULATE_PERMUTED(emulate_mm512_permutexvar_epi16, si, u16, 32)
EMULATE_PERMUTED(emulate_mm512_permutexvar_epi32, si, u32, 16)
EMULATE_PERMUTED(emulate_mm512_permutexvar_epi64, si, u64, 8)
EMULATE_PERMUTED(emulate_mm512_permutexvar_ps, ps, u32, 16)
EMULATE_PERMUTED(emulate_mm512_permutexvar_pd, pd, u64, 8)
#define emulate_mm512_mask_permutexvar_epi8(over, k, order, a)                                     \
    emulate_mm512_mask_blend_epi8(k, over, emulate_mm512_permutexvar_epi8(order, a))
#define emulate_mm512_mask_permutexvar_epi16(over, k, order, a)                                    \
    emulate_mm512_mask_blend_epi16(k, over, emulate_mm512_permutexvar_epi16(order, a))
#define emulate_mm512_mask_permutexvar_epi32(over, k, order, a)                                    \
    emulate_mm512_mask_blend_epi32(k, over, emulate_mm512_permutexvar_epi32(order, a))

/* Numbers of f32 as the nearest ones of bf16, of equal ones the even one: those of `b` first. */
EMULATED_LANES __m512i emulate_mm512_cvtne2ps_pbh(emulated_ps a, emulated_ps b) {
    const union emulated first = (union emulated)b, second = (union emulated)a;
    union emulated to;
    for (int i = 0; i < 32; i++) {
        const uint32_t bits = i < 16 ? first.u32[i] : second.u32[i - 16];
        const uint32_t rest = 0x7fff + (bits >> 16 & 1);
        const int is_number = (bits & 0x7fffffff) <= 0x7f800000;
        to.u16[i] = (uint16_t)(is_number ? (bits + rest) >> 16 : bits >> 16 | 0x40);
    }
    return to.si;
}

/* The same of two registers, one behind the other. */
#define EMULATE_PERMUTED_2(name, kind, bits, count)                                                \
    EMULATED_LANES emulated_##kind name(emulated_##kind a, __m512i order, emulated_##kind b) {     \
        const union emulated x = (union emulated)a, y = (union emulated)b;                         \
        const union emulated places = (union emulated)order;                                       \
        union emulated all;                                                                        \
        for (int i = 0; i < (count); i++) {                                                        \
            const int at = (int)(places.bits[i] & ((count)-1));                                    \
            all.bits[i] = places.bits[i] & (count) ? y.bits[at] : x.bits[at];                      \
        }                                                                                          \
        return all.kind;                                                                           \
    }
EMULATE_PERMUTED_2(emulate_mm512_permutex2var_epi8, si, u8, 64)
EMULATE_PERMUTED_2(emulate_mm512_permutex2var_epi16, si, u16, 32)
EMULATE_PERMUTED_2(emulate_mm512_permutex2var_epi32, si, u32, 16)
EMULATE_PERMUTED_2(emulate_mm512_permutex2var_ps, ps, u32, 16)
EMULATE_PERMUTED_2(emulate_mm512_permutex2var_pd, pd, u64, 8)

/* --- conversions --- */

#define EMULATE_WIDENED(name, source, from, to, count)                                             \
    EMULATED_LANES __m512i name(source a) {                                                        \
        union emulated x, all;                                                                     \
        memcpy(&x, &a, sizeof a);                                                                  \
        for (int i = 0; i < (count); i++) {                                                        \
            all.to[i] = x.from[i];                                                                 \
        }                                                                                          \
        return all.si;                                                                             \
    }
EMULATE_WIDENED(emulate_mm512_cvtepu8_epi16, __m256i, u8, u16, 32)
EMULATE_WIDENED(emulate_mm512_cvtepu8_epi32, __m128i, u8, u32, 16)
EMULATE_WIDENED(emulate_mm512_cvtepu8_epi64, __m128i, u8, u64, 8)
EMULATE_WIDENED(emulate_mm512_cvtepi8_epi32, __m128i, i8, i32, 16)
EMULATE_WIDENED(emulate_mm512_cvtepu16_epi32, __m256i, u16, u32, 16)
EMULATE_WIDENED(emulate_mm512_cvtepi16_epi32, __m256i, i16, i32, 16)

#define EMULATE_NARROWED(name, from, to, type, count)                                              \
    EMULATED_LANES __m256i name(__m512i a) {                                                       \
        const union emulated x = (union emulated)a;                                                \
        union emulated all;                                                                        \
        for (int i = 0; i < (count); i++) {                                                        \
            all.to[i] = (type)x.from[i];                                                           \
        }                                                                                          \
        return all.half_si[0];                                                                     \
    }
EMULATE_NARROWED(emulate_mm512_cvtepi32_epi16, u32, u16, uint16_t, 16)
EMULATE_NARROWED(emulate_mm512_cvtepi16_epi8, u16, u8, uint8_t, 32)

EMULATED_LANES __m512d emulate_mm512_cvtps_pd(__m256 a) {
    union emulated all;
    for (int i = 0; i < 8; i++) {
        all.f64[i] = a[i];
    }
    return all.pd;
}

EMULATED __m512 emulate_mm512_cvtph_ps(__m256i a) {
    return (union emulated){.half_ps = {_mm256_cvtph_ps(_mm256_castsi256_si128(a)),
                                        _mm256_cvtph_ps(_mm256_extracti128_si256(a, 1))}}
        .ps;
}

/* To the nearest, which is all that kernels ask for. */
EMULATED __m256i emulate_mm512_cvtps_ph(__m512 a, int how) {
    const union emulated x = (union emulated)a;
    (void)how;
    return (union emulated){.quarter = {_mm256_cvtps_ph(x.half_ps[0], _MM_FROUND_TO_NEAREST_INT),
                                        _mm256_cvtps_ph(x.half_ps[1], _MM_FROUND_TO_NEAREST_INT)}}
        .half_si[0];
}

#endif
