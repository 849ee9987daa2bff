#include "loops.h"

#include "scalar.h"

#define LOOP_1(name, t, T)                                                                         \
    void loop_##name##_##t(T *to, const T *a, int64_t n) {                                         \
        _Pragma("omp simd") for (int64_t i = 0; i < n; i++) {                                      \
            to[i] = sdyrt_##name##_##t(a[i]);                                                      \
        }                                                                                          \
    }
#define LOOP_2(name, t, T)                                                                         \
    void loop_##name##_##t(T *to, const T *a, const T *b, int64_t n) {                             \
        _Pragma("omp simd") for (int64_t i = 0; i < n; i++) {                                      \
            to[i] = sdyrt_##name##_##t(a[i], b[i]);                                                \
        }                                                                                          \
    }
#define FUNCTION_1(name, single, wide) LOOP_1(name, f32, float) LOOP_1(name, f64, double)
#define FUNCTION_2(name, single, wide) LOOP_2(name, f32, float) LOOP_2(name, f64, double)
#include "functions.def"
