#include "exchange.h"

#include <stdio.h>
#include <string.h>

/* --- one rank's piece of a value -------------------------------------------------------------- */

/* A piece as it lies in memory: its dimensions, without those of other ranks. */
struct piece {
    int64_t rank, size[SDYRT_EXCHANGE_RANK], stride[SDYRT_EXCHANGE_RANK], elements;
};

static struct piece piece_of(const struct sdyrt_exchange *what, const int64_t *stride) {
    struct piece piece;
    piece.rank = 0;
    piece.elements = 1;
    for (int64_t d = 0; d < what->rank; d++) {
        if (what->peer[d] == 0) {
            piece.size[piece.rank] = what->size[d];
            piece.stride[piece.rank++] = stride[d];
            piece.elements *= what->size[d];
        }
    }
    return piece;
}

/* Whether its elements lie in row-major order without gaps. */
static int is_dense(const struct piece *piece) {
    int64_t stride = 1;
    for (int64_t d = piece->rank; d-- > 0;) {
        if (piece->stride[d] != stride) {
            return 0;
        }
        stride *= piece->size[d];
    }
    return 1;
}

/* Whether two pieces lie alike, and without gaps, in whichever order. */
static int are_alike(const struct piece *a, const struct piece *b) {
    int64_t reach = 1;
    for (int64_t d = 0; d < a->rank; d++) {
        if (a->stride[d] != b->stride[d] || a->stride[d] <= 0) {
            return 0;
        }
        reach += (a->size[d] - 1) * a->stride[d];
    }
    return reach == a->elements;
}

/* Every element in row-major order: `data` moves by strides, `dense` goes on. */
static void copy_piece(const struct piece *piece, int64_t bytes, char *data, char *dense,
                       int packs) {
    int64_t at[SDYRT_EXCHANGE_RANK] = {0}, rank = piece->rank, run = bytes;
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

/* --- the group -------------------------------------------------------------------------------- */

static int64_t member_count(const struct sdyrt_exchange *what) {
    int64_t count = 1;
    for (int64_t d = 0; d < what->rank; d++) {
        count *= what->peer[d] > 0 ? what->size[d] : 1;
    }
    return count;
}

/* The rank that is member `number` of the own one's group, and where its piece begins in the value.
 */
static int64_t member_at(const struct sdyrt_exchange *what, int64_t own, int64_t number,
                         int64_t *offset) {
    int64_t rank = own;
    *offset = 0;
    for (int64_t d = what->rank; d-- > 0;) {
        if (what->peer[d] > 0) {
            int64_t digit = number % what->size[d];
            number /= what->size[d];
            rank += (digit - own / what->peer[d] % what->size[d]) * what->peer[d];
            *offset += digit * what->to[d] * what->bytes;
        }
    }
    return rank;
}

/* --- all together ----------------------------------------------------------------------------- */

/* How pieces go: as they lie, or through scratch memory. */
struct passage {
    struct piece from, to;
    int packs, unpacks;
    int64_t bytes; /* of a piece */
};

static struct passage passage_of(const struct sdyrt_exchange *what) {
    struct passage passage;
    passage.from = piece_of(what, what->from);
    passage.to = piece_of(what, what->to);
    passage.bytes = passage.from.elements * what->bytes;
    passage.packs = passage.unpacks = 0;
    if (!are_alike(&passage.from, &passage.to)) {
        passage.packs = !is_dense(&passage.from);
        passage.unpacks = !is_dense(&passage.to);
    }
    return passage;
}

int64_t sdyrt_exchange_scratch(const struct sdyrt_exchange *what) {
    struct passage passage = passage_of(what);
    int64_t others = member_count(what) - 1;
    return passage.bytes * ((passage.packs || passage.unpacks) + (passage.unpacks ? others : 0));
}

static void fail(struct sdyrt_ranks *ranks, const struct sdyrt_exchange *what, int64_t peer) {
    ranks->failed = ranks->lost = 1;
    int length = snprintf(ranks->message, sizeof ranks->message, "rank %lld: exchange %lld",
                          (long long)ranks->rank, (long long)what->number);
    if (what->line > 0) {
        length += snprintf(ranks->message + length, sizeof ranks->message - (size_t)length,
                           " (line %lld)", (long long)what->line);
    }
    snprintf(ranks->message + length, sizeof ranks->message - (size_t)length,
             " has waited %.3g s for rank %lld, which does not answer", ranks->limit,
             (long long)peer);
}

void sdyrt_exchange(const struct sdyrt_exchange *what, char *given, char *const *operands,
                    char *scratch) {
    struct sdyrt_ranks *ranks = (struct sdyrt_ranks *)(void *)given;
    struct passage passage = passage_of(what);
    int64_t members = member_count(what), count = 0;
    int goes_through = passage.packs || passage.unpacks;
    char *own = goes_through ? scratch : operands[0], *room = scratch + passage.bytes;
    if (ranks->failed || passage.bytes == 0) {
        return;
    }
    if (goes_through) {
        copy_piece(&passage.from, what->bytes, operands[0], own, 1);
    }
    for (int64_t m = 0; m < members; m++) {
        int64_t offset, peer = member_at(what, ranks->rank, m, &offset);
        char *place = operands[1] + offset;
        if (peer == ranks->rank) {
            continue;
        }
        struct sdyrt_message *message = &ranks->messages[count];
        message[0].peer = message[1].peer = peer;
        message[0].bytes = message[1].bytes = passage.bytes;
        message[0].sends = 1;
        message[0].data = own;
        message[1].sends = 0;
        message[1].data = passage.unpacks ? room + count / 2 * passage.bytes : place;
        count += 2;
    }
    int64_t missing = ranks->transport->exchange(ranks, what->number, ranks->messages, count);
    ranks->exchanges++;
    ranks->sent += count / 2 * passage.bytes;
    if (missing != 0) {
        fail(ranks, what, missing - 1);
        return;
    }
    for (int64_t m = 0, next = 0; m < members; m++) {
        int64_t offset, peer = member_at(what, ranks->rank, m, &offset);
        char *place = operands[1] + offset;
        char *from = peer == ranks->rank ? own : room + next++ * passage.bytes;
        if (passage.unpacks) {
            copy_piece(&passage.to, what->bytes, place, from, 0);
        } else if (peer == ranks->rank) {
            memcpy(place, own, (size_t)passage.bytes);
        }
    }
}
