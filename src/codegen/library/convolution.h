/* A convolution by the runtime. The kernel's domain is that of the result (its logical dimensions)
 * for the statements that follow. */
#ifndef SDYC_LIBRARY_CONVOLUTION_H
#define SDYC_LIBRARY_CONVOLUTION_H

#include "codegen/library/library.h"
#include "conv.h"

struct convolution {        /* what struct kernel's `call` is */
    struct sdyrt_conv what; /* spatial dimensions are the last ones of the runtime's */
    struct kernel_buffer *input, *kernel, *output;
    int64_t input_offset, kernel_offset, output_offset;
    uint32_t spatial;  /* 0 to 3 */
    int64_t instances; /* how many such convolutions; task t is of instance t / sdyrt_conv_tasks */
    uint32_t instance_count; /* dimensions of the domain that number them, from minor to major */
    struct instance_dim {
        uint32_t dim;
        int64_t size, input, kernel, output; /* strides of the operands */
    } instance[KERNEL_DIMS];
    struct kernel *first; /* convolution that makes the rows which this one reads; NULL: none */
    const struct kernel_buffer *placed_of; /* the constant that `kernel` is packed of when the
                                              program is compiled; NULL: it is not */
    int64_t row_bytes;                     /* room for those that a task reads of it */
    uint32_t result_dim[5]; /* the domain's dimension of batch, feature, then spatial */
};

/* packing.c: where the kernel is constant, the convolution at hand takes it packed, by a kernel of
 * the first run alone. */
void convolution_pack(struct lowering *lowering, struct convolution *conv);

/* convolution_pieces.c: the `split` of convolutions: those of few results that are long sums of
 * large operands are computed in pieces of the input's channels, each in one task. */
struct kernel *convolution_split(struct program *program, struct kernel *kernel);

/* rows.c: the row's hook take_first. */
bool convolution_take_first(struct kernel *kernel, struct kernel *first,
                            const struct kernel_buffer *between);

#endif
