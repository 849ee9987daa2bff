#include "transpose.h"

#include "sizes.h"
#include "transpose_groups.h"
#include "transpose_plan.h"
#include "transpose_tile.h"

#include <stdbool.h>
#include <string.h>

#ifndef __clang__
#pragma GCC optimize("O3")
#endif

/* Bytes: runs of whole lines are read one after the other. Shorter ones are written one after the
   other: pieces of lines are dearer to write. */
enum { LONG_RUN = 64 };

/* ---- what tiles cannot move ------------------------------------------------------------------ */

/* `bytes`, and the strides where they are, are constants in every call: copies are instructions. */
static inline __attribute__((always_inline)) void copy_line(char *to, int64_t to_stride,
                                                            const char *from, int64_t from_stride,
                                                            int64_t count, const int64_t bytes) {
    if (to_stride == bytes && from_stride == bytes) {
        memcpy(to, from, (size_t)(count * bytes));
    } else if (to_stride == bytes && from_stride == -bytes) {
        for (int64_t i = 0; i < count; i++) {
            memcpy(to + i * bytes, from - i * bytes, (size_t)bytes);
        }
    } else {
        for (int64_t i = 0; i < count; i++) {
            memcpy(to + i * to_stride, from + i * from_stride, (size_t)bytes);
        }
    }
}

/* Lines of `inner`, one for each index of `outer`. */
static inline __attribute__((always_inline)) void copy_lines(const struct walk_dim *outer,
                                                             const struct walk_dim *inner,
                                                             const char *from, char *to,
                                                             const int64_t bytes) {
    for (int64_t i = 0; i < outer->size; i++) {
        copy_line(to + i * outer->to, inner->to, from + i * outer->from, inner->from, inner->size,
                  bytes);
    }
}

/* As memcpy, without its call for a few bytes: pieces of 16, the last one where the run ends. */
static inline void copy_run(char *to, const char *from, int64_t bytes) {
    if (bytes < 16 || bytes > 128) {
        memcpy(to, from, (size_t)bytes);
        return;
    }
    for (int64_t i = 0; i < bytes - 16; i += 16) {
        memcpy(to + i, from + i, 16);
    }
    memcpy(to + bytes - 16, from + bytes - 16, 16);
}

/* Runs of so many bytes: all of `inner` for each index of `outer`. */
static void copy_runs(const struct walk_dim *outer, const struct walk_dim *inner, const char *from,
                      char *to, int64_t bytes) {
#define CASE(constant)                                                                             \
    case constant:                                                                                 \
        copy_lines(outer, inner, from, to, constant);                                              \
        break;
    switch (bytes) {
        CASE(1)
        CASE(2)
        CASE(3)
        CASE(4)
        CASE(5)
        CASE(6)
        CASE(7)
        CASE(8)
        CASE(9)
        CASE(10)
        CASE(12)
        CASE(14)
        CASE(16)
        CASE(20)
        CASE(24)
        CASE(28)
        CASE(32)
        CASE(40)
        CASE(48)
        CASE(64)
        CASE(80)
        CASE(96)
        CASE(128)
    default:
        for (int64_t o = 0; o < outer->size; o++) {
            for (int64_t i = 0; i < inner->size; i++) {
                copy_run(to + o * outer->to + i * inner->to,
                         from + o * outer->from + i * inner->from, bytes);
            }
        }
        break;
    }
#undef CASE
}

/* ---- groups of a few bytes ---------------------------------------------------------------------
 */

/* The bytes of a group: `count` items of `bytes`, so far apart in the source; false where it is too
 * long, or they lie too far apart. */
static bool place_group(struct transpose_groups *groups, int64_t count, int64_t bytes,
                        int64_t apart) {
    int64_t limit = SDYRT_GROUP_BYTES;
    groups->bytes = count * bytes;
    if (groups->bytes > limit || (count - 1) * (apart < 0 ? -apart : apart) + bytes > limit) {
        return false;
    }
    for (int64_t b = 0; b < groups->bytes; b++) {
        groups->place[b] = (signed char)(b / bytes * apart + b % bytes);
    }
    return true;
}

/* Lines of items whose place steps by a few bytes: what is left of each line after the groups is
 * copied item by item. */
