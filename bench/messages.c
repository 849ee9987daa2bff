/* What a message between two ranks costs, in bytes that might be sent in the same time: the
 * threshold MESSAGE_BYTES of runtime/ranks/ranks_thresholds.def.
 *
 *     mpicc -O2 -o messages bench/messages.c && mpirun -np 2 ./messages
 *
 * Between two hosts, or within one. Each rank sends many messages at a time, as an exchange does:
 * short ones, which take the time of a message, and long ones, which take that of their bytes. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

enum { ROUNDS = 50, MANY = 64, SHORT = 8, LONG = 1 << 20 };

/* Seconds that a message of so many bytes takes, the least of all rounds. */
static double seconds_of(char *memory, int bytes, int peer) {
    MPI_Request requests[2 * MANY];
    double least = 1e9;
    for (int round = 0; round < ROUNDS; round++) {
        MPI_Barrier(MPI_COMM_WORLD);
        double begin = MPI_Wtime();
        for (int i = 0; i < MANY; i++) {
            MPI_Irecv(memory + (size_t)i * LONG, bytes, MPI_BYTE, peer, 0, MPI_COMM_WORLD,
                      &requests[i]);
        }
        for (int i = 0; i < MANY; i++) {
            MPI_Isend(memory + (size_t)(MANY + i) * LONG, bytes, MPI_BYTE, peer, 0, MPI_COMM_WORLD,
                      &requests[MANY + i]);
        }
        MPI_Waitall(2 * MANY, requests, MPI_STATUSES_IGNORE);
        double taken = (MPI_Wtime() - begin) / MANY;
        least = taken < least ? taken : least;
    }
    return least;
}

int main(int argc, char **argv) {
    int rank, count;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &count);
    char *memory = calloc(2 * MANY, LONG);
    if (count != 2 || memory == NULL) {
        fprintf(stderr, "messages: for two ranks\n");
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
    double brief = seconds_of(memory, SHORT, 1 - rank), full = seconds_of(memory, LONG, 1 - rank);
    if (rank == 0) {
        printf("a message %.2f us, a megabyte %.0f us (%.1f GB/s): a message costs %.0f bytes\n",
               brief * 1e6, full * 1e6, LONG / full / 1e9, brief * LONG / full);
    }
    free(memory);
    MPI_Finalize();
    return 0;
}
