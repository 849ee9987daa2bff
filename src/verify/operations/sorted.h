/* sort. */
#ifndef SDYC_VERIFY_SORTED_H
#define SDYC_VERIFY_SORTED_H

#include "verify/evaluation/evaluate.h"

local_rule local_sort;

#endif
