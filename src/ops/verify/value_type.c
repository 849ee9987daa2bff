/* What may stand as an operand or result. */
#include "ops/verify/value_type.h"

#include <string.h>

#include "ops/attrs/attrs.h"

static bool is_hlo_width(uint32_t width) {
    return width == 2 || width == 4 || width == 8 || width == 16 || width == 32 || width == 64;
}

static uint32_t integer_class(const struct type *type) {
    if (type->signedness == SIGNLESS && type->width == 1) {
        return VALUE_PRED | VALUE_ANY_INTEGER;
    }
    uint32_t exact = VALUE_ANY_INTEGER;
    if (type->width == 32) {
        exact |= type->signedness == SIGNLESS   ? VALUE_I32
                 : type->signedness == UNSIGNED ? VALUE_UI32
                                                : 0;
    }
    if (!is_hlo_width(type->width) || type->signedness == SIGNED) {
        return exact;
    }
    return exact | (type->signedness == SIGNLESS ? VALUE_SINT : VALUE_UINT);
}

static bool is_f32_or_f64(const struct type *type) {
    return type->kind == TYPE_FLOAT &&
           (type->float_kind == FLOAT_F32 || type->float_kind == FLOAT_F64);
}

static uint32_t float_class(const struct type *type) {
    if (type->float_kind == FLOAT_TF32 || type->float_kind == FLOAT_F80 ||
        type->float_kind == FLOAT_F128) {
        return 0;
    }
    return VALUE_FLOAT | (is_f32_or_f64(type) ? VALUE_FLOAT_32_64 : 0);
}

static uint32_t quantized_class(const struct type *type) {
    const struct quantized *quantized = type_as_quantized(type);
    uint32_t width = quantized ? quantized->storage->width : 0;
    if (!quantized || quantized->axis_count > 1 || !is_hlo_width(width) || width > 32) {
        return 0;
    }
    for (uint32_t i = 0; i < quantized->count; i++) {
        int64_t zero = quantized->zero_points[i];
        if (zero < quantized->storage_min || zero > quantized->storage_max) {
            return 0;
        }
    }
    return quantized->axis == QUANTIZED_PER_TENSOR ? VALUE_QUANTIZED : VALUE_PER_AXIS;
}

/* The bits of all element sets that the type is in. */
static uint32_t element_class(const struct type *type) {
    switch (type->kind) {
    case TYPE_INTEGER:
        return integer_class(type);
    case TYPE_FLOAT:
        return float_class(type);
    case TYPE_INDEX:
        return VALUE_INDEX;
    case TYPE_COMPLEX:
        return is_f32_or_f64(type->element) ? VALUE_COMPLEX : 0;
    case TYPE_QUANTIZED:
        return quantized_class(type);
    default:
        return 0;
    }
}

/* One dynamic dimension, and that one has a bound. */
static bool is_bounded(const struct type *type) {
    const struct bounds *bounds = attr_as_bounds(type->encoding);
    uint32_t dynamic = 0, bounded = 0;
    for (uint32_t i = 0; i < type->rank; i++) {
        if (type->dims[i] == DIM_DYNAMIC) {
            dynamic++;
            bounded += bounds && i < bounds->dims.count && bounds->dims.items[i] != DIM_DYNAMIC;
        }
    }
    return dynamic == 1 && bounded == 1;
}

/* Per-axis parameters fit the dimension they are given for. */
static bool quantized_axis_fits(const struct type *type) {
    const struct quantized *quantized = type_as_quantized(type->element);
    if (!quantized || quantized->axis == QUANTIZED_PER_TENSOR || type->kind != TYPE_TENSOR) {
        return true;
    }
    return quantized->axis >= 0 && (uint32_t)quantized->axis < type->rank &&
           (type->dims[quantized->axis] == DIM_DYNAMIC ||
            type->dims[quantized->axis] == (int64_t)quantized->count);
}

static bool shape_fits(uint32_t set, const struct type *type) {
    if ((set & VALUE_RANK_0) && type->rank != 0) {
        return false;
    }
    if ((set & VALUE_RANK_1) && type->rank != 1) {
        return false;
    }
    if ((set & VALUE_RANK_2) && type->rank != 2) {
        return false;
    }
    if ((set & VALUE_STATIC) && !type_is_static(type)) {
        return (set & VALUE_BOUNDED) && is_bounded(type);
    }
    return true;
}

