#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* sched_getaffinity */
#endif
#include "ranks_mpi.h"

#include "affinity.h"

#include <mpi.h>

#include <limits.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum {
    MOST_TAGS = INT16_MAX,        /* as many as MPI promises */
    MOST_BYTES = INT_MAX / 8 + 1, /* of a message, counted by an int: longer ones go in pieces */
    POLLS_WITHOUT_REST = 200,     /* before a waiting rank lets others of its processor run */
    POLLS_AWAKE = 20000,          /* ... and before it sleeps between two looks */
};

/* The messages of an exchange that is under way. */
struct flight {
    int64_t number;
    int count, room;       /* of messages; 0: there is none */
    MPI_Request *requests; /* its own memory */
    int *peers;
};

/* What struct sdyrt_ranks' `data` is. */
struct mpi_data {
    MPI_Comm comm;
    struct flight flights[SDYRT_UNDER_WAY];
    int neighbours; /* ranks of this machine, this one among them */
};

static struct mpi_data *data_of(const struct sdyrt_ranks *ranks) {
    return (struct mpi_data *)ranks->data;
}

/* --- waiting ---------------------------------------------------------------------------------- */

/* Gives the processor up, the longer it has waited the longer. */
static void rest(int64_t polls) {
    struct timespec pause = {0, 20000};
    if (polls > POLLS_AWAKE) {
        nanosleep(&pause, NULL);
    } else if (polls > POLLS_WITHOUT_REST) {
        sched_yield();
    }
}

/* Waits for all, one after the other; -1, or the first that has not come in time, or has failed. */
static int wait_all(const struct sdyrt_ranks *ranks, MPI_Request *requests, int count) {
    double begin = MPI_Wtime();
    int64_t polls = 0;
    for (int i = 0; i < count;) {
        int done = 0, status = MPI_Test(&requests[i], &done, MPI_STATUS_IGNORE);
        int is_late = ranks->limit > 0 && polls % 64 == 63 && MPI_Wtime() - begin > ranks->limit;
        if (status != MPI_SUCCESS || (!done && is_late)) {
            return i;
        }
        if (done) {
            i++;
        } else {
            rest(polls++);
        }
    }
    return -1;
}

/* --- messages --------------------------------------------------------------------------------- */

/* Piece `piece` of a message. */
static int start_piece(const struct mpi_data *data, const struct sdyrt_message *message,
                       int64_t piece, int tag, MPI_Request *request) {
    int64_t begin = piece * MOST_BYTES, left = message->bytes - begin;
    int bytes = left > MOST_BYTES ? MOST_BYTES : (int)left, peer = (int)message->peer;
    *request = MPI_REQUEST_NULL;
    return message->sends
               ? MPI_Isend(message->data + begin, bytes, MPI_BYTE, peer, tag, data->comm, request)
               : MPI_Irecv(message->data + begin, bytes, MPI_BYTE, peer, tag, data->comm, request);
}

static struct flight *find_flight(struct mpi_data *data, int64_t number) {
    for (int i = 0; i < SDYRT_UNDER_WAY; i++) {
        if (data->flights[i].count > 0 && data->flights[i].number == number) {
            return &data->flights[i];
        }
    }
    return NULL;
}

static struct flight *free_flight(struct mpi_data *data) {
    int i = 0;
    while (i < SDYRT_UNDER_WAY - 1 && data->flights[i].count > 0) {
        i++;
    }
    return &data->flights[i];
}

/* 0, or 1 + the peer of a message that has not arrived in time. */
static int64_t land(const struct sdyrt_ranks *ranks, struct flight *flight) {
    int late = wait_all(ranks, flight->requests, flight->count);
    flight->count = 0;
    return late >= 0 ? 1 + flight->peers[late] : 0;
}

/* Room for so many messages; 0: there is no memory. */
static int widen(struct flight *flight, int64_t count) {
    if (count > INT_MAX) {
        return 0;
    }
    if (count > flight->room) {
        free(flight->requests);
        free(flight->peers);
        flight->requests = (MPI_Request *)calloc((size_t)count, sizeof *flight->requests);
        flight->peers = (int *)calloc((size_t)count, sizeof *flight->peers);
        flight->room = flight->requests != NULL && flight->peers != NULL ? (int)count : 0;
    }
    return flight->room > 0;
}

