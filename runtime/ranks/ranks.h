/* The ranks that run a program together: processes, of which each has a range of the devices. What
   they send each other goes by a transport (transport.h). */
#ifndef SDYRT_RANKS_H
#define SDYRT_RANKS_H

#include <stdint.h>

#include "bounds.h"
#include "schedule.h"
#include "transport.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
    SDYRT_UNDER_WAY = 64, /* exchanges that may be under way at a time */
    SDYRT_REASON = 512,   /* bytes of a transport's reason, and of other short texts of it */
};

struct sdyrt_ranks;

/* to[i] = from[i] + more[i], or what is done instead of adding; `from` NULL: the identity. */
typedef void sdyrt_combine(char *to, const char *from, const char *more, int64_t count);

/* An exchange that is under way. */
struct sdyrt_flight {
    const struct sdyrt_exchange *what; /* NULL: there is none */
    sdyrt_combine *combine;
    char *operands[3];            /* what is given, the value, the room */
    struct sdyrt_action *actions; /* its own memory */
    int64_t count, room;          /* of actions */
    int64_t next, last_message;   /* actions; -1: there is none */
    int waits;                    /* messages of the step before `next` are under way */
    int has_room;                 /* actions name it */
    int fails;                    /* there was no memory for the list */
};

struct sdyrt_ranks {
    int64_t rank; /* the first member: programs read it */
    int64_t count;
    const struct sdyrt_transport *transport;
    void *data;                     /* the transport's */
    struct sdyrt_message *messages; /* of a step */
    int64_t message_room;
    struct sdyrt_flight flights[SDYRT_UNDER_WAY];
    double limit;            /* seconds that an exchange may take; 0: any number */
    int64_t sent, exchanges; /* bytes, and exchanges, of this rank so far */
    int64_t under_way;       /* exchanges */
    int failed;              /* nothing goes on */
    int lost; /* ... because a rank does not answer: others may wait for this one, too */
    char reason[SDYRT_REASON];   /* why the transport has failed; "": it has waited in vain */
    char message[SDYRT_MESSAGE]; /* what has failed */
};

/* Whether an exchange has failed: the program ends then. */
int sdyrt_ranks_failed(const char *ranks);

/* Ends the message, so many bytes of which say what was done: by the transport's reason, or that it
   has waited for the peer. */
void sdyrt_ranks_say_why(struct sdyrt_ranks *ranks, int length, int64_t peer);

/* Nothing goes on, and the others get to know it, with the message. */
void sdyrt_ranks_give_up(struct sdyrt_ranks *ranks);
/* Whether all ranks have the same word, a hash of their program; 0: one cannot go on, and so none
   does. One that cannot gives the word 0, and may have said why in its message. */
int sdyrt_ranks_agree(struct sdyrt_ranks *ranks, uint64_t word);

/* Moves on what is under way between the ranks (a struct sdyrt_ranks): between tasks of the leader.
 */
void sdyrt_ranks_poke(void *ranks);

/* Moves on all exchanges that have further messages (exchange.c). */
void sdyrt_exchanges_poke(struct sdyrt_ranks *ranks);
/* Gives the memory of lists back: before the ranks part. */
void sdyrt_ranks_release(struct sdyrt_ranks *ranks);

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