static bool tuple_fits(uint32_t set, const struct type *type) {
    for (uint32_t i = 0; i < type->count; i++) {
        if (!value_type_accepts(VALUE_TENSOR_PER_AXIS | VALUE_TOKEN | VALUE_TUPLE | VALUE_BUFFER |
                                    (set & VALUE_UNRANKED),
                                type->items[i])) {
            return false;
        }
    }
    return (set & VALUE_TUPLE) != 0;
}

static bool is_named(const struct type *type, const char *name) {
    return type->kind == TYPE_DIALECT && type->text && strcmp(type->text, name) == 0;
}

static bool is_extents(const struct type *type) {
    return type->kind == TYPE_TENSOR && type->rank == 1 && type->element->kind == TYPE_INDEX;
}

/* What operations of other dialects take. */
static bool others_accept(uint32_t set, const struct type *type) {
    const struct type *element = type_element(type);
    bool is_like = element == type || type->kind == TYPE_TENSOR || type->kind == TYPE_UNRANKED ||
                   type->kind == TYPE_VECTOR;
    bool is_integer = element->kind == TYPE_INDEX ||
                      (element->kind == TYPE_INTEGER && element->signedness == SIGNLESS);
    return ((set & VALUE_INTEGER_LIKE) && is_like && is_integer) ||
           ((set & VALUE_FLOAT_LIKE) && is_like && element->kind == TYPE_FLOAT) ||
           ((set & VALUE_SHAPE) && (is_extents(type) || is_named(type, "!shape.shape"))) ||
           ((set & VALUE_SIZE) && (type->kind == TYPE_INDEX || is_named(type, "!shape.size"))) ||
           ((set & VALUE_WITNESS) && is_named(type, "!shape.witness"));
}

bool value_type_accepts(uint32_t set, const struct type *type) {
    if (set & VALUE_ANY) {
        return true;
    }
    if (set & VALUE_OF_OTHERS_) {
        return others_accept(set, type);
    }
    switch (type->kind) {
    case TYPE_TENSOR:
        if (set & VALUE_SHAPED) {
            return true;
        }
        if (set & VALUE_ANY_ELEMENT) {
            return shape_fits(set, type);
        }
        return (element_class(type->element) & set & VALUE_ELEMENTS_) && shape_fits(set, type) &&
               quantized_axis_fits(type);
    case TYPE_UNRANKED:
        return (set & VALUE_SHAPED) ||
               ((set & VALUE_UNRANKED) && (element_class(type->element) & set & VALUE_ELEMENTS_));
    case TYPE_TOKEN:
        return (set & VALUE_TOKEN) != 0;
    case TYPE_TUPLE:
        return tuple_fits(set, type);
    case TYPE_MEMREF:
        return (set & VALUE_SHAPED) ||
               ((set & VALUE_BUFFER) && (element_class(type->element) & VALUE_TENSOR));
    case TYPE_DIALECT:
        return (set & VALUE_FUTURE) != 0;
    default:
        return false;
    }
}

/* Elements in words, in the order in which they are listed; floats stand before the others where
 * all kinds are. */
static const struct {
    uint32_t bits;
    const char *words;
} element_words[] = {
    {VALUE_ANY_INTEGER, "integer"},
    {VALUE_INDEX, "index"},
    {VALUE_PRED, "bool"},
    {VALUE_INT, "2/4/8/16/32/64-bit integer"},
    {VALUE_SINT, "2/4/8/16/32/64-bit signless integer"},
    {VALUE_UINT, "2/4/8/16/32/64-bit unsigned integer"},
    {VALUE_I32, "32-bit signless integer"},
    {VALUE_UI32, "32-bit unsigned integer"},
    {VALUE_FLOAT, "4/6/8/16/32/64-bit float"},
    {VALUE_FLOAT_32_64, "32/64-bit float"},
    {VALUE_COMPLEX, "complex type with 32/64-bit float elements"},
    {VALUE_QUANTIZED, "per-tensor integer quantized"},
    {VALUE_PER_AXIS, "per-axis integer quantized"},
};

static void describe_elements(struct buffer *out, uint32_t set) {
    uint32_t said = 0;
    if ((set & VALUE_PLAIN) == VALUE_PLAIN) {
        buffer_add(out, "4/6/8/16/32/64-bit float");
        said = VALUE_FLOAT;
    }
    for (size_t i = 0; i < sizeof element_words / sizeof *element_words; i++) {
        uint32_t bits = element_words[i].bits;
        if ((set & bits) == bits && !(said & bits)) {
            buffer_printf(out, "%s%s", said ? " or " : "", element_words[i].words);
            said |= bits;
        }
    }
}

