/* Rows at a time. What comes for one place in turn is combined in registers and stored once. */
#include "scalar.h"
#include "scatter_by_place.h"
#include "sizes.h"

#include <string.h>

enum { VECTOR = SDYRT_VECTOR_BYTES }; /* that are combined at once */

/* ---- vectors, and what two of them give: the results of scalar.h ---- */

typedef uint64_t halves __attribute__((vector_size(VECTOR)));

#define VECTOR_OF(t, I)                                                                            \
    typedef SDYRT_TYPE(t) vector_##t __attribute__((vector_size(VECTOR)));                         \
    typedef I lanes_##t __attribute__((vector_size(VECTOR)));                                      \
    static inline vector_##t choose_##t(lanes_##t which, vector_##t a, vector_##t b) {             \
        return (vector_##t)(((lanes_##t)a & which) | ((lanes_##t)b & ~which));                     \
    }
VECTOR_OF(i8, int8_t)
VECTOR_OF(i16, int16_t)
VECTOR_OF(i32, int32_t)
VECTOR_OF(i64, int64_t)
VECTOR_OF(u8, int8_t)
VECTOR_OF(u16, int16_t)
VECTOR_OF(u32, int32_t)
VECTOR_OF(u64, int64_t)
VECTOR_OF(f32, int32_t)
VECTOR_OF(f64, int64_t)

#define ADDED(t, a, b)    ((a) + (b))
#define TIMES(t, a, b)    ((a) * (b))
#define GREATEST(t, a, b) choose_##t((lanes_##t)((a) > (b)), a, b)
#define LEAST(t, a, b)    choose_##t((lanes_##t)((a) < (b)), a, b)
/* What is no number wins, the older one first; of zeros the greater one has no sign. */
#define EXTREME(t)                                                                                 \
    static inline vector_##t greatest_##t(vector_##t a, vector_##t b) {                            \
        vector_##t best = choose_##t((lanes_##t)(a > b) | (lanes_##t)(a != a), a, b);              \
        return choose_##t((lanes_##t)(a == b), (vector_##t)((lanes_##t)a & (lanes_##t)b), best);   \
    }                                                                                              \
    static inline vector_##t least_##t(vector_##t a, vector_##t b) {                               \
        vector_##t best = choose_##t((lanes_##t)(a < b) | (lanes_##t)(a != a), a, b);              \
        return choose_##t((lanes_##t)(a == b), (vector_##t)((lanes_##t)a | (lanes_##t)b), best);   \
    }
EXTREME(f32)
EXTREME(f64)
#define GREATEST_FLOAT(t, a, b) greatest_##t(a, b)
#define LEAST_FLOAT(t, a, b)    least_##t(a, b)

/* ---- parts of vectors: 1 to 16 bytes ---- */

static inline uint64_t load_bytes(const char *from, int64_t bytes) {
    uint64_t all = 0;
    uint32_t first, last;
    uint16_t pair;
    if (bytes == 8) {
        memcpy(&all, from, 8);
    } else if (bytes >= 4) {
        memcpy(&first, from, 4);
        memcpy(&last, from + bytes - 4, 4);
        all = first | (uint64_t)last << (8 * (bytes - 4));
    } else if (bytes >= 2) {
        memcpy(&pair, from, 2);
        all = pair | (uint64_t)(uint8_t)from[bytes - 1] << (8 * (bytes - 1));
    } else if (bytes == 1) {
        all = (uint8_t)from[0];
    }
    return all;
}

static inline void store_bytes(char *to, uint64_t all, int64_t bytes) {
    uint64_t rest = all >> (8 * (bytes - (bytes >= 4 ? 4 : 1)));
    if (bytes == 8) {
        memcpy(to, &all, 8);
    } else if (bytes >= 4) {
        memcpy(to, &all, 4);
        memcpy(to + bytes - 4, &rest, 4);
    } else {
        memcpy(to + bytes - 1, &rest, 1);
        memcpy(to, &all, bytes >= 2 ? 2 : 1);
    }
}

