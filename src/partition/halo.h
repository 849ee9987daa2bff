/* Windows over a dimension whose elements are cut into equal parts, as are those that look. */
#ifndef SDYC_HALO_H
#define SDYC_HALO_H

#include "ops/needs.h"

/* A need of NEED_HALO between two dimensions cut alike; the last parts may end in padding. */
struct halo {
    const struct need_window *window;
    int64_t parts, size;        /* of the dimension that is looked at: elements */
    int64_t part, looking_part; /* elements of a part of either */
};
/* `looking`: the elements that look. */
struct halo halo_of(const struct need_window *window, int64_t parts, int64_t size, int64_t looking);
/* No device looks at what another one holds. */
bool halo_is_empty(const struct halo *halo);
/* Nor do its windows lie otherwise in its part than those of any other device, or leave it. */
bool halo_is_local(const struct halo *halo);

#endif
