/* Convolutions to test, of small integers, so that sums are exact in every type; and what they are
   by definition. */
#ifndef CONV_PROBLEM_H
#define CONV_PROBLEM_H

#include "conv_plan.h"

/* The next of the numbers that every program gets in the same order, and these from the start. */
int64_t random_between(int64_t low, int64_t high);
void random_from_start(void);

/* Memory from a multiple of 64 bytes on, to be freed. */
void *aligned(size_t bytes);
float *some_floats(int64_t count);

/* The route that is taken wherever it can be; at first none. */
extern enum sdyrt_conv_route forced;

/* The plans of a convolution for the processor at hand, by the forced route where that can be. */
struct plans {
    struct sdyrt_conv_plan of[64];
};
struct plans plans_of(const struct sdyrt_conv *conv);

/* All tasks of a convolution, from the last to the first. */
int64_t tasks_of(const struct sdyrt_conv *conv);
void convolve(const struct sdyrt_conv *conv, const void *in, const void *kernel, void *out,
              sdyrt_conv_epilogue *epilogue, void *context, void *scratch);

/* The kernel as it is packed ahead, to be freed; NULL: it is not. `bytes` may be null. */
char *packed_kernel(const struct sdyrt_conv *conv, void *kernel, size_t *bytes, char *scratch);

/* Orders of the dimensions batch, channel, d, h, w (for kernels: out, in, d, h, w) in memory,
   outermost first. */
extern const int channels_last[5], channels_first[5], batch_last[5];
extern const int swapped[5];    /* what a kernel's gradient makes of channels first */
extern const int taps_first[5]; /* of the gradient of a kernel, channels last */
extern const int *const orders[3];

struct problem {
    struct sdyrt_conv conv;
    int64_t in_count, kernel_count, out_count;
    int8_t *in, *kernel; /* the values */
    int64_t *seen;       /* how often the epilogue reported an element: [pixel][channel] */
};

/* Strides of operands and result in these orders: dense, but for a gap between the outermost
   dimension's elements. */
void lay_out(struct problem *p, const int *in_order, const int *kernel_order, const int *out_order);

/* Which element of an operand a tap reads along one dimension; -1: padding. */
int64_t source(const struct sdyrt_conv *c, int dim, int64_t position, int64_t tap);

/* A problem with these orders, and room for its values and for what is seen; and its end. */
struct problem problem_of(const struct sdyrt_conv *conv, const int *in_order,
                          const int *kernel_order, const int *out_order);
void problem_free(struct problem *p);

/* An operand of random values, which are kept as integers too. */
void *operand(const struct problem *p, int8_t *values, int64_t count);

/* An epilogue whose context is the problem. */
void count_reported(void *context, int64_t pixel, int64_t pixels, int64_t channel,
                    int64_t channels);

/* Fails where an element is not what the definition says, or was not reported once. */
void compare(const struct problem *p, const void *out);

/* All of that, whatever the tasks; and that a packed kernel gives the same bits. */
void check(const struct sdyrt_conv *conv, const int *in_order, const int *kernel_order,
           const int *out_order);

/* The greatest error of elements of a 2-D convolution of one image by a 3x3 kernel, channels last:
   of random numbers from `low`, -1 or 0, to 1. */
double greatest_error(const struct sdyrt_conv *conv, int low);

/* A 2-D convolution without the rarer features. */
struct sdyrt_conv plain(int64_t batch, int64_t size, int64_t channels, int64_t kernel,
                        int64_t stride, int64_t out_channels);

/* Channels last, without gaps. */
struct sdyrt_conv dense(struct sdyrt_conv c);

/* The output size that StableHLO gives for the rest of the description. */
int64_t natural_size(const struct sdyrt_conv *c, int dim, int64_t pad_high);

#endif
