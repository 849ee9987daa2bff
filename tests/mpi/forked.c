/* Ranks without MPI, for tests: processes that this one forks, with a socket between each two.
 *
 *     SDYC_MPI_LIBRARY=libforked_ranks.so FORKED_RANKS=4 sdyc run --target=mpi ...
 *
 * What runs between the ranks is the same as over MPI, and it takes milliseconds. Rank 0 is the
 * process itself; its exit status is that of the worst. */
#include "ranks_mpi.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { MOST_RANKS = 64, MOST_MESSAGES = SDYRT_UNDER_WAY * 2 * MOST_RANKS };

static int rank_count, own_rank, sockets[MOST_RANKS];
static pid_t children[MOST_RANKS];

static double seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* --- messages --------------------------------------------------------------------------------- */

/* What goes before each message on a socket. */
struct header {
    int64_t number, bytes;
};

/* Messages under way, in the order in which they were started. */
static struct under_way {
    struct header header;
    int64_t done; /* bytes, those of the header too */
    struct sdyrt_message message;
} list[MOST_MESSAGES];
static int list_count;

/* What comes from a rank, and whether it is gone. */
static struct inbox {
    struct header header;
    int64_t done;
    char *data;
    int is_gone;
} inboxes[MOST_RANKS];

/* What has come, in its order, and is wanted by nobody yet. */
static struct arrived {
    int64_t peer;
    struct header header;
    char *data;
} arrivals[MOST_MESSAGES];
static int arrival_count;

static int64_t start(struct sdyrt_ranks *ranks, int64_t number, const struct sdyrt_message *started,
                     int64_t count) {
    (void)ranks;
    for (int64_t i = 0; i < count; i++) {
        if (list_count == MOST_MESSAGES) {
            return 1 + started[i].peer;
        }
        list[list_count++] = (struct under_way){{number, started[i].bytes}, 0, started[i]};
    }
    return 0;
}

static void forget(int number) {
    list_count--;
    memmove(&list[number], &list[number + 1], (size_t)(list_count - number) * sizeof *list);
}

/* Moves what can be moved now of a header and what follows it; whether the other end is there. */
static int move(int socket, int sends, struct header *header, char *data, int64_t *done) {
    int64_t size = (int64_t)sizeof *header;
    char *at = *done < size ? (char *)header + *done : data + (*done - size);
    size_t left = (size_t)(*done < size ? size - *done : size + header->bytes - *done);
    ssize_t moved = sends ? send(socket, at, left, MSG_DONTWAIT | MSG_NOSIGNAL)
                          : recv(socket, at, left, MSG_DONTWAIT);
    *done += moved > 0 ? moved : 0;
    return moved > 0 || (moved < 0 && (errno == EAGAIN || errno == EINTR));
}

static int is_whole(const struct header *header, int64_t done) {
    return done >= (int64_t)sizeof *header && done == (int64_t)sizeof *header + header->bytes;
}

/* Reads what is there from a rank. */
static void take_in(int64_t peer) {
    struct inbox *inbox = &inboxes[peer];
    int64_t before = -1;
    while (!inbox->is_gone && inbox->done != before && arrival_count < MOST_MESSAGES) {
        before = inbox->done;
        inbox->is_gone = !move(sockets[peer], 0, &inbox->header, inbox->data, &inbox->done);
        if (inbox->done == (int64_t)sizeof inbox->header && inbox->data == NULL) {
            inbox->data = malloc((size_t)inbox->header.bytes + 1);
        }
        if (is_whole(&inbox->header, inbox->done)) {
            arrivals[arrival_count++] = (struct arrived){peer, inbox->header, inbox->data};
            *inbox = (struct inbox){.is_gone = inbox->is_gone};
        }
    }
}

/* Gives a receiver what has come for it. */
static int deliver(const struct under_way *receiver) {
    for (int i = 0; i < arrival_count; i++) {
        struct arrived *arrived = &arrivals[i];
        if (arrived->peer == receiver->message.peer &&
            arrived->header.number == receiver->header.number) {
            if (arrived->header.bytes != receiver->message.bytes) {
                fprintf(stderr, "forked.c: a message of another length\n");
                abort();
            }
            memcpy(receiver->message.data, arrived->data, (size_t)arrived->header.bytes);
            free(arrived->data);
            arrival_count--;
            memmove(arrived, arrived + 1, (size_t)(arrival_count - i) * sizeof *arrived);
            return 1;
        }
    }
    return 0;
}

/* Whether another message to the same rank goes first. */
static int is_second(int number) {
    for (int i = 0; i < number; i++) {
        if (list[i].message.peer == list[number].message.peer && list[i].message.sends) {
            return 1;
        }
    }
    return 0;
}

/* Whether the message has arrived or is sent; -1: its other end is gone. */
static int is_done(int number) {
    struct under_way *way = &list[number];
    int64_t peer = way->message.peer;
    if (!way->message.sends) {
        return deliver(way) ? 1 : inboxes[peer].is_gone ? -1 : 0;
    }
    while (!is_second(number) && !is_whole(&way->header, way->done)) {
        int64_t before = way->done;
        if (!move(sockets[peer], 1, &way->header, way->message.data, &way->done)) {
            return -1;
        }
        if (way->done == before) {
            break;
        }
    }
    return is_whole(&way->header, way->done);
}

