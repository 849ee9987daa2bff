/* The class of a processor: what the choice of a kernel may depend on, and nothing else. Machines
   of one class are given the same kernels. Sizes are in bytes. */
#ifndef SDYRT_MACHINE_CLASS_H
#define SDYRT_MACHINE_CLASS_H

#include <stdint.h>

#include "cpu.h"

/* Levels of memory, from near to far. The far cache is one that cores share. */
enum sdyrt_level {
    SDYRT_LEVEL_NEAR,   /* the first cache for data */
    SDYRT_LEVEL_MIDDLE, /* the second one */
    SDYRT_LEVEL_FAR,    /* the last one */
    SDYRT_LEVEL_MEMORY,
    SDYRT_LEVEL_COUNT
};
enum { SDYRT_CACHE_COUNT = SDYRT_LEVEL_MEMORY };

struct sdyrt_machine_class {
    enum sdyrt_isa isa;
    int has_bf16, has_vbmi, has_vnni, has_amx; /* instructions beside the set, 0 or 1 */
    int has_blas;                              /* whether products may be OpenBLAS's */
    int64_t vector_bytes;                      /* of a register of the set */
    int64_t line_bytes, page_bytes;
    int64_t cache_bytes[SDYRT_CACHE_COUNT]; /* powers of two; 0: there is none */
};

/* The class that stands for all processors of an instruction set, and of one with the instructions
   beside it: what is written for machines that are not known. */
struct sdyrt_machine_class sdyrt_machine_generic(enum sdyrt_isa isa);
struct sdyrt_machine_class sdyrt_machine_of_set(enum sdyrt_set set);

#endif
