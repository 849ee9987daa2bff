#include "transpose.h"

#include "transpose_plan.h"
#include "transpose_tile.h"

#include <string.h>

#ifndef __clang__
#pragma GCC optimize("O3")
#endif

/* Bytes: runs of whole lines are read one after the other. Shorter ones are written one after the
   other: pieces of lines are dearer to write. */
enum { LONG_RUN = 64 };

static int64_t minimum(int64_t a, int64_t b) {
    return a < b ? a : b;
}

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

static void copy_elements(const struct transpose_dim *row, int64_t count, int64_t bytes,
                          const char *from, char *to) {
    switch (bytes) {
    case 1:
        copy_line(to, row->to, from, row->from, count, 1);
        break;
    case 2:
        copy_line(to, row->to, from, row->from, count, 2);
        break;
    case 4:
        copy_line(to, row->to, from, row->from, count, 4);
        break;
    case 8:
        copy_line(to, row->to, from, row->from, count, 8);
        break;
    default:
        copy_line(to, row->to, from, row->from, count, 16);
        break;
    }
}

/* As memcpy, without its call for a few bytes: pieces of 16, the last one where the run ends. */
static inline void copy_run(char *to, const char *from, int64_t bytes) {
    if (bytes < 16 || bytes > 64) {
        memcpy(to, from, (size_t)bytes);
        return;
    }
    for (int64_t i = 0; i < bytes - 16; i += 16) {
        memcpy(to + i, from + i, 16);
    }
    memcpy(to + bytes - 16, from + bytes - 16, 16);
}

static void copy_runs(const struct transpose_dim *row, int64_t count, int64_t bytes,
                      const char *from, char *to) {
#define CASE(constant)                                                                             \
    case constant:                                                                                 \
        copy_line(to, row->to, from, row->from, count, constant);                                  \
        break;
    switch (bytes) {
        CASE(3)
        CASE(5)
        CASE(6)
        CASE(7)
        CASE(9)
        CASE(10)
        CASE(12)
        CASE(14)
        CASE(24)
        CASE(32)
        CASE(64)
    default:
        for (int64_t r = 0; r < count; r++) {
            copy_run(to + r * row->to, from + r * row->from, bytes);
        }
        break;
    }
#undef CASE
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
    if (p->run * p->bytes >= LONG_RUN) {
        for (int64_t r = 0; r < rows; r++) {
            copy_runs(&p->column, columns, p->run * p->bytes, from + r * p->row.from,
                      to + r * p->row.to);
        }
        return;
    }
    for (int64_t c = 0; c < columns; c++) {
        if (p->run == 1) {
            copy_elements(&p->row, rows, p->bytes, from, to);
        } else {
            copy_runs(&p->row, rows, p->run * p->bytes, from, to);
        }
        from += p->column.from;
        to += p->column.to;
    }
}

/* Goes on to the next index of the outer dimensions, the last of which is the fastest. */
static void step(const struct transpose_plan *p, int64_t *index, const char **from, char **to) {
    for (int64_t k = p->outer_rank - 1; k >= 0; k--) {
        *from += p->outer[k].from;
        *to += p->outer[k].to;
        if (++index[k] < p->outer[k].size) {
            return;
        }
        *from -= p->outer[k].size * p->outer[k].from;
        *to -= p->outer[k].size * p->outer[k].to;
        index[k] = 0;
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
    for (int64_t k = p.outer_rank - 1, rest = outer; k >= 0; k--) {
        index[k] = rest % p.outer[k].size;
        rest /= p.outer[k].size;
        from += index[k] * p.outer[k].from;
        to += index[k] * p.outer[k].to;
    }
    for (int64_t i = minimum(p.outer_block, p.outer_count - outer); i > 0; i--) {
        move_matrix(&p, rows, columns, from, to);
        if (i > 1) {
            step(&p, index, &from, &to);
        }
    }
}

int64_t sdyrt_transpose_tasks(const struct sdyrt_transpose *what) {
    struct transpose_plan p;
    sdyrt_transpose_plan(what, &p);
    return p.row_blocks * p.column_blocks * p.outer_blocks;
}

size_t sdyrt_transpose_scratch(const struct sdyrt_transpose *what) {
    (void)what;
    return 0;
}
