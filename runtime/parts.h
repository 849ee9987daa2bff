/*
 * Which parts of the runtime there are: all, or in an emitted program those that it uses. The parts
 * are those of parts.def. Internal to the runtime.
 */
#ifndef SDYRT_PARTS_H
#define SDYRT_PARTS_H

#define SDYRT_HAS_TEAM               1
#define SDYRT_HAS_TEAM_PLAIN         1
#define SDYRT_HAS_LENDER             1
#define SDYRT_HAS_PROFILE            1
#define SDYRT_HAS_CPU                1
#define SDYRT_HAS_CORES              1
#define SDYRT_HAS_MACHINE            1
#define SDYRT_HAS_VALUE              1
#define SDYRT_HAS_VALUE_LAYOUT       1
#define SDYRT_HAS_VALUE_BOUNDS       1
#define SDYRT_HAS_VALUE_TEXT         1
#define SDYRT_HAS_STRIPS             1
#define SDYRT_HAS_STRIPS_COMPLEX     1
#define SDYRT_HAS_STAGES             1
#define SDYRT_HAS_BLAS               1
#define SDYRT_HAS_PRODUCT_SIZES      1
#define SDYRT_HAS_PRODUCT            1
#define SDYRT_HAS_MICRO_F32          1
#define SDYRT_HAS_MICRO_F64          1
#define SDYRT_HAS_MICRO_U32          1
#define SDYRT_HAS_MICRO_U64          1
#define SDYRT_HAS_MICRO_PAIRS        1
#define SDYRT_HAS_MICRO_QUADS        1
#define SDYRT_HAS_MICRO_BF16         1
#define SDYRT_HAS_AMX                1
#define SDYRT_HAS_PRODUCT_AMX        1
#define SDYRT_HAS_PRODUCT_SPLIT      1
#define SDYRT_HAS_PRODUCT_GROUPS     1
#define SDYRT_HAS_PRODUCT_FEW        1
#define SDYRT_HAS_PRODUCT_SHORT      1
#define SDYRT_HAS_PRODUCT_TINY       1
#define SDYRT_HAS_PRODUCT_VECTORS    1
#define SDYRT_HAS_PRODUCT_PLAN       1
#define SDYRT_HAS_PRODUCT_F32        1
#define SDYRT_HAS_PRODUCT_F64        1
#define SDYRT_HAS_PRODUCT_U32        1
#define SDYRT_HAS_PRODUCT_U64        1
#define SDYRT_HAS_PRODUCT_PAIRS      1
#define SDYRT_HAS_PRODUCT_NARROW     1
#define SDYRT_HAS_PRODUCT_PRED       1
#define SDYRT_HAS_PRODUCT_C64        1
#define SDYRT_HAS_PRODUCT_C128       1
#define SDYRT_HAS_CONV               1
#define SDYRT_HAS_CONV_F32           1
#define SDYRT_HAS_CONV_F64           1
#define SDYRT_HAS_CONV_U32           1
#define SDYRT_HAS_CONV_PAIRS         1
#define SDYRT_HAS_CONV_NARROW        1
#define SDYRT_HAS_CONV_PACK          1
#define SDYRT_HAS_TRANSPOSE_TILE     1
#define SDYRT_HAS_TRANSPOSE          1
#define SDYRT_HAS_TRANSPOSE_8        1
#define SDYRT_HAS_TRANSPOSE_16       1
#define SDYRT_HAS_TRANSPOSE_32       1
#define SDYRT_HAS_TRANSPOSE_64       1
#define SDYRT_HAS_TRANSPOSE_128      1
#define SDYRT_HAS_FFT                1
#define SDYRT_HAS_FFT_F32            1
#define SDYRT_HAS_FFT_F64            1
#define SDYRT_HAS_SUBSTITUTION       1
#define SDYRT_HAS_CHOLESKY           1
#define SDYRT_HAS_TRIANGULAR         1
#define SDYRT_HAS_SUBSTITUTION_F32   1
#define SDYRT_HAS_SUBSTITUTION_F64   1
#define SDYRT_HAS_SUBSTITUTION_C64   1
#define SDYRT_HAS_SUBSTITUTION_C128  1
#define SDYRT_HAS_SORT               1
#define SDYRT_HAS_SCATTER            1
#define SDYRT_HAS_SCATTER_ELEMENTS   1
#define SDYRT_HAS_SCATTER_HALVES     1
#define SDYRT_HAS_SCATTER_ROWS       1
#define SDYRT_HAS_STREAM             1
#define SDYRT_HAS_WEAVE              1
#define SDYRT_HAS_WEAVE_COLUMNS      1
#define SDYRT_HAS_WEAVE_VECTORS      1
#define SDYRT_HAS_SCAN               1
#define SDYRT_HAS_PREFIX_F32         1
#define SDYRT_HAS_PREFIX_F64         1
#define SDYRT_HAS_PREFIX_U32         1
#define SDYRT_HAS_PREFIX_U64         1
#define SDYRT_HAS_PREFIX_I32         1
#define SDYRT_HAS_PREFIX_I64         1
#define SDYRT_HAS_SCAN_F32           1
#define SDYRT_HAS_SCAN_F64           1
#define SDYRT_HAS_SCAN_U32           1
#define SDYRT_HAS_SCAN_U64           1
#define SDYRT_HAS_SCAN_I32           1
#define SDYRT_HAS_SCAN_I64           1
#define SDYRT_HAS_SCAN_BF16          1
#define SDYRT_HAS_SCAN_F16           1
#define SDYRT_HAS_SCAN_F8E4M3FN      1
#define SDYRT_HAS_SCAN_F8E5M2        1
#define SDYRT_HAS_SCAN_I1            1
#define SDYRT_HAS_SCAN_I8            1
#define SDYRT_HAS_SCAN_I16           1
#define SDYRT_HAS_SCAN_U8            1
#define SDYRT_HAS_SCAN_U16           1
#define SDYRT_HAS_SCAN_LOGSUMEXP_F32 1
#define SDYRT_HAS_SCAN_LOGSUMEXP_F64 1
#define SDYRT_HAS_SCAN_C64           1
#define SDYRT_HAS_SCAN_C128          1
#define SDYRT_HAS_COMPLEX            1
#define SDYRT_HAS_HOST               1
#define SDYRT_HAS_RANKS              1
#define SDYRT_HAS_RANKS_MPI          1
#define SDYRT_HAS_CALL               1
#define SDYRT_HAS_LAPACK             1

/* The text where there is that part; else nothing, a null pointer, or a row of nothing. */
#define SDYRT_IF(part, ...)           SDYRT_CHOOSE(SDYRT_HAS_##part, IF, __VA_ARGS__)
#define SDYRT_OR_NULL(part, ...)      SDYRT_CHOOSE(SDYRT_HAS_##part, OR_NULL, __VA_ARGS__)
#define SDYRT_ROW(part, ...)          SDYRT_CHOOSE(SDYRT_HAS_##part, ROW, __VA_ARGS__)

#define SDYRT_CHOOSE(has, kind, ...)  SDYRT_CHOOSE_(has, kind, __VA_ARGS__)
#define SDYRT_CHOOSE_(has, kind, ...) SDYRT_##kind##_##has(__VA_ARGS__)
#define SDYRT_IF_1(...)               __VA_ARGS__
#define SDYRT_IF_0(...)
#define SDYRT_OR_NULL_1(...) __VA_ARGS__
#define SDYRT_OR_NULL_0(...) 0
#define SDYRT_ROW_1(...)                                                                           \
    { __VA_ARGS__ }
#define SDYRT_ROW_0(...)                                                                           \
    { 0 }

#endif
