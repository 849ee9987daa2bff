/* A loop for each operation and type: what it costs is the way to memory and back. */
#include "scatter.h"

#include "scalar.h"
#include "scatter_halves.h"

#if defined(__x86_64__)
#include <emmintrin.h>
#endif

typedef void scatter_function(void *memory, const void *offset, const uint8_t *keep,
                              const void *values, int64_t n);

struct bits_128 {
    uint64_t half[2];
};

/* M: type of the memory, V: of the values, I: of the offsets; update(old, value) is what comes to
 * stand in the memory. */
#define SCATTER(name, M, V, I, update)                                                             \
    static void name(void *memory, const void *offset, const uint8_t *keep, const void *values,    \
                     int64_t n) {                                                                  \
        M *m = memory;                                                                             \
        const I *o = offset;                                                                       \
        const V *v = values;                                                                       \
        for (int64_t i = 0; i < n; i++) {                                                          \
            if (keep == NULL || keep[i]) {                                                         \
                m[o[i]] = update(m[o[i]], v[i]);                                                   \
            }                                                                                      \
        }                                                                                          \
    }
#define BOTH(name, M, V, update)                                                                   \
    SCATTER(name##_short, M, V, int32_t, update)                                                   \
    SCATTER(name##_wide, M, V, int64_t, update)

#define REPLACED(old, value) value
#define INTEGERS(t)                                                                                \
    BOTH(add_##t, SDYRT_TYPE(t), SDYRT_TYPE(t), sdyrt_add_##t)                                     \
    BOTH(mul_##t, SDYRT_TYPE(t), SDYRT_TYPE(t), sdyrt_mul_##t)                                     \
    BOTH(max_##t, SDYRT_TYPE(t), SDYRT_TYPE(t), sdyrt_max_##t)                                     \
    BOTH(min_##t, SDYRT_TYPE(t), SDYRT_TYPE(t), sdyrt_min_##t)

/* As sdyrt_max and sdyrt_min, without a branch that cannot be foreseen, as which of two floats is
 * greater: a wrong guess waits until the memory has come. The instruction gives the second number
 * where both are equal, and zeros may have different signs then. */
#if defined(__x86_64__)
#define EXTREME(op, t, V, s, p, of_zeros)                                                          \
    static inline SDYRT_TYPE(t) op##_of_##t(SDYRT_TYPE(t) old, SDYRT_TYPE(t) value) {              \
        if (__builtin_expect(__builtin_isunordered(old, value), 0)) {                              \
            return old != old ? old : value;                                                       \
        }                                                                                          \
        V a = _mm_set1_##p(old), b = _mm_set1_##p(value);                                          \
        return LOW_##s(_mm_##of_zeros##_##p(_mm_##op##_##s(a, b), _mm_##op##_##s(b, a)));          \
    }                                                                                              \
    BOTH(op##_##t, SDYRT_TYPE(t), SDYRT_TYPE(t), op##_of_##t)
#define LOW_ss(x) _mm_cvtss_f32(x)
#define LOW_sd(x) _mm_cvtsd_f64(x)
#else
#define EXTREME(op, t, V, s, p, of_zeros)                                                          \
    static inline SDYRT_TYPE(t) op##_of_##t(SDYRT_TYPE(t) old, SDYRT_TYPE(t) value) {              \
        return sdyrt_##op##_##t(old, value);                                                       \
    }                                                                                              \
    BOTH(op##_##t, SDYRT_TYPE(t), SDYRT_TYPE(t), op##_of_##t)
#endif
#define FLOATS(t, V, s, p)                                                                         \
    BOTH(add_##t, SDYRT_TYPE(t), SDYRT_TYPE(t), sdyrt_add_##t)                                     \
    BOTH(mul_##t, SDYRT_TYPE(t), SDYRT_TYPE(t), sdyrt_mul_##t)                                     \
    EXTREME(max, t, V, s, p, and)                                                                  \
    EXTREME(min, t, V, s, p, or)

/* Computed in f32, rounded to the type. */
#define ROUNDED(op, t, computed)                                                                   \
    static inline uint16_t op##_rounded_##t(uint16_t old, float value) {                           \
        return sdyrt_convert_f32_##t(computed(sdyrt_convert_##t##_f32(old), value));               \
    }                                                                                              \
    BOTH(op##_##t, uint16_t, float, op##_rounded_##t)
#define HALVES(t)                                                                                  \
    ROUNDED(add, t, sdyrt_add_f32)                                                                 \
    ROUNDED(mul, t, sdyrt_mul_f32)                                                                 \
    ROUNDED(max, t, max_of_f32)                                                                    \
    ROUNDED(min, t, min_of_f32)

#define COMPLEX(t, part)                                                                           \
    struct t {                                                                                     \
        part re, im;                                                                               \
    };                                                                                             \
    static inline struct t added_##t(struct t old, struct t value) {                               \
        return (struct t){old.re + value.re, old.im + value.im};                                   \
    }                                                                                              \
    BOTH(add_##t, struct t, struct t, added_##t)

/* A number of f32 that is added to a sum of f64. */
static inline double added_widened(double sum, float value) {
    return sum + (double)value;
}
BOTH(add_widened, double, float, added_widened)

BOTH(set_u8, uint8_t, uint8_t, REPLACED)
BOTH(set_u16, uint16_t, uint16_t, REPLACED)
BOTH(set_u32, uint32_t, uint32_t, REPLACED)
BOTH(set_u64, uint64_t, uint64_t, REPLACED)
BOTH(set_bits_128, struct bits_128, struct bits_128, REPLACED)
INTEGERS(i8)
INTEGERS(i16)
INTEGERS(i32)
INTEGERS(i64)
INTEGERS(u8)
INTEGERS(u16)
INTEGERS(u32)
INTEGERS(u64)
FLOATS(f32, __m128, ss, ps)
FLOATS(f64, __m128d, sd, pd)
HALVES(bf16)
HALVES(f16)
COMPLEX(c64, float)
COMPLEX(c128, double)

#define PAIR(name)                                                                                 \
    { name##_short, name##_wide }
#define ROW(op)                                                                                    \
    PAIR(op##_i8), PAIR(op##_i16), PAIR(op##_i32), PAIR(op##_i64), PAIR(op##_u8), PAIR(op##_u16),  \
        PAIR(op##_u32), PAIR(op##_u64), PAIR(op##_f32), PAIR(op##_f64), PAIR(op##_bf16),           \
        PAIR(op##_f16)

static scatter_function *const functions[][SDYRT_SCATTER_TYPES][2] = {
    {[SDYRT_SCATTER_U8] = PAIR(set_u8),
     [SDYRT_SCATTER_U16] = PAIR(set_u16),
     [SDYRT_SCATTER_U32] = PAIR(set_u32),
     [SDYRT_SCATTER_U64] = PAIR(set_u64),
     [SDYRT_SCATTER_BITS_128] = PAIR(set_bits_128)},
    {ROW(add), PAIR(add_c64), PAIR(add_c128), [SDYRT_SCATTER_F64_OF_F32] = PAIR(add_widened)},
    {ROW(mul)},
    {ROW(max)},
    {ROW(min)},
};

void sdyrt_scatter(int op, int type, int wide, void *memory, const void *offset,
                   const uint8_t *keep, const void *values, int64_t n) {
    sdyrt_scatter_half *const half = type == SDYRT_SCATTER_F16 ? sdyrt_scatter_half_of(op) : NULL;
    if (half != NULL) {
        half(wide, memory, offset, keep, values, n);
        return;
    }
    functions[op][type][wide](memory, offset, keep, values, n);
}
