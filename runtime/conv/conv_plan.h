/* Choosing how a convolution is computed. Internal to the runtime and the compiler: emitted
   programs have plans, and nothing that makes them. Pure functions of their arguments. */
#ifndef SDYRT_CONV_PLAN_H
#define SDYRT_CONV_PLAN_H

#include "conv.h"
#include "machine_class.h"

/* Processors of a class, for which plans are made; and the route that is taken wherever it can be,
   for tests and measurements, or SDYRT_CONV_ROUTE_COUNT. */
struct conv_planner {
    struct sdyrt_machine_class class;
    enum sdyrt_conv_route forced;
};

/* That of a set of instructions, by any route. */
struct conv_planner sdyrt_conv_planner(enum sdyrt_set set);

/* Makes the plans of a convolution, of all its parts, and writes the first `most` of them. Returns
   how many there are, at least 1. */
int64_t sdyrt_conv_plans(const struct sdyrt_conv *conv, const struct conv_planner *planner,
                         struct sdyrt_conv_plan *plans, int64_t most);

/* The same for up to SDYRT_SET_COUNT classes, each with a planner and a list: what is the same for
   all of them is found out once. And how many plans a convolution can have. */
struct conv_plan_list {
    struct sdyrt_conv_plan *items;
    int64_t most, count; /* how many have room there, and how many there are */
};
void sdyrt_conv_plan_classes(const struct sdyrt_conv *conv, const struct conv_planner *planners,
                             struct conv_plan_list *lists, int count);
int64_t sdyrt_conv_most_plans(const struct sdyrt_conv *conv);

/* Cycles of one core that the parts of one of its plans are expected to take on this class; and
   those by the cheapest other route that can compute them, which is written to *next; 0: there is
   none. That may be less: a way is chosen for all classes together (conv_plan.c). */
double sdyrt_conv_cycles(const struct sdyrt_conv *conv, const struct sdyrt_machine_class *class,
                         const struct sdyrt_conv_plan *plan);
double sdyrt_conv_next(const struct sdyrt_conv *conv, const struct sdyrt_machine_class *class,
                       const struct sdyrt_conv_plan *plan, enum sdyrt_conv_route *next);

/* "pixels", and a sentence about it. Static text. */
const char *sdyrt_conv_route_name(int64_t route);
const char *sdyrt_conv_route_sentence(int64_t route);

/* --- what plans say -----------------------------------------------------------------------------
 *
 * `plans` are all those of the convolution. */

/* The number of tasks. */
int64_t sdyrt_conv_tasks(const struct sdyrt_conv *conv, const struct sdyrt_conv_plan *plans);

/* How many shares a task is cut into, where there are many threads; 1: they are small. */
int64_t sdyrt_conv_shares(const struct sdyrt_conv *conv, const struct sdyrt_conv_plan *plans);

/* Channels that a task reports at a time, at most. */
int64_t sdyrt_conv_columns(const struct sdyrt_conv_plan *plans);

/* Bytes of the packed kernel, which begins at a multiple of 64; 0: it would not be packed anyhow,
   or it is packed for some pixels alone. A packed kernel gives the same bits. */
int64_t sdyrt_conv_packed_bytes(const struct sdyrt_conv *conv, const struct sdyrt_conv_plan *plans);

/* How many tasks would each pack the same channels of the kernel; 0: it is not packed ahead in each
   run, as is not what is as large as the images, of which gradients of kernels are made. */
int64_t sdyrt_conv_packed_often(const struct sdyrt_conv *conv, const struct sdyrt_conv_plan *plans);

/* Into how many tasks a panel of the kernel is best cut where it is packed: one, where the route
   has no parts of panels. */
int64_t sdyrt_conv_pack_parts(const struct sdyrt_conv *conv, const struct sdyrt_conv_plan *plans);

/* Whether kernels that lie as these have the same bytes when they are packed by such plans. */
int sdyrt_conv_lie_alike(const struct sdyrt_conv *a, const struct sdyrt_conv *b);
int sdyrt_conv_pack_alike(const struct sdyrt_conv_plan *a, const struct sdyrt_conv_plan *b);

/* Rows of its input that a task reads at most, of all its images, where images, rows, pixels and
   channels are dense, and no other task reads these for other channels; 0: otherwise. */
int64_t sdyrt_conv_rows_read(const struct sdyrt_conv *conv, const struct sdyrt_conv_plan *plans);

/* As many rows of the input as so many of the result are made of, at most: those of an image, or
   all of some. */
int64_t sdyrt_conv_rows_of(const struct sdyrt_conv *conv, int64_t rows);

/* Elements from the first to the last of the result of a block of a task, where that may be made in
   memory of its own (sdyrt_conv_call: band); 0: elsewhere. */
int64_t sdyrt_conv_block_elements(const struct sdyrt_conv *conv,
                                  const struct sdyrt_conv_plan *plans);

/* Whether sdyrt_conv_make_rows can make rows of it. */
int sdyrt_conv_has_rows(const struct sdyrt_conv *conv, const struct sdyrt_conv_plan *plans);

/* --- what the compiler asks before there are plans -------------------------------------------- */

/* What orders lose, for each byte, in bytes that could come from memory meanwhile: where elements
   of so many bytes are gathered one by one; and where they are transposed by vectors instead of
   copied, which those are that fill words. */
double sdyrt_conv_gathered(int64_t size);
double sdyrt_conv_turned(int64_t size);

/* How often a kernel is packed anew for so many pixels: by each task. */
double sdyrt_conv_packings(double pixels);

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

#endif
