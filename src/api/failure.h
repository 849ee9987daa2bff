/* What a guarded call that was left says to the caller of the library. */
#ifndef SDYC_API_FAILURE_H
#define SDYC_API_FAILURE_H

#include "sdyc/sdyc.h"

#include "support/support.h"

/* "sdyc: error: " and what ended it, with a newline; malloc, or NULL where there is no memory. */
char *guard_message(const struct memory *memory);
/* What the call returns. `error`: the message of an error of our own; NULL where memory was
 * short. */
enum sdyc_status guard_failure(const struct memory *memory, char **error);

#endif
