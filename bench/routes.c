/* The regret of choosing: products of programs, which the seed draws from network_products.def, and
 * random ones, by every route that accepts.
 *
 *     [SDYRT_ISA=avx2] routes [--seed N] [--count N] [--networks | --random] [--types KIND]
 *                             [--table] [--route NAME] [--worth] [--times FILE]
 *
 * Each descriptor is computed by each of its plans in turns, of which the least time counts: that
 * of the processor, which others disturb less. Printed are, for each descriptor whose regret is
 * above 1.05 (or all with --table), its type, its extents, the strides of rows and columns of both
 * operands and the result, and for each plan the predicted and the measured cycles, the chosen one
 * with a star (a stroke: with exchanged operands; "by rows", "far": how panels are read in place);
 * at the end the mean and the greatest regret, which is the time of the chosen plan by that of the
 * best one, and how far the predicted times are from the measured ones, after one factor for all.
 * --worth then says of each route what would be lost without it. --route prints only what one route
 * takes of what it accepts. --types: reals, narrow (16-bit floats), small (8- and 16-bit integers),
 * complex, or all of them. --times keeps times in a file, and takes those from there that it has
 * already, so that costs can be fitted without measuring again. */
#include "kept_times.h"
#include "product_plan.h"
#include "random.h"
#include "regret.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What is asked for. */
static struct {
    struct choice_options shared;
    const char *route, *times;
    const struct kind *kind;
} options = {.shared = CHOICE_OPTIONS};

/* --- what is multiplied --- */

/* A kind of types: as often as a type stands here, so often it is drawn. */
struct kind {
    const char *name;
    int count;
    int64_t types[12];
};
static const struct kind kinds[] = {
    {"all",
     12,
     {SDYRT_PRODUCT_F32, SDYRT_PRODUCT_F32, SDYRT_PRODUCT_F64, SDYRT_PRODUCT_BF16,
      SDYRT_PRODUCT_BF16_F32, SDYRT_PRODUCT_F16_F32, SDYRT_PRODUCT_I8, SDYRT_PRODUCT_I8_I32,
      SDYRT_PRODUCT_I16, SDYRT_PRODUCT_C64, SDYRT_PRODUCT_C64, SDYRT_PRODUCT_C128}},
    {"reals", 3, {SDYRT_PRODUCT_F32, SDYRT_PRODUCT_F32, SDYRT_PRODUCT_F64}},
    {"narrow", 3, {SDYRT_PRODUCT_BF16, SDYRT_PRODUCT_BF16_F32, SDYRT_PRODUCT_F16_F32}},
    {"small", 3, {SDYRT_PRODUCT_I8, SDYRT_PRODUCT_I8_I32, SDYRT_PRODUCT_I16}},
    {"complex", 3, {SDYRT_PRODUCT_C64, SDYRT_PRODUCT_C64, SDYRT_PRODUCT_C128}},
};

static const char *const type_names[SDYRT_PRODUCT_TYPE_COUNT] = {
    [SDYRT_PRODUCT_F32] = "f32",        [SDYRT_PRODUCT_F64] = "f64",
    [SDYRT_PRODUCT_BF16] = "bf16",      [SDYRT_PRODUCT_BF16_F32] = "bf16->f32",
    [SDYRT_PRODUCT_F16] = "f16",        [SDYRT_PRODUCT_F16_F32] = "f16->f32",
    [SDYRT_PRODUCT_I8] = "i8",          [SDYRT_PRODUCT_I16] = "i16",
    [SDYRT_PRODUCT_I32] = "i32",        [SDYRT_PRODUCT_I64] = "i64",
    [SDYRT_PRODUCT_I8_I32] = "i8->i32", [SDYRT_PRODUCT_U8_I32] = "u8->i32",
    [SDYRT_PRODUCT_PRED] = "i1",        [SDYRT_PRODUCT_C64] = "c64",
    [SDYRT_PRODUCT_C128] = "c128",
};

#define PRODUCT(program, type, ...) {SDYRT_PRODUCT_##type, __VA_ARGS__},
static const struct sdyrt_product network_products[] = {
#include "network_products.def"
};
#define PRODUCT(program, type, ...) program,
static const char *const network_names[] = {
#include "network_products.def"
};
enum { NETWORK_PRODUCTS = sizeof network_products / sizeof *network_products };

