/* Products and convolutions in the runtime's own terms (runtime/gemm_tile.h, runtime/conv.h). */
#ifndef SDYC_RUNTIME_CALLS_H
#define SDYC_RUNTIME_CALLS_H

#include "codegen/program/program.h"
#include "conv.h"

/* The type of a product of such operands and result. */
enum sdyrt_gemm_type product_type(const struct kernel_buffer *operand,
                                  const struct kernel_buffer *result);
/* Spatial dimensions become the runtime's last ones. */
struct sdyrt_conv describe_convolution(const struct convolution *convolution);

#endif
