/* Whether those that have met are still there. */
#ifndef SDYC_API_MEETING_H
#define SDYC_API_MEETING_H

#include "sdyc/sdyc.h"

/* Whether the connection to rank `number` of those that have met ends within so many milliseconds.
 * It takes no lock, and may be asked by a handler of a signal. */
int ranks_have_lost(const struct sdyc_ranks *ranks, int number, int milliseconds);

#endif
