/* Schedules of sums, each in an order that is fixed. */
#include "group.h"

/* Where the sum is made: where it belongs, or in the room if it does not lie together there. */
static struct sdyrt_spot sum_at(const struct sdyrt_writer *writer, int64_t bytes) {
    struct sdyrt_spot at = writer->unpacks ? sdyrt_room_at(0) : sdyrt_value_of(writer, 0, 0);
    at.at += bytes;
    return at;
}

/* What lies in the room behind it. */
static int64_t room_behind(const struct sdyrt_writer *writer) {
    return writer->unpacks ? writer->bytes : 0;
}

static void put_sum(struct sdyrt_writer *writer) {
    writer->step++;
    if (writer->unpacks) {
        sdyrt_write_unpack(writer, sdyrt_value_of(writer, 0, 0), sum_at(writer, 0));
    }
}

/* --- the tree --------------------------------------------------------------------------------- */

/* Of which elements a rank has the sum of the members that it has met. */
struct span {
    int64_t begin, count;
};

static int is_halved(const struct sdyrt_writer *writer, struct span span) {
    return span.count / 2 * writer->what->bytes >= SDYRT_HALF_BYTES;
}

/* The half that the lower or the upper of two members keeps. */
static struct span half_of(struct span span, int is_upper) {
    struct span half = {span.begin, span.count - span.count / 2};
    if (is_upper) {
        half.begin += half.count;
        half.count = span.count / 2;
    }
    return half;
}

/* Two members that have met as many others add up what both have: each a half, or both all of it
   where that is little. The lower one's comes first. */
static struct span write_meeting(struct sdyrt_writer *writer, int64_t distance, struct span span) {
    int64_t bytes = writer->what->bytes, own = writer->own, room = room_behind(writer);
    int64_t peer = sdyrt_member_rank(writer, own ^ distance);
    int is_upper = (own & distance) != 0;
    struct span kept = is_halved(writer, span) ? half_of(span, is_upper) : span;
    struct span sent = is_halved(writer, span) ? half_of(span, !is_upper) : span;
    struct sdyrt_spot sum = sum_at(writer, kept.begin * bytes), others = sdyrt_room_at(room);
    writer->step++;
    sdyrt_write_receive(writer, peer, others, kept.count * bytes);
    sdyrt_write_send(writer, peer, sum_at(writer, sent.begin * bytes), sent.count * bytes);
    writer->step++;
    sdyrt_write_combine(writer, sum, is_upper ? others : sum, is_upper ? sum : others,
                        kept.count * bytes);
    return kept;
}

/* The members of 2^k numbers: neighbours first, then neighbouring pairs. What was halved is put
   together again in the opposite order. */
void sdyrt_write_tree(struct sdyrt_writer *writer) {
    int64_t bytes = writer->what->bytes, levels = 0;
    struct span spans[63];
    spans[0].begin = 0;
    spans[0].count = writer->bytes / bytes;
    sdyrt_write_pack(writer, sum_at(writer, 0), sdyrt_given_to(writer, 0, 0));
    for (int64_t distance = 1; distance < writer->members; distance *= 2, levels++) {
        spans[levels + 1] = write_meeting(writer, distance, spans[levels]);
    }
    while (levels-- > 0) {
        struct span kept = spans[levels + 1];
        int64_t distance = (int64_t)1 << levels;
        int64_t peer = sdyrt_member_rank(writer, writer->own ^ distance);
        if (!is_halved(writer, spans[levels])) {
            continue;
        }
        struct span others = half_of(spans[levels], (writer->own & distance) == 0);
        writer->step++;
        sdyrt_write_receive(writer, peer, sum_at(writer, others.begin * bytes),
                            others.count * bytes);
        sdyrt_write_send(writer, peer, sum_at(writer, kept.begin * bytes), kept.count * bytes);
    }
    put_sum(writer);
}

/* --- all terms -------------------------------------------------------------------------------- */

/* Where the room has a member's term, and the sums that are made of it. */
static struct sdyrt_spot term_of(const struct sdyrt_writer *writer, int64_t member) {
    return sdyrt_room_at(room_behind(writer) + member * writer->bytes);
}

/* Each gets the terms of all others, and adds them up as the tree does. */
void sdyrt_write_terms(struct sdyrt_writer *writer) {
    int64_t members = writer->members, own = writer->own, bytes = writer->bytes;
    sdyrt_write_pack(writer, term_of(writer, own), sdyrt_given_to(writer, 0, 0));
    writer->step++;
    for (int64_t i = 1; i < members; i++) {
        int64_t from = (own + members - i) % members;
        sdyrt_write_receive(writer, sdyrt_member_rank(writer, from), term_of(writer, from), bytes);
    }
    for (int64_t i = 1; i < members; i++) {
        int64_t to = (own + i) % members;
        sdyrt_write_send(writer, sdyrt_member_rank(writer, to), term_of(writer, own), bytes);
    }
    writer->step++;
    for (int64_t distance = 1; distance < members; distance *= 2) {
        for (int64_t lower = 0; lower < members; lower += 2 * distance) {
            struct sdyrt_spot term = term_of(writer, lower),
                              more = term_of(writer, lower + distance);
            struct sdyrt_spot sum = 2 * distance < members ? term : sum_at(writer, 0);
            sdyrt_write_combine(writer, sum, term, more, bytes);
        }
    }
    put_sum(writer);
}

