/* The strips for whatever the compiler assumes of the processor. */
#include "strips.h"

#define SDYRT_STRIPS sdyrt_strips_baseline
#include "strips_impl.h"
