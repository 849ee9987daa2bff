/* Factorisations and triangular systems of every type and size, with matrices that lie in any
   strides: what is solved must multiply to what was given. */
#include "linalg_plan.h"
#include "product.h"
#include "rt_test.h"

#include <complex.h>
#include <math.h>
#include <stdlib.h>

typedef double _Complex number;

static const int64_t types[4] = {SDYRT_PRODUCT_F32, SDYRT_PRODUCT_F64, SDYRT_PRODUCT_C64,
                                 SDYRT_PRODUCT_C128};
static uint64_t seed = 11;

static int64_t between(int64_t low, int64_t high) {
    return low + (int64_t)(test_random(&seed) % (uint64_t)(high - low + 1));
}

static double random_real(void) {
    return (double)(int64_t)test_random(&seed) / 0x1p63;
}

static int is_complex(int64_t type) {
    return type == SDYRT_PRODUCT_C64 || type == SDYRT_PRODUCT_C128;
}

static number random_number(int64_t type) {
    double real = random_real();
    return is_complex(type) ? real + random_real() * I : real;
}

static number get(int64_t type, const char *at, int64_t index) {
    const float *f = (const float *)(const void *)at;
    const double *d = (const double *)(const void *)at;
    switch (type) {
    case SDYRT_PRODUCT_F32:
        return f[index];
    case SDYRT_PRODUCT_F64:
        return d[index];
    case SDYRT_PRODUCT_C64:
        return f[2 * index] + f[2 * index + 1] * I;
    default:
        return d[2 * index] + d[2 * index + 1] * I;
    }
}

static void put(int64_t type, char *at, int64_t index, number value) {
    float *f = (float *)(void *)at;
    double *d = (double *)(void *)at;
    switch (type) {
    case SDYRT_PRODUCT_F32:
        f[index] = (float)creal(value);
        break;
    case SDYRT_PRODUCT_F64:
        d[index] = creal(value);
        break;
    case SDYRT_PRODUCT_C64:
        f[2 * index] = (float)creal(value);
        f[2 * index + 1] = (float)cimag(value);
        break;
    default:
        d[2 * index] = creal(value);
        d[2 * index + 1] = cimag(value);
        break;
    }
}

static double epsilon(int64_t type) {
    return type == SDYRT_PRODUCT_F32 || type == SDYRT_PRODUCT_C64 ? 6e-8 : 1.2e-16;
}

/* Elements of `count` matrices of rows x columns, with gaps, row by row or column by column. */
struct matrices {
    int64_t type, row, column, outer;
    char *data;
};

static struct matrices new_matrices(int64_t type, int64_t count, int64_t rows, int64_t columns,
                                    int may_turn) {
    struct matrices m = {.type = type};
    int turned = may_turn && between(0, 1);
    int64_t gap = between(0, 3), step = may_turn ? between(1, 2) : 1;
    m.row = turned ? step : columns * step + gap;
    m.column = turned ? rows * step + gap : step;
    m.outer = (turned ? columns * m.column : rows * m.row) + gap;
    m.data = malloc((size_t)(m.outer * count + 1) * sdyrt_product_operand_size(type));
    for (int64_t i = 0; i < m.outer * count + 1; i++) {
        put(type, m.data, i, (number)NAN);
    }
    return m;
}

static int64_t place(const struct matrices *m, int64_t b, int64_t row, int64_t column) {
    return b * m->outer + row * m->row + column * m->column;
}

static number at(const struct matrices *m, int64_t b, int64_t row, int64_t column) {
    return get(m->type, m->data, place(m, b, row, column));
}

/* --- cholesky --- */

static void run_cholesky(const struct sdyrt_cholesky *what, const struct matrices *from,
                         const struct matrices *to) {
    char *operands[2] = {from->data, to->data};
    char *scratch = aligned_alloc(64, sdyrt_cholesky_scratch(what));
    const struct sdyrt_machine_class class = sdyrt_machine_of_set(sdyrt_cpu_set());
    const struct sdyrt_cholesky_plan plan = sdyrt_cholesky_choose(what, &class);
    for (int64_t task = 0; task < sdyrt_cholesky_tasks(what, &plan); task++) {
        sdyrt_cholesky(what, &plan, operands, task, scratch);
    }
    free(scratch);
}

