/* Choosing how a permutation is computed. Internal to the runtime and the compiler: emitted
   programs have descriptions in normal form, and plans, and nothing that makes them. Pure functions
   of their arguments. */
#ifndef SDYRT_TRANSPOSE_PLAN_H
#define SDYRT_TRANSPOSE_PLAN_H

#include "machine_class.h"
#include "transpose.h"

/* The same permutation in normal form. What is asked has elements of 1, 2, 4, 8 or 16 bytes, and
   its at most SDYRT_RANK dimensions in any order. */
struct sdyrt_transpose sdyrt_transpose_normal(const struct sdyrt_transpose *what);

/* The plan of a permutation in normal form by this route for processors of the class; 0 (and no
   plan) if it does not accept. */
int sdyrt_transpose_plan_by(int64_t route, const struct sdyrt_transpose *what,
                            const struct sdyrt_machine_class *class,
                            struct sdyrt_transpose_plan *plan);

/* The plan by the first route that accepts. Plans of two classes differ in route and instruction
   set alone. */
struct sdyrt_transpose_plan sdyrt_transpose_choose(const struct sdyrt_transpose *what,
                                                   const struct sdyrt_machine_class *class);

/* The number of tasks; 0 where there is nothing to move. */
int64_t sdyrt_transpose_tasks(const struct sdyrt_transpose *what,
                              const struct sdyrt_transpose_plan *plan);

/* "tiles", and a sentence about it. Static text. */
const char *sdyrt_transpose_route_name(int64_t route);
const char *sdyrt_transpose_route_sentence(int64_t route);

#endif
