/* Products by narrow weights that lie beside each other, as the groups of heads do in a cache of
   attention, [positions, groups, channels]: what all products have of a column or of a row of
   weights is read together, as it lies.

   By columns of weights, four at a time with four rows of A have their sums in 16 registers, the
   lanes of which are added up together. By rows of weights, 16 at a time, sums of all products stay
   near until 256 terms have been added. */
#include "product_weights_kernels.h"

#include "sizes.h"

#include <string.h>

#if defined(__x86_64__)

#include "weights_loads_avx512.inc"

#define ALWAYS __attribute__((always_inline))

enum beside_size {
    LANES = 16,
    LINE = SDYRT_LINE_BYTES,
    TALL = 4,          /* rows of A at a time, */
    WIDE = 4,          /* by so many columns, */
    BROAD = 4,         /* or by vectors of rows of weights */
    AHEAD_BYTES = 8192 /* at least so far behind columns lie those that are asked for */
};

/* Some terms of products side by side, and where their operands begin. */
struct beside {
    const struct sdyrt_weights *what;
    const float *a;
    const char *b;
    float *c;
    int64_t terms;
    int accumulate;
    struct ahead ahead;
};

/* Bytes from the first of a line of all products, of so many elements each, to its end. */
static int64_t line_bytes(const struct sdyrt_weights *w, int64_t length) {
    return ((w->count - 1) * w->b_step + length) * sdyrt_weights_size(w->type);
}

/* Lines of so many bytes, of ASKED_ROWS rows or columns at once. */
static struct ahead ahead_of(const char *from, int64_t bytes, int64_t to_next, int64_t to_other) {
    const int64_t lines = maximum(pieces(bytes, LINE), 1);
    return (struct ahead){from, lines, lines, to_next - lines * LINE, to_other};
}

static inline AVX512_TARGET ALWAYS vector at(const float *place) {
    return *(const vector *)(const void *)place;
}

/* --- by columns --- */

/* The lanes of four vectors added up: in each 128 bits a part of the four sums. */
static inline AVX512_TARGET ALWAYS __m512 sums_of_four(const vector *x) {
    const __m512 a = (__m512)x[0], b = (__m512)x[1], c = (__m512)x[2], d = (__m512)x[3];
    const __m512 low = _mm512_unpacklo_ps(a, b) + _mm512_unpackhi_ps(a, b);
    const __m512 high = _mm512_unpacklo_ps(c, d) + _mm512_unpackhi_ps(c, d);
    const __m512d one = (__m512d)low, other = (__m512d)high;
    return (__m512)_mm512_unpacklo_pd(one, other) + (__m512)_mm512_unpackhi_pd(one, other);
}

static inline AVX512_TARGET ALWAYS __m512 quarters_of_two(__m512 a, __m512 b) {
    return _mm512_shuffle_f32x4(a, b, 0x88) + _mm512_shuffle_f32x4(a, b, 0xdd);
}

/* The sums of the lanes of so many vectors, a multiple of four. */
static inline AVX512_TARGET ALWAYS vector sums_of_lanes(const vector *x, const int count) {
    const __m512 first = sums_of_four(x);
    const __m512 second = count > 4 ? sums_of_four(x + 4) : first;
    const __m512 third = count > 8 ? sums_of_four(x + 8) : first;
    const __m512 fourth = count > 12 ? sums_of_four(x + 12) : first;
    const __m512 halves = quarters_of_two(first, second);
    return (vector)quarters_of_two(halves, count > 8 ? quarters_of_two(third, fourth) : halves);
}

/* Quarters of a vector, the sums of four columns side by side, as so many rows of C. */
static inline AVX512_TARGET ALWAYS void write_quarters(float *c, int64_t row, __m512 sums,
                                                       const int rows, int accumulate) {
    const __m128 quarters[TALL] = {_mm512_castps512_ps128(sums), _mm512_extractf32x4_ps(sums, 1),
                                   _mm512_extractf32x4_ps(sums, 2),
                                   _mm512_extractf32x4_ps(sums, 3)};
#pragma GCC unroll 4
    for (int i = 0; i < rows; i++, c += row) {
        _mm_storeu_ps(c, accumulate ? _mm_add_ps(_mm_loadu_ps(c), quarters[i]) : quarters[i]);
    }
}

/* So many rows of A by as many columns, of one product. Sums that no column or row is there for are
   those of the first one, and not written. */
