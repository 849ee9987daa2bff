/* Fourier transforms of all forms and lengths against sums in long double, of lines that lie in any
   strides. */
#include "families.h"

#include <complex.h>
#include <math.h>
#include <string.h>

#include "fft_plan.h"
#include "product_tile.h"

enum { FFT_MOST = 1500, FFT_LARGE = 1 << 16, FFT_CHECKED = 16 };

typedef long double _Complex wide;

/* The rows: a route without one does not build. Forms that a route is made for, and the least points
   of its lines. */
static const struct {
    bool is_complex;
    int64_t least;
} rows[SDYRT_FFT_ROUTE_COUNT] = {
#define POINTS_shared                                                                              \
    { true, 33 }
#define POINTS_along                                                                               \
    { false, 65 }
#define POINTS_side                                                                                \
    { false, 1 }
#define ROUTE(name, ...) POINTS_##name,
#include "fft_routes.def"
};

static const char *route_name(int route) {
    return sdyrt_fft_route_name(route);
}

struct problem {
    struct sdyrt_fft what;
    struct sdyrt_fft_plan plan;
    enum element from_type, to_type;
    int64_t lines;
    struct layout from, to; /* line, place */
    char *operands[4], *memory[2];
};

static wide at(const struct problem *p, int64_t line, int64_t j) {
    const int64_t n = p->what.size, half = n / 2 + 1;
    const bool is_half = p->what.form == SDYRT_FFT_TO_REAL;
    const int64_t place = is_half && j >= half ? n - j : j, row = is_half ? half : n;
    const struct number x =
        element_load(p->from_type, p->memory[0], layout_place(&p->from, line * row + place));
    const long double im = is_half && 2 * j % n == 0 ? 0 : is_half && j >= half ? -x.im : x.im;
    return (long double)x.re + im * (wide)I;
}

static wide *roots_of_unity(struct kernel_case *test, const struct problem *p) {
    const int64_t n = p->what.size;
    wide *roots = case_hold(test, (size_t)n * sizeof *roots);
    for (int64_t j = 0; j < n; j++) {
        const long double angle = (p->what.inverse ? 2 : -2) * acosl(-1) * (long double)j / n;
        roots[j] = cosl(angle) + sinl(angle) * (wide)I;
    }
    return roots;
}

static void load_line(const struct problem *p, int64_t line, wide *values, long double *norm) {
    const int64_t n = p->what.size;
    *norm = 0;
    for (int64_t j = 0; j < n; j++) {
        values[j] = at(p, line, j);
        *norm += creall(values[j] * conjl(values[j]));
    }
    *norm = sqrtl(*norm) / (p->what.inverse ? n : 1);
}

/* All elements of a short line, and some of a long one. */
static void check_line(struct kernel_case *test, const struct problem *p, int64_t line,
                       const wide *roots, wide *values) {
    const int64_t n = p->what.size, count = p->to.size[1];
    const int64_t most = n > FFT_CHECKED ? 2 * count / FFT_CHECKED + 1 : 1;
    long double norm;
    load_line(p, line, values, &norm);
    const double bound = 8 * element_unit(p->to_type) * (double)norm * log2((double)n + 1);
    for (int64_t k = 0; k < count; k += dice_between(&test->dice, 1, most)) {
        wide sum = 0;
        for (int64_t j = 0; j < n; j++) {
            sum += values[j] * roots[j * k % n];
        }
        sum = p->what.inverse ? sum / n : sum;
        const struct number found =
            element_load(p->to_type, p->memory[1], layout_place(&p->to, line * count + k));
        const double im = element_is_complex(p->to_type) ? found.im - (double)cimagl(sum) : 0;
        const double error = hypot(found.re - (double)creall(sum), im);
        if (!(error <= bound)) {
            case_fail(test, "element %lld of line %lld is off by %g, more than %g", (long long)k,
                      (long long)line, error, bound);
        }
    }
}

/* What lies between elements of the result is as it was. */
static void check_gaps(struct kernel_case *test, const struct problem *p, char *expected) {
    const int64_t bytes = element_bytes(p->to_type);
    for (int64_t i = 0; i < layout_count(&p->to); i++) {
        const int64_t place = layout_place(&p->to, i) * bytes;
        memcpy(expected + place, p->memory[1] + place, (size_t)bytes);
    }
    case_compare(test, "what lies between elements", p->memory[1], expected,
                 (size_t)(p->to.span * bytes));
}

static void lay_out(struct dice *dice, struct problem *p) {
    struct sdyrt_fft *w = &p->what;
    const bool is_single = w->type == SDYRT_PRODUCT_C64;
    const enum element whole = is_single ? ELEMENT_C64 : ELEMENT_C128;
    const enum element real = is_single ? ELEMENT_F32 : ELEMENT_F64;
    const int64_t half = w->size / 2 + 1;
    const int64_t from[] = {p->lines, w->form == SDYRT_FFT_TO_REAL ? half : w->size};
    const int64_t to[] = {p->lines, w->form == SDYRT_FFT_FROM_REAL ? half : w->size};
    const int liberties = LAYOUT_GAPS | LAYOUT_APART | LAYOUT_ORDER | LAYOUT_NEGATIVE;
    p->from_type = w->form == SDYRT_FFT_FROM_REAL ? real : whole;
    p->to_type = w->form == SDYRT_FFT_TO_REAL ? real : whole;
    p->from = layout_random(dice, 2, from, liberties);
    p->to = layout_random(dice, 2, to, liberties);
    w->rank = p->lines != 1 || dice_one_in(dice, 2) ? 1 : 0;
    w->outer_size[0] = p->lines;
    w->outer_from[0] = p->from.stride[0];
    w->outer_to[0] = p->to.stride[0];
    w->from = p->from.stride[1];
    w->to = p->to.stride[1];
}

