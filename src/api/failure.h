/* What a guarded call that was left says to the caller of the library. */
#ifndef SDYC_API_FAILURE_H
#define SDYC_API_FAILURE_H

#include "support/support.h"

/* "sdyc: error: " and what ended it, with a newline; malloc, or NULL where there is no memory. */
char *guard_message(const struct memory *memory);

#endif
