/* A convolution by the runtime. The kernel's domain is that of the result (its logical dimensions)
 * for the statements that follow. */
#ifndef SDYC_LIBRARY_CONVOLUTION_H
#define SDYC_LIBRARY_CONVOLUTION_H

#include "codegen/library/library.h"
#include "conv_plan.h"
#include "ops/kernel_builder.h"

/* Those of a convolution for each set of instructions. */
struct convolution_plans {
    const struct sdyrt_conv_plan *of[SDYRT_SET_COUNT];
    int64_t count[SDYRT_SET_COUNT];
};

struct convolution {        /* what struct kernel's `call` is */
    struct sdyrt_conv what; /* spatial dimensions are the last ones of the runtime's */
    struct convolution_plans plans;
    struct kernel_buffer *input, *kernel, *output;
    int64_t input_offset, kernel_offset, output_offset;
    uint32_t spatial;        /* 0 to 3 */
    int64_t instances;       /* how many such convolutions, whose tasks follow each other */
    uint32_t instance_count; /* dimensions of the domain that number them, from minor to major */
    struct instance_dim {
        uint32_t dim;
        int64_t size, input, kernel, output; /* strides of the operands */
    } instance[KERNEL_DIMS];
    struct kernel *first; /* convolution that makes the rows which this one reads; NULL: none */
    const struct kernel_buffer *placed_of; /* the constant that `kernel` is packed of when the
                                              program is compiled; NULL: it is not */
    int64_t row_bytes;                     /* room for those that a task reads of it */
    int64_t block_bytes; /* room for the result of a block, which nothing but the statements reads;
                            0: it is in memory of the program */
    uint32_t result_dim[5]; /* the domain's dimension of batch, feature, then spatial */
};

/* convolution_node.c: the sizes of a convolution of operands and a result with these extents; its
 * spatial dimensions become the runtime's last ones. And the row's hook `dislikes`. */
void convolution_set_sizes(struct sdyrt_conv *what, const struct node_convolution *from,
                           const int64_t *input, const int64_t *kernel, const int64_t *result);
double convolution_dislikes(const struct node *node, uint32_t number);

/* convolution_plan.c: makes the plans of a convolution, again when that is changed. */
void convolution_plan(struct arena *arena, const struct sdyrt_conv *what,
                      struct convolution_plans *plans);

/* The most tasks that a set has, channels that a task reports at a time, and bytes of the packed
 * kernel (0: a set packs none); and whether kernels that lie alike are packed alike by all. */
int64_t convolution_plan_tasks(const struct sdyrt_conv *what,
                               const struct convolution_plans *plans);
int64_t convolution_plan_columns(const struct convolution_plans *plans);
/* The most shares into which a set cuts its tasks. */
int64_t convolution_plan_shares(const struct sdyrt_conv *what,
                                const struct convolution_plans *plans);
/* Into how many tasks each panel of the kernel is cut that is packed: as every set can. */
int64_t convolution_plan_pack_parts(const struct sdyrt_conv *what,
                                    const struct convolution_plans *plans);
int64_t convolution_plan_packed_bytes(const struct sdyrt_conv *what,
                                      const struct convolution_plans *plans);
bool convolution_plans_pack_alike(const struct convolution_plans *a,
                                  const struct convolution_plans *b);

/* The runtime's function, whose row describes convolutions and their plans; noted first is that of
 * products, which describes what these plans have of products. */
const char *convolution_symbol(struct emitter *e);
/* Prints them as constants, under this name: those of this processor, or of all sets into a folder;
 * and the expression that is the first plan on the processor of a program. */
void convolution_print_plans(struct emitter *e, const struct convolution_plans *plans,
                             const char *name);
const char *convolution_plans_text(struct emitter *e, const char *name);

/* The part of the runtime that has the routes of this type, or only its products. */
const char *convolution_part(enum sdyrt_product_type type);

/* The route of each part on this processor, what it should take, and the second best one, for
 * `sdyc kernels`. */
void convolution_print_routes(struct printer *printer, const struct sdyrt_conv *what,
                              const struct convolution_plans *plans);

/* packing.c: the convolution at hand takes its kernel packed, where that is constant or many tasks
 * would pack it: by a kernel in front of it, or of the first run alone. */
void convolution_pack(struct lowering *lowering, struct convolution *conv);

/* convolution_pieces.c: where the convolution puts the result of a point of the kernel. */
struct affine convolution_result_place(const struct convolution *conv);

/* convolution_pieces.c: the `split` of convolutions: those of few results that are long sums of
 * large operands are computed in pieces of the input's channels, each in one task. */
struct kernel *convolution_split(struct program *program, struct kernel *kernel);

/* The most elements of the result of a block that a set makes in memory of its own; 0: one set
 * cannot. */
int64_t convolution_plan_block_elements(const struct sdyrt_conv *what,
                                        const struct convolution_plans *plans);

/* rows.c: the row's hooks keep_within and take_first. */
bool convolution_keep_within(struct kernel *kernel, const struct kernel_buffer *result);
bool convolution_take_first(struct kernel *kernel, struct kernel *first,
                            const struct kernel_buffer *between);

#endif
