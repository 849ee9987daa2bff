#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* for lgamma_r */
#endif
#include "scan_kind.h"

#include "parts.h"
#include "scalar_reduce.h"
#include "scan.h"
#include "strips.h"

#include <string.h>

/* Adding it changes nothing, the sign of a zero included; as an integer it is zero. */
#define NEUTRAL_add(t) -0.0
#define NEUTRAL_mul(t) SDYRT_IDENTITY_mul(t)
#define NEUTRAL_max(t) SDYRT_IDENTITY_max(t)
#define NEUTRAL_min(t) SDYRT_IDENTITY_min(t)

#define ARITHMETIC_(op, t, ...)                                                                    \
    static void append_##op##_##t(void *result, const void *a, const void *b, int64_t n) {         \
        sdyrt_strips()->op##_##t##_vv(result, a, b, n);                                            \
    }                                                                                              \
    static void single_##op##_##t(const void *single, void *states, int64_t n) {                   \
        sdyrt_strips()->op##_##t##_vs(states, states, *(const SDYRT_TYPE(t) *)single, n);          \
    }                                                                                              \
    static const SDYRT_TYPE(t) neutral_##op##_##t = (SDYRT_TYPE(t))NEUTRAL_##op(t);                \
    static const SDYRT_TYPE(t) empty_##op##_##t = SDYRT_IDENTITY_##op(t);                          \
    static const struct scan_arithmetic op##_##t = {.bytes = sizeof(SDYRT_TYPE(t)),                \
                                                    .planes = 1,                                   \
                                                    .identity = &neutral_##op##_##t,               \
                                                    .empty = &empty_##op##_##t,                    \
                                                    .append = append_##op##_##t,                   \
                                                    .merge = append_##op##_##t,                    \
                                                    .merge_single = single_##op##_##t,             \
                                                    __VA_ARGS__};

/* With the prefix scans of another operation or type, or without: for scans across lines. */
#define ALONG(op, t, prefix_name)                                                                  \
    ARITHMETIC_(op, t, .prefix_field = offsetof(struct scan_prefixes, prefix_name))
