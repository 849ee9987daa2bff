/* What a way of convolving can compute, and when it should; internal to conv_plan.c. */
#ifndef SDYRT_CONV_MAKE_H
#define SDYRT_CONV_MAKE_H

#include "conv_shape.h"
#include "machine_class.h"

/* Divides a part into tasks and passes, in a plan of zeros; 0: the route cannot compute it on this
   class of processors. */
typedef int conv_make_fn(const struct sdyrt_conv *part, const struct sdyrt_machine_class *class,
                         struct sdyrt_conv_plan *plan);
/* Whether a part that is divided so should be computed so, if no row before can and should. */
typedef int conv_pays_fn(const struct sdyrt_conv *part, const struct sdyrt_conv_plan *plan);

#define ROUTE(name, NAME, TYPES, make, pays, sentence)                                             \
    conv_make_fn make;                                                                             \
    conv_pays_fn pays;
#include "conv_routes.def"

/* Decides what is computed and reported at a time of a part whose route and tasks are planned, and
   the size of its packed panels. */
void conv_make_blocks(const struct sdyrt_conv *part, struct sdyrt_conv_plan *plan);

/* Whether the rows of its kernel are the longest stretches of the contraction that there are, and
   all of its taps more than a pass takes: a kernel as large as its image. */
int conv_is_line_shaped(const struct sdyrt_conv *part);

/* Whether both operands come from memory for each task that reads them. */
int conv_is_far(const struct sdyrt_conv *part);

/* A kernel almost as large as its image, as of a kernel's gradient. */
int conv_is_gradient(const struct sdyrt_conv *part);

enum {
#define THRESHOLD(name, value, unit, why, how) name = value,
#include "conv_thresholds.def"
};

#endif
