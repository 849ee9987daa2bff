/* The form of constants: ` dense<1.0> : tensor<2xf32>`, the attribute saying the result's type. */
#ifndef SDYC_OPS_FORM_CONSTANT_H
#define SDYC_OPS_FORM_CONSTANT_H

#include "ir/asm.h"

/* Hooks of constants of stablehlo, chlo and sdy, whose property `value` is an attribute with a
 * type. */
bool parse_constant(struct asm_parser *parser, struct op_state *state);
void print_constant(struct asm_printer *printer, const struct op *op);
bool verify_constant(const struct op *op, struct context *context);
/* The type of the attribute. */
bool infer_constant(const struct op *op, struct context *context, const struct type **types);
/* The number in every place of a tensor of these extents: dense<...>; NULL where it is none. */
const struct attr *dense_of_number(struct context *context, const struct attr *number,
                                   uint32_t rank, const int64_t *dims);

#endif
