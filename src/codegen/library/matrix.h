/* What kinds have in common that work on the matrices (or lines) of a batch: each on the last
 * dimensions of its operands, the others are independent. */
#ifndef SDYC_LIBRARY_MATRIX_H
#define SDYC_LIBRARY_MATRIX_H

#include "codegen/graph/graph.h"
#include "codegen/lower/lower.h"
#include "product_tile.h"

/* The type that numbers of a type are computed in, f32 or wider, complex or not; its runtime name.
 */
const struct type *matrix_element(struct kernel_builder *builder, const struct type *element);
enum sdyrt_product_type matrix_type(enum element element);
/* The parts of the runtime that factorise and solve matrices of such elements. */
const char *matrix_parts(int64_t type);

/* The dimensions [0, count) of a kernel that have several elements, those that follow each other
 * in all accesses as one: their sizes, and the strides of access i in strides[i]. How many there
 * are. */
int64_t matrix_batch(const struct kernel *kernel, uint32_t count, uint32_t access_count,
                     const struct access *accesses, int64_t *sizes, int64_t *const *strides);
/* The number of elements of these dimensions. */
double matrix_count(const struct kernel *kernel, uint32_t count);

#endif
