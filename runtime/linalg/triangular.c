#include "triangular.h"

#include "product_plan.h"
#include "sizes.h"
#include "substitution.h"

#include <string.h>

/* A panel of columns is solved in the scratch, where its rows are dense: it holds -X, so that a
   product adds what is to be taken off. With the conjugate of A the panel is conjugate, too. */

static int64_t element_bytes(const struct sdyrt_triangular *what) {
    return (int64_t)sdyrt_product_operand_size(what->type);
}

/* --- tasks --- */

static int64_t panel_count(const struct sdyrt_triangular *what,
                           const struct sdyrt_triangular_plan *plan) {
    if (what->size == 0 || what->columns == 0) {
        return 0;
    }
    return pieces(what->columns, plan->width) * sdyrt_batch_count(what->rank, what->outer_size);
}

int64_t sdyrt_triangular_tasks(const struct sdyrt_triangular *what,
                               const struct sdyrt_triangular_plan *plan) {
    return pieces(panel_count(what, plan), plan->together);
}

static size_t panel_bytes(const struct sdyrt_triangular *what,
                          const struct sdyrt_triangular_plan *plan) {
    size_t bytes = (size_t)(what->size * plan->width * element_bytes(what));
    return (bytes + 63) / 64 * 64;
}

size_t sdyrt_triangular_scratch(const struct sdyrt_triangular *what,
                                const struct sdyrt_triangular_plan *plan) {
    size_t block = (size_t)(SDYRT_BLOCK_ROWS * plan->depth * element_bytes(what));
    return panel_bytes(what, plan) + block + SDYRT_KERNEL_SCRATCH;
}

/* --- one panel --- */

struct solving {
    const struct sdyrt_triangular *what;
    const struct sdyrt_triangular_plan *plan;
    const struct substitution *substitution;
    int64_t bytes; /* of an element */
    int64_t columns;
    const char *a, *from;
    char *to, *panel, *block, *product_scratch;
};

static const char *a_at(const struct solving *s, int64_t row, int64_t column) {
    return s->a + (row * s->what->a_row + column * s->what->a_column) * s->bytes;
}

/* What begins there: A is not written. */
static struct placed_matrix a_placed(const struct solving *s, int64_t row, int64_t column) {
    return (struct placed_matrix){(char *)(uintptr_t)a_at(s, row, column), s->what->a_row,
                                  s->what->a_column};
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
        next = copies ? minimum(first + s->plan->depth, end) : end;
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
            sdyrt_move_matrix(s->substitution, rows, product.k, a_placed(s, row, first),
                              (struct placed_matrix){s->block, product.k, 1});
            product.a_row = product.k;
            product.a_col = 1;
            a = s->block;
        }
        sdyrt_product_now(&product, a, panel_at(s, first), panel_at(s, row), 1, s->product_scratch);
    }
}

static void solve_rows(const struct solving *s, int64_t row, int64_t rows) {
    char triangle[SDYRT_TRIANGLE_BYTES] __attribute__((aligned(64)));
    const struct placed_matrix from = a_placed(s, row, row);
    s->substitution->load_triangle(rows, &from, (int)s->what->unit, triangle);
    s->substitution->solve(rows, s->columns, panel_at(s, row), s->columns, triangle);
}

static void solve_panel(const struct solving *s) {
    const struct sdyrt_triangular *what = s->what;
    int imag = what->conjugate ? -1 : 1;
    const struct placed_matrix panel = {s->panel, s->columns, 1};
    sdyrt_copy_matrix(
        s->substitution, what->size, s->columns,
        (struct placed_matrix){(char *)(uintptr_t)s->from, what->from_row, what->from_column},
        panel, 1, imag);
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
    sdyrt_move_matrix(s->substitution, what->size, s->columns, panel,
                      (struct placed_matrix){s->to, what->to_row, what->to_column});
}

void sdyrt_triangular(const struct sdyrt_triangular *what, const struct sdyrt_triangular_plan *plan,
                      char *const *operands, int64_t task, char *scratch) {
    struct solving s = {.what = what,
                        .plan = plan,
                        .substitution = sdyrt_substitution(plan->isa, what->type),
                        .bytes = element_bytes(what),
                        .panel = scratch,
                        .block = scratch + panel_bytes(what, plan)};
    s.product_scratch = s.block + SDYRT_BLOCK_ROWS * plan->depth * s.bytes;
    int64_t step = plan->together, panels = pieces(what->columns, plan->width);
    int64_t end = minimum((task + 1) * step, panel_count(what, plan)), width = plan->width;
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
