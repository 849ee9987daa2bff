#include "substitution.h"

#include "cpu.h"
#include "parts.h"
#include "transpose_tile.h"

#include <math.h>
#include <string.h>

#include "fused.h"

/* ---- matrices -------------------------------------------------------------------------------- */

int64_t sdyrt_batch_count(int64_t rank, const int64_t *size) {
    int64_t count = 1;
    for (int64_t k = 0; k < rank; k++) {
        count *= size[k];
    }
    return count;
}

int64_t sdyrt_batch_offset(int64_t rank, const int64_t *size, const int64_t *stride,
                           int64_t number) {
    int64_t offset = 0;
    for (int64_t k = rank; k-- > 0;) {
        offset += number % size[k] * stride[k];
        number /= size[k];
    }
    return offset;
}

static void move_elements(int64_t bytes, int64_t count, const char *from, int64_t from_step,
                          char *to, int64_t to_step) {
    for (int64_t i = 0; i < count; i++) {
        switch (bytes) {
        case 4:
            memcpy(to + i * to_step, from + i * from_step, 4);
            break;
        case 8:
            memcpy(to + i * to_step, from + i * from_step, 8);
            break;
        default:
            memcpy(to + i * to_step, from + i * from_step, 16);
            break;
        }
    }
}

/* The matrix by columns, where elements of a column lie side by side, to such rows. */
static void transpose(const struct substitution *type, int64_t rows, int64_t columns,
                      struct placed_matrix from, struct placed_matrix to) {
    const int64_t bytes = type->bytes;
    sdyrt_transpose_matrix(type->isa,
                           bytes)(&(struct transpose_matrix){.from = from.at,
                                                             .to = to.at,
                                                             .from_row = from.row * bytes,
                                                             .to_column = to.column * bytes,
                                                             .rows = rows,
                                                             .columns = columns});
}

static struct placed_matrix turned(struct placed_matrix matrix) {
    return (struct placed_matrix){matrix.at, matrix.column, matrix.row};
}

void sdyrt_move_matrix(const struct substitution *type, int64_t rows, int64_t columns,
                       struct placed_matrix from, struct placed_matrix to) {
    const int64_t bytes = type->bytes;
    if (to.column == 1 && from.row == 1 && from.column != 1) {
        transpose(type, columns, rows, turned(from), turned(to));
        return;
    }
    if (to.row == 1 && from.column == 1 && to.column != 1) {
        transpose(type, rows, columns, from, to);
        return;
    }
    for (int64_t i = 0; i < rows; i++, from.at += from.row * bytes, to.at += to.row * bytes) {
        if (from.column == 1 && to.column == 1) {
            memcpy(to.at, from.at, (size_t)(columns * bytes));
        } else {
            move_elements(bytes, columns, from.at, from.column * bytes, to.at, to.column * bytes);
        }
    }
}

void sdyrt_copy_matrix(const struct substitution *type, int64_t rows, int64_t columns,
                       struct placed_matrix from, struct placed_matrix to, int real_sign,
                       int imag_sign) {
    sdyrt_move_matrix(type, rows, columns, from, to);
    type->set_signs(rows, columns, to.at, to.row, real_sign, imag_sign);
}

/* ---- types and instruction sets -------------------------------------------------------------- */

#if SDYRT_HAS_SUBSTITUTION_F32

#define REAL         float
#define VECTOR_BYTES 16
#define TARGET       BASELINE_TARGET
#define NAME(x)      x##_f32_baseline
#include "substitution_isa.inc"

#if defined(__x86_64__)

#define REAL         float
#define VECTOR_BYTES 32
#define TARGET       AVX2_TARGET
#define NAME(x)      x##_f32_avx2
#include "substitution_isa.inc"

#define REAL         float
#define VECTOR_BYTES 64
#define TARGET       AVX512_TARGET
#define NAME(x)      x##_f32_avx512
#include "substitution_isa.inc"

#endif
#endif

#if SDYRT_HAS_SUBSTITUTION_F64

#define REAL         double
#define VECTOR_BYTES 16
#define TARGET       BASELINE_TARGET
#define NAME(x)      x##_f64_baseline
#include "substitution_isa.inc"

#if defined(__x86_64__)

#define REAL         double
#define VECTOR_BYTES 32
#define TARGET       AVX2_TARGET
#define NAME(x)      x##_f64_avx2
#include "substitution_isa.inc"

#define REAL         double
#define VECTOR_BYTES 64
#define TARGET       AVX512_TARGET
#define NAME(x)      x##_f64_avx512
#include "substitution_isa.inc"

#endif
#endif

#if SDYRT_HAS_SUBSTITUTION_F32
#define REAL    float
#define PARTS   1
#define ROOT    sqrtf
#define NAME(x) x##_f32
#include "substitution.inc"
#endif

#if SDYRT_HAS_SUBSTITUTION_F64
#define REAL    double
#define PARTS   1
#define ROOT    sqrt
#define NAME(x) x##_f64
#include "substitution.inc"
#endif

#if SDYRT_HAS_SUBSTITUTION_C64
#define REAL    float
#define PARTS   2
#define ROOT    sqrtf
#define NAME(x) x##_c64
#include "substitution.inc"
#endif

#if SDYRT_HAS_SUBSTITUTION_C128
#define REAL    double
#define PARTS   2
#define ROOT    sqrt
#define NAME(x) x##_c128
#include "substitution.inc"
#endif

#define FUNCTIONS(tag, isa)                                                                        \
    solve_##tag##isa, factor_##tag, set_signs_##tag, load_triangle_##tag, fill_nan_##tag
#define TABLE(ISA, isa)                                                                            \
    {                                                                                              \
        SDYRT_ROW(SUBSTITUTION_F32, ISA, 4, FUNCTIONS(f32, _##isa)),                               \
            SDYRT_ROW(SUBSTITUTION_F64, ISA, 8, FUNCTIONS(f64, _##isa)),                           \
            SDYRT_ROW(SUBSTITUTION_C64, ISA, 8, FUNCTIONS(c64, )),                                 \
            SDYRT_ROW(SUBSTITUTION_C128, ISA, 16, FUNCTIONS(c128, ))                               \
    }

static const struct substitution tables[SDYRT_ISA_COUNT][4] = {
    [SDYRT_ISA_BASELINE] = TABLE(SDYRT_ISA_BASELINE, baseline),
#if defined(__x86_64__)
    [SDYRT_ISA_AVX2] = TABLE(SDYRT_ISA_AVX2, avx2),
    [SDYRT_ISA_AVX512] = TABLE(SDYRT_ISA_AVX512, avx512),
#endif
};

const struct substitution *sdyrt_substitution(int64_t isa, int64_t type) {
    int64_t kind = type == SDYRT_PRODUCT_F32   ? 0
                   : type == SDYRT_PRODUCT_F64 ? 1
                   : type == SDYRT_PRODUCT_C64 ? 2
                                               : 3;
    return &tables[isa][kind];
}
