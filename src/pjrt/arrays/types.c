/* Element types by their names in MLIR. Numbers of less than a byte take one, as in the arrays of
 * Python that come and go. */
#include <string.h>

#include "pjrt/objects.h"

static const struct {
    const char *name;
    size_t bytes;
} types[PJRT_TYPE_COUNT] = {
    [PJRT_PRED] = {"i1", 1},
    [PJRT_S2] = {"i2", 1},
    [PJRT_S4] = {"i4", 1},
    [PJRT_S8] = {"i8", 1},
    [PJRT_S16] = {"i16", 2},
    [PJRT_S32] = {"i32", 4},
    [PJRT_S64] = {"i64", 8},
    [PJRT_U2] = {"ui2", 1},
    [PJRT_U4] = {"ui4", 1},
    [PJRT_U8] = {"ui8", 1},
    [PJRT_U16] = {"ui16", 2},
    [PJRT_U32] = {"ui32", 4},
    [PJRT_U64] = {"ui64", 8},
    [PJRT_F4E2M1FN] = {"f4E2M1FN", 1},
    [PJRT_F8E3M4] = {"f8E3M4", 1},
    [PJRT_F8E4M3] = {"f8E4M3", 1},
    [PJRT_F8E4M3FN] = {"f8E4M3FN", 1},
    [PJRT_F8E4M3FNUZ] = {"f8E4M3FNUZ", 1},
    [PJRT_F8E4M3B11FNUZ] = {"f8E4M3B11FNUZ", 1},
    [PJRT_F8E5M2] = {"f8E5M2", 1},
    [PJRT_F8E5M2FNUZ] = {"f8E5M2FNUZ", 1},
    [PJRT_F8E8M0FNU] = {"f8E8M0FNU", 1},
    [PJRT_F16] = {"f16", 2},
    [PJRT_BF16] = {"bf16", 2},
    [PJRT_F32] = {"f32", 4},
    [PJRT_F64] = {"f64", 8},
    [PJRT_C64] = {"complex<f32>", 8},
    [PJRT_C128] = {"complex<f64>", 16},
};

size_t element_bytes(int type) {
    return type >= 0 && type < PJRT_TYPE_COUNT ? types[type].bytes : 0;
}

int element_type(const char *element) {
    for (int i = 0; i < PJRT_TYPE_COUNT; i++) {
        if (types[i].name && strcmp(types[i].name, element) == 0) {
            return i;
        }
    }
    return PJRT_INVALID;
}
