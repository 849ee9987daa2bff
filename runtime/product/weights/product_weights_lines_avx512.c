/* Lines of narrow weights, scaled, as numbers of f32 or bf16. */
#include "product_groups.h"
#include "product_weights_kernels.h"
#include "sizes.h"

#if defined(__x86_64__)

#include "weights_loads_avx512.inc"

#define ALWAYS __attribute__((always_inline))
enum { LANES = STRIP_COLUMNS, TWO = WEIGHTS_TILE_TERMS };

/* Two vectors, less their zero points and times their scales where there are any. */
static inline AVX512_BF16_TARGET ALWAYS void put(const struct weights_line_of *line, int64_t at,
                                                 vector first, vector second, char *to) {
    if (line->zero != NULL) {
        first -= *(const vector *)(line->zero + at);
        second -= *(const vector *)(line->zero + at + LANES);
    }
    if (line->scale != NULL) {
        first *= *(const vector *)(line->scale + at);
        second *= *(const vector *)(line->scale + at + LANES);
    }
    if (line->is_wide) {
        vector *wide = (vector *)(void *)(to + at * (int64_t)sizeof(float));
        wide[0] = first;
        wide[1] = second;
        return;
    }
    _mm512_storeu_si512(to + at * (int64_t)sizeof(uint16_t),
                        (__m512i)_mm512_cvtne2ps_pbh((__m512)second, (__m512)first));
}

/* Whole lines alone: of two vectors. */
#define LINE(name, storage)                                                                        \
    static AVX512_BF16_TARGET int line_##name(const struct sdyrt_weights *what,                    \
                                              const struct weights_line_of *line, char *to) {      \
        const storage *from = (const storage *)(const void *)line->from;                           \
        (void)what;                                                                                \
        for (int64_t i = 0; i < line->count; i += TWO) {                                           \
            put(line, i, load_##name(from + i), load_##name(from + i + LANES), to);                \
        }                                                                                          \
        return 1;                                                                                  \
    }
LINE(bf16, uint16_t)
LINE(f16, uint16_t)
LINE(f8e4m3fn, uint8_t)
LINE(f8e5m2, uint8_t)
LINE(i8, int8_t)
LINE(u8, uint8_t)

/* 32 numbers of 4 bits, of which the lowest bits of each word are an index. */
static inline AVX512_BF16_TARGET ALWAYS void put_words(const struct weights_line_of *line,
                                                       int64_t at, naturals low, naturals high,
                                                       vector table, char *to) {
    put(line, at, (vector)_mm512_permutexvar_ps((__m512i)low, (__m512)table),
        (vector)_mm512_permutexvar_ps((__m512i)high, (__m512)table), to);
}

/* Numbers of bytes of two, in the order of their columns; or of one part of elements. */
static inline AVX512_BF16_TARGET ALWAYS int line_of_nibbles(const struct sdyrt_weights *what,
                                                            const struct weights_line_of *line,
                                                            vector table, char *to) {
    const int64_t beside = line->beside, low = beside == 2 ? what->order & 15 : 0;
    for (int64_t i = 0; i < line->count * beside; i += TWO) {
        const char *from = line->from + i / beside;
        if (beside == 2) {
            const __m128i held = bytes(from), upper = _mm_srli_epi16(held, 4);
            const __m128i first = low == 0 ? held : upper, second = low == 0 ? upper : held;
            put_words(line, i, (naturals)_mm512_cvtepu8_epi32(_mm_unpacklo_epi8(first, second)),
                      (naturals)_mm512_cvtepu8_epi32(_mm_unpackhi_epi8(first, second)), table, to);
        } else {
            const int shift = (int)line->part * WEIGHTS_PART_BITS;
            put_words(line, i, (naturals)_mm512_cvtepu8_epi32(bytes(from)) >> shift,
                      (naturals)_mm512_cvtepu8_epi32(bytes(from + LANES)) >> shift, table, to);
        }
    }
    return 1;
}

static inline AVX512_BF16_TARGET ALWAYS int line_of_words(const struct weights_line_of *line,
                                                          vector table, char *to) {
    const int shift = (int)line->part * WEIGHTS_PART_BITS;
    for (int64_t i = 0; i < line->count; i += TWO) {
        const uint32_t *from = (const uint32_t *)(const void *)line->from + i;
        put_words(line, i, (naturals)_mm512_loadu_si512(from) >> shift,
                  (naturals)_mm512_loadu_si512(from + LANES) >> shift, table, to);
    }
    return 1;
}

static const float of_u4[LANES] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
static const float of_i4[LANES] = {0, 1, 2, 3, 4, 5, 6, 7, -8, -7, -6, -5, -4, -3, -2, -1};

#define PACKED(name, call)                                                                         \
    static AVX512_BF16_TARGET int line_##name(const struct sdyrt_weights *what,                    \
                                              const struct weights_line_of *line, char *to) {      \
        (void)what;                                                                                \
        return call;                                                                               \
    }
PACKED(u4x2, line_of_nibbles(what, line, *(const vector *)of_u4, to))
PACKED(i4x2, line_of_nibbles(what, line, *(const vector *)of_i4, to))
PACKED(u4x8, line_of_words(line, *(const vector *)of_u4, to))
PACKED(i4x8, line_of_words(line, *(const vector *)of_i4, to))

static weights_line *const lines[SDYRT_WEIGHTS_TYPE_COUNT] = {
    NULL,
    NULL,
#define WEIGHTS_TYPE(name, NAME, storage)                  line_##name,
#define PACKED_TYPE(name, NAME, storage, parts, is_signed) line_##name,
#include "product_weights_types.def"
};

