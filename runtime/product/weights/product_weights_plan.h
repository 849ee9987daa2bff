/* Choosing how a product by narrow weights is computed. Internal to the runtime and the compiler:
   emitted programs have plans, and nothing that makes them. Pure functions of their arguments. */
#ifndef SDYRT_PRODUCT_WEIGHTS_PLAN_H
#define SDYRT_PRODUCT_WEIGHTS_PLAN_H

#include "machine_class.h"
#include "product_weights.h"

/* The plan by this route for processors of the class; 0 (and no plan) if it does not accept. */
int sdyrt_weights_plan_by(int64_t route, const struct sdyrt_weights *what,
                          const struct sdyrt_machine_class *class, struct sdyrt_weights_plan *plan);

/* The plan of least cost. */
struct sdyrt_weights_plan sdyrt_weights_choose(const struct sdyrt_weights *what,
                                               const struct sdyrt_machine_class *class);

/* How many columns a task should compute of a product that is described with all of its columns,
   where there are `batch` such products: chosen by shape alone. */
int64_t sdyrt_weights_tile(const struct sdyrt_weights *what, int64_t batch);

/* The same where weights are widened: a task need not compute all rows. */
void sdyrt_weights_tile_of_many(const struct sdyrt_weights *what, int64_t batch, int64_t *rows,
                                int64_t *cols);

/* Whether a call should compute all products of the descriptor: chosen by shape alone. */
int sdyrt_weights_lie_beside(const struct sdyrt_weights *what);

/* How many parts at most the terms of a product by rows of weights, whose type and extents are
   given, should be cut into, to be added up: 1 or more. */
int64_t sdyrt_weights_parts(const struct sdyrt_weights *what);

/* "rows", and a sentence about it. Static text. */
const char *sdyrt_weights_route_name(int64_t route);
const char *sdyrt_weights_route_sentence(int64_t route);

#endif