static bool move_lines(const struct walk_dim *row, const struct walk_dim *column, const char *from,
                       char *to, int64_t bytes) {
    struct transpose_groups groups = {.from = from,
                                      .to = to,
                                      .lines = column->size,
                                      .from_line = column->from,
                                      .to_line = column->to,
                                      .count = row->size,
                                      .step = row->from};
    if (row->to != bytes || row->size < 2 * SDYRT_GROUP_BYTES || row->from > SDYRT_GROUP_BYTES ||
        row->from < -SDYRT_GROUP_BYTES || !place_group(&groups, 1, bytes, 0)) {
        return false;
    }
    int64_t done = sdyrt_transpose_groups(&groups);
    struct walk_dim rest = *row;
    rest.size -= done;
    copy_runs(column, &rest, from + done * row->from, to + done * row->to, bytes);
    return true;
}

/* The same of groups of several items, of which a column is a line. */
static bool move_groups(const struct walk_dim *row, const struct walk_dim *column, const char *from,
                        char *to, int64_t bytes) {
    struct transpose_groups groups = {
        .from = from, .to = to, .lines = 1, .count = column->size, .step = column->from};
    if (row->to != bytes || column->to != row->size * bytes ||
        !place_group(&groups, row->size, bytes, row->from)) {
        return false;
    }
    int64_t done = sdyrt_transpose_groups(&groups);
    struct walk_dim rest = *column;
    rest.size -= done;
    copy_runs(&rest, row, from + done * column->from, to + done * column->to, bytes);
    return true;
}

/* ---- a task ---------------------------------------------------------------------------------- */

static void move_matrix(const struct transpose_plan *p, int64_t rows, int64_t columns,
                        const char *from, char *to) {
    if (p->run == 1 && p->row.to == p->bytes && p->column.from == p->bytes) {
        struct transpose_matrix matrix = {from, to,      p->row.from, p->column.to,
                                          rows, columns, p->stream};
        sdyrt_transpose_matrix(p->bytes)(&matrix);
        return;
    }
    struct walk_dim row = p->row, column = p->column;
    int64_t bytes = p->run * p->bytes;
    row.size = rows;
    column.size = columns;
    if (move_groups(&row, &column, from, to, bytes) || move_lines(&row, &column, from, to, bytes)) {
        return;
    }
    if (bytes >= LONG_RUN) {
        copy_runs(&row, &column, from, to, bytes);
    } else {
        copy_runs(&column, &row, from, to, bytes);
    }
}

void sdyrt_transpose(const struct sdyrt_transpose *what, char *const *operands, int64_t task,
                     char *scratch) {
    struct transpose_plan p;
    int64_t index[SDYRT_TRANSPOSE_RANK];
    (void)scratch;
    sdyrt_transpose_plan(what, &p);
    int64_t row = task % p.row_blocks * p.row_block;
    int64_t column = task / p.row_blocks % p.column_blocks * p.column_block;
    int64_t outer = task / p.row_blocks / p.column_blocks * p.outer_block;
    const char *from = operands[0] + p.from + row * p.row.from + column * p.column.from;
    char *to = operands[1] + p.to + row * p.row.to + column * p.column.to;
    int64_t rows = minimum(p.row_block, p.row.size - row);
    int64_t columns = minimum(p.column_block, p.column.size - column);
    walk_begin(p.outer, p.outer_rank, outer, index, &from, &to);
    for (int64_t i = minimum(p.outer_block, p.outer_count - outer); i > 0; i--) {
        move_matrix(&p, rows, columns, from, to);
        if (i > 1) {
            walk_step(p.outer, p.outer_rank, index, &from, &to);
        }
    }
}

int64_t sdyrt_transpose_tasks(const struct sdyrt_transpose *what) {
    struct transpose_plan p;
    sdyrt_transpose_plan(what, &p);
    return p.row_blocks * p.column_blocks * p.outer_blocks;
}

int64_t sdyrt_transpose_element(const struct sdyrt_transpose *what) {
    struct transpose_plan p;
    sdyrt_transpose_plan(what, &p);
    return p.bytes;
}

size_t sdyrt_transpose_scratch(const struct sdyrt_transpose *what) {
    (void)what;
    return 0;
}
