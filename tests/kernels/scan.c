/* Scans of every type, operation and direction, along and across lines, against a loop over each
   line. Numbers are such that every order of the operation is exact. */
#include "families.h"

#include <math.h>
#include <string.h>

#include "caches.h"
#include "scan_plan.h"

enum { SCAN_OUTER = 3, SCAN_MOST = 12000, SCAN_LONG = 500000, SCAN_TALL = 20000 };

static const enum element types[SDYRT_SCAN_TYPE_COUNT] = {[SDYRT_SCAN_F32] = ELEMENT_F32,
                                                          [SDYRT_SCAN_F64] = ELEMENT_F64,
                                                          [SDYRT_SCAN_BF16] = ELEMENT_BF16,
                                                          [SDYRT_SCAN_F16] = ELEMENT_F16,
                                                          [SDYRT_SCAN_F8E4M3FN] = ELEMENT_F8E4M3FN,
                                                          [SDYRT_SCAN_F8E5M2] = ELEMENT_F8E5M2,
                                                          [SDYRT_SCAN_I1] = ELEMENT_I1,
                                                          [SDYRT_SCAN_I8] = ELEMENT_I8,
                                                          [SDYRT_SCAN_I16] = ELEMENT_I16,
                                                          [SDYRT_SCAN_I32] = ELEMENT_I32,
                                                          [SDYRT_SCAN_I64] = ELEMENT_I64,
                                                          [SDYRT_SCAN_U8] = ELEMENT_U8,
                                                          [SDYRT_SCAN_U16] = ELEMENT_U16,
                                                          [SDYRT_SCAN_U32] = ELEMENT_U32,
                                                          [SDYRT_SCAN_U64] = ELEMENT_U64,
                                                          [SDYRT_SCAN_C64] = ELEMENT_C64,
                                                          [SDYRT_SCAN_C128] = ELEMENT_C128};

static const char *const operations[] = {"sum", "product", "maximum", "minimum", "logsumexp"};

enum { ROUTES = SDYRT_SCAN_ROUTE_COUNT };

static const char *route_name(int route) {
    return sdyrt_scan_route_name(route);
}

struct problem {
    struct sdyrt_scan what;
    enum element type;
    struct layout from, to; /* the scanned dimension first */
    char *operands[2], *memory[2];
};

/* --- what it should be --- */

static bool is_less(enum element type, struct number a, struct number b) {
    const bool is_less_zero = a.re == b.re && signbit(a.re) && !signbit(b.re);
    return element_is_float(type)    ? a.re < b.re || is_less_zero
           : element_is_signed(type) ? (int64_t)a.bits < (int64_t)b.bits
                                     : a.bits < b.bits;
}

static struct number combine(const struct problem *p, struct number a, struct number b) {
    switch (p->what.op) {
    case SDYRT_SCAN_SUM:
        a.bits = p->type == ELEMENT_I1 ? (a.bits | b.bits) - b.bits : a.bits;
        return number_add(a, b);
    case SDYRT_SCAN_PROD:
        return number_multiply(a, b);
    case SDYRT_SCAN_MAX:
        return is_less(p->type, a, b) ? b : a;
    case SDYRT_SCAN_MIN:
        return is_less(p->type, b, a) ? b : a;
    default: {
        const double most = fmax(a.re, b.re), least = fmin(a.re, b.re);
        a.re = most == -INFINITY ? most : most + log1p(exp(least - most));
        return a;
    }
    }
}

/* The result of no elements. */
static struct number neutral(const struct problem *p) {
    const int shift = 64 - 8 * (int)element_bytes(p->type);
    const uint64_t ones = UINT64_MAX >> shift, most = ones >> 1;
    struct number value = {0, 0, 0};
    switch (p->what.op) {
    case SDYRT_SCAN_SUM:
        break;
    case SDYRT_SCAN_PROD:
        value = (struct number){1, 0, 1};
        break;
    case SDYRT_SCAN_MIN:
        value = (struct number){INFINITY, 0, element_is_signed(p->type) ? most : ones};
        value.bits = p->type == ELEMENT_I1 ? 1 : value.bits;
        break;
    default:
        value = (struct number){-INFINITY, 0, element_is_signed(p->type) ? ~most : 0};
    }
    return value;
}

static struct number random_number(struct dice *dice, const struct problem *p) {
    struct number value = element_random(dice, p->type, 3);
    if (p->what.op == SDYRT_SCAN_PROD && element_unit(p->type) != 0) {
        /* a unit, seldom 2 or a half; of complex numbers a turn */
        const bool turns = element_is_complex(p->type) && dice_one_in(dice, 2);
        const double sign = dice_one_in(dice, 2) ? 1 : -1;
        value.re = turns ? 0 : sign;
        value.im = turns ? sign : 0;
    }
    if (p->what.op >= SDYRT_SCAN_MAX && element_is_float(p->type) && dice_one_in(dice, 6)) {
        value.re = -0.0;
    }
    if (p->what.op == SDYRT_SCAN_LOGSUMEXP) {
        value.re = 20 * dice_real(dice);
    }
    return value;
}

