#include "codegen/library/ffi_attrs.h"

#include <string.h>

#include "ir/ir.h"

/* --- types --- */

static int integer_type(const struct type *type) {
    bool is_unsigned = type->signedness == UNSIGNED;
    switch (type->width) {
    case 1:
        return SDYRT_FFI_PRED;
    case 2:
        return is_unsigned ? SDYRT_FFI_U2 : SDYRT_FFI_S2;
    case 4:
        return is_unsigned ? SDYRT_FFI_U4 : SDYRT_FFI_S4;
    case 8:
        return is_unsigned ? SDYRT_FFI_U8 : SDYRT_FFI_S8;
    case 16:
        return is_unsigned ? SDYRT_FFI_U16 : SDYRT_FFI_S16;
    case 32:
        return is_unsigned ? SDYRT_FFI_U32 : SDYRT_FFI_S32;
    case 64:
        return is_unsigned ? SDYRT_FFI_U64 : SDYRT_FFI_S64;
    default:
        return 0;
    }
}

static int float_type(const struct type *type) {
    static const int numbers[] = {
        [FLOAT_F4E2M1FN] = SDYRT_FFI_F4E2M1FN,
        [FLOAT_F8E3M4] = SDYRT_FFI_F8E3M4,
        [FLOAT_F8E4M3] = SDYRT_FFI_F8E4M3,
        [FLOAT_F8E4M3FN] = SDYRT_FFI_F8E4M3FN,
        [FLOAT_F8E4M3FNUZ] = SDYRT_FFI_F8E4M3FNUZ,
        [FLOAT_F8E4M3B11FNUZ] = SDYRT_FFI_F8E4M3B11FNUZ,
        [FLOAT_F8E5M2] = SDYRT_FFI_F8E5M2,
        [FLOAT_F8E5M2FNUZ] = SDYRT_FFI_F8E5M2FNUZ,
        [FLOAT_F8E8M0FNU] = SDYRT_FFI_F8E8M0FNU,
        [FLOAT_BF16] = SDYRT_FFI_BF16,
        [FLOAT_F16] = SDYRT_FFI_F16,
        [FLOAT_F32] = SDYRT_FFI_F32,
        [FLOAT_F64] = SDYRT_FFI_F64,
    };
    return type->float_kind < sizeof numbers / sizeof *numbers ? numbers[type->float_kind] : 0;
}

int ffi_type(const struct type *type) {
    if (type->kind == TYPE_TOKEN) {
        return SDYRT_FFI_TOKEN;
    }
    const struct type *element = type_element(type);
    switch (element->kind) {
    case TYPE_INTEGER:
        return integer_type(element);
    case TYPE_FLOAT:
        return float_type(element);
    case TYPE_COMPLEX:
        return float_type(element->element) == SDYRT_FFI_F32   ? SDYRT_FFI_C64
               : float_type(element->element) == SDYRT_FFI_F64 ? SDYRT_FFI_C128
                                                               : 0;
    default:
        return 0;
    }
}

/* --- values --- */

static struct sdyrt_ffi_scalar *scalar(struct arena *arena, int type, const void *value,
                                       size_t bytes) {
    struct sdyrt_ffi_scalar *made = ARENA_NEW(arena, struct sdyrt_ffi_scalar);
    made->type = type;
    made->value = arena_copy(arena, value, bytes);
    return made;
}

/* An integer, or a float of 32 or 64 bits. */
static void *number(struct arena *arena, const struct attr *attr) {
    if (attr->kind == ATTR_INTEGER && attr->type->kind == TYPE_INTEGER && attr->type->width <= 64) {
        int type = integer_type(attr->type);
        return type ? scalar(arena, type, &attr->integer, sizeof attr->integer) : NULL;
    }
    if (attr->kind == ATTR_FLOAT && float_type(attr->type) == SDYRT_FFI_F64) {
        return scalar(arena, SDYRT_FFI_F64, &attr->real, sizeof attr->real);
    }
    if (attr->kind == ATTR_FLOAT && float_type(attr->type) == SDYRT_FFI_F32) {
        float single = (float)attr->real;
        return scalar(arena, SDYRT_FFI_F32, &single, sizeof single);
    }
    return NULL;
}

static void *span(struct arena *arena, const char *text, size_t length) {
    struct sdyrt_ffi_span *made = ARENA_NEW(arena, struct sdyrt_ffi_span);
    made->text = arena_copy(arena, text, length + 1);
    made->length = length;
    return made;
}

/* array<i64: 1, 2>, dense<[1, 2]> : tensor<2xi64> */
static void *array(struct arena *arena, const struct attr *attr) {
    bool is_dense = attr->kind == ATTR_DENSE;
    int type = ffi_type(attr->type);
    if (!type || (is_dense && !type_is_static(attr->type))) {
        return NULL;
    }
    struct sdyrt_ffi_array *made = ARENA_NEW(arena, struct sdyrt_ffi_array);
    made->type = type;
    made->size = is_dense ? (size_t)type_count(attr->type) : attr->count;
    size_t bytes = (type_bits(type_element(attr->type)) + 7) / 8;
    char *data = arena_array(arena, made->size + 1, bytes);
    for (size_t i = 0; i < made->size; i++) {
        size_t from = is_dense && attr->splat ? 0 : i;
        memcpy(data + i * bytes, (const char *)attr->data + from * bytes, bytes);
    }
    made->data = data;
    return made;
}

static const char *read_value(struct arena *arena, const char *name, const struct attr *attr,
                              int *kind, void **value) {
    switch (attr->kind) {
    case ATTR_STRING:
        *kind = SDYRT_FFI_STRING;
        *value = span(arena, attr->text, attr->length);
        return NULL;
    case ATTR_DENSE_ARRAY:
    case ATTR_DENSE:
        *kind = SDYRT_FFI_ARRAY;
        *value = array(arena, attr);
        break;
    case ATTR_DICT: {
        struct sdyrt_ffi_attrs *inner = ARENA_NEW(arena, struct sdyrt_ffi_attrs);
        *kind = SDYRT_FFI_DICTIONARY;
        *value = inner;
        return ffi_attrs(arena, attr, inner);
    }
    default:
        *kind = SDYRT_FFI_SCALAR;
        *value = number(arena, attr);
    }
    return *value ? NULL : name;
}

const char *ffi_attrs(struct arena *arena, const struct attr *dict, struct sdyrt_ffi_attrs *attrs) {
    uint32_t count = dict ? dict->count : 0;
    *attrs = (struct sdyrt_ffi_attrs){.struct_size = sizeof *attrs, .size = count};
    attrs->kinds = ARENA_ARRAY(arena, int, count + 1);
    attrs->names = ARENA_ARRAY(arena, struct sdyrt_ffi_span *, count + 1);
    attrs->values = ARENA_ARRAY(arena, void *, count + 1);
    const char *fault = NULL;
    for (uint32_t i = 0; i < count && !fault; i++) {
        const char *name = dict->names[i];
        attrs->names[i] = span(arena, name, strlen(name));
        fault = read_value(arena, name, dict->items[i], &attrs->kinds[i], &attrs->values[i]);
    }
    return fault;
}
