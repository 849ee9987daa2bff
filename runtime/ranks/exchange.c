#include "exchange.h"

#include "group.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- local work ------------------------------------------------------------------------------- */

/* Every element in row-major order: `data` moves by strides, `dense` goes on. */
static void copy_piece(const struct sdyrt_piece *piece, int64_t bytes, char *data, char *dense,
                       int packs) {
    int64_t at[SDYRT_RANK] = {0}, rank = piece->rank, run = bytes;
    while (rank > 0 && piece->stride[rank - 1] * bytes == run) {
        run *= piece->size[--rank]; /* dimensions that lie together are one */
    }
    for (int64_t left = piece->elements * bytes; left > 0; left -= run) {
        memcpy(packs ? dense : data, packs ? data : dense, (size_t)run);
        dense += run;
        for (int64_t d = rank; d-- > 0;) {
            data += piece->stride[d] * bytes;
            if (++at[d] < piece->size[d]) {
                break;
            }
            data -= piece->size[d] * piece->stride[d] * bytes;
            at[d] = 0;
        }
    }
}

static char *at_spot(const struct sdyrt_flight *flight, const struct sdyrt_spot *spot) {
    return spot->place == SDYRT_NOWHERE ? NULL
                                        : flight->operands[spot->place - SDYRT_GIVEN] + spot->at;
}

static int is_message(const struct sdyrt_action *action) {
    return action->kind == SDYRT_SEND || action->kind == SDYRT_RECEIVE;
}

static void do_action(const struct sdyrt_flight *flight, const struct sdyrt_action *action) {
    const struct sdyrt_exchange *what = flight->what;
    char *to = at_spot(flight, &action->to), *from = at_spot(flight, &action->from);
    struct sdyrt_piece piece;
    switch (action->kind) {
    case SDYRT_PACK:
        piece = sdyrt_piece_of(what, what->from);
        copy_piece(&piece, what->bytes, from, to, 1);
        break;
    case SDYRT_UNPACK:
        piece = sdyrt_piece_of(what, what->to);
        copy_piece(&piece, what->bytes, to, from, 0);
        break;
    case SDYRT_COPY:
        memcpy(to, from, (size_t)action->bytes);
        break;
    case SDYRT_COMBINE:
        flight->combine(to, from, at_spot(flight, &action->more), action->bytes / what->bytes);
        break;
    default: /* a message */
        break;
    }
}

/* --- steps ------------------------------------------------------------------------------------ */

static void fail(struct sdyrt_ranks *ranks, const struct sdyrt_exchange *what, int64_t peer) {
    int length = snprintf(ranks->message, sizeof ranks->message, "rank %lld: exchange %lld",
                          (long long)ranks->rank, (long long)what->number);
    if (what->line > 0) {
        length += snprintf(ranks->message + length, sizeof ranks->message - (size_t)length,
                           " (line %lld)", (long long)what->line);
    }
    sdyrt_ranks_say_why(ranks, length, peer);
    sdyrt_ranks_give_up(ranks);
}

static void fail_for_memory(struct sdyrt_ranks *ranks) {
    snprintf(ranks->message, sizeof ranks->message, "rank %lld: out of memory",
             (long long)ranks->rank);
    sdyrt_ranks_give_up(ranks);
}

/* The end of the step that begins at action `first`, and how many messages it has. */
static int64_t step_end(const struct sdyrt_flight *flight, int64_t first, int64_t *messages) {
    int64_t end = first, step = flight->actions[first].step;
    *messages = 0;
    for (; end < flight->count && flight->actions[end].step == step; end++) {
        *messages += is_message(&flight->actions[end]);
    }
    return end;
}

/* Room for the messages of a step. */
static struct sdyrt_message *message_list(struct sdyrt_ranks *ranks, int64_t count) {
    if (count > ranks->message_room) {
        free(ranks->messages);
        ranks->messages =
            (struct sdyrt_message *)calloc((size_t)count, sizeof(struct sdyrt_message));
        ranks->message_room = ranks->messages != NULL ? count : 0;
    }
    return ranks->messages;
}

static void start_messages(struct sdyrt_ranks *ranks, struct sdyrt_flight *flight, int64_t end,
                           int64_t count) {
    struct sdyrt_message *list = message_list(ranks, count);
    int64_t used = 0;
    if (list == NULL) {
        fail_for_memory(ranks);
        return;
    }
    for (int64_t i = flight->next; i < end; i++) {
        const struct sdyrt_action *action = &flight->actions[i];
        if (is_message(action)) {
            int sends = action->kind == SDYRT_SEND;
            list[used].peer = action->peer;
            list[used].bytes = action->bytes;
            list[used].sends = sends;
            list[used++].data = at_spot(flight, sends ? &action->from : &action->to);
            ranks->sent += sends ? action->bytes : 0;
        }
    }
    int64_t missing = ranks->transport->start(ranks, flight->what->number, list, used);
    flight->waits = 1;
    if (missing != 0) {
        fail(ranks, flight->what, missing - 1);
    }
}

