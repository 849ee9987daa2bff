#include "conv_sums.h"

static int64_t elements_of(const struct conv_sums *sums) {
    const struct conv_box *box = sums->box;
    return (box->plane_end - box->plane) * (box->row_end - box->row) * (box->col_end - box->col) *
           (sums->by_images ? 1 : sums->conv->out_size[CONV_W]);
}

struct conv_sums sdyrt_conv_sums(const struct sdyrt_conv *conv, const struct conv_box *box,
                                 int by_images, void *out, void *held, int64_t bytes) {
    struct conv_sums sums = {
        .to = conv, .out = out, .conv = conv, .box = box, .by_images = by_images, .result = out};
    const int is_float = conv->type == SDYRT_PRODUCT_F32 || conv->type == SDYRT_PRODUCT_F64 ||
                         conv->type == SDYRT_PRODUCT_BF16_F32;
    if (is_float && elements_of(&sums) * (int64_t)sdyrt_product_result_size(conv->type) <= bytes) {
        sums.held = held;
    }
    return sums;
}

/* The result's strides where it lies apart: pixel by pixel all images, or plane by plane all rows;
   returns the element of the box's first. */
static int64_t lay_apart(const struct conv_sums *sums, struct sdyrt_conv *apart) {
    const struct conv_box *box = sums->box;
    const int64_t cols = box->col_end - box->col, planes = box->plane_end - box->plane;
    const int64_t pixel = sums->by_images ? planes * cols : cols;
    *apart = *sums->conv;
    apart->out_channel = 1;
    apart->out_spatial[CONV_W] = pixel;
    apart->out_spatial[CONV_H] = pixel * apart->out_size[CONV_W];
    if (sums->by_images) {
        apart->out_batch = cols;
        apart->out_spatial[CONV_D] = apart->out_spatial[CONV_H] * apart->out_size[CONV_H];
        return box->plane * cols + box->row * pixel + box->col;
    }
    apart->out_spatial[CONV_D] = apart->out_spatial[CONV_H] * (box->row_end - box->row);
    apart->out_batch = apart->out_spatial[CONV_D] * apart->out_size[CONV_D];
    return box->plane * apart->out_spatial[CONV_D] + box->row * apart->out_spatial[CONV_H] +
           box->col;
}

/* The element of the result where a row of channels begins, with strides of `c`. */
static int64_t place_of(const struct conv_sums *sums, const struct sdyrt_conv *c, int64_t plane,
                        int64_t row, int64_t w) {
    const int64_t *size = c->out_size, *stride = c->out_spatial;
    int64_t b = plane, d, h = row;
    if (sums->by_images) {
        w = row % size[CONV_W];
        h = row / size[CONV_W] % size[CONV_H];
        d = row / size[CONV_W] / size[CONV_H];
    } else {
        b = plane / size[CONV_D];
        d = plane % size[CONV_D];
    }
    return b * c->out_batch + d * stride[CONV_D] + h * stride[CONV_H] + w * stride[CONV_W];
}

static void add_channels(const struct conv_sums *sums, int64_t from, int64_t to) {
    const int64_t step = sums->conv->out_channel;
    for (int64_t i = sums->box->col; i < sums->box->col_end; i++) {
        if (sums->conv->type == SDYRT_PRODUCT_F64) {
            ((double *)sums->result)[to + i * step] += ((const double *)sums->out)[from + i];
        } else {
            ((float *)sums->result)[to + i * step] += ((const float *)sums->out)[from + i];
        }
    }
}

void sdyrt_conv_sums_end(const struct conv_sums *sums) {
    const struct conv_box *box = sums->box;
    const int64_t width = sums->by_images ? 1 : sums->conv->out_size[CONV_W];
    if (sums->to == sums->conv || sums->parts == 0) {
        return;
    }
    for (int64_t plane = box->plane; plane < box->plane_end; plane++) {
        for (int64_t row = box->row; row < box->row_end; row++) {
            for (int64_t w = 0; w < width; w++) {
                add_channels(sums, place_of(sums, sums->to, plane, row, w),
                             place_of(sums, sums->conv, plane, row, w));
            }
        }
    }
}

void sdyrt_conv_added(struct conv_sums *sums, int64_t parts) {
    sums->accumulate = 1;
    sums->parts += parts;
    if (sums->held == NULL || sums->parts < CONV_MOST_ADDED) {
        return;
    }
    if (sums->to == sums->conv) {
        const int64_t size = (int64_t)sdyrt_product_result_size(sums->conv->type);
        sums->out = (char *)sums->held - lay_apart(sums, &sums->apart) * size;
        sums->to = &sums->apart;
    } else {
        sdyrt_conv_sums_end(sums);
    }
    sums->accumulate = 0;
    sums->parts = 0;
}
