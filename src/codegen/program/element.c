/* The table of element types. */
#include "codegen/program/program.h"

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