/* --- the chain -------------------------------------------------------------------------------- */

int64_t sdyrt_chain_chunks(int64_t bytes) {
    int64_t chunks = (bytes + SDYRT_CHUNK_BYTES - 1) / SDYRT_CHUNK_BYTES;
    const int64_t most = SDYRT_CHUNKS;
    return chunks < 1 ? 1 : chunks > most ? most : chunks;
}

struct chain {
    struct sdyrt_writer *writer;
    int64_t chunks, elements; /* of all but the last, of which there may be fewer */
};

static int64_t chunk_at(const struct chain *chain, int64_t chunk) {
    return chunk * chain->elements * chain->writer->what->bytes;
}

static int64_t chunk_bytes(const struct chain *chain, int64_t chunk) {
    int64_t left = chain->writer->bytes - chunk_at(chain, chunk);
    int64_t all = chain->elements * chain->writer->what->bytes;
    return left < 0 ? 0 : left < all ? left : all;
}

/* The own terms, one after the other, onto what the members before have made of a chunk. */
static void fold_chunk(const struct chain *chain, int64_t chunk) {
    struct sdyrt_writer *writer = chain->writer;
    int64_t at = chunk_at(chain, chunk), bytes = chunk_bytes(chain, chunk);
    struct sdyrt_spot sum = sum_at(writer, at), nothing = {SDYRT_NOWHERE, 0};
    for (int64_t p = 0; p < writer->points && chunk < chain->chunks; p++) {
        struct sdyrt_spot term = sdyrt_given_to(writer, 0, p);
        if (writer->packs) {
            term = sdyrt_room_at(room_behind(writer) + p * writer->bytes);
        }
        term.at += at;
        sdyrt_write_combine(writer, sum, writer->own == 0 && p == 0 ? nothing : sum, term, bytes);
    }
}

/* Receives or sends a chunk, if there is one of that number, from or to a member. */
static void pass_chunk(const struct chain *chain, int64_t chunk, int64_t member, int sends) {
    struct sdyrt_writer *writer = chain->writer;
    if (chunk < 0 || chunk >= chain->chunks || member < 0 || member >= writer->members) {
        return;
    }
    int64_t peer = sdyrt_member_rank(writer, member), bytes = chunk_bytes(chain, chunk);
    struct sdyrt_spot sum = sum_at(writer, chunk_at(chain, chunk));
    if (sends) {
        sdyrt_write_send(writer, peer, sum, bytes);
    } else {
        sdyrt_write_receive(writer, peer, sum, bytes);
    }
}

/* Chunk c is at member m after c + m turns, and at the last after c + n - 1; on its way back it is
   at member m as many turns later as that is from the last. Each turn is two steps: chunks are
   passed on, and the one that has come is folded. */
static void write_turn(const struct chain *chain, int64_t turn) {
    struct sdyrt_writer *writer = chain->writer;
    int64_t m = writer->own, last = writer->members - 1, back = 2 * last - m;
    writer->step = 2 * turn + 2;
    pass_chunk(chain, turn - m + 1, m - 1, 0);
    pass_chunk(chain, turn - back + 1, m < last ? m + 1 : -1, 0);
    pass_chunk(chain, turn - m, m < last ? m + 1 : -1, 1);
    pass_chunk(chain, turn - back, m - 1, 1);
    writer->step++;
    if (turn - m + 1 >= 0) {
        fold_chunk(chain, turn - m + 1);
    }
}

void sdyrt_write_chain(struct sdyrt_writer *writer) {
    int64_t elements = writer->bytes / writer->what->bytes;
    struct chain chain = {writer, sdyrt_chain_chunks(writer->bytes), 0};
    chain.elements = (elements + chain.chunks - 1) / chain.chunks;
    for (int64_t p = 0; p < writer->points && writer->packs; p++) {
        sdyrt_write_pack(writer, sdyrt_room_at(room_behind(writer) + p * writer->bytes),
                         sdyrt_given_to(writer, 0, p));
    }
    for (int64_t turn = -1; turn < chain.chunks + 2 * writer->members; turn++) {
        write_turn(&chain, turn);
    }
    put_sum(writer);
}

/* --- each its part ---------------------------------------------------------------------------- */

/* Term i is of the member whose number differs from the own one by i, so that an aligned block of
   them is one of the tree. They come so many at a time, a turn, each turn into the half of the room
   that the one before has not; the sums of turns wait in slots, of 2^l turns in slot l. */
struct turns {
    struct sdyrt_writer *writer;
    int64_t count, terms; /* turns, and terms of each */
    int64_t slots;        /* how many there are */
};

static struct turns turns_of(struct sdyrt_writer *writer) {
    const int64_t most = SDYRT_TURNS;
    struct turns turns = {writer, writer->members < most ? writer->members : most, 0, 0};
    turns.terms = writer->members / turns.count;
    turns.slots = writer->unpacks; /* of all turns */
    for (int64_t added = 1; added < turns.count; added *= 2) {
        turns.slots++;
    }
    return turns;
}

