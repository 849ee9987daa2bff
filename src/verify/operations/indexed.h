/* gather and scatter. */
#ifndef SDYC_VERIFY_INDEXED_H
#define SDYC_VERIFY_INDEXED_H

#include "verify/evaluation/evaluate.h"

local_rule local_gather, local_scatter;

#endif