static void check_element(struct kernel_case *test, const struct problem *p, struct number wanted,
                          int64_t at, char *expected) {
    if (p->what.op == SDYRT_SCAN_LOGSUMEXP) {
        const struct number found = element_load(p->type, p->memory[1], at);
        const double bound = 40 * element_unit(p->type == ELEMENT_F64 ? ELEMENT_F64 : ELEMENT_F32) *
                                 (double)(p->what.size < 64 ? p->what.size : 64) +
                             2 * element_unit(p->type);
        char rounded[16];
        element_store(p->type, rounded, 0, wanted); /* there are types without an infinity */
        const struct number nearest = element_load(p->type, rounded, 0);
        const bool is_close = nearest.re == found.re || (isnan(nearest.re) && isnan(found.re)) ||
                              fabs(found.re - wanted.re) <= bound * (fabs(wanted.re) + 1);
        if (!is_close) {
            case_fail(test, "the element at %lld is %.9g, not %.9g", (long long)at, found.re,
                      wanted.re);
        }
        wanted = found;
    }
    if (element_is_complex(p->type)) { /* how zeros come about decides their signs */
        const struct number found = element_load(p->type, p->memory[1], at);
        wanted = found.re == wanted.re && found.im == wanted.im ? found : wanted;
    }
    element_store(p->type, expected, at, wanted);
}

/* Every line of `expected`, which is the result's memory as it was before. */
static void check(struct kernel_case *test, const struct problem *p, char *expected) {
    const struct sdyrt_scan *w = &p->what;
    const int64_t lines = w->size > 0 ? layout_count(&p->from) / w->size : 0;
    for (int64_t line = 0; line < lines; line++) {
        struct number sum = neutral(p);
        for (int64_t k = 0; k < w->size; k++) {
            const int64_t i = (w->reverse ? w->size - 1 - k : k) * lines + line;
            const struct number next =
                combine(p, sum, element_load(p->type, p->memory[0], layout_place(&p->from, i)));
            check_element(test, p, w->exclusive ? sum : next, layout_place(&p->to, i), expected);
            sum = next;
        }
    }
    case_compare(test, "the result", p->memory[1], expected,
                 (size_t)(p->to.span * element_bytes(p->type)));
}

/* --- cases --- */

/* Lines as they come; long ones; long columns that lie side by side, many of them or a few. */
enum form { FORM_USUAL, FORM_LONG, FORM_WIDE, FORM_TALL };

/* Elements of a line. */
static int64_t random_size(struct dice *dice, enum form form) {
    return form == FORM_WIDE   ? dice_between(dice, SCAN_TALL / 2, SCAN_TALL)
           : form == FORM_TALL ? dice_between(dice, 1, SCAN_TALL / 2)
           : form == FORM_LONG ? dice_between(dice, 1, SCAN_LONG)
                               : dice_extent(dice, 1500);
}

/* Lines along one more dimension, where there are `count` elements already. */
static int64_t random_lines(struct dice *dice, enum form form, int64_t count) {
    const int64_t most = form == FORM_USUAL ? SCAN_MOST : SCAN_LONG;
    const int64_t lines = form == FORM_WIDE   ? dice_between(dice, 16, 48)
                          : form == FORM_TALL ? dice_between(dice, 2, 8)
                                              : dice_extent(dice, form == FORM_LONG ? 3 : 300);
    return count * lines <= most ? lines
           : form == FORM_WIDE   ? dice_between(dice, 24, 32)
                                 : dice_between(dice, 1, 2);
}

static void lay_out(struct dice *dice, struct problem *p, enum form form) {
    struct sdyrt_scan *w = &p->what;
    const bool is_dense = form == FORM_WIDE || form == FORM_TALL;
    const int liberties = is_dense || dice_one_in(dice, 2)
                              ? 0
                              : LAYOUT_GAPS | LAYOUT_APART | LAYOUT_NEGATIVE | LAYOUT_ORDER;
    int64_t size[SCAN_OUTER + 1];
    w->rank = is_dense ? 1 : dice_between(dice, 0, SCAN_OUTER);
    w->size = random_size(dice, form);
    int64_t count = size[0] = w->size;
    for (int64_t k = 0; k < w->rank; k++) {
        size[k + 1] = random_lines(dice, form, count);
        count *= size[k + 1];
    }
    const struct dice before = *dice;
    p->from = layout_random(dice, w->rank + 1, size, liberties);
    struct dice same = before;
    p->to = layout_random(dice_one_in(dice, 2) ? dice : &same, w->rank + 1, size, liberties);
    w->from = p->from.stride[0];
    w->to = p->to.stride[0];
    for (int64_t k = 0; k < w->rank; k++) {
        w->outer_size[k] = size[k + 1];
        w->outer_from[k] = p->from.stride[k + 1];
        w->outer_to[k] = p->to.stride[k + 1];
    }
}

/* Lines for each route, in which it can scan them; those that are divided are rare, for they are
   many elements, and so are columns whose sums begin anew. */
