/* Elements of every type, and tensors of them that lie in any strides. */
#ifndef KERNELS_ELEMENT_H
#define KERNELS_ELEMENT_H

#include "frame.h"

enum element {
    ELEMENT_F32,
    ELEMENT_F64,
    ELEMENT_BF16,
    ELEMENT_F16,
    ELEMENT_F8E4M3FN,
    ELEMENT_F8E5M2,
    ELEMENT_I1,
    ELEMENT_I8,
    ELEMENT_I16,
    ELEMENT_I32,
    ELEMENT_I64,
    ELEMENT_U8,
    ELEMENT_U16,
    ELEMENT_U32,
    ELEMENT_U64,
    ELEMENT_C64,
    ELEMENT_C128,
    ELEMENT_COUNT
};

/* An element as a number: floats and complex ones in two doubles, integers by their bits, extended
   to 64 as their sign says. */
struct number {
    double re, im;
    uint64_t bits;
};

int64_t element_bytes(enum element type);
bool element_is_float(enum element type); /* and real */
bool element_is_complex(enum element type);
bool element_is_signed(enum element type); /* an integer with a sign */
double element_unit(enum element type);    /* of a float: half the distance from 1 to the next */
const char *element_name(enum element type);

/* Rounds to the nearest. */
void element_store(enum element type, void *base, int64_t index, struct number value);
struct number element_load(enum element type, const void *base, int64_t index);

/* a + b and a * b, exact as far as doubles and 64 bits are. */
struct number number_add(struct number a, struct number b);
struct number number_multiply(struct number a, struct number b);

/* Any bits of an integer; a small whole number of a float, of magnitude at most `most`. */
struct number element_random(struct dice *dice, enum element type, int most);

/* Memory for so many numbers, which ends with the case. */
struct number *case_numbers(struct kernel_case *test, int64_t count);

/* --- tensors --- */

enum { LAYOUT_RANK = 12 };

/* Where elements lie: strides of any sign; the first one is `offset` elements behind the least. */
struct layout {
    int64_t rank, size[LAYOUT_RANK], stride[LAYOUT_RANK];
    int64_t offset, span; /* elements from the least to the greatest; 0: there are none */
};

/* Which liberties a layout takes. */
enum layout_liberty {
    LAYOUT_GAPS = 1,     /* between rows, */
    LAYOUT_APART = 2,    /* between elements, */
    LAYOUT_NEGATIVE = 4, /* backwards, */
    LAYOUT_REPEATED = 8, /* strides of 0; sources alone */
    LAYOUT_ORDER = 16    /* dimensions in another order than that of their numbers */
};

/* A layout of these extents that takes some of the liberties. */
struct layout layout_random(struct dice *dice, int64_t rank, const int64_t *size, int liberties);

int64_t layout_count(const struct layout *layout);

/* The place of the element of this number, the last dimension being the fastest. */
int64_t layout_place(const struct layout *layout, int64_t number);

/* Fills all of a tensor's memory, between elements too, with random ones. */
void layout_fill(struct dice *dice, const struct layout *layout, enum element type, int most,
                 char *memory);

/* Memory for a tensor, and where its first element is in it. */
char *case_tensor(struct kernel_case *test, const struct layout *layout, int64_t bytes,
                  char **memory);

#endif
