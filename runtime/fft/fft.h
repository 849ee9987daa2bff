/* Fourier transforms of lines along one dimension of operands of any strides.

   Transforms of several dimensions are one after the other. All lengths are at most some times as
   expensive as the next power of two. The work is one phase, or two where lines are long and few.
   The tasks of a phase are a function of the description alone and independent; a phase may begin
   when all tasks of the one before have ended. The bits of a result do not depend on threads. */
#ifndef SDYRT_FFT_H
#define SDYRT_FFT_H

#include <stddef.h>
#include <stdint.h>

#include "bounds.h"

#ifdef __cplusplus
extern "C" {
#endif

enum sdyrt_fft_form {
    SDYRT_FFT_COMPLEX,
    SDYRT_FFT_FROM_REAL, /* size numbers to the first size / 2 + 1 of their transform */
    SDYRT_FFT_TO_REAL    /* and back; the inverse alone */
};

enum { SDYRT_FFT_MOST = 1 << 26 };

/* out[k] = the sum over j of in[j] * exp(-2 pi i j k / size), or, of the inverse,
   the sum over k of in[k] * exp(2 pi i j k / size) / size. Strides count elements, real or
   complex ones. */
struct sdyrt_fft {
    int64_t type; /* of complex numbers: SDYRT_PRODUCT_C64 or SDYRT_PRODUCT_C128 */
    int64_t form; /* enum sdyrt_fft_form */
    int64_t inverse;
    int64_t phase; /* 0 to sdyrt_fft_phases - 1 */
    int64_t size, from, to;
    int64_t rank; /* of the outer dimensions */
    int64_t outer_size[SDYRT_RANK];
    int64_t outer_from[SDYRT_RANK];
    int64_t outer_to[SDYRT_RANK];
};

/* How it is done: a row of fft_routes.def, and what that leaves open. */
struct sdyrt_fft_plan {
    int64_t route;       /* enum sdyrt_fft_route */
    int64_t isa;         /* enum sdyrt_isa: whose kernels are taken */
    int64_t points;      /* of the complex transform */
    int64_t halves;      /* 1: its numbers are pairs of real ones */
    int64_t lane;        /* side by side: the outer dimension of the lanes; -1: a single line */
    int64_t rows;        /* that a line is cut into, or its convolution */
    int64_t convolution; /* that takes the place of a line: its points; 0: none does */
};

enum sdyrt_fft_route {
#define ROUTE(name, NAME, ...) SDYRT_FFT_BY_##NAME,
#include "fft_routes.def"
    SDYRT_FFT_ROUTE_COUNT
};

/* How many phases the transform has, and how many complex numbers the buffer that they share
   holds (0 if there is one). Neither looks at `phase`. */
int64_t sdyrt_fft_phases(const struct sdyrt_fft_plan *plan);
int64_t sdyrt_fft_shared(const struct sdyrt_fft *what, const struct sdyrt_fft_plan *plan);

/* The number of tasks of the phase; 0 where there is nothing to transform. */
int64_t sdyrt_fft_tasks(const struct sdyrt_fft *what, const struct sdyrt_fft_plan *plan);

/* Bytes of scratch that a task needs, aligned to 64. */
size_t sdyrt_fft_scratch(const struct sdyrt_fft *what, const struct sdyrt_fft_plan *plan);

/* Runs one task of the phase on the calling thread, by a plan that was made for this description,
   for a class that the processor belongs to. operands: in, out, the table that the plan asks for
   (fft_plan.h), and with two phases what they share. They do not overlap. */
void sdyrt_fft(const struct sdyrt_fft *what, const struct sdyrt_fft_plan *plan,
               char *const *operands, int64_t task, char *scratch);

#ifdef __cplusplus
}
#endif
#endif
