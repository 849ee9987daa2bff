#include "ranks.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int sdyrt_ranks_failed(const char *ranks) {
    return ((const struct sdyrt_ranks *)(const void *)ranks)->failed;
}

void sdyrt_ranks_say_why(struct sdyrt_ranks *ranks, int length, int64_t peer) {
    char *end = ranks->message + length;
    size_t room = sizeof ranks->message - (size_t)length;
    if (ranks->reason[0] != '\0') {
        snprintf(end, room, ": %s", ranks->reason);
    } else {
        snprintf(end, room, " has waited %.3g s for rank %lld, which does not answer", ranks->limit,
                 (long long)peer);
    }
}

void sdyrt_ranks_give_up(struct sdyrt_ranks *ranks) {
    ranks->failed = ranks->lost = 1;
    if (ranks->transport->give_up != NULL) {
        ranks->transport->give_up(ranks);
    }
}

/* What is wrong with the words of all ranks. */
static void compare_words(struct sdyrt_ranks *ranks, const uint64_t *all) {
    uint64_t own = all[ranks->rank];
    for (int64_t r = 0; r < ranks->count && !ranks->failed; r++) {
        if (all[r] == own && own != 0) {
            continue;
        }
        ranks->failed = 1;
        if (r == ranks->rank && ranks->message[0] != '\0') {
            break; /* it has said why it cannot go on */
        }
        if (all[r] == 0) {
            snprintf(ranks->message, sizeof ranks->message, "rank %lld cannot go on", (long long)r);
        } else if (own != 0) {
            snprintf(ranks->message, sizeof ranks->message,
                     "rank %lld: its program (%016llx) is not that of rank %lld (%016llx)",
                     (long long)ranks->rank, (unsigned long long)own, (long long)r,
                     (unsigned long long)all[r]);
        }
    }
}

int sdyrt_ranks_agree(struct sdyrt_ranks *ranks, uint64_t word) {
    uint64_t *all = (uint64_t *)calloc((size_t)ranks->count, sizeof *all);
    const char *why = ranks->reason;
    if (all != NULL && ranks->transport->tell(ranks, word, all)) {
        compare_words(ranks, all);
        free(all);
        return !ranks->failed;
    }
    if (all == NULL || why[0] != '\0') {
        snprintf(ranks->message, sizeof ranks->message, "rank %lld cannot begin: %s",
                 (long long)ranks->rank, all == NULL ? "out of memory" : why);
    } else {
        snprintf(ranks->message, sizeof ranks->message,
                 "rank %lld has waited %.3g s for all ranks to begin", (long long)ranks->rank,
                 ranks->limit);
    }
    sdyrt_ranks_give_up(ranks); /* `all` stays: a transport may still write into it */
    return 0;
}

void sdyrt_ranks_poke(void *ranks) {
    struct sdyrt_ranks *own = (struct sdyrt_ranks *)ranks;
    if (own->under_way > 0 && !own->failed) {
        own->transport->poke(own);
        sdyrt_exchanges_poke(own);
    }
}

void sdyrt_ranks_release(struct sdyrt_ranks *ranks) {
    if (ranks->lost) {
        return; /* messages may still be under way */
    }
    for (int i = 0; i < SDYRT_UNDER_WAY; i++) {
        free(ranks->flights[i].actions);
        ranks->flights[i].actions = NULL;
        ranks->flights[i].room = 0;
    }
    free(ranks->messages);
    ranks->messages = NULL;
    ranks->message_room = 0;
}

/* --- parts of tensors ------------------------------------------------------------------------- */

static int64_t digit_of(const struct sdyrt_rank_part_digit *digit, int64_t number) {
    return digit->stride > 0 ? number / digit->stride % digit->size : 0;
}

static int part_repeats(const struct sdyrt_rank_part *part, int64_t number) {
    int64_t least = 0;
    for (int i = 0; i < part->digit_count; i++) {
        least += digit_of(&part->digits[i], number) * part->digits[i].stride;
    }
    return least != number;
}

static int64_t part_bytes(const struct sdyrt_rank_part *part, int64_t bytes) {
    for (int i = 0; i < part->digit_count; i++) {
        bytes *= part->digits[i].stride > 0 ? 1 : part->digits[i].size;
    }
    return bytes;
}

/* Copies run by run, which are what the part has of the last dimension's last digit. `at` is where
   the digits before `i` begin: the coordinate of the dimension at hand, and the element that those
   before it have reached. */
struct part_copy {
    const struct sdyrt_rank_part *part;
    int64_t number, bytes;
    char *whole, *own;
    int puts;
};

static int64_t run_length(const struct sdyrt_rank_part *part) {
    return part->rank > 0 ? part->digits[part->digit_count - 1].size : 1;
}

/* The element of the whole at which run `run` of the part begins, and how much of it is inside:
   0 where all is padding. */
static int64_t run_begin(const struct part_copy *copy, int64_t run, int64_t *inside) {
    const struct sdyrt_rank_part *part = copy->part;
    int64_t begin = 0, scale = 1, coordinate = 0, step = 1;
    *inside = run_length(part);
    for (int i = part->digit_count; i-- > 0;) {
        const struct sdyrt_rank_part_digit *digit = &part->digits[i];
        int64_t value = digit_of(digit, copy->number);
        if (digit->stride == 0 && i + 1 < part->digit_count) {
            value = run % digit->size;
            run /= digit->size;
        }
        coordinate += value * step;
        step *= digit->size;
        if (i > 0 && part->digits[i - 1].dim == digit->dim) {
            continue;
        }
        int64_t left = part->dims[digit->dim] - coordinate;
        if (digit->dim == part->rank - 1) {
            *inside = left < *inside ? left : *inside;
        }
        *inside = left <= 0 ? 0 : *inside;
        begin += coordinate * scale;
        scale *= part->dims[digit->dim];
        coordinate = 0;
        step = 1;
    }
    return begin;
}