static void compute(struct kernel_case *test, struct problem *p) {
    const size_t part = p->what.type == SDYRT_PRODUCT_C64 ? 4 : 8;
    const struct sdyrt_fft_plan *plan = &p->plan;
    const size_t table = (size_t)sdyrt_fft_table_size(&p->what, plan) * part;
    p->operands[2] = case_memory(test, (table + 63) / 64 * 64, 64);
    char *filling = case_memory(test, (sdyrt_fft_table_scratch(&p->what, plan) + 63) / 64 * 64, 64);
    sdyrt_fft_fill_table(&p->what, plan, p->operands[2], filling);
    case_protect(test, p->operands[2]);
    const size_t shared = (size_t)sdyrt_fft_shared(&p->what, plan) * 2 * part;
    p->operands[3] = case_memory(test, (shared + 63) / 64 * 64, 64);
    struct sdyrt_fft phase = p->what;
    for (phase.phase = 0; phase.phase < sdyrt_fft_phases(plan); phase.phase++) {
        case_run_planned(test, (kernel_function *)sdyrt_fft, &phase, plan, p->operands,
                         sdyrt_fft_tasks(&phase, plan), sdyrt_fft_scratch(&phase, plan));
    }
}

/* A length that has a factor which no pass is made for, so that a convolution takes its place; of
   pairs of real numbers where it is even. */
static int64_t convolved_size(struct dice *dice) {
    static const int64_t primes[] = {37, 41, 53, 61, 97};
    return primes[dice_between(dice, 0, 4)] * dice_between(dice, 1, 2);
}

static void choose_size(struct dice *dice, struct problem *p, int64_t route) {
    struct sdyrt_fft *w = &p->what;
    w->type = dice_one_in(dice, 2) ? SDYRT_PRODUCT_C64 : SDYRT_PRODUCT_C128;
    w->form = rows[route].is_complex ? SDYRT_FFT_COMPLEX : dice_between(dice, 0, 2);
    w->inverse =
        w->form == SDYRT_FFT_TO_REAL || (w->form == SDYRT_FFT_COMPLEX && dice_one_in(dice, 2));
    w->size = dice_one_in(dice, 2) ? dice_between(dice, 1, 100) : dice_extent(dice, FFT_MOST);
    if (dice_one_in(dice, 8)) {
        w->size = convolved_size(dice);
    } else if (dice_one_in(dice, 40)) {
        w->size = dice_one_in(dice, 2) ? FFT_LARGE : dice_between(dice, 5000, FFT_LARGE);
        p->lines = dice_between(dice, 1, 2);
    }
    w->size = w->size < rows[route].least ? w->size + rows[route].least : w->size;
}

/* A plan by the route if it can, else by the best one. */
static void choose_plan(struct kernel_case *test, struct problem *p, int64_t route) {
    const struct sdyrt_machine_class class = frame_class(test->set);
    if (!sdyrt_fft_plan_by(route, &p->what, &class, &p->plan)) {
        p->plan = sdyrt_fft_choose(&p->what, &class);
    }
}

static void run(struct kernel_case *test) {
    struct dice *dice = &test->dice;
    struct problem p = {.lines = dice_extent(dice, 40)};
    const int64_t route = dice_between(dice, 0, SDYRT_FFT_ROUTE_COUNT - 1);
    choose_size(dice, &p, route);
    lay_out(dice, &p);
    choose_plan(test, &p, route);
    case_describe(
        test,
        "transform of %lld lines of %lld by %s, form %lld%s, of %s, from %lld %lld to %lld %lld",
        (long long)p.lines, (long long)p.what.size, route_name((int)p.plan.route),
        (long long)p.what.form, p.what.inverse ? ", inverse" : "", element_name(p.to_type),
        (long long)p.from.stride[0], (long long)p.what.from, (long long)p.to.stride[0],
        (long long)p.what.to);
    case_takes(test, (int)p.plan.route);
    case_works(test, 5 * (double)(p.lines * p.what.size) * log2((double)p.what.size + 1), 0);
    const int64_t in = element_bytes(p.from_type), out = element_bytes(p.to_type);
    p.operands[0] = case_tensor(test, &p.from, in, &p.memory[0]);
    p.operands[1] = case_tensor(test, &p.to, out, &p.memory[1]);
    for (int64_t i = 0; i < p.from.span; i++) {
        const struct number value = {dice_real(dice), dice_real(dice), 0};
        element_store(p.from_type, p.memory[0], i, value);
    }
    case_protect(test, p.memory[0]);
    char *expected = case_copy(test, p.memory[1], (size_t)(p.to.span * out));
    compute(test, &p);
    const wide *roots = roots_of_unity(test, &p);
    wide *values = case_hold(test, (size_t)p.what.size * sizeof *values);
    for (int64_t line = 0; line < p.lines; line += dice_between(dice, 1, 1 + p.lines / 4)) {
        check_line(test, &p, line, roots, values);
    }
    check_gaps(test, &p, expected);
}

const struct kernel_family kernels_fft = {.name = "fft",
                                          .count = 300,
                                          .run = run,
                                          .routes = SDYRT_FFT_ROUTE_COUNT,
                                          .route_name = route_name,
                                          .must_take = family_takes_all};
