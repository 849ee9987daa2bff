/* Choosing how Fourier transforms are computed. Internal to the runtime and the compiler: emitted
   programs have plans, and nothing that makes them. Pure functions of their arguments. */
#ifndef SDYRT_FFT_PLAN_H
#define SDYRT_FFT_PLAN_H

#include "fft.h"
#include "machine_class.h"

/* The plan by this route for processors of the class; 0 (and no plan) if it does not accept. */
int sdyrt_fft_plan_by(int64_t route, const struct sdyrt_fft *what,
                      const struct sdyrt_machine_class *class, struct sdyrt_fft_plan *plan);

/* The plan by the first route that accepts and should. Plans of two classes differ in their
   instruction set alone. */
struct sdyrt_fft_plan sdyrt_fft_choose(const struct sdyrt_fft *what,
                                       const struct sdyrt_machine_class *class);

/* Whether there are transforms of this size: not of more than SDYRT_FFT_MOST points, nor of so many
   with large prime factors that the tables took long. */
int sdyrt_fft_has(int64_t size);

/* The roots of unity that the tasks read: how many real numbers they are, float or double as the
   type says; the bytes of scratch that filling takes; and the numbers. A program keeps them as a
   constant. */
int64_t sdyrt_fft_table_size(const struct sdyrt_fft *what, const struct sdyrt_fft_plan *plan);
size_t sdyrt_fft_table_scratch(const struct sdyrt_fft *what, const struct sdyrt_fft_plan *plan);
void sdyrt_fft_fill_table(const struct sdyrt_fft *what, const struct sdyrt_fft_plan *plan,
                          void *table, void *scratch);

/* "side", and a sentence about it. Static text. */
const char *sdyrt_fft_route_name(int64_t route);
const char *sdyrt_fft_route_sentence(int64_t route);

#endif
