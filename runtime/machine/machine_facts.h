/* What can be read of a processor: from CPUID, and from the files of the system where there is no
 * such instruction. Internal to the description of the machine. */
#ifndef SDYRT_MACHINE_FACTS_H
#define SDYRT_MACHINE_FACTS_H

#include "machine.h"

/* A cache; all zero where it was not found. `cores`: hardware threads that share it at most. */
struct machine_cache {
    int64_t bytes, line, cores;
};
/* The near, the middle and the far cache of data. Where there are but two, the last one is the far
   one and there is none in the middle. */
void machine_find_caches(struct machine_cache caches[SDYRT_CACHE_COUNT]);

/* Who made it, and what it calls itself; empty and zero where that is not known. On ARM the vendor
   is "ARM", the family the implementer and the model the part. */
struct machine_identity {
    char vendor[16], name[64];
    int family, model;
    int64_t hertz; /* nominal */
};
void machine_identify(struct machine_identity *id);

/* Nodes that have memory, 1 or more. */
int64_t machine_memory_nodes(void);

#endif
