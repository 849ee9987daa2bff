/* A walk over some dimensions of a copy, the last of which is the fastest. Internal to the runtime.
 */
#ifndef SDYRT_WALK_H
#define SDYRT_WALK_H

#include <stdint.h>

struct walk_dim {
    int64_t size, from, to; /* strides in bytes */
};

/* Of a stride. */
static inline int64_t magnitude(int64_t a) {
    return a < 0 ? -a : a;
}

/* From the first index to that of this number: the index along each dimension, and both places. */
static inline void walk_begin(const struct walk_dim *dims, int64_t rank, int64_t number,
                              int64_t *index, const char **from, char **to) {
    for (int64_t k = rank - 1; k >= 0; k--) {
        index[k] = number % dims[k].size;
        number /= dims[k].size;
        *from += index[k] * dims[k].from;
        *to += index[k] * dims[k].to;
    }
}

/* Goes on to the next index. */
static inline void walk_step(const struct walk_dim *dims, int64_t rank, int64_t *index,
                             const char **from, char **to) {
    for (int64_t k = rank - 1; k >= 0; k--) {
        *from += dims[k].from;
        *to += dims[k].to;
        if (++index[k] < dims[k].size) {
            return;
        }
        *from -= dims[k].size * dims[k].from;
        *to -= dims[k].size * dims[k].to;
        index[k] = 0;
    }
}

#endif
