/* Which of many items are the same: each one's first. */
#ifndef SDYC_VERIFY_ALIKE_H
#define SDYC_VERIFY_ALIKE_H

#include "support/support.h"

/* Items by their keys, of `bytes` each, one behind the other; the caller keeps them. */
struct alike {
    const char *keys;
    size_t bytes;
    int64_t *table; /* an item, or -1 */
    uint64_t mask;
};

/* A table for `count` items, of which none has been asked about; alike_close frees it. */
void alike_open(struct alike *alike, int64_t count, const void *keys, size_t bytes);
void alike_close(struct alike *alike);
/* The item with the same key that was asked about first; it may be this one. */
int64_t alike_first(struct alike *alike, int64_t item);

#endif
