/*
 * The strips of one instruction set: loops over scalar.h, which the compiler turns into its vector
 * code, and the few primitives that move data. Included once per instruction set by a source file
 * that has told the compiler the target and defined SDYRT_STRIPS, the name of the table.
 */

/* Each operation rounds, and loops become vector code, whatever flags the file is compiled with. */
#ifdef __clang__
#pragma STDC FP_CONTRACT OFF
/* Division has no vector code, and that is fine. */
#pragma clang diagnostic ignored "-Wpass-failed"
#else
#pragma GCC optimize("O3", "fp-contract=off", "no-math-errno", "no-trapping-math")
#endif

/* What the target has beyond its vectors. A file that chooses it by a pragma says so itself, since
 * a preprocessor that runs alone, as ccache has it do, does not heed pragmas. */
#ifndef __clang__
#if defined(__F16C__) && !defined(SDYRT_WITH_F16C)
#define SDYRT_WITH_F16C
#endif
#if defined(__AVX512BW__) && defined(__AVX512DQ__) && !defined(SDYRT_WITH_AVX512)
#define SDYRT_WITH_AVX512
#endif
#endif

#include "caches.h"
#include "parts.h"
#include "scalar.h"
#include "scalar_reduce.h"
#include "strips.h"
#include "strips_move.h"

#define TYPE SDYRT_TYPE

/* dst may equal a source, which "omp simd" lets the compiler know to be harmless. */
#define FOR_STRIP _Pragma("omp simd") for (int64_t i = 0; i < n; i++)

/* For loops that vector code makes slower: gathers element by element, say. */
#ifdef __clang__
#define PLAIN_LOOPS
#else
#define PLAIN_LOOPS __attribute__((optimize("no-tree-vectorize", "no-tree-slp-vectorize")))
#endif

/* ---- elementwise ----------------------------------------------------------------------------- */

#define STRIP_1(name, d, s, function)                                                              \
    static void strip_##name(d *dst, const s *a, int64_t n) {                                      \
        FOR_STRIP {                                                                                \
            dst[i] = function(a[i]);                                                               \
        }                                                                                          \
    }
#define STRIP_2_VV(op, t, d)                                                                       \
    static void strip_##op##_##t##_vv(d *dst, const TYPE(t) * a, const TYPE(t) * b, int64_t n) {   \
        FOR_STRIP {                                                                                \
            dst[i] = sdyrt_##op##_##t(a[i], b[i]);                                                 \
        }                                                                                          \
    }
#define STRIP_2_SV(op, t, d)                                                                       \
    static void strip_##op##_##t##_sv(d *dst, TYPE(t) a, const TYPE(t) * b, int64_t n) {           \
        FOR_STRIP {                                                                                \
            dst[i] = sdyrt_##op##_##t(a, b[i]);                                                    \
        }                                                                                          \
    }
#define STRIP_2(op, t, d)                                                                          \
    STRIP_2_VV(op, t, d)                                                                           \
    STRIP_2_SV(op, t, d)                                                                           \
    static void strip_##op##_##t##_vs(d *dst, const TYPE(t) * a, TYPE(t) b, int64_t n) {           \
        FOR_STRIP {                                                                                \
            dst[i] = sdyrt_##op##_##t(a[i], b);                                                    \
        }                                                                                          \
    }
#define STRIP_SELECT(t, forms, a_type, b_type, a_i, b_i)                                           \
    static void strip_select_##t##_##forms(TYPE(t) * dst, const uint8_t *p, a_type a, b_type b,    \
                                           int64_t n) {                                            \
        FOR_STRIP {                                                                                \
            dst[i] = p[i] ? a_i : b_i;                                                             \
        }                                                                                          \
    }

#define SDYRT_UNARY(op, t) STRIP_1(op##_##t##_v, TYPE(t), TYPE(t), sdyrt_##op##_##t)
#define SDYRT_TEST(op, t)  STRIP_1(op##_##t##_v, uint8_t, TYPE(t), sdyrt_##op##_##t)
/* Narrow numbers are read from memory in short runs, of one operand and of another in turn, and
 * there is little to do for each line: what comes after them is asked for. */
