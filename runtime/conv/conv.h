/* Convolutions of one to three spatial dimensions, in any physical order, with every feature of
   StableHLO's convolution: strides, padding, dilation of either operand, window reversal, feature
   groups and batch groups.

   The work is a fixed list of tasks, a function of the description alone; tasks are independent and
   may run on any threads in any order with the same bits. */
#ifndef SDYRT_CONV_H
#define SDYRT_CONV_H

#include "product_tile.h"

#ifdef __cplusplus
extern "C" {
#endif

#define SDYRT_CONV_RANK 3

/* One convolution. Dimensions that a program lacks have extent, stride and dilation 1 and come
   first: a 2-D convolution uses indices 1 and 2. Strides (in_batch and so on) count
   elements, so any physical order and any embedding in a larger buffer can be said; fastest is
   in_channel == out_channel == kernel_out == 1 (NHWC by HWIO). */
struct sdyrt_conv {
    int64_t type;  /* enum sdyrt_product_type; none whose result is of 8 or 16 bits but PRED */
    int64_t batch; /* of the result; the input's is batch * batch_groups */
    int64_t in_channels;    /* of one group; the input's is in_channels * feature_groups */
    int64_t out_channels;   /* of the result, over all groups */
    int64_t feature_groups; /* 1 if there are none; at most one of the two is above 1 */
    int64_t batch_groups;
    int64_t in_size[SDYRT_CONV_RANK];
    int64_t kernel_size[SDYRT_CONV_RANK];
    int64_t out_size[SDYRT_CONV_RANK];
    int64_t stride[SDYRT_CONV_RANK];
    int64_t pad_low[SDYRT_CONV_RANK];         /* may be negative; the high side follows */
    int64_t in_dilation[SDYRT_CONV_RANK];     /* lhs_dilation */
    int64_t kernel_dilation[SDYRT_CONV_RANK]; /* rhs_dilation */
    int64_t reversed[SDYRT_CONV_RANK];        /* 1 where window_reversal is true */
    int64_t in_batch, in_channel, in_spatial[SDYRT_CONV_RANK];
    int64_t kernel_in, kernel_out, kernel_spatial[SDYRT_CONV_RANK];
    int64_t out_batch, out_channel, out_spatial[SDYRT_CONV_RANK];
    /* 1: each sum is made in the order of the kernel's taps, at each tap in that of the channels,
       so that an element has the same bits in any batch; 0: as is fastest. */
    int64_t in_order;
    /* 1: what is multiplied are elements of the operands; 0: it may be sums of them, as Winograd's
       convolutions have it. */
    int64_t direct;
    /* 1: the kernel is what sdyrt_conv_pack makes of one with these strides. */
    int64_t packed;
    /* How many convolutions like this one are computed at a time, each of a piece of the input's
       channels, so that their results are to be added; 0 or 1: it is by itself. */
    int64_t pieces;
};

/* Called by the task that finished them, for pixels [pixel, pixel + pixels) and channels
   [channel, channel + channels) of the result. A pixel's number is ((b*D + d)*H + h)*W + w,
   whatever the physical order. Every element of the result is reported exactly once. */
typedef void sdyrt_conv_epilogue(void *context, int64_t pixel, int64_t pixels, int64_t channel,
                                 int64_t channels);

/* The number of tasks; a function of the description alone. (In conv_parts.c and conv_plan.c, which
   need nothing but product_tile.c, for the compiler.) */
int64_t sdyrt_conv_tasks(const struct sdyrt_conv *conv);

/* In how many pieces the input's channels are best taken, because the operands are large and the
   result is small: each piece, with `pieces` set, is one task that reads its operands once. 1: the
   convolution is computed as it is. */
int64_t sdyrt_conv_pieces(const struct sdyrt_conv *conv);

/* Whether by its sizes (batch, kernel, result) and groups it looks like a gradient of a kernel: it
   is fastest where the images of the batch lie side by side, not the channels. */
int sdyrt_conv_wants_images(const struct sdyrt_conv *conv);

/* Whether the way in which it would be computed, if its operands were f32, is one that bf16
   (SDYRT_PRODUCT_BF16_F32) has too: that need not be widened before. */
int sdyrt_conv_takes_bf16(const struct sdyrt_conv *conv);

/* Bytes of the packed kernel, on any processor, which begins at a multiple of 64; 0: it would not
   be packed anyhow, or it is packed for some pixels alone. A packed kernel gives the same bits. */
int64_t sdyrt_conv_packed_bytes(const struct sdyrt_conv *conv);

/* Whether kernels that lie as these have the same bytes when they are packed. */
int sdyrt_conv_packs_alike(const struct sdyrt_conv *a, const struct sdyrt_conv *b);

/* The number of tasks that pack a kernel, and one of them: operands[0] is the kernel, operands[1]
   the packed one. */
int64_t sdyrt_conv_pack_tasks(const struct sdyrt_conv *conv);
void sdyrt_conv_pack(const struct sdyrt_conv *conv, char *const *operands, int64_t task,
                     char *scratch);

/* Channels that a task reports at a time, at most. */
int64_t sdyrt_conv_columns(const struct sdyrt_conv *conv);

/* Runs one task on the calling thread. The result must overlap neither operand.
   epilogue may be null. scratch as for sdyrt_product. */
void sdyrt_conv_run(const struct sdyrt_conv *conv, const void *in, const void *kernel, void *out,
                    int64_t task, sdyrt_conv_epilogue *epilogue, void *context, void *scratch);

/* --- rows that another convolution reads --------------------------------------------------------
 *
 * A convolution's input may be the result of another, of which each task makes the rows that it
 * reads. Rows are four numbers: images [0] to [1], of each the rows [2] to [3]. */

/* Rows of its input that a task reads at most, of all its images, where images, rows, pixels and
   channels are dense, and no other task reads these for other channels; 0: otherwise. */
int64_t sdyrt_conv_rows_read(const struct sdyrt_conv *conv);

/* As many rows of the input as so many of the result are made of, at most: those of an image, or
   all of some. */
int64_t sdyrt_conv_rows_of(const struct sdyrt_conv *conv, int64_t rows);

/* Whether sdyrt_conv_make_rows can make rows of it. */
int sdyrt_conv_has_rows(const struct sdyrt_conv *conv);

/* The rows that a task reads, and those that rows of the result are made of. */
void sdyrt_conv_find_rows(const struct sdyrt_conv *conv, int64_t task, int64_t *rows);
void sdyrt_conv_rows_before(const struct sdyrt_conv *conv, const int64_t *rows, int64_t *before);

/* Makes these rows, with the bits that all tasks together give them; reports them as tasks do.
   `out` is where the first image's first row would be. */
void sdyrt_conv_make_rows(const struct sdyrt_conv *conv, const void *in, const void *kernel,
                          void *out, const int64_t *rows, sdyrt_conv_epilogue *epilogue,
                          void *context, void *scratch);

#ifdef __cplusplus
}
#endif
#endif
