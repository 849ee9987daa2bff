/* A loop for each operation and type: what it costs is the way to memory and back. */
#include "scalar.h"
#include "scatter_extremes_sse.h"
#include "scatter_kernels.h"

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

#define EXTREME(op, t) BOTH(op##_##t, SDYRT_TYPE(t), SDYRT_TYPE(t), sdyrt_scatter_##op##_##t)
#define FLOATS(t)                                                                                  \
    BOTH(add_##t, SDYRT_TYPE(t), SDYRT_TYPE(t), sdyrt_add_##t)                                     \
    BOTH(mul_##t, SDYRT_TYPE(t), SDYRT_TYPE(t), sdyrt_mul_##t)                                     \
    EXTREME(max, t)                                                                                \
    EXTREME(min, t)

/* Computed in f32, rounded to the type. */
#define ROUNDED(op, t, computed)                                                                   \
    static inline uint16_t op##_rounded_##t(uint16_t old, float value) {                           \
        return sdyrt_convert_f32_##t(computed(sdyrt_convert_##t##_f32(old), value));               \
    }                                                                                              \
    BOTH(op##_##t, uint16_t, float, op##_rounded_##t)
#define HALVES(t)                                                                                  \
    ROUNDED(add, t, sdyrt_add_f32)                                                                 \
    ROUNDED(mul, t, sdyrt_mul_f32)                                                                 \
    ROUNDED(max, t, sdyrt_scatter_max_f32)                                                         \
    ROUNDED(min, t, sdyrt_scatter_min_f32)

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
FLOATS(f32)
FLOATS(f64)
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

void sdyrt_scatter_by_elements(const struct sdyrt_scatter *what,
                               const struct sdyrt_scatter_plan *plan,
                               const struct scatter_updates *updates) {
    (void)plan;
    functions[what->op][what->type][what->wide](updates->memory, updates->offset, updates->keep,
                                                updates->values, updates->count);
}