static inline __attribute__((always_inline)) halves load_part(const char *from, int64_t bytes) {
    halves all;
    if (bytes == VECTOR) {
        memcpy(&all, from, VECTOR);
        return all;
    }
    return bytes > 8 ? (halves){load_bytes(from, 8), load_bytes(from + 8, bytes - 8)}
                     : (halves){load_bytes(from, bytes), 0};
}

static inline __attribute__((always_inline)) void store_part(char *to, halves all, int64_t bytes) {
    if (bytes == VECTOR) {
        memcpy(to, &all, VECTOR);
        return;
    }
    store_bytes(to, all[0], minimum(bytes, 8));
    if (bytes > 8) {
        store_bytes(to + 8, all[1], bytes - 8);
    }
}

/* ---- one row ---- */

#define ROW(name, t, UPDATE)                                                                       \
    static inline __attribute__((always_inline)) void name##_piece_##t(                            \
        char *to, const char *from, int64_t count, int64_t size, int64_t bytes) {                  \
        vector_##t sum = (vector_##t)load_part(to, bytes);                                         \
        for (int64_t r = 0; r < count; r++) {                                                      \
            sum = UPDATE(t, sum, (vector_##t)load_part(from + r * size, bytes));                   \
        }                                                                                          \
        store_part(to, (halves)sum, bytes);                                                        \
    }                                                                                              \
    static void name##_##t(char *to, const char *from, int64_t count, int64_t columns) {           \
        int64_t size = columns * (int64_t)sizeof(SDYRT_TYPE(t)), at = 0;                           \
        for (; at + SCATTER_BLOCK * VECTOR <= size; at += SCATTER_BLOCK * VECTOR) {                \
            vector_##t sum[SCATTER_BLOCK], other;                                                  \
            for (int k = 0; k < SCATTER_BLOCK; k++) {                                              \
                memcpy(&sum[k], to + at + k * VECTOR, VECTOR);                                     \
            }                                                                                      \
            for (int64_t r = 0; r < count; r++) {                                                  \
                for (int k = 0; k < SCATTER_BLOCK; k++) {                                          \
                    memcpy(&other, from + r * size + at + k * VECTOR, VECTOR);                     \
                    sum[k] = UPDATE(t, sum[k], other);                                             \
                }                                                                                  \
            }                                                                                      \
            for (int k = 0; k < SCATTER_BLOCK; k++) {                                              \
                memcpy(to + at + k * VECTOR, &sum[k], VECTOR);                                     \
            }                                                                                      \
        }                                                                                          \
        for (; at + VECTOR <= size; at += VECTOR) {                                                \
            name##_piece_##t(to + at, from + at, count, size, VECTOR);                             \
        }                                                                                          \
        if (at < size) {                                                                           \
            name##_piece_##t(to + at, from + at, count, size, size - at);                          \
        }                                                                                          \
    }

#define SUMS(OF)    OF(u8) OF(u16) OF(u32) OF(u64) OF(f32) OF(f64)
#define ADD(t)      ROW(add, t, ADDED)
#define MUL(t)      ROW(mul, t, TIMES)
#define EXTREMES(t) ROW(max, t, GREATEST) ROW(min, t, LEAST)
SUMS(ADD)
SUMS(MUL)
EXTREMES(i8)
EXTREMES(i16)
EXTREMES(i32)
EXTREMES(i64)
EXTREMES(u8)
EXTREMES(u16)
EXTREMES(u32)
EXTREMES(u64)
ROW(max, f32, GREATEST_FLOAT)
ROW(min, f32, LEAST_FLOAT)
ROW(max, f64, GREATEST_FLOAT)
ROW(min, f64, LEAST_FLOAT)

/* Computed in f32, rounded to the type after each. */
#define ROUNDED(op, t)                                                                             \
    static void op##_##t(char *memory, const char *values, int64_t count, int64_t columns) {       \
        uint16_t *restrict to = (uint16_t *)memory;                                                \
        const float *restrict from = (const float *)values;                                        \
        for (int64_t r = 0; r < count; r++, from += columns) {                                     \
            for (int64_t c = 0; c < columns; c++) {                                                \
                float old = sdyrt_convert_##t##_f32(to[c]);                                        \
                to[c] = sdyrt_convert_f32_##t(sdyrt_##op##_f32(old, from[c]));                     \
            }                                                                                      \
        }                                                                                          \
    }
