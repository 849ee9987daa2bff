/*
 * Elements that are each repeated a few times by AVX-512, a part of strips_repeat.h: a permutation
 * of those that come next gives a whole vector of the result.
 */

enum { REPEATED_ROOM = sizeof(__m512i) + 2 * REPEATED };

#define REPEAT_TARGET_8  STRIDED_TARGET_8
#define REPEAT_TARGET_16 /* of the file */
#define REPEAT_TARGET_32
#define REPEAT_TARGET_64
#define REPEATED_ORDER_8(at)  _mm512_loadu_si512(at)
#define REPEATED_ORDER_16(at) _mm512_cvtepu8_epi16(_mm256_loadu_si256((const void *)(at)))
#define REPEATED_ORDER_32(at) _mm512_cvtepu8_epi32(_mm_loadu_si128((const void *)(at)))
#define REPEATED_ORDER_64(at) _mm512_cvtepu8_epi64(_mm_loadl_epi64((const void *)(at)))

/* order[i] = i / times. */
static inline void repeated_order(uint8_t *order, int64_t times) {
    const __m512i reciprocal = _mm512_set1_epi16((short)(65536 / times + 1));
    __m512i number = STRIDED_IOTA_16;
    for (int i = 0; i < REPEATED_ROOM; i += 32) {
        __m512i quotient = times == 1 ? number : _mm512_mulhi_epu16(number, reciprocal);
        _mm256_storeu_si256((void *)(order + i), _mm512_cvtepi16_epi8(quotient));
        number = _mm512_add_epi16(number, _mm512_set1_epi16(32));
    }
}

/* Where the next vector of a result begins: at the element `row`, of which so many have been. */
struct repeated_place {
    int64_t row, phase;
};

static inline void repeated_step(struct repeated_place *place, int64_t lanes, int64_t times) {
    place->row += lanes / times;
    place->phase += lanes % times;
    if (place->phase >= times) {
        place->phase -= times;
        place->row++;
    }
}

/* Elements that fill whole vectors are spread, others permuted: each vector has some. */
#define REPEAT(bits, repeat, T, mask_type)                                                         \
    REPEAT_TARGET_##bits static void repeat_lines_##bits(T *d, const T *s, int64_t rows,           \
                                                         int64_t times) {                          \
        enum { LANES = sizeof(__m512i) / sizeof(T) };                                              \
        uint8_t order[REPEATED_ROOM];                                                              \
        struct repeated_place at = {0, 0};                                                         \
        int64_t left = rows * times;                                                               \
        repeated_order(order, times);                                                              \
        for (; at.row + LANES <= rows && left >= LANES; left -= LANES, d += LANES) {               \
            __m512i in = _mm512_loadu_si512(s + at.row);                                           \
            __m512i lanes = REPEATED_ORDER_##bits(order + at.phase);                               \
            _mm512_storeu_si512(d, _mm512_permutexvar_epi##bits(lanes, in));                       \
            repeated_step(&at, LANES, times);                                                      \
        }                                                                                          \
        for (; left > 0; left -= LANES, d += LANES) {                                              \
            mask_type some = STRIDED_BELOW(mask_type, rows - at.row);                              \
            mask_type to = STRIDED_BELOW(mask_type, left);                                         \
            __m512i in = _mm512_maskz_loadu_epi##bits(some, s + at.row);                           \
            __m512i lanes = REPEATED_ORDER_##bits(order + at.phase);                               \
            _mm512_mask_storeu_epi##bits(d, to, _mm512_permutexvar_epi##bits(lanes, in));          \
            repeated_step(&at, LANES, times);                                                      \
        }                                                                                          \
    }                                                                                              \
    REPEAT_TARGET_##bits static void spread_lines_##bits(T *d, const T *s, int64_t rows,           \
                                                         int64_t times) {                          \
        enum { LANES = sizeof(__m512i) / sizeof(T) };                                              \
        const mask_type last = STRIDED_BELOW(mask_type, (times - 1) % LANES + 1);                  \
        for (int64_t r = 0; r < rows; r++, d += times) {                                           \
            const __m512i same = _mm512_set1_epi##bits((int##bits##_t)s[r]);                       \
            int64_t i = 0;                                                                         \
            for (; i + LANES < times; i += LANES) {                                                \
                _mm512_storeu_si512(d + i, same);                                                  \
            }                                                                                      \
            _mm512_mask_storeu_epi##bits(d + i, last, same);                                       \
        }                                                                                          \
    }                                                                                              \
    static inline bool repeat(T *d, const T *s, int64_t rows, int64_t times) {                     \
        if (times <= 0) {                                                                          \
            return false;                                                                          \
        }                                                                                          \
        if (times >= REPEATED) {                                                                   \
            spread_lines_##bits(d, s, rows, times);                                                \
            return true;                                                                           \
        }                                                                                          \
        repeat_lines_##bits(d, s, rows, times);                                                    \
        return true;                                                                               \
    }
REPEAT(8, repeat_vbmi, uint8_t, __mmask64)
REPEAT(16, repeat_16, uint16_t, __mmask32)
REPEAT(32, repeat_32, uint32_t, __mmask16)
REPEAT(64, repeat_64, uint64_t, __mmask8)
