/* Schedules that move pieces: to all, to each its own, or as a table says. */
#include "group.h"

/* --- one message to and from each ------------------------------------------------------------- */

/* The member that is so many behind the own one, around the group. */
static int64_t behind(const struct sdyrt_writer *writer, int64_t distance) {
    return (writer->own + distance) % writer->members;
}

static int64_t before(const struct sdyrt_writer *writer, int64_t distance) {
    return behind(writer, writer->members - distance);
}

/* Where a piece is sent from: as it lies, or packed; of those that all get there is one. */
static struct sdyrt_spot sent_from(const struct sdyrt_writer *writer, int64_t member) {
    int64_t slot = writer->what->kind == SDYRT_PARTS ? member : 0;
    return writer->packs ? sdyrt_room_at(slot * writer->bytes) : sdyrt_given_to(writer, member, 0);
}

static int64_t packed_count(const struct sdyrt_writer *writer) {
    return !writer->packs ? 0 : writer->what->kind == SDYRT_PARTS ? writer->members : 1;
}

/* Where the piece of the member that is so many before the own one comes. */
static struct sdyrt_spot received_at(const struct sdyrt_writer *writer, int64_t distance) {
    int64_t slot = packed_count(writer) + distance - 1;
    return writer->unpacks ? sdyrt_room_at(slot * writer->bytes)
                           : sdyrt_value_of(writer, before(writer, distance), 0);
}

/* Each sends to the one behind it first, then to the one behind that, and receives from those
   before it: nobody is sent to by all at once. */
void sdyrt_write_direct(struct sdyrt_writer *writer) {
    for (int64_t m = 0; m < packed_count(writer); m++) {
        sdyrt_write_pack(writer, sdyrt_room_at(m * writer->bytes), sdyrt_given_to(writer, m, 0));
    }
    writer->step++;
    for (int64_t i = 1; i < writer->members; i++) {
        sdyrt_write_receive(writer, sdyrt_member_rank(writer, before(writer, i)),
                            received_at(writer, i), writer->bytes);
    }
    for (int64_t i = 1; i < writer->members; i++) {
        int64_t member = behind(writer, i);
        sdyrt_write_send(writer, sdyrt_member_rank(writer, member), sent_from(writer, member),
                         writer->bytes);
    }
    sdyrt_write_unpack(writer, sdyrt_value_of(writer, writer->own, 0),
                       sent_from(writer, writer->own));
    writer->step++;
    for (int64_t i = 1; i < writer->members && writer->unpacks; i++) {
        sdyrt_write_unpack(writer, sdyrt_value_of(writer, before(writer, i), 0),
                           received_at(writer, i));
    }
}

/* --- more and more together ------------------------------------------------------------------- */

/* Whether the pieces lie one behind the other in the value, and in each step each rank meets
   another that has as many. */
static int is_doubled_in_place(const struct sdyrt_writer *writer) {
    int64_t n = writer->members, in_row = !writer->unpacks && (n & (n - 1)) == 0;
    for (int64_t m = 0; m < n && in_row; m++) {
        in_row = sdyrt_value_of(writer, m, 0).at == m * writer->bytes;
    }
    return (int)in_row;
}

/* Neighbours give each other their pieces, then neighbouring pairs what they have, and so on: no
   room, and no copies. */
static void write_doubling_in_place(struct sdyrt_writer *writer) {
    sdyrt_write_pack(writer, sdyrt_value_of(writer, writer->own, 0),
                     sdyrt_given_to(writer, writer->own, 0));
    for (int64_t there = 1; there < writer->members; there *= 2) {
        int64_t own = writer->own & -there, bytes = there * writer->bytes;
        int64_t peer = sdyrt_member_rank(writer, writer->own ^ there);
        writer->step++;
        sdyrt_write_receive(writer, peer, sdyrt_value_of(writer, own ^ there, 0), bytes);
        sdyrt_write_send(writer, peer, sdyrt_value_of(writer, own, 0), bytes);
    }
}

/* In the room the piece of the member that is i behind the own one is number i. All of them go on
   to the one that is as many before as there are. */