#define COLUMNS(name, storage)                                                                     \
    static inline AVX512_TARGET ALWAYS void multiply_##name(                                       \
        const struct beside *s, const int rows, const int cols, const float *a, const storage *b,  \
        float *c) {                                                                                \
        const struct sdyrt_weights *w = s->what;                                                   \
        const int64_t whole = s->terms / LANES * LANES;                                            \
        vector sum[TALL * WIDE] = {{0}};                                                           \
        for (int64_t l = 0; l < whole; l += LANES) {                                               \
            _Pragma("GCC unroll 4") for (int j = 0; j < cols; j++) {                               \
                const vector weight = load_##name(b + j * w->b_col + l);                           \
                _Pragma("GCC unroll 4") for (int i = 0; i < rows; i++) {                           \
                    sum[i * WIDE + j] += at(a + i * w->a_row + l) * weight;                        \
                }                                                                                  \
            }                                                                                      \
        }                                                                                          \
        float all[TALL * WIDE];                                                                    \
        const vector sums = sums_of_lanes(sum, rows * WIDE);                                       \
        if (cols == WIDE && whole == s->terms && w->c_col == 1) {                                  \
            write_quarters(c, w->c_row, (__m512)sums, rows, s->accumulate);                        \
            return;                                                                                \
        }                                                                                          \
        *(vector *)(void *)all = sums;                                                             \
        for (int i = 0; i < rows; i++) {                                                           \
            for (int j = 0; j < cols; j++) {                                                       \
                float *to = c + i * w->c_row + j * w->c_col;                                       \
                float one = all[i * WIDE + j];                                                     \
                for (int64_t l = whole; l < s->terms; l++) {                                       \
                    one += a[i * w->a_row + l] *                                                   \
                           sdyrt_weights_one(w->type, (const char *)b, j * w->b_col + l, 0);       \
                }                                                                                  \
                *to = s->accumulate ? *to + one : one;                                             \
            }                                                                                      \
        }                                                                                          \
    }                                                                                              \
    static inline AVX512_TARGET ALWAYS void columns_of_##name(struct beside *s, const int cols,    \
                                                              int64_t col) {                       \
        const struct sdyrt_weights *w = s->what;                                                   \
        const int64_t lines = pieces(cols * s->terms * (int64_t)sizeof(storage), LINE);            \
        for (int64_t g = 0; g < w->count; g++) {                                                   \
            const storage *b = (const storage *)(const void *)s->b + g * w->b_step;                \
            const float *a = s->a + g * w->a_step;                                                 \
            float *c = s->c + g * w->c_step + col * w->c_col;                                      \
            int64_t i = 0;                                                                         \
            for (int64_t l = 0; l < lines; l += ASKED_ROWS) {                                      \
                ask_rows(&s->ahead);                                                               \
            }                                                                                      \
            for (; i + TALL <= w->m; i += TALL) {                                                  \
                multiply_##name(s, TALL, cols, a + i * w->a_row, b + col * w->b_col,               \
                                c + i * w->c_row);                                                 \
            }                                                                                      \
            for (; i < w->m; i++) {                                                                \
                multiply_##name(s, 1, cols, a + i * w->a_row, b + col * w->b_col,                  \
                                c + i * w->c_row);                                                 \
            }                                                                                      \
        }                                                                                          \
    }                                                                                              \
    static AVX512_TARGET void all_columns_##name(struct beside *s) {                               \
        int64_t col = 0;                                                                           \
        for (; col + WIDE <= s->what->n; col += WIDE) {                                            \
            columns_of_##name(s, WIDE, col);                                                       \
        }                                                                                          \
        for (; col < s->what->n; col++) {                                                          \
            columns_of_##name(s, 1, col);                                                          \
        }                                                                                          \
    }

/* --- by rows --- */

/* Some rows of weights by so many rows of A and vectors of columns, of one product. */
#define ROWS(name, storage)                                                                        \
    static inline AVX512_TARGET ALWAYS void strip_##name(struct beside *s, const int rows,         \
                                                         const int vectors, const float *a,        \
                                                         const storage *b, float *c) {             \
        const struct sdyrt_weights *w = s->what;                                                   \
        struct ahead ahead = s->ahead;                                                             \
        vector sum[TALL * BROAD] = {{0}};                                                          \
        for (int64_t k = 0; k < s->terms; k++, a += w->a_col, b += w->b_row) {                     \
            if (k % (ASKED_ROWS * LINE / (vectors * LANES * (int)sizeof(storage))) == 0) {         \
                ask_rows(&ahead);                                                                  \
            }                                                                                      \
            _Pragma("GCC unroll 4") for (int v = 0; v < vectors; v++) {                            \
                const vector weight = load_##name(b + v * LANES);                                  \
                _Pragma("GCC unroll 4") for (int i = 0; i < rows; i++) {                           \
                    sum[i * BROAD + v] += a[i * w->a_row] * weight;                                \
                }                                                                                  \
            }                                                                                      \
        }                                                                                          \
        s->ahead = ahead;                                                                          \
        _Pragma("GCC unroll 4") for (int i = 0; i < rows; i++) {                                   \
            _Pragma("GCC unroll 4") for (int v = 0; v < vectors; v++) {                            \
                put_sums(c + i * w->n + v * LANES, sum[i * BROAD + v], s->accumulate);             \
            }                                                                                      \
        }                                                                                          \
    }                                                                                              \
    static inline AVX512_TARGET ALWAYS void strips_##name(                                         \
        struct beside *s, const int rows, const float *a, const storage *b, float *c) {            \
        const int64_t n = s->what->n;                                                              \
        int64_t j = 0;                                                                             \
        for (; j + BROAD * LANES <= n; j += BROAD * LANES) {                                       \
            strip_##name(s, rows, BROAD, a, b + j, c + j);                                         \
        }                                                                                          \
        for (; j < n; j += LANES) {                                                                \
            strip_##name(s, rows, 1, a, b + j, c + j);                                             \
        }                                                                                          \
    }                                                                                              \
    static AVX512_TARGET void all_rows_##name(struct beside *s) {                                  \
        const struct sdyrt_weights *w = s->what;                                                   \
        for (int64_t g = 0; g < w->count; g++) {                                                   \
            const storage *b = (const storage *)(const void *)s->b + g * w->b_step;                \
            const float *a = s->a + g * w->a_step;                                                 \
            float *c = s->c + g * w->m * w->n;                                                     \
            int64_t i = 0;                                                                         \
            for (; i + TALL <= w->m; i += TALL) {                                                  \
                strips_##name(s, TALL, a + i * w->a_row, b, c + i * w->n);                         \
            }                                                                                      \
            for (; i < w->m; i++) {                                                                \
                strips_##name(s, 1, a + i * w->a_row, b, c + i * w->n);                            \
            }                                                                                      \
        }                                                                                          \
    }

