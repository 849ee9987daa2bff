/* Factorisations and triangular systems: what is solved must multiply to what was given, within a
   bound, and nothing else may be written. */
#include "families.h"

#include <math.h>
#include <string.h>

#include "linalg_plan.h"
#include "product_tile.h"

enum { LINEAR_COLUMNS = 200, LINEAR_TYPES = 4 };

static const struct {
    int64_t type;
    enum element element;
} types[LINEAR_TYPES] = {{SDYRT_PRODUCT_F32, ELEMENT_F32},
                         {SDYRT_PRODUCT_F64, ELEMENT_F64},
                         {SDYRT_PRODUCT_C64, ELEMENT_C64},
                         {SDYRT_PRODUCT_C128, ELEMENT_C128}};

/* The rows: a route without one does not build. The extents that its cases go up to. */
static const int64_t most_rows[SDYRT_LINALG_ROUTE_COUNT] = {
#define ROWS_blocks      150
#define ROWS_panels      150
#define ROUTE(name, ...) ROWS_##name,
#include "linalg_routes.def"
};

static const char *route_name(int route) {
    return sdyrt_linalg_route_name(route);
}

static bool must_factor(int route, enum sdyrt_set set) {
    (void)set;
    return route == SDYRT_LINALG_BY_BLOCKS;
}

static bool must_solve(int route, enum sdyrt_set set) {
    (void)set;
    return route == SDYRT_LINALG_BY_PANELS;
}

/* Matrices of a batch: batch, row, column. */
struct matrices {
    enum element type;
    struct layout layout;
    char *memory, *first;
};

static struct matrices new_matrices(struct kernel_case *test, enum element type, int64_t count,
                                    int64_t rows, int64_t columns, int liberties) {
    const int64_t size[] = {count, rows, columns};
    struct matrices m = {.type = type};
    m.layout = layout_random(&test->dice, 3, size, liberties);
    m.first = case_tensor(test, &m.layout, element_bytes(type), &m.memory);
    return m;
}

static int64_t place(const struct matrices *m, int64_t b, int64_t i, int64_t j) {
    return m->layout.offset + b * m->layout.stride[0] + i * m->layout.stride[1] +
           j * m->layout.stride[2];
}

static struct number get(const struct matrices *m, int64_t b, int64_t i, int64_t j) {
    return element_load(m->type, m->memory, place(m, b, i, j));
}

static void put(const struct matrices *m, int64_t b, int64_t i, int64_t j, struct number value) {
    element_store(m->type, m->memory, place(m, b, i, j), value);
}

static struct number conjugate(struct number x) {
    x.im = -x.im;
    return x;
}

static double magnitude(struct number x) {
    return hypot(x.re, x.im);
}

static struct number random_number(struct dice *dice, enum element type, double scale) {
    return (struct number){scale * dice_real(dice),
                           element_is_complex(type) ? scale * dice_real(dice) : 0, 0};
}

/* What lies between elements of a result is as it was. */
static void check_gaps(struct kernel_case *test, const struct matrices *m, char *expected) {
    const int64_t bytes = element_bytes(m->type);
    for (int64_t i = 0; i < layout_count(&m->layout); i++) {
        const int64_t at = layout_place(&m->layout, i) * bytes;
        memcpy(expected + at, m->memory + at, (size_t)bytes);
    }
    case_compare(test, "what lies between elements", m->memory, expected,
                 (size_t)(m->layout.span * bytes));
}

/* --- factorisations --- */

struct factored {
    struct matrices from, to;
    int64_t size, count;
    bool lower;
    int64_t broken; /* the matrix that is not positive definite; -1: none */
};

/* One triangle, whose rows are dominated by their diagonals; all else is whatever was there. */
static void fill_positive(struct dice *dice, const struct factored *f) {
    for (int64_t b = 0; b < f->count; b++) {
        for (int64_t i = 0; i < f->size; i++) {
            for (int64_t j = 0; j <= i; j++) {
                struct number value = random_number(dice, f->from.type, 1);
                value.re = i == j ? (double)(f->size + 1) : value.re;
                put(&f->from, b, f->lower ? i : j, f->lower ? j : i, value);
            }
        }
    }
    if (f->broken >= 0) {
        const int64_t i = dice_between(dice, 0, f->size - 1);
        put(&f->from, f->broken, i, i, (struct number){-1, 0, 0});
    }
}

