/* Choosing how factorisations and triangular systems are computed. Internal to the runtime and the
   compiler: emitted programs have plans, and nothing that makes them but those of products. Pure
   functions of their arguments. */
#ifndef SDYRT_LINALG_PLAN_H
#define SDYRT_LINALG_PLAN_H

#include "cholesky.h"
#include "machine_class.h"
#include "triangular.h"

/* The plan by this route for processors of the class; 0 (and no plan) if it is for others. */
int sdyrt_cholesky_plan_by(int64_t route, const struct sdyrt_cholesky *what,
                           const struct sdyrt_machine_class *class,
                           struct sdyrt_cholesky_plan *plan);
int sdyrt_triangular_plan_by(int64_t route, const struct sdyrt_triangular *what,
                             const struct sdyrt_machine_class *class,
                             struct sdyrt_triangular_plan *plan);

/* The best plan. Plans of two classes differ in their instruction set alone. */
struct sdyrt_cholesky_plan sdyrt_cholesky_choose(const struct sdyrt_cholesky *what,
                                                 const struct sdyrt_machine_class *class);
struct sdyrt_triangular_plan sdyrt_triangular_choose(const struct sdyrt_triangular *what,
                                                     const struct sdyrt_machine_class *class);

/* "blocks", and a sentence about it. Static text. */
const char *sdyrt_linalg_route_name(int64_t route);
const char *sdyrt_linalg_route_sentence(int64_t route);

#endif