enum { NEXT_STRIP = SDYRT_PAGE_BYTES / 2 };
#define SDYRT_CONVERT(s, t)                                                                        \
    static void strip_convert_##s##_##t##_v(TYPE(t) * dst, const TYPE(s) * a, int64_t n) {         \
        enum {                                                                                     \
            WIDENS = sizeof(TYPE(s)) <= 2 && sizeof(TYPE(t)) > sizeof(TYPE(s)),                    \
            LINE = SDYRT_LINE_BYTES / sizeof(TYPE(s)),                                             \
        };                                                                                         \
        int64_t lines = WIDENS ? n / LINE : 0;                                                     \
        for (int64_t l = 0; l < lines; l++, a += LINE, dst += LINE, n -= LINE) {                   \
            __builtin_prefetch((const char *)a + NEXT_STRIP);                                      \
            _Pragma("omp simd") for (int k = 0; k < LINE; k++) {                                   \
                dst[k] = sdyrt_convert_##s##_##t(a[k]);                                            \
            }                                                                                      \
        }                                                                                          \
        FOR_STRIP {                                                                                \
            dst[i] = sdyrt_convert_##s##_##t(a[i]);                                                \
        }                                                                                          \
    }
#define SDYRT_BITCAST(s, t)                                                                        \
    STRIP_1(bitcast_##s##_##t##_v, TYPE(t), TYPE(s), sdyrt_bitcast_##s##_##t)
#define SDYRT_BINARY(op, t)  STRIP_2(op, t, TYPE(t))
#define SDYRT_COMPARE(op, t) STRIP_2(op, t, uint8_t)
#define SDYRT_SELECT(t)                                                                            \
    STRIP_SELECT(t, vv, const TYPE(t) *, const TYPE(t) *, a[i], b[i])                              \
    STRIP_SELECT(t, vs, const TYPE(t) *, TYPE(t), a[i], b)                                         \
    STRIP_SELECT(t, sv, TYPE(t), const TYPE(t) *, a, b[i])                                         \
    STRIP_SELECT(t, ss, TYPE(t), TYPE(t), a, b)
#define STRIP_CLAMP_SVS(t)                                                                         \
    static void strip_clamp_##t##_svs(TYPE(t) * dst, TYPE(t) low, const TYPE(t) * a, TYPE(t) high, \
                                      int64_t n) {                                                 \
        FOR_STRIP {                                                                                \
            dst[i] = sdyrt_clamp_##t(low, a[i], high);                                             \
        }                                                                                          \
    }
#define STRIP_CLAMP_VVV(t)                                                                         \
    static void strip_clamp_##t##_vvv(TYPE(t) * dst, const TYPE(t) * low, const TYPE(t) * a,       \
                                      const TYPE(t) * high, int64_t n) {                           \
        FOR_STRIP {                                                                                \
            dst[i] = sdyrt_clamp_##t(low[i], a[i], high[i]);                                       \
        }                                                                                          \
    }
#define SDYRT_CLAMP(t) STRIP_CLAMP_SVS(t) STRIP_CLAMP_VVV(t)
#define SDYRT_FILL(t)                                                                              \
    static void strip_fill_##t##_s(TYPE(t) * dst, TYPE(t) a, int64_t n) {                          \
        FOR_STRIP {                                                                                \
            dst[i] = a;                                                                            \
        }                                                                                          \
    }                                                                                              \
    static void strip_iota_##t(TYPE(t) * dst, TYPE(t) start, TYPE(t) step, int64_t n) {            \
        FOR_STRIP {                                                                                \
            dst[i] = sdyrt_add_##t(start, sdyrt_mul_##t((TYPE(t))i, step));                        \
        }                                                                                          \
    }
#if defined(SDYRT_WITH_AVX512)
#include "strips_vectors_avx512.h"
#endif

#include "strips_divide.h"
#include "strips_float.h"
#include "strips_shift.h"

#include "strips_bf16.h"

#include "strips.def"

/* ---- reductions ------------------------------------------------------------------------------ */

#include "strips_reduce.h"
#include "strips_rows.h"

#include "strips_short.h"

#include "strips_places.h"