static int64_t piece_count(const struct sdyrt_message *message) {
    return (message->bytes + MOST_BYTES - 1) / MOST_BYTES;
}

static int64_t start(struct sdyrt_ranks *ranks, int64_t number, const struct sdyrt_message *list,
                     int64_t count) {
    struct mpi_data *data = data_of(ranks);
    struct flight *flight = free_flight(data);
    int tag = (int)((number + 1) % MOST_TAGS);
    int64_t all = 0;
    for (int64_t i = 0; i < count; i++) {
        all += piece_count(&list[i]);
    }
    if (all > 0 && !widen(flight, all)) {
        return 1 + list[0].peer;
    }
    flight->number = number;
    for (int64_t i = 0; i < count; i++) {
        for (int64_t piece = 0; piece < piece_count(&list[i]); piece++) {
            MPI_Request *request = &flight->requests[flight->count];
            flight->peers[flight->count++] = (int)list[i].peer;
            if (start_piece(data, &list[i], piece, tag, request) != MPI_SUCCESS) {
                return 1 + list[i].peer;
            }
        }
    }
    return 0;
}

static int64_t test(struct sdyrt_ranks *ranks, int64_t number) {
    struct flight *flight = find_flight(data_of(ranks), number);
    for (int i = 0; flight != NULL && i < flight->count; i++) {
        int done = 0;
        if (MPI_Test(&flight->requests[i], &done, MPI_STATUS_IGNORE) != MPI_SUCCESS) {
            return -1 - flight->peers[i];
        }
        if (!done) {
            return 0;
        }
    }
    if (flight != NULL) {
        flight->count = 0;
    }
    return 1;
}

static int64_t wait_for(struct sdyrt_ranks *ranks, int64_t number) {
    struct flight *flight = find_flight(data_of(ranks), number);
    return flight != NULL ? land(ranks, flight) : 0;
}

/* What MPI looks at, it moves on. */
static void poke(struct sdyrt_ranks *ranks) {
    int there = 0;
    MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, data_of(ranks)->comm, &there, MPI_STATUS_IGNORE);
}

static int tell(struct sdyrt_ranks *ranks, uint64_t word, uint64_t *all) {
    MPI_Request request = MPI_REQUEST_NULL;
    MPI_Comm comm = data_of(ranks)->comm;
    return MPI_Iallgather(&word, 1, MPI_UINT64_T, all, 1, MPI_UINT64_T, comm, &request) ==
               MPI_SUCCESS &&
           wait_all(ranks, &request, 1) < 0;
}

/* The others wait in vain until mpirun ends them. */
static const struct sdyrt_transport transport = {
    start, test, wait_for, poke, tell, sdyrt_mpi_threads, sdyrt_mpi_allows, NULL, sdyrt_mpi_close};

/* --- beginning and end ------------------------------------------------------------------------ */

static int made_ready; /* by us */

int sdyrt_mpi_begin(void) {
    int ready = 0, given = 0;
    if (MPI_Initialized(&ready) != MPI_SUCCESS) {
        return 0;
    }
    made_ready = !ready;
    return ready || MPI_Init_thread(NULL, NULL, MPI_THREAD_SERIALIZED, &given) == MPI_SUCCESS;
}

void sdyrt_mpi_end(int lost) {
    if (lost) {
        fflush(NULL);
        MPI_Abort(MPI_COMM_WORLD, 1);
    } else if (made_ready) {
        MPI_Finalize();
    }
}

static int fail(struct sdyrt_ranks *ranks, const char *what) {
    ranks->failed = 1;
    snprintf(ranks->message, sizeof ranks->message, "rank %lld: %s", (long long)ranks->rank, what);
    return 0;
}

static double limit_of_environment(void) {
    const char *text = getenv("SDYC_MPI_TIMEOUT");
    char *end;
    double seconds = text != NULL ? strtod(text, &end) : -1;
    return text != NULL && end != text && seconds >= 0 ? seconds : SDYRT_MPI_LIMIT;
}

static int count_neighbours(MPI_Comm comm, int *neighbours) {
    MPI_Comm machine;
    int good = MPI_Comm_split_type(comm, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &machine) ==
                   MPI_SUCCESS &&
               MPI_Comm_size(machine, neighbours) == MPI_SUCCESS;
    return good && MPI_Comm_free(&machine) == MPI_SUCCESS;
}