#define HALVES(t) ROUNDED(add, t) ROUNDED(mul, t) ROUNDED(max, t) ROUNDED(min, t)
HALVES(bf16)
HALVES(f16)

static void add_widened_f32(char *memory, const char *values, int64_t count, int64_t columns) {
    double *restrict to = (double *)(void *)memory;
    const float *restrict from = (const float *)(const void *)values;
    for (int64_t r = 0; r < count; r++, from += columns) {
        for (int64_t c = 0; c < columns; c++) {
            to[c] += (double)from[c];
        }
    }
}

/* ---- rows that fit into registers ---- */

static inline __attribute__((always_inline)) void load_row(halves *row, const char *from,
                                                           const int64_t size) {
#pragma GCC unroll 4
    for (int64_t at = 0; at < size; at += VECTOR) {
        row[at / VECTOR] = load_part(from + at, minimum(VECTOR, size - at));
    }
}

static inline __attribute__((always_inline)) void store_row(char *to, const halves *row,
                                                            const int64_t size) {
#pragma GCC unroll 4
    for (int64_t at = 0; at < size; at += VECTOR) {
        store_part(to + at, row[at / VECTOR], minimum(VECTOR, size - at));
    }
}

#define NARROW_ROW(name, t, UPDATE)                                                                \
    static inline __attribute__((always_inline)) void name##_into_##t(                             \
        halves *sum, const char *values, const int64_t size) {                                     \
        halves row[SCATTER_BLOCK];                                                                 \
        load_row(row, values, size);                                                               \
        _Pragma("GCC unroll 4") for (int k = 0; k * VECTOR < size; k++) {                          \
            vector_##t old = (vector_##t)sum[k], new = (vector_##t)row[k];                         \
            sum[k] = (halves)UPDATE(t, old, new);                                                  \
        }                                                                                          \
    }                                                                                              \
    static inline __attribute__((always_inline)) void name##_narrow_##t##_of(                      \
        struct narrow_rows updates, const int64_t size) {                                          \
        halves sum[SCATTER_BLOCK] = {{0}};                                                         \
        SCATTER_BY_PLACE(updates, size, load_row(sum, to, size), store_row(to, sum, size),         \
                         name##_into_##t(sum, values, size))                                       \
    }                                                                                              \
    static void name##_narrow_##t(struct narrow_rows updates, int64_t size) {                      \
        switch (size) {                                                                            \
            SCATTER_REGISTER_SIZES(NARROW_CASE, name##_narrow_##t##_of)                            \
        default:                                                                                   \
            break;                                                                                 \
        }                                                                                          \
    }
#define NARROW_CASE(bytes, of)                                                                     \
    case bytes:                                                                                    \
        of(updates, bytes);                                                                        \
        break;
#define NARROW_SUMS(name, UPDATE)                                                                  \
    NARROW_ROW(name, u32, UPDATE)                                                                  \
    NARROW_ROW(name, u64, UPDATE) NARROW_ROW(name, f32, UPDATE) NARROW_ROW(name, f64, UPDATE)
#define NARROW_EXTREMES(name, UPDATE, UPDATE_FLOAT)                                                \
    NARROW_ROW(name, i32, UPDATE)                                                                  \
    NARROW_ROW(name, i64, UPDATE)                                                                  \
    NARROW_ROW(name, u32, UPDATE)                                                                  \
    NARROW_ROW(name, u64, UPDATE)                                                                  \
    NARROW_ROW(name, f32, UPDATE_FLOAT) NARROW_ROW(name, f64, UPDATE_FLOAT)
NARROW_SUMS(add, ADDED)
NARROW_SUMS(mul, TIMES)
NARROW_EXTREMES(max, GREATEST, GREATEST_FLOAT)
NARROW_EXTREMES(min, LEAST, LEAST_FLOAT)

/* Elements of 32 and 64 bits; others are combined as rows of any size. */
#define NARROW(op, i32, i64)                                                                       \
    {                                                                                              \
        [SDYRT_SCATTER_I32] = op##_narrow_##i32, [SDYRT_SCATTER_I64] = op##_narrow_##i64,          \
        [SDYRT_SCATTER_U32] = op##_narrow_u32, [SDYRT_SCATTER_U64] = op##_narrow_u64,              \
        [SDYRT_SCATTER_F32] = op##_narrow_f32, [SDYRT_SCATTER_F64] = op##_narrow_f64,              \
    }
static scatter_narrow_fn *const narrow_functions[][SDYRT_SCATTER_TYPES] = {
    {NULL},
    NARROW(add, u32, u64),
    NARROW(mul, u32, u64),
    NARROW(max, i32, i64),
    NARROW(min, i32, i64),
};

/* ---- functions by operation and type ---- */

#define ROWS(op)                                                                                   \
    {                                                                                              \
        op##_u8, op##_u16, op##_u32, op##_u64, op##_u8, op##_u16, op##_u32, op##_u64, op##_f32,    \
            op##_f64, op##_bf16, op##_f16                                                          \
    }
#define ADDED_ROWS                                                                                 \
    {                                                                                              \
        add_u8, add_u16, add_u32, add_u64, add_u8, add_u16, add_u32, add_u64, add_f32, add_f64,    \
            add_bf16, add_f16, [SDYRT_SCATTER_F64_OF_F32] = add_widened_f32,                       \
    }
#define SIGNED_ROWS(op)                                                                            \
    {                                                                                              \
        op##_i8, op##_i16, op##_i32, op##_i64, op##_u8, op##_u16, op##_u32, op##_u64, op##_f32,    \
            op##_f64, op##_bf16, op##_f16                                                          \
    }
static scatter_row_fn *const functions[][SDYRT_SCATTER_TYPES] = {
    {NULL}, /* SET has loops of its own */
    ADDED_ROWS, ROWS(mul), SIGNED_ROWS(max), SIGNED_ROWS(min),
};
/* ---- all rows ---- */

/* Rows of `size` bytes that are moved as they are; `size` is a constant where it is small. */
static inline __attribute__((always_inline)) void set_all(struct narrow_rows rows,
                                                          const int64_t size) {
    for (int64_t r = 0; r < rows.rows; r++) {
        if (rows.keep == NULL || rows.keep[r]) {
            memcpy(rows.memory + scatter_offset(rows.offset, rows.wide, r) * rows.bytes,
                   rows.values + r * size, (size_t)size);
        }
    }
}

void sdyrt_scatter_by_moved_rows(const struct sdyrt_scatter *what,
                                 const struct sdyrt_scatter_plan *plan,
                                 const struct scatter_updates *updates) {
#define CASE(constant)                                                                             \
    case constant:                                                                                 \
        set_all(rows, constant);                                                                   \
        break;
    const struct narrow_rows rows = narrow_rows_of(what, updates);
    const int64_t size = what->columns * rows.bytes;
    (void)plan;
    switch (size) {
        CASE(1)
        CASE(2)
        CASE(3)
        CASE(4)
        CASE(6)
        CASE(8)
        CASE(12)
        CASE(16)
        CASE(24)
        CASE(32)
        CASE(64)
        CASE(128)
    default:
        set_all(rows, size);
        break;
    }
#undef CASE
}

void sdyrt_scatter_by_registers(const struct sdyrt_scatter *what,
                                const struct sdyrt_scatter_plan *plan,
                                const struct scatter_updates *updates) {
    (void)plan;
    narrow_functions[what->op][scatter_type_of_parts(what->type)](
        narrow_rows_of(what, updates), what->columns * scatter_memory_bytes(what->type));
}

void sdyrt_scatter_by_rows(const struct sdyrt_scatter *what, const struct sdyrt_scatter_plan *plan,
                           const struct scatter_updates *updates) {
    sdyrt_scatter_row_by_row(what, plan, updates,
                             functions[what->op][scatter_type_of_parts(what->type)]);
}