#define SDYRT_REDUCE(op, t)        STRIP_REDUCE_##op(op, t) FOLD_##op(op, t)
#define SDYRT_REDUCE_NARROW(op, s) REDUCE_NARROW_##op(op, s)
#define REDUCE_NARROW_add(op, s)   /* strips_bf16.h */
#define REDUCE_NARROW_max(op, s)   SDYRT_SCALAR_REDUCE_NARROW(strip_reduce_##op##_##s, op, s)
#define REDUCE_NARROW_min(op, s)   SDYRT_SCALAR_REDUCE_NARROW(strip_reduce_##op##_##s, op, s)
#define SDYRT_PLACE(op, t)         PLACE_STRIP(op, t) PLACE_FOLD(op, t) PLACE_ROWS(op, t)
#define SDYRT_DOT(t)               STRIP_DOT_##t
#include "strips.def"

/* ---- moving ---------------------------------------------------------------------------------- */

typedef struct {
    uint64_t half[2];
} uint128_bits;

typedef uint8_t vector_8 __attribute__((vector_size(16)));
typedef uint16_t vector_16 __attribute__((vector_size(16)));
typedef uint32_t vector_32 __attribute__((vector_size(16)));
typedef uint64_t vector_64 __attribute__((vector_size(16)));

#define ELEMENT_8   uint8_t
#define ELEMENT_16  uint16_t
#define ELEMENT_32  uint32_t
#define ELEMENT_64  uint64_t
#define ELEMENT_128 uint128_bits

#ifdef __clang__
#define SHUFFLE(bits, a, b, ...) __builtin_shufflevector(a, b, __VA_ARGS__)
#else
#define SHUFFLE(bits, a, b, ...) __builtin_shuffle(a, b, (vector_##bits){__VA_ARGS__})
#endif
#define LOW_8(a, b)   SHUFFLE(8, a, b, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23)
#define HIGH_8(a, b)  SHUFFLE(8, a, b, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31)
#define LOW_16(a, b)  SHUFFLE(16, a, b, 0, 8, 1, 9, 2, 10, 3, 11)
#define HIGH_16(a, b) SHUFFLE(16, a, b, 4, 12, 5, 13, 6, 14, 7, 15)
#define LOW_32(a, b)  SHUFFLE(32, a, b, 0, 4, 1, 5)
#define HIGH_32(a, b) SHUFFLE(32, a, b, 2, 6, 3, 7)
#define LOW_64(a, b)  SHUFFLE(64, a, b, 0, 2)
#define HIGH_64(a, b) SHUFFLE(64, a, b, 1, 3)

/* A square of 16 bytes a side: interleaving row i with row i + side / 2, log2(side) times over,
 * transposes it. */
