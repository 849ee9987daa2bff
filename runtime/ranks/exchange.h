/* An exchange between ranks: each gives what it has of a value, and gets what all of a group have.
 */
#ifndef SDYRT_EXCHANGE_H
#define SDYRT_EXCHANGE_H

#include "bounds.h"
#include "ranks.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The value with all that the group has of it, over `rank` dimensions. Where peer[d] > 0 the points
   along dimension d are those of other ranks: point i is of the rank whose number has i as its
   digit of size[d] and stride peer[d]; it gets what begins i * from[d] elements after what point 0
   gets: 0, the same. Strides count elements. */
struct sdyrt_exchange {
    int64_t number, line; /* for messages: which of the program, of which line of its source */
    int64_t bytes;        /* of an element */
    int64_t rank;
    int64_t size[SDYRT_RANK];
    int64_t from[SDYRT_RANK]; /* of what the own rank gives */
    int64_t to[SDYRT_RANK];   /* of the value */
    int64_t peer[SDYRT_RANK];
};

/* Starts it: until it has arrived, operands[0], what the own rank gives, stays as it is, and
   operands[1], the value, and operands[2], which has room for what cannot be sent as it lies, are
   left alone. `ranks` is a struct sdyrt_ranks. In the same order on all ranks. */
void sdyrt_exchange(const struct sdyrt_exchange *what, char *ranks, char *const *operands);
/* Waits for it, with the same operands: the value is there. */
void sdyrt_arrival(const struct sdyrt_exchange *what, char *ranks, char *const *operands);
/* Bytes of operands[2]; 0: there is none. */
int64_t sdyrt_exchange_room(const struct sdyrt_exchange *what);

#ifdef __cplusplus
}
#endif
#endif
