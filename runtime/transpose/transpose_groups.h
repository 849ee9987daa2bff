/* Short groups of bytes whose order changes near by: colours of a pixel, pairs, reversed lines.
   Internal to the runtime. */
#ifndef SDYRT_TRANSPOSE_GROUPS_H
#define SDYRT_TRANSPOSE_GROUPS_H

#include <stdint.h>

enum { SDYRT_GROUP_BYTES = 16 };

/* Byte b of group g goes from `from + g * step + place[b]` to `to + g * bytes + b`. */
struct transpose_groups {
    const char *from;
    char *to;
    int64_t count, step;
    int64_t bytes;                        /* of a group, at most SDYRT_GROUP_BYTES */
    signed char place[SDYRT_GROUP_BYTES]; /* below SDYRT_GROUP_BYTES either way */
};

/* Moves the first of them, as many as one instruction moves several bytes of, and reads and writes
   nothing that is no byte of a group; returns how many these are. */
int64_t sdyrt_transpose_groups(const struct transpose_groups *groups);

#endif
