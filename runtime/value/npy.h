/*
 * Reader and writer of NumPy's .npy files (versions 1 to 3).
 *
 * Nothing here prints: a function that fails returns false and leaves a sentence in `error`.
 */
#ifndef SDYRT_NPY_H
#define SDYRT_NPY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "bounds.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What an element is; raw covers void types such as V2, which store bits without a meaning. */
enum sdyrt_npy_kind {
    SDYRT_NPY_BOOL = 'b',
    SDYRT_NPY_INT = 'i',
    SDYRT_NPY_UINT = 'u',
    SDYRT_NPY_FLOAT = 'f',
    SDYRT_NPY_COMPLEX = 'c',
    SDYRT_NPY_RAW = 'V',
};

/* An array: dense, row-major, in the byte order of this machine. */
struct sdyrt_npy {
    enum sdyrt_npy_kind kind;
    int element_bytes; /* of one element; a complex number counts as one element */
    int rank;
    int64_t shape[SDYRT_RANK];
    void *data;    /* 64-byte aligned, owned by this struct after a read */
    size_t mapped; /* bytes of the file in front of it, which are mapped with it; 0: none are */
};

struct sdyrt_npy_error {
    char text[256]; /* "x.npy: the file ends after 100 of 4096 data bytes" */
};

/* Reads a whole file. Fortran order and foreign byte order are converted. Data of more than
 * `max_bytes` is refused (0: no limit but memory). On success release with sdyrt_npy_free. */
bool sdyrt_npy_read(const char *path, size_t max_bytes, struct sdyrt_npy *array,
                    struct sdyrt_npy_error *error);

/* The same of a file of which a part alone may be looked at: where it is row-major and in the byte
 * order of this machine it is mapped into memory, and read as it is looked at. Then `data` is not
 * to be changed, and is aligned as it is in the file. */
bool sdyrt_npy_map(const char *path, size_t max_bytes, struct sdyrt_npy *array,
                   struct sdyrt_npy_error *error);

/* Reads what a file says of its array, not the data: kind, sizes and shape. */
bool sdyrt_npy_describe(const char *path, struct sdyrt_npy *array, struct sdyrt_npy_error *error);

/* Writes the array to `path`: the file appears complete or, on failure, not at all. */
bool sdyrt_npy_write(const char *path, const struct sdyrt_npy *array,
                     struct sdyrt_npy_error *error);

/* Frees the data of an array that was read or mapped; and the same by what the array says. */
void sdyrt_npy_free(struct sdyrt_npy *array);
void sdyrt_npy_release(void *data, size_t mapped, int64_t bytes);

/* "i32", "complex<f64>": the type of the elements, as MLIR spells it. */
void sdyrt_npy_type(char *text, size_t size, const struct sdyrt_npy *array);

/* Number of elements, and of data bytes; -1 when the product overflows. */
int64_t sdyrt_npy_elements(const struct sdyrt_npy *array);
int64_t sdyrt_npy_bytes(const struct sdyrt_npy *array);

#ifdef __cplusplus
}
#endif
#endif
