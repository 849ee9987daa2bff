#include "triangular.h"

#include "product_plan.h"
#include "sizes.h"
#include "substitution.h"

#include <string.h>

#define THRESHOLD(name, value, unit, why, how) enum { name = value };
#include "linalg_thresholds.def"

/* A panel of columns is solved in the scratch, where its rows are dense: it holds -X, so that a
   product adds what is to be taken off. With the conjugate of A the panel is conjugate, too. */

enum { MOST_BYTES = 16 }; /* of an element */

static int64_t element_bytes(const struct sdyrt_triangular *what) {
    return (int64_t)sdyrt_product_operand_size(what->type);
}

static int64_t panel_columns(const struct sdyrt_triangular *what) {
    return minimum(TRIANGULAR_PANEL_BYTES / element_bytes(what), what->columns);
}

static int64_t panels_of_matrix(const struct sdyrt_triangular *what) {
    int64_t width = panel_columns(what);
    return (what->columns + width - 1) / width;
}

/* --- tasks --- */

static int64_t panel_count(const struct sdyrt_triangular *what) {
    if (what->size == 0 || what->columns == 0) {
        return 0;
    }
    return panels_of_matrix(what) * sdyrt_batch_count(what->rank, what->outer_size);
}

static int64_t panels_of_task(const struct sdyrt_triangular *what) {
    int64_t count = 1, work = what->size * what->size * panel_columns(what);
    for (; work * count < LINALG_TASK_WORK; count *= 2) {
    }
    return count;
}

int64_t sdyrt_triangular_tasks(const struct sdyrt_triangular *what) {
    int64_t panels = panel_count(what), step = panels > 0 ? panels_of_task(what) : 1;
    return (panels + step - 1) / step;
}

static size_t panel_bytes(const struct sdyrt_triangular *what) {
    size_t bytes = (size_t)(what->size * panel_columns(what) * element_bytes(what));
    return (bytes + 63) / 64 * 64;
}

size_t sdyrt_triangular_scratch(const struct sdyrt_triangular *what) {
    size_t block = (size_t)(SDYRT_BLOCK_ROWS * TRIANGULAR_DEPTH * element_bytes(what));
    return panel_bytes(what) + block + SDYRT_KERNEL_SCRATCH;
}

/* --- one panel --- */

struct solving {
    const struct sdyrt_triangular *what;
    const struct substitution *substitution;
    int64_t bytes; /* of an element */
    int64_t columns;
    const char *a, *from;
    char *to, *panel, *block, *product_scratch;
};

static const char *a_at(const struct solving *s, int64_t row, int64_t column) {
    return s->a + (row * s->what->a_row + column * s->what->a_column) * s->bytes;
}

static char *panel_at(const struct solving *s, int64_t row) {
    return s->panel + row * s->columns * s->bytes;
}

/* Adds the product of A's rows from `row` on, and its columns [first, end), and the panel's rows
   [first, end) to the panel's. A is copied where its rows are not dense and many columns share the
   cost. */
static void add_product(const struct solving *s, int64_t row, int64_t rows, int64_t first,
                        int64_t end) {
    const struct sdyrt_triangular *what = s->what;
    int copies = rows > SDYRT_FEW_ROWS && what->a_column != 1 && what->a_column != -1;
    for (int64_t next = first; first < end; first = next) {
        next = copies ? minimum(first + TRIANGULAR_DEPTH, end) : end;
        struct sdyrt_product product = {.type = what->type,
                                        .m = rows,
                                        .n = s->columns,
                                        .k = next - first,
                                        .a_row = what->a_row,
                                        .a_col = what->a_column,
                                        .b_row = s->columns,
                                        .b_col = 1,
                                        .c_row = s->columns,
                                        .c_col = 1,
                                        .count = 1};
        const char *a = a_at(s, row, first);
        if (copies) {
            sdyrt_move_matrix(s->bytes, rows, product.k, a, what->a_row, what->a_column, s->block,
                              product.k, 1);
            product.a_row = product.k;
            product.a_col = 1;
            a = s->block;
        }
        sdyrt_product_now(&product, a, panel_at(s, first), panel_at(s, row), 1, s->product_scratch);
    }
}

static const float one_f32[2] = {1, 0};
static const double one_f64[2] = {1, 0};

static void solve_rows(const struct solving *s, int64_t row, int64_t rows) {
    char triangle[SDYRT_FEW_ROWS * SDYRT_FEW_ROWS * MOST_BYTES] __attribute__((aligned(64)));
    const struct sdyrt_triangular *what = s->what;
    int is_single = what->type == SDYRT_PRODUCT_F32 || what->type == SDYRT_PRODUCT_C64;
    const char *one = is_single ? (const char *)one_f32 : (const char *)one_f64;
    for (int64_t i = 0; i < rows; i++) {
        char *to = triangle + i * SDYRT_FEW_ROWS * s->bytes;
        sdyrt_copy_matrix(s->substitution, 1, i + 1, a_at(s, row + i, row), 0, what->a_column, to,
                          0, -1, -1);
        if (what->unit) {
            sdyrt_copy_matrix(s->substitution, 1, 1, one, 0, 1, to + i * s->bytes, 0, -1, -1);
        }
    }
    s->substitution->solve(rows, s->columns, panel_at(s, row), s->columns, triangle);
}

static void solve_panel(const struct solving *s) {
    const struct sdyrt_triangular *what = s->what;
    int imag = what->conjugate ? -1 : 1;
    sdyrt_copy_matrix(s->substitution, what->size, s->columns, s->from, what->from_row,
                      what->from_column, s->panel, s->columns, 1, imag);
    for (int64_t first = 0; first < what->size; first += SDYRT_BLOCK_ROWS) {
        int64_t end = minimum(first + SDYRT_BLOCK_ROWS, what->size);
        add_product(s, first, end - first, 0, first);
        for (int64_t row = first; row < end; row += SDYRT_FEW_ROWS) {
            int64_t rows = minimum(SDYRT_FEW_ROWS, end - row);
            add_product(s, row, rows, first, row);
            solve_rows(s, row, rows);
        }
    }
    s->substitution->set_signs(what->size, s->columns, s->panel, s->columns, -1, -imag);
    sdyrt_move_matrix(s->bytes, what->size, s->columns, s->panel, s->columns, 1, s->to,
                      what->to_row, what->to_column);
}

void sdyrt_triangular(const struct sdyrt_triangular *what, char *const *operands, int64_t task,
                      char *scratch) {
    struct solving s = {.what = what,
                        .substitution = sdyrt_substitution(what->type),
                        .bytes = element_bytes(what),
                        .panel = scratch,
                        .block = scratch + panel_bytes(what)};
    s.product_scratch = s.block + SDYRT_BLOCK_ROWS * TRIANGULAR_DEPTH * s.bytes;
    int64_t step = panels_of_task(what), panels = panels_of_matrix(what);
    int64_t end = minimum((task + 1) * step, panel_count(what)), width = panel_columns(what);
    for (int64_t i = task * step; i < end; i++) {
        int64_t matrix = i / panels, column = i % panels * width;
        const int64_t *size = what->outer_size;
        s.columns = minimum(width, what->columns - column);
        s.a = operands[0] + s.bytes * sdyrt_batch_offset(what->rank, size, what->outer_a, matrix);
        s.from = operands[1] +
                 s.bytes * (sdyrt_batch_offset(what->rank, size, what->outer_from, matrix) +
                            column * what->from_column);
        s.to =
            operands[2] + s.bytes * (sdyrt_batch_offset(what->rank, size, what->outer_to, matrix) +
                                     column * what->to_column);
        solve_panel(&s);
    }
}
