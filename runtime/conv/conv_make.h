/* What a way of convolving can compute, and how it divides that; internal to conv_plan.c. */
#ifndef SDYRT_CONV_MAKE_H
#define SDYRT_CONV_MAKE_H

#include "conv_shape.h"
#include "machine_class.h"
#include "product_plan.h"

/* Divides a part into tasks and passes, in a plan of zeros; 0: the route cannot compute it on this
   class of processors. What takes instructions that not all have begins with the division of the
   plan for all, and keeps it. */
typedef int conv_make_fn(const struct sdyrt_conv *part, const struct sdyrt_machine_class *class,
                         struct sdyrt_conv_plan *plan);

#define ROUTE(name, NAME, TYPES, make, cost, traits, sentence) conv_make_fn make;
#include "conv_routes.def"

/* Decides what is computed and reported at a time of a part whose route and tasks are planned, and
   the size of its packed panels. */
void conv_make_blocks(const struct sdyrt_conv *part, struct sdyrt_conv_plan *plan);

/* Bytes of the padded copy for a task, per input channel or pair of them. */
int64_t conv_slab_bytes(const struct sdyrt_conv *part, const struct sdyrt_conv_plan *plan);

/* Stretches of the contraction in a pass over all taps. */
int64_t conv_stretches(const struct sdyrt_conv *part, const struct sdyrt_conv_plan *plan);

/* Plans the products that the tasks of a divided part are, where its route makes them so. */
void conv_make_products(const struct sdyrt_conv *part, const struct sdyrt_machine_class *class,
                        struct sdyrt_conv_plan *plan);

/* How a product that a route makes is computed best on this class. */
void conv_choose_product(const struct sdyrt_product *product, int64_t route,
                         const struct sdyrt_machine_class *class,
                         struct sdyrt_product_choice *choice);

/* Whether both operands come from memory for each task that reads them. */
int conv_is_far(const struct sdyrt_conv *part);

/* A kernel almost as large as its image, as of a kernel's gradient. */
int conv_is_gradient(const struct sdyrt_conv *part);

#endif
