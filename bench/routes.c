/* The regret of choosing: products drawn at random, by every route that accepts.
 *
 *     [SDYRT_ISA=avx2] routes [--seed N] [--count N] [--table] [--route NAME] [--types KIND]
 *
 * Each descriptor is computed by each of its plans in turns, eight rounds of the least of several
 * runs, by the clock of the thread. Printed are, for each descriptor whose regret is above 1.05
 * (or all with --table), its extents, which operands lie by columns, and for each route the
 * predicted and the measured cycles (a stroke: with exchanged operands); at the end the mean and
 * the greatest regret, which is the time of the chosen plan by that of the best one, and how far
 * the predicted times are from the measured ones, after one factor for all. --route prints, of
 * each descriptor that the route accepts, the extents and its cycles, predicted and measured.
 * --types: reals (as they are without it), narrow (16-bit floats), small (8- and 16-bit integers),
 * complex. */
#include "blas.h"
#include "product_plan.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { ROUNDS = 8, MOST_PLANS = 2 * SDYRT_PRODUCT_ROUTE_COUNT, MOST = 2000 };

static uint64_t state = 1;

static uint32_t random_below(uint32_t limit) {
    state = state * UINT64_C(6364136223846793005) + 1442695040888963407u;
    return (uint32_t)(state >> 33) % limit;
}

/* Around powers of two, up to 2^bits. */
static int64_t extent(uint32_t bits) {
    const double exponent = (double)random_below(1000 * bits) / 1000;
    return (int64_t)(pow(2, exponent) + 0.5);
}

/* A kind of types, of which one in three is drawn, and their names. */
struct kind {
    const char *name;
    int64_t types[3];
    const char *names[3];
};
static const struct kind kinds[] = {
    {"reals", {SDYRT_PRODUCT_F32, SDYRT_PRODUCT_F32, SDYRT_PRODUCT_F64}, {"f32", "f32", "f64"}},
    {"narrow",
     {SDYRT_PRODUCT_BF16, SDYRT_PRODUCT_BF16_F32, SDYRT_PRODUCT_F16_F32},
     {"bf16", "bf16->f32", "f16->f32"}},
    {"small",
     {SDYRT_PRODUCT_I8, SDYRT_PRODUCT_I8_I32, SDYRT_PRODUCT_I16},
     {"i8", "i8->i32", "i16"}},
    {"complex", {SDYRT_PRODUCT_C64, SDYRT_PRODUCT_C64, SDYRT_PRODUCT_C128}, {"c64", "c64", "c128"}},
};

static const char *type_name(const struct kind *kind, int64_t type) {
    int i = 0;
    while (i < 2 && kind->types[i] != type) {
        i++;
    }
    return kind->names[i];
}

static struct sdyrt_product drawn(const struct kind *kind) {
    struct sdyrt_product p = {.type = kind->types[random_below(3)], .count = 1};
    do {
        p.m = extent(11);
        p.n = extent(11);
        p.k = extent(12);
    } while ((double)p.m * (double)p.n * (double)p.k > 3e7);
    const uint32_t form = random_below(4), by_columns = random_below(8) == 0;
    p.a_row = form & 1 ? 1 : p.k, p.a_col = form & 1 ? p.m : 1;
    p.b_row = form & 2 ? 1 : p.n, p.b_col = form & 2 ? p.k : 1;
    p.c_row = by_columns ? 1 : p.n, p.c_col = by_columns ? p.m : 1;
    if (random_below(5) == 0 && p.m * p.n * p.k < 5000) {
        p.count = 64 + random_below(1000);
        p.a_step = p.m * p.k, p.b_step = p.k * p.n, p.c_step = p.m * p.n;
    }
    return p;
}

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

struct data {
    char *a, *b, *c, *scratch;
};

static double time_of(const struct sdyrt_product *p, const struct sdyrt_product_plan *plan,
                      const struct data *at, int64_t runs) {
    double best = 1e30;
    for (int i = 0; i < 3; i++) {
        const double begin = now();
        for (int64_t r = 0; r < runs; r++) {
            sdyrt_product(p, plan, at->a, at->b, at->c, 0, at->scratch);
        }
        const double took = (now() - begin) / (double)runs;
        best = took < best ? took : best;
    }
    return best;
}

struct measured {
    struct sdyrt_product_plan plan;
    double cycles, seconds;
};

static size_t bytes_of(const struct sdyrt_product *p, int64_t rows, int64_t cols) {
    return (size_t)(p->count * rows * cols + 64) * sdyrt_product_result_size(p->type);
}

static char *room(size_t bytes) {
    char *memory = aligned_alloc(64, (bytes + 63) / 64 * 64);
    for (size_t i = 0; i < bytes / 4; i++) {
        ((float *)(void *)memory)[i] = 1;
    }
    return memory;
}

