/* An exchange between ranks: each gives what it has of a value, and gets what others have of it, or
   the sum of what all have. What it consists of is a schedule (schedule.h). */
#ifndef SDYRT_EXCHANGE_H
#define SDYRT_EXCHANGE_H

#include "bounds.h"
#include "ranks.h"
#include "schedule.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Starts it: until it has arrived, operands[0], what the own rank gives, stays as it is, and
   operands[1], the value, and operands[2], which there is where sdyrt_schedule_room asks for it,
   are left alone.
   `ranks` is a struct sdyrt_ranks; `peers` is that of struct sdyrt_parties, and `combine` adds up
   where sums are made; both may be NULL otherwise. In the same order on all ranks. */
void sdyrt_exchange(const struct sdyrt_exchange *what, char *ranks, char *const *operands,
                    const int64_t *peers, sdyrt_combine *combine);
/* Waits for it: the value is there. */
void sdyrt_arrival(const struct sdyrt_exchange *what, char *ranks);

#ifdef __cplusplus
}
#endif
#endif
