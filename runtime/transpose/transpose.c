#include "transpose.h"

#include "sizes.h"
#include "transpose_groups.h"
#include "transpose_tile.h"
#include "walk.h"

#include <string.h>

#ifndef __clang__
#pragma GCC optimize("O3")
#endif

/* What a task has of a matrix: its columns and rows, as many as they are. */
struct part {
    int64_t bytes; /* of an item */
    int64_t isa, stream;
    struct walk_dim column, row;
};

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

/* The bytes of a group: `count` items of `bytes`, so far apart in the source. */
static void place_group(struct transpose_groups *groups, int64_t count, int64_t bytes,
                        int64_t apart) {
    groups->bytes = count * bytes;
    for (int64_t b = 0; b < groups->bytes; b++) {
        groups->place[b] = (signed char)(b / bytes * apart + b % bytes);
    }
}

/* Lines of items whose place steps by a few bytes: what is left of each line after the groups is
 * copied item by item. */
static void move_lines(const struct part *part, const char *from, char *to) {
    const struct walk_dim *row = &part->row, *column = &part->column;
    struct transpose_groups groups = {.from = from,
                                      .to = to,
                                      .lines = column->size,
                                      .from_line = column->from,
                                      .to_line = column->to,
                                      .count = row->size,
                                      .step = row->from};
    place_group(&groups, 1, part->bytes, 0);
    int64_t done = sdyrt_transpose_groups(&groups);
    struct walk_dim rest = *row;
    rest.size -= done;
    copy_runs(column, &rest, from + done * row->from, to + done * row->to, part->bytes);
}

/* The same of groups of several items, of which a column is a line. */
static void move_groups(const struct part *part, const char *from, char *to) {
    const struct walk_dim *row = &part->row, *column = &part->column;
    struct transpose_groups groups = {
        .from = from, .to = to, .lines = 1, .count = column->size, .step = column->from};
    place_group(&groups, row->size, part->bytes, row->from);
    int64_t done = sdyrt_transpose_groups(&groups);
    struct walk_dim rest = *column;
    rest.size -= done;
    copy_runs(&rest, row, from + done * column->from, to + done * column->to, part->bytes);
}

/* ---- the other routes ------------------------------------------------------------------------ */

static void move_tiles(const struct part *part, const char *from, char *to) {
    sdyrt_transpose_matrix(part->isa,
                           part->bytes)(&(struct transpose_matrix){.from = from,
                                                                   .to = to,
                                                                   .from_row = part->row.from,
                                                                   .to_column = part->column.to,
                                                                   .rows = part->row.size,
                                                                   .columns = part->column.size,
                                                                   .stream = (int)part->stream});
}

static void move_long_runs(const struct part *part, const char *from, char *to) {
    copy_runs(&part->row, &part->column, from, to, part->bytes);
}

static void move_short_runs(const struct part *part, const char *from, char *to) {
    copy_runs(&part->column, &part->row, from, to, part->bytes);
}

/* ---- a task ---------------------------------------------------------------------------------- */

typedef void move_fn(const struct part *part, const char *from, char *to);

static move_fn *const kernels[SDYRT_TRANSPOSE_ROUTE_COUNT] = {
#define ROUTE(name, NAME, accepts, kernel, sentence) kernel,
#include "transpose_routes.def"
};

/* The block of this number along a dimension, which becomes as short as the block is. */
static void take_block(struct walk_dim *dim, int64_t number, int64_t block, const char **from,
                       char **to) {
    const int64_t first = number * block;
    *from += first * dim->from;
    *to += first * dim->to;
    dim->size = minimum(block, dim->size - first);
}

void sdyrt_transpose(const struct sdyrt_transpose *what, const struct sdyrt_transpose_plan *plan,
                     char *const *operands, int64_t task, char *scratch) {
    struct walk_dim dims[SDYRT_TRANSPOSE_DIMS];
    int64_t index[SDYRT_TRANSPOSE_DIMS], outer_rank = what->rank - 2, outer_count = 1;
    const char *from = operands[0] + what->from_offset;
    char *to = operands[1] + what->to_offset;
    (void)scratch;
    for (int64_t k = 0; k < what->rank; k++) {
        dims[k] = (struct walk_dim){what->size[k], what->from[k], what->to[k]};
        outer_count *= k < outer_rank ? what->size[k] : 1;
    }
    struct part part = {.bytes = what->bytes,
                        .isa = plan->isa,
                        .stream = plan->stream,
                        .column = dims[outer_rank],
                        .row = dims[outer_rank + 1]};
    const int64_t row_blocks = pieces(part.row.size, plan->row_block);
    const int64_t column_blocks = pieces(part.column.size, plan->column_block);
    const int64_t outer = task / row_blocks / column_blocks * plan->outer_block;
    take_block(&part.row, task % row_blocks, plan->row_block, &from, &to);
    take_block(&part.column, task / row_blocks % column_blocks, plan->column_block, &from, &to);
    walk_begin(dims, outer_rank, outer, index, &from, &to);
    for (int64_t i = minimum(plan->outer_block, outer_count - outer); i > 0; i--) {
        kernels[plan->route](&part, from, to);
        if (i > 1) {
            walk_step(dims, outer_rank, index, &from, &to);
        }
    }
}