static void check_factor(struct kernel_case *test, const struct factored *f, int64_t b) {
    const double bound =
        4 * element_unit(f->from.type) * (double)(f->size + 1) * sqrt((double)(f->size + 4));
    for (int64_t i = 0; i < f->size; i++) {
        for (int64_t j = 0; j < f->size; j++) {
            const struct number found = f->lower ? get(&f->to, b, i, j) : get(&f->to, b, j, i);
            if (f->broken == b ? !isnan(found.re) : j > i && (found.re != 0 || found.im != 0)) {
                case_fail(test, "element %lld,%lld of matrix %lld is %g", (long long)i,
                          (long long)j, (long long)b, found.re);
            }
            struct number sum = {0, 0, 0};
            for (int64_t k = 0; k <= j && j <= i && f->broken != b; k++) {
                const struct number x = f->lower ? get(&f->to, b, i, k) : get(&f->to, b, k, i);
                const struct number y = f->lower ? get(&f->to, b, j, k) : get(&f->to, b, k, j);
                sum = number_add(sum, f->lower ? number_multiply(x, conjugate(y))
                                               : number_multiply(conjugate(y), x));
            }
            struct number given = f->lower ? get(&f->from, b, i, j) : get(&f->from, b, j, i);
            given.im = i == j ? 0 : given.im;
            const double error = hypot(sum.re - given.re, sum.im - given.im);
            if (j <= i && f->broken != b && !(error <= bound)) {
                case_fail(test, "element %lld,%lld of matrix %lld is off by %g", (long long)i,
                          (long long)j, (long long)b, error);
            }
        }
    }
}

static void run_cholesky(struct kernel_case *test) {
    struct dice *dice = &test->dice;
    const int type = (int)dice_between(dice, 0, LINEAR_TYPES - 1);
    struct factored f = {.size = dice_extent(dice, most_rows[SDYRT_LINALG_BY_BLOCKS]),
                         .lower = dice_one_in(dice, 2)};
    f.count = f.size > 40 ? dice_between(dice, 1, 2) : dice_extent(dice, f.size < 6 ? 200 : 8);
    f.broken =
        f.size > 0 && f.count > 0 && dice_one_in(dice, 5) ? dice_between(dice, 0, f.count - 1) : -1;
    f.from = new_matrices(test, types[type].element, f.count, f.size, f.size,
                          LAYOUT_GAPS | LAYOUT_APART | LAYOUT_NEGATIVE | LAYOUT_ORDER);
    f.to = new_matrices(test, types[type].element, f.count, f.size, f.size, LAYOUT_GAPS);
    const struct sdyrt_cholesky what = {.type = types[type].type,
                                        .lower = f.lower,
                                        .size = f.size,
                                        .from_row = f.from.layout.stride[1],
                                        .from_column = f.from.layout.stride[2],
                                        .to_row = f.to.layout.stride[1],
                                        .rank = 1,
                                        .outer_size = {f.count},
                                        .outer_from = {f.from.layout.stride[0]},
                                        .outer_to = {f.to.layout.stride[0]}};
    case_describe(test, "%lld factors of %s, %lldx%lld%s, from %lld %lld to %lld, broken %lld",
                  (long long)f.count, element_name(f.from.type), (long long)f.size,
                  (long long)f.size, f.lower ? ", lower" : "", (long long)what.from_row,
                  (long long)what.from_column, (long long)what.to_row, (long long)f.broken);
    const struct sdyrt_machine_class class = frame_class(test->set);
    const struct sdyrt_cholesky_plan plan = sdyrt_cholesky_choose(&what, &class);
    case_takes(test, (int)plan.route);
    case_works(test, (double)f.count * pow((double)f.size, 3) / 3, 0);
    fill_positive(dice, &f);
    case_protect(test, f.from.memory);
    char *expected =
        case_copy(test, f.to.memory, (size_t)(f.to.layout.span * element_bytes(f.to.type)));
    char *operands[] = {f.from.first, f.to.first};
    case_run_planned(test, (kernel_function *)sdyrt_cholesky, &what, &plan, operands,
                     sdyrt_cholesky_tasks(&what, &plan), sdyrt_cholesky_scratch(&what));
    for (int64_t b = 0; b < f.count; b++) {
        check_factor(test, &f, b);
    }
    check_gaps(test, &f.to, expected);
}

/* --- triangular systems --- */

struct solved {
    struct sdyrt_triangular what;
    struct matrices a, from, to;
    int64_t count;
};

/* The upper triangle is no number, and where it is one by definition the diagonal too. */
static void fill_system(struct dice *dice, const struct solved *s) {
    const int64_t n = s->what.size;
    const struct number none = {NAN, NAN, 0};
    for (int64_t b = 0; b < s->count; b++) {
        for (int64_t i = 0; i < n; i++) {
            for (int64_t j = 0; j < n; j++) {
                struct number value = random_number(dice, s->a.type, 1 / (double)n);
                value.re += i == j ? 1 : 0;
                put(&s->a, b, i, j, j > i || (j == i && s->what.unit) ? none : value);
            }
            for (int64_t j = 0; j < s->what.columns; j++) {
                put(&s->from, b, i, j, random_number(dice, s->from.type, 1));
            }
        }
    }
}

