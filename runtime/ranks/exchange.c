#include "exchange.h"

#include <stdio.h>
#include <string.h>

/* --- one rank's piece of a value -------------------------------------------------------------- */

/* A piece as it lies in memory: its dimensions, without those of other ranks. */
struct piece {
    int64_t rank, size[SDYRT_RANK], stride[SDYRT_RANK], elements;
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

/* How pieces go: as they lie, or through the room. */
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

/* Whether each rank gets a part of its own. */
static int gives_parts(const struct sdyrt_exchange *what) {
    for (int64_t d = 0; d < what->rank; d++) {
        if (what->peer[d] > 0 && what->from[d] != 0) {
            return 1;
        }
    }
    return 0;
}

/* Where what is given to a rank begins, in bytes. */
static int64_t given_at(const struct sdyrt_exchange *what, int64_t rank) {
    int64_t at = 0;
    for (int64_t d = 0; d < what->rank; d++) {
        if (what->peer[d] > 0) {
            at += rank / what->peer[d] % what->size[d] * what->from[d];
        }
    }
    return at * what->bytes;
}

/* Pieces that are packed, and those that are to be unpacked. */
static int64_t packed_count(const struct sdyrt_exchange *what, const struct passage *passage) {
    if (!passage->packs && !passage->unpacks) {
        return 0;
    }
    return gives_parts(what) ? member_count(what) : 1;
}

int64_t sdyrt_exchange_room(const struct sdyrt_exchange *what) {
    struct passage passage = passage_of(what);
    int64_t others = member_count(what) - 1;
    return passage.bytes * (packed_count(what, &passage) + (passage.unpacks ? others : 0));
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

/* An exchange on its way. */
struct exchange {
    const struct sdyrt_exchange *what;
    struct sdyrt_ranks *ranks;
    struct passage passage;
    int64_t members, packed;
    const char *given;           /* by the own rank, as it lies */
    char *value, *pieces, *room; /* the result; packed pieces; those that come and are unpacked */
};

/* What member `number`, which is that rank, gets from the own one. */
static char *piece_for(const struct exchange *exchange, int64_t number, int64_t rank) {
    if (exchange->packed == 0) {
        return (char *)(uintptr_t)exchange->given + given_at(exchange->what, rank);
    }
    return exchange->pieces + (exchange->packed > 1 ? number : 0) * exchange->passage.bytes;
}

static void pack(const struct exchange *exchange) {
    const struct sdyrt_exchange *what = exchange->what;
    for (int64_t m = 0; m < exchange->packed; m++) {
        int64_t offset, rank = member_at(what, exchange->ranks->rank, m, &offset);
        const char *from = exchange->given + given_at(what, rank);
        copy_piece(&exchange->passage.from, what->bytes, (char *)(uintptr_t)from,
                   exchange->pieces + m * exchange->passage.bytes, 1);
    }
}

/* Two messages for each other member; how many there are. */
static int64_t write_messages(const struct exchange *exchange) {
    const struct passage *passage = &exchange->passage;
    int64_t count = 0;
    for (int64_t m = 0; m < exchange->members; m++) {
        int64_t offset, peer = member_at(exchange->what, exchange->ranks->rank, m, &offset);
        char *place = exchange->value + offset;
        if (peer == exchange->ranks->rank) {
            continue;
        }
        struct sdyrt_message *message = &exchange->ranks->messages[count];
        message[0].peer = message[1].peer = peer;
        message[0].bytes = message[1].bytes = passage->bytes;
        message[0].sends = 1;
        message[0].data = piece_for(exchange, m, peer);
        message[1].sends = 0;
        message[1].data = passage->unpacks ? exchange->room + count / 2 * passage->bytes : place;
        count += 2;
    }
    return count;
}

/* Puts what the own rank gives itself where it belongs. */
static void place_own(const struct exchange *exchange) {
    const struct passage *passage = &exchange->passage;
    int64_t own = exchange->ranks->rank, offset, member = 0;
    while (member_at(exchange->what, own, member, &offset) != own) {
        member++;
    }
    char *from = piece_for(exchange, member, own), *place = exchange->value + offset;
    if (passage->unpacks) {
        copy_piece(&passage->to, exchange->what->bytes, place, from, 0);
    } else {
        memcpy(place, from, (size_t)passage->bytes);
    }
}

/* Puts what has come where it belongs. */
static void unpack(const struct exchange *exchange) {
    int64_t own = exchange->ranks->rank, next = 0;
    for (int64_t m = 0; m < exchange->members && exchange->passage.unpacks; m++) {
        int64_t offset;
        if (member_at(exchange->what, own, m, &offset) != own) {
            copy_piece(&exchange->passage.to, exchange->what->bytes, exchange->value + offset,
                       exchange->room + next++ * exchange->passage.bytes, 0);
        }
    }
}

static struct exchange exchange_of(const struct sdyrt_exchange *what, char *ranks,
                                   char *const *operands) {
    struct exchange exchange;
    exchange.what = what;
    exchange.ranks = (struct sdyrt_ranks *)(void *)ranks;
    exchange.passage = passage_of(what);
    exchange.members = member_count(what);
    exchange.packed = packed_count(what, &exchange.passage);
    exchange.given = operands[0];
    exchange.value = operands[1];
    exchange.pieces = exchange.room = NULL;
    if (exchange.passage.packs || exchange.passage.unpacks) {
        exchange.pieces = operands[2];
        exchange.room = exchange.pieces + exchange.packed * exchange.passage.bytes;
    }
    return exchange;
}

/* Whether it is done at all. */
static int takes_place(const struct exchange *exchange) {
    return !exchange->ranks->failed && exchange->passage.bytes > 0;
}

void sdyrt_exchange(const struct sdyrt_exchange *what, char *given, char *const *operands) {
    struct exchange exchange = exchange_of(what, given, operands);
    struct sdyrt_ranks *ranks = exchange.ranks;
    if (!takes_place(&exchange)) {
        return;
    }
    pack(&exchange);
    int64_t count = write_messages(&exchange);
    int64_t missing = ranks->transport->start(ranks, what->number, ranks->messages, count);
    ranks->exchanges++;
    ranks->under_way++;
    ranks->sent += count / 2 * exchange.passage.bytes;
    if (missing != 0) {
        fail(ranks, what, missing - 1);
    }
    place_own(&exchange);
}

void sdyrt_arrival(const struct sdyrt_exchange *what, char *given, char *const *operands) {
    struct exchange exchange = exchange_of(what, given, operands);
    struct sdyrt_ranks *ranks = exchange.ranks;
    if (!takes_place(&exchange)) {
        return;
    }
    int64_t missing = ranks->transport->wait(ranks, what->number);
    ranks->under_way--;
    if (missing != 0) {
        fail(ranks, what, missing - 1);
        return;
    }
    unpack(&exchange);
}
