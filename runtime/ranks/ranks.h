/* The ranks that run a program together: processes, of which each has a range of the devices. What
   they send each other goes by a transport, which is MPI (ranks_mpi.c) or another. */
#ifndef SDYRT_RANKS_H
#define SDYRT_RANKS_H

#include <stdint.h>

#include "bounds.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
    SDYRT_UNDER_WAY = 64, /* exchanges that may be under way at a time */
};

/* Bytes to or from another rank. */
struct sdyrt_message {
    int64_t peer, bytes;
    char *data;
    int sends;
};

struct sdyrt_ranks;
struct sdyrt_transport {
    /* Begins to send and to receive all of them, as exchange `number`, of which no other messages
       are under way. Between two ranks, messages of a number arrive in their order. 0, or 1 + the
       peer for which this fails. */
    int64_t (*start)(struct sdyrt_ranks *ranks, int64_t number, const struct sdyrt_message *list,
                     int64_t count);
    /* Comes back when all messages of the exchange have arrived. 0, or, where one has not come,
       1 + its peer. */
    int64_t (*wait)(struct sdyrt_ranks *ranks, int64_t number);
    /* Moves on what is under way, and does not wait. NULL: that needs nobody. */
    void (*poke)(struct sdyrt_ranks *ranks);
};

struct sdyrt_ranks {
    int64_t rank; /* the first member: programs read it */
    int64_t count;
    const struct sdyrt_transport *transport;
    void *data;                     /* the transport's */
    struct sdyrt_message *messages; /* room for 2 * count */
    double limit;                   /* seconds that an exchange may take; 0: any number */
    int64_t sent, exchanges;        /* bytes, and exchanges, of this rank so far */
    int64_t under_way;              /* exchanges */
    int failed;                     /* nothing goes on */
    int lost; /* ... because a rank does not answer: others may wait for this one, too */
    char message[SDYRT_MESSAGE]; /* what has failed */
};

/* Whether an exchange has failed: the program ends then. */
int sdyrt_ranks_failed(const char *ranks);

/* Moves on what is under way between the ranks (a struct sdyrt_ranks): between tasks of the leader.
 */
void sdyrt_ranks_poke(void *ranks);

/* How a rank's part of a tensor lies in the whole: dimension by dimension digits, major to minor,
   of which the last of each dimension has stride 0. The digit of rank r is r / stride % size;
   stride 0: the part has all its values. */
struct sdyrt_rank_part_digit {
    int64_t dim, size, stride;
};
struct sdyrt_rank_part {
    int rank, digit_count;
    const int64_t *dims; /* of the whole */
    const struct sdyrt_rank_part_digit *digits;
};

/* Copies the part of a rank, of elements of so many bytes, out of the whole tensor, zeros where it
   reaches beyond. Both are dense and row-major. */
void sdyrt_rank_part_take(const struct sdyrt_rank_part *part, int64_t number, int64_t bytes,
                          const char *whole, char *own);
/* Puts the parts of all ranks together at rank 0, where `whole` is the tensor; at others it is not
   looked at. `room` is for one part. 0 where it has failed. */
int sdyrt_rank_part_gather(struct sdyrt_ranks *ranks, const struct sdyrt_rank_part *part,
                           int64_t bytes, const char *own, char *whole, char *room);

#ifdef __cplusplus
}
#endif
#endif
