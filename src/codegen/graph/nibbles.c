/* Operations on integers of 2 and 4 bits that the bytes which hold them do not compute: those that
 * look at bits from the top. All others are computed in bytes, and what is above is cut off. */
#include "codegen/graph/graph.h"

/* The operation on other integers of as many bits, and back. */
static struct term *in_other_sign(struct kernel_builder *builder, const struct type *element,
                                  enum scalar_op op, uint32_t count, struct term *const *args) {
    bool is_unsigned = element->signedness == UNSIGNED;
    const struct type *other = type_integer(kernel_context(builder), type_bits(element),
                                            is_unsigned ? SIGNLESS : UNSIGNED);
    struct term *converted[2] = {0};
    for (uint32_t i = 0; i < count; i++) {
        converted[i] = term_scalar(builder, other, SCALAR_CONVERT, 1, &args[i]);
    }
    struct term *result = term_scalar(builder, other, op, count, converted);
    return term_scalar(builder, element, SCALAR_CONVERT, 1, &result);
}

/* The zeros in front of a byte, less those that are no bits of the number. */
static struct term *leading_zeros(struct kernel_builder *builder, const struct type *element,
                                  struct term *number) {
    const struct type *byte = type_integer(kernel_context(builder), 8, UNSIGNED);
    number = term_scalar(builder, byte, SCALAR_CONVERT, 1, &number);
    struct term *both[2] = {term_scalar(builder, byte, SCALAR_COUNT_LEADING_ZEROS, 1, &number),
                            term_integer(builder, byte, 8 - type_bits(element))};
    struct term *zeros = term_scalar(builder, byte, SCALAR_SUBTRACT, 2, both);
    return term_scalar(builder, element, SCALAR_CONVERT, 1, &zeros);
}

struct term *term_nibble(struct kernel_builder *builder, const struct type *element,
                         enum scalar_op op, uint32_t count, struct term *const *args) {
    bool is_unsigned = element->signedness == UNSIGNED;
    switch (op) {
    case SCALAR_SHIFT_RIGHT_ARITHMETIC:
        return is_unsigned ? in_other_sign(builder, element, op, count, args) : NULL;
    case SCALAR_SHIFT_RIGHT_LOGICAL:
    case SCALAR_POPCNT:
        return is_unsigned ? NULL : in_other_sign(builder, element, op, count, args);
    case SCALAR_COUNT_LEADING_ZEROS:
        return is_unsigned ? leading_zeros(builder, element, args[0])
                           : in_other_sign(builder, element, op, count, args);
    default:
        return NULL;
    }
}
