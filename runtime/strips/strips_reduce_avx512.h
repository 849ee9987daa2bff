/*
 * Sums, maxima and minima by vectors of AVX-512, a part of strips_reduce.h.
 */

/* ---- sums of a strip, and of products ---- */

/* Lane by lane in the order of strips.h: `width` lanes a vector, `part` of the sixteen. */
#define SUM_BY_VECTORS(name, t, T, width, parameters, load, load_part)                             \
    __attribute__((unused)) static T name parameters {                                             \
        enum { PARTS = SDYRT_REDUCE_LANES / (width) };                                             \
        rows_##t many[4 * PARTS] = {{0}}, lanes[PARTS];                                            \
        int64_t at = 0;                                                                            \
        for (; at + SDYRT_REDUCE_MANY <= n; at += SDYRT_REDUCE_MANY) {                             \
            for (int i = 0; i < 4 * PARTS; i++) {                                                  \
                many[i] += load(t, at + i * (width));                                              \
            }                                                                                      \
        }                                                                                          \
        for (int i = 0; i < PARTS; i++) {                                                          \
            lanes[i] = (many[i] + many[i + 2 * PARTS]) + (many[i + PARTS] + many[i + 3 * PARTS]);  \
        }                                                                                          \
        for (; at + SDYRT_REDUCE_LANES <= n; at += SDYRT_REDUCE_LANES) {                           \
            for (int i = 0; i < PARTS; i++) {                                                      \
                lanes[i] += load(t, at + i * (width));                                             \
            }                                                                                      \
        }                                                                                          \
        for (int i = 0; at < n && i < PARTS; i++, at += (width)) {                                 \
            int64_t left = n - at < (width) ? n - at : (width);                                    \
            __mmask16 k = (__mmask16)((1u << left) - 1);                                           \
            lanes[i] = ROWS_CHOOSE_##t(k, lanes[i], lanes[i] + load_part(t, at, k));               \
        }                                                                                          \
        T lane[SDYRT_REDUCE_LANES];                                                                \
        memcpy(lane, lanes, sizeof lane);                                                          \
        for (int half = SDYRT_REDUCE_LANES / 2; half > 0; half /= 2) {                             \
            SDYRT_REDUCE_LANES_OF(add, t, lane, (lane + half), half)                               \
        }                                                                                          \
        return lane[0];                                                                            \
    }