static int join(struct sdyrt_ranks *ranks, struct mpi_data *data, MPI_Comm comm) {
    int rank, count;
    if (MPI_Comm_dup(comm, &data->comm) != MPI_SUCCESS ||
        MPI_Comm_set_errhandler(data->comm, MPI_ERRORS_RETURN) != MPI_SUCCESS ||
        MPI_Comm_rank(data->comm, &rank) != MPI_SUCCESS ||
        MPI_Comm_size(data->comm, &count) != MPI_SUCCESS ||
        !count_neighbours(data->comm, &data->neighbours)) {
        return 0;
    }
    ranks->rank = rank;
    ranks->count = count;
    return 1;
}

static MPI_Comm named(const void *communicator) {
    return communicator != NULL ? *(const MPI_Comm *)communicator : MPI_COMM_WORLD;
}

int64_t sdyrt_mpi_count(const void *communicator) {
    int ready = 0, count = 0;
    MPI_Initialized(&ready);
    return ready && MPI_Comm_size(named(communicator), &count) == MPI_SUCCESS ? count : 0;
}

int sdyrt_mpi_open(struct sdyrt_ranks *ranks, const void *communicator) {
    int ready = 0;
    memset(ranks, 0, sizeof *ranks);
    MPI_Initialized(&ready);
    if (!ready) {
        return fail(ranks, "MPI has not been made ready (MPI_Init_thread)");
    }
    struct mpi_data *data = (struct mpi_data *)calloc(1, sizeof *data);
    if (data == NULL || !join(ranks, data, named(communicator))) {
        free(data);
        return fail(ranks, "the communicator cannot be copied");
    }
    ranks->data = data;
    ranks->transport = &transport;
    ranks->limit = limit_of_environment();
    return 1;
}

int sdyrt_mpi_threads(const struct sdyrt_ranks *ranks) {
    int here = data_of(ranks)->neighbours;
    long all = sysconf(_SC_NPROCESSORS_ONLN), own = (long)sdyrt_cores_by_affinity();
    long share = all / (here > 0 ? here : 1);
    long threads = own < share ? own : share;
    return threads > 0 ? (int)threads : 1;
}

/* --- levels of threads ------------------------------------------------------------------------ */

static const char *level_name(int level) {
    switch (level) {
    case MPI_THREAD_SINGLE:
        return "MPI_THREAD_SINGLE";
    case MPI_THREAD_FUNNELED:
        return "MPI_THREAD_FUNNELED";
    case MPI_THREAD_SERIALIZED:
        return "MPI_THREAD_SERIALIZED";
    default:
        return "MPI_THREAD_MULTIPLE";
    }
}

int sdyrt_mpi_allows(struct sdyrt_ranks *ranks, int threads) {
    int given = MPI_THREAD_SINGLE, is_main = 0;
    MPI_Query_thread(&given);
    MPI_Is_thread_main(&is_main);
    int needed = !is_main      ? MPI_THREAD_SERIALIZED
                 : threads > 1 ? MPI_THREAD_FUNNELED
                               : MPI_THREAD_SINGLE;
    if (given >= needed) {
        return 1;
    }
    snprintf(ranks->message, sizeof ranks->message,
             "rank %lld: MPI was made ready with %s, and a program %s needs %s: "
             "MPI_Init_thread(NULL, NULL, %s, &given)%s",
             (long long)ranks->rank, level_name(given),
             is_main ? "of several threads" : "that another thread than MPI's main one calls",
             level_name(needed), level_name(needed),
             is_main ? ", or one thread (threads = 1)" : "");
    return 0;
}

void sdyrt_mpi_close(struct sdyrt_ranks *ranks) {
    struct mpi_data *data = data_of(ranks);
    if (data != NULL && !ranks->lost) { /* else messages may still be under way */
        MPI_Comm_free(&data->comm);
        for (int i = 0; i < SDYRT_UNDER_WAY; i++) {
            free(data->flights[i].requests);
            free(data->flights[i].peers);
        }
        free(data);
    }
    ranks->data = NULL;
}

const struct sdyrt_mpi sdyrt_mpi_functions = {sdyrt_mpi_begin, sdyrt_mpi_end, sdyrt_mpi_open};
