/* What a way of convolving should cost; internal to what plans. */
#ifndef SDYRT_CONV_COST_H
#define SDYRT_CONV_COST_H

#include "conv_make.h"

/* Cycles of one core for all tasks of a part, which the plan divides, on this class of processors.
   A kernel that is not packed is packed by its tasks. */
typedef double conv_cost_fn(const struct sdyrt_conv *part, const struct sdyrt_machine_class *class,
                            const struct sdyrt_conv_plan *plan);

#define ROUTE(name, NAME, TYPES, make, cost, traits, sentence) conv_cost_fn cost;
#include "conv_routes.def"

/* Cycles of adding up the results of all pieces of a convolution, of which this is one. */
double conv_cost_adding(const struct sdyrt_conv *piece, const struct sdyrt_machine_class *class);

/* Classes for which one way is chosen: a program has one list of tasks, and the same bits on all
   processors that have no instructions of their own for it. */
enum { CONV_COMMON_CLASSES = SDYRT_SET_AVX512 + 1 };

#endif
