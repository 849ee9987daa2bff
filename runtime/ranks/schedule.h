/* Schedules: the messages that an exchange between ranks is made of, as data. What is sent, what is
   counted and what is printed follow from this one list. */
#ifndef SDYRT_SCHEDULE_H
#define SDYRT_SCHEDULE_H

#include <stdint.h>

#include "bounds.h"

#ifdef __cplusplus
extern "C" {
#endif

enum sdyrt_exchange_kind {
    SDYRT_GATHER,  /* each rank gives the same to all of its group */
    SDYRT_PARTS,   /* ... to each a part of its own */
    SDYRT_PERMUTE, /* each gets what a table says, from one rank or several */
    SDYRT_SUM,     /* all get the sum of what each gives, folded as a tree by their numbers */
    SDYRT_CHAIN,   /* ... as the left fold of all terms of all ranks */
    SDYRT_SCATTER, /* each gets a part of its own of SDYRT_SUM's sum */
};

/* In place of the distance between ranks: the points along a dimension are the own rank's. */
enum { SDYRT_OWN_POINTS = -1 };

/* A value over `rank` dimensions. Where peer[d] > 0 the points along dimension d are those of other
   ranks: point i is of the rank whose number has i as its digit of size[d] and stride peer[d]. Of
   SDYRT_PARTS and SDYRT_SCATTER that rank gets what begins i * from[d] elements after what point 0
   gets. Where peer[d] is SDYRT_OWN_POINTS the own rank has a piece for each point: of SDYRT_PERMUTE
   those that it gets, of SDYRT_CHAIN its terms in their order. The other dimensions are those of a
   piece. Strides count elements. */
struct sdyrt_exchange {
    int64_t number, line; /* for messages: which of the program, of which line of its source */
    int64_t kind;         /* enum sdyrt_exchange_kind */
    int64_t bytes;        /* of an element */
    int64_t rank;
    int64_t size[SDYRT_RANK];
    int64_t from[SDYRT_RANK]; /* of what the own rank gives */
    int64_t to[SDYRT_RANK];   /* of the value */
    int64_t peer[SDYRT_RANK];
};

/* Who takes part: `peers`, of SDYRT_PERMUTE alone, has for each point of each rank, in the order of
   their numbers, the rank that its piece comes from (-1: none comes), and how many elements into
   what that one gives the piece begins. */
struct sdyrt_parties {
    const int64_t *peers;
    int64_t rank, count; /* the own one's number, and how many there are */
};

/* What a rank does. A message is under way until its step ends, and other actions of the step are
   done meanwhile, so that these need nothing that comes in it. Steps come in order; all messages of
   one have arrived before the next begins. */
enum sdyrt_action_kind {
    SDYRT_SEND,
    SDYRT_RECEIVE,
    SDYRT_PACK,    /* a piece as it is given, to where its elements lie together */
    SDYRT_UNPACK,  /* ... to where it belongs in the value */
    SDYRT_COPY,    /* bytes */
    SDYRT_COMBINE, /* elements: to = from + more, in this order; from nowhere: the identity */
};

enum sdyrt_place { SDYRT_NOWHERE, SDYRT_GIVEN, SDYRT_VALUE, SDYRT_ROOM };

struct sdyrt_spot {
    int64_t place, at; /* enum sdyrt_place, and bytes from where it begins */
};

struct sdyrt_action {
    int64_t kind, step;
    int64_t peer; /* of a message */
    int64_t bytes;
    struct sdyrt_spot to, from, more;
};

typedef void sdyrt_visitor(const struct sdyrt_action *action, void *data);

/* Thresholds of the costs, in bytes that might be sent in the same time. */
enum sdyrt_message_sizes {
#define THRESHOLD(name, value, unit, why, how) SDYRT_##name = value,
#include "ranks_thresholds.def"
    /* The least half of a sum that is sent by itself: of fewer bytes than the header of a message
       a further one spares nothing. */
    SDYRT_HALF_BYTES = 16,
    /* Of a chain, which sends a value in pieces, so that all ranks are at work: large enough that a
       message's own cost is a twentieth. */
    SDYRT_CHUNK_BYTES = 16 * SDYRT_MESSAGE_BYTES,
    SDYRT_CHUNKS = 64, /* at most */
    /* In which the terms of a scattered sum come: a rank has room for those of two. */
    SDYRT_TURNS = 16,
};

/* Visits all that a rank does, in order. */
void sdyrt_schedule(const struct sdyrt_exchange *what, const struct sdyrt_parties *parties,
                    sdyrt_visitor *visit, void *data);
/* How much is exchanged: a group of so many members, each with so many pieces of its own, of so
   many bytes. */
struct sdyrt_amount {
    int64_t members, points, bytes;
};
/* The name of the schedule that is taken for a kind, for people, and what it costs a rank, in
   bytes that might be sent in the same time. */
const char *sdyrt_schedule_name(const struct sdyrt_exchange *what);
double sdyrt_schedule_cost(int64_t kind, const struct sdyrt_amount *amount);
/* Whether SDYRT_SUM and SDYRT_SCATTER are for as many members: 2^k, and more than two, who give
   each other all. */
int sdyrt_sums_by_tree(int64_t members);
/* Bytes of the room that any rank needs beside the value. */
int64_t sdyrt_schedule_room(const struct sdyrt_exchange *what, const struct sdyrt_parties *parties);

#ifdef __cplusplus
}
#endif
#endif