/* Operands and results by rows or by columns; some of the small ones many times. */
static struct sdyrt_product random_product(uint64_t *state, const struct kind *kind) {
    struct sdyrt_product p = {.count = 1};
    p.type = kind->types[random_below(state, (uint32_t)kind->count)];
    do {
        p.m = random_extent(state, 11);
        p.n = random_extent(state, 11);
        p.k = random_extent(state, 12);
    } while ((double)p.m * (double)p.n * (double)p.k > 3e7);
    const uint32_t form = random_below(state, 4), by_columns = random_below(state, 8) == 0;
    p.a_row = form & 1 ? 1 : p.k, p.a_col = form & 1 ? p.m : 1;
    p.b_row = form & 2 ? 1 : p.n, p.b_col = form & 2 ? p.k : 1;
    p.c_row = by_columns ? 1 : p.n, p.c_col = by_columns ? p.m : 1;
    if (random_below(state, 5) == 0 && p.m * p.n * p.k < 5000) {
        p.count = 64 + random_below(state, 1000);
        p.a_step = p.m * p.k, p.b_step = p.k * p.n, p.c_step = p.m * p.n;
    }
    return p;
}

static int is_of_kind(int64_t type, const struct kind *kind) {
    int i = 0;
    while (i < kind->count && kind->types[i] != type) {
        i++;
    }
    return i < kind->count || kind == &kinds[0];
}

/* "f32 64x192x64 x1 64,1 192,1 192,1" */
static void describe(const struct sdyrt_product *p, char text[96]) {
    snprintf(text, 96, "%s%s %lldx%lldx%lld x%lld %lld,%lld %lld,%lld %lld,%lld",
             type_names[p->type], p->in_order ? " in order" : "", (long long)p->m, (long long)p->n,
             (long long)p->k, (long long)p->count, (long long)p->a_row, (long long)p->a_col,
             (long long)p->b_row, (long long)p->b_col, (long long)p->c_row, (long long)p->c_col);
}

/* --- its plans --- */

/* "panels' far 16": the route, whether operands are exchanged, how panels are read, the depth. */
struct plan_name {
    char text[64];
};
static struct plan_name plan_name(const struct sdyrt_product_plan *plan) {
    static const char *const places[] = {"", " by rows", " far"};
    struct plan_name name;
    snprintf(name.text, sizeof name.text, "%s%s%s %lld", sdyrt_product_route_name(plan->route),
             plan->exchanged ? "'" : "", places[plan->in_place], (long long)plan->depth);
    return name;
}

struct asked {
    struct sdyrt_product product;
    struct sdyrt_product_way plans[SDYRT_PRODUCT_WAYS];
    struct plan_name names[SDYRT_PRODUCT_WAYS];
    struct timed_way ways[SDYRT_PRODUCT_WAYS];
    int count, chosen;
    char what[96];
    char *a, *b, *c, *scratch;
};

static void ask(struct asked *asked, const struct sdyrt_product *product) {
    const struct sdyrt_machine_class class = sdyrt_machine_of_set(sdyrt_cpu_set());
    memset(asked, 0, sizeof *asked);
    asked->product = *product;
    asked->count = sdyrt_product_ways(product, &class, asked->plans);
    describe(product, asked->what);
    for (int i = 0; i < asked->count; i++) {
        const struct sdyrt_product_way *way = &asked->plans[i];
        asked->names[i] = plan_name(&way->plan);
        asked->ways[i] =
            (struct timed_way){(int)way->plan.route, asked->names[i].text, way->cycles, 1e30};
        asked->chosen = way->cycles < asked->plans[asked->chosen].cycles ? i : asked->chosen;
    }
}

/* --- times --- */

/* Room for so many matrices, and what is read beyond the end of rows. */
static char *room(const struct sdyrt_product *p, int64_t rows, int64_t cols, int64_t row,
                  int64_t col, int64_t step) {
    const int64_t last = (rows - 1) * row + (cols - 1) * col + (p->count - 1) * step;
    const size_t bytes = (size_t)(last + 65) * sdyrt_product_result_size(p->type);
    char *memory = aligned_alloc(64, (bytes + 63) / 64 * 64);
    for (size_t i = 0; i + 4 <= bytes; i += 4) {
        const float one = 1;
        memcpy(memory + i, &one, sizeof one);
    }
    return memory;
}

static double time_plan(void *context, int way, int64_t runs) {
    const struct asked *asked = context;
    const double begin = processor_seconds();
    for (int64_t run = 0; run < runs; run++) {
        sdyrt_product(&asked->product, &asked->plans[way].plan, asked->a, asked->b, asked->c, 0,
                      asked->scratch);
    }
    return (processor_seconds() - begin) / (double)runs;
}

static void measure(struct asked *asked) {
    const struct sdyrt_product *p = &asked->product;
    asked->a = room(p, p->m, p->k, p->a_row, p->a_col, p->a_step);
    asked->b = room(p, p->k, p->n, p->b_row, p->b_col, p->b_step);
    asked->c = room(p, p->m, p->n, p->c_row, p->c_col, p->c_step);
    asked->scratch = aligned_alloc(64, SDYRT_KERNEL_SCRATCH);
    memset(asked->scratch, 0, SDYRT_KERNEL_SCRATCH);
    measure_ways(asked->ways, asked->count, time_plan, asked);
    free(asked->a), free(asked->b), free(asked->c), free(asked->scratch);
}