static struct sdyrt_spot slot_at(const struct turns *turns, int64_t number) {
    return sdyrt_room_at(number * turns->writer->bytes);
}

/* Where term i of a turn comes, or what is sent to its member is packed. */
static struct sdyrt_spot place_in_turn(const struct turns *turns, int64_t turn, int64_t i,
                                       int packed) {
    int64_t half = turn % 2 + (packed ? 2 : 0);
    return slot_at(turns, turns->slots + half * turns->terms + i);
}

static int64_t member_of_term(const struct turns *turns, int64_t turn, int64_t i) {
    return turns->writer->own ^ (turn * turns->terms + i);
}

static struct sdyrt_spot sent_in_turn(const struct turns *turns, int64_t turn, int64_t i) {
    return turns->writer->packs ? place_in_turn(turns, turn, i, 1)
                                : sdyrt_given_to(turns->writer, member_of_term(turns, turn, i), 0);
}

static void pack_turn(const struct turns *turns, int64_t turn) {
    for (int64_t i = 0; i < turns->terms && turn < turns->count && turns->writer->packs; i++) {
        sdyrt_write_pack(turns->writer, place_in_turn(turns, turn, i, 1),
                         sdyrt_given_to(turns->writer, member_of_term(turns, turn, i), 0));
    }
}

/* The own term is there. */
static void exchange_turn(const struct turns *turns, int64_t turn) {
    struct sdyrt_writer *writer = turns->writer;
    for (int64_t i = turn == 0; i < turns->terms; i++) {
        sdyrt_write_receive(writer, sdyrt_member_rank(writer, member_of_term(turns, turn, i)),
                            place_in_turn(turns, turn, i, 0), writer->bytes);
    }
    for (int64_t i = turn == 0; i < turns->terms; i++) {
        sdyrt_write_send(writer, sdyrt_member_rank(writer, member_of_term(turns, turn, i)),
                         sent_in_turn(turns, turn, i), writer->bytes);
    }
}

/* The sum of two blocks of so many terms, of which the second has greater differences: that of the
   lower numbers is first. */
static void combine_blocks(const struct turns *turns, int64_t terms, struct sdyrt_spot to,
                           struct sdyrt_spot near, struct sdyrt_spot far) {
    int is_upper = (turns->writer->own & terms) != 0;
    sdyrt_write_combine(turns->writer, to, is_upper ? far : near, is_upper ? near : far,
                        turns->writer->bytes);
}

/* What has come in a turn is added up to its first term. */
static struct sdyrt_spot add_terms(const struct turns *turns, int64_t turn) {
    struct sdyrt_spot first = place_in_turn(turns, turn, 0, 0);
    struct sdyrt_spot own = sent_in_turn(turns, 0, 0);
    for (int64_t distance = 1; distance < turns->terms; distance *= 2) {
        for (int64_t i = 0; i < turns->terms; i += 2 * distance) {
            struct sdyrt_spot sum = place_in_turn(turns, turn, i, 0);
            int is_own = turn == 0 && i == 0 && distance == 1;
            combine_blocks(turns, distance, sum, is_own ? own : sum,
                           place_in_turn(turns, turn, i + distance, 0));
        }
    }
    return turn == 0 && turns->terms == 1 ? own : first;
}

/* Adds the sum of a turn to those before it, as far as the tree goes: a counter that carries. The
   last sum is the value. */
static void carry_turn(const struct turns *turns, int64_t turn, struct sdyrt_spot sum) {
    struct sdyrt_writer *writer = turns->writer;
    int64_t level = 0;
    if (turn % 2 == 0) {
        sdyrt_write_copy(writer, slot_at(turns, 0), sum, writer->bytes);
        return;
    }
    for (; turn >> level & 1; level++) {
        int goes_on = turn >> (level + 1) & 1;
        struct sdyrt_spot to = slot_at(turns, goes_on ? level : level + 1);
        if ((int64_t)2 << level == turns->count && !writer->unpacks) {
            to = sdyrt_value_of(writer, 0, 0);
        }
        combine_blocks(turns, turns->terms << level, to, slot_at(turns, level), sum);
        sum = to;
    }
}

/* A turn comes while the one before it is added up and the next one is packed. */
void sdyrt_write_scatter(struct sdyrt_writer *writer) {
    const struct turns turns = turns_of(writer);
    pack_turn(&turns, 0);
    for (int64_t turn = 0; turn <= turns.count; turn++) {
        writer->step++;
        if (turn < turns.count) {
            exchange_turn(&turns, turn);
        }
        if (turn > 0) {
            carry_turn(&turns, turn - 1, add_terms(&turns, turn - 1));
        }
        pack_turn(&turns, turn + 1);
    }
    writer->step++;
    if (writer->unpacks) {
        sdyrt_write_unpack(writer, sdyrt_value_of(writer, 0, 0), slot_at(&turns, turns.slots - 1));
    }
}
