#include "group.h"

#include <stddef.h>

/* --- pieces ----------------------------------------------------------------------------------- */

struct sdyrt_piece sdyrt_piece_of(const struct sdyrt_exchange *what, const int64_t *stride) {
    struct sdyrt_piece piece;
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
static int is_dense(const struct sdyrt_piece *piece) {
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
static int are_alike(const struct sdyrt_piece *a, const struct sdyrt_piece *b) {
    int64_t reach = 1;
    for (int64_t d = 0; d < a->rank; d++) {
        if (a->stride[d] != b->stride[d] || a->stride[d] <= 0) {
            return 0;
        }
        reach += (a->size[d] - 1) * a->stride[d];
    }
    return reach == a->elements;
}

/* --- members and points ----------------------------------------------------------------------- */

static int is_peer(const struct sdyrt_exchange *what, int64_t dim) {
    return what->peer[dim] > 0;
}

static int64_t own_number(const struct sdyrt_writer *writer) {
    const struct sdyrt_exchange *what = writer->what;
    int64_t number = 0;
    for (int64_t d = 0; d < what->rank; d++) {
        if (is_peer(what, d)) {
            number = number * what->size[d] + writer->parties->rank / what->peer[d] % what->size[d];
        }
    }
    return number;
}

int64_t sdyrt_member_rank(const struct sdyrt_writer *writer, int64_t member) {
    const struct sdyrt_exchange *what = writer->what;
    int64_t own = writer->parties->rank, rank = own;
    for (int64_t d = what->rank; d-- > 0;) {
        if (is_peer(what, d)) {
            int64_t digit = member % what->size[d];
            member /= what->size[d];
            rank += (digit - own / what->peer[d] % what->size[d]) * what->peer[d];
        }
    }
    return rank;
}

/* Bytes from the beginning to a member's and a point's. */
static int64_t offset_of(const struct sdyrt_exchange *what, const int64_t *stride, int64_t member,
                         int64_t point) {
    int64_t offset = 0;
    for (int64_t d = what->rank; d-- > 0;) {
        int64_t *number = is_peer(what, d) ? &member : &point;
        if (what->peer[d] != 0) {
            offset += *number % what->size[d] * stride[d];
            *number /= what->size[d];
        }
    }
    return offset * what->bytes;
}

static struct sdyrt_spot spot(int64_t place, int64_t at) {
    struct sdyrt_spot made;
    made.place = place;
    made.at = at;
    return made;
}

struct sdyrt_spot sdyrt_value_of(const struct sdyrt_writer *writer, int64_t member, int64_t point) {
    return spot(SDYRT_VALUE, offset_of(writer->what, writer->what->to, member, point));
}

struct sdyrt_spot sdyrt_given_to(const struct sdyrt_writer *writer, int64_t member, int64_t point) {
    return spot(SDYRT_GIVEN, offset_of(writer->what, writer->what->from, member, point));
}

struct sdyrt_spot sdyrt_room_at(int64_t bytes) {
    return spot(SDYRT_ROOM, bytes);
}

struct sdyrt_writer sdyrt_writer_of(const struct sdyrt_exchange *what,
                                    const struct sdyrt_parties *parties) {
    struct sdyrt_piece from = sdyrt_piece_of(what, what->from), to = sdyrt_piece_of(what, what->to);
    int alike = are_alike(&from, &to);
    struct sdyrt_writer writer;
    writer.what = what;
    writer.parties = parties;
    writer.members = writer.points = 1;
    for (int64_t d = 0; d < what->rank; d++) {
        writer.members *= is_peer(what, d) ? what->size[d] : 1;
        writer.points *= what->peer[d] < 0 ? what->size[d] : 1;
    }
    writer.own = own_number(&writer);
    writer.bytes = from.elements * what->bytes;
    writer.packs = !alike && !is_dense(&from);
    writer.unpacks = !alike && !is_dense(&to);
    writer.step = 0;
    writer.visit = NULL;
    writer.data = NULL;
    return writer;
}

/* --- actions ---------------------------------------------------------------------------------- */

static void write_action(const struct sdyrt_writer *writer, int64_t kind, int64_t peer,
                         struct sdyrt_spot to, struct sdyrt_spot from, struct sdyrt_spot more,
                         int64_t bytes) {
    struct sdyrt_action action;
    action.kind = kind;
    action.step = writer->step;
    action.peer = peer;
    action.bytes = bytes;
    action.to = to;
    action.from = from;
    action.more = more;
    if (bytes > 0) {
        writer->visit(&action, writer->data);
    }
}

static struct sdyrt_spot nowhere(void) {
    return spot(SDYRT_NOWHERE, 0);
}

void sdyrt_write_send(struct sdyrt_writer *writer, int64_t peer, struct sdyrt_spot from,
                      int64_t bytes) {
    write_action(writer, SDYRT_SEND, peer, nowhere(), from, nowhere(), bytes);
}

void sdyrt_write_receive(struct sdyrt_writer *writer, int64_t peer, struct sdyrt_spot to,
                         int64_t bytes) {
    write_action(writer, SDYRT_RECEIVE, peer, to, nowhere(), nowhere(), bytes);
}

void sdyrt_write_pack(struct sdyrt_writer *writer, struct sdyrt_spot to, struct sdyrt_spot from) {
    write_action(writer, writer->packs ? SDYRT_PACK : SDYRT_COPY, -1, to, from, nowhere(),
                 writer->bytes);
}

void sdyrt_write_unpack(struct sdyrt_writer *writer, struct sdyrt_spot to, struct sdyrt_spot from) {
    write_action(writer, writer->unpacks ? SDYRT_UNPACK : SDYRT_COPY, -1, to, from, nowhere(),
                 writer->bytes);
}

void sdyrt_write_copy(struct sdyrt_writer *writer, struct sdyrt_spot to, struct sdyrt_spot from,
                      int64_t bytes) {
    write_action(writer, SDYRT_COPY, -1, to, from, nowhere(), bytes);
}

void sdyrt_write_combine(struct sdyrt_writer *writer, struct sdyrt_spot to, struct sdyrt_spot from,
                         struct sdyrt_spot more, int64_t bytes) {
    write_action(writer, SDYRT_COMBINE, -1, to, from, more, bytes);
}