/* A Hermitian matrix whose rows are dominated by their diagonals, in one triangle. */
static void fill_positive(const struct matrices *m, int64_t count, int64_t n, int lower) {
    for (int64_t b = 0; b < count; b++) {
        for (int64_t i = 0; i < n; i++) {
            for (int64_t j = 0; j <= i; j++) {
                number value = i == j ? (number)(double)(n + 1) : random_number(m->type);
                put(m->type, m->data, lower ? place(m, b, i, j) : place(m, b, j, i), value);
            }
        }
    }
}

static void check_factor(const struct matrices *from, const struct matrices *to, int64_t b,
                         int64_t n, int lower) {
    double bound = 4 * epsilon(from->type) * (double)(n + 1) * sqrt((double)(n + 4));
    for (int64_t i = 0; i < n; i++) {
        for (int64_t j = 0; j <= i; j++) {
            number sum = 0;
            for (int64_t k = 0; k <= j; k++) {
                sum += lower ? at(to, b, i, k) * conj(at(to, b, j, k))
                             : conj(at(to, b, k, j)) * at(to, b, k, i);
            }
            number given = lower ? at(from, b, i, j) : at(from, b, j, i);
            assert_true(cabs(sum - given) <= bound);
            number other = lower ? at(to, b, j, i) : at(to, b, i, j);
            assert_true(i == j || other == 0);
        }
    }
}

static void factor(int64_t type, int64_t n, int64_t count, int lower) {
    struct matrices from = new_matrices(type, count, n, n, 1);
    struct matrices to = new_matrices(type, count, n, n, 0);
    fill_positive(&from, count, n, lower);
    struct sdyrt_cholesky what = {.type = type,
                                  .lower = lower,
                                  .size = n,
                                  .from_row = from.row,
                                  .from_column = from.column,
                                  .to_row = to.row,
                                  .rank = 1,
                                  .outer_size = {count},
                                  .outer_from = {from.outer},
                                  .outer_to = {to.outer}};
    run_cholesky(&what, &from, &to);
    for (int64_t b = 0; b < count; b++) {
        check_factor(&from, &to, b, n, lower);
    }
    if (n > 0) { /* the last of a batch is not positive definite: all of it alone is NaN */
        put(type, from.data, place(&from, count - 1, n - 1, n - 1), -1);
        run_cholesky(&what, &from, &to);
        assert_true(isnan(creal(at(&to, count - 1, 0, n - 1))));
        assert_true(isnan(creal(at(&to, count - 1, n - 1, 0))));
        if (count > 1) {
            check_factor(&from, &to, 0, n, lower);
        }
    }
    free(from.data);
    free(to.data);
}

static void test_cholesky(void **state) {
    (void)state;
    static const int64_t sizes[] = {0, 1, 2, 7, 8, 9, 63, 64, 65, 150};
    for (int64_t type = 0; type < 4; type++) {
        for (size_t s = 0; s < sizeof sizes / sizeof sizes[0]; s++) {
            factor(types[type], sizes[s], between(1, 3), 1);
            factor(types[type], sizes[s], between(1, 3), 0);
        }
    }
    factor(SDYRT_PRODUCT_F32, 3, 5000, 1); /* several tasks of small matrices */
}

/* --- triangular systems --- */

static void fill(const struct matrices *m, int64_t count, int64_t rows, int64_t columns) {
    for (int64_t i = 0; i < count * rows * columns; i++) {
        int64_t b = i / (rows * columns), row = i / columns % rows, column = i % columns;
        put(m->type, m->data, place(m, b, row, column), random_number(m->type));
    }
}

