/* Fourier transforms of lines side by side in vectors; internal to the runtime. */
#ifndef SDYRT_FFT_LANES_H
#define SDYRT_FFT_LANES_H

#include "fft_passes.h"

/* The imaginary part is nowhere: the numbers are real. (A part that is zero behind is that of a
 * pair of equal numbers, both in one place.) */
#define FFT_NO_PART INT64_MIN

/* A side of a group of lines: number i of line l is at at[i * element + l * lane], its imaginary
   part `part` behind, if not FFT_NO_PART. Strides count real numbers. */
struct fft_side {
    char *at;
    int64_t element, lane, part;
};

/* Lines that are transformed together. */
struct fft_group {
    const struct fft_short *size;
    const void *table; /* of the short transform */
    struct fft_side from, to;
    int64_t lines, first;  /* how many; the number of the first one, a multiple of FFT_LANES */
    int64_t form;          /* enum sdyrt_fft_form */
    int64_t real_size;     /* where the form is not complex */
    int swap_in, swap_out; /* real and imaginary parts change places: twice, the inverse */
    double scale;
    const void *halves;  /* roots of the real size, where that is even; else null */
    const void *between; /* twiddles between columns and rows, of `columns` columns; or null */
    int64_t columns;
};

/* For the numbers of two arrays of a transform, and one more at the end of a real one. */
#define FFT_ROOM(short) (sdyrt_fft_points(short) + 1)

/* Bytes that a group of lines needs, whatever the processor and the precision. */
size_t sdyrt_fft_lanes_scratch(const struct fft_short *size);

/* The function for an instruction set (enum sdyrt_isa) and a precision (SDYRT_PRODUCT_C64 or
   _C128). scratch:
   sdyrt_fft_lanes_scratch bytes, aligned to 64. */
typedef void fft_group_fn(const struct fft_group *group, char *scratch);
fft_group_fn *sdyrt_fft_group(int64_t isa, int64_t type);

#endif
