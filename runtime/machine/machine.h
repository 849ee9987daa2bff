/* One description of the processor that a process runs on, in two parts.
 *
 * Its CLASS is what the choice of a kernel may depend on: instruction sets, vector length, sizes of
 * caches rounded down to powers of two, of a line and of a page. Processors of one class are given
 * the same kernels, and give the same bits.
 *
 * The rest is for schedules and reports: the cores that this process may use, memory, and what the
 * make of the processor can do at most. Facts come from CPUID, from the files of the system and
 * from a table of makes (makes.def); nothing here is a measurement, so that two runs never differ.
 * machine_measure.h has what was measured, to be printed beside it.
 *
 * Sizes are in bytes, rates in units a cycle of one core. */
#ifndef SDYRT_MACHINE_H
#define SDYRT_MACHINE_H

#include <stdint.h>

#include "machine_class.h"

/* Numbers by which products differ in how many a cycle a core does. */
enum sdyrt_rate {
    SDYRT_RATE_F64,
    SDYRT_RATE_F32,
    SDYRT_RATE_BF16,
    SDYRT_RATE_I8,
    SDYRT_RATE_COUNT
};

struct sdyrt_machine {
    struct sdyrt_machine_class class;
    char name[64];    /* as the processor calls itself, or that of its architecture */
    const char *make; /* the row of makes.def; static text */
    int64_t hertz;    /* nominal; 0: not known */
    int64_t cache_bytes[SDYRT_CACHE_COUNT]; /* as they are */
    int64_t cache_cores[SDYRT_CACHE_COUNT]; /* that share one; 0: not known */
    int64_t cores_online;
    int64_t cores_allowed; /* by the affinity of the process */
    double cores_quota; /* processor seconds a second that its control groups allow; 0: no limit */
    int64_t cores;      /* that it may use, by all of this: 1 or more */
    int64_t memory_nodes;
    int64_t memory_bytes;                /* of the machine */
    int64_t memory_limit;                /* what its control groups leave of it */
    double operations[SDYRT_RATE_COUNT]; /* at most, of products: two for a multiplication and
                                            addition */
    double bytes[SDYRT_LEVEL_COUNT];     /* that can be read at most from each level */
};

/* Describes the processor at hand. Never fails: what cannot be found out is as in the generic class
   of its instruction set. */
void sdyrt_machine_describe(struct sdyrt_machine *machine);

/* The class of the processor at hand. */
struct sdyrt_machine_class sdyrt_machine_class(void);

/* "near cache", "middle cache", "far cache", "memory"; "f64", "f32", "bf16", "i8". Static text. */
const char *sdyrt_level_name(enum sdyrt_level level);
const char *sdyrt_rate_name(enum sdyrt_rate rate);

#endif
