/*
 * Tensors on the command line, as `sdyc run` and emitted programs take and print them:
 *
 *     @file.npy                    an array of NumPy; bf16 and narrower floats are raw bits
 *     2x3xf32=0.5                  all elements alike
 *     2x3xf32=1 2 3 4 5 6          one by one, row-major; brackets and commas count as spaces
 *     f32=1.5                      a scalar
 *     512x1024xf32=random:SEED     the same numbers wherever and whenever they are made
 *
 * random: element i of seed s is made from the 64 bits r = mix(s * 0x9e3779b97f4a7c15 + i + 1),
 * where mix is the finaliser of splitmix64. Floats (of any width, and both halves of a complex
 * number, which counts as two elements) are ((r >> 40) - 2^23) / 2^23, in [-1, 1), rounded to the
 * type; signed integers are r % 16 - 8, unsigned ones r % 16; of 2 bits r % 4 - 2 and
 * r % 4; booleans r % 2.
 *
 * Nothing here prints but sdyrt_value_print: a function that fails returns false and leaves a
 * sentence in `error`.
 */
#ifndef SDYRT_VALUE_H
#define SDYRT_VALUE_H

#include <stdio.h>
#include <string.h>

#include "npy.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A dense row-major tensor. Element types are named as in MLIR: "f32", "bf16", "i1", "ui8",
 * "f8E4M3FN", "complex<f32>"; numbers of 2, 4 and 6 bits are a byte each. */
struct sdyrt_value {
    const char *element;
    int rank;
    int64_t dims[SDYRT_RANK];
    void *data;    /* 64-byte aligned; owned, where sdyrt_value_read made it */
    size_t mapped; /* of sdyrt_value_map: bytes of the file in front of it; 0: it is no file's */
};

/* Reads a value of the type and shape of `expected`, whose data is not looked at: `@FILE.npy`,
 * `2x3xf32=0.5`, `3xi32=1 2 3`, `2x3xf32=random:SEED`, or `random:SEED` of any type. On success
 * release with sdyrt_value_free. */
bool sdyrt_value_read(const char *text, const struct sdyrt_value *expected,
                      struct sdyrt_value *value, struct sdyrt_npy_error *error);
/* The same where a part of the value alone is looked at, and nothing is changed: of a file no more
 * is read than that, where it holds the elements as they are. */
bool sdyrt_value_map(const char *text, const struct sdyrt_value *expected,
                     struct sdyrt_value *value, struct sdyrt_npy_error *error);
/* Writes the type, "2x3xf32", and returns the text. */
const char *sdyrt_value_type(char text[256], const struct sdyrt_value *value);
/* Whether a text is `random:SEED`, without a type. */
static inline bool sdyrt_value_is_random(const char *text) {
    return strncmp(text, "random:", 7) == 0;
}
/* The shape that a text or a file has, whatever the type: rank and dims, without data. A type
 * alone, "2x3xf32", is a shape too. */
bool sdyrt_value_shape(const char *text, struct sdyrt_value *value, struct sdyrt_npy_error *error);
void sdyrt_value_free(struct sdyrt_value *value);

/* Writes a .npy file, whole or not at all. */
bool sdyrt_value_write(const char *path, const struct sdyrt_value *value,
                       struct sdyrt_npy_error *error);
/* Prints `2x3xf32=[1 2 3][4 5 6]` and a newline; of many elements the first 1,024. */
void sdyrt_value_print(FILE *stream, const struct sdyrt_value *value);

size_t sdyrt_element_bytes(const char *element);           /* 0: there is none of that name */
size_t sdyrt_value_bytes(const struct sdyrt_value *value); /* in row-major order */

/* In value_layout.c. A tensor in memory: element (i0, ...) lies at the sum of i[d] * strides[d];
 * with channels in blocks (block > 0), dimension 1 adds i1 / block * strides[1] + i1 % block; of
 * numbers of 4 bits that are packed (block -2) two lie in a byte, the first in its low half. */
int sdyrt_value_is_row_major(int rank, const int64_t *dims, const int64_t *strides, int64_t block);
/* Copies the value, which is row-major, to such memory, or `back` from there. What pads blocks is
 * left alone, and so is the other half of a packed byte. */
void sdyrt_value_arrange(const struct sdyrt_value *value, const int64_t *strides, int64_t block,
                         void *memory, int back);

/* Puts a value's data, which is its own, into such memory, of so many bytes, or `back` from there;
 * what pads blocks is zero. False where there is no memory. */
bool sdyrt_value_rearrange(struct sdyrt_value *value, const int64_t *strides, int64_t block,
                           size_t bytes, int back);

/* In value_bounds.c. Reads a value that may be shorter than `bounds` in the dimensions of the set
 * `open` (a bit each), and makes it as long as they are, with zeros behind. `sizes`: of each
 * dimension that it had, room for SDYRT_RANK. */
bool sdyrt_value_read_bounded(const char *text, const struct sdyrt_value *bounds, uint32_t open,
                              struct sdyrt_value *value, int64_t *sizes,
                              struct sdyrt_npy_error *error);
/* Leaves the first sizes[d] elements of each dimension, in the same memory. */
void sdyrt_value_cut(struct sdyrt_value *value, const int64_t *sizes);

/* How far two values of one type may differ: |got - want| <= absolute + relative * |want|; NaN
 * equals NaN; integers and booleans are equal or not. A negative number: that of the type. */
struct sdyrt_tolerance {
    double absolute, relative;
};
bool sdyrt_value_compare(const struct sdyrt_value *got, const struct sdyrt_value *want,
                         struct sdyrt_tolerance tolerance, struct sdyrt_npy_error *error);

/* One number of a value: an element, or one half of a complex one. `rank` orders the numbers of a
 * type: integers are their own, floats are numbered from -0 and +0 (both 0) outwards, so that the
 * difference of two ranks is the distance in units in the last place. */
struct sdyrt_part {
    int is_real;
    double real; /* of floats */
    int64_t rank;
};
int sdyrt_element_parts(const char *element); /* 2: complex */
struct sdyrt_part sdyrt_value_part(const struct sdyrt_value *value, int64_t index);

#ifdef __cplusplus
}
#endif
#endif
