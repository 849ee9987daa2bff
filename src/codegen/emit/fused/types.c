/* What fused strips can be made of: the processor, operations and types. */
#include "codegen/emit/fused/assembly.h"

#include "cpu.h"

enum fused_set fused_available(void) {
#ifdef __x86_64__
    return sdyrt_cpu_isa() >= SDYRT_ISA_AVX512 ? FUSED_AVX512
           : sdyrt_cpu_isa() >= SDYRT_ISA_AVX2 ? FUSED_AVX2
                                               : FUSED_NONE;
#else
    return FUSED_NONE;
#endif
}

/* --- what there are instructions for --- */

bool fused_has_dots(enum fused_set set) {
    return set == FUSED_AVX512 && sdyrt_cpu_has_avx512_vnni();
}

/* AVX2 has too few instructions on integers of 64 bits. */
static bool is_word(enum fused_set set, enum element type) {
    return type == ELEMENT_I32 || type == ELEMENT_U32 ||
           (set == FUSED_AVX512 && (type == ELEMENT_I64 || type == ELEMENT_U64));
}

bool fused_loads(enum fused_set set, enum element type) {
    return fused_is_float(type) || is_word(set, type) || type == ELEMENT_I1 || type == ELEMENT_I8 ||
           type == ELEMENT_U8 || type == ELEMENT_I16 || type == ELEMENT_U16 ||
           type == ELEMENT_BF16 || type == ELEMENT_F16;
}

bool fused_stores(enum fused_set set, enum element type) {
    return fused_loads(set, type);
}

bool fused_scales(enum fused_set set) {
    return set == FUSED_AVX512;
}

static bool is_short(enum element type) {
    return type == ELEMENT_I8 || type == ELEMENT_U8 || type == ELEMENT_I16 || type == ELEMENT_U16;
}

static bool has_conversion(enum fused_set set, enum element from, enum element to) {
    if (is_short(to)) {
        return from == ELEMENT_F32 || from == ELEMENT_I32 || from == ELEMENT_U32;
    }
    if (from == ELEMENT_I1) {
        return fused_is_float(to) || is_word(set, to);
    }
    if (to == ELEMENT_F32) {
        return is_short(from) || from == ELEMENT_I32 || from == ELEMENT_F32 ||
               (from == ELEMENT_U32 && set == FUSED_AVX512);
    }
    if (to == ELEMENT_I32 || to == ELEMENT_U32) {
        return is_short(from) || from == ELEMENT_I32 || from == ELEMENT_U32;
    }
    if (to == ELEMENT_I64 || to == ELEMENT_U64) {
        return set == FUSED_AVX512 && (from == ELEMENT_I64 || from == ELEMENT_U64);
    }
    return from == to && fused_is_float(to);
}

bool fused_has(enum fused_set set, enum scalar_op op, enum element from, enum element to) {
    switch (op) {
    case SCALAR_ADD:
    case SCALAR_SUBTRACT:
    case SCALAR_MULTIPLY:
    case SCALAR_MAXIMUM:
    case SCALAR_MINIMUM:
    case SCALAR_CLAMP:
    case SCALAR_SELECT:
        return fused_is_float(to) || is_word(set, to);
    case SCALAR_DIVIDE:
    case SCALAR_SQRT:
    case SCALAR_RSQRT:
    case SCALAR_NEGATE:
    case SCALAR_ABS:
    case SCALAR_FLOOR:
    case SCALAR_CEIL:
    case SCALAR_ROUND_NEAREST_EVEN:
        return fused_is_float(to);
    case SCALAR_AND:
    case SCALAR_OR:
    case SCALAR_XOR:
        return is_word(set, to) || to == ELEMENT_I1;
    case SCALAR_NOT:
        return is_word(set, to) || to == ELEMENT_I1;
    case SCALAR_SHIFT_LEFT:
    case SCALAR_SHIFT_RIGHT_LOGICAL:
    case SCALAR_SHIFT_RIGHT_ARITHMETIC:
        return is_word(set, to);
    case SCALAR_EQ:
    case SCALAR_NE:
    case SCALAR_LT:
    case SCALAR_LE:
    case SCALAR_GT:
    case SCALAR_GE:
        return fused_is_float(from) || is_word(set, from);
    case SCALAR_CONVERT:
        return has_conversion(set, from, to);
    case SCALAR_BITCAST:
        return (fused_is_float(from) && is_word(set, to)) ||
               (is_word(set, from) && fused_is_float(to));
    default:
        return fused_has_function(op) && from == to && fused_is_float(to);
    }
}

bool fused_is_number(const struct fused_value *value) {
    if (value->kind != FUSED_CONSTANT || !fused_is_float(value->type)) {
        return false;
    }
    uint32_t above = value->type == ELEMENT_F64 ? 1 : 33; /* bits: what is no magnitude */
    uint64_t infinity = value->type == ELEMENT_F64 ? UINT64_C(0x7ff) << 52 : UINT64_C(0xff) << 23,
             magnitude = value->bits << above >> above;
    return magnitude > 0 && magnitude <= infinity;
}
