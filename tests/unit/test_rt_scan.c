/* Scans of every type, operation, direction and arrangement against plain loops. Numbers are such
   that every order of the operation is exact; accuracy has tests of its own. */
#include "cpu.h"
#include "rt_test.h"
#include "scan_plan.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "scalar.h"

static uint64_t seed = 5;

static int64_t between(int64_t low, int64_t high) {
    return low + (int64_t)(test_random(&seed) % (uint64_t)(high - low + 1));
}

/* ---- numbers --------------------------------------------------------------------------------- */

static int64_t size_of(int64_t type) {
    static const unsigned char sizes[SDYRT_SCAN_TYPE_COUNT] = {
        [SDYRT_SCAN_F32] = 4, [SDYRT_SCAN_F64] = 8,      [SDYRT_SCAN_BF16] = 2,
        [SDYRT_SCAN_F16] = 2, [SDYRT_SCAN_F8E4M3FN] = 1, [SDYRT_SCAN_F8E5M2] = 1,
        [SDYRT_SCAN_I1] = 1,  [SDYRT_SCAN_I8] = 1,       [SDYRT_SCAN_I16] = 2,
        [SDYRT_SCAN_I32] = 4, [SDYRT_SCAN_I64] = 8,      [SDYRT_SCAN_U8] = 1,
        [SDYRT_SCAN_U16] = 2, [SDYRT_SCAN_U32] = 4,      [SDYRT_SCAN_U64] = 8,
        [SDYRT_SCAN_C64] = 8, [SDYRT_SCAN_C128] = 16,
    };
    return sizes[type];
}

static int is_complex(int64_t type) {
    return type >= SDYRT_SCAN_C64;
}

static int is_float(int64_t type) {
    return type <= SDYRT_SCAN_F8E5M2;
}

/* Any element as a number: floats and complex ones exactly, integers by their bits. */
struct number {
    double re, im;
    uint64_t bits;
};

static void store(int64_t type, char *to, struct number x) {
    float single[2] = {(float)x.re, (float)x.im};
    uint16_t half = type == SDYRT_SCAN_BF16 ? sdyrt_convert_f32_bf16(single[0])
                                            : sdyrt_convert_f32_f16(single[0]);
    uint8_t quarter = type == SDYRT_SCAN_F8E5M2 ? sdyrt_convert_f32_f8e5m2(single[0])
                                                : sdyrt_convert_f32_f8e4m3fn(single[0]);
    const void *from = &x.bits;
    if (type == SDYRT_SCAN_F32 || type == SDYRT_SCAN_C64) {
        from = single;
    } else if (type == SDYRT_SCAN_F64 || type == SDYRT_SCAN_C128) {
        from = &x;
    } else if (is_float(type)) {
        from = size_of(type) == 2 ? (void *)&half : (void *)&quarter;
    }
    memcpy(to, from, (size_t)size_of(type));
}

/* Sums stay below 2^24 in the longest of lines; products are of powers of two and of units. */
static struct number random_number(int64_t type, int64_t op) {
    struct number x = {(double)between(-3, 3), 0, test_random(&seed)};
    if (op == SDYRT_SCAN_PROD) {
        static const double factors[] = {1, -1, 2, 0.5};
        x.re = type == SDYRT_SCAN_F8E4M3FN || type == SDYRT_SCAN_F8E5M2 ? between(0, 1) * 2 - 1
                                                                        : factors[between(0, 1)];
    }
    if (is_complex(type)) {
        int turned = (int)between(0, 1);
        x.im = op == SDYRT_SCAN_PROD ? (turned ? x.re : 0) : (double)between(-3, 3);
        x.re = op == SDYRT_SCAN_PROD && turned ? 0 : x.re;
    }
    x.bits = type == SDYRT_SCAN_I1 ? x.bits & 1 : x.bits;
    return x;
}

static int64_t as_signed(int64_t type, uint64_t bits) {
    int shift = (int)(64 - 8 * size_of(type));
    return (int64_t)(bits << shift) >> shift;
}

static uint64_t as_unsigned(int64_t type, uint64_t bits) {
    int shift = (int)(64 - 8 * size_of(type));
    return bits << shift >> shift;
}

static int less(int64_t type, struct number a, struct number b) {
    if (is_float(type)) {
        return a.re < b.re;
    }
    if (type >= SDYRT_SCAN_I8 && type <= SDYRT_SCAN_I64) {
        return as_signed(type, a.bits) < as_signed(type, b.bits);
    }
    return as_unsigned(type, a.bits) < as_unsigned(type, b.bits);
}

