/* What a way of multiplying accepts, and what it should cost; internal to product_plan.c. */
#ifndef SDYRT_PRODUCT_COST_H
#define SDYRT_PRODUCT_COST_H

#include "machine_class.h"
#include "product.h"

/* Whether the route can multiply these on a processor of the class, as the descriptor has them. */
typedef int product_accepts_fn(const struct sdyrt_product *p,
                               const struct sdyrt_machine_class *class);
/* How many terms of a sum it adds up at a time, 1 or more. */
typedef int64_t product_depth_fn(const struct sdyrt_product *p,
                                 const struct sdyrt_machine_class *class, int in_place);
/* Cycles of one core for all products of the descriptor. */
typedef double product_cost_fn(const struct sdyrt_product *p,
                               const struct sdyrt_machine_class *class,
                               const struct sdyrt_product_plan *plan);

#define ROUTE(name, NAME, TYPES, part, adds, takes_all, alone, accepts, depth, cost)               \
    product_accepts_fn accepts;                                                                    \
    product_depth_fn depth;                                                                        \
    product_cost_fn cost;
#include "product_routes.def"

static inline double larger(double a, double b) {
    return a > b ? a : b;
}

/* Cycles in which so many bytes come from the caches that hold them. */
double product_read_cycles(const struct sdyrt_machine_class *class, double bytes);

/* Rows of C in a block of the panel kernel (product_micro.c), of one vector or of more. */
int64_t product_micro_rows(const struct sdyrt_machine_class *class, int64_t vectors);

/* Cycles in which all rows of A are multiplied by one packed panel of numbers after the other. */
double product_micro_cycles(const struct sdyrt_product *p, const struct sdyrt_machine_class *class);

/* Cycles in which sums are stored, by rows or in pieces. */
double product_store_cycles(const struct sdyrt_product *p, const struct sdyrt_machine_class *class);

/* Cycles of the registers of AMX, each element of C being so many of their products deep: these,
   and the blocks of C that are stored. */
double product_tiles_cycles(const struct sdyrt_product *p, int64_t deep);

/* Whether panels of B are better read where they lie than packed, and from where. */
enum sdyrt_product_place product_place(const struct sdyrt_product *p,
                                       const struct sdyrt_machine_class *class);

#endif