#define TERM_OF(t, at)            ROWS_LOAD_##t(a + (at))
#define PART_OF(t, at, k)         ROWS_PART_##t(a + (at), k)
#define PRODUCT_OF(t, at)         (ROWS_LOAD_##t(a + (at)) * ROWS_LOAD_##t(b + (at)))
#define PRODUCT_PART_OF(t, at, k) (ROWS_PART_##t(a + (at), k) * ROWS_PART_##t(b + (at), k))
#define REDUCE_SUM(t, T, width)                                                                    \
    SUM_BY_VECTORS(strip_reduce_add_##t, t, T, width, (const T *a, int64_t n), TERM_OF, PART_OF)
#define REDUCE_DOT(t, T, width)                                                                    \
    SUM_BY_VECTORS(strip_dot_##t, t, T, width, (const T *a, const T *b, int64_t n), PRODUCT_OF,    \
                   PRODUCT_PART_OF)
#define REDUCE_SUM_f32(op) REDUCE_SUM(f32, float, 16)
#define REDUCE_SUM_f64(op) REDUCE_SUM(f64, double, 8)
#define STRIP_DOT_f32      REDUCE_DOT(f32, float, 16)
#define STRIP_DOT_f64      REDUCE_DOT(f64, double, 8)

/* ---- maxima and minima of a strip ---- */

#define EXTREME_BY_VECTORS(op, t, T, count)                                                        \
    static T strip_reduce_##op##_##t(const T *a, int64_t n) {                                      \
        rows_##t best[4], x[4];                                                                    \
        __mmask16 nans = 0;                                                                        \
        int64_t at = 0;                                                                            \
        for (int i = 0; i < 4; i++) {                                                              \
            best[i] = (rows_##t){0} + SDYRT_IDENTITY_##op(t);                                      \
        }                                                                                          \
        for (; at + 4 * (count) <= n; at += 4 * (count)) {                                         \
            for (int i = 0; i < 4; i++) {                                                          \
                _mm_prefetch((const char *)(a + at + i * (count)) + AHEAD, _MM_HINT_T0);           \
                x[i] = ROWS_LOAD_##t(a + at + i * (count));                                        \
                best[i] = BEST_##op##_##t(best[i], x[i]);                                          \
            }                                                                                      \
            nans = _kor_mask16(nans, UNORDERED_##t(x[0], x[1]));                                   \
            nans = _kor_mask16(nans, UNORDERED_##t(x[2], x[3]));                                   \
        }                                                                                          \
        for (; at < n; at += (count)) {                                                            \
            int64_t left = n - at < (count) ? n - at : (count);                                    \
            __mmask16 k = (__mmask16)((1u << left) - 1);                                           \
            x[0] = ROWS_CHOOSE_##t(k, best[0], ROWS_PART_##t(a + at, k));                          \
            best[0] = BEST_##op##_##t(best[0], x[0]);                                              \
            nans |= UNORDERED_##t(x[0], x[0]);                                                     \
        }                                                                                          \
        if (nans != 0) {                                                                           \
            return (T)NAN;                                                                         \
        }                                                                                          \
        best[0] = BEST_##op##_##t(best[0], best[1]);                                               \
        best[2] = BEST_##op##_##t(best[2], best[3]);                                               \
        best[0] = BEST_##op##_##t(best[0], best[2]);                                               \
        T lane[count];                                                                             \
        memcpy(lane, &best[0], sizeof lane);                                                       \
        for (int half = (count) / 2; half > 0; half /= 2) {                                        \
            SDYRT_REDUCE_LANES_OF(op, t, lane, (lane + half), half)                                \
        }                                                                                          \
        return lane[0];                                                                            \
    }
#define REDUCE_EXTREME_f32(op) EXTREME_BY_VECTORS(op, f32, float, 16)
#define REDUCE_EXTREME_f64(op) EXTREME_BY_VECTORS(op, f64, double, 8)

/* ---- maxima and minima of rows, element by element ---- */

/* So many rows at a time: their streams hide the latency of memory. */
enum { FOLDED_ROWS = 8 };

/* As if there were no NaN; where there is one, again. */
#define FOLD_BY_VECTORS(op, t, S, T, count)                                                        \
    static inline rows_##t fold_vector_##op##_##t(rows_##t sums, const S *a, int64_t rows,         \
                                                  int64_t stride, __mmask16 k) {                   \
        rows_##t v = sums;                                                                         \
        __mmask16 nans = UNORDERED_##t(v, v);                                                      \
        for (int64_t r = 0; r + 2 <= rows; r += 2) {                                               \
            rows_##t x = ROWS_PART_##t(a + r * stride, k);                                         \
            rows_##t y = ROWS_PART_##t(a + (r + 1) * stride, k);                                   \
            v = BEST_##op##_##t(v, x);                                                             \
            v = BEST_##op##_##t(v, y);                                                             \
            nans = _kor_mask16(nans, UNORDERED_##t(x, y));                                         \
        }                                                                                          \
        if (__builtin_expect(nans != 0, 0)) {                                                      \
            v = sums;                                                                              \
            for (int64_t r = 0; r < rows; r++) {                                                   \
                v = ROWS_##op##_##t(v, ROWS_PART_##t(a + r * stride, k));                          \
            }                                                                                      \
        } else if (rows % 2 != 0) {                                                                \
            v = ROWS_##op##_##t(v, ROWS_PART_##t(a + (rows - 1) * stride, k));                     \
        }                                                                                          \
        return v;                                                                                  \
    }                                                                                              \
    static inline void fold_some_##op##_##t(T *sums, const S *a, int64_t rows, int64_t stride,     \
                                            int64_t n) {                                           \
        int64_t i = 0;                                                                             \
        for (; i + (count) <= n; i += (count)) {                                                   \
            rows_##t v;                                                                            \
            memcpy(&v, sums + i, sizeof v);                                                        \
            v = fold_vector_##op##_##t(v, a + i, rows, stride, 0xffff);                            \
            memcpy(sums + i, &v, sizeof v);                                                        \
        }                                                                                          \
        __mmask16 k = (__mmask16)((1u << (n - i)) - 1);                                            \
        rows_##t v = ROWS_SUMS_##t(sums + i, k);                                                   \
        v = i < n ? fold_vector_##op##_##t(v, a + i, rows, stride, k) : v;                         \
        ROWS_STORE_##t(sums + i, k, v);                                                            \
    }                                                                                              \
    __attribute__((unused)) static void strip_fold_##op##_##t(T *sums, const S *a, int64_t rows,   \
                                                              int64_t stride, int64_t n) {         \
        int64_t row = 0;                                                                           \
        for (; row + FOLDED_ROWS <= rows; row += FOLDED_ROWS) {                                    \
            fold_some_##op##_##t(sums, a + row * stride, FOLDED_ROWS, stride, n);                  \
        }                                                                                          \
        fold_some_##op##_##t(sums, a + row * stride, rows - row, stride, n);                       \
    }
#define FOLD_EXTREME_f32(op)   FOLD_BY_VECTORS(op, f32, float, float, 16)
#define FOLD_EXTREME_f64(op)   FOLD_BY_VECTORS(op, f64, double, double, 8)
#define FOLD_NARROW_max(op, s) FOLD_BY_VECTORS(op, s, uint16_t, float, 16)
#define FOLD_NARROW_min(op, s) FOLD_BY_VECTORS(op, s, uint16_t, float, 16)