static void check_solution(struct kernel_case *test, const struct solved *s, int64_t b) {
    const struct number one = {1, 0, 0};
    for (int64_t i = 0; i < s->what.size; i++) {
        for (int64_t j = 0; j < s->what.columns; j++) {
            struct number sum = {0, 0, 0};
            double bound = 1;
            for (int64_t k = 0; k <= i; k++) {
                const struct number left = s->what.unit && k == i ? one : get(&s->a, b, i, k);
                const struct number term = number_multiply(
                    s->what.conjugate ? conjugate(left) : left, get(&s->to, b, k, j));
                sum = number_add(sum, term);
                bound += magnitude(term);
            }
            const struct number given = get(&s->from, b, i, j);
            const double error = hypot(sum.re - given.re, sum.im - given.im);
            if (!(error <= 16 * element_unit(s->a.type) * bound)) {
                case_fail(test, "row %lld column %lld of system %lld is off by %g", (long long)i,
                          (long long)j, (long long)b, error);
            }
        }
    }
}

static void run_triangular(struct kernel_case *test) {
    struct dice *dice = &test->dice;
    const int type = (int)dice_between(dice, 0, LINEAR_TYPES - 1);
    const int free = LAYOUT_GAPS | LAYOUT_APART | LAYOUT_NEGATIVE | LAYOUT_ORDER;
    const int64_t n = dice_extent(dice, most_rows[SDYRT_LINALG_BY_PANELS]);
    const int64_t columns =
        dice_one_in(dice, 2) ? dice_between(dice, 0, 5) : dice_extent(dice, LINEAR_COLUMNS);
    struct solved s = {.count = n * columns > 4000 ? 1 : dice_extent(dice, n < 6 ? 100 : 4)};
    const enum element element = types[type].element;
    s.a = new_matrices(test, element, s.count, n, n, free);
    s.from = new_matrices(test, element, s.count, n, columns, free);
    s.to = new_matrices(test, element, s.count, n, columns, free);
    s.what = (struct sdyrt_triangular){.type = types[type].type,
                                       .unit = dice_one_in(dice, 2),
                                       .conjugate = type >= 2 && dice_one_in(dice, 2),
                                       .size = n,
                                       .columns = columns,
                                       .a_row = s.a.layout.stride[1],
                                       .a_column = s.a.layout.stride[2],
                                       .from_row = s.from.layout.stride[1],
                                       .from_column = s.from.layout.stride[2],
                                       .to_row = s.to.layout.stride[1],
                                       .to_column = s.to.layout.stride[2],
                                       .rank = 1,
                                       .outer_size = {s.count},
                                       .outer_a = {s.a.layout.stride[0]},
                                       .outer_from = {s.from.layout.stride[0]},
                                       .outer_to = {s.to.layout.stride[0]}};
    case_describe(test,
                  "%lld systems of %s, %lld by %lld columns%s%s, a %lld %lld, from %lld %lld to "
                  "%lld %lld",
                  (long long)s.count, element_name(element), (long long)n, (long long)columns,
                  s.what.unit ? ", unit" : "", s.what.conjugate ? ", conjugate" : "",
                  (long long)s.what.a_row, (long long)s.what.a_column, (long long)s.what.from_row,
                  (long long)s.what.from_column, (long long)s.what.to_row,
                  (long long)s.what.to_column);
    const struct sdyrt_machine_class class = frame_class(test->set);
    const struct sdyrt_triangular_plan plan = sdyrt_triangular_choose(&s.what, &class);
    case_takes(test, (int)plan.route);
    case_works(test, (double)(s.count * columns * n) * (double)n, 0);
    fill_system(dice, &s);
    case_protect(test, s.a.memory);
    case_protect(test, s.from.memory);
    char *expected =
        case_copy(test, s.to.memory, (size_t)(s.to.layout.span * element_bytes(element)));
    char *operands[] = {s.a.first, s.from.first, s.to.first};
    case_run_planned(test, (kernel_function *)sdyrt_triangular, &s.what, &plan, operands,
                     sdyrt_triangular_tasks(&s.what, &plan),
                     sdyrt_triangular_scratch(&s.what, &plan));
    for (int64_t b = 0; b < s.count; b++) {
        check_solution(test, &s, b);
    }
    check_gaps(test, &s.to, expected);
}

const struct kernel_family kernels_cholesky = {.name = "cholesky",
                                               .count = 300,
                                               .run = run_cholesky,
                                               .routes = SDYRT_LINALG_ROUTE_COUNT,
                                               .route_name = route_name,
                                               .must_take = must_factor};
const struct kernel_family kernels_triangular = {.name = "triangular",
                                                 .count = 300,
                                                 .run = run_triangular,
                                                 .routes = SDYRT_LINALG_ROUTE_COUNT,
                                                 .route_name = route_name,
                                                 .must_take = must_solve};
