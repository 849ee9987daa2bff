/* What messages between processes that have met by TCP go by, in place of their connections: a
   table of functions, of which UCX (ranks_ucx.c) is a row. The connections stay: over them it is
   heard who is there, gives up or leaves. */
#ifndef SDYRT_CARRIER_H
#define SDYRT_CARRIER_H

#include <stddef.h>

#include "tcp_links.h"

/* Where a process is found, in the words of the carrier: memory of the one who gives it. */
struct sdyrt_address {
    const void *bytes;
    int64_t size;
};

/* All but `open`, `leave` and `close` are called with the lock held, by one thread at a time.
   Processes are others than the own one, whose threads hand messages to each other. */
struct sdyrt_carrier {
    const char *name; /* by which SDYC_TRANSPORT asks for it */
    /* Makes `tcp->carried`, `tcp->bell` and the own address; 0: it is not to be had, and why
       says the reason. */
    int (*open)(struct sdyrt_tcp *tcp, struct sdyrt_address *own, char why[SDYRT_REASON]);
    /* Where another process is found; 0: there is no memory. */
    int (*learn)(struct sdyrt_tcp *tcp, int64_t process, const struct sdyrt_address *address);
    /* Begin a message. One whose label is expected, but of another length, loses the link. 0: there
       is no memory. */
    int (*send)(struct sdyrt_tcp *tcp, const struct sdyrt_letter *letter);
    int (*receive)(struct sdyrt_tcp *tcp, const struct sdyrt_letter *letter);
    /* Moves on what is under way, and loses the links at which it fails (sdyrt_link_fail). */
    void (*move)(struct sdyrt_tcp *tcp);
    /* Whether nothing is left to do until `tcp->bell`, a file, can be read. */
    int (*rests)(struct sdyrt_tcp *tcp);
    /* Whether messages to or from a process are under way. */
    int (*is_used)(struct sdyrt_tcp *tcp, int64_t process);
    /* Ends those of a process: their memory is not touched any more. It may be called again. */
    void (*drop)(struct sdyrt_tcp *tcp, int64_t process);
    /* Comes back when all that was sent has come to those who are there, at the latest when
       sdyrt_seconds() is `end`. */
    void (*leave)(struct sdyrt_tcp *tcp, double end);
    /* Frees all that was made, also by an `open` that has failed. */
    void (*close)(struct sdyrt_tcp *tcp);
};

/* ranks_ucx.c: where the build has found UCX's headers (SDYRT_WITH_UCX). */
extern const struct sdyrt_carrier sdyrt_ucx;

/* The one that SDYC_TRANSPORT asks for; *carrier NULL: the connections carry. 0: there is none of
   that name, and the message says which there are. */
int sdyrt_carrier_choose(const struct sdyrt_carrier **carrier, char message[SDYRT_MESSAGE]);
/* Opens it, and tells the others, who do so too, where this process is found. 0: the message says
   what is wrong. */
int sdyrt_carrier_begin(struct sdyrt_tcp *tcp, const struct sdyrt_carrier *carrier,
                        char message[SDYRT_MESSAGE]);

#endif
