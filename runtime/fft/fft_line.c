#include "fft_line.h"

#include "parts.h"
#include "product_tile.h"

#if SDYRT_HAS_FFT_F32
#define REAL    float
#define NAME(x) x##_f32
#include "fft_line.inc"
#endif

#if SDYRT_HAS_FFT_F64
#define REAL    double
#define NAME(x) x##_f64
#include "fft_line.inc"
#endif

#define FUNCTIONS(t) multiply_##t, part_halves_##t, join_halves_##t, copy_##t, extend_##t
static const struct fft_line_functions functions[2] = {
    SDYRT_ROW(FFT_F32, FUNCTIONS(f32)),
    SDYRT_ROW(FFT_F64, FUNCTIONS(f64)),
};

const struct fft_line_functions *sdyrt_fft_line_functions(int64_t type) {
    return &functions[type == SDYRT_PRODUCT_C128];
}
