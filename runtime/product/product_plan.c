#include "product_plan.h"

#include "cpu.h"
#include "product_cost.h"
#include "product_kinds.h"

#include <string.h>

#define THRESHOLD(name, value, unit, why, how) static const double name = value;
#include "product_thresholds.def"

/* --- the table --- */

/* The types of a route, a bit each. */
#define BIT(TYPE)         (1u << SDYRT_PRODUCT_##TYPE)
#define REALS(x)          (BIT(F32) | BIT(F64))
#define NUMBERS(x)        (REALS(x) | BIT(I32) | BIT(I64))
#define MASKED(x)         REALS(x)
#define TILED(x)          BIT(F32)
#define NARROW(x)         (BIT(BF16) | BIT(BF16_F32) | BIT(F16) | BIT(F16_F32))
#define BYTES(x)          (BIT(I8) | BIT(I8_I32) | BIT(U8_I32))
#define GROUPED(x)        (BYTES(x) | BIT(BF16) | BIT(BF16_F32))
#define SMALL(x)          (BYTES(x) | BIT(I16))
#define PAIRED(x)         (GROUPED(x) | BIT(I16))
#define COMPLEX(x)        (BIT(C64) | BIT(C128))
#define MASKED_COMPLEX(x) COMPLEX(x)
#define TRUTH(x)          BIT(PRED)

struct route {
    const char *name, *part;
    unsigned types;
    int adds;
    product_accepts_fn *accepts;
    product_depth_fn *depth;
    product_cost_fn *cost;
};

static const struct route routes[SDYRT_PRODUCT_ROUTE_COUNT] = {
#define ROUTE(name, NAME, TYPES, part, adds, takes_all, alone, accepts, depth, cost)               \
    {#name, #part, TYPES(name), adds, accepts, depth, cost},
#include "product_routes.def"
};

const char *sdyrt_product_route_name(int64_t route) {
    return routes[route].name;
}

unsigned sdyrt_product_route_types(int64_t route) {
    return routes[route].types;
}

const char *sdyrt_product_route_part(int64_t route) {
    const char *part = routes[route].part;
    return strcmp(part, "SELF") == 0 ? NULL : part;
}

/* --- one plan --- */

/* A product as it lies, or as that of the transposes, and how panels of its B are read. */
struct asked {
    struct sdyrt_product product;
    int exchanged;
    enum sdyrt_product_place place;
};

static struct asked as_it_lies(const struct sdyrt_product *product,
                               const struct sdyrt_machine_class *class) {
    return (struct asked){*product, 0, product_place(product, class)};
}

static struct asked as_transposes(const struct sdyrt_product *product,
                                  const struct sdyrt_machine_class *class) {
    const struct sdyrt_product other = transposed_product(product);
    return (struct asked){other, 1, product_place(&other, class)};
}

static int plan_route(const struct route *route, const struct asked *asked,
                      const struct sdyrt_machine_class *class, struct sdyrt_product_plan *plan,
                      double *cycles) {
    const struct sdyrt_product *p = &asked->product;
    /* of complex numbers the terms of a sum follow each other in another order then */
    if (asked->exchanged && p->in_order && (COMPLEX(p) & 1u << p->type) != 0) {
        return 0;
    }
    if ((route->types & 1u << p->type) == 0 || !route->accepts(p, class)) {
        return 0;
    }
    plan->route = route - routes;
    plan->exchanged = asked->exchanged;
    plan->in_place = asked->place;
    plan->isa = class->isa;
    plan->depth = route->depth(p, class, (int)asked->place);
    *cycles = route->cost(p, class, plan);
    return 1;
}

/* Those of the routes from `first` to before `end`. */
static int ways_of_routes(int first, int end, const struct sdyrt_product *product,
                          const struct sdyrt_machine_class *class, struct sdyrt_product_way *ways) {
    const struct asked asked[] = {as_it_lies(product, class), as_transposes(product, class)};
    int count = 0;
    for (int i = 2 * first; i < 2 * end; i++) {
        struct sdyrt_product_way *way = &ways[count];
        count += plan_route(&routes[i / 2], &asked[i % 2], class, &way->plan, &way->cycles);
    }
    return count;
}

int sdyrt_product_ways(const struct sdyrt_product *product, const struct sdyrt_machine_class *class,
                       struct sdyrt_product_way ways[SDYRT_PRODUCT_WAYS]) {
    return ways_of_routes(0, SDYRT_PRODUCT_ROUTE_COUNT, product, class, ways);
}

int sdyrt_product_plan_by(enum sdyrt_product_route route, const struct sdyrt_product *product,
                          const struct sdyrt_machine_class *class, struct sdyrt_product_plan *plan,
                          double *cycles) {
    struct sdyrt_product_way ways[2];
    const int count = ways_of_routes((int)route, (int)route + 1, product, class, ways);
    if (count > 0) {
        const struct sdyrt_product_way *best =
            &ways[count > 1 && ways[1].cycles < ways[0].cycles ? 1 : 0];
        *plan = best->plan;
        *cycles = best->cycles;
    }
    return count > 0;
}

/* --- the choice --- */

/* What a plan counts as: its cycles, or as many times more as its code has to be worth. */
static double weight_of(const struct sdyrt_product_plan *plan, double cycles, int in_folder) {
    return in_folder && routes[plan->route].adds ? cycles * FOLDER_WORTH : cycles;
}

static void consider(struct sdyrt_product_choice *choice, const struct sdyrt_product_plan *plan,
                     double cycles, int in_folder) {
    const double weight = weight_of(plan, cycles, in_folder);
    if (choice->cycles == 0 || weight < weight_of(&choice->plan, choice->cycles, in_folder)) {
        choice->next = choice->plan;
        choice->next_cycles = choice->cycles;
        choice->plan = *plan;
        choice->cycles = cycles;
    } else if (choice->next_cycles == 0 ||
               weight < weight_of(&choice->next, choice->next_cycles, in_folder)) {
        choice->next = *plan;
        choice->next_cycles = cycles;
    }
}

static void choose(const struct sdyrt_product *product, const struct sdyrt_machine_class *class,
                   int in_folder, struct sdyrt_product_choice *choice) {
    struct sdyrt_product_way ways[SDYRT_PRODUCT_WAYS];
    const int count = sdyrt_product_ways(product, class, ways);
    memset(choice, 0, sizeof *choice);
    for (int i = 0; i < count; i++) {
        consider(choice, &ways[i].plan, ways[i].cycles, in_folder);
    }
}

void sdyrt_product_choose(const struct sdyrt_product *product,
                          const struct sdyrt_machine_class *class,
                          struct sdyrt_product_choice *choice) {
    choose(product, class, 0, choice);
}

void sdyrt_product_choose_for_folder(const struct sdyrt_product *product,
                                     const struct sdyrt_machine_class *class,
                                     struct sdyrt_product_choice *choice) {
    choose(product, class, 1, choice);
}

struct sdyrt_product_plan sdyrt_product_plan_now(const struct sdyrt_product *product) {
    const struct sdyrt_machine_class class = sdyrt_machine_of_set(sdyrt_cpu_set());
    struct sdyrt_product_choice choice;
    sdyrt_product_choose(product, &class, &choice);
    return choice.plan;
}

void sdyrt_product_now(const struct sdyrt_product *product, const void *a, const void *b, void *c,
                       int accumulate, void *scratch) {
    const struct sdyrt_product_plan plan = sdyrt_product_plan_now(product);
    sdyrt_product(product, &plan, a, b, c, accumulate, scratch);
}