#define TRANSPOSE_SQUARE(bits)                                                                     \
    enum { SIDE_##bits = sizeof(vector_##bits) / sizeof(ELEMENT_##bits) };                         \
    static inline void square_##bits(ELEMENT_##bits *dst, int64_t dst_stride,                      \
                                     const ELEMENT_##bits *src, int64_t src_stride) {              \
        enum { SIDE = SIDE_##bits };                                                               \
        vector_##bits row[SIDE], next[SIDE];                                                       \
        for (int i = 0; i < SIDE; i++) {                                                           \
            memcpy(&row[i], src + i * src_stride, sizeof row[i]);                                  \
        }                                                                                          \
        for (int step = 1; step < SIDE; step *= 2) {                                               \
            for (int i = 0; i < SIDE / 2; i++) {                                                   \
                next[2 * i] = LOW_##bits(row[i], row[i + SIDE / 2]);                               \
                next[2 * i + 1] = HIGH_##bits(row[i], row[i + SIDE / 2]);                          \
            }                                                                                      \
            for (int i = 0; i < SIDE; i++) {                                                       \
                row[i] = next[i];                                                                  \
            }                                                                                      \
        }                                                                                          \
        for (int i = 0; i < SIDE; i++) {                                                           \
            memcpy(dst + i * dst_stride, &row[i], sizeof row[i]);                                  \
        }                                                                                          \
    }
TRANSPOSE_SQUARE(8)
TRANSPOSE_SQUARE(16)
TRANSPOSE_SQUARE(32)
TRANSPOSE_SQUARE(64)

enum { SIDE_128 = sizeof(vector_64) / sizeof(uint128_bits) };

static inline void square_128(uint128_bits *dst, int64_t dst_stride, const uint128_bits *src,
                              int64_t src_stride) {
    (void)dst_stride;
    (void)src_stride;
    *dst = *src;
}

/* Elements from different places, a vector of 16 bytes at a time: with fewer stores to wait for,
 * more loads of memory that is far away are under way at once. at(k) is the k-th element. */
typedef uint128_bits vector_128;
#define GROUP_128(at) at(0)
#define GROUP_64(at)                                                                               \
    { at(0), at(1) }
#define GROUP_32(at)                                                                               \
    { at(0), at(1), at(2), at(3) }
#define GROUP_16(at)                                                                               \
    { at(0), at(1), at(2), at(3), at(4), at(5), at(6), at(7) }
#define GROUP_8(at)                                                                                \
    {                                                                                              \
        at(0), at(1), at(2), at(3), at(4), at(5), at(6), at(7), at(8), at(9), at(10), at(11),      \
            at(12), at(13), at(14), at(15)                                                         \
    }

#define STRIDED(k) s[(i + (k)) * stride]

/* Places of elements; those of 32 bits are read two at a time. */
#define PLACES_i64(count)
#define PLACE_i64(k) offset[i + (k)]
#define PLACES_i32(count)                                                                          \
    int64_t pair[((count) + 1) / 2];                                                               \
    memcpy(pair, offset + i, (count) * sizeof *offset);
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
#define PLACE_i32(k) (int32_t)(pair[(k) / 2] >> (k) % 2 * 32)
#else
#define PLACE_i32(k) (int32_t)(pair[(k) / 2] >> ((k) + 1) % 2 * 32)
#endif
#define GATHERED_i32(k) s[PLACE_i32(k)]
#define GATHERED_i64(k) s[PLACE_i64(k)]

#include "strips_strided.h"
/* each several times */
#include "strips_repeat.h"

/* Of the strides that strips often have, the compiler makes permutations of whole vectors. */
#define STRIP_LOAD_BY(bits, T, name, stride)                                                       \
    static void load_by_##name##_##bits(T *d, const T *s, int64_t n) {                             \
        FOR_STRIP {                                                                                \
            d[i] = s[i * (stride)];                                                                \
        }                                                                                          \
    }
#define STRIP_LINES(bits, T)                                                                       \
    STRIP_LOAD_BY(bits, T, minus_1, -1)                                                            \
    STRIP_LOAD_BY(bits, T, 2, 2)                                                                   \
    STRIP_LOAD_BY(bits, T, 3, 3)                                                                   \
    STRIP_LOAD_BY(bits, T, 4, 4)                                                                   \
    PLAIN_LOOPS static void load_strided_##bits(T *d, const T *s, int64_t n, int64_t stride) {     \
        int64_t i = 0;                                                                             \
        for (; i + SIDE_##bits <= n; i += SIDE_##bits) {                                           \
            vector_##bits group = GROUP_##bits(STRIDED);                                           \
            memcpy(d + i, &group, sizeof group);                                                   \
        }                                                                                          \
        for (; i < n; i++) {                                                                       \
            d[i] = STRIDED(0);                                                                     \
        }                                                                                          \
    }                                                                                              \
    static void strip_load_##bits(void *dst, const void *src, int64_t n, int64_t stride) {         \
        T *d = dst;                                                                                \
        const T *s = src;                                                                          \
        if (stride == 1) {                                                                         \
            memcpy(d, s, (size_t)n * sizeof *d);                                                   \
        } else if (stride == 0) {                                                                  \
            T value = *s; /* of no element of dst */                                               \
            FOR_STRIP {                                                                            \
                d[i] = value;                                                                      \
            }                                                                                      \
        } else if (stride == -1) {                                                                 \
            load_by_minus_1_##bits(d, s, n);                                                       \
        } else if (stride == 2) {                                                                  \
            load_by_2_##bits(d, s, n);                                                             \
        } else if (load_permuted_##bits(d, s, n, stride)) {                                        \
        } else if (stride == 3 && sizeof *d <= 2) {                                                \
            load_by_3_##bits(d, s, n);                                                             \
        } else if (stride == 4) {                                                                  \
            load_by_4_##bits(d, s, n);                                                             \
        } else {                                                                                   \
            load_strided_##bits(d, s, n, stride);                                                  \
        }                                                                                          \
    }                                                                                              \
    static void strip_store_##bits(void *dst, const void *src, int64_t n, int64_t stride) {        \
        T *d = dst;                                                                                \
        const T *s = src;                                                                          \
        if (stride == 1) {                                                                         \
            memcpy(d, s, (size_t)n * sizeof *d);                                                   \
        } else {                                                                                   \
            for (int64_t i = 0; i < n; i++) {                                                      \
                d[i * stride] = s[i];                                                              \
            }                                                                                      \
        }                                                                                          \
    }