static struct number combine(int64_t type, int64_t op, struct number a, struct number b) {
    struct number c = {a.re + b.re, a.im + b.im, a.bits + b.bits};
    if (op == SDYRT_SCAN_SUM) {
        c.bits = type == SDYRT_SCAN_I1 ? a.bits | b.bits : c.bits;
    } else if (op == SDYRT_SCAN_PROD) {
        c = (struct number){a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re, a.bits * b.bits};
    } else if (op == SDYRT_SCAN_MAX) {
        c = less(type, a, b) ? b : a;
    } else {
        c = less(type, b, a) ? b : a;
    }
    return c;
}

/* What no elements give. */
static struct number nothing(int64_t type, int64_t op) {
    struct number x = {0, 0, 0};
    int is_signed = type >= SDYRT_SCAN_I8 && type <= SDYRT_SCAN_I64;
    uint64_t top = (uint64_t)1 << (size_of(type) < 8 ? 8 * size_of(type) - 1 : 63);
    if (op == SDYRT_SCAN_PROD) {
        x = (struct number){1, 0, 1};
    } else if (op == SDYRT_SCAN_MAX) {
        x = (struct number){-INFINITY, 0, is_signed ? top : 0};
    } else if (op == SDYRT_SCAN_MIN) {
        x = (struct number){INFINITY, 0, is_signed ? top - 1 : ~(uint64_t)0};
        x.bits = type == SDYRT_SCAN_I1 ? 1 : x.bits;
    }
    return x;
}

/* ---- one scan -------------------------------------------------------------------------------- */

struct spans {
    int64_t in, out, in_offset, out_offset;
};

/* Dense strides with the dimensions in a random order (the scanned one is number 0), some turned
   and some with gaps behind them. */
static int64_t lay_out(int64_t rank, const int64_t *size, int64_t *strides, int plain,
                       int64_t *offset) {
    int64_t order[SDYRT_SCAN_DIMS + 1] = {0}, span = 1;
    *offset = 0;
    for (int64_t k = 0; k < rank; k++) {
        int64_t other = between(0, k);
        order[k] = order[other];
        order[other] = k;
    }
    for (int64_t k = 0; k < rank; k++) {
        int64_t d = order[k];
        strides[d] = span;
        span = span * size[d] + (plain || between(0, 3) ? 0 : between(1, 2));
        if (!plain && between(0, 5) == 0) {
            *offset += (size[d] - 1) * strides[d];
            strides[d] = -strides[d];
        }
    }
    return span;
}

static struct spans arrange(struct sdyrt_scan *what, int plain) {
    int64_t size[SDYRT_SCAN_DIMS + 1] = {what->size}, from[SDYRT_SCAN_DIMS + 1];
    int64_t to[SDYRT_SCAN_DIMS + 1];
    struct spans spans;
    memcpy(size + 1, what->outer_size, sizeof what->outer_size);
    uint64_t same = seed;
    spans.in = lay_out(what->rank + 1, size, from, plain, &spans.in_offset);
    seed = between(0, 1) ? same : seed; /* half of the time both in the same order */
    spans.out = lay_out(what->rank + 1, size, to, plain, &spans.out_offset);
    what->from = from[0];
    what->to = to[0];
    memcpy(what->outer_from, from + 1, sizeof what->outer_from);
    memcpy(what->outer_to, to + 1, sizeof what->outer_to);
    return spans;
}

/* The plan that is chosen for this processor. */
static struct sdyrt_scan_plan plan_of(const struct sdyrt_scan *normal) {
    const struct sdyrt_machine_class class = sdyrt_machine_of_set(sdyrt_cpu_set());
    return sdyrt_scan_choose(normal, &class);
}

static int64_t phases_of(const struct sdyrt_scan *what) {
    const struct sdyrt_scan normal = sdyrt_scan_normal(what);
    const struct sdyrt_scan_plan plan = plan_of(&normal);
    return sdyrt_scan_phases(&normal, &plan);
}

static int64_t tasks_of(const struct sdyrt_scan *what) {
    const struct sdyrt_scan normal = sdyrt_scan_normal(what);
    const struct sdyrt_scan_plan plan = plan_of(&normal);
    return sdyrt_scan_tasks(&normal, &plan);
}

