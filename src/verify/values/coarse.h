/* Roundings to so few bits that they count as functions: what floats of 8 bits make of numbers. */
#ifndef SDYC_VERIFY_COARSE_H
#define SDYC_VERIFY_COARSE_H

#include "ir/ir.h"

/* The number of such a rounding, by which two are the same function. 0: the operation is none. An
 * ideal number goes through f64, f32, f16 and bf16 as it is (docs/reference/verify.md). */
int64_t coarse_of(const struct op *op);
/* What it makes of a number: the nearest one, ties to even. */
double coarse_round(int64_t coarse, double value);

#endif
