/* The strips for whatever the compiler assumes of the processor. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* for lgamma_r */
#endif
#include "strips.h"

#define SDYRT_STRIPS sdyrt_strips_baseline
#include "strips_impl.h"
