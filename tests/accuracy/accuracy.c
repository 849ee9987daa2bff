/* The error of every scalar function of the runtime, in units in the last place.
 *
 *     accuracy [--count=N] [--only=NAME | --only==NAME] [--limit=ULPS]
 *
 * N values of f32 (2^20), spread over all bit patterns, or all of them from 2^32 on; as many random
 * ones of f64, half of them of moderate size, and of complex numbers, of these at most 2^20; all of f16 and bf16. Each in every form
 * in which programs compute: the strips of each instruction set, strips of one element, loops of an
 * optimising compiler. Prints a table; fails where an error is above the limit (4), or where a
 * result is no NaN, infinity or zero of the sign that it should be. */
#include <complex.h>
#include <inttypes.h>
#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../strips_at.h"
#include "complex_math.h"
#include "loops.h"
#include "measure.h"
#include "scalar.h"

enum { CHUNK = 1000, FORMS = 6 }; /* of no power of two: there are elements left over */
enum { COMPLEX_MOST = 1 << 20 };

/* --- references ------------------------------------------------------------------------------- */

static double logistic(double x) {
    return x < 0 ? exp(x) / (1 + exp(x)) : 1 / (1 + exp(-x));
}
static long double logisticl(long double x) {
    return x < 0 ? expl(x) / (1 + expl(x)) : 1 / (1 + expl(-x));
}
static double rsqrt(double x) {
    return 1 / sqrt(x);
}
static long double rsqrtl(long double x) {
    return 1 / sqrtl(x);
}

typedef long double _Complex wide;

static wide wide_of(long double re, long double im) {
    long double parts[2] = {re, im};
    wide z;
    memcpy(&z, parts, sizeof z);
    return z;
}
static wide complex_expm1(wide z) {
    long double x = creall(z), y = cimagl(z), half = sinl(y / 2);
    return wide_of(expm1l(x) * cosl(y) - 2 * half * half, expl(x) * sinl(y));
}
static wide complex_log1p(wide z) {
    long double x = creall(z), y = cimagl(z);
    if (fabsl(x) > 0.5L || fabsl(y) > 0.5L) {
        return clogl(wide_of(1 + x, y));
    }
    return wide_of(log1pl(x * (2 + x) + y * y) / 2, atan2l(y, 1 + x));
}
static wide complex_logistic(wide z) {
    wide e = cexpl(creall(z) < 0 ? z : -z);
    return creall(z) < 0 ? e / (1 + e) : 1 / (1 + e);
}
static wide complex_rsqrt(wide z) {
    return 1 / csqrtl(z);
}
static wide complex_cbrt(wide z) {
    long double size = cbrtl(cabsl(z)), angle = cargl(z) / 3;
    return wide_of(size * cosl(angle), size * sinl(angle));
}
static wide complex_div(wide a, wide b) {
    return a / b;
}
static wide complex_atan2(wide a, wide b) {
    wide i = wide_of(0, 1);
    return -i * clogl((b + i * a) / csqrtl(b * b + a * a));
}
static wide complex_pow(wide a, wide b) {
    return b == 0 ? 1 : a == 0 ? 0 : cexpl(b * clogl(a));
}

/* --- functions and their forms ---------------------------------------------------------------- */

typedef void unary_f32(float *to, const float *a, int64_t n);
typedef void unary_f64(double *to, const double *a, int64_t n);
typedef void binary_f32(float *to, const float *a, const float *b, int64_t n);
typedef void binary_f64(double *to, const double *a, const double *b, int64_t n);

struct function {
    const char *name;
    int operands;
    double (*single_1)(double);
    double (*single_2)(double, double);
    long double (*wide_1)(long double);
    long double (*wide_2)(long double, long double);
    size_t strip_f32, strip_f64; /* offsets in struct sdyrt_strips */
    unary_f32 *loop_1_f32;
    unary_f64 *loop_1_f64;
    binary_f32 *loop_2_f32;
    binary_f64 *loop_2_f64;
};

