/* The measured functions as loops that an optimising compiler makes of scalar.h, as it does of a
 * program's kernels: compiled with the flags of --jit=cc. */
#ifndef ACCURACY_LOOPS_H
#define ACCURACY_LOOPS_H

#include <stdint.h>

#define FUNCTION_1(name, single, wide)                                                             \
    void loop_##name##_f32(float *to, const float *a, int64_t n);                                  \
    void loop_##name##_f64(double *to, const double *a, int64_t n);
#define FUNCTION_2(name, single, wide)                                                             \
    void loop_##name##_f32(float *to, const float *a, const float *b, int64_t n);                  \
    void loop_##name##_f64(double *to, const double *a, const double *b, int64_t n);
#include "functions.def"

#endif
