/* Products of a few rows by narrow weights, which are decoded as they are read. */
#ifndef SDYC_LIBRARY_WEIGHTS_H
#define SDYC_LIBRARY_WEIGHTS_H

#include "codegen/library/gemm.h"
#include "ops/kernel_builder.h"
#include "product_plan.h"
#include "product_weights.h"

/* weights.c: the contraction as such a product, where one operand is made of a tensor of narrow
 * elements by conversions, scales and zero points, and the other has few rows; else NULL. */
struct node *product_by_weights(struct kernel_builder *builder, const struct type *type,
                                const struct node_contraction *contraction);
/* The sum over `count` further dimensions of a term, where that is a product by narrow weights
 * times the scale of a block, as one product of all blocks; else NULL. */
struct node *sum_by_weights(struct kernel_builder *builder, const struct type *type, uint32_t count,
                            const int64_t *extent, const struct term *term);
/* Whether a term changes along a dimension of its reader's space. */
bool weights_term_moves(const struct term *term, uint32_t dim);
/* Whether the weights are the left operand of a product by them. */
bool weights_are_left(const struct node *product);
/* weights_parts.c: the product itself, of `type`, which nobody has read yet, or the sum of its
 * parts. */
struct node *weights_in_parts(struct kernel_builder *builder, const struct type *type,
                              struct node *node);

/* weights_call.c: the stored type of narrow elements; SDYRT_WEIGHTS_NONE: none are stored so. */
enum sdyrt_weights_type weights_type(enum element element);
/* What gemm.c asks of a product whose description says that it is one. The shape is that of a
 * product of f32, k being the terms of a block. */
struct sdyrt_weights weights_of(const struct kernel *kernel, const struct sdyrt_product *product);
/* Whether the dimension before the last one counts blocks, each with its own scale. */
bool weights_have_blocks(const struct kernel *kernel);
/* The tile of a product by them: all rows, if they are few, and as many columns as are worth a
 * task, of products beside each other; `batch` products are in the domain. */
void weights_choose_tile(struct kernel *kernel, int64_t batch);
size_t weights_scratch(const struct kernel *kernel);
/* The dimension that counts parts of packed weights; -1: they are not packed. */
int32_t weights_part_dim(const struct kernel *kernel);
/* The first of the contracted dimensions, behind the loops, that a call takes. */
uint32_t weights_first_taken(const struct kernel *kernel);
void weights_print_tables(struct emitter *e, const struct sdyrt_weights *shapes, uint32_t count);
/* `turned`: the weights are operand A of the kernel. */
void weights_call(struct emitter *e, const struct sdyrt_weights *what, const char *shape,
                  const char *accumulate, bool turned);
void weights_print(struct printer *printer, const struct sdyrt_weights *what);

#endif
