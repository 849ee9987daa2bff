/* The table of element types. */
#include "codegen/program/program.h"

#include <math.h>

const struct element_info element_info[ELEMENT_COUNT] = {
    [ELEMENT_I1] = {"i1", "uint8_t", 1, ELEMENT_I1},
    [ELEMENT_I4] = {"i4", "int8_t", 1, ELEMENT_I8},
    [ELEMENT_I8] = {"i8", "int8_t", 1, ELEMENT_I8},
    [ELEMENT_I16] = {"i16", "int16_t", 2, ELEMENT_I16},
    [ELEMENT_I32] = {"i32", "int32_t", 4, ELEMENT_I32},
    [ELEMENT_I64] = {"i64", "int64_t", 8, ELEMENT_I64},
    [ELEMENT_U4] = {"ui4", "uint8_t", 1, ELEMENT_U8},
    [ELEMENT_U8] = {"ui8", "uint8_t", 1, ELEMENT_U8},
    [ELEMENT_U16] = {"ui16", "uint16_t", 2, ELEMENT_U16},
    [ELEMENT_U32] = {"ui32", "uint32_t", 4, ELEMENT_U32},
    [ELEMENT_U64] = {"ui64", "uint64_t", 8, ELEMENT_U64},
    [ELEMENT_F8E4M3FN] = {"f8E4M3FN", "uint8_t", 1, ELEMENT_F32},
    [ELEMENT_F8E5M2] = {"f8E5M2", "uint8_t", 1, ELEMENT_F32},
    [ELEMENT_BF16] = {"bf16", "uint16_t", 2, ELEMENT_F32},
    [ELEMENT_F16] = {"f16", "uint16_t", 2, ELEMENT_F32},
    [ELEMENT_F32] = {"f32", "float", 4, ELEMENT_F32},
    [ELEMENT_F64] = {"f64", "double", 8, ELEMENT_F64},
    [ELEMENT_C64] = {"complex<f32>", "struct complex64", 8, ELEMENT_C64},
    [ELEMENT_C128] = {"complex<f64>", "struct complex128", 16, ELEMENT_C128},
};

/* Greatest value of an integer type; the least is its complement, or zero. */
static int64_t greatest(enum element type, bool is_signed) {
    uint32_t bits = type == ELEMENT_I1                         ? 1
                    : type == ELEMENT_I4 || type == ELEMENT_U4 ? 4
                                                               : 8 * element_info[type].bytes;
    return (int64_t)(UINT64_MAX >> (64 - bits + (is_signed ? 1 : 0)));
}

void element_identity(enum element element, enum scalar_op op, double *real, int64_t *integer) {
    bool is_signed = element >= ELEMENT_I4 && element <= ELEMENT_I64;
    bool is_integer = element <= ELEMENT_U64;
    *real = 0;
    *integer = 0;
    switch (op) {
    case SCALAR_MULTIPLY:
        *real = 1;
        *integer = 1;
        break;
    case SCALAR_MAXIMUM:
        *real = -INFINITY;
        *integer = is_integer && is_signed ? -greatest(element, true) - 1 : 0;
        break;
    case SCALAR_MINIMUM:
        *real = INFINITY;
        *integer = is_integer ? greatest(element, is_signed) : 0;
        break;
    case SCALAR_AND:
        *integer = is_signed ? -1 : is_integer ? greatest(element, false) : 0;
        break;
    default:
        *real = -0.0;
        break;
    }
}