static void fill_triangle(const struct matrices *m, int64_t count, int64_t n, int unit) {
    for (int64_t b = 0; b < count; b++) {
        for (int64_t i = 0; i < n; i++) {
            for (int64_t j = 0; j < i; j++) {
                put(m->type, m->data, place(m, b, i, j), random_number(m->type) / (double)n);
            }
            if (!unit) {
                put(m->type, m->data, place(m, b, i, i), 1 + random_number(m->type) / 4);
            }
        }
    }
}

static void check_solution(const struct sdyrt_triangular *what, const struct matrices *a,
                           const struct matrices *from, const struct matrices *to, int64_t b) {
    for (int64_t i = 0; i < what->size; i++) {
        for (int64_t j = 0; j < what->columns; j++) {
            number sum = 0;
            double bound = 1;
            for (int64_t k = 0; k <= i; k++) {
                number left = what->unit && k == i ? 1 : at(a, b, i, k);
                number product = (what->conjugate ? conj(left) : left) * at(to, b, k, j);
                sum += product;
                bound += cabs(product);
            }
            assert_true(cabs(sum - at(from, b, i, j)) <= 16 * epsilon(what->type) * bound);
        }
    }
}

/* Half of the time all rows lie in reverse, so that strides are negative. */
static void solve(int64_t type, int64_t n, int64_t columns, int64_t count) {
    struct matrices a = new_matrices(type, count, n, n, 1);
    struct matrices from = new_matrices(type, count, n, columns, 1);
    struct matrices to = new_matrices(type, count, n, columns, 1);
    struct sdyrt_triangular what = {.type = type,
                                    .unit = between(0, 1),
                                    .conjugate = is_complex(type) && between(0, 1),
                                    .size = n,
                                    .columns = columns,
                                    .rank = 1,
                                    .outer_size = {count}};
    size_t bytes = sdyrt_product_operand_size(type);
    struct matrices *all[3] = {&a, &from, &to};
    char *operands[3], *memory[3];
    int reversed = (int)between(0, 1);
    for (int i = 0; i < 3; i++) {
        struct matrices *m = all[i];
        operands[i] = memory[i] = m->data;
        if (reversed && n > 0) {
            operands[i] += (size_t)((n - 1) * (m->row + (i == 0 ? m->column : 0))) * bytes;
            m->row = -m->row;
            m->column = i == 0 ? -m->column : m->column;
        }
        m->data = operands[i];
    }
    fill_triangle(&a, count, n, what.unit != 0);
    fill(&from, count, n, columns);
    what.a_row = a.row;
    what.a_column = a.column;
    what.from_row = from.row;
    what.from_column = from.column;
    what.to_row = to.row;
    what.to_column = to.column;
    what.outer_a[0] = a.outer;
    what.outer_from[0] = from.outer;
    what.outer_to[0] = to.outer;
    const struct sdyrt_machine_class class = sdyrt_machine_of_set(sdyrt_cpu_set());
    const struct sdyrt_triangular_plan plan = sdyrt_triangular_choose(&what, &class);
    char *scratch = aligned_alloc(64, sdyrt_triangular_scratch(&what, &plan));
    for (int64_t task = 0; task < sdyrt_triangular_tasks(&what, &plan); task++) {
        sdyrt_triangular(&what, &plan, operands, task, scratch);
    }
    free(scratch);
    for (int64_t b = 0; b < count; b++) {
        check_solution(&what, &a, &from, &to, b);
    }
    for (int i = 0; i < 3; i++) {
        free(memory[i]);
    }
}

static void test_triangular(void **state) {
    (void)state;
    static const int64_t sizes[] = {0, 1, 2, 7, 8, 9, 64, 65, 150};
    for (int64_t type = 0; type < 4; type++) {
        for (size_t s = 0; s < sizeof sizes / sizeof sizes[0]; s++) {
            solve(types[type], sizes[s], between(0, 3), between(1, 3));
            solve(types[type], sizes[s], between(1, 300), between(1, 3));
        }
    }
    solve(SDYRT_PRODUCT_F64, 3, 2, 5000); /* several tasks of small matrices */
    solve(SDYRT_PRODUCT_F32, 700, 130, 1);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_cholesky),
                                       cmocka_unit_test(test_triangular)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
