/* What may stand as an operand or result: sets of element types, and shapes. */
#ifndef SDYC_OPS_VERIFY_VALUE_TYPE_H
#define SDYC_OPS_VERIFY_VALUE_TYPE_H

#include "ir/ir.h"

enum value_type {
    /* Elements. */
    VALUE_PRED = 1 << 0,
    VALUE_SINT = 1 << 1, /* signless integers of 2 to 64 bits */
    VALUE_UINT = 1 << 2,
    VALUE_FLOAT = 1 << 3,
    VALUE_COMPLEX = 1 << 4,
    VALUE_QUANTIZED = 1 << 5,
    VALUE_PER_AXIS = 1 << 6, /* quantized per axis */
    VALUE_INDEX = 1 << 7,
    VALUE_FLOAT_32_64 = 1 << 8, /* f32 and f64 alone */
    VALUE_I32 = 1 << 9,
    VALUE_UI32 = 1 << 10,
    VALUE_ANY_INTEGER = 1 << 23, /* of any width and signedness */
    VALUE_ELEMENTS_ = ((1 << 11) - 1) | VALUE_ANY_INTEGER,
    /* Shapes of the tensor; none of them: any ranked tensor. */
    VALUE_RANK_0 = 1 << 11,
    VALUE_RANK_1 = 1 << 12,
    VALUE_RANK_2 = 1 << 13,
    VALUE_STATIC = 1 << 14,
    VALUE_BOUNDED = 1 << 15,  /* with VALUE_STATIC: or one bounded dimension */
    VALUE_UNRANKED = 1 << 16, /* unranked tensors too */
    /* Other types. */
    VALUE_TOKEN = 1 << 17,
    VALUE_TUPLE = 1 << 18,
    VALUE_BUFFER = 1 << 19,
    VALUE_FUTURE = 1 << 20,
    VALUE_SHAPED = 1 << 21, /* anything with a shape: tensors, memrefs */
    VALUE_ANY = 1 << 22,
    VALUE_ANY_ELEMENT = 1 << 24, /* ranked tensors of whatever */
    /* What other dialects take: an element, or a tensor of them. */
    VALUE_INTEGER_LIKE = 1 << 25, /* signless integers and indices */
    VALUE_FLOAT_LIKE = 1 << 26,
    VALUE_SHAPE = 1 << 27,   /* !shape.shape, or a list of indices */
    VALUE_SIZE = 1 << 28,    /* !shape.size, or an index */
    VALUE_WITNESS = 1 << 29, /* !shape.witness */
    VALUE_OF_OTHERS_ =
        VALUE_INTEGER_LIKE | VALUE_FLOAT_LIKE | VALUE_SHAPE | VALUE_SIZE | VALUE_WITNESS,
    /* Sets in use. */
    VALUE_INT = VALUE_SINT | VALUE_UINT,
    VALUE_PRED_INT = VALUE_PRED | VALUE_INT,
    VALUE_FLOAT_COMPLEX = VALUE_FLOAT | VALUE_COMPLEX,
    VALUE_FLOAT_QUANTIZED = VALUE_FLOAT | VALUE_QUANTIZED,
    VALUE_FLOAT_COMPLEX_QUANTIZED = VALUE_FLOAT_COMPLEX | VALUE_QUANTIZED,
    VALUE_NUMBER = VALUE_INT | VALUE_FLOAT_COMPLEX_QUANTIZED,
    VALUE_PLAIN = VALUE_FLOAT_COMPLEX | VALUE_PRED_INT,
    VALUE_TENSOR = VALUE_PLAIN | VALUE_QUANTIZED,
    VALUE_TENSOR_PER_AXIS = VALUE_TENSOR | VALUE_PER_AXIS,
    VALUE_STATIC_OR_BOUNDED = VALUE_TENSOR_PER_AXIS | VALUE_STATIC | VALUE_BOUNDED,
    VALUE_DIMENSIONS = VALUE_INDEX | VALUE_INT | VALUE_RANK_1 | VALUE_STATIC,
    VALUE_ANY_TENSOR = VALUE_TENSOR_PER_AXIS | VALUE_UNRANKED,
};

/* Whether `type` is in the set. */
bool value_type_accepts(uint32_t set, const struct type *type);
/* The set in words: "ranked tensor of 32-bit float or bool values". */
void value_type_describe(struct buffer *out, uint32_t set);

#endif
