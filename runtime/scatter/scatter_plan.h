/* Choosing how updates are made at computed places. Internal to the runtime and the compiler:
   emitted programs have plans, and nothing that makes them. Pure functions of their arguments. */
#ifndef SDYRT_SCATTER_PLAN_H
#define SDYRT_SCATTER_PLAN_H

#include "machine_class.h"
#include "scatter.h"

/* The plan by this route for processors of the class; 0 (and no plan) if it does not accept. */
int sdyrt_scatter_plan_by(int64_t route, const struct sdyrt_scatter *what,
                          const struct sdyrt_machine_class *class, struct sdyrt_scatter_plan *plan);

/* The plan by the first route that accepts. */
struct sdyrt_scatter_plan sdyrt_scatter_choose(const struct sdyrt_scatter *what,
                                               const struct sdyrt_machine_class *class);

/* "rows", a sentence about it, and the part of the runtime that has it. Static text. */
const char *sdyrt_scatter_route_name(int64_t route);
const char *sdyrt_scatter_route_sentence(int64_t route);
const char *sdyrt_scatter_route_part(int64_t route);

#endif