#define STRIP_TRANSPOSE(bits, T)                                                                   \
    static void strip_transpose_##bits(void *dst, int64_t dst_stride, const void *src,             \
                                       int64_t src_stride, int64_t rows, int64_t columns) {        \
        T *d = dst;                                                                                \
        const T *s = src;                                                                          \
        int64_t whole_rows = rows - rows % SIDE_##bits;                                            \
        int64_t whole_columns = columns - columns % SIDE_##bits;                                   \
        for (int64_t r = 0; r < whole_rows; r += SIDE_##bits) {                                    \
            for (int64_t c = 0; c < whole_columns; c += SIDE_##bits) {                             \
                square_##bits(d + c * dst_stride + r, dst_stride, s + r * src_stride + c,          \
                              src_stride);                                                         \
            }                                                                                      \
        }                                                                                          \
        for (int64_t c = 0; c < columns; c++) {                                                    \
            for (int64_t r = c < whole_columns ? whole_rows : 0; r < rows; r++) {                  \
                d[c * dst_stride + r] = s[r * src_stride + c];                                     \
            }                                                                                      \
        }                                                                                          \
    }

/* Some bytes, by moves of a cache line of which the last may go over what the one before it moved:
 * a call of memcpy takes as long as a short row. */
enum { MOVED = SDYRT_MOVED_ROW };
static inline void copy_row(void *dst, const void *src, int64_t bytes) {
    char *d = dst;
    const char *s = src;
    if (bytes < MOVED) {
        memcpy(d, s, (size_t)bytes);
        return;
    }
    for (int64_t i = 0; i + MOVED <= bytes; i += MOVED) {
        memcpy(d + i, s + i, MOVED);
    }
    if (bytes % MOVED != 0) {
        memcpy(d + bytes - MOVED, s + bytes - MOVED, MOVED);
    }
}

/* The same of one to so many: two or three moves that may overlap. */
enum { SHORT = SDYRT_LINE_BYTES / 2 };
static inline void copy_short(void *dst, const void *src, int64_t bytes) {
    char *d = dst;
    const char *s = src;
#define TWO_MOVES(part)                                                                            \
    if (bytes >= (part)) {                                                                         \
        memcpy(d, s, part);                                                                        \
        memcpy(d + bytes - (part), s + bytes - (part), part);                                      \
        return;                                                                                    \
    }
    TWO_MOVES(16)
    TWO_MOVES(8)
    TWO_MOVES(4)
#undef TWO_MOVES
    d[0] = s[0];
    d[bytes / 2] = s[bytes / 2];
    d[bytes - 1] = s[bytes - 1];
}

/* A row and as many more of it: what there is of them is copied behind itself. */
static inline void repeat_row(void *dst, const void *src, int64_t rows, int64_t bytes) {
    char *d = dst;
    int64_t done = bytes, all = rows * bytes;
    memcpy(d, src, (size_t)(rows > 0 ? bytes : 0));
    while (done < all) {
        int64_t next = done < all - done ? done : all - done;
        memcpy(d + done, d, (size_t)next);
        done += next;
    }
}

/* Below this many columns the call of a line costs more than it moves. */
enum { NARROW = 16 };

/* A transpose of two or three lines: squares would be empty. */
#define STRIP_WEAVE(bits, T)                                                                       \
    static void weave_2_##bits(T *d, const T *a, const T *b, int64_t n) {                          \
        FOR_STRIP {                                                                                \
            d[2 * i] = a[i];                                                                       \
            d[2 * i + 1] = b[i];                                                                   \
        }                                                                                          \
    }                                                                                              \
    static void weave_3_##bits(T *d, const T *a, const T *b, const T *c, int64_t n) {              \
        FOR_STRIP {                                                                                \
            d[3 * i] = a[i];                                                                       \
            d[3 * i + 1] = b[i];                                                                   \
            d[3 * i + 2] = c[i];                                                                   \
        }                                                                                          \
    }

