/* Bytes for a pool that are written where they are to stay. */
#ifndef SDYC_SHARED_H
#define SDYC_SHARED_H

#include "support/support.h"

/* Zeroed bytes that the caller alone knows, and may write to; nothing of them is there before it is
 * written. NULL: no memory. Given back by shared_release, or settled. */
struct shared *shared_new(size_t size);
void *shared_room(struct shared *shared);
/* Nobody writes to them from now on. The pool's own where it has the same bytes, and these are
 * given back; else these, which the pool has now. `pool` may be NULL. */
struct shared *shared_settle(struct shared *shared, struct shared_pool *pool, uint64_t hash);

#endif
