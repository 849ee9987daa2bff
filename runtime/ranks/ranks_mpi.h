/* MPI as what carries messages between ranks. Of all that is here only ranks_mpi.c knows MPI's
   header: a program of ranks is built with it (mpicc), and sdyc loads it as a library where it
   runs. */
#ifndef SDYRT_RANKS_MPI_H
#define SDYRT_RANKS_MPI_H

#include "ranks.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { SDYRT_MPI_LIMIT = 120 }; /* seconds, where SDYC_MPI_TIMEOUT says nothing */

/* For programs of our own: makes MPI ready where nobody has; 0 where that fails. At the end: takes
   it down again if it was made ready here. Where a rank is lost, all of them end, this process too.
 */
int sdyrt_mpi_begin(void);
void sdyrt_mpi_end(int lost);

/* How many ranks a communicator has (an MPI_Comm; NULL: the world); 0: MPI is not ready. */
int64_t sdyrt_mpi_count(const void *communicator);
/* Joins the ranks of a communicator, all of which do so, with a copy of it. 0 where it fails, with
   `ranks->message` set. */
int sdyrt_mpi_open(struct sdyrt_ranks *ranks, const void *communicator);
/* The hooks of this transport, for programs that are built with it (transport.h). A leader that is
   MPI's main thread needs MPI_THREAD_FUNNELED where it is not alone; another one
   MPI_THREAD_SERIALIZED. */
int sdyrt_mpi_threads(const struct sdyrt_ranks *ranks);
int sdyrt_mpi_allows(struct sdyrt_ranks *ranks, int threads);
void sdyrt_mpi_close(struct sdyrt_ranks *ranks);

/* How ranks join and leave, for those who load it. */
struct sdyrt_mpi {
    int (*begin)(void);
    void (*end)(int lost);
    int (*open)(struct sdyrt_ranks *ranks, const void *communicator);
};
extern const struct sdyrt_mpi sdyrt_mpi_functions;

#ifdef __cplusplus
}
#endif
#endif
