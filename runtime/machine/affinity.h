/* The cores that the system lets the calling thread run on. For files that define _GNU_SOURCE
   before they include anything. */
#ifndef SDYRT_AFFINITY_H
#define SDYRT_AFFINITY_H

#include <stdint.h>
#include <unistd.h>

#ifdef __linux__
#include <sched.h>
#endif

/* By its affinity, or else all that are online; 1 or more. */
static inline int64_t sdyrt_cores_by_affinity(void) {
#ifdef __linux__
    cpu_set_t allowed;
    if (sched_getaffinity(0, sizeof allowed, &allowed) == 0) {
        return CPU_COUNT(&allowed);
    }
#endif
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    return cores < 1 ? 1 : cores;
}

#endif