static int measure(const struct sdyrt_product *p, const struct sdyrt_machine_class *class,
                   struct measured *plans) {
    int count = 0;
    for (int route = 0; route < SDYRT_PRODUCT_ROUTE_COUNT; route++) {
        struct measured *x = &plans[count];
        if (sdyrt_product_plan_by((enum sdyrt_product_route)route, p, class, &x->plan,
                                  &x->cycles)) {
            x->seconds = 1e30;
            count++;
        }
    }
    const struct data at = {room(bytes_of(p, p->m, p->k)), room(bytes_of(p, p->k, p->n)),
                            room(bytes_of(p, p->m, p->n)), room(SDYRT_KERNEL_SCRATCH)};
    for (int round = 0; round < ROUNDS; round++) {
        for (int i = 0; i < count; i++) {
            const double once = time_of(p, &plans[i].plan, &at, 1);
            const int64_t runs = once > 3e-5 ? 1 : (int64_t)(3e-5 / (once + 1e-9)) + 1;
            const double took = time_of(p, &plans[i].plan, &at, runs);
            plans[i].seconds = took < plans[i].seconds ? took : plans[i].seconds;
        }
    }
    free(at.a), free(at.b), free(at.c), free(at.scratch);
    return count;
}

static int by_size(const void *a, const void *b) {
    const double x = *(const double *)a, y = *(const double *)b;
    return x < y ? -1 : x > y;
}

static void print_case(const struct kind *kind, const struct sdyrt_product *p,
                       const struct measured *plans, int count, double regret, double hertz) {
    printf("%5.2f  %s %lldx%lldx%lld x%lld %s%s%s:", regret, type_name(kind, p->type),
           (long long)p->m, (long long)p->n, (long long)p->k, (long long)p->count,
           p->a_row == 1 ? "t" : "n", p->b_row == 1 ? "t" : "n", p->c_row == 1 ? "t" : "n");
    for (int i = 0; i < count; i++) {
        printf("  %s%s %.0f/%.0f", sdyrt_product_route_name(plans[i].plan.route),
               plans[i].plan.exchanged ? "'" : "", plans[i].cycles, plans[i].seconds * hertz);
    }
    printf("\n");
}

int main(int argc, char **argv) {
    int count = 300, table = 0;
    const char *only = NULL;
    const struct kind *kind = &kinds[0];
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--seed") == 0 && i + 1 < argc) {
            state = (uint64_t)atoll(argv[++i]);
        } else if (strcmp(argv[i], "--count") == 0 && i + 1 < argc) {
            count = atoi(argv[++i]);
        } else if (strcmp(argv[i], "--table") == 0) {
            table = 1;
        } else if (strcmp(argv[i], "--route") == 0 && i + 1 < argc) {
            only = argv[++i];
        } else if (strcmp(argv[i], "--types") == 0 && i + 1 < argc) {
            i++;
            for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
                kind = strcmp(kinds[k].name, argv[i]) == 0 ? &kinds[k] : kind;
            }
        }
    }
    const struct sdyrt_machine_class class = sdyrt_machine_of_set(sdyrt_cpu_set());
    const double hertz = 2.5e9;
    static double ratios[MOST];
    double sum = 0, worst = 0;
    count = count > MOST ? MOST : count;
    for (int i = 0; i < count; i++) {
        const struct sdyrt_product p = drawn(kind);
        struct measured plans[MOST_PLANS];
        const int n = measure(&p, &class, plans);
        int chosen = 0, best = 0;
        for (int j = 0; only != NULL && j < n; j++) {
            if (strcmp(sdyrt_product_route_name(plans[j].plan.route), only) == 0) {
                print_case(kind, &p, &plans[j], 1, plans[j].seconds * hertz / plans[j].cycles,
                           hertz);
            }
        }
        for (int j = 1; j < n; j++) {
            chosen = plans[j].cycles < plans[chosen].cycles ? j : chosen;
            best = plans[j].seconds < plans[best].seconds ? j : best;
        }
        const double regret = plans[chosen].seconds / plans[best].seconds;
        sum += regret;
        worst = regret > worst ? regret : worst;
        ratios[i] = plans[chosen].cycles / (plans[chosen].seconds * hertz);
        if (table || (only == NULL && regret > 1.05)) {
            print_case(kind, &p, plans, n, regret, hertz);
        }
    }
    qsort(ratios, (size_t)count, sizeof *ratios, by_size);
    const double middle = ratios[count / 2];
    int near = 0;
    for (int i = 0; i < count; i++) {
        near += ratios[i] / middle < 1.5 && ratios[i] / middle > 1 / 1.5;
    }
    printf("regret: mean %.3f, worst %.2f; predicted to measured %.2f, within 1.5 of it %.0f%%\n",
           sum / count, worst, middle, 100.0 * near / count);
    return 0;
}
