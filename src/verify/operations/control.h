/* Operations with regions that hold programs, and calls. */
#ifndef SDYC_VERIFY_CONTROL_H
#define SDYC_VERIFY_CONTROL_H

#include "verify/evaluation/evaluate.h"

lanes_rule lanes_branches, lanes_call, lanes_manual_computation, lanes_named_computation,
    lanes_same, lanes_while;
sources_rule sources_of_call, sources_of_same;

#endif
