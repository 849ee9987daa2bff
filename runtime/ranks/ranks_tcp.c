#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* clock_gettime */
#endif
#include "ranks_tcp.h"

#include "affinity.h"
#include "clock.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Beside those of exchanges: results that are put together have -1. */
enum { NUMBER_OF_AGREEMENT = -2, NUMBER_OF_CARRIED = -3 };

/* The messages of an exchange that are under way. */
struct flight {
    int is_used;
    int64_t number, left, peer; /* the first of its peers */
};

/* What struct sdyrt_ranks' `data` is. */
struct tcp_data {
    struct sdyrt_tcp *tcp;
    int64_t *members; /* its own memory */
    uint64_t tag;     /* of the list, the same for all members, and for no others */
    struct flight flights[SDYRT_UNDER_WAY];
};

static struct tcp_data *data_of(const struct sdyrt_ranks *ranks) {
    return (struct tcp_data *)ranks->data;
}

/* --- messages --------------------------------------------------------------------------------- */

static struct flight *find_flight(struct tcp_data *data, int64_t number) {
    for (int i = 0; i < SDYRT_UNDER_WAY; i++) {
        if (data->flights[i].is_used && data->flights[i].number == number) {
            return &data->flights[i];
        }
    }
    return NULL;
}

static struct flight *free_flight(struct tcp_data *data) {
    int i = 0;
    while (i < SDYRT_UNDER_WAY - 1 && data->flights[i].is_used) {
        i++;
    }
    return &data->flights[i];
}

/* 1 + the first rank that is lost, with the reason; 0: all are there. */
static int64_t find_lost(struct sdyrt_ranks *ranks) {
    const struct tcp_data *data = data_of(ranks);
    for (int64_t r = 0; r < ranks->count; r++) {
        const char *why = r != ranks->rank ? sdyrt_tcp_lost(data->tcp, data->members[r]) : NULL;
        if (why != NULL) {
            snprintf(ranks->reason, sizeof ranks->reason, "%s", why);
            return 1 + r;
        }
    }
    return 0;
}

/* A further number of an FNV sum. */
static uint64_t tag_with(uint64_t tag, int64_t number) {
    return (tag ^ (uint64_t)number) * UINT64_C(1099511628211);
}

/* Of messages from a rank to another one, of which processes may have several. */
static uint64_t tag_between(const struct sdyrt_ranks *ranks, const struct sdyrt_message *message) {
    int64_t from = message->sends ? ranks->rank : message->peer;
    int64_t to = message->sends ? message->peer : ranks->rank;
    return tag_with(tag_with(data_of(ranks)->tag, from), to);
}

/* Whether a message says to another rank what the one before it says. */
static int repeats(const struct sdyrt_message *message) {
    return message->sends && message[-1].sends && message->data == message[-1].data &&
           message->bytes == message[-1].bytes;
}

/* Hands them over, those that say the same together; how many have been taken. */
static int64_t hand_over(struct tcp_data *data, const struct sdyrt_message *list,
                         const struct sdyrt_letter *letters, int64_t count) {
    int64_t first = 0;
    for (int64_t end = 1; first < count; first = end++) {
        while (end < count && repeats(&list[end])) {
            end++;
        }
        if (!(list[first].sends ? sdyrt_tcp_send(data->tcp, &letters[first], end - first)
                                : sdyrt_tcp_receive(data->tcp, &letters[first]))) {
            break;
        }
    }
    return first;
}

static int64_t start(struct sdyrt_ranks *ranks, int64_t number, const struct sdyrt_message *list,
                     int64_t count) {
    struct tcp_data *data = data_of(ranks);
    struct flight *flight = free_flight(data);
    struct sdyrt_letter *letters =
        (struct sdyrt_letter *)calloc((size_t)count + 1, sizeof *letters);
    flight->is_used = count > 0;
    flight->number = number;
    flight->left = count;
    flight->peer = count > 0 ? list[0].peer : 0;
    for (int64_t i = 0; i < count && letters != NULL; i++) {
        letters[i] = (struct sdyrt_letter){data->members[list[i].peer],
                                           list[i].bytes,
                                           list[i].data,
                                           {tag_between(ranks, &list[i]), number},
                                           &flight->left};
    }
    int64_t taken = letters != NULL ? hand_over(data, list, letters, count) : 0;
    free(letters);
    if (taken < count) {
        snprintf(ranks->reason, sizeof ranks->reason, "out of memory");
        return 1 + list[taken].peer;
    }
    return 0;
}

/* Whether the messages of a flight are all there, for which it waits at most so long. */
static int has_landed(struct sdyrt_ranks *ranks, struct flight *flight, int milliseconds) {
    if (flight != NULL && sdyrt_tcp_move(data_of(ranks)->tcp, &flight->left, milliseconds)) {
        flight->is_used = 0;
    }
    return flight == NULL || !flight->is_used;
}

static int64_t test(struct sdyrt_ranks *ranks, int64_t number) {
    struct flight *flight = find_flight(data_of(ranks), number);
    return has_landed(ranks, flight, 0) ? 1 : -find_lost(ranks);
}

