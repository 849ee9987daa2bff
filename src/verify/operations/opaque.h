/* Operations of which nothing is known but that equal operands give equal results. */
#ifndef SDYC_VERIFY_OPAQUE_H
#define SDYC_VERIFY_OPAQUE_H

#include "verify/evaluation/evaluate.h"

local_rule local_bitcast_convert, local_custom_call, local_rng_bit_generator;

#endif
