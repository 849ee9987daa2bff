/* Devices that hold the same tensors, found once for all values that are shared alike. */
#ifndef SDYC_VERIFY_HOLDERS_H
#define SDYC_VERIFY_HOLDERS_H

#include "support/support.h"

/* The devices in classes, each of which its first device stands for. */
struct holders {
    int64_t count;
    const int32_t *number;  /* [device]: classes are numbered as they come */
    const int32_t *leaders; /* [count] */
    uint64_t hash;
    const struct holders *next; /* in the table */
};

/* All classes that were found, equal ones once; all zeros: none yet. */
struct holder_table {
    struct arena *arena;
    struct pointer_map known, met;
};

/* Gives back all that was found; the table is empty then. */
void holder_table_free(struct holder_table *table);
/* Devices are alike where their keys are, of `bytes` each. */
const struct holders *holders_of_keys(struct holder_table *table, int64_t devices, const void *keys,
                                      size_t bytes);
/* Devices are alike where both have them so. */
const struct holders *holders_meet(struct holder_table *table, int64_t devices,
                                   const struct holders *a, const struct holders *b);

#endif
