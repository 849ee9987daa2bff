/* Programs that ranks run together: what a rank has of the caller's whole tensors. */
#ifndef SDYC_API_RANKS_H
#define SDYC_API_RANKS_H

#include "codegen/jit/jit.h"
#include "codegen/program/program.h"
#include "ranks.h"
#include "ranks_mpi.h"
#include "ranks_tcp.h"
#include "sdyc/sdyc.h"

struct sdyc_ranks {
    struct sdyrt_ranks ranks;
    void (*end)(int lost); /* after they have parted; NULL: nothing is left to do */
    struct sdyrt_tcp *tcp; /* NULL: they have not met by TCP */
    bool has_met;          /* by a meeting of its own, whose end this is */
};

/* One program of theirs, at this rank. */
struct rank_program {
    struct sdyc_ranks *ranks;
    const struct program *own; /* its tensors are the rank's parts */
    bool takes_parts;          /* the caller's tensors are these parts, and the rest is unused */
    void **inputs, **outputs;  /* memory of the parts */
    char *room;                /* for a part of another rank */
};

/* The program as its caller sees it, with whole tensors; of `own` all but its arguments. In its
 * arena. */
struct program *rank_program_whole(const struct program *own);
/* Makes the memory, in the program's arena, and asks the other ranks whether they run the same,
 * which `hash` says, and whether MPI lets them do so with their threads. False after an error
 * without location. */
bool rank_program_begin(struct rank_program *program, struct sdyc_ranks *ranks,
                        const struct program *own, uint64_t hash, int threads,
                        struct diagnostics *diagnostics);
/* As executable_run, of whole tensors; results are put together at rank 0. */
bool rank_program_run(struct rank_program *program, struct executable *executable,
                      const void *const *inputs, void *const *outputs);

#endif
