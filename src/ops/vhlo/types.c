/* Types of VHLO as text: !vhlo.tensor_v1<2x?x!vhlo.f32_v1>. */
#include <string.h>

#include "ops/attrs/attrs.h"
#include "ops/vhlo/vhlo.h"

/* --- integers and floats ---------------------------------------------------------------------- */

#define SI(bits, code_, since_)                                                                    \
    { .name = "i" #bits "_v1", .code = code_, .width = bits, .since = since_ }
#define UI(bits, code_, since_)                                                                    \
    { .name = "ui" #bits "_v1", .code = code_, .width = bits, .is_unsigned = true, .since = since_ }
#define FLOAT(id, name_, code_, since_)                                                            \
    { .name = name_, .code = code_, .is_float = true, .kind = FLOAT_##id, .since = since_ }
static const struct vhlo_scalar scalars[] = {
    {.name = "bool_v1", .code = 0, .width = 1},
    FLOAT(BF16, "bf16_v1", 2, 0),
    FLOAT(F16, "f16_v1", 3, 0),
    FLOAT(F32, "f32_v1", 4, 0),
    FLOAT(F64, "f64_v1", 5, 0),
    FLOAT(F8E4M3FN, "f8E4M3FN_v1", 6, 0),
    FLOAT(F8E5M2, "f8E5M2_v1", 7, 0),
    SI(4, 10, 0),
    SI(8, 11, 0),
    SI(16, 12, 0),
    SI(32, 13, 0),
    SI(64, 14, 0),
    UI(4, 15, 0),
    UI(8, 16, 0),
    UI(16, 17, 0),
    UI(32, 18, 0),
    UI(64, 19, 0),
    FLOAT(F8E4M3FNUZ, "f8E4M3FNUZ_v1", 27, VHLO_VERSION(0, 10)),
    FLOAT(F8E5M2FNUZ, "f8E5M2FNUZ_v1", 28, VHLO_VERSION(0, 10)),
    FLOAT(F8E4M3B11FNUZ, "f8E4M3B11FNUZ_v1", 29, VHLO_VERSION(0, 11)),
    SI(2, 31, VHLO_VERSION(1, 2)),
    UI(2, 32, VHLO_VERSION(1, 2)),
    FLOAT(TF32, "tf31_v1", 34, VHLO_VERSION(1, 6)), /* as it was spelled when it came */
    FLOAT(F8E4M3, "f8E4M3_v1", 35, VHLO_VERSION(1, 7)),
    FLOAT(F8E3M4, "f8E3M4_v1", 36, VHLO_VERSION(1, 7)),
    FLOAT(F4E2M1FN, "f4E2M1FN_v1", 37, VHLO_VERSION(1, 8)),
    FLOAT(F6E2M3FN, "f6E2M3FN_v1", 38, VHLO_VERSION(1, 8)),
    FLOAT(F6E3M2FN, "f6E3M2FN_v1", 39, VHLO_VERSION(1, 8)),
    FLOAT(F8E8M0FNU, "f8E8M0FNU_v1", 40, VHLO_VERSION(1, 8)),
};
enum { SCALARS = sizeof scalars / sizeof *scalars };

static bool is_scalar(const struct vhlo_scalar *scalar, const struct type *type) {
    return scalar->is_float ? type->kind == TYPE_FLOAT && type->float_kind == scalar->kind
                            : type->kind == TYPE_INTEGER && scalar->width == type->width &&
                                  type->signedness == (scalar->is_unsigned ? UNSIGNED : SIGNLESS);
}

const struct vhlo_scalar *vhlo_scalar_of(const struct type *type) {
    size_t at = 0;
    while (at < SCALARS && !is_scalar(&scalars[at], type)) {
        at++;
    }
    return at < SCALARS ? &scalars[at] : NULL;
}

const struct vhlo_scalar *vhlo_scalar_of_code(uint64_t code) {
    size_t at = 0;
    while (at < SCALARS && scalars[at].code != code) {
        at++;
    }
    return at < SCALARS ? &scalars[at] : NULL;
}

const struct type *vhlo_scalar_type(struct context *context, const struct vhlo_scalar *scalar) {
    return scalar->is_float
               ? type_float(context, scalar->kind)
               : type_integer(context, scalar->width, scalar->is_unsigned ? UNSIGNED : SIGNLESS);
}

const struct type *vhlo_scalar_named(struct context *context, const char *name) {
    for (size_t i = 0; i < SCALARS; i++) {
        if (strcmp(scalars[i].name, name) == 0) {
            return vhlo_scalar_type(context, &scalars[i]);
        }
    }
    return NULL;
}

/* --- what VHLO has ---------------------------------------------------------------------------- */

static bool has_items(const struct type *type) {
    bool all = true;
    for (uint32_t i = 0; i < type->count; i++) {
        all = all && vhlo_has_type(type->items[i]);
    }
    return all;
}

bool vhlo_has_type(const struct type *type) {
    const struct quantized *quantized;
    switch (type->kind) {
    case TYPE_INTEGER:
    case TYPE_FLOAT:
        return vhlo_scalar_of(type) != NULL;
    case TYPE_INDEX:
    case TYPE_NONE:
    case TYPE_TOKEN:
        return true;
    case TYPE_COMPLEX:
    case TYPE_UNRANKED:
        return vhlo_has_type(type->element);
    case TYPE_TENSOR:
        return vhlo_has_type(type->element) && (!type->encoding || attr_as_bounds(type->encoding));
    case TYPE_MEMREF:
        return !*type->text && vhlo_has_type(type->element);
    case TYPE_TUPLE:
    case TYPE_FUNCTION:
        return has_items(type);
    case TYPE_QUANTIZED:
        quantized = type_as_quantized(type);
        return quantized->axis_count == 0 && vhlo_has_type(quantized->storage) &&
               vhlo_has_type(quantized->expressed);
    case TYPE_DIALECT:
        return !type->element &&
               (type->count ? has_items(type) : strcmp(type->text, "!shape.witness") == 0);
    default:
        return false;
    }
}

static uint16_t later(uint16_t a, uint16_t b) {
    return a > b ? a : b;
}

uint16_t vhlo_type_own_since(const struct type *type) {
    const struct vhlo_scalar *scalar = vhlo_scalar_of(type);
    switch (type->kind) {
    case TYPE_NONE:
        return VHLO_VERSION(1, 6);
    case TYPE_MEMREF:
        return VHLO_VERSION(1, 13);
    case TYPE_DIALECT:
        return type->count ? VHLO_VERSION(1, 15) : 0;
    case TYPE_QUANTIZED:
        return type_as_quantized(type)->axis == QUANTIZED_PER_TENSOR ? 0 : VHLO_VERSION(0, 18);
    default:
        return scalar ? scalar->since : 0;
    }
}

uint16_t vhlo_type_since(const struct type *type) {
    uint16_t since = vhlo_type_own_since(type);
    if (type->element) {
        since = later(since, vhlo_type_since(type->element));
    }
    if (type->kind == TYPE_QUANTIZED) {
        since = later(since, vhlo_type_since(type_as_quantized(type)->storage));
        since = later(since, vhlo_type_since(type_as_quantized(type)->expressed));
    }
    for (uint32_t i = 0; i < type->count; i++) {
        since = later(since, vhlo_type_since(type->items[i]));
    }
    return since;
}

/* --- text ------------------------------------------------------------------------------------- */

static void add_types(struct buffer *out, uint32_t count, const struct type *const *types) {
    for (uint32_t i = 0; i < count; i++) {
        buffer_add(out, i ? ", " : "");
        vhlo_add_type(out, types[i]);
    }
}

static void add_shape(struct buffer *out, const struct type *type) {
    for (uint32_t i = 0; i < type->rank; i++) {
        if (type->dims[i] == DIM_DYNAMIC) {
            buffer_add(out, "?x");
        } else {
            buffer_printf(out, "%lldx", (long long)type->dims[i]);
        }
    }
    vhlo_add_type(out, type->element);
}

static void add_bounds(struct buffer *out, const struct attr *encoding) {
    buffer_add(out, ", #vhlo.type_extensions_v1<bounds = ");
    vhlo_add_dims(out, attr_as_bounds(encoding)->dims);
    buffer_add(out, ">");
}

static void add_scales(struct buffer *out, const struct quantized *quantized) {
    buffer_printf(out, "%d, [", (int)quantized->axis);
    for (uint32_t i = 0; i < quantized->count; i++) {
        buffer_add(out, i ? ", " : "");
        float_print(out, FLOAT_F64, &quantized->scales[i]);
    }
    buffer_add(out, "], [");
    for (uint32_t i = 0; i < quantized->count; i++) {
        buffer_printf(out, "%s%lld", i ? ", " : "", (long long)quantized->zero_points[i]);
    }
    buffer_add(out, "]");
}

static void add_quantized(struct buffer *out, const struct type *type) {
    const struct quantized *quantized = type_as_quantized(type);
    bool per_tensor = quantized->axis == QUANTIZED_PER_TENSOR;
    buffer_add(out, per_tensor ? "quant_v1<" : "quant_per_axis_v1<");
    vhlo_add_type(out, quantized->storage);
    buffer_add(out, ":");
    vhlo_add_type(out, quantized->expressed);
    buffer_add(out, ", ");
    if (per_tensor) {
        float_print(out, FLOAT_F64, &quantized->scales[0]);
        buffer_printf(out, ":%lld", (long long)quantized->zero_points[0]);
    } else {
        add_scales(out, quantized);
    }
    buffer_printf(out, ", %lld:%lld, %d>", (long long)quantized->storage_min,
                  (long long)quantized->storage_max, quantized->is_signed);
}

static void add_function(struct buffer *out, const struct type *type) {
    struct signature signature = signature_of(type);
    buffer_add(out, signature.input_count ? "func_v1<(" : "func_v1<(()");
    add_types(out, signature.input_count, signature.inputs);
    buffer_add(out, signature.result_count ? ") -> " : ") -> ()");
    add_types(out, signature.result_count, signature.results);
    buffer_add(out, ">");
}

static void add_compound(struct buffer *out, const struct type *type) {
    switch (type->kind) {
    case TYPE_COMPLEX:
    case TYPE_UNRANKED:
        buffer_add(out, type->kind == TYPE_COMPLEX ? "complex_v1<" : "unranked_tensor_v1<");
        vhlo_add_type(out, type->element);
        break;
    case TYPE_TENSOR:
    case TYPE_MEMREF:
        buffer_add(out, type->kind == TYPE_TENSOR ? "tensor_v1<" : "buffer_v1<");
        add_shape(out, type);
        if (type->encoding) {
            add_bounds(out, type->encoding);
        }
        break;
    default:
        buffer_add(out, type->kind == TYPE_TUPLE ? "tuple_v1<" : "future_v1<");
        add_types(out, type->count, type->items);
        break;
    }
    buffer_add(out, ">");
}

void vhlo_add_type(struct buffer *out, const struct type *type) {
    const struct vhlo_scalar *scalar = vhlo_scalar_of(type);
    buffer_add(out, "!vhlo.");
    if (scalar) {
        buffer_add(out, scalar->name);
    } else if (type->kind == TYPE_INDEX) {
        buffer_add(out, "index_v1");
    } else if (type->kind == TYPE_NONE) {
        buffer_add(out, "none_v1");
    } else if (type->kind == TYPE_TOKEN) {
        buffer_add(out, "token_v1");
    } else if (type->kind == TYPE_DIALECT && type->count == 0) {
        buffer_add(out, "witness_v1");
    } else if (type->kind == TYPE_QUANTIZED) {
        add_quantized(out, type);
    } else if (type->kind == TYPE_FUNCTION) {
        add_function(out, type);
    } else {
        add_compound(out, type);
    }
}

const struct type *vhlo_type_of(struct context *context, const struct type *type) {
    if (!vhlo_has_type(type)) {
        return NULL;
    }
    struct buffer text = {0};
    vhlo_add_type(&text, type);
    const struct type *made = type_standing_for(context, text.text, type);
    buffer_free(&text);
    return made;
}

const struct type *vhlo_type_meaning(const struct type *type) {
    return type->kind == TYPE_DIALECT ? type->element : NULL;
}
