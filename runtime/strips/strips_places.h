/*
 * The greatest or least element of a strip, of rows, or of each column of rows, and the first place
 * where it stands; a part of strips_impl.h. A NaN is beyond all numbers. What is known already, in
 * `best` and `place`, gives way only to what is better, so that the first of equals stays if
 * elements come by rising places.
 */
#define BETTER_max(a, b) ((a) > (b))
#define BETTER_min(a, b) ((a) < (b))
#define IS_NAN_f32(a)    ((a) != (a))
#define IS_NAN_f64(a)    ((a) != (a))
#define IS_NAN_i8(a)     false
#define IS_NAN_i16(a)    false
#define IS_NAN_i32(a)    false
#define IS_NAN_i64(a)    false
#define IS_NAN_u8(a)     false
#define IS_NAN_u16(a)    false
#define IS_NAN_u32(a)    false
#define IS_NAN_u64(a)    false

/* The first of n elements that is equal to `value`, or a NaN as it is; n where there is none. */
#if defined(SDYRT_WITH_AVX512)
#include "strips_places_avx512.h"
#else
#define FIND(t)                                                                                    \
    static inline int64_t find_##t(const TYPE(t) * a, TYPE(t) value, int64_t n) {                  \
        int64_t at = 0;                                                                            \
        while (at < n && !(IS_NAN_##t(value) ? IS_NAN_##t(a[at]) : a[at] == value)) {              \
            at++;                                                                                  \
        }                                                                                          \
        return at;                                                                                 \
    }
#endif

/* clang-format off */
FIND(f32) FIND(f64)
FIND(i8) FIND(i16) FIND(i32) FIND(i64)
FIND(u8) FIND(u16) FIND(u32) FIND(u64)
/* clang-format on */

#define PLACE_STRIP(op, t)                                                                         \
    static void strip_place_##op##_##t(TYPE(t) * best, int32_t * place, const TYPE(t) * a,         \
                                       int32_t first, int32_t step, int64_t n) {                   \
        TYPE(t) own = strip_reduce_##op##_##t(a, n);                                               \
        if (n > 0 && (BETTER_##op(own, *best) || (IS_NAN_##t(own) && !IS_NAN_##t(*best)))) {       \
            *best = own;                                                                           \
            *place = first + (int32_t)find_##t(a, own, n) * step;                                  \
        }                                                                                          \
    }

/* Four rows at a time, so that what is known is read and written once for them. Of floats a NaN is
 * better than anything but another: two choices each, of which compilers make vector code. */
#define PLACE_NEXT(op, t, x, number) PLACE_NEXT_##t(op, t, x, number)
#define PLACE_NEXT_INT(op, t, x, number)                                                           \
    {                                                                                              \
        TYPE(t) next = x;                                                                          \
        bool better = BETTER_##op(next, b);                                                        \
        b = better ? next : b;                                                                     \
        p = better ? number : p;                                                                   \
    }
#define PLACE_NEXT_FLOAT(op, t, x, number)                                                         \
    {                                                                                              \
        TYPE(t) next = x, old = b;                                                                 \
        int32_t was = p;                                                                           \
        b = NO_BETTER_##op(next, old) ? old : next;                                                \
        p = NO_BETTER_##op(next, old) ? was : number;                                              \
        b = old != old ? old : b;                                                                  \
        p = old != old ? was : p;                                                                  \
    }
#define NO_BETTER_max(a, b)              ((a) <= (b))
#define NO_BETTER_min(a, b)              ((a) >= (b))
#define PLACE_NEXT_f32(op, t, x, number) PLACE_NEXT_FLOAT(op, t, x, number)
#define PLACE_NEXT_f64(op, t, x, number) PLACE_NEXT_FLOAT(op, t, x, number)
#define PLACE_NEXT_i8(op, t, x, number)  PLACE_NEXT_INT(op, t, x, number)
#define PLACE_NEXT_i16(op, t, x, number) PLACE_NEXT_INT(op, t, x, number)
#define PLACE_NEXT_i32(op, t, x, number) PLACE_NEXT_INT(op, t, x, number)
#define PLACE_NEXT_i64(op, t, x, number) PLACE_NEXT_INT(op, t, x, number)
#define PLACE_NEXT_u8(op, t, x, number)  PLACE_NEXT_INT(op, t, x, number)
#define PLACE_NEXT_u16(op, t, x, number) PLACE_NEXT_INT(op, t, x, number)
#define PLACE_NEXT_u32(op, t, x, number) PLACE_NEXT_INT(op, t, x, number)
#define PLACE_NEXT_u64(op, t, x, number) PLACE_NEXT_INT(op, t, x, number)
#define PLACE_FOLD(op, t)                                                                          \
    static void strip_place_fold_##op##_##t(                                                       \
        TYPE(t) *__restrict best, int32_t *__restrict places, const TYPE(t) *__restrict a,         \
        int64_t rows, int64_t stride, int32_t first, int32_t step, int64_t n) {                    \
        int64_t row = 0;                                                                           \
        for (; row + 4 <= rows; row += 4, a += 4 * stride, first += 4 * step) {                    \
            const TYPE(t) *x = a + stride, *y = x + stride, *z = y + stride;                       \
            FOR_STRIP {                                                                            \
                TYPE(t) b = best[i];                                                               \
                int32_t p = places[i];                                                             \
                PLACE_NEXT(op, t, a[i], first)                                                     \
                PLACE_NEXT(op, t, x[i], first + step)                                              \
                PLACE_NEXT(op, t, y[i], first + 2 * step)                                          \
                PLACE_NEXT(op, t, z[i], first + 3 * step)                                          \
                best[i] = b;                                                                       \
                places[i] = p;                                                                     \
            }                                                                                      \
        }                                                                                          \
        for (; row < rows; row++, a += stride, first += step) {                                    \
            FOR_STRIP {                                                                            \
                TYPE(t) b = best[i];                                                               \
                int32_t p = places[i];                                                             \
                PLACE_NEXT(op, t, a[i], first)                                                     \
                best[i] = b;                                                                       \
                places[i] = p;                                                                     \
            }                                                                                      \
        }                                                                                          \
    }

/* The places of a row are those of its elements: `best` is the value that changes nothing. */
#define PLACE_ROWS(op, t)                                                                          \
    PLACE_SHORT_OF(op, t)                                                                          \
    static void strip_place_rows_##op##_##t(TYPE(t) * best, int32_t * places, const TYPE(t) * a,   \
                                            int64_t rows, int64_t stride, int64_t n) {             \
        int64_t row = 0, next;                                                                     \
        for (; row < rows; row = next) {                                                           \
            next = n <= SHORT_ROW && rows - row >= SHORT_ROWS ? row + SHORT_ROWS : rows;           \
            if (n <= SHORT_ROW && next - row == SHORT_ROWS &&                                      \
                place_short_##op##_##t(best + row, places + row, a + row * stride, stride, n)) {   \
                continue;                                                                          \
            }                                                                                      \
            strip_reduce_rows_##op##_##t(best + row, a + row * stride, next - row, stride, n);     \
            for (int64_t r = row; r < next; r++) {                                                 \
                places[r] = (int32_t)find_##t(a + r * stride, best[r], n);                         \
            }                                                                                      \
        }                                                                                          \
    }
