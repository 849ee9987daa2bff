/* Convolution as one small product per row of pixels and tap of the kernel: for every type and
   every arrangement of the operands. */
#include "conv_routes.h"

#include "sizes.h"

/* The pixels of row (b, d, h) and channels from col: what is summed at a time. */
struct row {
    int64_t b, d, h, pixels, col;
    const struct sdyrt_product_plan *plan; /* of a tap */
};

/* Pixels whose tap lies inside the input's row. */
static void inside_range(const struct sdyrt_conv *c, const struct row *s, int64_t tap,
                         int64_t *begin, int64_t *end) {
    int64_t stride = c->stride[CONV_W];
    int64_t at = tap * c->kernel_dilation[CONV_W] - c->pad_low[CONV_W];
    int64_t room = c->in_size[CONV_W] - at;
    *begin = at < 0 ? (-at + stride - 1) / stride : 0;
    *end = room > 0 ? minimum(s->pixels, (room + stride - 1) / stride) : 0;
    *end = maximum(*begin, *end);
}

/* sum += one row of the kernel's taps, at input depth and height */
static void add_row(const struct sdyrt_conv *c, const struct row *s, struct sdyrt_product *g,
                    const char *in, const char *kernel, char *sum, char *scratch) {
    int64_t operand = (int64_t)sdyrt_product_operand_size(g->type);
    int64_t result = (int64_t)sdyrt_product_result_size(g->type);
    for (int64_t tap = 0; tap < c->kernel_size[CONV_W]; tap++) {
        int64_t begin, end;
        inside_range(c, s, tap, &begin, &end);
        if (begin == end) {
            continue;
        }
        int64_t at =
            begin * c->stride[CONV_W] + tap * c->kernel_dilation[CONV_W] - c->pad_low[CONV_W];
        g->m = end - begin;
        sdyrt_product(g, s->plan, in + at * c->in_spatial[CONV_W] * operand,
                      kernel + tap * c->kernel_spatial[CONV_W] * operand,
                      sum + begin * g->c_row * result, 1, scratch);
    }
}

/* sum = the convolution, with the strides of g */
static void sum_row(const struct sdyrt_conv *c, const struct row *s, struct sdyrt_product *g,
                    const char *in, const char *kernel, char *sum, char *scratch) {
    int64_t operand = (int64_t)sdyrt_product_operand_size(g->type);
    g->m = s->pixels;
    g->k = 0;
    const struct sdyrt_product_plan clear = sdyrt_product_panels_of(s->plan->isa, g->type, 0);
    sdyrt_product(g, &clear, in, kernel, sum, 0, scratch);
    g->k = c->in_channels;
    for (int64_t tap_d = 0; tap_d < c->kernel_size[CONV_D]; tap_d++) {
        for (int64_t tap_h = 0; tap_h < c->kernel_size[CONV_H]; tap_h++) {
            int64_t d =
                s->d * c->stride[CONV_D] + tap_d * c->kernel_dilation[CONV_D] - c->pad_low[CONV_D];
            int64_t h =
                s->h * c->stride[CONV_H] + tap_h * c->kernel_dilation[CONV_H] - c->pad_low[CONV_H];
            if (d >= 0 && d < c->in_size[CONV_D] && h >= 0 && h < c->in_size[CONV_H]) {
                int64_t from =
                    s->b * c->in_batch + d * c->in_spatial[CONV_D] + h * c->in_spatial[CONV_H];
                int64_t weight = tap_d * c->kernel_spatial[CONV_D] +
                                 tap_h * c->kernel_spatial[CONV_H] + s->col * c->kernel_out;
                add_row(c, s, g, in + from * operand, kernel + weight * operand, sum, scratch);
            }
        }
    }
}

static void convolve_row(const struct sdyrt_conv *c, struct sdyrt_product g, struct row s,
                         const char *in, const char *kernel, char *out, char *scratch) {
    int64_t to = s.b * c->out_batch + s.d * c->out_spatial[CONV_D] + s.h * c->out_spatial[CONV_H] +
                 s.col * c->out_channel;
    if (c->out_size[CONV_W] > 0) {
        sum_row(c, &s, &g, in, kernel, out + to * (int64_t)sdyrt_product_result_size(c->type),
                scratch);
    }
}

void sdyrt_conv_plain(const struct sdyrt_conv *conv, const struct sdyrt_conv_plan *own,
                      const struct conv_box *box, const void *in, const void *kernel, void *out,
                      char *scratch) {
    const struct sdyrt_product product =
        sdyrt_conv_product(conv, own->route, 1, 1, box->col_end - box->col);
    const struct sdyrt_product_plan *plan = sdyrt_conv_product_plan(conv, own, &product);
    for (int64_t plane = box->plane; plane < box->plane_end; plane++) {
        for (int64_t row = box->row; row < box->row_end; row++) {
            struct row s = {plane / conv->out_size[CONV_D],
                            plane % conv->out_size[CONV_D],
                            row,
                            conv->out_size[CONV_W],
                            box->col,
                            plan};
            convolve_row(conv, product, s, in, kernel, out, scratch);
        }
    }
}