/* Does step after step until one has messages, which are then under way, or none is left. */
static void go_on(struct sdyrt_ranks *ranks, struct sdyrt_flight *flight) {
    while (!flight->waits && flight->next < flight->count && !ranks->failed) {
        int64_t messages, end = step_end(flight, flight->next, &messages);
        if (messages > 0) {
            start_messages(ranks, flight, end, messages);
        }
        for (; flight->next < end && !ranks->failed; flight->next++) {
            do_action(flight, &flight->actions[flight->next]);
        }
    }
}

/* Whether messages come after those that are under way, which others wait for. */
static int has_more_messages(const struct sdyrt_flight *flight) {
    return flight->waits && flight->next <= flight->last_message;
}

void sdyrt_exchanges_poke(struct sdyrt_ranks *ranks) {
    for (int i = 0; i < SDYRT_UNDER_WAY && ranks->under_way > 0 && !ranks->failed; i++) {
        struct sdyrt_flight *flight = &ranks->flights[i];
        int64_t state = 1;
        while (flight->what != NULL && has_more_messages(flight) && state > 0 && !ranks->failed) {
            state = ranks->transport->test(ranks, flight->what->number);
            if (state < 0) {
                fail(ranks, flight->what, -state - 1);
            } else if (state > 0) {
                flight->waits = 0;
                go_on(ranks, flight);
            }
        }
    }
}

/* --- all together ----------------------------------------------------------------------------- */

static struct sdyrt_flight *find_flight(struct sdyrt_ranks *ranks,
                                        const struct sdyrt_exchange *what) {
    int i = 0;
    while (i < SDYRT_UNDER_WAY - 1 && ranks->flights[i].what != what) {
        i++;
    }
    return &ranks->flights[i];
}

static void keep_action(const struct sdyrt_action *action, void *data) {
    struct sdyrt_flight *flight = (struct sdyrt_flight *)data;
    if (flight->count == flight->room) {
        int64_t room = flight->room > 0 ? 2 * flight->room : 16;
        void *grown = realloc(flight->actions, (size_t)room * sizeof *flight->actions);
        if (grown == NULL) {
            flight->fails = 1;
            return;
        }
        flight->actions = (struct sdyrt_action *)grown;
        flight->room = room;
    }
    if (is_message(action)) {
        flight->last_message = flight->count;
    }
    flight->has_room |= action->to.place == SDYRT_ROOM || action->from.place == SDYRT_ROOM ||
                        action->more.place == SDYRT_ROOM;
    flight->actions[flight->count++] = *action;
}

static void prepare(struct sdyrt_flight *flight, const struct sdyrt_parties *parties,
                    const struct sdyrt_exchange *what, char *const *operands) {
    flight->what = what;
    flight->count = flight->next = 0;
    flight->last_message = -1;
    flight->waits = flight->fails = flight->has_room = 0;
    sdyrt_schedule(what, parties, keep_action, flight);
    flight->operands[0] = operands[0];
    flight->operands[1] = operands[1];
    flight->operands[2] = flight->has_room ? operands[2] : NULL;
}

void sdyrt_exchange(const struct sdyrt_exchange *what, char *given, char *const *operands,
                    const int64_t *peers, sdyrt_combine *combine) {
    struct sdyrt_ranks *ranks = (struct sdyrt_ranks *)(void *)given;
    struct sdyrt_parties parties = {peers, ranks->rank, ranks->count};
    if (ranks->failed) {
        return;
    }
    struct sdyrt_flight *flight = find_flight(ranks, NULL);
    prepare(flight, &parties, what, operands);
    flight->combine = combine;
    ranks->exchanges++;
    ranks->under_way++;
    if (flight->fails) {
        fail_for_memory(ranks);
        return;
    }
    go_on(ranks, flight);
}

void sdyrt_arrival(const struct sdyrt_exchange *what, char *given) {
    struct sdyrt_ranks *ranks = (struct sdyrt_ranks *)(void *)given;
    struct sdyrt_flight *flight = find_flight(ranks, what);
    if (ranks->failed) {
        return;
    }
    while (flight->waits && !ranks->failed) {
        int64_t missing = ranks->transport->wait(ranks, what->number);
        flight->waits = 0;
        if (missing != 0) {
            fail(ranks, what, missing - 1);
            return;
        }
        go_on(ranks, flight);
    }
    ranks->under_way--;
    flight->what = NULL;
}
