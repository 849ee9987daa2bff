/* Connections by TCP between processes, one between each two, over which messages go by their tags.
   How the processes meet: tcp_meet.c; what goes over the connections: tcp.c. */
#ifndef SDYRT_TCP_H
#define SDYRT_TCP_H

#include <stddef.h>
#include <stdint.h>

#include "bounds.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A store that all processes share, and nobody else reads. */
struct sdyrt_store {
    void *data; /* for the functions */
    /* 0: it fails. */
    int (*put)(void *data, const char *key, const char *value);
    /* The value that somebody puts there within so many seconds, ended by a 0, in `room` bytes.
       0: there is none. */
    int (*get)(void *data, const char *key, double seconds, char *value, size_t room);
};

struct sdyrt_meeting {
    int64_t own, count;       /* the number of this process, and how many there are */
    const char *name;         /* what keys in the store begin with; another one for each meeting */
    const char *address;      /* that the others find this process at: "127.0.0.1" */
    double limit;             /* seconds that the others may take to come, and at the end to get
                                 what was sent */
    double silence;           /* seconds after which one that says nothing is gone; 0: never */
    int64_t note;             /* that the others get to know */
    struct sdyrt_store store; /* for this call alone */
};

struct sdyrt_tcp;
/* Meets all others, who do so too; NULL: it fails, and the message says why. */
struct sdyrt_tcp *sdyrt_tcp_meet(const struct sdyrt_meeting *meeting, char message[SDYRT_MESSAGE]);
int64_t sdyrt_tcp_own(const struct sdyrt_tcp *tcp);
int64_t sdyrt_tcp_note(const struct sdyrt_tcp *tcp, int64_t process);
/* How many of some processes are on this machine. */
int sdyrt_tcp_neighbours(const struct sdyrt_tcp *tcp, const int64_t *members, int64_t count);

/* Which messages belong together: those of one tag and number come in the order in which they are
   sent. */
struct sdyrt_label {
    uint64_t tag;
    int64_t number;
};
/* A message; *left, which was counted up for it, is counted down when it has been sent, or has
   come. One to the own process has been sent when another thread of it has taken it. 0: there is no
   memory. */
struct sdyrt_letter {
    int64_t process, bytes;
    char *data;
    struct sdyrt_label label;
    int64_t *left;
};
/* `count` letters, of the same bytes to as many processes. */
int sdyrt_tcp_send(struct sdyrt_tcp *tcp, const struct sdyrt_letter *letters, int64_t count);
int sdyrt_tcp_receive(struct sdyrt_tcp *tcp, const struct sdyrt_letter *letter);
/* Moves on all messages; where *left is not 0, waits so long for something to move, at most.
   Whether it is 0 then; NULL is not. Several threads may call it at a time. */
int sdyrt_tcp_move(struct sdyrt_tcp *tcp, const int64_t *left, int milliseconds);
/* Why nothing comes from a process any more; NULL: it is there. */
const char *sdyrt_tcp_lost(struct sdyrt_tcp *tcp, int64_t process);
/* Whether the connection to a process ends within so many milliseconds, which the system alone is
   asked for, without the lock: in a handler of a signal. */
int sdyrt_tcp_has_ended(const struct sdyrt_tcp *tcp, int64_t process, int milliseconds);
/* Tells all others why this process goes no further, and ends all connections: nobody's memory is
   touched any more. */
void sdyrt_tcp_give_up(struct sdyrt_tcp *tcp, const char *why);
/* Says goodbye, and frees it. NULL is allowed. */
void sdyrt_tcp_part(struct sdyrt_tcp *tcp);

/* A store that is a folder, which all processes see and nobody else may read: a file a key. */
struct sdyrt_store sdyrt_store_folder(const char *path);

#ifdef __cplusplus
}
#endif
#endif
