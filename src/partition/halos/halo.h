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
/* What a device fetches, in elements from the beginning of its part on. */
struct halo_reach {
    int64_t first, count; /* what the windows of the first device look at, inside or outside */
    int64_t step;         /* how much further the windows of each next device begin */
    int64_t begin, end;   /* what any device looks at inside of the dimension */
    int64_t low, high; /* places that windows look at before the first element, behind the last */
};
/* False: there is nothing to fetch, or windows begin at different places between elements. */
bool halo_reach(const struct halo *halo, struct halo_reach *reach);
/* The elements that a device gets from others. */
int64_t halo_sent(const struct halo *halo, const struct halo_reach *reach);
/* No device looks at what another one holds. */
bool halo_is_empty(const struct halo *halo);
/* Nor do its windows lie otherwise in its part than those of any other device, or leave it. */
bool halo_is_local(const struct halo *halo);

#endif
