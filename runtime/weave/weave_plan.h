/* Choosing how rows of short runs are made. Internal to the runtime and the compiler: emitted
   programs have plans, and nothing that makes them. Pure functions of their arguments. */
#ifndef SDYRT_WEAVE_PLAN_H
#define SDYRT_WEAVE_PLAN_H

#include "machine_class.h"
#include "weave.h"

/* The plan by this route for processors of the class; 0 (and no plan) if it does not accept. */
int sdyrt_weave_plan_by(int64_t route, const struct sdyrt_weave *what,
                        const struct sdyrt_machine_class *class, struct sdyrt_weave_plan *plan);

/* The plan by the first route that accepts. */
struct sdyrt_weave_plan sdyrt_weave_choose(const struct sdyrt_weave *what,
                                           const struct sdyrt_machine_class *class);

/* Whether a row is many runs of one element each, every one of a column that is dense in memory. */
int sdyrt_weave_has_columns(const struct sdyrt_weave *what);

/* "rows", a sentence about it, and the part of the runtime that has it. Static text. */
const char *sdyrt_weave_route_name(int64_t route);
const char *sdyrt_weave_route_sentence(int64_t route);
const char *sdyrt_weave_route_part(int64_t route);

#endif
