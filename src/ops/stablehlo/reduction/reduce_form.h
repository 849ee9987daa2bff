/* The assembly form of stablehlo.reduce. */
#ifndef SDYC_OPS_REDUCE_FORM_H
#define SDYC_OPS_REDUCE_FORM_H

#include "ir/asm.h"

/* Hooks: with a body, or `applies stablehlo.add` where the body is one operation. False after an
 * error. */
bool parse_reduce(struct asm_parser *parser, struct op_state *state);
void print_reduce(struct asm_printer *printer, const struct op *op);

#endif
