/* Choosing how a product is computed. Internal to the runtime and the compiler. */
#ifndef SDYRT_PRODUCT_PLAN_H
#define SDYRT_PRODUCT_PLAN_H

#include "machine_class.h"
#include "product.h"

/* A plan, what it is expected to cost, and the cheapest other one: a route that also accepts, or
   the same one with exchanged operands. next_cycles is 0 where there is no other. */
struct sdyrt_product_choice {
    struct sdyrt_product_plan plan, next;
    double cycles, next_cycles;
};

/* The plan of least cost for processors of this class. It depends on descriptor and class alone. */
void sdyrt_product_choose(const struct sdyrt_product *product,
                          const struct sdyrt_machine_class *class,
                          struct sdyrt_product_choice *choice);

/* The same for a folder that is emitted, whose size counts: a route with code of its own is taken
   only where it is several times as fast as those that are there anyway (FOLDER_WORTH). */
void sdyrt_product_choose_for_folder(const struct sdyrt_product *product,
                                     const struct sdyrt_machine_class *class,
                                     struct sdyrt_product_choice *choice);

/* A plan among which is chosen, and what it is expected to cost. */
struct sdyrt_product_way {
    struct sdyrt_product_plan plan;
    double cycles;
};
enum { SDYRT_PRODUCT_WAYS = SDYRT_PRODUCT_ROUTE_COUNT * 2 };

/* All of them: of each route that accepts, as the operands lie and exchanged. Returns how many. */
int sdyrt_product_ways(const struct sdyrt_product *product, const struct sdyrt_machine_class *class,
                       struct sdyrt_product_way ways[SDYRT_PRODUCT_WAYS]);

/* The plan by this route, and its expected cycles; 0 (and no plan) if it does not accept. */
int sdyrt_product_plan_by(enum sdyrt_product_route route, const struct sdyrt_product *product,
                          const struct sdyrt_machine_class *class, struct sdyrt_product_plan *plan,
                          double *cycles);

/* The types that the route multiplies, a bit each: 1 << SDYRT_PRODUCT_F32. */
unsigned sdyrt_product_route_types(int64_t route);

/* "panels", and the part of the runtime that has it, "PRODUCT_FEW"; NULL: that of the type alone.
   Static text. */
const char *sdyrt_product_route_name(int64_t route);
const char *sdyrt_product_route_part(int64_t route);

/* For a product whose shape is known only when it is to be computed: its plan for the processor at
   hand; and the same, and runs it. Arguments as of sdyrt_product. */
struct sdyrt_product_plan sdyrt_product_plan_now(const struct sdyrt_product *product);
void sdyrt_product_now(const struct sdyrt_product *product, const void *a, const void *b, void *c,
                       int accumulate, void *scratch);

#endif