static void copy_part(const struct part_copy *copy) {
    int64_t length = run_length(copy->part) * copy->bytes;
    int64_t all = part_bytes(copy->part, copy->bytes);
    for (int64_t run = 0; length > 0 && run < all / length; run++) {
        int64_t inside, begin = run_begin(copy, run, &inside) * copy->bytes;
        char *own = copy->own + run * length;
        inside = inside > 0 ? inside * copy->bytes : 0;
        if (copy->puts && inside > 0) {
            memcpy(copy->whole + begin, own, (size_t)inside);
        } else if (!copy->puts) {
            if (inside > 0) {
                memcpy(own, copy->whole + begin, (size_t)inside);
            }
            memset(own + inside, 0, (size_t)(length - inside));
        }
    }
}

void sdyrt_rank_part_take(const struct sdyrt_rank_part *part, int64_t number, int64_t bytes,
                          const char *whole, char *own) {
    struct part_copy copy = {part, number, bytes, (char *)(uintptr_t)whole, own, 0};
    copy_part(&copy);
}

static void part_put(const struct sdyrt_rank_part *part, int64_t number, int64_t bytes, char *whole,
                     const char *own) {
    struct part_copy copy = {part, number, bytes, whole, (char *)(uintptr_t)own, 1};
    copy_part(&copy);
}

/* Messages of results, which nothing else is done besides; 0, or 1 + the peer that does not answer.
 */
static int64_t pass_on(struct sdyrt_ranks *ranks, const struct sdyrt_message *list, int64_t count) {
    enum { NUMBER = -1 };
    int64_t missing = ranks->transport->start(ranks, NUMBER, list, count);
    return missing != 0 ? missing : ranks->transport->wait(ranks, NUMBER);
}

/* Parts that come together, and where they are put. */
struct arrivals {
    struct sdyrt_message *list;
    int64_t most, count;
};

enum arrived_bytes { ARRIVED_MOST = 64 << 20 }; /* of parts that have come and are not stored */

/* Room for many parts at a time, or, where there is no memory for more, the caller's for one. */
static struct arrivals arrivals_of(const struct sdyrt_ranks *ranks, int64_t bytes, char *room,
                                   struct sdyrt_message *single) {
    struct arrivals arrivals = {single, 1, 0};
    int64_t most = bytes < ARRIVED_MOST ? ARRIVED_MOST / bytes : 1;
    most = most < ranks->count ? most : ranks->count;
    char *memory =
        most < 2 ? NULL : (char *)malloc((size_t)most * (sizeof *arrivals.list + (size_t)bytes));
    single->data = room;
    if (memory != NULL) {
        arrivals.list = (struct sdyrt_message *)(void *)memory;
        arrivals.most = most;
        for (int64_t i = 0; i < most; i++) {
            arrivals.list[i].data = memory + (size_t)most * sizeof *arrivals.list + i * bytes;
        }
    }
    return arrivals;
}

/* Receives all that is listed, and puts it where it belongs. */
static int64_t take_arrivals(struct sdyrt_ranks *ranks, const struct sdyrt_rank_part *part,
                             int64_t bytes, struct arrivals *arrivals, char *whole) {
    int64_t missing = pass_on(ranks, arrivals->list, arrivals->count);
    for (int64_t i = 0; i < arrivals->count && missing == 0; i++) {
        part_put(part, arrivals->list[i].peer, bytes, whole, arrivals->list[i].data);
    }
    arrivals->count = 0;
    return missing;
}

static int64_t take_all(struct sdyrt_ranks *ranks, const struct sdyrt_rank_part *part,
                        int64_t bytes, char *whole, char *room) {
    struct sdyrt_message single;
    int64_t all = part_bytes(part, bytes), missing = 0;
    struct arrivals arrivals = arrivals_of(ranks, all, room, &single);
    for (int64_t r = 1; r < ranks->count && missing == 0; r++) {
        if (!part_repeats(part, r)) {
            struct sdyrt_message *message = &arrivals.list[arrivals.count++];
            message->peer = r;
            message->bytes = all;
            message->sends = 0;
        }
        if (arrivals.count == arrivals.most || (r == ranks->count - 1 && arrivals.count > 0)) {
            missing = take_arrivals(ranks, part, bytes, &arrivals, whole);
        }
    }
    if (arrivals.list != &single && missing == 0) {
        free(arrivals.list); /* else messages may still come */
    }
    return missing;
}

int sdyrt_rank_part_gather(struct sdyrt_ranks *ranks, const struct sdyrt_rank_part *part,
                           int64_t bytes, const char *own, char *whole, char *room) {
    int64_t all = part_bytes(part, bytes), missing = 0;
    struct sdyrt_message message = {0, all, (char *)(uintptr_t)own, 1};
    if (ranks->failed || all == 0) {
        return !ranks->failed;
    }
    if (ranks->rank == 0) {
        part_put(part, 0, bytes, whole, own);
        missing = take_all(ranks, part, bytes, whole, room);
    } else if (!part_repeats(part, ranks->rank)) {
        missing = pass_on(ranks, &message, 1);
    }
    if (missing != 0) {
        int length = snprintf(ranks->message, sizeof ranks->message,
                              "rank %lld: putting a result together", (long long)ranks->rank);
        sdyrt_ranks_say_why(ranks, length, missing - 1);
        sdyrt_ranks_give_up(ranks);
    }
    return missing == 0;
}
