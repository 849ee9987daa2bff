/* What happens to a single line before and after its Fourier transform; internal to the runtime. */
#ifndef SDYRT_FFT_LINE_H
#define SDYRT_FFT_LINE_H

#include "fft_lanes.h"

/* Each takes the numbers of one line from a side and puts them to another. */
struct fft_line_functions {
    /* Products with a table, times `scale`; the parts of the numbers, and of the products, change
       places where that is said. */
    void (*multiply)(int64_t count, const struct fft_side *from, const struct fft_side *to,
                     const void *table, int swap_in, int swap_out, double scale);
    /* The first numbers of the transform of 2h real ones, of that of h complex ones that were made
       of pairs of them; and back, times two. */
    void (*part_halves)(int64_t h, const struct fft_side *from, const struct fft_side *to,
                        const void *roots);
    void (*join_halves)(int64_t h, const struct fft_side *from, const struct fft_side *to,
                        const void *roots);
    /* The same numbers, so many; and the whole transform of n real ones of its first half. */
    void (*copy)(int64_t count, const struct fft_side *from, const struct fft_side *to);
    void (*extend)(int64_t n, const struct fft_side *from, const struct fft_side *to);
};
const struct fft_line_functions *sdyrt_fft_line_functions(int64_t type);

#endif