/* --- pairs of terms --- */

/* A vector of a line: less its zero points, and times its scales. */
static inline AVX512_BF16_TARGET ALWAYS vector scaled(const struct weights_line_of *line,
                                                      int64_t at, vector x) {
    if (line->zero != NULL) {
        x -= *(const vector *)(line->zero + at);
    }
    if (line->scale != NULL) {
        x *= *(const vector *)(line->scale + at);
    }
    return x;
}

/* Numbers of two lines, side by side. */
static inline AVX512_BF16_TARGET ALWAYS void put_pair(char *to, vector first, vector second) {
    const __m512i order =
        _mm512_set_epi16(31, 15, 30, 14, 29, 13, 28, 12, 27, 11, 26, 10, 25, 9, 24, 8, 23, 7, 22, 6,
                         21, 5, 20, 4, 19, 3, 18, 2, 17, 1, 16, 0);
    const __m512i both = (__m512i)_mm512_cvtne2ps_pbh((__m512)second, (__m512)first);
    _mm512_storeu_si512(to, _mm512_permutexvar_epi16(order, both));
}

#define PAIR(name, storage)                                                                        \
    static AVX512_BF16_TARGET void pair_##name(                                                    \
        const struct sdyrt_weights *what, const struct weights_line_of *first,                     \
        const struct weights_line_of *second, char *to, int64_t strip_bytes) {                     \
        const storage *x = (const storage *)(const void *)first->from;                             \
        const storage *y = (const storage *)(const void *)second->from;                            \
        (void)what;                                                                                \
        for (int64_t i = 0; i < first->count; i += LANES, to += strip_bytes) {                     \
            const vector none = {0};                                                               \
            put_pair(to, scaled(first, i, load_##name(x + i)),                                     \
                     y == NULL ? none : scaled(second, i, load_##name(y + i)));                    \
        }                                                                                          \
    }
PAIR(bf16, uint16_t)
PAIR(f16, uint16_t)
PAIR(f8e4m3fn, uint8_t)
PAIR(f8e5m2, uint8_t)
PAIR(i8, int8_t)
PAIR(u8, uint8_t)

/* Of 32 columns of bytes of two numbers: a vector of the first 16, or of the others. */
static inline AVX512_BF16_TARGET ALWAYS vector half_of(const char *from, int64_t low, int half,
                                                       vector table) {
    const __m128i held = bytes(from), upper = _mm_srli_epi16(held, 4);
    const __m128i first = low == 0 ? held : upper, second = low == 0 ? upper : held;
    const __m128i both =
        half == 0 ? _mm_unpacklo_epi8(first, second) : _mm_unpackhi_epi8(first, second);
    return (vector)_mm512_permutexvar_ps(_mm512_cvtepu8_epi32(both), (__m512)table);
}

/* 16 numbers of a part of elements of so many bytes. */
static inline AVX512_BF16_TARGET ALWAYS vector part_of(const struct weights_line_of *line,
                                                       int64_t at, int64_t size, vector table) {
    const int shift = (int)line->part * WEIGHTS_PART_BITS;
    const naturals held = size == 1 ? (naturals)_mm512_cvtepu8_epi32(bytes(line->from + at))
                                    : (naturals)_mm512_loadu_si512(line->from + at * size);
    return (vector)_mm512_permutexvar_ps((__m512i)(held >> shift), (__m512)table);
}

static inline AVX512_BF16_TARGET ALWAYS vector some_of(const struct sdyrt_weights *what,
                                                       const struct weights_line_of *line,
                                                       int64_t at, int64_t size, vector table) {
    const vector none = {0};
    if (line->from == NULL) {
        return none;
    }
    return scaled(line, at,
                  line->beside == 2 ? half_of(line->from + at / TWO * LANES, what->order & 15,
                                              at % TWO != 0, table)
                                    : part_of(line, at, size, table));
}

#define PACKED_PAIR(name, size, table)                                                             \
    static AVX512_BF16_TARGET void pair_##name(                                                    \
        const struct sdyrt_weights *what, const struct weights_line_of *first,                     \
        const struct weights_line_of *second, char *to, int64_t strip_bytes) {                     \
        const vector numbers = *(const vector *)(table);                                           \
        for (int64_t i = 0; i < first->count * first->beside; i += LANES, to += strip_bytes) {     \
            put_pair(to, some_of(what, first, i, size, numbers),                                   \
                     some_of(what, second, i, size, numbers));                                     \
        }                                                                                          \
    }
PACKED_PAIR(u4x2, 1, of_u4)
PACKED_PAIR(i4x2, 1, of_i4)
PACKED_PAIR(u4x8, 4, of_u4)
PACKED_PAIR(i4x8, 4, of_i4)

static weights_pair *const pairs[SDYRT_WEIGHTS_TYPE_COUNT] = {
    NULL,
    NULL,
#define WEIGHTS_TYPE(name, NAME, storage)                  pair_##name,
#define PACKED_TYPE(name, NAME, storage, parts, is_signed) pair_##name,
#include "product_weights_types.def"
};

void sdyrt_weights_pair_avx512(const struct sdyrt_weights *what,
                               const struct weights_line_of *first,
                               const struct weights_line_of *second, char *to,
                               int64_t strip_bytes) {
    pairs[what->type](what, first, second, to, strip_bytes);
}

int sdyrt_weights_line_avx512(const struct sdyrt_weights *what, const struct weights_line_of *line,
                              char *to) {
    return line->count * line->beside % TWO == 0 && lines[what->type](what, line, to);
}

#endif
