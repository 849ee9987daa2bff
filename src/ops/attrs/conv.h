/* Dimension numbers of convolutions: `[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]`. */
#ifndef SDYC_OPS_CONV_H
#define SDYC_OPS_CONV_H

#include "ir/asm.h"
#include "ops/attrs/attrs.h"

/* `[b, f, 0]x[o, i, 0]->[b, f, 0]`: the numbers of a convolution, whose lists live in asm_arena;
 * false after an error. */
bool conv_dims_parse(struct asm_parser *parser, struct conv_dims *dims);
void conv_dims_print(struct asm_printer *printer, const struct conv_dims *dims);

#endif
