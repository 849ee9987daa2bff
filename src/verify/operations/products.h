/* Products of tensors. */
#ifndef SDYC_VERIFY_PRODUCTS_H
#define SDYC_VERIFY_PRODUCTS_H

#include "verify/evaluation/evaluate.h"

local_rule local_convolution, local_dot_general;

#endif
