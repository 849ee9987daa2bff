/* How long calls take, and would at the machine's limit. */
#ifndef KERNELS_TIMES_H
#define KERNELS_TIMES_H

#include "call.h"
#include "machine.h"

/* The least of the times of some calls, in seconds. */
double times_call(kernel_function *function, const union argument *arguments, int count);

/* The seconds that so many operations and bytes take at least, on one core, where bytes come from
   the cache that has room for them. */
double times_least(const struct sdyrt_machine *machine, double operations, double bytes);

#endif
