/* What products and convolutions share: the element types of the runtime's products. */
#ifndef SDYC_LIBRARY_PRODUCT_H
#define SDYC_LIBRARY_PRODUCT_H

#include "codegen/graph/graph.h"
#include "product_tile.h"

/* The type of a product of such operands and result... */
enum sdyrt_product_type product_type(const struct kernel_buffer *operand,
                                     const struct kernel_buffer *result);
/* ...and the name of its constant. */
const char *product_type_name(enum sdyrt_product_type type);
/* The part of the runtime that multiplies it. */
const char *product_part(enum sdyrt_product_type type);
/* The type in which a result of this type is multiplied: wider than f8 and than integers of less
 * than a byte. */
const struct type *product_result(struct kernel_builder *builder, const struct type *type);
/* Where complex operands are to give a real result: the type of their product, of which the result
 * is the real part, as XLA has it. NULL: of others. */
const struct type *product_complex_type(struct kernel_builder *builder, const struct type *type,
                                        const struct node *lhs, const struct node *rhs);
/* The node with elements of this type. */
struct node *product_convert(struct kernel_builder *builder, struct node *node,
                             const struct type *element);
/* Operands that the runtime cannot multiply as they are take the type of the result. */
void product_fit_operands(struct kernel_builder *builder, const struct type *type,
                          struct node **lhs, struct node **rhs);

/* widened.c: of an operand that is a large constant in 16 bits, widened to f32: its narrow
 * elements, by columns, which the product of f32 widens itself. Any other operand as it is. */
struct node *product_narrow_operand(struct kernel_builder *builder, const struct type *type,
                                    struct node *operand, const struct affine *map);

/* Two operands and where they are read. */
struct factors {
    struct node *lhs, *rhs;
    const struct affine *lhs_map, *rhs_map;
};

/* elements.c: whether a coordinate of the operand follows dimension d of the space. */
bool product_moves_along(const struct node *operand, const struct affine *map, uint32_t d);
/* The dimension of the space along which an operand's elements lie side by side in
 * memory, where all lie row by row and views are where their operands are; -1: none. */
int32_t product_dim_side_by_side(const struct kernel_builder *builder, const struct node *operand,
                                 const struct affine *map);
/* The sum of products over `count` dimensions of these extents behind those of the
 * result, as work on elements like any other. NULL: it is better left to a product of matrices. */
struct node *product_by_elements(struct kernel_builder *builder, const struct type *type,
                                 uint32_t count, const int64_t *extent,
                                 const struct factors *factors);

#endif