/* Takes the times from the file that keeps them, or measures and keeps them. */
static void take_times(struct asked *asked, struct kept_times *times) {
    if (times == NULL) {
        measure(asked);
    } else if (!kept_times_take(times, asked->what, asked->ways, asked->count)) {
        measure(asked);
        kept_times_add(times, asked->what, asked->ways, asked->count);
    }
}

/* --- what is printed --- */

/* What one route takes, by what it should take. */
static void print_route(const struct asked *asked, const char *route) {
    for (int i = 0; i < asked->count; i++) {
        if (strcmp(sdyrt_product_route_name(asked->plans[i].plan.route), route) == 0) {
            print_ways(asked->what, &asked->ways[i], 1, -1,
                       measured_cycles(asked->ways[i].seconds) / asked->ways[i].cycles);
        }
    }
}

/* The names of routes outlive a descriptor's. */
static double count_choice(const struct asked *asked, struct regrets *regrets) {
    struct timed_way ways[SDYRT_PRODUCT_WAYS];
    for (int i = 0; i < asked->count; i++) {
        ways[i] = asked->ways[i];
        ways[i].name = sdyrt_product_route_name(ways[i].route);
    }
    return regrets_add(regrets, asked->what, ways, asked->count, asked->chosen);
}

static void judge(const char *program, const struct sdyrt_product *product,
                  struct kept_times *times, struct regrets *regrets) {
    static struct asked asked;
    ask(&asked, product);
    take_times(&asked, times);
    const double regret = count_choice(&asked, regrets);
    if (options.route != NULL) {
        print_route(&asked, options.route);
    } else if (options.shared.table || regret > 1.05) {
        char what[160];
        snprintf(what, sizeof what, "%s%s", program, asked.what);
        print_ways(what, asked.ways, asked.count, asked.chosen, regret);
    }
}

/* As many of them as random ones, drawn by the seed: of those that are left each is as likely. */
static void judge_networks(struct kept_times *times, struct regrets *regrets) {
    uint64_t state = options.shared.seed;
    int wanted = options.shared.count;
    for (int i = 0; i < NETWORK_PRODUCTS && wanted > 0; i++) {
        char program[64];
        snprintf(program, sizeof program, "%s ", network_names[i]);
        if ((int)random_below(&state, (uint32_t)(NETWORK_PRODUCTS - i)) >= wanted) {
            continue;
        }
        wanted--;
        if (is_of_kind(network_products[i].type, options.kind)) {
            judge(program, &network_products[i], times, regrets);
        }
    }
}

static void judge_random(struct kept_times *times, struct regrets *regrets) {
    uint64_t state = options.shared.seed;
    for (int i = 0; i < options.shared.count; i++) {
        const struct sdyrt_product product = random_product(&state, options.kind);
        judge("", &product, times, regrets);
    }
}

static void print_judged(const char *title, struct regrets *regrets) {
    printf("%s: ", title);
    regrets_print(regrets);
    if (options.shared.worth) {
        regrets_print_worth(regrets);
    }
}

/* --- what is asked --- */

static const struct kind *kind_named(const char *name) {
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        if (strcmp(kinds[i].name, name) == 0) {
            return &kinds[i];
        }
    }
    fprintf(stderr, "routes: what types are %s?\n", name);
    exit(2);
}

static void read_options(int argc, char **argv) {
    options.kind = &kinds[0];
    for (int i = 1; i < argc; i++) {
        const char *value = i + 1 < argc ? argv[i + 1] : "";
        if (read_choice_option(&options.shared, argv, &i)) {
            continue;
        }
        if (strcmp(argv[i], "--route") == 0) {
            options.route = value, i++;
        } else if (strcmp(argv[i], "--times") == 0) {
            options.times = value, i++;
        } else if (strcmp(argv[i], "--types") == 0) {
            options.kind = kind_named(value), i++;
        } else {
            fprintf(stderr, "routes: what is %s?\n", argv[i]);
            exit(2);
        }
    }
}

int main(int argc, char **argv) {
    static struct regrets networks, randoms;
    read_options(argc, argv);
    struct kept_times *times = options.times != NULL ? kept_times_open(options.times) : NULL;
    printf("seed %llu, on %s\n", (unsigned long long)options.shared.seed,
           sdyrt_isa_name(sdyrt_cpu_isa()));
    if (options.shared.networks) {
        judge_networks(times, &networks);
        print_judged("networks", &networks);
    }
    if (options.shared.random) {
        judge_random(times, &randoms);
        print_judged("random", &randoms);
    }
    if (times != NULL) {
        kept_times_close(times);
    }
    return 0;
}
