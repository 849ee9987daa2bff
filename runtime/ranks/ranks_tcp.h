/* TCP as what carries messages between ranks: those are some of the processes that have met. */
#ifndef SDYRT_RANKS_TCP_H
#define SDYRT_RANKS_TCP_H

#include "ranks.h"
#include "tcp.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Joins the processes of a list, each of which does so with the same list: rank r is members[r].
   Several lists may have a process in common, and one list may have it several times: `which` of
   its places this is, 0 for the first, and each has a thread of its own that waits for messages.
   `limit` is that of struct sdyrt_ranks. 0: there is no memory, or the own process is not listed so
   often; the message says so. The connections have to live longer. */
int sdyrt_tcp_open(struct sdyrt_ranks *ranks, struct sdyrt_tcp *tcp, const int64_t *members,
                   int64_t count, int64_t which, double limit);
/* The process that is a rank. */
int64_t sdyrt_tcp_process(const struct sdyrt_ranks *ranks, int64_t rank);

/* Sends a message to a process, or receives it from one, beside what programs exchange: messages of
   one tag come in the order in which they are sent. Comes back when it has been sent, or has come.
   Several threads may call it at a time. 0: it is not to be had, and why says the reason. */
int sdyrt_tcp_carry(struct sdyrt_tcp *tcp, int sends, int64_t process, uint64_t tag, char *data,
                    int64_t bytes, char why[SDYRT_REASON]);

#ifdef __cplusplus
}
#endif
#endif