/* Moves what can be moved now of all messages; 0, or 1 + the peer that is gone. Gives what is to be
 * waited for, and how much of exchange `number` is left. */
static int64_t move_all(int64_t number, struct pollfd *waits, nfds_t *waiting, int *left) {
    *waiting = 0;
    *left = 0;
    for (int64_t peer = 0; peer < rank_count; peer++) {
        if (peer != own_rank) {
            take_in(peer);
        }
    }
    for (int i = 0; i < list_count; i++) {
        const struct sdyrt_message *message = &list[i].message;
        int done = is_done(i);
        if (done < 0) {
            return 1 + message->peer;
        }
        if (done) {
            forget(i--);
            continue;
        }
        *left += list[i].header.number == number;
        waits[(*waiting)++] =
            (struct pollfd){sockets[message->peer], message->sends ? POLLOUT : POLLIN, 0};
    }
    return 0;
}

static int64_t peer_of(int64_t number) {
    int i = 0;
    while (list[i].header.number != number) {
        i++;
    }
    return list[i].message.peer;
}

static struct pollfd waits[MOST_MESSAGES];

static int64_t wait_for(struct sdyrt_ranks *ranks, int64_t number) {
    double begin = seconds();
    int left = 1;
    while (left > 0) {
        nfds_t waiting;
        int64_t gone = move_all(number, waits, &waiting, &left);
        if (gone != 0) {
            return gone;
        }
        if (left > 0 && ranks->limit > 0 && seconds() - begin > ranks->limit) {
            return 1 + peer_of(number);
        }
        if (left > 0) {
            poll(waits, waiting, 100);
        }
    }
    return 0;
}

static int64_t test(struct sdyrt_ranks *ranks, int64_t number) {
    nfds_t waiting;
    int left;
    (void)ranks;
    int64_t gone = move_all(number, waits, &waiting, &left);
    return gone != 0 ? -gone : left == 0;
}

/* What is looked at, moves on: nothing is left to do but that. */
static void poke(struct sdyrt_ranks *ranks) {
    (void)ranks;
}

/* --- beginning and end ------------------------------------------------------------------------ */

static int take_rank(int rank, int pairs[MOST_RANKS][MOST_RANKS][2]) {
    own_rank = rank;
    for (int i = 0; i < rank_count; i++) {
        for (int k = i + 1; k < rank_count; k++) {
            for (int end = 0; end < 2; end++) {
                if (rank == (end ? k : i)) {
                    sockets[end ? i : k] = pairs[i][k][end];
                } else {
                    close(pairs[i][k][end]);
                }
            }
        }
    }
    return 1;
}

static int begin(void) {
    static int pairs[MOST_RANKS][MOST_RANKS][2];
    const char *text = getenv("FORKED_RANKS");
    rank_count = text ? atoi(text) : 2;
    for (int i = 0; i < rank_count; i++) {
        for (int k = i + 1; k < rank_count; k++) {
            if (socketpair(AF_UNIX, SOCK_STREAM, 0, pairs[i][k]) != 0) {
                return 0;
            }
        }
    }
    for (int r = 1; r < rank_count; r++) {
        children[r] = fork();
        if (children[r] == 0) {
            return take_rank(r, pairs);
        }
    }
    return take_rank(0, pairs);
}

static void end(int lost) {
    int worst = lost;
    for (int r = 1; own_rank == 0 && r < rank_count; r++) {
        int status = 0;
        close(sockets[r]);
        waitpid(children[r], &status, 0);
        worst |= status != 0;
    }
    if (worst) {
        fflush(NULL);
        _exit(1);
    }
}

static int tell(struct sdyrt_ranks *ranks, uint64_t word, uint64_t *all) {
    struct sdyrt_message messages[2 * MOST_RANKS];
    int64_t count = 0;
    all[ranks->rank] = word;
    for (int64_t r = 0; r < ranks->count; r++) {
        if (r != ranks->rank) {
            messages[count++] =
                (struct sdyrt_message){r, sizeof word, (char *)&all[ranks->rank], 1};
            messages[count++] = (struct sdyrt_message){r, sizeof word, (char *)&all[r], 0};
        }
    }
    return start(ranks, 0, messages, count) == 0 && wait_for(ranks, 0) == 0;
}

static int thread_count(const struct sdyrt_ranks *ranks) {
    (void)ranks;
    return 1;
}

static int allows(struct sdyrt_ranks *ranks, int threads) {
    (void)ranks;
    (void)threads;
    return 1;
}

static void close_ranks(struct sdyrt_ranks *ranks) {
    (void)ranks;
}

static const struct sdyrt_transport transport = {start,        test,   wait_for, poke,       tell,
                                                 thread_count, allows, NULL,     close_ranks};

static int open_ranks(struct sdyrt_ranks *ranks, const void *communicator) {
    const char *limit = getenv("SDYC_MPI_TIMEOUT");
    (void)communicator;
    memset(ranks, 0, sizeof *ranks);
    ranks->rank = own_rank;
    ranks->count = rank_count;
    ranks->transport = &transport;
    ranks->limit = limit ? atof(limit) : 20;
    return 1;
}

extern const struct sdyrt_mpi sdyrt_mpi_functions;
const struct sdyrt_mpi sdyrt_mpi_functions = {begin, end, open_ranks};