/* A block whose other dimension is the dense one is a transpose; one that continues from row to
 * row is a single line. */
#define STRIP_BLOCKS(bits, T)                                                                      \
    PLAIN_LOOPS static void load_narrow_##bits(T *d, const T *s, int64_t rows, int64_t row_stride, \
                                               int64_t columns, int64_t column_stride) {           \
        for (int64_t r = 0; r < rows; r++, s += row_stride) {                                      \
            for (int64_t c = 0; c < columns; c++) {                                                \
                *d++ = s[c * column_stride];                                                       \
            }                                                                                      \
        }                                                                                          \
    }                                                                                              \
    PLAIN_LOOPS static void store_narrow_##bits(T *d, const T *s, int64_t rows,                    \
                                                int64_t row_stride, int64_t columns,               \
                                                int64_t column_stride) {                           \
        for (int64_t r = 0; r < rows; r++, d += row_stride) {                                      \
            for (int64_t c = 0; c < columns; c++) {                                                \
                d[c * column_stride] = *s++;                                                       \
            }                                                                                      \
        }                                                                                          \
    }                                                                                              \
    static void strip_load2_##bits(void *dst, const void *src, int64_t rows, int64_t row_stride,   \
                                   int64_t columns, int64_t column_stride) {                       \
        T *d = dst;                                                                                \
        const T *s = src;                                                                          \
        if (row_stride == columns * column_stride) {                                               \
            strip_load_##bits(dst, src, rows *columns, column_stride);                             \
        } else if (row_stride == 1 && columns == 2) {                                              \
            weave_2_##bits(d, s, s + column_stride, rows);                                         \
        } else if (row_stride == 1 && columns == 3) {                                              \
            weave_3_##bits(d, s, s + column_stride, s + 2 * column_stride, rows);                  \
        } else if (row_stride == 1 && column_stride != 0) {                                        \
            strip_transpose_##bits(dst, columns, src, column_stride, columns, rows);               \
        } else if (row_stride == 1 && repeat_##bits(d, s, rows, columns)) {                        \
        } else if (row_stride == 0 && column_stride == 1 &&                                        \
                   columns * (int64_t)sizeof *d < MOVED) {                                         \
            repeat_row(d, s, rows, columns *(int64_t)sizeof *d);                                   \
        } else if (column_stride == 1 &&                                                           \
                   sdyrt_move_short_rows(d, columns * (int64_t)sizeof *d, s,                       \
                                         row_stride * (int64_t)sizeof *d, rows,                    \
                                         columns * (int64_t)sizeof *d)) {                          \
        } else if (columns < NARROW) {                                                             \
            load_narrow_##bits(d, s, rows, row_stride, columns, column_stride);                    \
        } else if (column_stride == 1) {                                                           \
            for (int64_t r = 0; r < rows; r++) {                                                   \
                copy_row(d + r * columns, s + r * row_stride, columns * (int64_t)sizeof *d);       \
            }                                                                                      \
        } else {                                                                                   \
            for (int64_t r = 0; r < rows; r++) {                                                   \
                strip_load_##bits(d + r * columns, s + r * row_stride, columns, column_stride);    \
            }                                                                                      \
        }                                                                                          \
    }                                                                                              \
    static void strip_store2_##bits(void *dst, const void *src, int64_t rows, int64_t row_stride,  \
                                    int64_t columns, int64_t column_stride) {                      \
        T *d = dst;                                                                                \
        const T *s = src;                                                                          \
        if (row_stride == columns * column_stride) {                                               \
            strip_store_##bits(dst, src, rows *columns, column_stride);                            \
        } else if (row_stride == 1 && columns == 2) {                                              \
            load_by_2_##bits(d, s, rows);                                                          \
            load_by_2_##bits(d + column_stride, s + 1, rows);                                      \
        } else if (row_stride == 1) {                                                              \
            strip_transpose_##bits(dst, column_stride, src, columns, rows, columns);               \
        } else if (column_stride == 1 &&                                                           \
                   sdyrt_move_short_rows(d, row_stride * (int64_t)sizeof *d, s,                    \
                                         columns * (int64_t)sizeof *d, rows,                       \
                                         columns * (int64_t)sizeof *d)) {                          \
        } else if (columns < NARROW) {                                                             \
            store_narrow_##bits(d, s, rows, row_stride, columns, column_stride);                   \
        } else if (column_stride == 1) {                                                           \
            for (int64_t r = 0; r < rows; r++) {                                                   \
                copy_row(d + r * row_stride, s + r * columns, columns * (int64_t)sizeof *d);       \
            }                                                                                      \
        } else {                                                                                   \
            for (int64_t r = 0; r < rows; r++) {                                                   \
                strip_store_##bits(d + r * row_stride, s + r * columns, columns, column_stride);   \
            }                                                                                      \
        }                                                                                          \
    }

