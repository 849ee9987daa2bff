/* Convolutions of one to three spatial dimensions, in any physical order, with every feature of
   StableHLO's convolution: strides, padding, dilation of either operand, window reversal, feature
   groups and batch groups. README.md says which ways of convolving there are, and when each is
   taken.

   A descriptor (struct sdyrt_conv) says what is asked. Plans (struct sdyrt_conv_plan) say how it is
   done; conv_plan.h makes them, once, of the descriptor and a class of processors. The work is the
   list of tasks that the plans give; tasks are independent and may run on any threads in any order
   with the same bits. */
#ifndef SDYRT_CONV_H
#define SDYRT_CONV_H

#include "product.h"

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

/* Products that boxes of tasks are: whole ones, and at the ends those of fewer rows, of fewer
   columns, and of both. */
enum sdyrt_conv_shape {
    SDYRT_CONV_WHOLE,
    SDYRT_CONV_FEWER_ROWS,
    SDYRT_CONV_FEWER_COLUMNS,
    SDYRT_CONV_FEWER_OF_BOTH,
    SDYRT_CONV_SHAPES
};

/* How parts of a convolution are computed: a row of conv_routes.def, and what that leaves open. A
   convolution has one part, or several (conv_parts.c), and a plan for those of them that are alike,
   in the order of the parts. `planes` count images, and their depths; `rows` are those of an image,
   `cols` channels. Where rows of a product are images, planes count the batch and rows the pixels
   (conv_shape.h: CONV_IMAGES). */
struct sdyrt_conv_plan {
    int64_t more; /* 1: the plan behind this one is of the same convolution, of the parts after */
    int64_t residue, piece, parts; /* the first part, and how many there are */
    int64_t width; /* columns of a part, which are pieces of one residue; 0: they are residues */
    int64_t route; /* enum sdyrt_conv_route */
    int64_t planes, rows, cols;                /* of a task */
    int64_t plane_count, row_count, col_count; /* what there is of each in a part */
    int64_t tasks;                             /* of a part */
    int64_t block_planes, block_rows;          /* computed and reported at a time */
    int64_t channels;    /* input channels contracted in one pass; by images of the batch, pairs of
                            one and a depth of the kernel */
    int64_t tap_rows;    /* rows of the kernel in one pass */
    int64_t tap_columns; /* taps of a row in one pass, by images of the batch */
    int64_t tiles;       /* in one pass, of a gradient by Winograd's transforms */
    int64_t copies;      /* 1: the input goes through a padded copy in the scratch */
    int64_t isa;         /* enum sdyrt_isa: whose instructions compute it */
    int64_t panel;       /* elements of the packed kernel, of each SDYRT_PANEL_BYTES of channels of
                            the result; 0: none is packed */
    /* Where boxes are products of their own (conv_shape.h: CONV_PRODUCTS), how these are
       computed: of each shape that there is. */
    struct sdyrt_product_plan products[SDYRT_CONV_SHAPES];
};

enum sdyrt_conv_route {
#define ROUTE(name, NAME, ...) SDYRT_CONV_##NAME,
#include "conv_routes.def"
    SDYRT_CONV_ROUTE_COUNT
};

/* Called by the task that finished them, for pixels [pixel, pixel + pixels) and channels
   [channel, channel + channels) of the result. A pixel's number is ((b*D + d)*H + h)*W + w,
   whatever the physical order. Every element of the result is reported exactly once. */
typedef void sdyrt_conv_epilogue(void *context, int64_t pixel, int64_t pixels, int64_t channel,
                                 int64_t channels);

/* What is convolved and how. The plans are all those of the convolution, made for a class that this
   processor belongs to. The result must overlap neither operand. Where `band` is not null, the
   result is needed by the epilogue alone, and `out` has room for that of one block
   (sdyrt_conv_block_elements), which the next one overwrites: *band is set to where the whole's
   first element would be before the epilogue is called. */
struct sdyrt_conv_call {
    const struct sdyrt_conv *conv;
    const struct sdyrt_conv_plan *plans;
    const void *in, *kernel;
    void *out;
    void (*epilogue)(void *, int64_t, int64_t, int64_t, int64_t); /* sdyrt_conv_epilogue; or null */
    void *context;
    char **band;
};

/* Runs one task on the calling thread; one that the plans do not have does nothing. scratch as for
   sdyrt_product. */
void sdyrt_conv_run(const struct sdyrt_conv_call *call, int64_t task, void *scratch);

/* The same of tasks that are cut into so many shares each, which are tasks of their own where there
   are many threads: `first` and as many behind it, of at most `most`, as are computed together.
   Returns how many. Share s of task t has the number t * shares + s. */
int64_t sdyrt_conv_run_shares(const struct sdyrt_conv_call *call, int64_t shares, int64_t first,
                              int64_t most, void *scratch);

/* The number of tasks that pack a kernel, and one of them: operands[0] is the kernel, operands[1]
   the packed one. */
int64_t sdyrt_conv_pack_tasks(const struct sdyrt_conv *conv);
void sdyrt_conv_pack(const struct sdyrt_conv *conv, const struct sdyrt_conv_plan *plan,
                     char *const *operands, int64_t task, char *scratch);
/* The same where each of them is so many tasks, up to sdyrt_conv_pack_parts of the plan. */
void sdyrt_conv_pack_part(const struct sdyrt_conv *conv, const struct sdyrt_conv_plan *plan,
                          char *const *operands, int64_t parts, int64_t task, char *scratch);

/* --- rows that another convolution reads --------------------------------------------------------
 *
 * A convolution's input may be the result of another, of which each task makes the rows that it
 * reads. Rows are four numbers: images [0] to [1], of each the rows [2] to [3]. */

/* The rows that a task reads, and those that rows of the result are made of. */
void sdyrt_conv_find_rows(const struct sdyrt_conv *conv, const struct sdyrt_conv_plan *plans,
                          int64_t task, int64_t *rows);
void sdyrt_conv_rows_before(const struct sdyrt_conv *conv, const int64_t *rows, int64_t *before);

/* Makes these rows, with the bits that all tasks together give them; reports them as tasks do. The
   call's `out` is where the first image's first row would be. */
void sdyrt_conv_make_rows(const struct sdyrt_conv_call *call, const int64_t *rows, void *scratch);

#ifdef __cplusplus
}
#endif
#endif