#define WEIGHTS_TYPE(name, NAME, storage) COLUMNS(name, storage) ROWS(name, storage)
#include "product_weights_types.def"

typedef void beside_fn(struct beside *s);
static beside_fn *const by_columns[SDYRT_WEIGHTS_TYPE_COUNT] = {
#define WEIGHTS_TYPE(name, NAME, storage) [SDYRT_WEIGHTS_##NAME] = all_columns_##name,
#include "product_weights_types.def"
};
static beside_fn *const by_rows[SDYRT_WEIGHTS_TYPE_COUNT] = {
#define WEIGHTS_TYPE(name, NAME, storage) [SDYRT_WEIGHTS_##NAME] = all_rows_##name,
#include "product_weights_types.def"
};

/* --- all terms --- */

void sdyrt_weights_beside_dots(const struct sdyrt_weights *w, char *const *operands, float *c,
                               int accumulate, void *scratch) {
    const int64_t size = sdyrt_weights_size(w->type), col = w->b_col * size;
    (void)scratch;
    int64_t term = 0;
    do { /* once even if k is zero: C is to be cleared */
        struct beside s = {.what = w,
                           .a = (const float *)(const void *)operands[0] + term,
                           .b = operands[1] + term * size,
                           .c = c,
                           .terms = minimum(WEIGHTS_SPAN, w->k - term),
                           .accumulate = accumulate || term > 0};
        const int64_t bytes = line_bytes(w, s.terms);
        const int64_t behind = maximum(WIDE, pieces(AHEAD_BYTES, maximum(bytes, 1)));
        s.ahead = ahead_of(s.b + behind * col, bytes, ASKED_ROWS * col, col);
        by_columns[w->type](&s);
        term += s.terms;
    } while (term < w->k);
}

/* The sums of some terms, whole vectors of columns, join C. */
static AVX512_TARGET void add_sums(const struct sdyrt_weights *w, const float *sums, float *c,
                                   int accumulate) {
    for (int64_t g = 0; g < w->count; g++) {
        for (int64_t i = 0; i < w->m; i++, sums += w->n) {
            float *to = c + g * w->c_step + i * w->c_row;
            for (int64_t j = 0; j < w->n && w->c_col == 1; j += LANES) {
                put_sums(to + j, at(sums + j), accumulate);
            }
            for (int64_t j = 0; j < w->n && w->c_col != 1; j++) {
                to[j * w->c_col] = accumulate ? to[j * w->c_col] + sums[j] : sums[j];
            }
        }
    }
}

void sdyrt_weights_beside_rows(const struct sdyrt_weights *w, char *const *operands, float *c,
                               int accumulate, void *scratch) {
    const int64_t size = sdyrt_weights_size(w->type), row = w->b_row * size;
    struct weights_panel *panel = scratch;
    int64_t term = 0;
    do { /* once even if k is zero: C is to be cleared */
        const int64_t first = term, end = minimum(w->k, term + WEIGHTS_STRETCH);
        do {
            struct beside s = {.what = w,
                               .a = (const float *)(const void *)operands[0] + term * w->a_col,
                               .b = operands[1] + term * row,
                               .c = panel->sums,
                               .terms = minimum(WEIGHTS_DEPTH, end - term),
                               .accumulate = term > first};
            s.ahead = ahead_of(s.b + s.terms * row, line_bytes(w, w->n), row,
                               pieces(s.terms, ASKED_ROWS) * row);
            by_rows[w->type](&s);
            term += s.terms;
        } while (term < end);
        add_sums(w, panel->sums, c, accumulate || first > 0);
    } while (term < w->k);
}

#endif
