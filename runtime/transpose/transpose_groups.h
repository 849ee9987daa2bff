/* Short groups of bytes whose order changes near by: colours of a pixel, pairs, reversed lines.
   Internal to the runtime. */
#ifndef SDYRT_TRANSPOSE_GROUPS_H
#define SDYRT_TRANSPOSE_GROUPS_H

#include "caches.h"

#include <stdint.h>

enum { SDYRT_GROUP_BYTES = SDYRT_VECTOR_BYTES }; /* whose order one permutation changes */

/* Byte b of group g of line l goes from `from + l * from_line + g * step + place[b]` to
   `to + l * to_line + g * bytes + b`. */
struct transpose_groups {
    const char *from;
    char *to;
    int64_t lines, from_line, to_line;
    int64_t count, step;                  /* of groups in a line */
    int64_t bytes;                        /* of a group, at most SDYRT_GROUP_BYTES */
    signed char place[SDYRT_GROUP_BYTES]; /* below SDYRT_GROUP_BYTES either way */
};

/* Moves the first groups of each line, as far as whole vectors go, and returns how many these are;
   bytes between those of a line may be read, and none are written that are no byte of a group. */
int64_t sdyrt_transpose_groups(const struct transpose_groups *groups);

#endif