static const struct function functions[] = {
#define FUNCTION_1(id, single, wide)                                                               \
    {.name = #id,                                                                                  \
     .operands = 1,                                                                                \
     .single_1 = single,                                                                           \
     .wide_1 = wide,                                                                               \
     .strip_f32 = offsetof(struct sdyrt_strips, id##_f32_v),                                       \
     .strip_f64 = offsetof(struct sdyrt_strips, id##_f64_v),                                       \
     .loop_1_f32 = loop_##id##_f32,                                                                \
     .loop_1_f64 = loop_##id##_f64},
#define FUNCTION_2(id, single, wide)                                                               \
    {.name = #id,                                                                                  \
     .operands = 2,                                                                                \
     .single_2 = single,                                                                           \
     .wide_2 = wide,                                                                               \
     .strip_f32 = offsetof(struct sdyrt_strips, id##_f32_vv),                                      \
     .strip_f64 = offsetof(struct sdyrt_strips, id##_f64_vv),                                      \
     .loop_2_f32 = loop_##id##_f32,                                                                \
     .loop_2_f64 = loop_##id##_f64},
#include "functions.def"
};

/* What computes a chunk. */
struct form {
    const char *name;
    const struct sdyrt_strips *strips; /* NULL: the loop */
    int64_t step;                      /* elements at a time */
};

static int find_forms(struct form forms[FORMS]) {
    int count = 0;
    for (; strips_at(count) != NULL && count < FORMS - 2; count++) {
        forms[count] = (struct form){strips_name(count), strips_at(count), CHUNK};
    }
    forms[count] = (struct form){"one", sdyrt_strips(), 1};
    forms[count + 1] = (struct form){"loop", NULL, CHUNK};
    return count + 2;
}

#define RUN(t, T)                                                                                  \
    static void run_##t(const struct function *function, const struct form *form, T *to,           \
                        const T *a, const T *b, int64_t n) {                                       \
        unary_##t *one = function->loop_1_##t;                                                     \
        binary_##t *two = function->loop_2_##t;                                                    \
        if (form->strips != NULL) {                                                                \
            const char *at = (const char *)form->strips + function->strip_##t;                     \
            memcpy(function->operands == 1 ? (void *)&one : (void *)&two, at, sizeof one);         \
        }                                                                                          \
        for (int64_t i = 0; i < n; i += form->step) {                                              \
            int64_t left = n - i < form->step ? n - i : form->step;                                \
            if (function->operands == 1) {                                                         \
                one(to + i, a + i, left);                                                          \
            } else {                                                                               \
                two(to + i, a + i, b + i, left);                                                   \
            }                                                                                      \
        }                                                                                          \
    }
RUN(f32, float)
RUN(f64, double)

/* --- arguments -------------------------------------------------------------------------------- */

static uint64_t next_random(uint64_t *seed) {
    *seed ^= *seed >> 12;
    *seed ^= *seed << 25;
    *seed ^= *seed >> 27;
    return *seed * 0x2545f4914f6cdd1du;
}

/* Of either sign, between 2^-8 and 2^8. */
static double moderate(uint64_t *seed) {
    uint64_t bits = next_random(seed);
    double size = ldexp(1 + (double)(bits >> 12) * 0x1p-52, (int)(bits & 15) - 8);
    return bits & 16 ? -size : size;
}

static double any_f64(uint64_t *seed) {
    uint64_t bits = next_random(seed);
    double number;
    memcpy(&number, &bits, sizeof number);
    return next_random(seed) & 1 ? moderate(seed) : number;
}

static const double specials[] = {0.0,  -0.0,     INFINITY,  -(double)INFINITY, NAN,       1.0,
                                  -1.0, 0x1p-149, -0x1p-149, 0x1p-126,          -0x1p-126, 0.5,
                                  -0.5, 2.0,      0x1p-1074, -0x1p-1074};
enum { SPECIALS = sizeof specials / sizeof *specials };

/* --- measuring -------------------------------------------------------------------------------- */

struct run {
    int64_t count;
    struct form forms[FORMS];
    int form_count;
    uint64_t seed;
};

static void measure_f32(struct run *run, const struct function *f, const float *a, const float *b,
                        int64_t n, struct worst *worst) {
    float got[CHUNK];
    double want[CHUNK];
    for (int64_t i = 0; i < n; i++) {
        want[i] = f->operands == 1 ? f->single_1(a[i]) : f->single_2(a[i], b[i]);
    }
    for (int k = 0; k < run->form_count; k++) {
        run_f32(f, &run->forms[k], got, a, b, n);
        for (int64_t i = 0; i < n; i++) {
            worst_add(&worst[k], &format_f32, got[i], want[i], (const double[2]){a[i], b[i]});
        }
    }
}

static void measure_f64(struct run *run, const struct function *f, const double *a, const double *b,
                        int64_t n, struct worst *worst) {
    double got[CHUNK];
    long double want[CHUNK];
    for (int64_t i = 0; i < n; i++) {
        want[i] = f->operands == 1 ? f->wide_1(a[i]) : f->wide_2(a[i], b[i]);
    }
    for (int k = 0; k < run->form_count; k++) {
        run_f64(f, &run->forms[k], got, a, b, n);
        for (int64_t i = 0; i < n; i++) {
            worst_add(&worst[k], &format_f64, got[i], want[i], (const double[2]){a[i], b[i]});
        }
    }
}

/* Bit patterns a stride apart; the second operand at random, moderate every other time. */
static void all_f32(struct run *run, const struct function *f, struct worst *worst) {
    uint64_t total = UINT64_C(1) << 32, step = total / (uint64_t)run->count;
    float a[CHUNK], b[CHUNK] = {0};
    int64_t n = 0;
    step = step < 1 ? 1 : step;
    for (uint64_t bits = 0; bits < total; bits += step) {
        uint64_t random = next_random(&run->seed);
        uint32_t pattern = (uint32_t)(bits + random % step), other = (uint32_t)(random >> 32);
        memcpy(&a[n], &pattern, sizeof a[n]);
        memcpy(&b[n], &other, sizeof b[n]);
        b[n] = random & 1 << 20 ? (float)moderate(&run->seed) : b[n];
        a[n] = f->operands == 2 && random & 1 << 21 ? (float)moderate(&run->seed) : a[n];
        if (++n == CHUNK || bits + step >= total) {
            measure_f32(run, f, a, b, n, worst);
            n = 0;
        }
    }
}

static void random_f64(struct run *run, const struct function *f, struct worst *worst) {
    double a[CHUNK], b[CHUNK];
    for (int64_t done = 0; done < run->count; done += CHUNK) {
        for (int64_t i = 0; i < CHUNK; i++) {
            a[i] = any_f64(&run->seed);
            b[i] = any_f64(&run->seed);
        }
        measure_f64(run, f, a, b, CHUNK, worst);
    }
}

/* Every pair of special values. */
static void special_values(struct run *run, const struct function *f, struct worst *f32,
                           struct worst *f64) {
    float a32[SPECIALS], b32[SPECIALS];
    double a64[SPECIALS], b64[SPECIALS];
    for (int k = 0; k < (f->operands == 1 ? 1 : SPECIALS); k++) {
        for (int i = 0; i < SPECIALS; i++) {
            a64[i] = specials[i];
            b64[i] = specials[k];
            a32[i] = (float)a64[i];
            b32[i] = (float)b64[i];
        }
        measure_f32(run, f, a32, b32, SPECIALS, f32);
        measure_f64(run, f, a64, b64, SPECIALS, f64);
    }
}

/* All values of a type of 16 bits, computed in f32 by the best strips, as programs do. */
#define ALL_16(t)                                                                                  \
    static void all_##t(struct run *run, const struct function *f, struct worst *worst) {          \
        uint16_t raw[CHUNK];                                                                       \
        float a[CHUNK], got[CHUNK];                                                                \
        for (int64_t first = 0; first < 1 << 16 && f->operands == 1; first += CHUNK) {             \
            int64_t n = (1 << 16) - first < CHUNK ? (1 << 16) - first : CHUNK;                     \
            for (int64_t i = 0; i < n; i++) {                                                      \
                raw[i] = (uint16_t)(first + i);                                                    \
            }                                                                                      \
            sdyrt_convert_##t##_f32_v(a, raw, n);                                                  \
            run_f32(f, &run->forms[run->form_count - 3], got, a, a, n);                            \
            sdyrt_convert_f32_##t##_v(raw, got, n);                                                \
            sdyrt_convert_##t##_f32_v(got, raw, n);                                                \
            for (int64_t i = 0; i < n; i++) {                                                      \
                worst_add(worst, &format_##t, got[i], f->single_1(a[i]),                           \
                          (const double[2]){a[i], 0});                                             \
            }                                                                                      \
        }                                                                                          \
    }
ALL_16(f16)
ALL_16(bf16)

/* --- complex numbers -------------------------------------------------------------------------- */

struct complex_function {
    const char *name;
    int operands;
    wide (*wide_1)(wide);
    wide (*wide_2)(wide, wide);
    void (*c64_1)(void *, const void *), (*c128_1)(void *, const void *);
    void (*c64_2)(void *, const void *, const void *),
        (*c128_2)(void *, const void *, const void *);
    size_t strip; /* of c64: offset in struct sdyrt_strips */
};

/* Of c128, strips of one number. */
#define COMPLEX_1(id, reference)                                                                   \
    static void one_##id##_c128(void *to, const void *a) {                                         \
        sdyrt_##id##_c128_v(to, a, 1);                                                             \
    }
#define COMPLEX_2(id, reference)                                                                   \
    static void one_##id##_c128(void *to, const void *a, const void *b) {                          \
        sdyrt_##id##_c128_vv(to, a, b, 1);                                                         \
    }
#include "functions.def"

static const struct complex_function complex_functions[] = {
#define COMPLEX_1(id, reference)                                                                   \
    {.name = "complex " #id,                                                                       \
     .operands = 1,                                                                                \
     .wide_1 = reference,                                                                          \
     .c64_1 = sdyrt_##id##_c64,                                                                    \
     .c128_1 = one_##id##_c128,                                                                    \
     .strip = offsetof(struct sdyrt_strips, id##_c64_v)},
#define COMPLEX_2(id, reference)                                                                   \
    {.name = "complex " #id,                                                                       \
     .operands = 2,                                                                                \
     .wide_2 = reference,                                                                          \
     .c64_2 = sdyrt_##id##_c64,                                                                    \
     .c128_2 = one_##id##_c128,                                                                    \
     .strip = offsetof(struct sdyrt_strips, id##_c64_vv)},
#include "functions.def"
};

#define MEASURE_COMPLEX(t, T, format)                                                              \
    static void measure_##t(const struct complex_function *f, const double *a, const double *b,    \
                            struct worst *worst) {                                                 \
        T x[2] = {(T)a[0], (T)a[1]}, y[2] = {(T)b[0], (T)b[1]}, got[2];                            \
        wide want = f->operands == 1 ? f->wide_1(wide_of(x[0], x[1]))                              \
                                     : f->wide_2(wide_of(x[0], x[1]), wide_of(y[0], y[1]));        \
        if (f->operands == 1) {                                                                    \
            f->t##_1(got, x);                                                                      \
        } else {                                                                                   \
            f->t##_2(got, x, y);                                                                   \
        }                                                                                          \
        worst_add_complex(worst, format, (const long double[2]){got[0], got[1]},                   \
                          (const long double[2]){creall(want), cimagl(want)},                      \
                          (const double[2]){a[0], a[1]});                                          \
    }
MEASURE_COMPLEX(c64, float, &format_f32)
MEASURE_COMPLEX(c128, double, &format_f64)

/* The strips of each instruction set on a chunk of numbers. */
static void measure_strips(const struct run *run, const struct complex_function *f, const float *a,
                           const float *b, struct worst *worst) {
    float got[2 * CHUNK];
    void (*one)(void *, const void *, int64_t);
    void (*two)(void *, const void *, const void *, int64_t);
    for (int k = 0; k < run->form_count - 2; k++) {
        const char *at = (const char *)run->forms[k].strips + f->strip;
        memcpy(f->operands == 1 ? (void *)&one : (void *)&two, at, sizeof one);
        if (f->operands == 1) {
            one(got, a, CHUNK);
        } else {
            two(got, a, b, CHUNK);
        }
        for (int i = 0; i < 2 * CHUNK; i += 2) {
            wide x = wide_of(a[i], a[i + 1]), y = wide_of(b[i], b[i + 1]);
            wide want = f->operands == 1 ? f->wide_1(x) : f->wide_2(x, y);
            worst_add_complex(&worst[k], &format_f32, (const long double[2]){got[i], got[i + 1]},
                              (const long double[2]){creall(want), cimagl(want)},
                              (const double[2]){a[i], a[i + 1]});
        }
    }
}

/* --- the table -------------------------------------------------------------------------------- */

static int print_worst(const struct worst *worst, double limit) {
    int bad = worst->ulps > limit || worst->special > 0;
    printf(" %.2f%s |", worst->ulps, worst->special > 0 ? "!" : "");
    return bad;
}

static void explain(const char *name, const char *type, const char *form, const struct worst *worst,
                    double limit) {
    if (worst->ulps > limit) {
        fprintf(stderr, "%s %s, %s: %.2f ulp at (%.17g, %.17g)\n", name, type, form, worst->ulps,
                worst->at[0], worst->at[1]);
    }
    if (worst->special > 0) {
        fprintf(stderr, "%s %s, %s: %" PRId64 " wrong special values, at (%.17g, %.17g) first\n",
                name, type, form, worst->special, worst->special_at[0], worst->special_at[1]);
    }
}

static int row(struct run *run, const struct function *f, double limit) {
    struct worst f32[FORMS] = {0}, f64[FORMS] = {0}, f16 = {0}, bf16 = {0};
    int bad = 0;
    special_values(run, f, f32, f64);
    all_f32(run, f, f32);
    random_f64(run, f, f64);
    all_f16(run, f, &f16);
    all_bf16(run, f, &bf16);
    printf("| %s |", f->name);
    bad += print_worst(&f16, limit) + print_worst(&bf16, limit);
    for (int k = 0; k < run->form_count; k++) {
        bad += print_worst(&f32[k], limit);
        explain(f->name, "f32", run->forms[k].name, &f32[k], limit);
    }
    for (int k = 0; k < run->form_count; k++) {
        bad += print_worst(&f64[k], limit);
        explain(f->name, "f64", run->forms[k].name, &f64[k], limit);
    }
    explain(f->name, "f16", "strips", &f16, limit);
    explain(f->name, "bf16", "strips", &bf16, limit);
    printf("\n");
    return bad > 0;
}

static int complex_row(struct run *run, const struct complex_function *f, double limit) {
    struct worst c64 = {0}, c128 = {0}, strips[FORMS] = {0};
    float chunk_a[2 * CHUNK], chunk_b[2 * CHUNK];
    for (int64_t i = 0; i < run->count; i++) {
        const double a[2] = {moderate(&run->seed), moderate(&run->seed)};
        const double b[2] = {moderate(&run->seed) / 16, moderate(&run->seed) / 16};
        measure_c64(f, a, b, &c64);
        measure_c128(f, a, b, &c128);
        int64_t k = i % CHUNK;
        for (int part = 0; part < 2; part++) {
            chunk_a[2 * k + part] = (float)a[part];
            chunk_b[2 * k + part] = (float)b[part];
        }
        if (k == CHUNK - 1) {
            measure_strips(run, f, chunk_a, chunk_b, strips);
        }
    }
    printf("| %s |", f->name);
    int bad = 0;
    for (int k = 0; k < run->form_count - 2; k++) {
        bad += print_worst(&strips[k], limit);
        explain(f->name, "c64", run->forms[k].name, &strips[k], limit);
    }
    bad += print_worst(&c64, limit) + print_worst(&c128, limit);
    printf("\n");
    explain(f->name, "c64", "one", &c64, limit);
    explain(f->name, "c128", "", &c128, limit);
    return bad > 0;
}

static void complex_heading(const struct run *run) {
    printf("\n| function |");
    for (int k = 0; k < run->form_count - 2; k++) {
        printf(" complex<f32> %s |", run->forms[k].name);
    }
    printf(" complex<f32> one | complex<f64> |\n|");
    for (int k = 0; k < run->form_count + 1; k++) {
        printf(" --- |");
    }
    printf("\n");
}

static void heading(const struct run *run) {
    printf("| function | f16 | bf16 |");
    for (int k = 0; k < 2 * run->form_count; k++) {
        printf(" %s %s |", k < run->form_count ? "f32" : "f64",
               run->forms[k % run->form_count].name);
    }
    printf("\n|");
    for (int k = 0; k < 3 + 2 * run->form_count; k++) {
        printf(" --- |");
    }
    printf("\n");
}

/* Functions whose name contains the word, or is what follows `=`. */
static int is_asked(const char *name, const char *word) {
    return word[0] == '=' ? strcmp(name, word + 1) == 0 : strstr(name, word) != NULL;
}

int main(int count, char **words) {
    struct run run = {.count = INT64_C(1) << 20, .seed = 7};
    const char *only = "";
    double limit = 4;
    int bad = 0;
    for (int i = 1; i < count; i++) {
        if (strncmp(words[i], "--count=", 8) == 0) {
            run.count = strtoll(words[i] + 8, NULL, 10);
        } else if (strncmp(words[i], "--only=", 7) == 0) {
            only = words[i] + 7;
        } else if (strncmp(words[i], "--limit=", 8) == 0) {
            limit = strtod(words[i] + 8, NULL);
        } else {
            fprintf(stderr, "accuracy: unknown flag '%s'\n", words[i]);
            return 2;
        }
    }
    run.count = run.count < 1 ? 1 : run.count;
    run.form_count = find_forms(run.forms);
    heading(&run);
    for (size_t i = 0; i < sizeof functions / sizeof *functions; i++) {
        bad += is_asked(functions[i].name, only) && row(&run, &functions[i], limit);
    }
    run.count = run.count < COMPLEX_MOST ? run.count : COMPLEX_MOST;
    complex_heading(&run);
    for (size_t i = 0; i < sizeof complex_functions / sizeof *complex_functions; i++) {
        bad += is_asked(complex_functions[i].name, only) &&
               complex_row(&run, &complex_functions[i], limit);
    }
    return bad > 0;
}
