/* Conversions between element types as calls of the runtime, the same for points and strips. */
#include "codegen/emit/internal.h"

#include <string.h>

static bool is_float(enum element element) {
    return compute_type(element) == ELEMENT_F32 || compute_type(element) == ELEMENT_F64;
}

static bool is_small_integer(enum element element) {
    return !is_float(element) && element_info[element].bytes <= 2;
}

static void add_step(struct emitter *e, struct conversion *conversion, const char *from,
                     enum element to) {
    uint32_t step = conversion->count++;
    conversion->names[step] = emit_text(e, "convert_%s_%s", from, storage_tag(to));
    conversion->types[step] = to;
}

static void add_in_place(struct emitter *e, struct conversion *conversion, const char *name,
                         enum element type) {
    uint32_t step = conversion->count++;
    conversion->names[step] = emit_text(e, "%s", name);
    conversion->types[step] = type;
}

static const char *rounding_of(struct emitter *e, enum element type) {
    uint32_t bits = element_info[type].bits;
    if (element_is_integer(type) && bits < 8 && bits > 1) {
        return emit_text(e, "wrap_%u_%s", (unsigned)bits, storage_tag(type));
    }
    return is_narrow(type) && is_float(type) ? emit_text(e, "round_%s_f32", storage_tag(type))
                                             : NULL;
}

/* A real number has no imaginary part, and none is left of a complex one that becomes real. */
static struct conversion complex_conversion(struct emitter *e, enum element from, enum element to) {
    enum element part_from = part_type(from), part_to = part_type(to);
    struct conversion conversion = {0};
    if (is_complex(from) && is_complex(to)) {
        if (from != to) {
            add_step(e, &conversion, storage_tag(from), to);
        }
        return conversion;
    }
    if (is_complex(to)) {
        conversion = emit_conversion(e, from, part_to);
        add_step(e, &conversion, storage_tag(part_to), to);
        return conversion;
    }
    struct conversion rest = emit_conversion(e, part_from, to);
    add_step(e, &conversion, storage_tag(from), part_from);
    for (uint32_t i = 0; i < rest.count; i++) {
        conversion.names[conversion.count] = rest.names[i];
        conversion.types[conversion.count++] = rest.types[i];
    }
    return conversion;
}

/* Integers of 8 bits and fewer, whose numbers bf16 and f16 have. */
static bool has_all_of(enum element to, enum element from) {
    return (to == ELEMENT_BF16 || to == ELEMENT_F16) && !is_float(from) &&
           element_info[from].bytes == 1;
}

/* Values narrower than f32 come from wide integers and f64 in one rounding: by way of an f32 that
 * is rounded to odd. */
struct conversion emit_conversion(struct emitter *e, enum element from, enum element to) {
    if (is_complex(from) || is_complex(to)) {
        return complex_conversion(e, from, to);
    }
    struct conversion conversion = {0};
    enum element source = compute_type(from), target = compute_type(to);
    const char *rounding = from == to || has_all_of(to, from) ? NULL : rounding_of(e, to);
    if (rounding != NULL && is_float(from) && !is_float(to)) {
        /* Not what is left of a greater number, but the greatest. */
        rounding = emit_text(e, "clip_%u_%s", (unsigned)element_info[to].bits, storage_tag(to));
    }
    if (rounding == NULL || source == target || !is_float(to)) {
        if (source != target) {
            add_step(e, &conversion, storage_tag(source), target);
        }
    } else {
        if (source == ELEMENT_F64 || !is_small_integer(source)) {
            add_in_place(e, &conversion, emit_text(e, "convert_%s_odd", storage_tag(source)),
                         ELEMENT_F32);
        } else {
            add_step(e, &conversion, storage_tag(source), ELEMENT_F32);
        }
    }
    if (rounding != NULL) {
        add_in_place(e, &conversion, rounding, target);
        conversion.rounds = is_float(to);
    }
    return conversion;
}

/* Between a float and the unsigned integer of its width. A narrow float is its storage format. */
struct conversion emit_bitcast(struct emitter *e, enum element from, enum element to) {
    struct conversion conversion = {0};
    bool from_float = is_float(from);
    enum element narrow = from_float ? from : to;
    if (!is_narrow(narrow)) {
        add_in_place(e, &conversion,
                     emit_text(e, "bitcast_%s_%s", storage_tag(from), storage_tag(to)), to);
    } else if (from_float) {
        add_in_place(e, &conversion, emit_text(e, "convert_f32_%s", storage_tag(from)), to);
    } else {
        add_in_place(e, &conversion, emit_text(e, "convert_%s_f32", storage_tag(to)), ELEMENT_F32);
    }
    return conversion;
}

/* Formats without a minus zero, or without any zero or sign. */
static bool lacks_signs(enum element type) {
    switch (type) {
    case ELEMENT_F8E4M3FNUZ:
    case ELEMENT_F8E4M3B11FNUZ:
    case ELEMENT_F8E5M2FNUZ:
    case ELEMENT_F8E8M0FNU:
        return true;
    default:
        return false;
    }
}

/* Whether the operation makes a number of the type of its operands'. */
static bool is_exact(enum scalar_op op, enum element type) {
    switch (op) {
    case SCALAR_MAXIMUM:
    case SCALAR_MINIMUM:
    case SCALAR_AND:
    case SCALAR_OR:
    case SCALAR_XOR:
    case SCALAR_SELECT:
    case SCALAR_CLAMP:
    case SCALAR_CONVERT: /* has its own */
    case SCALAR_BITCAST:
        return true;
    case SCALAR_SIGN:
    case SCALAR_FLOOR:
        return !lacks_signs(type);
    case SCALAR_ABS:
    case SCALAR_NEGATE:
        return is_narrow(type) && !lacks_signs(type);
    case SCALAR_CEIL:
    case SCALAR_ROUND_NEAREST_AFZ:
    case SCALAR_ROUND_NEAREST_EVEN: /* narrower ones may lack the whole number above the greatest */
        return type == ELEMENT_BF16 || type == ELEMENT_F16;
    default:
        return false;
    }
}

const char *emit_rounding(struct emitter *e, const struct expr *expr) {
    if (expr == e->unrounded || is_exact(expr->op, expr->type)) {
        return NULL;
    }
    return rounding_of(e, expr->type);
}

const char *emit_wrapping(struct emitter *e, enum scalar_op op, enum element type) {
    return is_narrow(type) || is_exact(op, type) ? NULL : rounding_of(e, type);
}
