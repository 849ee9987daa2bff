/* The element types of products. */
#include "codegen/library/product.h"

enum sdyrt_product_type product_type(const struct kernel_buffer *operand,
                                     const struct kernel_buffer *result) {
    bool wide = element_info[result->element].bytes > element_info[operand->element].bytes;
    switch (operand->element) {
    case ELEMENT_F32:
        return SDYRT_PRODUCT_F32;
    case ELEMENT_F64:
        return SDYRT_PRODUCT_F64;
    case ELEMENT_BF16:
        return wide ? SDYRT_PRODUCT_BF16_F32 : SDYRT_PRODUCT_BF16;
    case ELEMENT_F16:
        return wide ? SDYRT_PRODUCT_F16_F32 : SDYRT_PRODUCT_F16;
    case ELEMENT_I8:
        return wide ? SDYRT_PRODUCT_I8_I32 : SDYRT_PRODUCT_I8;
    case ELEMENT_U8:
        return wide ? SDYRT_PRODUCT_U8_I32 : SDYRT_PRODUCT_I8;
    case ELEMENT_I16:
    case ELEMENT_U16:
        return SDYRT_PRODUCT_I16;
    case ELEMENT_I32:
    case ELEMENT_U32:
        return SDYRT_PRODUCT_I32;
    case ELEMENT_I64:
    case ELEMENT_U64:
        return SDYRT_PRODUCT_I64;
    case ELEMENT_I1:
        return SDYRT_PRODUCT_PRED;
    case ELEMENT_C64:
        return SDYRT_PRODUCT_C64;
    case ELEMENT_C128:
        return SDYRT_PRODUCT_C128;
    default:
        sdyc_bug("a product of %s elements", element_info[operand->element].name);
    }
}

const char *product_type_name(enum sdyrt_product_type type) {
    static const char *const names[SDYRT_PRODUCT_TYPE_COUNT] = {
        [SDYRT_PRODUCT_F32] = "SDYRT_PRODUCT_F32",
        [SDYRT_PRODUCT_F64] = "SDYRT_PRODUCT_F64",
        [SDYRT_PRODUCT_BF16] = "SDYRT_PRODUCT_BF16",
        [SDYRT_PRODUCT_BF16_F32] = "SDYRT_PRODUCT_BF16_F32",
        [SDYRT_PRODUCT_F16] = "SDYRT_PRODUCT_F16",
        [SDYRT_PRODUCT_F16_F32] = "SDYRT_PRODUCT_F16_F32",
        [SDYRT_PRODUCT_I8] = "SDYRT_PRODUCT_I8",
        [SDYRT_PRODUCT_I16] = "SDYRT_PRODUCT_I16",
        [SDYRT_PRODUCT_I32] = "SDYRT_PRODUCT_I32",
        [SDYRT_PRODUCT_I64] = "SDYRT_PRODUCT_I64",
        [SDYRT_PRODUCT_I8_I32] = "SDYRT_PRODUCT_I8_I32",
        [SDYRT_PRODUCT_U8_I32] = "SDYRT_PRODUCT_U8_I32",
        [SDYRT_PRODUCT_PRED] = "SDYRT_PRODUCT_PRED",
        [SDYRT_PRODUCT_C64] = "SDYRT_PRODUCT_C64",
        [SDYRT_PRODUCT_C128] = "SDYRT_PRODUCT_C128"};
    return names[type];
}

const char *product_part(enum sdyrt_product_type type) {
    static const char *const parts[SDYRT_PRODUCT_TYPE_COUNT] = {
        [SDYRT_PRODUCT_F32] = "PRODUCT_F32",      [SDYRT_PRODUCT_F64] = "PRODUCT_F64",
        [SDYRT_PRODUCT_BF16] = "PRODUCT_NARROW",  [SDYRT_PRODUCT_BF16_F32] = "PRODUCT_NARROW",
        [SDYRT_PRODUCT_F16] = "PRODUCT_NARROW",   [SDYRT_PRODUCT_F16_F32] = "PRODUCT_NARROW",
        [SDYRT_PRODUCT_I8] = "PRODUCT_PAIRS",     [SDYRT_PRODUCT_I16] = "PRODUCT_PAIRS",
        [SDYRT_PRODUCT_I32] = "PRODUCT_U32",      [SDYRT_PRODUCT_I64] = "PRODUCT_U64",
        [SDYRT_PRODUCT_I8_I32] = "PRODUCT_PAIRS", [SDYRT_PRODUCT_U8_I32] = "PRODUCT_PAIRS",
        [SDYRT_PRODUCT_PRED] = "PRODUCT_PRED",    [SDYRT_PRODUCT_C64] = "PRODUCT_C64",
        [SDYRT_PRODUCT_C128] = "PRODUCT_C128"};
    return parts[type];
}

/* Integers of 2 or 4 bits. */
static bool is_small_integer(enum element element) {
    return element_is_integer(element) && element != ELEMENT_I1 && element_info[element].bits < 8;
}

/* Floats of at most 8 bits. */
static bool is_small_float(enum element element) {
    return !element_is_integer(element) && element_info[element].bytes == 1;
}

/* Whether the runtime multiplies these elements as they are (runtime/product/product_tile.h). */
static bool multiplies(enum element operand, enum element result) {
    if (operand == result) {
        return !is_small_float(operand) && !is_small_integer(operand);
    }
    return (result == ELEMENT_F32 && (operand == ELEMENT_BF16 || operand == ELEMENT_F16)) ||
           (result == ELEMENT_I32 && (operand == ELEMENT_I8 || operand == ELEMENT_U8)) ||
           (result == ELEMENT_U32 && operand == ELEMENT_U8);
}

const struct type *product_result(struct kernel_builder *builder, const struct type *type) {
    enum element element = element_or_bug(type);
    const struct type *wide = type_element(type);
    if (is_small_integer(element)) {
        wide = type_integer(builder->context, 8, wide->signedness);
    } else if (is_small_float(element)) {
        wide = type_float(builder->context, FLOAT_F32);
    }
    return wide == type_element(type) ? type : type_with_element(builder->context, type, wide);
}

const struct type *product_complex_type(struct kernel_builder *builder, const struct type *type,
                                        const struct node *lhs, const struct node *rhs) {
    const struct type *left = type_element(lhs->type), *right = type_element(rhs->type);
    const struct type *complex = left->kind == TYPE_COMPLEX ? left : right;
    if (complex->kind != TYPE_COMPLEX || type_element(type)->kind == TYPE_COMPLEX) {
        return NULL;
    }
    return type_with_element(builder->context, type, complex);
}

struct node *product_convert(struct kernel_builder *builder, struct node *node,
                             const struct type *element) {
    if (type_element(node->type) == element) {
        return node;
    }
    struct term *term = term_same(builder, node);
    const struct type *type = type_with_element(builder->context, node->type, element);
    return node_compute(builder, type, term_scalar(builder, element, SCALAR_CONVERT, 1, &term));
}

void product_fit_operands(struct kernel_builder *builder, const struct type *type,
                          struct node **lhs, struct node **rhs) {
    enum element element = element_or_bug(type);
    if ((*lhs)->element == (*rhs)->element && multiplies((*lhs)->element, element)) {
        return;
    }
    *lhs = product_convert(builder, *lhs, type_element(type));
    *rhs = product_convert(builder, *rhs, type_element(type));
}