/* Rows at computed places are asked for a few rows before, or so many bytes of them: the processor
 * goes on by itself. */
enum { FETCHED_AHEAD = 2, FETCHED_BYTES = SDYRT_PAGE_BYTES / 2 };
static inline void fetch_row(const void *row, int64_t bytes) {
    for (int64_t i = 0; i < bytes && i < FETCHED_BYTES; i += MOVED) {
        __builtin_prefetch((const char *)row + i);
    }
}

#define STRIP_GATHER(bits, T, index)                                                               \
    PLAIN_LOOPS static void strip_gather_##bits##_##index(void *dst, const void *src,              \
                                                          const TYPE(index) * offset, int64_t n) { \
        T *d = dst;                                                                                \
        const T *s = src;                                                                          \
        int64_t i = 0;                                                                             \
        for (; i + SIDE_##bits <= n; i += SIDE_##bits) {                                           \
            PLACES_##index(SIDE_##bits) vector_##bits group = GROUP_##bits(GATHERED_##index);      \
            memcpy(d + i, &group, sizeof group);                                                   \
        }                                                                                          \
        for (; i < n; i++) {                                                                       \
            d[i] = s[offset[i]];                                                                   \
        }                                                                                          \
    }                                                                                              \
    static void strip_gather2_##bits##_##index(                                                    \
        void *dst, const void *src, const TYPE(index) * offset, int64_t rows, int64_t columns) {   \
        const T *s = src;                                                                          \
        const int64_t bytes = columns * (int64_t)sizeof *s;                                        \
        for (int64_t r = 0; r < rows; r++) {                                                       \
            T *d = (T *)dst + r * columns;                                                         \
            if (bytes <= SHORT) {                                                                  \
                copy_short(d, s + offset[r], bytes);                                               \
                continue;                                                                          \
            }                                                                                      \
            if (r + FETCHED_AHEAD < rows) {                                                        \
                fetch_row(s + offset[r + FETCHED_AHEAD], bytes);                                   \
            }                                                                                      \
            memcpy(d, s + offset[r], (size_t)bytes);                                               \
        }                                                                                          \
    }

#define SDYRT_MOVE(bits)                                                                           \
    STRIP_LINES(bits, ELEMENT_##bits)                                                              \
    STRIP_TRANSPOSE(bits, ELEMENT_##bits)                                                          \
    STRIP_WEAVE(bits, ELEMENT_##bits)                                                              \
    STRIP_BLOCKS(bits, ELEMENT_##bits)                                                             \
    STRIP_VBMI(bits)                                                                               \
    STRIP_GATHER(bits, ELEMENT_##bits, i32)                                                        \
    STRIP_GATHER(bits, ELEMENT_##bits, i64)
#include "strips.def"

/* ---- complex numbers ------------------------------------------------------------------------- */

#if SDYRT_HAS_STRIPS_COMPLEX
#include "strips_complex.h"
#endif

/* ---- the table ------------------------------------------------------------------------------- */

/* Where the target is one processor, which permutes bytes. */
#if defined(SDYRT_ONE_ISA) && defined(SDYRT_WITH_AVX512) && defined(__AVX512VBMI__)
#define strip_load_8  strip_load_vbmi
#define strip_load2_8 strip_load2_vbmi
#endif

extern const struct sdyrt_strips SDYRT_STRIPS;
const struct sdyrt_strips SDYRT_STRIPS = {
#define SDYRT_STRIP(result, name, parameters, arguments) .name = strip_##name,
#include "strips.def"
};
