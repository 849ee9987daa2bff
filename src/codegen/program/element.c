/* The table of element types. */
#include "codegen/program/program.h"

#include <math.h>

const struct element_info element_info[ELEMENT_COUNT] = {
    [ELEMENT_I1] = {"i1", "uint8_t", 1, ELEMENT_I1, 1, "i1"},
    [ELEMENT_I2] = {"i2", "int8_t", 1, ELEMENT_I8, 2, "i8"},
    [ELEMENT_I4] = {"i4", "int8_t", 1, ELEMENT_I8, 4, "i8"},
    [ELEMENT_I8] = {"i8", "int8_t", 1, ELEMENT_I8, 8, "i8"},
    [ELEMENT_I16] = {"i16", "int16_t", 2, ELEMENT_I16, 16, "i16"},
    [ELEMENT_I32] = {"i32", "int32_t", 4, ELEMENT_I32, 32, "i32"},
    [ELEMENT_I64] = {"i64", "int64_t", 8, ELEMENT_I64, 64, "i64"},
    [ELEMENT_U2] = {"ui2", "uint8_t", 1, ELEMENT_U8, 2, "u8"},
    [ELEMENT_U4] = {"ui4", "uint8_t", 1, ELEMENT_U8, 4, "u8"},
    [ELEMENT_U8] = {"ui8", "uint8_t", 1, ELEMENT_U8, 8, "u8"},
    [ELEMENT_U16] = {"ui16", "uint16_t", 2, ELEMENT_U16, 16, "u16"},
    [ELEMENT_U32] = {"ui32", "uint32_t", 4, ELEMENT_U32, 32, "u32"},
    [ELEMENT_U64] = {"ui64", "uint64_t", 8, ELEMENT_U64, 64, "u64"},
    [ELEMENT_F4E2M1FN] = {"f4E2M1FN", "uint8_t", 1, ELEMENT_F32, 4, "f4e2m1fn"},
    [ELEMENT_F6E2M3FN] = {"f6E2M3FN", "uint8_t", 1, ELEMENT_F32, 6, "f6e2m3fn"},
    [ELEMENT_F6E3M2FN] = {"f6E3M2FN", "uint8_t", 1, ELEMENT_F32, 6, "f6e3m2fn"},
    [ELEMENT_F8E3M4] = {"f8E3M4", "uint8_t", 1, ELEMENT_F32, 8, "f8e3m4"},
    [ELEMENT_F8E4M3] = {"f8E4M3", "uint8_t", 1, ELEMENT_F32, 8, "f8e4m3"},
    [ELEMENT_F8E4M3FN] = {"f8E4M3FN", "uint8_t", 1, ELEMENT_F32, 8, "f8e4m3fn"},
    [ELEMENT_F8E4M3FNUZ] = {"f8E4M3FNUZ", "uint8_t", 1, ELEMENT_F32, 8, "f8e4m3fnuz"},
    [ELEMENT_F8E4M3B11FNUZ] = {"f8E4M3B11FNUZ", "uint8_t", 1, ELEMENT_F32, 8, "f8e4m3b11fnuz"},
    [ELEMENT_F8E5M2] = {"f8E5M2", "uint8_t", 1, ELEMENT_F32, 8, "f8e5m2"},
    [ELEMENT_F8E5M2FNUZ] = {"f8E5M2FNUZ", "uint8_t", 1, ELEMENT_F32, 8, "f8e5m2fnuz"},
    [ELEMENT_F8E8M0FNU] = {"f8E8M0FNU", "uint8_t", 1, ELEMENT_F32, 8, "f8e8m0fnu"},
    [ELEMENT_BF16] = {"bf16", "uint16_t", 2, ELEMENT_F32, 16, "bf16"},
    [ELEMENT_F16] = {"f16", "uint16_t", 2, ELEMENT_F32, 16, "f16"},
    [ELEMENT_F32] = {"f32", "float", 4, ELEMENT_F32, 32, "f32"},
    [ELEMENT_F64] = {"f64", "double", 8, ELEMENT_F64, 64, "f64"},
    [ELEMENT_C64] = {"complex<f32>", "struct complex64", 8, ELEMENT_C64, 64, "c64"},
    [ELEMENT_C128] = {"complex<f64>", "struct complex128", 16, ELEMENT_C128, 128, "c128"},
};

bool element_is_integer(enum element element) {
    return element <= ELEMENT_U64;
}

bool element_is_signed(enum element element) {
    return element >= ELEMENT_I2 && element <= ELEMENT_I64;
}

enum element element_bits(enum element element) {
    switch (element_info[element].bytes) {
    case 1:
        return ELEMENT_U8;
    case 2:
        return ELEMENT_U16;
    case 4:
        return ELEMENT_U32;
    default:
        return ELEMENT_U64;
    }
}

/* Greatest value of an integer type; the least is its complement, or zero. */
static int64_t greatest(enum element type, bool is_signed) {
    return (int64_t)(UINT64_MAX >> (64 - element_info[type].bits + (is_signed ? 1 : 0)));
}

void element_identity(enum element element, enum scalar_op op, double *real, int64_t *integer) {
    bool is_signed = element_is_signed(element), is_integer = element_is_integer(element);
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
