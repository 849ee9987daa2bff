/* What carries messages between ranks: a table of functions, of which MPI (ranks_mpi.c) and TCP
   (ranks_tcp.c) are a row each; those who meet by TCP may send by something else (carrier.h). */
#ifndef SDYRT_TRANSPORT_H
#define SDYRT_TRANSPORT_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Bytes to or from another rank. */
struct sdyrt_message {
    int64_t peer, bytes;
    char *data;
    int sends;
};

struct sdyrt_ranks;
/* A hook that fails may say why in `ranks->reason`; where it says nothing the peer has not answered
   in time. The number of the own rank, and how many there are, stand in `ranks`. */
struct sdyrt_transport {
    /* Begins to send and to receive all of them, as exchange `number`, of which no other messages
       are under way. Between two ranks, messages of a number arrive in their order. 0, or 1 + the
       peer for which this fails. */
    int64_t (*start)(struct sdyrt_ranks *ranks, int64_t number, const struct sdyrt_message *list,
                     int64_t count);
    /* Whether all messages of the exchange have arrived, at once: 0: not yet, or -1 - the peer for
       which this fails. */
    int64_t (*test)(struct sdyrt_ranks *ranks, int64_t number);
    /* Comes back when all messages of the exchange have arrived. 0, or, where one has not come,
       1 + its peer. */
    int64_t (*wait)(struct sdyrt_ranks *ranks, int64_t number);
    /* Moves on what is under way, and does not wait. */
    void (*poke)(struct sdyrt_ranks *ranks);
    /* Gives all ranks the own word, and gets those of all. 0: one does not answer. */
    int (*tell)(struct sdyrt_ranks *ranks, uint64_t word, uint64_t *all);
    /* Threads for this rank: the processors that it may use, shared with the ranks of its machine.
     */
    int (*threads)(const struct sdyrt_ranks *ranks);
    /* Whether so many threads may run a program, which the calling thread leads; 0: the message
       says what is wrong. */
    int (*allows)(struct sdyrt_ranks *ranks, int threads);
    /* Lets the others know that this rank does not go on, with its message. NULL: they find out by
       waiting. */
    void (*give_up)(struct sdyrt_ranks *ranks);
    /* The ranks part. */
    void (*close)(struct sdyrt_ranks *ranks);
};

#ifdef __cplusplus
}
#endif
#endif
