#include "ranks.h"

#include <stdio.h>
#include <string.h>

int sdyrt_ranks_failed(const char *ranks) {
    return ((const struct sdyrt_ranks *)(const void *)ranks)->failed;
}

void sdyrt_ranks_poke(void *ranks) {
    struct sdyrt_ranks *own = (struct sdyrt_ranks *)ranks;
    if (own->under_way > 0 && !own->failed && own->transport->poke != NULL) {
        own->transport->poke(own);
    }
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

/* A message that nothing else is done besides; 0, or 1 + the peer that does not answer. */
static int64_t pass_on(struct sdyrt_ranks *ranks, const struct sdyrt_message *message) {
    enum { NUMBER = -1 };
    int64_t missing = ranks->transport->start(ranks, NUMBER, message, 1);
    return missing != 0 ? missing : ranks->transport->wait(ranks, NUMBER);
}

int sdyrt_rank_part_gather(struct sdyrt_ranks *ranks, const struct sdyrt_rank_part *part,
                           int64_t bytes, const char *own, char *whole, char *room) {
    int64_t all = part_bytes(part, bytes);
    struct sdyrt_message message = {0, all, (char *)(uintptr_t)own, 1};
    int64_t missing = 0;
    if (ranks->failed || all == 0) {
        return !ranks->failed;
    }
    if (ranks->rank == 0) {
        part_put(part, 0, bytes, whole, own);
        message.data = room;
        message.sends = 0;
        for (int64_t r = 1; r < ranks->count && missing == 0; r++) {
            message.peer = r;
            if (!part_repeats(part, r)) {
                missing = pass_on(ranks, &message);
                part_put(part, r, bytes, whole, room);
            }
        }
    } else if (!part_repeats(part, ranks->rank)) {
        missing = pass_on(ranks, &message);
    }
    if (missing != 0) {
        ranks->failed = ranks->lost = 1;
        snprintf(ranks->message, sizeof ranks->message,
                 "rank %lld: putting a result together has waited %.3g s for rank %lld, which does "
                 "not answer",
                 (long long)ranks->rank, ranks->limit, (long long)(missing - 1));
    }
    return missing == 0;
}
