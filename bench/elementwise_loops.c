/* The fused loops that strips are measured against; compiled with -O3 -march=native. */
#include "elementwise.h"

#include "scalar.h"

/* As a C programmer writes it; gcc takes libmvec's tanh because scalar.h declares it a vector
 * function. */
void gelu_library(float *restrict y, const float *restrict x, int64_t n) {
#pragma omp simd
    for (int64_t i = 0; i < n; i++) {
        float a = x[i];
        y[i] = a * 0.5f * (1.0f + tanhf(0.79788456f * (a + 0.044715f * a * a * a)));
    }
}

/* As the code generator writes it for an optimising compiler. */
void gelu_inline(float *restrict y, const float *restrict x, int64_t n) {
#pragma omp simd
    for (int64_t i = 0; i < n; i++) {
        float a = x[i];
        y[i] = a * 0.5f * (1.0f + sdyrt_tanh_f32(0.79788456f * (a + 0.044715f * a * a * a)));
    }
}

void scale_and_add(float *restrict y, const float *restrict x, const float *restrict z, int64_t n) {
#pragma omp simd
    for (int64_t i = 0; i < n; i++) {
        y[i] = x[i] * 0.5f + z[i];
    }
}
