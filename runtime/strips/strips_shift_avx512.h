/*
 * Shifts of elements of 8 and 16 bits by AVX-512, a part of strips_shift.h.
 */

/* By more than there are bits the instructions give what is left then: nothing, or the sign. */
#define LANES_shift_left(a, b)             _mm512_sllv_epi16(a, b)
#define LANES_shift_right_logical(a, b)    _mm512_srlv_epi16(a, b)
#define LANES_shift_right_arithmetic(a, b) _mm512_srav_epi16(a, b)
#define WIDE_shift_left(a)                 _mm512_and_si512(a, LOW_BYTES)
#define WIDE_shift_right_logical(a)        _mm512_and_si512(a, LOW_BYTES)
#define WIDE_shift_right_arithmetic(a)     _mm512_srai_epi16(_mm512_slli_epi16(a, 8), 8)
#define LOW_BYTES                          _mm512_set1_epi16(0xff)

/* Of 8 bits: the lower of each pair, widened, and the higher one in its place. */
#define SHIFT_BYTES(op)                                                                            \
    static inline __m512i lanes_##op##_8(__m512i a, __m512i b) {                                   \
        __m512i low = LANES_##op(WIDE_##op(a), _mm512_and_si512(b, LOW_BYTES));                    \
        __m512i high = LANES_##op(_mm512_andnot_si512(LOW_BYTES, a), _mm512_srli_epi16(b, 8));     \
        return _mm512_mask_mov_epi8(high, 0x5555555555555555, low);                                \
    }                                                                                              \
    static inline __m512i lanes_##op##_16(__m512i a, __m512i b) {                                  \
        return LANES_##op(a, b);                                                                   \
    }
SHIFT_BYTES(shift_left)
SHIFT_BYTES(shift_right_logical)
SHIFT_BYTES(shift_right_arithmetic)

#define SHIFT_BY_EACH(op, t, width, form, a_type, a_vector)                                        \
    static void strip_##op##_##t##_##form(TYPE(t) * dst, a_type a, const TYPE(t) * b, int64_t n) { \
        for (int64_t i = 0; i < n; i += 512 / (width)) {                                           \
            uint64_t part = n - i < 512 / (width) ? (1ull << (n - i)) - 1 : UINT64_MAX;            \
            __m512i by = _mm512_maskz_loadu_epi##width((lanes_##width##_part)part, b + i);         \
            __m512i shifted = lanes_##op##_##width(a_vector(width), by);                           \
            _mm512_mask_storeu_epi##width(dst + i, (lanes_##width##_part)part, shifted);           \
        }                                                                                          \
    }
typedef __mmask64 lanes_8_part;
typedef __mmask32 lanes_16_part;
typedef char lanes_8_one;
typedef short lanes_16_one;
#define EACH_LOADED(width) _mm512_maskz_loadu_epi##width((lanes_##width##_part)part, a + i)
#define ALL_EQUAL(width)   _mm512_set1_epi##width((lanes_##width##_one)a)
#define SHIFT_EACH(op, t, width)                                                                   \
    SHIFT_BY_EACH(op, t, width, vv, const TYPE(t) *, EACH_LOADED)                                  \
    SHIFT_BY_EACH(op, t, width, sv, TYPE(t), ALL_EQUAL)