static void run(struct sdyrt_scan what, char *in, char *out) {
    struct sdyrt_scan normal = sdyrt_scan_normal(&what);
    const struct sdyrt_scan_plan plan = plan_of(&normal);
    size_t total_bytes = sdyrt_scan_totals(&normal, &plan);
    char *totals = aligned_alloc(64, (total_bytes + 127) / 64 * 64);
    char *scratch = aligned_alloc(64, (sdyrt_scan_scratch() + 63) / 64 * 64);
    char *operands[] = {in, out, totals};
    assert_true(totals != NULL && scratch != NULL);
    for (normal.phase = 0; normal.phase < sdyrt_scan_phases(&normal, &plan); normal.phase++) {
        for (int64_t task = sdyrt_scan_tasks(&normal, &plan) - 1; task >= 0; task--) {
            sdyrt_scan(&normal, &plan, operands, task, scratch);
        }
    }
    free(totals);
    free(scratch);
}

static void expect_line(const struct sdyrt_scan *what, const struct number *values, int64_t from,
                        char *out, int64_t to) {
    struct number sum = nothing(what->type, what->op);
    int64_t bytes = size_of(what->type);
    for (int64_t k = 0; k < what->size; k++) {
        int64_t i = what->reverse ? what->size - 1 - k : k;
        struct number next = combine(what->type, what->op, sum, values[from + i * what->from]);
        store(what->type, out + (to + i * what->to) * bytes, what->exclusive ? sum : next);
        sum = next;
    }
}

/* The definition, line by line. */
static void reference(const struct sdyrt_scan *what, const struct number *values,
                      const struct spans *spans, char *out) {
    int64_t lines = 1;
    for (int64_t k = 0; k < what->rank; k++) {
        lines *= what->outer_size[k];
    }
    for (int64_t line = 0; line < lines; line++) {
        int64_t from = spans->in_offset, to = spans->out_offset;
        for (int64_t k = 0, rest = line; k < what->rank; k++) {
            from += rest % what->outer_size[k] * what->outer_from[k];
            to += rest % what->outer_size[k] * what->outer_to[k];
            rest /= what->outer_size[k];
        }
        expect_line(what, values, from, out, to);
    }
}

static void check(struct sdyrt_scan *what, int plain) {
    struct spans spans = arrange(what, plain);
    int64_t bytes = size_of(what->type);
    size_t in_bytes = (size_t)(spans.in * bytes), out_bytes = (size_t)(spans.out * bytes);
    struct number *values = malloc((size_t)spans.in * sizeof *values + 1);
    char *in = aligned_alloc(64, (in_bytes + 127) / 64 * 64);
    char *out = malloc(out_bytes + 1), *want = malloc(out_bytes + 1);
    assert_true(values != NULL && in != NULL && out != NULL && want != NULL);
    for (int64_t i = 0; i < spans.in; i++) {
        values[i] = random_number(what->type, what->op);
        store(what->type, in + i * bytes, values[i]);
    }
    memset(out, 0x5a, out_bytes);
    memset(want, 0x5a, out_bytes);
    reference(what, values, &spans, want);
    run(*what, in + spans.in_offset * bytes, out + spans.out_offset * bytes);
    if (memcmp(out, want, out_bytes) != 0) {
        fail_msg("type %ld op %ld size %ld from %ld to %ld rank %ld reverse %ld exclusive %ld",
                 (long)what->type, (long)what->op, (long)what->size, (long)what->from,
                 (long)what->to, (long)what->rank, (long)what->reverse, (long)what->exclusive);
    }
    free(values);
    free(in);
    free(out);
    free(want);
}

static struct sdyrt_scan random_scan(int64_t type, int64_t op, int64_t rank, int64_t limit) {
    struct sdyrt_scan what = {.type = type,
                              .op = op,
                              .reverse = between(0, 1),
                              .exclusive = between(0, 2) == 0,
                              .in_order = rank == 2,
                              .size = between(1, limit),
                              .rank = rank};
    for (int64_t k = 0; k < rank; k++) {
        what.outer_size[k] = between(1, between(0, 2) ? 6 : limit);
    }
    return what;
}

static int is_defined(int64_t type, int64_t op) {
    return !is_complex(type) || op <= SDYRT_SCAN_PROD;
}

static void random_forms(void **state) {
    static const int64_t limit[] = {3000, 120, 25, 10};
    (void)state;
    for (int i = 0; i < 6000; i++) {
        int64_t type = i % SDYRT_SCAN_TYPE_COUNT, op = between(0, 3), rank = between(0, 3);
        if (test_takes(i / SDYRT_SCAN_TYPE_COUNT) && is_defined(type, op)) {
            struct sdyrt_scan what = random_scan(type, op, rank, limit[rank]);
            check(&what, (int)between(0, 1));
        }
    }
}

