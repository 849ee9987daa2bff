/* What follows from a plan of a Fourier transform: its passes and its table. Internal to the
   runtime. */
#ifndef SDYRT_FFT_PASSES_H
#define SDYRT_FFT_PASSES_H

#include "caches.h"
#include "fft.h"

enum {
    FFT_FACTORS = sizeof(int64_t) * 8,
    FFT_PRIME = 31, /* the largest factor that a pass of its own is made for */
    FFT_LANES = SDYRT_LINE_BYTES / sizeof(float) /* lines side by side in tables, and in a task */
};

/* A transform of many lines at once, in passes over factors of its length; where that has a large
   prime factor, as a convolution of the length `convolution`, of which the factors then are. */
struct fft_short {
    int64_t size, convolution; /* 0: none */
    int64_t count, factors[FFT_FACTORS];
};

/* The passes of transforms of `size` points, at least 1. */
void sdyrt_fft_short_passes(int64_t size, struct fft_short *passes);
/* The least 2^a, 3 * 2^a or 5 * 2^a that is not less. */
int64_t sdyrt_fft_smooth_size(int64_t least);

/* A transform of a single line as one of `columns.size` rows and `rows.size` columns: along the
   columns, then along the rows; of the line, or of the convolution that takes its place. */
struct fft_long {
    int64_t size, convolution;
    struct fft_short columns, rows;
};

struct fft_passes {
    int64_t size; /* of the complex transform */
    int halves;   /* its numbers are pairs of real ones */
    int along;    /* line by line; else side by side, along an outer dimension */
    struct fft_short side;
    struct fft_long line;
    int64_t lane; /* side by side: the outer dimension, -1: a single line */
};
/* The passes of a plan, of at least one point. */
void sdyrt_fft_passes(const struct sdyrt_fft_plan *plan, struct fft_passes *passes);

/* Complex numbers of a line while it is transformed: its size, or that of its convolution. */
int64_t sdyrt_fft_points(const struct fft_short *size);

/* Tables, in complex numbers. That of a short transform:
     of a convolution: the chirp, exp(-pi i k k / size); the transform of its conjugate
     for each pass over a factor p > 5 but 8: the roots exp(-2 pi i k / p)
     for each pass that others follow: for each place the p - 1 twiddles
   That of a long one: of a convolution: the chirp, the transform of its conjugate; columns; rows;
   the twiddles between them, exp(-2 pi i j k / size): for each group of FFT_LANES columns those of
   its first one, then for each row those of the first FFT_LANES columns, real parts first. */
int64_t sdyrt_fft_short_table(const struct fft_short *size);
/* The table of a plan, but for the roots of its halves. */
int64_t sdyrt_fft_passes_table(const struct fft_passes *passes);

/* What a pass over a factor reads first: 0, or the factor. */
int64_t sdyrt_fft_roots(int64_t factor);

#endif
