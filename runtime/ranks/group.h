/* What schedules are written with: who is in a group, and how a piece lies. */
#ifndef SDYRT_GROUP_H
#define SDYRT_GROUP_H

#include "schedule.h"

/* A piece as it lies in memory. */
struct sdyrt_piece {
    int64_t rank, size[SDYRT_RANK], stride[SDYRT_RANK], elements;
};

/* What all ranks give, or what all get, by the strides of `what->from` or `what->to`. */
struct sdyrt_piece sdyrt_piece_of(const struct sdyrt_exchange *what, const int64_t *stride);

/* A schedule that is being written: what a rank does in `step` comes next. */
struct sdyrt_writer {
    const struct sdyrt_exchange *what;
    const struct sdyrt_parties *parties;
    int64_t members, own; /* of the group, and the own one's number in it */
    int64_t points;       /* of the own rank's dimensions */
    int64_t bytes;        /* of a piece */
    int packs, unpacks;   /* what is given, and what comes, does not lie together */
    int64_t step;
    sdyrt_visitor *visit;
    void *data;
};

/* The beginning of one, which visits nobody yet. */
struct sdyrt_writer sdyrt_writer_of(const struct sdyrt_exchange *what,
                                    const struct sdyrt_parties *parties);
/* The rank that is that member. */
int64_t sdyrt_member_rank(const struct sdyrt_writer *writer, int64_t member);
/* Where a member's piece, or the own rank's for a point, begins in the value; where what is given
   to a member, or the own rank's piece for a point, begins in what is given. */
struct sdyrt_spot sdyrt_value_of(const struct sdyrt_writer *writer, int64_t member, int64_t point);
struct sdyrt_spot sdyrt_given_to(const struct sdyrt_writer *writer, int64_t member, int64_t point);
/* So many bytes into the room. */
struct sdyrt_spot sdyrt_room_at(int64_t bytes);

/* An action each; of no bytes there is none. */
void sdyrt_write_send(struct sdyrt_writer *writer, int64_t peer, struct sdyrt_spot from,
                      int64_t bytes);
void sdyrt_write_receive(struct sdyrt_writer *writer, int64_t peer, struct sdyrt_spot to,
                         int64_t bytes);
/* A piece of what is given, put together; a piece put where it belongs. */
void sdyrt_write_pack(struct sdyrt_writer *writer, struct sdyrt_spot to, struct sdyrt_spot from);
void sdyrt_write_unpack(struct sdyrt_writer *writer, struct sdyrt_spot to, struct sdyrt_spot from);
void sdyrt_write_copy(struct sdyrt_writer *writer, struct sdyrt_spot to, struct sdyrt_spot from,
                      int64_t bytes);
void sdyrt_write_combine(struct sdyrt_writer *writer, struct sdyrt_spot to, struct sdyrt_spot from,
                         struct sdyrt_spot more, int64_t bytes);

/* The schedules, a function each (schedule.c has their rows). */
void sdyrt_write_direct(struct sdyrt_writer *writer);
void sdyrt_write_doubling(struct sdyrt_writer *writer);
void sdyrt_write_pairs(struct sdyrt_writer *writer);
void sdyrt_write_two_hops(struct sdyrt_writer *writer);
void sdyrt_write_permute(struct sdyrt_writer *writer);
void sdyrt_write_terms(struct sdyrt_writer *writer);
void sdyrt_write_tree(struct sdyrt_writer *writer);
void sdyrt_write_chain(struct sdyrt_writer *writer);
void sdyrt_write_scatter(struct sdyrt_writer *writer);

/* The base in which two digits count the members: of two hops. */
int64_t sdyrt_hop_base(int64_t members);
/* Pieces in which a chain sends a value. */
int64_t sdyrt_chain_chunks(int64_t bytes);

#endif