/* Long lines: alone, side by side, and more columns than a strip has. */
static void chunks(void **state) {
    static const int64_t shapes[][2] = {{1200000, 1}, {20000, 40}, {300, 2500}, {700000, 2}};
    (void)state;
    for (int64_t i = 0; i < 4 * SDYRT_SCAN_TYPE_COUNT; i++) {
        int64_t type = i / 4, op = i % 4 ? between(0, 3) : SDYRT_SCAN_SUM;
        if (!test_takes(i + type) || !is_defined(type, op)) {
            continue;
        }
        struct sdyrt_scan what = {.type = type,
                                  .op = op,
                                  .reverse = between(0, 1),
                                  .exclusive = between(0, 1),
                                  .size = shapes[i % 4][0],
                                  .rank = 1,
                                  .outer_size = {shapes[i % 4][1]}};
        check(&what, 1);
        if (i % 4 == 0) {
            assert_int_equal(phases_of(&what), 3);
        }
    }
}

static void empty(void **state) {
    (void)state;
    struct sdyrt_scan none = {.size = 0, .from = 1, .to = 1};
    struct sdyrt_scan no_lines = {
        .size = 4, .from = 1, .to = 1, .rank = 1, .outer_size = {0}, .outer_from = {4}};
    assert_int_equal(tasks_of(&none), 0);
    assert_int_equal(tasks_of(&no_lines), 0);
    assert_int_equal(phases_of(&none), 1);
}

/* ---- floats ---------------------------------------------------------------------------------- */

enum { LONG = 1 << 20 };

/* A line of positive numbers that cannot be summed exactly: never falls, and its error is below
   that of the sequential sum's bound by far. */
static void sums_of_floats(void **state) {
    (void)state;
    for (int reverse = 0; reverse < 2; reverse++) {
        struct sdyrt_scan what = {
            .type = SDYRT_SCAN_F32, .size = LONG, .from = 1, .to = 1, .reverse = reverse};
        float *in = malloc(LONG * sizeof *in), *out = malloc(LONG * sizeof *out), before = 0;
        double sum = 0;
        for (int64_t i = 0; i < LONG; i++) {
            in[i] = (float)between(1, 1000000) * 1e-6f;
        }
        run(what, (char *)in, (char *)out);
        for (int64_t k = 0; k < LONG; k++) {
            int64_t i = reverse ? LONG - 1 - k : k;
            sum += (double)in[i];
            assert_true(out[i] >= before);
            assert_true(fabs((double)out[i] - sum) <= 2e-6 * sum);
            before = out[i];
        }
        free(in);
        free(out);
    }
}

/* The same number over and over, the worst of sums: 4,000 of them one after the other would be 300
   epsilons off. Of lines beside each other and one by one, in one chunk, in pieces, and in several
   chunks. */
static void sums_of_one_number(void **state) {
    static const int64_t shapes[][3] = {{4000, 64, 0},  {9000, 20, 0}, {200000, 20, 0},
                                        {5000, 7, 0},   {20000, 8, 1}, {200000, 9, 1},
                                        {3000000, 1, 1}};
    (void)state;
    for (size_t i = 0; i < 4 * sizeof shapes / sizeof *shapes; i++) {
        const int64_t size = shapes[i / 4][0], lines = shapes[i / 4][1], along = shapes[i / 4][2];
        const struct sdyrt_scan what = {.type = SDYRT_SCAN_F32,
                                        .reverse = i & 1,
                                        .exclusive = i >> 1 & 1,
                                        .size = size,
                                        .from = along ? 1 : lines,
                                        .to = along ? 1 : lines,
                                        .rank = 1,
                                        .outer_size = {lines},
                                        .outer_from = {along ? size : 1},
                                        .outer_to = {along ? size : 1}};
        float *in = malloc((size_t)(size * lines) * sizeof *in);
        float *out = malloc((size_t)(size * lines) * sizeof *out), before = 0;
        for (int64_t at = 0; at < size * lines; at++) {
            in[at] = 0.1f;
        }
        run(what, (char *)in, (char *)out);
        for (int64_t k = 0; k < size; k++) {
            const int64_t at = (what.reverse ? size - 1 - k : k) * what.from;
            const float got = out[at + (lines - 1) * what.outer_from[0]];
            const double want = (double)0.1f * (double)(k + !what.exclusive);
            assert_true(got >= before);
            assert_true(fabs((double)got - want) <= 60 * 0x1p-23 * want);
            before = got;
        }
        free(in);
        free(out);
    }
}

