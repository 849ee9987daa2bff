/* Which bytes of which vectors of its sources each vector of a result is made of. Internal to the
   runtime. */
#ifndef SDYRT_WEAVE_ITEMS_H
#define SDYRT_WEAVE_ITEMS_H

#include "caches.h"
#include "weave.h"

enum {
    WEAVE_WIDTH = SDYRT_LINE_BYTES,   /* of the widest vectors, */
    WEAVE_SHORT = SDYRT_VECTOR_BYTES, /* and of the short ones */
    WEAVE_ITEMS = 256,
    WEAVE_HELD = 18,      /* items whose orders stay in registers, at most */
    WEAVE_PER_VECTOR = 8, /* items, at most */
};

/* What a vector of the result takes of one vector of a source: byte i is byte order[i] of those
   from `low` on, if bit i of the mask is set. `low` counts from where the source's first row of the
   unit begins. */
struct weave_item {
    int64_t source, low, span;
    uint64_t mask;
    signed char order[WEAVE_WIDTH]; /* -128 where the mask has no bit */
};

/* Some rows together, so that vectors are filled: the pattern repeats from unit to unit. */
struct weave_unit {
    int64_t width, rows, bytes; /* of a vector; of a unit */
    int64_t vectors, per; /* of a unit, the last one perhaps partly; items of each vector, of which
                             some may be of no bytes */
    int64_t read;         /* bytes of a source, for each item */
    struct weave_item items[WEAVE_ITEMS];
};

/* The unit of so many rows for vectors of `width` bytes; 0 where it would be too large. */
int sdyrt_weave_unit(const struct sdyrt_weave *what, int64_t width, int64_t rows,
                     struct weave_unit *unit);

/* What a loop does: vector v of a unit from its `per` items; where
   each item reads for the next unit, and how much further it does for the one behind it. */
struct weave_units {
    const struct weave_item *items;
    int64_t vectors, per;
    const char *from[WEAVE_ITEMS];
    int64_t step[WEAVE_ITEMS];
    char *to;
    int64_t count, bytes; /* of units; of one */
    int past;             /* written past the caches: whole lines */
};

/* What the blocks of a task share. */
struct weaver {
    int64_t isa; /* of the plan */
    struct weave_unit unit;
    struct weave_units units;
    char still[WEAVE_ITEMS][WEAVE_WIDTH]; /* of sources that do not move, which may be shorter */
};

/* A block of rows: where each source's and the result's first row begin, and to where sources may
   be read. */
struct weave_rows {
    int64_t count;
    const char *const *from, *const *low, *const *high;
    char *to;
    int past; /* written past the caches, where that can be */
};

/* Fills units by vectors of 16 bytes; by those of 64, of which items read as many bytes, or 16. */
typedef void weave_loop_fn(struct weave_units *units);
weave_loop_fn sdyrt_weave_short, sdyrt_weave_wide, sdyrt_weave_wide_of_16;

/* What a route does with a block. `scratch`: sdyrt_weave_scratch bytes. */
typedef void weave_block_fn(const struct sdyrt_weave *what, struct weaver *weaver,
                            const struct weave_rows *rows, char *scratch);
weave_block_fn sdyrt_weave_block_columns, sdyrt_weave_block_vectors;

/* Makes ready for a task by vectors: the unit of the plan. */
void sdyrt_weave_begin(const struct sdyrt_weave *what, const struct sdyrt_weave_plan *plan,
                       struct weaver *weaver);
/* Copies rows of a block from `first` on, run by run. */
void sdyrt_weave_copy_rows(const struct sdyrt_weave *what, const struct weave_rows *rows,
                           int64_t first);

#endif
