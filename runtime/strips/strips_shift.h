/*
 * Strips of integers of 8 and 16 bits that are shifted, a part of strips_impl.h: by one number as
 * words of four or two of them, of which the bits that come from a neighbour are taken away; each
 * by its own number by instructions for 16 bits, where there are such. A compiler would widen each
 * of them, for C shifts no number narrower than an int.
 */
#include <string.h>

struct word_shift {
    uint32_t by;   /* less than the width */
    uint32_t mask; /* the bits that are kept, of a word */
    uint32_t sign; /* where signs are then */
};

/* A word of parts that are all the same. */
static inline uint32_t word_of(uint32_t part, uint32_t width) {
    return part * (UINT32_MAX / ((1u << width) - 1));
}

static inline struct word_shift word_shift_left(uint32_t by, uint32_t width) {
    uint32_t all = (1u << width) - 1;
    return by < width ? (struct word_shift){by, word_of(all << by & all, width), 0}
                      : (struct word_shift){0};
}

static inline struct word_shift word_shift_right_logical(uint32_t by, uint32_t width) {
    uint32_t all = (1u << width) - 1;
    return by < width ? (struct word_shift){by, word_of(all >> by, width), 0}
                      : (struct word_shift){0};
}

static inline struct word_shift word_shift_right_arithmetic(uint32_t by, uint32_t width) {
    by = by < width ? by : width - 1;
    struct word_shift shift = word_shift_right_logical(by, width);
    shift.sign = word_of(1u << (width - 1) >> by, width);
    return shift;
}

#define WORD_shift_left(a, shift)             ((a) << (shift).by & (shift).mask)
#define WORD_shift_right_logical(a, shift)    ((a) >> (shift).by & (shift).mask)
#define WORD_shift_right_arithmetic(a, shift) with_signs(WORD_shift_right_logical(a, shift), shift)

/* The bits above a sign at bit s of a part are 2^width - 2^(s + 1), which the part has room for. */
static inline uint32_t with_signs(uint32_t word, struct word_shift shift) {
    uint32_t signs = word & shift.sign;
    return word | ((signs << shift.by << 1) - (signs << 1));
}

#if defined(SDYRT_WITH_AVX512)
#include "strips_shift_avx512.h"
#else
#define SHIFT_EACH(op, t, width)                                                                   \
    STRIP_2_VV(op, t, TYPE(t))                                                                     \
    STRIP_2_SV(op, t, TYPE(t))
#endif

#define SHIFT_WORDS(op, t, unsigned_type, width)                                                   \
    SHIFT_EACH(op, t, width)                                                                       \
    static void strip_##op##_##t##_vs(TYPE(t) * dst, const TYPE(t) * a, TYPE(t) b, int64_t n) {    \
        const int64_t parts = sizeof(uint32_t) / sizeof(TYPE(t));                                  \
        struct word_shift shift = word_##op((unsigned_type)b, width);                              \
        _Pragma("omp simd") for (int64_t i = 0; i < n / parts; i++) {                              \
            uint32_t word;                                                                         \
            memcpy(&word, a + i * parts, sizeof word);                                             \
            word = WORD_##op(word, shift);                                                         \
            memcpy(dst + i * parts, &word, sizeof word);                                           \
        }                                                                                          \
        for (int64_t i = n / parts * parts; i < n; i++) {                                          \
            dst[i] = sdyrt_##op##_##t(a[i], b);                                                    \
        }                                                                                          \
    }

#define SDYRT_SHIFT(op, t) SHIFT_##t(op)
#define SHIFT_i8(op)       SHIFT_WORDS(op, i8, uint8_t, 8)
#define SHIFT_u8(op)       SHIFT_WORDS(op, u8, uint8_t, 8)
#define SHIFT_i16(op)      SHIFT_WORDS(op, i16, uint16_t, 16)
#define SHIFT_u16(op)      SHIFT_WORDS(op, u16, uint16_t, 16)
#define SHIFT_i32(op)      SDYRT_BINARY(op, i32)
#define SHIFT_u32(op)      SDYRT_BINARY(op, u32)
#define SHIFT_i64(op)      SDYRT_BINARY(op, i64)
#define SHIFT_u64(op)      SDYRT_BINARY(op, u64)
