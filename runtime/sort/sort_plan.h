/* Choosing how lines are sorted. Internal to the runtime and the compiler: emitted programs have
   plans, and nothing that makes them. Pure functions of their arguments. */
#ifndef SDYRT_SORT_PLAN_H
#define SDYRT_SORT_PLAN_H

#include "machine_class.h"
#include "sort.h"

/* The plan by this route; 0 (and no plan) if it cannot sort what is asked. It is the same for all
   classes of processors. */
int sdyrt_sort_plan_by(int64_t route, const struct sdyrt_sort *what,
                       const struct sdyrt_machine_class *class, struct sdyrt_sort_plan *plan);

/* The plan by the first route that can and should. */
struct sdyrt_sort_plan sdyrt_sort_choose(const struct sdyrt_sort *what,
                                         const struct sdyrt_machine_class *class);

/* Cuts the lines of a plan that has them whole, if its route does, into so many parts: of at least
   as many elements as are kept, and as its buckets have samples. */
void sdyrt_sort_cut(const struct sdyrt_sort *what, int64_t parts, struct sdyrt_sort_plan *plan);

/* How many phases the sort has, and bytes of the buffer that several share (0: there is one). */
int64_t sdyrt_sort_phases(const struct sdyrt_sort_plan *plan);
int64_t sdyrt_sort_shared(const struct sdyrt_sort *what, const struct sdyrt_sort_plan *plan);

/* The number of tasks of the phase; 0 where there is nothing to sort. */
int64_t sdyrt_sort_tasks(const struct sdyrt_sort *what, const struct sdyrt_sort_plan *plan);

/* Bytes of scratch that a task needs, a multiple of 64. */
size_t sdyrt_sort_scratch(const struct sdyrt_sort_plan *plan);

/* "radix", and a sentence about it. Static text. */
const char *sdyrt_sort_route_name(int64_t route);
const char *sdyrt_sort_route_sentence(int64_t route);

#endif
