/* Programs with smaller sizes. */
#ifndef SDYC_VERIFY_RESIZE_H
#define SDYC_VERIFY_RESIZE_H

#include "verify/border/border.h"
#include "verify/verify.h"

/* How many sums, products and elements one evaluation of a module takes, about. */
double program_work(const struct module *module);

/* Makes the sizes of two programs smaller that are compared at a border, which becomes that of the
 * smaller ones, in memory of the arena. Says which sizes became which: "512 to 8, 128 to 4". False,
 * and nothing is changed, where no size can be smaller. */
bool programs_shrink(const struct verify_request *request, struct border *border,
                     struct arena *arena, struct buffer *said);

#endif