static const char *shape_words(uint32_t set) {
    bool is_static = set & VALUE_STATIC;
    if (set & VALUE_UNRANKED) {
        return "tensor";
    }
    if (set & VALUE_RANK_0) {
        return "0D tensor";
    }
    if (set & VALUE_BOUNDED) {
        return "statically shaped or single bounded dimension tensor";
    }
    if (set & VALUE_RANK_1) {
        return !is_static          ? "1D tensor"
               : set & VALUE_INDEX ? "statically shaped 1-dimensional tensor"
                                   : "statically shaped 1-dimensional integer tensor";
    }
    if (set & VALUE_RANK_2) {
        return "statically shaped 2-dimensional integer tensor";
    }
    return is_static ? "statically shaped tensor" : "ranked tensor";
}

static void describe_tensor(struct buffer *out, const char *shape, uint32_t elements) {
    buffer_printf(out, "%s of ", shape);
    describe_elements(out, elements);
    buffer_add(out, " values");
}

/* One kind of type after the other: what is said of each ends where the next begins. */
static void add_kind(struct buffer *out, const char **separator, const char *words) {
    buffer_printf(out, "%s%s", *separator, words);
    *separator = " or ";
}

static void add_tensors(struct buffer *out, const char **separator, const char *shape,
                        uint32_t elements) {
    buffer_add(out, *separator);
    describe_tensor(out, shape, elements);
    *separator = " or ";
}

static void describe_tuple(struct buffer *out, const char **separator, uint32_t set) {
    bool unranked = set & VALUE_UNRANKED;
    add_kind(out, separator, "nested tuple with any combination of ");
    describe_tensor(out, unranked ? "tensor" : "ranked tensor",
                    unranked ? VALUE_TENSOR_PER_AXIS : VALUE_TENSOR);
    add_tensors(out, separator, "memref", VALUE_TENSOR);
    if (!unranked) {
        add_tensors(out, separator, "ranked tensor", VALUE_PER_AXIS);
    }
    buffer_add(out, " or token values");
}

/* Tensors; those quantized per axis by themselves where other kinds of types may stand too. */
static void describe_tensors(struct buffer *out, const char **separator, uint32_t set) {
    bool several = set & (VALUE_TOKEN | VALUE_TUPLE) && !(set & VALUE_UNRANKED);
    uint32_t plain = set & ~(uint32_t)VALUE_PER_AXIS;
    add_tensors(out, separator, shape_words(set), several ? plain : set);
    if (several && set & VALUE_PER_AXIS) {
        bool is_static = set & VALUE_STATIC;
        add_tensors(out, separator, shape_words(set), is_static ? set : VALUE_PER_AXIS);
    }
}

static const struct {
    uint32_t bits;
    const char *words;
} other_words[] = {
    {VALUE_INTEGER_LIKE, "signless-non-zero-bitwidth-integer-like"},
    {VALUE_FLOAT_LIKE, "floating-point-like"},
    {VALUE_SHAPE, "shape or extent tensor"},
    {VALUE_SIZE, "size or index"},
    {VALUE_WITNESS, "witness"},
};

void value_type_describe(struct buffer *out, uint32_t set) {
    bool unranked = set & VALUE_UNRANKED;
    const char *separator = "";
    if (set & VALUE_ELEMENTS_) {
        describe_tensors(out, &separator, set);
    }
    if (set & VALUE_ANY_ELEMENT) {
        add_kind(out, &separator, shape_words(set));
        buffer_add(out, " of any type values");
    }
    if (unranked && set & VALUE_BUFFER) {
        add_tensors(out, &separator, "memref", VALUE_TENSOR);
    }
    if (set & VALUE_TOKEN) {
        add_kind(out, &separator, "token");
    }
    if (set & VALUE_TUPLE) {
        describe_tuple(out, &separator, set);
    }
    if (set & VALUE_FUTURE) {
        add_kind(out, &separator, "future");
    }
    if (set & VALUE_SHAPED) {
        add_kind(out, &separator, "shaped type");
    }
    for (size_t i = 0; i < sizeof other_words / sizeof *other_words; i++) {
        if (set & other_words[i].bits) {
            add_kind(out, &separator, other_words[i].words);
        }
    }
    if (set & VALUE_ANY) {
        add_kind(out, &separator, "any type");
    }
    if (!unranked && set & VALUE_BUFFER) {
        add_tensors(out, &separator, "memref", VALUE_TENSOR);
    }
}