static void describe_along(struct dice *dice, struct problem *p) {
    lay_out(dice, p, FORM_USUAL);
}

static void describe_across(struct dice *dice, struct problem *p) {
    lay_out(dice, p, dice_one_in(dice, 20) ? FORM_TALL : FORM_USUAL);
}

static void describe_along_chunks(struct dice *dice, struct problem *p) {
    lay_out(dice, p, FORM_LONG);
}

static void describe_across_chunks(struct dice *dice, struct problem *p) {
    lay_out(dice, p, FORM_WIDE);
}

typedef void describe_fn(struct dice *dice, struct problem *p);
static describe_fn *const forms[ROUTES] = {
#define ROUTE(name, NAME, ...) describe_##name,
#include "scan_routes.def"
};

static int64_t random_form(struct dice *dice) {
    return dice_one_in(dice, 60)   ? SDYRT_SCAN_BY_ALONG_CHUNKS
           : dice_one_in(dice, 90) ? SDYRT_SCAN_BY_ACROSS_CHUNKS
           : dice_one_in(dice, 2)  ? SDYRT_SCAN_BY_ALONG
                                   : SDYRT_SCAN_BY_ACROSS;
}

/* The plan that is chosen, or half of the time another one that can scan it, too. */
static struct sdyrt_scan_plan plan_of(struct kernel_case *test, const struct sdyrt_scan *normal) {
    const struct sdyrt_machine_class class = frame_class(test->set);
    struct sdyrt_scan_plan plan = sdyrt_scan_choose(normal, &class);
    if (dice_one_in(&test->dice, 2)) {
        sdyrt_scan_plan_by(dice_between(&test->dice, 0, ROUTES - 1), normal, &class, &plan);
    }
    return plan;
}

static void compute(struct kernel_case *test, const struct problem *p, struct sdyrt_scan normal,
                    const struct sdyrt_scan_plan *plan) {
    char *operands[] = {p->operands[0], p->operands[1],
                        case_memory(test, sdyrt_scan_totals(&normal, plan), SDYRT_LINE_BYTES)};
    for (normal.phase = 0; normal.phase < sdyrt_scan_phases(&normal, plan); normal.phase++) {
        case_run_planned(test, (kernel_function *)sdyrt_scan, &normal, plan, operands,
                         sdyrt_scan_tasks(&normal, plan), sdyrt_scan_scratch());
    }
}

static void run(struct kernel_case *test) {
    struct dice *dice = &test->dice;
    struct problem p = {.what = {.reverse = dice_one_in(dice, 2)}};
    p.what.exclusive = dice_one_in(dice, 3);
    p.what.in_order = dice_one_in(dice, 4);
    p.what.type = dice_between(dice, 0, SDYRT_SCAN_TYPE_COUNT - 1);
    p.type = types[p.what.type];
    p.what.op = dice_between(dice, 0,
                             element_is_complex(p.type) ? SDYRT_SCAN_PROD
                             : element_is_float(p.type) ? SDYRT_SCAN_LOGSUMEXP
                                                        : SDYRT_SCAN_MIN);
    forms[random_form(dice)](dice, &p);
    case_describe(test,
                  "%s of %s%s%s%s: %lld from %lld to %lld, by %lld %lld %lld from %lld %lld %lld "
                  "to %lld %lld %lld",
                  operations[p.what.op], element_name(p.type), p.what.reverse ? ", reverse" : "",
                  p.what.exclusive ? ", exclusive" : "", p.what.in_order ? ", in order" : "",
                  (long long)p.what.size, (long long)p.what.from, (long long)p.what.to,
                  (long long)p.what.outer_size[0], (long long)p.what.outer_size[1],
                  (long long)p.what.outer_size[2], (long long)p.what.outer_from[0],
                  (long long)p.what.outer_from[1], (long long)p.what.outer_from[2],
                  (long long)p.what.outer_to[0], (long long)p.what.outer_to[1],
                  (long long)p.what.outer_to[2]);
    const struct sdyrt_scan normal = sdyrt_scan_normal(&p.what);
    const struct sdyrt_scan_plan plan = plan_of(test, &normal);
    case_takes(test, (int)plan.route);
    const int64_t bytes = element_bytes(p.type);
    p.operands[0] = case_tensor(test, &p.from, bytes, &p.memory[0]);
    p.operands[1] = case_tensor(test, &p.to, bytes, &p.memory[1]);
    for (int64_t i = 0; i < p.from.span; i++) {
        element_store(p.type, p.memory[0], i, random_number(dice, &p));
    }
    char *expected = case_copy(test, p.memory[1], (size_t)(p.to.span * bytes));
    case_protect(test, p.memory[0]);
    case_works(test, 0, (double)((p.from.span + p.to.span) * bytes));
    compute(test, &p, normal, &plan);
    check(test, &p, expected);
}

const struct kernel_family kernels_scan = {.name = "scan",
                                           .count = 1500,
                                           .run = run,
                                           .routes = ROUTES,
                                           .route_name = route_name,
                                           .must_take = family_takes_all};
