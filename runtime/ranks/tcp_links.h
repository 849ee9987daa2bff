/* What connections consist of: what tcp_meet.c makes, and tcp.c works with. */
#ifndef SDYRT_TCP_LINKS_H
#define SDYRT_TCP_LINKS_H

#include <pthread.h>
#include <sys/types.h>

#include "ranks.h"
#include "tcp.h"
#include "tcp_memory.h"

enum sdyrt_frame_kind {
    SDYRT_FRAME_MESSAGE,
    SDYRT_FRAME_PLACED, /* a message whose bytes do not follow: they are in the sender's memory */
    SDYRT_FRAME_SEES,   /* whoever sends it sees the memory of the other end */
    SDYRT_FRAME_BEAT,   /* whoever sends it is there */
    SDYRT_FRAME_GOODBYE,
    SDYRT_FRAME_GIVES_UP,
};

enum sdyrt_frame_word { SDYRT_FRAME_MAGIC = 0x73647963 };

/* What goes before each message. */
struct sdyrt_frame {
    uint32_t magic, kind;
    struct sdyrt_label label;
    int64_t bytes;
    struct sdyrt_block_place place;
};

/* A message that is to be sent, is waited for, or has come before anybody has waited for it. */
struct sdyrt_parcel {
    struct sdyrt_parcel *next;
    struct sdyrt_frame frame;
    char *data;
    int64_t done; /* bytes; of one to be sent those of the frame too */
    int64_t *left;
};
struct sdyrt_parcels {
    struct sdyrt_parcel *first, **end;
};

enum sdyrt_link_state {
    SDYRT_LINK_OPEN,
    SDYRT_LINK_LEFT, /* the other end has said goodbye */
    SDYRT_LINK_LOST,
};
enum sdyrt_link_counts {
    SDYRT_LINK_ROOM = SDYRT_MESSAGE_BYTES * 4, /* bytes read ahead: short messages come many at
                                                  once */
    SDYRT_KEEP = 3, /* seconds of silence before the system asks, how often, and beats that may be
                       missed */
};

/* The connection to a process. */
struct sdyrt_link {
    int64_t process, note;
    uint64_t machine;
    int socket, state;
    struct sdyrt_parcels out, wanted, early;
    int64_t early_bytes;
    struct sdyrt_frame frame;  /* of the message that comes */
    int64_t frame_done;        /* bytes of it */
    struct sdyrt_parcel *into; /* what that message becomes; of the lists none has it */
    int is_held;               /* there is no room for it until somebody waits for it */
    int64_t begin, end;        /* of what was read ahead */
    struct sdyrt_area area;    /* the memory of the other end, if it can be seen */
    int sees;                  /* the other end sees the own memory */
    int is_heard;              /* something has come since the last beat */
    int64_t missed;            /* own beats since something has come */
    char why[SDYRT_REASON];    /* it is lost */
    char ahead[SDYRT_LINK_ROOM];
};

/* Secrets, and the nonces after which they are proved, have so many bytes. */
enum { SDYRT_SECRET = 16 };
struct sdyrt_carrier;

struct sdyrt_tcp {
    pthread_mutex_t lock;
    int64_t own, count;
    double limit;             /* seconds that others may take to get what was sent before the end */
    struct sdyrt_link *links; /* by process; the own one is between its threads, without a socket */
    struct pollfd *polls;     /* room, for all links and the waker */
    pthread_cond_t moved;     /* for threads that wait while another one asks the system */
    int is_asked;             /* one does, without the lock */
    int waker;                /* what ends its waiting: an eventfd */
    struct sdyrt_depot depot; /* the own memory that others see */
    unsigned char secret[SDYRT_SECRET];
    /* What messages go by in place of the connections; NULL: by these. */
    const struct sdyrt_carrier *carrier;
    void *carried; /* the carrier's */
    int bell;      /* a file that can be read where there is something for the carrier to do */
    /* Who waits for a process that says nothing for so long takes it for gone; 0: never. The beats
       are a thread's, so that one who computes for long is heard all the same. */
    double silence;
    pthread_t beats;
    pthread_cond_t rest; /* between two beats */
    int has_beats, ends;
    pid_t maker; /* a fork has no such thread */
};

/* tcp_beat.c: begins the beats, where there are any; 0: there is no thread. */
int sdyrt_beats_begin(struct sdyrt_tcp *tcp);
void sdyrt_beats_end(struct sdyrt_tcp *tcp);
/* Whether a process has missed so many that it is taken for gone; the lock is held. */
int sdyrt_link_is_silent(const struct sdyrt_tcp *tcp, const struct sdyrt_link *link);
/* A beat to all others, and what has come from them; the lock is held. */
void sdyrt_tcp_beat(struct sdyrt_tcp *tcp);

/* Nothing comes or goes any more; what has come before can still be asked for. */
void sdyrt_link_lose(struct sdyrt_link *link, const char *why);
/* What carries its messages has failed: loses it for that, unless the other end or its system says
   why. */
void sdyrt_link_fail(struct sdyrt_link *link, const char *why);
/* Ends its connection. */
void sdyrt_link_drop(struct sdyrt_link *link);
/* Frees the list; `with_data`: what they hold, too. */
void sdyrt_parcels_free(struct sdyrt_parcels *list, int with_data);
/* tcp_end.c: a word without data, or a last one with a reason, if there is room for it. */
void sdyrt_link_say(struct sdyrt_link *link, enum sdyrt_frame_kind kind, const char *text);

/* A proof that whoever makes it knows the secret: SipHash-2-4 of the bytes. */
uint64_t sdyrt_tcp_proof(const unsigned char secret[SDYRT_SECRET], const void *bytes, size_t size);

#endif