void sdyrt_write_doubling(struct sdyrt_writer *writer) {
    int64_t n = writer->members, bytes = writer->bytes;
    if (is_doubled_in_place(writer)) {
        write_doubling_in_place(writer);
        return;
    }
    sdyrt_write_pack(writer, sdyrt_room_at(0), sdyrt_given_to(writer, writer->own, 0));
    for (int64_t there = 1; there < n; there *= 2) {
        int64_t count = there < n - there ? there : n - there;
        writer->step++;
        sdyrt_write_receive(writer, sdyrt_member_rank(writer, behind(writer, there)),
                            sdyrt_room_at(there * bytes), count * bytes);
        sdyrt_write_send(writer, sdyrt_member_rank(writer, before(writer, there)), sdyrt_room_at(0),
                         count * bytes);
    }
    writer->step++;
    for (int64_t i = 0; i < n; i++) {
        sdyrt_write_unpack(writer, sdyrt_value_of(writer, behind(writer, i), 0),
                           sdyrt_room_at(i * bytes));
    }
}

/* --- in hops ---------------------------------------------------------------------------------- */

/* Pieces whose way has this digit, which go together; `at` is where they are put, in pieces. */
struct hop {
    int64_t base, scale, digit, at, count;
};

static struct hop hop_of(const struct sdyrt_writer *writer, int64_t base, int64_t scale,
                         int64_t digit, int64_t at) {
    struct hop hop = {base, scale, digit, at, 0};
    for (int64_t i = 0; i < writer->members; i++) {
        hop.count += i / scale % base == digit;
    }
    return hop;
}

/* Out of the pieces in the room, or back among them. */
static void copy_hop(struct sdyrt_writer *writer, const struct hop *hop, int64_t place, int back) {
    int64_t at = place + hop->at * writer->bytes;
    for (int64_t i = 0; i < writer->members; i++) {
        if (i / hop->scale % hop->base == hop->digit) {
            struct sdyrt_spot piece = sdyrt_room_at(i * writer->bytes), list = sdyrt_room_at(at);
            sdyrt_write_copy(writer, back ? piece : list, back ? list : piece, writer->bytes);
            at += writer->bytes;
        }
    }
}

/* A digit of the way is gone by all pieces that have it. */
static void write_hop(struct sdyrt_writer *writer, int64_t base, int64_t scale) {
    int64_t all = writer->members * writer->bytes, at = 0;
    for (int64_t digit = 1; digit < base; digit++) {
        struct hop hop = hop_of(writer, base, scale, digit, at);
        copy_hop(writer, &hop, all, 0);
        at += hop.count;
    }
    writer->step++;
    for (int64_t pass = 0; pass < 2; pass++) {
        at = 0;
        for (int64_t digit = 1; digit < base; digit++) {
            struct hop hop = hop_of(writer, base, scale, digit, at);
            int64_t bytes = hop.count * writer->bytes, far = digit * scale % writer->members;
            int64_t peer = pass == 0 ? before(writer, far) : behind(writer, far);
            struct sdyrt_spot list = sdyrt_room_at((pass == 0 ? 2 : 1) * all + at * writer->bytes);
            if (pass == 0) {
                sdyrt_write_receive(writer, sdyrt_member_rank(writer, peer), list, bytes);
            } else {
                sdyrt_write_send(writer, sdyrt_member_rank(writer, peer), list, bytes);
            }
            at += hop.count;
        }
    }
    writer->step++;
    at = 0;
    for (int64_t digit = 1; digit < base; digit++) {
        struct hop hop = hop_of(writer, base, scale, digit, at);
        copy_hop(writer, &hop, 2 * all, 1);
        at += hop.count;
    }
}

/* A piece that is for the member i behind goes the digits of i in base `base`, one after the other;
   in the end number i is that of the member i before. The room has the pieces, and as many again
   that go and that come. */
static void write_hops(struct sdyrt_writer *writer, int64_t base) {
    for (int64_t i = 0; i < writer->members; i++) {
        sdyrt_write_pack(writer, sdyrt_room_at(i * writer->bytes),
                         sdyrt_given_to(writer, behind(writer, i), 0));
    }
    for (int64_t scale = 1; scale < writer->members; scale *= base) {
        write_hop(writer, base, scale);
    }
    writer->step++;
    for (int64_t i = 0; i < writer->members; i++) {
        sdyrt_write_unpack(writer, sdyrt_value_of(writer, before(writer, i), 0),
                           sdyrt_room_at(i * writer->bytes));
    }
}

void sdyrt_write_pairs(struct sdyrt_writer *writer) {
    write_hops(writer, 2);
}

int64_t sdyrt_hop_base(int64_t members) {
    int64_t base = 2;
    while (base * base < members) {
        base++;
    }
    return base;
}

void sdyrt_write_two_hops(struct sdyrt_writer *writer) {
    write_hops(writer, sdyrt_hop_base(writer->members));
}

/* --- as a table says -------------------------------------------------------------------------- */