/* Signs of zeros, infinities and NaN. */
static void special_floats(void **state) {
    static const float zeros[] = {-0.0f, -0.0f, 0.0f, -0.0f};
    float out[40], in[40];
    struct sdyrt_scan what = {.type = SDYRT_SCAN_F32, .size = 4, .from = 1, .to = 1};
    (void)state;
    memcpy(in, zeros, sizeof zeros);
    run(what, (char *)in, (char *)out);
    assert_true(signbit(out[0]) && signbit(out[1]) && !signbit(out[2]) && !signbit(out[3]));
    what.op = SDYRT_SCAN_MAX;
    run(what, (char *)in, (char *)out);
    assert_true(signbit(out[1]) && !signbit(out[2]) && !signbit(out[3]));
    what.size = 40;
    for (int op = 0; op < SDYRT_SCAN_OP_COUNT; op++) {
        what.op = op;
        for (int i = 0; i < 40; i++) {
            in[i] = i == 21 ? NAN : 1;
        }
        run(what, (char *)in, (char *)out);
        for (int i = 0; i < 40; i++) {
            assert_true(i < 21 ? isfinite(out[i]) : isnan(out[i]));
        }
    }
}

/* log(exp(a) + exp(b)) in double. */
static double add_logarithms(double a, double b) {
    double high = a > b ? a : b, low = a > b ? b : a;
    return low == -INFINITY || high == INFINITY ? high : high + log1p(exp(low - high));
}

static void check_logsumexp(struct sdyrt_scan what, int64_t lines, double scale) {
    int64_t count = what.size * lines;
    int is_double = what.type == SDYRT_SCAN_F64;
    float *in = malloc((size_t)count * 8), *out = malloc((size_t)count * 8);
    double *in_double = (void *)in, *out_double = (void *)out;
    double tolerance = is_double ? 1e-12 : 3e-5;
    for (int64_t i = 0; i < count; i++) {
        double value = between(0, 30) == 0 ? -INFINITY : (double)between(-1000, 1000) * scale;
        if (is_double) {
            in_double[i] = value;
        } else {
            in[i] = (float)value;
        }
    }
    run(what, (char *)in, (char *)out);
    for (int64_t line = 0; line < lines; line++) {
        double sum = -INFINITY;
        for (int64_t k = 0; k < what.size; k++) {
            int64_t i = what.reverse ? what.size - 1 - k : k;
            int64_t at = i * what.from + line * what.outer_from[0];
            double value = is_double ? in_double[at] : (double)in[at];
            double next = add_logarithms(sum, value);
            double want = what.exclusive ? sum : next;
            double got = is_double ? out_double[at] : (double)out[at];
            assert_true(got == want || fabs(got - want) <= tolerance * (1 + fabs(want)));
            sum = next;
        }
    }
    free(in);
    free(out);
}

/* Whether an odd number of bits is set. */
static int is_odd(int bits) {
    return __builtin_parity((unsigned)bits);
}

static void logsumexp(void **state) {
    (void)state;
    for (int form = 0; form < 32; form++) {
        int64_t n = form & 8 ? 300000 : 700, lines = form & 16 ? 33 : 1;
        n = lines > 1 && n > 700 ? 20000 : n;
        struct sdyrt_scan what = {.type = form & 1 ? SDYRT_SCAN_F64 : SDYRT_SCAN_F32,
                                  .op = SDYRT_SCAN_LOGSUMEXP,
                                  .reverse = form >> 1 & 1,
                                  .exclusive = form >> 2 & 1,
                                  .size = n,
                                  .from = lines,
                                  .to = lines,
                                  .rank = 1,
                                  .outer_size = {lines},
                                  .outer_from = {1},
                                  .outer_to = {1}};
        for (int is_near = 0; is_near < 2; is_near++) {
            /* Of any three choices all are taken together, also where a sanitizer watches. */
            int number = is_odd(form & 0x17) + 2 * is_odd((form & 0xe) | is_near);
            if (test_takes(number)) {
                check_logsumexp(what, lines, is_near ? 0.001 : 0.5);
            }
        }
    }
    float in[] = {-INFINITY, -200, 3, INFINITY, -5, -INFINITY}, out[6];
    struct sdyrt_scan what = {
        .type = SDYRT_SCAN_F32, .op = SDYRT_SCAN_LOGSUMEXP, .size = 6, .from = 1, .to = 1};
    run(what, (char *)in, (char *)out);
    assert_true(out[0] == -INFINITY && out[1] == -200 && out[2] == 3);
    assert_true(out[3] == INFINITY && out[4] == INFINITY && out[5] == INFINITY);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_forms),
        cmocka_unit_test(chunks),
        cmocka_unit_test(empty),
        cmocka_unit_test(sums_of_floats),
        cmocka_unit_test(sums_of_one_number),
        cmocka_unit_test(special_floats),
        cmocka_unit_test(logsumexp),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
