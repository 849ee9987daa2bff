/* Depthwise convolution, channels last: every tap is a product of two vectors of channels. */
#include "conv_routes.h"

enum { BLOCK = 64 }; /* channels summed at a time */

/* The input position that a tap reads along one dimension; -1: padding. */
static int64_t source(const struct sdyrt_conv *c, int dim, int64_t position, int64_t tap) {
    int64_t at = position * c->stride[dim] + tap * c->kernel_dilation[dim] - c->pad_low[dim];
    return at >= 0 && at < c->in_size[dim] ? at : -1;
}

static void add_products(int64_t count, const float *a, const float *b, float *sum) {
#pragma omp simd
    for (int64_t i = 0; i < count; i++) {
        sum[i] += a[i] * b[i];
    }
}

/* sum[0..channels) for the pixel at (d, h, w); in and kernel point to the first channel. */
static void sum_taps(const struct sdyrt_conv *c, const int64_t at[SDYRT_CONV_RANK],
                     int64_t channels, const float *in, const float *kernel, float *sum) {
    for (int64_t tap_d = 0; tap_d < c->kernel_size[CONV_D]; tap_d++) {
        for (int64_t tap_h = 0; tap_h < c->kernel_size[CONV_H]; tap_h++) {
            int64_t d = source(c, CONV_D, at[CONV_D], tap_d);
            int64_t h = source(c, CONV_H, at[CONV_H], tap_h);
            for (int64_t tap_w = 0; tap_w < c->kernel_size[CONV_W] && d >= 0 && h >= 0; tap_w++) {
                int64_t w = source(c, CONV_W, at[CONV_W], tap_w);
                if (w >= 0) {
                    add_products(channels,
                                 in + d * c->in_spatial[CONV_D] + h * c->in_spatial[CONV_H] +
                                     w * c->in_spatial[CONV_W],
                                 kernel + tap_d * c->kernel_spatial[CONV_D] +
                                     tap_h * c->kernel_spatial[CONV_H] +
                                     tap_w * c->kernel_spatial[CONV_W],
                                 sum);
                }
            }
        }
    }
}

static void convolve_pixel(const struct sdyrt_conv *c, const struct conv_box *box,
                           const int64_t at[SDYRT_CONV_RANK], const float *in, const float *kernel,
                           float *out) {
    for (int64_t col = box->col; col < box->col_end; col += BLOCK) {
        int64_t channels = box->col_end - col < BLOCK ? box->col_end - col : BLOCK;
        float sum[BLOCK] = {0};
        sum_taps(c, at, channels, in + col, kernel + col, sum);
        for (int64_t i = 0; i < channels; i++) {
            out[col + i] = sum[i];
        }
    }
}

void sdyrt_conv_depthwise(const struct sdyrt_conv *c, const struct conv_box *box, const float *in,
                          const float *kernel, float *out) {
    for (int64_t plane = box->plane; plane < box->plane_end; plane++) {
        int64_t b = plane / c->out_size[CONV_D], d = plane % c->out_size[CONV_D];
        for (int64_t h = box->row; h < box->row_end; h++) {
            float *to =
                out + b * c->out_batch + d * c->out_spatial[CONV_D] + h * c->out_spatial[CONV_H];
            for (int64_t w = 0; w < c->out_size[CONV_W]; w++) {
                const int64_t at[SDYRT_CONV_RANK] = {d, h, w};
                convolve_pixel(c, box, at, in + b * c->in_batch, kernel,
                               to + w * c->out_spatial[CONV_W]);
            }
        }
    }
}