#define SUM(t)                                                                                     \
    ARITHMETIC_(add, t, .prefix_field = offsetof(struct scan_prefixes, add_##t),                   \
                .rows_field = offsetof(struct scan_prefixes, rows_##t))
#define ACROSS(op, t) ARITHMETIC_(op, t, .prefix_field = 0)
#define ALL_ACROSS(t) ACROSS(add, t) ACROSS(mul, t) ACROSS(max, t) ACROSS(min, t)

#define OTHERS_ALONG(t, wrapping)                                                                  \
    ALONG(mul, t, mul_##wrapping)                                                                  \
    ALONG(max, t, max_##t)                                                                         \
    ALONG(min, t, min_##t)
#define ALL_ALONG(t, wrapping) ALONG(add, t, add_##wrapping) OTHERS_ALONG(t, wrapping)
#define FLOATS_ALONG(t)        SUM(t) OTHERS_ALONG(t, t)

SDYRT_IF(SCAN_F32, FLOATS_ALONG(f32))
SDYRT_IF(SCAN_F64, FLOATS_ALONG(f64))
SDYRT_IF(SCAN_I32, ALL_ALONG(i32, u32))
SDYRT_IF(SCAN_I64, ALL_ALONG(i64, u64))
SDYRT_IF(SCAN_U32, ALL_ALONG(u32, u32))
SDYRT_IF(SCAN_U64, ALL_ALONG(u64, u64))
SDYRT_IF(SCAN_I1, ALL_ACROSS(i1))
SDYRT_IF(SCAN_I8, ALL_ACROSS(i8))
SDYRT_IF(SCAN_I16, ALL_ACROSS(i16))
SDYRT_IF(SCAN_U8, ALL_ACROSS(u8))
SDYRT_IF(SCAN_U16, ALL_ACROSS(u16))

/* Conversions to and from the type that a strip is scanned in. */
#define CONVERT(t, wide)                                                                           \
    static void widen_##t(void *result, const void *source, int64_t n) {                           \
        sdyrt_strips()->convert_##t##_##wide##_v(result, source, n);                               \
    }                                                                                              \
    static void narrow_##t(void *result, const void *source, int64_t n) {                          \
        sdyrt_strips()->convert_##wide##_##t##_v(result, source, n);                               \
    }
SDYRT_IF(SCAN_BF16, CONVERT(bf16, f32))
SDYRT_IF(SCAN_F16, CONVERT(f16, f32))
SDYRT_IF(SCAN_F8E4M3FN, CONVERT(f8e4m3fn, f32))
SDYRT_IF(SCAN_F8E5M2, CONVERT(f8e5m2, f32))
SDYRT_IF(SCAN_I1, CONVERT(i1, i32))
SDYRT_IF(SCAN_I8, CONVERT(i8, i32))
SDYRT_IF(SCAN_I16, CONVERT(i16, i32))
SDYRT_IF(SCAN_U8, CONVERT(u8, i32))
SDYRT_IF(SCAN_U16, CONVERT(u16, i32))

#define OPS(t)                                                                                     \
    { &add_##t, &mul_##t, &max_##t, &min_##t, NULL }
#define FLOAT_OPS(t, T)                                                                            \
    {                                                                                              \
        &add_##t, &mul_##t, &max_##t, &min_##t,                                                    \
            SDYRT_OR_NULL(SCAN_LOGSUMEXP_##T, &sdyrt_scan_logsumexp_##t)                           \
    }
#define I1_OPS                                                                                     \
    { &max_i32, &min_i32, &max_i32, &min_i32 }
#define COMPLEX_OPS(t)                                                                             \
    { NULL, &sdyrt_scan_mul_##t }

/* What a type is scanned in, along lines and across them. */
static const struct {
    size_t bytes;
    const struct scan_arithmetic *along[SDYRT_SCAN_OP_COUNT], *across[SDYRT_SCAN_OP_COUNT];
    scan_convert_fn *widen, *narrow;
} types[SDYRT_SCAN_TYPE_COUNT] = {
    [SDYRT_SCAN_F32] = SDYRT_ROW(SCAN_F32, 4, FLOAT_OPS(f32, F32), FLOAT_OPS(f32, F32), NULL, NULL),
    [SDYRT_SCAN_F64] = SDYRT_ROW(SCAN_F64, 8, FLOAT_OPS(f64, F64), FLOAT_OPS(f64, F64), NULL, NULL),
    [SDYRT_SCAN_BF16] =
        SDYRT_ROW(SCAN_BF16, 2, FLOAT_OPS(f32, F32), FLOAT_OPS(f32, F32), widen_bf16, narrow_bf16),
    [SDYRT_SCAN_F16] =
        SDYRT_ROW(SCAN_F16, 2, FLOAT_OPS(f32, F32), FLOAT_OPS(f32, F32), widen_f16, narrow_f16),
    [SDYRT_SCAN_F8E4M3FN] = SDYRT_ROW(SCAN_F8E4M3FN, 1, FLOAT_OPS(f32, F32), FLOAT_OPS(f32, F32),
                                      widen_f8e4m3fn, narrow_f8e4m3fn),
    [SDYRT_SCAN_F8E5M2] = SDYRT_ROW(SCAN_F8E5M2, 1, FLOAT_OPS(f32, F32), FLOAT_OPS(f32, F32),
                                    widen_f8e5m2, narrow_f8e5m2),
    [SDYRT_SCAN_I1] = SDYRT_ROW(SCAN_I1, 1, I1_OPS, OPS(i1), widen_i1, narrow_i1),
    [SDYRT_SCAN_I8] = SDYRT_ROW(SCAN_I8, 1, OPS(i32), OPS(i8), widen_i8, narrow_i8),
    [SDYRT_SCAN_I16] = SDYRT_ROW(SCAN_I16, 2, OPS(i32), OPS(i16), widen_i16, narrow_i16),
    [SDYRT_SCAN_I32] = SDYRT_ROW(SCAN_I32, 4, OPS(i32), OPS(i32), NULL, NULL),
    [SDYRT_SCAN_I64] = SDYRT_ROW(SCAN_I64, 8, OPS(i64), OPS(i64), NULL, NULL),
    [SDYRT_SCAN_U8] = SDYRT_ROW(SCAN_U8, 1, OPS(i32), OPS(u8), widen_u8, narrow_u8),
    [SDYRT_SCAN_U16] = SDYRT_ROW(SCAN_U16, 2, OPS(i32), OPS(u16), widen_u16, narrow_u16),
    [SDYRT_SCAN_U32] = SDYRT_ROW(SCAN_U32, 4, OPS(u32), OPS(u32), NULL, NULL),
    [SDYRT_SCAN_U64] = SDYRT_ROW(SCAN_U64, 8, OPS(u64), OPS(u64), NULL, NULL),
    [SDYRT_SCAN_C64] = SDYRT_ROW(SCAN_C64, 8, COMPLEX_OPS(c64), COMPLEX_OPS(c64), NULL, NULL),
    [SDYRT_SCAN_C128] = SDYRT_ROW(SCAN_C128, 16, COMPLEX_OPS(c128), COMPLEX_OPS(c128), NULL, NULL),
};

size_t sdyrt_scan_element_bytes(int64_t type) {
    return types[type].bytes;
}

size_t sdyrt_scan_total_bytes(int64_t type, int64_t op, int columns) {
    const struct scan_arithmetic *a = (columns ? types[type].across : types[type].along)[op];
    return a->bytes * (size_t)a->planes * (columns ? SCAN_STRIP : 1);
}

struct scan_kind sdyrt_scan_kind(int64_t type, int64_t op, int columns, int64_t isa) {
    const struct scan_prefixes *prefixes = sdyrt_scan_prefixes(isa);
    const struct scan_arithmetic *across = types[type].across[op];
    struct scan_kind kind = {.arithmetic = columns ? across : types[type].along[op],
                             .prefixes = prefixes,
                             .bytes = types[type].bytes};
    memcpy(kind.prefix, kind.arithmetic->prefix, sizeof kind.prefix);
    if (kind.prefix[0] == NULL) {
        memcpy(kind.prefix, (const char *)prefixes + kind.arithmetic->prefix_field,
               sizeof kind.prefix);
    }
    if (kind.arithmetic->rows_field != 0) {
        memcpy(&kind.rows, (const char *)prefixes + kind.arithmetic->rows_field, sizeof kind.rows);
    }
    if (kind.arithmetic->bytes != kind.bytes) {
        kind.widen = types[type].widen;
        kind.narrow = types[type].narrow;
    }
    if (across->bytes != kind.bytes) {
        types[type].narrow(kind.empty, across->empty, 1);
    } else {
        memcpy(kind.empty, across->empty, kind.bytes);
    }
    return kind;
}