static int64_t wait_for(struct sdyrt_ranks *ranks, int64_t number) {
    struct flight *flight = find_flight(data_of(ranks), number);
    double end = ranks->limit > 0 ? sdyrt_seconds() + ranks->limit : 0;
    int64_t looks = 0;
    while (!has_landed(ranks, flight, looks < SDYRT_LOOKS_AWAKE ? 0 : SDYRT_SLEEP)) {
        int64_t lost = find_lost(ranks);
        if (lost != 0) {
            return lost;
        }
        if (end > 0 && looks > SDYRT_LOOKS_AWAKE && sdyrt_seconds() > end) {
            return 1 + flight->peer;
        }
        looks++;
    }
    return 0;
}

static void poke(struct sdyrt_ranks *ranks) {
    sdyrt_tcp_move(data_of(ranks)->tcp, NULL, 0);
}

/* --- programs --------------------------------------------------------------------------------- */

static int tell(struct sdyrt_ranks *ranks, uint64_t word, uint64_t *all) {
    struct sdyrt_message *list =
        (struct sdyrt_message *)calloc(2 * (size_t)ranks->count, sizeof *list);
    int64_t used = 0;
    if (list == NULL) {
        snprintf(ranks->reason, sizeof ranks->reason, "out of memory");
        return 0;
    }
    all[ranks->rank] = word;
    for (int64_t r = 0; r < ranks->count; r++) {
        if (r != ranks->rank) {
            list[used++] = (struct sdyrt_message){r, sizeof *all, (char *)&all[r], 0};
            list[used++] = (struct sdyrt_message){r, sizeof *all, (char *)&all[ranks->rank], 1};
        }
    }
    int good = start(ranks, NUMBER_OF_AGREEMENT, list, used) == 0 &&
               wait_for(ranks, NUMBER_OF_AGREEMENT) == 0;
    free(list);
    return good;
}

static int threads(const struct sdyrt_ranks *ranks) {
    const struct tcp_data *data = data_of(ranks);
    int here = sdyrt_tcp_neighbours(data->tcp, data->members, ranks->count);
    int share = (int)sdyrt_cores_by_affinity() / (here > 0 ? here : 1);
    return share > 0 ? share : 1;
}

static int allows(struct sdyrt_ranks *ranks, int threads_wanted) {
    (void)ranks;
    (void)threads_wanted;
    return 1;
}

static void give_up(struct sdyrt_ranks *ranks) {
    sdyrt_tcp_give_up(data_of(ranks)->tcp, ranks->message);
}

static void close_ranks(struct sdyrt_ranks *ranks) {
    struct tcp_data *data = data_of(ranks);
    if (data != NULL) {
        free(data->members);
        free(data);
    }
    ranks->data = NULL;
}

static const struct sdyrt_transport transport = {start,   test,   wait_for, poke,       tell,
                                                 threads, allows, give_up,  close_ranks};

/* --- beginning -------------------------------------------------------------------------------- */

static uint64_t tag_of(const int64_t *members, int64_t count) {
    uint64_t tag = UINT64_C(14695981039346656037);
    for (int64_t i = 0; i < count; i++) {
        tag = tag_with(tag, members[i]);
    }
    return tag;
}

static int fail(struct sdyrt_ranks *ranks, const char *what) {
    ranks->failed = 1;
    snprintf(ranks->message, sizeof ranks->message, "%s", what);
    return 0;
}

int sdyrt_tcp_open(struct sdyrt_ranks *ranks, struct sdyrt_tcp *tcp, const int64_t *members,
                   int64_t count, int64_t which, double limit) {
    memset(ranks, 0, sizeof *ranks);
    ranks->count = count;
    for (; ranks->rank < count; ranks->rank++) {
        which -= members[ranks->rank] == sdyrt_tcp_own(tcp);
        if (which < 0) {
            break;
        }
    }
    if (ranks->rank == count) {
        return fail(ranks, "a process opens a list of ranks that it is not in");
    }
    struct tcp_data *data = (struct tcp_data *)calloc(1, sizeof *data);
    int64_t *copy = (int64_t *)calloc((size_t)count, sizeof *copy);
    if (data == NULL || copy == NULL) {
        free(data);
        free(copy);
        return fail(ranks, "out of memory");
    }
    memcpy(copy, members, (size_t)count * sizeof *copy);
    data->tcp = tcp;
    data->members = copy;
    data->tag = tag_of(members, count);
    ranks->data = data;
    ranks->transport = &transport;
    ranks->limit = limit;
    return 1;
}

int64_t sdyrt_tcp_process(const struct sdyrt_ranks *ranks, int64_t rank) {
    return data_of(ranks)->members[rank];
}

/* --- beside programs -------------------------------------------------------------------------- */

int sdyrt_tcp_carry(struct sdyrt_tcp *tcp, int sends, int64_t process, uint64_t tag, char *data,
                    int64_t bytes, char why[SDYRT_REASON]) {
    int64_t left = 1;
    struct sdyrt_letter letter = {process, bytes, data, {tag, NUMBER_OF_CARRIED}, &left};
    if (!(sends ? sdyrt_tcp_send(tcp, &letter, 1) : sdyrt_tcp_receive(tcp, &letter))) {
        snprintf(why, SDYRT_REASON, "out of memory");
        return 0;
    }
    while (!sdyrt_tcp_move(tcp, &left, SDYRT_SLEEP)) {
        const char *lost = sdyrt_tcp_lost(tcp, process);
        if (lost != NULL) {
            snprintf(why, SDYRT_REASON, "%s", lost);
            return 0;
        }
    }
    return 1;
}
