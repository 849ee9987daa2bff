#include "cholesky.h"

#include "product_plan.h"
#include "sizes.h"
#include "substitution.h"

#include <string.h>

/* The upper factor is made in the place of the result, block row by block row: the product of what
   is above is taken off, then few rows at a time are taken off each other and divided. Whole rows
   are the vectors of all this. A lower factor is the upper one, transposed in the end. */

int64_t sdyrt_cholesky_tasks(const struct sdyrt_cholesky *what,
                             const struct sdyrt_cholesky_plan *plan) {
    return what->size == 0
               ? 0
               : pieces(sdyrt_batch_count(what->rank, what->outer_size), plan->together);
}

/* The columns of a block above it, negated; a tile. */
static size_t left_bytes(const struct sdyrt_cholesky *what) {
    int64_t rows = what->size > SDYRT_BLOCK_ROWS ? what->size : SDYRT_BLOCK_ROWS;
    return (size_t)(rows * SDYRT_BLOCK_ROWS) * sdyrt_product_operand_size(what->type);
}

size_t sdyrt_cholesky_scratch(const struct sdyrt_cholesky *what) {
    return left_bytes(what) + SDYRT_KERNEL_SCRATCH;
}

/* One matrix while it is factored. */
struct factoring {
    const struct sdyrt_cholesky *what;
    const struct substitution *substitution;
    int64_t bytes; /* of an element */
    const char *from;
    char *to;
    char *left, *product_scratch;
};

static char *at(const struct factoring *f, int64_t row, int64_t column) {
    return f->to + (row * f->what->to_row + column) * f->bytes;
}

/* What begins there, by rows. */
static struct placed_matrix placed(const struct factoring *f, int64_t row, int64_t column) {
    return (struct placed_matrix){at(f, row, column), f->what->to_row, 1};
}

/* The upper triangle of the matrix or, where its lower one is given, of its conjugate transpose. */
static void load(const struct factoring *f, int64_t row) {
    const struct sdyrt_cholesky *what = f->what;
    int64_t from_row = what->lower ? what->from_column : what->from_row;
    int64_t from_column = what->lower ? what->from_row : what->from_column;
    const struct placed_matrix from = {(char *)(uintptr_t)f->from +
                                           row * (from_row + from_column) * f->bytes,
                                       from_row, from_column};
    sdyrt_copy_matrix(f->substitution, minimum(SDYRT_BLOCK_ROWS, what->size - row),
                      what->size - row, from, placed(f, row, row), 1, what->lower ? -1 : 1);
}

/* Takes the product of rows [first, row) and their columns from `row` on off `rows` rows. */
static void subtract_above(const struct factoring *f, int64_t first, int64_t row, int64_t rows) {
    int64_t to_row = f->what->to_row;
    if (row == first) {
        return;
    }
    sdyrt_copy_matrix(f->substitution, row - first, rows, placed(f, first, row),
                      (struct placed_matrix){f->left, rows, 1}, -1, 1);
    struct sdyrt_product product = {.type = f->what->type,
                                    .m = rows,
                                    .n = f->what->size - row,
                                    .k = row - first,
                                    .a_row = 1,
                                    .a_col = rows,
                                    .b_row = to_row,
                                    .b_col = 1,
                                    .c_row = to_row,
                                    .c_col = 1,
                                    .count = 1};
    sdyrt_product_now(&product, f->left, at(f, first, row), at(f, row, row), 1, f->product_scratch);
}

static int factor_block(const struct factoring *f, int64_t first) {
    char triangle[SDYRT_TRIANGLE_BYTES] __attribute__((aligned(64)));
    int64_t size = f->what->size, to_row = f->what->to_row;
    int64_t end = minimum(first + SDYRT_BLOCK_ROWS, size);
    for (int64_t row = first; row < end; row += SDYRT_FEW_ROWS) {
        int64_t rows = minimum(SDYRT_FEW_ROWS, end - row);
        subtract_above(f, first, row, rows);
        if (!f->substitution->factor(rows, at(f, row, row), to_row, triangle)) {
            return 0;
        }
        f->substitution->solve(rows, size - row - rows, at(f, row, row + rows), to_row, triangle);
    }
    return 1;
}

static int factor_upper(const struct factoring *f) {
    for (int64_t row = 0; row < f->what->size; row += SDYRT_BLOCK_ROWS) {
        load(f, row);
        subtract_above(f, 0, row, minimum(SDYRT_BLOCK_ROWS, f->what->size - row));
        if (!factor_block(f, row)) {
            return 0;
        }
    }
    return 1;
}

static void clear_below(const struct factoring *f) {
    for (int64_t row = 1; row < f->what->size; row++) {
        memset(at(f, row, 0), 0, (size_t)(row * f->bytes));
    }
}

/* Puts the conjugate transposes of the upper blocks into the places of the lower ones. */
static void turn_over(const struct factoring *f) {
    int64_t size = f->what->size, to_row = f->what->to_row;
    for (int64_t row = 0; row < size; row += SDYRT_BLOCK_ROWS) {
        int64_t rows = minimum(SDYRT_BLOCK_ROWS, size - row);
        for (int64_t column = row; column < size; column += SDYRT_BLOCK_ROWS) {
            int64_t columns = minimum(SDYRT_BLOCK_ROWS, size - column);
            const struct placed_matrix above = {at(f, row, column), 1, to_row};
            const struct placed_matrix block = {f->left, rows, 1};
            sdyrt_copy_matrix(f->substitution, columns, rows, above, block, 1, -1);
            for (int64_t i = 0; i < rows && column > row; i++) {
                memset(at(f, row + i, column), 0, (size_t)(columns * f->bytes));
            }
            sdyrt_copy_matrix(f->substitution, columns, rows, block, placed(f, column, row), 1, 1);
        }
    }
}

static void factor_matrix(const struct factoring *f) {
    if (!factor_upper(f)) {
        for (int64_t row = 0; row < f->what->size; row++) {
            f->substitution->fill_nan(f->what->size, at(f, row, 0));
        }
        return;
    }
    clear_below(f);
    if (f->what->lower) {
        turn_over(f);
    }
}

void sdyrt_cholesky(const struct sdyrt_cholesky *what, const struct sdyrt_cholesky_plan *plan,
                    char *const *operands, int64_t task, char *scratch) {
    struct factoring f = {.what = what,
                          .substitution = sdyrt_substitution(plan->isa, what->type),
                          .bytes = (int64_t)sdyrt_product_operand_size(what->type),
                          .left = scratch,
                          .product_scratch = scratch + left_bytes(what)};
    int64_t step = plan->together;
    int64_t end = minimum((task + 1) * step, sdyrt_batch_count(what->rank, what->outer_size));
    for (int64_t i = task * step; i < end; i++) {
        f.from = operands[0] +
                 f.bytes * sdyrt_batch_offset(what->rank, what->outer_size, what->outer_from, i);
        f.to = operands[1] +
               f.bytes * sdyrt_batch_offset(what->rank, what->outer_size, what->outer_to, i);
        factor_matrix(&f);
    }
}
