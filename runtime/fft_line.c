#include "fft_line.h"

#include "gemm_tile.h"

#define REAL    float
#define NAME(x) x##_f32
#include "fft_line.inc"

#define REAL    double
#define NAME(x) x##_f64
#include "fft_line.inc"

static const struct fft_line_functions functions[2] = {
    {multiply_f32, part_halves_f32, join_halves_f32, copy_f32, extend_f32},
    {multiply_f64, part_halves_f64, join_halves_f64, copy_f64, extend_f64},
};

const struct fft_line_functions *sdyrt_fft_line_functions(int64_t type) {
    return &functions[type == SDYRT_GEMM_C128];
}