static const int64_t *source_of(const struct sdyrt_writer *writer, int64_t rank, int64_t point) {
    return writer->parties->peers + 2 * (rank * writer->points + point);
}

static struct sdyrt_spot given_at(const struct sdyrt_writer *writer, int64_t rank, int64_t point) {
    struct sdyrt_spot spot = sdyrt_given_to(writer, 0, 0);
    spot.at = source_of(writer, rank, point)[1] * writer->what->bytes;
    return spot;
}

/* How many pieces a rank gets from another. */
static int64_t pieces_between(const struct sdyrt_writer *writer, int64_t from, int64_t to) {
    int64_t count = 0;
    for (int64_t p = 0; p < writer->points; p++) {
        count += source_of(writer, to, p)[0] == from;
    }
    return count;
}

/* The only point whose piece comes from that rank. */
static int64_t point_from(const struct sdyrt_writer *writer, int64_t from, int64_t to) {
    int64_t point = 0;
    while (source_of(writer, to, point)[0] != from) {
        point++;
    }
    return point;
}

/* Sends what another rank gets, of which there is something; several pieces go together, packed
   from piece `slot` of the room on. */
static int64_t write_given(struct sdyrt_writer *writer, int64_t to, int64_t slot, int packing) {
    int64_t own = writer->parties->rank, count = pieces_between(writer, own, to), put = 0;
    int packs = writer->packs || count > 1;
    for (int64_t p = 0; p < writer->points && packing && packs; p++) {
        if (source_of(writer, to, p)[0] == own) {
            sdyrt_write_pack(writer, sdyrt_room_at((slot + put++) * writer->bytes),
                             given_at(writer, to, p));
        }
    }
    if (!packing && count > 0) {
        struct sdyrt_spot from = packs ? sdyrt_room_at(slot * writer->bytes)
                                       : given_at(writer, to, point_from(writer, own, to));
        sdyrt_write_send(writer, to, from, count * writer->bytes);
    }
    return packs ? count : 0;
}

static int64_t write_taken(struct sdyrt_writer *writer, int64_t from, int64_t slot, int unpacking) {
    int64_t own = writer->parties->rank, count = pieces_between(writer, from, own), put = 0;
    int unpacks = writer->unpacks || count > 1;
    for (int64_t p = 0; p < writer->points && unpacking && unpacks; p++) {
        if (source_of(writer, own, p)[0] == from) {
            sdyrt_write_unpack(writer, sdyrt_value_of(writer, 0, p),
                               sdyrt_room_at((slot + put++) * writer->bytes));
        }
    }
    if (!unpacking && count > 0) {
        int64_t point = count == 1 ? point_from(writer, from, own) : 0;
        struct sdyrt_spot to =
            unpacks ? sdyrt_room_at(slot * writer->bytes) : sdyrt_value_of(writer, 0, point);
        sdyrt_write_receive(writer, from, to, count * writer->bytes);
    }
    return unpacks ? count : 0;
}

/* What stays: through the room where neither side lies together. */
static void write_kept(struct sdyrt_writer *writer, int64_t slot) {
    int64_t own = writer->parties->rank;
    for (int64_t p = 0; p < writer->points; p++) {
        if (source_of(writer, own, p)[0] == own) {
            struct sdyrt_spot from = given_at(writer, own, p), room;
            if (writer->packs) {
                room = sdyrt_room_at(slot * writer->bytes);
                sdyrt_write_pack(writer, room, from);
                from = room;
            }
            sdyrt_write_unpack(writer, sdyrt_value_of(writer, 0, p), from);
        }
    }
}

/* The rank that is so many behind the own one, of all. */
static int64_t rank_behind(const struct sdyrt_writer *writer, int64_t distance) {
    return (writer->parties->rank + distance) % writer->parties->count;
}

void sdyrt_write_permute(struct sdyrt_writer *writer) {
    int64_t count = writer->parties->count, slot = 0, taken;
    for (int64_t i = 1; i < count; i++) {
        slot += write_given(writer, rank_behind(writer, i), slot, 1);
    }
    writer->step++;
    taken = slot;
    for (int64_t i = 1; i < count; i++) {
        slot += write_taken(writer, rank_behind(writer, count - i), slot, 0);
    }
    int64_t free_slot = slot;
    slot = 0;
    for (int64_t i = 1; i < count; i++) {
        slot += write_given(writer, rank_behind(writer, i), slot, 0);
    }
    write_kept(writer, free_slot);
    writer->step++;
    for (int64_t i = 1; i < count; i++) {
        taken += write_taken(writer, rank_behind(writer, count - i), taken, 1);
    }
}
